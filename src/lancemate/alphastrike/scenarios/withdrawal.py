"""Forced Withdrawal (pp. 126, 170): crippled units go home the quickest way they have, and are out of it.

Knows who must go and by which edge; the way there is worked out in homeward.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import powerless
from lancemate.alphastrike.cards.command_names import ESPRIT, FAST_WITHDRAWAL
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.movement.context import SLACK, Movement
from lancemate.alphastrike.movement.entry import home_edge, leave_the_table
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.on_the_way import BREAK
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.state import TABLE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.events import Withdraws
from lancemate.alphastrike.scenarios.flying_home import (
    ends_at,
    flight_home,
    flights_to,
    is_at,
    take_off,
    turns_by_air,
)
from lancemate.alphastrike.scenarios.homeward import NEVER, blinded, turns_home, way_home
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.air.flying import Plan
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "forced_withdrawal", "AS-SCN-007", "crippled units must leave the field", title="Forced Withdrawal"
)

# On wherever some unit may have to go home.
GOING: Final = implied.add(OPTION, rules.switch("withdrawal"))

# The mode of a robotic unit.
robot = unit_memory("aggression", str, default=None, rule="AS-SCN-013")


# -- who must go ----------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SCN-007", part=hooks.LATE, when=OPTION)
def crippled_units_turn_home(battle: Battle) -> bool | None:
    """Whoever is crippled at the end of a turn must withdraw from the next Movement Phase on."""
    done = None
    for unit in battle.units.values():
        if not unit.in_play or unit.withdrawing or is_exempt(battle, unit):
            continue
        why = crippled(battle, unit)
        if why is not None:
            battle.emit(Withdraws(unit.id, True, why.reason, why.rule))
            done = True
    return done


def must_go(battle: Battle, unit: Unit) -> bool:
    """It is on its way home, or acts as if it were."""
    return unit.withdrawing or is_blinded(battle, unit)


@rules.rule("AS-SCN-013", otherwise=False)
def is_blinded(battle: Battle, unit: Unit) -> bool:
    """A robot blinded by jamming acts as a crippled unit."""
    return blinded.of(unit)


def is_exempt(battle: Battle, unit: Unit) -> bool:
    """Forced withdrawal is nothing to it."""
    if always_obeys(battle, unit):
        return False
    return any(hook(battle, unit) for hook in battle.hooks[hooks.never_withdraws])


@rules.rule("AS-SCN-013", otherwise=False)
def always_obeys(battle: Battle, unit: Unit) -> bool:
    """Passive robots go home when they are crippled, whoever commands them."""
    return robot.of(unit) == "passive"


@hooks.never_withdraws.rule("AS-SCN-013", "AS-SCA-030", when=OPTION)
def esprit_de_corps(battle: Battle, unit: Unit) -> bool:
    return serves(battle, unit, ESPRIT)


@hooks.never_withdraws.rule("AS-SCN-013", when=OPTION)
def suicidal_robots(battle: Battle, unit: Unit) -> bool:
    return robot.of(unit) == "suicidal"


@hooks.never_withdraws.rule("AS-SCN-056", when=SWITCH)
def desperate_side(battle: Battle, unit: Unit) -> bool:
    """One side fights with its back to the wall."""
    scenario = battle.setup.scenario
    return scenario is not None and scenario.is_desperate(unit.side)


# -- where to -------------------------------------------------------------------------------------------------


def ways_out(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The edges by which a withdrawing unit may leave."""
    for hook in battle.hooks[hooks.withdrawal_edges]:
        edges: tuple[str, ...] | None = hook(battle, unit)
        if edges is not None:
            return edges
    home = home_edge(battle, unit.side)
    return (home,) if home is not None else ()


