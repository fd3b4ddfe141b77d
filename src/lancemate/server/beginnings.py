"""What a game on the server begins from: a setup and its dice, as plain data that is kept and handed to helpers.

Everything that happened since is the list of commands; both together make the battle again. Knows how a battle is
opened and played again; must not know storage.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice, SealedDice, SeededDice, TapeThenMore
from lancemate.kernel.journal import Journal
from lancemate.server.games import Game, game_of, game_of_data
from lancemate.server.tokens import new_seed


@dataclass(frozen=True, slots=True)
class Beginning:
    """A setup as battle scripts write it, and the dice: a tape, which may be empty, then seeded or sealed ones."""

    setup: Mapping[str, JSON]
    seed: int
    tape: tuple[int, ...] = ()
    state: int | None = None  # of the generator when it takes over; None is from its seed on
    without: tuple[str, ...] = ()  # rules switched off
    secret: int = field(default_factory=new_seed)  # nobody is told: what bots choose depends on it, too

    sealed: str = ""  # the secret of sealed dice, which take the place of the generator

    def dice(self) -> Dice:
        if self.sealed:
            return TapeThenMore(self.tape, SealedDice(self.sealed)) if self.tape else SealedDice(self.sealed)
        seeded = SeededDice(self.seed) if self.state is None else SeededDice.resumed(self.seed, self.state)
        return TapeThenMore(self.tape, seeded) if self.tape or self.state is not None else seeded

    @property
    def game(self) -> Game:
        return game_of_data(self.setup)

    def open(self) -> Any:
        """The battle before the first command."""
        game = self.game
        return game.battle(game.setup_from_data(self.setup), self.dice(), without=frozenset(self.without))

    def to_text(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_text(cls, text: str) -> Beginning:
        data = json.loads(text)
        return cls(**{**data, "tape": tuple(data["tape"]), "without": tuple(data["without"])})


def command_text(game: Game, command: Any) -> str:
    """A command as it is kept: short, plain JSON."""
    return json.dumps(game.command_to_data(command), separators=(",", ":"), allow_nan=False)


def command_from_text(game: Game, text: str) -> Any:
    return game.command_from_data(json.loads(text))


def forget_history(battle: Any) -> None:
    """Drop what has been written down elsewhere: a battle in memory needs its state, not its story."""
    battle.journal = Journal()


def play_on(battle: Any, commands: Iterable[str]) -> None:
    """Carry out commands that were accepted before; their story is known and is not kept again."""
    game = game_of(battle)
    for text in commands:
        battle.do(command_from_text(game, text))
        forget_history(battle)
