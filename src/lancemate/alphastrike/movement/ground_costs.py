"""The Additional Terrain Movement Cost Table (pp. 56-60): what an inch of each terrain costs, and whom it bars.

Rows as in the appendix, each given by the rule of its terrain. Knows costs and bans only: what is rolled for on the way
is known in the rooms of its own (bogging.py, breaking.py, liquids.py, rails.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import TERRAIN_COSTS
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.terrain import Row
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

HOVERING: Final = frozenset({"Hover", "WiGE"})


def listed(battle: Battle, unit: Unit, name: str, by: str, *, less: float = 0.0) -> Row:
    """A row of the table as it is to one unit."""
    row = TERRAIN_COSTS.of(battle)[name]
    own = words(battle, unit.card)
    cost = next((cost for word, cost in row.others if word in own), row.cost)
    prohibited = tuple(sorted(own)) if row.only and own.isdisjoint(row.only) else row.prohibited
    return Row(name, max(0.0, cost - less), prohibited, by)


def hovers_over(battle: Battle, unit: Unit) -> bool:
    """It rides on a cushion of air."""
    return not HOVERING.isdisjoint(words(battle, unit.card))


@hooks.terrain_row.rule("AS-BAT-030", kinds="deep_snow")
def deep_snow(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """One more for every inch, but not for hovercraft and WiGEs; wheels stay out."""
    return listed(battle, unit, "deep snow", "AS-BAT-030", less=1.0 if hovers_over(battle, unit) else 0.0)


@hooks.terrain_row.rule("AS-BAT-033", kinds="gravel_piles")
def gravel_piles(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """One more for every inch, besides what the climb costs."""
    return listed(battle, unit, "gravel piles", "AS-BAT-033")


@hooks.terrain_row.rule("AS-BAT-036", kinds="heavy_industrial")
def heavy_industrial(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Only 'Mechs have to mind their step."""
    return listed(battle, unit, "heavy industrial", "AS-BAT-036")


@hooks.terrain_row.rule("AS-BAT-038", kinds="ice")
def ice(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Clear ground over water, for one more an inch; hovercraft and WiGEs do not slip, and ships stay off."""
    return listed(battle, unit, "ice", "AS-BAT-038", less=1.0 if hovers_over(battle, unit) else 0.0)


@hooks.terrain_row.rule("AS-BAT-045", kinds="jungle")
def jungle(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Two more for every inch, and no way for vehicles."""
    return listed(battle, unit, "jungle", "AS-BAT-045")


@hooks.terrain_row.rule("AS-BAT-046", kinds="magma_liquid")
def liquid_magma(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """One more for every inch, whatever its depth; nobody but 'Mechs goes in."""
    return listed(battle, unit, "liquid magma", "AS-BAT-046")


@hooks.terrain_row.rule("AS-BAT-050", kinds="magma_crust")
def magma_crust(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Clear ground, as long as it holds; not for infantry, wheels, rail and ships."""
    return listed(battle, unit, "magma crust", "AS-BAT-050")


@hooks.terrain_row.rule("AS-BAT-053", kinds="mud")
def mud(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return listed(battle, unit, "mud", "AS-BAT-053")


@hooks.terrain_row.rule("AS-BAT-055", kinds="planted_fields")
def planted_fields(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """They are no hindrance, but ships and trains have no business there."""
    return listed(battle, unit, "planted fields", "AS-BAT-055")


@hooks.terrain_row.rule("AS-BAT-058", kinds="rail")
def rail(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Rails trip up whoever does not run on them."""
    return listed(battle, unit, "rail", "AS-BAT-058")


@hooks.terrain_row.rule("AS-BAT-061", kinds="ultra_rough")
def ultra_rough(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Two more for every inch, for a large BattleMech one."""
    return listed(battle, unit, "ultra rough", "AS-BAT-061", less=_long_legs(unit))


@hooks.terrain_row.rule("AS-BAT-062", kinds="ultra_rubble")
def ultra_rubble(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """What is left of the hardest structures: two more for every inch, for a large BattleMech one."""
    return listed(battle, unit, "ultra rubble", "AS-BAT-062", less=_long_legs(unit))


def _long_legs(unit: Unit) -> float:
    return 1.0 if unit.card.type == "BM" and unit.has("LG") else 0.0


@hooks.terrain_row.rule("AS-BAT-063", kinds="sand")
def sand(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """It slows down infantry on foot and wheels that are not made for dunes."""
    return listed(battle, unit, "sand", "AS-BAT-063", less=1.0 if made_for_dunes(battle, unit) else 0.0)


@rules.rule("AS-SPC-091", otherwise=False)
def made_for_dunes(battle: Battle, unit: Unit) -> bool:
    """Sand neither slows down nor holds wheels that are made for it."""
    return unit.has("DUN")


@hooks.terrain_row.rule("AS-BAT-064", kinds="swamp")
def swamp(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """One more for 'Mechs and ProtoMechs, two for everybody else."""
    return listed(battle, unit, "swamp", "AS-BAT-064")


@hooks.terrain_row.rule("AS-BAT-067", kinds="quicksand")
def quicksand(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """It looks like swamp, and costs as much."""
    return listed(battle, unit, "swamp", "AS-BAT-067")._replace(name="quicksand")


@hooks.terrain_row.rule("AS-BAT-068", kinds="tundra")
def tundra(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return listed(battle, unit, "tundra", "AS-BAT-068")
