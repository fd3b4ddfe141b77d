"""What happens in scenarios: points, objectives that change hands, secrets, units that turn for home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import ClassVar

from lancemate.alphastrike.play.ids import ObjectiveId, RuleId, Sentence, SideId, TerrainId, UnitId, Word
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.scenarios.notes import objectives, score, secrets
from lancemate.kernel.codec import JSON
from lancemate.kernel.memory import Key
from lancemate.kernel.values import frozen


@frozen
class Scored:
    """A side has won points; ``total`` is what it has now."""

    type: ClassVar[str] = "scored"
    side: SideId
    points: int
    total: int
    what: Sentence
    rule: RuleId
    unit: UnitId | None = None

    def apply(self, state: State) -> None:
        state.notes = {**state.notes, score.name: {**score.of(state), self.side: self.total}}

    def as_known(self, known: Knowing) -> Scored:
        """Points are counted in the open, whatever they are for."""
        if self.unit is None or known(self.unit) >= Degree.TYPE:
            return self
        return replace(self, what="something secret", unit=None)


@frozen
class ObjectiveChanged:
    """Something about a marker, a flag or a building is no longer as it was; without words it is not worth telling."""

    type: ClassVar[str] = "objective"
    objective: ObjectiveId
    changes: Mapping[str, JSON]
    what: Sentence
    rule: RuleId
    unit: UnitId | None = field(default=None, metadata={"hidden": True})  # whose doing, or who is meant

    def apply(self, state: State) -> None:
        _add(state, objectives, self.objective, self.changes)


@frozen
class SecretNoted:
    """A side has noted something that the other side does not know."""

    type: ClassVar[str] = "secret"
    secret_to: SideId
    key: Word
    value: JSON
    rule: RuleId

    def apply(self, state: State) -> None:
        _add(state, secrets, self.secret_to, {self.key: self.value})


@frozen
class Withdraws:
    """A unit is forced to withdraw, or no longer."""

    type: ClassVar[str] = "withdraws"
    unit: UnitId
    withdrawing: bool
    reason: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].withdrawing = self.withdrawing


@frozen
class Acted:
    """A unit has spent its attack on something else, which it knows of."""

    type: ClassVar[str] = "acted"
    unit: UnitId
    action: Word
    target: UnitId | TerrainId | ObjectiveId
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.attacks = (*unit.attacks, self.action)

    def names(self, what: str) -> Iterator[str]:
        return iter(())


def _add(state: State, key: Key[dict[str, dict[str, JSON]]], name: str, changes: Mapping[str, JSON]) -> None:
    """Write more under one name, beside what is there already."""
    known = key.of(state)
    state.notes = {**state.notes, key.name: {**known, name: {**known.get(name, {}), **changes}}}
