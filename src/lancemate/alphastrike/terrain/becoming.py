"""Ground that becomes other ground: what was there is gone, and what it has become lies in its place.

Every way in which that happens is a value here, with what it takes away; whoever brings it about names the way, the
place and what is left. Whoever stands there is told by the hook ``ground_became``, when it has happened::

    become(battle, BREAKS, "water", Circle(20, 20, 1), "AS-BAT-040")    # a hole in the ice -> "water2"
    turn(battle, BAKES, "rough", Circle(20, 20, 2), "AS-BAT-054")       # only what is mud in that circle
    sink(battle, DIGS, "pit", Circle(20, 20, 1), 1.0, "AS-OPT-541")     # the ground lies an inch lower -> "pit3"

Must not know who or what does it, nor what that does to units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.conditions import VACUUM
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import AREAS, HEX, SECTIONED, form, open_up, sections, turn_into
from lancemate.field.pierced import pierce, shared
from lancemate.field.shapes import Circle
from lancemate.field.terrain import KIND_ROLES
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Part, Point, Shape
    from lancemate.field.terrain import Feature

    Standing: TypeAlias = list[tuple[Unit, tuple[Feature, ...]]]

# What a place is made of, from the bottom up.
RELIEF: Final = "relief"  # how high the ground lies
SUNKEN: Final = "sunken"  # pits, craters and fissures
LIQUID: Final = "liquid"
SHEET: Final = "sheet"  # what bears over a liquid
SOIL: Final = "soil"
PAVING: Final = "paving"
TRACK: Final = "track"
GROWTH: Final = "growth"
BUILT: Final = "built"
WORKS: Final = "works"  # what soldiers have dug or buried
FLAME: Final = "flame"
AIR: Final = "air"

LAYERS: Final = {
    "hill": RELIEF,
    **dict.fromkeys(("water", "hazardous_liquid_pool", "magma_liquid"), LIQUID),
    **dict.fromkeys(("ice", "magma_crust"), SHEET),
    **dict.fromkeys(("pavement", "road"), PAVING),
    "rail": TRACK,
    "planted_fields": GROWTH,
    **dict.fromkeys(("building", "wall", "bridge"), BUILT),
    **dict.fromkeys(("minefield", "fortified", "dug_in"), WORKS),
    "fire": FLAME,
    **dict.fromkeys((*(kind for kind in AREAS if "smoke" in kind), "illumination", "geyser", "emi"), AIR),
}
BY_ROLE: Final = {"hill": SOIL, "woods": GROWTH, "water": LIQUID, "solid": BUILT, "bridge": BUILT}
WHOLE: Final = (WORKS, FLAME)  # gone where their middle is, and left alone elsewhere
TREES: Final = ("woods", "jungle")
ULTRA: Final = "ultra_heavy"
PLAIN: Final[Mapping[str, float | str]] = {}
MIDDLE: Final = 0.01  # inches around a middle


@frozen
class Change:
    """A way in which ground becomes other ground: the layers and the kinds of terrain that it takes away."""

    name: str
    takes: frozenset[str]


def _way(name: str, *takes: str) -> Change:
    return Change(name, frozenset(takes))


BREAKS: Final = _way("breaks", SHEET, SOIL, PAVING, TRACK, GROWTH, WORKS, FLAME)
SPLITS: Final = _way("splits", SUNKEN, SOIL, PAVING, TRACK, GROWTH, WORKS)
FLOODS: Final = _way("floods", LIQUID, SHEET, SOIL, PAVING, TRACK, GROWTH, WORKS, FLAME)
BURIES: Final = _way("buries", "magma_crust", SOIL, PAVING, TRACK, GROWTH, WORKS)
CRATERS: Final = _way("craters", SUNKEN, WORKS)
DIGS: Final = _way("digs", SUNKEN)
CLEARS: Final = _way("clears", "rubble")
MIRES: Final = _way("mires", "swamp")
BAKES: Final = _way("bakes", "mud")
BURNS: Final = _way("burns", "planted_fields")
FLATTENS: Final = _way("flattens", *(one for one in KIND_ROLES if one.endswith(TREES) and ULTRA not in one))
FLATTENS_DENSEST: Final = _way("flattens the densest", *(one for one in KIND_ROLES if one.startswith(ULTRA)))
WEARS: Final = _way("wears")  # one piece, which is named
CHANGES: Final = (
    *(BREAKS, SPLITS, FLOODS, BURIES, CRATERS, DIGS, CLEARS, MIRES, BAKES, BURNS, FLATTENS, FLATTENS_DENSEST, WEARS),
)


@frozen
class Became:
    """Ground that has become other ground just now, and who stood on it: first who brought it about."""

    shape: Shape
    rule: str
    stood: tuple[Unit, ...]


def layer_of(feature: Feature) -> str:
    """What a piece of terrain is of the place where it lies."""
    if feature.role_name == "hollow":
        return SUNKEN
    return LAYERS.get(feature.kind) or BY_ROLE.get(feature.role_name, SOIL)


def become(
    battle: Battle,
    change: Change,
    kind: str | None,
    shape: Shape,
    by: str,
    *,
    piece: Feature | None = None,
    first: Unit | None = None,
    spared: bool = False,
    keys: Mapping[str, float | str] = PLAIN,
) -> str | None:
    """Take away what a change takes there, and ``piece`` too; lay what there is now: its name, or None for nothing.

    ``first`` has brought it about; ``spared``: what that does to it is for its own rule to say.
    """
    stood = _standing(battle, first, spared)
    shape = Circle(shape.x, shape.y, HEX) if isinstance(shape, Circle) and not shape.r else shape
    for feature in [one for one in battle.table.features if one is piece or _is_taken(change, one)]:
        cut(battle, feature, shape, by)
    name = None if kind is None else form(battle, lasting(battle, kind), shape, by, **keys)
    _tell(battle, shape, by, stood)
    return name


def sink(
    battle: Battle,
    change: Change,
    kind: str,
    shape: Shape,
    inches: float,
    by: str,
    *,
    piece: Feature | None = None,
    keys: Mapping[str, float | str] = PLAIN,
) -> None:
    """The ground lies so much lower, besides what it has sunk already."""
    deep = sunken(battle, shape.centroid()) + inches
    become(battle, change, kind, shape, by, piece=piece, keys={**keys, "depth": deep})


def sunken(battle: Battle, at: Point) -> float:
    """How far the ground lies in a hollow, whatever that is called."""
    deep = 0.0
    for feature in battle.table.features_at(*at):
        if feature.role_name in ("hill", "hollow"):
            deep = feature.depth
    return deep


def turn(battle: Battle, change: Change, kind: str, shape: Shape, by: str, spared: Unit | None = None) -> bool:
    """What a change takes becomes another kind of terrain, as far as it lies in a shape; whether anything did."""
    stood = _standing(battle, spared, spared is not None)
    found = False
    for feature in [one for one in battle.table.features if _is_taken(change, one)]:
        pieces = [piece for hole in shape.parts() for piece in shared(feature.shape, hole)]
        if not pieces:
            continue
        found = True
        if _swallows(shape, feature.shape):
            turn_into(battle, feature.id, kind, by)
            continue
        cut(battle, feature, shape, by)
        for piece in pieces:
            form(battle, kind, piece, by)
    if found:
        _tell(battle, shape, by, stood)
    return found


@rules.rule("AS-BAT-080", otherwise=lambda battle, kind: kind)
def lasting(battle: Battle, kind: str) -> str:
    """Without air no water lasts: under broken ice there is a hollow."""
    return "hollow" if kind == "water" and battle.setup.conditions.atmosphere == VACUUM else kind


def _is_taken(change: Change, feature: Feature) -> bool:
    return feature.kind in change.takes or layer_of(feature) in change.takes


def cut(battle: Battle, feature: Feature, shape: Shape, by: str) -> None:
    """A piece is no longer there where a shape lies. Of a rail the sections are gone that it touches."""
    holes = shape.parts()
    if layer_of(feature) in WHOLE:
        if any(_covers(hole, feature) for hole in holes):
            turn_into(battle, feature.id, None, by)
    elif feature.kind in SECTIONED and sections(feature):
        for one in sections(feature):
            if any(shared(one.shape, hole) for hole in holes):
                turn_into(battle, one.id, None, by)
    else:
        for hole in holes:
            now = battle.table.by_id.get(feature.id)
            if now is not None and shared(now.shape, hole):
                open_up(battle, feature.id, hole, by)


def _covers(hole: Part, feature: Feature) -> bool:
    x, y = feature.shape.centroid()
    return bool(shared(Circle(x, y, MIDDLE), hole))


def _swallows(shape: Shape, other: Shape) -> bool:
    """Nothing of the other lies outside."""
    left: Shape | None = other
    for hole in shape.parts():
        left = None if left is None else pierce(left, hole)
    return left is None


# -- whom it concerns -----------------------------------------------------------------------------------------


def _standing(battle: Battle, first: Unit | None, spared: bool) -> Standing:
    """Who is on the ground, with what lies there."""
    if not battle.hooks[hooks.ground_became]:
        return []
    table = battle.table
    units = sorted([unit for unit in battle.on_table() if not unit.airborne], key=lambda unit: unit is not first)
    return [(unit, table.features_at(unit.x, unit.y)) for unit in units if unit is not first or not spared]


def _tell(battle: Battle, shape: Shape, by: str, stood: Standing) -> None:
    table = battle.table
    there = tuple([unit for unit, lay in stood if unit.on_table and table.features_at(unit.x, unit.y) != lay])
    for hook in battle.hooks[hooks.ground_became] if there else ():
        hook(battle, Became(shape, by, there))
