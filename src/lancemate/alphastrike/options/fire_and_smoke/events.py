"""What happens to smoke: it thins, thickens or clears, and the wind carries it off."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from lancemate.alphastrike.play.ids import RuleId, TerrainId, Word
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Circle, Point
from lancemate.field.terrain import Feature
from lancemate.kernel.events import event


@event
class SmokeThinned:
    """A roll of whether smoke clears; it ``becomes`` lighter or (without a kind) is gone. Without dice it thickens."""

    type: ClassVar[str] = "smoke_thinned"
    feature: TerrainId
    roll: tuple[int, ...]
    modifier: int
    clears: bool
    becomes: Word | None
    height: float
    rule: RuleId

    def apply(self, state: State) -> None:
        if not self.clears:
            return
        if self.becomes is None:
            state.table = state.table.without_feature(self.feature)
        else:
            shape = state.table.by_id[self.feature].shape
            state.table = state.table.with_feature(Feature(self.feature, self.becomes, shape, self.height))


@event
class SmokeDrifted:
    """The wind carries smoke to another place."""

    type: ClassVar[str] = "smoke_drifted"
    feature: TerrainId
    at: Point
    rule: RuleId

    def apply(self, state: State) -> None:
        smoke = state.table.by_id[self.feature]
        radius = smoke.shape.r if isinstance(smoke.shape, Circle) else 1.0
        state.table = state.table.with_feature(replace(smoke, shape=Circle(*self.at, radius)))
