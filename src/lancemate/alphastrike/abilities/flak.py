"""Flak (p. 78): what only just misses a flying target still hurts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.resolution import direction_question
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

NEAR: Final = 2  # a roll may fall short by so much


@hooks.attack_made.rule("AS-SPC-030", ability="FLK")
def bursts_near(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> bool | None:
    """An attack that fails by 1 or 2 on something in the air does the FLK value of its bracket.

    With all weapons, a turret or the flak alone; where nothing can hit no dice are thrown, and nothing bursts.
    """
    if hit or not roll or attack.target is None or attack.kind != "weapon" or attack.code not in (None, "TUR", "FLK"):
        return None
    short = margin_of_failure(attack, dice_sum(attack, roll), number)
    if short is None or short > NEAR or not flies(attack.target):
        return None
    flak = attack.mount.specials.get("FLK")
    if flak is None:
        return None
    if not special_damage(attack.battle, attack.attacker, flak, attack.arc).at(attack.bracket).harms:
        return None
    return bursts(attack, "FLK", roll, number, "AS-SPC-030")


def bursts(attack: Attack, using: str, roll: tuple[int, ...], number: int, by: str) -> bool | None:
    """What an ability fires goes off beside its target, unless something spoils that."""
    if any(hook(attack, number, roll) for hook in attack.battle.hooks[hooks.spoils_flak]):
        return None
    assert attack.target is not None
    command = replace(attack.command, using=using, arc=attack.arc, overheat=0, rear=None)
    direction = hit_direction(Attack(attack.battle, command))
    if direction == "corner":
        attack.battle.ask(direction_question(attack, attack.target, roll), "flak_bursts", command=command, by=by)
    else:
        flak_bursts(attack.battle, command, direction, by)
    return True


def flies(unit: Unit) -> bool:
    """An aerospace unit, VTOL, WiGE or AirMech in the air."""
    return unit.airborne and (unit.card.is_aerospace or unit.card.is_air_vehicle or unit.card.is_mech)


@rules.task("flak_bursts")
def flak_bursts(battle: Battle, command: orders.Attack, choice: str, by: str = "AS-SPC-030") -> None:
    attack = Attack(battle, command)
    assert attack.target is not None
    settled = settle(attack, choice)
    told = (attack.attacker.id, attack.target.id, "flak", choice, settled.damage, settled.parts, settled.roll)
    battle.emit(HitLanded(*told, by))
    strike(attack, settled, choice, natural_12=False)
