"""Who may be activated, and by which commands a player spends movement points (pp. 8-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.movement.allowance import allowance_parts, points
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import Activated, ActivationEnded
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


def why_not_activate(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may do nothing now: hook ``may_activate``."""
    if battle.state.acting == unit.id:
        return None
    for hook in battle.hooks[hooks.may_activate]:
        refusal: Refusal | None = hook(battle, unit)
        if refusal is not None:
            return refusal
    return None


@hooks.may_activate.rule("BT-SEQ-004", part=3)
def one_at_a_time(battle: Battle, unit: Unit) -> Refusal | None:
    """The side that moves activates each of its men once, one after the other."""
    state = battle.state
    if state.phase != "movement":
        return Refusal("wrong_phase", f"nobody is activated in the {state.phase} phase", "BT-SEQ-004")
    if state.to_act != unit.side:
        return Refusal("not_your_turn", f"{state.to_act} moves now; {unit.id} belongs to {unit.side}", "BT-SEQ-004")
    if unit.acted:
        return Refusal("has_acted", f"{unit.id} has been activated in this turn", "BT-SEQ-004")
    return None


@hooks.may_activate.rule("BT-DMG-012", part=1)
def out_of_the_game(battle: Battle, unit: Unit) -> Refusal | None:
    """Whoever is unconscious is out of the game."""
    if unit.place != "map" or (not unit.conscious and not unit.dead):
        why = (
            "has left the map" if unit.exited else "is unconscious" if unit.place == "map" else "is not on the map yet"
        )
        return Refusal("out", f"{unit.id} {why}", "BT-DMG-012")
    return None


@hooks.may_activate.rule("BT-DMG-013", part=1)
def dead_men(battle: Battle, unit: Unit) -> Refusal | None:
    """The dead do nothing."""
    return Refusal("dead", f"{unit.id} is dead", "BT-DMG-013") if unit.dead else None


@hooks.may_activate.rule("BT-DMG-019", part=2)
def stunned_men(battle: Battle, unit: Unit) -> Refusal | None:
    """Whom a grenade has knocked down loses his next activation."""
    if not unit.stunned or not unit.is_soldier:
        return None
    return Refusal("stunned", f"{unit.id} is stunned and loses this activation", "BT-DMG-019")


def check_activation(battle: Battle, unit: Unit) -> None:
    refusal = why_not_activate(battle, unit)
    if refusal is not None:
        raise Refused(refusal)


def activate(battle: Battle, unit: Unit) -> None:
    """Let a unit begin its activation, if it has not; whoever was at it before is done."""
    acting = battle.state.acting
    if acting == unit.id:
        return
    if acting is not None:
        end_activation(battle, battle.units[acting])
    for hook in battle.hooks[hooks.acts]:
        hook(battle, unit)
    parts = allowance_parts(battle, unit)
    battle.emit(Activated(unit.id, points(parts), parts))


def end_activation(battle: Battle, unit: Unit, *, unwillingly: bool = False) -> None:
    """It is done for this turn. Whoever was not knocked down has come to stay where he is: hook ``stays``."""
    if battle.state.acting != unit.id:
        return
    battle.emit(ActivationEnded(unit.id))
    if not unwillingly and unit.able:
        for hook in battle.hooks[hooks.stays]:
            hook(battle, unit)


@rules.verb(orders.Pass)
def do_pass(battle: Battle, command: orders.Pass) -> None:
    unit = battle.unit(command.unit)
    check_activation(battle, unit)
    refusal = why_not_pass(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    end_activation(battle, unit)


def why_not_pass(battle: Battle, unit: Unit) -> Refusal | None:
    """What speaks against an order to do nothing: hook ``may_pass``."""
    for hook in battle.hooks[hooks.may_pass]:
        refusal: Refusal | None = hook(battle, unit)
        if refusal is not None:
            return refusal
    return None


@rules.verb(orders.Act)
def do_act(battle: Battle, command: orders.Act) -> None:
    """Something on the spot, by its word: entries ``deeds``."""
    unit = battle.unit(command.unit)
    check_activation(battle, unit)
    deed = hooks.deeds.get(command.do)
    if deed is None:
        known = ", ".join(hooks.deeds)
        raise refuse("no_such_deed", f"{command.do!r} is nothing that can be done; there are {known}", "BT-MOV-007")
    refusal = why_not_act(battle, unit, command)
    if refusal is not None:
        raise Refused(refusal)
    deed(battle, unit, command)


def why_not_act(battle: Battle, unit: Unit, command: orders.Act) -> Refusal | None:
    """What options have against something on the spot: hook ``may_act``."""
    for hook in battle.hooks[hooks.may_act]:
        refusal: Refusal | None = hook(battle, unit, command)
        if refusal is not None:
            return refusal
    return None
