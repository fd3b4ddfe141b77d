"""Everything that may be between two dots, or on the second: men and machines come from the west, at row 6.

What is crossed lies between HERE and the next dot; what has a dot of its own lies on that next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from crossings.skirmish import DEEP, Data, Dice, Skirmish, dot, man, mech, tank

HERE: Final = 8.0
NEXT: Final = HERE + 1
BEHIND: Final = HERE + 2
LINE: Final = HERE + 0.5


@dataclass(frozen=True)
class Put:
    """What a scene puts between: pieces of terrain, or somebody; it is played by whoever asks for it."""

    terrain: tuple[Data, ...] = ()
    units: tuple[Data, ...] = ()

    def play(self, *red: Data, blue: tuple[Data, ...] = (), dice: Dice | None = None) -> Skirmish:
        return Skirmish(
            [*red, man("r9", dot(1, -6)), *self.units],
            [*blue, man("b9", dot(30, 6))],
            terrain=self.terrain,
            dice=dice,
            size=(34, DEEP),
        )


Scene = Callable[[], Put]


def strip(kind: str, **more: Any) -> Put:
    return Put(({"kind": kind, "rect": [LINE - 0.2, 2.5, 0.4, 7], **more},))


def house(**openings: Any) -> Data:
    """Its western wall lies between; the dots behind are inside."""
    return {"kind": "building", "type": "light", "height": 2, "rect": [LINE, 2.5, 12, 7], **openings}


GAP: Final = [[[LINE, 5.4], [LINE, 6.6]]]

SCENES: Final[dict[str, Scene]] = {
    "clear": lambda: Put(),
    "undergrowth": lambda: strip("undergrowth"),
    "splinters": lambda: strip("splinters"),
    "furniture": lambda: strip("furniture"),
    "branches": lambda: Put(({"kind": "tree", "at": [HERE + 0.25, 6.5]},)),
    "trunk": lambda: Put(({"kind": "tree", "at": [LINE, 6]},)),
    "contour": lambda: Put(({"kind": "contour", "level": 1, "rect": [LINE, 1.5, 2, 9]},)),
    "wall": lambda: Put(({"kind": "wall", "line": [[LINE, 1.5], [LINE, 10.5]], "height": 2},)),
    "house_wall": lambda: Put((house(),)),
    "window": lambda: Put((house(windows=GAP),)),
    "door": lambda: Put((house(doors=GAP),)),
    "rubble": lambda: Put((house(), {"kind": "rubble", "dots": [dot(NEXT)]})),
    "breach": lambda: Put((house(), {"kind": "breach", "line": GAP[0]})),
    "fire": lambda: Put(({"kind": "fire", "dots": [dot(NEXT)], "elevation": 0},)),
    "man": lambda: Put((), (man("r8", dot(NEXT)),)),
    "lying_man": lambda: Put((), (man("r8", dot(NEXT), state={"prone": True}),)),
    "body": lambda: Put((), (man("r8", dot(NEXT), state={"track": "XXXXXXXXXXXX"}),)),
    "vehicle": lambda: Put((), (tank("r8", dot(NEXT), facing=270),)),
    "leg": lambda: Put((), (mech("r8", (NEXT - 0.5, 7)),)),
}
