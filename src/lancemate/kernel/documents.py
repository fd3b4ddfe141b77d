"""Documents people write by hand (YAML or JSON), read with care: every value knows its line, nothing can blow up.

The size, the depth and the number of values (aliases counted as often as they are used) are limited; keys are unique
texts; numbers are finite. Plain words follow YAML 1.2: only ``true`` and ``false`` are truth values, so that a key
``on`` stays a text. This module knows no game.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import field
from pathlib import Path
from typing import Any, Final, NoReturn

import yaml

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.strange_files import check_not_prose, check_not_strange
from lancemate.kernel.values import frozen

MAX_BYTES: Final = 5_000_000
MAX_DEPTH: Final = 40
MAX_VALUES: Final = 500_000
MAX_DIGITS: Final = 300

_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_BASED: Final = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TAGS: Final = "tag:yaml.org,2002:"
_TEXT_TAG: Final = _TAGS + "str"
_ALLOWED_TAGS: Final = frozenset(
    {None, "!", *(_TAGS + kind for kind in ("str", "int", "float", "bool", "null", "map", "seq"))}
)
# Two escapes that JSON writes for one character beyond the first 65,536; YAML knows only whole characters.
_PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})")

# The fast parser where PyYAML was built with it; both give the same events.
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Lines:
    """Where the values of a document stand: the line of a value, and what is inside it."""

    __slots__ = ("inside", "line")

    def __init__(self, line: int, inside: dict[str, Lines] | list[Lines] | None = None) -> None:
        self.line = line
        self.inside = inside

    def find(self, key: str) -> int:
        """The line of a dotted key path, or of the nearest thing around it that is there."""
        here = self
        for step in filter(None, key.split(".")):
            inside = here.inside
            if isinstance(inside, dict) and step in inside:
                here = inside[step]
            elif isinstance(inside, list) and step.isdecimal() and int(step) < len(inside):
                here = inside[int(step)]
            else:
                break
        return here.line


@frozen
class Document:
    """Plain data and where it came from."""

    data: JSON
    file: str | None = None
    lines: Lines | None = field(default=None, repr=False, compare=False)

    def line(self, key: str) -> int | None:
        return self.lines.find(key) if self.lines is not None else None

    def located(self, error: InputError, key: str | None = None) -> InputError:
        """The same complaint with file and line; ``key`` is where it belongs when the complaint itself does not say."""
        where = error.key or key
        return error.at(file=self.file, line=self.line(where or ""), key=where)


def read_document(path: str | Path, *, limit: int = MAX_BYTES) -> Document:
    """Read a file. One that is too large is refused without being read."""
    path = Path(path)
    name = str(path)
    if path.is_dir():
        raise InputError("this is a folder, not a file", file=name)
    try:
        with path.open("rb") as stream:
            raw = stream.read(limit + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    if len(raw) > limit:
        raise InputError(f"the file is larger than {limit / 1_000_000:g} MB", file=name)
    check_not_strange(raw, name)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("this is not UTF-8 text", file=name, line=line) from None
    return parse_document(text, file=name)


def parse_document(text: str, *, file: str | None = None) -> Document:
    """Read YAML, or JSON (which may be indented with tabs)."""
    try:
        if text.lstrip()[:1] in ("{", "[") and _is_json(text):
            text = text.replace("\t", " ")  # inside JSON a bare tab is never part of a value
            text = _PAIR.sub(lambda pair: pair[1] + json.loads(f'"{pair[2]}"'), text)
        data, lines = _Builder().build(text)
    except InputError as error:
        check_not_prose(text, file)
        raise error.at(file=file) from None
    return Document(data, file, lines)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


# What the parser complains of, in words for whoever wrote the file.
_SLIPS: Final = (
    ("mapping values are not allowed", "a second colon in one line: put a text with a colon into quotes"),
    ("could not find expected ':'", "a key without its colon"),
    ("expected ',' or ']'", "a list that is not closed: a comma or ] is missing"),
    ("expected ',' or '}'", "a mapping that is not closed: a comma or } is missing"),
    ("cannot start any token", "a tab, or a sign that begins no value: indent with spaces, put signs into quotes"),
    ("unexpected end of stream", "a quote that is not closed"),
    ("did not find expected node content", "a list or mapping that breaks off"),
    ("expected <block end>", "an indentation that does not fit the lines above"),
    ("did not find expected '-' indicator", "an indentation that does not fit the lines above"),
    ("did not find expected key", "an indentation that does not fit the lines above"),
    ("expected a single document", "a second document in one file"),
)


def _slip(error: yaml.MarkedYAMLError) -> str:
    problem = ", ".join(filter(None, (error.context, error.problem)))
    return f"this is not YAML: {next((words for sign, words in _SLIPS if sign in problem), problem)}"


class _Builder:
    """Turns the parser's events into data and lines, without recursion."""

    def __init__(self) -> None:
        self.values = 0
        self.anchors: dict[str, tuple[JSON, Lines, int]] = {}

    def build(self, text: str) -> tuple[JSON, Lines]:
        try:
            return self._document(text)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise InputError(_slip(error), line=mark.line + 1 if mark is not None else None) from None
        except yaml.YAMLError as error:
            line, sign = _bad_character(text)
            raise InputError(f"this is not YAML: {sign or str(error).splitlines()[0]}", line=line) from None

    def _document(self, text: str) -> tuple[JSON, Lines]:
        open_nodes: list[_Open] = []
        try:
            return self._fill(text, open_nodes)
        except InputError as error:
            raise error.at(key=".".join(filter(None, (node.place for node in open_nodes)))) from None

    def _fill(self, text: str, open_nodes: list[_Open]) -> tuple[JSON, Lines]:
        result: tuple[JSON, Lines] | None = None
        for event in yaml.parse(text, Loader=_LOADER):
            match event:
                case yaml.DocumentStartEvent() if result is not None:
                    _fail("the file holds more than one document", event)
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    self._check_tag(event)
                    if len(open_nodes) >= MAX_DEPTH:
                        _fail(f"values are nested more than {MAX_DEPTH} deep", event)
                    open_nodes.append(_Open(event, self._count(event)))
                    continue
                case yaml.ScalarEvent():
                    self._check_tag(event)
                    before = self._count(event)
                    done = _scalar(event), Lines(_line(event))
                    self._keep(event, done, before)
                case yaml.AliasEvent():
                    done = self._alias(event, open_nodes)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    closed = open_nodes.pop()
                    done = closed.finish()
                    self._keep(closed.event, done, closed.before)
                case _:
                    continue
            if open_nodes:
                open_nodes[-1].add(*done, event)
            else:
                result = done
        return result if result is not None else (None, Lines(1))

    def _count(self, event: Any, values: int = 1) -> int:
        before = self.values
        self.values += values
        if self.values > MAX_VALUES:
            _fail(f"the document holds more than {MAX_VALUES:,} values, aliases counted where they are used", event)
        return before

    def _keep(self, event: Any, done: tuple[JSON, Lines], before: int) -> None:
        if event.anchor is not None:
            self.anchors[event.anchor] = (*done, self.values - before)

    def _alias(self, event: Any, open_nodes: list[_Open]) -> tuple[JSON, Lines]:
        if any(node.event.anchor == event.anchor for node in open_nodes):
            _fail(f"*{event.anchor} stands inside itself", event)
        if event.anchor not in self.anchors:
            _fail(f"*{event.anchor} names nothing that comes before it", event)
        value, lines, size = self.anchors[event.anchor]
        self._count(event, size)
        return value, lines

    @staticmethod
    def _check_tag(event: Any) -> None:
        if event.tag not in _ALLOWED_TAGS:
            _fail(f"the tag {str(event.tag).replace(_TAGS, '!!')[:80]} is not allowed", event)


