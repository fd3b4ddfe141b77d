"""Weapon Specialist (p. 101): a shot that only just misses still does something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.flak import flies
from lancemate.alphastrike.cards.damage_value import NONE
from lancemate.alphastrike.cards.pilot_names import WEAPON_SPECIALIST, piloted
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import Attack, resumed
from lancemate.alphastrike.combat.resolution import direction_question
from lancemate.alphastrike.combat.rolls import counting
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.damage.reckoning import half_of, minimal_rounded
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Underway
    from lancemate.alphastrike.combat.rolls import Made, Roll
    from lancemate.alphastrike.play.battle import Battle

NEAR: Final = 1  # a roll may fall short by so much


@rules.rule("AS-SPA-072", otherwise=False)
def nearly_hits(attack: Attack, roll: Roll) -> bool:
    """A standard weapon attack on a unit that misses by 1. Where nothing can hit, nothing nearly hits."""
    if trait.ALL_WEAPONS not in attack.traits or attack.code is not None or attack.target is None:
        return False
    return roll.short_by(NEAR) and has(attack.battle, attack.attacker, WEAPON_SPECIALIST)


@hooks.attack_made.rule("AS-SPA-072", when=piloted(WEAPON_SPECIALIST))
def half_a_hit(attack: Attack, made: Made) -> None:
    """Half of the damage is done all the same; of several rolls half of what those were worth together."""
    near = [roll for roll in made.rolls if nearly_hits(attack, roll)]
    battle, target = attack.battle, attack.target
    if target is not None and flies(target):
        near = [roll for roll in near if better_than_flak(attack, roll)]
    if target is None or not near:
        return
    direction, half = hit_direction(attack), counting(attack, len(near)).underway
    if direction == "corner":
        battle.ask(direction_question(attack, target, near[0].dice), "half_lands", attack=half)
    else:
        half_lands(battle, half, direction)


@hooks.spoils_flak.rule("AS-SPA-072", when=piloted(WEAPON_SPECIALIST))
def better_than_flak(attack: Attack, roll: Roll) -> bool:
    """Of flak and half a hit the better counts, not both; of one point of several flak does all."""
    if not nearly_hits(attack, roll):
        return False
    flak = attack.mount.specials.get("FLK")
    burst = special_damage(attack.battle, attack.attacker, flak, attack.arc).at(attack.bracket) if flak else NONE
    if attack.series is not None:
        return not burst.points
    half = half_of(attack, attack.kind_rules.strength(attack).points)
    return half > 0 and half >= burst.points


@rules.task("half_lands")
def half_lands(battle: Battle, attack: Underway, choice: str) -> None:
    shot = resumed(battle, attack)
    assert shot.target is not None
    whole = settle(shot, choice)
    damage = half_of(battle, whole.damage - whole.die) + minimal_rounded(battle, whole.die)
    lost = Modifier(WEAPON_SPECIALIST, damage - whole.damage, "AS-SPA-072")
    half = whole._replace(damage=damage, parts=(*whole.parts, lost), heat=0, burn=0)
    told = (shot.attacker.id, shot.target.id, "near miss", choice, half.damage, half.parts, half.roll)
    battle.emit(HitLanded(*told, "AS-SPA-072"))
    strike(shot, half, choice, natural_12=False)
