"""Motive damage: when it is rolled, the table, and vehicles that can move no more (pp. 50-51)."""

from typing import Any

import pytest

from lancemate.alphastrike.damage.motive import MOTIVE_MODIFIERS
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import is_immobile, stats
from lancemate.alphastrike.ruleset import rules
from rules import harm
from rules.table import attack, battle, end, number, refusal, unit

HIT = (6, 5)
QUIET = (4, 3, 2, 2)
LAKE = {"kind": "water", "depth": 5, "rect": [0, 0, 72, 48]}


def position(dice: Any, move: str = '10"t', **more: Any) -> Battle:
    options = more.pop("options", ())
    terrain = more.pop("terrain", ())
    at = more.pop("at", (20, 30))
    target = unit("b1", at, **{"facing": 180, "type": "CV", "move": move, "tmm": 2, **more})
    return battle(unit("r1", (20, 20)), target, dice=dice, options=options, terrain=terrain)


def strike(fight: Battle, points: int = 1, **more: Any) -> None:
    harm.strike(fight, "b1", points, **more)


def tell(fight: Battle, kind: str) -> list[Any]:
    return [event for event in fight.journal.events if event.type == kind]


def movement(fight: Battle) -> tuple[float, int]:
    now = stats(fight, fight.units["b1"])
    return now.move["ground"], now.tmm


@pytest.mark.rule("AS-DMG-052")
def test_every_attack_that_damages_a_vehicle_brings_one_roll_after_the_critical_rolls() -> None:
    fight = position((*HIT, 3, 4, 4, 4), state={"armor": 1})
    attack(fight, "r1", "b1")
    order = [event.type for event in fight.journal.events if event.type in ("damage", "critical", "motive")]
    assert order == ["damage", "critical", "motive"]


@pytest.mark.rule("AS-DMG-052")
@pytest.mark.parametrize(
    ("card", "hit", "rolls"),
    [
        ({}, {"points": 1}, 1),
        ({"type": "SV"}, {"points": 1}, 1),
        ({}, {"points": 0}, 0),
        ({}, {"points": 11}, 0),
        ({}, {"points": 1, "words": ()}, 0),
        ({"type": "BM", "move": '10"'}, {"points": 1}, 0),
        ({"type": "SV", "move": "10a"}, {"points": 1}, 0),
    ],
)
def test_only_living_vehicles_roll(card: dict[str, Any], hit: dict[str, Any], rolls: int) -> None:
    fight = position((1, 2) * rolls, **card)
    strike(fight, **hit)
    assert len(tell(fight, "motive")) == rolls


@pytest.mark.rule("AS-DMG-052")
@pytest.mark.parametrize(("points", "specials", "rolls"), [(1, [], 1), (1, ["BAR"], 0), (7, [], 0)])
def test_by_the_flowchart_alone_only_armor_damage_gets_to_the_roll(
    points: int, specials: list[str], rolls: int
) -> None:
    fight = position((3, 4) * 2, specials=specials, options=["strict_flowchart"])
    strike(fight, points)
    assert len(tell(fight, "motive")) == rolls


@pytest.mark.rule("AS-DMG-052")
@pytest.mark.parametrize(("options", "rolls"), [((), 0), (("motive_by_any_damage",), 1)])
def test_players_may_agree_that_any_damage_is_a_reason(options: tuple[str, ...], rolls: int) -> None:
    pool = {"kind": "hazardous_liquid_pool", "depth": 1, "rect": [10, 32, 20, 10]}
    fight = battle(
        unit("r1", (60, 4)),
        unit("b1", (20, 30), type="CV", move='10"h', armor=9, specials=["AMP"]),
        terrain=[pool],
        options=options,
        phase="movement",
        first="blue",
        dice=(1, 2) * 3,
    )
    fight.do(commands.Move("b1", ((20, 33),)))
    assert fight.units["b1"].armor < 9
    assert len(tell(fight, "motive")) == rolls


@pytest.mark.rule("AS-DMG-053")
def test_modifiers_by_motive_type() -> None:
    assert MOTIVE_MODIFIERS.of(rules) == {
        **{"t": 0, "n": 0, "w": 1, "w(b)": 1, "w(m)": 1},
        **{"h": 1, "v": 2, "g": 2, "s": 0, "r": 0},
    }


@pytest.mark.rule("AS-DMG-053")
@pytest.mark.parametrize(
    ("move", "dice", "total", "result", "after"),
    [
        ('10"t', (4, 4), 8, "none", (10, 2)),
        ('10"t', (4, 5), 9, "motive_2", (8, 1)),
        ('10"h', (4, 4), 9, "motive_2", (8, 1)),
        ('10"w', (5, 4), 10, "motive_2", (8, 1)),
        ('10"n', (5, 6), 11, "motive_half", (5, 1)),
        ('10"t', (6, 6), 12, "motive_0", (0, 0)),
        ('10"g', (5, 5), 12, "motive_0", (0, 0)),
        ('10"v', (6, 6), 14, "motive_0", (0, 0)),
    ],
)
def test_the_table(move: str, dice: tuple[int, int], total: int, result: str, after: tuple[float, int]) -> None:
    fight = position((*dice, *QUIET), move)
    strike(fight)
    rolled = tell(fight, "motive")[0]
    assert (rolled.total, rolled.result) == (total, result)
    assert movement(fight) == (10, 2)
    end(fight, 2)
    assert movement(fight) == after


