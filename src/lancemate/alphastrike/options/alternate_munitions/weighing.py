"""What munitions are worth besides damage, in points of damage: for players who are programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import heat_of_attack
from lancemate.alphastrike.heat.track import SHUTDOWN_LEVEL
from lancemate.alphastrike.options.alternate_munitions.anti_tsm import poisons
from lancemate.alphastrike.options.alternate_munitions.autocannons import penetrates, pierces
from lancemate.alphastrike.options.alternate_munitions.firing import fires
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.alternate_munitions.missiles import INFERNO, PULSE, charges, pulsed
from lancemate.alphastrike.options.alternate_munitions.pods import ECM, EXPLOSIVE, HAYWIRE, SITTING, astray, jammed
from lancemate.alphastrike.pilots.weighing import CRITICAL

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack

LUCKY: Final = 6 / 36  # how often two dice show 10 or more
HOT: Final = 0.6  # a level of heat
OFF: Final = 3.0  # a shutdown
UNSETTLED: Final = 0.14  # of what a unit does in a turn: what a target number 1 higher takes from it
JAMMED: Final = 0.3


@hooks.side_effects.rule("AS-OPT-117", "AS-OPT-139", "AS-OPT-153", when=OPTION)
def worth_of_luck(attack: Attack) -> float:
    """Critical hits that munitions may bring."""
    if poisons(attack) is not None:
        return CRITICAL
    lucky = pierces(attack) is not None or charges(attack) is not None
    return CRITICAL * LUCKY if lucky and penetrates(attack) else 0.0


@hooks.side_effects.rule("AS-OPT-143", when=OPTION)
def worth_of_heat(attack: Attack) -> float:
    """A hot target shoots worse, and one that is hotter still shuts down."""
    target = attack.target
    if target is None or fires(attack, INFERNO) is None:
        return 0.0
    heat = heat_of_attack(attack)
    return heat * HOT + (OFF if target.heat + target.overheat + heat >= SHUTDOWN_LEVEL else 0.0)


@hooks.side_effects.rule("AS-OPT-134", "AS-OPT-136", "AS-OPT-145", when=OPTION)
def worth_of_confusion(attack: Attack) -> float:
    """Whoever aims worse next turn does less, once."""
    target = attack.target
    if target is None:
        return 0.0
    worse = UNSETTLED * max(one.points for one in target.card.damage)
    if fires(attack, PULSE) is not None:
        return worse if pulsed.of(target) is None else 0.0
    if fires(attack, HAYWIRE) is not None:
        return worse if astray.of(target) is None else 0.0
    return JAMMED if fires(attack, ECM) is not None and jammed.of(target) is None else 0.0


@hooks.side_effects.rule("AS-OPT-135", "AS-OPT-137", when=OPTION)
def worth_of_explosives(attack: Attack) -> float:
    """Half a point for each."""
    return 0.5 if fires(attack, EXPLOSIVE) is not None or fires(attack, SITTING) is not None else 0.0
