"""Terrain that hides and stands in the way of shots (pp. 58-60): jungle, heavy industrial ground, planted fields.

Knows what they add to a target number, when fields block the view, and what a stray shot may set off. How far one sees
through woods of all kinds is known in sight.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import TERRAIN_MODIFIERS
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.blast import Impact, blast
from lancemate.alphastrike.combat.sight import TOLERANCE, Look, Obstacle
from lancemate.alphastrike.combat.tohit import terrain_counts
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.blast import Fallen
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.sightlines import Crossing

JUNGLE, INDUSTRY, FIELDS = "jungle", "heavy_industrial", "planted_fields"
FIELDS_BLOCK: Final = rules.table("AS-BAT-055", {"blocked at": 12.0})
FIRE_REACH: Final = 2.0  # inches around an explosion within which all that can burn does
PLANT: Final = cause("industrial explosion", "AS-BAT-037", trait.AREA, trait.EXPLOSIVE, word="explosion")
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
def stray_shot(attack: Attack, made: Made) -> None:
    """A miss into such ground, or a hit on the ground itself, may set something off when the attack is over."""
    if trait.DEED in attack.traits or trait.AREA in attack.traits:
        return
    target, feature = attack.target, attack.feature
    if target is not None:
        at = target.at if made.missed and not target.airborne else None
    elif feature is not None:
        at = attack.aim[0] if feature.kind == INDUSTRY else None
    else:
        at = attack.point
    if at is not None and is_industrial(attack.battle, at):
        may_explode(attack.battle, attack.source, at)


@hooks.comes_down.rule("AS-BAT-037", when=TERRAIN[INDUSTRY])
def shells_and_bombs(battle: Battle, fallen: Fallen) -> None:
    """So may whatever strikes an area, where it was aimed at or where it lands; and what misses a unit."""
    places = [fallen.aimed] if fallen.hits_ground or fallen.lands is None else []
    if fallen.hits_ground and fallen.lands is not None:
        places.append(fallen.lands)
    at = next((place for place in places if is_industrial(battle, place)), None)
    if at is not None:
        may_explode(battle, fallen.source, at)


def is_industrial(battle: Battle, at: Point) -> bool:
    return any(feature.kind == INDUSTRY for feature in battle.table.features_at(*at))


def may_explode(battle: Battle, by: Source, at: Point) -> None:
    """Whoever attacked rolls for an explosion around a point, which hurts everybody under its template."""
    row = EXPLOSION.of(battle)
    roll = battle.roll(2)
    goes_off = dice_sum(battle, roll) >= row["target"]
    result = "the plant blows up" if goes_off else "nothing happens"
    battle.emit(DieRolled(by.by, "explosion of heavy industrial ground", roll, result, "AS-BAT-037"))
    if not goes_off:
        return
    ring, level = Ring(radius_of(battle, row["template"]), Strength(row["damage"])), battle.table.surface(*at)
    blast(battle, Impact(at, (ring,), PLANT.of(by.side), "Explosion", "AS-BAT-037", level, knocks_down=False))
    for hook in battle.hooks[hooks.set_alight]:
        hook(battle, at, FIRE_REACH, "AS-BAT-037")
