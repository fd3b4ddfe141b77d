"""What several commands print and read alike. Knows no game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from lancemate.kernel.errors import InputError


def screen() -> Console:
    """Where to print: lines are broken for a terminal, and left whole for anything else that reads them."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_line(console: Console, line: Text) -> None:
    """One line: cut to the width of a terminal, whole for anything else."""
    console.print(line, no_wrap=True, overflow="ellipsis" if console.is_terminal else "ignore")


def print_table(console: Console, title: str, head: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> None:
    """A table as wide as it needs to be; where a terminal has no room for that, the cells of a row stand in lines."""
    table = Table(title=title or None)
    for name in head:
        table.add_column(name, no_wrap=True)
    for row in rows:
        table.add_row(*map(_text, row))
    wide = Measurement.get(console, console.options.update(max_width=10_000), table).maximum
    if wide <= console.width or not console.is_terminal:
        Console(highlight=False, width=max(wide, console.width), file=console.file).print(table)
        return
    if title:
        console.print(Text(title, style="italic"))
    for row in rows:
        console.print(Text("  ").join(_text(cell) for cell in row[:2] if cell), style="bold")
        for name, cell in zip(head[2:], row[2:], strict=True):
            if cell:
                console.print(Text.assemble(f"  {name}: " if name else "  ", cell))


def _text(cell: str | Text) -> Text:
    return Text(cell) if isinstance(cell, str) else cell


def size_of_table(text: str, key: str, least: float, most: float) -> tuple[float, float]:
    """Width and depth in inches, as in 36x48."""
    try:
        width, depth = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise InputError(f"{text[:40]!r} is no size; write width and depth in inches, as in 36x48", key=key) from None
    if not all(least <= side <= most for side in (width, depth)):
        raise InputError(f"a table is {least:g} to {most:g} inches wide and deep", key=key)
    return width, depth
