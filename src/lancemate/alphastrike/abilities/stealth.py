"""Hard to see (pp. 78-79): mimetic armor, and switching stealth armor on and off.

The row for stealth itself stands in tohit.py, what it does to electronics in electronics.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Switch, SwitchWords
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

MIMETIC: Final = rules.table("AS-SPC-040", {"MAS": 3})
LIGHT_MIMETIC: Final = rules.table("AS-SPC-041", {"LMAS": 2})


@hooks.to_hit.rule("AS-SPC-040", part=hooks.OTHER, ability="MAS")
def mimetic_armor(attack: Attack) -> Modifier | None:
    """A unit that keeps still melts into its surroundings; blows find it all the same."""
    if not _keeps_still(attack, "MAS"):
        return None
    return Modifier("Mimetic armor (MAS)", MIMETIC.of(attack)["MAS"], "AS-SPC-040")


@hooks.to_hit.rule("AS-SPC-041", part=hooks.OTHER, ability="LMAS")
def light_mimetic_armor(attack: Attack) -> Modifier | None:
    if not _keeps_still(attack, "LMAS"):
        return None
    return Modifier("Light mimetic armor (LMAS)", LIGHT_MIMETIC.of(attack)["LMAS"], "AS-SPC-041")


def _keeps_still(attack: Attack, code: str) -> bool:
    target = attack.target
    if target is None or attack.is_physical or not target.active(code):
        return False
    return target.moved in ("standstill", "immobile") or is_immobile(attack.battle, target)


STEALTH: Final = hooks.switch_words.add("STL", SwitchWords("stealth"))


@hooks.switches.rule("AS-SPC-047", ability="STL")
def stealth_switches(battle: Battle, unit: Unit) -> Switch | None:
    return Switch("STL", STEALTH.label, unit.active("STL"), "AS-SPC-047") if unit.has("STL") else None


@hooks.may_toggle.rule("AS-SPC-047", ability="STL")
def stealth_switch(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """Its player may turn it off in any End Phase, and on again in any later one; infantry has no switch."""
    if ability != "STL" or not unit.has("STL"):
        return None
    if unit.card.is_infantry:
        text = f"the stealth of {unit.id} cannot be switched: infantry has no drawback from it and leaves it on"
        return Refusal("no_switch", text, "AS-SPC-047")
    return "AS-SPC-047"
