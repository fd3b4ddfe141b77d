"""Bots at the table: they think elsewhere, and a battle against one goes on to its end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from lancemate.alphastrike.play.orders import Pass
from lancemate.kernel.errors import Refused
from lancemate.server import opponents
from lancemate.server.alphastrike.quickstart import Quick
from lancemate.server.beginnings import Beginning, command_from_text
from lancemate.server.games import acting_side, game_of
from lancemate.server.making import make_quick
from lancemate.server.messages import ReachQuestion
from lancemate.server.workers import HelperLost, Helpers
from server.tables import Json, Server, lazy, running, wait_until


def test_a_bot_plays_its_side_as_soon_as_it_is_its_turn(server: Server) -> None:
    game = server.create(mode="bot", quick={"map_seed": 2})
    with server.sit(game, "red") as red:
        for _ in range(12):
            red.my_turn()
            assert red.view["to_act"] == "red"
            red.do(lazy(red.view, "red"))
        by_bot = [batch for batch in red.batches if batch["side"] == "blue"]
        assert len(by_bot) >= 6
        assert {"type": "thinking", "side": "blue", "on": True} in red.heard
        assert red.ask("offer_draw")["why"] == "declined"


def test_a_battle_against_a_bot_comes_to_its_end(server: Server) -> None:
    game = server.duel("bot", sides=_uneven())
    with server.sit(game, "red") as red:
        while red.view["outcome"] is None:
            red.my_turn()
            if red.view["outcome"] is not None:
                break
            answer = red.command(_fire_at_will(red.view))
            if answer["type"] == "refused":
                answer = red.do({"pass": {"unit": red.view["ready"][0]}})
            red.until(lambda answer=answer: red.n >= answer["n"])
        assert red.view["outcome"]["winner"] == "red"
        assert red.view["guide"]["do"] == "over"
        assert "The battle is over" in red.batches[-1]["lines"][-1]["text"]


def _uneven() -> Json:
    lance = [{"id": f"r{n}", "unit": "MAD-3R Marauder", "skill": 0, "at": [12 + 3 * n, 10]} for n in range(4)]
    return [
        {"name": "red", "home": "south", "units": lance},
        {"name": "blue", "home": "north", "units": [{"id": "b1", "unit": "STG-3R Stinger", "at": [18, 16]}]},
    ]


def _fire_at_will(view: Json) -> Json:
    if view["phase"] == "combat" and view["decision"] is None and view["ready"]:
        return {"attack": {"unit": view["ready"][0], "target": "b1"}}
    return lazy(view, "red")


def test_a_bot_that_fails_does_the_least(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Confused:
        def __init__(self, level: str, side: str, seed: int) -> None:
            self.side, self.calls = side, 0

        def choose(self, battle: object) -> object:
            self.calls += 1
            if self.calls % 2:
                raise RuntimeError("which way is up?")
            return Pass("r1")

    monkeypatch.setattr("lancemate.server.desk.Opponent", Confused)
    game = server.create(mode="bot", quick={"map_seed": 2})
    with server.sit(game, "red") as red:
        for _ in range(8):
            red.my_turn()
            red.do(lazy(red.view, "red"))
        assert len([batch for batch in red.batches if batch["side"] == "blue"]) >= 4


def test_levels_are_played_by_bots_that_exist() -> None:
    assert "recruit" in {level.level for level in opponents.LEVELS}
    for level in opponents.LEVELS:
        assert opponents.Opponent(level.level, "red", 1).side == "red"


@dataclass
class Known:
    """A game as helpers know it."""

    beginning: str
    id: str = "a game"
    commands: list[str] = field(default_factory=list)


def test_helpers_are_processes_and_are_told_only_what_is_new() -> None:
    made = make_quick(Quick("hills", ("lance-1", "lance-2"), 4), 5, people=False)
    game = Known(made.beginning)
    battle = Beginning.from_text(made.beginning).open()

    async def scenario() -> None:
        helpers = Helpers(1)
        try:
            assert await helpers.errand(os.getpid) != os.getpid()
            for turn in range(6):
                side = acting_side(battle)
                n, text = await helpers.run(game, "choose", level="recruit", side=side, seed=9)
                assert n == turn
                assert isinstance(text, str)
                battle.do(command_from_text(game_of(battle), text))
                game.commands.append(text)
            with pytest.raises(Refused):
                await helpers.run(game, "answer", viewer=None, question=ReachQuestion(id="q", type="reach", unit="x"))
            with pytest.raises(HelperLost):
                await helpers.run(game, "choose", level="nobody", side="nobody", seed=9)
        finally:
            helpers.stop()

    asyncio.run(scenario())


@pytest.mark.slow
def test_helpers_may_die(tmp_path: Path) -> None:
    """When they are killed, others take over and nothing is lost."""
    with running(tmp_path, thinkers=1) as server:
        game = server.create(mode="bot", quick={"map_seed": 2})
        with server.sit(game, "red") as red:
            red.my_turn()
            red.do(lazy(red.view, "red"))
            red.my_turn()
            helpers = multiprocessing.active_children()
            assert len(helpers) == 2
            for helper in helpers:
                helper.kill()
            wait_until(lambda: not any(helper.is_alive() for helper in helpers))
            red.do(lazy(red.view, "red"))
            red.my_turn()
            unit = next(iter(red.view["units"]))
            answers = [red.ask("targets", unit=unit) for _ in range(2)]
            assert answers[-1]["type"] == "answer"
