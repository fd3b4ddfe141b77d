"""Battlefield intelligence (pp. 154-155): ratings, hidden units, plotted fire, Initiative."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from lancemate.kernel.errors import InputError
from rules.table import battle, refusal, unit

ON = ("battlefield_intelligence", "hidden_units", "optional_abilities")
FIGHTER: dict[str, Any] = {"type": "AF", "move": "5a", "threshold": 2}
SHIP: dict[str, Any] = {"type": "DS", "move": "4a", "threshold": 5}
HQ: dict[str, Any] = {"type": "CV", "move": '6"w', "specials": ["MHQ6"]}
WOODS = ({"kind": "woods", "rect": [0, 0, 72, 48]},)


def told(fight: Battle, side: str = "red") -> Any:
    notes: Any = fight.state.notes["battlefield_intelligence"]
    return notes[side]


def informed(*units: Muster, settings: Any = None, role: str | None = None, **more: Any) -> Battle:
    """Red's force against one 'Mech of blue."""
    others = () if any(one.side == "blue" for one in units) else (unit("b1"),)
    setup = battle(*units, *others, **{"options": ON, **more}).setup
    red, blue = setup.sides
    return Battle(replace(setup, settings=settings or {}, sides=(replace(red, role=role), blue)), 7)


def force(count: int, scouts: int, *more: Muster) -> list[Muster]:
    plain = [unit(f"r{n}", specials=["RCN"] if n < scouts else []) for n in range(count - len(more))]
    return [*plain, *more]


@pytest.mark.rule("AS-OPT-210")
def test_three_scouts_a_headquarters_and_a_fighter() -> None:
    fight = informed(*force(3, 3), unit("r8", **HQ), unit("r9", **FIGHTER), options=ON)
    assert told(fight)["rating"] == 13
    assert told(fight)["parts"] == {"r0": 2, "r1": 2, "r2": 2, "r8": 6, "r9": 1}


@pytest.mark.rule("AS-OPT-210")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ({}, 0),
        ({"specials": ["RCN"]}, 2),
        ({"specials": ["PRB"]}, 2),  # a probe is Recon
        (FIGHTER, 1),
        ({**FIGHTER, "specials": ["RCN"]}, 2),  # not 1 and 2
        ({"specials": ["RCN", "MHQ3"]}, 5),
    ],
)
def test_what_a_unit_is_worth(card: dict[str, Any], points: int) -> None:
    assert told(informed(unit("r1", **card)))["rating"] == points


@pytest.mark.rule("AS-OPT-210")
def test_dropships_that_take_part_count_two() -> None:
    """Also one that waits off the table."""
    fight = informed(unit("r1", **SHIP), unit("r2"))
    assert told(fight)["parts"]["r1"] == 2


@pytest.mark.rule("AS-OPT-211")
def test_the_breakdown_is_secret_with_concealed_unit_data() -> None:
    open_fight = informed(*force(3, 2))
    assert known_to(open_fight, "blue").state.notes == open_fight.state.notes
    fight = informed(*force(3, 2), options=(*ON, "concealing_unit_data"))
    assert told(fight)["parts"] == {"r0": 2, "r1": 2}
    for viewer in ("blue", None):
        seen: Any = known_to(fight, viewer).state.notes["battlefield_intelligence"]
        assert seen["red"]["rating"] == 4
        assert "parts" not in seen["red"]
        heard = repr([*events_for(fight, viewer, fight.journal.events)])
        assert "IntelligenceRated(side='red', rating=4" in heard
        assert "('r0', 2)" not in heard
    own: Any = known_to(fight, "red").state.notes["battlefield_intelligence"]
    assert own["red"]["parts"] == {"r0": 2, "r1": 2}
    fight.do(commands.Resign("blue"))
    seen = known_to(fight, "blue").state.notes["battlefield_intelligence"]
    assert seen["red"]["parts"] == {"r0": 2, "r1": 2}


@pytest.mark.rule("AS-OPT-212")
@pytest.mark.parametrize(("count", "scouts", "hidden"), [(12, 3, 3), (4, 4, 2), (5, 5, 2), (4, 0, 0)])
def test_how_many_may_begin_hidden(count: int, scouts: int, hidden: int) -> None:
    fight = informed(*force(count, scouts), phase="deployment", terrain=WOODS)
    assert told(fight)["hidden"] == hidden
    for n in range(hidden):
        fight.do(commands.Deploy(f"r{n}", (5 + 4 * n, 5), hidden=True))
    why = refusal(fight, commands.Deploy(f"r{hidden}", (60, 5), hidden=True))
    assert (why.code, why.rule) == ("too_many_hidden", "AS-OPT-212")


@pytest.mark.rule("AS-OPT-212")
def test_only_the_better_informed_side_and_only_with_hidden_units() -> None:
    tie = informed(*force(2, 2), unit("b1", specials=["RCN"]), unit("b2", specials=["RCN"]))
    assert (told(tie)["hidden"], told(tie, "blue")["hidden"]) == (0, 0)
    worse = informed(*force(2, 1), unit("b1", specials=["RCN"]), unit("b2", specials=["RCN"]))
    assert (told(worse)["hidden"], told(worse, "blue")["hidden"]) == (0, 1)
    without = informed(*force(4, 4), options=("battlefield_intelligence",))
    assert told(without)["hidden"] == 0


@pytest.mark.rule("AS-OPT-213")
@pytest.mark.parametrize(
    ("role", "at", "good"),
    [
        ("attacker", (10, 23.9), True),
        ("attacker", (10, 24.5), False),
        ("attacker", (60, 20), False),  # b1 is too near
        ("defender", (10, 30), True),
        (None, (10, 37.3), True),
        (None, (10, 37.5), False),  # its base is in the zone of the enemy
    ],
)
def test_where_they_may_lie(role: str | None, at: tuple[float, float], good: bool) -> None:
    fight = informed(*force(4, 4), unit("b1", (60, 31)), phase="deployment", terrain=WOODS, role=role)
    command = commands.Deploy("r1", at, hidden=True)
    if good:
        fight.do(command)
        assert fight.units["r1"].at == at
    else:
        assert refusal(fight, command).rule == "AS-OPT-213"


def headquarters(*more: Muster, **rest: Any) -> Battle:
    """The example of the book: twelve units, a headquarters, a C3 master with three slaves, one scout."""
    units = (
        unit("r1", (10, 4), **HQ),
        unit("r2", (40, 4), specials=["C3M"]),
        *(unit(f"r{n}", (12 + 3 * n, 4), specials=["C3S"]) for n in (3, 4, 5)),
        unit("r6", (50, 4), specials=["RCN"]),
        *(unit(f"r{n}") for n in range(7, 13)),
    )
    return informed(*units, *more, phase="initiative", first=None, **rest)


@pytest.mark.rule("AS-OPT-215", "AS-OPT-216")
def test_bonuses_of_headquarters() -> None:
    fight = headquarters()
    assert (told(fight)["initiative"], told(fight)["holders"]) == (2, ["r1", "r2"])
    assert told(fight)["parts"] == {"r1": 6, "r2": 5, "r3": 1, "r4": 1, "r5": 1, "r6": 2}
    assert bonus(fight) == 2


def bonus(fight: Battle) -> int:
    rolled: Any = next(event for event in fight.journal.events if event.type == "initiative")
    return sum(part.value for part in rolled.parts.get("red", ()) if part.rule == "AS-OPT-215")


@pytest.mark.rule("AS-OPT-215")
def test_a_holder_in_a_hostile_field_does_not_count() -> None:
    assert bonus(headquarters(unit("b1", (40, 12), specials=["ECM"]))) == 1
    assert bonus(headquarters(unit("b1", (40, 40), specials=["ECM"]))) == 2


@pytest.mark.rule("AS-SPC-117", "AS-OPT-363")
def test_a_headquarters_that_makes_a_field_is_nothing_else_meanwhile() -> None:
    """Its points count before the battle, its bonus is gone while it jams."""
    for state, value in (({}, 1), ({"mhq_field": True}, 0)):
        host = unit("r1", (10, 10), type="CV", move='6"w', specials=["MHQ7"], state=state)
        fight = informed(host, unit("r2", (20, 10)), phase="initiative", options=(*ON, "ecm_eccm"))
        assert told(fight)["parts"] == {"r1": 7}
        assert told(fight)["holders"] == ["r1"]
        assert bonus(fight) == value


@pytest.mark.rule("AS-OPT-215")
def test_enough_scouts_are_a_bonus_and_every_number_is_a_setting() -> None:
    agreed = {"battlefield_intelligence": {"scouts": 0.05}}
    fight = headquarters(settings=agreed)
    assert told(fight)["initiative"] == 2  # three are earned, but there are two to hold them
    named = headquarters(settings={"battlefield_intelligence": {"holders": {"red": ["r2", "r1"]}}})
    assert told(named)["holders"] == ["r2", "r1"]
    alone = headquarters(settings={"battlefield_intelligence": {"headquarters": 0.5}})
    assert told(alone)["holders"] == ["r1"]
    with pytest.raises(InputError, match="r3 cannot hold a bonus"):
        headquarters(settings={"battlefield_intelligence": {"holders": {"red": ["r3"]}}})
    with pytest.raises(InputError, match="there is no side 'green'"):
        headquarters(settings={"battlefield_intelligence": {"holders": {"green": ["r3"]}}})


@pytest.mark.rule("AS-OPT-214")
@pytest.mark.parametrize(("lead", "guns", "plotted"), [(6, 4, 4), (2, 4, 2), (6, 0, 0), (-2, 3, 0)])
def test_plotted_points(lead: int, guns: int, plotted: int) -> None:
    points = max(0, lead) + 3
    red = [unit(f"r{n}", specials=["ART-T1"]) for n in range(guns)]
    red.append(unit("r9", type="CV", move='6"w', specials=[f"MHQ{points}"]))
    blue = unit("b1", type="CV", move='6"w', specials=[f"MHQ{points - lead}"])
    plain = informed(*red, blue)
    assert told(plain)["preplotted"] == 0  # without shells on their way there is nothing to plot
    setup = replace(plain.setup, options=plain.setup.options | {"advanced_artillery"})
    assert told(Battle(setup, 7))["preplotted"] == plotted
    own, other = setup.sides
    too_many = replace(own, preplotted=tuple((float(n), 5.0) for n in range(plotted + 1)))
    with pytest.raises(InputError, match=rf"red may have {plotted} points plotted beforehand"):
        Battle(replace(setup, sides=(too_many, other)), 7)


@pytest.mark.rule("AS-SPA-064")
def test_a_tactical_genius_is_a_headquarters() -> None:
    assert told(informed(replace(unit("r1"), abilities=("Tactical Genius",))))["rating"] == 4
    assert told(informed(replace(unit("r1", specials=["MHQ6"]), abilities=("Tactical Genius",))))["rating"] == 6
