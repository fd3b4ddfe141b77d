"""Names that a package lends from its rooms, each loaded when it is first asked for.

    if TYPE_CHECKING:
        from lancemate.field.table import Table

    __all__ = ["Table"]
    __getattr__, __dir__ = shortcuts(__name__, __file__)

A package that imported its rooms when it is imported itself would stand in a circle with them: a room waits for its
package, and the package for its room. Alone nobody notices; two threads, one at either end, wait for one another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def shortcuts(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package: what it imports for those who check types, it has when it runs."""

    @cache
    def rooms() -> dict[str, str]:
        return places(file)

    def find(name: str) -> Any:
        room = None if name.startswith("__") else rooms().get(name)
        if room is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(room), name)
        setattr(sys.modules[package], name, found)
        return found

    def known() -> list[str]:
        return sorted({*vars(sys.modules[package]), *rooms()})

    return find, known


def places(file: str) -> dict[str, str]:
    """Where a package has each name from, as stands below its `if TYPE_CHECKING:`."""
    import ast

    with open(file, encoding="utf-8") as text:
        tree = ast.parse(text.read())
    return {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
