"""What may be taken back: orders of which nothing came but that units stand elsewhere and others are to act.

Whatever else comes of an order (dice, damage, a question, something found, ground that gives way) has taught somebody
something, and stays.
"""

from __future__ import annotations

from typing import Any, Final

from lancemate.alphastrike.play.events import (
    Declared,
    Deployed,
    Dismounted,
    GroupMoves,
    LeftHullDown,
    Mounted,
    Moved,
    Passed,
    PhaseBegan,
    SideDone,
    TurnPassed,
)

HARMLESS: Final[tuple[type[Any], ...]] = (
    Declared,
    Deployed,
    Dismounted,
    GroupMoves,
    LeftHullDown,
    Mounted,
    Moved,
    Passed,
    PhaseBegan,
    SideDone,
    TurnPassed,
)
