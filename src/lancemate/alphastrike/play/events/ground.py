"""Ground that is not what it was: damaged, broken, formed in play. The rules of it are in terrain/ground.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from lancemate.alphastrike.play.ids import RuleId, TerrainId, Word
from lancemate.alphastrike.play.state import State
from lancemate.field.data import feature_from_data
from lancemate.field.shapes import Line
from lancemate.field.space import Space
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event

AREAS_LAID: str = "areas_laid"  # how many areas of each kind there have been, under this note of the battle


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


def _section_changed(table: Space, name: str, becomes: str | None, height: float) -> Space:
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
class TerrainFormed:
    """A new piece of terrain, drawn last. ``drawn`` is it as a script would write it; an area has a ``number``."""

    type: ClassVar[str] = "terrain_formed"
    feature: TerrainId
    kind: Word
    drawn: Mapping[str, JSON]
    rule: RuleId
    number: int | None = None

    def apply(self, state: State) -> None:
        state.table = state.table.with_feature(feature_from_data(self.drawn))
        if self.number is not None:
            laid = state.notes.get(AREAS_LAID, {})
            assert isinstance(laid, Mapping)
            state.notes = {**state.notes, AREAS_LAID: {**laid, self.kind: self.number}}
