"""Structures that give way (pp. 56, 72-74): what damage and weight do to them, and their fall to those inside.

Knows who is in, on and under a structure. What a structure is stands in buildings.py, what walking does in walking.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down, round_up
from lancemate.alphastrike.damage.causes import Source, cause, own_doing
from lancemate.alphastrike.damage.credit import felled_by
from lancemate.alphastrike.damage.damage import effects_wait, hurt, minimal_damage
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.movement.entering import FELL, put
from lancemate.alphastrike.movement.on_the_way import BREAK
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.play.events import DieRolled, Displaced
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.play.traits import AREA, FALL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import PAVING, TRACK, cut, layer_of
from lancemate.alphastrike.terrain.ground import mark, piece, turn_into, whole_of
from lancemate.alphastrike.urban.buildings import (
    CASTLE_BRIAN,
    RAIL,
    Occupant,
    build_of,
    built_at,
    construction_factor,
    is_hangar,
    occupants,
    roof_of,
    row_of,
    section_at,
    type_of,
)
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

RUBBLE: Final = "rubble"
ULTRA_RUBBLE: Final = "ultra_rubble"
FALLEN: Final = (RUBBLE, ULTRA_RUBBLE)
STOREY: Final = 4.0  # inches of height for which the table gives the damage of a collapse
DROP: Final = 3.0  # inches of a fall from a bridge that do a point of damage
LARGE: Final = 5  # the Size that LG units count for
COLLAPSE: Final = cause("collapse", "AS-URB-019", FALL)
FALLS_WITH_IT: Final = cause("a falling bridge", "AS-BAT-029", FALL, word="fall")


# -- damage ---------------------------------------------------------------------------------------------------


def damage_feature(
    battle: Battle,
    feature: Feature,
    points: int,
    by: str,
    source: Source,
    *,
    leaving: Unit | None = None,
    place: Point | None = None,
    from_inside: bool = False,
    aimed: bool = False,
) -> None:
    """Mark points on a piece of terrain or a section. A structure falls when other damage would be felt.

    ``place`` is where they come from; from above, when nothing is said. What is done inside meets no wall. What
    strikes an area strikes everything in it on purpose, all else only what it is ``aimed`` at.
    """
    for hook in () if from_inside else battle.hooks[hooks.wall_armor]:
        points = hook(battle, feature, points, place)
    if points <= 0:
        return
    stood = not is_used_up(battle, feature)
    mark(battle, feature.id, points, by)
    if stood and is_used_up(battle, feature):
        is_felled(battle, feature, source, on_purpose=aimed or AREA in source.traits)
    if not effects_wait(battle, source):
        collapse(battle, feature, leaving)


def is_felled(battle: Battle, feature: Feature, source: Source, *, on_purpose: bool) -> None:
    """It cannot stand any longer: hook ``structure_felled`` (battle, feature, source, on_purpose)."""
    for hook in battle.hooks[hooks.structure_felled]:
        hook(battle, feature, source, on_purpose)


def collapse(battle: Battle, feature: Feature, leaving: Unit | None = None) -> bool:
    """Let a structure fall whose Construction Factor is used up."""
    if not is_used_up(battle, feature):
        return False
    if feature.kind == "bridge":
        break_bridge(battle, feature)
    elif feature.kind == RAIL:
        break_rail(battle, feature)
    else:
        fall_in(battle, feature, leaving=leaving)
    return True


@rules.rule("AS-URB-018", "AS-URB-012", otherwise=False)
def is_used_up(battle: Battle, feature: Feature) -> bool:
    """Damage of whatever kind is taken off its Construction Factor; where that is used up, it falls."""
    factor = construction_factor(battle, feature)
    return factor is not None and battle.state.terrain_damage.get(feature.id, 0) >= factor


def has_fallen(battle: Battle, feature: Feature) -> bool:
    """Whether what was a structure is one no longer."""
    now = piece(battle.table, feature.id)
    return now is None or now.kind != feature.kind


@hooks.end_phase.rule("AS-URB-020", part=hooks.REMOVAL)
def collapse_in_end_phase(battle: Battle) -> bool | None:
    """What Combat Phase damage has brought down falls with the other effects of damage."""
    if not battle.state.terrain_damage:
        return None
    table = battle.table
    found = [piece(table, name) for name in battle.state.terrain_damage]
    damaged = [feature for feature in found if feature is not None and feature.kind not in FALLEN]
    if len(damaged) > 1:
        order = {name: place for place, name in enumerate(table.by_id)}
        damaged.sort(key=lambda feature: order[whole_of(table, feature)])
    fallen = [feature for feature in damaged if collapse(battle, feature)]
    return True if fallen else None


# -- what it bears (pp. 64, 72) -------------------------------------------------------------------------------


@hooks.entered.rule("AS-URB-010", part=BREAK, when=BUILT_UP)
def weight_comes_on(battle: Battle, here: Entered) -> None:
    """A unit that comes to stand in or on a building may be too much for it."""
    unit = here.unit
    if unit.airborne or here.way.begins or (here.move is not None and here.move.in_the_open):
        return
    if battle.state.table.features_at(unit.x, unit.y):
        weigh(battle, unit)


def weigh(battle: Battle, unit: Unit) -> bool:
    """Bring down what does not bear a unit where it stands."""
    under = overloaded(battle, unit, unit.at, unit.elevation)
    for feature in under:
        by = "AS-URB-010" if not is_too_large(battle, unit, feature) else "AS-URB-011"
        bring_down(battle, feature, by, own_doing(unit))
    return bool(under)


@hooks.may_deploy.rule("AS-URB-010", when=BUILT_UP)
def not_under_a_falling_roof(battle: Battle, unit: Unit, at: Point, facing: float) -> Refusal | None:
    """Nobody is put into a building that would not bear it."""
    under = overloaded(battle, unit, at, battle.table.ground(*at))
    if not under:
        return None
    message = f"{under[0].id} would not bear {unit.id}: place it somewhere else"
    return Refusal("too_heavy", message, "AS-URB-010")


@hooks.gives_way.rule("AS-URB-010", when=BUILT_UP)
def overloaded(battle: Battle, unit: Unit, at: Point, level: float) -> tuple[Feature, ...]:
    """Each inch of a building's height, its roof too, bears so many Sizes of units together; more bring it all down."""
    built = built_at(battle, at)
    if not built:
        return ()
    standing = [section_at(feature, at) for feature in built]
    return tuple(
        feature
        for feature in standing
        if level <= roof_of(battle, feature) + LEVEL
        and (
            is_too_large(battle, unit, feature, level)
            or _heaviest(battle, feature, unit, level) > row_of(battle, feature).weight
        )
    )


