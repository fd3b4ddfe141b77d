"""The verb ``attack``: by its kind (entries ``attack_kinds``). Shots in reaction are never a command (p. 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.kinds import Attempt
from lancemate.battletroops.combat.reaction import expose
from lancemate.battletroops.movement.activation import activate, check_activation
from lancemate.battletroops.play import orders
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


@rules.verb(orders.Attack)
def do_attack(battle: Battle, command: orders.Attack) -> None:
    unit = battle.unit(command.unit)
    if command.kind is None:
        text = "soldiers fire in the enemy's movement, when they are asked: set an arc"
        raise refuse("only_in_reaction", text, "BT-COM-001")
    kind = hooks.attack_kinds.get(command.kind)
    if kind is None:
        known = ", ".join(hooks.attack_kinds)
        raise refuse("no_such_attack", f"there is no attack {command.kind!r}; there are {known}", "BT-COM-001")
    check_activation(battle, unit)
    attempt = kind.weigh(battle, command)
    refusal = attempt.refusal or why_not_attack(battle, attempt)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    kind.make(battle, attempt)


def why_not_attack(battle: Battle, attempt: Attempt) -> Refusal | None:
    """What options have against it: hook ``may_attack``."""
    for hook in battle.hooks[hooks.may_attack]:
        refusal: Refusal | None = hook(battle, attempt)
        if refusal is not None:
            return refusal
    return None


def announce(battle: Battle, attempt: Attempt, task: str) -> None:
    """A throw or area fire is announced: whoever may shoot at one who has not moved does so first (errata 30)."""
    battle.then(task, command=attempt.command)
    if not attempt.unit.exposed:
        expose(battle, attempt.unit, "BT-COM-031")


def announced(
    battle: Battle, command: orders.Attack, weigh: Callable[[Battle, orders.Attack], Attempt]
) -> Attempt | None:
    """The same after the fire it drew; None where it has come to nothing."""
    unit: Unit = battle.units[command.unit]
    if battle.state.acting != unit.id or not unit.able:
        return None
    attempt = weigh(battle, command)
    return None if attempt.refusal is not None else attempt
