"""Attacks on and in buildings, and over walls (pp. 73-74): whom one aims at, and what a structure takes off a hit.

What damage does to the structure is known in urban/collapse.py; how a way leads through it, in urban/storeys.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.sight import hidden_without
from lancemate.alphastrike.damage.reckoning import ABSORBED, WALLED
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.play.traits import ATTACK, FIRE, OWN, SUPPORT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.buildings import factor_left, row_of, section_at, shelter_of
from lancemate.alphastrike.urban.collapse import damage_feature

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.sight import Look
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.reckoning import Reckoning, Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

INSIDE: Final = (SUPPORT, OWN, FIRE)  # what no wall stands before
AT_A_WALL: Final = 2.0  # inches from a wall within which it shields


# -- whom one aims at -----------------------------------------------------------------------------------------


@hooks.aims_through.rule("AS-URB-014", types=("CI", "BA"), when=BUILT_UP)
def infantry_inside(attack: Attack) -> Feature | None:
    """Infantry in a building is not seen: who wants to strike it shoots at the building."""
    target = attack.target
    if target is None or not target.card.is_infantry or not target.on_table or attack.kind_rules.resolve is not None:
        return None
    house = shelter_of(attack.battle, target)
    return None if house is None or face_to_face(attack, house) else house


@rules.rule("AS-URB-016", otherwise=False)
def face_to_face(attack: Attack, house: Feature) -> bool:
    """Infantry in the same building attacks whom it likes, and nothing is in between."""
    return attack.platform.card.is_infantry and shelter_of(attack.battle, attack.platform) == house


@hooks.cover_share.rule("AS-URB-015", when=BUILT_UP)
def own_building_is_no_cover(sight: Look) -> float | None:
    """What a unit is inside of takes damage for it and makes it no harder to hit."""
    house = shelter_of(sight.battle, sight.target) if sight.target is not None else None
    if house is None or house.id not in sight.seen.cover:
        return None
    return hidden_without(sight, house.id)


def _everybody(attack: Attack) -> tuple[Unit, ...]:
    feature, battle = attack.feature, attack.battle
    inside = (unit for unit in battle.on_table() if feature is not None and shelter_of(battle, unit) == feature)
    return tuple(unit for unit in inside if not unit.card.is_infantry)


@rules.rule("AS-URB-013", otherwise=_everybody)
def struck_inside(attack: Attack) -> tuple[Unit, ...]:
    """Nobody: a shot at a building spends itself on the building."""
    return ()


# -- what the structure takes off it --------------------------------------------------------------------------


@hooks.damage.rule("AS-URB-014", part=ABSORBED, types=("CI", "BA"), when=BUILT_UP)
def shields_infantry(work: Reckoning) -> Modifier | None:
    """Infantry inside takes what the building does not absorb."""
    target = work.unit
    if target is None or not target.card.is_infantry:
        return None
    house = shelter_of(work.battle, target)
    return None if house is None or not is_absorbed(work) else _absorb(work, house, _inside(work, house), "AS-URB-014")


@hooks.damage.rule("AS-URB-015", part=ABSORBED, when=BUILT_UP)
def shields_others(work: Reckoning) -> Modifier | None:
    """So does everybody else, of whom it absorbs less."""
    target = work.unit
    if target is None or target.card.is_infantry:
        return None
    house = shelter_of(work.battle, target)
    return None if house is None or not is_absorbed(work) else _absorb(work, house, _inside(work, house), "AS-URB-015")


def is_absorbed(work: Reckoning) -> bool:
    """Attacks lose something to walls; not what a side's support does (AS-BAT-007), nor a unit's own charge."""
    return work.by_attack or (ATTACK in work.source.traits and work.source.traits.isdisjoint(INSIDE))


def _inside(work: Reckoning, house: Feature) -> int:
    """What a building absorbs for this target from this attacker."""
    assert work.unit is not None
    points = _listed(work, house, work.unit)
    if not work.by_attack:
        return points
    attack = work.attack
    if shelter_of(work.battle, attack.platform) == house:
        points = 0 if face_to_face(attack, house) else halved_within(work, points)
    less = (hook(work, house, points) for hook in work.battle.hooks[hooks.absorbs_less])
    return min([points, *(found for found in less if found is not None)])


@rules.rule("AS-URB-016", otherwise=lambda work, points: points)
def halved_within(work: Reckoning, points: int) -> int:
    """In the same building half as much is in between."""
    return points // 2


def _listed(work: Reckoning, structure: Feature, target: Unit) -> int:
    row = row_of(work, structure)
    return row.absorbs_for_infantry if target.card.is_infantry else row.absorbs_for_others


def _absorb(work: Reckoning, structure: Feature, points: int, by: str) -> Modifier | None:
    taken = min(work.points, points)
    if taken <= 0 or not still_stands(work, structure):
        return None
    work.absorbed.append((structure, taken))
    return Modifier(f"Absorbed by {structure.id}", -taken, by)


@rules.rule("AS-URB-020", otherwise=True)
def still_stands(work: Reckoning, structure: Feature) -> bool:
    """What is shot to pieces shields nobody any more, though it falls only in the End Phase."""
    return factor_left(work.battle, structure) > 0


@hooks.damage.rule("AS-URB-024", part=WALLED, kinds=hooks.MADE, when=BUILT_UP)
def shields_behind_a_wall(work: Reckoning) -> Modifier | None:
    """A wall shields who is within two inches of it, where the line of sight crosses it and is not blocked by it."""
    attack = work.attack
    target = attack.target
    if target is None or trait.AREA in attack.traits:
        return None
    table = work.battle.table
    walls = [name for name in attack.sight.cover if (one := table.by_id.get(name)) is not None and one.kind == "wall"]
    near = [name for name in walls if within(work.battle, target, table.by_id[name], AT_A_WALL)]
    if not near:
        return None
    viewer = attack.spotter if attack.indirect and attack.spotter is not None else attack.platform
    crossed = sections_crossed(work.battle, viewer.at, target.at, near)
    if not crossed:
        return None
    wall = crossed[-1]
    return _absorb(work, wall, _listed(work, wall, target), "AS-URB-024")


def sections_crossed(battle: Battle, a: Point, b: Point, names: Sequence[str]) -> list[Feature]:
    """The walls of these names that a line crosses, from its beginning on; of one with sections, the section."""
    return [
        section_at(feature, ((leg.start[0] + leg.end[0]) / 2, (leg.start[1] + leg.end[1]) / 2))
        for leg in battle.table.trace((a, b)).legs
        for feature in leg.features
        if feature.id in names
    ]


@hooks.absorbed.rule("AS-URB-015", when=BUILT_UP)
def walls_pay_for_it(battle: Battle, settled: Settled, source: Source) -> None:
    """What nobody's own attack has done wears a structure down as well."""
    wear_down(battle, settled, source)


def wear_down(battle: Battle, settled: Settled, source: Source, place: Point | None = None) -> None:
    """What structures have taken off a hit they suffer themselves, from where it came."""
    for structure, points in settled.absorbed:
        by = "AS-URB-024" if structure.kind == "wall" else "AS-URB-015"
        damage_feature(battle, structure, points, by, source, place=place)
