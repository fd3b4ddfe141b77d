"""Semi-guided LRMs (p. 150): missiles that home in on what a friend has painted (abilities/painting.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.painting import is_painted
from lancemate.alphastrike.damage.reckoning import ADDED, MUNITION
from lancemate.alphastrike.options.alternate_munitions.firing import LOBBED, Round, fires, more, value_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, carriers, title_of
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

GUIDED: Final = "semi_guided"
DIRECT: Final = rules.table("AS-OPT-148", {"damage": 1, "alone": -2})
OVER_HILLS: Final = rules.table("AS-OPT-149", {"damage": 1, "by the LRMs": -2})


def homes(attack: Attack) -> Round | None:
    """Semi-guided missiles at somebody who is painted."""
    target = attack.target
    if target is None or not is_painted(attack.battle, target):
        return None
    return fires(attack, GUIDED)


# -- seen by the attacker -------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-148", part=hooks.OTHER, when=OPTION)
def guided_aim(attack: Attack) -> Modifier | None:
    """Fired by the launchers alone they hit more easily."""
    one = homes(attack)
    if one is None or attack.indirect or not one.alone:
        return None
    return Modifier(title_of(GUIDED), DIRECT.of(attack)["alone"], "AS-OPT-148")


@hooks.damage.rule("AS-OPT-148", part=ADDED, kinds=hooks.MADE, when=OPTION)
def guided_damage(work: Reckoning) -> Modifier | None:
    """Among all weapons they do a point more."""
    one = homes(work.attack)
    if one is None or work.attack.indirect or one.alone:
        return None
    return more(one, DIRECT.of(work)["damage"], "AS-OPT-148")


# -- over hills -----------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-OPT-149", part=ADDED, kinds=hooks.MADE, when=OPTION)
def guided_over_hills(work: Reckoning) -> Modifier | None:
    """Fired as indirect fire (IF) they do a point more."""
    one = homes(work.attack)
    if one is None or not work.attack.indirect or work.attack.code != LOBBED:
        return None
    return more(one, OVER_HILLS.of(work)["damage"], "AS-OPT-149")


@hooks.to_hit.rule("AS-OPT-149", part=hooks.OTHER, when=OPTION)
def guided_aim_over_hills(attack: Attack) -> Modifier | None:
    """Fired by the LRMs instead they hit more easily."""
    if homes(attack) is None or not attack.indirect or attack.code == LOBBED:
        return None
    return Modifier(title_of(GUIDED), OVER_HILLS.of(attack)["by the LRMs"], "AS-OPT-149")


@hooks.damage.rule("AS-OPT-149", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def own_value_over_hills(work: Reckoning) -> Modifier | None:
    """And do what LRMs do at Long range, whatever the value of IF."""
    one = homes(work.attack)
    if one is None or not work.attack.indirect or work.attack.code == LOBBED:
        return None
    return more(one, value_of(work.attack, "LRM").points - work.points, "AS-OPT-149")


@hooks.worth_painting.rule("AS-OPT-148", when=OPTION)
def friends_home_in(battle: Battle, painter: Unit, target: Unit) -> float:
    """A point for every friend that still has semi-guided missiles to fire."""
    friends = [one for one in battle.on_table(painter.side) if one is not painter and not one.attacks]
    return float(sum(1 for one in friends if carriers(one, GUIDED)))
