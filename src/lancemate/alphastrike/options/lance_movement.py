"""Lance movement (p. 33): lances, Stars and Level IIs move as one item.

A group is named with its side, or the part of it that acts apart: both may have an Alpha Lance.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.parties import party_of
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "lance_movement", "AS-MOV-013", "lances, Stars and Level IIs move as one item", title="Lances move together"
)

GROUP_SIZES: Final = rules.table("AS-MOV-014", {"lance": 4, "Star": 5, "Level II": 6})

BEFORE_POINTS: Final = -1


@hooks.moves_with.rule("AS-MOV-013", part=BEFORE_POINTS, when=OPTION)
def moves_with_its_lance(battle: Battle, unit: Unit) -> str | None:
    """All surviving members of a group move in one activation, near each other or not; robots move among theirs."""
    return f"{party_of(battle, unit)}: {group_of(battle, unit)}"


@rules.rule("AS-MOV-014", otherwise=lambda battle, unit: unit.group or unit.id)
def group_of(battle: Battle, unit: Unit) -> str:
    """The group a unit was given before play; whoever was left over belongs to the one understrength group."""
    return unit.group or "the rest"


@hooks.battle_opens.rule("AS-MOV-014", when=OPTION)
def groups_are_formed(battle: Battle) -> None:
    """Before play each side is split into groups of one size, with one smaller one at most for whoever is left."""
    if battle.setup.phase not in battle.course.turn[1:] and battle.setup.turn == 1:
        for side in battle.sides:
            _check_groups(battle, battle.setup.units, side)


def _check_groups(by: Switched, units: Iterable[Muster], side: str) -> None:
    count: dict[str, int] = {}
    for unit in units:
        if unit.side == side:
            name = unit.group or "the rest"
            count[name] = count.get(name, 0) + 1
    sizes = GROUP_SIZES.of(by).values()
    for size in sizes:
        if sum(1 for members in count.values() if members < size) <= 1 and max(count.values(), default=0) <= size:
            return
    given = ", ".join(f"{name} of {members}" for name, members in count.items())
    allowed = ", ".join(str(size) for size in sizes)
    raise InputError(f"{side} moves by groups of {allowed} and at most one smaller one, not by {given}", key="group")
