"""`lancemate cards`: cards and force sheets to print. Finds what is asked for and writes files; draws nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from lancemate.alphastrike.cards.points import REGULAR, WORST_SKILL
from lancemate.cli.output import Overwrite, check_place, write_file
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster.printing.paper import Paper

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.muster.force import Force
    from lancemate.muster.printing.drawing import Page

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

MOST_CARDS: Final = 1000
OUT: Final = "--out"


@app.command()
def cards(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FORCE_OR_UNITS",
            help="Force files, forces of the book, names or ids of units; NAME x2 @3 is two of them with Skill 3.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write (default: cards.pdf or cards.svg).")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Paper size.")] = Paper.a4,
    svg: Annotated[bool, typer.Option("--svg", help="Write SVG, one file per page.")] = False,
    skill: Annotated[
        int | None, typer.Option(min=0, max=WORST_SKILL, help="Skill of units named one by one (default: 4).")
    ] = None,
    blank: Annotated[bool, typer.Option("--blank", help="Leave Skill blank, to fill in by hand.")] = False,
    sheet: Annotated[bool | None, typer.Option(help="Whether to print a force sheet before the cards.")] = None,
    templates: Annotated[bool, typer.Option("--templates", help="Add a page of templates to cut out.")] = False,
    markers: Annotated[
        bool,
        typer.Option("--markers", help="Add sight rulers, and markers for fire, smoke and more."),
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Print cards, eight to a page, and the sheet of a force."""
    from lancemate.muster.printing.markers import marker_page, ruler_page
    from lancemate.muster.printing.sheets import card_sheets, force_print
    from lancemate.muster.printing.templates import template_page
    from lancemate.muster.printing.units import of_cards, of_force

    place = file_to_write(output, "cards", as_svg=svg)
    if place.suffix.lower() == ".pdf":
        check_place(place, OUT, overwrite=overwrite)
    if blank and skill is not None:
        raise InputError("a Skill is either written on the cards or left to be filled in", key="--blank")
    usual = REGULAR if skill is None else skill
    forces, units = _found(what or [], None if blank else usual)
    if not units and (blank or skill is not None):
        raise InputError("this is for units named one by one, and none is named", key="--blank" if blank else "--skill")
    if not forces and sheet is not None:
        raise InputError("only a force has a sheet, and no force is named", key="--sheet" if sheet else "--no-sheet")
    if len(units) + sum(len(force.members) for force in forces) > MOST_CARDS:
        raise LancemateError(f"More than {MOST_CARDS} cards are not printed at once.")
    pages: list[Page] = []
    for force in forces:
        without = sheet is False
        pages += card_sheets(of_force(force), paper, title=force.name) if without else force_print(force, paper)
    if units:
        pages += card_sheets(of_cards([card for card, _ in units], [skill for _, skill in units]), paper)
    if templates:
        pages.append(template_page(paper))
    if markers:
        pages += [ruler_page(paper), marker_page(paper)]
    if not pages:
        raise LancemateError("There is nothing to print: name a force or units.")
    title = forces[0].name if len(forces) == 1 and not units else "Cards"
    for file in write_pages(pages, place, title, overwrite=overwrite):
        print(file)


def file_to_write(output: Path | None, name: str, *, as_svg: bool) -> Path:
    """Where to write to, with an ending that says what."""
    if output is None:
        return Path(f"{name}.svg" if as_svg else f"{name}.pdf")
    ending = output.suffix.lower()
    if output.name and ending not in ("", ".pdf", ".svg"):
        raise InputError(f"{output.name!r} is no name of a PDF or SVG file, and {name} are printed as those", key=OUT)
    if ending == ".pdf" and as_svg:
        raise InputError(f"{output.name!r} is the name of a PDF file and --svg asks for SVG", key=OUT)
    return output if ending or not output.name else output.with_suffix(".svg" if as_svg else ".pdf")


def _found(words: list[str], skill: int | None) -> tuple[list[Force], list[tuple[Card, int | None]]]:
    """What each word names: a force, or else units."""
    from lancemate.muster import catalogue
    from lancemate.muster.naming import found_force, units_named

    forces: list[Force] = []
    units: list[tuple[Card, int | None]] = []
    for word in words:
        force = found_force(word)
        if force is not None:
            forces.append(force)
            continue
        card, copies, given = units_named(word, catalogue.find)
        units += [(card, skill if given is None else given)] * copies
    return forces, units


def write_pages(pages: list[Page], place: Path, title: str, *, overwrite: bool) -> list[Path]:
    """Pages as one PDF, or as an SVG each; which files were written."""
    if place.suffix.lower() == ".pdf":
        from lancemate.muster.printing.pdf import to_pdf

        write_file(place, to_pdf(pages, title=title), OUT, overwrite=overwrite)
        return [place]
    from lancemate.muster.printing.svg import to_svg

    files = [place]
    if len(pages) > 1:
        files = [place.with_stem(f"{place.stem}-{number}") for number in range(1, len(pages) + 1)]
    for file in files:
        check_place(file, OUT, overwrite=overwrite)
    for file, page in zip(files, pages, strict=True):
        write_file(file, to_svg(page), OUT, overwrite=overwrite)
    return files
