"""The Physical Status Track (p. 6): twelve blocks 10, 9 ... 0, DEAD, and what they mean for a soldier.

A track is twelve characters: ``X`` lethal damage, ``/`` a bruise, ``.`` nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Switched

LETHAL, BRUISE, CLEAR = "X", "/", "."
LENGTH: Final = 12
DEAD_BLOCK: Final = 11
BLOCKS: Final = (*(str(number) for number in range(10, -1, -1)), "DEAD")

# By block, from 10 to 0: movement points, and the modifier of attacks (none: he can do nothing).
_VALUES: Final[dict[str, list[int | None]]] = {
    "mp": [8, 8, 8, 8, 7, 7, 6, 6, 5, 4, 0],
    "to_hit": [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, None],
}
TRACK = rules.table("BT-CMP-029", _VALUES)
rules.also("BT-DMG-011", TRACK)  # blocks 10 to 8 cost nobody a point; with the last of them gone his aim suffers


class Condition(NamedTuple):
    """What a track leaves a soldier."""

    mp: int
    to_hit: int | None


def in_use(by: Switched, track: str) -> int:
    """The place of the block whose values count."""
    return max(0, min(lowest_lethal(by, track) + 1, DEAD_BLOCK - 1))


def _the_first(by: Switched, track: str) -> int:
    return -1


@rules.rule("BT-DMG-008", otherwise=_the_first)
def lowest_lethal(by: Switched, track: str) -> int:
    """The lowest block with lethal damage decides, whatever is left clear to its left; bruises do not count."""
    return track.rfind(LETHAL)


def condition(by: Switched, track: str) -> Condition:
    table, block = TRACK.of(by), in_use(by, track)
    return Condition(table["mp"][block] or 0, table["to_hit"][block])


def block_of(number: int) -> int:
    """The place of a block by its number."""
    return 10 - number


def read_track(text: str) -> str | None:
    """A track as a script writes it, with what is clear at its end left out; None where it is none."""
    if len(text) > LENGTH or set(text) - {LETHAL, BRUISE, CLEAR}:
        return None
    return text.ljust(LENGTH, CLEAR)
