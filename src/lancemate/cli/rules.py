"""`lancemate rules`: the ledger for people. Prints; knows nothing the rulebook does not tell it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from enum import StrEnum
from functools import reduce
from operator import add
from typing import Annotated

import typer
from rich.text import Text

from lancemate.cli.screen import print_line, screen
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import Home, Table
from lancemate.rulebook import Heading, Rule, UnknownRule, chapter, headings, rule, search
from lancemate.rulebook.coverage import Count, Proof, Standing, coverage, load_homes, read_proofs, standing

app = typer.Typer(
    help="Look up the rules: what each says, where it lives in the code, which test proves it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

COLOURS = {"proven": "green", "partly played": "yellow", "data only": "yellow", "tested": "cyan", "open": "yellow"}


class Layer(StrEnum):
    core = "core"
    advanced = "advanced"
    optional = "optional"


class Wanted(StrEnum):
    proven = "proven"
    partly_played = "partly-played"
    data_only = "data-only"
    tested = "tested"
    open = "open"
    implemented = "implemented"


@app.command("list")
def list_rules(
    in_chapter: Annotated[str | None, typer.Option("--chapter", help="A chapter, such as AS-COM.")] = None,
    layer: Annotated[Layer | None, typer.Option(help="The book's own rank of a rule.")] = None,
    status: Annotated[Wanted | None, typer.Option(help="How far along the rule is.")] = None,
) -> None:
    """List the rules: id, page, status, rank and title."""
    proofs, homes = read_proofs(), load_homes()

    def chosen() -> Iterator[Heading]:
        for one in headings(in_chapter.strip().upper() if in_chapter is not None else None):
            if layer is not None and one.layer != layer:
                continue
            if status == Wanted.implemented:
                if one.id in homes:
                    yield one
            elif status is None or status.replace("-", " ") == standing(
                one.id, proofs.get(one.id), homes.get(one.id, ())
            ):
                yield one

    _print_headings(chosen(), proofs, homes)


@app.command("search")
def search_rules(
    words: Annotated[list[str], typer.Argument(help="Words the rule must contain.")],
) -> None:
    """Find the rules that contain all the words; matches in the title come first."""
    if not "".join(words).strip():
        raise InputError("name a word to look for")
    found = search(" ".join(words))
    if not found:
        print(f"No rule holds {' and '.join(words)}.", file=sys.stderr)
        raise typer.Exit(1)
    _print_headings(found, read_proofs(), load_homes())


@app.command("show")
def show_rule(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="A ledger id, such as AS-COM-052.")],
) -> None:
    """Show a rule: its words, page and ruling, where it lives in the code, and which tests prove it."""
    one = _found(rule_id.strip())
    homes = load_homes().get(one.id, ())
    proof = read_proofs().get(one.id)
    console = screen()
    console.print(Text.assemble((one.id, "bold"), "  ", (one.title, "bold")))
    console.print(Text(", ".join(_particulars(one)), style="dim"))
    for name, text in _paragraphs(one):
        console.print()
        if name:
            console.print(Text(name, style="bold"))
        console.print(Text(text.strip()))
    console.print()
    where = standing(one.id, proof, homes)
    console.print(Text.assemble(("Status  ", "bold"), (where, COLOURS[where]), _remark(where, proof, homes)))
    for home in homes:
        console.print(Text.assemble(("Code    ", "bold"), f"{_place(home)}  {', '.join((home.name, *_terms(home)))}"))
    for test in proof.tests if proof else ():
        without = [home.name for home in homes if proof and proof.homes.get(home.key) == test]
        by = f"  (fails without {', '.join(without)})" if without else ""
        console.print(Text.assemble(("Test    ", "bold"), test, by))


def _found(name: str) -> Rule:
    """The rule of that id. A word is no id: it is answered with where such rules are found."""
    try:
        return rule(name.upper())
    except UnknownRule as unknown:
        held = list(search(name)) if any(letter.isalpha() for letter in name) else []
        if not held:
            raise
        first = ", ".join(f"{one.id} {one.title}" for one in held[:3])
        text = (
            f"{unknown.message} {len(held)} rules speak of {name}, first of all {first}: lancemate rules search {name}"
        )
        raise InputError(text) from None


@app.command("coverage")
def show_coverage(as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False) -> None:
    """Count the rules of every chapter: total, implemented, proven, partly played, data only, tested, open."""
    counts = coverage()
    overall: Count = reduce(add, counts.values())
    if as_json:
        document = {"chapters": {name: asdict(count) for name, count in counts.items()}, "overall": asdict(overall)}
        print(json.dumps(document, indent=2))
        return
    console = screen()
    names = [name.replace("_", " ") for name in asdict(overall)]
    console.print(Text(f"{'Chapter':<8}" + "".join(f"{name:>{len(name) + 2}}" for name in names), style="bold"))
    for name, count, title in (
        *((name, count, chapter(name).title) for name, count in counts.items()),
        ("overall", overall, ""),
    ):
        figures = "".join(f"{figure:>{len(column) + 2}}" for column, figure in asdict(count).items())
        print_line(console, Text.assemble((f"{name:<8}", "bold"), figures, "  ", (title, "dim")))


def _print_headings(
    found: Iterable[Heading], proofs: Mapping[str, Proof], homes: Mapping[str, tuple[Home, ...]]
) -> None:
    console = screen()
    for one in found:
        page = f"p. {one.page}" if one.page else ""
        where = standing(one.id, proofs.get(one.id), homes.get(one.id, ()))
        status = Text(f"{where:<14}", style=COLOURS[where])
        line = Text.assemble((f"{one.id:<11}", "bold"), f"{page:<7}", status, f"{one.layer:<9}", one.title)
        print_line(console, line)


def _particulars(one: Rule) -> Iterator[str]:
    yield chapter(one.chapter).title
    if one.page:
        yield f"p. {one.page}"
    yield one.kind
    yield one.layer
    if one.option:
        yield f"option {one.option}"
    if one.code:
        yield f"code {one.code}"
    if one.cost is not None:
        yield f"cost {one.cost}"


def _paragraphs(one: Rule) -> Iterator[tuple[str, str]]:
    import yaml

    yield "", one.rule
    for name, value in (
        ("Applies to", one.applies_to),
        ("Parameters", one.params),
        ("Timing", one.timing),
        ("Data", one.data),
    ):
        if value:
            yield name, yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    if one.examples:
        yield "Examples", "\n".join(f"- {each.given} -> {_plain(each.expect)} ({each.source})" for each in one.examples)
    if one.differs_from:
        yield "Differs", one.differs_from
    if one.unclear:
        yield "Ruling", one.unclear
    if one.interacts:
        yield "See also", ", ".join(one.interacts)


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(each)}" for name, each in value.items())
    return str(value)


def _remark(where: Standing, proof: Proof | None, homes: tuple[Home, ...]) -> str:
    """Why a rule is not proven, as far as it has come."""
    if proof is None:
        return "  (implemented, no test cites it)" if homes else ""
    match where, proof.status:
        case "partly played", _:
            return f"  (nobody plays {', '.join(proof.missing)})"
        case "data only", _:
            return "  (nobody plays it yet)"
        case _, "unnoticed":
            missed = [home.name for home in homes if proof.homes.get(home.key) is None]
            return f"  (implemented, but no test notices when it is off: {', '.join(missed)})"
        case _, "unregistered":
            return "  (tests cite it, but nothing is registered under it)"
        case "open", _:
            return "  (it has changed since the last make prove)"
        case _:
            return ""


def _terms(home: Home) -> Iterator[str]:
    """What a home answers, when it counts, and whose place it takes then."""
    if home.hook:
        yield f"hook {home.hook}"
    if home.when is not None:
        yield f"when {home.when}"
    if home.replaces:
        yield f"replaces {' and '.join(map(_called, home.replaces))}"


def _called(replaced: object) -> str:
    """A rule that another one replaces: given by its id or key, or itself."""
    if isinstance(replaced, str):
        return replaced
    if isinstance(replaced, Table):
        return replaced.homes[0].name
    return str(getattr(replaced, "__name__", replaced))


def _place(home: Home) -> str:
    file = getattr(sys.modules.get(home.module), "__file__", None)
    return f"{os.path.relpath(file) if file else home.module}:{home.line}"
