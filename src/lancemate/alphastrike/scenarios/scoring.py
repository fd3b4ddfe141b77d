"""Victory Points: how they are given, and who has won when a scenario ends on points (pp. 127, 131, 132)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.events import Scored
from lancemate.alphastrike.scenarios.notes import scenario_of, score_of
from lancemate.alphastrike.scenarios.plan import ATTACKER, SWITCH
from lancemate.alphastrike.turn.victory import Verdict, left_of

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Formation, Muster

LANCE: Final = 4  # units of a lance; a Star has 5, a Level II 6

# Parts of the hook "victory" for scenarios: what wins outright, then the clock.
OUTRIGHT, CLOCK = -2, -1


def award(battle: Battle, side: str, points: int, what: str, rule_id: str, unit: str | None = None) -> None:
    """Give a side points."""
    if points:
        battle.emit(Scored(side, points, score_of(battle, side) + points, what, rule_id, unit))


def on_points(battle: Battle, reason: str, rule_id: str) -> Verdict:
    """The side with more points has won."""
    one, two = battle.sides
    first, second = score_of(battle, one), score_of(battle, two)
    told = f"{reason}: {one} has {first} points, {two} {second}"
    return Verdict(None if first == second else one if first > second else two, told, rule_id)


def lances(battle: Battle, side: str) -> int:
    """How many lances a side has brought."""
    return lance_count(battle.setup.units_of(side), battle.setup.formations)


def lance_count(units: Sequence[Muster], formations: Sequence[Formation] = ()) -> int:
    """The lances of a force; Stars and Level IIs count as lances, units without one by fours."""
    within = {name: one.name for one in formations for name in one.members}
    groups = {within.get(muster.id, muster.group) for muster in units} - {None}
    alone = sum(muster.group is None and muster.id not in within for muster in units)
    return len(groups) + -(-alone // LANCE)


def lance_size(battle: Battle, side: str) -> int:
    """Units of a full formation of this side, though never more than it has brought."""
    own = len(battle.setup.units_of(side))
    return min(own, scenario_of(battle).lance.get(side, LANCE))


# -- the clock ------------------------------------------------------------------------------------------------


def turn_limit(battle: Battle) -> int | None:
    """The last turn of the scenario."""
    scenario = scenario_of(battle)
    if scenario.turns_per_lance is not None:
        return turns_for_lances(battle, scenario.turns_per_lance)
    return scenario.turns


@rules.rule("AS-SCN-057", otherwise=None)
def turns_for_lances(battle: Battle, each: int) -> int | None:
    """So many turns for every lance of the attacker."""
    attacker = scenario_of(battle).sides.get(ATTACKER)
    return each * lances(battle, attacker) if attacker is not None else None


def is_last_turn(battle: Battle) -> bool:
    limit = turn_limit(battle)
    return limit is not None and battle.state.turn >= limit


@hooks.victory.rule("AS-SCN-043", part=CLOCK, when=SWITCH)
def time_is_up(battle: Battle) -> Verdict | None:
    """After the last turn the side with more points has won; where points decide nothing, the one that held out."""
    if not is_last_turn(battle):
        return None
    scenario = scenario_of(battle)
    if scenario.hold is not None and scenario.hold.in_a_row and scenario.hold.side is not None:
        attacker = scenario.side_of(scenario.hold.side)
        holder = battle.opponent(str(attacker))
        return Verdict(holder, f"{holder} has held out to the last turn", "AS-SCN-046")
    return on_points(battle, f"the {battle.state.turn} turns are over", "AS-SCN-043")


@hooks.plays_on.rule("AS-SCN-001", when=SWITCH)
def last_side_must_finish(battle: Battle) -> bool:
    """Where points decide, being the last side on the field is not enough."""
    scenario = scenario_of(battle)
    if scenario.hold is not None and not scenario.hold.in_a_row:
        return True
    return scenario.escape is not None or scenario.search is not None


@hooks.victory.rule("AS-SCN-001", part=CLOCK, when=SWITCH)
def nobody_is_left(battle: Battle) -> Verdict | None:
    """Points decide when both sides have left the field."""
    if not last_side_must_finish(battle) or any(left_of(battle, side) for side in battle.sides):
        return None
    return on_points(battle, "nobody is left on the field", "AS-SCN-001")
