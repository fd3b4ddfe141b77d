"""Where pilots shoot best, and who is hard to shoot at (pp. 93-99): a jump, a range, a weapon, the air."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.flak import flies
from lancemate.alphastrike.cards.pilot_names import (
    CLUSTER_HITTER,
    JUMPING_JACK,
    RANGE_MASTER,
    SANDBLASTER,
    SHAKY_STICK,
    SNIPER,
    piloted,
)
from lancemate.alphastrike.combat.amount import ADDED
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.tohit import aiming_bracket
from lancemate.alphastrike.pilots.aiming import EASIER_FROM_AFAR, is_aimed_along_a_range
from lancemate.alphastrike.pilots.having import detail_of, has
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.combat.attack import Attack

AIRBORNE_AIM: Final = rules.table("AS-SPA-040", {"after a jump": -1})
UNSTEADY: Final = rules.table("AS-SPA-054", {"from the ground": 1})
BURST: Final = ("AC", "FLK", "IATM", "LRM", "SRM", "TOR")
BURSTS: Final = rules.table("AS-SPA-053", {"target number": -1, "damage": 1, "at Short range": 2})
CLUSTER: Final = ("FLK", "LRM", "SRM", "TOR")
BURSTING: Final = ("flak", "flechette")  # rounds by which autocannons count as well
CLUSTERS: Final = rules.table("AS-SPA-021", {"damage": 1})

# What a range adds in all, without Sniper and with it.
RANGE_MASTERS: Final = rules.table(
    "AS-SPA-051",
    {
        ("Medium", False): {"S": 2, "M": 0, "L": 4, "E": 6},
        ("Long", False): {"S": 2, "M": 2, "L": 2, "E": 6},
        ("Extreme", False): {"S": 2, "M": 2, "L": 4, "E": 4},
        ("Medium", True): {"S": 2, "M": 0, "L": 2, "E": 3},
        ("Long", True): {"S": 2, "M": 1, "L": 0, "E": 3},
        ("Extreme", True): {"S": 2, "M": 1, "L": 2, "E": 1},
    },
)


@hooks.to_hit.rule("AS-SPA-040", part=hooks.ATTACKER + 1, when=piloted(JUMPING_JACK))
def jumping_jack(attack: Attack) -> Modifier | None:
    """Shooting in the middle of a jump is what it does every day."""
    if not attack.is_weapon or attack.attacker.moved != "jump" or not has(attack.battle, attack.attacker, JUMPING_JACK):
        return None
    return Modifier(JUMPING_JACK, AIRBORNE_AIM.of(attack)["after a jump"], "AS-SPA-040")


@hooks.to_hit.rule("AS-SPA-050", part=hooks.RANGE + 1, when=piloted(RANGE_MASTER))
def range_master(attack: Attack) -> Modifier | None:
    """Good at one range, bad at Short. What a Sniper gains is in the same row of the table."""
    if not attack.is_weapon or attack.has_flat_range or not has(attack.battle, attack.attacker, RANGE_MASTER):
        return None
    bracket = aiming_bracket(attack)
    sniper = is_aimed_along_a_range(attack) and has(attack.battle, attack.attacker, SNIPER)
    mastered = detail_of(attack.battle, attack.attacker, RANGE_MASTER)
    row = RANGE_MASTERS.of(attack).get((mastered or "", sniper), {})
    if bracket not in row:
        return None
    usual = RANGES.of(attack)[bracket]["modifier"] + (EASIER_FROM_AFAR.of(attack)[bracket] if sniper else 0)
    return Modifier(RANGE_MASTER, row[bracket] - usual, "AS-SPA-050") if row[bracket] != usual else None


@hooks.to_hit.rule("AS-SPA-054", part=hooks.OTHER, when=piloted(SHAKY_STICK))
def shaky_stick(attack: Attack) -> Modifier | None:
    """Never where gunners on the ground expect it."""
    target = attack.target
    if target is None or not flies(target) or attack.platform.airborne or not has(attack.battle, target, SHAKY_STICK):
        return None
    return Modifier(SHAKY_STICK, UNSTEADY.of(attack)["from the ground"], "AS-SPA-054")


# -- one weapon before all others -----------------------------------------------------------------------------


def ability_fired(attack: Attack) -> str | None:
    """The ability an attack is made with alone; missiles fired indirectly are LRMs where the unit has those."""
    if attack.code == "IF" and attack.mount.specials.get("LRM") is not None:
        return "LRM"
    return attack.code


def _blasts(attack: Attack) -> bool:
    if ability_fired(attack) not in BURST or attack.kind != "weapon":
        return False
    return has(attack.battle, attack.attacker, SANDBLASTER)


@hooks.to_hit.rule("AS-SPA-053", part=hooks.OTHER, kinds="weapon", when=piloted(SANDBLASTER))
def sandblaster(attack: Attack) -> Modifier | None:
    """One weapon alone, and well aimed."""
    return Modifier(SANDBLASTER, BURSTS.of(attack)["target number"], "AS-SPA-053") if _blasts(attack) else None


@hooks.damage.rule("AS-SPA-053", part=ADDED, when=piloted(SANDBLASTER))
def more_of_the_burst(work: Reckoning) -> Modifier | None:
    """More of it strikes home, most of all at Short range."""
    if not _blasts(work.attack):
        return None
    more = BURSTS.of(work)["at Short range" if work.attack.bracket == "S" else "damage"]
    return Modifier(SANDBLASTER, more, "AS-SPA-053")


@hooks.damage.rule("AS-SPA-021", part=ADDED, when=piloted(CLUSTER_HITTER))
def cluster_hitter(work: Reckoning) -> Modifier | None:
    """Whoever has not moved puts more of a cluster where it should go: once, whatever it fires with."""
    attack = work.attack
    unit = attack.attacker
    if attack.kind != "weapon" or not stayed_put(attack) or not has(work.battle, unit, CLUSTER_HITTER):
        return None
    fired = ability_fired(attack)
    used = fired in CLUSTER if fired is not None else any(_reaches(attack, code) for code in CLUSTER)
    used = used or (attack.command.ammo in BURSTING and fired in (None, "AC"))
    return Modifier(CLUSTER_HITTER, CLUSTERS.of(work)["damage"], "AS-SPA-021") if used else None


@rules.rule("AS-SPA-015", otherwise=lambda attack: attack.attacker.moved == "standstill")
def stayed_put(attack: Attack) -> bool:
    """Not to move takes less than to stand still: whoever cannot move does it too."""
    return attack.attacker.moved in ("standstill", "immobile")


def _reaches(attack: Attack, code: str) -> bool:
    """The ability has a value where the target stands."""
    special = attack.mount.specials.get(code)
    if special is None:
        return False
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket).harms
