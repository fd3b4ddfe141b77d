"""The phases of Alpha Strike by name and in order (p. 30), and what an entry of its clock says beyond that of any game.

Knows the order; what happens in a phase is entered by the room that plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lancemate.kernel.clock import Clock, Phase

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DEPLOYMENT: Final = "deployment"
INITIATIVE: Final = "initiative"
MOVEMENT: Final = "movement"
COMBAT: Final = "combat"
END: Final = "end"
OVER: Final = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPhase(Phase["Battle"]):
    passes: Callable[[Battle, Unit], None] | None = None  # what it means that a unit passes in it
    harms: bool = False  # units may be hurt in it
    only: Callable[[Battle], str | None] | None = None  # the one unit that may act in it, where there is but one
    attacks: Callable[[Battle, Unit], None] | None = None  # what it means for a unit that it attacks in it
    by: str = "AS-INT-057"  # the rule by which those it claims wait for it


CLOCK: Final[Clock[TurnPhase]] = Clock(before=(DEPLOYMENT,), turn=(INITIATIVE, MOVEMENT, COMBAT, END), over=(OVER,))

CLOCK.add(TurnPhase(name=OVER, title="End of the Battle"))
