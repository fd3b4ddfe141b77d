"""The story of a battle script, for people to read on a terminal. Prints; decides nothing."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console
from rich.text import Text

from lancemate.cli.games import Game
from lancemate.kernel.story import StoryLine

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


def show(game: Game, report: Any) -> None:
    """The story of a script, printed."""
    console = Console(highlight=False, soft_wrap=True)
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
