"""What happens with alternate munitions and no other event tells of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, Sentence, UnitId
from lancemate.alphastrike.play.state import State
from lancemate.kernel.events import event


@event
class SwarmStopped:
    """Missiles that flew on are shot down by whoever they come at."""

    type: ClassVar[str] = "swarm_stopped"
    attacker: UnitId
    target: UnitId
    reason: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        return None


@event
class SwarmFlew:
    """Missiles that have missed look for somebody else."""

    type: ClassVar[str] = "swarm"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"attacker": ("target_number", "modifiers")}
    attacker: UnitId
    target: UnitId
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    rule: RuleId = "AS-OPT-151"

    def apply(self, state: State) -> None:
        return None
