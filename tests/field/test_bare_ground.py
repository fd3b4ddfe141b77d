"""Open ground is known by the square inch: what is said of it is what the kernels say of every point."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from field.strategies import DEPTH, WIDTH, tables
from lancemate.field import Feature, Table
from lancemate.field.exactness import TINY
from lancemate.field.measure import rounded
from lancemate.field.shapes import Line, line, polygon
from lancemate.field.table import MOST_CHANGES

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


@given(tables(), st.lists(places, min_size=1, max_size=12))
def test_no_water_stands_above_the_highest_water(table: Table, some: list[tuple[float, ...]]) -> None:
    assert (table.highest_water > -float("inf")) == table.has_water
    geometry, compiled = table.arrays()
    for x, y, _ in some:
        ground, surface, wet, bridged = compiled.levels(geometry, x, y)
        if wet and not bridged:
            assert ground < surface <= table.highest_water


@given(st.floats(-5000.0, 5000.0), st.sampled_from((2, 4, 6)))
def test_rounding_is_that_of_python(value: float, places: int) -> None:
    assert rounded(value, places) == round(value, places)
    half = round(value, places) + 0.5 / 10**places
    assert rounded(half, places) == round(half, places)


@given(tables(), st.data(), st.lists(places, min_size=1, max_size=12))
def test_a_changed_table_says_what_one_made_anew_says(
    table: Table, data: st.DataObject, some: list[tuple[float, ...]]
) -> None:
    """What was known of places that a change does not reach is taken over, and nothing else."""
    for x, y, radius in some:  # the first one knows them
        table.features_touched(x, y, radius), table.surface(x, y)
    changed = table
    for _ in range(data.draw(st.integers(1, 3))):
        if not changed.features:
            break
        feature = data.draw(st.sampled_from(changed.features))
        if data.draw(st.booleans()):
            changed = changed.without_feature(feature.id)
        else:
            other = data.draw(st.sampled_from(table.features))
            changed = changed.with_feature(replace(other, id=data.draw(st.sampled_from((feature.id, "more")))))
    anew = Table(changed.width, changed.depth, changed.features)
    for x, y, radius in some:
        box = (x - radius, y - radius, x + radius, y + radius)
        assert changed.features_touched(x, y, radius) == anew.features_touched(x, y, radius)
        assert (changed.ground(x, y), changed.surface(x, y)) == (anew.ground(x, y), anew.surface(x, y))
        assert changed.features_in(box) == anew.features_in(box)
        assert changed.is_open(box) == anew.is_open(box)


BANK = Feature("bank", "hill", polygon([(0.0, 0.0), (4.0, 0.0), (4.0, 10.0), (0.0, 10.0)]), 3.0)


@pytest.mark.parametrize(
    "deck",
    [line([(1.0, 5.0), (21.0, 5.0)], 2.0, gone=(1, 2, 3)), line([(4.0 + TINY / 2.0, 5.0), (21.0, 5.0)], 2.0)],
    ids=("its near end has fallen", "it ends at the edge"),
)
def test_a_bridge_lies_lower_without_its_bank(deck: Line) -> None:
    table = Table(30.0, 30.0, [BANK, Feature("bridge", "bridge", deck)])
    assert table.surface(15.0, 5.0) == 3.0
    assert table.without_feature("bank").surface(15.0, 5.0) == 0.0


def test_tables_of_long_ago_are_not_kept() -> None:
    table = Table(48.0, 48.0, [BANK])
    for turn in range(5 * MOST_CHANGES):
        box = [(20.0 + turn % 9, 20.0), (24.0, 30.0), (20.0, 30.0)]
        table = table.with_feature(Feature("smoke", "heavy_smoke", polygon(box)))
        assert table.surface(2.0, 2.0) == 3.0
    assert table._former is not None
    former, boxes = table._former
    assert former._former is None
    assert len(boxes) <= MOST_CHANGES


def test_a_change_that_reaches_nearly_everything_has_nothing_to_take_over() -> None:
    squares = [(2.5 * column, 2.5 * row) for row in range(18) for column in range(18)]
    corners = [[(x, y), (x + 3.0, y), (x + 3.0, y + 3.0), (x, y + 3.0)] for x, y in squares]
    table = Table(48.0, 48.0, [Feature(f"w{n}", "woods", polygon(box)) for n, box in enumerate(corners)])
    assert table.without_feature("w7")._former is None
