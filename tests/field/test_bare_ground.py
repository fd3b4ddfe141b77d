"""Open ground is known by the square inch: what is said of it is what the kernels say of every point."""

from hypothesis import given
from hypothesis import strategies as st

from field.strategies import DEPTH, WIDTH, tables
from lancemate.field import Table

places = st.tuples(
    st.floats(-2.0, WIDTH + 2.0, allow_nan=False).map(lambda x: round(x, 3)),
    st.floats(-2.0, DEPTH + 2.0, allow_nan=False).map(lambda y: round(y, 3)),
    st.sampled_from((0.0, 0.25, 0.625, 1.0, 1.5)),
)


@given(tables(), st.lists(places, min_size=1, max_size=12))
def test_bare_squares_hold_nothing_that_a_base_in_them_could_touch(table: Table, some: list[tuple[float, ...]]) -> None:
    geometry, compiled = table.arrays()
    for x, y, radius in some:
        rows = table._rows_touched(x, y, radius)
        assert table.features_touched(x, y, radius) == tuple(table.features[row] for row in rows)
        assert (table.ground(x, y), table.surface(x, y)) == tuple(compiled.levels(geometry, x, y)[:2])
