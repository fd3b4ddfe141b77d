"""Minefields at set-up (p. 168): given by a scenario or agreed on, laid in secret while forces deploy."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.options.minefields.burying import left_to_lay
from lancemate.alphastrike.options.minefields.fields import fields_of, hidden_mines
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.bots.alphastrike.tactics.burying import near, square_of, ways_of_the_enemy
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.codec import encode
from lancemate.kernel.errors import InputError
from lancemate.server.alphastrike.quickstart import Quick, even_pairs
from lancemate.server.alphastrike.showing import show_scene, show_view
from lancemate.server.beginnings import Beginning
from lancemate.server.making import make_quick
from rules.table import refusal

CARD = {
    "name": "Walker",
    "type": "BM",
    "size": 2,
    "move": '8"',
    "tmm": 1,
    "damage": "2/2/1",
    "armor": 5,
    "structure": 3,
}
HOLD = {"use": "hold-the-line", "variations": ["mined"], "sides": {"attacker": "red", "defender": "blue"}}


def script(**more: Any) -> dict[str, Any]:
    return {
        "options": ["minefields"],
        "settings": {"minefields": {"red": [3, 2, 3]}},
        "map": {"width": 36, "depth": 48},
        "sides": [
            {"name": "red", "home": "south", "units": [{"id": "r1", "card": CARD}, {"id": "r2", "card": CARD}]},
            {"name": "blue", "home": "north", "units": [{"id": "b1", "card": CARD}, {"id": "b2", "card": CARD}]},
        ],
        "start": {"phase": "deployment", "first": "red"},
        **more,
    }


def before(**more: Any) -> Battle:
    return run_script(script_from_data(script(**more))).battle


def lay(density: int = 3, at: tuple[float, float] = (18, 24), unit: str = "r1") -> orders.Deploy:
    return orders.Deploy(unit, at, mines=density)


@pytest.mark.rule("AS-OPT-486")
def test_fields_are_written_down_and_nobody_else_is_told() -> None:
    fight = before()
    told = fight.do(lay())
    (one,) = fields_of(fight)
    assert (one.at, one.density, one.type, one.side, one.hidden) == ((18, 24), 3, "conventional", "red", True)
    assert [*events_for(fight, "blue", told)] == []
    assert not [*fields_of(known_to(fight, "blue"))]
    assert len(hidden_mines(known_to(fight, "red"))) == 1
    assert fight.units["r1"].place == "reserve"
    assert fight.state.to_act == "red"  # it takes no turn of deployment
    assert any("red_mines1" in line.text for line in story(fight, told))
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-486")
def test_so_many_of_each_density_and_no_more() -> None:
    fight = before()
    assert left_to_lay(fight, "red") == [3, 3, 2]
    assert [one.label for one in offers(fight, "red", "r1") if "mines" in one.label] == [
        "Lay mines of density 3 (2 left)",
        "Lay mines of density 2 (1 left)",
    ]
    assert refusal(fight, lay(5)).rule == "AS-OPT-486"
    for number, density in enumerate((3, 2, 3)):
        fight.do(lay(density, (5 + 3 * number, 20)))
    assert left_to_lay(fight, "red") == []
    assert "left: none" in refusal(fight, lay(3, (30, 20))).message
    assert refusal(fight, lay(3, (30, 20), "b1")).rule == "AS-OPT-486"
    assert not [one for one in offers(fight, "red", "r1") if "mines" in one.label]


@pytest.mark.rule("AS-OPT-486")
@pytest.mark.parametrize("at", [(18.0, 42.0), (18.0, 21.0), (18.0, 60.0)])
def test_not_where_the_enemy_takes_the_field_nor_on_another_field(at: tuple[float, float]) -> None:
    fight = before()
    fight.do(lay(2, (18, 20)))
    assert refusal(fight, lay(3, at)).rule == "AS-OPT-486"
    fight.do(lay(3, (18, 22)))


@pytest.mark.rule("AS-OPT-486")
def test_whoever_is_to_place_a_unit_but_only_before_the_first_turn() -> None:
    fight = before()
    fight.do(orders.Deploy("r1", (10, 5)))
    assert fight.state.to_act == "blue"
    fight.do(lay(unit="r2"))
    for name, at in (("b1", (10, 44)), ("r2", (20, 5)), ("b2", (20, 44))):
        fight.do(orders.Deploy(name, at))
    assert "before the first turn" in refusal(fight, lay(2, (5, 24))).message


@pytest.mark.rule("AS-OPT-486")
def test_two_sides_may_lay_mines_at_the_same_place_and_both_go_off() -> None:
    fight = before(settings={"minefields": {"red": [3], "blue": [3]}})
    fight.do(lay())
    fight.do(lay(unit="b1"))
    assert sorted(one.id for one in fields_of(fight)) == ["blue_mines1", "red_mines1"]
    assert len({one.side for one in hidden_mines(fight)}) == 2


@pytest.mark.rule("AS-OPT-486")
def test_whoever_may_not_know_sees_and_hears_the_same_with_and_without_them() -> None:
    mined, bare = (before(settings={"minefields": {"red": [3], "blue": [3, 3]}}) for _ in range(2))
    mined.do(lay(unit="b1"))
    for viewer in ("red", None):
        assert encode(show_view(mined, viewer, 0)) == encode(show_view(bare, viewer, 0))
        assert encode(show_scene(mined, viewer)) == encode(show_scene(bare, viewer))
    for fight in (mined, bare):
        fight.do(lay())  # no word of the field that lies there
    assert [one.label for one in offers(mined, "red")] == [one.label for one in offers(bare, "red")]


@pytest.mark.rule("AS-OPT-486")
def test_a_scenario_gives_them() -> None:
    fight = before(settings={}, options=[], scenario=HOLD)
    assert left_to_lay(fight, "blue") == [4] * 12
    assert left_to_lay(fight, "red") == []
    fight.do(lay(4, (18, 30), "b1"))
    assert left_to_lay(fight, "blue") == [4] * 11


@pytest.mark.rule("AS-OPT-486")
@pytest.mark.parametrize(
    ("block", "key"),
    [
        ({"red": [6]}, "settings.minefields.red.0"),
        ({"red": [0]}, "settings.minefields.red.0"),
        ({"green": [3]}, "settings.minefields.green"),
        ({"red": [1] * 41}, "settings.minefields.red"),
    ],
)
def test_wrong_settings_name_their_key(block: Any, key: str) -> None:
    with pytest.raises(InputError) as wrong:
        before(settings={"minefields": block})
    assert key in str(wrong.value)


@pytest.mark.parametrize(("scenario", "fields"), [("king-of-the-hill", 6), ("hold-the-line", 12)])
def test_whoever_lays_mines_places_its_units_by_hand(scenario: str, fields: int) -> None:
    mined = Quick("woods", even_pairs()[0], 1, scenario=scenario, variations=("mined",))
    fight = Beginning.from_text(make_quick(mined, 7, people=False).beginning).open()
    assert fight.state.phase == "deployment"
    assert len(left_to_lay(fight, "blue")) == fields


def test_a_scenario_with_mines_needs_the_module() -> None:
    bare = {**HOLD, "variations": [], "deployment": {"defender": {"mines": [3]}}}
    with pytest.raises(InputError, match=r"scenario.deployment.defender.mines: .* the option minefields"):
        script_from_data(script(options=[], settings={}, scenario=bare))
    assert left_to_lay(before(settings={}, scenario=bare), "blue") == [3]


def test_the_word_needs_the_module() -> None:
    laid = {"deploy": {"unit": "r1", "at": [18, 24], "mines": 3}}
    with pytest.raises(InputError, match="minefields"):
        script_from_data(script(options=[], settings={}, commands=[laid]))


def test_a_bot_lays_all_of_them_where_the_enemy_walks() -> None:
    fight = before(settings={}, options=[], scenario=HOLD)
    player = TacticalPlayer(1)
    while left_to_lay(fight, "blue"):
        command = player.choose(View(fight, "blue"), None)
        assert isinstance(command, orders.Deploy)
        assert command.mines == 4
        fight.do(command)
    ways = ways_of_the_enemy(fight, "blue", [fight.units["b1"]])
    laid = [one.at for one in hidden_mines(fight)]
    near = [any(abs(x - px) + abs(y - py) <= 1.5 for px, py in way for x, y in laid) for way in ways]
    assert sum(near) > len(near) / 2
    assert not left_to_lay(before(settings={}, options=[], scenario=HOLD), "red")


def test_one_that_ignores_mines_lays_none() -> None:
    fight = before(settings={}, options=[], scenario=HOLD)
    command = TacticalPlayer(1, mines=False).choose(View(fight, "blue"), None)
    assert not (isinstance(command, orders.Deploy) and command.mines)


def test_a_bot_measures_only_to_what_may_be_near() -> None:
    points = [(0.7 * x, 0.45 * y) for x in range(12) for y in range(12)]
    squares: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for point in points:
        squares.setdefault(square_of(point), []).append(point)
    for x, y in points:
        found = set(near(squares, (x, y)))
        assert found >= {one for one in points if (one[0] - x) ** 2 + (one[1] - y) ** 2 < 1.0}
        assert len(found) < len(points) / 3
