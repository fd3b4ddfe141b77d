"""Units that go where others cannot (pp. 76-80); what it costs them stands in movement/."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.explain import Modifier

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.amphibious.rule("AS-SPC-009", ability="AMP")
def amphibious(battle: Battle, unit: Unit) -> bool:
    """It enters and leaves water freely and moves on its surface; what flies may land there."""
    return unit.has("AMP")


@hooks.motive_modifiers.rule("AS-SPC-014", ability="ARS")
def armored_motive_system(battle: Battle, unit: Unit) -> Modifier | None:
    """One less on the Motive Systems Damage Table."""
    return Modifier("Armored motive system (ARS)", -1, "AS-SPC-014") if unit.has("ARS") else None


@hooks.unpaved_penalty.rule("AS-SPC-042", ability="ORO")
def off_road(battle: Battle, unit: Unit) -> float | None:
    """Built for it, a wheeled support vehicle needs no road."""
    return 0.0 if unit.has("ORO") else None


@hooks.swims_submerged.rule("AS-SPC-053", ability="UMU")
def swims_submerged(battle: Battle, unit: Unit) -> bool:
    """Underwater maneuvering units make a submarine of whatever is completely under water."""
    return unit.has("UMU")
