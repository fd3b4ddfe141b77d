"""Levels, features under a point or a base, and exact paths."""

import math

import pytest

from lancemate.field import Circle, Feature, FieldError, Rect, Table, line, polygon
from lancemate.field.table import USUAL_ROOM

HILL = Feature("hill", "hill", Rect(20, 10, 10, 10), height=2)
KNOLL = Feature("knoll", "hill", Rect(24, 14, 10, 4), height=1)
POND = Feature("pond", "water", Circle(10, 30, 4), depth=2)
WOODS = Feature("woods", "woods", Rect(40, 10, 6, 6))


def table(*features: Feature) -> Table:
    return Table(60, 40, features)


def test_the_height_of_hills_adds_up_where_they_overlap() -> None:
    map_ = table(HILL, KNOLL)
    assert [map_.ground(x, 15) for x in (10, 22, 26, 32, 40)] == [0, 2, 3, 1, 0]
    assert map_.ground(20, 15) == 2  # an edge belongs to its feature


def test_water_has_a_bottom_and_a_surface() -> None:
    map_ = table(POND)
    assert (map_.ground(10, 30), map_.surface(10, 30)) == (-2, 0)
    assert (map_.ground(20, 30), map_.surface(20, 30)) == (0, 0)


def test_water_on_a_hill_lies_in_its_top() -> None:
    map_ = table(HILL, Feature("tarn", "water", Rect(22, 12, 4, 4), depth=1))
    assert (map_.ground(23, 13), map_.surface(23, 13)) == (1, 2)


def test_what_is_drawn_later_lies_on_top() -> None:
    island = table(POND, Feature("island", "hill", Circle(10, 30, 1), height=1))
    assert (island.ground(10, 30), island.surface(10, 30)) == (1, 1)
    deep = table(POND, Feature("deep", "water", Circle(10, 30, 1), depth=5))
    assert (deep.ground(10, 30), deep.surface(10, 30)) == (-5, 0)
    assert deep.ground(12, 30) == -2


def test_a_bridge_carries_its_deck_level_over_the_water() -> None:
    map_ = table(POND, Feature("bridge", "bridge", line([[5, 30], [15, 30]], 2)))
    assert (map_.ground(10, 30), map_.surface(10, 30)) == (-2, 0)
    high = table(HILL, Feature("span", "bridge", line([[10, 15], [21, 15]], 2)))
    assert [high.surface(x, 15) for x in (9, 12, 20.5)] == [0, 2, 2]
    assert high.ground(12, 15) == 0
    raised = table(POND, Feature("bridge", "bridge", line([[5, 30], [15, 30]], 2), height=1))
    assert raised.surface(10, 30) == 1


def test_features_at_a_point_come_top_last() -> None:
    road = Feature("road", "road", line([[0, 13], [60, 13]], 2))
    map_ = table(WOODS, road)
    assert [feature.id for feature in map_.features_at(43, 13)] == ["woods", "road"]
    assert map_.features_at(43, 20) == ()


def test_a_base_touches_by_any_part() -> None:
    map_ = table(WOODS)
    assert map_.features_touched(39.375, 13, 0.625) == (WOODS,)
    assert map_.features_touched(39.37, 13, 0.625) == ()
    corner = 40 - 0.625 / math.sqrt(2)
    assert map_.features_touched(corner, 10 - 0.625 / math.sqrt(2) + 1e-6, 0.625) == (WOODS,)
    assert map_.features_touched(corner - 0.01, 10 - 0.625 / math.sqrt(2), 0.625) == ()


def test_the_whole_base_must_lie_on_the_table() -> None:
    map_ = table()
    assert map_.inside(0.625, 0.625, 0.625)
    assert not map_.inside(0.62, 5, 0.625)
    assert not map_.inside(59.4, 5, 0.625)
    assert map_.inside(60, 40)
    assert not map_.inside(60, 40.1)


def test_distance_to_a_feature() -> None:
    map_ = table(WOODS, POND)
    assert map_.distance_to("woods", 37, 6) == pytest.approx(5)
    assert map_.distance_to("woods", 41, 12) == 0
    assert map_.distance_to("pond", 10, 20) == pytest.approx(6)
    with pytest.raises(FieldError, match="no terrain 'moat'"):
        map_.distance_to("moat", 0, 0)


def test_seven_clear_and_one_and_a_half_of_woods() -> None:
    path = table(WOODS).trace([[33, 13], [41.5, 13]])
    assert [(leg.length, [f.id for f in leg.features]) for leg in path.legs] == [(7.0, []), (1.5, ["woods"])]
    assert path.length == 8.5
    assert path.steps == ()


def test_four_flat_then_up_a_hill_and_two_on_top() -> None:
    path = table(HILL).trace([[16, 15], [22, 15]])
    assert [(leg.length, leg.ground) for leg in path.legs] == [(4.0, 0.0), (2.0, 2.0)]
    (step,) = path.steps
    assert (step.at, step.distance_along, step.rise, step.from_level, step.to_level) == (
        (20.0, 15.0),
        4.0,
        2.0,
        0.0,
        2.0,
    )
    assert path.climb == 2.0


