"""The guard of a rule that is called by name. Knows no game.

Rules are called more often than anything else in a battle, so nothing stands in front of them while every battle of
this process plays the book as printed. As soon as something is different in one of them, or counted, the code of every
rule gives way to one line that asks first. A name that somebody has taken hold of stays the same function all the
while, and a debugger shows either the rule or the line.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable
from inspect import Signature, signature
from types import CodeType, FunctionType
from typing import Any, Final, ParamSpec, TypeVar, cast

from lancemate.kernel.changes import Home, Switched

P = ParamSpec("P")
R = TypeVar("R")

_HOME: Final = "its home"
_RULESET: Final = "its ruleset"

_unguarded: Final[list[tuple[FunctionType, Home, Switched | None]]] = []
_alert: bool = False


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """The rule itself, whatever comes to stand in front of its name."""
    given = cast(FunctionType, function)
    twin = FunctionType(given.__code__, given.__globals__, given.__name__, given.__defaults__, given.__closure__)
    twin.__kwdefaults__ = given.__kwdefaults__
    functools.update_wrapper(twin, given)
    del twin.__wrapped__  # type: ignore[attr-defined]
    return cast(Callable[P, R], twin)


def guarded(function: Callable[P, R], home: Home, ruleset: Switched | None) -> Callable[P, R]:
    """The rule as others call it: itself while the book is played as printed, else whatever counts in that battle."""
    given = cast(FunctionType, function)
    given.__home__ = home  # type: ignore[attr-defined]
    given.__wrapped__ = home.function  # type: ignore[attr-defined]
    _unguarded.append((given, home, ruleset))
    if _alert:
        be_alert()
    return function


def be_alert() -> None:
    """Guard every rule from now on: something is different in a battle that is about to be played."""
    global _alert
    _alert = True
    while _unguarded:
        given, home, ruleset = _unguarded.pop()
        shape = signature(home.function)
        asked = _RULESET if ruleset is not None else next(iter(shape.parameters))
        line = _code(_parameters(shape), _call(shape), asked)
        given.__code__ = _with(line, given.__code__, {_HOME: home, _RULESET: ruleset})


@functools.cache
def _code(parameters: str, call: str, asked: str) -> CodeType:
    """Guards with the same parameters have the same line, compiled once.

    Written out with the rule's own parameters: one that takes ``*args`` costs three times as much.
    """
    knows = f"__ruleset__ = {_RULESET!r}; " if asked == _RULESET else ""
    asks = "__ruleset__" if asked == _RULESET else asked  # no parameter is called so
    source = (
        f"def guard({parameters}):\n"
        f"    {knows}__home__ = {_HOME!r}\n"
        f"    return __home__.function({call}) if {asks}.changed is None else {asks}.changed.ways[__home__]({call})\n"
    )
    where = f"<guard of rules with ({parameters})>"
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    return next(part for part in compile(source, where, "exec").co_consts if isinstance(part, CodeType))


def _with(line: CodeType, code: CodeType, known: dict[str, Any]) -> CodeType:
    """The line for one rule: it knows its home, goes by the rule's own name and has a place for what that encloses."""
    told = tuple([known.get(part, part) if isinstance(part, str) else part for part in line.co_consts])
    return line.replace(
        co_consts=told, co_name=code.co_name, co_qualname=code.co_qualname, co_freevars=code.co_freevars
    )


def _parameters(shape: Signature) -> str:
    """The parameters of a function without their types; which have defaults is the function's own business."""
    bare = [one.replace(annotation=one.empty, default=one.empty) for one in shape.parameters.values()]
    return str(Signature(bare))[1:-1]


def _call(shape: Signature) -> str:
    said = []
    for parameter in shape.parameters.values():
        match parameter.kind:
            case parameter.VAR_POSITIONAL:
                said.append(f"*{parameter.name}")
            case parameter.VAR_KEYWORD:
                said.append(f"**{parameter.name}")
            case parameter.KEYWORD_ONLY:
                said.append(f"{parameter.name}={parameter.name}")
            case _:
                said.append(parameter.name)
    return ", ".join(said)
