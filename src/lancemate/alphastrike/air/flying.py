"""How aerospace units move (p. 180): entering, flight paths, altitudes, hovering.

A move is worked out as a ``Plan`` and then told. Landing and taking off stand in a file of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import floor, isfinite
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import (
    AIR,
    altitude_of,
    height_of,
    is_airship,
    is_spheroid,
    levels,
    powerless,
    thrust_to_spend,
)
from lancemate.alphastrike.air.events import Flew
from lancemate.alphastrike.measure.lines import ON, around, far_end, off_line, on_an_edge, on_edge
from lancemate.alphastrike.movement.context import facing_meant
from lancemate.alphastrike.movement.entering import ALOFT, put
from lancemate.alphastrike.movement.entry import home_edge, leave_the_table, way_out
from lancemate.alphastrike.movement.modes import Mode, OwnWay
from lancemate.alphastrike.movement.planner import MovePreview
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import ON_THE_GROUND, OPTION, ceiling, climbing, flies, hovering, path_of
from lancemate.alphastrike.play.state import RESERVE, TABLE, comes_on_later
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.ruleset import Changes

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

SHORTEST: Final = rules.table("AS-AER-003", {"inches over the table": 24.0})
SLACK: Final = 1e-3
SAID: Final = ("unit", "path", "mode", "facing", "altitude", "convert")  # what orders to fly consist of
UNHEARD: Final = tuple(each.name for each in fields(orders.Move) if each.name not in SAID)
IN_FLIGHT: Final = {"board": ON_THE_GROUND, "unload": "dropping_troops"}  # what options let a unit do on its way


@dataclass(slots=True)
class Plan:
    """One flight while it is worked out."""

    battle: Battle
    unit: Unit
    command: orders.Move
    start: Point
    facing: float
    altitude: str
    thrust: float
    end: Point | None = None  # of its path; none while it hovers on
    slid: float = 0.0
    hovering: bool = False
    entered: bool = False
    rule: str = "AS-AER-003"
    exit_edge: str | None = None  # it leaves over it in the place of a flight

    @property
    def changed(self) -> Changes | None:
        return self.battle.changed


# -- working it out -------------------------------------------------------------------------------------------


def worked_out(battle: Battle, command: orders.Move) -> Plan:
    """Everything about a flight, or the rule that forbids it."""
    unit = battle.unit(command.unit)
    check_flyer(battle, unit, command)
    for point in command.path:
        if not all(isfinite(value) for value in point):
            raise refuse("bad_path", "every point of a path is a pair of finite numbers", "AS-AER-003")
    path = tuple(battle.table.snap(point) for point in command.path)
    facing = unit.facing if command.facing is None else facing_meant(battle, command.facing)
    plan = Plan(battle, unit, command, unit.at, facing, altitude_of(unit), thrust_to_spend(battle, unit))
    if command.mode == "fly" and unit.place == TABLE and path and not battle.table.inside(*path[-1]):
        _plan_leaving(plan, path)
        return plan
    if command.mode == "hover":
        _plan_hover(plan, path)
    else:
        _plan_flight(plan, path)
    _choose_altitude(plan)
    check_flight(plan)
    return plan


def check_flight(plan: Plan) -> None:
    """What else is to be minded about a flight, or a landing: hook ``flight_rules`` (plan)."""
    for hook in plan.battle.hooks[hooks.flight_rules]:
        refusal = hook(plan)
        if refusal is not None:
            raise Refused(refusal)


def lies_ahead(unit: Unit, facing: float) -> bool:
    """After taking off an aerodyne flies into its front arc; all others wherever they like."""
    return not climbing.of(unit) or abs((facing - unit.facing + 180.0) % 360.0 - 180.0) <= 90.0


def check_flyer(battle: Battle, unit: Unit, command: orders.Move) -> None:
    """Flying is for what has Thrust, is in the air or waits to come on, and where the chapter is played."""
    if not unit.card.is_aerospace:
        text = f"{unit.id} has no Thrust: it cannot {command.mode}; use one of its own ways to move"
        raise refuse("unknown_mode", text, "AS-MOV-049")
    if OPTION not in battle.options:
        text = f"{unit.id} moves by the aerospace rules, and the option {OPTION} is not on"
        raise refuse("aerospace", text, "AS-MOV-047")
    if unit.place not in (TABLE, RESERVE) or (unit.place == TABLE and not unit.airborne):
        text = f"{unit.id} is on the ground: it has to take off before it flies (mode liftoff)"
        raise refuse("grounded", text, "AS-OPT-072" if ON_THE_GROUND in battle.options else "AS-AER-002")
    refusal = says_too_much(battle, command, "AS-AER-003")
    if refusal is not None:
        raise Refused(refusal)


def says_too_much(battle: Battle, command: orders.Move, by: str) -> Refusal | None:
    """Nobody charges, goes hull down or sets somebody down in flight: such words are not left unheard."""
    on_its_way = IN_FLIGHT if command.mode in ("fly", "hover") else {}
    said = [word for word in UNHEARD if getattr(command, word) not in (None, (), False)]
    odd = next((word for word in said if on_its_way.get(word) not in battle.options), None)
    if odd is None:
        return None
    hint = f"it is for the option {on_its_way[odd]}" if odd in on_its_way else "a flight has path, facing and altitude"
    return Refusal("not_in_flight", f"leave out {odd} with mode {command.mode}: {hint}", by)


def _plan_flight(plan: Plan, path: tuple[Point, ...]) -> None:
    """A straight line from the edge, or from where it hovered, to the far side of the table."""
    if len(path) > 1:
        text = f"{plan.unit.id} flies along its facing: name at most the point of the edge where it begins"
        raise refuse("bad_path", text, "AS-AER-003")
    begin_path(plan, path[0] if path else None)
    if hovering.of(plan.unit):
        plan.rule = "AS-AER-010"
    plan.end = far_end(plan.battle.table, plan.start, plan.facing)
    too_short(plan)


def _plan_leaving(plan: Plan, path: tuple[Point, ...]) -> None:
    """A unit that is at an edge leaves over it, where a rule lets it, with a point beyond that edge for a path."""
    unit, table = plan.unit, plan.battle.table
    edge, at = table.edge_crossed(unit.at, path[-1])
    if len(path) > 1 or not edge or table.distance(at, unit.at) > ON:
        text = f"{unit.id} leaves over an edge that it is at: fly there first, then name a point beyond it"
        raise refuse("off_table", text, "AS-INT-004")
    plan.exit_edge, plan.rule = edge, way_out(plan.battle, unit, edge)


def begin_path(plan: Plan, wish: Point | None) -> None:
    """Where the path begins: a point of the home edge, the place it is at, or one that it slides to."""
    unit, table = plan.unit, plan.battle.table
    if unit.place == RESERVE:
        plan.start, plan.entered = entry_point(plan, wish), True
        return
    if wish is None or table.distance(wish, unit.at) <= ON:
        return
    plan.start = wish
    plan.slid = slides(plan, wish)


@rules.rule("AS-AER-002", otherwise=lambda plan, wish: wish or plan.battle.table.centre)
def entry_point(plan: Plan, wish: Point | None) -> Point:
    """A unit comes on anywhere along its side's home edge, in any turn."""
    unit, table = plan.unit, plan.battle.table
    home = home_edge(plan.battle, unit.side)
    where = f"the {home} edge, its home" if home is not None else "an edge of the table"
    if wish is None:
        text = f"{unit.id} is not on the table yet: its path names the point of {where}, where it comes on"
        raise refuse("off_board", text, "AS-AER-002")
    if not (on_an_edge(table, wish) if home is None else on_edge(table, home, wish)):
        text = f"{unit.id} comes on across {where}: {table.name(wish)} does not lie on it"
        raise refuse("not_home_edge", text, "AS-AER-002")
    return wish


