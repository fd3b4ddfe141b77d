"""Structures that give way (pp. 56, 72-74): how much weight a building bears, and what its fall does to those inside.

Knows who is in, on and under a structure. How much damage one can take is known in terrain_targets.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import BUILDINGS
from lancemate.alphastrike.cards.arithmetic import round_down, round_up
from lancemate.alphastrike.damage.damage import Hit, minimal_damage, take_hit
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.terrain import top_of
from lancemate.alphastrike.play.events import DieRolled, Displaced, TerrainChanged
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.appendix.rows import BuildingRow
    from lancemate.alphastrike.movement.context import Movement
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


# -- what it bears (pp. 64, 72) -------------------------------------------------------------------------------


@hooks.moved.rule("AS-URB-010")
def weight_comes_on(m: Movement) -> bool | None:
    """A unit that comes to stand in or on a building may be too much for it."""
    if m.in_the_open or m.airborne or not m.unit.on_table:
        return None
    return weigh(m.battle, m.unit) or None


def weigh(battle: Battle, unit: Unit) -> bool:
    """Bring down what does not bear a unit where it stands."""
    under = overloaded(battle, unit, unit.at, unit.elevation)
    for feature in under:
        bring_down(battle, feature, "AS-URB-010")
    return bool(under)


@hooks.crashes.rule("AS-URB-010", part=1)
def wreck_comes_on(battle: Battle, unit: Unit, by: str) -> None:
    """A wreck weighs what the unit did."""
    if unit.on_table:
        weigh(battle, unit)


@hooks.gives_way.rule("AS-URB-010")
def overloaded(battle: Battle, unit: Unit, at: Point, level: float) -> tuple[Feature, ...]:
    """Each inch of a building's height, its roof too, bears so many Sizes of units together; more bring it all down."""
    standing = [feature for feature in battle.state.table.features_at(*at) if feature.kind in BUILT]
    if not standing:
        return ()
    return tuple(
        feature for feature in standing if _heaviest(battle, feature, unit, level) > row_of(battle, feature).weight
    )


def _heaviest(battle: Battle, feature: Feature, unit: Unit, level: float) -> int:
    """The weight on a unit's level of a building, its own included; nothing where it is above it all."""
    top = top_of(battle, feature, 0.0)
    if level > top + LEVEL:
        return 0
    storey = round_down(battle, level - (top - feature.height) + LEVEL)
    beside = [other for other, height, _ in occupants(battle, feature) if round_down(battle, height + LEVEL) == storey]
    return weight_of(battle, unit) + sum(weight_of(battle, other) for other in beside if other is not unit)


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


@rules.rule("AS-URB-018")
def bring_down(battle: Battle, feature: Feature, by: str = "AS-URB-018") -> None:
    """A building or wall that falls becomes rubble, a hardened fortress the worst of it; whoever is there is buried."""
    inside = occupants(battle, feature)
    hardened = feature.kind == "building" and type_of(feature) == "hardened"
    battle.emit(TerrainChanged(feature.id, ULTRA_RUBBLE if hardened else RUBBLE, 0.0, by))
    bury(battle, feature, inside)
    for hook in battle.hooks[hooks.collapsed]:
        hook(battle, feature)


@rules.rule("AS-URB-019")
def bury(battle: Battle, feature: Feature, inside: list[Occupant]) -> None:
    """Infantry in or on a falling building is lost, battle armor riding there too; others come down and are hurt."""
    for unit, _, on_roof in inside:
        riders = [other for other in battle.units.values() if other.aboard == unit.id and other.riding]
        for lost in (unit, *riders):
            if lost.card.is_infantry:
                doom(battle, lost, f"{feature.id} fell on it", "AS-URB-019", wait=False)
        if not unit.card.is_infantry:
            come_down(battle, unit, "AS-URB-019")
            points = collapse_damage(battle, feature, unit) + (1 if on_roof else 0)
            take_hit(battle, Hit(unit.id, points, cause="collapse", attack=False))


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


def come_down(battle: Battle, unit: Unit, by: str) -> float:
    """Let a unit drop to what is under it now; how far that was."""
    level = resting_level(battle, unit, unit.x, unit.y)
    drop = unit.elevation - level
    if abs(drop) > LEVEL:
        battle.emit(Displaced(unit.id, unit.at, level, by))
    return drop


@rules.rule("AS-BAT-027")
def break_bridge(battle: Battle, bridge: Feature) -> None:
    """A bridge whose Construction Factor is used up is gone."""
    on_it = [
        unit
        for unit in battle.on_table()
        if not unit.airborne
        and bridge in battle.table.features_at(unit.x, unit.y)
        and abs(unit.elevation - battle.table.surface(unit.x, unit.y)) <= LEVEL
    ]
    battle.emit(TerrainChanged(bridge.id, None, 0.0, "AS-BAT-027"))
    for unit in on_it:
        drop_from_bridge(battle, unit)


@rules.rule("AS-BAT-029")
def drop_from_bridge(battle: Battle, unit: Unit) -> None:
    """Whoever was on the bridge falls, a point for every 3 inches begun; where it may not be, it is lost."""
    drop = come_down(battle, unit, "AS-BAT-029")
    if why_not_stand(battle, unit, unit.at, resting_way(battle, unit)) is not None:
        doom(battle, unit, "it fell from the bridge into terrain it cannot be in", "AS-BAT-029", wait=False)
    elif drop > LEVEL:
        take_hit(battle, Hit(unit.id, round_up(battle, drop / DROP), cause="fall", attack=False))
