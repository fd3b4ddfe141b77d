"""Blows between machines (pp. 33-34, and BT-MEC-103): punches, kicks, pushes, charges, Death From Above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.machines.damage import KICK, PUNCH, in_fives, strike
from lancemate.battletroops.machines.events import PhysicalAttack, Slid
from lancemate.battletroops.machines.falling import fall
from lancemate.battletroops.machines.moving import FLY
from lancemate.battletroops.machines.options import VEHICLE_COMBAT
from lancemate.battletroops.machines.piloting import damaged, stays_in_control
from lancemate.battletroops.machines.shooting import OWN_MOVEMENT, by_twelve
from lancemate.battletroops.machines.templates import lies_in, radius_of, side_towards, touch
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import STEP, Plan, left_to
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Attack, Move
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot, neighbour, true_distance
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

PUSH, CHARGE, DFA = "push", "charge", "death from above"
COST = rules.table("BT-MEC-085", {"mp": 5})
# What is added to the piloting skill, and the points by tons: one for every so many.
BLOWS = rules.table(
    "BT-MEC-103",
    {
        PUNCH: {"to_hit": 0, "tons": 10},
        KICK: {"to_hit": -2, "tons": 5},
        PUSH: {"to_hit": -1, "tons": 0},
        CHARGE: {"to_hit": 0, "tons": 10},
        DFA: {"to_hit": 0, "tons": 10},
    },
)
FRONT_ARCS: Final = ("front", "left_forward", "right_forward")


def weigh(battle: Battle, command: Attack) -> Attempt:
    """A punch, kick or push at a machine that the template touches."""
    unit = battle.unit(command.unit)
    kind = str(command.kind)
    attempt = Attempt(unit, command, kind, cost=COST.of(battle)["mp"])
    target = battle.unit(command.target) if isinstance(command.target, str) else None
    if target is not None and target.machine is not None and unit.machine is not None:
        attempt.modifiers = blow_number(battle, unit, target, kind)
        attempt.damage = blow_points(battle, unit.machine.tons, kind)
    attempt.refusal = why_not_strike(battle, unit, target, kind) or cannot_pay(
        battle, left_to(battle, unit), attempt.cost, f"a {kind}"
    )
    return attempt


@rules.rule("BT-MEC-085", otherwise=None)
def why_not_strike(battle: Battle, unit: Unit, target: Unit | None, kind: str) -> Refusal | None:
    """A standing 'Mech, at an enemy machine whose template touches its own, before it."""
    rule = "BT-MEC-085"
    if VEHICLE_COMBAT not in battle.options:
        return Refusal("no_option", f"machines fight one another with the option {VEHICLE_COMBAT}", rule)
    if target is None or target.machine is None or target.side == unit.side or target.dead or not target.on_map:
        return Refusal("no_such_target", f"a {kind} is for an enemy machine", rule)
    if unit.kind != MECH or unit.machine is None or unit.machine.is_down:
        return Refusal("not_able", f"only a 'Mech that stands may {kind}", rule)
    if not touch(battle, unit, target):
        return Refusal("not_adjacent", f"the templates of {unit.id} and {target.id} do not touch", rule)
    if not any(lies_in(battle, unit, arc, target.at) for arc in FRONT_ARCS):
        return Refusal("out_of_arc", f"{target.id} is not before {unit.id}", rule)
    if kind == PUNCH and target.kind != MECH:
        return Refusal("too_low", f"{target.id} is too low for a punch", rule)
    return None


@rules.rule("BT-MEC-103", otherwise=())
def blow_number(battle: Battle, unit: Unit, target: Unit, kind: str) -> tuple[Modifier, ...]:
    """The piloting skill, the kind of blow, own movement, damage, and how the target has moved."""
    assert unit.machine is not None
    assert target.machine is not None
    parts = [Modifier("Piloting", unit.machine.piloting, "BT-MEC-103")]
    more = BLOWS.of(battle)[kind]["to_hit"]
    if more:
        parts.append(Modifier(kind.capitalize(), more, "BT-MEC-103"))
    moved = OWN_MOVEMENT.of(battle).get(unit.moved, 0)
    if moved:
        parts.append(Modifier(f"Own movement: {unit.moved}", moved, "BT-MEC-104"))
    target_moved = by_twelve(target.machine.dots)
    if target_moved:
        parts.append(Modifier("Target movement", target_moved, "BT-MEC-084"))
    return (*parts, *damaged(battle, unit))


