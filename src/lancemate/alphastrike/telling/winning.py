"""How a battle is won, in words for players: a sentence for every way to points or to the end. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.kills import BASIC, BY_POINTS
from lancemate.alphastrike.scenarios.line import worth
from lancemate.alphastrike.scenarios.plan import Escape, Flags, Hold, Scenario, Search
from lancemate.alphastrike.scenarios.scoring import turn_limit


def how_to_win(battle: Battle) -> tuple[str, ...]:
    """Without a scenario nothing needs to be said."""
    plan = battle.setup.scenario
    return () if plan is None else tuple(_sentences(battle, plan))


def _sentences(battle: Battle, plan: Scenario) -> Iterator[str]:
    if plan.hold is not None:
        yield from _holding(plan, plan.hold)
    if plan.dominate is not None:
        points = plan.dominate
        yield (
            f"The battle ends with the turn in which every marker is held by somebody: {points.each} points for each, "
            f"and {points.most} more for whoever has most."
        )
    if plan.flags is not None:
        yield from _flags(plan.flags)
    if plan.escape is not None:
        yield from _breaking_through(battle, plan, plan.escape)
    if plan.search is not None:
        yield from _searching(plan, plan.search)
    if plan.commanders is not None:
        told = "Nobody knows the other's. " if plan.commanders.secret else "It is marked with a star. "
        yield (
            f"Each side has a commander. {told}{plan.commanders.kill} points for bringing the enemy's down, "
            f"{plan.commanders.last} for having the last one."
        )
    if BASIC in battle.options:
        yield "Every unit destroyed is worth points by its type: 5 for a BattleMech, 3 for a combat vehicle, and so on."
    elif BY_POINTS in battle.options:
        yield "Every unit destroyed is worth as many points as its Point Value says."
    if plan.standing is not None:
        yield f"The last force on the field gets {plan.standing.points} points."
    if plan.desperate is not None:
        yield f"{_named(plan, plan.desperate)} fights on, however badly its units are hurt."
    turns = turn_limit(battle)
    yield (
        f"After turn {turns} whoever has more points has won."
        if turns
        else "Whoever has more points at the end has won."
    )


def _holding(plan: Scenario, hold: Hold) -> Iterator[str]:
    who = _named(plan, hold.side) if hold.side is not None else "A side"
    yield f"{who} holds a marker when a unit stood beside it, base to base, for a whole turn and no enemy came to it."
    if hold.each_turn:
        yield f"That is {hold.each_turn} points every turn" + (
            f", and {hold.at_end} in the last." if hold.at_end else "."
        )
    if hold.denied:
        yield f"In every turn in which it does not, the other side gets {hold.denied} points."
    if hold.in_a_row:
        yield f"{hold.in_a_row} turns in a row win at once."


def _flags(flags: Flags) -> Iterator[str]:
    yield "A unit beside a flag of the enemy's reaches for it in the Combat Phase and carries it into its own zone."
    yield "Whoever carries one goes slower and attacks nobody; the flag lies where its carrier falls."
    yield "Whoever has all flags home first wins."
    yield f"{flags.capture} points for taking a flag, {flags.delivery} for bringing it in, where kills are counted too."
    if flags.denied:
        yield "The defender wins once no enemy is left to fetch it."


def _breaking_through(battle: Battle, plan: Scenario, escape: Escape) -> Iterator[str]:
    who = _named(plan, escape.side)
    yield f"{who} breaks through: a unit that begins its move in the enemy's deployment zone may leave over that edge."
    yield (
        f"{worth(battle, escape, 'escapes')} points for each that gets out, "
        f"{worth(battle, escape, 'turns back')} to the other side for each that turns back."
    )
    bonus = worth(battle, escape, "half escape")
    yield f"{bonus} more if {escape.share:.0%} of its units get out, else for the other side."


def _searching(plan: Scenario, search: Search) -> Iterator[str]:
    who = _named(plan, search.side) if search.side is not None else "Each side"
    yield f"{who} scans buildings: stand beside one and scan it instead of attacking. {search.most} at most hold it."
    yield f"{search.objective} points for each that is found."
    if search.home:
        yield f"{search.home} more when all are found and a lance gets home, else {search.prevented} for the others."
    if search.destroyed:
        yield f"Whoever brings such a building down instead of searching it gives the other side {search.destroyed}."
    if search.first:
        yield f"{search.first} for the first side that has found everything."


def _named(plan: Scenario, role: str) -> str:
    """A role with its side: Red, the attacker."""
    side = plan.side_of(role)
    return f"{side.capitalize()}, the {role}," if side is not None and side != role else f"The {role}"
