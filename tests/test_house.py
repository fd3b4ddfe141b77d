"""The recipes of docs/house.md, carried out: each is pasted into a game of Alpha Strike and does what it says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.rules.table import battle, unit

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.dice import TapeDice

PAGE = Path(__file__).parents[1] / "docs" / "house.md"
WOODS = [{"id": "copse", "kind": "woods", "rect": [8, 14, 4, 1]}]


def recipe(title: str) -> str:
    """The code under a heading of the page."""
    section = PAGE.read_text().split(f"### {title}\n")[1].split("\n### ")[0]
    return "\n".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))


@pytest.fixture
def added(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    rules.load()
    with rules.for_now():
        names: dict[str, Any] = {"__name__": f"recipe {request.param}"}
        exec(compile(recipe(request.param), str(PAGE), "exec"), names)
        rules.check()
        yield names


def fight(*, options: tuple[str, ...] = (), distance: float = 10, **card: Any) -> Battle:
    return battle(
        unit("r1", (10, 10), **card), unit("b1", (10, 10 + distance), facing=180), terrain=WOODS, options=options
    )


def parts(fought: Battle) -> dict[str, int]:
    return {part.label: part.value for part in preview_attack(fought, orders.Attack("r1", "b1")).modifiers}


@pytest.mark.parametrize("added", ["Add a special ability"], indirect=True)
def test_a_special_ability(added: dict[str, Any]) -> None:
    assert parts(fight(specials=["ENE"]))["Steady beams (ENE)"] == -1
    assert "Steady beams (ENE)" not in parts(fight())


@pytest.mark.parametrize("added", ["Add an optional module"], indirect=True)
def test_an_optional_module(added: dict[str, Any]) -> None:
    moves = []
    for options in ((), ("cool_legs",)):
        fought = battle(unit("r1", (10, 10), state={"heat": 2}), unit("b1", (40, 40)), options=options)
        moves.append(current_move(fought, fought.units["r1"]))
    assert moves == [4.0, 6.0]


@pytest.mark.parametrize("added", ["Add an edition"], indirect=True)
def test_an_edition(added: dict[str, Any]) -> None:
    assert (parts(fight())["Woods"], parts(fight(options=("first_printing",)))["Woods"]) == (1, 2)
    far = [parts(fight(options=options, distance=22)) for options in ((), ("first_printing",))]
    assert [name for one in far for name in one if name.startswith("Range")] == ["Range: medium", "Range: long"]


def test_a_game() -> None:
    names: dict[str, Any] = {"__name__": "recipe of a game"}
    exec(compile(recipe("Add a game"), str(PAGE), "exec"), names)
    names["darts"].check()
    throw, tape = names["Throw"]("ann"), TapeDice([6, 2])
    game = names["Darts"]("at the pub", tape)
    twin = game.clone()
    assert [one.points for one in (*game.do(throw), *game.do(throw))] == [12, 2]
    assert (game.state.points, twin.state.points) == (14, 0)
    plain = names["Darts"]("at the pub", TapeDice([6]), frozenset({"DARTS-1"}))
    assert plain.do(throw)[0].points == 6


def test_nothing_of_it_stays() -> None:
    assert "cool_legs" not in rules.options
    assert "Steady beams (ENE)" not in parts(fight(specials=["ENE"]))
