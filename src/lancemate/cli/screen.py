"""What several commands print and read alike. Knows no game."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from lancemate.kernel.errors import InputError


def screen() -> Console:
    """Where to print: lines are broken for a terminal, and left whole for anything else that reads them."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_line(console: Console, line: Text) -> None:
    """One line: cut to the width of a terminal, whole for anything else."""
    console.print(line, no_wrap=True, overflow="ellipsis" if console.is_terminal else "ignore")


def size_of_table(text: str, key: str, least: float, most: float) -> tuple[float, float]:
    """Width and depth in inches, as in 36x48."""
    try:
        width, depth = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise InputError(f"{text[:40]!r} is no size; write width and depth in inches, as in 36x48", key=key) from None
    if not all(least <= side <= most for side in (width, depth)):
        raise InputError(f"a table is {least:g} to {most:g} inches wide and deep", key=key)
    return width, depth
