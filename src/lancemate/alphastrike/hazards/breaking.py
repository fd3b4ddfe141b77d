"""Ground that breaks under a unit (p. 59): ice over water and crust over magma, on the way and where something lands.

What the water or the magma does to it then is known in damage/ and in liquids.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import pi
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.damage import SUBMERGED, Hit, Struck, take_hit, water_comes_in
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.hazards.bogging import comes_to_rest
from lancemate.alphastrike.hazards.liquids import melt, survives_magma
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.context import LEVEL, Movement, Stretch
from lancemate.alphastrike.movement.level import is_solid, place_footing
from lancemate.alphastrike.movement.on_the_way import BREAK, Passage, Trial, Trouble, full_steps, part_of, passages
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.terrain import patch_of
from lancemate.alphastrike.play.events import DieRolled, Displaced, GroundTested
from lancemate.alphastrike.play.events.ground import bogged
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import form
from lancemate.field.shapes import Circle, Line

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

ICE, CRUST = "ice", "magma_crust"
BREAKS_ON: Final = 6  # on 1D6
HOLE: Final = 1.0  # inches around the unit
FROM_ABOVE: Final = 2  # what a jump adds to the roll on crust
HEAVY: Final = frozenset({"Mechs", "ProtoMechs", "Tracked", "Wheeled"})
FIELDS_BURN: Final = 6  # on 2D6, as a spheroid lands
FIELDS_NEAR: Final = 2.0  # inches around it
FELL: Final = "fell_through_ice"  # the cause that brings a check of the hull


def is_heavy(battle: Battle, unit: Unit) -> bool:
    """'Mechs, ProtoMechs, tracks and wheels may be too much for thin ground."""
    return not HEAVY.isdisjoint(words(battle, unit.card))


def _carries(battle: Battle, unit: Unit, kind: str) -> Feature | None:
    """The ice or crust that a unit stands on."""
    if unit.airborne:
        return None
    patch = patch_of(battle, battle.table.features_at(unit.x, unit.y))
    medium = place_footing(battle, unit, unit.x, unit.y, resting_way(battle, unit), unit.elevation).medium
    if kind == ICE:
        return patch.ice if medium == "ice" and unit.elevation >= battle.table.surface(*unit.at) - LEVEL else None
    crust = [feature for feature in patch.rough if feature.kind == CRUST]
    return crust[-1] if crust and medium == "land" else None


# -- rolling for it -------------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-BAT-039", when=TERRAIN[ICE])
def ice_on_the_way(m: Movement) -> Sequence[Trial]:
    """A roll for every two full inches of ice, and one where a jump ends on it."""
    if not is_heavy(m.battle, m.unit):
        return ()
    return _trials(m, ICE, 0, _falls_through)


@hooks.on_the_way.rule("AS-BAT-050", when=TERRAIN[CRUST])
def crust_on_the_way(m: Movement) -> Sequence[Trial]:
    """A roll for every two full inches of crust, and a worse one where a jump ends on it."""
    if not is_heavy(m.battle, m.unit):
        return ()
    return _trials(m, CRUST, FROM_ABOVE, _into_the_magma)


def _trials(m: Movement, kind: str, jumped: int, falls: Callable[[Movement], None]) -> list[Trial]:
    if m.way == "jump":
        ground = thin_ground(m, kind)
        if ground is None or never_breaks(m.battle, ground):
            return []
        return [Trial(m.inches, BREAK, partial(_test, ground=ground, modifier=jumped, falls=falls))]
    if not m.travels or m.way not in ("walk", "surface"):
        return []
    found: list[Trial] = []
    for passage in passages(m, partial(thin_stretch, kind=kind)):
        ground = passage.feature
        if not never_breaks(m.battle, ground):
            test = partial(_test, ground=ground, modifier=0, falls=falls)
            found += [Trial(along, BREAK, test) for along in full_steps(passage)]
    return found


