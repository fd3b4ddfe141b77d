"""Taking back: what nobody has learned anything from may be undone, and stays written down all the same.

A game's commands are only ever added to. One of them may say that so many of those that stand are taken back; whoever
plays the game again plays those that are left. Knows the list; must not know rules, rows or sockets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lancemate.kernel.errors import Refusal

_KEY: Final = "takes_back"
_BEGINS: Final = f'{{"{_KEY}":'
MOST: Final = 50  # steps that are remembered


class TakeBack:
    """What somebody asks for in the place of a command."""


TAKE_BACK: Final = TakeBack()
NOTHING: Final = Refusal(
    "nothing_to_undo", "there is nothing to take back: only what rolled no dice and showed nothing to anybody"
)
SECRETS: Final = Refusal(
    "secrets", "nothing is taken back where something may be hidden: a way walked on trial would find it"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A command that was carried out, the battle before it, and whether nobody learned anything by it."""

    n: int
    side: str | None
    unit: str | None
    before: Any
    harmless: bool


def text_of(count: int) -> str:
    """How it is written down that so many commands are taken back."""
    return f"{_BEGINS}{count}}}"


def taken_back(text: str) -> int:
    """How many commands this one takes back; most take back none."""
    return int(json.loads(text)[_KEY]) if text.startswith(_BEGINS) else 0


def in_force(commands: Sequence[str]) -> list[int]:
    """The places of the commands that stand, in order."""
    standing: list[int] = []
    for place, text in enumerate(commands):
        count = taken_back(text)
        if count:
            del standing[-count:]
        else:
            standing.append(place)
    return standing


def those_in_force(commands: Sequence[str]) -> list[str]:
    return [commands[place] for place in in_force(commands)]


class Past:
    """The last steps of a game, as far back as they may be taken back."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Remember a step, or forget everything up to one that cannot be taken back."""
        if not step.harmless:
            self._steps.clear()
            return
        self._steps.append(step)
        del self._steps[:-MOST]

    def steps_for(self, side: str | None) -> list[Step]:
        """What a side would take back: its own last step and all since; of whoever plays both sides, the last."""
        for count, step in enumerate(reversed(self._steps), start=1):
            if side is None or step.side == side:
                return self._steps[-count:]
        return []

    def before(self, count: int) -> Any:
        """The battle before the last so many steps; None if they are not remembered."""
        return self._steps[-count].before if count <= len(self._steps) else None

    def drop(self, count: int) -> None:
        """So many have been taken back."""
        del self._steps[len(self._steps) - count :]
