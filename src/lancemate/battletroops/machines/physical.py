"""Blows between machines (pp. 33-34, and BT-MEC-103): punches, kicks, pushes, charges, Death From Above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.throwing import no_aim
from lancemate.battletroops.damage.causes import BLOW as HARD_BLOW
from lancemate.battletroops.damage.causes import Source, source
from lancemate.battletroops.machines.damage import KICK, PUNCH, in_fives, strike
from lancemate.battletroops.machines.events import PhysicalAttack
from lancemate.battletroops.machines.falling import fall, slide_along
from lancemate.battletroops.machines.moving import FLY
from lancemate.battletroops.machines.options import VEHICLE_COMBAT
from lancemate.battletroops.machines.piloting import damaged, stays_in_control
from lancemate.battletroops.machines.shooting import by_twelve
from lancemate.battletroops.machines.templates import lies_in, radius_of, side_towards, touch
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.arriving import ENTERS, TOUCHES
from lancemate.battletroops.movement.arriving import way as way_of
from lancemate.battletroops.movement.plan import STEP, Plan
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Attack, Move
from lancemate.battletroops.play.traits import ARMOUR, BLOW, MACHINE
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot, neighbour, true_distance
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
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
PUSHED: Final = way_of("was pushed", "BT-MEC-087", ENTERS, TOUCHES)
FRONT_ARCS: Final = ("front", "left_forward", "right_forward")


def tell_blow(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    number, parts = aim.needs, aim.modifiers
    event = PhysicalAttack(aim.shooter.id, aim.whom.id, aim.using, number, parts, roll, hit, aim.cost, "BT-MEC-085")
    aim.battle.emit(event)


def _by(unit: Unit, kind: str, rule: str = "BT-MEC-085") -> Source:
    return source(kind, rule, HARD_BLOW, by=unit)


def _legs_and_gyro(aim: Aim) -> tuple[Modifier, ...]:
    return damaged(aim.battle, aim.shooter)


def _strikes(aim: Aim, left: Left | None) -> None:
    battle, target = aim.battle, aim.whom
    side = side_towards(battle, target, aim.shooter.at)
    strike(battle, target, _by(aim.shooter, aim.using), aim.damage or 0, side, aim.using)
    if aim.using == KICK:
        _keep_upright(battle, target, "a kick")


def _pushes(aim: Aim, left: Left | None) -> None:
    displace(aim.battle, aim.whom, None, "BT-MEC-087")
    _keep_upright(aim.battle, aim.whom, "a push")


def _kicks_the_air(aim: Aim) -> None:
    _keep_upright(aim.battle, aim.shooter, "a missed kick")


def _made(name: str, land: object = None, miss: object = None) -> AimKind:
    traits = frozenset((MACHINE, ARMOUR, BLOW))
    made = AimKind(name, traits, tell_blow, land, miss, _legs_and_gyro, f"a {name}")  # type: ignore[arg-type]
    return hooks.aim_kinds.add(name, made)


KINDS: Final = {
    PUNCH: _made(PUNCH, _strikes),
    KICK: _made(KICK, _strikes, _kicks_the_air),
    PUSH: _made(PUSH, _pushes),
    CHARGE: _made(CHARGE),
    DFA: _made(DFA),
}


def weigh(battle: Battle, command: Attack) -> Aim:
    """A punch, kick or push at a machine that the template touches."""
    unit = battle.unit(command.unit)
    kind = str(command.kind)
    target = battle.unit(command.target) if isinstance(command.target, str) else None
    if target is None or target.machine is None or unit.machine is None:
        return no_aim(battle, command, kind, _no_machine(kind, battle))
    cost = COST.of(battle)["mp"]
    aim = Aim(battle, KINDS[kind], unit, kind, None, target, command=command, cost=cost)
    aim.damage = blow_points(battle, unit.machine.tons, kind)
    return aim


def _no_machine(kind: str, battle: Battle) -> Refusal:
    if VEHICLE_COMBAT not in battle.options:
        text = f"machines fight one another with the option {VEHICLE_COMBAT}"
        return Refusal("no_option", text, "BT-MEC-085")
    return Refusal("no_such_target", f"a {kind} is for an enemy machine", "BT-MEC-085")


@hooks.may_shoot.rule("BT-MEC-085", part=hooks.ABLE, kinds=(PUNCH, KICK, PUSH))
def why_not_strike(aim: Aim) -> Refusal | None:
    """A standing 'Mech, at an enemy machine whose template touches its own, before it."""
    battle, unit, target, kind, rule = aim.battle, aim.shooter, aim.whom, aim.using, "BT-MEC-085"
    if VEHICLE_COMBAT not in battle.options or target.side == unit.side or target.dead or not target.on_map:
        return _no_machine(kind, battle)
    if unit.kind != MECH or unit.machine is None or unit.machine.is_down:
        return Refusal("not_able", f"only a 'Mech that stands may {kind}", rule)
    if not touch(battle, unit, target):
        return Refusal("not_adjacent", f"the templates of {unit.id} and {target.id} do not touch", rule)
    if not any(lies_in(battle, unit, arc, target.at) for arc in FRONT_ARCS):
        return Refusal("out_of_arc", f"{target.id} is not before {unit.id}", rule)
    if kind == PUNCH and target.kind != MECH:
        return Refusal("too_low", f"{target.id} is too low for a punch", rule)
    return None


