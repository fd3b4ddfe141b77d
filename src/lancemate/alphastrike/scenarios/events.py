"""What happens in scenarios: points, objectives that change hands, secrets, units that turn for home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.scenarios.notes import objectives, score, secrets
from lancemate.kernel.codec import JSON
from lancemate.kernel.memory import Key


@dataclass(frozen=True, slots=True)
class Scored:
    """A side has won points; ``total`` is what it has now."""

    type: ClassVar[str] = "scored"
    side: str
    points: int
    total: int
    what: str
    rule: str
    unit: str | None = None

    def apply(self, state: State) -> None:
        state.notes = {**state.notes, score.name: {**score.of(state), self.side: self.total}}


@dataclass(frozen=True, slots=True)
class ObjectiveChanged:
    """Something about a marker, a flag or a building is no longer as it was; without words it is not worth telling."""

    type: ClassVar[str] = "objective"
    objective: str
    changes: Mapping[str, JSON]
    what: str
    rule: str

    def apply(self, state: State) -> None:
        _add(state, objectives, self.objective, self.changes)


@dataclass(frozen=True, slots=True)
class SecretNoted:
    """A side has noted something that the other side does not know."""

    type: ClassVar[str] = "secret"
    secret_to: str
    key: str
    value: JSON
    rule: str

    def apply(self, state: State) -> None:
        _add(state, secrets, self.secret_to, {self.key: self.value})


@dataclass(frozen=True, slots=True)
class Withdraws:
    """A unit is forced to withdraw, or no longer."""

    type: ClassVar[str] = "withdraws"
    unit: str
    withdrawing: bool
    reason: str
    rule: str

    def apply(self, state: State) -> None:
        state.units[self.unit].withdrawing = self.withdrawing


@dataclass(frozen=True, slots=True)
class Acted:
    """A unit has spent its attack on something else."""

    type: ClassVar[str] = "acted"
    unit: str
    action: str
    target: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.attacks = (*unit.attacks, self.action)


def _add(state: State, key: Key[dict[str, dict[str, JSON]]], name: str, changes: Mapping[str, JSON]) -> None:
    """Write more under one name, beside what is there already."""
    known = key.of(state)
    state.notes = {**state.notes, key.name: {**known, name: {**known.get(name, {}), **changes}}}
