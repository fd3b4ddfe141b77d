"""Changing levels (pp. 34-35): what it costs, how steep is too steep, and what lies in between."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from rules.table import move, refusal
from rules.test_movement_costs import FOOT, HOVER, INDUSTRIAL, PROTO, SUITS, TANK, barred, cost, field


def hill(height: float, at: float = 14.0, depth: float = 20.0) -> dict[str, Any]:
    return {"kind": "hill", "height": height, "rect": [0, at, 40, depth]}


@pytest.mark.rule("AS-MOV-029", "AS-MOV-015")
@pytest.mark.parametrize(
    ("mover", "rate"), [({}, 2), (INDUSTRIAL, 2), (PROTO, 2), (TANK, 4), (HOVER, 4), (FOOT, 4), (SUITS, 4)]
)
def test_what_an_inch_of_level_costs(mover: Any, rate: int) -> None:
    assert cost(field(hill(1), **mover), (10, 15)) == 5 + rate
    assert cost(field(hill(1, at=0, depth=12), **mover), (10, 15)) == 5 + rate


@pytest.mark.rule("AS-MOV-029")
def test_a_mech_climbs_two_inches_for_four() -> None:
    event = move(field(hill(2)), "r1", (10, 16))
    assert event.cost == 10.0
    assert event.elevation == 2.0
    assert ("up 2", 4.0, "AS-MOV-029") in event.parts


@pytest.mark.rule("AS-MOV-024")
@pytest.mark.parametrize(
    ("mover", "height", "allowed"),
    [
        ({}, 2, True),
        ({}, 4, False),
        ({}, 2.5, False),
        (INDUSTRIAL, 2, True),
        (PROTO, 1, True),
        (PROTO, 2, False),
        (TANK, 1, True),
        (TANK, 2, False),
        (HOVER, 2, False),
        (FOOT, 1, True),
        (FOOT, 1.5, False),
    ],
)
def test_how_steep_is_too_steep(mover: Any, height: float, allowed: bool) -> None:
    up = field(hill(height), at=(10, 13), **{**mover, "move": mover.get("move", '20"').replace("10", "20")})
    down = field(hill(height, at=0, depth=14), at=(10, 13), **mover)
    assert barred(up, (10, 15)) == (None if allowed else "AS-MOV-024")
    assert (barred(down, (10, 15)) in (None, "AS-MOV-030", "AS-MOV-001")) == allowed


@pytest.mark.rule("AS-MOV-024")
def test_two_steps_must_lie_an_inch_apart() -> None:
    wide = field(hill(2), hill(2, at=15.0), at=(10, 13), move='20"')
    narrow = field(hill(2), hill(2, at=14.9), at=(10, 13), move='20"')
    assert cost(wide, (10, 16)) == 3 + 8
    assert barred(narrow, (10, 16)) == "AS-MOV-024"
    over_a_wall = field({"kind": "hill", "height": 2, "rect": [0, 14, 40, 0.5]}, at=(10, 13))
    assert cost(over_a_wall, (10, 15)) == 2 + 4 + 4


@pytest.mark.rule("AS-MOV-027")
def test_the_base_does_not_cut_into_a_face_too_steep_to_climb() -> None:
    cliff = {"kind": "hill", "height": 4, "rect": [11, 8, 10, 20]}
    assert barred(field(cliff), (10, 16)) is None
    assert barred(field(cliff, at=(9, 10)), (10.7, 14), (9, 16)) == "AS-MOV-024"
    bank = {"kind": "hill", "height": 2, "rect": [11, 8, 10, 20]}
    assert barred(field(bank, at=(9, 10)), (10.7, 14), (9, 16)) is None
    # On the upper side the base may reach over the edge.
    assert barred(field({"kind": "hill", "height": 4, "rect": [0, 8, 10.4, 20]}, at=(9, 10)), (10.2, 14)) is None


@pytest.mark.rule("AS-MOV-030")
def test_whoever_cannot_pay_for_the_climb_stays_below() -> None:
    refused = refusal(field(hill(2), move='8"'), commands.Move("r1", ((10, 15),)))
    assert (refused.code, refused.rule) == ("cannot_climb", "AS-MOV-030")
    preview = check_move(field(hill(2), move='8"'), commands.Move("r1", ((10, 13.9),)))
    assert preview.legal
    assert preview.elevation == 0.0


@pytest.mark.rule("AS-MOV-029")
def test_levels_of_hills_add_up_and_are_remembered() -> None:
    fight = field(hill(1), hill(1, at=16.0), move='14"')
    event = move(fight, "r1", (10, 17))
    assert (event.cost, event.elevation) == (7 + 4.0, 2.0)
    assert fight.units["r1"].elevation == 2.0
