"""What the keys of a unit card may hold. A check takes a value and its place, notes what is wrong, and hands it on.

Written out because a library for it takes as long to load as half the rules. Must not know the keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

Place: TypeAlias = tuple[str | int, ...]


class Wrong(NamedTuple):
    """``place`` has the name of a kind in it, in angle brackets, where a key takes several kinds of value."""

    place: Place
    message: str
    kind: str = ""


Check: TypeAlias = Callable[[Any, Place, list[Wrong]], Any]

KEY = "<key>"
MISSING = "missing"
UNKNOWN = "unknown"


def text(least: int = 0, most: int | None = None, *, strip: bool = False) -> Check:
    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, str):
            wrong.append(Wrong(place, "it should be a valid string"))
            return value
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            wrong.append(Wrong(place, "it should be a valid string, and half a letter is none"))
            return value
        if strip:
            value = value.strip()
        if len(value) < least:
            wrong.append(Wrong(place, f"String should have at least {least} character{'s' * (least > 1)}"))
        elif most is not None and len(value) > most:
            wrong.append(Wrong(place, f"String should have at most {most} characters"))
        return value

    return check


def whole(least: int | None = None, most: int | None = None) -> Check:
    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            wrong.append(Wrong(place, "it should be a valid integer"))
        elif least is not None and value < least:
            wrong.append(Wrong(place, f"it should be greater than or equal to {least}"))
        elif most is not None and value > most:
            wrong.append(Wrong(place, f"it should be less than or equal to {most}"))
        return value

    return check


def decimal(above: float = -math.inf, most: float = math.inf) -> Check:
    """Also one that is written as a text."""

    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        problem = "it should be a valid number"
        try:
            if not isinstance(value, (int, float, str)):
                raise ValueError
            found = float(value)
        except (ValueError, OverflowError):
            unable = ", unable to parse string as a number" if isinstance(value, str) else ""
            wrong.append(Wrong(place, problem + unable))
            return value
        if not math.isfinite(found):
            wrong.append(Wrong(place, "it should be a finite number"))
        elif found <= above:
            wrong.append(Wrong(place, f"it should be greater than {above}"))
        elif found > most:
            wrong.append(Wrong(place, f"it should be less than or equal to {most}"))
        return found

    return check


def flag(value: Any, place: Place, wrong: list[Wrong]) -> Any:
    if not isinstance(value, bool):
        wrong.append(Wrong(place, "it should be a valid boolean"))
    return value


def one_of(*words: str) -> Check:
    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, str) or value not in words:
            wrong.append(Wrong(place, f"it should be {', '.join(words)}"))
        return value

    return check


def maybe(check: Check) -> Check:
    """Also nothing."""
    return lambda value, place, wrong: None if value is None else check(value, place, wrong)


def either(**kinds: Check) -> Check:
    """Whichever of these it is; if none, what is wrong with it as each of them."""

    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        problems: list[Wrong] = []
        for name, one in kinds.items():
            found: list[Wrong] = []
            made = one(value, (*place, f"<{name}>"), found)
            if not found:
                return made
            problems += found
        wrong += problems
        return value

    return check


def list_of(entry: Check, exactly: int | None = None) -> Check:
    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, list):
            wrong.append(Wrong(place, "it should be a valid list"))
            return value
        if exactly is not None and len(value) > exactly:
            wrong.append(Wrong(place, f"List should have at most {exactly} items after validation, not {len(value)}"))
            return value
        before = len(wrong)
        made = [entry(one, (*place, number), wrong) for number, one in enumerate(value)]
        if exactly is not None and len(value) < exactly and len(wrong) == before:
            few = f"{exactly} item{'s' * (exactly > 1)} after validation, not {len(value)}"
            wrong.append(Wrong(place, f"List should have at least {few}"))
        return made

    return check


def dict_of(key: Check, entry: Check) -> Check:
    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, dict):
            wrong.append(Wrong(place, "it should be a valid dictionary"))
            return value
        made = {}
        for name, one in value.items():
            here = (*place, name)
            known = key(name, (*here, KEY), wrong)
            made[known] = entry(one, here, wrong)
        return made

    return check


def record(make: Callable[..., Any], required: tuple[str, ...], keys: Mapping[str, Check]) -> Check:
    """A mapping with these keys, made into what ``make`` makes of them; all but some may be left out."""

    def check(value: Any, place: Place, wrong: list[Wrong]) -> Any:
        if not isinstance(value, dict):
            wrong.append(Wrong(place, "it should be a valid dictionary"))
            return value
        before = len(wrong)
        made = {}
        for name, one in keys.items():
            if name in value:
                made[name] = one(value[name], (*place, name), wrong)
            elif name in required:
                wrong.append(Wrong((*place, name), "it is missing", MISSING))
        if len(made) < len(value):
            for name in value:
                if not isinstance(name, str):
                    wrong.append(Wrong((*place, name), "Keys should be strings"))
                elif name not in keys:
                    wrong.append(Wrong((*place, name), "it is not known", UNKNOWN))
        return make(**made) if len(wrong) == before else value

    return check
