"""Hidden soldiers (p. 33): noted secretly inside buildings, found when they act or when somebody comes close."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.state import Arc, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.field.lattice import distance, neighbour
from lancemate.kernel.errors import InputError, refuse
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.combat.shot import Shot
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NUMBERS: Final = (0, 6, 8, 10, 12)  # what a player may note: never, or when so much or less is needed
USUAL: Final = 8
ambush = unit_memory("ambush", int, default=USUAL, rule="BT-OPT-042", secret=True)
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


# -- fire from hiding -----------------------------------------------------------------------------------------------


@hooks.questions.entry("springs an ambush")
def springs(battle: Battle, unit: Unit, shots: list[Shot]) -> bool:
    """Whether a hidden man fires: at whoever he needs no more for than his player has noted."""
    return min(shot.target_number for shot in shots) <= ambush.of(unit)


@hooks.deeds.entry("ambush")
def lie_in_ambush(battle: Battle, unit: Unit, command: Act) -> None:
    """His player notes, in secret and at no cost, what he waits for: nothing is done, so nobody finds him."""
    if not unit.hidden:
        raise refuse("not_hidden", f"{unit.id} does not hide", "BT-OPT-042")
    if command.count not in NUMBERS:
        known = ", ".join(map(str, NUMBERS))
        raise refuse("no_such_number", f"{unit.id} may wait for one of {known}, not for {command.count}", "BT-OPT-042")
    ambush.remember(battle, unit, command.count)


@hooks.questions.entry("offers to a hidden man")
def ambush_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...]:
    """What he may wait for, besides what he does."""
    return tuple(
        offer(Act(unit.id, "ambush", count=number), _waits_for(number), "BT-OPT-042")
        for number in NUMBERS
        if number != ambush.of(unit)
    )


def _waits_for(number: int) -> str:
    return f"From hiding: fire when he needs {number} or less" if number else "From hiding: hold fire"


# -- being found ----------------------------------------------------------------------------------------------------


@hooks.arrives.rule("BT-OPT-042", when=HIDDEN)
def found_from_close_by(battle: Battle, unit: Unit) -> None:
    """An enemy soldier within three dots who sees him finds him."""
    if not unit.is_soldier or not unit.able:
        return
    for other in battle.of_side(battle.opponent(unit.side)):
        if other.hidden and distance(unit.at, other.at) <= CLOSE and look_at(battle, unit, other).clear:
            battle.emit(Found(other.id, "seen"))
