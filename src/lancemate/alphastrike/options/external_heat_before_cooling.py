"""Heat from outside (p. 53) is added before a unit cools down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import heat_from_outside
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.heat.track import Level
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "external_heat_before_cooling",
    "AS-HEA-018",
    "outside heat is added before cooling",
    title="Outside heat before cooling",
)


@hooks.outside_heat.rule("AS-HEA-018", kinds=hooks.BEFORE_COOLING, when=OPTION, replaces=heat_from_outside)
def heat_that_may_cool(battle: Battle, unit: Unit, level: Level) -> None:
    """It comes first, so that water and rest may take it off again."""
    heat_from_outside(battle, unit, level)
