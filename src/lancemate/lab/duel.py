"""A duel: one contest played many times, written down line by line, to be gone on with whenever it was interrupted.

A folder holds ``duel.json`` (what is played) and ``battles.jsonl`` (one line per battle, in order of their numbers once
the duel is complete). Must not know how results are shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from lancemate import __version__
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab.contests import BLUE, RED, Contest
from lancemate.lab.runner import Line, run
from lancemate.lab.statistics import Estimate, mean, wilson

PLAN: Final = "duel.json"
BATTLES: Final = "battles.jsonl"


@dataclass(slots=True)
class Unit:
    """What all the battles of one unit of a force come to."""

    side: str
    name: str
    battles: int = 0
    marked: int = 0
    kills: int = 0
    lived: int = 0


@dataclass(slots=True)
class Tally:
    """What the battles so far have come to."""

    battles: int = 0
    won: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    outright: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    draws: int = 0
    turns: list[float] = field(default_factory=list)
    killed: dict[str, list[float]] = field(default_factory=lambda: {RED: [], BLUE: []})  # points, by who killed them
    margins: list[float] = field(default_factory=list)  # points lost by blue less points lost by red
    units: dict[tuple[str, str], Unit] = field(default_factory=dict)
    faults: dict[tuple[str, str], int] = field(default_factory=dict)  # by side and kind
    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)  # battles that could not be played

    def add(self, line: Line) -> None:
        if "winner" not in line:
            self.gone.append(_whole(line["battle"]))
            return
        self.battles += 1
        winner = line["winner"]
        if isinstance(winner, str):
            self.won[winner] += 1
            self.outright[winner] += line["how"] == "outright"
        else:
            self.draws += 1
        self.turns.append(_whole(line["turns"]))
        lost = line["lost"]
        assert isinstance(lost, dict)
        self.killed[RED].append(_whole(lost[BLUE]))
        self.killed[BLUE].append(_whole(lost[RED]))
        self.margins.append(_whole(lost[BLUE]) - _whole(lost[RED]))
        for deed in _dicts(line["units"]):
            key = str(deed["side"]), str(deed["name"])
            unit = self.units.setdefault(key, Unit(*key))
            unit.battles += 1
            unit.marked += _whole(deed["marked"])
            unit.kills += _whole(deed["kills"])
            unit.lived += bool(deed["alive"])
        for fault in _dicts(line["faults"]):
            about = str(fault["side"]), str(fault["kind"])
            self.faults[about] = self.faults.get(about, 0) + 1
            self.examples.setdefault(about, f"battle {line['battle']}, turn {fault['turn']}: {fault['text']}")

    def share(self, side: str) -> Estimate:
        """How much of the battles a side wins, draws counting half."""
        return wilson(self.won[side] + self.draws / 2, self.battles)

    def kills(self, side: str) -> Estimate:
        return mean(self.killed[side])


def _whole(value: JSON) -> int:
    assert isinstance(value, int)
    return value


def _dicts(value: JSON) -> Iterator[dict[str, JSON]]:
    assert isinstance(value, list)
    for one in value:
        assert isinstance(one, dict)
        yield one


# -- the folder -----------------------------------------------------------------------------------------------


class Ledger:
    """The folder of a duel: what is played, and the lines of the battles so far."""

    def __init__(self, folder: Path, plan: dict[str, JSON], *, resume: bool) -> None:
        self.folder = folder
        self.file = folder / BATTLES
        self.lines: dict[int, Line] = {}
        folder.mkdir(parents=True, exist_ok=True)
        told = folder / PLAN
        if told.exists() or self.file.exists():
            self._go_on(told, plan, resume)
        told.write_text(json.dumps(plan, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")

    def _go_on(self, told: Path, plan: dict[str, JSON], resume: bool) -> None:
        if not resume:
            raise InputError(f"{self.folder} holds battles already: add --resume to go on, or choose another folder")
        try:
            before = json.loads(told.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise InputError(f"{told} cannot be read, so nobody knows what was played there") from None
        for key in {*before, *plan} - {"battles"}:
            if before.get(key) != plan.get(key):
                raise InputError(f"{self.folder} holds another contest: its {key} differs; choose another folder")
        self.lines = {_whole(line["battle"]): line for line in read_lines(self.file)}

    def write(self, number: int, line: Line) -> None:
        self.lines[number] = line
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")

    def tidy(self) -> None:
        """Write all lines again in the order of their numbers, so that the file is the same however it came about."""
        text = "".join(
            json.dumps(self.lines[number], ensure_ascii=False, separators=(",", ":")) + "\n"
            for number in sorted(self.lines)
        )
        new = self.file.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        new.replace(self.file)


def read_lines(file: Path) -> Iterator[Line]:
    """The battles of a file; a line that was not finished is left out."""
    if not file.exists():
        return
    with file.open(encoding="utf-8") as lines:
        for text in lines:
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if isinstance(line, dict) and isinstance(line.get("battle"), int):
                yield line


def plan_of(contest: Contest, battles: int) -> dict[str, JSON]:
    told: dict[str, JSON] = json.loads(json.dumps(asdict(contest)))
    return {"lancemate": __version__, "battles": battles, **told}


# -- playing --------------------------------------------------------------------------------------------------

Watch = Callable[[Tally], None]


def duel(
    contest: Contest,
    battles: int,
    folder: Path | None = None,
    *,
    jobs: int = 1,
    on: str = "local",
    resume: bool = False,
    watch: Watch | None = None,
) -> Tally:
    """Play so many battles, watched; those that stand in the folder already are not played again.

    An interruption leaves everything that was played in the folder and in what ``watch`` has seen, and goes on upward.
    """
    tally = Tally()
    ledger = Ledger(folder, plan_of(contest, battles), resume=resume) if folder is not None else None
    done = {number: line for number, line in (ledger.lines if ledger else {}).items() if number < battles}
    for number in sorted(done):
        tally.add(done[number])
    if watch is not None:
        watch(tally)
    left = [number for number in range(battles) if number not in done]
    try:
        for number, line in run(contest.play, left, jobs=jobs, on=on):
            if ledger is not None:
                ledger.write(number, line)
            done[number] = line
            tally.add(line)
            if watch is not None:
                watch(tally)
        if ledger is not None:
            ledger.tidy()
    except OSError as error:
        if error.filename is None or folder is None:
            raise
        raise LancemateError(
            f"{error.filename}: {error.strerror}; {tally.battles} battles are kept, --resume goes on with the others"
        ) from error
    final = Tally()
    for number in sorted(done):
        final.add(done[number])
    return final
