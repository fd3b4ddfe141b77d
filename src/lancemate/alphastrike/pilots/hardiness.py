"""Pilots who go on when others would stop (p. 97): one lost leg does not matter, and heat is bearable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import HOPPER, HOT_DOG, piloted
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import MP
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Tmm

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Levels that are not felt and not minded; the level from which on it is easier to hit than its feelings say.
COOL: Final = rules.table("AS-SPA-037", {"felt less": 1, "endured": 1, "sluggish at": 4, "TMM": -1})


@hooks.wounds_felt.rule("AS-SPA-036", when=piloted(HOPPER))
def hopper(battle: Battle, unit: Unit, wounds: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first MP Hit is written down and not felt."""
    if MP not in wounds or not has(battle, unit, HOPPER):
        return None
    first = wounds.index(MP)
    return wounds[:first] + wounds[first + 1 :]


@hooks.heat_shrugged_off.rule("AS-SPA-037", when=piloted(HOT_DOG))
def hot_dog(battle: Battle, unit: Unit) -> int | None:
    """It feels a level less than its thermometer shows."""
    return COOL.of(battle)["felt less"] if has(battle, unit, HOT_DOG) else None


@hooks.heat_endured.rule("AS-SPA-037", when=piloted(HOT_DOG))
def stays_up(battle: Battle, unit: Unit) -> int | None:
    """It shuts down a level later than others."""
    return COOL.of(battle)["endured"] if has(battle, unit, HOT_DOG) else None


@hooks.tmm.rule("AS-SPA-037", part=Tmm.CHANGED, when=piloted(HOT_DOG))
def sways_in_the_heat(battle: Battle, unit: Unit) -> Modifier | None:
    """Where others would have shut down it is easier to hit by one more."""
    if unit.heat < COOL.of(battle)["sluggish at"] or not has(battle, unit, HOT_DOG):
        return None
    return Modifier(HOT_DOG, COOL.of(battle)["TMM"], "AS-SPA-037")
