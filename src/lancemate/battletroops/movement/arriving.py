"""The one road by which somebody comes to a dot: on foot, through the air, on wheels, pushed or shot down.

What lies there - fire, mines, men under feet, eyes that find who hides - asks the hook ``arrives``, which is told the
way; a rule asks its traits, never its name. Fire in reaction at whoever comes is in combat/reaction.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.kernel.ruleset import Entries
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

# What a way may be.
ENTERS: Final = "enters"  # it leads onto a dot or floor where he was not
TOUCHES: Final = "touches"  # he comes onto the ground there, or more of it than before
MOVES: Final = "moves"  # he goes where he wants to
LEAVES: Final = "leaves"  # he has not gone anywhere yet


@frozen
class Way:
    """How somebody comes to be on a dot."""

    name: str
    rule: str
    traits: frozenset[str]
    path: tuple[Dot, ...] = ()  # of what slides: every dot of its centre, the last is where it is

    def along(self, path: tuple[Dot, ...]) -> Way:
        return replace(self, path=path)


WAYS: Final[Entries[Way]] = rules.entries("ways to come to a dot")


def way(name: str, rule: str, *traits: str) -> Way:
    """Declare a way to come to a dot."""
    return WAYS.add(name, Way(name, rule, frozenset(traits)))


SETS_OUT: Final = way("sets out", "BT-COM-001", LEAVES)
WALKED: Final = way("walked", "BT-MOV-002", ENTERS, TOUCHES, MOVES)
CLIMBED: Final = way("took the stairs", "BT-MOV-010", ENTERS, TOUCHES, MOVES)
ASIDE: Final = way("fell aside", "BT-MOV-008", ENTERS, TOUCHES)


def arrive(battle: Battle, unit: Unit, by: Way) -> None:
    """Somebody has come to the dot on which he is."""
    if unit.on_map:
        for hook in battle.hooks[hooks.arrives]:
            hook(battle, unit, by)


def dots_entered(unit: Unit, by: Way) -> tuple[Dot, ...]:
    """Every dot that he has come onto."""
    return by.path or ((unit.at,) if ENTERS in by.traits else ())
