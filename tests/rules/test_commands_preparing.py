"""What commanders do to the table before a battle: Strategic Command and engineers (pp. 107-108)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.commands.preparing import home_wanted, prepared, take_edge, works_allowed
from lancemate.alphastrike.options.minefields.fields import fields_of
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import CommandAbility, Formation, Setup
from lancemate.field.hexes import HexMap
from lancemate.kernel.errors import InputError
from rules.table import battle, unit

WOODS = {"id": "w1", "kind": "woods", "rect": [10, 10, 4, 4]}
ROUGH = {"id": "x1", "kind": "rough", "circle": [20, 12, 2]}
ROAD = {"id": "road1", "kind": "road", "line": [[40, 0], [40, 48]], "width": 2}
PIECES = (WOODS, ROUGH, ROAD)


def ready(*abilities: str, lances: int = 1, options: Any = ("minefields",), terrain: Any = PIECES) -> Setup:
    """Red has these abilities and so many lances of four, and one of three."""
    names = [f"r{n}" for n in range(4 * lances + 3)]
    setup = battle(
        *(unit(name) for name in names), unit("b1"), terrain=terrain, phase="deployment", options=options
    ).setup
    red, blue = setup.sides
    formed = [Formation(f"Lance {n}", tuple(names[4 * n : 4 * n + 4])) for n in range(lances)]
    own = tuple(CommandAbility(ability) for ability in abilities)
    formations = (*formed, Formation("Rest", tuple(names[4 * lances :])))
    return replace(setup, sides=(replace(red, command_abilities=own), blue), formations=formations)


def bounds(setup: Setup, name: str) -> tuple[float, ...]:
    return tuple(setup.table.by_id[name].shape.bounds())


# -- Strategic Command ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-054")
def test_a_piece_is_moved_by_six_inches_at_most() -> None:
    setup = ready("Strategic Command")
    done = prepared(setup, ["red: w1 to 12, 18"])
    assert bounds(done, "w1") == (10, 16, 14, 20)
    assert bounds(done, "x1") == bounds(setup, "x1")
    with pytest.raises(InputError, match=r"6\.1 inches away: 6 are the most \(AS-SCA-054\)"):
        prepared(setup, ["red: w1 to 12, 18.1"])


@pytest.mark.rule("AS-SCA-054")
@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        (["red: w1 to 12, 13", "red: w1 to 12, 14"], "every piece is moved once"),
        (["red: w1 to 17, 12"], "w1 would lie on x1: pieces may not overlap"),
        (["red: x1 to 14.5, 12"], "x1 would lie on w1"),
        (["blue: w1 to 12, 13"], "blue has no Strategic Command"),
        (["green: w1 to 12, 13"], "there is no side 'green'"),
        (["red: w9 to 12, 13"], "there is no terrain 'w9'"),
        (["red: road1 to 40, 28"], "would hang over the edge"),
        (["red: everything"], "is nothing to be prepared"),
        (["nonsense"], "is nothing to be prepared"),
    ],
)
def test_what_cannot_be_moved(wishes: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        prepared(ready("Strategic Command"), wishes)


@pytest.mark.rule("AS-SCA-054")
def test_what_lies_on_a_hill_may_stay_on_it() -> None:
    hill = {"id": "h1", "kind": "hill", "height": 2, "rect": [6, 6, 14, 14]}
    setup = ready("Strategic Command", terrain=(hill, WOODS))
    assert bounds(prepared(setup, ["red: w1 to 13, 13"]), "w1") == (11, 11, 15, 15)


@pytest.mark.rule("AS-SCA-054")
def test_home_edges_are_chosen_anew() -> None:
    setup = ready("Strategic Command")
    homes, others = home_wanted(["red: home east", "red: w1 to 12, 13"])
    assert (homes, others) == ({"red": "east"}, ["red: w1 to 12, 13"])
    assert [side.home for side in take_edge(setup.sides, "red", "east")] == ["east", "west"]
    with pytest.raises(InputError, match="blue has no Strategic Command"):
        take_edge(setup.sides, "blue", "south")
    with pytest.raises(InputError, match="there is no edge 'up'"):
        take_edge(setup.sides, "red", "up")


# -- engineers ------------------------------------------------------------------------------------------------

EXPERTS = "Tactical Experts (Engineers)"


@pytest.mark.rule("AS-SCA-059")
def test_every_lance_of_four_builds_a_house_or_lays_mines() -> None:
    """Three lances of four: one building and ten densities in up to ten fields."""
    setup = ready(EXPERTS, lances=3)
    assert works_allowed(setup, "red") == 3
    wishes = ["red: build at 30, 10", "red: mines 5 at 50, 20", "red: mines 2 at 50, 6; 2 at 54, 6; 1 at 58, 6"]
    done = prepared(setup, wishes)
    house = done.table.by_id["red_house1"]
    assert (house.kind, house.properties["type"], house.properties["cf"]) == ("building", "light", 2)
    assert bounds(done, "red_house1") == (29, 9, 31, 11)
    mines = done.hidden_terrain
    assert [one.properties["density"] for one in mines] == [5, 2, 2, 1]
    assert all(one.properties["hidden"] and one.properties["side"] == "red" for one in mines)
    with pytest.raises(InputError, match="3 formations of 4 units and as many works"):
        prepared(setup, [*wishes, "red: build at 10, 20"])
    assert len({one.id for one in mines}) == 4
    fight = Battle(done, 1)
    assert [one.kind for one in fight.table.features].count("minefield") == 0, "they are written down in secret"
    assert sum(one.density for one in fields_of(fight)) == 10


@pytest.mark.rule("AS-SCA-059")
@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ("red: build at 30, 26", "is not on red's half"),
        ("red: build at 12, 12", "a building cannot stand on w1"),
        ("red: mines 4 at 50, 20", "1 to 5 fields of 5 densities together"),
        ("red: mines 0 at 50, 20; 5 at 50, 10; 0 at 1, 1; 0 at 2, 2; 0 at 3, 3; 0 at 4, 4", "1 to 5 fields"),
        ("red: mines many", "is no minefield"),
        ("blue: build at 30, 40", "blue has no Tactical Experts"),
    ],
)
def test_what_engineers_cannot_do(wish: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        prepared(ready(EXPERTS), [wish])


@pytest.mark.rule("AS-SCA-059")
def test_mines_need_their_module() -> None:
    with pytest.raises(InputError, match="with the option minefields"):
        prepared(ready(EXPERTS, options=()), ["red: mines 5 at 50, 20"])


@pytest.mark.rule("AS-SCA-059")
def test_on_hexes_a_work_is_one_hex() -> None:
    plain = ready("Tactical Experts (Engineers)", lances=2, terrain=())
    setup = replace(plain, table=HexMap(20, 16))
    done = prepared(setup, ["red: build at 0514", "red: mines 5 at 0612"])
    assert done.table.kind == "hex"
    assert done.table.by_id["red_house1"].shape.names == ["0514"]
    with pytest.raises(InputError, match="'9999' is no place on this map; write it as in '0507'"):
        prepared(setup, ["red: build at 9999"])


@pytest.mark.rule("AS-SCA-054")
def test_holes_move_with_their_piece() -> None:
    burnt = {**WOODS, "holes": [[11, 11, 0.5]]}
    done = prepared(ready("Strategic Command", terrain=(burnt,)), ["red: w1 to 12, 14"])
    assert done.table.by_id["w1"].shape.holes == ((11.0, 13.0, 0.5),)
