"""Where a base can go: the search proposes ways whose exact cost is what it says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from field.strategies import tables
from lancemate.field import Body, Feature, Going, Path, Reach, Rect, Table, line

R = 0.625
WALKER = Going(
    extra={"woods": 1.0, "rough": 1.0},
    prohibited=frozenset({"building"}),
    level_cost=2.0,
    max_step=2.0,
    depth_extra=((1.0, 1.0), (2.0, 3.0)),
)


def reach(table: Table, going: Going = WALKER, allowance: float = 6.0, **more: list[Body]) -> Reach:
    return table.reachable((20.0, 20.0), R, allowance, going, **more)


def cost_at(found: Reach, x: float, y: float) -> float:
    place = found.nearest(x, y)
    assert math.dist(found.points[place], (x, y)) < 1e-9, "not in reach"
    return float(found.costs[place])


def in_reach(found: Reach, x: float, y: float) -> bool:
    return math.dist(found.points[found.nearest(x, y)], (x, y)) < 1e-9


def test_open_ground_costs_what_a_ruler_says_in_every_direction() -> None:
    found = reach(Table(40, 40))
    distances = np.hypot(found.points[:, 0] - 20, found.points[:, 1] - 20)
    assert found.costs == pytest.approx(distances)
    assert len(found) == sum(1 for i in range(-12, 13) for j in range(-12, 13) if i * i + j * j <= 144)
    assert found.way_to(found.nearest(23, 24)) == ((20.0, 20.0), (23.0, 24.0))


def test_the_start_is_in_reach_for_nothing() -> None:
    found = reach(Table(40, 40), allowance=0.0)
    assert len(found) == 1
    assert found.way_to(0) == ((20.0, 20.0),)


def test_woods_cost_double_and_are_worth_going_round() -> None:
    table = Table(40, 40, [Feature("w", "woods", Rect(22, 19, 2, 2))])
    found = reach(table, allowance=8.0)
    assert cost_at(found, 23, 20) == pytest.approx(4.0)
    assert cost_at(found, 25.5, 20) < 7.5
    assert len(found.way_to(found.nearest(25.5, 20))) > 2


def test_level_changes_cost_and_may_be_too_steep() -> None:
    low = Table(40, 40, [Feature("h", "hill", Rect(22.25, 10, 10, 20), height=1)])
    high = Table(40, 40, [Feature("h", "hill", Rect(22.25, 10, 10, 20), height=3)])
    assert cost_at(reach(low), 23, 20) == pytest.approx(5.0)
    assert not in_reach(reach(high), 23, 20)
    assert in_reach(reach(high), 22, 20)


def test_water_by_bottom_surface_or_not_at_all() -> None:
    table = Table(40, 40, [Feature("p", "water", Rect(22.25, 10, 10, 20), depth=1)])
    assert cost_at(reach(table, allowance=9.0), 23, 20) == pytest.approx(2.25 + 0.75 * 2 + 2)
    hover = Going(level_cost=4.0, max_step=1.0, water="surface")
    assert cost_at(reach(table, hover), 23, 20) == pytest.approx(3.0)
    dry = Going(water="barred")
    assert not in_reach(reach(table, dry), 23, 20)
    assert in_reach(reach(table, dry), 21.5, 20)
    assert not in_reach(reach(table, dry), 22, 20)  # its base would be wet


def test_a_bridge_carries_those_who_may_not_swim() -> None:
    river = Feature("river", "water", Rect(22.25, 0, 3, 40), depth=3)
    bridge = Feature("bridge", "bridge", line([[21, 20], [27, 20]], 2))
    dry = Going(water="barred", level_cost=4.0, max_step=1.0, overrides=frozenset({"bridge"}))
    found = reach(Table(40, 40, [river, bridge]), dry, allowance=8.0)
    assert cost_at(found, 27, 20) == pytest.approx(7.0)
    assert not in_reach(reach(Table(40, 40, [river]), dry, allowance=8.0), 27, 20)


def test_under_the_bridge_when_one_would_rather() -> None:
    river = Feature("river", "water", Rect(22.25, 0, 3, 40), depth=1)
    bridge = Feature("bridge", "bridge", line([[21, 20], [27, 20]], 2))
    wade = Going(level_cost=2.0, max_step=2.0, bridges=False)
    over = Going(level_cost=2.0, max_step=2.0)
    map_ = Table(40, 40, [river, bridge])
    assert cost_at(reach(map_, wade, allowance=8.0), 24, 20) == pytest.approx(6.0)
    assert cost_at(reach(map_, over, allowance=8.0), 24, 20) == pytest.approx(4.0)


def test_naval_units_stay_on_water() -> None:
    lake = Feature("lake", "water", Rect(15, 18, 20, 4), depth=2)
    ship = Going(water="surface", only=frozenset({"water"}))
    found = reach(Table(40, 40, [lake]), ship)
    assert found.points[:, 1].min() == 18.0
    assert in_reach(found, 26, 20)


def test_enemies_block_the_way_and_nobody_ends_on_another() -> None:
    enemy = Body(22, 20, R, 0, 2)
    table = Table(40, 40)
    around = reach(table, blocked=[enemy], occupied=[enemy])
    assert cost_at(around, 25, 20) > 5.01
    assert not in_reach(around, 22, 20)
    friend = reach(table, occupied=[enemy])
    assert cost_at(friend, 25, 20) == pytest.approx(5.0)
    assert not in_reach(friend, 22, 20)


def test_an_enemy_at_ones_side_holds_nobody_fast() -> None:
    beside = Body(20 + 2 * R - 5e-5, 20, R, 0, 2)  # touching, but for the rounding of its place
    found = reach(Table(40, 40), blocked=[beside], occupied=[beside])
    assert in_reach(found, 15, 20)
    assert in_reach(found, 20, 25)
    assert not in_reach(found, 21, 20)


def test_prohibited_terrain_keeps_the_whole_base_out() -> None:
    house = Feature("b", "building", Rect(22, 19, 2, 2), height=3)
    found = reach(Table(40, 40, [house]))
    gaps = [math.dist((max(22, min(24, x)), max(19, min(21, y))), (x, y)) for x, y in found.points]
    assert min(gaps) >= R - 1e-6
    assert not in_reach(found, 21.5, 20)


def test_a_base_that_stands_in_prohibited_terrain_may_leave_it() -> None:
    house = Feature("b", "building", Rect(18, 18, 4, 4), height=3)
    assert in_reach(reach(Table(40, 40, [house])), 25, 20)


def test_nobody_leaves_the_table() -> None:
    found = Table(40, 40).reachable((1.0, 1.0), R, 6.0, WALKER)
    assert found.points.min() >= R


def exact_cost(path: Path, going: Going) -> float:
    total = going.level_cost * path.climb
    for leg in path.legs:
        rate = 1.0
        wet = 0.0
        for feature in leg.features:
            rate += going.extra.get(feature.kind, 0.0)
            if feature.kind == "water":
                wet = max([extra for depth, extra in going.depth_extra if feature.depth >= depth], default=0.0)
            elif feature.kind == "hill":
                wet = 0.0
        total += leg.length * (rate + wet)
    return total


@given(tables(), st.integers(2, 22), st.integers(2, 16))
def test_every_proposed_way_costs_what_the_search_says(table: Table, x: int, y: int) -> None:
    walker = Going(extra=WALKER.extra, level_cost=2.0, max_step=2.0, depth_extra=WALKER.depth_extra, bridges=False)
    found = table.reachable((float(x), float(y)), R, 6.0, walker)
    for place in range(0, len(found), 7):
        way = found.way_to(place)
        assert way[0] == (x, y)
        assert way[-1] == pytest.approx(tuple(found.points[place]))
        path = table.trace(way)
        # Where a way turns on the very edge of a hill the search pays for setting foot on it.
        assert exact_cost(path, walker) <= found.costs[place] + 1e-6
        if len(way) == 2:
            assert exact_cost(path, walker) == pytest.approx(found.costs[place])
            assert path.steepest() <= 2.0 + 1e-9
