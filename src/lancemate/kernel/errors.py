"""What can go wrong, in words for people. This module knows no game."""

from __future__ import annotations

from collections.abc import Callable

from lancemate.kernel.values import frozen


class LancemateError(Exception):
    """Something the user can understand and mend. The command line prints its text and leaves with status 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InputError(LancemateError):
    """A file, a script, a card or an option is wrong: says where, and what would be right."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, key: str | None = None
    ) -> None:
        where = file or ""
        if line is not None:
            where += f":{line}" if where else f"line {line}"
        if key:
            where += f": {key}" if where else key
        super().__init__(f"{where}: {message}" if where else message)
        self.plain = message
        self.file = file
        self.line = line
        self.key = key

    def at(self, *, file: str | None = None, line: int | None = None, key: str | None = None) -> InputError:
        """The same complaint with a better address."""
        return InputError(
            self.plain,
            file=self.file or file,
            line=self.line if self.line is not None else line,
            key=self.key or key,
        )


class OutOfDice(LancemateError):
    """A tape of dice ended before the battle did."""


@frozen
class Refusal:
    """Why a command is not allowed: a code for programs, a sentence for people, the rule that forbids it."""

    code: str
    message: str
    rule: str | None = None


# How a rule is cited: by its id alone, until somebody is here who knows the pages.
CITING: list[Callable[[str], str]] = [str]


class Refused(LancemateError):
    """A command the rules forbid. Nothing has changed and no die was rolled."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    def __str__(self) -> str:
        """The sentence, and where it stands: `... (AS-COM-001, p. 24)`."""
        rule = self.refusal.rule
        return self.message if rule is None else f"{self.message} ({CITING[-1](rule)})"

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        return type(self), (self.refusal,)


def refuse(code: str, message: str, rule: str | None = None) -> Refused:
    return Refused(Refusal(code, message, rule))
