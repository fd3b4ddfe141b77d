"""Skills tuned to a budget of points: the dearest crews that it pays for, as even as they can be.

Knows what a Skill costs; must not know formations or files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.points import REGULAR, WORST_SKILL, counted_value
from lancemate.alphastrike.telling.wording import points as in_points
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force

MOST_UNITS: Final = 120
MOST_POINTS: Final = 10_000


def tuned(force: Force, budget: int, skills: tuple[int, int] = (0, WORST_SKILL)) -> Force:
    """The force with other Skills, of as many points as the budget allows; nothing else changes."""
    best, worst = skills
    if not 0 <= best <= worst <= WORST_SKILL:
        raise InputError("write the best and the worst Skill, as in 2 and 5", key="skills")
    cards = [member.card for member in force.members]
    if len(cards) > MOST_UNITS or budget > MOST_POINTS:
        raise InputError(f"Skills are tuned for up to {MOST_UNITS} units and {MOST_POINTS:,} points", key="points")
    chosen = iter(_skills(cards, budget, range(best, worst + 1)))
    formations = tuple(
        replace(one, members=tuple(replace(member, skill=next(chosen), stated=None) for member in one.members))
        for one in force.formations
    )
    return replace(force, formations=formations, stated=None)


def _skills(cards: Sequence[Card], budget: int, allowed: range) -> list[int]:
    """For each total within reach the way to it that strays least from ordinary crews, one unit after the other."""
    steps: list[dict[int, tuple[int, int, int]]] = []  # total: how far they stray, the Skill, the total before
    reach: dict[int, int] = {0: 0}
    for card in cards:
        step: dict[int, tuple[int, int, int]] = {}
        for total, strayed in reach.items():
            for skill in allowed:
                after = total + counted_value(card.pv, skill)
                far = strayed + (skill - REGULAR) ** 2
                if after <= budget and (after not in step or far < step[after][0]):
                    step[after] = far, skill, total
        if not step:
            least = sum(counted_value(one.pv, allowed[-1]) for one in cards)
            raise InputError(f"with crews of Skill {allowed[-1]} it still costs {in_points(least)}", key="points")
        steps.append(step)
        reach = {total: entry[0] for total, entry in step.items()}
    total = max(reach)
    chosen: list[int] = []
    for step in reversed(steps):
        _, skill, total = step[total]
        chosen.append(skill)
    return chosen[::-1]
