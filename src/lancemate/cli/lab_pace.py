"""`lancemate lab pace`: how soon bots of each level give people something to see. Prints only."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Final

import typer
from rich.console import Console

from lancemate import bots
from lancemate.cli.lab_balance import ALL_THEMES
from lancemate.cli.lab_contests import AsJson, Seed
from lancemate.cli.screen import print_table
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.pace import PATIENT, SOON, Summary, paces, summed
from lancemate.muster.battlefields import THEMES, find_theme

IDLE: Final = 1  # a battle went by for too long without a shot
LEVELS: Final = "recruit,regular,veteran,elite"


def pace(
    levels: Annotated[str, typer.Option(help="Levels of bots, separated by commas.")] = LEVELS,
    themes: Annotated[str, typer.Option(help="Themes, separated by commas.")] = ALL_THEMES,
    battles: Annotated[int, typer.Option(min=1, help="Battles per level; the themes take turns.")] = len(THEMES),
    turns: Annotated[int, typer.Option(min=1, max=200, help="Turn limit.")] = 12,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Let each level fight itself: when the first shot falls, when the first blood, and how soon it is over.

    Exit status: 1 if nobody fired in the first five turns of some battle.
    """
    chosen = [find_theme(name.strip()).id for name in themes.split(",")]
    names = [name.strip() for name in levels.split(",")]
    for name in names:
        if name not in bots.names():
            raise InputError(f"there is no bot {name!r}; {nearest(name, bots.names())}", key="--levels")
    console = Console(stderr=True, highlight=False, soft_wrap=True, quiet=as_json)
    found: list[Summary] = []
    for name in names:
        seen = []
        for one in paces(name, chosen, seed, battles, turns):
            seen.append(one)
            console.print(f"{name}, {one.theme}: {_told(one.shot)}, {_told(one.blood)}, {_told(one.decided)}")
        found.append(summed(name, seen))
    if as_json:
        print(json.dumps([asdict(one) for one in found], indent=2))
    else:
        _print_table(found, turns)
    if any(one.idle for one in found):
        raise typer.Exit(IDLE)


def _told(turn: int | None) -> str:
    return "never" if turn is None else f"turn {turn}"


def _print_table(found: list[Summary], turns: int) -> None:
    head = (
        *("level", "battles", "first shot, median (latest)", "first blood, median (latest)"),
        *(f"decided by turn {SOON}", f"by turn {turns}", f"no shot in {PATIENT} turns"),
    )
    rows = []
    for one in found:
        shot, blood = f"{one.shot:g} ({one.latest_shot:g})", f"{one.blood:g} ({one.latest_blood:g})"
        idle = ", ".join(one.idle) or "none"
        rows.append((one.level, str(one.battles), shot, blood, str(one.soon), str(one.late), idle))
    print_table(Console(highlight=False, soft_wrap=True), "First shot, first blood, and the end", head, rows)
