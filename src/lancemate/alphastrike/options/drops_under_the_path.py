"""Drops from high up (p. 160) that come down under the way the transport flew, not anywhere on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.measure.lines import off_line
from lancemate.alphastrike.play.flight import falling
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.air.flying import Plan
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

OPTION: Final = rules.option(
    "drops_under_the_path",
    "AS-OPT-350",
    "units dropped from high up come down under the way their transport flew",
    title="Drops come down under the flight path",
)

# Where the transport flew in the turn in which it dropped a unit: x and y of both ends.
flew = unit_memory("dropped_along", list[float], default=[], rule="AS-OPT-350")


@hooks.flight_made.rule("AS-OPT-350", part=1, when=OPTION)
def remembers_the_path(plan: Plan) -> None:
    """For each that has just begun to fall."""
    for asked in plan.command.unload:
        unit = plan.battle.unit(asked.unit)
        if falling.of(unit):
            flew.remember(plan.battle, unit, [*plan.start, *(plan.end or plan.start)])


@hooks.may_fall_at.rule("AS-OPT-350", when=OPTION)
def not_under_the_path(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """Some part of its base."""
    way = flew.of(unit)
    if not way or off_line(battle.table, ((way[0], way[1]), (way[2], way[3])), at) <= unit.radius + TINY:
        return None
    text = f"{unit.id} comes down under the way its transport flew: choose a point there"
    return Refusal("off_the_path", text, "AS-OPT-350")
