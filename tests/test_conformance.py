"""One interface for every game of the house: what engines promise, asked of both games and of the recipe's third."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from lancemate.kernel import house
from lancemate.kernel.dice import Generator, TapeDice
from lancemate.kernel.errors import OutOfDice, Refused
from lancemate.kernel.events import event_data

EXAMPLES = Path(__file__).parents[1] / "examples" / "house"
COMMANDS = 12


@dataclass
class Game:
    """A game as its tests see it: a battle for dice, commands that are allowed, one that no rule allows."""

    start: Callable[..., Any]
    tries: Callable[[Any, Generator], Iterator[Any]]
    forbidden: Any
    rule: str  # one that answers in its battles


def alpha_strike() -> Game:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.orders import Pass
    from lancemate.bots.alphastrike.random_play.proposals import proposals
    from lancemate.lab.battlefields import duel

    setup = duel(3)
    return Game(lambda dice, **more: Battle(setup, dice, **more), proposals, Pass("nobody"), "AS-COM-034")


def battletroops() -> Game:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Pass
    from lancemate.bots.battletroops.random_play import proposals
    from lancemate.lab.battletroops.setups import random_setup

    setup = random_setup(Generator(5))
    return Game(lambda dice, **more: Battle(setup, dice, **more), proposals, Pass("nobody"), "BT-COM-001")


def darts() -> Game:
    made = house.module("game", "darts")

    def throws(game: Any, luck: Generator) -> Iterator[Any]:
        yield made.Throw(luck.choice(made.PLAYERS))

    return Game(lambda dice, **more: made.Darts("pub", dice, **more), throws, made.Throw("nobody"), "DARTS-001")


@pytest.fixture(params=[alpha_strike, battletroops, darts], ids=lambda make: make.__name__)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with house.for_now(EXAMPLES / "game"):
        yield request.param()


def step(battle: Any, game: Game, luck: Generator) -> None:
    """One command that the rules allow."""
    for command in game.tries(battle, luck):
        try:
            battle.do(command)
            return
        except Refused:
            continue
    raise AssertionError("nothing was allowed")


def played(game: Game, dice: Any = 7, count: int = COMMANDS, **more: Any) -> Any:
    battle, luck = game.start(dice, **more), Generator(11)
    for _ in range(count):
        if battle.outcome is None:
            step(battle, game, luck)
    return battle


def told(battle: Any) -> list[Any]:
    return [event_data(event) for event in battle.journal.events]


def test_the_same_seed_and_commands_are_the_same_battle(game: Game) -> None:
    one, other = played(game), game.start(7)
    for command in one.journal.commands:
        other.do(command)
    assert (other.hash(), told(other), other.journal.dice) == (one.hash(), told(one), one.journal.dice)
    assert len(one.journal.marks) == len(one.journal.commands) > 5


def test_a_copy_goes_its_own_way(game: Game) -> None:
    battle = played(game, count=4)
    before, events = battle.hash(), len(battle.journal.events)
    twin = battle.clone()
    assert twin.hash() == before
    luck = Generator(2)
    for _ in range(4):
        step(twin, game, luck)
    assert twin.hash() != before
    assert (battle.hash(), len(battle.journal.events)) == (before, events)


def test_a_copy_elsewhere_goes_on_the_same(game: Game) -> None:
    battle = played(game, count=4)
    copy = pickle.loads(pickle.dumps(battle))
    for one in (battle, copy):
        luck = Generator(3)
        for _ in range(4):
            step(one, game, luck)
    assert (copy.hash(), told(copy)) == (battle.hash(), told(battle))


def test_what_is_refused_changes_nothing_and_says_why(game: Game) -> None:
    battle = played(game, count=3)
    before = (battle.hash(), len(battle.journal.events), len(battle.journal.commands), list(battle.journal.dice))
    for command in (game.forbidden, "forward!"):
        with pytest.raises(Refused) as refused:
            battle.obey(command)
        assert refused.value.refusal.code
        assert len(refused.value.message) > 10
    assert (
        battle.hash(),
        len(battle.journal.events),
        len(battle.journal.commands),
        list(battle.journal.dice),
    ) == before
    assert isinstance(battle.refusal_of(game.forbidden), Refused)


def test_dice_that_run_out_lose_nothing(game: Game) -> None:
    """A command that needs more dice than there are leaves everything as it was."""
    whole = played(game, count=200)
    faces = list(whole.journal.dice)
    assert faces
    short = game.start(TapeDice(faces[:-1]))
    for command in whole.journal.commands:
        before = short.hash(), len(short.journal.events)
        try:
            short.do(command)
        except OutOfDice:
            assert (short.hash(), len(short.journal.events)) == before
            return
    raise AssertionError("no command needed the last die")


def test_a_rule_can_be_switched_off(game: Game) -> None:
    plain, without = game.start(7), game.start(7, without=frozenset({game.rule}))
    homes = [home for home in plain.ruleset.homes if game.rule in home.ids]
    assert homes
    assert game.rule in without.off
    assert without.changed is not None
    assert all(without.changed.is_off(home) for home in homes)
    assert plain.changed is None or not any(plain.changed.is_off(home) for home in homes)


def test_its_rules_fit_together_and_are_in_the_ledger(game: Game) -> None:
    from lancemate.rulebook import heading

    ruleset = game.start(7).ruleset
    ruleset.load()
    ruleset.check()
    for rule_id in {rule_id for home in ruleset.homes for rule_id in home.ids}:
        assert heading(rule_id).title


def test_every_event_is_plain_data_with_a_name(game: Game) -> None:
    events = played(game).journal.events
    assert events
    for event in islice(events, 200):
        assert event_data(event)["type"] == event.type
