"""What a formation type gives its units (pp. 111-119): which abilities, to how many of them, when they are handed out.

Knows counting and the words for it; must not know what an ability does, nor any single formation type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.pilots.naming import half_each_turn
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen
from lancemate.muster.force import Member

LEAST_UNITS: Final = 3

# When a bonus is handed out.
BUILDING: Final = "fixed when the force is built"
START: Final = "chosen at the start of play"
EACH_TURN: Final = "named at the start of each turn"


@frozen
class Bonus:
    """Abilities that come with a formation type.

    ``users`` is how many units have one at a time, ``kinds`` how many different ones the formation may use at once,
    ``same`` how many units may have the same, ``each`` how many of them one unit may have.
    """

    rule: str
    abilities: tuple[str, ...]  # the ability, or those to choose from
    users: int
    when: str = BUILDING
    kinds: int = 1
    same: int | None = None
    limits: Mapping[str, int] = field(default_factory=dict)  # how many units may have one of them, where that differs
    each: int = 1
    eligible: tuple[int, ...] | None = None  # places of the units that may have it; None is anybody
    pool: int | None = None  # uses shared by the formation
    rest: str | None = None  # what those get who do not get one of the abilities
    in_pairs: bool = False
    up_to: bool = False  # its player may well give it to fewer
    copied: bool = True  # a Support Lance may have it too
    helpers: int | None = None  # of a Support Lance: so many of its units may learn anything, all bonuses together
    note: str | None = None

    @property
    def per_turn(self) -> bool:
        return self.when == EACH_TURN

    def most_of(self, ability: str) -> int:
        """How many units may have the same ability."""
        return self.limits.get(ability, self.users if self.same is None else self.same)

    def may_have(self, place: int) -> bool:
        return self.eligible is None or place in self.eligible

    @property
    def text(self) -> str:
        """One sentence for a roster."""
        if self.pool is not None:
            return f"{self.abilities[0]} pool of {self.pool}, shared by {units(self.users)}"
        if not self.users:
            return f"{self.abilities[0]}: {self.note}"
        names = self.abilities[0] if len(self.abilities) == 1 else f"one of {', '.join(self.abilities)}"
        if self.each > 1:
            names = f"up to {self.each} of {', '.join(self.abilities)}"
        if self.kinds > 1 and len(self.abilities) > 1 and self.each == 1:
            names += " each"
        parts = [f"{names} for {'up to ' if self.per_turn or self.up_to else ''}{units(self.users)}"]
        parts += [f"{self.rest} for the others"] if self.rest is not None else []
        parts += [self.when]
        parts += [self.note] if self.note is not None else []
        return ", ".join(parts)


def units(number: int) -> str:
    """``1 unit``, ``3 units``."""
    return f"{number} unit{'' if number == 1 else 's'}"


@rules.formula("AS-FOR-007", otherwise=lambda units: True)
def large_enough(units: int) -> bool:
    """Fewer than three units never have a bonus."""
    return units >= LEAST_UNITS


def three_quarters(units: int) -> int:
    return round_normally(rules, units * 0.75)


def named_each_turn(rule: str, *abilities: str, units: Sequence[Member], note: str | None = None) -> Bonus:
    """An ability that up to half of the formation has, others every turn."""
    return Bonus(rule, abilities, half_each_turn(rules, len(units)), EACH_TURN, note=note)


def for_all(rule: str, *abilities: str, units: Sequence[Member], kinds: int = 1) -> Bonus:
    """One ability, chosen for the whole scenario, that every unit has."""
    return Bonus(rule, abilities, len(units), START, kinds)


@rules.formula("AS-FOR-016", otherwise=None)
def not_fixed(bonus: Bonus, ability: str) -> str | None:
    """Why an ability is not written down with a unit: some are moved from turn to turn."""
    if bonus.per_turn:
        return f"{ability} is {bonus.when}, not written down with a unit"
    return None
