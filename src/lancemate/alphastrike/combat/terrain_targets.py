"""Attacks that strike no unit (pp. 40, 45, 72): buildings and other terrain as targets, and cover hit in their stead.

Damage is kept per feature; a structure whose Construction Factor is used up falls. What that does to the units inside
is known in collapse.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import mark
from lancemate.alphastrike.urban.collapse import BUILT, FALLEN, break_bridge, bring_down, type_of
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

# Construction Factor of a building whose script gives none.
CONSTRUCTION: Final = rules.table("AS-URB-001", {"light": 2, "medium": 3, "heavy": 4, "hardened": 16})
NEAR: Final = 2  # a shot may fall short by so much and still strike the cover


def construction_factor(by: Switched, feature: Feature) -> int | None:
    """How much damage a structure takes before it falls; none for terrain that does not, nor for a bridge without."""
    given = feature.properties.get("cf")
    if feature.kind in BUILT:
        return CONSTRUCTION.of(by)[type_of(feature)] if given is None else int(given)
    return int(given) if given is not None and feature.kind == "bridge" else None


def damage_feature(battle: Battle, feature: Feature, points: int, by: str) -> None:
    """Mark points on a piece of terrain. Outside the Combat Phase a structure falls at once."""
    if points <= 0:
        return
    mark(battle, feature.id, points, by)
    if battle.now.part_of != COMBAT:
        collapse(battle, feature)


def collapse(battle: Battle, feature: Feature) -> bool:
    """Let a structure fall whose Construction Factor is used up."""
    factor = construction_factor(battle, feature)
    if factor is None or battle.state.terrain_damage.get(feature.id, 0) < factor:
        return False
    (break_bridge if feature.kind == "bridge" else bring_down)(battle, feature)
    return True


@hooks.end_phase.rule("AS-URB-020", part=hooks.REMOVAL)
def collapse_in_end_phase(battle: Battle) -> bool | None:
    """What Combat Phase damage has brought down falls with the other effects of damage."""
    if not battle.state.terrain_damage:
        return None
    damaged = [feature for feature in battle.table.features if feature.id in battle.state.terrain_damage]
    fallen = [feature for feature in damaged if feature.kind not in FALLEN and collapse(battle, feature)]
    return True if fallen else None


# -- near misses ----------------------------------------------------------------------------------------------


@rules.rule("AS-COM-088", otherwise=None)
def near_miss(attack: Attack, number: int, roll: tuple[int, ...]) -> str | None:
    """The building or large unit that takes a shot which failed by 1 or 2, or None."""
    if attack.target is None or number > 12 or attack.sight.status != "partial":
        return None
    short = margin_of_failure(attack, dice_sum(attack, roll), number)
    if short is None or short > NEAR:
        return None
    return next((name for name in attack.sight.cover if takes_near_misses(attack.battle, name)), None)


def takes_near_misses(battle: Battle, name: str) -> bool:
    """It is a building, a grounded DropShip or an exceptionally large unit; a hill just stops the shot."""
    feature = battle.table.by_id.get(name)
    if feature is not None:
        return construction_factor(battle, feature) is not None
    return large_units_take_them(battle, name)


@rules.rule("AS-BAT-120", otherwise=False)
def large_units_take_them(battle: Battle, name: str) -> bool:
    """Only the largest units are in the way of anybody's sight, so one that covers a target is one of them."""
    return name in battle.units


def hit_cover(attack: Attack, cover: str) -> None:
    """Give the damage of a near miss to the cover. The attack is the one that was redirected to it."""
    battle = attack.battle
    direction = hit_direction(attack) if attack.target is not None else "front"
    direction = "front" if direction == "corner" else direction
    settled = settle(attack, direction)
    battle.emit(
        HitLanded(
            attack.attacker.id,
            cover,
            attack.kind,
            direction,
            settled.damage,
            settled.parts,
            settled.roll,
            "AS-COM-088",
            at_terrain=attack.feature is not None,
        )
    )
    if attack.feature is not None:
        damage_feature(battle, attack.feature, settled.damage, "AS-COM-088")
    else:
        strike(attack, settled, direction, natural_12=False)
