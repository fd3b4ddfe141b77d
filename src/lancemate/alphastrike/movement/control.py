"""Control Rolls (pp. 60, 74, 142, 181): two dice by which a crew keeps its unit in hand, on the ground and in the air.

A roll is part of a step of the agenda, or of a trial on the way of a move. Where its player may have it rolled again
(hook ``control_again``), the battle waits between the dice and what comes of them. What is rolled for, and what comes
of it, is known where it happens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.movement.on_the_way import Trial, Trouble
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature
    from lancemate.kernel.agenda import Decision

Dice = tuple[int, ...]


class Check(NamedTuple):
    """Who has to roll how much, and what for, as one says it: "not to skid"."""

    unit: Unit
    number: int
    what: str


def in_control(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """What others add to every Control Roll: hook ``control`` (battle, unit)."""
    return tuple([part for hook in battle.hooks[hooks.control] if (part := hook(battle, unit)) is not None])


def missed_by(battle: Battle, number: int, roll: Dice) -> int | None:
    """By how much a roll has failed; none when it has not."""
    return margin_of_failure(battle, dice_sum(battle, roll), number)


def may_be_asked(battle: Battle, unit: Unit) -> bool:
    """Whether somebody could have a Control Roll of this unit rolled again."""
    asking = battle.hooks[hooks.control_again]
    return bool(asking) and any(hook(battle, Check(unit, 0, ""), ()) for hook in asking)


def _throw(battle: Battle, check: Check) -> Dice:
    return battle.roll(2, lambda faces: missed_by(battle, check.number, faces))


def _doubt(battle: Battle, check: Check, roll: Dice) -> Decision | None:
    """The question about a roll that has failed, if there is one."""
    asking = battle.hooks[hooks.control_again]
    if not asking or missed_by(battle, check.number, roll) is None:
        return None
    return next((question for hook in asking if (question := hook(battle, check, roll)) is not None), None)


def _answered(battle: Battle, check: Check, roll: Dice, choice: str) -> Dice:
    """The dice that count after the answer: those there were, or new ones."""
    again = [hook(battle, check.unit, roll, choice) for hook in battle.hooks[hooks.rolled_again]]
    return _throw(battle, check) if any(again) else roll


# -- as a step ------------------------------------------------------------------------------------------------


def control_step(battle: Battle, unit: Unit, step: str, /, **data: Any) -> None:
    """Take a step that rolls for control: at once, or, if somebody may be asked about it, when nobody else is."""
    if may_be_asked(battle, unit):
        battle.then(step, **data)
    else:
        rules.tasks[step](battle, **data)


def dice_of(battle: Battle, check: Check, roll: Dice, choice: str, step: str, /, **data: Any) -> Dice | None:
    """The dice that count in a step; None while their player is asked whether they do: the step is taken again then.

    A step begins without dice; the second time it has those it began with, and the answer.
    """
    if roll:
        return _answered(battle, check, roll, choice)
    thrown = _throw(battle, check)
    question = _doubt(battle, check, thrown)
    if question is None:
        return thrown
    battle.ask(question, step, roll=thrown, **data)
    return None


# -- on the way of a move -------------------------------------------------------------------------------------

Checks = Callable[["Movement"], Check]
Judges = Callable[["Movement", Dice], Trouble | None]


def control_trial(along: float, order: int, check: Checks, judge: Judges, inside: Feature | None = None) -> Trial:
    """A Control Roll so many inches along a path; ``judge`` sees what comes of the dice that count."""
    return Trial(along, order, partial(_try, check, judge), inside, partial(_try_again, check, judge))


def _try(check: Checks, judge: Judges, m: Movement) -> Trouble | None:
    battle = m.battle
    if battle.state.decision is not None and may_be_asked(battle, m.unit):
        return _PAUSE  # somebody has to answer something else before this is rolled for
    tried = check(m)
    roll = _throw(battle, tried)
    question = _doubt(battle, tried, roll)
    return judge(m, roll) if question is None else _PAUSE._replace(question=question, roll=roll)


def _try_again(check: Checks, judge: Judges, m: Movement, roll: Dice, choice: str) -> Trouble | None:
    return judge(m, _answered(m.battle, check(m), roll, choice))


_PAUSE: Final = Trouble(lambda here: None, stops=False, pauses=True)