def thin_stretch(stretch: Stretch, kind: str) -> Feature | None:
    """The ice or crust that a part of the way leads over."""
    if kind == ICE:
        return stretch.patch.ice if stretch.medium == "ice" else None
    crust = [feature for feature in stretch.patch.rough if feature.kind == CRUST]
    return crust[-1] if crust and stretch.medium == "land" and not stretch.patch.paved else None


def thin_ground(m: Movement, kind: str) -> Feature | None:
    """The ice or crust on which a move ends."""
    patch = patch_of(m.battle, m.battle.table.features_at(*m.end))
    medium = place_footing(m.battle, m.unit, *m.end, resting_way(m.battle, m.unit)).medium
    return thin_stretch(Stretch(0.0, m.end, m.end, patch, medium, m.end_level), kind)


@rules.rule("AS-BAT-044", otherwise=False)
def never_breaks(battle: Battle, ground: Feature) -> bool:
    """Ice that is frozen solid bears every ground unit."""
    return ground.kind == ICE and is_solid(ground)


def _test(m: Movement, ground: Feature, modifier: int, falls: Callable[[Movement], None]) -> Trouble | None:
    return Trouble(falls) if breaks(m.battle, m.unit, ground, modifier) else None


def breaks(battle: Battle, unit: Unit, ground: Feature, modifier: int = 0) -> bool:
    """Roll whether the ground gives way."""
    roll = battle.roll(1)
    gives_way = roll[0] + modifier >= BREAKS_ON
    by = "AS-BAT-039" if ground.kind == ICE else "AS-BAT-050"
    battle.emit(GroundTested(unit.id, ground.kind, roll, modifier, gives_way, by))
    return gives_way


@hooks.moved.rule("AS-BAT-039", when=TERRAIN[ICE])
def stood_on_the_ice(m: Movement) -> bool | None:
    """A unit that spends its move where it stands rolls once."""
    return stays_on_the_ice(m.battle, m.unit) if not m.travels else None


@hooks.passed_move.rule("AS-BAT-039", when=TERRAIN[ICE])
def stays_on_the_ice(battle: Battle, unit: Unit) -> bool | None:
    """So does one that gives its move up."""
    if not unit.on_table or not is_heavy(battle, unit):
        return None
    ice = _carries(battle, unit, ICE)
    if ice is None or never_breaks(battle, ice) or not breaks(battle, unit, ice):
        return None
    fall_through(battle, unit)
    return True


# -- falling --------------------------------------------------------------------------------------------------


def _falls_through(m: Movement) -> None:
    fall_through(m.battle, m.unit)


@rules.rule("AS-BAT-040")
def fall_through(battle: Battle, unit: Unit, radius: float = HOLE) -> None:
    """It drops to the bottom, takes a point of damage and its hull is tested; where it cannot be, it is lost."""
    fallen = break_ice(battle, unit.at, radius, "AS-BAT-040")
    for one in (unit, *(other for other in fallen if other is not unit)):
        _drop(battle, one)


def _drop(battle: Battle, unit: Unit) -> None:
    battle.emit(Displaced(unit.id, unit.at, battle.table.ground(*unit.at), "AS-BAT-040"))
    if why_not_stand(battle, unit, unit.at, resting_way(battle, unit)) is not None:
        doom(battle, unit, "it fell through the ice into water it cannot be in", "AS-BAT-040", wait=False)
    else:
        take_hit(battle, Hit(unit.id, 1, cause="ice", attack=False, causes=(FELL,)))


def break_ice(battle: Battle, at: Point, radius: float, by: str) -> list[Unit]:
    """Open the ice around a place: water for the rest of the battle. Those whom it carried there."""
    ice = patch_of(battle, battle.table.features_at(*at)).ice
    depth = ice.depth if ice is not None else 1.0
    carried = [other for other in battle.on_table() if _carries(battle, other, ICE) is not None]
    form(battle, "water", Circle(*at, radius), by, depth=depth)
    return [other for other in carried if _carries(battle, other, ICE) is None and not _floats(battle, other)]


