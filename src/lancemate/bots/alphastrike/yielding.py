"""A player for people knows when it is beaten: it gives the field up rather than be hunted round the table.

Only where nothing but the last force on the field counts; every other goal may still be reached by whoever is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scenarios.plan import BLOCKS
from lancemate.bots.alphastrike.tactics.worth import prize

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.bots.alphastrike.view import View
    from lancemate.bots.player import Player
    from lancemate.kernel.agenda import Decision

EARLIEST: Final = 4  # turns: nobody gives up before there has been a fight
HOPELESS: Final = 0.25  # of what both sides have left: a single unit with less has lost


class Graceful:
    """Plays as another player does until the battle is lost, and resigns then, at the beginning of a turn."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, view: View, decision: Decision | None) -> orders.Command:
        if decision is None and view.to_move() and is_lost(view.battle, view.side):
            return orders.Resign(view.side)
        command: orders.Command = self.player.choose(view, decision)
        return command


def is_lost(battle: Battle, side: str) -> bool:
    """A single unit is left, against several times its worth, and the side has suffered for it."""
    if battle.state.turn < EARLIEST or not _to_the_last(battle):
        return False
    own, other = _left(battle, side), _left(battle, battle.opponent(side))
    return len(own) == 1 and sum(own) < HOPELESS * (sum(own) + sum(other)) and _has_suffered(battle, side)


def _has_suffered(battle: Battle, side: str) -> bool:
    """Whoever came alone against many knew it, and fights until it is hurt."""
    units = (unit for unit in battle.units.values() if unit.side == side)
    return any(unit.destroyed or unit.exited or unit.armor < unit.card.armor for unit in units)


def _to_the_last(battle: Battle) -> bool:
    scenario = battle.setup.scenario
    if scenario is None:
        return True
    about = [block for block in BLOCKS if getattr(scenario, block) is not None]
    return about == ["standing"]


def _left(battle: Battle, side: str) -> list[float]:
    """What each unit of a side is worth that may still fight, wherever it is."""
    units = (unit for unit in battle.units.values() if unit.side == side and not unit.exited)
    return [worth for unit in units if (worth := prize(battle, unit).value) > 0]
