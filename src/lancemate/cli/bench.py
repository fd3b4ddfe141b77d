"""`lancemate bench`: how fast we are beside our peers, as a table or as JSON. Prints; measures nothing itself."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from lancemate.cli.screen import print_table
from lancemate.kernel.errors import InputError
from lancemate.lab import bench_bots, bench_trees, bench_troops
from lancemate.lab.bench import TRIALS, Figure, Spread, check_peers, run

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the table.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="How often to measure; the median counts.")] = 7,
    scale: Annotated[
        float, typer.Option(min=0.0001, max=1000, help="Size of a round; smaller is faster but less steady.")
    ] = 1.0,
    only: Annotated[list[str] | None, typer.Option(help="Only this measurement; repeat for more.")] = None,
    against: Annotated[Path | None, typer.Option(help="Measure beside this other checkout of lancemate.")] = None,
) -> None:
    """Measure sight, playouts, clones, forces, start-up and bots, each next to another simulator in the same run."""
    usual = (*TRIALS, *bench_bots.TRIALS, *bench_troops.TRIALS)
    trials = usual if against is None else bench_trees.against(against)
    chosen = [trial for trial in trials if not only or trial.name in only]
    unknown = sorted(set(only or ()) - {trial.name for trial in trials})
    if unknown:
        if against is None and unknown[0] in bench_trees.NAMES:
            raise InputError(f"{unknown[0]} is measured beside another checkout: add --against FOLDER", key="--only")
        known = ", ".join(trial.name for trial in trials)
        raise InputError(f"there is no measurement {unknown[0]!r}; there are {known}", key="--only")
    if any(trial.peers for trial in chosen):
        check_peers()
    waiting = Console(stderr=True, quiet=not sys.stderr.isatty())
    figures: list[Figure] = []
    with waiting.status("") as status:
        for trial in chosen:
            status.update(f"{trial.title} beside {trial.peer} ...")
            figures += run([trial], rounds, scale)
    if as_json:
        print(json.dumps({"rounds": rounds, "scale": scale, "figures": [_data(one) for one in figures]}, indent=2))
    else:
        _print_table(figures)


def _data(figure: Figure) -> dict[str, object]:
    return {**asdict(figure), "met": figure.met}


def _print_table(figures: list[Figure]) -> None:
    rows = []
    for figure in figures:
        colour = {True: "green", False: "red", None: "default"}[figure.met]
        sign = "≥" if figure.more_is_better else "≤"
        row = (
            figure.title,
            f"beside {figure.peer}",
            Text(f"{figure.ratio:.2f}", style=colour),
            f"{sign} {figure.goal:g}" if figure.goal is not None else "",
            _shown(figure.ours, figure.unit),
            _shown(figure.theirs, figure.unit),
        )
        rows.append(row)
    title = "One core, medians of interleaved rounds (spread)"
    print_table(Console(highlight=False), title, ("", "", "ratio", "goal", "ours", "theirs"), rows)


def _shown(spread: Spread, unit: str) -> str:
    digits = next((count for count, least in enumerate((100, 10, 1)) if spread.median >= least), 3)
    return f"{spread.median:,.{digits}f} ({spread.least:,.{digits}f} - {spread.most:,.{digits}f}) {unit}"
