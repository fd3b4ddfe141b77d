"""Area-effect damage (p. 48): templates, and who stands inside one.

Knows distances and elevations; must not know which weapon has which template.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.hex_ranges import area_radius, levels_as_hexes
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.places import roof_at, spot
from lancemate.alphastrike.play.footprint import section_body
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Ring
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.space import Space
    from lancemate.kernel.ruleset import Switched

Point = tuple[float, float]


class Standing(Protocol):
    """Whatever may stand in an area: a unit, or a section of one."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def radius(self) -> float: ...

    @property
    def elevation(self) -> float: ...


class Placed(NamedTuple):
    """A section where it stands."""

    x: float
    y: float
    radius: float
    elevation: float


class Shock(NamedTuple):
    """What has come down on the ground: where, and how far it reaches with how many points, the inner area first."""

    at: Point
    rings: tuple[tuple[float, int], ...]
    indirect: bool = False
    heat: bool = False
    inferno: bool = False


def shake(battle: Battle, shock: Shock) -> None:
    """The ground is struck, when everybody there has been: hook ``ground_struck`` (battle, shock)."""
    for hook in battle.hooks[hooks.ground_struck]:
        hook(battle, shock)


# Templates are named by their diameter in inches.
TEMPLATES: Final = rules.table(
    "AS-INT-008",
    {2: {"diameter": 2.0, "radius": 1.0}, 6: {"diameter": 6.0, "radius": 3.0}},
)


@rules.rule("AS-BAT-130", otherwise=lambda battle, unit: [(None, unit)])
def reached_apart(battle: Battle, unit: Unit) -> list[tuple[str | None, Standing]]:
    """What an area reaches for itself: a unit, or every section of a mobile structure that still stands."""
    if not unit.sections:
        return [(None, unit)]
    found: list[tuple[str | None, Standing]] = []
    for card, section in zip(unit.card.sections, unit.sections, strict=True):
        if not section.destroyed:
            body = section_body(battle, unit, card)
            found.append((section.name, Placed(*body.at, body.radius, unit.elevation)))
    return found


def distance_from(battle: Battle, unit: Standing, point: Point, elevation: float | None = None) -> float:
    """How far the nearest part of a unit's base counts as being from the point of impact."""
    level = roof_at(battle, point) if elevation is None else elevation
    return away_from(battle, unit, point) + height_apart(battle, unit, level)


def away_from(battle: Battle, unit: Standing, point: Point) -> float:
    """The same as if both lay on the table: how high they are is counted besides, or not at all."""
    place = unit if isinstance(unit, Unit) else spot(battle, (unit.x, unit.y), unit.radius)
    return max(0.0, flat(battle, "AS-DMG-021", place, point))


@rules.rule("AS-DMG-021", otherwise=0.0)
def height_apart(battle: Battle, unit: Standing, level: float) -> float:
    """A difference in elevation counts as so much more distance."""
    apart = abs(unit.elevation - level)
    return levels_as_hexes(battle, apart) if on_hexes(battle) else apart


def radius_of(battle: Battle, template: int) -> float:
    """How far a template reaches from its middle on this map."""
    return reach_on(battle, battle.table, template)


def reach_on(by: Switched, table: Space, template: int) -> float:
    """How far a template reaches from its middle on a map; on hexes, to the middle of the last ones under it."""
    if template not in TEMPLATES.of(by):  # so much beyond the edge of the largest
        largest = max(TEMPLATES.of(by))
        return reach_on(by, table, largest) + (template - largest) / 2.0
    return area_radius(by, template) if table.kind == "hex" else TEMPLATES.of(by)[template]["radius"]


def touched_by(
    battle: Battle, unit: Standing, template: int, point: Point, elevation: float | None = None, more: float = 0.0
) -> bool:
    """Any part of its base lies under the template, or under one that reaches so much further."""
    return distance_from(battle, unit, point, elevation) <= radius_of(battle, template) + more + TINY


@rules.rule("AS-DMG-022", otherwise=None)
def ring_over(by: Switched, rings: Sequence[Ring], far: float) -> Ring | None:
    """Of templates that share their middle, the smaller first, only one counts for whatever is so far from it."""
    for ring in rings:
        if far <= ring.radius + TINY:
            return ring
    return None
