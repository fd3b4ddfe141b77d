"""What may be taken back: orders of which nothing came but that units stand elsewhere and others are to act.

Whatever else comes of an order (dice, damage, a question, something found, ground that gives way) has taught somebody
something, and stays.
"""

from __future__ import annotations

from typing import Any, Final

from lancemate.alphastrike.play import events

HARMLESS: Final[tuple[type[Any], ...]] = (
    events.Declared,
    events.Deployed,
    events.Dismounted,
    events.GroupMoves,
    events.LeftHullDown,
    events.Mounted,
    events.Moved,
    events.Passed,
    events.PhaseBegan,
    events.SideDone,
    events.TurnPassed,
)
