"""`lancemate cards`: cards and force sheets to print. Finds what is asked for and writes files; draws nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from lancemate.alphastrike.points import check_skill
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster.printing.paper import Paper

if TYPE_CHECKING:
    from lancemate.alphastrike.card import Card
    from lancemate.muster.force import Force
    from lancemate.muster.printing.drawing import Page

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

FORCE_FILES: Final = (".yaml", ".yml", ".json")
MOST_CARDS: Final = 1000


@app.command()
def cards(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FORCE_OR_UNITS",
            help="Force files, forces of the book, names or ids of units; NAME@3 has Skill 3.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")] = Path("cards.pdf"),
    paper: Annotated[Paper, typer.Option(help="The paper.")] = Paper.a4,
    svg: Annotated[bool, typer.Option("--svg", help="Write SVG, a file for each page.")] = False,
    skill: Annotated[int, typer.Option(help="Skill of units that are named one by one.")] = 4,
    blank: Annotated[bool, typer.Option("--blank", help="Leave their Skill to be filled in by hand.")] = False,
    sheet: Annotated[bool, typer.Option(help="Print a force sheet before the cards of a force.")] = True,
    templates: Annotated[bool, typer.Option("--templates", help="Add a page of templates to cut out.")] = False,
) -> None:
    """Print cards, eight to a page, and the sheet of a force."""
    from lancemate.muster.printing.sheets import card_sheets, force_print
    from lancemate.muster.printing.templates import template_page
    from lancemate.muster.printing.units import of_cards, of_force

    forces, units = _found(what or [], None if blank else check_skill(skill))
    if len(units) + sum(len(force.members) for force in forces) > MOST_CARDS:
        raise LancemateError(f"More than {MOST_CARDS} cards are not printed at once.")
    pages: list[Page] = []
    for force in forces:
        pages += force_print(force, paper) if sheet else card_sheets(of_force(force), paper, title=force.name)
    if units:
        pages += card_sheets(of_cards([card for card, _ in units], [skill for _, skill in units]), paper)
    if templates:
        pages.append(template_page(paper))
    if not pages:
        raise LancemateError("There is nothing to print: name a force or units.")
    title = forces[0].name if len(forces) == 1 and not units else "Cards"
    for file in _write(pages, output, title, as_svg=svg or output.suffix.lower() == ".svg"):
        print(file)


def _found(words: list[str], skill: int | None) -> tuple[list[Force], list[tuple[Card, int | None]]]:
    """What each word names: a force, or else a unit."""
    from lancemate.muster import catalogue
    from lancemate.muster.force_files import read_force, sample_forces

    samples = {name.casefold(): force for force in sample_forces() for name in filter(None, (force.id, force.name))}
    forces: list[Force] = []
    units: list[tuple[Card, int | None]] = []
    for word in words:
        if Path(word).suffix.lower() in FORCE_FILES:
            forces.append(read_force(word))
        elif " ".join(word.casefold().split()) in samples:
            forces.append(samples[" ".join(word.casefold().split())])
        else:
            name, mark, given = word.rpartition("@")
            units.append((catalogue.find(name), _skill(given)) if mark else (catalogue.find(word), skill))
    return forces, units


def _skill(text: str) -> int:
    if not text.isdecimal() or len(text) > 2:
        raise InputError(f'"{text[:40]}" is no Skill: write NAME@3.')
    return check_skill(int(text))


def _write(pages: list[Page], output: Path, title: str, *, as_svg: bool) -> list[Path]:
    if not output.name:
        raise LancemateError(f"{str(output)!r} is a folder: name a file, as in -o cards.pdf")
    if output.suffix.lower() not in ("", ".pdf", ".svg"):
        raise LancemateError(f"{output.name!r} is not the name of a PDF or an SVG file: cards are printed as those")
    if not as_svg:
        from lancemate.muster.printing.pdf import to_pdf

        output.write_bytes(to_pdf(pages, title=title))
        return [output]
    from lancemate.muster.printing.svg import to_svg

    base = output.with_suffix(".svg")
    files = [base]
    if len(pages) > 1:
        files = [base.with_stem(f"{base.stem}-{number}") for number in range(1, len(pages) + 1)]
    for file, page in zip(files, pages, strict=True):
        file.write_text(to_svg(page), encoding="utf-8")
    return files
