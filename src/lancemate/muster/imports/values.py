"""Values of JSON that others wrote, taken as what they should be or as nothing. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def text(data: Mapping[str, object], key: str) -> str:
    """A text, or a number written as one; nothing else."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()[:2000]


def whole(data: Mapping[str, object], key: str) -> int | None:
    value = data.get(key)
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value) if abs(value) < 1e9 and value == int(value) else None


def switch(data: Mapping[str, object], key: str) -> bool:
    return data.get(key) in (True, "true", "TRUE", 1)


def items(data: Mapping[str, object], key: str) -> Sequence[object]:
    value = data.get(key)
    return value if isinstance(value, list) else ()


def mapping(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}
