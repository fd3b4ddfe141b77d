"""Targeting systems of IndustrialMechs and support vehicles (pp. 76-77); the rows of the table stand in tohit.py.

Hook ``fire_control`` (attack) -> the ability whose row counts, or None. Neither minds hostile ECM.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack


@hooks.fire_control.rule("AS-SPC-008", ability="AFC")
def advanced_fire_control(attack: Attack) -> str | None:
    """As good as what BattleMechs and combat vehicles have."""
    return "AFC" if attack.attacker.has("AFC") else None


@hooks.fire_control.rule("AS-SPC-016", ability="BFC")
def basic_fire_control(attack: Attack) -> str | None:
    """Better than none; an IndustrialMech has as much anyway."""
    return "BFC" if attack.attacker.has("BFC") else None
