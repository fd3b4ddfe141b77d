"""Special command abilities and officers: who has what, and what that does to Initiative."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.kernel.errors import InputError
from rules.commanders import answer, asked, commanded, initiative, lances, next_turn, one, parts
from rules.table import end

# -- who has what ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-055", "AS-SCA-004")
@pytest.mark.parametrize(
    ("skills", "value"), [((3, 3), 2), ((3, 4), None), ((2, 3, 4), 2), ((4, 4), None), ((2, 4, 4, 4), None)]
)
def test_strategic_planning_is_for_veterans(skills: tuple[int, ...], value: int | None) -> None:
    units = [one(f"r{n}", (6.0 * n, 4), skill=skill) for n, skill in enumerate(skills, 1)]
    fight = commanded(*units, one("b1", (6, 44)), red=["Strategic Planning"])
    assert parts(fight).get("AS-SCA-055") == value
    assert initiative(fight).bonus == {"red": value or 0, "blue": 0}


@pytest.mark.rule("AS-SCA-004")
def test_a_company_of_the_book_is_regular() -> None:
    skills = [4] * 4 + [3] * 3 + [2] * 2 + [5] * 3
    units = [one(f"r{n}", (5.0 * n, 4), skill=skill) for n, skill in enumerate(skills, 1)]
    assert "AS-SCA-055" not in parts(commanded(*units, one("b1", (6, 44)), red=["Strategic Planning"]))


def test_a_script_says_what_is_wrong() -> None:
    wrong: list[tuple[Any, str, str]] = [
        ("Magic", "there is no command ability 'Magic'", "sides.0.command_abilities.0"),
        ({"ability": "Camouflage", "units": ["r1"]}, "Camouflage has no units", "sides.0.command_abilities.0.units"),
        ({"ability": "Brawlers", "units": ["b1"]}, "this side has no unit 'b1'", "0.units.0"),
        ({"ability": "Counterparts", "pairs": ["BM"]}, "write two types of units", "0.pairs"),
        ({"ability": "Counterparts", "pairs": ["BM", "XX"]}, "'XX' is no type of unit", "0.pairs.1"),
        ({"ability": "Tactical Specialization", "benefits": ["speed"]}, "'speed' is no benefit", "0.benefits.0"),
        ({"ability": "Tactical Specialization", "benefits": ["scenario"]}, "for which scenario", "0.benefits.0"),
        ({"ability": "Camouflage", "doubled": True}, "Camouflage has no doubled", "0.doubled"),
        ({"ability": "Enemy Specialization (X)", "negates": ["Magic"]}, "no command ability", "0.negates.0"),
        ("Focus (Magic)", "no pilot ability 'Magic'", "sides.0.command_abilities.0"),
        ("Tactical Experts (Magic)", "no command ability", "sides.0.command_abilities.0"),
    ]
    for entry, text, key in wrong:
        with pytest.raises(InputError) as trouble:
            commanded(*lances(), red=[entry])
        assert text in trouble.value.plain
        assert str(trouble.value.key).endswith(key)
    with pytest.raises(InputError):
        commanded(*lances(), more={"red": {"officers": ["b1"]}})
    with pytest.raises(InputError):
        commanded(*lances(), more={"red": {"role": "spectator"}})


def test_saves_keep_it_all() -> None:
    abilities = [
        "Camouflage",
        {"ability": "Brawlers", "units": ["r1"]},
        {"ability": "Enemy Specialization (Davion, Steiner)", "doubled": True, "negates": ["Camouflage"]},
        {"ability": "Tactical Specialization", "benefits": ["attack", "attack", {"scenario": "hold-the-line"}]},
    ]
    red = {"officers": ["r1", "r2"], "faction": "Davion", "command": "Eridani Light Horse", "role": "attacker"}
    fight = commanded(*lances(), red=abilities, more={"red": red}, location=["Skye", "Lyran Commonwealth"])
    twin = load(save(fight))
    assert twin.setup == fight.setup
    assert twin.hash() == fight.hash()


# -- officers ----------------------------------------------------------------------------------------------------

LOST = {"destroyed": True}


@pytest.mark.rule("AS-SCA-005", "AS-SCA-006")
def test_the_loss_of_the_commander() -> None:
    units = [one("r1", (6, 4), state=LOST), one("r2", (12, 4)), one("b1", (6, 44))]
    fight = commanded(
        *units, more={"red": {"officers": ["r1", "r2"]}}, red=["Tactical Specialization (Small Unit Actions)"]
    )
    assert parts(fight) == {"AS-SCA-006": -2, "AS-SCA-067": 2}
    assert parts(commanded(*units, more={"red": {"officers": ["r2", "r1"]}})) == {}
    assert parts(commanded(*units)) == {}


@pytest.mark.rule("AS-SCA-007")
def test_the_loss_of_all_officers_costs_all_abilities() -> None:
    units = [one("r1", (6, 4), state=LOST), one("r2", (12, 4), state={"exited": True}), one("r3", (18, 4))]
    units += [one("b1", (6, 44))]
    few = "Tactical Specialization (Small Unit Actions)"
    fight = commanded(*units, more={"red": {"officers": ["r1", "r2"]}}, red=[few])
    assert parts(fight) == {"AS-SCA-006": -2}
    assert fight.state.notes["leaderless"] == ["red"]


@pytest.mark.rule("AS-SCA-005", "AS-SCA-006")
def test_the_loss_is_booked_when_the_turn_ends() -> None:
    units = [one("r1", (10, 10), armor=0, structure=1), one("r2", (60, 4)), one("b1", (10, 15), 180)]
    fight = commanded(*units, more={"red": {"officers": ["r1"]}}, phase="combat", dice=[6, 5, 6, 6, 3, 3, 2, 2])
    end(fight)
    fight.do(commands.Attack("b1", "r1"))
    assert "without_commander" not in fight.state.notes
    end(fight)
    assert fight.units["r1"].destroyed
    assert parts(fight) == {"AS-SCA-006": -2}


# -- Initiative --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-022")
@pytest.mark.parametrize(("tanks", "value"), [(2, 1), (1, -1), (3, -1), (0, -1)])
def test_counterparts(tanks: int, value: int) -> None:
    units = [*lances(), *[one(f"r{n}", (6.0 * n, 10), type="CV", move='8"t') for n in range(3, 3 + tanks)]]
    fight = commanded(*units, red=[{"ability": "Counterparts", "pairs": ["BM", "CV"]}])
    assert parts(fight) == {"AS-SCA-022": value}


def facing(faction: str | None, ability: Any, skill: int = 4, **more: Any) -> dict[str, int]:
    units = [*lances(red=2, blue=2, skill=skill)]
    side = {"faction": faction, **more} if faction else more
    return parts(commanded(*units, red=[ability], more={"blue": side}))


@pytest.mark.rule("AS-SCA-024")
def test_enemy_specialization() -> None:
    regular = "Enemy Specialization (Davion)"
    assert facing("Davion", regular) == {"AS-SCA-024": 1}
    assert facing("House Davion", regular) == {"AS-SCA-024": 1}
    assert facing("Kurita", regular) == facing(None, regular) == {"AS-SCA-024": -1}
    assert facing("Kurita", "Enemy Specialization (Wolf's Dragoons)", command="Wolf's Dragoons") == {"AS-SCA-024": 1}
    doubled = {"ability": "Enemy Specialization (Davion)", "doubled": True}
    assert facing("Davion", doubled, skill=3) == {"AS-SCA-024": 2}
    assert facing("Kurita", doubled, skill=3) == {"AS-SCA-024": -2}
    two = "Enemy Specialization (Davion, Steiner)"
    assert facing("Steiner", two, skill=3) == {"AS-SCA-024": 1}
    assert facing("Kurita", two, skill=3) == {"AS-SCA-024": -1}
    assert facing("Davion", regular, skill=5) == {}
    assert facing("Kurita", regular, skill=5) == {"AS-SCA-024": -1}


@pytest.mark.rule("AS-SCA-024")
def test_an_elite_force_counters_an_ability_of_its_enemy() -> None:
    few = "Tactical Specialization (Small Unit Actions)"
    counter = {"ability": "Enemy Specialization (Davion)", "negates": [few]}
    davion = commanded(*lances(skill=2), red=[counter], blue=[few], more={"blue": {"faction": "Davion"}})
    assert parts(davion, "blue") == {}
    other = commanded(*lances(skill=2), red=[counter], blue=[few], more={"blue": {"faction": "Kurita"}})
    assert parts(other, "blue") == {"AS-SCA-067": 2}
    gains = {"ability": "Enemy Specialization (Davion)", "gains": few}
    assert parts(commanded(*lances(skill=1), red=[gains], more={"blue": {"faction": "Davion"}})) == {
        "AS-SCA-024": 1,
        "AS-SCA-067": 2,
    }
    assert parts(commanded(*lances(skill=1), red=[gains])) == {"AS-SCA-024": -1}


@pytest.mark.rule("AS-SCA-049")
def test_regional_specialization() -> None:
    at_home = ["Regional Specialization (Skye)"]
    assert parts(commanded(*lances(), red=at_home, location="Skye")) == {"AS-SCA-049": 1}
    assert parts(commanded(*lances(), red=at_home * 2, location=["Alarion", "skye"])) == {"AS-SCA-049": 2}
    assert parts(commanded(*lances(), red=at_home, location="Terra")) == {}
    assert parts(commanded(*lances(), red=at_home)) == {}


def tactics(benefits: list[Any], role: str | None, scenario: str | None = None, skill: int = 4) -> int | None:
    ability = {"ability": "Tactical Specialization", "benefits": benefits}
    side = {"role": role} if role else {}
    script = {"scenario": {"use": scenario, "sides": {role: "red"}}} if scenario else {}
    fight = commanded(*lances(skill=skill), red=[ability], more={"red": side}, **script)
    return parts(fight).get("AS-SCA-063")


@pytest.mark.rule("AS-SCA-063", "AS-SCA-064", "AS-SCA-065")
def test_tactical_specialization() -> None:
    assert tactics(["attack"], "attacker") == 1
    assert tactics(["attack"], "defender") == -1
    assert tactics(["defense"], "defender") == 1
    assert tactics(["defense"], "attacker") == -1
    assert tactics(["attack"], None) is None
    assert tactics(["attack", "attack", "defense"], "attacker") == 1
    assert tactics(["attack", "attack", "defense"], "defender") == -1
    assert tactics(["attack", "defense"], "attacker") is None
    assert tactics([{"scenario": "hold-the-line"}], None) == -1
    assert tactics(["attack", {"scenario": "hold-the-line"}], "defender") == -2
    assert tactics(["attack"], "attacker", skill=5) is None
    assert tactics(["attack"], "defender", skill=5) == -1
    assert tactics(["attack"], None, skill=5) == -1


@pytest.mark.rule("AS-SCA-064")
def test_a_scenario_of_its_own() -> None:
    both = {"ability": "Tactical Specialization", "benefits": ["attack", {"scenario": "hold-the-line"}]}
    roles = {"use": "hold-the-line", "sides": {"attacker": "red", "defender": "blue"}}
    assert parts(commanded(*lances(), red=[both], scenario=roles)) == {"AS-SCA-063": 2}
    assert parts(commanded(*lances(), red=[both], scenario="stand-up-fight")) == {"AS-SCA-063": -1}


@pytest.mark.rule("AS-SCA-066")
def test_combined_arms() -> None:
    arms = "Tactical Specialization (Combined Arms)"
    foot = {"type": "CI", "move": '2"f', "damage": "1/0/0", "armor": 1, "structure": 1, "size": 1}
    more = [one("r3", (20, 10), type="CV", move='8"t'), one("r4", (26, 10), **foot)]
    assert parts(commanded(*lances(), *more, red=[arms])) == {"AS-SCA-066": 1}
    assert parts(commanded(*lances(), *more[:1], red=[arms])) == {}
    twice = [arms, {"ability": arms, "benefits": ["attack"]}]
    assert parts(commanded(*lances(), *more, red=twice, more={"red": {"role": "attacker"}})) == {"AS-SCA-066": 2}
    assert parts(commanded(*lances(), *more, red=twice, more={"red": {"role": "defender"}})) == {"AS-SCA-066": 0}
    assert parts(commanded(*lances(), *more[:1], red=twice, more={"red": {"role": "attacker"}})) == {}


@pytest.mark.rule("AS-SCA-067")
@pytest.mark.parametrize(("count", "value"), [(11, 2), (12, 1), (23, 1), (24, -1)])
def test_small_unit_actions(count: int, value: int) -> None:
    units = [one(f"r{n}", (4.0 + 2.5 * n, 4)) for n in range(count)]
    fight = commanded(*units, one("b1", (6, 44)), red=["Tactical Specialization (Small Unit Actions)"])
    assert parts(fight) == {"AS-SCA-067": value}


@pytest.mark.rule("AS-SCA-010")
def test_all_of_it_adds_up() -> None:
    units = lances(skill=3)
    units[0]["state"] = LOST
    abilities = ["Strategic Planning", "Tactical Specialization (Small Unit Actions)", "Enemy Specialization (Davion)"]
    fight = commanded(*units, red=abilities, more={"red": {"officers": ["r1", "r2"]}})
    assert parts(fight) == {"AS-SCA-006": -2, "AS-SCA-024": -1, "AS-SCA-055": 2, "AS-SCA-067": 2}
    assert initiative(fight).bonus["red"] == 1


@pytest.mark.rule("AS-SCA-056")
def test_tactical_adjustments_cancel_bonuses_from_the_fourth_turn_on() -> None:
    few = "Tactical Specialization (Small Unit Actions)"
    for turn, bonus in ((3, 1), (4, -1)):
        fight = commanded(
            *lances(), red=[few, "Enemy Specialization (X)"], blue=["Tactical Adjustments", few], turn=turn
        )
        assert initiative(fight).bonus == {"red": bonus, "blue": 2}
    assert parts(fight)["AS-SCA-056"] == -2


# -- Banking and forcing -----------------------------------------------------------------------------------------


def banker(*dice: int, both: bool = False, **more: Any) -> Battle:
    bank = ["Banking Initiative"]
    return commanded(*lances(), red=bank, blue=bank if both else [], dice=dice, **more)


@pytest.mark.rule("AS-SCA-016", "AS-SCA-011")
def test_two_turns_yielded_are_a_win_in_the_bank() -> None:
    fight = banker(6, 6, 1, 2)
    assert asked(fight) == ("red", "bank", ("roll", "yield"))
    answer(fight, "yield")
    told = initiative(fight)
    assert (told.winner, told.loser, told.rule, told.rolls) == ("blue", "red", "AS-SCA-016", {})
    assert told.bonus == {"red": 0, "blue": 0}
    next_turn(fight)
    answer(fight, "roll")
    assert initiative(fight).winner == "red"
    next_turn(fight)
    assert asked(fight) == ("red", "bank", ("roll", "yield"))
    answer(fight, "yield")
    next_turn(fight)
    assert asked(fight) == ("red", "bank", ("roll", "yield", "use"))
    answer(fight, "use")
    assert (initiative(fight).winner, initiative(fight).rule) == ("red", "AS-SCA-016")
    assert fight.state.notes["initiative_banked"] == {"red": 0}
    next_turn(fight)
    assert asked(fight) == ("red", "bank", ("roll", "yield"))


@pytest.mark.rule("AS-SCA-016")
def test_the_bank_holds_two() -> None:
    fight = banker()
    for _ in range(6):
        answer(fight, "yield")
        next_turn(fight)
    assert fight.state.notes["initiative_banked"] == {"red": 2}


@pytest.mark.rule("AS-SCA-016", "AS-SCA-011")
def test_two_who_yield_roll_after_all() -> None:
    fight = banker(1, 1, 6, 6, both=True)
    assert asked(fight) == ("red", "bank", ("roll", "yield"))
    answer(fight, "yield")
    assert asked(fight) == ("blue", "bank", ("roll", "yield"))
    answer(fight, "yield")
    assert initiative(fight).winner == "blue"
    assert "initiative_yielded" not in fight.state.notes
    next_turn(fight)
    assert asked(fight) == ("red", "bank", ("roll", "yield")), "who lost declares first"


@pytest.mark.rule("AS-SCA-011")
def test_whoever_lost_the_last_turn_declares_first() -> None:
    fight = banker(6, 6, 1, 1, both=True)
    answer(fight, "roll")
    answer(fight, "roll")
    assert initiative(fight).winner == "red"
    next_turn(fight)
    assert asked(fight) == ("blue", "bank", ("roll", "yield"))


def brawl(*dice: int, red: str = "Forcing the Initiative", turn: int = 1) -> Battle:
    """b1 and b2 have a point of structure left each, r1 too; r2 stands by."""
    weak = {"armor": 0, "structure": 1}
    units = [one("r1", (10, 10), **weak), one("r2", (20, 10)), one("r3", (66, 4))]
    units += [one("b1", (10, 15), 180, **weak), one("b2", (20, 15), 180, **weak), one("b3", (66, 44))]
    return commanded(*units, red=[red], phase="combat", dice=dice, turn=turn)


@pytest.mark.rule("AS-SCA-035")
def test_forcing_the_initiative() -> None:
    hit = [6, 5, 3, 3]  # and a critical check without effect
    fight = brawl(*hit, *hit, 4, 3, 2, 2)
    fight.do(commands.Attack("r1", "b1"))
    fight.do(commands.Attack("r2", "b2"))
    end(fight, 2)
    assert asked(fight) == ("red", "force", ("force", "roll"))
    answer(fight, "force")
    assert parts(fight) == {"AS-SCA-035": 2}
    fight = brawl(*hit, *hit, 4, 3, 2, 2)
    fight.do(commands.Attack("r1", "b1"))
    end(fight)
    fight.do(commands.Attack("b1", "r1"))
    end(fight)
    answer(fight, "force")
    assert parts(fight) == {"AS-SCA-035": 0}
    fight = brawl(*hit, 4, 3, 2, 2)
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    answer(fight, "roll")
    assert parts(fight) == {}


@pytest.mark.rule("AS-SCA-035")
def test_only_the_last_turn_counts_and_never_the_first() -> None:
    fight = brawl(6, 5, 3, 3, 4, 3, 2, 2, 4, 3, 2, 2)
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    answer(fight, "roll")
    next_turn(fight)
    answer(fight, "force")
    assert parts(fight) == {"AS-SCA-035": 0}
    first = commanded(*lances(), red=["Forcing the Initiative"], dice=[4, 3, 2, 2])
    assert first.decision is None


# -- what the enemy knows ----------------------------------------------------------------------------------------


def test_abilities_are_open_and_officers_are_not() -> None:
    fight = commanded(*lances(), red=["Camouflage"], more={"red": {"officers": ["r1"]}})
    red, _ = known_to(fight, "blue").setup.sides
    assert [ability.title for ability in red.command_abilities] == ["Camouflage"]
    assert red.officers == ()
    own, _ = known_to(fight, "red").setup.sides
    assert own.officers == ("r1",)


# -- In the Moment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-042", "AS-SCA-011")
def test_in_the_moment() -> None:
    fight = commanded(*lances(), red=["In the Moment"], dice=[4, 4, 1, 1] * 4)
    question = fight.decision
    assert question is not None
    assert (question.side, question.kind) == ("red", "in_the_moment")
    assert {"Zone of Control", "keep"} < set(question.choices)
    assert not {"In the Moment", "Strategic Planning", "Infiltrators"} & set(question.choices)
    answer(fight, "Tactical Specialization (Small Unit Actions)")
    assert parts(fight) == {"AS-SCA-042": -1, "AS-SCA-067": 2}
    next_turn(fight)
    assert parts(fight) == {"AS-SCA-042": -1, "AS-SCA-067": 2}
    next_turn(fight)
    assert parts(fight) == {"AS-SCA-067": 2}
    kept = commanded(*lances(), red=["In the Moment"], dice=[4, 4, 1, 1] * 2)
    answer(kept, "keep")
    assert parts(kept) == {}
    next_turn(kept)
    assert kept.decision is None
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-SCA-042")
def test_veterans_may_choose_more() -> None:
    fight = commanded(*lances(skill=3), red=["In the Moment"])
    assert fight.decision is not None
    assert "Strategic Planning" in fight.decision.choices
