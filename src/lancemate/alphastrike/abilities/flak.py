"""Flak (p. 78): what only just misses a flying target still hurts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import Attack, resumed
from lancemate.alphastrike.combat.resolution import direction_question
from lancemate.alphastrike.combat.rolls import counting
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Underway
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

NEAR: Final = 2  # a roll may fall short by so much


@hooks.attack_made.rule("AS-SPC-030", ability="FLK")
def bursts_near(attack: Attack, made: Made) -> bool | None:
    """An attack that fails by 1 or 2 on something in the air does the FLK value of its bracket.

    With all weapons, a turret or the flak alone; where nothing can hit no dice are thrown, and nothing bursts.
    """
    if attack.target is None or trait.SHOT not in attack.traits or attack.code not in (None, "TUR", "FLK"):
        return None
    flak = attack.mount.specials.get("FLK") if made.short_by(NEAR) and flies(attack.target) else None
    if flak is None:
        return None
    if not special_damage(attack.battle, attack.attacker, flak, attack.arc).at(attack.bracket).harms:
        return None
    return bursts(attack, "FLK", made, "AS-SPC-030")


def bursts(attack: Attack, using: str, made: Made, by: str) -> bool | None:
    """What an ability fires goes off beside its target, unless something spoils that: once, or for every such roll."""
    spoiling = attack.battle.hooks[hooks.spoils_flak]
    near = [roll for roll in made.rolls if roll.short_by(NEAR)]
    near = [roll for roll in near if not any(spoils(attack, roll) for spoils in spoiling)]
    if not near:
        return None
    assert attack.target is not None
    beside = Attack(attack.battle, replace(attack.command, using=using, arc=attack.arc, overheat=0, rear=None))
    beside.series = attack.series
    most = beside.kind_rules.strength(beside).points
    shell = counting(beside, min(len(near), most)).underway
    direction = hit_direction(beside)
    if direction == "corner":
        question = direction_question(attack, attack.target, near[0].dice)
        attack.battle.ask(question, "flak_bursts", attack=shell, by=by)
    else:
        flak_bursts(attack.battle, shell, direction, by)
    return True


def flies(unit: Unit) -> bool:
    """An aerospace unit, VTOL, WiGE or AirMech in the air."""
    return unit.airborne and (unit.card.is_aerospace or unit.card.is_air_vehicle or unit.card.is_mech)


@rules.task("flak_bursts")
def flak_bursts(battle: Battle, attack: Underway, choice: str, by: str = "AS-SPC-030") -> None:
    shell = resumed(battle, attack)
    assert shell.target is not None
    settled = settle(shell, choice)
    told = (shell.attacker.id, shell.target.id, "flak", choice, settled.damage, settled.parts, settled.roll)
    battle.emit(HitLanded(*told, by))
    strike(shell, settled, choice, natural_12=False)
