"""What an attack or a move would need, before anyone commits to it.

A preview answers for either side at any time, as if it were that unit's turn; it throws no dice and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.shot import aims_at
from lancemate.battletroops.movement.activation import why_not_activate
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.movement.plan import plan_move
from lancemate.battletroops.play.traits import DIRECT, WALL
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Attack, Move

# The chances of two dice, by the number they must reach.
CHANCES: Final = {
    number: sum(1 for one in range(1, 7) for two in range(1, 7) if one + two >= number) / 36 for number in range(2, 13)
}


@frozen
class AttackPreview:
    legal: bool
    reason: Refusal | None
    target_number: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    distance: int | None = None
    line_of_sight: str | None = None
    cost: int = 0
    lethal: int | tuple[int, ...] | None = None
    bruise: int | None = None
    damage: int | None = None
    hit_probability: float = 0.0


@frozen
class MovePreview:
    legal: bool
    reason: Refusal | None
    cost: int
    allowance: int
    parts: tuple[Cost, ...] = ()


def chance(number: int | None) -> float:
    """How likely two dice reach a number."""
    if number is None or number > 12:
        return 0.0
    return CHANCES[max(2, number)]


def preview_attack(battle: Battle, command: Attack) -> AttackPreview:
    """An attack of a kind, or a shot in reaction where none is said."""
    try:
        return _foreseen(battle, battle.sound(command))
    except Refused as refused:
        return AttackPreview(False, refused.refusal)


def _foreseen(battle: Battle, command: Attack) -> AttackPreview:
    if command.kind is None:
        return _preview_shot(battle, command)
    kind = hooks.attack_kinds.get(command.kind)
    if kind is None:
        known = ", ".join(hooks.attack_kinds)
        text = f"there is no attack {command.kind!r}; there are {known}"
        return AttackPreview(False, Refusal("no_such_attack", text, "BT-COM-001"))
    return _told(kind.weigh(battle, command))


def _preview_shot(battle: Battle, command: Attack) -> AttackPreview:
    shooter = battle.unit(command.unit)
    if not isinstance(command.target, str):
        refusal = Refusal("no_such_target", "a shot in reaction is at a soldier, not at a place", "BT-COM-001")
        return AttackPreview(False, refusal)
    found = aims_at(battle, shooter, battle.unit(command.target), command.using)
    if not found:
        text = f"{shooter.id} has no {command.using or 'weapon'} that works"
        return AttackPreview(False, Refusal("no_weapon", text, "BT-COM-022"))
    return _told(next((aim for aim in found if aim.refusal is None), found[0]))


def _told(aim: Aim) -> AttackPreview:
    refusal, traits = aim.refusal, aim.traits
    if not traits:
        return AttackPreview(False, refusal)
    number, arm, lethal, bruise = aim.target_number, aim.arm, aim.lethal, aim.bruise
    if WALL in traits or (DIRECT in traits and arm is None):
        number = None
    if DIRECT in traits and arm is not None and aim.damage is None:
        lethal, bruise = arm.lethal, arm.bruise
    return AttackPreview(
        refusal is None,
        refusal,
        number,
        aim.modifiers,
        aim.distance,
        aim.look.state,
        aim.cost,
        lethal,
        bruise,
        aim.damage,
        chance(number) if refusal is None else 0.0,
    )


def preview_move(battle: Battle, command: Move) -> MovePreview:
    """A move: what it costs of what there is."""
    command = battle.sound(command)
    unit = battle.unit(command.unit)
    plan = plan_move(battle, unit, command)
    refusal = _out(battle, command) or plan.refusal
    parts = tuple(part for stride in plan.strides for part in stride.parts)
    mp = plan.allowance if plan.allowance is not None else allowance(battle, unit)
    return MovePreview(refusal is None, refusal, plan.cost, mp, parts)


def _out(battle: Battle, command: Move) -> Refusal | None:
    """Why it could not move whoever's turn it is."""
    refusal = why_not_activate(battle, battle.unit(command.unit))
    return None if refusal is None or refusal.rule == "BT-SEQ-004" else refusal
