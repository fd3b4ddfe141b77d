"""The one obvious object: a battle. Give it commands; it answers with what happened, or with the rule that forbids it.

The flow of play is the engine's (kernel/engine.py); here is what a battle of Alpha Strike consists of. It knows no
single rule: those live in the rooms around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Decided, DecisionAsked
from lancemate.alphastrike.play.phases import TurnPhase
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.play.state import State, Unit, blip, hidden
from lancemate.alphastrike.play.words import check_own_words
from lancemate.alphastrike.ruleset import rules
from lancemate.field.maps import Map
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.course import Course
from lancemate.kernel.dice import Dice
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, refuse
from lancemate.kernel.events import Event
from lancemate.kernel.reading import nearest
from lancemate.rulebook.ledger import heading

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.sight import Ruling

BattleEvent = Event[State]
B = TypeVar("B", bound=Engine[Any, Any, Any])
T = TypeVar("T")


class Battle(Engine[Setup, State, orders.Command]):
    """One game of Alpha Strike in progress."""

    __slots__ = ("course", "options")

    ruleset = rules
    while_asked = (orders.Decide, orders.Buy, orders.Resign)

    course: Course[TurnPhase]  # the phases of this battle: known once its units are

    def __init__(self, setup: Setup, dice: Dice | int, *, without: Collection[str] = frozenset()) -> None:
        rules.load()
        super().__init__(setup, dice, without=frozenset(without), switches=setup.switches)
        self.options = setup.options
        for word in sorted(self.off):
            heading(word.partition("@")[0])  # a rule that does not exist cannot be left out
            if "@" in word and not rules.knows(word):
                raise InputError(f"there is no home {word}; lancemate rules show {word.partition('@')[0]} lists them")
        self.state = State(setup.table, {})
        rules.tasks["open_battle"](self)

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def table(self) -> Map:
        return self.state.table

    @property
    def units(self) -> dict[str, Unit]:
        return self.state.units

    @property
    def now(self) -> TurnPhase:
        """The entry of the clock for this moment: who acts in it, and which commands belong to it."""
        return self.course.entries[self.state.phase]

    @property
    def sides(self) -> tuple[str, str]:
        first, second = self.setup.sides
        return first.name, second.name

    def opponent(self, side: str) -> str:
        first, second = self.setup.sides
        return second.name if side == first.name else first.name

    def units_of(self, side: str) -> list[Unit]:
        """Whose units a side has now, in play or not; who began for it is known to the setup."""
        return [unit for unit in self.state.units.values() if unit.side == side]

    def on_table(self, side: str | None = None) -> Iterator[Unit]:
        for unit in self.state.units.values():
            if unit.place == "table" and (side is None or unit.side == side):
                yield unit

    def in_the_open(self, side: str | None = None) -> Iterator[Unit]:
        """Who is on the table, and what lies there besides: whatever looks and is looked at."""
        for unit in self.state.units.values():
            if unit.in_the_open and (side is None or unit.side == side):
                yield unit

    def unit(self, name: object) -> Unit:
        """The unit of that name; orders may hold anything for one."""
        found = self.state.units.get(name) if isinstance(name, str) else None
        if found is None:
            hint = nearest(str(name), self.names())
            raise refuse("unknown_unit", f"there is no unit {name!r} in this battle; {hint}")
        return found

    def names(self) -> list[str]:
        """Units that may be named to anybody: none that hides, and none that is a blip."""
        return [unit.id for unit in self.state.units.values() if not hidden.of(unit) and blip.of(unit) is None]

    def sight(self, viewer: Unit, target: Unit) -> Ruling:
        """What one unit sees of another (sight.py); remembered while nobody moves."""
        ruling: Ruling = hooks.questions["sight"](self, viewer, target)
        return ruling

    def view(self, side: object) -> dict[str, JSON]:
        """What that side may know (views.py); without a side, what everybody may."""
        known: dict[str, JSON] = hooks.questions["view"](self, side)
        return known

    def __repr__(self) -> str:
        """The moment, and who is left."""
        state = self.state
        left = (f"{side} {sum(1 for _ in self.on_table(side))} of {len(self.units_of(side))}" for side in self.sides)
        over = f"over, {state.outcome.reason}" if state.outcome is not None else f"turn {state.turn}, {state.phase}"
        acting = f", {state.to_act} to act" if state.to_act is not None else ""
        return f"<Battle of Alpha Strike: {over}{acting}; on the table: {', '.join(left)}>"

    def _repr_svg_(self) -> str:
        return str(hooks.questions["picture"](self))

    def _repr_html_(self) -> str:
        """The picture, for notebooks that show no SVG by itself."""
        return self._repr_svg_()

    # -- what the engine asks of its game -----------------------------------------------------------------------

    def ask(self, decision: Decision, then: str, **data: Any) -> None:
        """Ask a player, unless it has said once and for all how it answers such questions."""
        assert decision.kind in hooks.question_kinds, decision.kind  # or nobody could answer it for good
        said = hooks.questions["standing"](self, decision) if self.state.notes else None
        if said is None:
            super().ask(decision, then, **data)
            return
        self.then(then, **data)
        self.emit(self.decided(decision, said))
        self.answer(said)

    def asked(self, question: Decision) -> DecisionAsked:
        return DecisionAsked(question)

    def decided(self, question: Decision, choice: str) -> Decided:
        of_unit = question.of_units and choice in self.units
        return Decided(question.side, question.kind, choice, question.rule, of_unit)

    def clone(self) -> Battle:
        """An independent copy that shares everything immutable; a plain battle, whatever this one is."""
        return self.copy_to(Battle.blank())

    def copy_to(self, twin: B) -> B:
        """Make a blank battle a copy of this one."""
        if isinstance(twin, Battle):
            twin.options, twin.course = self.options, self.course
        return super().copy_to(twin)

    def sound(self, command: T) -> T:
        """A command as it was meant, with no word in it that this battle does not know."""
        meant = super().sound(command)
        check_own_words(meant, self.options)
        return meant

    def packed(self) -> dict[str, object]:
        return {**super().packed(), "options": self.options, "course": self.course}

    def __setstate__(self, packed: dict[str, Any]) -> None:
        rules.load()
        super().__setstate__(packed)
        self.options, self.course = packed["options"], packed["course"]
