"""What is written of a battle: one line of JSON, the same on every machine. Must not know how battles are played."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import TypeAdapter, ValidationError

from lancemate.bots.player import Fault

SideName = Literal["red", "blue"]
RED: Final = "red"
BLUE: Final = "blue"
SIDES: Final[tuple[SideName, SideName]] = (RED, BLUE)
PACKED: Final = ".gz"


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What one unit did: points it marked off enemies, enemies it brought down, and whether it lived."""

    id: str
    side: SideName
    name: str
    skill: int
    marked: int
    kills: int
    alive: bool


@dataclass(frozen=True, slots=True)
class BattleResult:
    """One battle. Points are Point Values, by side."""

    battle: int
    pair: tuple[str, str]  # who was red and who was blue
    winner: SideName | None
    how: Literal["outright", "points", "draw"]
    reason: str
    turns: int
    decisions: int
    homes: Mapping[str, str | None]
    brought: Mapping[SideName, int]
    lost: Mapping[SideName, int]
    units: tuple[UnitResult, ...]
    faults: tuple[Fault, ...]
    hash: str  # of the state at the end

    @property
    def red_won(self) -> float:
        """1, 0, or a half for a draw."""
        return 0.5 if self.winner is None else 1.0 if self.winner == RED else 0.0

    def of(self, side: str) -> str:
        """Who of the pair had this side."""
        return self.pair[0] if side == RED else self.pair[1]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A battle that could not be played."""

    battle: int
    gone: str


def text_of(line: BattleResult | GivenUp) -> bytes:
    return json.dumps(asdict(line), ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + b"\n"


@cache
def _reader() -> TypeAdapter[BattleResult | GivenUp]:
    return TypeAdapter(BattleResult | GivenUp)


def read(text: str | bytes) -> BattleResult | GivenUp | None:
    """A line as it was written; None if it is damaged."""
    try:
        line = _reader().validate_json(text, strict=True)
    except ValidationError:
        return None
    return None if isinstance(line, BattleResult) and not set(line.lost) == set(line.brought) == set(SIDES) else line


def read_file(file: Path) -> Iterator[BattleResult | GivenUp | None]:
    """The lines of a file, packed or not; one that is damaged or was not finished is None."""
    try:
        with gzip.open(file) if file.suffix == PACKED else file.open("rb") as lines:
            for text in lines:
                yield read(text)
    except (EOFError, gzip.BadGzipFile, zlib.error):  # its end was not written
        yield None
