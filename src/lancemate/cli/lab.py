"""`lancemate lab`: many battles at once. Prints; plays nothing itself."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from lancemate.cli.games import ALPHA_STRIKE, BATTLETROOPS
from lancemate.cli.lab_balance import balance, objectives
from lancemate.cli.lab_contests import duel, pv, tournament
from lancemate.cli.lab_pace import pace
from lancemate.cli.main import INTERRUPTED
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.runner import jobs_named
from lancemate.lab.watching import Report, play_each
from lancemate.rulebook import title

app = typer.Typer(
    help="Play many battles at once and learn from them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for contest in (duel, tournament, pv, balance, objectives, pace):
    app.command()(contest)

TROUBLE: Final = 1  # a battle went wrong, or rules were to fire and did not
BATTLES: Final = 100
RUNNERS: Final = {ALPHA_STRIKE: "lancemate.lab.exhaust", BATTLETROOPS: "lancemate.lab.battletroops.exhaust"}


@app.callback()
def lab() -> None:
    """Keep `exhaust` a word of its own, whatever else joins it."""


@dataclass(slots=True)
class Tally:
    """Everything the battles so far have shown."""

    battles: int = 0
    decisions: int = 0
    refusals: int = 0
    fired: Counter[str] = field(default_factory=Counter)  # in how many battles
    commands: Counter[str] = field(default_factory=Counter)
    # Battle, what happened, and the script that shows it, where there is one.
    troubles: list[tuple[int, str, Path | None]] = field(default_factory=list)
    interrupted: bool = False
    again: str = ""  # what is said besides the number to have a battle once more

    def add(self, report: Report, folder: Path) -> None:
        self.battles += 1
        self.decisions += report.decisions
        self.refusals += report.refusals
        self.fired.update(report.fired)
        self.commands.update(report.commands)
        if report.trouble is not None:
            file = folder / f"exhaust-{report.seed}.json" if report.trouble.script else None
            if file is not None:
                text = json.dumps(report.trouble.script, ensure_ascii=False, indent=1) + "\n"
                folder.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            self.troubles.append((report.seed, report.trouble.text, file))


@app.command()
def exhaust(
    battles: Annotated[
        int | None, typer.Option(min=1, help="How many battles to play at most: 100 unless said, or every pair.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first battle; the others count up from it.")] = 0,
    jobs: Annotated[str, typer.Option(help="Battles to run in parallel: a number, or auto for one per core.")] = "auto",
    pairs: Annotated[bool, typer.Option("--pairs", help="Play every pair of options once, by turns on hexes.")] = False,
    air: Annotated[bool, typer.Option("--air", help="Play battles in which somebody flies.")] = False,
    cards: Annotated[
        str | None, typer.Option("--cards", help="Draw units from this file of units, or from `shelf`, your imports.")
    ] = None,
    until_fired: Annotated[bool, typer.Option("--until-fired", help="Stop when every rule has fired.")] = False,
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder for scripts of failed battles.")] = Path("out"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the report.")] = False,
    game: Annotated[str, typer.Option("--game", help="Which game: alpha-strike or battletroops.")] = ALPHA_STRIKE,
) -> None:
    """Play random battles with random forces, terrain and options; list the rules that never made a difference.

    Exit status: 1 if a battle crashed or broke an invariant, or if --until-fired was not reached. Ctrl-C shows the
    results so far and exits with 130.
    """
    runner = _runner(game)
    if pairs and game != ALPHA_STRIKE:
        raise InputError(f"{game} has no pairs of options to play", key="--pairs")
    if air and game != ALPHA_STRIKE:
        raise InputError(f"nobody flies in {game}", key="--air")
    if air and pairs:
        raise InputError("choose one of --pairs and --air", key="--air")
    play, many = (runner.play_pair, runner.all_pairs()) if pairs else (runner.play, BATTLES)
    if air:
        play = runner.play_in_the_air
    if cards is not None and game != ALPHA_STRIKE:
        raise InputError(f"{game} has no cards to draw from", key="--cards")
    if cards is not None:
        runner.cards_of(cards)  # what cannot be read is told before the first battle
        play = partial(runner.play_with, cards, play)
    numbers = range(seed, seed + (many if battles is None else battles))
    drawn = f" --cards {cards}" if cards is not None else ""
    tally = Tally(again=f"{_of(runner)}{' --pairs' if pairs else ' --air' if air else ''}{drawn}")
    with suppress(KeyboardInterrupt), _progress() as progress:
        task = progress.add_task("", total=len(numbers))
        tally.interrupted = True
        for report in play_each(play, numbers, jobs_named(jobs)):
            tally.add(report, out)
            left = runner.missing(tally.fired)
            progress.update(task, advance=1, description=_line(tally, len(left)))
            if until_fired and not left:
                break
        tally.interrupted = False
    left = runner.missing(tally.fired)
    if as_json:
        print(json.dumps(_data(tally, left, runner), indent=2))
    else:
        _show(tally, left, runner, Console(highlight=False, soft_wrap=True))
    if tally.interrupted:
        raise typer.Exit(INTERRUPTED)
    if tally.troubles or (until_fired and left):
        raise typer.Exit(TROUBLE)


def _runner(game: str) -> Any:
    """The exhaustive runner of a game: how it plays, which rules it wants."""
    if game not in RUNNERS:
        raise InputError(f"there is no game {game!r}; {nearest(game, RUNNERS)}", key="--game")
    return import_module(RUNNERS[game])


def _progress() -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )


def _of(runner: Any) -> str:
    """How to say which game it is, where that must be said."""
    name = next(name for name, where in RUNNERS.items() if where == runner.__name__)
    return "" if name == ALPHA_STRIKE else f" --game {name}"


def _line(tally: Tally, left: int) -> str:
    trouble = f", [red]{len(tally.troubles)} went wrong[/]" if tally.troubles else ""
    return f"{tally.decisions:,} decisions, {left} rules left{trouble}"


def _data(tally: Tally, left: list[str], runner: Any) -> dict[str, object]:
    return {
        "battles": tally.battles,
        "decisions": tally.decisions,
        "refusals": tally.refusals,
        "interrupted": tally.interrupted,
        "rules": {
            "implemented": len(runner.wanted()) + runner.asked_elsewhere(),
            "wanted": len(runner.wanted()),
            "fired": len(runner.wanted()) - len(left),
            "never_fired": left,
            "exempt": runner.EXEMPT,
        },
        "fired": dict(sorted(tally.fired.items())),
        "commands": dict(tally.commands.most_common()),
        "troubles": [
            {"battle": seed, "text": text, "script": str(file) if file is not None else None}
            for seed, text, file in tally.troubles
        ],
    }


def _show(tally: Tally, left: list[str], runner: Any, console: Console) -> None:
    stopped = " (interrupted)" if tally.interrupted else ""
    kinds = ", ".join(f"{name} {count:,}" for name, count in tally.commands.most_common())
    console.print(f"{tally.battles:,} battles{stopped}, {tally.decisions:,} decisions, {tally.refusals:,} refusals")
    console.print(Text(f"  {kinds}", style="dim"))
    fired = len(runner.wanted()) - len(left)
    console.print(
        f"{fired} of {len(runner.wanted())} rules fired; {runner.asked_elsewhere()} more are asked outside of battles."
    )
    for rule_id in left:
        console.print(Text(f"  never fired: {rule_id} {title(rule_id)}", style="yellow"))
    for seed, text, file in tally.troubles:
        console.print(Text(f"Battle {seed} went wrong: {text}", style="red"))
        console.print(f"  again: lancemate lab exhaust --battles 1 --seed {seed}{tally.again}")
        if file is not None:
            console.print(f"  as a script: lancemate run {file}")
    if not tally.troubles:
        console.print(Text("No exception, no broken invariant.", style="green"))
