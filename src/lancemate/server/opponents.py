"""The one place where the server meets the bots: which levels there are, and what one of them does next."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from lancemate import bots
from lancemate.bots.games import ALPHA_STRIKE, game_of


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

    def __init__(self, level: str, side: str, seed: int, game: str = ALPHA_STRIKE) -> None:
        self.side = side
        self._player = bots.make(played_by(level, game), seed=seed, game=game)

    def choose(self, battle: Any) -> Any:
        view = game_of(battle).view(battle, self.side)
        return self._player.choose(view, view.decision)


def played_by(level: str, game: str) -> str:
    """The bot of a level; where a game has none that thinks ahead, the best it has."""
    name = PLAYED_BY[level]
    return name if name in bots.names(game) else "tactical"


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels that a game has bots of its own for."""
    return tuple(level for level in LEVELS if PLAYED_BY[level.level] in bots.names(game))
