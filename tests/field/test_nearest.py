"""The point of a shape that is nearest to another."""

from __future__ import annotations

import pytest

from lancemate.field.nearest import nearest_point
from lancemate.field.shapes import Circle, Polygon


@pytest.mark.parametrize(
    ("at", "near"), [((3.0, 1.0), (2.0, 1.0)), ((1.0, 1.0), (1.0, 1.0)), ((-1.0, -1.0), (0.0, 0.0))]
)
def test_of_a_polygon_with_corners_that_coincide(at: tuple[float, float], near: tuple[float, float]) -> None:
    assert nearest_point(Polygon(((0.0, 0.0), (2.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))), at) == near


def test_of_a_circle() -> None:
    assert nearest_point(Circle(0.0, 0.0, 2.0), (4.0, 0.0)) == (2.0, 0.0)
