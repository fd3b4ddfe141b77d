"""Extreme cold and heat (pp. 62-63). Aerospace units mind neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import Cause, cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.play.conditions import COLD, HEAT
from lancemate.alphastrike.play.explain import Cost, Modifier, cost
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move

if TYPE_CHECKING:
    from lancemate.alphastrike.heat.track import Level
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

EVERY: Final = 5  # turns
SLOWED: Final = 2.0
FROST: Final = cause("cold", "AS-BAT-095", NATURE)
SUN: Final = cause("heat", "AS-BAT-096", NATURE)
BESIDE_WATER: Final = 10  # after what heats from outside, where players let that come before cooling


@rules.rule("AS-BAT-094", otherwise=True)
def feels_it(battle: Battle, unit: Unit) -> bool:
    """Extremes are for units at ground level, not for those with Thrust."""
    return not unit.card.is_aerospace


@hooks.end_phase.rule("AS-BAT-095", part=hooks.EXPOSURE, when=COLD, types="CI")
def infantry_freezes(battle: Battle) -> bool | None:
    return _suffer(battle, FROST)


@hooks.end_phase.rule("AS-BAT-096", part=hooks.EXPOSURE, when=HEAT, types="CI")
def infantry_burns(battle: Battle) -> bool | None:
    return _suffer(battle, SUN)


def _suffer(battle: Battle, suffered: Cause) -> bool | None:
    """Conventional infantry takes a point in every fifth turn."""
    if battle.state.turn % EVERY:
        return None
    out = [unit.id for unit in battle.on_table() if unit.card.is_conventional_infantry]
    for name in out:
        hurt(battle, name, 1, suffered.itself)
    return bool(out) or None


@hooks.outside_heat.rule("AS-BAT-095", part=BESIDE_WATER, kinds=hooks.BEFORE_COOLING, when=COLD)
def cold_cools(battle: Battle, unit: Unit, level: Level) -> None:
    """A level less for whoever is overheated, besides all other cooling."""
    if level.now > 0 and feels_it(battle, unit):
        level.lower(Modifier("Extreme cold", -1, "AS-BAT-095"))


@hooks.outside_heat.rule("AS-BAT-096", part=-BESIDE_WATER, kinds=hooks.BEFORE_COOLING, when=HEAT)
def heat_heats(battle: Battle, unit: Unit, level: Level) -> None:
    """A level more for whoever used overheat."""
    if unit.overheat and feels_it(battle, unit):
        level.add(Modifier("Extreme heat", 1, "AS-BAT-096"))


@hooks.move_now.rule("AS-BAT-096", part=Move.CHANGED, when=HEAT)
def engines_labour(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Machines without a heat scale lose 2 inches."""
    if unit.card.tracks_heat or unit.card.is_infantry or mode == "thrust" or not feels_it(battle, unit):
        return None
    return cost("Extreme heat", -SLOWED, "AS-BAT-096")
