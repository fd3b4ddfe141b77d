"""Hits and what they do."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.play.state import State
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class Hit:
    """Damage is marked on a soldier's track."""

    type: ClassVar[str] = "damage"
    unit: UnitId
    cause: Word  # what did it
    lethal: int
    bruise: int
    roll: tuple[int, ...]
    block: Word  # where it begins
    track: str
    rule: RuleId = "BT-DMG-002"

    def apply(self, state: State) -> None:
        state.units[self.unit].track = self.track


@event
class KnockedDown:
    type: ClassVar[str] = "knocked_down"
    unit: UnitId
    rule: RuleId = "BT-DMG-009"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.arc = None
        # Inside of a vehicle, and in its hatch, there is nowhere to fall.
        unit.prone = unit.aboard is None and unit.id != f"{unit.riding}.commander"


@event
class ActivationLost:
    """He has been knocked down before it was his turn to do something."""

    type: ClassVar[str] = "activation_lost"
    unit: UnitId
    rule: RuleId = "BT-DMG-009"

    def apply(self, state: State) -> None:
        state.units[self.unit].acted = True


@event
class Stunned:
    type: ClassVar[str] = "stunned"
    unit: UnitId
    rule: RuleId = "BT-DMG-019"

    def apply(self, state: State) -> None:
        state.units[self.unit].stunned = True


@event
class Recovered:
    """He has lost his activation and is himself again."""

    type: ClassVar[str] = "recovered"
    unit: UnitId
    rule: RuleId = "BT-DMG-019"

    def apply(self, state: State) -> None:
        state.units[self.unit].stunned = False


@event
class SoldierOut:
    """He is unconscious or dead."""

    type: ClassVar[str] = "out"
    unit: UnitId
    dead: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.arc, unit.hand_to_hand, unit.blow, unit.stunned, unit.prone = None, None, None, False, False
        if unit.group is not None:
            state.losses = {**state.losses, unit.group: state.lost_by(unit.group)}
