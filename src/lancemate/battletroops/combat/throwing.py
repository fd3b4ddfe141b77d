"""Hand grenades (p. 17): who may throw how far, what it needs, where a miss comes down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE
from lancemate.battletroops.combat.attacking import announce, announced
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.combat.scatter import Landing, falls_down_stairs, scattered
from lancemate.battletroops.combat.shot import MODIFIERS, MOST, is_hit, wounded
from lancemate.battletroops.damage.blast import points_of
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.events import ExplosivePlaced, Thrown
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.state import Explosive
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Look, Place, look
from lancemate.battletroops.sight.ranges import reach
from lancemate.field import lattice
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NAME: Final = "throw"
FARTHEST: Final = 8


def place_meant(battle: Battle, target: PointTarget) -> Place:
    """The dot and level that an order names: the ground unless it says."""
    level = battle.map.ground(target.point) if target.elevation is None else target.elevation
    return Place(target.point, level)


def weigh(battle: Battle, command: Attack) -> Attempt:
    """A throw, by what is thrown: entries ``throwables``."""
    attempt = Attempt(battle.unit(command.unit), command, command.using or GRENADE)
    found = hooks.throwables.get(attempt.using)
    if found is None:
        attempt.refusal = Refusal("not_thrown", f"a {attempt.using} is not thrown", "BT-COM-031")
        return attempt
    return found(battle, attempt)


@hooks.throwables.entry(GRENADE)
def weigh_grenade(battle: Battle, attempt: Attempt) -> Attempt:
    """A grenade at a dot."""
    unit, command = attempt.unit, attempt.command
    if not isinstance(command.target, PointTarget) or not battle.map.inside(command.target.point):
        attempt.refusal = Refusal("no_such_target", "a grenade is thrown at a dot of the map", "BT-COM-031")
        return attempt
    end = place_meant(battle, command.target)
    attempt.distance, attempt.look = reach(battle, unit.at, end.at), throw_sight(battle, unit, end)
    attempt.cost = throw_cost(battle, attempt.distance, prone=unit.prone)
    attempt.modifiers = throw_number(battle, attempt)
    attempt.lethal = points_of(battle, attempt.using)
    attempt.refusal = (
        why_not_throw(battle, attempt)
        or cannot_pay(battle, left_to(battle, unit), attempt.cost, "this throw")
        or too_hard(battle, attempt)
    )
    return attempt


@rules.rule("BT-COM-031", otherwise=None)
def why_not_throw(battle: Battle, attempt: Attempt) -> Refusal | None:
    """One that is prepared, at a dot that he sees, no farther than eight dots."""
    unit = attempt.unit
    if unit.hand_to_hand is not None:
        text = f"{unit.id} has announced a hand-to-hand attack, which is instead of other attacks"
        return Refusal("hand_to_hand", text, "BT-COM-028")
    if not unit.grenades:
        return Refusal("no_grenades", f"{unit.id} has no grenades left", "BT-COM-031")
    if unit.prepared != GRENADE:
        return Refusal("not_prepared", f"{unit.id} has no grenade prepared", "BT-COM-031")
    if attempt.distance is not None and attempt.distance > FARTHEST:
        text = f"it is {attempt.distance} dots away; a grenade is thrown {FARTHEST} at most"
        return Refusal("too_far", text, "BT-COM-031")
    if attempt.look is not None and not attempt.look.clear:
        return Refusal("no_line_of_sight", f"the dot is hidden by {attempt.look.hidden_by}", attempt.look.rule)
    return None


@rules.rule("BT-COM-039", otherwise=None)
def too_hard(battle: Battle, attempt: Attempt) -> Refusal | None:
    """What needs more than 12 is not tried."""
    number = attempt.target_number
    if number is None or number <= MOST:
        return None
    return Refusal("too_hard", f"it would need {number}, more than {MOST}", "BT-COM-039")


def throw_sight(battle: Battle, unit: Unit, end: Place) -> Look:
    """What a thrower sees: cover never hides a dot from him; up and down a stairway there are rules of their own."""
    stairs = up_or_down_stairs(battle, unit, end)
    return stairs if stairs is not None else look(battle, Place(unit.at, unit.elevation, unit=unit.id), end)


@rules.rule("BT-COM-038", otherwise=None)
def up_or_down_stairs(battle: Battle, unit: Unit, end: Place) -> Look | None:
    """One level up from the stairway or next to it, one level down to a stairway that he sees."""
    if not is_stair_throw(battle, unit, end):
        return None
    if end.elevation > unit.elevation and lattice.distance(unit.at, end.at) > 1:
        return Look("the floor: to throw up he must be on the stairway or next to it", "BT-COM-038")
    return look(battle, Place(unit.at, unit.elevation, unit=unit.id), Place(end.at, unit.elevation))


def is_stair_throw(battle: Battle, unit: Unit, end: Place) -> bool:
    """A throw up or down one level, at a stairway of the building he is in."""
    house = battle.map.building(unit.at)
    level = abs(end.elevation - unit.elevation) == 1
    return house is not None and level and end.at in house.stairways


@rules.rule("BT-COM-032", otherwise=lambda battle, distance, prone: 0)
def throw_cost(battle: Battle, distance: int, *, prone: bool) -> int:
    """A point for each dot, two for one who lies."""
    return distance * (2 if prone else 1)


@rules.rule("BT-COM-033", otherwise=())
def throw_number(battle: Battle, attempt: Attempt) -> tuple[Modifier, ...]:
    """The distance itself, with cover and wounds."""
    parts = [Modifier("Distance", attempt.distance or 0, "BT-COM-033")]
    return (*parts, *throw_modifiers(battle, attempt))


def throw_modifiers(battle: Battle, attempt: Attempt) -> tuple[Modifier, ...]:
    """Cover that counts, and the thrower's wounds."""
    found = attempt.look.covers if attempt.look is not None else ()
    parts = []
    if found:
        kinds = ", ".join(cover.kind for cover in found)
        each = MODIFIERS.of(battle)["partial_cover"]
        parts.append(Modifier(f"Partial cover: {kinds}", each * len(found), "BT-COM-023"))
    wounds = wounded(battle, attempt.unit)
    return (*parts, wounds) if wounds is not None else tuple(parts)


