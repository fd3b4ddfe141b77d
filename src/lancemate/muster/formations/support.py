"""Support Lances (p. 121): they do as the formation does that they stand by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Formation, Member
from lancemate.muster.formations.bonuses import START, Bonus
from lancemate.muster.formations.requirements import Requirement


def support_lance() -> tuple[Requirement, ...]:
    """It has none."""
    return ()


@rules.formula("AS-FOR-075", otherwise=())
def supporting(units: Sequence[Member], supported: Formation, bonuses: Sequence[Bonus]) -> tuple[Bonus, ...]:
    """The abilities of the supported formation for half of the units, rounded down, fixed at the start of play.

    Of each no more than the others have, of a shared pool a second one, and never the commander's genius.
    """
    half = round_down(rules, len(units) / 2)
    given = Counter(ability for member in supported.members for ability in member.granted)
    return tuple(_copy(bonus, half, given, supported.choice) for bonus in bonuses if bonus.copied)


def _copy(bonus: Bonus, half: int, given: Counter[str], choice: str | None) -> Bonus:
    abilities = bonus.abilities
    if choice in abilities:
        abilities = (choice,)
    chosen = tuple(ability for ability in abilities if given[ability])
    users = min(half, bonus.users)
    limits = {ability: min(users, given[ability]) for ability in chosen}
    return replace(
        bonus, rule="AS-FOR-075", abilities=chosen or abilities, users=users, when=START, limits=limits, helpers=half,
        same=min(users, bonus.most_of(abilities[0])), eligible=None, note=None, in_pairs=False,
    )  # fmt: skip
