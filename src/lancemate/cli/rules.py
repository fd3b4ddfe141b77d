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
from rich.console import Console
from rich.text import Text

from lancemate.cli.screen import print_line, screen
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import Home, Table
from lancemate.rulebook import Heading, Rule, UnknownRule, chapter, crossings, headings, rule, search
from lancemate.rulebook.coverage import Count, Proof, Standing, coverage, load_homes, read_proofs, standing
from lancemate.rulebook.crossings import Cell, Crossings, Seen

app = typer.Typer(
    help="Look up the rules: what each says, where it lives in the code, which test proves it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

COLOURS = {"proven": "green", "partly played": "yellow", "data only": "yellow", "tested": "cyan", "open": "yellow"}

SIGN_COLOURS = {"+": "green", "-": "cyan", "?": "yellow", "!": "red"}


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


@app.command("crossings")
def show_crossings(
    game: Annotated[str | None, typer.Option(help="Only the tables of one game: alphastrike or battletroops.")] = None,
    table: Annotated[str | None, typer.Option(help="One table: each way a row, each rule a column.")] = None,
    way: Annotated[str | None, typer.Option(help="Of that table, the cells of one way.")] = None,
    by_rule: Annotated[str | None, typer.Option("--rule", help="Of that table, the cells of one rule.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Count the cells of the tables of crossings, decided, played and failing; or show one table."""
    there = crossings.names(game)
    if table is None and (way or by_rule):
        raise InputError(f"name the table, too: {', '.join(there)}", key="table")
    played = crossings.read_played()
    shown = [crossings.table(name) for name in ((table,) if table is not None else there)]
    shown.sort(key=lambda one: one.game)
    if shown[0].name not in there:
        raise InputError(f"{table} is a table of {shown[0].game}; {game} has {', '.join(there)}", key="table")
    if as_json:
        print(json.dumps(_crossings_data(shown, played, whole=table is not None), indent=2))
    elif table is None:
        _print_crossings(shown, played)
    elif way is not None or by_rule is not None:
        _print_cells(shown[0], played.get(table, {}), way, by_rule)
    else:
        _print_table(shown[0], played.get(table, {}))


def _crossings_data(shown: list[Crossings], played: Mapping[str, Seen], whole: bool) -> dict[str, object]:
    counts = {one.name: crossings.count(one, played.get(one.name, {})) for one in shown}
    document: dict[str, object] = {"tables": {name: asdict(count) for name, count in counts.items()}}
    document["overall"] = asdict(reduce(add, counts.values()))
    if whole:
        document["cells"] = [
            {**asdict(cell), "seen": played.get(one.name, {}).get(cell.way, {}).get(cell.rule)}
            for one in shown
            for cell in one.cells
        ]
    return document


def _print_crossings(shown: list[Crossings], played: Mapping[str, Seen]) -> None:
    console = screen()
    counts = [crossings.count(one, played.get(one.name, {})) for one in shown]
    names = [name.replace("_", " ") for name in asdict(counts[0])]
    console.print(Text(f"{'Table':<9}" + "".join(f"{name:>{len(name) + 2}}" for name in names), style="bold"))
    for name, count, title in (
        *((one.name, count, one.title) for one, count in zip(shown, counts, strict=True)),
        ("overall", reduce(add, counts), ""),
    ):
        figures = "".join(
            f"{figure:>{len(column) + 2}}" for column, figure in zip(names, asdict(count).values(), strict=True)
        )
        print_line(console, Text.assemble((f"{name:<9}", "bold"), figures, "  ", (title, "dim")))


def _print_table(one: Crossings, seen: Seen) -> None:
    """The signs of all cells, rules by their numbers."""
    console = screen()
    console.print(Text(one.title, style="bold"))
    for number, column in enumerate(one.rules.values(), start=1):
        print_line(console, Text.assemble((f"{number:>3} {column.key:<16}", "bold"), column.words))
    console.print()
    widest = max(map(len, one.ways))
    heads = "".join(f"{number:>3}" for number in range(1, len(one.rules) + 1))
    print_line(console, Text(f"{'':<{widest}}{heads}", style="bold"))
    for way in one.ways:
        line = Text(f"{way:<{widest}}", style="bold")
        for cell in one.row(way):
            mark = crossings.sign(cell, seen)
            line.append(f"{mark:>3}", style=SIGN_COLOURS.get(mark, "dim"))
        print_line(console, line)
    console.print()
    console.print(Text("+ counts, - does not count, . cannot meet, ? undecided, ! plays otherwise than the book says"))


def _print_cells(one: Crossings, seen: Seen, way: str | None, by_rule: str | None) -> None:
    for name, known, what in ((way, one.ways, "way"), (by_rule, one.rules, "rule")):
        if name is not None and name not in known:
            raise InputError(f"{one.name} has no {what} {name[:40]!r}; it has {', '.join(known)}", key=what)
    console = screen()
    for cell in one.cells:
        if way in (None, cell.way) and by_rule in (None, cell.rule):
            _print_cell(console, cell, seen)


def _print_cell(console: Console, cell: Cell, seen: Seen) -> None:
    mark = crossings.sign(cell, seen)
    line = Text.assemble(
        (f"{cell.way:<20}{cell.rule:<18}", "bold"), (f"{cell.verdict:<13}", SIGN_COLOURS.get(mark, ""))
    )
    line.append(" ".join(filter(None, (cell.where, cell.why))))
    if mark == crossings.FAILS:
        line.append("  (plays otherwise)", style="red")
    print_line(console, line)


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
