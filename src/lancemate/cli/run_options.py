"""`lancemate run` with everything it may be asked, and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lancemate.cli import run as plain

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="The battle script, YAML or JSON.", show_default=False, readable=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the story.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the final position to this file.")] = None,
    view: Annotated[str | None, typer.Option(help="With --json: only what this side may know.")] = None,
) -> None:
    """Play a battle script. Exit status: 0 if every command was accepted, 1 if one was not or if a save does not come
    out as it was saved, 2 if the script is bad.
    """
    raise typer.Exit(plain.run(file, as_json=as_json, svg=svg, view=view))
