"""Maneuvering Ace (p. 97): woods slow this pilot less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import MANEUVERING_ACE, piloted
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

EASIER: Final = rules.table("AS-SPA-042", {"inches less an inch of woods": 1.0})


@hooks.eases_woods.rule("AS-SPA-042", when=piloted(MANEUVERING_ACE))
def maneuvering_ace(battle: Battle, unit: Unit) -> float:
    """So much less of what woods add to every inch; where it may not go it may still not go."""
    return EASIER.of(battle)["inches less an inch of woods"] if has(battle, unit, MANEUVERING_ACE) else 0.0
