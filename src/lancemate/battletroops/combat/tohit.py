"""The parts of a number that come of men, range and cover (pp. 14-15): hook ``to_hit``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.play.traits import (
    BLOW,
    BY_RANGE,
    FIXED,
    GUNNERY,
    MAN,
    PERSON,
    PIERCING,
    THROWN,
)
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import lies
from lancemate.battletroops.soldiers.track import condition
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.field.lattice_map import Cover

BASES = rules.table("BT-COM-022", {"short": 6, "long": 8})
MODIFIERS = rules.table(
    "BT-WPN-007",
    {"partial_cover": 1, "attacker_prone": -1, "target_prone": 1, "target_prone_next_to_him": -1, "hand_to_hand": 4},
)
COVERED = (BY_RANGE, GUNNERY, PIERCING, THROWN)  # what is between counts


@hooks.to_hit.rule("BT-COM-022", "BT-OPT-012", part=hooks.BASE, traits=BY_RANGE)
def base_number(aim: Aim) -> Modifier | None:
    """Six at short range, eight at long."""
    arm = aim.arm
    if arm is None:
        return None
    bracket = "short" if aim.distance <= arm.short[1] else "long"
    return Modifier(f"{bracket.capitalize()} range", BASES.of(aim)[bracket], "BT-COM-022")


def covers_of(aim: Aim) -> tuple[Cover, ...]:
    """The cover between them that counts."""
    return () if aim.traits.isdisjoint(COVERED) else aim.look.covers


@hooks.to_hit.rule("BT-COM-023", part=hooks.COVER, traits=COVERED)
def cover_modifier(aim: Aim) -> Modifier | None:
    """One more for each cover that counts."""
    if not aim.look.cover:
        return None
    found = aim.look.covers
    if not found:
        return None
    kinds = ", ".join(cover.kind for cover in found)
    return Modifier(f"Partial cover: {kinds}", MODIFIERS.of(aim)["partial_cover"] * len(found), "BT-COM-023")


@hooks.to_hit.rule("BT-COM-026", part=hooks.WOUND, traits=MAN, but=FIXED)
def wounded(aim: Aim) -> Modifier | None:
    """What his wounds add to every attack of his."""
    value = condition(aim.battle, aim.shooter.track).to_hit
    return Modifier("Wounds", value, "BT-COM-026") if value else None


@hooks.to_hit.rule("BT-COM-027", part=hooks.PRONE, traits=PERSON, but=BLOW)
def target_prone(aim: Aim) -> Modifier | None:
    """Whoever lies is harder to hit, but easier for one who stands next to him."""
    target = aim.target
    if target is None or not target.prone or not lies(target):
        return None
    if aim.distance > 1:
        return Modifier("Target prone", MODIFIERS.of(aim)["target_prone"], "BT-COM-027")
    if lies(aim.shooter):
        return None
    return Modifier("Target prone next to him", MODIFIERS.of(aim)["target_prone_next_to_him"], "BT-COM-027")


@hooks.to_hit.rule("BT-COM-027", part=hooks.PRONE, traits=BY_RANGE)
def shooter_prone(aim: Aim) -> Modifier | None:
    """Whoever lies aims better."""
    return Modifier("Prone", MODIFIERS.of(aim)["attacker_prone"], "BT-COM-027") if lies(aim.shooter) else None
