"""Attacks by and at mobile structures, and from where the largest units are struck (pp. 65-66).

Knows which section fires at which, and through what; what a hit does to a section stands in damage/sections.py.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.arcs import bears_on
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large, quarter_arc
from lancemate.alphastrike.combat.tohit import TARGET_MOVEMENT
from lancemate.alphastrike.damage.sections import KILLED, LOCKED, STUNNED
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.footprint import SECTION_RADIUS, section_body
from lancemate.alphastrike.play.stats import current_tmm
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.bodies import Body
    from lancemate.field.shapes import Point

THROUGH: Final = rules.table("AS-BAT-134", {"inches": 2.0})  # of the structure itself: no fire passes so much
EXACT: Final = 1e-6
AFT: Final = 135.0  # degrees off the bow: where the aft quarter begins


# -- being attacked -------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-BAT-130", part=hooks.CARRIED, types="MS")
def names_a_section(attack: Attack) -> Refusal | None:
    """An attack on a mobile structure names one of its sections, and one that still stands."""
    target = attack.target
    if target is None or not target.sections:
        return None
    section = target.section(attack.section)
    if section is not None and not section.destroyed:
        return None
    standing = ", ".join(f"{target.id}/{one.name}" for one in target.sections if not one.destroyed)
    why = f"{target.id}/{section.name} is lost" if section is not None else f"{target.id} is attacked by its sections"
    return Refusal("no_section", f"{why}: aim at one of {standing}", "AS-BAT-130")


@hooks.may_attack.rule("AS-BAT-135", part=hooks.SIGHT, types="MS")
def section_in_sight(attack: Attack) -> Refusal | None:
    """Sections behind others of the same structure cannot be seen, except from above."""
    target = attack.target
    if target is None or attack.section is None or len(target.sections) < 2:
        return None
    eye = attack.own_body if attack.spotter is None else attack.spotter.body
    at = attack.target_body
    if eye.bottom >= at.top - EXACT:
        return None
    for name, body in _others(attack.battle, target, attack.section):
        if _inches_in(eye.at, at.at, body) > EXACT:
            text = (
                f"{target.id}/{name} hides {target.id}/{attack.section}, which is seen from other sides or from above"
            )
            return Refusal("no_line_of_sight", text, "AS-BAT-135")
    return None


@hooks.target_moved.rule("AS-BAT-129", part=-1, types="MS")
def as_large_as_a_building(attack: Attack) -> Modifier | None:
    """As easy to hit as what cannot move, and then by how fast it is."""
    target = attack.target
    if target is None or not target.sections:
        return None
    tmm = current_tmm(attack.battle, target)
    return Modifier("Mobile structure", TARGET_MOVEMENT.of(attack)["immobile"]["plus"] + tmm, "AS-BAT-129")


@hooks.hit_direction.rule("AS-BAT-130", part=-1, types="MS")
def sections_have_no_rear(attack: Attack) -> str | None:
    """A section is struck like a building, from whatever side."""
    return "front" if attack.section is not None else None


@hooks.hit_direction.rule("AS-BAT-124", part=1)
def struck_from_aft(attack: Attack) -> str | None:
    """The rear of an exceptionally large unit is its aft quarter; all it suffers goes to the one card."""
    target = attack.target
    if target is None or not target.card.is_large or not is_exceptionally_large(attack, target.card):
        return None
    off = attack.battle.table.relative_bearing(target.facing, target.at, attack.own_body.at)
    return "rear" if abs(off) >= AFT - EXACT else "front"


# -- attacking ------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-BAT-132", part=hooks.ABLE, types="MS")
def gunners_at_their_posts(attack: Attack) -> Refusal | None:
    """A section fires as long as it stands and its gunners are alive and awake."""
    unit, section = attack.attacker, attack.attacker.section(attack.mount.section)
    if section is None:
        return None
    who = f"the gunners of {unit.id}/{section.name}"
    if section.lost:
        return Refusal("section_lost", f"{unit.id}/{section.name} is lost; its other sections may fire", "AS-BAT-130")
    if KILLED in section.wounds:
        return Refusal("gunners_killed", f"{who} are dead; its other sections may fire", "AS-BAT-132")
    if STUNNED in section.wounds:
        return Refusal("gunners_stunned", f"{who} are stunned this turn; its other sections may fire", "AS-BAT-132")
    return None


@hooks.may_attack.rule("AS-BAT-132", part=hooks.AIM, types="MS")
def locked_turret(attack: Attack) -> Refusal | None:
    """A turret that is locked bears on the fore quarter only."""
    unit, mount = attack.attacker, attack.mount
    section = unit.section(mount.section)
    if section is None or mount.turret is None or LOCKED not in section.wounds:
        return None
    ahead = quarter_arc(attack.battle, unit, "front")
    where, radius = attack.aim
    if ahead is not None and bears_on(attack.battle, ahead, attack.own_body.at, unit.facing, where, radius):
        return None
    text = f"the turret of {unit.id}/{section.name} is locked: it fires into the fore arc only"
    return Refusal("turret_locked", text, "AS-BAT-132")


@hooks.may_attack.rule("AS-BAT-134", part=hooks.SIGHT, types="MS")
def not_through_itself(attack: Attack) -> Refusal | None:
    """No section fires along a line that passes through two inches or more of the structure."""
    unit, name = attack.attacker, attack.mount.section
    if name is None or len(unit.sections) < 2 or attack.indirect or trait.AREA in attack.traits:
        return None
    eye, (where, _) = attack.own_body, attack.aim
    if attack.target is not None and attack.target.elevation >= eye.top - EXACT:
        return None
    inches = sum(_inches_in(eye.at, where, body) for _, body in _others(attack.battle, unit, name))
    if inches < THROUGH.of(attack)["inches"] - EXACT:
        return None
    text = f"{unit.id}/{name} would fire through {inches:.1f} inches of {unit.id} itself; let another section fire"
    return Refusal("through_itself", text, "AS-BAT-134")


# -- lines ----------------------------------------------------------------------------------------------------


def _others(battle: Battle, unit: Unit, name: str) -> list[tuple[str, Body]]:
    return [(one.name, section_body(battle, unit, one)) for one in unit.card.sections if one.name != name]


def _inches_in(start: Point, end: Point, body: Body) -> float:
    """How much of a straight line lies inside a circle."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    if length <= 0.0:
        return 0.0
    fx, fy = body.x - start[0], body.y - start[1]
    along, aside = (fx * dx + fy * dy) / length, (fx * dy - fy * dx) / length
    half = SECTION_RADIUS * SECTION_RADIUS - aside * aside
    if half <= 0.0:
        return 0.0
    first, last = along - sqrt(half), along + sqrt(half)
    return max(0.0, min(last, length) - max(first, 0.0))