@pytest.mark.rule("AS-DMG-053")
@pytest.mark.parametrize(
    ("move", "tmm", "after"), [('5"t', 1, (2, 0)), ('3"t', 0, (1, 0)), ('12"t', 3, (6, 1)), ('2"t', 0, (0, 0))]
)
def test_an_eleven_leaves_half_rounded_down_but_costs_at_least_two_inches(
    move: str, tmm: int, after: tuple[float, int]
) -> None:
    fight = position((5, 6), move, tmm=tmm)
    strike(fight, words=("attack", "at_once"))
    assert movement(fight) == after


@pytest.mark.rule("AS-DMG-054")
def test_an_immobilized_vehicle_never_moves_again_and_is_easy_to_hit() -> None:
    fight = position((6, 6, 4, 3, 6, 6, *HIT, 1, 2))
    strike(fight)
    end(fight, 2)
    assert is_immobile(fight, fight.units["b1"])
    end(fight)
    order = commands.Move("b1", ((20, 29),), mode="ground")
    assert refusal(fight, order).rule is not None
    end(fight)
    assert number(attack(fight, "r1", "b1"), "AS-COM-047") == -4


@pytest.mark.rule("AS-DMG-055")
@pytest.mark.parametrize(
    ("wounds", "move", "damage"),
    [(("weapon", "engine"), 5, "1/1/1"), (("engine", "weapon"), 5, "0/0/0"), (("engine", "motive_2"), 3, "1/1/1")],
)
def test_each_wound_works_on_what_is_left(wounds: tuple[str, ...], move: float, damage: str) -> None:
    fight = position((), damage="3/3/3")
    fight.units["b1"].wounds = wounds
    now = stats(fight, fight.units["b1"])
    assert (now.move["ground"], str(now.damage)) == (move, damage)


# -- those that can move no more ------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-056")
@pytest.mark.parametrize("move", ['10"v', '10"g'])
def test_an_air_vehicle_that_loses_all_move_crashes_in_the_end_phase(move: str) -> None:
    fight = position((6, 6, *QUIET), move, state={"elevation": 1, "airborne": True})
    strike(fight)
    assert fight.units["b1"].elevation == 1
    end(fight, 2)
    wreck = fight.units["b1"]
    assert (wreck.elevation, wreck.airborne, wreck.armor) == (0, False, 4)
    assert is_immobile(fight, wreck)
    assert len(tell(fight, "crashed")) == 1
    assert len(tell(fight, "motive")) == 1


@pytest.mark.rule("AS-DMG-056")
def test_crash_damage_that_reaches_structure_is_rolled_for() -> None:
    fight = position((5, 5, 3, 4, *QUIET), '10"v', state={"elevation": 6, "armor": 1})
    strike(fight)
    end(fight, 2)
    assert fight.units["b1"].structure == 4
    assert [event.cause for event in tell(fight, "critical")] == ["structure"]


@pytest.mark.rule("AS-DMG-056")
def test_a_landed_vtol_stays_where_it_is() -> None:
    fight = position((6, 6, *QUIET), '10"v')
    strike(fight)
    end(fight, 2)
    assert tell(fight, "crashed") == []
    assert fight.units["b1"].armor == 5


@pytest.mark.rule("AS-DMG-056")
def test_outside_the_combat_phase_it_crashes_at_once() -> None:
    flyer = unit("b1", (20, 30), type="CV", move='10"v', state={"elevation": 4})
    fight = battle(unit("r1", (20, 20)), flyer, dice=(6, 6), phase="movement")
    strike(fight)
    assert fight.units["b1"].elevation == 0


@pytest.mark.rule("AS-DMG-057")
def test_a_submarine_that_loses_all_move_sinks_to_the_bottom() -> None:
    fight = position((2, 4, 6, 6, 2, 4, *QUIET), '10"s', state={"elevation": -2}, terrain=[LAKE])
    strike(fight)
    end(fight, 2)
    wreck = fight.units["b1"]
    assert (wreck.elevation, wreck.armor) == (-5, 4)
    assert is_immobile(fight, wreck)
    assert [event.cause for event in tell(fight, "critical")] == ["submerged", "submerged"]


@pytest.mark.rule("AS-DMG-057")
def test_a_wreck_on_the_bottom_does_not_sink_again() -> None:
    fight = position((2, 4, 6, 6, 2, 4, *QUIET, 2, 3, 6, 5, *QUIET), '10"s', state={"elevation": -2}, terrain=[LAKE])
    strike(fight)
    end(fight, 4)
    strike(fight)
    end(fight, 2)
    assert fight.units["b1"].armor == 3


@pytest.mark.rule("AS-DMG-057")
def test_a_boat_on_the_surface_only_stops() -> None:
    fight = position((6, 6, *QUIET), '10"n', state={"elevation": 0}, terrain=[LAKE])
    strike(fight)
    end(fight, 2)
    assert (fight.units["b1"].elevation, fight.units["b1"].armor) == (0, 5)
