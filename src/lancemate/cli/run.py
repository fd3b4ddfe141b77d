"""`lancemate run`: plays a battle script and shows what happened, for people or as JSON. Prints; decides nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from lancemate.cli.games import Game, document_for, game_of
from lancemate.cli.output import check_place, write_file
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.story import StoryLine

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

REJECTED: Final = 1  # a command was not allowed, expectations were not met, or this is not the battle that was saved

STYLES: Final = {
    "turn": "bold",
    "phase": "bold cyan",
    "hit": "green",
    "miss": "yellow",
    "sum": "dim",
    "wound": "magenta",
    "later": "italic blue",
    "loss": "bold red",
    "ask": "cyan",
    "refused": "red",
    "quiet": "dim",
}


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="The battle script, YAML or JSON.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the story.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the final position to this file.")] = None,
    view: Annotated[str | None, typer.Option(help="With --json: only what this side may know.")] = None,
) -> None:
    """Play a battle script. Exit status: 0 if every command was accepted, 1 if one was not or if a save does not come
    out as it was saved, 2 if the script is bad.
    """
    if svg is not None:
        check_place(svg, "--svg", overwrite=True)
        if svg.exists() and file.exists() and svg.samefile(file):
            raise InputError(f"{svg} is the script itself: name another file", key="--svg")
    if view is not None and not as_json:
        raise InputError("what a side may know is told as JSON: say --json too", key="--view")
    source = read_document(file)
    game = game_of(source)
    report = game.run(game.read(source))
    broken = game.broken_seal(report.script, report.battle)
    if svg is not None:
        write_file(svg, game.draw(report.battle), "--svg", overwrite=True)
    if as_json:
        document = report.to_data() if view is None else document_for(game, report, view)
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        show(game, report, Console(highlight=False, soft_wrap=True))
    if broken is not None:
        print(f"lancemate: this is not the saved battle: {broken}", file=sys.stderr)
    if broken is not None or not report.accepted or report.unmet:
        raise typer.Exit(REJECTED)


def show(game: Game, report: Any, console: Console) -> None:
    """The story of a script."""
    script = report.script
    if script.title:
        console.print(Text(script.title, style="bold underline"))
    if script.about:
        console.print(Text(script.about))
    for line in game.story(report.battle, report.opening):
        _print(console, line)
    for outcome in report.outcomes:
        _show_outcome(game, report, outcome, console)
    if report.dice_left:
        _print(console, StoryLine(f"{report.dice_left} of the given dice were not used.", "quiet"))
    for difference in report.unmet:
        _print(console, StoryLine(f"Not as expected: {difference}", "refused"))


def _show_outcome(game: Game, report: Any, outcome: Any, console: Console) -> None:
    mark = f"{outcome.command:>3}  "
    if outcome.refusal is not None:
        lines = [game.tell_refusal(outcome.entry, outcome.refusal)]
    elif outcome.answer is not None:
        lines = list(game.tell_answer(report.battle, outcome.entry, outcome.answer))
    else:
        lines = list(game.story(report.battle, outcome.events))
    for number, line in enumerate(lines):
        _print(console, line, mark if number == 0 else " " * len(mark))


def _print(console: Console, line: StoryLine, margin: str = "     ") -> None:
    if line.tone == "turn":
        console.print()
    console.print(Text(margin, style="dim") + Text("  " * line.depth + line.text, style=STYLES.get(line.tone, "")))