def _heaviest(battle: Battle, feature: Feature, unit: Unit, level: float) -> int:
    """The weight on a unit's level of a building, its own included."""
    storey = round_down(battle, level - (roof_of(battle, feature) - feature.height) + LEVEL)
    beside = [other for other, height, _ in occupants(battle, feature) if round_down(battle, height + LEVEL) == storey]
    units = (unit, *(other for other in beside if other is not unit))
    return sum(weight_of(battle, one) for one in units if not stands_in_hangar(battle, one, feature))


@rules.rule("AS-URB-011", otherwise=False)
def is_too_large(battle: Battle, unit: Unit, feature: Feature, level: float | None = None) -> bool:
    """An aerospace unit or a large one that enters a building or lands on it brings it down, but for a hangar."""
    if not is_large(unit):
        return False
    height = (unit.elevation if level is None else level) - (roof_of(battle, feature) - feature.height)
    return not is_hangar(feature) or height >= 1.0 - LEVEL


@rules.rule("AS-URB-011", otherwise=False)
def stands_in_hangar(battle: Battle, unit: Unit, feature: Feature) -> bool:
    """The floor of a hangar carries what is large."""
    return is_hangar(feature) and is_large(unit)


def is_large(unit: Unit) -> bool:
    return unit.card.is_aerospace or any(unit.has(code) for code in ("LG", "VLG", "SLG"))


def weight_of(battle: Battle, unit: Unit) -> int:
    """Size, but conventional infantry weighs nothing."""
    if unit.card.type == "CI":
        return 0
    return large_weight(battle, unit) or unit.card.size


@rules.rule("AS-BAT-116", otherwise=0)
def large_weight(battle: Battle, unit: Unit) -> int:
    """Large units, and those larger still, count as Size 5."""
    return LARGE if any(unit.has(code) for code in ("LG", "VLG", "SLG")) else 0


# -- the fall (pp. 56, 74) ------------------------------------------------------------------------------------


def bring_down(
    battle: Battle,
    feature: Feature,
    by: str,
    source: Source,
    leaving: Unit | None = None,
    over: Unit | None = None,
) -> None:
    """It falls without any damage; who has come down ``over`` it is not buried."""
    is_felled(battle, feature, source, on_purpose=False)
    fall_in(battle, feature, by, leaving, over)


@rules.rule("AS-URB-018")
def fall_in(
    battle: Battle,
    feature: Feature,
    by: str = "AS-URB-018",
    leaving: Unit | None = None,
    over: Unit | None = None,
) -> None:
    """A building or wall that falls becomes rubble, a hardened fortress the worst of it; whoever is there is buried."""
    inside = [one for one in occupants(battle, feature) if one.unit is not over]
    if leaving is not None and all(leaving is not one.unit for one in inside):
        inside += caught_leaving(battle, leaving)
    turn_into(battle, feature.id, what_is_left(feature), by)
    bury(battle, feature, inside)
    for hook in battle.hooks[hooks.collapsed]:
        hook(battle, feature)


def what_is_left(feature: Feature) -> str:
    """Hardened fortresses and Castles Brian leave the worst of rubble."""
    hardest = feature.kind == "building" and (type_of(feature) == "hardened" or build_of(feature) == CASTLE_BRIAN)
    return ULTRA_RUBBLE if hardest else RUBBLE


