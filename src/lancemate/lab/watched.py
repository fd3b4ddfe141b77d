"""One random battle of any game, watched: after every command the invariants are checked, at the end it is replayed.

A game says what is set up, who tries what, what is previewed and measured, and which faults it knows. Must not know
what is played.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import Refused
from lancemate.kernel.ruleset import Ruleset
from lancemate.lab.sound import copy_faults, replay_faults
from lancemate.lab.watching import Broken, Report, Trouble, check_faults, deadline, told

B = TypeVar("B", bound=Engine[Any, Any, Any])
S = TypeVar("S")  # a setup
C = TypeVar("C")  # a command


class Often(NamedTuple):
    """One in so many is looked at more closely."""

    previewed: int  # commands, before they are given
    watched: int  # refusals, for what they leave behind
    copied: int  # commands, by copies of the battle after them
    measured: int  # commands, by somebody who measures after them
    saved: int  # battles, by saving and loading them


class WatchedBattle(ABC, Generic[B, S, C]):
    rules: ClassVar[Ruleset]
    often: ClassVar[Often]
    most: int  # commands
    seconds: ClassVar[int]  # a battle that takes longer hangs

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = Generator(seed)
        self.tried: C | None = None
        self.setup: S | None = None
        self.battle: B | None = None
        self.refusals = 0
        self.told = self.thrown = 0  # events and dice that have been compared
        self.commands: Counter[str] = Counter()

    def play(self) -> Report:
        fired: set[str] = set()
        trouble = None
        self.rules.note_fired(fired)
        try:
            with deadline(self.seconds):
                self._play()
        except Exception as error:
            trouble = Trouble(told(error), self.script())
        finally:
            self.rules.note_fired(None)
        turns = 0 if self.battle is None else self.battle.state.turn
        return Report(self.seed, self.commands.total(), self.refusals, turns, frozenset(fired), self.commands, trouble)

    def _play(self) -> None:
        self.setup = self.drawn()
        self.battle = battle = self.begun(self.setup)
        last = self.last_turn(battle)
        self._check(battle, battle.journal.events)
        while battle.outcome is None and battle.state.turn <= last and self.commands.total() < self.most:
            self._step(battle)
        self.tried = None
        self.rules.note_fired(None)
        check_faults(replay_faults(battle))
        if self.luck.below(self.often.saved) == 0:
            check_faults(self.save_faults(battle))

    def _step(self, battle: B) -> None:
        if not any(self._try(battle, command) for command in self.tries(battle)):
            raise Broken(f"nothing is allowed in the {battle.state.phase} phase")
        if self.luck.below(self.often.copied) == 0:
            check_faults(copy_faults(battle))
        if self.luck.below(self.often.measured) == 0:
            self.measure(battle)

    def _try(self, battle: B, command: C) -> bool:
        self.tried = command
        foreseen = self.foreseen(battle, command) if self.luck.below(self.often.previewed) == 0 else None
        watched = self.luck.below(self.often.watched) == 0
        before = battle.hash() if watched else ""
        wrong = list(self.actor_faults(battle, command))
        try:
            events = battle.do(command)
        except Refused as refused:
            self.refusals += 1
            if foreseen is True:
                raise Broken(f"the preview allowed what was refused: {refused.message}") from None
            if watched and battle.hash() != before:
                raise Broken(f"it was refused and yet changed something: {refused.message}") from None
            return False
        self.commands[self.kind(command)] += 1
        if foreseen is False:
            raise Broken("the preview refused what was allowed")
        check_faults(wrong)
        self._check(battle, events)
        return True

    def _check(self, battle: B, events: list[Any]) -> None:
        """Look at what a command did. Its dice are told of when nobody has to decide first."""
        check_faults(self.event_faults(battle, events))
        journal = battle.journal
        if battle.decision is None:
            check_faults(self.dice_faults(journal.events[self.told :], journal.dice[self.thrown :]))
            self.told, self.thrown = len(journal.events), len(journal.dice)
        check_faults(self.table_faults(battle, events))

    def script(self) -> dict[str, JSON]:
        """The battle so far with the command that went wrong, as `lancemate run` reads it."""
        if self.setup is None:
            return {}
        done = list(self.battle.journal.commands) if self.battle is not None else []
        if self.tried is not None and (not done or done[-1] is not self.tried):
            done.append(self.tried)
        title = f"Battle {self.seed} of the exhaustive runner"
        return {"title": title, **self.written(self.setup, done), "seed": self.seed}

    # -- what a game says -----------------------------------------------------------------------------------------

    @abstractmethod
    def drawn(self) -> S: ...

    @abstractmethod
    def begun(self, setup: S) -> B: ...

    @abstractmethod
    def last_turn(self, battle: B) -> int: ...

    @abstractmethod
    def tries(self, battle: B) -> Iterable[C]:
        """Commands, until one is allowed."""

    @abstractmethod
    def foreseen(self, battle: B, command: C) -> bool | None:
        """What a preview says of a command: allowed, not allowed, or nothing."""

    @abstractmethod
    def measure(self, battle: B) -> None:
        """Somebody lays the tape."""

    @abstractmethod
    def kind(self, command: C) -> str:
        """By what a command is counted."""

    @abstractmethod
    def written(self, setup: S, commands: Sequence[C]) -> dict[str, JSON]:
        """The setup and the commands as a script has them."""

    def actor_faults(self, battle: B, command: C) -> Iterable[str]:
        """What is wrong with whoever acts, before it does."""
        return ()

    @abstractmethod
    def event_faults(self, battle: B, events: list[Any]) -> Iterable[str]: ...

    @abstractmethod
    def dice_faults(self, events: list[Any], dice: list[int]) -> Iterable[str]: ...

    @abstractmethod
    def table_faults(self, battle: B, events: list[Any]) -> Iterable[str]: ...

    @abstractmethod
    def save_faults(self, battle: B) -> Iterable[str]: ...