@hooks.to_hit.rule("BT-MEC-103", part=hooks.BASE, kinds=tuple(BLOWS.book))
def by_piloting(aim: Aim) -> Modifier | None:
    """The piloting skill."""
    machine = aim.shooter.machine
    return None if machine is None else Modifier("Piloting", machine.piloting, "BT-MEC-103")


@hooks.to_hit.rule("BT-MEC-103", part=hooks.BASE, kinds=tuple(BLOWS.book))
def by_its_made(aim: Aim) -> Modifier | None:
    """The kind of blow."""
    more = BLOWS.of(aim)[aim.using]["to_hit"]
    return Modifier(aim.using.capitalize(), more, "BT-MEC-103") if more else None


@rules.rule("BT-MEC-103", otherwise=0)
def blow_points(battle: Battle, tons: int, kind: str) -> int:
    """A point for every ten tons of a punch, for every five of a kick."""
    each = BLOWS.of(battle)[kind]["tons"]
    return -(-tons // each) if each else 0


def make(battle: Battle, aim: Aim) -> None:
    shoot(aim)


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
    if cannot_pay(battle, battle.state.mp_left, cost, "a charge") is not None:
        return  # it has been slowed on its way
    hit = shoot(Aim(battle, KINDS[kind], unit, kind, None, target, cost=cost))
    if kind == DFA:
        _from_above(battle, unit, target, hit)
    elif hit:
        side, own = side_towards(battle, target, unit.at), side_towards(battle, unit, target.at)
        blow = _by(unit, CHARGE, "BT-MEC-086")
        in_fives(battle, target, blow, charge_points(battle, machine.tons, machine.dots), side)
        in_fives(battle, unit, blow, -(-other.tons // 10), own)
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
    points, blow = 3 * blow_points(battle, machine.tons, DFA), _by(unit, DFA)
    in_fives(battle, target, blow, points, side_towards(battle, target, unit.at), PUNCH)
    in_fives(battle, unit, blow, -(-machine.tons // 5), "front", KICK)
    displace(battle, target, None, "BT-MEC-087")
    _keep_upright(battle, target, "Death From Above", Modifier("Death From Above", 2, "BT-MEC-103"))
    _keep_upright(battle, unit, "Death From Above", Modifier("Death From Above", 4, "BT-MEC-103"))


def _aside(battle: Battle, unit: Unit, target: Unit) -> None:
    """A jump that has missed ends beside its target."""
    assert target.machine is not None
    way, at, path = 1, unit.at, [unit.at]
    while battle.map.inside(neighbour(at, way)) and true_distance(at, target.at) < 4.0:
        at = neighbour(at, way)
        path.append(at)
    slide_along(battle, unit, path[1:] or path, PUSHED)


FAR = rules.table("BT-MEC-087", {"dots": 3})


@rules.rule("BT-MEC-087", otherwise=None)
def displace(battle: Battle, unit: Unit, way: int | None, rule: str) -> None:
    """Three dots, in the direction of a charge, or where a die on the scatter diagram says."""
    roll = battle.roll(1) if way is None else ()
    way = roll[0] if way is None else way
    at = unit.at
    path: list[Dot] = []
    for _ in range(FAR.of(battle)["dots"]):
        to = neighbour(at, way)
        if not battle.map.inside(to):
            break
        at = to
        path.append(to)
    slide_along(battle, unit, path or [at], PUSHED, roll)
