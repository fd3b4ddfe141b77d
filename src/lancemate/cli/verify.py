"""`lancemate verify`: whether a battle between people was played by the rules and with the dice that were promised."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from lancemate.cli.games import game_of
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.saves import read_seal

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

NOT_SO: Final = 1


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The save of a finished battle.", show_default=False)],
    promise: Annotated[
        str,
        typer.Option("--promise", help="What the table said of its dice at the start.", show_default=False),
    ] = "",
) -> None:
    """Play a saved battle again: every command must be allowed, every die the one that was promised beforehand. Exit
    status: 0 if all of it is so, 1 if something is not, 2 if the file is no save.
    """
    source = read_document(file)
    game = game_of(source)
    if not isinstance(source.data, dict) or not isinstance(source.data.get("save"), dict):
        raise source.located(InputError("this is not a saved battle: the key save is missing"))
    seal = read_seal(source.data["save"])
    report = game.run(game.read(source))
    broken = game.broken_seal(report.script, report.battle)
    if broken is not None:
        _refuse(f"this is not the saved battle: {broken}")
    thrown = report.battle.journal.dice
    print(f"{len(report.battle.journal.commands)} commands, all of them allowed.")
    word = seal.sealed_dice
    if word is None:
        if promise:
            _refuse("this save says nothing of a promise: its dice were thrown without one")
        print(f"{len(thrown)} dice, of which nothing was promised: only games between people on a server do so.")
        return
    wrong = word.broken(thrown)
    if wrong is None and promise and promise.strip().lower() != word.commitment:
        wrong = "this battle's promise is another one than yours"
    if wrong is not None:
        _refuse(wrong)
    print(f"{len(thrown) - word.before} dice, all of them as promised by {word.commitment}.")
    if not promise:
        print("Compare that with what your table said when the battle began, or give it with --promise.")


def _refuse(why: str) -> None:
    typer.echo(f"lancemate: {why}", err=True)
    raise typer.Exit(NOT_SO)
