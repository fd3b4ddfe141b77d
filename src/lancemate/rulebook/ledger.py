"""Reads the ledger: one YAML file per chapter, one entry per rule.

Responsible for finding an entry fast. A chapter's text is cut into entries without parsing it; the headings (title,
page, rank) are read off the text, and only an entry asked for in full goes through YAML. Must not know any rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from lancemate.kernel import house
from lancemate.kernel.errors import CITING, InputError, LancemateError
from lancemate.kernel.values import frozen

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str | int, Data] | None"

FOLDER: Final = Path(__file__).parent / "ledger"

# In the order of the books.
CHAPTERS: Final = (
    *("AS-INT", "AS-MOV", "AS-COM", "AS-DMG", "AS-HEA", "AS-BAT", "AS-HEX", "AS-URB", "AS-SPC", "AS-SPA", "AS-SCA"),
    *("AS-FOR", "AS-SCN", "AS-OPT", "AS-AER", "QS", "AS1"),
    *("BT-CMP", "BT-SEQ", "BT-MOV", "BT-COM", "BT-DMG", "BT-WPN", "BT-OPT", "BT-MEC", "BT-ORG", "BT-SCN"),
)
KINDS: Final = (
    "ability",
    "constraint",
    "data",
    "definition",
    "formula",
    "modifier",
    "procedure",
    "scenario",
    "table",
)
LAYERS: Final = ("core", "advanced", "optional")

_ENTRY = re.compile(r"^- id: ", re.MULTILINE)
_REMARK = re.compile(r"^#.*\n?", re.MULTILINE)
_FIELD = re.compile(r"^  (title|page|kind|layer|option): (.*)$", re.MULTILINE)
_ID = re.compile(r"\b(?:AS-[A-Z]{3}|BT-[A-Z]{3}|QS|AS1)-\d{3}\b")
_ANY_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d{3}")


class UnknownRule(LancemateError):
    """An id the ledger does not have, with the nearest ones it has."""

    def __init__(self, rule_id: str) -> None:
        super().__init__(f"There is no rule {rule_id[:60] or 'without an id'}.{_nearest(rule_id)}")
        self.rule_id = rule_id


class Chapter(NamedTuple):
    name: str
    title: str
    ids: tuple[str, ...]


class Heading(NamedTuple):
    """What a list of rules shows of one."""

    id: str
    title: str
    page: int | None  # None: gathered from several pages, or a note of our own
    kind: str
    layer: str
    option: str | None

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)


@frozen
class Example:
    """A test vector: the book's own, or derived from the rule."""

    given: str
    expect: Data
    source: str


@frozen
class Rule:
    """One entry of the ledger, in full."""

    id: str
    title: str
    page: int | None
    kind: str
    layer: str
    rule: str
    option: str | None = None
    code: str | None = None
    params: Mapping[str, Data] | None = None
    applies_to: Data = None
    cost: int | str | None = None
    timing: Mapping[str, Data] | None = None
    data: Data = None
    examples: tuple[Example, ...] = ()
    interacts: tuple[str, ...] = ()
    differs_from: str | None = None
    unclear: str | None = None

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)


def chapter_of(rule_id: str) -> str:
    """The chapter an id belongs to: all of it but the number."""
    return rule_id.rpartition("-")[0]


