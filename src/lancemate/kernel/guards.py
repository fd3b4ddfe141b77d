"""The guard of a rule that is called by name. Knows no game."""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable
from inspect import Signature, signature
from types import CodeType, FunctionType
from typing import ParamSpec, TypeVar, cast

from lancemate.kernel.changes import Home, Switched

P = ParamSpec("P")
R = TypeVar("R")


def guarded(function: Callable[P, R], home: Home, ruleset: Switched | None) -> Callable[P, R]:
    """The rule as others call it: itself while the book is played as printed, else whatever counts in that battle.

    Written out with the rule's own parameters, because rules are called more often than anything else in a battle: a
    wrapper that takes ``*args`` costs three times as much. A debugger shows the line and steps through it.
    """
    shape = signature(function)
    asked = "__ruleset__" if ruleset is not None else next(iter(shape.parameters))  # no parameter is called so
    names = {"__rule__": function, "__home__": home, "__ruleset__": ruleset}
    guard = FunctionType(_code(_parameters(shape), _call(shape), asked), names)
    guard.__defaults__, guard.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    functools.update_wrapper(guard, function)
    guard.__home__ = home  # type: ignore[attr-defined]
    return cast(Callable[P, R], guard)


@functools.cache
def _code(parameters: str, call: str, asked: str) -> CodeType:
    """Guards with the same parameters have the same line."""
    source = (
        f"def guard({parameters}):\n"
        f"    return __rule__({call}) if {asked}.changed is None else {asked}.changed.way(__home__)({call})\n"
    )
    where = f"<guard of rules with ({parameters})>"
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    return next(part for part in compile(source, where, "exec").co_consts if isinstance(part, CodeType))


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
