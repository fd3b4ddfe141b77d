"""Ground that is not what it was: damaged, broken, formed in play. The rules of it are in terrain/ground.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, SideId, TerrainId, UnitId, Word
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.state import State
from lancemate.field.data import feature_from_data
from lancemate.field.maps import Map
from lancemate.field.pierced import pierce
from lancemate.field.shapes import Circle, Circles, Disc, Line, Point, Polygon, Shape
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event

# By side the areas that nobody else knows of, each as a script would write it.
areas_hidden = battle_memory("areas_hidden", dict[str, JSON], default={}, rule="AS-OPT-486", secret=True)
# How many areas of each kind there have been.
areas_laid = battle_memory("areas_laid", dict[str, int], default={}, rule="AS-OPT-440")
# A unit is stuck, since which turn, and how many inches it has sunk.
bogged = unit_memory("bogged", bool, default=False, rule="AS-BAT-070", told="is stuck", untold="is free again")
mired = unit_memory("mired_in_turn", int, default=0, rule="AS-BAT-067")
sunk = unit_memory("sunk", float, default=0.0, rule="AS-BAT-067")


@event
class TerrainDamaged:
    """Points marked on a piece of terrain or on one section of it (``rail1/3``)."""

    type: ClassVar[str] = "terrain_damage"
    feature: TerrainId
    damage: int
    total: int
    rule: RuleId

    def apply(self, state: State) -> None:
        state.terrain_damage = {**state.terrain_damage, self.feature: self.total}


@event
class TerrainChanged:
    """A piece of terrain, or a section of one, has become another kind where it was, or (without one) is gone."""

    type: ClassVar[str] = "terrain_changed"
    feature: TerrainId
    becomes: Word | None
    height: float
    rule: RuleId

    def apply(self, state: State) -> None:
        table = state.table
        if self.feature not in table.by_id:
            state.table = _section_changed(table, self.feature, self.becomes, self.height)
        elif self.becomes is None:
            state.table = table.without_feature(self.feature)
        else:
            shape = table.by_id[self.feature].shape
            state.table = table.with_feature(Feature(self.feature, self.becomes, shape, self.height))


def _section_changed(table: Map, name: str, becomes: str | None, height: float) -> Map:
    """The line without one of its sections; what the section has become is a piece under the section's name."""
    whole, _, number = name.rpartition("/")
    piece = table.by_id[whole]
    shape = piece.shape
    assert isinstance(shape, Line)
    left = replace(shape, gone=tuple(sorted({*shape.gone, int(number)})))
    if left.runs():
        kept = Feature(whole, piece.kind, left, piece.height, piece.depth, piece.properties)
        table = table.with_feature(kept)
    else:
        table = table.without_feature(whole)
    return table if becomes is None else table.with_feature(Feature(name, becomes, shape.section(int(number)), height))


@event
class TerrainOpened:
    """A piece of terrain is gone in a circle or between corners, and stands around it; without any rest it is gone."""

    type: ClassVar[str] = "terrain_opened"
    feature: TerrainId
    at: Point  # the middle
    radius: float
    rule: RuleId
    corners: tuple[Point, ...] = field(default=(), metadata={"sparse": True})

    def apply(self, state: State) -> None:
        table = state.table
        piece = table.by_id[self.feature]
        left = pierce(piece.shape, self.corners or Disc(*self.at, self.radius))
        if left is None:
            state.table = table.without_feature(self.feature)
        else:
            state.table = table.with_feature(replace(piece, shape=left))


