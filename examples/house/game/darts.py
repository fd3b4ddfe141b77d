"""Darts (DARTS-001): a whole game of our own on the kernel that Alpha Strike stands on."""

from dataclasses import dataclass, replace
from typing import ClassVar

from lancemate.kernel.agenda import Decision, Outcome, Task
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import refuse
from lancemate.kernel.events import event
from lancemate.kernel.ruleset import Hook, Ruleset
from lancemate.kernel.values import value

PLAYERS = ("ann", "bob")

rules = Ruleset("darts", __name__)
extra: Hook[["Darts", int], int] = rules.hook("extra", "game", "face")


@value
class Throw:
    player: str


@dataclass(slots=True)
class Board:
    points: int = 0
    decision: Decision | None = None
    agenda: tuple[Task, ...] = ()
    outcome: Outcome | None = None

    def clone(self) -> "Board":
        return replace(self)


@event
class Scored:
    type: ClassVar = "scored"
    player: str
    points: int

    def apply(self, state: Board) -> None:
        state.points += self.points


@rules.verb(Throw)
def throw(game: "Darts", command: Throw) -> None:
    if command.player not in PLAYERS:
        raise refuse("not_playing", f"{command.player} does not play; {' and '.join(PLAYERS)} do")
    (face,) = game.roll(1)
    game.emit(Scored(command.player, face + sum(rule(game, face) for rule in game.hooks[extra])))


@extra.rule("DARTS-001")
def sixes_count_twice(game: "Darts", face: int) -> int:
    return face if face == 6 else 0


class Darts(Engine[str, Board, Throw]):
    __slots__ = ()
    ruleset = rules

    def __init__(self, setup: str, dice: int, without: frozenset[str] = frozenset()) -> None:
        super().__init__(setup, dice, without=without)
        self.hooks, self.state = rules.in_force(self.changed), Board()
