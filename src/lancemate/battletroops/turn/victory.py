"""The end of a battle: one side has nobody left. Scenarios have goals of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import BattleOver
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

RULE: Final = "BT-CMP-001"


def check_victory(battle: Battle) -> bool:
    """Whether the battle is over at the end of a turn; a side that never had anybody loses nothing."""
    for hook in battle.hooks[hooks.goals]:
        goal = hook(battle)
        if goal.over:
            battle.emit(BattleOver(goal.winner, goal.reason, goal.rule))
        return goal.over
    began = {unit.side for unit in battle.setup.units}
    left = {unit.side for unit in battle.units.values() if unit.place != "gone" and _counts(unit)}
    if began == left:
        return False
    winner = next(iter(left)) if len(left) == 1 else None
    reason = f"{winner} alone has men left" if winner is not None else "nobody is left"
    battle.emit(BattleOver(winner, reason, RULE))
    return True


def _counts(unit: Unit) -> bool:
    """A 'Mech whose pilot has fainted is not lost yet."""
    return unit.conscious if unit.machine is None else not unit.dead


@rules.verb(orders.Resign)
def do_resign(battle: Battle, command: orders.Resign) -> None:
    if command.side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {command.side!r}; there are {known}", RULE)
    battle.emit(BattleOver(battle.opponent(command.side), f"{command.side} has resigned", RULE))
