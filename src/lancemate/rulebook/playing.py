"""Whether what has a home is also played: which tables nobody reads, and what is missing of a rule.

A test that looks a table up notices when it is disturbed, though no battle ever asks it; so the code is asked who reads
it. Games say the rest themselves, under ``missing`` in their ruleset. Must not know any rule.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from lancemate.kernel.ruleset import Home, Ruleset, Table

Missing: TypeAlias = "Callable[[], Mapping[str, tuple[str, ...]]]"

MISSING: Final = "missing"  # the entries of a ruleset that say by rule what nobody plays of it

# Rooms that show what others play. What lives there itself is meant to be shown: a form is used by being printed.
SHOWING: Final = frozenset({"appendix", "telling", "printing"})


def told_missing(rulesets: Iterable[Ruleset]) -> dict[str, tuple[str, ...]]:
    """What games say is missing of rules that have a home."""
    found: dict[str, tuple[str, ...]] = {}
    for ruleset in rulesets:
        tell: Missing
        for tell in ruleset.named.get(MISSING, {}).values():
            for rule_id, words in tell().items():
                found[rule_id] = (*found.get(rule_id, ()), *words)
    return found


def unread(homes: Iterable[Home]) -> frozenset[str]:
    """The keys of the tables that nobody plays: no function beside the rules reads them, other than to show them."""
    homes = tuple(homes)
    readers: dict[int, set[str]] = {}
    for function in _functions({home.module.partition(".")[0] for home in homes}):
        for table in _tables(function):
            readers.setdefault(id(table), set()).add(_room(function.__module__))
    return frozenset(
        home.key
        for home in homes
        if isinstance(home.function, Table)
        and not any(
            room not in SHOWING or room == _room(home.module)
            for table in (home.function, *home.replaces)  # whoever reads a table reads what takes its place
            for room in readers.get(id(table), ())
        )
    )


def _room(module: str) -> str:
    """The room a module stands in: the one that shows, if any does."""
    parts = module.split(".")
    return next((part for part in parts if part in SHOWING), parts[-1])


def _functions(packages: set[str]) -> Iterator[FunctionType]:
    """Every function of these packages that has been imported."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages:
            for value in list(vars(module).values()):
                if getattr(value, "__module__", None) == name:
                    yield from _within(value)


def _within(value: Any) -> Iterator[FunctionType]:
    """The functions of a name in a module: itself, what it wraps, or the methods of a class."""
    match value:
        case FunctionType():
            yield value
            if hasattr(value, "__wrapped__"):
                yield from _within(value.__wrapped__)
        case type():
            for member in vars(value).values():
                yield from _within(member)
        case property():
            yield from _within(value.fget)
        case cached_property():
            yield from _within(value.func)
        case staticmethod() | classmethod():
            yield from _within(value.__func__)


def _tables(function: FunctionType) -> Iterator[Table[Any]]:
    """The tables a function names, by themselves or in something that holds them."""
    seen: set[int] = set()
    for code in _codes(function.__code__):
        for name in code.co_names:
            value = function.__globals__.get(name)
            yield from _held(value, seen)
            if isinstance(value, ModuleType):
                for attribute in code.co_names:
                    yield from _held(vars(value).get(attribute), seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _held(value: object, seen: set[int]) -> Iterator[Table[Any]]:
    if isinstance(value, Table):
        yield value
    elif isinstance(value, dict | list | tuple | set | frozenset) and id(value) not in seen:
        seen.add(id(value))
        for each in gc.get_referents(value):
            yield from _held(each, seen)
