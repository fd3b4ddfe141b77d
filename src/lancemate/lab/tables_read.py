"""Which tables of the book are looked at: a table in data has no function that could be counted.

While a runner counts, every name in the package that stands for a registered table stands for a copy that notes each
look. Nothing of this is there in normal play.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from types import ModuleType
from typing import Any, NamedTuple

from lancemate.kernel import rules
from lancemate.rulebook.coverage import load_homes

LOOKS = ("__getitem__", "__iter__", "__contains__", "get", "items", "keys", "values")


class Name(NamedTuple):
    """A name of a module, the table it stands for, and the copy that notes looks."""

    module: ModuleType
    name: str
    plain: Any
    watched: Any


@contextmanager
def tables_watched() -> Iterator[None]:
    """Count every table that is looked at as fired."""
    names = _names()
    for each in names:
        setattr(each.module, each.name, each.watched)
    try:
        yield
    finally:
        for each in names:
            setattr(each.module, each.name, each.plain)


@cache
def _names() -> tuple[Name, ...]:
    parts: dict[int, Any] = {}
    ids: dict[int, tuple[str, ...]] = {}
    for home in (home for known in load_homes().values() for home in known if home.kind == "table"):
        assert isinstance(home.function, partial)
        for part in _parts(*home.function.args):
            parts[id(part)] = part
            ids[id(part)] = (*ids.get(id(part), ()), *home.ids)
    watched = {key: (part, _watched_type(type(part), ids[key])(part)) for key, part in parts.items()}
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("lancemate.")]
    return tuple(
        Name(module, name, *watched[id(value)])
        for module in modules
        for name, value in vars(module).items()
        if id(value) in watched
    )


def _parts(data: Any) -> Iterator[Any]:
    """A table and the tables in it: some of those have names of their own."""
    yield data
    inside = data.values() if isinstance(data, dict) else data
    for part in inside:
        if isinstance(part, (dict, list, set)):
            yield from _parts(part)


def _watched_type(kind: type, ids: tuple[str, ...]) -> type:
    """A dict, list or set that counts these ids at every look."""
    looks = {name: _noting(getattr(kind, name), ids) for name in LOOKS if hasattr(kind, name)}
    return type(f"Watched{kind.__name__.title()}", (kind,), looks)


def _noting(look: Callable[..., Any], ids: tuple[str, ...]) -> Callable[..., Any]:
    def noting(self: Any, *args: Any) -> Any:
        if rules.fired is not None and ids[0] not in rules.fired:
            rules.fired.update(ids)
        return look(self, *args)

    return noting
