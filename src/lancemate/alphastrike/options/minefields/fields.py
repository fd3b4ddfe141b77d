"""The minefields on the table (p. 168): where they lie, how dense they are, how they are laid and thinned out.

A field is an area of the kind ``minefield``. One that is hidden is known to its own side alone, until somebody rolls
for it or it goes off. How mines come onto the table::

    lay_mines(battle, (20, 20), 2, "AS-OPT-114")                  # conventional ones, under a template of 2 inches
    lay_mines(battle, (20, 20), 2, "AS-OPT-115", ACTIVE)          # of another type -> "minefield1"
    thin_out(battle, name, 3, "AS-OPT-146")                       # so much less dense; at 0 it is gone
    fields_under(battle, (20, 20), 1.0)                           # whatever a template touches, hidden ones too
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.measure.apart import flat, within
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.play.words import terrain_kinds, terrain_types, terrain_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain import ground
from lancemate.field.hexgrid import Hexes, centre_of
from lancemate.field.shapes import Circle, Point
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

MINEFIELDS: Final = rules.option(
    "minefields", "AS-OPT-480", "minefields of four types, which may lie hidden or be set off by command"
)

KIND: Final = "minefield"
CONVENTIONAL, ACTIVE, EMP, INFERNO = TYPES = ("conventional", "active", "emp", "inferno")
TEMPLATE: Final = rules.table("AS-OPT-480", {"template": 2, "above it": 2})
# Density: what two dice need for the field to go off.
DENSITIES: Final = rules.table("AS-OPT-482", {5: 5, 4: 6, 3: 7, 2: 8, 1: 9})
DENSEST: Final = 5


@frozen
class Minefield:
    """One field: circles that a unit is in when the middle of its base is."""

    id: str
    type: str
    density: int
    circles: tuple[tuple[Point, float], ...]
    side: str | None = None
    hidden: bool = False
    command: bool = False  # it is set off by command, and by nothing else

    @property
    def at(self) -> Point:
        return self.circles[0][0]


def fields_of(battle: Battle) -> Iterator[Minefield]:
    """Every field, as far as it is known."""
    for feature in battle.table.features:
        if feature.kind == KIND:
            yield _field(battle, feature)
    for feature in ground.hidden_areas(battle):
        if feature.kind == KIND:
            yield _field(battle, feature)


def hidden_mines(battle: Battle) -> list[Minefield]:
    """Those that are not on the table for all to see, as far as they are known."""
    return [one for one in fields_of(battle) if one.hidden]


def field_named(battle: Battle, name: str) -> Minefield | None:
    """What is hidden comes first: its side may call it by a name that something else has taken since."""
    found = [one for one in fields_of(battle) if one.id == name]
    return found[-1] if found else None


def _field(battle: Battle, feature: Feature) -> Minefield:
    keys, side = feature.properties, feature.properties.get("side")
    return Minefield(
        feature.id,
        str(keys.get("type", CONVENTIONAL)),
        int(keys.get("density", 1)),
        tuple(_circles(battle, feature)),
        None if side is None else str(side),
        bool(keys.get("hidden")),
        bool(keys.get("command")),
    )


def _circles(battle: Battle, feature: Feature) -> Iterator[tuple[Point, float]]:
    """On hexes every hex for itself, to its sides."""
    shape, table = feature.shape, battle.table
    if isinstance(shape, Hexes):
        yield from ((centre_of(cell, shape.rows), table.scale / 2) for cell in shape.cells)
    elif isinstance(shape, Circle):
        yield (shape.x, shape.y), table.scale / 2 if table.kind == "hex" else shape.r


def is_in(battle: Battle, at: Point, one: Minefield) -> bool:
    """Whether the middle of a base at a point is in a field: that is how one comes into it."""
    return any(within(battle, at, middle, radius) for middle, radius in one.circles)


def distance_to(battle: Battle, unit: Unit, one: Minefield) -> float:
    """From the edge of a base to the edge of a field, as if both lay on the table: how low is low asks for itself."""
    return min(flat(battle, "AS-OPT-480", unit, spot(battle, middle, radius)) for middle, radius in one.circles)


def fields_under(battle: Battle, at: Point, radius: float) -> list[Minefield]:
    """The fields that a template touches, known or not."""
    return [
        one
        for one in fields_of(battle)
        if any(within(battle, at, spot(battle, middle, reach), radius) for middle, reach in one.circles)
    ]


# -- in scripts -----------------------------------------------------------------------------------------------


terrain_kinds.add(KIND, (MINEFIELDS,))
terrain_types.add(KIND, TYPES)
terrain_word("density", lambda reader, key: reader.whole(key, least=1, most=DENSEST), KIND)
terrain_word("side", lambda reader, key: reader.text(key), KIND, "building", options=(MINEFIELDS, "advanced_buildings"))
for key in ("hidden", "command"):
    terrain_word(key, lambda reader, key: reader.flag(key), KIND)


@hooks.battle_opens.rule("AS-OPT-486", when=MINEFIELDS)
def written_down(battle: Battle) -> None:
    """Fields that are placed in secret are written down before the battle."""
    ground.bury(battle, "AS-OPT-486")


# -- laying and thinning out ----------------------------------------------------------------------------------


def lay_mines(
    battle: Battle, at: Point, density: int, by: str, type: str = CONVENTIONAL, *, side: str | None = None
) -> str:
    """A new field for everybody to see: its name. What it does is the deed of the side that has laid it."""
    reach = radius_of(battle, TEMPLATE.of(battle)["template"])
    whose = {} if side is None else {"side": side}
    return ground.lay(battle, KIND, (*at, reach), by, density=min(density, DENSEST), type=type, **whose)


def thin_out(battle: Battle, name: str, points: int, by: str) -> int:
    """A field loses density: what is left of it. Whoever sees that knows where it is."""
    one = field_named(battle, name)
    assert one is not None
    name = ground.find(battle, name, by) if one.hidden else name
    left = max(0, one.density - points)
    if left:
        ground.alter(battle, name, by, density=left)
    else:
        ground.lift(battle, name, by)
    return left
