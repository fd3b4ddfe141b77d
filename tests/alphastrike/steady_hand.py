"""A made-up pilot ability with a choice, all of it: once a game its pilot may call upon a steady hand, for 1 less."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.names import pilot_ability
from lancemate.alphastrike.play.events import Noted
from lancemate.alphastrike.play.explain import OTHER, Modifier
from lancemate.alphastrike.play.offer import Choice
from lancemate.kernel.errors import Refusal
from lancemate.kernel.rules import rule

RULE: Final = "AS-SPA-001"
STEADY_HAND: Final = pilot_ability("Steady Hand", RULE)
USED: Final = "steady_hand_used"
PILOT: Final = f"pilot:{STEADY_HAND}"


@rule(RULE, hook="attack_choices", kinds="weapon", option=PILOT)
def may_be_called_upon(attack: Attack) -> Choice | None:
    if not has(attack.battle, attack.attacker, STEADY_HAND) or attack.attacker.notes.get(USED):
        return None
    return Choice("abilities", "Steady hand, once a game", "flag", RULE, among=(STEADY_HAND,))


@rule(RULE, hook="calls_upon", option=PILOT)
def once_a_game(attack: Attack, ability: str) -> str | Refusal | None:
    if ability != STEADY_HAND or not has(attack.battle, attack.attacker, STEADY_HAND):
        return None
    used = Refusal("already_used", f"{attack.attacker.id} has had its steady hand", RULE)
    return used if attack.attacker.notes.get(USED) else RULE


@rule(RULE, hook="to_hit", part=OTHER, option=PILOT)
def steady_hand(attack: Attack) -> Modifier | None:
    return Modifier(STEADY_HAND, -1, RULE) if STEADY_HAND in attack.command.abilities else None


@rule(RULE, hook="attack_made", option=PILOT)
def it_is_used_up(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> None:
    if STEADY_HAND in attack.command.abilities:
        attack.battle.emit(Noted(attack.attacker.id, USED, True, RULE))
