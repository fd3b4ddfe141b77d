"""What machines do to the ground they pass over."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.machines.events.writing import spend
from lancemate.battletroops.options.buildings_damage import numbered
from lancemate.battletroops.play.state import State
from lancemate.field.lattice import Dot
from lancemate.field.lattice_terrain import RUBBLE, SPLINTERS, TREE, UNDERGROWTH, Feature
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class Crushed:
    """Trees and bushes become splinters, walls around dots rubble: over their whole height, or on one level."""

    type: ClassVar[str] = "crushed"
    unit: UnitId
    rubble: tuple[Dot, ...]
    elevation: int | None
    trees: tuple[Word, ...]
    rule: RuleId
    cost: int = 0

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        add: list[Feature] = []
        field = state.map
        if self.rubble:
            add.append(Feature(numbered(field, RUBBLE), RUBBLE, dots=self.rubble, elevation=self.elevation))
        number = 0
        for name in self.trees:
            one = field.feature(name)
            if one is None:
                continue
            number += 1
            called = f"{name}_{SPLINTERS}"
            if one.kind == TREE and one.at is not None:
                add.append(Feature(called, SPLINTERS, circle=(*one.at, one.branches)))
            elif one.kind == UNDERGROWTH:
                add.append(Feature(called, SPLINTERS, outline=one.outline, circle=one.circle, elevation=one.elevation))
        state.map = field.changed(add=add, without=self.trees)
