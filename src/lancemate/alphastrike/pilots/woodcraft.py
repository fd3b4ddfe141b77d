"""Maneuvering Ace (p. 97): woods slow this pilot less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.names import MANEUVERING_ACE
from lancemate.kernel.rules import rule, table

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

EASIER: Final = table("AS-SPA-042", {"inches less an inch of woods": 1.0})


@rule("AS-SPA-042", hook="eases_woods", option=f"pilot:{MANEUVERING_ACE}")
def maneuvering_ace(battle: Battle, unit: Unit) -> float:
    """So much less of what woods add to every inch; where it may not go it may still not go."""
    return EASIER["inches less an inch of woods"] if has(battle, unit, MANEUVERING_ACE) else 0.0
