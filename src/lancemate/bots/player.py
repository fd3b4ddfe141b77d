"""The one interface of all players that are programs, and how a whole battle is played by two of them.

A player is asked again and again for one command. Whatever it does wrong (raise, answer nonsense, break a rule, take
too long) costs its side no more than that turn to act: the side does the least it can, and the report says so.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Protocol

from lancemate.bots.games import Game, game_of, least
from lancemate.kernel.codec import decode, encode
from lancemate.kernel.errors import Refused
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.kernel.agenda import Decision, Outcome
    from lancemate.kernel.engine import Engine

    Battle = Engine[Any, Any, Any]

TURNS: Final = 40  # a battle that has not ended by then is left as it stands
STRIKES: Final = 3  # how often a player may be too slow before it is no longer asked
FIDGETS: Final = 100  # switches and deeds in one phase after which a player is thought to go on for ever
MOST_TOLD: Final = 500  # letters of what a player did wrong

Watch = Callable[[float], None]


class Player(Protocol):
    """Whoever answers ``choose`` can play."""

    def choose(self, view: Any, decision: Decision | None) -> Any:
        """One command for ``view.side``: an answer to the decision, or without one a move, an attack or a pass.

        The view is that of the game that is played.
        """


@frozen
class Fault:
    """Something a player did wrong."""

    side: str
    turn: int
    phase: str
    kind: str  # raised, nonsense, illegal or slow
    text: str


@dataclass(slots=True)
class Played:
    """How a battle went."""

    outcome: Outcome | None
    turns: int
    decisions: int
    faults: list[Fault] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)  # spent thinking, by side
    surprises: int = 0  # commands that only something hidden from their side made impossible

    def count(self, kind: str) -> int:
        return Counter(fault.kind for fault in self.faults)[kind]


class TooSlow(BaseException):
    """A player has thought longer than it may. No Exception, so that a player which catches those does not catch it."""


def play(
    battle: Battle,
    players: Mapping[str, Player],
    *,
    turns: int = TURNS,
    patience: float | None = None,
    watch: Watch | None = None,
) -> Played:
    """Play to the end, or until so many turns have passed. ``patience`` is how many seconds a choice may take; somebody
    who watches over that is told of it before each."""
    game = Playthrough(battle, players, patience, watch)
    while battle.outcome is None and battle.state.turn <= turns:
        game.step()
    state = battle.state
    game.report.outcome, game.report.turns = battle.outcome, min(state.turn, turns)
    return game.report


class Playthrough:
    """A battle under way between players."""

    def __init__(
        self,
        battle: Battle,
        players: Mapping[str, Player],
        patience: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.battle = battle
        self.game: Game = game_of(battle)
        self.players = players
        self.patience = patience
        self.watch = watch
        if patience is not None:
            self.game.warm_up()
        self.report = Played(None, battle.state.turn, 0, seconds=dict.fromkeys(players, 0.0))
        self.fidgets: Counter[tuple[str, int, str]] = Counter()  # by side, turn and phase

    def step(self) -> Any:
        """Ask whoever is to act, and carry out what it chooses or the least that can be done."""
        battle = self.battle
        asked = battle.state.decision
        side = asked.side if asked is not None else battle.state.to_act
        assert side is not None
        self.report.decisions += 1
        command = self._ask(side)
        if command is not None:
            try:
                battle.do(command)
            except Refused as refused:
                if self.game.view(battle, side).allows(command):
                    self.report.surprises += 1
                else:
                    self._fault(side, "illegal", f"{command}: {refused.message}")
            else:
                return command
        rest = least(battle, side)
        battle.do(rest)
        return rest

    def _ask(self, side: str) -> Any:
        slow = sum(fault.side == side and fault.kind == "slow" for fault in self.report.faults)
        if slow >= STRIKES:
            return None
        view = self.game.view(self.battle, side)
        if self.watch is not None and self.patience is not None:
            self.watch(self.patience)
        begin = perf_counter()
        try:
            with _limit(self.patience):
                answer: object = self.players[side].choose(view, view.decision)
        except TooSlow:
            self._fault(side, "slow", f"no choice within {self.patience:g} seconds")
            return None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._fault(side, "raised", _told(error))
            return None
        finally:
            self.report.seconds[side] += perf_counter() - begin
        if self.patience is not None and perf_counter() - begin > self.patience:
            self._fault(side, "slow", f"no choice within {self.patience:g} seconds")
            return None
        command = _checked(answer, self.game.commands)
        if command is None:
            self._fault(side, "nonsense", f"{_shown(answer)} is no command")
            return None
        owner = self.game.side_of(self.battle, command)
        if owner not in (side, None):
            self._fault(side, "illegal", f"{command}: that is for {owner} to say")
            return None
        return None if self._fidgets(side, command) else command

    def _fidgets(self, side: str, command: object) -> bool:
        """Whether it does again and again what is allowed and ends no phase."""
        if not isinstance(command, self.game.fidgeting):
            return False
        state = self.battle.state
        now = (side, state.turn, state.phase)
        self.fidgets[now] += 1
        if self.fidgets[now] <= FIDGETS:
            return False
        self._fault(side, "nonsense", f"{command} after {FIDGETS} switches and deeds in one phase")
        return True

    def _fault(self, side: str, kind: str, text: str) -> None:
        state = self.battle.state
        self.report.faults.append(Fault(side, state.turn, state.phase, kind, _line(text)))


def _checked(answer: object, commands: tuple[type, ...]) -> Any:
    """A command whose every field is what it should be, or None."""
    if not isinstance(answer, commands):
        return None
    try:
        return decode(type(answer), encode(answer))
    except (TypeError, ValueError, RecursionError):
        return None


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:200]
    except Exception:  # whatever somebody's __repr__ does
        return f"something of type {type(answer).__name__}"


def _told(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # whatever somebody's __str__ does
        return type(error).__name__


def _line(text: str) -> str:
    """One line of plain text, and not a long one."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text[:MOST_TOLD])
    return " ".join(plain.split())


@contextmanager
def _limit(seconds: float | None) -> Iterator[None]:
    """Interrupt whoever takes longer, where the system can; elsewhere the caller looks at the clock afterwards."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not able:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
