"""MekBay's catalogue: ``units.json``, and who fields what when in ``eras.json`` and ``factions.json``.

Knows their keys; must not know where the files come from nor where cards go. What belongs to the other game is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.muster.imports import mul
from lancemate.muster.imports.checking import check_type
from lancemate.muster.imports.long_json import Bytes, members
from lancemate.muster.imports.mekbay import PROGRAM
from lancemate.muster.imports.tables import BY_NOSE
from lancemate.muster.imports.values import items, mapping, switch, text, whole

LARGEST: Final = 400_000_000  # bytes
HEAD: Final = 300_000
MOST_ENTRIES: Final = 60_000  # of all lists together
MOST_BOOKS: Final = 12
_LISTS: Final = re.compile(rb'"(?:eras|factions)"\s*:\s*\[\s*(?:\{|\])')
_UNITS: Final = re.compile(rb'"units"\s*:\s*\[')
_VALUES: Final = re.compile(rb'"as"\s*:\s*(?:\{|null)')
# What a card needs of a unit.
KEYS: Final = (
    *("name", "id", "chassis", "model", "year", "tons", "techBase", "level", "role", "source", "published", "canon"),
    "as",
)
_BRACKETS: Final = {"S": "dmgS", "M": "dmgM", "L": "dmgL", "E": "dmgE"}
_ARCS: Final = {"frontArc": "front", "leftArc": "left", "rightArc": "right", "rearArc": "aft"}
_LARGE_WEAPONS: Final = ("CAP", "MSL", "SCAP")


@dataclass(slots=True)
class Catalogue:
    """What stands in one of the files, or in several together."""

    units: list[object] = field(default_factory=list)
    eras: list[object] = field(default_factory=list)
    factions: list[object] = field(default_factory=list)
    etag: str = ""

    @property
    def words(self) -> str:
        counted = (("units", self.units), ("eras", self.eras), ("factions", self.factions))
        return ", ".join(f"{len(found):,} {word}" for word, found in counted if found) or "nothing"


def is_catalogue(head: bytes) -> bool:
    """Told by how the file begins."""
    start = head[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"{"):
        return False
    return _LISTS.search(start) is not None or (_UNITS.search(start) is not None and _VALUES.search(start) is not None)


def read_catalogue(stream: Bytes) -> Catalogue:
    found = Catalogue()
    for number, (key, value) in enumerate(members(stream)):
        if number > MOST_ENTRIES:
            raise InputError(f"a catalogue has at most {MOST_ENTRIES:,} entries, and this file more")
        match key:
            case "units":
                found.units.append(_needed(value))
            case "eras":
                found.eras.append(value)
            case "factions":
                found.factions.append(value)
            case "etag" if isinstance(value, str):
                found.etag = value[:200]
    return found


def together(parts: Iterable[Catalogue]) -> Catalogue:
    """Several files as one."""
    whole = Catalogue()
    for part in parts:
        whole.units += part.units
        whole.eras += part.eras
        whole.factions += part.factions
        whole.etag = whole.etag or part.etag
    return whole


def _needed(unit: object) -> object:
    return {key: unit[key] for key in KEYS if key in unit} if isinstance(unit, dict) else unit


def name_of(unit: Mapping[str, object]) -> str:
    name = " ".join(filter(None, (text(unit, "chassis"), text(unit, "model"))))
    return name or text(unit, "name")


def card_data(unit: Mapping[str, object]) -> dict[str, object]:
    """The keys of a card from a unit of the catalogue."""
    values = mapping(unit, "as")
    unit_type = text(values, "TP").upper()
    if not unit_type:
        raise InputError("MekBay has no Alpha Strike values for it.", key="as")
    check_type(unit_type)
    data: dict[str, object] = {
        "id": mul.id_of(unit.get("id")),
        "name": name_of(unit),
        "chassis": text(unit, "chassis"),
        "model": text(unit, "model"),
        "type": unit_type,
        "size": _number(values, "SZ"),
        "move": text(values, "MV"),
        "damage": _damage(mapping(values, "dmg")),
        "ov": whole(values, "OV") or 0,
        "armor": _number(values, "Arm"),
        "structure": _number(values, "Str"),
        "specials": _texts(values, "specials"),
        "pv": whole(values, "PV") or 0,
        "role": text(unit, "role"),
        "source": PROGRAM,
    }
    tmm = whole(values, "TMM")
    if tmm is not None and unit_type not in mul.HAS_THRESHOLD:
        data["tmm"] = tmm
    if (threshold := whole(values, "Th") or 0) > 0 and (switch(values, "usesTh") or unit_type in mul.HAS_THRESHOLD):
        data["threshold"] = threshold
    if switch(values, "usesArcs"):
        data["arcs"] = _arcs(values, unit_type)
    return data | _known_besides(unit)


def _known_besides(unit: Mapping[str, object]) -> dict[str, object]:
    year, tons = whole(unit, "year"), unit.get("tons")
    books = dict.fromkeys(one.strip() for one in (*_texts(unit, "source"), *_texts(unit, "published")) if one.strip())
    found: dict[str, object] = {
        "year": year if year is not None and 0 < year < 10_000 else None,
        "tech": text(unit, "techBase"),
        "level": text(unit, "level"),
        "tons": tons if isinstance(tons, int | float) and not isinstance(tons, bool) and tons > 0 else None,
        "books": [book[:120] for book in books][:MOST_BOOKS],
        "note": "Not canon." if unit.get("canon") is False else None,
    }
    return {key: value for key, value in found.items() if value not in (None, "", [])}


def _arcs(values: Mapping[str, object], unit_type: str) -> dict[str, dict[str, object]]:
    arcs: dict[str, dict[str, object]] = {}
    for key, arc in _ARCS.items():
        given = mapping(values, key)
        parts: dict[str, object] = {"damage": _damage(mapping(given, "STD"))}
        for kind in _LARGE_WEAPONS:
            strengths = _damage(mapping(given, kind))
            if any(strength.strip("0- ") for strength in strengths.values()):
                parts[kind] = strengths
        if specials := _texts(given, "specials"):
            parts["specials"] = specials
        arcs["nose" if arc == "front" and unit_type in BY_NOSE else arc] = parts
    return arcs


def _damage(given: Mapping[str, object]) -> dict[str, str]:
    return {letter: text(given, key) or "0" for letter, key in _BRACKETS.items()}


def _texts(holder: Mapping[str, object], key: str) -> list[str]:
    given = holder.get(key)
    if isinstance(given, str):
        return [given] if given.strip() else []
    return [one for one in items(holder, key) if isinstance(one, str) and one.strip()]


def _number(values: Mapping[str, object], key: str) -> int:
    found = whole(values, key)
    if found is None:
        raise InputError(f"MekBay has no {key} for it.", key=key)
    return found
