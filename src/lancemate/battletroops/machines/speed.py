"""What machines may spend in a turn: speeds of BattleTech, converted (p. 24), with what heat and damage take off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

WALK, RUN, JUMP, CRUISE, FLANK = "walk", "run", "jump", "cruise", "flank"
MODES: Final = {MECH: (WALK, RUN, JUMP), VEHICLE: (CRUISE, FLANK)}
FACTOR: Final = 5


@rules.rule("BT-MEC-003", otherwise=lambda battle, speed: speed)
def converted(battle: Battle, speed: int) -> int:
    """Five points for each of BattleTech's."""
    return FACTOR * speed


@rules.rule("BT-MEC-004", otherwise=lambda battle, mp: mp)
def converted_cost(battle: Battle, mp: int) -> int:
    """What BattleTech charges for an action costs five times as much."""
    return FACTOR * mp


def run_of(walk: int) -> int:
    return -(-3 * walk // 2)


def usual_mode(unit: Unit) -> str:
    """How it moves where nothing is declared."""
    return MODES[unit.kind][0]


def speed_now(battle: Battle, unit: Unit, mode: str) -> int:
    """The MP of BattleTech that heat and damage leave."""
    machine = unit.machine
    assert machine is not None
    if mode == JUMP:
        gone = sum(crit.endswith("Jump Jet") for crit in machine.crits)
        return max(0, machine.jump - gone)
    walk = machine.walk - machine.speed_lost - slowed_by_heat(battle, machine.heat)
    hips = sum(crit.endswith(": Hip") for crit in machine.crits)
    walk -= sum(crit.partition(": ")[2] in ("Upper Leg", "Lower Leg", "Foot") for crit in machine.crits)
    if hips:
        walk = 0 if hips > 1 else -(-walk // 2)
    if any(machine.structure.get(leg, 1) <= 0 for leg in ("left_leg", "right_leg")):
        walk = min(walk, 1)
    walk = max(0, walk)
    return run_of(walk) if mode in (RUN, FLANK) else walk


@rules.rule("BT-MEC-101", otherwise=0)
def slowed_by_heat(battle: Battle, heat: int) -> int:
    """One for every five points of heat."""
    return heat // 5


def points_for(battle: Battle, unit: Unit, mode: str) -> tuple[Cost, ...]:
    """The named parts of its movement points in a mode."""
    machine = unit.machine
    assert machine is not None
    base = machine.jump if mode == JUMP else run_of(machine.walk) if mode in (RUN, FLANK) else machine.walk
    parts = [Cost(f"{mode.capitalize()} {base} x {FACTOR}", converted(battle, base), "BT-MEC-003")]
    less = speed_now(battle, unit, mode) - base
    if less:
        parts.append(Cost("Heat and damage", converted(battle, less), "BT-MEC-101"))
    headless = without_a_commander(battle, unit)
    if headless:
        whole = int(sum(part.value for part in parts))
        parts.append(Cost("Commander lost", whole // 2 - whole, "BT-MEC-080"))
    return tuple(parts)


@rules.rule("BT-MEC-080", otherwise=False)
def without_a_commander(battle: Battle, unit: Unit) -> bool:
    """A vehicle whose commander is out of his senses or dead has half its points, rounded down."""
    man = battle.units.get(f"{unit.id}.commander")
    return unit.kind == VEHICLE and man is not None and not man.conscious


@hooks.allowance.rule("BT-MEC-002", part=-1, types=("mech", "vehicle"))
def by_its_mode(battle: Battle, unit: Unit) -> Cost | None:
    """The mode that is declared before it moves fixes what it has to spend; walking or cruising unless said."""
    if unit.machine is None:
        return None
    mode = unit.machine.mode or usual_mode(unit)
    parts = points_for(battle, unit, mode)
    return Cost(", ".join(part.label for part in parts), sum(part.value for part in parts), "BT-MEC-002")
