"""Pilot abilities that change a target number (pp. 96-102)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import (
    FORWARD_OBSERVER,
    OBLIQUE_ARTILLERYMAN,
    OBLIQUE_ATTACKER,
    SNIPER,
    piloted,
)
from lancemate.alphastrike.combat.sight import Ruling, without_a_line
from lancemate.alphastrike.combat.tohit import ATTACK, aiming_bracket
from lancemate.alphastrike.commands.ranges import own_ranges
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

EASIER_FROM_AFAR: Final = rules.table("AS-SPA-057", {"S": 0, "M": -1, "L": -2, "E": -3})
OTHER_SETS: Final = ("AS-OPT-531",)  # rows of a targeting system, which stand in the place of the usual ranges
OBLIQUE: Final = rules.table("AS-SPA-049", {"spotted": -1, "blind": 2})
SHELLS: Final = rules.table("AS-SPA-048", {"indirect": -1, "all up to": 1, "half up to": 3})


@hooks.to_hit.seeing("AS-SPA-057", part=ToHit.OTHER_RANGE, when=piloted(SNIPER))
def sniper(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Every range beyond Short costs half. Indirect fire and artillery gain nothing."""
    if not is_aimed_along_a_range(attack) or any(part.rule in OTHER_SETS for part in so_far.parts):
        return None
    easier = EASIER_FROM_AFAR.of(attack)[aiming_bracket(attack)]
    if not easier or not has(attack.battle, attack.attacker, SNIPER):
        return None
    if own_ranges(attack.battle, attack.attacker) is not None:
        return None
    return Modifier(SNIPER, easier, "AS-SPA-057")


def is_aimed_along_a_range(attack: Attack) -> bool:
    """A weapon attack at what the attacker sees; indirect fire and artillery are none."""
    return attack.is_weapon and not attack.indirect and trait.ARTILLERY not in attack.traits


@hooks.to_hit.rule("AS-SPA-049", part=hooks.OTHER, when=piloted(OBLIQUE_ATTACKER))
def oblique_attacker(attack: Attack) -> Modifier | None:
    """At home with indirect fire; without a spotter it is hard, but not out of the question."""
    if attack.code != "IF" or not has(attack.battle, attack.attacker, OBLIQUE_ATTACKER):
        return None
    return Modifier(
        OBLIQUE_ATTACKER, OBLIQUE.of(attack)["blind" if attack.spotter is None else "spotted"], "AS-SPA-049"
    )


@hooks.needs_no_spotter.rule("AS-SPA-049", when=piloted(OBLIQUE_ATTACKER))
def needs_no_spotter(battle: Battle, unit: Unit) -> bool:
    return has(battle, unit, OBLIQUE_ATTACKER)


@hooks.fires_blind.rule("AS-SPA-049", when=piloted(OBLIQUE_ATTACKER))
def fires_blind(attack: Attack) -> bool:
    """IF needs nobody's eyes."""
    return attack.code == "IF" and needs_no_spotter(attack.battle, attack.attacker)


@hooks.blind_sight.rule("AS-SPA-049", when=piloted(OBLIQUE_ATTACKER))
def blind_sight(attack: Attack) -> Ruling | None:
    """Nobody looks along a line: only the terrain counts that either stands in."""
    if attack.point is not None or attack.spotter is not None or not fires_blind(attack):
        return None
    there = () if attack.target is None else (attack.target.body,)  # a structure stands for itself
    ruling = without_a_line(attack.battle, attack.target, attack.platform.body, *there)
    return ruling._replace(distance=attack.distance)


@hooks.to_hit.rule(
    "AS-SPA-048", part=hooks.OTHER, traits=trait.ARTILLERY, but=trait.AFAR, when=piloted(OBLIQUE_ARTILLERYMAN)
)
def oblique_artilleryman(attack: Attack) -> Modifier | None:
    """Shells at what others see."""
    return lobs_well(attack) if attack.indirect else None


@rules.rule("AS-SPA-048", otherwise=None)
def lobs_well(attack: Attack) -> Modifier | None:
    """The same of guns beyond the table."""
    if not has(attack.battle, attack.attacker, OBLIQUE_ARTILLERYMAN):
        return None
    return Modifier(OBLIQUE_ARTILLERYMAN, SHELLS.of(attack)["indirect"], "AS-SPA-048")


@rules.rule("AS-SPA-048", otherwise=None)
def share_of_a_near_miss(attack: Attack, missed_by: int) -> float | None:
    """How much of its damage a shell does to a gun beyond the table that it misses by so much; None for others."""
    if not has(attack.battle, attack.attacker, OBLIQUE_ARTILLERYMAN):
        return None
    row = SHELLS.of(attack)
    return 1.0 if missed_by <= row["all up to"] else 0.5 if missed_by <= row["half up to"] else 0.0


@hooks.spots_for_batteries.rule("AS-SPA-031", when=piloted(FORWARD_OBSERVER))
def observes_for_all(battle: Battle, spotter: Unit) -> bool:
    """Any number of shells at one point."""
    return has(battle, spotter, FORWARD_OBSERVER)


@hooks.to_hit.rule("AS-SPA-031", part=hooks.OTHER, when=piloted(FORWARD_OBSERVER))
def forward_observer(attack: Attack) -> Modifier | None:
    """A spotter that shoots as well does not disturb those it spots for."""
    spotter = attack.spotter
    if spotter is None or not attack.spotter_attacks:
        return None
    return aims_and_spots(attack, spotter, ATTACK.of(attack)["spotter attacks"])


@rules.rule("AS-SPA-031", otherwise=None)
def aims_and_spots(attack: Attack, spotter: Unit, harder: int) -> Modifier | None:
    """What its own attack would cost those it spots for is nothing; guns beyond the table have it so, too."""
    return Modifier(FORWARD_OBSERVER, -harder, "AS-SPA-031") if has(attack.battle, spotter, FORWARD_OBSERVER) else None
