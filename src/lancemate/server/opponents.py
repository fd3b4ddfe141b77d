"""The one place where the server meets the bots: which levels there are, and what one of them does next."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from lancemate import bots
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Command


class Level(NamedTuple):
    level: str
    name: str
    text: str


_LEVELS: Final = (
    Level("recruit", "Recruit", "Knows the rules and little else. Good for a first battle."),
    Level("regular", "Regular", "Looks for cover and shoots where it counts."),
    Level("veteran", "Veteran", "Thinks before it moves and makes few mistakes."),
    Level("elite", "Elite", "Looks ahead. Takes its time and your 'Mechs."),
)
_PLAYED_BY: Final = {level.level: level.level for level in _LEVELS if level.level in bots.names()}
_EASIEST: Final = {"recruit": "random"}  # who plays a level that no bot is named after
PLAYED_BY: Final = {**_EASIEST, **_PLAYED_BY}
LEVELS: Final = tuple(level for level in _LEVELS if level.level in PLAYED_BY)


class Opponent:
    """A bot at the table, for one side of one battle. What it sees is a copy without secrets and with other dice."""

    def __init__(self, level: str, side: str, seed: int) -> None:
        self.side = side
        self._player = bots.make(PLAYED_BY[level], seed=seed)

    def choose(self, battle: Battle) -> Command:
        view = bots.View(battle, self.side)
        return cast(Command, self._player.choose(view, view.decision))


def least(battle: Battle, side: str) -> Command:
    """The least a side can do now; always allowed."""
    return bots.View(battle, side).rest()
