"""Shots in reaction: a man's firearm at a man, and how any of them is made (pp. 12-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import weapon
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.allowed import fires_bursts
from lancemate.battletroops.combat.kinds import AimKind
from lancemate.battletroops.damage.causes import source
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.plan import Left
from lancemate.battletroops.play.events import ArcRemoved, ShotFired
from lancemate.battletroops.play.traits import BY_RANGE, DIRECT, MAN, PERSON

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


def tell_shot(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    arm = aim.arm
    assert arm is not None
    bursts = fires_bursts(aim, arm)
    number, parts = aim.needs, aim.modifiers
    aim.battle.emit(ShotFired(aim.shooter.id, aim.whom.id, aim.using, aim.distance, number, parts, roll, hit, bursts))


def _wounds(aim: Aim, left: Left | None) -> None:
    arm = aim.arm
    assert arm is not None
    wound(aim.battle, aim.whom, source(arm.name, "BT-COM-039", by=aim.shooter), arm.lethal, left=left)


SHOT: Final = hooks.aim_kinds.add(
    "shot", AimKind("shot", frozenset((MAN, PERSON, DIRECT, BY_RANGE)), tell_shot, _wounds)
)


def aims_at(battle: Battle, shooter: Unit, target: Unit, using: str | None = None) -> list[Aim]:
    """What one may fire at another in reaction: of a machine every weapon, or those of a name."""
    if shooter.machine is None and target.machine is None:
        name = shooter.prepared if using is None else using
        return [Aim(battle, SHOT, shooter, name, weapon(battle, name), target)]
    found: list[Aim] = hooks.questions["shots"](battle, shooter, target, using)
    return found


def fire(aim: Aim, left: Left | None = None) -> None:
    """A shot in reaction: its dice, what comes of them, and what it leaves behind."""
    battle = aim.battle
    for hook in battle.hooks[hooks.acts]:
        hook(battle, aim.shooter)
    shoot(aim, left)
    for hook in battle.hooks[hooks.shot_made]:
        hook(battle, aim.shooter)


@hooks.shot_made.rule("BT-COM-004")
def arc_is_used_up(battle: Battle, shooter: Unit) -> None:
    """After his one shot his arc is gone."""
    if shooter.fired and shooter.arc is not None:
        battle.emit(ArcRemoved(shooter.id, "BT-COM-004"))
