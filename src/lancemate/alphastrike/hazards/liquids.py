"""Liquids that are no water (pp. 58-59): hazardous pools, and magma with its heat.

Knows what they do to whoever is in them. How one moves in them is known in movement/, where they lie in terrain/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.heat.track import receive
from lancemate.alphastrike.movement.context import LEVEL, Movement, Stretch
from lancemate.alphastrike.movement.level import place_footing
from lancemate.alphastrike.movement.on_the_way import BREAK, MINES, Trial, Trouble, passages
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.terrain import COST_TABLE, going, patch_of
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.sealing import is_sealed
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.play.traits import NATURE

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

POOL, MAGMA, CRUST = "hazardous_liquid_pool", "magma_liquid", "magma_crust"
EVERY: Final = 2.0  # inches of Move spent in it that do one more point
CORROSION: Final = cause("hazardous liquid", "AS-BAT-034", NATURE)
IN_MAGMA: Final = cause("magma", "AS-BAT-049", NATURE)

# It has been in magma this turn, though it may have left it.
scorched = unit_memory("scorched", bool, default=False, rule="AS-BAT-048", expires="End Phase")


# -- who is in it ---------------------------------------------------------------------------------------------


def touches_liquid(battle: Battle, unit: Unit, kind: str) -> bool:
    """It is in such a liquid, or on its surface; not on a bridge over it, nor in the air."""
    if unit.airborne or not unit.on_table:
        return False
    patch = patch_of(battle, battle.table.features_at(unit.x, unit.y))
    if patch.liquid is None or patch.liquid.kind != kind:
        return False
    medium = place_footing(battle, unit, unit.x, unit.y, resting_way(battle, unit), unit.elevation).medium
    return medium in ("bottom", "surface", "deep")


def _in_liquid(m: Movement, stretch: Stretch, kind: str) -> Feature | None:
    liquid = stretch.patch.liquid
    wet = liquid is not None and liquid.kind == kind and stretch.medium in ("bottom", "surface", "deep")
    return liquid if wet and m.way in ("walk", "surface", "swim") else None


def spent_in(m: Movement, kind: str) -> float:
    """Move spent on the inches that lead through a liquid; climbing in and out is not among them."""
    base = COST_TABLE.of(m)["base"].cost
    spent = 0.0
    for stretch in m.stretches:
        if _in_liquid(m, stretch, kind) is not None:
            here = going(m.battle, m.unit, stretch.patch, stretch.medium, by_road=m.by_road)
            spent += stretch.length * (base + sum(extra.value for extra in here.extras))
    return spent


def was_in(m: Movement, kind: str, end: Point | None = None) -> bool:
    """Somewhere on its way, or where it stands or, before the move is made, would stand."""
    if any(_in_liquid(m, stretch, kind) for stretch in m.stretches):
        return True
    if end is None and touches_liquid(m.battle, m.unit, kind):
        return True
    if end is not None and not m.airborne and _is_in(m, kind, end, m.end_level):
        return True
    return m.way == "jump" and _is_in(m, kind, m.points[0], m.start_level)


def _is_in(m: Movement, kind: str, at: Point, level: float) -> bool:
    """Whether one that is there, and so high, is in the liquid."""
    patch = patch_of(m.battle, m.battle.table.features_at(*at))
    surface = m.battle.table.ground(*at) + (patch.water or 0.0)
    return patch.liquid is not None and patch.liquid.kind == kind and level <= surface + LEVEL


def points_for(battle: Battle, spent: float) -> int:
    """A point for being in it, and one for every full two inches of Move."""
    return 1 + round_down(battle, (spent + LEVEL) / EVERY)


def came_into(battle: Battle, here: Entered, kind: str) -> bool:
    """Whether a unit has been in such a liquid on its way, or has come to be in it; who stood in it has not."""
    unit = here.unit
    if unit.doomed is not None or here.way.begins:
        return False
    if here.move is not None and was_in(here.move, kind):
        return True
    before = here.as_it_was()
    return touches_liquid(battle, unit, kind) and (before is None or not touches_liquid(battle, before, kind))


def spent_by(here: Entered, kind: str) -> float:
    """The Move that it has spent in it, if it was its own."""
    return spent_in(here.move, kind) if here.move is not None and here.way.walks else 0.0


# -- hazardous pools ------------------------------------------------------------------------------------------


@hooks.entered.rule("AS-BAT-034", part=BREAK, when=TERRAIN[POOL])
def came_into_a_pool(battle: Battle, here: Entered) -> None:
    """What the pool has done to whoever comes into it is dealt where that ends."""
    if came_into(battle, here, POOL):
        corrode(battle, here.unit, spent_by(here, POOL))


@hooks.passed_move.rule("AS-BAT-034", when=TERRAIN[POOL])
def stays_in_a_pool(battle: Battle, unit: Unit) -> bool | None:
    """It goes on eating at whoever stays."""
    if not touches_liquid(battle, unit, POOL):
        return None
    corrode(battle, unit, 0.0)
    return True


def corrode(battle: Battle, unit: Unit, spent: float) -> None:
    hurt(battle, unit.id, corrosion(battle, unit, spent), CORROSION.itself)


def corrosion(battle: Battle, unit: Unit, spent: float) -> int:
    """Twice as much for whatever is neither a BattleMech nor sealed."""
    spared = unit.card.type == "BM" or is_sealed(battle, unit.card)
    return points_for(battle, spent) * (1 if spared else 2)


# -- liquid magma ---------------------------------------------------------------------------------------------


def survives_magma(unit: Unit) -> bool:
    """BattleMechs, and IndustrialMechs that are sealed."""
    return unit.card.type == "BM" or (unit.card.type == "IM" and unit.has("SEAL"))


@hooks.on_the_way.rule("AS-BAT-047", when=TERRAIN[MAGMA])
def melts_on_the_way(m: Movement) -> Sequence[Trial]:
    """Whoever cannot stand magma is lost where it enters it."""
    if survives_magma(m.unit):
        return ()
    found = passages(m, partial(_in_liquid, m, kind=MAGMA))
    return [Trial(passage.start, BREAK, _melts, passage.feature) for passage in found]


def _melts(m: Movement) -> Trouble | None:
    return Trouble(lambda here: melt(here.battle, here.unit))


def melt(battle: Battle, unit: Unit) -> None:
    doom(battle, unit, "it went into liquid magma", "AS-BAT-047", IN_MAGMA.itself, wait=False)


@hooks.entered.rule("AS-BAT-047", part=MINES, when=TERRAIN[MAGMA])
def comes_into_magma(battle: Battle, here: Entered) -> None:
    """So is whatever comes down in it, or is brought there."""
    if not survives_magma(here.unit) and came_into(battle, here, MAGMA):
        melt(battle, here.unit)


@hooks.entered.rule("AS-BAT-048", part=BREAK, when=TERRAIN[MAGMA])
def came_through_magma(battle: Battle, here: Entered) -> None:
    """Its heat is felt in the End Phase, wherever the unit is by then."""
    if not scorched.of(here.unit) and came_into(battle, here, MAGMA):
        scorched.remember(battle, here.unit, True)


@hooks.entered.rule("AS-BAT-049", part=BREAK, when=TERRAIN[MAGMA])
def burnt_in_magma(battle: Battle, here: Entered) -> None:
    """What the magma has done to one without armor is dealt where its way ends."""
    if came_into(battle, here, MAGMA):
        burn_without_armor(battle, here.unit, spent_by(here, MAGMA))


@hooks.passed_move.rule("AS-BAT-049", when=TERRAIN[MAGMA])
def stays_in_magma(battle: Battle, unit: Unit) -> bool | None:
    """It goes on burning whoever stays."""
    if unit.doomed is not None or not touches_liquid(battle, unit, MAGMA):
        return None
    burn_without_armor(battle, unit, 0.0)
    return True


def burn_without_armor(battle: Battle, unit: Unit, spent: float) -> None:
    """Without armor a BattleMech is damaged by every inch, and an IndustrialMech is lost."""
    if unit.armor > 0:
        return
    if unit.card.type == "IM":
        doom(battle, unit, "it had no armor left against the magma", "AS-BAT-049", IN_MAGMA.itself, wait=False)
    else:
        hurt(battle, unit.id, points_for(battle, spent), IN_MAGMA.itself)


@hooks.end_phase.rule("AS-BAT-048", part=hooks.SWITCHES, when=TERRAIN[MAGMA])
def magma_heats(battle: Battle) -> bool | None:
    """Whoever was in magma this turn is a level hotter for it."""
    return _heat(battle, "AS-BAT-048", lambda unit: scorched.of(unit) or touches_liquid(battle, unit, MAGMA))


@hooks.end_phase.rule("AS-BAT-051", part=hooks.SWITCHES, when=TERRAIN[CRUST])
def crust_heats(battle: Battle) -> bool | None:
    """So is whoever stands on the crust in the End Phase."""
    return _heat(battle, "AS-BAT-051", lambda unit: stands_on(battle, unit, CRUST))


def _heat(battle: Battle, by: str, hot: Callable[[Unit], bool]) -> bool | None:
    found = None
    for unit in battle.on_table():
        if unit.card.tracks_heat and not unit.airborne and hot(unit):
            receive(battle, unit, 1, by)
            found = True
    return found


def stands_on(battle: Battle, unit: Unit, kind: str) -> bool:
    """Its centre is on such ground, and not on a bridge or a road over it."""
    patch = patch_of(battle, battle.table.features_at(unit.x, unit.y))
    if patch.paved or not any(feature.kind == kind for feature in patch.features):
        return False
    medium = place_footing(battle, unit, unit.x, unit.y, resting_way(battle, unit), unit.elevation).medium
    return medium == "land" and not unit.airborne


@hooks.cools.rule("AS-BAT-031", when=TERRAIN["deep_snow"])
def snow_cools(battle: Battle, unit: Unit) -> Modifier | None:
    """A hot unit that stands in deep snow loses one more level."""
    return Modifier("Deep snow", -1, "AS-BAT-031") if stands_on(battle, unit, "deep_snow") else None