def _floats(battle: Battle, unit: Unit) -> bool:
    """What hovers needs no ice under it."""
    return resting_way(battle, unit) in ("surface", "skim")


@rules.rule("AS-BAT-044", otherwise=None)
def burst_ice(battle: Battle, at: Point, radius: float) -> None:
    """Aircraft that crash, and DropShips that lift off, break any ice; whoever it carried there falls through."""
    if patch_of(battle, battle.table.features_at(*at)).ice is not None:
        for unit in break_ice(battle, at, max(HOLE, radius), "AS-BAT-044"):
            _drop(battle, unit)


@hooks.crashes.rule("AS-BAT-044", part=1, when=TERRAIN[ICE])
def crashes_onto_ice(battle: Battle, unit: Unit, by: str) -> None:
    """An airship that comes down falls through as well."""
    if unit.card.is_aerospace and unit.on_table and unit.doomed is None:
        burst_ice(battle, unit.at, unit.radius)


@hooks.critical_causes.rule("AS-BAT-040", part=SUBMERGED, when=TERRAIN[ICE])
def hull_tested(struck: Struck) -> str | None:
    """Whoever falls through ice makes the check of the hull, however deep the water is."""
    if FELL not in struck.hit.causes or water_comes_in(struck) is not None:
        return None
    return None if overruled(struck.battle, hooks.keeps_sealed, False, struck) else "submerged"


def _into_the_magma(m: Movement) -> None:
    break_through(m.battle, m.unit)


def break_through(battle: Battle, unit: Unit) -> None:
    """It falls into the magma below, and suffers all of it at once."""
    open_crust(battle, unit, HOLE, "AS-BAT-050")
    battle.emit(Displaced(unit.id, unit.at, battle.table.ground(*unit.at), "AS-BAT-050"))
    if not survives_magma(unit):
        melt(battle, unit)
    elif not bogged.of(unit):
        comes_to_rest(battle, unit, CRUST)  # as hard as on the crust itself


def open_crust(battle: Battle, unit: Unit, radius: float, by: str) -> None:
    crust = [feature for feature in battle.table.features_at(unit.x, unit.y) if feature.kind == CRUST]
    depth = crust[-1].depth if crust else 2.0
    form(battle, "magma_liquid", Circle(unit.x, unit.y, radius), by, depth=depth)


# -- what crosses, lands or comes up --------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-BAT-041", when=TERRAIN[ICE], types="MS")
def too_heavy_for_any_ice(m: Movement) -> Sequence[Trial]:
    """A mobile structure breaks all the ice it comes over, frozen solid or not, and goes on."""
    if m.unit.card.type != "MS" or not m.travels:
        return ()
    crossed = passages(m, partial(thin_stretch, kind=ICE))
    return [Trial(passage.start, BREAK, partial(_crushes, passage=passage)) for passage in crossed]


def _crushes(m: Movement, passage: Passage) -> Trouble | None:
    way = part_of(m, passage.start, passage.end)
    depth = passage.feature.depth
    form(m.battle, "water", Line(way, 2.0 * m.unit.radius), "AS-BAT-041", depth=depth)
    return None


@hooks.touched_down.rule("AS-BAT-042", when=TERRAIN[ICE])
def lands_on_ice(battle: Battle, unit: Unit) -> None:
    """Thrusters and sheer mass open any ice; what else comes down rolls like a vehicle, but for flying infantry."""
    ice = _carries(battle, unit, ICE)
    if ice is None or unit.card.is_infantry:
        return
    if is_spheroid(unit) or unit.card.is_dropship:
        fall_through(battle, unit, max(HOLE, unit.radius))
    elif not never_breaks(battle, ice) and breaks(battle, unit, ice):
        fall_through(battle, unit)


