"""Soldiers at the feet of 'Mechs (pp. 30-31): walking under them, planting satchel charges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import SATCHEL
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.machines.damage import criticals
from lancemate.battletroops.machines.events import Planted
from lancemate.battletroops.machines.options import MECHS
from lancemate.battletroops.machines.templates import legs
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Attack
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost, Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NAME: Final = "plant"
LEGS: Final = ("left", "right")
PLANTING = rules.table("BT-MEC-044", {"mp": 3, "success": 9})


@hooks.underfoot.rule("BT-MEC-045", types="mech")
def between_the_legs(battle: Battle, at: Dot, elevation: int) -> Cost | None:
    """The dots of its legs cost two; between them one walks as on any ground."""
    for unit in battle.units.values():
        if unit.kind == MECH and unit.on_map and unit.elevation == elevation and not unit.airborne:
            feet = legs(battle, unit)
            if feet and at in (*feet["left_leg"], *feet["right_leg"]):
                return Cost(f"a leg of {unit.id}", 2, "BT-MEC-045")
    return None


def weigh(battle: Battle, command: Attack) -> Attempt:
    """A charge on a leg of the 'Mech he stands under."""
    unit = battle.unit(command.unit)
    table = PLANTING.of(battle)
    attempt = Attempt(unit, command, SATCHEL, cost=table["mp"])
    attempt.modifiers = (Modifier("Planting", table["success"], "BT-MEC-044"),)
    target = battle.unit(command.target) if isinstance(command.target, str) else None
    attempt.refusal = why_not_plant(battle, attempt, target) or cannot_pay(
        battle, left_to(battle, unit), attempt.cost, "planting the charge"
    )
    return attempt


@rules.rule("BT-MEC-044", otherwise=None)
def why_not_plant(battle: Battle, attempt: Attempt, target: Unit | None) -> Refusal | None:
    """He has a charge and stands on the centre dot of an enemy 'Mech; he chooses the leg."""
    unit, rule = attempt.unit, "BT-MEC-044"
    if target is None or target.kind != MECH or target.side == unit.side or target.dead or not target.on_map:
        return Refusal("no_such_target", "a charge is planted on a leg of an enemy 'Mech", rule)
    if MECHS not in battle.options or not unit.is_soldier or not unit.satchel:
        return Refusal("not_carried", f"{unit.id} has no satchel charge", rule)
    if attempt.command.leg not in LEGS:
        return Refusal("no_such_leg", "say which leg: left or right", rule)
    if unit.at != target.at or unit.elevation != target.elevation:
        return Refusal("not_under_it", f"{unit.id} is not on the centre dot of {target.id}", rule)
    return None


def make(battle: Battle, attempt: Attempt) -> None:
    """Two dice; a charge that is set goes off at once, and what is inside the leg is rolled for."""
    unit, target = attempt.unit, battle.units[str(attempt.command.target)]
    number = attempt.target_number or 0
    roll = battle.roll(2)
    done = sum(roll) >= number
    leg = f"{attempt.command.leg}_leg"
    battle.emit(Planted(unit.id, target.id, leg, roll, number, done, attempt.cost))
    if done:
        criticals(battle, target, leg)


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """Both legs of a 'Mech he stands under."""
    if not unit.is_soldier or not unit.satchel:
        return
    for target in battle.of_side(battle.opponent(unit.side)):
        if target.kind == MECH and target.on_map and target.at == unit.at:
            for leg in LEGS:
                yield Attack(unit.id, target.id, NAME, leg=leg)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "plant a satchel charge", weigh, make, aims))
