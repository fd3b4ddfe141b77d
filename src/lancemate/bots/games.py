"""What playing asks of a game: what its players see, whose word a command is. One line for each game.

Knows names; decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from lancemate.kernel.values import frozen

ALPHA_STRIKE, BATTLETROOPS = "alpha-strike", "battletroops"


@frozen
class Game:
    """How bots play one game."""

    name: str
    view: Callable[[Any, str], Any]  # the battle as a side knows it
    whole: Callable[[Any, str], Any]  # the same with nothing left out, for the referee
    side_of: Callable[[Any, Any], str | None]
    commands: tuple[type, ...]
    fidgeting: tuple[type, ...]  # commands that end no phase however often they are given
    warm_up: Callable[[], None]


def _alpha_strike() -> Game:
    from lancemate.alphastrike.play.decisions import side_of
    from lancemate.alphastrike.play.orders import Act, Command, Toggle
    from lancemate.bots.alphastrike.view import View, whole
    from lancemate.bots.alphastrike.warming import warm_up

    return Game(ALPHA_STRIKE, View, whole, side_of, get_args(Command), (Toggle, Act), warm_up)


def _battletroops() -> Game:
    from lancemate.battletroops.play.orders import Act, Command
    from lancemate.battletroops.play.whose import side_of
    from lancemate.bots.battletroops.view import View, whole
    from lancemate.bots.battletroops.warming import warm_up

    return Game(BATTLETROOPS, View, whole, side_of, get_args(Command), (Act,), warm_up)


GAMES: Final[Mapping[str, Callable[[], Game]]] = {ALPHA_STRIKE: _alpha_strike, BATTLETROOPS: _battletroops}
_known: dict[str, Game] = {}


def game_of(battle: Any) -> Game:
    """The game that a battle is of."""
    name: str = battle.ruleset.name
    if name not in _known:
        _known[name] = GAMES[name]()
    return _known[name]


def least(battle: Any, side: str) -> Any:
    """The least a side can do now. Where that depends on what it cannot know, the referee says what it is."""
    game = game_of(battle)
    rest = game.view(battle, side).rest()
    return rest if battle.refusal_of(rest) is None else game.whole(battle, side).rest()
