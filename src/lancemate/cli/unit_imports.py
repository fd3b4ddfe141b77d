"""`lancemate units import`, `fetch` and `diff`: how units of others get onto the shelf. Prints; decides nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster.imports import shelf
from lancemate.muster.imports.comparing import Comparison, compared
from lancemate.muster.imports.gathering import Manner, Watch
from lancemate.muster.imports.reading import Kind, read_bytes, read_files
from lancemate.muster.imports.report import Report

REFUSED: Final = 1  # something was not taken, or two lists differ
SHELF: Final = "shelf"  # in place of a file, what has been imported

Drop = Annotated[
    bool, typer.Option("--leave-out-unknown", help="Import units with unknown abilities, dropping those abilities.")
]
Replace = Annotated[
    bool, typer.Option("--replace", help="What is imported now counts, whichever list an older card came from.")
]
Again = Annotated[bool, typer.Option("--refresh", help="Download again even if there is a recent copy.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be imported.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


def import_units(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files of units: MekBay's units.json, eras.json and factions.json; MegaMek's table; a saved QuickList "
            "(JSON); tables (CSV, XLSX); YAML ..."
        ),
    ] = None,
    mul: Annotated[str | None, typer.Option("--mul", help="Search the old Master Unit List by name.")] = None,
    url: Annotated[str | None, typer.Option(help="Fetch a QuickList from this address instead.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="File format, if it cannot be guessed.")] = None,
    leave_out_unknown: Drop = False,
    replace: Replace = False,
    refresh: Again = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Import units. Exit status: 0 if all were imported, 1 if some were refused, 2 if a source cannot be read."""
    if refresh and mul is None and url is None:
        raise InputError("only what comes over the network can be asked for again: add --mul or --url", key="--refresh")
    if kind is not None and not files:
        raise InputError("this is for files, and none is named: the network always answers alike", key="--kind")
    with _watched("Units") as watch:
        manner = Manner(leave_out_unknown, shelf.shelf(), replace, watch)
        reports = [*read_files(files or (), kind=kind, manner=manner)]
        if mul is not None or url is not None:
            reports.append(_from_web(mul, url, refresh, manner))
    if not reports:
        raise LancemateError("There is nothing to import: name a file, or fetch MekBay's catalogue with `units fetch`.")
    _finish(reports, dry_run, as_json)


def fetch_units(
    address: Annotated[
        str | None, typer.Option("--from", help="Another server that has units.json, eras.json and factions.json.")
    ] = None,
    leave_out_unknown: Drop = False,
    replace: Replace = False,
    refresh: Again = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Fetch MekBay's catalogue, with who fields what when, and import it: one polite download, kept for the next time.

    The data are MekBay's and the MegaMek team's, CC BY-NC-SA 4.0.
    """
    from lancemate.muster.imports.fetching import MEKBAY, fetch_catalogue

    with _bar() as bar:
        tasks: dict[str, TaskID] = {}

        def progress(name: str, here: int, total: int | None) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=total)
            bar.update(tasks[name], completed=here)

        watch = _counting(bar, bar.add_task("Units", total=None))
        manner = Manner(leave_out_unknown, shelf.shelf(), replace, watch)
        report = fetch_catalogue(address or MEKBAY, refresh=refresh, manner=manner, progress=progress)
    _finish([report], dry_run, as_json)


def diff_units(
    one: Annotated[str, typer.Argument(help="A file of units, or `shelf` for what you have imported.")],
    other: Annotated[str, typer.Argument(help="Another.")],
    as_json: AsJson = False,
) -> None:
    """Compare two lists of units field by field. Exit status: 0 if they agree on all they share, 1 if not."""
    with _watched("Units") as watch:
        found = compared(_cards(one, watch), _cards(other, watch))
    if as_json:
        print(json.dumps(found.to_data(), ensure_ascii=False, indent=2))
    else:
        _show(found, one, other)
    if found.unlike:
        raise typer.Exit(REFUSED)


def _cards(name: str, watch: Watch) -> tuple[Card, ...]:
    if name == SHELF and not Path(name).exists():
        return shelf.shelf().cards()
    reports = read_files([name], manner=Manner(leave_out_unknown=True, watch=watch))
    return tuple(card for report in reports for card in report.cards)


def _show(found: Comparison, one: str, other: str) -> None:
    for pair in found.unlike:
        print(f"{pair.name}: " + ", ".join(f"{what.field} {what.one} / {what.other}" for what in pair.differences))
    for field, number in found.by_field:
        print(f"{number:>6,} differ in {field}")
    print(f"{found.shared:,} units are in both, {found.shared - len(found.unlike):,} of them alike in all fields.")
    print(f"{len(found.only_one):,} only in {one}, {len(found.only_other):,} only in {other}.")


def _from_web(name: str | None, url: str | None, refresh: bool, manner: Manner) -> Report:
    from lancemate.muster.imports import web

    asks_the_list = name is not None and url is None
    address = web.quick_list_address(name, base=url or web.QUICK_LIST) if name is not None else url or ""
    advice = web.THE_LIST_IS_GONE if asks_the_list else web.FROM_A_FILE
    found = web.fetch(address, refresh=refresh, advice=advice)
    return read_bytes(found.content, source=found.source, kind=Kind.mul, manner=manner, notes=found.notes)


def _finish(reports: Sequence[Report], dry_run: bool, as_json: bool) -> None:
    updated = 0
    for report in reports if not dry_run else ():
        told = report.availability.of if report.availability is not None else None
        updated += shelf.put(report.cards, told)
    if as_json:
        print(json.dumps([report.to_data() for report in reports], ensure_ascii=False, indent=2))
    else:
        _tell(reports, dry_run, updated)
    if any(report.rejected for report in reports):
        raise typer.Exit(REFUSED)


def _tell(reports: Sequence[Report], dry_run: bool, updated: int) -> None:
    for report in reports:
        for line in report.lines():
            print(line)
        if report.force is not None:
            print(f"It holds a force: `lancemate force import {report.source} -o mine.yaml` keeps that.")
    if updated:
        print(f"Who fields them when is known now of {updated:,} units.")
    if dry_run:
        print("Nothing was kept: this was a dry run.")
    elif updated or any(report.taken for report in reports):
        print(f"Kept in {shelf.place()}.")


def _bar() -> Progress:
    """A bar for a person at a terminal; whoever reads the output gets none of it."""
    from rich.console import Console

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def _watched(what: str) -> Iterator[Watch]:
    with _bar() as bar:
        yield _counting(bar, bar.add_task(what, total=None))


def _counting(bar: Progress, task: TaskID) -> Watch:
    def watch(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)

    return watch
