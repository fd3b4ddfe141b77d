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
    piloted,
)
from lancemate.alphastrike.combat.firing import makes_use_of
from lancemate.alphastrike.combat.tohit import aiming_bracket
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.pilots.having import detail_of, has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.kernel.tally import Part, SoFar

AIRBORNE_AIM: Final = rules.table("AS-SPA-040", {"after a jump": -1})
UNSTEADY: Final = rules.table("AS-SPA-054", {"from the ground": 1})
BURST: Final = ("AC", "FLK", "IATM", "LRM", "SRM", "TOR")
BURSTS: Final = rules.table("AS-SPA-053", {"target number": -1, "damage": 1, "at Short range": 2})
CLUSTER: Final = ("FLK", "LRM", "SRM", "TOR")
BURSTING: Final = ("flak", "flechette")  # rounds by which autocannons count as well
CLUSTERS: Final = rules.table("AS-SPA-021", {"damage": 1})

# What the one bracket gains, how far down, and what Short costs: with Sniper, and with any other set of ranges.
RANGE_MASTERS: Final = rules.table("AS-SPA-051", {"mastered": 2, "least": 0, "Short": 2})
RANGES_SAID: Final = ("AS-COM-060", "AS-OPT-531", "AS-SPC-056", "AS-SPA-057", "AS-SCA-018", "AS-SCA-051")
BRACKETS: Final = {"Medium": "M", "Long": "L", "Extreme": "E"}


@hooks.to_hit.rule("AS-SPA-040", part=hooks.ATTACKER, when=piloted(JUMPING_JACK))
def jumping_jack(attack: Attack) -> Modifier | None:
    """Shooting in the middle of a jump is what it does every day."""
    if not attack.is_weapon or attack.attacker.moved != "jump" or not has(attack.battle, attack.attacker, JUMPING_JACK):
        return None
    return Modifier(JUMPING_JACK, AIRBORNE_AIM.of(attack)["after a jump"], "AS-SPA-040")


@hooks.to_hit.seeing("AS-SPA-050", part=ToHit.MASTERED, when=piloted(RANGE_MASTER))
def range_master(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Good at one range, bad at Short; whatever the range comes to, mastering it makes no less than +0 of it."""
    if not attack.is_weapon or attack.has_flat_range or not has(attack.battle, attack.attacker, RANGE_MASTER):
        return None
    bracket, row = aiming_bracket(attack), RANGE_MASTERS.of(attack)
    if bracket == "S":
        return Modifier(RANGE_MASTER, row["Short"], "AS-SPA-050")
    if bracket != BRACKETS.get(detail_of(attack.battle, attack.attacker, RANGE_MASTER) or ""):
        return None
    easier = so_far.take_back(_is_of_the_range, min(row["mastered"], so_far.left_of(_is_of_the_range) - row["least"]))
    return Modifier(RANGE_MASTER, int(easier), "AS-SPA-050") if easier else None


def _is_of_the_range(part: Part) -> bool:
    return part.rule in RANGES_SAID


@hooks.to_hit.rule("AS-SPA-054", part=hooks.ANY_ATTACK, when=piloted(SHAKY_STICK))
def shaky_stick(attack: Attack) -> Modifier | None:
    """Never where gunners on the ground expect it."""
    target = attack.target
    if target is None or not flies(target) or attack.platform.airborne or not has(attack.battle, target, SHAKY_STICK):
        return None
    return Modifier(SHAKY_STICK, UNSTEADY.of(attack)["from the ground"], "AS-SPA-054")


# -- one weapon before all others -----------------------------------------------------------------------------


def _blasts(attack: Attack) -> bool:
    if attack.code not in BURST or trait.SHOT not in attack.traits:
        return False
    return has(attack.battle, attack.attacker, SANDBLASTER)


@hooks.to_hit.rule("AS-SPA-053", part=hooks.OTHER, traits=trait.SHOT, when=piloted(SANDBLASTER))
def sandblaster(attack: Attack) -> Modifier | None:
    """One weapon alone, and well aimed."""
    return Modifier(SANDBLASTER, BURSTS.of(attack)["target number"], "AS-SPA-053") if _blasts(attack) else None


@hooks.damage.rule("AS-SPA-053", part=ADDED, kinds=hooks.MADE, when=piloted(SANDBLASTER))
def more_of_the_burst(work: Reckoning) -> Modifier | None:
    """More of it strikes home, most of all at Short range."""
    if not _blasts(work.attack):
        return None
    more = BURSTS.of(work)["at Short range" if work.attack.bracket == "S" else "damage"]
    return Modifier(SANDBLASTER, more, "AS-SPA-053")


@hooks.damage.rule("AS-SPA-021", part=ADDED, kinds=hooks.MADE, when=piloted(CLUSTER_HITTER))
def cluster_hitter(work: Reckoning) -> Modifier | None:
    """Whoever has not moved puts more of a cluster where it should go: once, whatever it fires with."""
    attack = work.attack
    unit = attack.attacker
    if trait.SHOT not in attack.traits or not stayed_put(attack) or not has(work.battle, unit, CLUSTER_HITTER):
        return None
    used = makes_use_of(attack, CLUSTER) or (attack.command.ammo in BURSTING and makes_use_of(attack, ("AC",)))
    return Modifier(CLUSTER_HITTER, CLUSTERS.of(work)["damage"], "AS-SPA-021") if used else None


@rules.rule("AS-SPA-015", otherwise=lambda attack: attack.attacker.moved == "standstill")
def stayed_put(attack: Attack) -> bool:
    """Not to move takes less than to stand still: whoever cannot move does it too."""
    return attack.attacker.moved in ("standstill", "immobile")
