"""Triple-strength myomer (pp. 78-79): harder blows for a price, and faster legs when hot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.heat.track import felt_heat
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

HEAT_LOSS: Final = "AS-HEA-003"

# Heat from which on the muscles work, inches they add, and the heat level whose loss of Move they make good.
TSM: Final = rules.table("AS-SPC-051", {"from heat": 1, "inches": 2, "ignores heat": 1})


@hooks.damage.rule("AS-SPC-033", part=ADDED, kinds=hooks.MADE, ability="I-TSM")
def industrial_myomer_strikes(work: Reckoning) -> Modifier | None:
    """A punch, kick or hand weapon does a point more, at any heat."""
    if trait.BLOW in work.attack.traits and work.attack.attacker.has("I-TSM"):
        return Modifier("Industrial triple-strength myomer (I-TSM)", 1, "AS-SPC-033")
    return None


@hooks.to_hit.rule("AS-SPC-033", part=hooks.OTHER, ability="I-TSM")
def industrial_myomer_is_clumsy(attack: Attack) -> Modifier | None:
    """Every kind of physical attack is harder."""
    if attack.is_physical and attack.attacker.has("I-TSM"):
        return Modifier("Industrial triple-strength myomer (I-TSM)", 2, "AS-SPC-033")
    return None


def _works(battle: Battle, unit: Unit) -> bool:
    return felt_heat(battle, unit) >= TSM.of(battle)["from heat"] and unit.active("TSM")


@hooks.damage.rule("AS-SPC-051", part=ADDED, kinds=hooks.MADE, ability="TSM")
def myomer_strikes(work: Reckoning) -> Modifier | None:
    """Hot muscles do a point more with a punch, kick or hand weapon."""
    if trait.BLOW in work.attack.traits and _works(work.battle, work.attack.attacker):
        return Modifier("Triple-strength myomer (TSM)", 1, "AS-SPC-051")
    return None


@hooks.move_now.seeing("AS-SPC-051", part=Move.RELIEVED, ability="TSM")
def myomer_runs(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Two inches more on the ground when hot; at the first level of heat they also make good what heat costs."""
    if mode != "ground" or not _works(battle, unit):
        return None
    more = float(TSM.of(battle)["inches"])
    if felt_heat(battle, unit) == TSM.of(battle)["ignores heat"]:
        more += so_far.take_back(lambda part: part.rule == HEAT_LOSS)
    return Cost("Triple-strength myomer (TSM)", more, "AS-SPC-051")
