"""What exhaustive runners of all games share: what one battle has shown, what must not happen, and a clock on it.

Must not know what is played.
"""

from __future__ import annotations

import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from lancemate.kernel.changes import Home
from lancemate.kernel.codec import JSON
from lancemate.kernel.ruleset import Ruleset
from lancemate.lab.runner import Gone, run
from lancemate.rulebook.coverage import load_homes


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that must not happen, and a script that shows it; an empty one where nobody lived to write it."""

    text: str
    script: dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Report:
    """One battle."""

    seed: int
    decisions: int = 0
    refusals: int = 0
    turns: int = 0
    fired: frozenset[str] = frozenset()
    commands: Counter[str] = field(default_factory=Counter)
    trouble: Trouble | None = None


class Broken(Exception):
    """An invariant does not hold."""


def check_faults(faults: Iterable[str]) -> None:
    found = list(faults)
    if found:
        raise Broken("; ".join(found))


def told(error: Exception) -> str:
    if isinstance(error, Broken):
        return f"broken invariant: {error}"
    return "".join(traceback.format_exception(error)).rstrip()


@contextmanager
def deadline(seconds: int) -> Iterator[None]:
    """End a battle that does not end by itself, where the system can. What counts is processor time."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"the battle took longer than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def play_each(play: Callable[[int], Report], seeds: Iterable[int], jobs: int = 1) -> Iterator[Report]:
    """Play battles, on several cores if there are; reports come as battles end."""
    for seed, result in run(play, seeds, jobs=jobs if jobs > 1 else 0):
        yield Report(seed, trouble=Trouble(result.text, {})) if isinstance(result, Gone) else result


def homes_of(rules: Ruleset) -> dict[str, tuple[Home, ...]]:
    """Where the rules of one game are at home."""
    return {rule_id: homes for rule_id, homes in load_homes().items() if homes[0] in rules.homes}
