"""The verb ``attack``: by its kind (entries ``attack_kinds``). Shots in reaction are never a command (p. 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.reaction import expose
from lancemate.battletroops.movement.activation import activate, check_activation, end_activation
from lancemate.battletroops.play import orders
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refused, refuse

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle


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
    aim = kind.weigh(battle, command)
    refusal = aim.refusal
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    kind.make(battle, aim)


def announce(battle: Battle, aim: Aim) -> None:
    """A throw or area fire is announced: whoever may shoot at one who has not moved does so first (errata 30)."""
    battle.then("let_go", command=aim.command)
    if not aim.shooter.exposed:
        expose(battle, aim.shooter, "BT-COM-031")


@rules.task("let_go")
def let_go(battle: Battle, command: orders.Attack) -> None:
    """The same after the fire it drew, unless that has made an end of it."""
    unit = battle.units[command.unit]
    if battle.state.acting != unit.id or not unit.able:
        return
    kind = hooks.attack_kinds[str(command.kind)]
    aim = kind.weigh(battle, command)
    assert kind.go is not None
    if aim.refusal is None:
        kind.go(battle, aim)
    elif unit.is_soldier:
        end_activation(battle, unit)
