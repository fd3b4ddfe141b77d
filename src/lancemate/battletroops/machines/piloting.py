"""Piloting rolls of BattleTech (BT-MEC-094), made at once whenever something calls for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops.machines.events import PilotingRolled
from lancemate.battletroops.play.machine import VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

# What damage adds to every roll.
MODIFIERS = rules.table(
    "BT-MEC-094",
    {"Gyro": 3, "Hip": 2, "Upper Leg": 1, "Lower Leg": 1, "Foot": 1, "leg gone": 5, "20 points": 1},
)
MANY: int = 20  # points in a turn that call for a roll


def piloting_parts(battle: Battle, unit: Unit, *more: Modifier) -> tuple[Modifier, ...]:
    """The skill, what damage adds, and what the occasion does."""
    machine = unit.machine
    assert machine is not None
    parts = [Modifier("Driving" if unit.kind == VEHICLE else "Piloting", machine.piloting, "BT-MEC-010")]
    parts += damaged(battle, unit)
    return (*parts, *(part for part in more if part.value))


@rules.rule("BT-MEC-094", otherwise=())
def damaged(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """Gyro and legs that have been hit; of a vehicle its tracks or wheels."""
    machine, table = unit.machine, MODIFIERS.of(battle)
    assert machine is not None
    parts = []
    if machine.driving:
        parts.append(Modifier("Motive damage", machine.driving, "BT-MEC-097"))
    for crit in machine.crits:
        location, _, part = crit.partition(": ")
        if part in table and machine.structure.get(location, 1) > 0:
            parts.append(Modifier(f"{part} ({location.replace('_', ' ')})", table[part], "BT-MEC-094"))
    for leg in ("left_leg", "right_leg"):
        if machine.structure.get(leg, 1) <= 0:
            parts.append(Modifier(f"{leg.replace('_', ' ').capitalize()} gone", table["leg gone"], "BT-MEC-094"))
    return tuple(parts)


@rules.rule("BT-MEC-010", otherwise=True)
def stays_in_control(battle: Battle, unit: Unit, why: str, *more: Modifier) -> bool:
    """Two dice at or over the skill and its modifiers."""
    parts = piloting_parts(battle, unit, *more)
    number = total(parts)
    roll = battle.roll(2)
    succeeds = sum(roll) >= number
    battle.emit(PilotingRolled(unit.id, why, number, parts, roll, succeeds))
    return succeeds
