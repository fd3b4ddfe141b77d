"""How much a side knows of a unit: by degrees. Rules lower them on the hook ``knowledge``; the lowest answer counts.

A side knows all of its own units; a spectator is the side None. What follows from a degree for views, events and
questions is up to asking/knowledge.py.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.ids import SideId, UnitId
from lancemate.kernel.codec import JSON
from lancemate.kernel.ruleset import Entries

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Notes whose value would tell somebody's Skill, and what those are told who do not know it.
told_without_skill: Final[Entries[JSON]] = Entries()
SECRET: Final = "secret"  # begins the kind of a decision that its own side alone may know


class Degree(IntEnum):
    """What is known of a unit: not that it is there, that something is, its type, its record sheet, everything.

    A unit that is something has a token to go by (``blip``). Its record sheet tells neither Skill nor points; an event
    names in ``by_skill`` what would tell whose Skill.
    """

    NOTHING = 0
    SOMETHING = 1
    TYPE = 2
    SHEET = 3
    EVERYTHING = 4


Knowing = Callable[[UnitId], Degree]


def degree(battle: Battle, side: SideId | None, unit: Unit) -> Degree:
    """How much a side, or a spectator, knows of a unit."""
    if unit.side == side:
        return Degree.EVERYTHING
    answers = (hook(battle, side, unit) for hook in battle.hooks[hooks.knowledge])
    least = min((answer for answer in answers if answer is not None), default=Degree.EVERYTHING)
    if unit.aboard is None:
        return least
    carrier = degree(battle, side, battle.units[unit.aboard])
    if unit.riding and carrier >= Degree.TYPE:  # outside, for all to see who see what it rides on
        return min(carrier, max(least, Degree.TYPE))
    return least if carrier is Degree.EVERYTHING else Degree.NOTHING


def not_all_known(battle: Battle, side: SideId | None) -> dict[UnitId, Degree]:
    """The units that a side does not know all about. Bots ask before every decision: mostly there are none."""
    others = [unit for unit in battle.state.units.values() if unit.side != side]
    for hook in battle.hooks[hooks.knowledge]:
        if any(hook(battle, side, unit) is not None for unit in others):
            degrees = {unit.id: degree(battle, side, unit) for unit in others}
            return {name: known for name, known in degrees.items() if known is not Degree.EVERYTHING}
    return {}


def unseen_by(battle: Battle, side: SideId | None) -> frozenset[UnitId]:
    """The units that a side could not name: it knows nothing of them, or only that something is there."""
    return frozenset(name for name, known in not_all_known(battle, side).items() if known < Degree.TYPE)


def is_secret_question(kind: str) -> bool:
    """Whether a question, and its answer, are known to their own side only."""
    return kind.startswith(SECRET)
