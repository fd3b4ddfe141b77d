"""Berserkers (p. 103): at the start of any turn a force may throw caution away, for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import BERSERKERS, commanded
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Tmm
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("berserk", "whether a force goes berserk")

RAGE: Final = rules.table("AS-SCA-017", {"target number": -1, "TMM": -1})
GO, NOT_YET = "go berserk", "not yet"

# Sides that have gone berserk.
berserk = battle_memory("berserk", list[str], default=[], rule="AS-SCA-017")


@rules.task("ask_berserk")
def ask_berserk(battle: Battle, side: str) -> None:
    if side in berserk.of(battle.state):
        return
    question = Decision(
        side=side,
        kind="berserk",
        question=f"does {side} go berserk for the rest of the battle?",
        choices=(GO, NOT_YET),
        rule="AS-SCA-017",
    )
    battle.ask(question, "take_berserk", side=side)


@rules.task("take_berserk")
def take_berserk(battle: Battle, side: str, choice: str) -> None:
    if choice == GO:
        value = [*berserk.of(battle.state), side]
        proclaim(battle, berserk, side, f"{side} goes berserk", value)


@hooks.to_hit.rule("AS-SCA-017", part=hooks.ANY_ATTACK, when=commanded(BERSERKERS))
def hits_in_rage(attack: Attack) -> Modifier | None:
    """All its attacks are easier."""
    if attack.attacker.side not in berserk.of(attack.battle.state):
        return None
    if not serves(attack.battle, attack.attacker, BERSERKERS):
        return None
    return Modifier(BERSERKERS, RAGE.of(attack)["target number"], "AS-SCA-017")


@hooks.tmm.rule("AS-SCA-017", part=Tmm.CHANGED, when=commanded(BERSERKERS))
def heedless(battle: Battle, unit: Unit) -> Modifier | None:
    """And so are attacks on it, as long as there is any movement to be hidden by."""
    if unit.side not in berserk.of(battle.state) or not serves(battle, unit, BERSERKERS):
        return None
    return Modifier(BERSERKERS, RAGE.of(battle)["TMM"], "AS-SCA-017")
