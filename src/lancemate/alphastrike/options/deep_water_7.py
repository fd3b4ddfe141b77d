"""Walking under water (pp. 34, 36) at the price of the table, where it differs from the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement.terrain import underwater_walk
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

OPTION: Final = rules.option(
    "deep_water_7",
    "AS-MOV-032",
    "walking under water costs 7 per inch (table) instead of 4 (text)",
    title="Deep water costs 7 an inch",
)


@rules.rule("AS-MOV-032", when=OPTION, replaces=underwater_walk)
def as_the_table_has_it(battle: Battle, extra: float) -> float:
    """The extra that the Movement Cost Table lists for depth 2 and more."""
    return extra
