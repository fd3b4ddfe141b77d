"""MekBay's catalogue over the network: three files, kept, and asked for again only to hear whether they have changed.

Knows addresses and the folder of copies; must not know what is in a catalogue beyond how many units make one.
"""

from __future__ import annotations

import hashlib
import http.client
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.kernel.folders import cache_folder, write_whole
from lancemate.kernel.values import frozen
from lancemate.muster.imports import web
from lancemate.muster.imports.gathering import Manner
from lancemate.muster.imports.mekbay_catalogue import LARGEST, Catalogue, read_catalogue
from lancemate.muster.imports.reading import read_parts
from lancemate.muster.imports.report import Report

MEKBAY: Final = "https://db.mekbay.com/"
FILES: Final = ("units.json", "eras.json", "factions.json")
WHOLE: Final = 9_000  # units; a catalogue of MekBay's with fewer is broken
FRESH_SECONDS: Final = 24 * 3600.0
PATIENCE: Final = web.Patience(step=30.0, whole=1800.0)
BY_HAND: Final = (
    "Save its units.json, eras.json and factions.json with a browser and import the three together: "
    "lancemate units import units.json eras.json factions.json."
)
Progress = Callable[[str, int, int | None], None]  # a file, how much of it is here, and of how much


@frozen
class Kept:
    """A file of the catalogue on this machine."""

    file: Path
    note: str


def fetch_catalogue(
    address: str = MEKBAY,
    *,
    refresh: bool = False,
    manner: Manner | None = None,
    patience: web.Patience = PATIENCE,
    progress: Progress | None = None,
) -> Report:
    """The catalogue of a server: its files one after the other, each asked for once."""
    web.check_scheme(address)
    base = address if address.endswith("/") else address + "/"
    parts: dict[str, Catalogue] = {}
    notes: list[str] = []
    for name in FILES:
        kept = keep(base + name, refresh=refresh, patience=patience, progress=progress)
        notes.append(kept.note)
        try:
            with kept.file.open("rb") as stream:
                parts[base + name] = read_catalogue(stream)
        except InputError as error:
            _forget(kept.file)
            raise error.at(file=base + name) from None
    found = len(parts[base + FILES[0]].units)
    if base == MEKBAY and found < WHOLE:
        raise LancemateError(
            f"MekBay's catalogue has {found:,} units now and had never fewer than {WHOLE:,}: it seems to be broken, "
            "and nothing was taken from it. Try again tomorrow."
        )
    report = read_parts(parts, notes=tuple(notes), manner=manner)
    return replace(report, source=base)


def keep(
    address: str,
    *,
    refresh: bool = False,
    patience: web.Patience = PATIENCE,
    progress: Progress | None = None,
) -> Kept:
    """A file at an address as a copy: a fresh one unasked, else the one that has not changed, else a new one."""
    name = address.rpartition("/")[2]
    copy = cache_folder() / "lists" / f"{hashlib.sha256(address.encode()).hexdigest()}.json"
    tag = copy.with_suffix(".etag")
    age = web.age_of(copy)
    if age is not None and age < FRESH_SECONDS and not refresh:
        return Kept(copy, f"{name}: the copy fetched {web.ago(age)}; --refresh asks whether it has changed.")
    request = urllib.request.Request(address)
    if age is not None and (known := _read(tag)):
        request.add_header("If-None-Match", known)
    pieces = web.answer(request, patience, LARGEST)
    try:
        head = cast(http.client.HTTPMessage, next(pieces))
        total = head.get("Content-Length", "")
        watched = _watched(cast(Iterator[bytes], pieces), name, int(total) if total.isdecimal() else None, progress)
        write_whole(copy, _looking_like_json(watched))
    except web.Failed as problem:
        if problem.status == http.client.NOT_MODIFIED and age is not None:
            copy.touch()
            return Kept(copy, f"{name}: unchanged since it was fetched.")
        host = web.host_of(address)
        if age is None:
            raise web.Unreachable(f"{host} cannot be reached: {problem}. {BY_HAND}") from None
        return Kept(copy, f"{name}: {host} cannot be reached ({problem}); this is the copy fetched {web.ago(age)}.")
    write_whole(tag, head.get("ETag", "")[:300].encode())
    return Kept(copy, f"{name}: fetched, {copy.stat().st_size / 1_000_000:.1f} MB.")


def _watched(pieces: Iterator[bytes], name: str, total: int | None, progress: Progress | None) -> Iterator[bytes]:
    here = 0
    for piece in pieces:
        here += len(piece)
        if progress is not None:
            progress(name, here, total)
        yield piece


def _looking_like_json(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A page that says sorry must not take the place of a good copy, nor half a file that of a whole one."""
    first, last = b"", b""
    for piece in pieces:
        first = first or piece.lstrip()[:1]
        last = piece.rstrip()[-1:] or last
        if first and first != b"{":
            raise web.Failed("its answer is not JSON")
        yield piece
    if (first, last) != (b"{", b"}"):
        raise web.Failed("its answer is not JSON, or breaks off")


def _read(tag: Path) -> str:
    try:
        return "".join(tag.read_text(encoding="latin-1").split("\n"))
    except OSError:
        return ""


def _forget(copy: Path) -> None:
    """What cannot be read is fetched anew the next time."""
    copy.unlink(missing_ok=True)
    copy.with_suffix(".etag").unlink(missing_ok=True)
