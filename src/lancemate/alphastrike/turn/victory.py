"""When a battle is over (p. 31). Scenarios hang their own conditions on the hook ``victory``.

A condition is asked at the end of every End Phase and answers with a verdict or nothing. The plain ones come last, and
not at all where a rule on the hook ``plays_on`` (battle) -> bool says that the last side standing has not won by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.events import BattleOver
from lancemate.alphastrike.play.state import EMPLACED, GONE, OFFBOARD, PLANTED
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


NEVER_THERE: Final = (OFFBOARD, EMPLACED, PLANTED)


class Verdict(NamedTuple):
    winner: str | None  # None is a draw
    reason: str
    rule: str


@rules.rule("AS-INT-067", otherwise=None)
def judge(battle: Battle) -> Verdict | None:
    """The first condition that is met ends the battle, be it the scenario's or the plain one."""
    conditions, plays_on = battle.hooks[hooks.victory], battle.hooks[hooks.plays_on]
    if not plays_on or not any(hook(battle) for hook in plays_on):
        conditions = (*conditions, *battle.hooks[hooks.plain_victory])
    for condition in conditions:
        verdict: Verdict | None = condition(battle)
        if verdict is not None:
            return verdict
    return None


def check_victory(battle: Battle) -> None:
    verdict = judge(battle)
    if verdict is not None:
        battle.emit(BattleOver(verdict.winner, verdict.reason, verdict.rule))


def starting_force(battle: Battle, side: str) -> list[Unit]:
    """Who began the battle for a side and could come onto the field, whoever has it now."""
    units = battle.units
    began = [units[muster.id] for muster in battle.setup.units_of(side) if muster.id in units]  # as far as known
    return [unit for unit in began if unit.place not in NEVER_THERE]


def left_of(battle: Battle, side: str) -> list[Unit]:
    """What that side has left of it: neither destroyed nor gone, nor in other hands, nor without a crew."""
    idle = battle.hooks[hooks.holds_no_field]
    return [
        unit
        for unit in starting_force(battle, side)
        if unit.in_play and unit.side == side and not any(hook(battle, unit) for hook in idle)
    ]


def undefeated(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in battle.units_of(side) if not defeated(battle, unit)]


def holds_out(battle: Battle, side: str) -> bool:
    """Somebody of that side is left to fight."""
    beaten = battle.hooks[hooks.beaten] or battle.hooks[hooks.holds_no_field]
    for unit in battle.state.units.values():
        if unit.side == side and unit.place != GONE and not (beaten and defeated(battle, unit)):
            return True
    return False


def defeated(battle: Battle, unit: Unit) -> bool:
    counts = (*battle.hooks[hooks.holds_no_field], *battle.hooks[hooks.beaten])
    return unit.place == GONE or any(hook(battle, unit) for hook in counts)


@hooks.plain_victory.rule("AS-INT-065", part=-1)
def all_fall_together(battle: Battle) -> Verdict | None:
    """Nobody is left on either side: the last ones fell in the same End Phase."""
    for side in battle.sides:
        if holds_out(battle, side):
            return None
    return Verdict(None, "the last units of both sides fell together", "AS-INT-065")


@hooks.plain_victory.rule("AS-INT-064")
def last_side_standing(battle: Battle) -> Verdict | None:
    """A side wins when every opposing unit is destroyed or defeated."""
    standing = [side for side in battle.sides if holds_out(battle, side)]
    if len(standing) != 1:
        return None
    return Verdict(standing[0], f"{battle.opponent(standing[0])} has no units left to fight with", "AS-INT-064")