@rules.rule("AS-AER-005", otherwise=0.0)
def slides(plan: Plan, wish: Point) -> float:
    """Before it lays its path a unit may slide along the edge, around corners too, as far as its Thrust in inches."""
    unit, table = plan.unit, plan.battle.table
    if not on_an_edge(table, unit.at):
        text = f"{unit.id} is not at the edge and cannot slide: it flies from {table.name(unit.at)}"
        raise refuse("cannot_slide", text, "AS-AER-005")
    if not on_an_edge(table, wish):
        text = f"{table.name(wish)} does not lie on the edge along which {unit.id} may slide"
        raise refuse("cannot_slide", text, "AS-AER-005")
    far = around(table, unit.at, wish)
    if far > plan.thrust + SLACK:
        text = f"{unit.id} may slide up to its Thrust, {plan.thrust:g} inches along the edge; this is {far:.4g}"
        raise refuse("slides_too_far", text, "AS-AER-005")
    return far


@rules.rule("AS-AER-003", otherwise=None)
def too_short(plan: Plan) -> None:
    """A path that begins at the edge crosses at least 24 inches of the table, or all there is on a small one."""
    table, end = plan.battle.table, plan.end
    assert end is not None
    length, need = table.distance(plan.start, end), SHORTEST.of(plan)["inches over the table"]
    if length <= SLACK:
        text = f"facing {plan.facing:g} leads {plan.unit.id} off the table at once: face across it"
        raise refuse("too_short", text, "AS-AER-003")
    if length >= need - SLACK or starts_inside(plan) or length >= longest(plan) - SLACK:
        return
    text = f"the path of {plan.unit.id} crosses {length:.4g} of the table; it needs {need:g}: choose another facing"
    raise refuse("too_short", text, "AS-AER-003")


