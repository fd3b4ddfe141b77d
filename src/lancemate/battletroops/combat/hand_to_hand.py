"""Hand-to-hand combat (p. 14): announced in one's own movement, made as soon as the other side begins to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import BAYONET, CLUB, FISTS, HAND, KNIFE, weapon
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.reaction import is_placed
from lancemate.battletroops.combat.throwing import no_aim
from lancemate.battletroops.combat.tohit import MODIFIERS
from lancemate.battletroops.damage.causes import BLOW as HAND_BLOW
from lancemate.battletroops.damage.causes import source
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.movement.preparing import RIFLES
from lancemate.battletroops.play.events import Announced, BlowStruck, HandToHandOver
from lancemate.battletroops.play.orders import Attack
from lancemate.battletroops.play.state import BARE_HANDS
from lancemate.battletroops.play.traits import BLOW, MAN, PERSON
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.battletroops.sight.ranges import reach, within_arms_reach
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
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


def tell_blow(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    number, parts = aim.needs, aim.modifiers
    aim.battle.emit(BlowStruck(aim.shooter.id, aim.whom.id, aim.using, number, parts, roll, hit))


def _hurts(aim: Aim, left: Left | None) -> None:
    lethal, bruise = blow_points(aim.battle, aim.shooter, aim.using)
    wound(aim.battle, aim.whom, source(aim.using, "BT-COM-030", HAND_BLOW, by=aim.shooter), lethal, bruise)


BY_HAND: Final = hooks.aim_kinds.add(
    NAME, AimKind(NAME, frozenset((MAN, PERSON, BLOW)), tell_blow, _hurts, words="a hand-to-hand attack")
)


def weigh(battle: Battle, command: Attack) -> Aim:
    """An attack on an enemy next to him whom he sees."""
    unit = battle.unit(command.unit)
    if not isinstance(command.target, str):
        refusal = Refusal("no_such_target", "one strikes at a soldier, not at a place", "BT-COM-028")
        return no_aim(battle, command, "", refusal)
    usual = hand_weapons(battle, unit)
    using = command.using or usual[0]
    target, cost = battle.unit(command.target), battle.setup.settings.hth_cost
    aim = Aim(battle, BY_HAND, unit, using, weapon(battle, using), target, command=command, cost=cost)
    aim.lethal, aim.bruise = blow_points(battle, unit, using)
    aim.refused = wrong_weapon(battle, aim, usual)
    return aim


@rules.rule("BT-COM-029", otherwise=None)
def wrong_weapon(battle: Battle, aim: Aim, usual: tuple[str, ...]) -> Refusal | None:
    """Only a hand-to-hand weapon that is ready serves, or whatever is ready as a club."""
    named = BAYONET if aim.using == KNIFE and BAYONET in usual else aim.using
    if named in usual:
        return None
    text = f"{aim.shooter.id} has no {aim.using} ready; he may strike with his {' or '.join(usual)}"
    return Refusal("not_ready", text, "BT-COM-029")


@hooks.may_shoot.rule("BT-COM-028", part=hooks.ABLE, kinds=NAME)
def why_not_strike(aim: Aim) -> Refusal | None:
    """The other is an enemy soldier next to him, in his sight; and one attack is enough."""
    battle, unit, target = aim.battle, aim.shooter, aim.whom
    if not unit.is_soldier:
        return Refusal("no_soldier", f"{unit.id} is no soldier: only men fight hand to hand", "BT-COM-028")
    if unit.hand_to_hand is not None:
        return Refusal("announced", f"{unit.id} has announced an attack on {unit.hand_to_hand}", "BT-COM-028")
    if target.side == unit.side or not target.is_soldier or not target.able or not is_placed(battle, target):
        return Refusal("no_such_target", f"{target.id} is no enemy soldier who can fight", "BT-COM-028")
    if not within_arms_reach(battle, unit, target) or target.aboard is not None:
        return Refusal("not_adjacent", f"{target.id} is not next to {unit.id}", "BT-COM-028")
    if not aim.look.clear:
        return Refusal("no_line_of_sight", f"{target.id} is hidden by {aim.look.hidden_by}", "BT-COM-028")
    return None


def make(battle: Battle, aim: Aim) -> None:
    battle.emit(Announced(aim.shooter.id, aim.whom.id, aim.using, aim.cost))


@hooks.to_hit.rule("BT-COM-030", part=hooks.BASE, kinds=NAME)
def blow_number(aim: Aim) -> Modifier | None:
    """Four, and nothing but the attacker's wounds counts."""
    return Modifier("Hand-to-hand", MODIFIERS.of(aim)["hand_to_hand"], "BT-COM-030")


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
    shoot(Aim(battle, BY_HAND, unit, using, weapon(battle, using), target))


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """Enemies next to him."""
    if unit.is_soldier:
        for target in battle.of_side(battle.opponent(unit.side)):
            if target.on_map and target.is_soldier and reach(battle, unit.at, target.at) == 1:
                yield Attack(unit.id, target.id, NAME)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "hand-to-hand attack", weigh, make, aims))
