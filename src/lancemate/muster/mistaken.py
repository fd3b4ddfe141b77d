"""Documents given where another is wanted: a list of units for a force, a force for a battle. Says what it is and
what to do with it. Knows how each begins; reads none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError
from lancemate.muster.imports import mul, tables

Wanted = Literal["battle", "force"]

_LIST: Final = (
    "a list of the Master Unit List: take its units in with `lancemate units import FILE`, then use them by name"
)
_TABLE: Final = "a table of units: take them in with `lancemate units import FILE`, then use them by name"
_CARDS: Final = "a file of unit cards: take them in with `lancemate units import FILE`, then use them by name"
_FORCE: Final = "a force, no battle: `lancemate new --red FILE --blue ... -o battle.yaml` makes a battle of it"
_BATTLE: Final = "a battle, no force: `lancemate play FILE` opens it, `lancemate run FILE` tells it"


def check_kind(source: Document, wanted: Wanted) -> None:
    """Refuse a document that is plainly of another kind, with what to do with it."""
    found = _other_kind(source.data, wanted)
    if found is not None:
        raise InputError(f"this is {found}", file=source.file)


def _other_kind(data: JSON, wanted: Wanted) -> str | None:
    for kind, words, looks in _LOOKS:
        if kind != wanted and looks(data):
            return words
    return None


def _is_list(data: JSON) -> bool:
    units = data.get("Units") if isinstance(data, Mapping) else data
    first = units[0] if isinstance(units, list) and units else data
    return isinstance(first, dict) and mul.is_record(first)


def _is_table(data: JSON) -> bool:
    return isinstance(data, str) and tables.is_heading(data.partition(" ")[0])


def _is_cards(data: JSON) -> bool:
    units = data.get("units") if isinstance(data, Mapping) else data
    return isinstance(units, list) and not _has(data, "sides", "formations") and _has(next(iter(units), None), "type")


def _is_force(data: JSON) -> bool:
    return _has(data, "formations") and not _has(data, "sides", "save")


def _is_battle(data: JSON) -> bool:
    return _has(data, "sides", "save")


def _has(data: JSON, *keys: str) -> bool:
    return isinstance(data, Mapping) and any(key in data for key in keys)


_LOOKS: Final[tuple[tuple[str, str, Callable[[JSON], bool]], ...]] = (
    ("list", _LIST, _is_list),
    ("table", _TABLE, _is_table),
    ("cards", _CARDS, _is_cards),
    ("force", _FORCE, _is_force),
    ("battle", _BATTLE, _is_battle),
)
