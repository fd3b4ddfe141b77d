"""Target Acquisition Gear (pp. 86, 89, 152): painting a target, which shows it to homing shells and missiles.

A painting attack comes on top of all others; whoever is painted is so until the turn ends. What comes of it is the
business of whatever homes in: shells, semi-guided missiles, laser-guided bombs. Without a module that has such things
nobody paints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.devices import device, why_not_fired
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.words import flag, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

USED_BY: Final = ("alternate_munitions", "advanced_artillery")
CODES: Final = ("TAG", "LTAG")
REACH: Final = rules.table("AS-OPT-177", {"TAG": "M", "LTAG": "S"})
rules.also("AS-SPC-154", REACH)
rules.also("AS-SPC-106", REACH)

painted = unit_memory(
    "painted", bool, default=False, rule="AS-OPT-177", expires="turn", told="is painted for homing fire"
)
unit_word(painted, USED_BY, flag)


@hooks.may_attack.rule("AS-OPT-177", "AS-SPC-154", "AS-SPC-106", part=hooks.AIM, kinds=CODES, ability=CODES)
def gear_reaches(attack: Attack) -> Refusal | None:
    """Units at Short and Medium range, with light gear at Short only; once a turn, where something homes in on it."""
    if attack.battle.options.isdisjoint(USED_BY):
        text = f"nothing homes in on what {attack.attacker.id} would paint without the option {' or '.join(USED_BY)}"
        return Refusal("nothing_homes", text, "AS-OPT-177")
    return why_not_fired(attack, REACH.of(attack)[attack.kind], "AS-OPT-177")


def paint(attack: Attack) -> None:
    """A hit shows the target to everything that homes in."""
    if attack.target is not None and not painted.of(attack.target):
        painted.note(attack.battle, attack.target, True)


def worth(attack: Attack) -> float:
    """What friends gain who have something that homes in: hook ``worth_painting``."""
    target = attack.target
    if target is None or painted.of(target):
        return 0.0
    return sum(hook(attack.battle, attack.attacker, target) for hook in attack.battle.hooks[hooks.worth_painting])


def is_painted(battle: Battle, unit: Unit) -> bool:
    """Somebody has painted it this turn."""
    return painted.of(unit)


for _code, _words in (("TAG", "target acquisition gear"), ("LTAG", "light target acquisition gear")):
    device(_code, _words, (_code,), paint, worth)
