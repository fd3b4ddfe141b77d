"""Pilots of other programs: the Skill that their two make, and abilities by the names others give them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.pilot_names import DETAILS
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.pilot_abilities import COSTS, in_levels

GUNNERY, PILOTING = 4, 5  # what somebody has of whom nothing is said
_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")


def skill_of(gunnery: int | None, piloting: int | None) -> int:
    """The one Skill of a crew that has two: their average, rounded down."""
    both = (GUNNERY if gunnery is None else gunnery) + (PILOTING if piloting is None else piloting)
    return round_down(rules, both / 2)


def ability_called(text: str) -> str | None:
    """Our name of an ability that others write as ``iron_will``, ``lucky2`` or ``terrain_master_frogman``."""
    return _by_key().get(_key(text[:80]))


def _key(name: str) -> str:
    return _NO_LETTER.sub("_", name.lower().replace("'", "").replace("’", "")).strip("_")


@cache
def _by_key() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, (least, most) in COSTS.of(rules).items():
        found[_key(name)] = name
        for word in DETAILS.get(name, ()):
            found[f"{_key(name)}_{_key(word)}"] = f"{name} ({word})"
        for level in range(least, most + 1) if in_levels(name) else ():
            found[f"{_key(name)}{level if level > least else ''}"] = f"{name} ({level})"
    return found
