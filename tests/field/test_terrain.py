"""Shapes and features: what they are, and what is refused with a reason."""

import copy
import math
import pickle

import pytest

from lancemate.field import Circle, Feature, FieldError, Line, Polygon, Rect, Shape, Table, line, polygon
from lancemate.kernel.errors import LancemateError


def test_woods_are_two_inches_high_unless_said_otherwise() -> None:
    assert Feature("w", "woods", Rect(0, 0, 4, 4)).height == 2.0
    assert Feature("w", "woods", Rect(0, 0, 4, 4), height=3.0).height == 3.0
    assert Feature("r", "road", Rect(0, 0, 4, 4)).height == 0.0


@pytest.mark.parametrize(
    ("kind", "height", "role"),
    [
        ("hill", 1.0, "hill"),
        ("building", 1.0, "solid"),
        ("woods", 2.0, "woods"),
        ("heavy_jungle", 4.0, "woods"),
        ("water", 0.0, "water"),
        ("bridge", 0.0, "bridge"),
        ("smoke", 3.0, "veil"),
        ("mud", 0.0, "flat"),
        ("rubble", 0.0, "flat"),
    ],
)
def test_what_a_kind_is_to_the_eye_and_the_foot(kind: str, height: float, role: str) -> None:
    assert Feature("f", kind, Rect(0, 0, 1, 1), height=height).role_name == role


def test_a_property_can_give_any_kind_another_role() -> None:
    statue = Feature("s", "statue", Circle(5, 5, 1), height=3.0, properties={"role": "solid", "type": "bronze"})
    assert statue.solid
    assert statue.properties["type"] == "bronze"
    with pytest.raises(FieldError, match="no role 'ghost'"):
        Feature("s", "statue", Circle(5, 5, 1), properties={"role": "ghost"})


def test_features_are_values() -> None:
    one = Feature("a", "hill", Rect(0, 0, 2, 2), height=1, properties={"x": 1.0})
    assert one == Feature("a", "hill", Rect(0, 0, 2, 2), height=1, properties={"x": 1.0})
    assert one != Feature("a", "hill", Rect(0, 0, 2, 2), height=2)
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(TypeError):
        one.properties["x"] = 2.0  # type: ignore[index]


BAD_SHAPES: list[tuple[Shape, str]] = [
    (Rect(0, 0, 0, 5), "positive width"),
    (Rect(0, 0, 5, -1), "positive width"),
    (Rect(math.nan, 0, 5, 5), "finite"),
    (Rect(1, 1, 1e-6, 1e-6), "area is zero"),
    (Circle(5, 5, 0), "positive radius"),
    (Circle(5, 5, -2), "positive radius"),
    (Circle(5, math.inf, 2), "finite"),
    (Circle(5, 5, 1e-6), "area is zero"),
    (polygon([[0, 0], [5, 0]]), "3 to 1,000 corners, not 2"),
    (polygon([[n, n * n] for n in range(1001)]), "3 to 1,000 corners, not 1,001"),
    (line([[n, n % 2] for n in range(1001)], 1.0), "2 to 1,000 points, not 1,001"),
    (polygon([[0, 0], [5, 5], [5, 0], [0, 5]]), "crosses itself"),
    (polygon([[0, 0], [5, 0], [10, 0]]), "folds back|area is zero"),
    (polygon([[0, 0], [5, 0], [5, 0], [0, 5]]), "same point"),
    (polygon([[0, 0], [10, 0], [5, 0], [5, 5]]), "folds back"),
    (polygon([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]), "crosses itself"),
    (polygon([[0, 0], [math.nan, 0], [0, 5]]), "finite"),
    (line([[0, 0]], 2), "2 to 1,000 points, not 1"),
    (line([[0, 0], [0, 0]], 2), "same"),
    (line([[0, 0], [0, 1e-200]], 2), "same"),
    (line([[0, 0], [9, 0]], 0), "positive width"),
    (line([[0, 0], [9, 0]], -1), "positive width"),
    (line([[0, 0], [math.inf, 0]], 1), "finite"),
]


@pytest.mark.parametrize(("shape", "reason"), BAD_SHAPES)
def test_a_shape_that_makes_no_sense_is_refused_by_name(shape: Shape, reason: str) -> None:
    with pytest.raises(FieldError, match=rf"terrain 'oops': .*({reason})"):
        Feature("oops", "woods", shape)


