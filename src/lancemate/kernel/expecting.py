"""What a script expects, held against what came of it. Knows plain data and no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lancemate.kernel.codec import JSON

_CLOSE: Final = 1e-6


def differences(expected: JSON, actual: JSON, where: str = "") -> list[str]:
    """In what the actual data falls short of the expected, each in one line.

    A mapping must hold the expected keys; a list of mappings must hold matching entries in that order (an entry of
    ``outcomes`` is the one whose ``command`` it names); everything else must be the same.
    """
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return [f"{where}: expected a mapping, found {actual!r}"]
        found: list[str] = []
        for key, value in expected.items():
            place = f"{where}.{key}" if where else key
            if key not in actual:
                found.append(f"{place}: is not there")
            else:
                found += differences(value, actual[key], place)
        return found
    if isinstance(expected, list) and expected and all(isinstance(item, Mapping) for item in expected):
        return _entries(expected, actual, where)
    if _same(expected, actual):
        return []
    return [f"{where}: expected {expected!r}, found {actual!r}"]


def _entries(expected: Sequence[JSON], actual: JSON, where: str) -> list[str]:
    if not isinstance(actual, list):
        return [f"{where}: expected a list, found {actual!r}"]
    found: list[str] = []
    start = 0
    for number, item in enumerate(expected):
        assert isinstance(item, Mapping)
        if "command" in item:
            index = item["command"]
            if not isinstance(index, int) or index >= len(actual):
                found.append(f"{where}: there is no command {index}")
            else:
                found += differences(dict(item), actual[index], f"{where}.{index}")
            continue
        for place in range(start, len(actual)):
            if not differences(dict(item), actual[place]):
                start = place + 1
                break
        else:
            found.append(f"{where}: nothing matches entry {number}, {dict(item)!r}")
    return found


def _same(expected: JSON, actual: JSON) -> bool:
    numbers = (int, float)
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, numbers) and isinstance(actual, numbers):
        return abs(expected - actual) <= _CLOSE
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_same, expected, actual))
    return expected == actual
