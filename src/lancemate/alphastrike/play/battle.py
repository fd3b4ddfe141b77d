"""The one obvious object: a battle. Give it commands; it answers with what happened, or with the rule that forbids it.

The battle knows the flow (validate, roll, emit, apply) and no single rule: those live in the rooms around it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.play.state import Decision, Outcome, State, Task, Unit, bare_task
from lancemate.alphastrike.play.steps import Step
from lancemate.alphastrike.ruleset import rules
from lancemate.field.protocol import Field
from lancemate.kernel.codec import JSON, digest
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.errors import OutOfDice, Refused, refuse
from lancemate.kernel.events import Event
from lancemate.kernel.journal import Journal
from lancemate.kernel.ruleset import InForce
from lancemate.rulebook.ledger import heading

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.sight import Ruling

BattleEvent = Event[State]
Meaning = Callable[[tuple[int, ...]], Hashable]
B = TypeVar("B", bound="Battle")
NOT_KNOWN: Final = object()
MOST_REMEMBERED: Final = 100_000


class Battle:
    """One game of Alpha Strike in progress."""

    __slots__ = ("changed", "dice", "hooks", "journal", "memory", "off", "options", "setup", "state")

    def __init__(self, setup: Setup, dice: Dice | int, *, without: frozenset[str] | set[str] = frozenset()) -> None:
        rules.load()
        self.setup = setup
        self.options = setup.options
        self.off = frozenset(without) | rules.off
        for word in sorted(self.off):
            heading(word.partition("@")[0])  # a rule that does not exist cannot be left out
        self.changed = rules.changes(frozenset(without), setup.switches)
        self.dice = SeededDice(dice) if isinstance(dice, int) else dice
        self.memory: dict[Any, Any] = {}
        self.hooks: InForce
        self.journal: Journal[orders.Command, BattleEvent] = Journal()
        self.state = State(setup.table, {})
        rules.tasks["open_battle"](self)

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def table(self) -> Field:
        return self.state.table

    @property
    def units(self) -> dict[str, Unit]:
        return self.state.units

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def sides(self) -> tuple[str, str]:
        first, second = self.setup.sides
        return first.name, second.name

    def opponent(self, side: str) -> str:
        return self.setup.opponent(side)

    def on_table(self, side: str | None = None) -> Iterator[Unit]:
        for unit in self.state.units.values():
            if unit.place == "table" and (side is None or unit.side == side):
                yield unit

    def unit(self, name: str) -> Unit:
        found = self.state.units.get(name)
        if found is None:
            known = ", ".join(self.state.units)
            raise refuse("unknown_unit", f"there is no unit {name!r} in this battle; there are {known}")
        return found

    def sight(self, viewer: Unit, target: Unit) -> Ruling:
        """What one unit sees of another (sight.py); remembered while nobody moves."""
        from lancemate.alphastrike.combat.sight import look

        return look(self, viewer, target)

    def remember(self, key: Any, make: Callable[[], Any]) -> Any:
        """A pure answer about this battle's setup, kept for it and its clones. The key must hold all it depends on.

        Whoever asks very often looks into ``memory`` first, and makes nothing where the answer is there.
        """
        memory = self.memory
        answer = memory.get(key, NOT_KNOWN)
        if answer is not NOT_KNOWN:
            return answer
        memory[key] = answer = make()
        return answer

    def forget(self) -> None:
        """Begin a memory of its own: for a copy that differs from the original in more than its state."""
        self.memory = {}

    def hash(self) -> str:
        return digest(self.state)

    def view(self, side: str | None) -> dict[str, JSON]:
        """What that side may know (views.py); without a side, what everybody may."""
        from lancemate.alphastrike.asking.views import view

        return view(self, side)

    def _repr_svg_(self) -> str:
        from lancemate.alphastrike.telling.picture import draw

        return draw(self)

    # -- acting -----------------------------------------------------------------------------------------------

    def do(self, command: orders.Command) -> list[BattleEvent]:
        """Carry out a command. Raises Refused, with nothing changed, when the rules forbid it."""
        state = self.state
        if state.outcome is not None or state.decision is not None:
            self._check_turn(command)
        if len(self.memory) > MOST_REMEMBERED:
            self.memory.clear()
        if isinstance(self.dice, TapeDice):
            return self._do_on_tape(command)
        journal = self.journal
        journal.begin(command)
        before = len(journal.events)
        try:
            rules.verbs[type(command)](self, command)
            self.run()
        except Refused as trouble:
            if len(journal.events) > before:
                raise AssertionError(f"{command} was refused after it had begun: {trouble}") from trouble
            journal.forget_last()
            raise
        return journal.events[before:]

    def _do_on_tape(self, command: orders.Command) -> list[BattleEvent]:
        """The same with dice that may run out half-way: then everything is as it was before."""
        state, dice, journal = self.state.clone(), self.dice.clone(), self.journal
        before, thrown = len(journal.events), len(journal.dice)
        journal.begin(command)
        try:
            rules.verbs[type(command)](self, command)
            self.run()
        except (Refused, OutOfDice):
            self.state, self.dice = state, dice
            del journal.dice[thrown:]
            journal.forget_last()
            raise
        return journal.events[before:]

    def refusal_of(self, command: orders.Command) -> Refused | None:
        """Why a command would be refused, or None. Tried on a clone: nothing changes here."""
        twin = self.clone()
        try:
            twin.do(command)
        except Refused as refused:
            return refused
        return None

    def _check_turn(self, command: orders.Command) -> None:
        state = self.state
        if state.outcome is not None:
            raise refuse("battle_over", f"the battle is over: {state.outcome.reason}", state.outcome.rule)
        if state.decision is not None and not isinstance(command, (orders.Decide, orders.Resign)):
            question = state.decision
            raise refuse(
                "decision_pending",
                f"{question.side} must first decide: {question.question} ({', '.join(question.choices)})",
                question.rule,
            )

    def emit(self, event: BattleEvent) -> None:
        """Write an event into the journal and the state."""
        self.journal.events.append(event)
        event.apply(self.state)

    def roll(self, count: int, meaning: Meaning | None = None) -> tuple[int, ...]:
        """Throw dice. ``meaning`` may say what alone the rule will see in them: previews then tell less apart."""
        thrown = self.dice.roll(count)
        self.journal.note_dice(thrown)
        return thrown

    # -- steps and decisions ----------------------------------------------------------------------------------

    def follow(self, *steps: Step) -> None:
        """Take steps one after the other, each with all that follows from it."""
        waiting = list(steps[::-1])
        while waiting:
            take, given, told = waiting.pop()
            more = take(self, *given, *told)
            if more:
                waiting.extend(more[::-1])

    def then(self, name: str, **data: Any) -> None:
        """Put a step on top of the agenda: it is taken before everything already there."""
        self.state.agenda = (*self.state.agenda, Task(name, data) if data else bare_task(name))

    def run(self) -> None:
        """Take the steps of the agenda until it is empty or a player must decide."""
        state = self.state
        while state.agenda and state.decision is None:
            task = state.agenda[-1]
            state.agenda = state.agenda[:-1]
            rules.tasks[task.name](self, **task.data)

    def ask(self, decision: Decision, then: str, **data: Any) -> None:
        """Ask a player; the step ``then`` receives the answer as ``choice``."""
        from lancemate.alphastrike.play.events import DecisionAsked

        self.then(then, **data)
        self.emit(DecisionAsked(decision))

    def answer(self, choice: str) -> None:
        """Hand the answer to the step that waits for it."""
        *rest, task = self.state.agenda
        self.state.agenda = (*rest, Task(task.name, {**task.data, "choice": choice}))

    # -- copies -----------------------------------------------------------------------------------------------

    def clone(self) -> Battle:
        """An independent copy that shares everything immutable. Cheap: search bots live on it."""
        return self.copy_to(Battle.__new__(Battle))

    def copy_to(self, twin: B) -> B:
        """Make a new object a copy of this battle."""
        twin.setup, twin.options, twin.off = self.setup, self.options, self.off
        twin.changed, twin.hooks = self.changed, self.hooks
        twin.memory = self.memory
        twin.dice = self.dice.clone()
        twin.journal = self.journal.clone()
        twin.state = self.state.clone()
        return twin
