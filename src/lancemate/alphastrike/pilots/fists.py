"""Pilots who fight with fists and blades (pp. 95-101): harder to strike, better at striking, harder hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.cards.pilot_names import (
    DODGE,
    FIST_FIRE,
    MELEE_MASTER,
    MELEE_SPECIALIST,
    STREET_FIGHTER,
    ZWEIHANDER,
    piloted,
)
from lancemate.alphastrike.combat.amount import at_short
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning

DODGING: Final = rules.table("AS-SPA-025", {"against it": 2})
SKILLED: Final = rules.table("AS-SPA-045", {"of its own": -1})
TWO_HANDED: Final = rules.table("AS-SPA-074", {"damage": 1})


@hooks.to_hit.rule("AS-SPA-025", part=hooks.OTHER, traits=trait.PHYSICAL, when=piloted(DODGE))
def dodge(attack: Attack) -> Modifier | None:
    """Whoever strikes at it, however, finds it elsewhere."""
    if attack.target is None or not has(attack.battle, attack.target, DODGE):
        return None
    return Modifier(DODGE, DODGING.of(attack)["against it"], "AS-SPA-025")


@hooks.to_hit.rule("AS-SPA-045", part=hooks.OTHER, traits=trait.PHYSICAL, when=piloted(MELEE_SPECIALIST))
def melee_specialist(attack: Attack) -> Modifier | None:
    """At home in every kind of physical attack."""
    if not has(attack.battle, attack.attacker, MELEE_SPECIALIST):
        return None
    return Modifier(MELEE_SPECIALIST, SKILLED.of(attack)["of its own"], "AS-SPA-045")


@rules.rule("AS-SPA-060", otherwise=False)
def is_preemptive(attack: Attack) -> bool:
    """The guns of a street fighter fire with its strike already: there is nothing left for its fists."""
    return STREET_FIGHTER in attack.command.abilities


@hooks.damage.rule("AS-SPA-029", part=ADDED, kinds=hooks.MADE, when=piloted(FIST_FIRE))
def fist_fire(work: Reckoning) -> Modifier | None:
    """A punch, kick or blade comes with half of what its guns do at Short range."""
    attack = work.attack
    if trait.BLOW not in attack.traits or not has(work.battle, attack.attacker, FIST_FIRE) or is_preemptive(attack):
        return None
    short = at_short(attack)
    more = 0 if short.minimal else round_up(work, short.points / 2)
    return Modifier(FIST_FIRE, more, "AS-SPA-029") if more else None


@hooks.damage.rule("AS-SPA-044", part=ADDED, kinds=hooks.MADE, when=piloted(MELEE_MASTER))
def melee_master(work: Reckoning) -> Modifier | None:
    """Every blow, a charge and Death From Above too, is harder by half its Size."""
    attack = work.attack
    if not attack.is_physical or not has(work.battle, attack.attacker, MELEE_MASTER):
        return None
    return Modifier(MELEE_MASTER, round_up(work, attack.attacker.card.size / 2), "AS-SPA-044")


@hooks.damage.rule("AS-SPA-074", part=ADDED, kinds=hooks.MADE, when=piloted(ZWEIHANDER))
def zweihander(work: Reckoning) -> Modifier | None:
    """Both arms in one blow, with whatever is in them."""
    attack = work.attack
    if trait.BLOW not in attack.traits or not has(work.battle, attack.attacker, ZWEIHANDER):
        return None
    return Modifier(ZWEIHANDER, TWO_HANDED.of(work)["damage"], "AS-SPA-074")
