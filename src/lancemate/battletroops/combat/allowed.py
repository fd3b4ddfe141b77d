"""What speaks against an attack (pp. 12-15): hook ``may_shoot``. What machines cannot do is in machines/shooting.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.aim import unarmed
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.traits import (
    BLOW,
    BY_RANGE,
    DIRECT,
    DROPPED,
    MACHINE,
    PERSON,
    SHELL,
    THROWN,
    WALL,
)
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.ranges import watches, within_arms_reach
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.battletroops.arms.weapons import Weapon
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.state import Unit

MOST: int = 12


def can_be_shot(unit: Unit) -> bool:
    """A man in his senses, or a machine that still stands there, whether anybody in it is awake or not."""
    return unit.able if unit.machine is None else unit.place == "map" and not unit.machine.destroyed


@hooks.may_shoot.rule("BT-COM-002", part=hooks.ABLE, but=BLOW)
def able_to_shoot(aim: Aim) -> Refusal | None:
    """A shooter in his senses fires at an enemy who can still fight."""
    shooter, target = aim.shooter, aim.target
    if not shooter.able:
        return Refusal("out", f"{shooter.id} is out of the game", "BT-COM-002")
    if target is None:
        return None
    if shooter.side == target.side:
        return Refusal("own_side", f"{target.id} is of the same side", "BT-COM-002")
    if not can_be_shot(target) or target.aboard is not None:
        return Refusal("target_out", f"{target.id} is out of the game", "BT-COM-002")
    return None


@hooks.may_shoot.rule("BT-COM-029", part=hooks.ABLE, traits=PERSON, but=BLOW)
def hand_to_hand_alone(aim: Aim) -> Refusal | None:
    """Once a blow is announced, neither of the two uses a firearm on the other while they are at each other."""
    shooter, target = aim.shooter, aim.whom
    if target.id != shooter.hand_to_hand and shooter.id != target.hand_to_hand:
        return None
    if not within_arms_reach(aim.battle, shooter, target):
        return None
    return Refusal("hand_to_hand", f"{shooter.id} and {target.id} fight hand to hand", "BT-COM-029")


@hooks.may_shoot.rule("BT-COM-028", part=hooks.ABLE, traits=(THROWN, SHELL, WALL))
def not_after_announcing(aim: Aim) -> Refusal | None:
    """A hand-to-hand attack is instead of other attacks."""
    if aim.shooter.hand_to_hand is None:
        return None
    text = f"{aim.shooter.id} has announced a hand-to-hand attack, which is instead of other attacks"
    return Refusal("hand_to_hand", text, "BT-COM-028")


@hooks.may_shoot.rule("BT-MOV-014", part=hooks.WATCHING, traits=DIRECT, but=MACHINE)
def needs_an_arc(aim: Aim) -> Refusal | None:
    """Whoever has set no arc watches nobody."""
    if aim.shooter.arc is not None:
        return None
    return Refusal("no_arc", f"{aim.shooter.id} has no firing arc", "BT-MOV-014")


@hooks.may_shoot.rule("BT-COM-002", part=hooks.ABLE, traits=DIRECT, but=MACHINE)
def lies_in_his_arc(aim: Aim) -> Refusal | None:
    """He fires at one who is in his arc."""
    shooter = aim.shooter
    if shooter.arc is None or watches(aim.battle, shooter.at, shooter.arc, aim.at):
        return None
    return Refusal("out_of_arc", f"{aim.whom.id} is not in the firing arc of {shooter.id}", "BT-COM-002")


@hooks.may_shoot.rule("BT-COM-022", part=hooks.READY, traits=DIRECT, but=MACHINE)
def needs_a_weapon(aim: Aim) -> Refusal | None:
    """A firearm must be ready."""
    arm, shooter = aim.arm, aim.shooter
    if arm is not None and arm.is_firearm and aim.using == shooter.prepared:
        return None
    return unarmed(shooter)


@hooks.may_shoot.rule("BT-COM-022", part=hooks.DISTANCE, traits=BY_RANGE)
def reaches_so_far(aim: Aim) -> Refusal | None:
    """It must reach so far."""
    arm = aim.arm
    if arm is None or aim.distance <= arm.reach:
        return None
    return Refusal("out_of_range", f"it is {aim.distance} dots away; the {arm.name} reaches {arm.reach}", "BT-COM-022")


@hooks.may_shoot.rule("BT-COM-004", part=hooks.READY, traits=DIRECT, but=MACHINE)
def fires_once(aim: Aim) -> Refusal | None:
    """A semi-automatic weapon fires once in a turn."""
    arm, shooter = aim.arm, aim.shooter
    if not shooter.fired or arm is None or fires_bursts(aim, arm):
        return None
    return Refusal("has_fired", f"{shooter.id} has fired his {arm.name}: once in a turn", "BT-COM-004")


@rules.rule("BT-COM-005", otherwise=False)
def fires_bursts(aim: Aim, arm: Weapon) -> bool:
    """An automatic weapon fires at every chance, at the same man and at others."""
    return arm.automatic


@hooks.may_shoot.rule("BT-COM-002", part=hooks.SIGHT, but=(BLOW, DROPPED, WALL))
def sees_the_target(aim: Aim) -> Refusal | None:
    seen = aim.look
    if not seen.hidden_by:
        return None
    what = "the dot" if aim.target is None else aim.target.id
    return Refusal("no_line_of_sight", f"{what} is hidden by {seen.hidden_by}", seen.rule)


@hooks.may_shoot.rule("BT-COM-039", part=hooks.NUMBER, but=(BLOW, WALL))
def not_beyond_twelve(aim: Aim) -> Refusal | None:
    """What needs more than 12 is not tried."""
    number = aim.needs
    if number <= MOST:
        return None
    return Refusal("too_hard", f"it would need {number}, more than {MOST}", "BT-COM-039")


@hooks.may_shoot.rule("BT-MOV-001", part=hooks.PAYING, but=(DIRECT, DROPPED, SHELL))
def not_paid(aim: Aim) -> Refusal | None:
    """What it takes must be left."""
    return cannot_pay(aim.battle, left_to(aim.battle, aim.shooter), aim.cost, aim.kind.words)
