"""Where rooms leave what the battle calls: the carrying out of a command, and the steps of the agenda.

A step is named and its data is plain, so that a battle can be saved, cloned and answered between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., None])


class Registered:
    """The steps and verbs of one game."""

    __slots__ = ("tasks", "verbs")

    def __init__(self) -> None:
        self.tasks: dict[str, Callable[..., None]] = {}
        self.verbs: dict[type[Any], Callable[..., None]] = {}

    def task(self, name: str) -> Callable[[F], F]:
        """Register a step of the agenda; it is called with the battle and its data."""

        def register(step: F) -> F:
            self.tasks[name] = step
            return step

        return register

    def verb(self, command: type[Any]) -> Callable[[F], F]:
        """Register what carries out a command; it is called with the battle and the command."""

        def register(step: F) -> F:
            self.verbs[command] = step
            return step

        return register


RULES: Final = Registered()
task, verb = RULES.task, RULES.verb