@cache
def _text(name: str) -> str:
    return (_of_houses().get(name) or FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def _of_houses() -> Mapping[str, Path]:
    """The chapters of house rules, each in a file of its own."""
    found: dict[str, Path] = {}
    for pack in house.packs():
        for file in pack.files("*.yaml"):
            name = file.stem.upper()
            if name in CHAPTERS or name in found:
                whose = "the book's" if name in CHAPTERS else f"also one of {found[name].parent.name}"
                raise InputError(f"the chapter {name} of the house rules {pack.name} is {whose}: rename the file")
            complaints = _complaints_of(file, name)
            if complaints:
                raise InputError(f"{file.name} of the house rules {pack.name} is no ledger: {'; '.join(complaints)}")
            found[name] = file
    return found


def _complaints_of(file: Path, name: str) -> list[str]:
    import yaml

    try:
        entries = _yaml(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        return [str(error)]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return ["it is a list of rules, each with id, title, page, kind, layer and rule"]
    seen: set[str] = set()
    return [line for entry in entries for line in _complaints(name, entry, seen)]


@cache
def _entries(name: str) -> dict[str, str]:
    """The entries of a chapter as text, by id, without the remarks between them."""
    _, *entries = _ENTRY.split(_text(name))
    return {(entry := _REMARK.sub("", text)).partition("\n")[0]: entry for text in entries}


def _entry(rule_id: str) -> str:
    name = chapter_of(rule_id)
    entry = _entries(name).get(rule_id) if name in chapters() else None
    if entry is None:
        raise UnknownRule(rule_id)
    return entry


def _yaml(text: str) -> Any:
    import yaml

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def heading(rule_id: str) -> Heading:
    """Title, page and rank of a rule, read without parsing the chapter."""
    found: dict[str, str] = dict(_FIELD.findall(_entry(rule_id)))
    title, page = found["title"], found["page"]
    return Heading(
        id=rule_id,
        title=_yaml(title) if title[0] in "\"'" else title,
        page=None if page == "null" else int(page),
        kind=found["kind"],
        layer=found["layer"],
        option=found.get("option"),
    )


def headings(name: str | None = None) -> Iterator[Heading]:
    """The headings of a chapter, or of all, in the order of the book."""
    for each in chapters() if name is None else (name,):
        yield from map(heading, chapter(each).ids)


def page(rule_id: str) -> int | None:
    """The printed page; None for the few entries that gather from several."""
    return heading(rule_id).page


def citation(rule_id: str) -> str:
    """``AS-COM-052, p. 43``, as far as it is known."""
    try:
        printed = page(rule_id)
    except UnknownRule:
        printed = None
    return rule_id if printed is None else f"{rule_id}, p. {printed}"


CITING.append(citation)


def title(rule_id: str) -> str:
    return heading(rule_id).title


@cache
def rule(rule_id: str) -> Rule:
    """The whole entry of one rule."""
    (entry,) = _yaml(f"- id: {_entry(rule_id)}")
    examples = tuple(Example(**example) for example in entry.pop("examples", ()))
    interacts = tuple(entry.pop("interacts", ()))
    return Rule(**entry, examples=examples, interacts=interacts)


def chapters() -> tuple[str, ...]:
    """The names of the chapters, in the order of the books; those of house rules come last."""
    return (*CHAPTERS, *_of_houses())


@cache
def chapter(name: str) -> Chapter:
    """A chapter: its title and its ids."""
    if name not in chapters():
        raise LancemateError(f"There is no chapter {name}. The chapters are {', '.join(chapters())}.")
    first_line = _text(name).partition("\n")[0]
    return Chapter(name, first_line.removeprefix(f"# {name}").strip(), tuple(_entries(name)))


def all_rules() -> Iterator[Rule]:
    """Every rule in full, in the order of the books."""
    for name in chapters():
        yield from map(rule, _entries(name))


def entry_text(name: str) -> Iterator[tuple[str, str]]:
    """The rules of a chapter, each with its entry as it is written."""
    yield from _entries(name).items()


def _nearest(rule_id: str) -> str:
    from difflib import get_close_matches

    wanted = rule_id.upper().strip()
    near = get_close_matches(wanted, [one.id for one in headings()], n=4, cutoff=0.7)
    return f" The nearest are {', '.join(near)}." if near else ""


def _forget() -> None:
    for remembered in (_text, _of_houses, _entries, heading, rule, chapter):
        remembered.cache_clear()


house.forget_when_changed(_forget)


def _complaints(name: str, entry: Mapping[str, Any], seen: set[str]) -> Iterator[str]:
    """What is wrong with one entry of a chapter, whatever others there are."""
    required = {"id", "title", "page", "kind", "layer", "rule"}
    known = required | {field.name for field in fields(Rule)}
    rule_id = str(entry.get("id"))
    if rule_id in seen:
        yield f"{rule_id}: twice"
    seen.add(rule_id)
    if chapter_of(rule_id) != name or not _ANY_ID.fullmatch(rule_id):
        yield f"{rule_id}: not an id of {name}"
    yield from (f"{rule_id}: no {field}" for field in sorted(required - set(entry)))
    yield from (f"{rule_id}: unknown field {field}" for field in sorted(set(entry) - known))
    if entry.get("kind") not in KINDS:
        yield f"{rule_id}: unknown kind {entry.get('kind')}"
    if entry.get("layer") not in LAYERS:
        yield f"{rule_id}: unknown layer {entry.get('layer')}"
    if not isinstance(entry.get("page"), int | None):
        yield f"{rule_id}: page is not a number"
    for example in entry.get("examples", ()):
        if set(example) != {"given", "expect", "source"} or example["source"] not in ("book", "derived"):
            yield f"{rule_id}: an example needs given, expect and source (book or derived)"


def check() -> list[str]:
    """What is wrong with the ledger, one complaint a line: it must be empty."""
    complaints: list[str] = []
    on_disk = {path.stem for path in FOLDER.glob("*.yaml")}
    complaints += [f"{name}: no such chapter" for name in sorted(on_disk - set(CHAPTERS))]
    complaints += [f"{name}: no such file" for name in CHAPTERS if name not in on_disk]
    entries = [(name, entry) for name in CHAPTERS if name in on_disk for entry in _yaml(_text(name))]
    ids = {entry.get("id") for _, entry in entries}
    seen: set[str] = set()
    for name, entry in entries:
        rule_id = str(entry.get("id"))
        complaints += _complaints(name, entry, seen)
        for named in _ID.findall(str(entry)):
            if named not in ids:
                complaints.append(f"{rule_id}: names the unknown {named}")
    return complaints
