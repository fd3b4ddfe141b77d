"""The folder of an experiment: what is played, one line for every battle, and how to go on after an interruption.

``plan.json`` says what is played and ``battles.jsonl`` (or ``battles.jsonl.gz``) what came of it. Lines are added as
battles end; at the end they are put in order, so that the file is the same however it came about. Must not know how
results are counted or shown.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lancemate import __version__
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.kernel.folders import write_whole
from lancemate.lab.results import PACKED, BattleResult, GivenUp, read_file, text_of
from lancemate.lab.runner import Gone, run

PLAN: Final = "plan.json"
BATTLES: Final = "battles.jsonl"

Plan = Mapping[str, JSON]
Watch = Callable[[BattleResult | GivenUp], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """How to play, whatever is played: nothing here changes a result."""

    folder: Path | None = None
    jobs: int = 1
    on: str = "local"
    resume: bool = False
    compress: bool = False


@dataclass(frozen=True, slots=True)
class Collected:
    """Battles in the order of their numbers, those that could not be played, and whether somebody pressed Ctrl-C."""

    lines: list[BattleResult]
    given_up: list[GivenUp]
    interrupted: bool = False
    damaged: int = 0  # lines in the folder that could not be read and were played again


class Ledger:
    """The folder of an experiment, opened."""

    def __init__(self, folder: Path, plan: Plan, *, resume: bool, compress: bool) -> None:
        self.folder = folder
        self.file = folder / (BATTLES + PACKED if compress else BATTLES)
        self.lines: dict[int, BattleResult | GivenUp] = {}
        self.damaged = 0
        told = folder / PLAN
        others = [folder / BATTLES, folder / (BATTLES + PACKED)]
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is a file; choose a folder")
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            written = [line for file in others if file.exists() for line in read_file(file)]
        if written:
            self._check(told, plan, resume)
            self._take_over(written)
        elif told.exists() and "lancemate" not in _told_by(told):
            raise InputError(f"{told} is not of the lab's making; choose another folder")
        with writing(told):
            told.write_text(json.dumps(plan, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        self.tidy()
        for file in others:
            if file != self.file:
                file.unlink(missing_ok=True)

    def _check(self, told: Path, plan: Plan, resume: bool) -> None:
        if not resume:
            raise InputError(f"{self.folder} holds battles already: add --resume to go on, or choose another folder")
        before = _told_by(told)
        if not before:
            raise InputError(f"{told} cannot be read, so nobody knows what was played there; choose another folder")
        for key in sorted({*before, *plan} - {"battles"}):
            if before.get(key) != plan.get(key):
                raise InputError(f"{self.folder} holds another contest ({key} differs); choose another folder")

    def _take_over(self, written: list[BattleResult | GivenUp | None]) -> None:
        for line in written:
            if line is None:
                self.damaged += 1
            elif isinstance(line, BattleResult):  # what was given up is tried again
                self.lines[line.battle] = line

    def write(self, line: BattleResult | GivenUp) -> None:
        text = text_of(line)
        with writing(self.file, self._kept), self.file.open("ab") as file:
            file.write(gzip.compress(text, mtime=0) if self.file.suffix == PACKED else text)
        self.lines[line.battle] = line

    def tidy(self) -> None:
        """Write all lines again in the order of their numbers."""
        text = b"".join(text_of(self.lines[number]) for number in sorted(self.lines))
        with writing(self.file, self._kept):
            write_whole(self.file, gzip.compress(text, mtime=0) if self.file.suffix == PACKED else text)

    def _kept(self) -> str:
        kept = sum(isinstance(line, BattleResult) for line in self.lines.values())
        return f"; battles so far ({kept}) are kept, --resume goes on with the others" if kept else ""


def _told_by(told: Path) -> dict[str, JSON]:
    """The plan that stands in a folder; nothing, if it cannot be read."""
    try:
        before = json.loads(told.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return before if isinstance(before, dict) else {}


@contextmanager
def writing(file: Path, more: Callable[[], str] = str) -> Iterator[None]:
    """A disk that is full, or a folder nobody may write to, in words."""
    try:
        yield
    except OSError as error:
        raise LancemateError(f"{error.filename or file}: {error.strerror}{more()}") from error


def collect(
    play: Callable[[int], BattleResult], battles: int, plan: Plan, terms: Terms, watch: Watch | None = None
) -> Collected:
    """Play so many battles, watched; those that stand in the folder already are not played again.

    Ctrl-C ends it early and keeps everything that was played.
    """
    plan = {"lancemate": __version__, "battles": battles, **plan}
    ledger = None
    if terms.folder is not None:
        ledger = Ledger(terms.folder, plan, resume=terms.resume, compress=terms.compress)
    lines: dict[int, BattleResult | GivenUp] = {} if ledger is None else ledger.lines
    if watch is not None:
        for line in lines.values():
            watch(line)
    left = [number for number in range(battles) if number not in lines]
    interrupted = False
    try:
        for number, result in run(play, left, jobs=terms.jobs, on=terms.on):
            line = GivenUp(number, result.text) if isinstance(result, Gone) else result
            if ledger is not None:
                ledger.write(line)
            lines[number] = line
            if watch is not None:
                watch(line)
    except KeyboardInterrupt:
        interrupted = True
    if ledger is not None:
        ledger.tidy()
    ordered = [lines[number] for number in sorted(lines) if number < battles]
    return Collected(
        [line for line in ordered if isinstance(line, BattleResult)],
        [line for line in ordered if isinstance(line, GivenUp)],
        interrupted,
        0 if ledger is None else ledger.damaged,
    )
