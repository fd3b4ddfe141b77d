"""The folder of an experiment: what is played, one line for every battle, and how to go on after an interruption.

``plan.json`` says what is played and ``battles.jsonl`` (or ``battles.jsonl.gz``) what came of it. Lines are added as
battles end; at the end they are put in order, so that the file is the same however it came about. Lines are kept on the
disk, so that ten thousand battles take no more memory than ten. Must not know how results are counted or shown.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final
from weakref import finalize

from lancemate import __version__
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.kernel.folders import write_whole
from lancemate.lab.results import PACKED, BattleResult, GivenUp, read, read_file, text_of
from lancemate.lab.runner import Gone, run

PLAN: Final = "plan.json"
CODE: Final = "code"  # what a plan says of the code of somebody's own bot
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
    overwrite: bool = False  # what the folder holds of an earlier run is thrown away


class Pile:
    """Lines on the disk, found again by the numbers of their battles; gone when nobody looks at it any more."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 (it stays open as long as there is a pile)
        finalize(self, self._file.close)
        self._where: dict[int, int] = {}
        self.given_up: dict[int, GivenUp] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._where

    def __len__(self) -> int:
        return len(self._where)

    def add(self, line: BattleResult | GivenUp) -> None:
        where = self._file.seek(0, 2)
        self._file.write(text_of(line))
        self.given_up.pop(line.battle, None)
        if isinstance(line, GivenUp):
            self.given_up[line.battle] = line
        self._where[line.battle] = where  # last: whoever presses Ctrl-C before this has not played it

    def texts(self, numbers: Iterable[int] | None = None) -> Iterator[bytes]:
        """All lines, or some, in the order of their numbers."""
        for number in sorted(self._where if numbers is None else numbers):
            self._file.seek(self._where[number])
            yield self._file.readline()

    def before(self, number: int) -> Results:
        """The battles before one that have been played."""
        return Results(self, [one for one in self._where if one < number and one not in self.given_up])


class Results(Collection[BattleResult]):
    """Some battles of a pile in the order of their numbers, each read when it is its turn."""

    def __init__(self, pile: Pile, numbers: list[int]) -> None:
        self._pile = pile
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, line: object) -> bool:
        return any(line == one for one in self)

    def __iter__(self) -> Iterator[BattleResult]:
        for line in map(read, self._pile.texts(self._numbers)):
            assert isinstance(line, BattleResult)
            yield line


@dataclass(frozen=True, slots=True)
class Collected:
    """Battles in the order of their numbers, those that could not be played, and whether somebody pressed Ctrl-C."""

    lines: Collection[BattleResult]
    given_up: list[GivenUp]
    interrupted: bool = False
    damaged: int = 0  # lines in the folder that could not be read and were played again


class Ledger:
    """The folder of an experiment, opened."""

    def __init__(self, plan: Plan, pile: Pile, terms: Terms) -> None:
        assert terms.folder is not None
        self.folder = folder = terms.folder
        self.file = folder / (BATTLES + PACKED if terms.compress else BATTLES)
        self.pile = pile
        self.damaged = 0
        told = folder / PLAN
        others = [folder / BATTLES, folder / (BATTLES + PACKED)]
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is a file; choose a folder")
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if terms.overwrite and "lancemate" in _told_by(told):
                for file in (*others, told):
                    file.unlink(missing_ok=True)
            written = (line for file in others if file.exists() for line in read_file(file))
            holds_battles = self._take_over(written, told, plan, terms.resume)
        if not holds_battles and told.exists() and "lancemate" not in _told_by(told):
            raise InputError(f"{told} is not of the lab's making; choose another folder")
        with writing(told):
            told.write_text(json.dumps(plan, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        self.tidy()
        for file in others:
            if file != self.file:
                file.unlink(missing_ok=True)

    def _check(self, told: Path, plan: Plan, resume: bool) -> None:
        if not resume:
            raise InputError(
                f"{self.folder} holds battles already: add --resume to go on, --overwrite to begin anew, "
                "or choose another folder"
            )
        before = _told_by(told)
        if not before:
            raise InputError(f"{told} cannot be read, so nobody knows what was played there; choose another folder")
        for key in sorted({*before, *plan} - {"battles"}):
            if before.get(key) != plan.get(key):
                other = _difference(before.get(key), plan.get(key), key)
                what = (
                    "battles of an older bot, whose file has changed since"
                    if other.endswith(CODE)
                    else "another contest"
                )
                advice = "choose another folder, or add --overwrite to begin anew"
                raise InputError(f"{self.folder} holds {what} ({other} differs); {advice}")

    def _take_over(
        self, written: Iterable[BattleResult | GivenUp | None], told: Path, plan: Plan, resume: bool
    ) -> bool:
        """Go on with what is written, if that is wanted; whether there is anything."""
        number = -1
        for number, line in enumerate(written):
            if number == 0:
                self._check(told, plan, resume)
            if line is None:
                self.damaged += 1
            elif isinstance(line, BattleResult):  # what was given up is tried again
                self.pile.add(line)
        return number >= 0

    def write(self, line: BattleResult | GivenUp) -> None:
        text = text_of(line)
        with writing(self.file, self._kept), self.file.open("ab") as file:
            file.write(gzip.compress(text, mtime=0) if self.file.suffix == PACKED else text)

    def tidy(self) -> None:
        """Write all lines again in the order of their numbers."""
        texts = self.pile.texts()
        with writing(self.file, self._kept):
            write_whole(self.file, _packed(texts) if self.file.suffix == PACKED else texts)

    def _kept(self) -> str:
        kept = len(self.pile) - len(self.pile.given_up)
        return f"; battles so far ({kept}) are kept, --resume goes on with the others" if kept else ""


def _difference(before: JSON, now: JSON, where: str) -> str:
    """The place at which two plans differ, as exactly as it has a name."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            if before.get(key) != now.get(key):
                return _difference(before.get(key), now.get(key), f"{where}.{key}")
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True), start=1):
            if one != other:
                return _difference(one, other, f"{where} {number}")
    return where


def _packed(texts: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=31)  # a gzip file without a date
    for text in texts:
        yield packer.compress(text)
    yield packer.flush()


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
    pile, ledger = Pile(), None
    if terms.resume and terms.overwrite:
        raise InputError("--resume keeps what is there and --overwrite does not: choose one", key="--overwrite")
    if terms.folder is not None:
        ledger = Ledger(plan, pile, terms)
    if watch is not None:
        for played in pile.before(battles):
            watch(played)
    left = [number for number in range(battles) if number not in pile]
    interrupted = False
    try:
        for number, result in run(play, left, jobs=terms.jobs, on=terms.on):
            line = GivenUp(number, result.text) if isinstance(result, Gone) else result
            if ledger is not None:
                ledger.write(line)
            pile.add(line)
            if watch is not None:
                watch(line)
    except KeyboardInterrupt:
        interrupted = True
    if ledger is not None:
        ledger.tidy()
    given_up = [pile.given_up[number] for number in sorted(pile.given_up)]
    return Collected(pile.before(battles), given_up, interrupted, 0 if ledger is None else ledger.damaged)
