"""What MegaMek writes: unit lists (MUL files, XML), and the Alpha Strike values of units as a page of text.

Its tables of Alpha Strike values are read as tables. Knows its elements and lines; finds no unit itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from lancemate.alphastrike.cards.specials import split_specials
from lancemate.kernel.errors import InputError
from lancemate.muster.imports.finding import Named
from lancemate.muster.imports.markup import parse_markup
from lancemate.muster.imports.pilots import skill_of
from lancemate.muster.imports.rosters import Recruit, Roster, Troop
from lancemate.muster.imports.texts import short

PROGRAM: Final = "MegaMek"
ROOTS: Final = ("unit", "record")
EJECTED: Final = "pilot"
WITHOUT: Final = (
    "A unit list has no groups, formations or Alpha Strike damage: damage of Classic BattleTech is left out, and the "
    "units are one group.",
)


# -- unit lists -----------------------------------------------------------------------------------------------


def roster_of(raw: bytes) -> Roster:
    """The force of a MUL file."""
    root = parse_markup(raw)
    if root.tag not in ROOTS:
        raise InputError(
            f"this XML file begins with <{root.tag[:40]}>; a unit list of MegaMek begins with <unit> or <record>"
        )
    entities = [*root.findall("entity")] if root.tag == "unit" else []
    for part in ("survivors", "salvage"):
        entities += [one for group in root.findall(part) for one in group.findall("entity")]
    recruits = [
        _recruit(entity, f"entity {number}")
        for number, entity in enumerate(entities, start=1)
        if entity.get("chassis", "").casefold() != EJECTED
    ]
    if not recruits:
        raise InputError("this unit list of MegaMek holds no units")
    return Roster("", [Troop("Units", recruits)], "a unit list of MegaMek (MUL)", notes=WITHOUT)


def _recruit(entity: Element, where: str) -> Recruit:
    pilot = entity.find("pilot")
    if pilot is None:
        crew = list(entity.iter("crewMember"))
        pilot = next((one for one in crew if one.get("slot", "0") == "0"), crew[0] if crew else None)
    given = pilot.attrib if pilot is not None else {}
    external = entity.get("externalId", "")
    return Recruit(
        Named(entity.get("chassis", ""), entity.get("model", ""), mul=_number(external)),
        where,
        skill=skill_of(_number(given.get("gunnery", "")), _number(given.get("piloting", ""))),
        pilot=given.get("name"),
        callsign=given.get("nick"),
        leads=entity.get("commander", "").lower() == "true",
        problem=None if entity.get("chassis") else "It has no chassis.",
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


# -- Alpha Strike values as text ------------------------------------------------------------------------------

POINTS: Final = "Point Value (PV):"
_FIELDS: Final = (
    ("pv", re.compile(r"Point Value \(PV\):\s*([0-9]+)")),
    ("type", re.compile(r"\bTP:\s*([A-Za-z]{2})")),
    ("size", re.compile(r"\bSZ:\s*([0-9])")),
    ("tmm", re.compile(r"\bTMM:\s*([0-9]+)")),
    ("move", re.compile(r"\b(?:MV|THR):\s*([^\s,]+)")),
    ("ov", re.compile(r"\bOV:\s*([0-9])")),
    ("armor", re.compile(r"Armor \(A\):\s*([0-9]+)")),
    ("threshold", re.compile(r"Threshold \(TH\):\s*([0-9]+)")),
    ("structure", re.compile(r"Structure \(S\):\s*([0-9]+)")),
    ("specials", re.compile(r"Specials:[ \t]*([^\n]*)")),
)
_RANGE: Final = re.compile(r"\(([SMLE])\)\s*([0-9]+\*?|-)")
_WHOLE: Final = ("pv", "size", "tmm", "ov", "armor", "threshold", "structure")


def is_page_of_values(text: str) -> bool:
    return POINTS in text[:5_000] and "Armor (A):" in text[:10_000]


def pages_of_values(text: str) -> Iterator[tuple[int, str, Mapping[str, object]]]:
    """Each unit of such a page: the line it begins on, its name, and the keys of a card."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.strip().startswith(POINTS)]
    heads = [_head(lines, start) for start in starts]
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        name = lines[head].strip()
        yield head + 1, name, _values(name, "\n".join(lines[head + 1 : end]))


def _head(lines: list[str], start: int) -> int:
    """The line with the name stands above the points, with a ruled line between."""
    at = start - 1
    while at > 0 and not lines[at].strip("- \t"):
        at -= 1
    return max(at, 0)


def _values(name: str, text: str) -> Mapping[str, object]:
    found = {key: match[1].strip() for key, pattern in _FIELDS if (match := pattern.search(text)) is not None}
    data: dict[str, object] = {"name": name, **found}
    data |= {key: int(found[key][:9]) for key in _WHOLE if key in found}
    damage = next((line for line in text.splitlines() if line.startswith("Damage:")), "")
    data["damage"] = {match[1]: match[2] for match in _RANGE.finditer(damage)}
    if not data["damage"]:
        del data["damage"]
    return data


# -- arcs in tables -------------------------------------------------------------------------------------------

_ARC: Final = re.compile(r"[A-Z]+\((?P<inside>.*)\)")
_LARGE: Final = re.compile(r"(CAP|SCAP|MSL)(?=[0-9-])(.+)")


def arc(cell: str) -> dict[str, object]:
    """``FRONT(3/4/4/2, CAP-/-/-/-, MSL2/2/2/-, PNT1)``: standard damage, the large weapons, and the abilities there."""
    found = _ARC.fullmatch(cell.strip())
    if found is None:
        raise InputError(f'"{short(cell)}" is not how MegaMek writes an arc.', key="arcs")
    standard, *others = split_specials(found["inside"]) if found["inside"].strip() else [""]
    parts: dict[str, object] = {"damage": standard} if standard.strip("-/0 ") else {}
    specials = []
    for piece in others:
        large = _LARGE.fullmatch(piece)
        if large is None:
            specials.append(piece)
        elif large[2].strip("-/0 "):
            parts[large[1]] = large[2]
    return parts | ({"specials": specials} if specials else {})
