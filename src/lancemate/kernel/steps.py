"""Steps that follow from one another inside a single command: a hit, the checks it brings, what those bring about.

A step takes at most one roll and returns what follows from it, to be taken before everything that already waits. A
battle takes its steps one after the other (``Engine.follow``); a preview may take each of them in every way the dice
can fall, and can tell by comparing them when two ways have come to the same. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple


class Step(NamedTuple):
    """What to do next. It is given names and plain values, never units: a copy of the battle can take it as well.

    What goes with it only to be told is handed over after all else; nothing may be decided by that.
    """

    take: Callable[..., Steps | None]
    given: tuple[Hashable, ...]
    told: tuple[str, ...] = ()


Steps = tuple[Step, ...]
