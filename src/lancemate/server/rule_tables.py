"""The exact numbers of a rule as tables for people: what the ledger keeps as data, in rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

NAMELESS: Final = ""
UNTOLD: Final = ("order",)  # for programs


class RuleTable(NamedTuple):
    """``head`` is empty where the rows are pairs that need none."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(data: Any) -> list[RuleTable]:
    """One table, or one for each part where the parts have different columns."""
    if isinstance(data, Mapping):
        if isinstance(data.get("columns"), Sequence) and isinstance(data.get("rows"), Mapping):
            return [*_columned(data["columns"], data["rows"]), *tables_of(_without(data, "columns", "rows"))]
        told = {str(key): value for key, value in data.items() if key not in UNTOLD}
        plain = {key: value for key, value in told.items() if not _is_table(value)}
        parts = {key: value for key, value in told.items() if key not in plain}
        first = [RuleTable(NAMELESS, (), tuple((_words(key), _cell(value)) for key, value in plain.items()))]
        shared = _columns(list(parts.values())) if len(parts) > 1 else None
        if shared is not None:
            return [*first[: bool(plain)], RuleTable(NAMELESS, ("", *map(_words, shared)), _rows(parts, shared))]
        named = {NAMELESS if key == "rows" else key: value for key, value in parts.items()}
        return [*first[: bool(plain)], *(_titled(key, value) for key, value in named.items())]
    return [_listed(NAMELESS, data)] if _is_table(data) else []


def _without(data: Mapping[Any, Any], *keys: str) -> dict[Any, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def _columned(columns: Sequence[Any], rows: Mapping[Any, Any]) -> list[RuleTable]:
    """Rows that are lists, under the names of their columns."""
    told = tuple((str(key), *(_cell(one) for one in row)) for key, row in rows.items() if isinstance(row, Sequence))
    return [RuleTable(NAMELESS, ("", *(_words(str(name)) for name in columns)), told)]


def _is_table(value: Any) -> bool:
    return bool(value) and (isinstance(value, Mapping) or _is_records(value))


def _is_records(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(one, Mapping) for one in value)


def _columns(parts: Sequence[Any]) -> list[str] | None:
    """The columns of parts that have the same ones."""
    if not all(isinstance(part, Mapping) for part in parts):
        return None
    keys = list(dict.fromkeys(str(key) for part in parts for key in part))
    alike = all({*map(str, part)} == {*keys} for part in parts)
    return keys if alike or (len(keys) <= 6 and all(len(part) * 2 >= len(keys) for part in parts)) else None


def _rows(parts: Mapping[str, Any], columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple((_words(name), *(_cell(part.get(key, "")) for key in columns)) for name, part in parts.items())


def _titled(name: str, value: Any) -> RuleTable:
    if isinstance(value, Mapping):
        shared = _columns(list(value.values())) if len(value) > 1 and all(map(_is_table, value.values())) else None
        if shared is not None:
            named = {str(key): part for key, part in value.items()}
            return RuleTable(_words(name), ("", *map(_words, shared)), _rows(named, shared))
        return RuleTable(_words(name), (), tuple((_words(str(key)), _cell(one)) for key, one in value.items()))
    return _listed(_words(name), value)


def _listed(title: str, records: Sequence[Mapping[str, Any]]) -> RuleTable:
    keys = list(dict.fromkeys(str(key) for record in records for key in record))
    rows = tuple(tuple(_cell(record.get(key, "")) for key in keys) for record in records)
    return RuleTable(title, tuple(map(_words, keys)), rows)


def _words(key: str) -> str:
    return key.replace("_", " ")


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(str(key))} {_cell(one)}" for key, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_cell, value))
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    return f"{value:g}" if isinstance(value, float) else _words(str(value)) if isinstance(value, str) else str(value)
