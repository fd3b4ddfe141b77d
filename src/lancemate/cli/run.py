"""`lancemate run`: plays a battle script and shows what happened, for people or as JSON. Prints; decides nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from lancemate.cli.games import document_for, game_of
from lancemate.cli.output import check_place, write_file
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

REJECTED: Final = 1  # a command was not allowed, expectations were not met, or this is not the battle that was saved


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
        from lancemate.cli.story import show  # loads rich, which a program that asks for JSON need not wait for

        show(game, report)
    if broken is not None:
        print(f"lancemate: this is not the saved battle: {broken}", file=sys.stderr)
    if broken is not None or not report.accepted or report.unmet:
        raise typer.Exit(REJECTED)
