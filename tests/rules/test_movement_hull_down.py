"""Hull down (p. 38): finding a position and leaving it."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, end, move, refusal, unit
from rules.test_movement_costs import FOOT, HOVER, TANK


def field(*terrain: Any, dice: Any = (), state: Any = None, **card: Any) -> Battle:
    card = {"move": '10"', **card}
    return battle(
        unit("r1", (10, 10), state=state or {}, **card),
        unit("b1", (60, 40)),
        terrain=terrain,
        dice=dice,
        phase="movement",
    )


def tried(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    events = fight.do(commands.Move("r1", path, hull_down=True, **more))
    return [event for event in events if event.type == "hull_down"]


@pytest.mark.rule("AS-MOV-060")
@pytest.mark.parametrize(("dice", "found"), [((3, 4), True), ((3, 3), False)])
def test_seven_finds_a_position(dice: Any, found: bool) -> None:
    fight = field(dice=dice)
    attempts = tried(fight, (10, 15))
    assert [(attempt.target_number, attempt.hull_down) for attempt in attempts] == [(7, found)]
    assert fight.units["r1"].hull_down == found
    moved = next(event for event in fight.journal.events if event.type == "moved")
    assert (moved.cost, moved.mode) == (9.0, "ground")


@pytest.mark.rule("AS-MOV-060")
def test_it_may_be_tried_as_often_as_it_can_be_paid() -> None:
    fight = field(dice=(1, 1, 1, 2))
    assert [attempt.hull_down for attempt in tried(fight, (10, 11))] == [False, False]
    fight = field(dice=(1, 1, 6, 6))
    assert [attempt.hull_down for attempt in tried(fight, (10, 11))] == [False, True]
    assert fight.units["r1"].hull_down


@pytest.mark.rule("AS-MOV-060")
@pytest.mark.parametrize(
    ("card", "price"), [({}, 4), (TANK, 4), (FOOT, 2), ({"legs": "quad"}, 2), ({"legs": "tripod"}, 2)]
)
def test_what_a_try_costs(card: Any, price: float) -> None:
    fight = field(dice=(6, 6), **card)
    tried(fight)
    moved = next(event for event in fight.journal.events if event.type == "moved")
    assert moved.cost == price
    assert fight.units["r1"].moved == "standstill"


@pytest.mark.rule("AS-MOV-060")
def test_it_takes_enough_move() -> None:
    refused = refusal(field(), commands.Move("r1", ((10, 17),), hull_down=True))
    assert (refused.code, refused.rule) == ("too_far", "AS-MOV-060")


@pytest.mark.rule("AS-MOV-060")
@pytest.mark.parametrize(
    ("terrain", "number"),
    [
        ({"kind": "woods", "rect": [8, 12, 4, 4]}, 5),
        ({"kind": "rough", "rect": [8, 12, 4, 4]}, 5),
        ({"kind": "road", "rect": [8, 12, 4, 4]}, 7),
        ({"kind": "hill", "height": 1, "rect": [0, 15.6, 20, 4]}, 5),  # its foot is 2 inches from the base
        ({"kind": "hill", "height": 1, "rect": [0, 15.7, 20, 4]}, 7),
        ({"kind": "hill", "height": 1, "rect": [0, 0, 20, 15.6]}, 5),  # on top of it, near the edge
        ({"kind": "hill", "height": 1, "rect": [0, 0, 20, 16]}, 7),
        ({"kind": "water", "depth": 1, "rect": [0, 15.6, 20, 4]}, 5),
    ],
)
def test_rough_terrain_or_a_level_change_makes_it_easier(terrain: Any, number: int) -> None:
    attempts = tried(field(terrain, dice=(6, 6)), (10, 13))
    assert attempts[0].target_number == number


@pytest.mark.rule("AS-MOV-060")
@pytest.mark.parametrize(
    ("card", "command"),
    [
        ({}, {"mode": "sprint"}),
        ({"move": '10"j'}, {"mode": "jump"}),
        ({"type": "CV", "move": '10"v'}, {"elevation": 3}),
        ({"type": "CV", "move": '10"v'}, {}),
    ],
)
def test_who_cannot(card: Any, command: Any) -> None:
    refused = refusal(field(**card), commands.Move("r1", ((10, 12),), hull_down=True, **command))
    assert refused.rule == "AS-MOV-060"
    assert tried(field(dice=(6, 6), **HOVER), (10, 12))[0].hull_down


@pytest.mark.rule("AS-MOV-063")
def test_leaving_costs_the_same_and_no_roll() -> None:
    down = {"hull_down": True}
    fight = field(state=down)
    events = fight.do(commands.Move("r1", ((10, 16),)))
    assert [event.type for event in events][:2] == ["left_hull_down", "moved"]
    assert events[1].cost == 10.0
    assert not fight.units["r1"].hull_down
    assert refusal(field(state=down), commands.Move("r1", ((10, 17),))).rule == "AS-MOV-001"
    assert move(field(state=down, **FOOT), "r1", (10, 18)).cost == 10.0


@pytest.mark.rule("AS-MOV-063")
def test_turning_counts_as_moving_and_jumping_is_out() -> None:
    fight = field(state={"hull_down": True})
    event = move(fight, "r1", facing=90)
    assert event.cost == 4.0
    assert not fight.units["r1"].hull_down
    jumper = field(state={"hull_down": True}, move='10"j')
    assert refusal(jumper, commands.Move("r1", ((10, 14),), "jump")).rule == "AS-MOV-063"


@pytest.mark.rule("AS-MOV-063")
def test_it_may_move_on_and_look_for_another_position() -> None:
    fight = field(state={"hull_down": True}, dice=(6, 6))
    assert tried(fight, (10, 12))[0].hull_down
    moved = next(event for event in fight.journal.events if event.type == "moved")
    assert moved.cost == 4 + 2 + 4
    staying = field(state={"hull_down": True})
    assert refusal(staying, commands.Move("r1", (), hull_down=True)).code == "already_hull_down"


@pytest.mark.rule("AS-MOV-063")
def test_a_unit_stays_hull_down_over_turns_and_stands_still() -> None:
    fight = field(state={"hull_down": True}, dice=(1, 2, 5, 6))
    assert move(fight, "r1", mode="standstill").mode == "standstill"
    fight.do(commands.Pass("b1"))
    end(fight, 2)
    assert fight.units["r1"].hull_down
    assert not check_move(field(move='2"', state={"hull_down": True}), commands.Move("r1", ((10, 11),))).legal
