"""Attacks that strike no unit (pp. 40, 45, 72): cover hit in the stead of a target.

What damage does to a structure is known in urban/collapse.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.indoors import sections_crossed
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large, is_solid
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.footprint import owner_of
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.buildings import construction_factor, section_at
from lancemate.alphastrike.urban.collapse import damage_feature

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle

NEAR: Final = 2  # a shot may fall short by so much and still strike the cover


# -- near misses ----------------------------------------------------------------------------------------------


@rules.rule("AS-COM-088", otherwise=None)
def near_miss(attack: Attack, number: int, roll: tuple[int, ...]) -> str | None:
    """The building or large unit that takes a shot which failed by 1 or 2, or None."""
    if attack.target is None or number > 12 or attack.sight.status != "partial":
        return None
    if on_hexes(attack.battle):
        return hex_cover_struck(attack, number, roll)
    return _struck_instead(attack, number, roll)


def _struck_instead(attack: Attack, number: int, roll: tuple[int, ...]) -> str | None:
    short = margin_of_failure(attack, dice_sum(attack, roll), number)
    if short is None or short > NEAR:
        return None
    cover = next((name for name in attack.sight.cover if takes_near_misses(attack.battle, name)), None)
    return cover if cover is None or cover not in attack.battle.table.by_id else _section_struck(attack, cover)


def _section_struck(attack: Attack, cover: str) -> str:
    """Of a wall that falls section by section, the one the line crosses, or the one nearest to the target."""
    battle, target = attack.battle, attack.target
    assert target is not None
    feature = battle.table.by_id[cover]
    crossed = sections_crossed(battle, attack.platform.at, target.at, (cover,))
    return (crossed[-1] if crossed else section_at(feature, target.at)).id


@rules.rule("AS-HEX-029", otherwise=None)
def hex_cover_struck(attack: Attack, number: int, roll: tuple[int, ...]) -> str | None:
    """On hexes too the building, or the DropShip on the ground, that covers a target is struck instead."""
    return _struck_instead(attack, number, roll)


def miss_rule(battle: Battle) -> str:
    return "AS-HEX-029" if on_hexes(battle) else "AS-COM-088"


def takes_near_misses(battle: Battle, name: str) -> bool:
    """It is a building, a grounded DropShip or an exceptionally large unit; a hill just stops the shot."""
    feature = piece(battle.table, name)
    if feature is not None:
        return construction_factor(battle, feature) is not None
    unit = owner_of(battle.units, name)
    return large_units_take_them(battle, name) or (unit is not None and is_solid(battle, unit.card))


@rules.rule("AS-BAT-120", "AS-OPT-094", otherwise=False)
def large_units_take_them(battle: Battle, name: str) -> bool:
    """An exceptionally large unit that covers a target takes the shot; one that is merely large just stops it."""
    unit = owner_of(battle.units, name)
    return unit is not None and is_exceptionally_large(battle, unit.card)


def hit_cover(attack: Attack, cover: str) -> None:
    """Give the damage of a near miss to the cover. The attack is the one that was redirected to it."""
    battle = attack.battle
    direction = hit_direction(attack) if attack.target is not None else "front"
    direction = "front" if direction == "corner" else direction
    settled = settle(attack, direction)
    battle.emit(
        HitLanded(
            attack.attacker.id,
            attack.target.id if attack.target is not None else cover,
            attack.kind,
            direction,
            settled.damage,
            settled.parts,
            settled.roll,
            miss_rule(battle),
            at_terrain=attack.feature is not None,
            section=attack.section,
        )
    )
    if attack.feature is not None:
        damage_feature(
            battle, attack.feature, settled.damage, miss_rule(battle), attack.source, place=attack.platform.at
        )
    else:
        strike(attack, settled, direction, natural_12=False)