@rules.rule("AS-URB-021", otherwise=lambda battle, unit: [Occupant(unit, 0.0, False)])
def caught_leaving(battle: Battle, unit: Unit) -> list[Occupant]:
    """Whoever brings a building down by walking out of it is outside already."""
    return []


@rules.rule("AS-URB-019")
def bury(battle: Battle, feature: Feature, inside: list[Occupant]) -> None:
    """Infantry in or on a falling building is lost, battle armor riding there too; others come down and are hurt."""
    fallen = COLLAPSE.of(felled_by.of(battle.state).get(feature.id))
    for unit, _, on_roof in inside:
        riders = [other for other in battle.units.values() if other.aboard == unit.id and other.riding]
        for lost in (unit, *riders):
            if lost.card.is_infantry:
                doom(battle, lost, f"{feature.id} fell on it", "AS-URB-019", fallen, wait=False)
        if not unit.card.is_infantry:
            come_down(battle, unit, "AS-URB-019")
            points = buried_points(battle, feature, unit, on_roof)
            hurt(battle, unit.id, points, fallen)


@rules.rule("AS-URB-019", otherwise=0)
def buried_points(battle: Battle, feature: Feature, unit: Unit, on_roof: bool) -> int:
    """What the fall of a building does to one that is in it; a point more on the roof."""
    return collapse_damage(battle, feature, unit) + (1 if on_roof else 0)


def collapse_damage(battle: Battle, feature: Feature, unit: Unit) -> int:
    """The table's damage for every full 4 inches of height, at least once; where that is 0*, a die for each."""
    times = max(1, round_down(battle, feature.height / STOREY))
    listed = row_of(battle, feature).collapse
    if listed != "0*":
        return times * int(listed)
    roll = battle.roll(times)
    points = sum(minimal_damage(battle, die) for die in roll)
    result = f"{points} point{'' if points == 1 else 's'}"
    battle.emit(DieRolled(unit.id, f"minimal damage of the fall of {feature.id}", roll, result, "AS-URB-019"))
    return points


def fall_hurts(battle: Battle, unit: Unit, feature: Feature) -> float:
    """Points that the fall of a structure does to a unit inside, on average; all that it has, to infantry."""
    if unit.card.is_infantry:
        return float(unit.armor + unit.structure)
    times = max(1, round_down(battle, feature.height / STOREY))
    listed = row_of(battle, feature).collapse
    return 0.5 * times if listed == "0*" else float(times * int(listed))


def come_down(battle: Battle, unit: Unit, by: str) -> float:
    """Let a unit drop to what is under it now; how far that was."""
    level = resting_level(battle, unit, unit.x, unit.y)
    drop = unit.elevation - level
    if abs(drop) > LEVEL:
        put(battle, Displaced(unit.id, unit.at, level, by), FELL)
    return drop


@rules.rule("AS-BAT-027")
def break_bridge(battle: Battle, bridge: Feature) -> None:
    """A bridge whose Construction Factor is used up is gone."""
    on_it = on_the_bridge(battle, bridge)
    turn_into(battle, bridge.id, None, "AS-BAT-027")
    for way in on_the_deck(battle, bridge):
        cut(battle, way, bridge.shape, "AS-BAT-027")
    for unit in on_it:
        drop_from_bridge(battle, unit, FALLS_WITH_IT.of(felled_by.of(battle.state).get(bridge.id)))


def on_the_deck(battle: Battle, bridge: Feature) -> list[Feature]:
    """Roads and rails that a bridge carries: they are drawn over it, or nothing else carries them there."""
    before = list(battle.setup.table.by_id)
    place = before.index(bridge.id) if bridge.id in before else len(before)
    over_water = any(one.role_name == "water" for one in battle.table.features_at(*bridge.shape.centroid()))
    ways = [one for one in battle.table.features if layer_of(one) in (PAVING, TRACK)]
    return [one for one in ways if over_water or (one.id in before and before.index(one.id) > place)]


@rules.rule("AS-BAT-059")
def break_rail(battle: Battle, section: Feature) -> None:
    """A section of rail whose Construction Factor is used up is gone."""
    turn_into(battle, section.id, None, "AS-BAT-059")


def on_the_bridge(battle: Battle, bridge: Feature) -> list[Unit]:
    """The units that stand on the deck of a bridge."""
    return [
        unit
        for unit in battle.on_table()
        if not unit.airborne
        and bridge in battle.table.features_at(unit.x, unit.y)
        and abs(unit.elevation - battle.table.surface(unit.x, unit.y)) <= LEVEL
    ]


@rules.rule("AS-BAT-029")
def drop_from_bridge(battle: Battle, unit: Unit, fallen: Source) -> None:
    """Whoever was on the bridge falls, a point for every 3 inches begun; where it may not be, it is lost."""
    drop = come_down(battle, unit, "AS-BAT-029")
    if why_not_stand(battle, unit, unit.at, resting_way(battle, unit)) is not None:
        doom(battle, unit, "it fell from the bridge into terrain it cannot be in", "AS-BAT-029", fallen, wait=False)
    elif drop > LEVEL:
        hurt(battle, unit.id, round_up(battle, drop / DROP), fallen)
