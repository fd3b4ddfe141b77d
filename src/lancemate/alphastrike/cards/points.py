"""Point Values and Skill: what a unit costs with a better or worse crew, and whether two forces are a fair match.

Knows numbers of a card and a crew; must not know how forces are built or what a battle does.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.arithmetic import modified, round_down, round_up
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen

SKILL_NAMES: Final = rules.table(
    "AS-INT-040",
    {
        7: "Wet Behind the Ears",
        6: "Really Green",
        5: "Green",
        4: "Regular",
        3: "Veteran",
        2: "Elite",
        1: "Heroic",
        0: "Legendary",
    },
)

REGULAR: Final = 4  # the Skill a card's own Point Value is for
WORST_SKILL: Final = 8

# Points less per step of Skill above 4: base PV up to so many, so much; then 1 more for every 10.
LOW_SKILL: Final = rules.table("AS-INT-042", {14: 1, 24: 2, 34: 3, 44: 4, 54: 5, 64: 6, 74: 7, 84: 8, 94: 9, 104: 10})
LOW_SKILL_BAND: Final = 10

# Points more per step of Skill below 4: base PV up to so many, so much; then 1 more for every 5.
HIGH_SKILL: Final = rules.table("AS-INT-044", {7: 1, 12: 2, 17: 3, 22: 4, 27: 5, 32: 6, 37: 7, 42: 8, 47: 9, 52: 10})
HIGH_SKILL_BAND: Final = 5

MATCH: Final = rules.table("AS-INT-038", {"tolerance_percent": 5})


def _per_step(base: int, rows: dict[int, int], band: int) -> int:
    for limit, points in rows.items():
        if base <= limit:
            return points
    last = max(rows)
    return rows[last] + round_up(rules, (base - last) / band)


@rules.formula("AS-INT-041", "AS-FOR-010", otherwise=0)
def decrease_per_step(base: int) -> int:
    """What one step of worse Skill takes off."""
    return _per_step(base, LOW_SKILL.of(rules), LOW_SKILL_BAND)


@rules.formula("AS-INT-043", "AS-FOR-011", otherwise=0)
def increase_per_step(base: int) -> int:
    """What one step of better Skill adds."""
    return _per_step(base, HIGH_SKILL.of(rules), HIGH_SKILL_BAND)


@rules.formula("AS-INT-045", "AS-FOR-012", otherwise=lambda points: points)
def at_least_one(points: int) -> int:
    """No unit is cheaper than 1."""
    return max(1, points)


@rules.formula("AS-INT-039", otherwise=lambda base, skill: base)
def point_value(base: int, skill: int) -> int:
    """The Point Value at a Skill, always from the card's own value, which is for Skill 4."""
    check_skill(skill)
    if base < 1:
        raise InputError(f"a base PV of {base} is impossible: no unit costs less than 1.")
    steps = skill - REGULAR
    change = -steps * (decrease_per_step(base) if steps > 0 else increase_per_step(base))
    return at_least_one(modified(rules, base, plus=change))


def counted_value(base: int, skill: int) -> int:
    """The same where units are weighed against each other; one that nobody has put a price on counts least."""
    return point_value(base, skill) if base else at_least_one(base)


def check_skill(skill: float) -> int:
    if isinstance(skill, bool) or not 0 <= skill <= WORST_SKILL or skill != int(skill):
        raise InputError(f"Skill {skill} is impossible: it is a whole number from 0 (best) to {WORST_SKILL}.")
    return int(skill)


def skill_name(skill: int) -> str:
    """Regular, Veteran and so on; whatever is worse than the table is as bad as its worst."""
    return SKILL_NAMES.of(rules)[min(check_skill(skill), max(SKILL_NAMES.of(rules)))]


@rules.formula("AS-INT-046", otherwise=lambda piloting, gunnery: gunnery)
def skill_from(piloting: int, gunnery: int) -> int:
    """One Skill from the two of the parent game."""
    return round_down(rules, (piloting + gunnery) / 2)


@frozen
class Match:
    """Advice only: are two forces a fair match, and if not quite, which side (0 or 1) has the better of it?"""

    fair: bool
    favours: int | None


def match(points: tuple[int, int], units: tuple[int, int]) -> Match:
    """Totals within the tolerance are fair; the side with more units then still has a slight edge."""
    close = abs(points[0] - points[1]) * 100 <= MATCH.of(rules)["tolerance_percent"] * max(points)
    if not close:
        return Match(False, 0 if points[0] > points[1] else 1)
    if units[0] == units[1]:
        return Match(True, None)
    return Match(True, 0 if units[0] > units[1] else 1)