class _Open:
    """A mapping or a list that is still being filled."""

    def __init__(self, event: Any, before: int) -> None:
        self.event = event
        self.before = before
        self.is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.items: list[JSON] = []
        self.item_lines: list[Lines] = []
        self.entries: dict[str, JSON] = {}
        self.entry_lines: dict[str, Lines] = {}
        self.key: tuple[str, int] | None = None

    @property
    def place(self) -> str:
        """Where in it the parser is: a key or a number."""
        if self.is_mapping:
            return self.key[0] if self.key is not None else ""
        return str(len(self.items))

    def add(self, value: JSON, lines: Lines, event: Any) -> None:
        if not self.is_mapping:
            self.items.append(value)
            self.item_lines.append(lines)
        elif self.key is None:
            self.key = self._key(value, event), lines.line
        else:
            (key, line), self.key = self.key, None
            self.entries[key] = value
            self.entry_lines[key] = Lines(line, lines.inside)

    def _key(self, value: JSON, event: Any) -> str:
        if value is None or isinstance(value, (list, dict)):
            _fail("a key is a word, not a list or a mapping or nothing", event)
        key = str(event.value) if isinstance(event, yaml.ScalarEvent) else str(value)
        if key in self.entries:
            _fail(f"the key {key} stands here twice", event)
        return key

    def finish(self) -> tuple[JSON, Lines]:
        line = _line(self.event)
        if self.is_mapping:
            return self.entries, Lines(line, self.entry_lines)
        return self.items, Lines(line, self.item_lines)


def _scalar(event: Any) -> JSON:
    text = str(event.value)
    if event.tag == _TEXT_TAG or not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text) or _BASED.fullmatch(text):
        if len(text) > MAX_DIGITS:
            _fail(f"a number of {len(text)} digits is too long", event)
        return int(text, 0 if _BASED.fullmatch(text) else 10)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            _fail(f"{text[:40]} is not a finite number", event)
        return number
    if _NOT_FINITE.fullmatch(text) or text in ("NaN", "Infinity", "-Infinity"):
        _fail(f"{text} is not a finite number", event)
    return text


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _fail(problem: str, event: Any) -> NoReturn:
    raise InputError(problem, line=_line(event))


def _bad_character(text: str) -> tuple[int | None, str | None]:
    """The first character YAML does not allow: its line and its number."""
    found = re.search("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    if found is None:
        return None, None
    return text.count("\n", 0, found.start()) + 1, f"the character U+{ord(found.group()):04X} is not allowed in it"
