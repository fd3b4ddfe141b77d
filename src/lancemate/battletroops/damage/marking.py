"""Marking damage on the Physical Status Track (pp. 15-16, 18): where it begins, and how each point is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops.arms.armor import ARMOR
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import BRUISE, CLEAR, DEAD_BLOCK, LENGTH, LETHAL, block_of
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.battletroops.play.state import Worn


@rules.rule("BT-DMG-001", otherwise=0)
def location(by: Switched, roll: tuple[int, ...]) -> int:
    """The block where damage begins: the sum of two dice, 11 and 12 counting as 10."""
    return block_of(min(10, sum(roll)))


def marked(by: Switched, track: str, start: int, lethal: int, bruise: int, worn: Worn | None = None) -> str:
    """The track after a hit."""
    blocks = list(track)
    armored = covered(by, worn)
    place = start
    for kind in in_order(by, lethal, bruise):
        place = next_open(by, blocks, place)
        if place >= LENGTH:
            break  # points beyond DEAD are lost
        blocks[place] = struck(by, blocks[place], kind, place in armored)
        place = onward(by, place)
    return "".join(blocks)


@rules.rule("BT-DMG-002", otherwise=lambda by, place: place)
def onward(by: Switched, place: int) -> int:
    """One block for every point, from the first to the right."""
    return place + 1


@rules.rule("BT-DMG-003", otherwise=lambda by, blocks, place: place)
def next_open(by: Switched, blocks: list[str], place: int) -> int:
    """Blocks that have lethal damage already are passed over and use up nothing."""
    while place < LENGTH and blocks[place] == LETHAL:
        place += 1
    return place


@rules.rule("BT-DMG-006", otherwise=lambda by, lethal, bruise: BRUISE * bruise + LETHAL * lethal)
def in_order(by: Switched, lethal: int, bruise: int) -> str:
    """Lethal points first, then bruises."""
    return LETHAL * lethal + BRUISE * bruise


def struck(by: Switched, block: str, kind: str, armored: bool) -> str:
    """A block after one point."""
    if armored:
        return on_armour(by, block, kind)
    return lethal_on(by, block) if kind == LETHAL else bruise_on(by, block)


@rules.rule("BT-DMG-004", otherwise=lambda by, block: BRUISE)
def bruise_on(by: Switched, block: str) -> str:
    """A second bruise on a block makes it lethal."""
    return LETHAL if block == BRUISE else BRUISE


@rules.rule("BT-DMG-005", otherwise=lambda by, block: LETHAL if block == CLEAR else block)
def lethal_on(by: Switched, block: str) -> str:
    """A lethal point takes a bruised block as if it were clear."""
    return LETHAL


@rules.rule("BT-DMG-021", otherwise=lambda by, block, kind: kind)
def on_armour(by: Switched, block: str, kind: str) -> str:
    """Armour turns the first lethal point on a block into a bruise, and takes bruises without a mark."""
    if kind == BRUISE:
        return block
    return LETHAL if block == BRUISE else BRUISE


def covered(by: Switched, worn: Worn | None) -> range:
    """The places of the blocks that armour covers."""
    if worn is None:
        return range(0)
    first = block_of(worn.first)
    return range(first, min(DEAD_BLOCK, first + ARMOR.of(by)[worn.kind]["blocks"]))
