"""The engine alone: a toy game of two players who roll dice for points, on nothing but the kernel."""

import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from lancemate import __version__
from lancemate.kernel.agenda import Decision, Outcome, Task
from lancemate.kernel.codec import JSON, decode, encode
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, OutOfDice, Refused, refuse
from lancemate.kernel.events import Event, event
from lancemate.kernel.ruleset import Hook, Ruleset
from lancemate.kernel.saves import read_seal, replay, sealed
from lancemate.kernel.steps import Step
from lancemate.kernel.values import value

GOAL = 20


@value
class Throw:
    name: ClassVar[str] = "throw"
    player: str


@value
class Answer:
    name: ClassVar[str] = "answer"
    player: str
    choice: str


Command = Throw | Answer
COMMANDS: dict[str, type[Command]] = {"throw": Throw, "answer": Answer}


@dataclass(slots=True)
class Score:
    """Whoever first has twenty points wins; a six may be kept or thrown again."""

    points: tuple[tuple[str, int], ...] = (("ann", 0), ("bob", 0))
    decision: Decision | None = None
    agenda: tuple[Task, ...] = ()
    outcome: Outcome | None = None

    def clone(self) -> "Score":
        return replace(self)


@event
class Scored:
    type: ClassVar[str] = "scored"
    player: str
    points: int

    def apply(self, state: Score) -> None:
        state.points = tuple((who, n + self.points * (who == self.player)) for who, n in state.points)


@event
class Asked:
    type: ClassVar[str] = "asked"
    decision: Decision | None

    def apply(self, state: Score) -> None:
        state.decision = self.decision


@event
class Won:
    type: ClassVar[str] = "won"
    player: str

    def apply(self, state: Score) -> None:
        state.outcome = Outcome(self.player, f"{self.player} has {GOAL} points", "TOY-1")


rules = Ruleset("toy", "toy")
bonus: "Hook[[Toy, str], int | None]" = rules.hook("bonus", "game", "player")


@bonus.rule("TOY-4")
def beginners_luck(game: "Toy", player: str) -> int | None:
    return 1 if game.setup == "a game for beginners" and player == "ann" else None


@rules.verb(Throw)
def throw(game: "Toy", command: Throw) -> None:
    if command.player not in dict(game.state.points):
        raise refuse("stranger", f"{command.player} does not play", "TOY-2")
    game.then("count")
    game.follow(Step(score_roll, (command.player,)))


def score_roll(game: "Toy", player: str) -> None:
    (face,) = game.roll(1)
    if face == 6:
        question = Decision(player, "six", "keep the six?", ("keep", "again"), "TOY-3")
        game.ask(question, "six", player=player)
    else:
        more = sum(rule(game, player) or 0 for rule in game.hooks[bonus])
        game.emit(Scored(player, face + more))


@rules.task("six")
def after_six(game: "Toy", player: str, choice: str) -> None:
    if choice == "keep":
        game.emit(Scored(player, 6))
    else:
        score_roll(game, player)


@rules.task("count")
def count(game: "Toy") -> None:
    for player, points in game.state.points:
        if points >= GOAL:
            game.emit(Won(player))


@rules.verb(Answer)
def answer(game: "Toy", command: Answer) -> None:
    if game.state.decision is None:
        raise refuse("nothing_asked", "nobody has asked", "TOY-3")
    game.decide(command.player, command.choice)


class Toy(Engine[str, Score, Command]):
    __slots__ = ()
    ruleset = rules
    while_asked = (Answer,)

    def __init__(self, setup: str, dice: Dice | int, without: frozenset[str] = frozenset()) -> None:
        super().__init__(setup, dice, without=without)
        self.hooks = rules.in_force(self.changed)
        self.state = Score()

    def asked(self, question: Decision) -> Event[Score]:
        return Asked(question)

    def decided(self, question: Decision, choice: str) -> Event[Score]:
        return Asked(None)


def save(game: Toy) -> dict[str, JSON]:
    commands: list[JSON] = [{"do": command.name, "with": encode(command)} for command in game.journal.commands]
    return sealed(game, {"title": game.setup}, commands)


def load(data: dict[str, Any]) -> Toy:
    dice = SeededDice(data["seed"]) if "seed" in data else TapeDice(data["dice"])
    commands = [decode(COMMANDS[one["do"]], one["with"]) for one in data["commands"]]
    seal = read_seal(data["save"])
    return replay(Toy(data["title"], dice, seal.without), commands, seal)


def refusal(game: Toy, command: Command) -> str:
    before = game.hash(), list(game.journal.commands)
    with pytest.raises(Refused) as refused:
        game.do(command)
    assert (game.hash(), game.journal.commands) == before
    return refused.value.refusal.code


def play(game: Toy) -> Toy:
    while game.outcome is None:
        if game.decision is not None:
            game.do(Answer(game.decision.side, "keep"))
        else:
            game.do(Throw("ann" if len(game.journal.commands) % 2 else "bob"))
    return game


def test_a_command_is_carried_out_and_told() -> None:
    game = Toy("a game", TapeDice([3, 5]))
    assert game.do(Throw("ann")) == [Scored("ann", 3)]
    assert game.do(Throw("bob")) == [Scored("bob", 5)]
    assert dict(game.state.points) == {"ann": 3, "bob": 5}
    assert game.journal.dice == [3, 5]


