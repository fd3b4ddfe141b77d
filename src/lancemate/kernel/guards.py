"""The guard of a rule that is called by name. Knows no game."""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable
from inspect import Signature, signature
from typing import Any, ParamSpec, TypeVar, cast

from lancemate.kernel.changes import Home, Switched

P = ParamSpec("P")
R = TypeVar("R")


def guarded(function: Callable[P, R], home: Home, ruleset: Switched | None) -> Callable[P, R]:
    """The rule as others call it: itself while the book is played as printed, else whatever counts in that battle.

    Written out with the rule's own parameters, because rules are called more often than anything else in a battle: a
    wrapper that takes ``*args`` costs three times as much. A debugger shows the line and steps through it.
    """
    shape = signature(function)
    names = list(shape.parameters)
    asked = "__ruleset__" if ruleset is not None else names[0]  # no parameter is called so
    call = _call(shape)
    source = (
        f"def {function.__name__}({_parameters(shape)}):\n"
        f"    return __rule__({call}) if {asked}.changed is None else {asked}.changed.way(__home__)({call})\n"
    )
    where = f"<guard of {home.module}.{function.__qualname__}>"
    made: dict[str, Any] = {
        "__rule__": function,
        "__home__": home,
        "__ruleset__": ruleset,
        "__given__": shape.parameters,
    }
    exec(compile(source, where, "exec"), made)
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    guard = functools.wraps(function)(made[function.__name__])
    guard.__home__ = home  # type: ignore[attr-defined]
    return cast(Callable[P, R], guard)


def _parameters(shape: Signature) -> str:
    """The parameters of a function without their types; defaults are taken from the function itself."""
    bare = [
        parameter.replace(
            annotation=parameter.empty,
            default=parameter.empty if parameter.default is parameter.empty else _Default(parameter.name),
        )
        for parameter in shape.parameters.values()
    ]
    return str(Signature(bare))[1:-1]


class _Default:
    """Written into a guard's source where a parameter has a default."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"__given__[{self.name!r}].default"


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
