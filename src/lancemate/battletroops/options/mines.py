"""Mines (p. 31): recorded in secret, they go off under whoever comes onto them.

What they do to 'Mechs and vehicles is in machines/mines.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA_EFFECT, SATCHEL
from lancemate.battletroops.damage.blast import blast
from lancemate.battletroops.movement.arriving import TOUCHES, dots_entered
from lancemate.battletroops.play.state import Explosive, Mine, State
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId

if TYPE_CHECKING:
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("mines", "BT-MEC-049", "mines that only who laid them knows of")
ANTI_PERSONNEL, ANTI_VEHICULAR, VIBRABOMB = "anti-personnel", "anti-vehicular", "vibrabomb"
KINDS: Final = (ANTI_PERSONNEL, ANTI_VEHICULAR, VIBRABOMB)
BLAST: Final = "Anti-personnel Mine"


@event
class MineExploded:
    """A mine has gone off under somebody: once, and from now on everybody knows where it lay."""

    type: ClassVar[str] = "mine"
    unit: UnitId
    mine: Mine
    rule: RuleId

    def apply(self, state: State) -> None:
        gone = replace(self.mine, exploded=True)
        state.mines = tuple(gone if one == self.mine else one for one in state.mines)


@rules.formula("BT-MEC-050", otherwise="")
def only_outside(kind: str, field: Lattice, at: Dot) -> str:
    """Mines against vehicles are laid outside of buildings: why one may not lie there, or nothing."""
    if kind == ANTI_PERSONNEL or field.building(at) is None:
        return ""
    return f"a mine of the kind {kind} lies outside of buildings"


def lying(battle: Battle, *kinds: str) -> list[Mine]:
    """The mines of some kinds that have not gone off."""
    return [mine for mine in battle.state.mines if mine.kind in kinds and not mine.exploded]


@hooks.arrives.rule("BT-MEC-049", part=hooks.DETONATED, when=OPTION)
def under_his_feet(battle: Battle, unit: Unit, by: Way) -> None:
    """Whoever comes onto the dot of an anti-personnel mine sets it off: the blast of a satchel charge, at once."""
    if TOUCHES not in by.traits:
        return
    dots = dots_entered(unit, by) or (unit.at,)
    for mine in lying(battle, ANTI_PERSONNEL):
        if mine.at in dots and mine.elevation == unit.elevation:
            battle.emit(MineExploded(unit.id, mine, "BT-MEC-049"))
            one = Explosive(BLAST, mine.at, mine.elevation, mine.side, unit.id)
            blast(battle, one, AREA_EFFECT.of(battle)[SATCHEL]["damage"], "BT-MEC-049")
