"""`lancemate sheets`: record sheets and aids of BattleTroops to print. Finds what is asked for; draws nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from lancemate.cli.cards import file_to_write, write_pages
from lancemate.cli.output import Overwrite
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.printing.paper import Paper

if TYPE_CHECKING:
    from lancemate.battletroops.play.setup import Setup
    from lancemate.muster.printing.drawing import Page

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

NAME: Final = "sheets"


@app.command()
def sheets(
    script: Annotated[Path | None, typer.Argument(help="A battle script of BattleTroops.", show_default=False)] = None,
    side: Annotated[str | None, typer.Option(help="Whose sheets; both sides' unless said.")] = None,
    blank: Annotated[bool, typer.Option("--blank", help="Add a squad sheet to fill in by hand.")] = False,
    machine: Annotated[
        list[str] | None, typer.Option(help="Add the sheet of a 'Mech or vehicle by name; repeat for more.")
    ] = None,
    set_up: Annotated[
        bool, typer.Option("--set-up", help="Add a side's secret set-up with small maps; needs --side.")
    ] = False,
    reference: Annotated[bool, typer.Option("--reference", help="Add all tables of the rules.")] = False,
    output: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write (default: sheets.pdf or sheets.svg).")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Paper size.")] = Paper.a4,
    svg: Annotated[bool, typer.Option("--svg", help="Write SVG, one file per page.")] = False,
    overwrite: Overwrite = False,
) -> None:
    """Print record sheets of BattleTroops: squads, 'Mechs, vehicles and crews, secret set-ups, all tables."""
    place = file_to_write(output, NAME, as_svg=svg)
    pages: list[Page] = []
    if script is not None:
        pages += _of_script(script, side, paper, set_up=set_up)
    elif side is not None or set_up:
        raise InputError("sides are those of a battle script, and none is named", key="--side" if side else "--set-up")
    pages += _aids(paper, machine or [], blank=blank, reference=reference)
    if not pages:
        raise InputError("there is nothing to print: name a battle script, --blank, --machine or --reference")
    for file in write_pages(pages, place, "Record sheets", overwrite=overwrite):
        print(file)


def _of_script(script: Path, side: str | None, paper: Paper, *, set_up: bool) -> list[Page]:
    from lancemate.battletroops.scripts.running import load_script
    from lancemate.muster.printing.troop_aids import setup_pages
    from lancemate.muster.printing.troop_sheets import sheets_of

    setup = load_script(script).setup
    names = _sides(setup, side)
    if set_up and side is None:
        raise InputError("a secret set-up is one side's: say which with --side", key="--set-up")
    pages = [page for name in names for page in sheets_of(setup, name, paper)]
    return pages + (setup_pages(setup, names[0], paper) if set_up else [])


def _sides(setup: Setup, side: str | None) -> list[str]:
    known = [one.name for one in setup.sides]
    if side is not None and side not in known:
        raise InputError(f"there is no side {side!r}; {nearest(side, known)}", key="--side")
    return known if side is None else [side]


def _aids(paper: Paper, machines: list[str], *, blank: bool, reference: bool) -> list[Page]:
    from lancemate.battletroops.machines.record import ready
    from lancemate.muster.printing.troop_aids import reference_pages
    from lancemate.muster.printing.troop_sheets import blank_sheets, machine_pages

    pages = blank_sheets(paper) if blank else []
    for name in machines:
        pages += machine_pages(ready(name, "--machine"), "", "", paper)
    return pages + (reference_pages(paper) if reference else [])
