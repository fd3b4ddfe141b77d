"""Hidden soldiers (p. 33): noted secretly inside buildings, found when they act or when somebody comes close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.options.support_weapons import pointed
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.state import Arc, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.field.lattice import Dot, bearing, distance, neighbour
from lancemate.kernel.errors import InputError, Refusal, refuse
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word

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
    at: Dot
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
            if size == SUPPORT_ARC:
                unit.notes = {**unit.notes, **pointed.entry(bearing(unit.at, unit.arc.towards))}


@hooks.acts.rule("BT-OPT-042", when=HIDDEN)
def found_in_the_act(battle: Battle, unit: Unit) -> None:
    """Whoever does anything is hidden no longer."""
    if unit.hidden:
        battle.emit(Found(unit.id, "acts", unit.at))


# -- fire from hiding -----------------------------------------------------------------------------------------------


@hooks.questions.entry("springs an ambush")
def springs(battle: Battle, unit: Unit, shots: list[Shot]) -> bool:
    """Whether a hidden man fires: at whoever he needs no more for than his player has noted."""
    return min(shot.target_number for shot in shots) <= ambush.of(unit)


@hooks.questions.entry("lie in ambush")
def lie_in_ambush(battle: Battle, side: str, numbers: Mapping[str, int]) -> None:
    """A player notes what his men wait for, in secret and at no cost, as his side's movement ends.

    Not by an order of its own: that there was one would tell of the man.
    """
    for name, number in numbers.items():
        unit = battle.unit(name)
        if unit.side != side or not unit.hidden:
            raise refuse("not_hidden", f"{name} does not hide for {side}", "BT-OPT-042")
        if number not in NUMBERS:
            known = ", ".join(map(str, NUMBERS))
            raise refuse("no_such_number", f"{name} may wait for one of {known}, not for {number}", "BT-OPT-042")
    for name, number in numbers.items():
        if number != ambush.of(battle.units[name]):
            ambush.remember(battle, battle.units[name], number)


@hooks.may_pass.rule("BT-OPT-042", when=HIDDEN)
def needs_no_order(battle: Battle, unit: Unit) -> Refusal | None:
    """Whoever goes on hiding does nothing: an order for it would tell of him."""
    if not unit.hidden:
        return None
    return Refusal("hidden", f"{unit.id} hides: he does nothing by himself", "BT-OPT-042")


# -- being found ----------------------------------------------------------------------------------------------------


@hooks.arrives.rule("BT-OPT-042", when=HIDDEN)
def found_from_close_by(battle: Battle, unit: Unit) -> None:
    """An enemy soldier within three dots who sees him finds him."""
    if not unit.is_soldier or not unit.able or unit.aboard is not None:
        return
    for other in list(battle.of_side(battle.opponent(unit.side))):
        if other.hidden and distance(unit.at, other.at) <= CLOSE and look_at(battle, unit, other).clear:
            battle.emit(Found(other.id, "seen", other.at))


@hooks.stays.rule("BT-OPT-042", when=HIDDEN)
def seen_at_last(battle: Battle, unit: Unit) -> None:
    """The same when he has stood up, or has stepped out of a comrade's way."""
    for one in list(battle.of_side(unit.side)):
        found_from_close_by(battle, one)
