"""Lancemate plays Alpha Strike by the book.

``from lancemate import Battle`` and the other names of ``lancemate.api`` are loaded when first asked for, so that the
command line starts at once.
"""

from __future__ import annotations

import sys

from lancemate import compiled

__version__ = "1.0.0"

if compiled.FINDER not in sys.meta_path:
    sys.meta_path.insert(0, compiled.FINDER)

TYPE_CHECKING = False  # typing's own is not imported: `lancemate --help` imports nothing
if TYPE_CHECKING:
    from typing import Any

    from lancemate.api import *  # noqa: F403

# Kept here as words: a room of the house such as lancemate.rulebook must never be looked for in lancemate.api.
_NAMES = frozenset(
    [
        "Attack",
        "Battle",
        "Decide",
        "Deploy",
        "EndPhase",
        "InputError",
        "LancemateError",
        "Move",
        "Pass",
        "PointTarget",
        "Refused",
        "Resign",
        "Toggle",
        "check_move",
        "find",
        "load",
        "measure",
        "open_battle",
        "preview_attack",
        "reach",
        "run_script",
        "save",
        "story",
    ]
)


# Rooms that have something for everybody.
_ROOMS = frozenset(["bots", "rulebook"])

__all__ = sorted(_NAMES | _ROOMS)


def __getattr__(name: str) -> Any:
    if name not in _NAMES and name not in _ROOMS:
        raise AttributeError(f"module 'lancemate' has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"lancemate.{name}") if name in _ROOMS else getattr(import_module("lancemate.api"), name)


def __dir__() -> list[str]:
    """What somebody may want, for whoever looks around or presses the tab key."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
