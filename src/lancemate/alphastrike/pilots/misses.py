"""Weapon Specialist (p. 101): a shot that only just misses still does something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.flak import flies
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.cards.damage_value import NONE
from lancemate.alphastrike.cards.pilot_names import WEAPON_SPECIALIST, piloted
from lancemate.alphastrike.combat.amount import half_of, minimal_rounded, settle
from lancemate.alphastrike.combat.attack import Attack, automatic_miss
from lancemate.alphastrike.combat.resolution import direction_question
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

NEAR: Final = 1  # a roll may fall short by so much


@rules.rule("AS-SPA-072", otherwise=False)
def nearly_hits(attack: Attack, number: int, roll: tuple[int, ...]) -> bool:
    """A standard weapon attack on a unit that misses by 1. Where nothing can hit, nothing nearly hits."""
    if attack.kind != "weapon" or attack.code is not None or attack.target is None:
        return False
    if margin_of_failure(attack, dice_sum(attack, roll), number) != NEAR or automatic_miss(attack, number):
        return False
    return has(attack.battle, attack.attacker, WEAPON_SPECIALIST)


@hooks.attack_made.rule("AS-SPA-072", when=piloted(WEAPON_SPECIALIST))
def half_a_hit(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> None:
    """Half of the damage is done all the same."""
    if hit or not nearly_hits(attack, number, roll):
        return
    battle, target = attack.battle, attack.target
    assert target is not None
    if flies(target) and not better_than_flak(attack, number, roll):
        return
    direction = hit_direction(attack)
    if direction == "corner":
        battle.ask(direction_question(attack, target, roll), "half_lands", command=attack.command)
    else:
        half_lands(battle, attack.command, direction)


@hooks.spoils_flak.rule("AS-SPA-072", when=piloted(WEAPON_SPECIALIST))
def better_than_flak(attack: Attack, number: int, roll: tuple[int, ...]) -> bool:
    """Of flak and half a hit the better counts, not both."""
    if not nearly_hits(attack, number, roll):
        return False
    flak = attack.mount.specials.get("FLK")
    burst = special_damage(attack.battle, attack.attacker, flak, attack.arc).at(attack.bracket) if flak else NONE
    half = half_of(attack, attack.kind_rules.strength(attack).points)
    return half > 0 and half >= burst.points


@rules.task("half_lands")
def half_lands(battle: Battle, command: orders.Attack, choice: str) -> None:
    attack = Attack(battle, command)
    assert attack.target is not None
    whole = settle(attack, choice)
    damage = half_of(battle, whole.damage - whole.die) + minimal_rounded(battle, whole.die)
    lost = Modifier(WEAPON_SPECIALIST, damage - whole.damage, "AS-SPA-072")
    half = whole._replace(damage=damage, parts=(*whole.parts, lost), heat=0, burn=0)
    told = (attack.attacker.id, attack.target.id, "near miss", choice, half.damage, half.parts, half.roll)
    battle.emit(HitLanded(*told, "AS-SPA-072"))
    strike(attack, half, choice, natural_12=False)
