"""A move as it would be made: step by step, with what each costs and why it may not be (pp. 9-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lancemate.battletroops import hooks
from lancemate.battletroops.movement.allowance import allowance, cannot_pay
from lancemate.battletroops.movement.costs import TERRAIN, change_level, pace
from lancemate.battletroops.play.orders import Move
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.ranges import SIZES
from lancemate.field.lattice import Dot, distance, row_of_dots
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

STEP, LEVEL, PRONE, STAND, OFF = "step", "level", "prone", "stand", "off"
Left: TypeAlias = tuple[Dot, int]  # a dot and floor that somebody has come from

WALK: Final = "walk"
WORDS: Final = ("up", "down", PRONE, STAND, OFF)


class Stride(NamedTuple):
    """One part of a move."""

    what: str
    at: Dot
    elevation: int
    cost: int
    parts: tuple[Cost, ...] = ()


@dataclass(slots=True)
class Plan:
    """A whole move of one unit."""

    unit: Unit
    command: Move
    strides: list[Stride] = field(default_factory=list)
    refusal: Refusal | None = None
    arc_cost: int = 0
    more_cost: int = 0  # what options add, such as boarding
    allowance: int | None = None  # where it depends on how one moves

    @property
    def moving_cost(self) -> int:
        return sum([stride.cost for stride in self.strides])

    @property
    def cost(self) -> int:
        return self.moving_cost + self.arc_cost + self.more_cost

    @property
    def leaves(self) -> bool:
        """It leads to another dot or floor."""
        return any(stride.what not in (PRONE, STAND) for stride in self.strides)

    @property
    def at(self) -> Dot:
        return self.strides[-1].at if self.strides else self.unit.at

    @property
    def elevation(self) -> int:
        return self.strides[-1].elevation if self.strides else self.unit.elevation


def left_to(battle: Battle, unit: Unit) -> int:
    """The movement points it may still spend: all, before it is activated."""
    return battle.state.mp_left if battle.state.acting == unit.id else allowance(battle, unit)


def plan_move(battle: Battle, unit: Unit, command: Move) -> Plan:
    """A move, with the first reason against it if there is one."""
    if unit.machine is not None:
        drive = hooks.unit_kinds[unit.kind].plan
        assert drive is not None
        return drive(battle, unit, command)
    plan = Plan(unit, command)
    lay_out = _lay_out if command.mode == WALK else hooks.modes.get(command.mode, _no_such_mode)
    plan.refusal = lay_out(battle, plan)
    inside = command.board is not None and not command.outside
    if plan.refusal is None and plan.strides and plan.strides[-1].what != OFF and not inside:
        plan.refusal = taken(battle, unit, plan)
    if command.arc is not None:
        plan.arc_cost = command.arc.size
        plan.refusal = plan.refusal or why_not_watch(battle, unit, command.arc.size)
    plan.refusal = plan.refusal or _no_ride(battle, command) or objection(battle, plan)
    if plan.refusal is None:
        plan.refusal = cannot_pay(battle, left_to(battle, unit), plan.cost, "this move")
    return plan


def _no_ride(battle: Battle, command: Move) -> Refusal | None:
    """Asked in every battle: the rules about boarding are asked only where there are vehicles."""
    if command.board is None or battle.unit(command.board).machine is not None:
        return None
    return Refusal("no_such_vehicle", f"{command.board} is no vehicle to ride on", "BT-MEC-070")


def objection(battle: Battle, plan: Plan) -> Refusal | None:
    """What else forbids a move: hook ``may_move``."""
    for hook in battle.hooks[hooks.may_move]:
        refusal: Refusal | None = hook(battle, plan)
        if refusal is not None:
            return refusal
    return None


def _no_such_mode(battle: Battle, plan: Plan) -> Refusal:
    known = ", ".join((WALK, *hooks.modes))
    return Refusal("no_such_mode", f"{plan.command.mode!r} is no way to move; there are {known}", "BT-MOV-002")


def _lay_out(battle: Battle, plan: Plan) -> Refusal | None:
    unit = plan.unit
    at, elevation, prone = unit.at, unit.elevation, unit.prone
    table = TERRAIN.of(battle)
    path = plan.command.path
    if (unit.riding is not None or unit.aboard is not None) and path and isinstance(path[0], tuple):
        off: Refusal | Stride = hooks.questions["get off"](battle, plan, path[0])
        if isinstance(off, Refusal):
            return off
        plan.strides.append(off)
        at, elevation, path = off.at, off.elevation, path[1:]
    for part in spelled_out(path, at):
        if plan.strides and plan.strides[-1].what == OFF:
            return Refusal("gone", "whoever has left the map goes nowhere else", "BT-MOV-002")
        if isinstance(part, tuple):
            one = pace(battle, at, elevation, part, prone=prone)
        elif part in ("up", "down"):
            one = change_level(battle, at, elevation, part == "up", prone=prone)
        elif part == PRONE:
            if prone:
                return Refusal("prone", f"{unit.id} is prone already", "BT-MOV-015")
            prone = True
            plan.strides.append(Stride(PRONE, at, elevation, table["prone"]))
            continue
        elif part == STAND:
            if not prone:
                return Refusal("standing", f"{unit.id} stands already", "BT-MOV-017")
            prone = False
            plan.strides.append(Stride(STAND, at, elevation, table["stand"]))
            continue
        elif part == OFF:
            if not battle.map.on_edge(at):
                return Refusal("not_at_the_edge", "one leaves the map from a dot at its edge", "BT-MOV-002")
            plan.strides.append(Stride(OFF, at, elevation, table["off"]))
            continue
        else:
            known = ", ".join(WORDS)
            return Refusal("no_such_step", f"{part!r} is no part of a path; there are dots, {known}", "BT-MOV-002")
        if one.refusal is not None:
            return one.refusal
        at, elevation = one.at, one.elevation
        plan.strides.append(Stride(STEP if isinstance(part, tuple) else LEVEL, at, elevation, one.cost, one.parts))
    return None


def spelled_out(path: Sequence[Dot | str], at: Dot) -> Iterator[Dot | str]:
    """Every dot of the way: a straight row may be named by its last."""
    for part in path:
        if isinstance(part, str):
            yield part
            continue
        row = None if distance(at, part) == 1 else row_of_dots(at, part)
        yield from (part,) if row is None else row
        at = part


@rules.rule("BT-MOV-008", otherwise=None)
def taken(battle: Battle, unit: Unit, plan: Plan) -> Refusal | None:
    """One may pass through others, but two never end on the same dot and floor."""
    other = standing_on(battle, plan.at, plan.elevation, unit)
    if other is None:
        return None
    return Refusal("occupied", f"{other.id} stands on {list(plan.at)}: one may only pass through", "BT-MOV-008")


def standing_on(battle: Battle, at: Dot, elevation: int, but: Unit) -> Unit | None:
    """Who else is on a dot and floor; those who are out do not count, and hidden enemies give nothing away."""
    x, y = at
    for other in battle.state.units.values():
        if other.x == x and other.y == y and other.elevation == elevation and other is not but:
            here = other.on_map and other.conscious and other.is_soldier
            if here and not (other.hidden and other.side != but.side):
                return other
    return None


def why_not_watch(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """Why a unit may not set an arc: hook ``may_watch``."""
    for hook in battle.hooks[hooks.may_watch]:
        refusal: Refusal | None = hook(battle, unit, size)
        if refusal is not None:
            return refusal
    return None


@hooks.may_watch.rule("BT-MOV-012")
def three_sizes(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """There are arcs for 2, 4 and 6 MP."""
    sizes = SIZES.of(battle)
    if size in sizes:
        return None
    return Refusal("no_such_arc", f"there are arcs for {', '.join(map(str, sizes))} MP, not for {size}", "BT-MOV-012")


@hooks.may_watch.rule("BT-COM-028")
def not_after_announcing(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """A hand-to-hand attack is instead of firing."""
    if unit.hand_to_hand is None:
        return None
    text = f"{unit.id} has announced a hand-to-hand attack, which is instead of firing"
    return Refusal("hand_to_hand", text, "BT-COM-028")
