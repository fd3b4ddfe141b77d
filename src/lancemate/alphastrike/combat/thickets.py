"""Terrain that hides and stands in the way of shots (pp. 58-60): jungle, heavy industrial ground, planted fields.

Knows what they add to a target number, when fields block the view, and what a stray shot may set off. How far one sees
through woods of all kinds is known in sight.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import TERRAIN_MODIFIERS
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.combat.area import radius_of, touched_by
from lancemate.alphastrike.combat.sight import TOLERANCE, Look, Obstacle
from lancemate.alphastrike.combat.tohit import terrain_counts
from lancemate.alphastrike.damage.damage import Hit, after_armor, take_hit
from lancemate.alphastrike.play.events import DieRolled, HitLanded, Scattered
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.sightlines import Crossing

JUNGLE, INDUSTRY, FIELDS = "jungle", "heavy_industrial", "planted_fields"
FIELDS_BLOCK: Final = rules.table("AS-BAT-055", {"blocked at": 12.0})
FIRE_REACH: Final = 2.0  # inches around an explosion within which all that can burn does
EXPLOSION: Final = rules.table("AS-BAT-037", {"target": 5, "damage": 1, "template": 2})


# -- jungle and industry --------------------------------------------------------------------------------------


def _thicket(attack: Attack, kind: str) -> float | None:
    """The inches of such terrain in the way, or None where there is none at all."""
    return dict(attack.sight.thickets).get(kind) if terrain_counts(attack) else None


@hooks.to_hit.rule("AS-BAT-045", part=hooks.OTHER, when=TERRAIN[JUNGLE])
def jungle(attack: Attack) -> Modifier | None:
    """One for every two inches that intervene, and one at least where either stands in it."""
    inches = _thicket(attack, JUNGLE)
    if inches is None:
        return None
    row = TERRAIN_MODIFIERS.of(attack)["jungle"]
    steps = max(1, round_down(attack, (inches + TOLERANCE) / row["per inches"]))
    return Modifier("Jungle", steps * row["modifier"], "AS-BAT-045")


@hooks.to_hit.rule("AS-BAT-036", part=hooks.OTHER, when=TERRAIN[INDUSTRY])
def heavy_industry(attack: Attack) -> Modifier | None:
    """Occupied by either or in between: once."""
    if _thicket(attack, INDUSTRY) is None:
        return None
    return Modifier("Heavy industrial", TERRAIN_MODIFIERS.of(attack)["heavy industrial"]["modifier"], "AS-BAT-036")


# -- planted fields -------------------------------------------------------------------------------------------


def _inches_of_fields(battle: Battle, crossings: tuple[Crossing, ...]) -> float:
    by_id = battle.table.by_id
    return sum(one.inches for one in crossings if one.feature in by_id and by_id[one.feature].kind == FIELDS)


@hooks.to_hit.rule("AS-BAT-055", part=hooks.OTHER, when=TERRAIN[FIELDS])
def planted_fields(attack: Attack) -> Modifier | None:
    """One for every four full inches in between."""
    row = TERRAIN_MODIFIERS.of(attack)["planted fields"]
    inches = _inches_of_fields(attack.battle, attack.sight.crossings)
    steps = round_down(attack, (inches + TOLERANCE) / row["per inches"])
    if not steps or not terrain_counts(attack):
        return None
    return Modifier("Planted fields", steps * row["modifier"], "AS-BAT-055")


@hooks.to_hit.rule("AS-BAT-056", part=hooks.OTHER, when=TERRAIN[FIELDS])
def infantry_in_the_fields(attack: Attack) -> Modifier | None:
    """Infantry ducks between the rows."""
    target = attack.target
    if target is None or not target.card.is_infantry or not terrain_counts(attack):
        return None
    here = attack.battle.table.features_at(target.x, target.y)
    if target.airborne or not any(feature.kind == FIELDS for feature in here):
        return None
    more = TERRAIN_MODIFIERS.of(attack)["planted fields"]["more against infantry"]
    return Modifier("Infantry in planted fields", more, "AS-BAT-056")


@hooks.line_of_sight.rule("AS-BAT-055", part=3, when=TERRAIN[FIELDS])
def deep_fields(sight: Look) -> Obstacle | None:
    """Twelve inches of fields in all cannot be looked through."""
    inches = _inches_of_fields(sight.battle, sight.seen.crossings)
    most = FIELDS_BLOCK.of(sight)["blocked at"]
    if inches < most - TOLERANCE:
        return None
    text = f"{inches:.1f} inches of planted fields lie between; {most:g} block the view"
    return Obstacle("AS-BAT-055", text, growth=True)


# -- stray shots ----------------------------------------------------------------------------------------------


@hooks.attack_made.rule("AS-BAT-037", part=2, when=TERRAIN[INDUSTRY])
def stray_shot(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> None:
    """A miss into such ground, or a hit on the ground itself, may set something off when the attack is over."""
    if attack.kind_rules.deed:
        return
    at = _set_off_at(attack, hit)
    if at is not None:
        may_explode(attack.battle, attack.attacker.id, at)


def _set_off_at(attack: Attack, hit: bool) -> Point | None:
    """The point around which it could explode, or None where nothing can."""
    battle = attack.battle
    target, feature = attack.target, attack.feature
    if target is not None and not attack.kind_rules.area:
        return target.at if not hit and not target.airborne and is_industrial(battle, target.at) else None
    if feature is not None:
        return attack.aim[0] if feature.kind == INDUSTRY else None
    aimed = target.at if target is not None else attack.point
    if aimed is not None and is_industrial(battle, aimed):
        return aimed
    lands = _landing(battle) if not hit else None
    return lands if lands is not None and is_industrial(battle, lands) else None


def _landing(battle: Battle) -> Point | None:
    """Where the last shot that drifted came down."""
    last = next((event for event in reversed(battle.journal.events) if isinstance(event, Scattered)), None)
    return None if last is None or last.off_table else last.lands_at


def is_industrial(battle: Battle, at: Point) -> bool:
    return any(feature.kind == INDUSTRY for feature in battle.table.features_at(*at))


def may_explode(battle: Battle, attacker: str, at: Point) -> None:
    """Roll for an explosion around a point, and hurt everybody under its template."""
    row = EXPLOSION.of(battle)
    roll = battle.roll(2)
    goes_off = dice_sum(battle, roll) >= row["target"]
    result = "the plant blows up" if goes_off else "nothing happens"
    battle.emit(DieRolled(attacker, "explosion of heavy industrial ground", roll, result, "AS-BAT-037"))
    if not goes_off:
        return
    radius = radius_of(battle, row["template"])
    level = battle.table.surface(*at)
    struck = battle.table.covered(at, radius, list(battle.on_table()))
    for unit in [unit for unit in struck if touched_by(battle, unit, row["template"], at, level)]:
        armor = after_armor(battle, unit, row["damage"], hooks.FROM_AREA)
        parts = (Modifier("Explosion", row["damage"], "AS-BAT-037"), *armor)
        points = total(parts)
        battle.emit(HitLanded(None, unit.id, "explosion", "front", points, parts, (), "AS-BAT-037"))
        take_hit(battle, Hit(unit.id, points, cause="explosion", attack=False, area=True))
    for hook in battle.hooks[hooks.set_alight]:
        hook(battle, at, FIRE_REACH, "AS-BAT-037")
