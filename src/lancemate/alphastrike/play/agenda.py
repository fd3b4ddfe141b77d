"""Where rooms leave what the battle calls: the carrying out of a command, and the steps of the agenda.

A step is named and its data is plain, so that a battle can be saved, cloned and answered between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Step = Callable[..., None]
F = TypeVar("F", bound=Callable[..., None])

TASKS: dict[str, Step] = {}
VERBS: dict[type[Any], Step] = {}


def task(name: str) -> Callable[[F], F]:
    """Register a step of the agenda; it is called with the battle and its data."""

    def register(step: F) -> F:
        TASKS[name] = step
        return step

    return register


def verb(command: type[Any]) -> Callable[[F], F]:
    """Register what carries out a command; it is called with the battle and the command."""

    def register(step: F) -> F:
        VERBS[command] = step
        return step

    return register
