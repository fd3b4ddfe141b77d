"""Stand-Aside (p. 99): a way through enemies, for an inch of Move each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import STAND_ASIDE, piloted
from lancemate.alphastrike.movement.stacking import enemies_met
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

PASSAGE: Final = rules.table("AS-SPA-059", {"an enemy": 1.0})


@hooks.slips_through.rule("AS-SPA-059", when=piloted(STAND_ASIDE))
def stand_aside(battle: Battle, unit: Unit) -> bool:
    """Enemies do not bar its way; where they stand it still may not end."""
    return has(battle, unit, STAND_ASIDE)


@hooks.way_fees.rule("AS-SPA-059", when=piloted(STAND_ASIDE))
def squeezes_past(m: Movement) -> Cost | None:
    """Each enemy it goes through costs an inch, and nobody is hurt."""
    met = len(enemies_met(m)) if has(m.battle, m.unit, STAND_ASIDE) else 0
    if not met:
        return None
    label = "through an enemy" if met == 1 else f"through {met} enemies"
    return Cost(f"{STAND_ASIDE}: {label}", met * PASSAGE.of(m)["an enemy"], "AS-SPA-059")
