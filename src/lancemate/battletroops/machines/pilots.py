"""MechWarriors (p. 30, and BT-MEC-099): hits, consciousness, recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.events import ConsciousnessRolled, PilotHurt
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

FATAL: Final = 6
# What two dice must reach to stay awake, by hits taken.
AWAKE = rules.table("BT-MEC-099", {1: 3, 2: 5, 3: 7, 4: 10, 5: 11})


def hurt_pilot(battle: Battle, unit: Unit, why: str, hits: int = 1) -> None:
    """Hits on the MechWarrior, with a roll for each."""
    for _ in range(hits):
        machine = unit.machine
        if machine is None or machine.destroyed:
            return
        battle.emit(PilotHurt(unit.id, machine.pilot_hits + 1, why))
        taken = machine.pilot_hits + 1
        if taken >= FATAL:
            hooks.questions["destroy"](battle, unit, "its MechWarrior is dead", "BT-MEC-099")
        elif machine.awake:
            keeps_awake(battle, unit, taken)


@rules.rule("BT-MEC-038", otherwise=None)
def keeps_awake(battle: Battle, unit: Unit, hits: int) -> None:
    """Rolled whenever he is hurt; out of his senses, his 'Mech does nothing."""
    number = AWAKE.of(battle)[hits]
    roll = battle.roll(2)
    battle.emit(ConsciousnessRolled(unit.id, number, roll, sum(roll) >= number))
    if sum(roll) < number:
        end_activation(battle, unit, unwillingly=True)


@hooks.may_activate.rule("BT-MEC-038", part=0, types=("mech", "vehicle"))
def nobody_at_the_controls(battle: Battle, unit: Unit) -> Refusal | None:
    """A machine without a driver in his senses does nothing."""
    if unit.machine is None or unit.place != "map":
        return None
    if unit.machine.destroyed:
        return Refusal("destroyed", f"{unit.id} is destroyed", "BT-MEC-038")
    if not unit.machine.awake:
        return Refusal("unconscious", f"the MechWarrior of {unit.id} is unconscious", "BT-MEC-038")
    return None


@hooks.end_phase.rule("BT-MEC-038", part=hooks.RECOVERY, types="mech")
def come_to(battle: Battle) -> None:
    """Those who are unconscious try to wake up, in the End Phase only."""
    for unit in list(battle.units.values()):
        machine = unit.machine
        if unit.kind == MECH and machine is not None and not machine.awake and not machine.destroyed:
            number = AWAKE.of(battle)[machine.pilot_hits]
            roll = battle.roll(2)
            battle.emit(ConsciousnessRolled(unit.id, number, roll, sum(roll) >= number))
