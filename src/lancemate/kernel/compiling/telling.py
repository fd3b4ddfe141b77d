"""What compiled code tells of itself, as true as the source: lines in tracebacks, the names of rules, words of help.

mypyc knows a module only as it is written out for it (staging.py), and leaves docstrings out. Here its C is given the
lines where the text really stands, and the docstrings. Knows no game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final, NamedTuple

WHERE: Final = re.compile(r'("([^"\n]+\.py)", "(\w+?))(?:__book)?", (\d+), ')
TABLE: Final = re.compile(r"static PyMethodDef \w+?(?:module|___(\w+))_methods\[\]")
WORDS: Final = re.compile(r'PyDoc_STR\((?:NULL|"(\w+)(\(.*)")\)')


class Truth(NamedTuple):
    """What is true of a module: where each line that mypyc read stands, and the docstrings by name."""

    lines: Mapping[int, int]
    words: Mapping[str, str]


def truth_of(text: str, written_out: str) -> Truth:
    return Truth(lines_of(text, written_out), dict(_docstrings(ast.parse(text), "")))


def lines_of(text: str, written_out: str) -> dict[int, int]:
    """For each line of a module as it is written out, where it stands; a line that is new, where the one above does."""
    known: dict[int, int] = {}
    matcher = SequenceMatcher(None, text.split("\n"), written_out.split("\n"), autojunk=False)
    for here, there, count in matcher.get_matching_blocks():
        known |= {there + number + 1: here + number + 1 for number in range(count)}
    last = 1
    for line in range(1, written_out.count("\n") + 2):
        last = known.setdefault(line, last)
    return known


def _docstrings(node: ast.AST, before: str) -> Iterator[tuple[str, str]]:
    for one in ast.iter_child_nodes(node):
        if isinstance(one, (ast.ClassDef, ast.FunctionDef)):
            words = ast.get_docstring(one)
            if words:
                yield before + one.name, words
            if isinstance(one, ast.ClassDef):
                yield from _docstrings(one, f"{one.name}.")


def told(code: str, path: str, modules: Mapping[str, Truth]) -> str:
    """The C of one module, with the truth in it."""
    return _with_words(WHERE.sub(lambda found: _true(found, modules), code), modules[path].words)


def _true(found: re.Match[str], modules: Mapping[str, Truth]) -> str:
    named, path, _, line = found.groups()
    truth = modules.get(path)
    return found[0] if truth is None else f'{named}", {truth.lines.get(int(line), int(line))}, '


def _with_words(code: str, words: Mapping[str, str]) -> str:
    lines, kind = code.split("\n"), ""
    for number, line in enumerate(lines):
        table = TABLE.search(line)
        if table is not None:
            kind = table[1] or ""
        found = WORDS.search(line)
        if found is None or (found[1] is None and ".tp_doc" not in line):
            continue
        name = kind if ".tp_doc" in line else f"{kind}.{found[1]}" if kind else found[1]
        if name in words:
            signature = f'"{found[1]}{found[2]}" ' if found[1] is not None else ""
            lines[number] = f"{line[: found.start()]}PyDoc_STR({signature}{in_c(words[name])}){line[found.end() :]}"
    return "\n".join(lines)


def in_c(text: str) -> str:
    """A text as C writes it: whatever it might read otherwise by its number, of three digits."""
    plain = {*range(32, 127)} - {*b'"\\?'}
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'
