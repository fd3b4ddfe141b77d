"""Other units in the way, and the edges of the table (pp. 30, 32)."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.arrival import Arrival, arrive, nearest_places
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from rules.table import battle, move, refusal, unit
from rules.test_movement_costs import FOOT, HOVER, barred


def crowd(*others: Any, terrain: Any = (), **card: Any) -> Battle:
    card = {"move": '10"j', **card}
    return battle(unit("r1", (10, 10), **card), *others, unit("b9", (60, 40)), terrain=terrain, phase="movement")


# -- passing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-006")
def test_friends_let_a_unit_through_and_enemies_do_not() -> None:
    assert barred(crowd(unit("r2", (10, 14))), (10, 18)) is None
    refused = refusal(crowd(unit("b1", (10, 14))), commands.Move("r1", ((10, 18),)))
    assert (refused.code, refused.rule) == ("enemy_in_the_way", "AS-MOV-006")
    assert barred(crowd(unit("b1", (11, 14))), (10, 18)) == "AS-MOV-006"  # bases overlap on the way
    assert barred(crowd(unit("b1", (11.25, 14))), (10, 18)) is None  # they only touch
    assert barred(crowd(unit("b1", (10, 14))), (12, 14), (10, 18)) is None


@pytest.mark.rule("AS-MOV-006")
def test_enemies_at_another_elevation_are_passed() -> None:
    assert barred(crowd(unit("b1", (10, 14))), (10, 18), mode="jump") is None
    ledge = [{"kind": "hill", "height": 1, "rect": [0, 0, 10.5, 40]}]
    assert barred(crowd(unit("b1", (11, 14)), terrain=ledge), (10, 18)) is None
    flyer = {"type": "CV", "move": '10"v'}
    high = battle(unit("r1", (10, 10), state={"elevation": 3}, **flyer), unit("b1", (10, 14)), phase="movement")
    assert barred(high, (10, 18)) is None
    low = battle(unit("r1", (10, 10), **flyer), unit("b1", (10, 14)), phase="movement")
    assert barred(low, (10, 18)) == "AS-MOV-006"


@pytest.mark.rule("AS-MOV-006")
def test_a_unit_in_contact_with_an_enemy_may_move_away() -> None:
    fight = crowd(unit("b1", (10, 11.25)))
    assert barred(fight, (10, 8)) is None
    assert barred(fight, (12, 10), (12, 14)) is None
    assert barred(fight, (10, 14)) == "AS-MOV-006"


# -- stacking --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-007")
@pytest.mark.parametrize("other", ["r2", "b1"])
def test_no_two_units_end_in_the_same_space(other: str) -> None:
    fight = crowd(unit(other, (10, 16)))
    for mode in ("ground", "jump"):
        refused = refusal(fight, commands.Move("r1", ((10, 15),), mode))
        assert refused.rule == "AS-MOV-007"
        assert other in refused.message
        assert barred(fight, (10, 14.75), mode=mode) is None


@pytest.mark.rule("AS-MOV-007")
def test_elevation_makes_no_room() -> None:
    flyer = unit("r1", (10, 10), type="CV", move='10"v', state={"elevation": 5})
    fight = battle(flyer, unit("r2", (10, 16)), unit("b1", (60, 40)), phase="movement")
    assert barred(fight, (10, 16)) == "AS-MOV-007"


# -- forced arrival --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-008")
def test_whoever_arrives_in_an_occupied_place_goes_to_the_nearest_by_move() -> None:
    woods = [{"kind": "woods", "rect": [10.3, 5, 10, 10]}]
    fight = crowd(unit("r2", (10, 20)), terrain=woods)
    # Straight east would be nearest, but the trees make it dearer than west.
    assert nearest_places(fight, fight.units["r2"], (10.2, 10)) != []
    x, y = nearest_places(fight, fight.units["r2"], (10.0, 10.2))[0]
    assert (x, y) == (10.0, 11.25)
    easy = nearest_places(fight, fight.units["r2"], (10.1, 10))
    assert all(x < 10.5 for x, _ in easy)


@pytest.mark.rule("AS-MOV-008")
def test_its_player_chooses_between_equally_near_places() -> None:
    fight = crowd(unit("r2", (10, 20)))
    arrive(fight, fight.units["r2"], (10.0, 10.0), Arrival("AS-MOV-008"))
    asked = fight.decision
    assert asked is not None
    assert (asked.side, asked.kind) == ("red", "placement")
    assert len(asked.choices) >= 4
    fight.do(commands.Decide("red", asked.choices[0]))
    placed = fight.units["r2"]
    assert (placed.x - 10) ** 2 + (placed.y - 10) ** 2 == pytest.approx(1.25**2, abs=1e-3)


@pytest.mark.rule("AS-MOV-008")
def test_whoever_could_go_nowhere_is_destroyed() -> None:
    lake = [{"kind": "water", "depth": 1, "rect": [0, 0, 40, 30]}]
    fight = crowd(unit("r2", (50, 10), **FOOT), terrain=lake)
    arrive(fight, fight.units["r2"], (10.0, 10.0), Arrival("AS-MOV-008"))
    fight.run()
    assert fight.units["r2"].destroyed


# -- coming on and leaving ---------------------------------------------------------------------------------------


def waiting(home: str = "south", **card: Any) -> Battle:
    homes = (home, {"south": "north", "north": "south", "west": "east", "east": "west"}[home])
    card = {"move": '10"/6"j', **card}
    return battle(unit("r1", **card), unit("b1", (60, 24)), phase="movement", homes=homes)


@pytest.mark.rule("AS-INT-055")
@pytest.mark.parametrize(
    ("home", "path", "cost"),
    [
        ("south", [(12, 6)], 6.0),
        ("south", [(12, 0), (15, 4)], 5.0),
        ("north", [(12, 42)], 6.0),
        ("west", [(6, 20)], 6.0),
        ("east", [(66, 20)], 6.0),
    ],
)
def test_units_come_on_across_their_home_edge(home: str, path: Any, cost: float) -> None:
    fight = waiting(home)
    assert not fight.units["r1"].on_table
    event = move(fight, "r1", *path)
    assert event.cost == cost
    assert fight.units["r1"].on_table
    assert fight.units["r1"].at == path[-1]


@pytest.mark.rule("AS-INT-055")
def test_coming_on_by_jump_and_how_far() -> None:
    assert move(waiting(), "r1", (12, 6), mode="jump").mode == "jump"
    assert refusal(waiting(), commands.Move("r1", ((12, 7),), "jump")).rule == "AS-MOV-001"
    assert refusal(waiting(), commands.Move("r1", ((12, 11),))).rule == "AS-MOV-001"
    assert refusal(waiting(), commands.Move("r1", (), "standstill")).code == "off_board"


@pytest.mark.rule("AS-INT-055")
def test_the_whole_base_is_on_the_board_in_the_end() -> None:
    refused = refusal(waiting(), commands.Move("r1", ((12, 0.5),)))
    assert (refused.code, refused.rule) == ("off_table", "AS-INT-055")
    assert move(waiting(), "r1", (12, 0.625)).mode == "standstill"


def test_nobody_leaves_the_table_without_leave() -> None:
    fight = battle(unit("r1", (10, 4)), unit("b1", (60, 40)), phase="movement")
    assert refusal(fight, commands.Move("r1", ((10, -1),))).code == "off_table"
    assert refusal(fight, commands.Move("r1", ((10, -1), (10, 3)))).code == "off_table"
    assert refusal(fight, commands.Move("r1", ((float("nan"), 3.0),))).code == "malformed"


def test_a_rule_may_let_units_leave() -> None:
    with rules.for_now():

        @hooks.may_exit.rule("AS-SCN-001")
        def over_there(battle: Battle, unit: Any, edge: str) -> str | None:
            return "AS-SCN-001" if edge == "south" else None

        fight = battle(
            unit("r1", (10, 4)),
            unit("r2", state={"aboard": "r1", "riding": True}, type="BA", specials=["XMEC"]),
            unit("b1", (60, 40)),
            phase="movement",
        )
        assert not check_move(fight, commands.Move("r1", ((-3, 4),))).legal
        assert move(fight, "r1", (10, -6)).cost == 4.0
        for gone in (fight.units["r1"], fight.units["r2"]):
            assert (gone.exited, gone.place) == (True, "gone")


def test_hovercraft_and_ships_float_where_they_are_put_down() -> None:
    lake = [{"kind": "water", "depth": 3, "rect": [0, 0, 40, 30]}]
    fight = battle(unit("r1", (10, 10), **HOVER), unit("r2", (20, 10)), unit("b1", (60, 40)), terrain=lake)
    assert fight.units["r1"].elevation == 0.0
    assert fight.units["r2"].elevation == -3.0
