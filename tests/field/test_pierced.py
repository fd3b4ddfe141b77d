"""Shapes with holes: what is in a hole is outside, lines through it are shorter, and all hole is nothing."""

import pytest

from lancemate.field.bodies import Body
from lancemate.field.data import feature_from_data, feature_to_data
from lancemate.field.hexgrid import Hexes
from lancemate.field.pierced import Pierced, pierce
from lancemate.field.shapes import Circle, Disc, Polygon, Rect, Shape
from lancemate.field.table import Table
from lancemate.field.terrain import Feature

SHAPES = [Rect(10, 10, 10, 10), Circle(15, 15, 5.2), Polygon(((10, 10), (20, 10), (20, 20), (15, 12), (10, 20)))]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hole_is_outside_and_the_rest_stays(shape: Shape) -> None:
    before = Table(40, 40, [Feature("wood", "woods", shape)])
    left = pierce(shape, Disc(15, 11.4, 1.0))
    assert left is not None
    after = Table(40, 40, [Feature("wood", "woods", left)])
    for x in range(8, 22):
        for y in range(8, 22):
            near = (x - 15) ** 2 + (y - 11.4) ** 2
            if 1.0 < near < 1.1:
                continue
            inside = bool(before.features_at(x, y)) and near > 1.0
            assert bool(after.features_at(x, y)) is inside, (x, y)


def test_a_line_through_a_clearing_crosses_less_wood() -> None:
    wood = pierce(Rect(10, 10, 10, 10), Disc(15, 15, 1.0))
    assert wood is not None
    table = Table(40, 40, [Feature("wood", "woods", wood)])
    through = table.sight(Body(5, 15, 0.5, 0, 2), Body(25, 15, 0.5, 0, 2)).woods_crossed
    beside = table.sight(Body(5, 18, 0.5, 0, 2), Body(25, 18, 0.5, 0, 2)).woods_crossed
    assert through == pytest.approx(8.0, abs=0.05)
    assert beside == pytest.approx(10.0)


def test_many_holes_and_none_left() -> None:
    shape: Shape | None = Rect(10, 10, 2, 2)
    for x, y in ((10.5, 10.5), (11.5, 11.5), (10.5, 11.5)):
        assert shape is not None
        shape = pierce(shape, Disc(x, y, 0.75))
    assert isinstance(shape, Pierced)
    assert len(shape.holes) == 3
    assert pierce(shape, Disc(11, 11, 2.0)) is None


def test_of_hexes_one_is_gone() -> None:
    wood = Hexes(((5, 5), (5, 6)), 17)
    left = pierce(wood, Disc(*Hexes(((5, 5),), 17).centroid(), 1.0))
    assert left == Hexes(((5, 6),), 17)
    assert pierce(left, Disc(*left.centroid(), 1.0)) is None


def test_holes_are_written_and_read() -> None:
    feature = Feature("wood", "woods", Pierced(Rect(10, 10, 10, 10), (Disc(15, 15, 1), ((10, 10), (12, 10), (12, 12)))))
    assert feature_from_data(feature_to_data(feature)) == feature
