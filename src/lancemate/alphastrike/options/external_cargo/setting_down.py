"""Dropping cargo on the way (pp. 164-165): quickly or with care, and the Move that is left then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.movement.allowance import to_spend
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.stacking import why_kept_free
from lancemate.alphastrike.options.external_cargo.loads import hauled, hurt_thing, put_down, thing
from lancemate.alphastrike.options.external_cargo.sizes import CARGO
from lancemate.alphastrike.options.external_cargo.towing import dragging, let_go, rolls
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.traits import AT_ONCE, FALL
from lancemate.alphastrike.play.words import order_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

QUICK, CAREFUL = "quick", "careful"
ON: Final = 1e-3  # inches off the path that a point may lie
CARE: Final = rules.table("AS-OPT-412", {"inches": 4.0})
CARE_DRAGGED: Final = rules.table("AS-OPT-432", {"inches": 2.0, "damage": 1})
DROPPED: Final = cause("dropped", "AS-OPT-412", FALL, AT_ONCE)
WAY: Final = Choice("path", "Then", "path", "AS-OPT-412")
FACING: Final = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)
order_word("move", "drop", CARGO)


def burden_of(unit: Unit) -> str | None:
    """What a unit could drop: what it carries, or drags."""
    return hauled.of(unit) or dragging.of(unit) if unit.notes else None


# -- is it allowed --------------------------------------------------------------------------------------------


@hooks.may_move.rule("AS-OPT-412", part=-3, when=CARGO)
def something_to_drop(m: Movement) -> Refusal | None:
    drop = m.command.drop
    if drop is None:
        return None
    if burden_of(m.unit) is None:
        return Refusal("no_cargo", f"{m.unit.id} has nothing to drop: leave out drop", "AS-OPT-412")
    if drop.how not in (QUICK, CAREFUL):
        return Refusal("how", f"cargo is dropped {QUICK} or {CAREFUL}, not {drop.how!r}", "AS-OPT-412")
    if prefix(m, drop.at) is None:
        text = f"{m.battle.table.name(drop.at)} is no point of the path of {m.unit.id}: drop it on the way"
        return Refusal("not_on_path", text, "AS-OPT-412")
    burden = m.battle.units.get(burden_of(m.unit) or "")
    return None if burden is None else why_kept_free(m.battle, burden, m.battle.table.snap(drop.at))


def prefix(m: Movement, at: Point) -> tuple[Point, ...] | None:
    """The path as far as a point of it."""
    table, here = m.battle.table, m.points[0] if m.points else m.unit.at
    at = table.snap(at)
    if table.distance(here, at) <= ON:
        return ()
    gone: tuple[Point, ...] = ()
    for point in m.command.path:
        end = table.snap(point)
        if table.distance(table.nearest_on(here, end, at), at) <= ON:
            return (*gone, at)
        gone, here = (*gone, end), end
    return None


# -- what it costs --------------------------------------------------------------------------------------------


@hooks.path_allowance.rule("AS-OPT-413", when=CARGO)
def regains_its_move(m: Movement) -> Cost | None:
    """Whoever drops its burden on the way has its own Move again, less what the loaded part has cost of that."""
    if m.command.drop is None:
        return None
    return Cost(f"Drops {burden_of(m.unit)}", normal_of(m) - under_it(m), "AS-OPT-413")


def normal_of(m: Movement) -> float:
    """What it could spend without a burden: asked of a copy that has none."""
    twin = m.battle.clone()
    unit = twin.units[m.unit.id]
    hauled.erase(unit)
    dragging.erase(unit)
    return to_spend(twin, unit, m.way, m.mode)


def under_it(m: Movement) -> float:
    return to_spend(m.battle, m.unit, m.way, m.mode)


@hooks.way_fees.rule("AS-OPT-413", when=CARGO)
def loaded_inches_cost_more(m: Movement) -> Cost | None:
    """An inch under the load costs as many as the load takes of the Move."""
    drop = m.command.drop
    way = None if drop is None else prefix(m, drop.at)
    if not way:
        return None
    now, normal = under_it(m), normal_of(m)
    cost = check_move(m.battle, orders.Move(m.unit.id, way, m.mode)).cost
    more = cost * (normal / now - 1.0) if now > 0 else normal
    return Cost("Under the load", more, "AS-OPT-413") if more > 0 else None


@hooks.way_fees.rule("AS-OPT-412", when=CARGO)
def care_takes_time(m: Movement) -> Cost | None:
    drop = m.command.drop
    if drop is None or drop.how != CAREFUL:
        return None
    if hauled.of(m.unit) is None:
        return Cost("Let go with care", CARE_DRAGGED.of(m)["inches"], "AS-OPT-432")
    return Cost("Set down with care", CARE.of(m)["inches"], "AS-OPT-412")


# -- doing it -------------------------------------------------------------------------------------------------


@hooks.moved.rule("AS-OPT-412", part=-1, when=CARGO)
def drops_it(m: Movement) -> bool | None:
    drop, unit, battle = m.command.drop, m.unit, m.battle
    if drop is None:
        return None
    at, quick = battle.table.snap(drop.at), drop.how == QUICK
    if hauled.of(unit) is not None:
        name = put_down(battle, unit, at, drop.how, "AS-OPT-412")
        assert name is not None
        if quick:
            falls_hard(battle, unit, name)
    else:
        name = let_go(m, at, prefix(m, drop.at) or ())
        if quick and name is not None and not rolls(battle, name):
            batter(battle, name, int(CARE_DRAGGED.of(battle)["damage"]), "AS-OPT-432")
    return True


@rules.rule("AS-OPT-412", otherwise=None)
def falls_hard(battle: Battle, unit: Unit, name: str) -> None:
    """What is dropped in a hurry takes as much damage as a die shows."""
    die = battle.roll(1)
    battle.emit(DieRolled(unit.id, f"dropping {name}", die, f"{die[0]} points", "AS-OPT-412"))
    batter(battle, name, die[0], "AS-OPT-412")


def batter(battle: Battle, name: str, points: int, by: str) -> None:
    """Damage to cargo that is no attack: a thing or a unit."""
    if thing(battle, name) is not None:
        hurt_thing(battle, name, points, by)
    else:
        hurt(battle, name, points, DROPPED.itself)


@hooks.offers.rule("AS-OPT-412", when=CARGO)
def may_drop(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Where it stands, before it goes on; on the way, for those who say where."""
    name = burden_of(unit)
    if name is None or orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return None
    tries = [(how, orders.Move(unit.id, drop=orders.Drop(unit.at, how))) for how in (QUICK, CAREFUL)]
    labels = {QUICK: f"Drop {name} here", CAREFUL: f"Set {name} down here with care"}
    legal = [(how, command) for how, command in tries if check_move(battle, command).legal]
    return tuple(offer(command, labels[how], "AS-OPT-412", WAY, FACING) for how, command in legal)
