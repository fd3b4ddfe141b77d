"""Motive damage (p. 50) whenever a vehicle is damaged, by an attack or by anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.damage.motive import is_due
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck

OPTION: Final = rules.option(
    "motive_by_any_damage",
    "AS-DMG-052",
    "vehicles roll for their drives whenever they are damaged, by falls and weather, too",
    title="Motive checks by any damage",
)


@rules.rule("AS-DMG-052", when=OPTION, replaces=is_due)
def is_damaged(struck: Struck, checks: tuple[str, ...]) -> bool:
    """Whatever did it: an attack, a fall, a pool, the weather."""
    return struck.unit.card.is_vehicle and struck.damaged and struck.unit.doomed is None