@event
class TerrainFormed:
    """A new piece of terrain, drawn last: a circle, a polygon, or a line and its width. An area has a ``number``."""

    type: ClassVar[str] = "terrain_formed"
    feature: TerrainId
    kind: Word
    at: Point | None  # the middle of a circle
    radius: float
    polygon: tuple[Point, ...]
    line: tuple[Point, ...]
    width: float
    height: float
    depth: float
    properties: Mapping[Word, float | Word]
    rule: RuleId
    number: int | None = None
    circles: tuple[tuple[float, float, float], ...] = field(default=(), metadata={"sparse": True})  # several of them

    def apply(self, state: State) -> None:
        shape: Shape
        if self.at is not None:
            shape = Circle(*self.at, self.radius)
        elif self.circles:
            shape = Circles(self.circles)
        else:
            shape = Line(self.line, self.width) if self.line else Polygon(self.polygon)
        piece = Feature(self.feature, self.kind, shape, self.height, self.depth, self.properties)
        state.table = state.table.with_feature(piece)
        if self.number is not None:
            laid = {**areas_laid.of(state), self.kind: self.number}
            state.notes = {**state.notes, **areas_laid.entry(laid)}


@event
class AreasHidden:
    """What a side has laid in secret before the first turn, besides what it had."""

    type: ClassVar[str] = "areas_hidden"
    secret_to: SideId
    areas: tuple[Mapping[Word, JSON], ...]
    rule: RuleId

    def apply(self, state: State) -> None:
        known = areas_hidden.of(state)
        before = known.get(self.secret_to)
        hidden: JSON = [*(before if isinstance(before, list) else ()), *(dict(area) for area in self.areas)]
        state.notes = {**state.notes, **areas_hidden.entry({**known, self.secret_to: hidden})}


@event
class AreaFound:
    """An area that only its own side knew of lies open from now on; ``known_as`` is what that side called it."""

    type: ClassVar[str] = "area_found"
    side: SideId
    feature: TerrainId
    known_as: TerrainId
    area: Mapping[Word, JSON]
    rule: RuleId

    def apply(self, state: State) -> None:
        rows = int(state.table.size[1]) if state.table.kind == "hex" else 0
        state.table = state.table.with_feature(feature_from_data({**self.area, "id": self.feature}, rows))
        hidden = areas_hidden.of(state)
        own = hidden.get(self.side)
        if isinstance(own, list):
            left: JSON = [one for one in own if not (isinstance(one, Mapping) and one.get("id") == self.known_as)]
            state.notes = {**state.notes, **areas_hidden.entry({**hidden, self.side: left})}


@event
class AreaChanged:
    """What lies on the table is not quite what it was: its own keys, as they are now."""

    type: ClassVar[str] = "area_changed"
    feature: TerrainId
    properties: Mapping[Word, float | Word]
    rule: RuleId

    def apply(self, state: State) -> None:
        was = state.table.by_id[self.feature]
        now = Feature(was.id, was.kind, was.shape, was.height, was.depth, self.properties)
        state.table = state.table.with_feature(now)


@event
class BogChecked:
    """A unit has tried not to get stuck, or to get free again (``escape``); without a roll it had no chance."""

    type: ClassVar[str] = "bog_check"
    unit: UnitId
    terrain: Word
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    stuck: bool
    escape: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.stuck != bogged.of(unit):
            risen = sunk.entry(0.0) if sunk.of(unit) else {}
            unit.notes = {**unit.notes, **bogged.entry(self.stuck), **mired.entry(state.turn), **risen}
        if self.stuck and self.escape:
            unit.moved, unit.inches = "standstill", 0.0

    def as_known(self, known: Knowing) -> BogChecked | None:
        """That it is stuck everybody sees; how good its crew is stands on its card."""
        degree = known(self.unit)
        if degree < Degree.TYPE:
            return None
        return self if degree is Degree.EVERYTHING else replace(self, target_number=0, modifiers=())


@event
class Sank:
    """A unit has sunk into the quicksand it is stuck in: so many inches in all."""

    type: ClassVar[str] = "sank"
    unit: UnitId
    depth: float
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, **sunk.entry(self.depth)}


@event
class GroundTested:
    """A roll of whether the ground under a unit breaks."""

    type: ClassVar[str] = "ground_tested"
    unit: UnitId
    terrain: Word
    roll: tuple[int, ...]
    modifier: int
    breaks: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        return None