@rules.rule("AS-AER-010", otherwise=False)
def starts_inside(plan: Plan) -> bool:
    """Whoever leaves a place over the table, as after hovering, need not cross 24 inches."""
    return not on_an_edge(plan.battle.table, plan.start)


def longest(plan: Plan) -> float:
    """The longest line over the table from where a path begins, to the degree: what counts on a small one."""
    table = plan.battle.table
    need = SHORTEST.of(plan)["inches over the table"]
    width, depth = table.width, table.depth
    if max(width, depth) >= need:
        return float("inf")
    return max(table.distance(plan.start, far_end(table, plan.start, float(way))) for way in range(0, 360, 5))


# -- altitude -------------------------------------------------------------------------------------------------


def _choose_altitude(plan: Plan) -> None:
    wish, unit = plan.command.altitude, plan.unit
    known = levels(plan)
    if wish is not None and wish not in known:
        raise refuse("unknown_altitude", f"there is no altitude {wish!r}; choose {', '.join(known)}", "AS-AER-006")
    plan.altitude = chosen_altitude(plan, wish) if wish is not None else plan.altitude
    capped(plan)
    without_power(plan)
    if plan.hovering and hovering.of(unit):
        climbs_slowly(plan)


@rules.rule("AS-AER-006", otherwise=lambda plan, wish: plan.altitude)
def chosen_altitude(plan: Plan, wish: str) -> str:
    """Every turn a unit flies as high as it likes."""
    return wish


@rules.rule("AS-AER-089", otherwise=None)
def capped(plan: Plan) -> None:
    """After a failed Control Roll a unit does not climb back in its next move."""
    known, most = levels(plan), ceiling.of(plan.unit)
    if most is not None and known.index(plan.altitude) > known.index(most):
        text = f"{plan.unit.id} lost control and fell: it flies no higher than {most} this turn"
        raise refuse("too_high", text, "AS-AER-089")


@rules.rule("AS-AER-090", otherwise=None)
def without_power(plan: Plan) -> None:
    """Who has no Thrust left does not climb back to where it fell from."""
    known, unit = levels(plan), plan.unit
    if unit.airborne and known.index(plan.altitude) > known.index(altitude_of(unit)) and powerless(plan.battle, unit):
        text = f"{unit.id} has no power and does not climb: it flies at {altitude_of(unit)} or lower"
        raise refuse("too_high", text, "AS-AER-090")


