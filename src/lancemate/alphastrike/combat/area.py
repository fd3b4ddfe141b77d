"""Area-effect damage (p. 48): templates, and who stands inside one.

Knows distances and elevations; must not know which weapon has which template.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Point = tuple[float, float]

# Templates are named by their diameter in inches.
TEMPLATES: Final = rules.table(
    "AS-INT-008",
    {2: {"diameter": 2.0, "radius": 1.0}, 6: {"diameter": 6.0, "radius": 3.0}},
)


def distance_from(battle: Battle, unit: Unit, point: Point, elevation: float | None = None) -> float:
    """How far the nearest part of a unit's base counts as being from the point of impact."""
    dx, dy = unit.x - point[0], unit.y - point[1]
    flat = max(0.0, sqrt(dx * dx + dy * dy) - unit.radius)
    level = battle.table.ground(*point) if elevation is None else elevation
    return flat + height_apart(battle, unit, level)


@rules.rule("AS-DMG-021", otherwise=0.0)
def height_apart(battle: Battle, unit: Unit, level: float) -> float:
    """A difference in elevation counts as so much more distance."""
    return abs(unit.elevation - level)


def touched_by(battle: Battle, unit: Unit, template: int, point: Point, elevation: float | None = None) -> bool:
    """Any part of its base lies under the template."""
    return distance_from(battle, unit, point, elevation) <= TEMPLATES.of(battle)[template]["radius"] + TINY


@rules.rule("AS-DMG-022", otherwise=NONE)
def strength_under(
    battle: Battle, unit: Unit, areas: tuple[tuple[int, Strength], ...], point: Point, elevation: float | None = None
) -> Strength:
    """What a unit takes of templates that share their middle, the smaller first: never more than one of them."""
    for template, strength in areas:
        if touched_by(battle, unit, template, point, elevation):
            return strength
    return NONE
