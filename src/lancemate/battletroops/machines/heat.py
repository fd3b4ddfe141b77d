"""Heat of 'Mechs (p. 30, and the scale of BattleTech: BT-MEC-101)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.damage import explode_ammo
from lancemate.battletroops.machines.events import AvoidRolled, HeatSettled
from lancemate.battletroops.machines.pilots import hurt_pilot
from lancemate.battletroops.machines.weapons import FIGURES
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

INFERNO: Final = 10
ENGINE: Final = 5  # heat of each hit on the engine
AUTOMATIC: Final = 30

# By the heat from which it counts: what two dice must reach (99: nothing helps), what is added to hit.
SCALE = rules.table(
    "BT-MEC-101",
    {
        "to_hit": {8: 1, 13: 2, 17: 3, 24: 4},
        "shutdown": {14: 4, 18: 6, 22: 8, 26: 10, 30: 99},
        "ammunition": {19: 4, 23: 6, 28: 8},
        "pilot": {15: 1, 26: 2},
    },
)


def from_the_scale(battle: Battle, column: str, heat: int) -> int:
    """The entry of a column that counts at some heat; 0 below its first."""
    found = [value for least, value in SCALE.of(battle)[column].items() if heat >= least]
    return found[-1] if found else 0


def moving_heat(mode: str, dots: int) -> int:
    """Of BattleTech: one for walking, two for running."""
    return {"walk": 1, "run": 2}.get(mode, 0) if dots else 0


LEAST_OF_A_JUMP: Final = 3


@rules.rule("BT-MEC-022", otherwise=0)
def jumping_heat(battle: Battle, dots: int) -> int:
    """One for every five dots or a part of them, and never less than three."""
    return max(LEAST_OF_A_JUMP, -(-dots // 5))


@hooks.end_phase.rule("BT-MEC-037", part=hooks.HEAT, types="mech")
def heat_settles(battle: Battle) -> None:
    """What has gathered in both sides' movement is carried off as far as the sinks can."""
    for unit in _mechs(battle):
        machine = unit.machine
        assert machine is not None
        parts = [
            Modifier("Heat before", machine.heat, "BT-MEC-037"),
            Modifier("Taken", machine.heat_taken, "BT-MEC-037"),
        ]
        engine = sum(crit.endswith(": Engine") for crit in machine.crits)
        if engine:
            parts.append(Modifier("Engine hits", ENGINE * engine, "BT-MEC-101"))
        if machine.inferno:
            parts.append(Modifier("Inferno", INFERNO, "BT-MEC-048"))
        sinks = machine.heat_sinks
        parts.append(Modifier("Heat sinks", -sinks, "BT-MEC-037"))
        heat = max(0, total(parts))
        battle.emit(HeatSettled(unit.id, tuple(parts), heat, max(0, machine.inferno - 1)))


@hooks.end_phase.rule("BT-MEC-037", part=hooks.AVOIDANCE, types="mech")
def avoid_the_worst(battle: Battle) -> None:
    """Shutdown first, then its ammunition; at once, before the next turn."""
    for unit in _mechs(battle):
        _shutdown(battle, unit)
        _ammunition(battle, unit)
        machine = unit.machine
        assert machine is not None
        if any(crit.endswith("Life Support") for crit in machine.crits):
            hurt_pilot(battle, unit, "heat", from_the_scale(battle, "pilot", machine.heat))


def _mechs(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.kind == MECH and not unit.dead and unit.place == "map"]


def _shutdown(battle: Battle, unit: Unit) -> None:
    machine = unit.machine
    assert machine is not None
    number = from_the_scale(battle, "shutdown", machine.heat)
    if not number:
        if machine.shutdown:
            battle.emit(AvoidRolled(unit.id, "shutdown", 0, (), True))
        return
    roll = battle.roll(2) if number <= 12 else ()
    battle.emit(AvoidRolled(unit.id, "shutdown", number, roll, sum(roll) >= number))


def _ammunition(battle: Battle, unit: Unit) -> None:
    machine = unit.machine
    assert machine is not None
    number = from_the_scale(battle, "ammunition", machine.heat)
    loaded = [mount for mount, left in enumerate(machine.rounds) if left]
    if not number or not loaded:
        return
    roll = battle.roll(2)
    avoided = sum(roll) >= number
    battle.emit(AvoidRolled(unit.id, "ammunition", number, roll, avoided))
    if not avoided:
        worst = max(loaded, key=lambda mount: _weight(battle, unit, mount))
        explode_ammo(battle, unit, worst, "left_torso" if loaded.index(worst) % 2 == 0 else "right_torso")


def _weight(battle: Battle, unit: Unit, mount: int) -> int:
    assert unit.machine is not None
    figures = FIGURES.of(battle)[unit.machine.mounts[mount].weapon]
    return (unit.machine.rounds[mount] or 0) * figures["damage"] * figures.get("missiles", 1)


@hooks.may_activate.rule("BT-MEC-037", part=0, types="mech")
def shut_down(battle: Battle, unit: Unit) -> Refusal | None:
    """A 'Mech that has shut down does nothing."""
    if unit.machine is None or not unit.machine.shutdown:
        return None
    return Refusal("shutdown", f"{unit.id} has shut down", "BT-MEC-037")