def test_into_the_water_by_its_bottom_or_over_its_surface() -> None:
    way = [[3.0, 30.0], [10.0, 30.0]]
    by_bottom = table(POND).trace(way)
    assert [step.rise for step in by_bottom.steps] == [-2.0]
    assert by_bottom.legs[1].length == pytest.approx(4.0)
    assert table(POND).trace(way, level="surface").steps == ()


def test_corners_do_not_add_levels_and_joints_inside_a_part_do_not_split() -> None:
    road = Feature("road", "road", line([[0, 5], [20, 5], [20, 25]], 2))
    path = table(road).trace([[1, 5], [20, 5], [20, 20]])
    assert [(leg.length, len(leg.features)) for leg in path.legs] == [(19.0, 1), (15.0, 1)]


def test_a_path_along_an_edge_is_on_the_feature_between_its_ends() -> None:
    path = table(WOODS).trace([[35, 10], [50, 10]])
    assert [(leg.length, len(leg.features)) for leg in path.legs] == [(5.0, 0), (6.0, 1), (4.0, 0)]


def test_a_path_that_ends_on_the_foot_of_a_cliff_has_climbed_it() -> None:
    there = table(HILL).trace([[15, 15], [20, 15]])
    back = table(HILL).trace([[20, 15], [15, 15]])
    assert [step.rise for step in there.steps] == [2.0]
    assert [step.rise for step in back.steps] == [-2.0]


def test_a_path_of_one_point_has_no_length() -> None:
    path = table(HILL).trace([[25, 15]])
    assert (path.length, path.legs, path.steps) == (0, (), ())


@pytest.mark.parametrize("way", [[], [[1, 2, 3]], [[1, math.nan]], [[0, 0], [math.inf, 2]]])
def test_a_path_that_makes_no_sense_is_refused(way: list[list[float]]) -> None:
    with pytest.raises(FieldError, match="a path is a list of points"):
        table().trace(way)


def stairs(*edges: float, rise: float = 1.0) -> Table:
    """Nested plateaus, each one higher, beginning at these distances east."""
    return table(*[Feature(f"s{i}", "hill", Rect(x, 0, 59 - x, 40), height=rise) for i, x in enumerate(edges)])


@pytest.mark.parametrize(
    ("edges", "steepest"),
    [((10,), 1), ((10, 11), 1), ((10, 10.9), 2), ((10, 10.5, 11), 2), ((10, 10.5, 10.9), 3), ((10, 11, 12), 1)],
)
def test_two_steps_an_inch_apart_are_separate(edges: tuple[float, ...], steepest: float) -> None:
    assert stairs(*edges).trace([[5, 5], [20, 5]]).steepest() == pytest.approx(steepest)
    assert stairs(*edges).trace([[20, 5], [5, 5]]).steepest() == pytest.approx(steepest)


def test_a_sheer_face_counts_alone_and_a_narrow_ridge_does_not_double() -> None:
    assert stairs(10, rise=4).trace([[5, 5], [20, 5]]).steepest() == 4
    ridge = table(Feature("r", "hill", Rect(10, 0, 0.5, 40), height=2))
    assert ridge.trace([[5, 5], [20, 5]]).steepest() == 2
    assert table().trace([[5, 5], [20, 5]]).steepest() == 0


def test_what_a_base_sweeps_over_and_when() -> None:
    map_ = table(WOODS, HILL)
    (woods, at_woods), (hill, at_hill) = map_.features_swept([[55, 13], [25, 13]], 0.625)
    assert (woods, hill) == (WOODS, HILL)
    assert at_woods == pytest.approx(55 - 46.625, abs=1e-5)
    assert at_hill == pytest.approx(55 - 30.625, abs=1e-5)
    assert map_.features_swept([[25, 13], [26, 13]], 0.625) == ((HILL, 0.0),)


def test_sweeping_past_a_corner() -> None:
    map_ = table(WOODS)
    assert map_.features_swept([[30, 9.4], [50, 9.4]], 0.625)
    assert map_.features_swept([[30, 9.375], [50, 9.375]], 0.625) == ()  # it grazes the edge
    assert map_.features_swept([[38, 10], [40, 8]], 1.42)
    assert map_.features_swept([[38, 10], [40, 8]], 1.41) == ()


def test_sweeping_a_concave_bay() -> None:
    bay = polygon([[10, 10], [20, 10], [20, 20], [17, 20], [17, 13], [13, 13], [13, 20], [10, 20]])
    map_ = table(Feature("bay", "woods", bay))
    assert map_.features_swept([[15, 25], [15, 14]], 0.625) == ()
    ((_, at),) = map_.features_swept([[15, 25], [15, 10]], 0.625)
    assert at == pytest.approx(25 - 13.625, abs=1e-5)


def test_a_path_with_more_to_tell_than_usual() -> None:
    rows = [Feature(f"w{n}", "woods", Rect(2.0 + 2 * n, 2.0, 1.0, 6.0)) for n in range(30)]
    path = Table(64, 10, rows).trace([[1.0, 5.0], [63.0, 5.0]])
    assert len(path.legs) == 61
    assert USUAL_ROOM < 9 * 30 + 8 * 31 + 4
    assert [leg.length for leg in path.legs] == pytest.approx([1.0] * 60 + [2.0])
    assert [[feature.id for feature in leg.features] for leg in path.legs[1::2]] == [[f"w{n}"] for n in range(30)]
    assert all(not leg.features for leg in path.legs[::2])
