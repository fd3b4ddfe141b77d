"""Records of the Master Unit List's QuickList (JSON), turned into the keys of a card.

Knows the list's field names and its quirks; must not know how the list is fetched or where cards go.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import shown
from lancemate.muster.imports.checking import check_type

# EraId of the list.
ERAS: Final = {
    9: "Age of War",
    10: "Star League",
    11: "Early Succession War",
    255: "Late Succession War - LosTech",
    256: "Late Succession War - Renaissance",
    13: "Clan Invasion",
    247: "Civil War",
    14: "Jihad",
    15: "Early Republic",
    254: "Late Republic",
    16: "Dark Age",
    257: "ilClan",
}
# Range brackets with the spellings of their flags for minimal damage; one of them is misspelt in the list itself.
BRACKETS: Final = (
    ("S", "BFDamageShort", ("BFDamageShortMin",)),
    ("M", "BFDamageMedium", ("BFDamageMediumMin",)),
    ("L", "BFDamageLong", ("BFDamageLongMin",)),
    ("E", "BFDamageExtreme", ("BFDamageExtremeMin", "BFDamageExtemeMin")),
)
LIST: Final = "Master Unit List"
MOST_TONS: Final = 9_999_999
_NEW_NUMBER: Final = re.compile(r"[A-Za-z0-9_-]{10}")
HAS_THRESHOLD: Final = frozenset({"AF", "CF", "SC", "DS", "DA"})


def id_of(number: object) -> str:
    """The id of a unit with a number of the list; those of the new list are ten letters and digits long."""
    if isinstance(number, str) and _NEW_NUMBER.fullmatch(number.strip()) is not None:
        return f"mul_{number.strip().lower().replace('-', '_')}"
    if isinstance(number, str) and number.strip().isascii() and number.strip().isdecimal() and len(number) < 10:
        number = int(number)
    return f"mul_{number}" if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10**9 else ""


def is_record(value: object) -> bool:
    return isinstance(value, Mapping) and any(str(key).startswith("BF") for key in value)


def name_of(record: Mapping[str, object]) -> str:
    name = _text(record, "Name")
    return name or " ".join(filter(None, (_text(record, "Class"), _text(record, "Variant"))))


def card_data(record: Mapping[str, object]) -> dict[str, object]:
    """The keys of a card. What the list leaves out is left out here."""
    unit_type = _text(record, "BFType").upper()
    if not unit_type:
        raise InputError("The list has no Alpha Strike values for it.", key="BFType")
    check_type(unit_type)
    number = record.get("Id")
    data: dict[str, object] = {
        "id": id_of(number),
        "name": name_of(record),
        "chassis": _text(record, "Class"),
        "model": _text(record, "Variant"),
        "type": unit_type,
        "size": _whole(record, "BFSize"),
        "move": _text(record, "BFMove"),
        "damage": {letter: _damage(record, key, flags) for letter, key, flags in BRACKETS},
        "ov": _whole(record, "BFOverheat", otherwise=0),
        "armor": _whole(record, "BFArmor"),
        "structure": _whole(record, "BFStructure"),
        "specials": _text(record, "BFAbilities"),
        "pv": _whole(record, "BFPointValue", otherwise=0),
        "source": LIST,
    }
    # The list leaves the TMM of most units at 0; without one the card has what belongs to its Move.
    if tmm := _whole(record, "BFTMM", otherwise=0):
        data["tmm"] = tmm
    threshold = _whole(record, "BFThreshold", otherwise=0)
    if threshold and unit_type in HAS_THRESHOLD:
        data["threshold"] = threshold
    era = record.get("EraId")
    if isinstance(era, int) and era in ERAS:
        data["era"] = ERAS[era]
    year = _text(record, "DateIntroduced")
    if year.isascii() and year.isdecimal() and 0 < int(year[:9]) < 10_000:
        data["year"] = int(year)
    tons = record.get("Tonnage")
    if isinstance(tons, int | float) and not isinstance(tons, bool) and 0 < tons < MOST_TONS:
        data["tons"] = tons
    told = {"role": _name(record, "Role"), "tech": _name(record, "Technology"), "level": _name(record, "Rules")}
    books = books_of(_text(record, "TRO"))
    return data | {key: text for key, text in told.items() if text} | ({"books": books} if books else {})


def books_of(text: str) -> list[str]:
    """Books that are named in one line."""
    return [book.strip() for book in re.split("[,;]", text) if book.strip()]


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"here belongs a text, not {shown(value)}", key=key)
    return str(value).strip()


def _name(record: Mapping[str, object], key: str) -> str:
    """A field that is an object with a Name, or the name itself."""
    value = record.get(key)
    return _text(value, "Name") if isinstance(value, Mapping) else _text(record, key)


def _whole(record: Mapping[str, object], key: str, *, otherwise: int | None = None) -> int:
    value = record.get(key)
    if (value is None or value == "") and otherwise is not None:
        return otherwise
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"here belongs a whole number, not {shown(value)}", key=key)
    return value


def _damage(record: Mapping[str, object], key: str, flags: tuple[str, ...]) -> str:
    value = record.get(key)
    if isinstance(value, str) and value.strip() in ("0*", "-", "–", "—"):
        return value.strip()
    points = _whole(record, key, otherwise=0)
    minimal = any(record.get(flag) is True for flag in flags)
    return "0*" if minimal and points == 0 else str(points)
