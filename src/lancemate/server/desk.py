"""The desk of a helper process: battles it keeps at hand, and the jobs it does with them.

A helper is told a game's beginning once and then only the commands that are new. Knows jobs; must not know sockets or
storage. Everything that crosses the border between processes is a plain value.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from traceback import format_exc
from typing import Any, Final

from lancemate.bots.games import least
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError, Refusal, Refused
from lancemate.server.beginnings import Beginning, command_text, forget_history, play_on
from lancemate.server.games import Game, game_of
from lancemate.server.messages import Question
from lancemate.server.opponents import Opponent
from lancemate.server.undoing import in_force, taken_back

KEPT: Final = 64  # battles on one desk
MARK_EVERY: Final = 25  # commands between two positions kept for looking back


@dataclass(frozen=True, slots=True)
class Order:
    """A job about one game: the battle after ``since`` commands is supposed to be there, unless it begins here."""

    game: str
    since: int
    commands: tuple[str, ...]
    job: str
    data: dict[str, Any]
    beginning: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a job: a value, a refusal of the rules, a fault in what was given, or worse."""

    value: object = None
    refusal: Refusal | None = None
    fault: tuple[str, str | None] | None = None
    missing: bool = False  # the desk has not got that battle so far: send it whole
    crash: str | None = None


@dataclass(slots=True)
class File:
    """A battle on the desk, and earlier positions of it to look back from."""

    battle: Any
    commands: list[str] = field(default_factory=list)
    marks: dict[int, Any] = field(default_factory=dict)
    bots: dict[str, Opponent] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return game_of(self.battle)

    def play(self, commands: tuple[str, ...]) -> None:
        for text in commands:
            if len(self.commands) % MARK_EVERY == 0:
                self.marks[len(self.commands)] = self.battle.clone()
            self.commands.append(text)
            if taken_back(text):
                self.battle = self._again(len(self.commands))
            else:
                play_on(self.battle, (text,))

    def at(self, n: int) -> Any:
        """The battle after so many commands."""
        return self.battle if n >= len(self.commands) else self._again(n)

    def _again(self, n: int) -> Any:
        """Played again from the last position kept that was not gone back behind since."""
        left = in_force(self.commands[:n])
        for start in range(n - n % MARK_EVERY, -1, -MARK_EVERY):
            before = in_force(self.commands[:start])
            if start in self.marks and before == left[: len(before)]:
                battle = self.marks[start].clone()
                play_on(battle, [self.commands[place] for place in left[len(before) :]])
                return battle
        raise AssertionError("the first position is always kept")


_files: OrderedDict[str, File] = OrderedDict()


def work(order: Order) -> Reply:
    """Do a job with a battle. Whatever goes wrong comes back as a value: exceptions travel badly."""
    return _guarded(lambda: _do(order))


def errand(job: Callable[..., object], *data: object) -> Reply:
    """Do a job that needs no battle on the desk."""
    return _guarded(lambda: Reply(job(*data)))


def _guarded(job: Callable[[], Reply]) -> Reply:
    try:
        return job()
    except Refused as refused:
        return Reply(refusal=refused.refusal)
    except InputError as error:
        return Reply(fault=(error.plain, error.key))
    except LancemateError as error:
        return Reply(fault=(error.message, None))
    except Exception:
        return Reply(crash=format_exc())


def _do(order: Order) -> Reply:
    file = _files.get(order.game)
    if order.beginning is not None:
        battle = Beginning.from_text(order.beginning).open()
        forget_history(battle)
        file = _files[order.game] = File(battle)
    if file is None or len(file.commands) != order.since:
        _files.pop(order.game, None)
        return Reply(missing=True)
    file.play(order.commands)
    _files.move_to_end(order.game)
    while len(_files) > KEPT:
        _files.popitem(last=False)
    return Reply(JOBS[order.job](file, **order.data))


# -- jobs -----------------------------------------------------------------------------------------------------


def _choose(file: File, level: str, side: str, seed: int) -> str:
    """What a bot does next, as the text of a command."""
    bot = file.bots.get(side)
    if bot is None:
        bot = file.bots[side] = Opponent(level, side, seed, file.game.name)
    return command_text(file.game, bot.choose(file.battle))


def _least(file: File, side: str) -> str:
    """The least that can be done, when a bot has nothing to offer."""
    return command_text(file.game, least(file.battle, side))


def _answer(file: File, viewer: str | None, question: Question) -> JSON:
    told: JSON = file.game.answer(file.battle, viewer, question)
    return told


def _position(file: File, viewer: str | None, n: int, whole: int) -> JSON:
    """How a viewer saw it after ``n`` commands that it heard of, ``whole`` in all."""
    battle, game = file.at(whole), file.game
    return {"n": n, "scene": game.show_scene(battle, viewer), "view": game.show_view(battle, viewer, n)}


JOBS: Final[dict[str, Callable[..., object]]] = {
    "choose": _choose,
    "least": _least,
    "answer": _answer,
    "position": _position,
}
