"""Changed ground: the one owner of what breaks, forms, lies on the table or is worn down while a battle is played.

Four views of one thing, each a key of the state: ``terrain_changed`` (pieces that are no longer what the setup drew),
``areas`` (what lies on the table: smoke, fire ...), ``terrain_factors`` (ground being converted) and ``terrain_damage``
(points marked on pieces and on sections of them). The table itself is the record of the first two: every change makes a
new table, so levels, ways and sight follow, and clones share it. How it is used::

    turn_into(battle, "hall", "rubble", "AS-URB-018")             # a piece breaks where it stands; None: it is gone
    lift(battle, "fire2", "AS-OPT-454")                           # what lay there is taken away
    turn_into(battle, "w1/3", "rubble", "AS-URB-018")             # so does one section of a wall or a rail
    open_up(battle, "wood1", Disc(20, 20, 1), "AS-OPT-541")       # a piece is gone in a hole, and stands around it
    form(battle, "quicksand", Circle(20, 20, 1), "AS-BAT-065")    # a new piece, drawn last -> "quicksand2"
    lay(battle, "heavy_smoke", (20, 20, 2), "AS-OPT-450", dispersing=True)     # an area -> "heavy_smoke1"
    find(battle, "m1", "AS-OPT-486")                              # an area that lay hidden lies open -> its name now
    alter(battle, "minefield2", "AS-OPT-483", density=2)          # one of its keys is another now
    mark(battle, "rail1/3", 2, "AS-BAT-059")                      # damage; what falls is for its own rule to say
    wear(battle, (20, 20), "wood1", 12, "AS-OPT-463")             # so much is left of the terrain factor there
    piece(battle.table, "w1/3")                                   # a piece or a section by its name, or None

Must not know why anything breaks, nor what that does to units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike.play.events import (
    AreaChanged,
    AreaFound,
    AreasHidden,
    TerrainChanged,
    TerrainDamaged,
    TerrainFormed,
    TerrainOpened,
)
from lancemate.alphastrike.play.events.ground import areas_hidden, areas_laid
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.field.data import feature_from_data, feature_to_data
from lancemate.field.nearest import section_near
from lancemate.field.shapes import Circle, Circles, Disc, Line, Part, Point, Polygon, Shape
from lancemate.field.terrain import DEFAULT_DEPTHS, DEFAULT_HEIGHTS, Feature
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.space import Space

# Kinds that lie on the ground: they are listed as areas, and numbered among their kind.
AREAS: Final = ("light_smoke", "heavy_smoke", "fire", "minefield", "fortified", "dug_in", "illumination")
SECTIONED: Final = ("rail", "wall")  # drawn as a line, they break section by section

HEX: Final = 1.0  # inches around the middle of a hex: what is left of somebody whose base is its hex
factors = battle_memory("terrain_factors", list[dict[str, JSON]], default=[], rule="AS-OPT-463")


# -- pieces and their sections --------------------------------------------------------------------------------


def piece(table: Space, name: str) -> Feature | None:
    """A piece of terrain by its name, or a section of one that still stands (``w1/3``)."""
    found = table.by_id.get(name)
    if found is not None:
        return found
    whole, _, number = name.rpartition("/")
    if whole not in table.by_id or not number.isdecimal():
        return None
    return section(table.by_id[whole], int(number))


def section(whole: Feature, number: int) -> Feature | None:
    """One section of a piece, as a piece of its own; None where it has none of that number, or no longer."""
    shape = whole.shape
    if not is_sectioned(whole) or not isinstance(shape, Line):
        return None
    if not 1 <= number <= shape.sections or number in shape.gone:
        return None
    name = f"{whole.id}/{number}"
    return Feature(name, whole.kind, shape.section(number), whole.height, whole.depth, whole.properties)


def sections(whole: Feature) -> tuple[Feature, ...]:
    """The sections of a piece that still stand; none where it breaks only as a whole."""
    if not is_sectioned(whole) or not isinstance(whole.shape, Line):
        return ()
    found = (section(whole, number) for number in range(1, whole.shape.sections + 1))
    return tuple(one for one in found if one is not None)


def gaps(table: Space, kind: str) -> list[tuple[tuple[Point, Point], float]]:
    """Where sections of such pieces are missing: the ends of every straight bit, and how wide the piece is."""
    found: list[tuple[tuple[Point, Point], float]] = []
    for feature in table.features:
        shape = feature.shape
        if feature.kind == kind and isinstance(shape, Line):
            for number in shape.gone:
                found += [(ends, shape.width) for ends in pairwise(shape.section(number).points)]
    return found


def is_sectioned(feature: Feature) -> bool:
    """A wall or a rail that was drawn as a line."""
    return feature.kind in SECTIONED and isinstance(feature.shape, Line)


def nearest_section(feature: Feature | None, at: Point) -> Feature | None:
    """The section of a piece that is nearest to a point; what has none, as it is."""
    if feature is None or not is_sectioned(feature) or not isinstance(feature.shape, Line):
        return feature
    return section(feature, section_near(feature.shape, at)) or feature


def top_of(battle: Battle, feature: Feature, ground: float) -> float:
    """The elevation the top of a feature reaches: woods follow the ground, a building stands level."""
    if feature.role_name != "solid":
        return ground + feature.height
    stands = battle.remember(
        ("foot", battle.table.number, feature.id), lambda: battle.table.surface(*feature.shape.centroid())
    )
    return cast(float, stands) + feature.height


def names_of(table: Space) -> tuple[str, ...]:
    """Every piece that may be shot at: of a rail its sections."""
    found: list[str] = []
    for feature in table.features:
        if feature.kind == "rail":
            found += [one.id for one in sections(feature)]
        else:
            found.append(feature.id)
    return tuple(found)


def whole_of(table: Space, feature: Feature) -> str:
    """The name of the piece on the table that a piece or section belongs to."""
    return feature.id if feature.id in table.by_id else feature.id.rpartition("/")[0]


# -- what happens to it ---------------------------------------------------------------------------------------


def turn_into(battle: Battle, name: str, kind: str | None, by: str) -> None:
    """A piece or section becomes another kind of terrain where it is, or is gone; what it bore is forgotten."""
    borne = factors.of(battle.state)
    if any(one["terrain"] == name for one in borne):
        factors.note(battle, None, [one for one in borne if one["terrain"] != name], by)
    battle.emit(TerrainChanged(name, kind, 0.0 if kind is None else DEFAULT_HEIGHTS.get(kind, 0.0), by))


def lift(battle: Battle, name: str, by: str) -> None:
    """What was laid or built on the ground is taken away again, and nothing is left of it."""
    turn_into(battle, name, None, by)


def open_up(battle: Battle, name: str, hole: Part, by: str) -> None:
    """A piece is no longer there in a circle, or between corners."""
    if isinstance(hole, Disc):
        battle.emit(TerrainOpened(name, (hole.x, hole.y), hole.r or HEX, by))
    else:
        battle.emit(TerrainOpened(name, Polygon(hole).centroid(), 0.0, by, hole))


def form(battle: Battle, kind: str, shape: Shape, by: str, **keys: float | str) -> str:
    """A new piece of terrain, drawn on top of everything: its name, by its kind and its place in the list."""
    name = name_of_next(battle, kind)
    battle.emit(_formed(name, kind, shape, keys, by))
    return name


def name_of_next(battle: Battle, kind: str) -> str:
    """What a new piece is called. A piece that is gone keeps its place, and sections have none of their own."""
    drawn = battle.setup.table.by_id
    made = [name for name in battle.table.by_id if name not in drawn and name.rpartition("/")[0] not in drawn]
    return _free(battle, kind, len(drawn) + len(made) + 1)


def lay(battle: Battle, kind: str, circle: tuple[float, float, float], by: str, **keys: float | str) -> str:
    """A new area: its name, by its kind and its number among all areas of that kind so far."""
    drawn = sum(feature.kind == kind for feature in battle.setup.table.features)
    number = areas_laid.of(battle.state).get(kind, drawn) + 1
    name = _free(battle, kind, number)
    number = int(name.removeprefix(kind))
    battle.emit(_formed(name, kind, Circle(*circle), keys, by, number))
    return name


def alter(battle: Battle, name: str, by: str, **keys: float | str) -> None:
    """Some keys of an area are others from now on."""
    battle.emit(AreaChanged(name, {**battle.table.by_id[name].properties, **keys}, by))


def _free(battle: Battle, kind: str, number: int) -> str:
    while f"{kind}{number}" in battle.table.by_id or f"{kind}{number}" in battle.setup.table.by_id:
        number += 1
    return f"{kind}{number}"


def _formed(
    name: str, kind: str, shape: Shape, keys: dict[str, float | str], by: str, number: int | None = None
) -> TerrainFormed:
    height = float(keys.pop("height", DEFAULT_HEIGHTS.get(kind, 0.0)))
    depth = float(keys.pop("depth", DEFAULT_DEPTHS.get(kind, 0.0)))
    at, radius = ((shape.x, shape.y), shape.r or HEX) if isinstance(shape, Circle) else (None, 0.0)
    points, width = (shape.points, shape.width) if isinstance(shape, Line) else ((), 0.0)
    rounds = tuple([(x, y, r or HEX) for x, y, r in shape.rounds]) if isinstance(shape, Circles) else ()
    corners = () if at or points or rounds else shape.corners()
    return TerrainFormed(name, kind, at, radius, corners, points, width, height, depth, keys, by, number, rounds)


def mark(battle: Battle, name: str, points: int, by: str) -> int:
    """Mark points on a piece or section; how many it has taken in all."""
    total = battle.state.terrain_damage.get(name, 0) + points
    battle.emit(TerrainDamaged(name, points, total, by))
    return total


def wear(battle: Battle, at: Point, terrain: str | None, left: int, by: str) -> None:
    """So much is left of the terrain factor around a point."""
    point: list[JSON] = list(at)
    now: dict[str, JSON] = {"point": point, "terrain": terrain, "left": left}
    before = factors.of(battle.state)
    same = [place for place, one in enumerate(before) if one["point"] == point and one["terrain"] == terrain]
    listed = [now if place in same else one for place, one in enumerate(before)] if same else [*before, now]
    factors.note(battle, None, listed, by)


# -- what lies hidden -----------------------------------------------------------------------------------------


def bury(battle: Battle, by: str) -> None:
    """Each side writes down what it has laid in secret."""
    for side in battle.sides:
        own = [feature for feature in battle.setup.hidden_terrain if feature.properties["side"] == side]
        if own:
            battle.emit(AreasHidden(side, tuple(feature_to_data(feature) for feature in own), by))


def hidden_areas(battle: Battle) -> Iterator[Feature]:
    """The areas that lie hidden, as far as that is known."""
    rows = int(battle.table.size[1]) if battle.table.kind == "hex" else 0
    for areas in areas_hidden.of(battle.state).values() if battle.state.notes else ():
        for area in areas if isinstance(areas, list) else ():
            if isinstance(area, Mapping):
                yield feature_from_data(area, rows)


def find(battle: Battle, name: str, by: str) -> str:
    """An area that lay hidden lies open from now on: its name, another one where somebody else has taken it."""
    area = next(area for area in hidden_areas(battle) if area.id == name)
    free = name if name not in battle.table.by_id else _free(battle, area.kind, 1)
    data = {key: value for key, value in feature_to_data(area).items() if key != "hidden"}
    battle.emit(AreaFound(str(area.properties["side"]), free, name, data, by))
    return free


# -- how the state shows it -----------------------------------------------------------------------------------


def changed(battle: Battle) -> dict[str, JSON]:
    """Terrain that is no longer what the setup drew: what it is now, or nothing."""
    before, now = battle.setup.table, battle.table
    if now is before:
        return {}
    found: dict[str, JSON] = {}
    for name, was in before.by_id.items():
        is_now = now.by_id.get(name)
        if is_now is None or is_now.kind != was.kind:
            found[name] = None if is_now is None else is_now.kind
        if is_sectioned(was) and isinstance(was.shape, Line) and (is_now is None or is_now.shape != was.shape):
            found.pop(name, None)
            for number in range(1, was.shape.sections + 1):
                there = is_now is not None and section(is_now, number) is not None
                if number not in was.shape.gone and not there:
                    rest = now.by_id.get(f"{name}/{number}")
                    found[f"{name}/{number}"] = None if rest is None else rest.kind
    for name, piece_now in now.by_id.items():
        if name not in before.by_id:
            found.setdefault(name, piece_now.kind)
    return found


def areas(battle: Battle) -> list[JSON]:
    """What lies on the table, oldest first, each with its circle and its own keys."""
    open_ones = [feature for feature in battle.table.features if feature.kind in AREAS]
    return [_area(feature) for feature in (*open_ones, *hidden_areas(battle))]


def _area(feature: Feature) -> dict[str, JSON]:
    shown: dict[str, JSON] = {"id": feature.id, "kind": feature.kind}
    if isinstance(feature.shape, Circle):
        shown["circle"] = [feature.shape.x, feature.shape.y, feature.shape.r]
    return {**shown, **feature.properties}
