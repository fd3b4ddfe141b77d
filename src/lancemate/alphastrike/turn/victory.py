"""When a battle is over (p. 31). Scenarios hang their own conditions on the hook ``victory``.

A condition is asked at the end of every End Phase and answers with a verdict or nothing. The plain ones come last, and
not at all where a rule on the hook ``plays_on`` (battle) -> bool says that the last side standing has not won by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.events import BattleOver
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


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


def undefeated(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.side == side and not defeated(battle, unit)]


def holds_out(battle: Battle, side: str) -> bool:
    """Somebody of that side is left to fight."""
    beaten = battle.hooks[hooks.beaten]
    for unit in battle.state.units.values():
        if unit.side == side and unit.place != GONE and not (beaten and defeated(battle, unit)):
            return True
    return False


def defeated(battle: Battle, unit: Unit) -> bool:
    return unit.place == GONE or any(counts(battle, unit) for counts in battle.hooks[hooks.beaten])


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
