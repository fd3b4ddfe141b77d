"""Lancemate plays Alpha Strike and BattleTroops by the book.

``from lancemate import Battle`` and the other names of ``lancemate.api`` are loaded when first asked for, so that the
command line starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from lancemate.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'lancemate' has no attribute {name!r}")
    from importlib import import_module

    names = import_module("lancemate.api")
    try:
        return getattr(names, name)
    except AttributeError:
        raise AttributeError(f"module 'lancemate' has no attribute {name!r}") from None