@rules.rule("AS-AER-009", otherwise=None)
def climbs_slowly(plan: Plan) -> None:
    """A unit that hovers on changes its altitude by one level at most."""
    known = levels(plan)
    if abs(known.index(plan.altitude) - known.index(altitude_of(plan.unit))) > 1:
        text = f"{plan.unit.id} hovers and climbs or sinks by one altitude at most; it is at {altitude_of(plan.unit)}"
        raise refuse("too_high", text, "AS-AER-009")


# -- hovering -------------------------------------------------------------------------------------------------


def may_hover(battle: Battle, unit: Unit) -> bool:
    """Airships and spheroids hover; whoever has wings does not."""
    return is_spheroid(battle, unit) or is_airship(battle, unit)


def _plan_hover(plan: Plan, path: tuple[Point, ...]) -> None:
    begins_to_hover(plan)
    if hovering.of(plan.unit):
        _hover_on(plan, path)
    else:
        _stop_on_the_way(plan, path)


@rules.rule("AS-AER-008", otherwise=None)
def begins_to_hover(plan: Plan) -> None:
    """Airships and spheroids may hover in place."""
    if not may_hover(plan.battle, plan.unit):
        text = f"{plan.unit.id} is neither an airship nor a spheroid and cannot hover: it flies (mode fly)"
        raise refuse("cannot_hover", text, "AS-AER-008")


def _stop_on_the_way(plan: Plan, path: tuple[Point, ...]) -> None:
    """The first turn: a normal path that ends at a point of it."""
    unit, table = plan.unit, plan.battle.table
    if not path or len(path) > 2:
        text = (
            f"name the point where {unit.id} comes to hover, and before it the point of the edge it begins at, if any"
        )
        raise refuse("bad_path", text, "AS-AER-008")
    begin_path(plan, path[0] if len(path) == 2 else None)
    stop = path[-1]
    if plan.command.facing is None:
        plan.facing = table.snap_facing(table.bearing(plan.start, stop))
    plan.end = far_end(table, plan.start, plan.facing)
    too_short(plan)
    on_its_path(plan, stop)
    plan.end, plan.hovering, plan.rule = stop, True, "AS-AER-008"


@rules.rule("AS-AER-008", otherwise=None)
def on_its_path(plan: Plan, stop: Point) -> None:
    """The place to hover at is a point of the flight path."""
    assert plan.end is not None
    if off_line(plan.battle.table, (plan.start, plan.end), stop) > ON:
        text = f"{plan.battle.table.name(stop)} does not lie on the path of {plan.unit.id}: hover on it"
        raise refuse("not_on_path", text, "AS-AER-008")


def _hover_on(plan: Plan, path: tuple[Point, ...]) -> None:
    """Later turns: half the Thrust in inches, rounded down, from where it hovers."""
    unit, table = plan.unit, plan.battle.table
    if len(path) > 1:
        raise refuse("bad_path", f"name at most the one point where {unit.id} hovers next", "AS-AER-009")
    stop = path[0] if path else unit.at
    hover_reach(plan, stop)
    if not table.inside(*stop):
        raise refuse("off_table", f"{unit.id} hovers over the table", "AS-AER-009")
    plan.start, plan.end, plan.hovering, plan.rule = stop, None, True, "AS-AER-009"


@rules.rule("AS-AER-009", otherwise=None)
def hover_reach(plan: Plan, stop: Point) -> None:
    most = floor(plan.thrust / 2.0 + SLACK)
    far = plan.battle.table.distance(plan.unit.at, stop)
    if far > most + SLACK:
        text = f"{plan.unit.id} drifts up to half its Thrust, {most} inches, while it hovers; this is {far:.4g}"
        raise refuse("too_far", text, "AS-AER-009")


# -- making it ------------------------------------------------------------------------------------------------


