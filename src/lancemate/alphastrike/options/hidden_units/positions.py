"""Infantry Defensive Experts (p. 106): infantry that lies in wait in positions it has prepared.

It may begin hidden whatever the scenario says of that, in the open too: what hides it is a position that counts as a
light building around it. Nobody sees that before the infantry comes out, and it is gone when the infantry moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import INFANTRY_DEFENSE, commanded
from lancemate.alphastrike.commands.having import brought_by
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain import ground
from lancemate.alphastrike.turn.deployment import home_strip, in_deployment_zone
from lancemate.field.shapes import Circle
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

POSITION: Final = rules.table("AS-SCA-039", {"cf": 2, "across": 2.0, "height": 1.0})
LIGHT: Final = "light"

# The position it lies in, by the name of the building that it is; a position nobody has seen has none.
position = unit_memory("position", str, default=None, rule="AS-SCA-039")


def digs_in(battle: Battle, unit: Unit) -> bool:
    """Infantry of a force that knows how."""
    if not unit.card.is_infantry:
        return False
    return any(ability.name == INFANTRY_DEFENSE for ability in brought_by(battle, unit.side))


@hooks.hides_anyway.rule("AS-SCA-039", when=commanded(INFANTRY_DEFENSE))
def whatever_the_scenario_says(battle: Battle, unit: Unit) -> bool:
    """It counts among nobody's hidden units, and needs no cover but its own."""
    return digs_in(battle, unit)


@hooks.hides_elsewhere.rule("AS-SCA-039", part=-2, when=commanded(INFANTRY_DEFENSE))
def on_its_own_half(battle: Battle, unit: Unit, at: Point) -> bool | Refusal | None:
    """In its zone, or anywhere on its half."""
    if not digs_in(battle, unit):
        return None
    home = next(one.home for one in battle.setup.sides if one.name == unit.side)
    if home is None or in_deployment_zone(battle, unit.side, *at, unit.radius):
        return True
    deep = battle.table.depth if home in ("north", "south") else battle.table.width
    if home_strip(battle, home, deep / 2).holds(battle, *at, unit.radius):
        return True
    return Refusal("outside_zone", f"{unit.id} prepares its position on its own half of the map", "AS-SCA-039")


@hooks.came_out.rule("AS-SCA-039", when=commanded(INFANTRY_DEFENSE))
def its_position_is_seen(battle: Battle, unit: Unit, by: str) -> None:
    """From now on there is a building around it, with all that comes of that."""
    if not digs_in(battle, unit) or unit.place != "table" or indoors(battle, unit):
        return
    row = POSITION.of(battle)
    shape = Circle(*unit.at, row["across"] / 2.0)
    name = ground.form(battle, "building", shape, "AS-SCA-039", height=row["height"], type=LIGHT, cf=row["cf"])
    position.remember(battle, unit, name)


def indoors(battle: Battle, unit: Unit) -> bool:
    return any(feature.kind == "building" for feature in battle.table.features_at(*unit.at))


@hooks.entered.rule("AS-SCA-039", when=commanded(INFANTRY_DEFENSE))
def leaves_it_behind(battle: Battle, here: Entered) -> None:
    """Whoever is somewhere else has no position any more."""
    name = position.of(here.unit)
    if name is None or not here.has_moved:
        return
    position.end(battle, here.unit)
    if name in battle.table.by_id:
        ground.lift(battle, name, "AS-SCA-039")


@hooks.unit_destroyed.rule("AS-SCA-039", when=commanded(INFANTRY_DEFENSE))
def nobody_else_uses_it(battle: Battle, unit: Unit) -> None:
    name = position.of(unit)
    if name is not None and name in battle.table.by_id and not hidden.of(unit):
        ground.lift(battle, name, "AS-SCA-039")
