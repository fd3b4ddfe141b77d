"""Units that move in one activation (pp. 33, 35): ProtoMech Points, and lances, Stars and Level IIs where players want.

Answers the hook ``moves_with`` of sequence.py. A group is named with its side: both may have an Alpha Lance.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lancemate.kernel.errors import InputError
from lancemate.kernel.rules import rule, table

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

GROUP_SIZES: Final = table("AS-MOV-014", {"lance": 4, "Star": 5, "Level II": 6})

LANCE, POINT = range(2)


@rule("AS-MOV-013", hook="moves_with", part=LANCE, option="lance_movement")
def moves_with_its_lance(battle: Battle, unit: Unit) -> str | None:
    """All surviving members of a group move in the same activation, near each other or not."""
    return f"{unit.side}: {group_of(battle, unit)}"


@rule("AS-MOV-014", otherwise=lambda battle, unit: unit.group or unit.id)
def group_of(battle: Battle, unit: Unit) -> str:
    """The group a unit was given before play; whoever was left over belongs to the one understrength group."""
    return unit.group or "the rest"


@rule("AS-MOV-037", hook="moves_with", part=POINT)
def moves_with_its_point(battle: Battle, unit: Unit) -> str | None:
    """ProtoMechs of a Point move together, unless players let each go on its own."""
    if unit.group is None or not unit.card.is_protomech or "independent_protomechs" in battle.options:
        return None
    return f"{unit.side}: {unit.group}"


@rule("AS-MOV-014", hook="battle_opens", option="lance_movement")
def groups_are_formed(battle: Battle) -> None:
    """Before play each side is split into groups of one size, with one smaller one at most for whoever is left."""
    if battle.setup.phase not in battle.course.turn[1:] and battle.setup.turn == 1:
        for side in battle.sides:
            _check_groups(battle.setup.units, side)


def _check_groups(units: Iterable[Muster], side: str) -> None:
    count: dict[str, int] = {}
    for unit in units:
        if unit.side == side:
            name = unit.group or "the rest"
            count[name] = count.get(name, 0) + 1
    sizes = GROUP_SIZES.values()
    for size in sizes:
        if sum(1 for members in count.values() if members < size) <= 1 and max(count.values(), default=0) <= size:
            return
    given = ", ".join(f"{name} of {members}" for name, members in count.items())
    allowed = ", ".join(str(size) for size in sizes)
    raise InputError(f"{side} moves by groups of {allowed} and at most one smaller one, not by {given}", key="group")
