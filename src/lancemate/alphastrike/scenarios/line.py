"""Hold the Line (pp. 131-132): breaking through to the far edge, and who leaves by which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.notes import scenario_of
from lancemate.alphastrike.scenarios.plan import SWITCH, Escape
from lancemate.alphastrike.scenarios.scoring import OUTRIGHT, award, is_last_turn, on_points
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.alphastrike.turn.deployment import EPSILON, ZONE
from lancemate.alphastrike.turn.victory import Verdict, left_of, starting_force
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

BLOCK: Final = "scenario:escape"

# It has broken through.
escaped = unit_memory("escaped", bool, default=False, rule="AS-SCN-052")

WORTH: Final = rules.table("AS-SCN-055", {"escapes": 100, "turns back": 100, "half escape": 500, "fewer escape": 500})


def worth(by: Switched, block: Escape, what: str) -> int:
    """Points for what a line in the table says, or what the scenario says instead."""
    own = {"escapes": block.points, "turns back": block.retreat}.get(what, block.bonus)
    return WORTH.of(by)[what] if own is None else own


def runner(battle: Battle) -> str:
    """The side that has to break through."""
    scenario = scenario_of(battle)
    assert scenario.escape is not None
    return str(scenario.side_of(scenario.escape.side))


def way_through(battle: Battle) -> str | None:
    """The edge it has to leave by."""
    return home_edge(battle, battle.opponent(runner(battle)))


# -- edges ----------------------------------------------------------------------------------------------------


@hooks.edge_closed.rule("AS-SCN-051", when=SWITCH)
def no_flankers(battle: Battle, unit: Unit, edge: str) -> Refusal | None:
    """Nobody leaves by the sides of the table, whatever else would let it."""
    homes = [home_edge(battle, side) for side in battle.sides]
    if scenario_of(battle).flanks == "open" or edge in homes:
        return None
    text = f"nobody leaves the table over the {edge} edge in this scenario: only the home edges are open"
    return Refusal("edge_closed", text, "AS-SCN-051")


@hooks.edge_closed.rule("AS-SCN-058", when=BLOCK)
def no_way_back(battle: Battle, unit: Unit, edge: str) -> Refusal | None:
    """In a chase the hunted leave by the far edge or not at all."""
    block = scenario_of(battle).escape
    if block is None or not block.only_way or unit.side != runner(battle) or edge == way_through(battle):
        return None
    return Refusal("edge_closed", f"{unit.id} may only leave over the {way_through(battle)} edge", "AS-SCN-058")


@hooks.withdrawal_edges.rule("AS-SCN-058", when=BLOCK)
def withdraws_forward(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Even those forced to withdraw."""
    block, edge = scenario_of(battle).escape, way_through(battle)
    if block is None or not block.only_way or unit.side != runner(battle) or edge is None:
        return None
    return (edge,)


@hooks.may_exit.rule("AS-SCN-052", when=BLOCK)
def breaks_through(battle: Battle, unit: Unit, edge: str) -> str | None:
    """Who begins its move in the enemy's deployment zone may leave over that edge."""
    if unit.side != runner(battle) or edge != way_through(battle) or not unit.on_table:
        return None
    return (
        "AS-SCN-052"
        if battle.table.distance_to_edge(edge, unit.at, unit.radius) <= ZONE.of(battle)["depth"] + EPSILON
        else None
    )


# -- points ---------------------------------------------------------------------------------------------------


@hooks.unit_exited.rule("AS-SCN-052", when=BLOCK)
def score_an_escape(battle: Battle, unit: Unit, edge: str) -> None:
    """Whoever gets out over the far edge, not crippled, is worth points."""
    block = scenario_of(battle).escape
    if block is None or unit.side != runner(battle) or edge != way_through(battle):
        return
    if crippled(battle, unit) is not None:
        return
    escaped.remember(battle, unit, True)
    points = worth(battle, block, "escapes")
    award(battle, unit.side, points, f"{unit.id} has broken through", "AS-SCN-052", unit.id)


@hooks.unit_exited.rule("AS-SCN-053", when=BLOCK)
def score_a_retreat(battle: Battle, unit: Unit, edge: str) -> None:
    """Whoever turns back over its own edge is worth points to the enemy."""
    block = scenario_of(battle).escape
    if block is None or unit.side != runner(battle) or edge != home_edge(battle, unit.side):
        return
    points = worth(battle, block, "turns back")
    award(battle, battle.opponent(unit.side), points, f"{unit.id} has turned back", "AS-SCN-053", unit.id)


def is_decided(battle: Battle) -> bool:
    """No runner is left on the field, or the time is up."""
    return is_last_turn(battle) or not left_of(battle, runner(battle))


@hooks.end_phase.rule("AS-SCN-054", part=hooks.POINTS, when=BLOCK)
def score_the_breakthrough(battle: Battle) -> bool | None:
    """Points to the runners if enough of them have escaped, else to those who held the line."""
    block, side = scenario_of(battle).escape, runner(battle)
    if block is None or not is_decided(battle):
        return None
    force = starting_force(battle, side)
    through = sum(escaped.of(unit) for unit in force)
    if through >= len(force) * block.share - EPSILON:
        points = worth(battle, block, "half escape")
        award(battle, side, points, f"{through} of {len(force)} units have broken through", "AS-SCN-054")
    else:
        points = worth(battle, block, "fewer escape")
        award(
            battle, battle.opponent(side), points, f"only {through} of {len(force)} have broken through", "AS-SCN-054"
        )
    return True


@hooks.victory.rule("AS-SCN-054", part=OUTRIGHT, when=BLOCK)
def nobody_left_to_break_through(battle: Battle) -> Verdict | None:
    if left_of(battle, runner(battle)):
        return None
    return on_points(battle, f"nobody of {runner(battle)} is left on the field", "AS-SCN-054")
