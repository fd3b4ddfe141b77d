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
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import SUBMERGED, Struck, deal, hurt, water_comes_in
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.context import LEVEL, Movement, Stretch
from lancemate.alphastrike.movement.entering import BROKE_THROUGH, put
from lancemate.alphastrike.movement.level import is_solid, place_footing
from lancemate.alphastrike.movement.on_the_way import (
    BREAK,
    NERVES,
    Passage,
    Trial,
    Trouble,
    full_steps,
    part_of,
    passages,
)
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.terrain import patch_of
from lancemate.alphastrike.play.events import DieRolled, Displaced, GroundTested
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.play.traits import FALL, NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import BAKES, BREAKS, BURNS, Became, become, turn
from lancemate.alphastrike.terrain.water import is_molten, water_at
from lancemate.alphastrike.urban.buildings import built_at
from lancemate.alphastrike.urban.collapse import come_down
from lancemate.field.shapes import Circle, Line

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point, Shape
    from lancemate.field.terrain import Feature

ICE, CRUST = "ice", "magma_crust"
BREAKS_ON: Final = 6  # on 1D6
HOLE: Final = 1.0  # inches around the unit
FROM_ABOVE: Final = 2  # what a jump adds to the roll on crust
HEAVY: Final = frozenset({"Mechs", "ProtoMechs", "Tracked", "Wheeled"})
FIELDS_BURN: Final = 6  # on 2D6, as a spheroid lands
FIELDS_NEAR: Final = 2.0  # inches around it
THROUGH_ICE: Final = "fell_through_ice"  # the cause that brings a check of the hull
ICE_BREAKS: Final = cause("ice", "AS-BAT-040", FALL, NATURE)
ON_MAGMA: Final = cause("magma under a ship", "AS-BAT-052", NATURE, word="magma")


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


@hooks.entered.rule("AS-BAT-039", part=BREAK, when=TERRAIN[ICE])
def comes_down_on_ice(battle: Battle, here: Entered) -> None:
    """Whoever comes down hard rolls as if it had jumped; who is put there with care has crossed nothing."""
    if _comes_down_hard(battle, here):
        ice = _carries(battle, here.unit, ICE)
        if ice is not None and not never_breaks(battle, ice) and breaks(battle, here.unit, ice):
            fall_through(battle, here.unit)


@hooks.entered.rule("AS-BAT-050", part=BREAK, when=TERRAIN[CRUST])
def comes_down_on_crust(battle: Battle, here: Entered) -> None:
    if _comes_down_hard(battle, here):
        crust = _carries(battle, here.unit, CRUST)
        if crust is not None and breaks(battle, here.unit, crust, FROM_ABOVE):
            break_through(battle, here.unit)


def _comes_down_hard(battle: Battle, here: Entered) -> bool:
    hard = (here.way.drops or here.way.falls) and not here.way.walks
    return hard and here.unit.doomed is None and is_heavy(battle, here.unit)


@hooks.moved.rule("AS-BAT-039", when=TERRAIN[ICE])
def stood_on_the_ice(m: Movement) -> bool | None:
    """A unit that spends its move where it stands rolls once."""
    if m.travels or m.disembarks is not None:
        return None
    return stays_on_the_ice(m.battle, m.unit)


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
    break_ice(battle, Circle(*unit.at, radius), "AS-BAT-040", unit)


def _drop(battle: Battle, unit: Unit) -> None:
    put(battle, Displaced(unit.id, unit.at, battle.table.ground(*unit.at), "AS-BAT-040"), BROKE_THROUGH)
    if why_not_stand(battle, unit, unit.at, resting_way(battle, unit)) is not None:
        reason = "it fell through the ice into water it cannot be in"
        doom(battle, unit, reason, "AS-BAT-040", ICE_BREAKS.itself, wait=False)
    else:
        ice = (Modifier("Ice", 1, "AS-BAT-040"),)
        deal(battle, Blow(unit.id, ICE_BREAKS.itself, ice, causes=(THROUGH_ICE,)))


