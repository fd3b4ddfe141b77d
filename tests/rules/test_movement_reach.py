"""Where a unit can get to: proposals that hold when judged exactly, and nothing forgotten."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play.state import Unit
from rules.table import battle, unit
from rules.test_movement_costs import FOOT, HOVER, SHIP, TANK, WHEELS

COUNTRY = [
    {"kind": "woods", "rect": [4, 14, 12, 6]},
    {"kind": "hill", "height": 2, "rect": [18, 6, 6, 6]},
    {"kind": "water", "depth": 1, "circle": [10, 4, 3]},
    {"kind": "rough", "rect": [2, 8, 4, 4]},
    {"kind": "building", "height": 3, "rect": [13, 9, 2, 2]},
    {"kind": "road", "line": [[10, 8], [10, 30]], "width": 2},
]


def country(mode: str = "ground", *others: Any, **card: Any) -> tuple[Any, Unit, Any]:
    fight = battle(
        unit("r1", (10, 11), **{"move": '8"', **card}), *others, unit("b9", (60, 40)), terrain=COUNTRY, phase="movement"
    )
    mover = fight.units["r1"]
    return fight, mover, reach(fight, mover, mode)


@pytest.mark.parametrize("card", [{}, TANK, WHEELS, HOVER, FOOT, {"type": "PM"}])
def test_nearly_every_proposal_holds(card: Any) -> None:
    fight, _, overlay = country(**card)
    previews = [check_move(fight, overlay.move_to(place)) for place in range(len(overlay))]
    assert len(previews) > 50
    assert sum(preview.legal for preview in previews) >= 0.95 * len(previews)
    for preview, proposed in zip(previews, overlay.costs.tolist(), strict=True):
        if preview.legal:
            assert preview.cost <= proposed + 1e-3  # less where the way keeps to the road


def test_enemies_bar_the_way_and_everybody_takes_room() -> None:
    ring = [unit(f"b{n}", at) for n, at in enumerate([(10, 12.3), (11.3, 11), (8.7, 11), (10, 9.7)], start=1)]
    _, _, shut_in = country("ground", *ring)
    assert shut_in.costs.max() < 2.0
    _, _, jumps = country("jump", *ring, move='8"j')
    assert jumps.costs.max() > 6.0
    for x, y in jumps.points.tolist():
        assert all((x - other.at[0]) ** 2 + (y - other.at[1]) ** 2 >= 1.24**2 for other in ring)


def test_jumps_are_straight_and_sprints_longer() -> None:
    fight, _, jumps = country("jump", move='8"/6"j')
    assert jumps.allowance == 6.0
    assert all(len(jumps.move_to(place).path) <= 1 for place in range(len(jumps)))
    assert sum(check_move(fight, jumps.move_to(place)).legal for place in range(len(jumps))) > 80
    _, _, sprint = country("sprint")
    assert sprint.allowance == 12.0
    assert len(sprint) > len(country()[2])


def test_roads_lead_further() -> None:
    fight, _, overlay = country(**WHEELS)
    farthest = max(y for _, y in overlay.points.tolist())
    assert farthest >= 22.0  # through the woods and two inches on
    best = [place for place, (_, y) in enumerate(overlay.points.tolist()) if y == farthest]
    assert any(check_move(fight, overlay.move_to(place)).legal for place in best)


def test_those_who_cannot_move_reach_nothing_else() -> None:
    fight = battle(unit("r1", (10, 10), state={"shutdown": True}), unit("b1", (60, 40)), phase="movement")
    overlay = reach(fight, fight.units["r1"])
    assert overlay.points.tolist() == [[10.0, 10.0]]
    weak = battle(unit("r1", (10, 10), move='1"'), unit("b1", (60, 40)), phase="movement")
    assert reach(weak, weak.units["r1"]).costs.max() == 2.0  # minimum movement


def test_ships_stay_on_the_water_and_reserves_come_on() -> None:
    lake = [{"kind": "water", "depth": 2, "rect": [0, 0, 20, 20]}]
    fight = battle(unit("r1", (10, 10), **SHIP), unit("b1", (60, 40)), terrain=lake, phase="movement")
    assert all(x <= 20 and y <= 20 for x, y in reach(fight, fight.units["r1"]).points.tolist())
    waiting = battle(unit("r1"), unit("b1", (60, 40)), phase="movement")
    overlay = reach(waiting, waiting.units["r1"], start=(20.0, 0.0))
    command, preview = list(overlay.legal(waiting))[-1]
    assert preview.legal
    assert preview.cost <= 8.0
    assert command.path[-1][1] > 0.6
