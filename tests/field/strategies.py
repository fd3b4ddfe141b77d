"""Random tables and bodies for the property tests of space."""

import math

from hypothesis import strategies as st

from lancemate.field import Body, Circle, Feature, Rect, Shape, Table, line, polygon
from lancemate.field.compass import direction

WIDTH, DEPTH = 24.0, 18.0


def coordinates(limit: float) -> st.SearchStrategy[float]:
    """Mostly round numbers, where edges meet; sometimes any."""
    return st.one_of(st.integers(0, int(limit * 4)).map(lambda n: n / 4.0), st.floats(0.0, limit))


xs = coordinates(WIDTH)
ys = coordinates(DEPTH)
sizes = st.one_of(st.integers(2, 24).map(lambda n: n / 4.0), st.floats(0.5, 6.0))


@st.composite
def stars(draw: st.DrawFn) -> Shape:
    """A simple polygon, often concave: corners at rising bearings round a middle."""
    x, y = draw(xs), draw(ys)
    count = draw(st.integers(3, 8))
    spokes = [direction(360.0 * k / count + 7.0) for k in range(count)]
    arms = [draw(sizes) for _ in range(count)]
    return polygon([(x + arm * dx, y + arm * dy) for arm, (dx, dy) in zip(arms, spokes, strict=True)])


shapes: st.SearchStrategy[Shape] = st.one_of(
    st.builds(Rect, st.integers(0, 22).map(float), st.integers(0, 16).map(float), sizes, sizes),
    st.builds(Circle, xs, ys, sizes),
    stars(),
    st.tuples(xs, ys, xs, ys, xs, ys, st.floats(0.5, 3.0))
    .filter(lambda n: math.dist(n[0:2], n[2:4]) > 0.01 and math.dist(n[2:4], n[4:6]) > 0.01)
    .map(lambda n: line([n[0:2], n[2:4], n[4:6]], n[6])),
)
heights = st.sampled_from([0.5, 1.0, 1.5, 2.0, 3.0, 4.0])
kinds = st.sampled_from(["hill", "hill", "building", "building", "woods", "woods", "water", "rough", "bridge", "smoke"])


@st.composite
def features(draw: st.DrawFn, name: str) -> Feature:
    kind = draw(kinds)
    usual = 2.0 if kind == "woods" else 0.0
    return Feature(
        name,
        kind,
        draw(shapes),
        height=draw(heights) if kind in ("hill", "building", "smoke") else usual,
        depth=draw(heights) if kind == "water" else 0.0,
    )


def on_the_table(feature: Feature) -> bool:
    x0, y0, x1, y1 = feature.shape.bounds()
    return x1 > 0.0 and y1 > 0.0 and x0 < WIDTH and y0 < DEPTH


@st.composite
def tables(draw: st.DrawFn, most: int = 7) -> Table:
    count = draw(st.integers(0, most))
    drawn = [draw(features(f"f{i}").filter(on_the_table)) for i in range(count)]
    return Table(WIDTH, DEPTH, drawn)


@st.composite
def bodies(draw: st.DrawFn, table: Table) -> Body:
    x, y = draw(xs), draw(ys)
    above = draw(st.sampled_from([0.0, 0.0, 0.0, 1.0, 5.0]))
    radius = draw(st.sampled_from([0.625, 0.625, 0.5, 0.75, 2.0]))
    return Body(x, y, radius, table.ground(x, y) + above, draw(st.sampled_from([1.0, 2.0, 2.0, 3.0])))


paths = st.lists(st.tuples(xs, ys), min_size=2, max_size=4)