def break_ice(battle: Battle, hole: Shape, by: str, first: Unit | None = None) -> None:
    """Open the ice in a place: it is water for the rest of the battle."""
    ice = patch_of(battle, battle.table.features_at(*hole.centroid())).ice
    become(battle, BREAKS, "water", hole, by, first=first, keys={"depth": 1.0 if ice is None else ice.depth})


@hooks.ground_became.rule("AS-BAT-040", part=1)
def ground_gives_way(battle: Battle, became: Became) -> None:
    """Whoever it carried falls: through ice into water, through crust into magma, or with the ground itself."""
    for unit in became.stood:
        if unit.on_table and unit.doomed is None and not built_at(battle, unit.at):
            falls_in(battle, unit, became.rule)


def falls_in(battle: Battle, unit: Unit, by: str) -> None:
    """What rides on the surface of water stays there, if it may be there at all."""
    wet = water_at(battle, *unit.at)
    afloat = wet and unit.elevation >= battle.table.ground(*unit.at) + wet - LEVEL
    lost = afloat and why_not_stand(battle, unit, unit.at, resting_way(battle, unit)) is not None
    if not lost and unit.elevation - resting_level(battle, unit, *unit.at) <= LEVEL:
        return
    if is_molten(battle, unit):
        into_magma(battle, unit)
    elif afloat:
        _drop(battle, unit)
    else:
        come_down(battle, unit, by)


@rules.rule("AS-BAT-044", otherwise=None)
def burst_ice(battle: Battle, at: Point, radius: float) -> None:
    """Aircraft that crash, and DropShips that lift off, break any ice; whoever it carried there falls through."""
    if patch_of(battle, battle.table.features_at(*at)).ice is not None:
        break_ice(battle, Circle(*at, max(HOLE, radius)), "AS-BAT-044")


@hooks.crashes.rule("AS-BAT-044", part=1, when=TERRAIN[ICE])
def crashes_onto_ice(battle: Battle, unit: Unit, by: str) -> None:
    """An airship that comes down falls through as well."""
    if unit.card.is_aerospace and unit.on_table and unit.doomed is None:
        burst_ice(battle, unit.at, unit.radius)


@hooks.critical_causes.rule("AS-BAT-040", part=SUBMERGED, when=TERRAIN[ICE])
def hull_tested(struck: Struck) -> str | None:
    """Whoever falls through ice makes the check of the hull, however deep the water is."""
    if THROUGH_ICE not in struck.hit.causes or water_comes_in(struck) is not None:
        return None
    return None if overruled(struck.battle, hooks.keeps_sealed, False, struck) else "submerged"


def _into_the_magma(m: Movement) -> None:
    break_through(m.battle, m.unit)


def break_through(battle: Battle, unit: Unit) -> None:
    """It falls into the magma below, and suffers all of it at once."""
    open_crust(battle, unit, HOLE, "AS-BAT-050")


def into_magma(battle: Battle, unit: Unit) -> None:
    """At once, and as hard to get out of as if it had broken through itself."""
    put(battle, Displaced(unit.id, unit.at, battle.table.ground(*unit.at), "AS-BAT-050"), BROKE_THROUGH)


def open_crust(battle: Battle, unit: Unit, radius: float, by: str, *, spared: bool = False) -> None:
    crust = [feature for feature in battle.table.features_at(unit.x, unit.y) if feature.kind == CRUST]
    depth = crust[-1].depth if crust else 2.0
    become(
        battle,
        BREAKS,
        "magma_liquid",
        Circle(unit.x, unit.y, radius),
        by,
        first=unit,
        spared=spared,
        keys={"depth": depth},
    )


# -- what crosses, lands or comes up --------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-BAT-041", when=TERRAIN[ICE], types="MS")
def too_heavy_for_any_ice(m: Movement) -> Sequence[Trial]:
    """A mobile structure breaks all the ice it comes over, frozen solid or not, and goes on."""
    if m.unit.card.type != "MS" or not m.travels:
        return ()
    crossed = passages(m, partial(thin_stretch, kind=ICE))
    return [Trial(passage.start, BREAK, partial(_crushes, passage=passage)) for passage in crossed]


