"""The tables of crossings: what happens (ways) by what hangs on it (rules), every cell decided from the book.

A table is a file of `crossings/` beside this one, a decision a line that reads as it is meant: ``no p. 57 for falls,
nature & cold``. A word after ``for`` is a way, or a trait that ways have. What is said of a way by name goes before
what is said of traits; otherwise the first line that fits it decides, and ``others`` fits all. The reader makes a cell
of every crossing: one nobody has decided is there too, and counts as such.

What was seen when the cells were played is recorded in `crossings/played.json` (`make crossings`). Knows the ledger;
must not know any game, nor how a cell is played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen
from lancemate.rulebook.ledger import page, rule

Verdict = Literal["yes", "no", "cannot meet", "undecided"]
Seen: TypeAlias = "dict[str, dict[str, bool]]"  # whether a rule counted, by way and rule

FOLDER: Final = Path(__file__).parent / "crossings"
PLAYED: Final = FOLDER / "played.json"

OTHERS: Final = "others"
USUAL_GAME: Final = "alphastrike"  # of a table that names none

DECIDED: Final = re.compile(
    r"(?P<verdict>yes|no|cannot meet)"
    r"(?: (?:(?:p\. (?P<page>\d+))|(?P<ruling>ruling )?(?P<rule>[A-Z0-9]+-(?:[A-Z]{3}-)?\d{3})))?"
    r" for (?P<ways>.+?)(?: because (?P<why>.+))?"
)


class BadTable(Exception):
    """A table that says what cannot be: two things of one cell, or of a way there is not."""


@frozen
class Way:
    """A row: one way in which something happens. ``stands_for`` are the registered things that it shows."""

    key: str
    words: str
    rules: tuple[str, ...]
    stands_for: tuple[str, ...]
    traits: frozenset[str]


@frozen
class Column:
    """A rule, or several that are one to the ways, and what is decided of it in the words of the file."""

    key: str
    words: str
    rules: tuple[str, ...]
    decisions: tuple[str, ...]


@frozen
class Cell:
    way: str
    rule: str
    verdict: Verdict
    where: str = ""  # the page, or the rule with its page
    why: str = ""

    @property
    def is_decided(self) -> bool:
        return self.verdict != "undecided"

    @property
    def is_playable(self) -> bool:
        return self.verdict in ("yes", "no")

    def fails(self, seen: bool | None) -> bool:
        """Whether play does otherwise than the book says."""
        return self.is_playable and seen is not None and seen != (self.verdict == "yes")


@frozen
class Crossings:
    """One table of a ``game``.

    ``hooks`` are those whose rules must each be in a column, or in ``apart`` with the reason. ``beside`` are registered
    things that are no way of their own, with the reason.
    """

    name: str
    game: str
    title: str
    words: str
    hooks: tuple[str, ...]
    apart: Mapping[str, str]
    beside: Mapping[str, str]
    ways: Mapping[str, Way]
    rules: Mapping[str, Column]
    cells: tuple[Cell, ...]  # row by row

    def cell(self, way: str, rule: str) -> Cell:
        return self.cells[list(self.ways).index(way) * len(self.rules) + list(self.rules).index(rule)]

    def row(self, way: str) -> tuple[Cell, ...]:
        first = list(self.ways).index(way) * len(self.rules)
        return self.cells[first : first + len(self.rules)]


@frozen
class Count:
    cells: int
    decided: int
    cannot_meet: int
    played: int
    failing: int

    def __add__(self, other: Count) -> Count:
        mine, theirs = asdict(self), asdict(other)
        return Count(**{name: mine[name] + theirs[name] for name in mine})


# -- reading --------------------------------------------------------------------------------------------------


def names(game: str | None = None) -> tuple[str, ...]:
    """The tables there are, or those of one game."""
    there = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
    if game is None:
        return there
    found = tuple(name for name in there if _read(name).game == game)
    if not found:
        known = ", ".join(sorted({_read(name).game for name in there}))
        raise InputError(f"there are no tables of crossings of {game[:40]!r}; there are those of {known}", key="game")
    return found


def table(name: str) -> Crossings:
    if name not in names():
        raise InputError(f"there is no table of crossings {name[:40]!r}; there are {', '.join(names())}", key="table")
    return _read(name)


@cache
def _read(name: str) -> Crossings:
    import yaml

    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    return table_of(name, yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def table_of(name: str, data: Mapping[str, Any]) -> Crossings:
    ways = {key: _way(key, given) for key, given in data["ways"].items()}
    columns = {key: _column(key, given) for key, given in data["rules"].items()}
    decided = {key: _decide(f"{name}, {key}", column, ways) for key, column in columns.items()}
    return Crossings(
        name=name,
        game=data.get("game", USUAL_GAME),
        title=data["title"],
        words=data["words"],
        hooks=_listed(data.get("hooks")),
        apart=data.get("apart") or {},
        beside=data.get("beside") or {},
        ways=ways,
        rules=columns,
        cells=tuple(decided[column][way] for way in ways for column in columns),
    )


def _way(key: str, given: Mapping[str, Any]) -> Way:
    named = _listed(given["is"]) if "is" in given else (key,)
    return Way(key, given["words"], _listed(given["ids"]), named, frozenset(_listed(given.get("traits"))))


def _column(key: str, given: Mapping[str, Any]) -> Column:
    return Column(key, given["words"], _listed(given["ids"]), tuple(given.get("cells") or ()))


def _listed(given: Any) -> tuple[str, ...]:
    """A list of words: as YAML has it, or with commas in between."""
    if given is None:
        return ()
    return tuple(filter(None, map(str.strip, given.split(",")))) if isinstance(given, str) else tuple(given)


class _Said(NamedTuple):
    verdict: Verdict
    where: str
    why: str
    terms: tuple[str, ...]


def _decide(place: str, column: Column, ways: Mapping[str, Way]) -> dict[str, Cell]:
    said = [_said(place, line, ways) for line in column.decisions]
    named = [term for one in said for term in one.terms if term in ways]
    twice = sorted({term for term in named if named.count(term) > 1})
    if twice:
        raise BadTable(f"{place}: {', '.join(twice)} is decided twice by name")
    return {key: _cell(way, column.key, said) for key, way in ways.items()}


def _cell(way: Way, column: str, said: Iterable[_Said]) -> Cell:
    """What is said of the way by name, or else the first that fits it."""
    fitting = [one for one in said if any(_fits(term, way) for term in one.terms)]
    fitting.sort(key=lambda one: way.key not in one.terms)
    if not fitting:
        return Cell(way.key, column, "undecided")
    return Cell(way.key, column, fitting[0].verdict, fitting[0].where, fitting[0].why)


def _fits(term: str, way: Way) -> bool:
    if term in (OTHERS, way.key):
        return True
    return all((word.removeprefix("not ") in way.traits) != word.startswith("not ") for word in term.split(" & "))


def _said(place: str, line: str, ways: Mapping[str, Way]) -> _Said:
    read = DECIDED.fullmatch(" ".join(line.split()))
    if read is None:
        raise BadTable(f"{place}: cannot read {line!r}")
    verdict: Any = read["verdict"]
    where, why, terms = _place(read), read["why"] or "", _listed(read["ways"])
    if (verdict == "cannot meet") != (not where) or (verdict == "cannot meet" and not why):
        raise BadTable(f"{place}: yes and no need a page or a rule, cannot meet a reason: {line!r}")
    for term in terms:
        if not any(_fits(term, way) for way in ways.values()):
            raise BadTable(f"{place}: no way is, or has the trait, {term!r}")
    return _Said(verdict, where, why, terms)


def _place(read: re.Match[str]) -> str:
    if read["page"]:
        return f"p. {read['page']}"
    named = read["rule"]
    if not named:
        return ""
    if read["ruling"]:
        return f"ruling {named}"
    return f"{named}, p. {page(named)}"


def faults(one: Crossings) -> list[str]:
    """What a table says of the ledger that is not so: it must be empty."""
    found: list[str] = []
    cited = {
        **{key: way.rules for key, way in one.ways.items()},
        **{key: each.rules for key, each in one.rules.items()},
    }
    for key, rule_ids in cited.items():
        for rule_id in rule_ids:
            rule(rule_id)
        if not rule_ids:
            found.append(f"{key}: no rule of the ledger")
    for cell in one.cells:
        named = cell.where.removeprefix("ruling ")
        if named != cell.where and rule(named).unclear is None:
            found.append(f"{cell.way} and {cell.rule}: {named} has no ruling")
    return found


# -- what was seen --------------------------------------------------------------------------------------------


def read_played(path: Path = PLAYED) -> dict[str, Seen]:
    """What was seen the last time the tables were played, by table."""
    found: dict[str, Seen] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write_played(played: Mapping[str, Seen], path: Path = PLAYED) -> None:
    """One line per way, so that a change reads well."""
    tables = [
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f"{json.dumps(way)}: {json.dumps(seen)}" for way, seen in rows.items())
        + "\n}"
        for name, rows in sorted(played.items())
    ]
    path.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")


def count(one: Crossings, seen: Seen) -> Count:
    witnessed = [(cell, seen.get(cell.way, {}).get(cell.rule)) for cell in one.cells]
    return Count(
        cells=len(one.cells),
        decided=sum(cell.is_decided for cell in one.cells),
        cannot_meet=sum(cell.verdict == "cannot meet" for cell in one.cells),
        played=sum(cell.is_playable and counted is not None for cell, counted in witnessed),
        failing=sum(cell.fails(counted) for cell, counted in witnessed),
    )


# -- for readers ----------------------------------------------------------------------------------------------

SIGNS: Final[Mapping[str, str]] = {"yes": "+", "no": "-", "cannot meet": ".", "undecided": "?"}
FAILS: Final = "!"


def sign(cell: Cell, seen: Seen) -> str:
    return FAILS if cell.fails(seen.get(cell.way, {}).get(cell.rule)) else SIGNS[cell.verdict]


def as_page(one: Crossings) -> str:
    """A table as a page of the documentation."""
    lines = [f"# {one.title}", "", one.words.strip(), "", "## Ways", ""]
    lines += [f"- **{way.key}**: {way.words} ({', '.join(way.rules)})" for way in one.ways.values()]
    lines += ["", "## Rules", ""]
    for number, column in enumerate(one.rules.values(), start=1):
        lines += [f"{number}. **{column.key}**: {column.words} ({', '.join(column.rules)})"]
        lines += [f"   - {' '.join(line.split())}" for line in column.decisions]
    lines += ["", "## Cells", "", "`+` counts, `-` does not count, `.` cannot meet. Rules by their numbers.", ""]
    lines += [f"| way | {' | '.join(map(str, range(1, len(one.rules) + 1)))} |", "| --- |" + " --- |" * len(one.rules)]
    lines += [f"| {way} | {' | '.join(SIGNS[cell.verdict] for cell in one.row(way))} |" for way in one.ways]
    if one.beside:
        lines += ["", "## What is no way of its own", ""]
        lines += [f"- {name}: {why}" for name, why in one.beside.items()]
    if one.apart:
        lines += ["", "## Rules that are no column", ""]
        lines += [f"- {rule_id}: {why}" for rule_id, why in one.apart.items()]
    return "\n".join(lines) + "\n"
