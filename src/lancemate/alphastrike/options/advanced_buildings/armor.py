"""Armored buildings (p. 139): every wall and the roof have armor, which keeps out shots, machines and harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.combat.indoors import is_absorbed
from lancemate.alphastrike.damage.reckoning import ABSORBED
from lancemate.alphastrike.options.advanced_buildings.arming import BUILDINGS
from lancemate.alphastrike.options.advanced_buildings.walls import ROOF, wall_met, walls_of
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.buildings import shelter_of
from lancemate.alphastrike.urban.collapse import buried_points, collapse_damage
from lancemate.kernel.changes import as_printed
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.codec import JSON

BURIED: Final = rules.table("AS-OPT-035", {"inches for a point": 2.0, "at least": 1, "more on the roof": 2})
# Buildings that have changed hands, and whose they are now.
taken = battle_memory("buildings_taken", dict[str, str], default={}, rule="AS-OPT-030")
worn = battle_memory("terrain_armor", dict[str, dict[str, int]], default={}, rule="AS-OPT-031")


@rules.rule("AS-OPT-031", otherwise=0)
def armor_left(battle: Battle, feature: Feature, facing: str) -> int:
    """What is left of the armor of one facing."""
    whole = int(float(feature.properties.get("armor", 0)))
    return worn.of(battle.state).get(feature.id, {}).get(facing, whole)


def facings(feature: Feature) -> tuple[str, ...]:
    return (*(wall.name for wall in walls_of(feature.shape)), ROOF)


def is_armored(feature: Feature) -> bool:
    return feature.kind == "building" and bool(feature.properties.get("armor"))


def facing_from(feature: Feature, source: Point | None) -> str:
    """The facing that something strikes from a place; the roof, where it comes from above."""
    return ROOF if source is None else wall_met(feature.shape, source)


def holder_of(battle: Battle, feature: Feature) -> str | None:
    """The side that holds a building: whoever took it last, or whose it was."""
    owner = feature.properties.get("side")
    return taken.of(battle.state).get(feature.id) or (None if owner is None else str(owner))


@hooks.state_told.rule("AS-OPT-031", when=BUILDINGS)
def show_armor(battle: Battle) -> dict[str, JSON]:
    """What is left of the armor of every armored building."""
    armored = [feature for feature in battle.table.features if is_armored(feature)]
    shown: dict[str, JSON] = {
        one.id: {facing: armor_left(battle, one, facing) for facing in facings(one)} for one in armored
    }
    return {"terrain_armor": shown}


# -- damage ---------------------------------------------------------------------------------------------------


@hooks.wall_armor.rule("AS-OPT-034", when=BUILDINGS)
def armor_first(battle: Battle, feature: Feature, points: int, source: Point | None) -> int:
    """Damage is marked off the armor of the facing it strikes; what is too much for it goes through."""
    if not is_armored(feature):
        return points
    facing = facing_from(feature, source)
    taken = min(points, armor_left(battle, feature, facing))
    if taken:
        known = worn.of(battle.state)
        left = armor_left(battle, feature, facing) - taken
        worn.note(battle, None, {**known, feature.id: {**known.get(feature.id, {}), facing: left}}, "AS-OPT-034")
    return points - taken


@hooks.damage.rule("AS-OPT-032", part=ABSORBED - 1, when=BUILDINGS)
def nothing_gets_through(work: Reckoning) -> Modifier | None:
    """While the facing it comes through has armor, an attack does nothing to who is inside."""
    target = work.unit
    house = shelter_of(work.battle, target) if target is not None else None
    if house is None or not is_armored(house) or work.points <= 0 or not is_absorbed(work):
        return None
    if not work.by_attack:
        return _stopped(work, house, None)
    source = None if trait.AREA in work.attack.traits else work.attack.platform.at
    if shelter_of(work.battle, work.attack.platform) == house:
        return None
    return _stopped(work, house, source)


def _stopped(work: Reckoning, house: Feature, source: Point | None) -> Modifier | None:
    if not armor_left(work.battle, house, facing_from(house, source)):
        return None
    work.absorbed.append((house, work.points))
    return Modifier(f"Armor of {house.id}", -work.points, "AS-OPT-032")


# -- coming in ------------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-032", when=BUILDINGS)
def walls_keep_machines_out(m: Movement) -> Refusal | None:
    """Nobody but infantry goes through an armored wall of the enemy."""
    if m.unit.card.is_infantry or m.way not in ("walk", "surface"):
        return None
    shut = next(walls_crossed(m), None)
    if shut is None:
        return None
    text = f"the armor of {shut.id} keeps {m.unit.id} out: break it on that side first"
    return Refusal("armored", text, "AS-OPT-032")


def walls_crossed(m: Movement) -> Iterator[Feature]:
    """The enemy's buildings that a way leads into through a wall whose armor lasts."""
    inside = {feature.id for feature in m.battle.table.features_at(*m.points[0])}
    for stretch in m.stretches:
        for house in stretch.patch.solid if stretch.medium == "land" else ():
            if house.id not in inside and _is_shut(m.battle, m.unit, house, stretch.start):
                yield house
        inside = {feature.id for feature in stretch.patch.solid}


def _is_shut(battle: Battle, unit: Unit, house: Feature, at: Point) -> bool:
    hostile = holder_of(battle, house) not in (None, unit.side)
    return hostile and is_armored(house) and armor_left(battle, house, wall_met(house.shape, at)) > 0


# -- the fall -------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-035", when=BUILDINGS, replaces=buried_points)
def armored_fall(battle: Battle, feature: Feature, unit: Unit, on_roof: bool) -> int:
    """A point for every two inches of its height, or what the table says where that is more; two more on the roof."""
    if not is_armored(feature):
        return as_printed(buried_points)(battle, feature, unit, on_roof)
    row = BURIED.of(battle)
    own = max(int(row["at least"]), round_down(battle, feature.height / row["inches for a point"]))
    return max(collapse_damage(battle, feature, unit), own) + (int(row["more on the roof"]) if on_roof else 0)
