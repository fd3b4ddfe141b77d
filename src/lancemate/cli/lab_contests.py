"""`lancemate lab duel`, `tournament` and `pv`: contests between bots and forces. Prints and writes; plays nothing."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from lancemate.alphastrike.options import check_options
from lancemate.kernel.errors import InputError
from lancemate.lab import plots, report
from lancemate.lab.contests import BLUE, LEAST_TABLE, MOST_TABLE, PATIENCE, RED, TURNS, Contest, Entry, entry, setup_of
from lancemate.lab.duel import Tally, read_lines
from lancemate.lab.duel import duel as play_duel
from lancemate.lab.runner import Line, jobs_named
from lancemate.lab.strength import Yardstick, measurable, measure
from lancemate.lab.tournament import Tournament
from lancemate.lab.tournament import fight as play_tournament
from lancemate.muster import catalogue

INTERRUPTED: Final = 130
PLOTS: Final = "plots"

Out = Annotated[Path, typer.Option("-o", "--out", help="Folder for the battles, the report and the plots.")]
Seed = Annotated[int, typer.Option(min=0, help="Everything follows from it: tables, dice, bots.")]
Jobs = Annotated[str, typer.Option(help="Battles at the same time: a number, or auto for one per core.")]
On = Annotated[str, typer.Option(help="Where to play: local, ray, or the address of a Ray cluster.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the battles in the folder.")]
TableSize = Annotated[str, typer.Option("--table", help="Width and depth of the table in inches.")]
Terrain = Annotated[int, typer.Option(min=0, max=60, help="Pieces of terrain on it.")]
Turns = Annotated[int, typer.Option(min=1, max=200, help="After so many turns points decide.")]
Options = Annotated[str, typer.Option(help="Optional rules in play, with commas between them.")]
Patience = Annotated[float, typer.Option(min=0.01, help="Seconds a bot may think about one command.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
NoPlots = Annotated[bool, typer.Option("--no-plots", help="Draw no pictures.")]

_BOT: Final = re.compile(r"(?P<name>.+?)(?:\((?P<budget>[0-9.]+s?)\))?")


def duel(
    red: Annotated[str, typer.Option(help="A force file, a force of the book, or units by name.")],
    blue: Annotated[str, typer.Option(help="The same for the other side.")],
    bots: Annotated[str, typer.Option(help="Who leads red and blue; a budget may follow: search(20000).")] = (
        "tactical,tactical"
    ),
    battles: Annotated[int, typer.Option(min=1, help="How many; neighbours share a table and exchange edges.")] = 100,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    options: Options = "",
    patience: Patience = PATIENCE,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
) -> None:
    """Let two forces fight each other many times, and say how sure the result is. Ctrl-C keeps what is done."""
    leaders = [one.strip() for one in bots.split(",")]
    if len(leaders) != 2:
        raise InputError("name two bots with a comma between them, as in tactical,random", key="--bots")
    sides = [_entry(force, bot, key) for force, bot, key in zip((red, blue), leaders, ("--red", "--blue"), strict=True)]
    width, depth = _inches(table)
    contest = Contest(sides[0], sides[1], seed, turns, width, depth, terrain, _options(options), patience)
    setup_of(contest, 0)  # forces that find no room are told of before the first battle
    seen = Tally()

    def watch(tally: Tally) -> None:
        nonlocal seen
        seen = tally
        share = tally.share(RED)
        told = f"red {share.value:.0%} ({share.low:.0%} to {share.high:.0%})" if tally.battles else ""
        progress(tally.battles + len(tally.gone), told)

    interrupted = False
    with _progress(battles) as progress:
        try:
            seen = play_duel(contest, battles, out, jobs=jobs_named(jobs), on=on, resume=resume, watch=watch)
        except KeyboardInterrupt:
            interrupted = True
    figures = _duel_plots(seen, out, no_plots)
    tables = [
        ("Result", report.DUEL_HEAD, report.duel_rows(contest, seen)),
        ("Units, per battle", report.UNIT_HEAD, report.unit_rows(seen)),
    ]
    said = report.remarks(contest, seen)
    told = report.summary(contest, seen)
    _leave(out, f"{red} ({leaders[0]}) against {blue} ({leaders[1]})", tables, said, told, figures)
    _show(tables, said, told, out, as_json, interrupted)


def tournament(
    forces: Annotated[list[str] | None, typer.Option("--force", help="A contestant's force; once for each.")] = None,
    bots: Annotated[str, typer.Option(help="Bots, with commas between them; every force is led by each.")] = "tactical",
    battles: Annotated[int, typer.Option(min=1, help="Battles of every pair.")] = 40,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    options: Options = "",
    patience: Patience = PATIENCE,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
) -> None:
    """Everyone against everyone: forces, bots, or both; strengths as Elo with 95 % intervals."""
    leaders = [one.strip() for one in bots.split(",")]
    entries = [_entry(force, bot, "--force") for force in forces or ["gdl/Command Lance"] for bot in leaders]
    width, depth = _inches(table)
    contest = Contest(entries[0], entries[0], seed, turns, width, depth, terrain, _options(options), patience)
    event = Tournament(tuple(entries), contest, battles)
    lines: list[Line] = []
    interrupted = False
    with _progress(event.total) as progress:
        try:
            found = play_tournament(
                event,
                out,
                jobs=jobs_named(jobs),
                on=on,
                resume=resume,
                watch=lambda now: progress(len(now.lines), ""),
            )
            lines = found.in_order()
        except KeyboardInterrupt:
            interrupted = True
            lines = list(read_lines(out / "battles.jsonl"))
    standings = event.standings(lines)
    rows = [(one.name, report.number(one.elo, 0), str(one.won), str(one.lost), str(one.drawn)) for one in standings]
    tables = [("Standings", ("contestant", "Elo", "won", "lost", "drawn"), rows)]
    said = [f"{len(lines)} battles, {battles} for every pair; 0 is the average of all contestants."]
    told: dict[str, Any] = {"battles": len(lines), "standings": [one._asdict() for one in standings]}
    figures = _drawn(out, no_plots, lambda: {"ladder": plots.ladder_figure((one.name, one.elo) for one in standings)})
    _leave(out, "Tournament", tables, said, told, figures)
    _show(tables, said, told, out, as_json, interrupted)


def pv(
    units: Annotated[str, typer.Option(help="Units with commas between them; without, all of the catalogue.")] = "",
    battles: Annotated[int, typer.Option(min=1, help="Battles each unit fights.")] = 40,
    bot: Annotated[str, typer.Option(help="Who leads both sides.")] = "tactical",
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
) -> None:
    """What units are really worth: measured strength against printed Point Value, the greatest surprises first."""
    cards = [catalogue.find(name) for name in units.split(",")] if units else list(catalogue.all())
    width, depth = _inches(table)
    anyone = _entry("gdl/Command Lance", bot, "--bot")
    contest = Contest(anyone, anyone, seed, turns, width, depth, terrain)
    yardstick = Yardstick(measurable(cards), contest, battles)
    interrupted = False
    with _progress(yardstick.total) as progress:
        try:
            lines = measure(
                yardstick, out, jobs=jobs_named(jobs), on=on, resume=resume, watch=lambda count: progress(count, "")
            )
        except KeyboardInterrupt:
            interrupted = True
            lines = list(read_lines(out / "battles.jsonl"))
    found = yardstick.measured(lines)
    rows = [
        (
            one.name,
            str(one.pv),
            report.number(one.effective),
            f"{one.effective.value / one.pv - 1:+.0%}",
            str(one.battles),
        )
        for one in found
    ]
    tables = [("Point Values", ("unit", "printed", "measured", "", "battles"), rows)]
    said = [f"{len(lines)} battles between bands of about 120 points; the greatest surprises first."]
    told: dict[str, Any] = {"battles": len(lines), "units": [one._asdict() for one in found]}
    figures = _drawn(out, no_plots, lambda: {"point_values": plots.value_figure(found)})
    _leave(out, "Point Values, printed and measured", tables, said, told, figures)
    _show(tables, said, told, out, as_json, interrupted)


# -- reading --------------------------------------------------------------------------------------------------


def _entry(force: str, bot: str, key: str) -> Entry:
    found = _BOT.fullmatch(bot)
    assert found is not None
    try:
        return entry(force, found["name"], found["budget"])
    except InputError as error:
        raise InputError(error.plain, file=error.file, line=error.line, key=error.key or key) from None


def _inches(text: str) -> tuple[float, float]:
    parts = text.lower().split("x")
    try:
        width, depth = (float(part) for part in parts)
    except ValueError:
        raise InputError(f"{text!r} is no table; write width and depth in inches, as in 48x36", key="--table") from None
    if not all(LEAST_TABLE <= side <= MOST_TABLE for side in (width, depth)):
        raise InputError(f"a table is {LEAST_TABLE:g} to {MOST_TABLE:g} inches wide and deep", key="--table")
    return width, depth


def _options(text: str) -> tuple[str, ...]:
    return tuple(sorted(check_options([one.strip() for one in text.split(",") if one.strip()])))


# -- showing --------------------------------------------------------------------------------------------------


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int, str], None]]:
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
        yield lambda done, told: bar.update(task, completed=done, description=told)


def _drawn(out: Path, no_plots: bool, draw: Callable[[], dict[str, Any]]) -> dict[str, str]:
    """Draw and save pictures where that is wanted and possible; as SVG text by name."""
    if no_plots or not plots.have_plots():
        return {}
    figures = draw()
    for name, figure in figures.items():
        plots.save(figure, out / PLOTS, name)
    return {name: plots.svg(figure) for name, figure in figures.items()}


def _duel_plots(tally: Tally, out: Path, no_plots: bool) -> dict[str, str]:
    if not tally.battles:
        return {}
    lines = sorted(read_lines(out / "battles.jsonl"), key=lambda line: str(line["battle"]).zfill(12))
    winners = [line["winner"] for line in lines if "winner" in line]
    results = [winner if winner in (RED, BLUE) else None for winner in winners]
    return _drawn(out, no_plots, lambda: plots.duel_figures(tally, [str(one) if one else None for one in results]))


Tables = Sequence[tuple[str, report.Row, Sequence[report.Row]]]


def _leave(
    out: Path, title: str, tables: Tables, said: Sequence[str], told: dict[str, Any], figures: dict[str, str]
) -> None:
    """Write the report and the summary."""
    (out / "summary.json").write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "report.html").write_text(report.page(title, tables, said, figures), encoding="utf-8")


def _show(
    tables: Tables, said: Sequence[str], told: dict[str, Any], out: Path, as_json: bool, interrupted: bool
) -> None:
    if as_json:
        print(json.dumps({**told, "interrupted": interrupted}, indent=2, ensure_ascii=False))
    else:
        console = Console(highlight=False, soft_wrap=True)
        for heading, head, rows in tables:
            shown = Table(*head, title=heading)
            for row in rows[:60]:
                shown.add_row(*(Text(cell) for cell in row))
            console.print(shown)
        for text in said:
            console.print(Text(text))
        console.print(Text(f"The report is in {out / 'report.html'}.", style="dim"))
        if interrupted:
            console.print(Text("Interrupted: what is done is kept, --resume goes on.", style="yellow"))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