def _crushes(m: Movement, passage: Passage) -> Trouble | None:
    break_ice(m.battle, Line(part_of(m, passage.start, passage.end), 2.0 * m.unit.radius), "AS-BAT-041", m.unit)
    return None


@hooks.entered.rule("AS-BAT-041", part=BREAK, when=TERRAIN[ICE])
def settles_in_the_water(battle: Battle, here: Entered) -> None:
    """Where a mobile structure stops it is in the water that it has made of the ice."""
    if here.unit.card.type == "MS" and here.has_moved and not here.unit.airborne:
        come_down(battle, here.unit, "AS-BAT-041")


@hooks.entered.rule("AS-BAT-042", part=BREAK, when=TERRAIN[ICE])
def lands_on_ice(battle: Battle, here: Entered) -> None:
    """Thrusters and sheer mass open any ice; what else comes down rolls like a vehicle, but for flying infantry."""
    unit = here.unit
    ice = _carries(battle, unit, ICE) if here.way.lands else None
    if ice is None or unit.card.is_infantry:
        return
    if is_spheroid(unit) or unit.card.is_dropship:
        fall_through(battle, unit, max(HOLE, unit.radius))
    elif not never_breaks(battle, ice) and breaks(battle, unit, ice):
        fall_through(battle, unit)


def is_spheroid(unit: Unit) -> bool:
    """A ship that lands on its tail: spheroid DropShips, and small craft that are not built like aircraft."""
    return unit.card.type == "DS" or (unit.card.type == "SC" and not unit.has("AERODYNE"))


@hooks.entered.rule("AS-BAT-052", part=BREAK, when=TERRAIN[CRUST])
def spheroid_melts_crust(battle: Battle, here: Entered) -> None:
    """A spheroid turns crust into magma: lost if it stands in nothing else, else a point of damage to its tail."""
    unit = here.unit
    if not here.way.lands or not is_spheroid(unit):
        return
    rim = [battle.table.beyond(unit.at, 45.0 * k, unit.radius) for k in range(8)]
    hot = [any(one.kind in (CRUST, "magma_liquid") for one in battle.table.features_at(*at)) for at in (unit.at, *rim)]
    if not any(hot):
        return
    open_crust(battle, unit, max(HOLE, unit.radius), "AS-BAT-052", spared=True)
    if all(hot):
        doom(battle, unit, "it landed on magma", "AS-BAT-052", ON_MAGMA.itself, wait=False)
    else:
        hurt(battle, unit.id, 1, ON_MAGMA.itself, "rear")


@hooks.entered.rule("AS-BAT-054", part=NERVES, when=TERRAIN["mud"])
def spheroid_bakes_mud(battle: Battle, here: Entered) -> None:
    """Under a spheroid mud becomes rough, and holds nobody."""
    unit = here.unit
    if here.way.lands and is_spheroid(unit):
        turn(battle, BAKES, "rough", Circle(unit.x, unit.y, unit.radius), "AS-BAT-054")


@hooks.entered.rule("AS-BAT-057", part=BREAK, when=TERRAIN["planted_fields"])
def spheroid_burns_fields(battle: Battle, here: Entered) -> None:
    """So do planted fields, and those around it may catch fire."""
    unit = here.unit
    if not here.way.lands or not is_spheroid(unit):
        return
    burning = battle.hooks[hooks.set_alight]
    around = [place for place in _rim(battle, unit) if _grows(battle, place)] if burning else []
    turn(battle, BURNS, "rough", Circle(unit.x, unit.y, unit.radius), "AS-BAT-057")
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


@hooks.moved.rule("AS-BAT-043", when=TERRAIN[ICE])
def comes_up_through_the_ice(m: Movement) -> bool | None:
    """A submerged unit that surfaces under ice breaks it."""
    unit, battle = m.unit, m.battle
    if not unit.on_table or m.way != "swim":
        return None
    patch = patch_of(battle, battle.table.features_at(*unit.at))
    if patch.ice is None or unit.elevation < battle.table.surface(*unit.at) - LEVEL:
        return None
    break_ice(battle, Circle(unit.x, unit.y, HOLE), "AS-BAT-043", unit)
    return True
