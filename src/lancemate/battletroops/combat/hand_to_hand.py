"""Hand-to-hand combat (p. 14): announced in one's own movement, made as soon as the other side begins to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import BAYONET, CLUB, FISTS, HAND, KNIFE, weapon
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.combat.reaction import is_placed
from lancemate.battletroops.combat.shot import MODIFIERS, is_hit, wounded
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.allowance import allowance, cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.movement.preparing import RIFLES
from lancemate.battletroops.play.events import Announced, BlowStruck, HandToHandOver
from lancemate.battletroops.play.orders import Attack
from lancemate.battletroops.play.state import BARE_HANDS
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.battletroops.sight.ranges import reach, within_arms_reach
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NAME = "hand-to-hand"


def hand_weapons(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What he may strike with, the usual one first."""
    ready = unit.prepared
    if ready == BARE_HANDS:
        return (FISTS,)
    arm = weapon(battle, ready)
    if arm is not None and arm.kind == HAND:
        return (ready,)
    if ready in RIFLES:
        return fixed_bayonet(battle)
    return (CLUB,)


@rules.rule("BT-COM-029", otherwise=(CLUB,))
def fixed_bayonet(battle: Battle) -> tuple[str, ...]:
    """Rifles have their bayonets fixed; any weapon that is ready will do as a club."""
    return (BAYONET, CLUB)


def weigh(battle: Battle, command: Attack) -> Attempt:
    """An attack on an enemy next to him whom he sees."""
    unit = battle.unit(command.unit)
    attempt = Attempt(unit, command, cost=battle.setup.settings.hth_cost)
    if not isinstance(command.target, str):
        attempt.refusal = Refusal("no_such_target", "one strikes at a soldier, not at a place", "BT-COM-028")
        return attempt
    target = battle.unit(command.target)
    usual = hand_weapons(battle, unit)
    attempt.using = command.using or usual[0]
    attempt.distance, attempt.look = reach(battle, unit.at, target.at), look_at(battle, unit, target)
    attempt.modifiers = blow_number(battle, unit)
    attempt.lethal, attempt.bruise = blow_points(battle, unit, attempt.using)
    attempt.refusal = (
        wrong_weapon(battle, attempt, usual)
        or why_not_strike(battle, attempt, target)
        or cannot_pay(battle, left_to(battle, unit), attempt.cost, "a hand-to-hand attack")
    )
    return attempt


@rules.rule("BT-COM-029", otherwise=None)
def wrong_weapon(battle: Battle, attempt: Attempt, usual: tuple[str, ...]) -> Refusal | None:
    """Only a hand-to-hand weapon that is ready serves, or whatever is ready as a club."""
    named = BAYONET if attempt.using == KNIFE and BAYONET in usual else attempt.using
    if named in usual:
        return None
    text = f"{attempt.unit.id} has no {attempt.using} ready; he may strike with his {' or '.join(usual)}"
    return Refusal("not_ready", text, "BT-COM-029")


@rules.rule("BT-COM-028", otherwise=None)
def why_not_strike(battle: Battle, attempt: Attempt, target: Unit) -> Refusal | None:
    """The other is an enemy soldier next to him, in his sight; and one attack is enough."""
    unit = attempt.unit
    if not unit.is_soldier:
        return Refusal("no_soldier", f"{unit.id} is no soldier: only men fight hand to hand", "BT-COM-028")
    if unit.hand_to_hand is not None:
        return Refusal("announced", f"{unit.id} has announced an attack on {unit.hand_to_hand}", "BT-COM-028")
    if target.side == unit.side or not target.is_soldier or not target.able or not is_placed(battle, target):
        return Refusal("no_such_target", f"{target.id} is no enemy soldier who can fight", "BT-COM-028")
    if not within_arms_reach(battle, unit, target) or target.aboard is not None:
        return Refusal("not_adjacent", f"{target.id} is not next to {unit.id}", "BT-COM-028")
    if attempt.look is not None and not attempt.look.clear:
        return Refusal("no_line_of_sight", f"{target.id} is hidden by {attempt.look.hidden_by}", "BT-COM-028")
    return None


def make(battle: Battle, attempt: Attempt) -> None:
    battle.emit(Announced(attempt.unit.id, str(attempt.command.target), attempt.using, attempt.cost))


@rules.rule("BT-COM-030", otherwise=())
def blow_number(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """Four, and nothing but the attacker's wounds counts."""
    wounds = wounded(battle, unit)
    base = Modifier("Hand-to-hand", MODIFIERS.of(battle)["hand_to_hand"], "BT-COM-030")
    return (base,) if wounds is None else (base, wounds)


def blow_points(battle: Battle, unit: Unit, using: str) -> tuple[int, int]:
    """Lethal points and bruises of a weapon."""
    arm = weapon(battle, using)
    if using == FISTS:
        return 0, fists(battle, unit)
    return (arm.lethal, arm.bruise) if arm is not None else (0, 0)


@rules.rule("BT-WPN-002", otherwise=0)
def fists(battle: Battle, unit: Unit) -> int:
    """Half his movement points of a turn, rounded down."""
    return allowance(battle, unit) // 2


# -- making it --------------------------------------------------------------------------------------------------


@hooks.side_begins.rule("BT-COM-028")
def blows_fall(battle: Battle, side: str) -> None:
    """Attacks on men of the side that begins to move, in script order of the attackers."""
    for unit in list(battle.units.values()):
        if unit.hand_to_hand is not None and battle.units[unit.hand_to_hand].side == side:
            strike(battle, unit, battle.units[unit.hand_to_hand])


def strike(battle: Battle, unit: Unit, target: Unit) -> None:
    using = unit.blow or hand_weapons(battle, unit)[0]
    lapsed = not unit.able or not target.able or not within_arms_reach(battle, unit, target)
    lapsed = lapsed or not look_at(battle, unit, target).clear
    battle.emit(HandToHandOver(unit.id, target.id, lapsed))
    if lapsed:
        return
    parts = blow_number(battle, unit)
    number = sum(part.value for part in parts)
    roll = battle.roll(2)
    hit = is_hit(battle, roll, number)
    battle.emit(BlowStruck(unit.id, target.id, using, number, parts, roll, hit))
    if hit:
        lethal, bruise = blow_points(battle, unit, using)
        wound(battle, target, using, lethal, bruise, blow=True)


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """Enemies next to him."""
    if unit.is_soldier:
        for target in battle.of_side(battle.opponent(unit.side)):
            if target.on_map and target.is_soldier and reach(battle, unit.at, target.at) == 1:
                yield Attack(unit.id, target.id, NAME)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "hand-to-hand attack", weigh, make, aims))