@pytest.mark.parametrize("size", [-1.0, math.nan, math.inf])
def test_heights_and_depths_are_finite_and_not_negative(size: float) -> None:
    with pytest.raises(FieldError, match="'p': its depth"):
        Feature("p", "water", Rect(0, 0, 1, 1), depth=size)
    if not math.isnan(size):
        with pytest.raises(FieldError, match="'p': its height"):
            Feature("p", "woods", Rect(0, 0, 1, 1), height=size)


def test_a_hill_below_nothing_is_ground_that_has_sunk() -> None:
    sunk = Feature("p", "hill", Rect(0, 0, 1, 1), height=-2.0)
    assert (sunk.role_name, sunk.depth) == ("hollow", 2.0)
    with pytest.raises(FieldError, match="'p': its height"):
        Feature("p", "hill", Rect(0, 0, 1, 1), height=-math.inf)


def test_points_are_pairs() -> None:
    with pytest.raises(FieldError, match="pair"):
        polygon([[0, 0], [1, 0, 3], [1, 1]])


def test_errors_are_value_errors_and_ours() -> None:
    assert issubclass(FieldError, ValueError)
    assert issubclass(FieldError, LancemateError)


@pytest.mark.parametrize("shape", [Rect(50, 5, 4, 4), Rect(-5, 5, 4, 4), Circle(10, 50, 3), Circle(10, -3, 3)])
def test_a_feature_off_the_table_is_refused(shape: Shape) -> None:
    with pytest.raises(FieldError, match="'far': it lies off the 48 x 36 table"):
        Table(48, 36, [Feature("far", "woods", shape)])


def test_a_feature_may_hang_over_the_edge() -> None:
    assert Table(48, 36, [Feature("edge", "woods", Circle(0, 0, 3))]).features_at(1, 1)


@pytest.mark.parametrize(("width", "depth"), [(0, 36), (48, -1), (math.nan, 36), (48, math.inf)])
def test_a_table_needs_a_size(width: float, depth: float) -> None:
    with pytest.raises(FieldError, match="positive width and depth"):
        Table(width, depth)


def test_ids_are_unique() -> None:
    twins = [Feature("a", "woods", Rect(0, 0, 2, 2)), Feature("a", "hill", Rect(4, 4, 2, 2), height=1)]
    with pytest.raises(FieldError, match="'a': two features"):
        Table(48, 36, twins)


def test_centroids() -> None:
    assert polygon([[0, 0], [4, 0], [4, 2], [0, 2]]).centroid() == pytest.approx((2, 1))
    assert polygon([[0, 2], [4, 2], [4, 0], [0, 0]]).centroid() == pytest.approx((2, 1))
    assert polygon([[10, 10], [16, 10], [10, 13]]).centroid() == pytest.approx((12, 11))
    assert Rect(2, 4, 6, 8).centroid() == (5, 8)
    assert line([[0, 0], [6, 0], [6, 2]], 1).centroid() == pytest.approx((4, 0))


def test_a_table_is_shared_not_copied() -> None:
    table = Table(48, 36, [Feature("a", "woods", Rect(0, 0, 2, 2))])
    assert copy.copy(table) is table
    assert copy.deepcopy(table) is table
    table.ground(1, 1)
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert hash(again) == hash(table)
    assert again != Table(48, 36)


def test_terrain_changes_by_making_a_new_table() -> None:
    house = Feature("b", "building", Rect(10, 10, 4, 4), height=3)
    table = Table(48, 36, [house, Feature("w", "woods", Rect(12, 12, 6, 6))])
    ruin = table.with_feature(Feature("b", "rubble", Rect(10, 10, 4, 4)))
    assert [feature.kind for feature in table.features] == ["building", "woods"]
    assert [feature.kind for feature in ruin.features] == ["rubble", "woods"]
    burnt = ruin.without_feature("w")
    assert [feature.id for feature in burnt.features] == ["b"]
    assert [feature.id for feature in burnt.with_feature(Feature("n", "rough", Rect(0, 0, 1, 1))).features] == [
        "b",
        "n",
    ]
    with pytest.raises(FieldError, match="no terrain 'x'"):
        table.without_feature("x")


def test_shapes_know_their_bounds() -> None:
    assert Circle(5, 5, 2).bounds() == (3, 3, 7, 7)
    assert Polygon(((0.0, 0.0), (4.0, 1.0), (2.0, 6.0))).bounds() == (0, 0, 4, 6)
    assert Line(((0.0, 0.0), (0.0, 6.0)), 2.0).bounds() == (-1, 0, 1, 6)