def is_spheroid(unit: Unit) -> bool:
    """A ship that lands on its tail: spheroid DropShips, and small craft that are not built like aircraft."""
    return unit.card.type == "DS" or (unit.card.type == "SC" and not unit.has("AERODYNE"))


@hooks.touched_down.rule("AS-BAT-052", when=TERRAIN[CRUST])
def spheroid_melts_crust(battle: Battle, unit: Unit) -> None:
    """A spheroid turns crust into magma: lost if it stands in nothing else, else a point of damage to its tail."""
    if not is_spheroid(unit):
        return
    rim = [battle.table.beyond(unit.at, 45.0 * k, unit.radius) for k in range(8)]
    hot = [any(one.kind in (CRUST, "magma_liquid") for one in battle.table.features_at(*at)) for at in (unit.at, *rim)]
    if not any(hot):
        return
    open_crust(battle, unit, max(HOLE, unit.radius), "AS-BAT-052")
    if all(hot):
        doom(battle, unit, "it landed on magma", "AS-BAT-052", wait=False)
    else:
        take_hit(battle, Hit(unit.id, 1, cause="magma", attack=False, direction="rear"))


@hooks.touched_down.rule("AS-BAT-054", when=TERRAIN["mud"])
def spheroid_bakes_mud(battle: Battle, unit: Unit) -> None:
    """Under a spheroid mud becomes rough."""
    _burnt_to_rough(battle, unit, "mud", "AS-BAT-054")


@hooks.touched_down.rule("AS-BAT-057", when=TERRAIN["planted_fields"])
def spheroid_burns_fields(battle: Battle, unit: Unit) -> None:
    """So do planted fields, and those around it may catch fire."""
    burning = battle.hooks[hooks.set_alight]
    around = [place for place in _rim(battle, unit) if _grows(battle, place)] if burning and is_spheroid(unit) else []
    _burnt_to_rough(battle, unit, "planted_fields", "AS-BAT-057")
    if not around:
        return
    roll = battle.roll(2)
    lit = dice_sum(battle, roll) >= FIELDS_BURN
    result = "the fields around it burn" if lit else "nothing burns"
    battle.emit(DieRolled(unit.id, "fire in the fields", roll, result, "AS-BAT-057"))
    for place in around if lit else ():
        for hook in burning:
            hook(battle, place, 0.0, "AS-BAT-057")


def _rim(battle: Battle, unit: Unit) -> list[Point]:
    """Places side by side around a unit, each as wide as a fire."""
    out = unit.radius + FIELDS_NEAR / 2
    count = int(2 * pi * out / FIELDS_NEAR)
    places = [battle.table.snap(battle.table.beyond(unit.at, 360.0 * k / count, out)) for k in range(count)]
    return [place for place in places if battle.table.inside(*place)]


def _grows(battle: Battle, at: Point) -> bool:
    return any(feature.kind == "planted_fields" for feature in battle.table.features_at(*at))


def _burnt_to_rough(battle: Battle, unit: Unit, kind: str, by: str) -> None:
    touched = battle.table.features_touched(unit.x, unit.y, unit.radius)
    if is_spheroid(unit) and any(feature.kind == kind for feature in touched):
        form(battle, "rough", Circle(unit.x, unit.y, unit.radius), by)


@hooks.moved.rule("AS-BAT-043", when=TERRAIN[ICE])
def comes_up_through_the_ice(m: Movement) -> bool | None:
    """A submerged unit that surfaces under ice breaks it."""
    unit, battle = m.unit, m.battle
    if not unit.on_table or m.way != "swim":
        return None
    patch = patch_of(battle, battle.table.features_at(*unit.at))
    if patch.ice is None or unit.elevation < battle.table.surface(*unit.at) - LEVEL:
        return None
    form(battle, "water", Circle(unit.x, unit.y, HOLE), "AS-BAT-043", depth=patch.ice.depth)
    return True