def test_its_own_rules_answer_unless_they_are_left_out() -> None:
    for without, points in ((frozenset[str](), 4), (frozenset({"TOY-4"}), 3)):
        game = Toy("a game for beginners", TapeDice([3]), without)
        assert game.do(Throw("ann")) == [Scored("ann", points)]
        assert load(save(game)).hash() == game.clone().hash() == game.hash()


def test_what_the_rules_forbid_changes_nothing() -> None:
    game = Toy("a game", 1)
    assert refusal(game, Throw("eve")) == "stranger"
    assert refusal(game, Answer("ann", "keep")) == "nothing_asked"
    why = game.refusal_of(Throw("eve"))
    assert why is not None
    assert why.refusal.rule == "TOY-2"
    assert game.refusal_of(Throw("ann")) is None
    assert game.journal.commands == []


def test_a_question_waits_for_its_answer() -> None:
    game = Toy("a game", TapeDice([6, 2]))
    game.do(Throw("ann"))
    assert game.decision is not None
    assert [task.name for task in game.state.agenda] == ["count", "six"]
    assert refusal(game, Throw("bob")) == "decision_pending"
    assert refusal(game, Answer("bob", "keep")) == "not_your_decision"
    assert refusal(game, Answer("ann", "smash it")) == "no_such_choice"
    game.do(Answer("ann", "again"))
    assert (game.decision, game.state.agenda, dict(game.state.points)["ann"]) == (None, (), 2)


def test_a_tape_that_runs_out_takes_the_command_back() -> None:
    game = Toy("a game", TapeDice([4]))
    game.do(Throw("ann"))
    before = game.hash()
    with pytest.raises(OutOfDice):
        game.do(Throw("bob"))
    assert (game.hash(), game.journal.commands) == (before, [Throw("ann")])


def test_nothing_is_done_after_the_end() -> None:
    game = play(Toy("a game", 3))
    assert game.outcome is not None
    assert game.outcome.winner in ("ann", "bob")
    assert refusal(game, Throw("ann")) == "battle_over"


def test_clones_go_their_own_ways() -> None:
    game = Toy("a game", 5)
    game.do(Throw("ann"))
    before = game.hash()
    twin = game.clone()
    assert type(twin) is Toy
    play(twin)
    assert (game.hash(), len(game.journal.commands)) == (before, 1)
    assert play(game.clone()).hash() == twin.hash()


def test_what_is_remembered_is_shared_with_clones_until_one_forgets() -> None:
    game = Toy("a game", 5)
    assert game.remember("answer", lambda: 42) == 42
    twin = game.clone()
    assert twin.remember("answer", lambda: 7) == 42
    twin.forget()
    assert twin.remember("answer", lambda: 7) == 7
    assert game.remember("answer", lambda: 7) == 42


@pytest.mark.parametrize("seed", range(12))
def test_a_save_at_any_moment_is_the_same_game(seed: int) -> None:
    game = Toy("a game", seed)
    while game.outcome is None:
        loaded = load(save(game))
        assert (loaded.hash(), loaded.setup) == (game.hash(), game.setup)
        side = game.decision.side if game.decision is not None else "ann"
        command: Command = Throw("ann") if game.decision is None else Answer(side, "keep")
        game.do(command)
        loaded.do(command)
        assert loaded.hash() == game.hash()


def test_a_save_of_dice_that_were_changed_on_the_way() -> None:
    game = Toy("a game", 5)
    game.do(Throw("ann"))
    game.dice = SeededDice(99)
    loaded = load(save(game))
    assert play(loaded).hash() == play(game).hash()


def test_a_damaged_save_is_refused() -> None:
    data = save(play(Toy("a game", 5)))
    with pytest.raises(InputError, match="the file is damaged"):
        load({**data, "seed": 6})
    with pytest.raises(InputError, match="format 2; this version reads format 1"):
        load({**data, "save": {"format": 2, "hash": "0"}})


def test_a_save_of_another_version_loads_or_is_refused_by_its_version() -> None:
    data: dict[str, Any] = save(play(Toy("a game", 5)))
    assert data["save"]["version"] == __version__
    data["save"]["version"] = "0.0.7"
    assert load(data).outcome is not None
    data["seed"] = 6
    with pytest.raises(InputError, match=f"saved by version 0.0.7; version {__version__} cannot play it again"):
        load(data)


def test_the_events_alone_make_the_same_state() -> None:
    game = play(Toy("a game", 8))
    state = Score()
    for happened in game.journal.events:
        happened.apply(state)
    assert state == game.state


def test_the_engine_needs_no_game() -> None:
    code = "import sys, lancemate.kernel.saves, lancemate.kernel.clock; print('lancemate.alphastrike' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_is_no_command_is_refused_and_leaves_nothing() -> None:
    assert refusal(Toy("a game", 1), "nonsense") == "unknown_command"  # type: ignore[arg-type]


def test_a_clone_writes_into_a_journal_of_its_own() -> None:
    game = play(Toy("a game", 1))
    told = len(game.journal.events)
    twin = game.clone()
    twin.emit(Scored("ann", 1))
    assert (len(game.journal.events), len(twin.journal.events)) == (told, told + 1)
