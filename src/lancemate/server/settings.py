"""How the server is set up: where games are kept, how many helpers it has, and what it allows. Knows no game."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.folders import data_folder
from lancemate.kernel.reading import nearest, read_number, read_whole

Log = Literal["plain", "json"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one message, socket, seat, address or game may use."""

    message_bytes: int = 65_536
    messages_per_second: float = 20.0
    burst: int = 60
    patience: int = 200  # messages over the rate before the line is cut
    questions: int = 4  # of one socket under way at once
    address_questions: int = 12  # of all sockets of an address, so that nobody else waits long
    hello_seconds: float = 10.0
    outbox: int = 256  # messages waiting for a slow reader before the line is cut
    seat_connections: int = 8
    address_connections: int = 64  # sockets
    address_cuts: int = 30  # sockets that had to be cut, in a minute, before no other is let in
    address_lines: int = 128  # of all kinds, before anything is asked over them
    silence_seconds: float = 15.0  # for a request to come, and for each part of its body
    games_per_day: int = 200
    makings_per_minute: int = 600  # games an address may try to make
    prints_per_minute: int = 20
    maps_per_day: int = 50  # that an address may keep
    imports_per_minute: int = 30  # files of units and forces, forces built, Skills tuned
    looks_per_minute: int = 120  # at what a file seems to be
    import_units: int = 10_000  # of one file
    body_bytes: int = 1_000_000
    file_bytes: int = 5_000_000
    commands: int = 5_000  # of one battle
    units: int = 80
    terrain: int = 400
    terrain_corners: int = 4_000  # of all shapes of a table together
    yaml_bytes: int = 300_000  # YAML takes a hundred times as long to read as JSON
    printed_units: int = 120
    path_points: int = 100
    chat_letters: int = 500
    chat_kept: int = 200  # messages a newcomer is told
    batches: int = 500  # in one answer to `history`


# Where nobody but this machine can ask, nobody is kept waiting by whoever brings a folder of files.
AT_HOME: Final = Limits(
    address_cuts=6_000,
    games_per_day=100_000,
    prints_per_minute=1_000,
    maps_per_day=100_000,
    imports_per_minute=6_000,
    looks_per_minute=6_000,
)


def limits_of(data: JSON, usual: Limits) -> Limits:
    """The usual limits, but for those that somebody has set. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError("these are no limits: give one on each line, such as games_per_day: 500")
    changed: dict[str, Any] = {}
    for name, value in data.items():
        if name not in _LIMITS:
            raise InputError(f"there is no limit {name!r}; {nearest(name, _LIMITS)}", key=name)
        whole = isinstance(getattr(usual, name), int)
        changed[name] = read_whole(value, name, 1, 10**9) if whole else read_number(value, name, 0.1, 1e9)
    return replace(usual, **changed)


_LIMITS: Final = [one.name for one in fields(Limits)]


@dataclass(frozen=True, slots=True)
class Settings:
    """``thinkers`` is how many processes think for bots; 0 lets a thread of the server do all the thinking."""

    database: str
    thinkers: int = 1
    idle_seconds: float = 300.0  # a game nobody looks at leaves the memory after that
    thinking_seconds: float = 120.0  # a bot that has not answered by then is not going to
    asking_seconds: float = 20.0  # and so for a question
    making_seconds: float = 30.0  # and for a game, a save or cards to print
    trusted_proxies: tuple[str, ...] = ()  # whose word about where a request comes from is believed
    unit_list: str | None = None  # address of the Master Unit List, where people may search it from the page
    metrics_port: int | None = None  # of this machine, where `/metrics` is; none without
    log: Log = "plain"
    limits: Limits = field(default_factory=Limits)


def default_database() -> str:
    """A file among the user's data."""
    return f"sqlite:///{data_folder() / 'games.sqlite3'}"


def default_thinkers(workers: int = 1) -> int:
    """How many processes think for the bots of each of so many servers. One core is left for a server itself."""
    return max(1, min(8, (os.cpu_count() or 2) // workers - 1))
