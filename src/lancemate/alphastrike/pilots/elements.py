"""Pilots whom darkness or one sort of weather hardly hinders (pp. 95, 100).

They look at what conditions have added to a target number or taken off a Move, and take back their share of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import ENVIRONMENTAL_SPECIALIST, NIGHTWALKER, piloted
from lancemate.alphastrike.pilots.having import detail_of, has
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move, ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import Part, SoFar

RELIEF: Final = rules.table("AS-SPA-028", {"to hit": 1, "Move": 2.0})
NIGHT: Final = "AS-BAT-085"

# The rules that a condition works by; of those of the weather, only lines with one of these words.
CAUSES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "Atmospheric Density": (("AS-BAT-082",), ()),
    "Darkness": ((NIGHT,), ()),
    "Earthquake": (("AS-BAT-088",), ()),
    "EMI": (("AS-BAT-091", "AS-SCN-068"), ()),
    "Gravity": (("AS-BAT-092",), ()),
    "Extreme Cold": (("AS-BAT-095",), ()),
    "Extreme Heat": (("AS-BAT-096",), ()),
    "Wind": (("AS-BAT-103", "AS-BAT-104", "AS-BAT-105", "AS-BAT-106", "AS-BAT-026"), ()),
    "Blowing Sand": (("AS-BAT-113",), ("sand",)),
    "Fog": (("AS-BAT-113",), ("fog",)),
    "Rain": (("AS-BAT-113",), ("rain",)),
    "Snow": (("AS-BAT-113",), ("snow", "sleet", "blizzard", "hail")),
    "Geyser": (("AS-BAT-113",), ("geyser",)),
    "Smoke": (("AS-BAT-113",), ("smoke",)),
}


def _comes_of(condition: str) -> Callable[[Part], bool]:
    by, words = CAUSES[condition]
    return lambda part: part.rule in by and (not words or any(word in part.label.lower() for word in words))


@hooks.to_hit.seeing("AS-SPA-028", part=ToHit.RELIEVED, when=piloted(ENVIRONMENTAL_SPECIALIST))
def used_to_the_weather(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Its own condition is worth 1 less to hit, and never helps."""
    battle, unit = attack.battle, attack.attacker
    condition = detail_of(battle, unit, ENVIRONMENTAL_SPECIALIST)
    if condition is None or not has(battle, unit, ENVIRONMENTAL_SPECIALIST):
        return None
    comes_of = _comes_of(condition)
    if so_far.left_of(comes_of) <= 0:
        return None
    less = so_far.take_back(comes_of, RELIEF.of(attack)["to hit"])
    return Modifier(f"{ENVIRONMENTAL_SPECIALIST} ({condition})", int(less), "AS-SPA-028")


@hooks.move_now.seeing("AS-SPA-028", part=Move.RELIEVED, when=piloted(ENVIRONMENTAL_SPECIALIST))
def hardened(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """What the condition takes off its Move is 2 inches less, and never more than nothing."""
    condition = detail_of(battle, unit, ENVIRONMENTAL_SPECIALIST)
    if condition is None or not has(battle, unit, ENVIRONMENTAL_SPECIALIST):
        return None
    comes_of = _comes_of(condition)
    if so_far.left_of(comes_of) >= 0:
        return None
    back = so_far.take_back(comes_of, float(RELIEF.of(battle)["Move"]))
    return Cost(f"{ENVIRONMENTAL_SPECIALIST} ({condition})", back, "AS-SPA-028")


@hooks.to_hit.seeing("AS-SPA-069", part=ToHit.RELIEVED, when=piloted(NIGHTWALKER))
def nightwalker(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Darkness is nothing to it, and it needs no light."""
    unit = attack.attacker
    if unit.airborne or not has(attack.battle, unit, NIGHTWALKER):
        return None
    back = so_far.take_back(lambda part: part.rule == NIGHT)
    return Modifier("Nightwalker", int(back), "AS-SPA-069") if back else None
