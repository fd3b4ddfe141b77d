"""Narc beacons (pp. 86-87): shot onto an enemy, they guide missiles to it for the rest of the game.

Pods of other kinds belong to alternate munitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.devices import device, why_not_fired
from lancemate.alphastrike.abilities.electronics import any_covers, hostile_fields
from lancemate.alphastrike.damage.reckoning import SUFFERED
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.errors import Refusal

# The unit carries a beacon of the enemy.
narc = unit_memory("narc", bool, default=False, rule="AS-SPC-119", told="carries a Narc beacon")

IMPROVED: Final = rules.table("AS-SPC-102", {"INARC": {"range": "M"}})
STANDARD: Final = rules.table("AS-SPC-119", {"SNARC": {"range": "M"}})
BEACON: Final = rules.table("AS-SPC-119", {"damage": 1})
COMPACT: Final = rules.table("AS-SPC-120", {"CNARC": {"range": "S"}})
LAUNCHERS: Final = ("SNARC", "INARC", "CNARC")
RULES: Final = {"INARC": "AS-SPC-102", "SNARC": "AS-SPC-119", "CNARC": "AS-SPC-120"}
GUIDED: Final = ("IF", "LRM", "SRM")
MARK: Final = 2.0  # what a beacon is worth to bots, in points of damage


@hooks.may_attack.rule("AS-SPC-102", part=hooks.AIM, kinds="INARC", ability="INARC")
def improved_reaches(attack: Attack) -> Refusal | None:
    """Units it can reach, as often in a turn as it has launchers."""
    limit = IMPROVED.of(attack)["INARC"]["range"]
    return why_not_fired(attack, limit, "AS-SPC-102")


@hooks.may_attack.rule("AS-SPC-119", part=hooks.AIM, kinds="SNARC", ability="SNARC")
def standard_reaches(attack: Attack) -> Refusal | None:
    """Units it can reach, as often in a turn as it has launchers."""
    limit = STANDARD.of(attack)["SNARC"]["range"]
    return why_not_fired(attack, limit, "AS-SPC-119")


@hooks.may_attack.rule("AS-SPC-120", part=hooks.AIM, kinds="CNARC", ability="CNARC")
def compact_reaches(attack: Attack) -> Refusal | None:
    """Units it can reach, as often in a turn as it has launchers."""
    limit = COMPACT.of(attack)["CNARC"]["range"]
    return why_not_fired(attack, limit, "AS-SPC-120")


def mark(attack: Attack) -> None:
    """A hit sticks for the rest of the game."""
    if any(hook(attack) for hook in attack.battle.hooks[hooks.pod_strikes]):
        return
    if attack.target is not None and not narc.of(attack.target):
        narc.note(attack.battle, attack.target, True, RULES[attack.kind])


def worth(attack: Attack) -> float:
    """Something, where friends have missiles to guide and the target has no beacon yet."""
    target, side = attack.target, attack.attacker.side
    if target is None or narc.of(target) or screened(attack.battle, target):
        return 0.0
    friends = (one for one in attack.battle.on_table(side) if not one.card.all_codes.isdisjoint(GUIDED))
    return min(3, sum(1 for _ in friends)) * MARK


for code, words in (("SNARC", "Narc beacon"), ("INARC", "iNarc beacon"), ("CNARC", "compact Narc beacon")):
    device(code, words, (code,), mark, worth)


@hooks.damage.rule("AS-SPC-102", "AS-SPC-119", "AS-SPC-120", part=SUFFERED, kinds=hooks.MADE, ability=LAUNCHERS)
def guides_missiles(work: Reckoning) -> Modifier | None:
    """Missiles fired for themselves do a point more to a unit with a beacon, unless ECM of its own side hides it."""
    attack = work.attack
    target = attack.target
    if target is None or not is_guided(attack):
        return None
    if not narc.of(target) or screened(work.battle, target):
        return None
    return Modifier("Narc beacon", BEACON.of(work)["damage"], "AS-SPC-119")


@rules.rule("AS-SPC-102", "AS-SPC-119", "AS-SPC-120", otherwise=False)
def is_guided(attack: Attack) -> bool:
    """Missiles of the usual kind, fired for themselves; what an improved ATM fires over hills counts as such."""
    return by_beacons(attack)


def by_beacons(attack: Attack) -> bool:
    """Missiles that listen to beacons."""
    if trait.SHOT not in attack.traits:
        return False
    return attack.indirect if attack.code == "IATM" else attack.code in GUIDED


def screened(battle: Battle, unit: Unit) -> bool:
    """It stands in an ECM field of its own side."""
    return any_covers(battle, hostile_fields(battle, battle.opponent(unit.side)), unit)
