"""How the commands of the lab show what they found: a bar meanwhile, tables, a report, and the command once more."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from lancemate.cli.main import INTERRUPTED
from lancemate.cli.screen import print_table
from lancemate.kernel import house
from lancemate.kernel.codec import JSON
from lancemate.lab import plots, report
from lancemate.lab.ledger import Collected, writing

TROUBLE: Final = 1  # a bot did something wrong, or battles could not be played
PLOTS: Final = "plots"
MOST_ROWS: Final = 60  # of a table in the terminal; the report has them all
# Words of a command that change nothing of what is played.
ONLY_HERE: Final = frozenset(
    {"jobs", "on", "out", "resume", "overwrite", "no_files", "compress", "as_json", "no_plots"}
)


@contextmanager
def progress(total: int) -> Iterator[Callable[[int | None, str], None]]:
    """A bar on the terminal; it is told how far things are, or without a number that they are one further."""
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=total)

        def tell(done: int | None, told: str) -> None:
            bar.update(task, completed=done, advance=1 if done is None else None, description=told)

        yield tell


ALWAYS: Final = frozenset({"battles", "seed"})  # words that are said although they go without saying


@dataclass(frozen=True, slots=True)
class Findings:
    """What a contest has come to, ready to be shown: tables (heading, head, rows), remarks, data, pictures."""

    title: str
    tables: Sequence[tuple[str, report.Row, Sequence[report.Row]]]
    said: list[str]
    told: dict[str, JSON]
    draw: Callable[[], dict[str, Any]] = field(repr=False)


def present(
    context: typer.Context,
    findings: Findings,
    found: Collected,
    out: Path | None,
    as_json: bool,
    no_plots: bool,
    who: report.Who,
) -> None:
    """Write the summary, the pictures and the report, print what they say, and leave with the status that fits.

    Without a folder nothing is written.
    """
    again = command_again(context)
    said = [*findings.said, *report.troubles(found, who), f"Once more: {again}"]
    told: dict[str, JSON] = {
        **findings.told,
        "command": again,
        "faults": {name: {**kinds} for name, kinds in report.faults(found, who).items()},
        "given_up": [{"battle": one.battle, "why": one.gone} for one in found.given_up],
        "interrupted": found.interrupted,
    }
    if out is not None:
        with writing(out):
            pictures = {} if no_plots or not found.lines else _drawn(findings.draw, out / PLOTS, said)
            (out / "summary.json").write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            page = report.page(findings.title, findings.tables, said, pictures)
            (out / "report.html").write_text(page, encoding="utf-8")
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        _print(findings, said, out)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.given_up or told["faults"]:
        raise typer.Exit(TROUBLE)


def command_again(context: typer.Context) -> str:
    """The command that plays the same battles once more: what is said on its line and changes what is played."""
    words = ["lancemate", *str(context.command_path).removeprefix("lancemate ").split()]
    for place in house.places():
        words += [house.OPTION, place]
    for one in context.command.params:
        value = context.params.get(str(one.name))
        if one.name in ONLY_HERE or value in (None, (), False):
            continue
        if value == one.get_default(context) and one.name not in ALWAYS:
            continue
        option = max(one.opts, key=len)
        if value is True:
            words.append(option)
        else:
            for each in value if isinstance(value, (list, tuple)) else (value,):
                words += [option, str(each)]
    return shlex.join(words)


def _print(findings: Findings, said: Sequence[str], out: Path | None) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for heading, head, rows in findings.tables:
        print_table(console, heading, head, rows[:MOST_ROWS])
    for text in said:
        console.print(Text(text))
    if out is not None:
        console.print(Text(f"The report is in {out / 'report.html'}.", style="dim"))


def _drawn(draw: Callable[[], dict[str, Any]], folder: Path, said: list[str]) -> dict[str, str]:
    """Draw and save pictures where that is possible; as SVG text by name."""
    if not plots.have_plots():
        said.append("There are no pictures because matplotlib is missing: pip install 'lancemate[lab]'.")
        return {}
    return {name: plots.save(figure, folder, name) for name, figure in draw().items()}
