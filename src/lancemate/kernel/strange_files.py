"""Files that are no text of ours: known by how they begin, so that a complaint says what they are. Knows no game."""

from __future__ import annotations

import re
from typing import Final

from lancemate.kernel.errors import InputError

_TEXT_WANTED: Final = "what is wanted here is a text file, YAML or JSON"
_BEGINNINGS: Final = (
    (b"%PDF-", "a PDF, which can be read and printed only"),
    (
        b"PK\x03\x04",
        "a ZIP archive, a spreadsheet or a word processor's file: unpack it, or save it as text (CSV for units)",
    ),
    (b"\xd0\xcf\x11\xe0", "a file of an old office program: save it as text (CSV for units)"),
    (b"\x1f\x8b", "a compressed file: unpack it first"),
    (b"SQLite format 3", "a database, such as the server keeps its games in: `lancemate play --database` opens it"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture, a sound or a film"),
    (b"\x7fELF", "a program"),
)
_MARKUP: Final = (
    ("<!doctype html", "a web page: save the data it offers instead of the page itself"),
    ("<html", "a web page: save the data it offers instead of the page itself"),
    ("<svg", "a picture"),
    ("<?xml", "an XML file"),
)
EMPTY: Final = "empty"
# Text that is no data: by the end of the file's name, or by how it reads.
_PROSE: Final = (
    (".md", re.compile(r"\A#{1,3} \S.*\n\s*\n[A-Z![|>]"), "a page of text (Markdown), to be read by people"),
    (".py", re.compile(r"\A(?:#!.*python|from \w+ import|import \w+\n|\"\"\")"), "a Python program"),
    (".sh", re.compile(r"\A#!"), "a program for the shell"),
    (".ipynb", None, "a notebook"),
)


A_SLIP: Final = 1  # a single NUL in a text is a mistake in it, with a line of its own
_CONTROLS: Final = frozenset(range(32)) - set(b"\t\n\x0b\f\r\x1b")


def check_not_prose(text: str, file: str | None = None) -> None:
    """Refuse text that was written for somebody else, once it has turned out to be no data."""
    for ending, look, words in _PROSE:
        if (file or "").lower().endswith(ending) or (look is not None and look.search(text[:2000])):
            raise InputError(f"this is {words}; {_TEXT_WANTED}, such as a battle script, a save or a force", file=file)


def check_not_strange(raw: bytes, file: str | None = None) -> None:
    """Refuse what is plainly something else, by its name."""
    found = what_it_is(raw)
    if found == EMPTY:
        raise InputError("this is an empty file; was it saved, and is it the right one?", file=file)
    if found is not None:
        raise InputError(f"this is {found}; {_TEXT_WANTED}", file=file)


def what_it_is(raw: bytes) -> str | None:
    """What the file is in words, if it is one of those that people mistake for ours."""
    for beginning, words in _BEGINNINGS:
        if raw.startswith(beginning):
            return words
    if not raw.strip():
        return EMPTY
    if sum(byte in _CONTROLS for byte in raw[:200]) > A_SLIP and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "a program or some other file that is no text"
    start = raw[:200].decode("utf-8", "ignore").lstrip("\ufeff \t\r\n").lower()
    return next((words for beginning, words in _MARKUP if start.startswith(beginning)), None)
