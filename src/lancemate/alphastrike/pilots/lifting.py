"""Heavy Lifter (p. 97): a 'Mech that lifts, drags and throws more than it should, and hardly feels a small load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import HEAVY_LIFTER, piloted
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

LIFTER: Final = rules.table("AS-SPA-035", {"Sizes": 1, "light from": 4, "inches": 2.0})


@hooks.lifts_more.rule("AS-SPA-035", when=piloted(HEAVY_LIFTER))
def heavy_lifter(battle: Battle, unit: Unit) -> int:
    """One Size more; how bulky the largest loads are stops nobody."""
    return int(LIFTER.of(battle)["Sizes"]) if has(battle, unit, HEAVY_LIFTER) else 0


@hooks.slowed_less.rule("AS-SPA-035", when=piloted(HEAVY_LIFTER))
def hardly_feels_it(battle: Battle, unit: Unit, gap: int) -> float | None:
    """Under what is more than three Sizes smaller it loses 2 inches and no more."""
    row = LIFTER.of(battle)
    return row["inches"] if gap >= row["light from"] and has(battle, unit, HEAVY_LIFTER) else None
