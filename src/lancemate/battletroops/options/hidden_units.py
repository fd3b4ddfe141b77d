"""Hidden soldiers (p. 33): noted secretly inside buildings, found when they act or when somebody comes close."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.play.state import Arc, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.field.lattice import distance, neighbour
from lancemate.kernel.errors import InputError
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

HIDDEN: Final = rules.option("hidden_units", "BT-OPT-041", "soldiers may begin hidden in buildings")
CLOSE: Final = 3
WIDE, SUPPORT_ARC = 6, 4


@event
class Found:
    """A hidden man is placed on the map, with his arc."""

    type: ClassVar[str] = "found"
    unit: UnitId
    why: Word
    rule: RuleId = "BT-OPT-042"

    def apply(self, state: State) -> None:
        state.units[self.unit].hidden = 0


@hooks.battle_opens.rule("BT-OPT-041", when=HIDDEN)
def they_watch(battle: Battle) -> None:
    """Inside buildings only; each has a wide arc in one of the six directions, a support gunner that of his weapon."""
    for number, unit in enumerate(battle.units.values()):
        if unit.hidden:
            if not battle.map.is_indoors(unit.at, unit.elevation):
                raise InputError(f"{unit.id} can hide only inside a building", key=f"units.{number}")
            size = SUPPORT_ARC if unit.primary is not None and is_support(unit.primary) else WIDE
            unit.arc = Arc(size, neighbour(unit.at, unit.hidden))


@hooks.acts.rule("BT-OPT-042", when=HIDDEN)
def found_in_the_act(battle: Battle, unit: Unit) -> None:
    """Whoever does anything is hidden no longer."""
    if unit.hidden:
        battle.emit(Found(unit.id, "acts"))


@hooks.arrives.rule("BT-OPT-042", when=HIDDEN)
def found_from_close_by(battle: Battle, unit: Unit) -> None:
    """An enemy soldier within three dots who sees him finds him."""
    if not unit.is_soldier or not unit.able:
        return
    for other in battle.of_side(battle.opponent(unit.side)):
        if other.hidden and distance(unit.at, other.at) <= CLOSE and look_at(battle, unit, other).clear:
            battle.emit(Found(other.id, "seen"))