@rules.rule("BT-MEC-103", otherwise=0)
def blow_points(battle: Battle, tons: int, kind: str) -> int:
    """A point for every ten tons of a punch, for every five of a kick."""
    each = BLOWS.of(battle)[kind]["tons"]
    return -(-tons // each) if each else 0


def make(battle: Battle, attempt: Attempt) -> None:
    unit, target = attempt.unit, battle.units[str(attempt.command.target)]
    kind = attempt.using
    hit = _roll(battle, unit, target, kind, attempt.modifiers, attempt.cost, "BT-MEC-085")
    if hit and kind == PUSH:
        displace(battle, target, None, "BT-MEC-087")
        _keep_upright(battle, target, "a push")
    elif hit:
        side = side_towards(battle, target, unit.at)
        strike(battle, target, kind, attempt.damage or 0, side, "BT-MEC-085", kind)
        if kind == KICK:
            _keep_upright(battle, target, "a kick")
    elif kind == KICK:
        _keep_upright(battle, unit, "a missed kick")


def _roll(
    battle: Battle, unit: Unit, target: Unit, kind: str, parts: tuple[Modifier, ...], cost: int, rule: str
) -> bool:
    number = total(parts)
    roll = battle.roll(2)
    hit = sum(roll) >= number
    battle.emit(PhysicalAttack(unit.id, target.id, kind, number, parts, roll, hit, cost, rule))
    return hit


def _keep_upright(battle: Battle, unit: Unit, why: str, *more: Modifier) -> None:
    machine = unit.machine
    if unit.kind != MECH or machine is None or machine.destroyed or machine.is_down or not unit.on_map:
        return
    if not stays_in_control(battle, unit, why, *more):
        fall(battle, unit, why)


def aims(kind: str) -> object:
    def found(battle: Battle, unit: Unit) -> Iterator[Attack]:
        if unit.kind == MECH and VEHICLE_COMBAT in battle.options:
            for target in battle.of_side(battle.opponent(unit.side)):
                if target.machine is not None and target.on_map and touch(battle, unit, target):
                    yield Attack(unit.id, target.id, kind)

    return found


for _kind in (PUNCH, KICK, PUSH):
    hooks.attack_kinds.add(_kind, AttackKind(_kind, _kind, weigh, make, aims(_kind)))  # type: ignore[arg-type]


# -- charges ----------------------------------------------------------------------------------------------------------


@hooks.questions.entry("why not charge")
def why_not_charge(battle: Battle, unit: Unit, command: Move, plan: Plan) -> Refusal | None:
    """At the end of a move that leads up to it; a jump leads onto its centre."""
    target, machine = battle.unit(str(command.charge)), unit.machine
    assert machine is not None
    refusal = may_charge(battle, unit, target)
    if refusal is not None:
        return refusal
    if not machine.dots and all(one.what not in (STEP, FLY) for one in plan.strides):
        return Refusal("not_moved", f"{unit.id} must come from elsewhere to charge {target.id}", "BT-MEC-085")
    jumps = command.mode == "jump"
    at: Dot = plan.at
    if jumps and at != target.at:
        text = f"Death From Above ends on the centre dot {list(target.at)} of {target.id}"
        return Refusal("not_there", text, "BT-MEC-085")
    if jumps:
        return None
    if not plan.strides or true_distance(at, target.at) > radius_of(battle, unit) + radius_of(battle, target) + 1e-6:
        return Refusal("not_adjacent", f"the move does not lead up to {target.id}", "BT-MEC-085")
    acting = battle.state.acting == unit.id
    left = battle.state.mp_left if acting else plan.allowance or 0
    return cannot_pay(battle, left - plan.cost, COST.of(battle)["mp"], "a charge")


@rules.rule("BT-MEC-085", otherwise=None)
def may_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    if VEHICLE_COMBAT not in battle.options:
        text = f"machines fight one another with the option {VEHICLE_COMBAT}"
        return Refusal("no_option", text, "BT-MEC-085")
    if target.machine is None or target.side == unit.side or target.dead or not target.on_map:
        return Refusal("no_such_target", f"{target.id} is no enemy machine", "BT-MEC-085")
    return None


@hooks.questions.entry("charge")
def charge(battle: Battle, unit: Unit, target: Unit) -> None:
    """The blow at the end of the move."""
    machine, other = unit.machine, target.machine
    assert machine is not None
    assert other is not None
    kind = DFA if unit.moved == "jump" else CHARGE
    cost = COST.of(battle)["mp"] if kind == CHARGE else 0
    parts = blow_number(battle, unit, target, kind)
    hit = _roll(battle, unit, target, kind, parts, cost, "BT-MEC-085")
    if kind == DFA:
        _from_above(battle, unit, target, hit)
    elif hit:
        side, own = side_towards(battle, target, unit.at), side_towards(battle, unit, target.at)
        in_fives(battle, target, CHARGE, charge_points(battle, machine.tons, machine.dots), side, "BT-MEC-086")
        in_fives(battle, unit, CHARGE, -(-other.tons // 10), own, "BT-MEC-086")
        displace(battle, target, machine.way, "BT-MEC-087")
        two = Modifier("Charge", 2, "BT-MEC-103")
        _keep_upright(battle, target, "a charge", two)
        _keep_upright(battle, unit, "a charge", two)


@rules.rule("BT-MEC-086", otherwise=0)
def charge_points(battle: Battle, tons: int, dots: int) -> int:
    """A point for every ten tons, times the dots it has come divided by twelve."""
    return -(-tons // 10) * by_twelve(dots)


def _from_above(battle: Battle, unit: Unit, target: Unit, hit: bool) -> None:
    machine = unit.machine
    assert machine is not None
    if not hit:
        _aside(battle, unit, target)
        fall(battle, unit, "Death From Above")
        return
    points = 3 * blow_points(battle, machine.tons, DFA)
    while points > 0:
        strike(battle, target, DFA, min(5, points), side_towards(battle, target, unit.at), "BT-MEC-085", PUNCH)
        points -= 5
    own = -(-machine.tons // 5)
    while own > 0:
        strike(battle, unit, DFA, min(5, own), "front", "BT-MEC-085", KICK)
        own -= 5
    displace(battle, target, None, "BT-MEC-087")
    _keep_upright(battle, target, "Death From Above", Modifier("Death From Above", 2, "BT-MEC-103"))
    _keep_upright(battle, unit, "Death From Above", Modifier("Death From Above", 4, "BT-MEC-103"))


def _aside(battle: Battle, unit: Unit, target: Unit) -> None:
    """A jump that has missed ends beside its target."""
    assert target.machine is not None
    way = 1
    at = unit.at
    while battle.map.inside(neighbour(at, way)) and true_distance(at, target.at) < 4.0:
        at = neighbour(at, way)
    battle.emit(Slid(unit.id, at, battle.map.ground(at), False, "BT-MEC-087"))


FAR = rules.table("BT-MEC-087", {"dots": 3})


@rules.rule("BT-MEC-087", otherwise=None)
def displace(battle: Battle, unit: Unit, way: int | None, rule: str) -> None:
    """Three dots, in the direction of a charge, or where a die on the scatter diagram says."""
    roll = battle.roll(1) if way is None else ()
    way = roll[0] if way is None else way
    at = unit.at
    for _ in range(FAR.of(battle)["dots"]):
        to = neighbour(at, way)
        if not battle.map.inside(to):
            break
        at = to
    battle.emit(Slid(unit.id, at, battle.map.ground(at), False, rule, hooks.questions["carried"](battle, unit), roll))
