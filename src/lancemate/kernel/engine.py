"""The engine of a game: give it commands; it answers with what happened, or with the rule that forbids it.

It knows the flow (check, roll, emit, apply), the agenda, questions to players and copies; it knows no game. A game
derives its own battle from it, with a setup, a state and a ruleset, and opens it.

Who writes the state. Once a battle is open, only events change what is true in it. The one exception is the agenda,
the engine's own bookmark in the rules: ``then``, ``then_all``, ``afterwards``, ``take``, ``run`` and ``answer`` write
it, and no event does, because it follows from the commands and not from what happened. A copy that is only asked what
would be (a preview, what one side knows) may be put into any state first: it is never played on, and its journal begins
empty.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import index
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from lancemate.kernel.agenda import Decision, Outcome, Task, bare_task
from lancemate.kernel.codec import digest
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.errors import InputError, OutOfDice, Refused, refuse
from lancemate.kernel.events import Event
from lancemate.kernel.journal import Journal
from lancemate.kernel.reading import shown
from lancemate.kernel.ruleset import InForce, Ruleset, chosen_by
from lancemate.kernel.sound import sound
from lancemate.kernel.steps import Step
from lancemate.kernel.values import frozen

NOT_KNOWN: Final = object()
MOST_REMEMBERED: Final = 100_000

Meaning = Callable[[tuple[int, ...]], Hashable]


@frozen
class Tally:
    """Dice of which a rule counts only how many show this face or a higher one."""

    least: int

    def __call__(self, faces: tuple[int, ...]) -> int:
        return sum(face >= self.least for face in faces)


class Position(Protocol):
    """What the state of every game has: a question that waits, the steps to take, the end."""

    decision: Decision | None
    agenda: tuple[Task, ...]
    outcome: Outcome | None

    def clone(self) -> Self: ...


P = TypeVar("P")
S = TypeVar("S", bound=Position)
C = TypeVar("C")
T = TypeVar("T")  # an order, of whichever kind
E = TypeVar("E", bound="Engine[Any, Any, Any]")


class Engine(Generic[P, S, C]):
    """One battle of some game in progress: a setup that stays, a state that changes, and the journal of both."""

    __slots__ = ("changed", "dice", "hooks", "journal", "memory", "off", "setup", "state")

    ruleset: ClassVar[Ruleset]
    while_asked: ClassVar[tuple[type[Any], ...]] = ()  # commands that may be given while a question waits

    # Given by the game as it opens a battle: how it begins, and which rules answer in it.
    state: S
    hooks: InForce

    def __init__(
        self,
        setup: P,
        dice: Dice | int,
        *,
        without: frozenset[str] = frozenset(),
        switches: frozenset[str] = frozenset(),
    ) -> None:
        self.setup: P = setup
        self.off = without | self.ruleset.off
        self.changed = self.ruleset.changes(without, switches)
        self.dice: Dice = _dice(dice)
        self.memory: dict[Any, Any] = {}
        self.journal: Journal[C, Event[S]] = Journal()

    # -- what a game brings -----------------------------------------------------------------------------------

    def asked(self, question: Decision) -> Event[S]:
        """The game's own event by which a question comes into the state."""
        raise NotImplementedError

    def decided(self, question: Decision, choice: str) -> Event[S]:
        """The game's own event by which a question leaves the state."""
        raise NotImplementedError

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    def remember(self, key: Any, make: Callable[[], Any]) -> Any:
        """A measure of space or a fact of the setup, kept for this battle and its clones; never a ruling.

        The key must hold all that the answer depends on: for a dear ruling that is everything. Whoever asks very often
        looks into ``memory`` first, and makes nothing where the answer is there.
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

    def sound(self, command: T) -> T:
        """A command as it was meant; refused where no position at all would make sense of it."""
        return sound(command)

    # -- acting -----------------------------------------------------------------------------------------------

    def do(self, command: C) -> list[Event[S]]:
        """Carry out a command. Raises Refused, with nothing changed, when the rules forbid it."""
        return self.obey(self.sound(command))

    def obey(self, command: C) -> list[Event[S]]:
        """The same for a command whose fields are known to be what they should be."""
        state = self.state
        if state.outcome is not None or state.decision is not None:
            self._check_turn(command)
        verb = self.ruleset.verbs.get(type(command))
        if verb is None:
            raise refuse("unknown_command", f"{command!r} is no command of this game")
        if len(self.memory) > MOST_REMEMBERED:
            self.memory.clear()
        if isinstance(self.dice, TapeDice):
            return self._do_on_tape(verb, command)
        journal = self.journal
        if journal.shared:
            journal.own()
        before = len(journal.events)  # what begin() does, written out: nothing is done more often
        journal.marks.append(before)
        journal.commands.append(command)
        try:
            verb(self, command)
            if state.agenda:
                self.run()
        except Refused as trouble:
            if len(journal.events) > before:
                raise AssertionError(f"{command} was refused after it had begun: {trouble}") from trouble
            journal.forget_last()
            raise
        return journal.events[before:]

    def _do_on_tape(self, verb: Callable[[Any, C], None], command: C) -> list[Event[S]]:
        """The same with dice that may run out half-way: then everything is as it was before."""
        state, dice, journal = self.state.clone(), self.dice.clone(), self.journal
        thrown = len(journal.dice)
        before = journal.begin(command)
        try:
            verb(self, command)
            self.run()
        except (Refused, OutOfDice):
            self.state, self.dice = state, dice
            del journal.dice[thrown:]
            journal.forget_last()
            raise
        return journal.events[before:]

    def refusal_of(self, command: C) -> Refused | None:
        """Why a command would be refused, or None. Tried on a clone: nothing changes here."""
        twin = self.clone()
        try:
            twin.do(command)
        except Refused as refused:
            return refused
        return None

    def _check_turn(self, command: C) -> None:
        state = self.state
        if state.outcome is not None:
            raise refuse("battle_over", f"the battle is over: {state.outcome.reason}", state.outcome.rule)
        if state.decision is not None and not isinstance(command, self.while_asked):
            question = state.decision
            choices = f" ({', '.join(question.choices)})" if question.choices else ""
            text = f"{question.side} must first decide: {question.question}{choices}"
            raise refuse("decision_pending", text, question.rule)

    def emit(self, event: Event[S]) -> None:
        """Write an event into the journal and the state."""
        journal = self.journal
        if journal.shared:
            journal.own()
        journal.events.append(event)
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
        """Put a step on top of the agenda: it is taken before everything already there.

        While a question waits, the step that takes its answer stays on top.
        """
        state = self.state
        task = Task(name, data) if data else bare_task(name)
        if state.decision is None:
            state.agenda = (*state.agenda, task)
        else:
            self.then_all((task,))

    def then_all(self, tasks: tuple[Task, ...]) -> None:
        """Put several steps on top of the agenda, the last of them to be taken first."""
        state = self.state
        if state.decision is None:
            state.agenda = (*state.agenda, *tasks)
        else:
            *rest, waiting = state.agenda
            state.agenda = (*rest, *tasks, waiting)

    def afterwards(self, name: str) -> None:
        """Put a step at the bottom of the agenda: it is taken when everything else is done."""
        state = self.state
        state.agenda = (bare_task(name), *state.agenda)

    def take(self, step: Callable[[Any], object], rest: Task) -> bool:
        """Take one step of several; True where the next may follow at once, and nothing comes before the ``rest``."""
        state = self.state
        state.agenda = (*state.agenda, rest)
        step(self)
        if state.decision is not None or state.agenda[-1] is not rest:
            return False
        state.agenda = state.agenda[:-1]
        return True

    def run(self) -> None:
        """Take the steps of the agenda until it is empty or a player must decide."""
        state, tasks = self.state, self.ruleset.tasks
        while state.agenda and state.decision is None:
            name, data = state.agenda[-1]
            state.agenda = state.agenda[:-1]
            if data:
                tasks[name](self, **data)
            else:  # most steps need none
                tasks[name](self)

    def ask(self, decision: Decision, then: str, **data: Any) -> None:
        """Ask a player; the step ``then`` receives the answer as ``choice``."""
        self.then(then, **data)
        self.emit(self.asked(decision))

    def decide(self, side: str, choice: str) -> None:
        """Answer the question that waits, if it is this side's and this is one of the answers."""
        question = self.state.decision
        assert question is not None
        if side != question.side:
            raise refuse("not_your_decision", f"this decision belongs to {question.side}", question.rule)
        if choice not in question.choices:
            choices = ", ".join(question.choices)
            raise refuse("no_such_choice", f"{choice!r} is not a choice here; choose {choices}", question.rule)
        self.emit(self.decided(question, choice))
        self.answer(choice)

    def answer(self, choice: str) -> None:
        """Hand the answer to the step that waits for it."""
        *rest, task = self.state.agenda
        self.state.agenda = (*rest, Task(task.name, {**task.data, "choice": choice}))

    # -- copies -----------------------------------------------------------------------------------------------

    @classmethod
    def blank(cls) -> Self:
        """A battle with nothing in it yet, for ``copy_to`` to fill."""
        return cls.__new__(cls)

    def clone(self) -> Self:
        """An independent copy that shares everything immutable. Cheap: search bots live on it."""
        return self.copy_to(self.blank())

    def copy_to(self, twin: E) -> E:
        """Make a blank battle a copy of this one."""
        twin.setup, twin.off, twin.memory = self.setup, self.off, self.memory
        twin.hooks, twin.changed = self.hooks, self.changed
        twin.dice = self.dice.clone()
        twin.journal = self.journal.clone()
        twin.state = self.state.clone()
        return twin

    # -- copies elsewhere -------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...], dict[str, object]]:
        return _blank, (type(self),), self.packed()

    def packed(self) -> dict[str, object]:
        """All that another process needs to go on. Its rules are found again there, and what is remembered, too."""
        changed = self.changed
        return {
            "setup": self.setup,
            "off": self.off,
            "changed": None if changed is None else (changed.off, changed.switches),
            "hooks": chosen_by(self.hooks),
            "dice": self.dice,
            "journal": self.journal,
            "state": self.state,
        }

    def __setstate__(self, packed: dict[str, Any]) -> None:
        changed: tuple[frozenset[str], frozenset[str]] | None = packed["changed"]
        self.setup, self.off, self.memory = packed["setup"], packed["off"], {}
        self.changed = None if changed is None else self.ruleset.changes(*changed)
        self.hooks = self.ruleset.in_force(self.changed, **packed["hooks"])
        self.dice, self.journal, self.state = packed["dice"], packed["journal"], packed["state"]


def _dice(given: Any) -> Dice:
    """Dice, or those of a whole number, numpy's too. All else would only be found out by the first throw."""
    if hasattr(given, "roll"):
        dice: Dice = given
        return dice
    try:
        return SeededDice(index(given))
    except TypeError:
        raise InputError(f"a battle has a whole number for a seed, or dice; {shown(given)} is neither") from None


def _blank(kind: type[Engine[Any, Any, Any]]) -> object:
    return kind.blank()