def make(battle: Battle, attempt: Attempt) -> None:
    announce(battle, attempt, "throw")


@rules.task("throw")
def throw(battle: Battle, command: Attack) -> None:
    """The dice of a throw; a miss scatters. It ends his activation."""
    unit = battle.units[command.unit]
    attempt = announced(battle, command, weigh)
    if attempt is not None:
        let_fly(battle, attempt, None if attempt.using == GRENADE else 1)
    end_activation(battle, unit)


def let_fly(battle: Battle, attempt: Attempt, distance: int | None, kind: str = NAME) -> None:
    """Roll, and put down what will explode. ``distance``: how far a miss goes; unless said another die tells."""
    unit, command = attempt.unit, attempt.command
    assert isinstance(command.target, PointTarget)
    assert attempt.distance is not None
    end = place_meant(battle, command.target)
    number = attempt.target_number or 0
    roll = battle.roll(2)
    hit = is_hit(battle, roll, number)
    battle.emit(
        Thrown(
            unit.id,
            attempt.using,
            end.at,
            end.elevation,
            attempt.distance,
            attempt.cost,
            number,
            attempt.modifiers,
            roll,
            hit,
            kind,
        )
    )
    landing = Landing(end.at, end.elevation)
    if not hit:
        landing = scattered(battle, attempt, end, distance)
    elif kind == NAME and not is_stair_throw(battle, unit, end):
        landing = falls_down_stairs(battle, landing)
    battle.emit(ExplosivePlaced(Explosive(attempt.using, landing.at, landing.elevation, unit.side, unit.id)))


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """The dots of enemies within reach."""
    if unit.prepared != GRENADE:
        return
    for target in battle.of_side(battle.opponent(unit.side)):
        if target.on_map and target.able and lattice.distance(unit.at, target.at) <= FARTHEST and not target.hidden:
            yield Attack(unit.id, PointTarget(target.at, target.elevation), NAME)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "throw", weigh, make, aims))
