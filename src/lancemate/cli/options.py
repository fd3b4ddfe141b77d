"""`lancemate options`: what players may agree on before a battle. Prints; knows nothing the options do not tell it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from lancemate.alphastrike.options.groups import group_of, groups, presets
from lancemate.alphastrike.play.options import conflicts, options
from lancemate.alphastrike.play.setup import COMMANDER
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.rulebook.ledger import headings
from lancemate.rulebook.wording import page_of

app = typer.Typer(
    help="What players may agree on before a battle: modules, presets, rulings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a list.")]


@app.command("list")
def list_options(as_json: AsJson = False) -> None:
    """Every option in its group, with a sentence and its page, and the presets."""
    known = options()
    if as_json:
        told = [
            {"name": name, "title": one.title, "text": one.text, "rule": one.rule, "group": group_of(name)}
            for name, one in known.items()
        ]
        sets = {name: asdict(one) for name, one in presets().items()}
        print(json.dumps({"options": told, "presets": sets}, indent=2))
        return
    for group, names in groups().items():
        typer.echo(group)
        for name in names:
            typer.echo(f"  {name}: {known[name].text}{page_of(known[name].rule)}.")
    typer.echo("Presets")
    for name, preset in presets().items():
        edition = [] if preset.edition == COMMANDER else [f"edition: {preset.edition}"]
        typer.echo(f"  {name}: {', '.join((*edition, *preset.options)) or 'none of them'}")


@app.command("show")
def show(name: Annotated[str, typer.Argument(help="The name of an option, as in expanded_ranges.")]) -> None:
    """One option: what it is, which rules it switches on, and what it does not go with."""
    known = options()
    if name not in known:
        raise InputError(f"there is no option {name!r}; {nearest(name, known)}")
    one = known[name]
    typer.echo(f"{one.title} ({name}), {group_of(name)}")
    typer.echo(f"{one.text[:1].upper()}{one.text[1:]}{page_of(one.rule)}.")
    for conflict in conflicts.values():
        if name in conflict.names:
            others = ", ".join(other for other in conflict.names if other != name)
            typer.echo(f"Not together with {others}{page_of(conflict.rule)}.")
    for rule in headings():
        if rule.option == name:
            typer.echo(f"  {rule.id}  {rule.title} (p. {rule.page})")
