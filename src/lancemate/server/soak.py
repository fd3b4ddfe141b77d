"""Lets the server run for a long time and says whether it grows: `python -m lancemate.server.soak --minutes 60`.

Starts a server of its own, keeps a number of tables busy, each for a minute or so before its player leaves and another
game begins, and looks at the memory of the server and of its helpers all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lancemate.server.load import UNLIMITED, Player, check_system, family, memory, open_games, serving
from lancemate.server.settings import Settings

LEFT_ALONE: Final = 20.0  # seconds until a game nobody looks at leaves the memory
EVERY: Final = 5.0  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Soaked:
    """What was found. Memory in megabytes, of the server and its helpers together."""

    minutes: float
    games: int
    commands: int
    samples: tuple[float, ...]

    @property
    def parts(self) -> tuple[float, ...]:
        """The median of each sixth of the time."""
        length = max(1, len(self.samples) // 6)
        return tuple(statistics.median(self.samples[at : at + length]) for at in range(0, 6 * length, length))

    def __str__(self) -> str:
        parts = ", ".join(f"{part:.0f}" for part in self.parts)
        return (
            f"{self.minutes:.0f} minutes, {self.games} games one after another, {self.commands} commands of people\n"
            f"memory of the server and its helpers in MB, median of each sixth of the time: {parts}"
        )


def soak(minutes: float, tables: int, pace: float, life: float) -> Soaked:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        settings = Settings(database, idle_seconds=LEFT_ALONE, limits=UNLIMITED)
        with serving(settings) as (port, pid):
            return asyncio.run(_soak(port, pid, minutes, tables, pace, life))


async def _soak(port: int, pid: int, minutes: float, tables: int, pace: float, life: float) -> Soaked:
    end = time.monotonic() + 60.0 * minutes
    games = commands = 0
    samples: list[float] = []

    async def table(number: int) -> None:
        nonlocal games, commands
        while time.monotonic() < end:
            (made,) = await open_games([port], 1)
            games += 1
            player = Player(port, made["seats"][0]["token"], number + tables * games, pace)
            line = await player.sit_down()
            await player.play(line, min(end, time.monotonic() + life))
            commands += len(player.times)
            await line.close()

    async def look() -> None:
        while time.monotonic() < end:
            samples.append(sum(memory(one) for one in family(pid)))
            await asyncio.sleep(EVERY)

    await asyncio.gather(look(), *(table(number) for number in range(tables)))
    return Soaked(minutes, games, commands, tuple(samples))


def main() -> None:
    check_system()
    parser = argparse.ArgumentParser(prog="python -m lancemate.server.soak", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=8, help="games at a time")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds a player thinks, on average")
    parser.add_argument("--life", type=float, default=60.0, help="seconds until a player leaves a game")
    words = parser.parse_args()
    print(soak(words.minutes, words.tables, words.pace, words.life))


if __name__ == "__main__":
    main()