def carry_out(battle: Battle, command: orders.Move) -> bool:
    plan = worked_out(battle, command)
    if plan.exit_edge is not None:
        leave_the_table(battle, plan.unit, plan.exit_edge, plan.rule)
        return False
    tell(plan)
    ends = [hook(plan) for hook in battle.hooks[hooks.flight_made]]
    return any(ends)


def tell(plan: Plan) -> None:
    """Write a flight into the journal."""
    on_the_spot = plan.end is None
    flew = Flew(
        unit=plan.unit.id,
        mode=plan.command.mode,
        at=plan.start,
        facing=plan.facing,
        altitude=plan.altitude,
        elevation=height_of(plan, plan.altitude),
        flight=None if plan.end is None else (plan.start, plan.end),
        slid=round(plan.slid, 4),
        hovering=plan.hovering and on_the_spot,
        entered=plan.entered,
        rule=plan.rule,
    )
    put(plan.battle, flew, ALOFT)


def preview(battle: Battle, command: orders.Move) -> MovePreview:
    """What a flight would be, or why it may not be made."""
    try:
        unit = battle.unit(command.unit)
        thrust = thrust_to_spend(battle, unit)
        plan = worked_out(battle, command)
    except Refused as refused:
        known = battle.units.get(command.unit)
        left = None if known is None else thrust_to_spend(battle, known)
        return MovePreview(False, refused.refusal, command.mode, 0.0, 0.0, 0.0, thrust=left)
    return MovePreview(
        legal=True,
        reason=None,
        mode=command.mode,
        inches=0.0,
        cost=0.0,
        allowance=thrust,
        at=plan.start,
        elevation=height_of(plan, plan.altitude),
        airborne=True,
        flight=None if plan.end is None else (plan.start, plan.end),
        thrust=thrust,
        landing=next((roll for hook in battle.hooks[hooks.flight_preview] if (roll := hook(plan)) is not None), None),
    )


hooks.movement_modes.add("fly", Mode("fly", "Fly", "flew", own=OwnWay(carry_out, preview)))
hooks.movement_modes.add("hover", Mode("hover", "Hover", "hovered", own=OwnWay(carry_out, preview)))


# -- who gives up its move ------------------------------------------------------------------------------------


@hooks.passed_move.rule("AS-AER-003", when=AIR)
def flies_straight_on(battle: Battle, unit: Unit) -> bool | None:
    """Nobody stops in the air: a unit that names no path flies along its facing, or across where that leads off."""
    if not flies(unit) or hovering.of(unit):
        return None
    table = battle.table
    ways = (unit.facing, table.snap_facing(unit.facing + 180.0), table.bearing(unit.at, table.centre))
    for facing in ways:
        command = orders.Move(unit.id, (), "fly", table.snap_facing(facing))
        try:
            plan = worked_out(battle, command)
        except Refused:
            continue
        tell(plan)
        return True
    return None


@hooks.has_moved.rule("AS-AER-003", when=AIR)
def has_flown(battle: Battle, unit: Unit) -> None:
    """Where a battle opens in combat, a unit in the air has laid its path along its facing; one on the ground waits."""
    if not unit.card.is_aerospace or unit.place != TABLE or unit.moved != "none":
        return
    if not unit.airborne:
        unit.moved = "ground" if unit.inches else "standstill"
        return
    unit.moved = "hover" if hovering.of(unit) else "fly"
    if unit.moved == "fly" and path_of(unit)[0] == path_of(unit)[1]:
        end = far_end(battle.table, unit.at, unit.facing)
        unit.notes = {**unit.notes, "flight": [list(unit.at), list(end)]}


@hooks.battle_opens.rule("AS-AER-002", when=AIR)
def come_on_by_air(battle: Battle) -> None:
    """Aerospace units are not placed: they come on in their movement of the first turn, or later."""
    for unit in battle.units.values():
        if unit.card.is_aerospace and unit.place == RESERVE and ON_THE_GROUND not in battle.options:
            comes_on_later.remember(battle, unit, True)