@hooks.withdrawal_edges.rule("AS-SCN-013", part=1, when=GOING)
def fast_withdrawal(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Such a force leaves by any edge but the enemy's, unless a scenario closes it."""
    if not serves(battle, unit, FAST_WITHDRAWAL):
        return None
    enemy = home_edge(battle, battle.opponent(unit.side))
    return tuple(edge for edge in EDGES if edge != enemy and not is_closed(battle, unit, edge))


def is_closed(battle: Battle, unit: Unit, edge: str) -> bool:
    return any(hook(battle, unit, edge) is not None for hook in battle.hooks[hooks.edge_closed])


@hooks.may_exit.rule("AS-SCN-007", when=GOING)
def leaves_over_its_edge(battle: Battle, unit: Unit, edge: str) -> str | None:
    """A withdrawing unit leaves the table where its way home ends."""
    return "AS-SCN-007" if must_go(battle, unit) and edge in ways_out(battle, unit) else None


@hooks.entered.rule("AS-SCN-007", part=BREAK + 1, when=GOING)
def out_at_the_edge(battle: Battle, here: Entered) -> None:
    """On reaching the edge it is out, in whatever way it has come there."""
    leave_if_there(battle, here.unit)


@hooks.passed_move.rule("AS-SCN-007", when=GOING)
def out_without_a_step(battle: Battle, unit: Unit) -> None:
    """One that stood at the edge already needs no step."""
    leave_if_there(battle, unit)


@hooks.end_phase.rule("AS-SCN-007", part=hooks.HAPPENINGS, when=GOING)
def out_of_the_sky(battle: Battle) -> bool | None:
    """What flies is there when its path has ended."""
    gone = None
    for unit in [*battle.on_table()]:
        edge = None
        if flies(unit) and must_go(battle, unit):
            edge = next((one for one in ways_out(battle, unit) if is_at(battle, unit, one)), None)
        if edge is not None and unit.moved != "none":
            leave_the_table(battle, unit, edge, "AS-SCN-007")
            gone = True
    return gone


def leave_if_there(battle: Battle, unit: Unit) -> None:
    if not unit.on_table or not must_go(battle, unit) or flies(unit):
        return
    for edge in ways_out(battle, unit):
        if battle.table.distance_to_edge(edge, unit.at) <= unit.radius + SLACK:
            leave_the_table(battle, unit, edge, "AS-SCN-007")
            return


# -- how ------------------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-SCN-007", when=GOING)
def heads_for_home(m: Movement) -> Refusal | None:
    """Every move of a withdrawing unit brings it home as early as it can be there."""
    battle, unit = m.battle, m.unit
    if not must_go(battle, unit) or not unit.on_table or m.exit_edge is not None or m.boarding is not None:
        return None
    edges = ways_out(battle, unit)
    best = way_home(battle, unit, edges)
    rising = turns_by_air(battle, unit, edges, unit.at, unit.facing)
    if best is None and rising == NEVER:
        return None
    least = turns_home(battle, unit, best.end, edges) if best is not None else NEVER
    needed = min(turns_home(battle, unit, m.end, edges), turns_by_air(battle, unit, edges, m.end, m.facing))
    if needed <= min(least, rising - 1):
        return None if best is None else approaches(m, best.end)
    if best is not None and least < rising:
        there = f"from {battle.table.name(best.end)} {least}"
    else:
        there = f"if it takes off (mode liftoff) {rising - 1}"
    message = (
        f"{unit.id} must withdraw the quickest way: from {battle.table.name(m.end)} it would still need {needed} "
        f"turns to the {' or '.join(edges)} edge, {there}"
    )
    return Refusal("must_withdraw", message, "AS-SCN-007")


@hooks.may_lift_off.rule("AS-SCN-007", when=GOING)
def takes_off_for_home(battle: Battle, unit: Unit) -> Refusal | None:
    """Nor does it take off where it is sooner gone on the ground."""
    if not must_go(battle, unit):
        return None
    edges = ways_out(battle, unit)
    best = way_home(battle, unit, edges)
    if best is None:
        return None
    turns = 1 + turns_home(battle, unit, best.end, edges)
    if turns >= turns_by_air(battle, unit, edges, unit.at, unit.facing):
        return None
    text = f"{unit.id} must withdraw the quickest way: on the ground it is gone in {turns} turns"
    return Refusal("must_withdraw", text, "AS-SCN-007")


@hooks.flight_rules.rule("AS-SCN-007", when=GOING)
def flies_home(plan: Plan) -> Refusal | None:
    """What flies, too: over its edge if it is there, and there by its path if one leads there. It lands nowhere, unless
    nothing keeps it up.
    """
    battle, unit = plan.battle, plan.unit
    edges = ways_out(battle, unit)
    if not must_go(battle, unit) or unit.place != TABLE or not edges:
        return None
    if plan.command.mode == "land" and powerless(battle, unit):
        return None
    if any(is_at(battle, unit, edge) for edge in edges):
        text = f"{unit.id} withdraws and is at its edge: it leaves (a path to a point beyond it)"
        return Refusal("must_withdraw", text, "AS-SCN-007")
    there = [*flights_to(battle, unit, edges)]
    if not there or (plan.end is not None and not plan.hovering and ends_at(battle, plan.end, edges)):
        return None
    text = (
        f"{unit.id} must withdraw: its path ends at the {' or '.join(edges)} edge, as facing {there[0].facing:g} does"
    )
    return Refusal("must_withdraw", text, "AS-SCN-007")


@rules.rule("AS-SCN-008", otherwise=None)
def approaches(m: Movement, best: tuple[float, float]) -> Refusal | None:
    """It does not close with an enemy more than its way home makes it."""
    battle, unit = m.battle, m.unit
    for enemy in battle.on_table(battle.opponent(unit.side)):
        places = [there(battle, unit, at) for at in (m.end, unit.at, best)]
        ends, began, could = [flat(battle, "AS-SCN-008", place, enemy) for place in places]
        if ends < min(began, could) - SLACK:
            message = f"{unit.id} withdraws and may not move toward {enemy.id}: keep away from it on the way home"
            return Refusal("must_withdraw", message, "AS-SCN-008")
    return None


@hooks.may_stay.rule("AS-SCN-007", when=GOING)
def does_not_linger(battle: Battle, unit: Unit) -> Refusal | None:
    """Giving up its move is not withdrawing."""
    if not unit.on_table or not must_go(battle, unit):
        return None
    edges = ways_out(battle, unit)
    best = first_stretch(battle, unit)
    if best is None:
        return None
    there = f"; it could move to {battle.table.name(best.path[-1])}" if best.path else ""
    message = f"{unit.id} must withdraw to the {' or '.join(edges)} edge{there}"
    return Refusal("must_withdraw", message, "AS-SCN-007")


def first_stretch(battle: Battle, unit: Unit) -> orders.Move | None:
    """The move that brings it home as early as can be, on the ground or in the air."""
    edges = ways_out(battle, unit)
    if flies(unit):
        return flight_home(battle, unit, edges)
    best = way_home(battle, unit, edges)
    turns = NEVER if best is None else 1 + turns_home(battle, unit, best.end, edges)
    if unit.moved == "none" and turns_by_air(battle, unit, edges, unit.at, unit.facing) < turns:
        return take_off(unit)
    return None if best is None else best.command


@hooks.beaten.rule("AS-INT-066", "AS-SCN-012", when=GOING)
def withdrawn(battle: Battle, unit: Unit) -> bool:
    """A unit on its way out is beaten, though not destroyed."""
    return unit.withdrawing


def is_forced(battle: Battle) -> bool:
    """Whether crippled units must go."""
    return OPTION in battle.options


@hooks.may_spot.rule("AS-SCN-008", when=GOING)
def spots_no_more(battle: Battle, spotter: Unit) -> Refusal | None:
    """A withdrawing unit may attack, but spots for nobody."""
    if not must_go(battle, spotter):
        return None
    return Refusal("no_spotter", f"{spotter.id} withdraws: it may attack, but not spot for others", "AS-SCN-008")


@hooks.offers.rule("AS-SCN-007", when=GOING)
def way_home_is_open(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """The first stretch of the quickest way home."""
    if orders.Move not in battle.now.verbs or does_not_linger(battle, unit) is None or not may_move_now(battle, unit):
        return None
    best = first_stretch(battle, unit)
    words = f"Withdraw to the {' or '.join(ways_out(battle, unit))} edge"
    return (offer(best, words, "AS-SCN-007"),) if best is not None else None


def least_move(battle: Battle, unit: Unit) -> orders.Move | orders.Pass:
    """The least a unit can do with its move: nothing, or what it is driven to, or the first stretch of its way home."""
    for hook in battle.hooks[hooks.driven]:
        must = hook(battle, unit)
        if must is not None:
            return must
    if any(hook(battle, unit) is not None for hook in battle.hooks[hooks.may_stay]):
        best = first_stretch(battle, unit)
        if best is not None:
            return best
    return orders.Pass(unit.id)
