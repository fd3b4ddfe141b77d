"""Hand grenades (p. 17): who may throw how far, what it needs, what a miss does; and whatever else goes to a dot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE, weapon
from lancemate.battletroops.combat.aim import Aim, is_stair_throw, shoot
from lancemate.battletroops.combat.attacking import announce
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.scatter import falls_down_stairs, goes_astray, meant, put_down
from lancemate.battletroops.damage.blast import points_of
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.play.events import Thrown
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.traits import MAN, PLACE, THROWN
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place
from lancemate.field import lattice
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NAME: Final = "throw"
FARTHEST: Final = 8


# -- at a dot, with whatever ------------------------------------------------------------------------------------------


def place_meant(battle: Battle, target: PointTarget) -> Place:
    """The dot and level that an order names: the ground unless it says."""
    level = battle.map.ground(target.point) if target.elevation is None else target.elevation
    return Place(target.point, level)


def at_a_dot(battle: Battle, kind: AimKind, command: Attack, using: str, refusal: Refusal) -> Aim:
    """Something that goes to a dot of the map, and nowhere else."""
    target = command.target
    if not isinstance(target, PointTarget) or not battle.map.inside(target.point):
        return no_aim(battle, command, using, refusal)
    end = place_meant(battle, target)
    aim = Aim(battle, kind, battle.unit(command.unit), using, weapon(battle, using), end, command=command)
    aim.lethal = points_of(battle, using)
    return aim


def no_aim(battle: Battle, command: Attack, using: str, refusal: Refusal) -> Aim:
    """An attack that comes to nothing from the start."""
    unit = battle.unit(command.unit)
    aim = Aim(battle, NOTHING, unit, using, None, Place(unit.at, unit.elevation), command=command)
    aim.refused = refusal
    return aim


NOTHING: Final = hooks.aim_kinds.add("nothing", AimKind("nothing", frozenset()))


def tell_throw(aim: Aim, roll: tuple[int, ...], hit: bool, kind: str = NAME, cost: int | None = None) -> None:
    end = aim.end
    spent = aim.cost if cost is None else cost
    number, parts = aim.needs, aim.modifiers
    using, far = aim.using, aim.distance
    aim.battle.emit(Thrown(aim.shooter.id, using, end.at, end.elevation, far, spent, number, parts, roll, hit, kind))


# -- grenades ---------------------------------------------------------------------------------------------------------


def lands(aim: Aim, left: Left | None) -> None:
    """On the dot; on a stairway it rolls down, unless it was thrown up or down that."""
    landing = meant(aim)
    if not is_stair_throw(aim.battle, aim.shooter, aim.end):
        landing = falls_down_stairs(aim.battle, landing)
    put_down(aim, landing, aim.using)


def _misses(aim: Aim) -> None:
    goes_astray(aim, None, aim.using)


GRENADES: Final = hooks.aim_kinds.add(
    NAME, AimKind(NAME, frozenset((MAN, PLACE, THROWN)), tell_throw, lands, _misses, words="this throw")
)


def weigh(battle: Battle, command: Attack) -> Aim:
    """A throw, by what is thrown: entries ``throwables``."""
    using = command.using or GRENADE
    found = hooks.throwables.get(using)
    if found is None:
        return no_aim(battle, command, using, Refusal("not_thrown", f"a {using} is not thrown", "BT-COM-031"))
    return found(battle, command)


@hooks.throwables.entry(GRENADE)
def weigh_grenade(battle: Battle, command: Attack) -> Aim:
    """A grenade at a dot."""
    refusal = Refusal("no_such_target", "a grenade is thrown at a dot of the map", "BT-COM-031")
    aim = at_a_dot(battle, GRENADES, command, GRENADE, refusal)
    aim.cost = throw_cost(battle, aim.distance, prone=aim.shooter.prone)
    return aim


@hooks.may_shoot.rule("BT-COM-031", part=hooks.READY, kinds=NAME)
def why_not_throw(aim: Aim) -> Refusal | None:
    """A man with a grenade ready."""
    unit = aim.shooter
    if not unit.grenades:
        return Refusal("no_grenades", f"{unit.id} has no grenades left", "BT-COM-031")
    if unit.prepared != GRENADE:
        return Refusal("not_prepared", f"{unit.id} has no grenade prepared", "BT-COM-031")
    return None


@hooks.may_shoot.rule("BT-COM-031", part=hooks.DISTANCE, kinds=NAME)
def thrown_so_far(aim: Aim) -> Refusal | None:
    """At most eight dots."""
    if aim.distance <= FARTHEST:
        return None
    text = f"it is {aim.distance} dots away; a grenade is thrown {FARTHEST} at most"
    return Refusal("too_far", text, "BT-COM-031")


@rules.rule("BT-COM-032", otherwise=lambda battle, distance, prone: 0)
def throw_cost(battle: Battle, distance: int, *, prone: bool) -> int:
    """A point for each dot, two for one who lies."""
    return distance * (2 if prone else 1)


@hooks.to_hit.rule("BT-COM-033", part=hooks.BASE, kinds=NAME)
def throw_number(aim: Aim) -> Modifier | None:
    """The distance itself, with cover and wounds."""
    return Modifier("Distance", aim.distance, "BT-COM-033")


def throw(battle: Battle, aim: Aim) -> None:
    """The dice of a throw; a miss scatters. It ends his activation."""
    shoot(aim)
    end_activation(battle, aim.shooter)


def targets(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """The dots of enemies within reach."""
    if unit.prepared != GRENADE:
        return
    for target in battle.of_side(battle.opponent(unit.side)):
        if target.on_map and target.able and lattice.distance(unit.at, target.at) <= FARTHEST and not target.hidden:
            yield Attack(unit.id, PointTarget(target.at, target.elevation), NAME)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "throw", weigh, announce, targets, throw))
