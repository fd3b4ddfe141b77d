"""A made-up pilot ability with a choice, all of it: once a game its pilot may call upon a steady hand, for 1 less."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import pilot_ability, piloted
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.rolls import Made
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.traits import SHOT
from lancemate.kernel.errors import Refusal

RULE: Final = "AS-SPA-001"
STEADY_HAND: Final = pilot_ability("Steady Hand", RULE)
used = unit_memory("steady_hand_used", bool, default=False, rule=RULE)
PILOT: Final = piloted(STEADY_HAND)


@hooks.attack_choices.rule(RULE, traits=SHOT, when=PILOT)
def may_be_called_upon(attack: Attack) -> Choice | None:
    if not has(attack.battle, attack.attacker, STEADY_HAND) or used.of(attack.attacker):
        return None
    return Choice("abilities", "Steady hand, once a game", "flag", RULE, among=(STEADY_HAND,))


@hooks.may_attack.rule(RULE, part=hooks.ABLE, when=PILOT)
def once_a_game(attack: Attack) -> Refusal | None:
    if STEADY_HAND not in attack.command.abilities or not used.of(attack.attacker):
        return None
    return Refusal("already_used", f"{attack.attacker.id} has had its steady hand", RULE)


@hooks.to_hit.rule(RULE, part=hooks.OTHER, when=PILOT)
def steady_hand(attack: Attack) -> Modifier | None:
    return Modifier(STEADY_HAND, -1, RULE) if STEADY_HAND in attack.command.abilities else None


@hooks.attack_made.rule(RULE, when=PILOT)
def it_is_used_up(attack: Attack, made: Made) -> None:
    if STEADY_HAND in attack.command.abilities:
        used.note(attack.battle, attack.attacker, True)
