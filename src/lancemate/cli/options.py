"""`lancemate options`: what players may agree on before a battle. Prints; knows nothing the options do not tell it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from lancemate.alphastrike.options.groups import group_of, groups, presets
from lancemate.alphastrike.play.options import brings, conflicts, implied, options
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.setup import COMMANDER
from lancemate.alphastrike.ruleset import rules as ALPHA_STRIKE_RULES
from lancemate.battletroops.ruleset import rules as TROOPS_RULES
from lancemate.kernel.changes import Home
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.ruleset import Option, Ruleset
from lancemate.rulebook.ledger import heading, headings
from lancemate.rulebook.modules import module
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
    """One option: what it is, what it adds, replaces, leaves out and asks, and what it does not go with."""
    known = options()
    if name in known:
        _show(known[name], ALPHA_STRIKE_RULES, group_of(name))
    elif name in (troops := _options_of_troops()):
        _show(troops[name], TROOPS_RULES, "BattleTroops")
    else:
        raise InputError(f"there is no option {name!r}; {nearest(name, [*known, *troops])}")


def _options_of_troops() -> Mapping[str, Option]:
    TROOPS_RULES.load()
    return TROOPS_RULES.options


def _show(one: Option, rules: Ruleset, group: str) -> None:
    name = one.name
    typer.echo(f"{one.title} ({name}), {group}")
    typer.echo(f"{one.text[:1].upper()}{one.text[1:]}{page_of(one.rule)}.")
    if rules is ALPHA_STRIKE_RULES:
        for conflict in conflicts.values():
            if name in conflict.names:
                others = ", ".join(other for other in conflict.names if other != name)
                typer.echo(f"Not together with {others}{page_of(conflict.rule)}.")
    besides = tuple(switch for key, switch in implied.items() if rules is ALPHA_STRIKE_RULES and key == name)
    found = module(rules, name, besides)
    _list("Of the book", [_told_rule(rule.id) for rule in headings() if rule.option == name])
    _list("Switches on besides", found.switches[1:])
    _list("Brings abilities", brings.get(name, ()) if rules is ALPHA_STRIKE_RULES else ())
    _list("Adds", [_home(home) for home in found.adds if home not in found.offers])
    _list(
        "Replaces",
        [f"{_home(home)}, instead of {', '.join(map(_home, others))}" for home, others in found.replaces],
    )
    _list("Leaves out", [_told_rule(rule_id) for rule_id in found.leaves_out])
    settings = [f"a block {key} in a script" for key in blocks if rules is ALPHA_STRIKE_RULES and key == name]
    questions = [f"a question: {step.replace('_', ' ')}" for step in found.questions]
    _list("Asks and offers", [*(_home(home) for home in found.offers), *questions, *settings])


def _told_rule(rule_id: str) -> str:
    one = heading(rule_id)
    return f"{rule_id}  {one.title}" + (f" (p. {one.page})" if one.page else "")


def _home(home: Home) -> str:
    """A rule and what in the code answers for it."""
    where = f" [{home.hook}]" if home.hook else ""
    return f"{home.ids[0]}  {home.name.replace('_', ' ')}{where}"


def _list(about: str, lines: Sequence[str]) -> None:
    if lines:
        typer.echo(about)
        for line in lines:
            typer.echo(f"  {line}")
