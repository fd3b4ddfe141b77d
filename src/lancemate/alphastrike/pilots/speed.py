"""Speed Demon (p. 99): a little more Move in every way of moving, more still for a sprint, and more Thrust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import SPEED_DEMON, piloted
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance, Move

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

FASTER: Final = rules.table("AS-SPA-058", {"Move": 2.0, "sprint": 4.0, "Thrust": 1.0})


@hooks.allowance.seeing("AS-SPA-058", part=Allowance.FASTER, when=piloted(SPEED_DEMON))
def speed_demon(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """On top of what it has, a sprint included; it sets nobody in motion who cannot move."""
    if so_far.total <= 0 or not has(battle, unit, SPEED_DEMON):
        return None
    return Cost(SPEED_DEMON, FASTER.of(battle)["sprint" if mode == "sprint" else "Move"], "AS-SPA-058")


@hooks.move_now.seeing("AS-SPA-058", part=Move.FASTER, when=piloted(SPEED_DEMON))
def more_thrust(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """In the air a point of Thrust, for whoever has any left."""
    if mode != "thrust" or so_far.total <= 0 or not has(battle, unit, SPEED_DEMON):
        return None
    return Cost(SPEED_DEMON, FASTER.of(battle)["Thrust"], "AS-SPA-058")
