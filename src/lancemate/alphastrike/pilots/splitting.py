"""Multi-Tasker (p. 98): one weapon attack made into two, each at half strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import MULTI_TASKER, piloted
from lancemate.alphastrike.combat.amount import overheat_long
from lancemate.alphastrike.combat.attack import PASS, no_two_of_one
from lancemate.alphastrike.combat.weapons import AGAIN
from lancemate.alphastrike.damage.reckoning import HALVED, halved
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# The turn in which a unit split its fire last.
split_in_turn = unit_memory("split_in_turn", int, default=None, rule="AS-SPA-046")


WHOLE: Final = (None, "TUR")  # what is fired in a standard attack, ahead or all around


def is_second(attack: Attack) -> bool:
    return attack.slot == AGAIN


def half_is_left(battle: Battle, unit: Unit) -> bool:
    """It has made the first of two split attacks this turn and not the second."""
    return split_in_turn.of(unit) == battle.state.turn and AGAIN not in unit.attacks and PASS not in unit.attacks


@hooks.may_attack.rule("AS-SPA-046", part=hooks.SLOT, when=piloted(MULTI_TASKER))
def may_split(attack: Attack) -> Refusal | None:
    """A standard weapon attack becomes two; whoever begins with a whole one has made it."""
    if not attack.command.split:
        return None
    unit = attack.attacker
    if not has(attack.battle, unit, MULTI_TASKER):
        return no_two_of_one(unit)
    if trait.SHOT not in attack.traits or attack.code not in WHOLE or attack.mount.separate:
        text = "an attack with all weapons, or with the turret, is split and no other: leave using and arc out"
        return Refusal("not_split", text, "AS-SPA-046")
    if not is_second(attack):
        return None
    if not half_is_left(attack.battle, unit):
        text = f"{unit.id} has made all of its attacks this turn"
        return Refusal("already_attacked", text, "AS-SPA-046")
    if attack.overheat:
        text = "overheat is declared with the first of the two attacks and counts for both"
        return Refusal("no_overheat", text, "AS-SPA-046")
    return None


@hooks.attack_choices.rule("AS-SPA-046", traits=trait.SHOT, when=piloted(MULTI_TASKER))
def half_its_fire(attack: Attack) -> Choice | None:
    """A standard attack may be made the first of two, or the second."""
    if attack.command.using not in WHOLE or not has(attack.battle, attack.attacker, MULTI_TASKER):
        return None
    words = "Half its fire, and the other half at this or another target"
    return Choice("split", words, "flag", "AS-SPA-046")


@hooks.attacks_again.rule("AS-SPA-046", when=piloted(MULTI_TASKER))
def second_half_is_left(battle: Battle, unit: Unit) -> bool | None:
    """Whoever has fired half is not done."""
    return half_is_left(battle, unit) or None


@hooks.attack_made.rule("AS-SPA-046", when=piloted(MULTI_TASKER))
def one_is_left(attack: Attack, made: Made) -> None:
    """After the first, hit or not, there is the second."""
    if attack.command.split and AGAIN not in attack.attacker.attacks:
        split_in_turn.note(attack.battle, attack.attacker, attack.battle.state.turn)


@hooks.damage.rule("AS-SPA-046", part=HALVED, kinds=hooks.MADE, when=piloted(MULTI_TASKER))
def half_each(work: Reckoning) -> Modifier | None:
    """Half of what it would do to one target there, overheat of the first attack included, and at least 1."""
    attack = work.attack
    if not attack.command.split:
        return None
    again = is_second(attack) and (attack.bracket in ("S", "M") or overheat_long(attack))
    half = halved(work, attack.attacker.overheat if again else 0)
    return Modifier(MULTI_TASKER, half - work.points, "AS-SPA-046") if half != work.points else None
