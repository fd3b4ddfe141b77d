"""Kill scoring (p. 127)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.kills import WORTH
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from rules.scenes import FIGHT, scene, score
from rules.table import attack, battle, end, unit

BASIC = ["basic_kills"]
BY_POINTS = ["pv_kills"]


def duel(*victims: Muster, options: list[str], dice: list[int] | None = None, **more: Any) -> Battle:
    """Red 'Mechs that never miss, one for each victim, and blue ones that are about to fall."""
    hunters = [unit(f"r{number}", (6 + 6 * number, 10), skill=0) for number, _ in enumerate(victims)]
    return battle(*hunters, *victims, unit("bz", (70, 46), 180), options=options, dice=dice, **more)


def frail(number: int, **card: Any) -> Muster:
    return unit(f"b{number}", (6 + 6 * number, 14), 180, armor=0, structure=1, **card)


@pytest.mark.rule("AS-SCN-015", "AS-SCN-014")
def test_a_battlemech_is_worth_five() -> None:
    fight = duel(frail(0), options=BASIC, seed=1)
    attack(fight, "r0", "b0")
    assert score(fight) == (0, 0)
    end(fight, 2)
    assert score(fight) == (5, 0)


@pytest.mark.rule("AS-SCN-015", "AS-SCN-014")
def test_two_combat_vehicles_and_a_platoon_are_worth_seven() -> None:
    victims = [
        frail(0, type="CV", move='6"t'),
        frail(1, type="CV", move='6"t'),
        frail(2, type="CI", move='2"f', damage="1/0/0", tmm=0),
    ]
    fight = duel(*victims, options=BASIC, seed=1)
    for number in range(3):
        attack(fight, f"r{number}", f"b{number}")
    end(fight, 2)
    assert score(fight) == (7, 0)


@pytest.mark.rule("AS-SCN-016")
def test_the_table() -> None:
    assert WORTH.of(rules) == {
        "BM": 5,
        "IM": 3,
        "PM": 3,
        "CV": 3,
        "SV": 2,
        "BA": 2,
        "CI": 1,
        "AF": 5,
        "SC": 5,
        "CF": 3,
        "DS": 10,
        "DA": 10,
        "JS": 25,
        "SS": 25,
        "WS": 500,
        "MS": 10,
    }


@pytest.mark.rule("AS-SCN-014")
def test_nothing_is_counted_unless_players_say_so() -> None:
    fight = duel(frail(0), options=[], seed=1)
    attack(fight, "r0", "b0")
    end(fight, 2)
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-014")
def test_one_system_for_all() -> None:
    with pytest.raises(InputError, match="choose one way to count kills"):
        duel(frail(0), options=[*BASIC, *BY_POINTS])


@pytest.mark.rule("AS-SCN-015")
def test_what_a_transport_carries_is_a_kill_as_well() -> None:
    carrier = frail(0, type="CV", move='6"t', specials=["IT6"])
    squad = unit(
        "b1", (18, 14), type="CI", move='2"f', damage="1/0/0", tmm=0, specials=["CAR3"], state={"aboard": "b0"}
    )
    fight = duel(carrier, squad, options=BASIC, seed=1)
    attack(fight, "r0", "b0")
    end(fight, 2)
    assert score(fight) == (4, 0)


# -- not destroyed --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-017")
def test_a_unit_that_gets_home_gives_nothing() -> None:
    state = {"withdrawing": True, "armor": 0, "structure": 1}
    fight = scene(
        unit("r1", (18, 10)),
        unit("b1", (18, 44), 180, structure=3, state=state),
        unit("b2", (4, 44), 180),
        use=FIGHT,
        phase="movement",
        first="blue",
        options=[*BASIC, "forced_withdrawal"],
    )
    fight.do(commands.Move("b1", ((18, 49),)))
    assert fight.units["b1"].exited
    fight.do(commands.Pass("b2"))
    fight.do(commands.Pass("r1"))
    end(fight, 2)
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-017")
def test_in_a_scenario_units_may_leave_over_their_own_edge() -> None:
    fight = scene(unit("r1", (18, 4)), unit("b1", (18, 44), 180), use=FIGHT, phase="movement")
    fight.do(commands.Move("r1", ((18, -1),)))
    assert fight.units["r1"].exited
    fight = scene(unit("r1", (18, 4)), unit("b1", (18, 44), 180), use=FIGHT, phase="movement")
    assert fight.refusal_of(commands.Move("r1", ((-1, 4),))) is not None


@pytest.mark.rule("AS-SCN-017")
def test_crippled_and_abandoned_is_a_kill() -> None:
    def abandoned(**state: Any) -> Battle:
        notes = {"notes": {"abandoned": True}, **state}
        fight = duel(unit("b1", (12, 40), 180, structure=4, state=notes), options=BASIC, seed=1)
        end(fight, 2)
        return fight

    fight = abandoned(armor=0, structure=2)
    assert score(fight) == (5, 0)
    end(fight)  # movement, then a whole turn more: it is not counted again
    assert score(abandoned()) == (0, 0)


# -- by its own hand ------------------------------------------------------------------------------------------


def rammed(kind: str = "BM", pv: int = 30, options: list[str] = BASIC) -> tuple[int, int]:
    """A unit dies of its own charge, which does its target little harm."""
    move = '8"' if kind in ("BM", "IM") else '8"t'
    rammer = unit(
        "r1", (10, 10), skill=0, type=kind, move=move, size=1, armor=0, structure=1, pv=pv, state={"inches": 4.0}
    )
    fight = battle(
        unit("r2", (60, 2)),
        rammer,
        unit("b1", (10, 15), 180, armor=20, size=4, tmm=0, state={"moved": "standstill"}),
        phase="movement",
        options=options,
        seed=3,
    )
    fight.do(commands.Pass("r2"))
    fight.do(commands.Move("r1", ((10, 13.75),), facing=0, charge="b1"))
    fight.do(commands.Attack("r1", "b1", "charge"))
    end(fight, 2)
    assert fight.units["r1"].destroyed
    return score(fight)


@pytest.mark.rule("AS-SCN-018")
def test_whoever_destroys_itself_gives_half() -> None:
    assert rammed() == (0, 3)
    assert rammed("CV") == (0, 2)


@pytest.mark.rule("AS-SCN-018")
def test_half_of_its_points() -> None:
    assert rammed(pv=35, options=BY_POINTS) == (0, 18)


@pytest.mark.rule("AS-SCN-018", "AS-SCN-016")
def test_half_of_a_platoon_is_one() -> None:
    from lancemate.alphastrike.scenarios.kills import by_its_own_hand

    fight = battle(unit("r1", (1, 1)), unit("b1", (9, 9)))
    assert [by_its_own_hand(fight, WORTH.of(rules)[kind]) for kind in ("BM", "CV", "CI")] == [3, 2, 1]
    assert by_its_own_hand(fight, 35) == 18


# -- by Point Value -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-019")
@pytest.mark.parametrize(("name", "skill", "worth"), [("mad_3r_marauder", 1, 35), ("stg_3r_stinger", 7, 14)])
def test_the_value_on_the_card_whatever_the_skill(name: str, skill: int, worth: int) -> None:
    card = catalogue.find(name)
    victim = Muster("b0", "blue", card, skill, (6, 14), 180, state={"armor": 0, "structure": 1, "moved": "standstill"})
    fight = duel(victim, options=BY_POINTS, seed=1)
    attack(fight, "r0", "b0")
    end(fight, 2)
    assert score(fight) == (worth, 0)
