"""Direct Fire Artillery Specialists (p. 103): shells at what the gunners see cover more ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import DIRECT_FIRE, commanded
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack

WIDER: Final = rules.table("AS-SCA-023", {"inches": 2.0, "hexes": 1.0})


@hooks.wider_area.rule("AS-SCA-023", traits=trait.ARTILLERY, when=commanded(DIRECT_FIRE))
def direct_fire(attack: Attack) -> float:
    """Two inches wider, every band of it, as long as nobody has to spot for it."""
    if attack.indirect or not serves(attack.battle, attack.attacker, DIRECT_FIRE):
        return 0.0
    return WIDER.of(attack)["hexes" if on_hexes(attack.battle) else "inches"]
