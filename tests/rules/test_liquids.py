"""Hazardous pools and magma: what they do to those in them, and when; heat and cold of the ground."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, end, unit

HOVER: dict[str, Any] = {"type": "CV", "move": '20"h', "size": 1}
VTOL: dict[str, Any] = {"type": "CV", "move": '20"v', "size": 1, "armor": 4}


def field(kind: str, dice: Any = (), at: tuple[float, float] = (20, 10), depth: float = 1, **card: Any) -> Battle:
    """A unit at (20, 10), and from y = 12 to 24 nothing but one liquid."""
    state = card.pop("state", {})
    mover = unit("r1", at=at, state=state, **{"move": '24"', "armor": 9, **card})
    piece = {"id": "it", "kind": kind, "rect": [0, 12, 72, 12], **({"depth": depth} if depth is not None else {})}
    return battle(mover, unit("r2", at=(4, 4)), unit("b1", at=(60, 44)), terrain=[piece], phase="movement", dice=dice)


def go(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    return fight.do(commands.Move("r1", tuple(path), **more))


POOL, MAGMA = "hazardous_liquid_pool", "magma_liquid"


@pytest.mark.rule("AS-BAT-034")
@pytest.mark.parametrize(
    ("card", "inches", "damage"),
    [
        ({}, 2.5, 3),  # five inches of Move in the pool: 1 and 2
        ({"type": "IM"}, 2.5, 6),
        ({"type": "IM", "specials": ["SEAL"]}, 2.5, 3),
        ({}, 0.9, 1),
        ({}, 1.0, 2),
        (HOVER, 5.0, 3),  # combat vehicles are sealed
        ({"type": "PM"}, 2.5, 3),
    ],
)
def test_a_pool_hurts_by_the_move_spent_in_it(card: dict[str, Any], inches: float, damage: int) -> None:
    fight = field(POOL, (6, 6) * 9, **card)
    go(fight, (20.0, 12.0 + inches))
    assert fight.units["r1"].armor == 9 - damage


@pytest.mark.rule("AS-BAT-034")
def test_a_pool_hurts_who_crosses_it_and_who_stays_in_it_but_not_who_jumps_over_or_crosses_by_bridge() -> None:
    fight = field(POOL, at=(20, 23))
    fight.do(commands.Pass("r1"))
    assert fight.units["r1"].armor == 8
    fight = field(POOL, at=(20, 23))
    go(fight, facing=90.0)
    assert fight.units["r1"].armor == 8
    fight = field(POOL, at=(20, 23.5))
    go(fight, (20.0, 26.0))
    assert fight.units["r1"].armor == 8
    fight = field(POOL, move='20"/20"j')
    go(fight, (20.0, 26.0), mode="jump")
    assert fight.units["r1"].armor == 9
    fight = field(POOL, move='20"/20"j')
    go(fight, (20.0, 20.0), mode="jump")
    assert fight.units["r1"].armor == 8
    terrain = [
        {"kind": POOL, "depth": 1, "rect": [0, 12, 72, 12]},
        {"kind": "bridge", "line": [[20, 8], [20, 30]], "width": 3, "height": 1},
    ]
    units = (unit("r1", at=(20, 10), move='24"'), unit("b1", at=(60, 44)))
    fight = battle(*units, terrain=terrain, phase="movement", dice=())
    go(fight, (20.0, 16.0))
    assert fight.units["r1"].armor == 6


@pytest.mark.rule("AS-BAT-047")
def test_only_battlemechs_and_sealed_industrialmechs_survive_magma() -> None:
    fight = field(MAGMA, (6, 6))
    go(fight, (20.0, 13.0))
    assert not fight.units["r1"].destroyed
    fight = field(MAGMA, (6, 6), type="IM", specials=["SEAL"])
    go(fight, (20.0, 13.0))
    assert not fight.units["r1"].destroyed
    fight = field(MAGMA, (6, 6), type="IM")
    events = go(fight, (20.0, 18.0))
    assert fight.units["r1"].destroyed
    assert next(event for event in events if event.type == "moved").at == (20.0, 12.0)


@pytest.mark.rule("AS-BAT-047")
@pytest.mark.parametrize("more", [{}, {"specials": ["AMP"]}])
def test_aircraft_fly_over_magma_and_are_lost_in_it(more: dict[str, Any]) -> None:
    fight = field(MAGMA, (1,) * 9, **VTOL, **more, state={"elevation": 5.0})
    go(fight, (20.0, 18.0))
    assert not fight.units["r1"].destroyed
    fight = field(MAGMA, (1,) * 9, **VTOL, **more, state={"elevation": 5.0})
    go(fight, (20.0, 18.0), elevation=0.0)
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-BAT-048")
def test_magma_heats_whoever_was_in_it_this_turn() -> None:
    def heat(at: tuple[float, float], *path: tuple[float, float], dice: Any) -> int:
        fight = field(MAGMA, dice, at=at)
        go(fight, *path) if path else fight.do(commands.Pass("r1"))
        while fight.state.turn == 1:
            end(fight)
        return fight.units["r1"].heat

    after = (3, 4, 2, 2)
    assert heat((20, 10), (20.0, 13.0), dice=(6, 6, *after)) == 1
    assert heat((20, 23), (20.0, 26.0), dice=(6, 6, *after)) == 1
    assert heat((20, 20), dice=after) == 1
    assert heat((20, 6), (20.0, 10.0), dice=after) == 0
    fight = field(MAGMA, after, at=(20, 20), state={"heat": 2})
    end(fight, 2)
    end(fight, 2)
    assert fight.units["r1"].heat == 1  # cooled down completely first, and no water cools here


@pytest.mark.rule("AS-BAT-048")
def test_magma_heats_in_a_battle_that_begins_in_combat_too() -> None:
    piece = {"id": "it", "kind": MAGMA, "rect": [0, 12, 72, 12]}
    fight = battle(unit("r1", at=(20, 14)), unit("b1", at=(60, 44)), terrain=[piece], dice=(3, 4, 2, 2))
    end(fight, 2)
    assert fight.units["r1"].heat == 1


@pytest.mark.rule("AS-BAT-049")
@pytest.mark.parametrize(("inches", "damage"), [(0.5, 1), (1.0, 2), (3.0, 4)])
def test_without_armor_magma_burns_by_the_move_spent_in_it(inches: float, damage: int) -> None:
    fight = field(MAGMA, (6, 6) * 2 + (2, 2) * 9, state={"armor": 0}, structure=9)
    go(fight, (20.0, 12.0 + inches))
    assert fight.units["r1"].structure == 9 - damage


@pytest.mark.rule("AS-BAT-049")
def test_without_armor_one_that_stays_burns_and_an_industrialmech_is_lost() -> None:
    fight = field(MAGMA, (2, 2), state={"armor": 0}, at=(20, 20))
    fight.do(commands.Pass("r1"))
    assert (fight.units["r1"].structure, fight.units["r1"].destroyed) == (4, False)
    fight = field(MAGMA, (6, 6), state={"armor": 0}, type="IM", specials=["SEAL"])
    go(fight, (20.0, 13.0))
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-BAT-049")
def test_the_rules_for_units_under_water_are_not_for_magma() -> None:
    piece = {"id": "it", "kind": MAGMA, "depth": 3, "rect": [0, 12, 72, 12]}
    mech = unit("r1", at=(20, 14), state={"armor": 0}, structure=9)
    fight = battle(mech, unit("b1", at=(60, 44)), terrain=[piece], dice=(3, 4, 2, 2))
    end(fight, 2)
    assert not fight.units["r1"].destroyed  # in water it would have sunk


@pytest.mark.rule("AS-BAT-051")
@pytest.mark.parametrize(("at", "heat"), [((20, 16), 1), ((20, 10), 0)])
def test_crust_heats_who_stands_on_it_in_the_end_phase(at: tuple[float, float], heat: int) -> None:
    piece = {"id": "it", "kind": "magma_crust", "rect": [0, 12, 72, 12]}
    fight = battle(unit("r1", at=at), unit("b1", at=(60, 44)), terrain=[piece], dice=(3, 4, 2, 2))
    end(fight, 2)
    assert fight.units["r1"].heat == heat


@pytest.mark.rule("AS-BAT-031")
@pytest.mark.parametrize(("at", "heat"), [((20, 16), 1), ((20, 10), 2)])
def test_deep_snow_cools_a_hot_unit(at: tuple[float, float], heat: int) -> None:
    piece = {"id": "it", "kind": "deep_snow", "rect": [0, 12, 72, 12]}
    mech = unit("r1", at=at, state={"heat": 2, "attacks": ["weapon"]})
    fight = battle(mech, unit("b1", at=(60, 44)), terrain=[piece], dice=(3, 4, 2, 2))
    end(fight, 2)
    assert fight.units["r1"].heat == heat
