"""Soldiers at the feet of 'Mechs (pp. 30-31): walking under them, planting satchel charges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import SATCHEL
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.throwing import no_aim
from lancemate.battletroops.machines.damage import criticals
from lancemate.battletroops.machines.events import Planted
from lancemate.battletroops.machines.options import MECHS
from lancemate.battletroops.machines.templates import legs
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Attack
from lancemate.battletroops.play.traits import ARMOUR, BLOW, FIXED, MAN
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost, Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
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


def tell_planted(aim: Aim, roll: tuple[int, ...], done: bool) -> None:
    leg, number = _leg(aim), aim.needs
    aim.battle.emit(Planted(aim.shooter.id, aim.whom.id, leg, roll, number, done, aim.cost))


def _goes_off(aim: Aim, left: Left | None) -> None:
    criticals(aim.battle, aim.whom, _leg(aim))


def _leg(aim: Aim) -> str:
    assert aim.command is not None
    return f"{aim.command.leg}_leg"


PLANTED: Final = hooks.aim_kinds.add(
    NAME, AimKind(NAME, frozenset((MAN, ARMOUR, BLOW, FIXED)), tell_planted, _goes_off, words="planting the charge")
)


def weigh(battle: Battle, command: Attack) -> Aim:
    """A charge on a leg of the 'Mech he stands under."""
    target = battle.unit(command.target) if isinstance(command.target, str) else None
    if target is None:
        return no_aim(battle, command, SATCHEL, _no_mech())
    cost = PLANTING.of(battle)["mp"]
    return Aim(battle, PLANTED, battle.unit(command.unit), SATCHEL, None, target, command=command, cost=cost)


def _no_mech() -> Refusal:
    return Refusal("no_such_target", "a charge is planted on a leg of an enemy 'Mech", "BT-MEC-044")


@hooks.to_hit.rule("BT-MEC-044", part=hooks.BASE, kinds=NAME)
def planting_number(aim: Aim) -> Modifier | None:
    return Modifier("Planting", PLANTING.of(aim)["success"], "BT-MEC-044")


@hooks.may_shoot.rule("BT-MEC-044", part=hooks.ABLE, kinds=NAME)
def why_not_plant(aim: Aim) -> Refusal | None:
    """He has a charge and stands on the centre dot of an enemy 'Mech; he chooses the leg."""
    unit, target, rule = aim.shooter, aim.whom, "BT-MEC-044"
    if target.kind != MECH or target.side == unit.side or target.dead or not target.on_map:
        return _no_mech()
    if MECHS not in aim.battle.options or not unit.is_soldier or not unit.satchel:
        return Refusal("not_carried", f"{unit.id} has no satchel charge", rule)
    if aim.command is None or aim.command.leg not in LEGS:
        return Refusal("no_such_leg", "say which leg: left or right", rule)
    if unit.at != target.at or unit.elevation != target.elevation:
        return Refusal("not_under_it", f"{unit.id} is not on the centre dot of {target.id}", rule)
    return None


def make(battle: Battle, aim: Aim) -> None:
    """Two dice; a charge that is set goes off at once, and what is inside the leg is rolled for."""
    shoot(aim)


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """Both legs of a 'Mech he stands under."""
    if not unit.is_soldier or not unit.satchel:
        return
    for target in battle.of_side(battle.opponent(unit.side)):
        if target.kind == MECH and target.on_map and target.at == unit.at:
            for leg in LEGS:
                yield Attack(unit.id, target.id, NAME, leg=leg)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "plant a satchel charge", weigh, make, aims))
