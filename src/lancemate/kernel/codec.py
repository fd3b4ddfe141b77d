"""Values to JSON and back, one way of writing each, so that a hash of the text is a hash of the value.

Dataclasses become objects (fields marked ``metadata={"hidden": True}`` stay out, those marked ``"sparse"`` as long as
they are empty, so that a field that came later changes no hash; one marked ``{"written": word}`` goes by that word),
tuples become arrays, sets become sorted arrays. Reading back goes through pydantic, which checks every field. This
module knows no game.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]

FORMAT = 1


@cache
def _shown_fields(kind: Any) -> tuple[tuple[str, str], ...]:
    """Attributes and what they are written as."""
    shown = (f for f in dataclasses.fields(kind) if not (f.metadata.get("hidden") or f.metadata.get("sparse")))
    return tuple((f.name, f.metadata.get("written", f.name)) for f in shown)


@cache
def _sparse_fields(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind) if f.metadata.get("sparse"))


def encode(value: object) -> JSON:
    """The plain JSON form of a value."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value + 0.0  # -0.0 and 0.0 are one value
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return [encode(item) for item in sorted(value)]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        kind = value.__class__
        data = {word: encode(getattr(value, name)) for name, word in _shown_fields(kind)}
        data.update({name: encode(given) for name in _sparse_fields(kind) if (given := getattr(value, name))})
        return data
    raise TypeError(f"no JSON form for {type(value).__name__}")


def canonical(value: object) -> str:
    """The one way to write a value as JSON text: equal values give equal text, so 2 and 2.0 do."""
    return json.dumps(_one_way(encode(value)), sort_keys=True, separators=(",", ":"), allow_nan=False)


def _one_way(data: JSON) -> JSON:
    if isinstance(data, float):
        return int(data) if data.is_integer() else data
    if isinstance(data, list):
        return [_one_way(item) for item in data]
    if isinstance(data, dict):
        return {key: _one_way(item) for key, item in data.items()}
    return data


def digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import ConfigDict, TypeAdapter, with_config

    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        with_config(ConfigDict(extra="forbid", strict=False, allow_inf_nan=False))(kind)
    return TypeAdapter(kind)


def decode(kind: type[T], data: object) -> T:
    """Read a dataclass back, strictly: unknown keys, wrong types and numbers that are not finite are errors."""
    adapter: Any = _adapter(kind)  # type: ignore[arg-type, unused-ignore]
    if isinstance(data, Mapping) and dataclasses.is_dataclass(kind):
        names = {word: name for name, word in _shown_fields(kind)}
        data = {names.get(key, key): value for key, value in data.items()}
    result: T = adapter.validate_python(data)
    return result
