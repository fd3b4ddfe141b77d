"""Infantry that is fast on its feet or rides (p. 101): further in a turn, less slowed, harder in a charge of beasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import FOOT_CAVALRY, HEAVY_HORSE, LIGHT_HORSEMAN, piloted
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.terrain_masters import kind_of
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

RIDE: Final = rules.table("AS-SPA-076", {"Move": 2.0, "inches less": 1.0})
MARCH: Final = rules.table("AS-SPA-078", {"Move": 2.0, "inches less": 1.0})
HOOVES: Final = rules.table("AS-SPA-077", {"damage": 1})


@hooks.allowance.seeing("AS-SPA-076", part=Allowance.FASTER, when=piloted(LIGHT_HORSEMAN))
def light_horseman(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Beasts that run; they are no harder to hit for it."""
    if so_far.total <= 0 or not has(battle, unit, LIGHT_HORSEMAN):
        return None
    return Cost(LIGHT_HORSEMAN, RIDE.of(battle)["Move"], "AS-SPA-076")


@hooks.eases.rule("AS-SPA-076", when=piloted(LIGHT_HORSEMAN))
def light_hooves(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    if kind_of(terrain).removeprefix("ultra ") not in ("woods", "rough") or not has(battle, unit, LIGHT_HORSEMAN):
        return 0.0
    return RIDE.of(battle)["inches less"]


@hooks.damage.rule("AS-SPA-077", part=ADDED, kinds=hooks.MADE, when=piloted(HEAVY_HORSE))
def heavy_horse(work: Reckoning) -> Modifier | None:
    """Whatever it does to somebody it is in contact with, it does harder."""
    attack = work.attack
    unit, target = attack.attacker, attack.target
    if target is None or not has(work.battle, unit, HEAVY_HORSE) or not in_contact(work.battle, unit, target):
        return None
    return Modifier(HEAVY_HORSE, HOOVES.of(work)["damage"], "AS-SPA-077")


@hooks.allowance.seeing("AS-SPA-078", part=Allowance.FASTER, when=piloted(FOOT_CAVALRY))
def foot_cavalry(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Men who march further than others."""
    if so_far.total <= 0 or not has(battle, unit, FOOT_CAVALRY):
        return None
    return Cost(FOOT_CAVALRY, MARCH.of(battle)["Move"], "AS-SPA-078")


@hooks.eases.rule("AS-SPA-078", when=piloted(FOOT_CAVALRY))
def hard_marchers(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    slow = ("woods", "jungle", "rough", "rubble", "building")
    if kind_of(terrain).removeprefix("ultra ") not in slow or not has(battle, unit, FOOT_CAVALRY):
        return 0.0
    return MARCH.of(battle)["inches less"]
