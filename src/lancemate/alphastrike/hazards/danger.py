"""What ground may cost a unit that makes a move, on average: for those who weigh one move against another.

Points of damage, and what being stuck or lost is worth in them. A guess, never a ruling.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.hazards.bogging import QUICKSAND, number_parts, soft_stretch
from lancemate.alphastrike.hazards.breaking import (
    BREAKS_ON,
    CRUST,
    FROM_ABOVE,
    ICE,
    is_heavy,
    never_breaks,
    thin_ground,
    thin_stretch,
)
from lancemate.alphastrike.hazards.bridges import too_weak
from lancemate.alphastrike.hazards.liquids import MAGMA, POOL, corrosion, points_for, spent_in, survives_magma, was_in
from lancemate.alphastrike.hazards.rails import is_train, reaches_a_gap
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.on_the_way import full_steps, passages
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.setup import FRAIL_BRIDGES, HAZARDS, TERRAIN
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.terrain.hexes import on_hexes

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement

STUCK: Final = 1.5  # points that being stuck is worth
SWALLOWED: Final = 0.6  # of what is left of a unit, where it may sink
HOT: Final = 2.0  # points that a turn in magma is worth, even to one that survives it
FALL: Final = 2.0  # points of a fall through ice or from a bridge
WADES: Final = frozenset({"Mechs", "ProtoMechs"})  # whoever else falls into water is lost


def _below(number: int) -> float:
    """The chance of rolling less than that with two dice."""
    return sum(one + other < number for one in range(1, 7) for other in range(1, 7)) / 36


def _all_of(m: Movement) -> float:
    return float(m.unit.armor + m.unit.structure)


@hooks.move_danger.rule("AS-BAT-070", when=HAZARDS)
def may_get_stuck(m: Movement) -> float:
    """The chance of getting stuck, and what that is worth."""
    if not m.travels or m.way not in ("walk", "surface", "swim"):
        return 0.0
    danger = 0.0
    for passage in passages(m, partial(soft_stretch, m)):
        if passage.feature.kind == QUICKSAND:
            return danger + SWALLOWED * _all_of(m)
        fails = _below(total(number_parts(m.battle, m.unit, passage.feature.kind)))
        checks = len(list(full_steps(passage))) + (not on_hexes(m.battle))
        danger += STUCK * (1.0 - (1.0 - fails) ** checks)
    return danger


@hooks.move_danger.rule("AS-BAT-040", when=TERRAIN[ICE])
def ice_may_break(m: Movement) -> float:
    """The chance that the ice breaks, and what the fall does."""
    lost = FALL if WADES & words(m, m.unit.card) else _all_of(m)
    return lost * _breaking(m, ICE, 0)


@hooks.move_danger.rule("AS-BAT-050", when=TERRAIN[CRUST])
def crust_may_break(m: Movement) -> float:
    """The chance that the crust breaks, and what the magma does."""
    lost = HOT + STUCK if survives_magma(m.unit) else _all_of(m)
    return lost * _breaking(m, CRUST, FROM_ABOVE)


def _breaking(m: Movement, kind: str, jumped: int) -> float:
    if not is_heavy(m.battle, m.unit) or m.way not in ("walk", "surface", "jump"):
        return 0.0
    if m.way == "jump" or not m.travels:
        here = thin_ground(m, kind)
        rolls = 1 if here is not None and not never_breaks(m.battle, here) and (m.travels or kind == ICE) else 0
        return rolls * (7 - BREAKS_ON + (jumped if m.way == "jump" else 0)) / 6
    crossed = [
        passage
        for passage in passages(m, partial(thin_stretch, kind=kind))
        if not never_breaks(m.battle, passage.feature)
    ]
    rolls = sum(len(list(full_steps(passage))) for passage in crossed)
    return float(1.0 - (5 / 6) ** rolls)


@hooks.move_danger.rule("AS-BAT-051", when=TERRAIN[CRUST])
def crust_is_hot(m: Movement) -> float:
    """A turn on crust is as hot as one in what is below it."""
    stands = m.unit.card.tracks_heat and not m.airborne and thin_ground(m, CRUST) is not None
    return HOT if stands else 0.0


@hooks.move_danger.rule("AS-BAT-034", when=TERRAIN[POOL])
def pool_hurts(m: Movement) -> float:
    """What a pool does is known beforehand."""
    if not was_in(m, POOL, m.end):
        return 0.0
    return float(corrosion(m.battle, m.unit, spent_in(m, POOL)))


@hooks.move_danger.rule("AS-BAT-047", when=TERRAIN[MAGMA])
def magma_burns(m: Movement) -> float:
    """Nobody goes into magma without need."""
    if not was_in(m, MAGMA, m.end):
        return 0.0
    if not survives_magma(m.unit):
        return _all_of(m)
    return HOT + (points_for(m.battle, spent_in(m, MAGMA)) if m.unit.armor <= 0 else 0.0)


@hooks.move_danger.rule("AS-BAT-060", when=TERRAIN["rail"])
def train_derails(m: Movement) -> float:
    """A gap in the rail costs a train its Move."""
    if not m.travels or not is_train(m.battle, m.unit) or reaches_a_gap(m) is None:
        return 0.0
    return min(_all_of(m), current_move(m.battle, m.unit))


@hooks.move_danger.rule("AS-BAT-028", when=FRAIL_BRIDGES)
def bridge_breaks(m: Movement) -> float:
    """So does a bridge that is too weak."""
    return FALL if too_weak(m) else 0.0
