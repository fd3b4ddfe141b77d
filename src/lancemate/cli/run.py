"""`lancemate run`: plays a battle script and shows what happened, for people or as JSON. Prints; decides nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from lancemate.cli.games import document_for, game_of
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError

REJECTED: Final = 1  # a command was not allowed, expectations were not met, or this is not the battle that was saved


def app(args: list[str], prog_name: str) -> int:
    """What programs say again and again, FILE --json, is understood here: Typer takes a tenth of a second to load."""
    files = [word for word in args if word != "--json"]
    if len(files) == 1 and not files[0].startswith("-"):
        return run(Path(files[0]), as_json=len(files) < len(args))
    from lancemate.cli import run_options

    run_options.app(args=args, prog_name=prog_name)
    return 0


def run(file: Path, *, as_json: bool, svg: Path | None = None, view: str | None = None) -> int:
    """Play a script; what the command leaves with."""
    if svg is not None:
        from lancemate.cli.output import check_place, write_file

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
    return REJECTED if broken is not None or not report.accepted or report.unmet else 0
