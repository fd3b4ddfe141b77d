"""Two worlds that differ in a secret of blue's, played in step: what red and spectators must not notice, in any game.

The commands are the same in both; a battle ends when the secret is out, or when something befalls whoever it is about.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.kernel.events import event_data, public
from lancemate.kernel.naming import named
from lancemate.server.telling import heard_by, tell


@dataclass
class Worlds:
    """Two battles that differ in ``secret`` units, or in something else of a kind."""

    here: Any
    there: Any
    kind: str
    secret: frozenset[str] = frozenset(("x9",))

    @property
    def both(self) -> tuple[Any, Any]:
        return self.here, self.there


class InStep(ABC):
    """What a game says of itself, and the pairs that are played with it."""

    commands: ClassVar[int]

    @abstractmethod
    def worlds(self, seed: int) -> Worlds | None:
        """A random battle twice, with a secret; None where there is no room for one."""

    @abstractmethod
    def candidates(self, pair: Worlds, luck: Generator) -> Iterator[Any]:
        """What might be tried, in both worlds."""

    @abstractmethod
    def side_of(self, battle: Any, command: Any) -> str | None:
        """Whose command it is."""

    @abstractmethod
    def carry_out(self, battle: Any, side: str | None, command: Any) -> list[Any]:
        """Do it as the server does."""

    @abstractmethod
    def known(self, battle: Any, viewer: str | None) -> list[Any]:
        """All that a viewer is shown."""

    @abstractmethod
    def events_for(self, battle: Any, viewer: str | None, events: list[Any]) -> Iterable[Any]:
        """What a viewer hears."""

    @abstractmethod
    def for_bots(self, battle: Any) -> list[Any]:
        """What a bot of red's goes by, and what is offered to it."""

    @abstractmethod
    def is_out(self, pair: Worlds, *told: list[Any]) -> bool:
        """The secret is found, something has befallen it, or dice fell for it: worlds may differ."""

    def afterwards(self, pair: Worlds, luck: Generator) -> None:  # noqa: B027
        """What else is compared after each command, if anything."""

    def play(self, seed: int) -> int:
        """How many commands went by unnoticed."""
        pair = self.worlds(seed)
        if pair is None or self.is_out(pair):
            return 0
        luck, done = Generator(seed ^ 0xABCDEF), 0
        self.compare(pair, pair.here.journal.events, pair.there.journal.events)
        while done < self.commands and not is_over(pair):
            told = self.step(pair, luck)
            if told is None or is_over(pair) or self.is_out(pair, *told):
                break
            self.compare(pair, *told)
            self.afterwards(pair, luck)
            done += 1
        return done

    def step(self, pair: Worlds, luck: Generator) -> tuple[list[Any], list[Any]] | None:
        """Carry out the first command that is allowed in both worlds. Red is told the same about all others."""
        for command in self.candidates(pair, luck):
            side = self.side_of(pair.there, command)
            twins = pair.here.clone(), pair.there.clone()
            answers = [self.attempt(twin, side, command) for twin in twins]
            refused = [one for one in answers if not isinstance(one, list)]
            if len(refused) == 2:
                if side == "red":
                    assert public(refused[0]) == public(refused[1]), command
                continue
            if refused:
                assert side != "red", (command, refused)
                continue
            pair.here, pair.there = twins
            return answers[0], answers[1]
        return None

    def attempt(self, twin: Any, side: str | None, command: Any) -> Any:
        try:
            return self.carry_out(twin, side, command)
        except Refused as refused:
            return refused.refusal

    def compare(self, pair: Worlds, here: list[Any], there: list[Any]) -> None:
        told = (pair.here, here), (pair.there, there)
        for viewer in ("red", None):
            shown = [json.dumps(self.known(fight, viewer)) for fight in pair.both]
            assert shown[0] == shown[1]
            stories = [heard_by(tell(fight, 1, "blue", events), viewer) for fight, events in told]
            assert stories[0] == stories[1]
            heard = [[event_data(event) for event in self.events_for(fight, viewer, events)] for fight, events in told]
            assert heard[0] == heard[1]
        views = [[repr(part) for part in self.for_bots(fight)] for fight in pair.both]
        assert views[0] == views[1]


def is_over(pair: Worlds) -> bool:
    return any(fight.outcome is not None for fight in pair.both)


def dice_fell(pair: Worlds) -> bool:
    """Dice fell for the secret in one world."""
    return len({len(fight.journal.dice) for fight in pair.both}) > 1


def tells_of(pair: Worlds, events: Iterable[Any]) -> bool:
    return any(not pair.secret.isdisjoint(named(event, "unit")) for event in events)
