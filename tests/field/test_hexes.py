"""Hexes: numbers, distances, lines against a reckoning with fractions, levels, sight against a plain one, ways."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lancemate.field import Body, Feature, Going, HexMap
from lancemate.field import hexgrid as grid
from lancemate.field.data import feature_from_data, feature_to_data
from lancemate.field.errors import FieldError
from lancemate.field.hexgrid import Hexes
from lancemate.field.space import Space

BARE = HexMap(16, 17)


def spot(name: str, on: HexMap = BARE) -> tuple[float, float]:
    found = on.named(name)
    assert found is not None
    return found


def names(points: object, on: HexMap = BARE) -> list[str]:
    return [on.name(point) for point in points]  # type: ignore[attr-defined]


def terrain(kind: str, *hexes: str, rows: int = 17, number: int = 1, **more: object) -> Feature:
    return feature_from_data({"id": f"{kind}{number}", "kind": kind, "hexes": list(hexes), **more}, rows)


def body(name: str, level: float = 0.0, height: float = 2.0, on: HexMap = BARE) -> Body:
    return Body(*spot(name, on), 0.0, level, height)


def test_it_is_a_space() -> None:
    assert isinstance(BARE, Space)
    assert (BARE.kind, BARE.measure, BARE.scale) == ("hex", "hexes", 2.0)


def test_hexes_around_one_in_an_odd_and_in_an_even_column() -> None:
    assert names(BARE.neighbours(spot("0507"))) == ["0506", "0606", "0607", "0508", "0407", "0406"]
    assert names(BARE.neighbours(spot("0607"))) == ["0606", "0707", "0708", "0608", "0508", "0507"]
    assert names(BARE.neighbours(spot("0101"))) == ["0201", "0102"]


def test_bearings_of_neighbours_are_the_six_facings() -> None:
    here = spot("0507")
    assert [round(BARE.bearing(here, there), 9) for there in BARE.neighbours(here)] == [0, 60, 120, 180, 240, 300]
    assert names([BARE.beyond(here, 60.0 * way, 4.0) for way in range(6)]) == [
        "0505", "0706", "0708", "0509", "0308", "0306",
    ]  # fmt: skip


cells = st.tuples(st.integers(1, 16), st.integers(1, 17))


@given(cells, cells, cells)
def test_distance_is_a_metric_and_steps_are_neighbours(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    one, two, three = (grid.centre_of(cell, 17) for cell in (a, b, c))
    assert BARE.distance(one, two) == BARE.distance(two, one)
    assert BARE.distance(one, three) <= BARE.distance(one, two) + BARE.distance(two, three)
    way = BARE.ways((one, two))
    assert len(way) - 1 == BARE.distance(one, two) / 2
    assert all(BARE.distance(*leg) == 2.0 for leg in pairwise(way))
    assert way[0] == one
    assert way[-1] == two
    assert BARE.snap((one[0] + 0.4, one[1] - 0.3)) == one
    assert BARE.named(BARE.name(one)) == one


def _plain(a: tuple[int, int], b: tuple[int, int]) -> dict[tuple[int, int], str]:
    """Which hexes the line meets and how, by cutting it with each hex in fractions: axial coordinates, affine."""
    found = {}
    (ae, as_), (be, bs) = a, b
    for east in range(min(ae, be) - 2, max(ae, be) + 3):
        for south in range(min(as_, bs) - 3, max(as_, bs) + 4):
            if (east, south) in (a, b):
                continue
            # The hex: |2e+s| <= 1, |e+2s| <= 1, |e-s| <= 1 around its middle.
            low, high = Fraction(0), Fraction(1)
            strictly = True
            for p, q in ((2, 1), (1, 2), (1, -1)):
                start = Fraction(p * (ae - east) + q * (as_ - south))
                slope = Fraction(p * (be - ae) + q * (bs - as_))
                if slope == 0:
                    if abs(start) > 1:
                        low, high = Fraction(1), Fraction(0)
                    strictly = strictly and abs(start) < 1
                    continue
                ends = sorted(((-1 - start) / slope, (1 - start) / slope))
                low, high = max(low, ends[0]), min(high, ends[1])
            if low < high:
                found[east, south] = "inside" if strictly else "border"
            elif low == high:
                found[east, south] = "corner"
    return found


@settings(max_examples=300)
@given(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_the_hexes_a_line_meets(way: tuple[int, int]) -> None:
    wanted = _plain((0, 0), way)
    got: dict[tuple[int, int], str] = {}
    for one in grid.met((0, 0), way):
        got[one.at] = "inside" if one.inside else "corner" if one.partner is None else "border"
        if one.partner is not None:
            got[one.partner] = "border"
    # A border line also touches, in a corner, the hexes at the ends of every pair: they are met anyway.
    assert {at: how for at, how in wanted.items() if how != "corner" or at in got} == got


def test_levels_sinkholes_and_water() -> None:
    field = HexMap(
        16,
        17,
        [
            terrain("hill", "0505", "0506", height=2),
            terrain("hill", "0909", height=-2, number=2),
            terrain("water", "1212", "1213", depth=1),
            terrain("hill", "1211", "1312", "1313", "1214", "1113", "1112", height=1, number=3),
        ],
    )
    assert field.ground(*spot("0505")) == 2.0
    assert field.ground(*spot("0909")) == -2.0
    # All around the pond lies level 1, but for one hex that drains it.
    assert field.surface(*spot("1212")) == field.surface(*spot("1213")) == 0.0
    dammed = field.with_feature(terrain("hill", "1314", "1114", height=1, number=4))
    assert dammed.surface(*spot("1212")) == dammed.surface(*spot("1213")) == 1.0
    assert dammed.ground(*spot("1212")) == 0.0


def test_a_feature_of_hexes_is_written_as_it_is_read() -> None:
    piece = terrain("woods", "0704", "0705")
    assert feature_to_data(piece) == {"id": "woods1", "kind": "woods", "hexes": ["0704", "0705"]}
    assert feature_from_data(feature_to_data(piece), 17) == piece
    with pytest.raises(FieldError, match="0018"):
        HexMap(16, 17, [Feature("far", "woods", Hexes(((0, 18),), 17))])


def test_other_shapes_cover_the_hexes_whose_middles_they_cover() -> None:
    x, y = spot("0505")
    field = BARE.with_feature(feature_from_data({"id": "crater", "kind": "rubble", "circle": [x, y, 1.0]}))
    assert [one.id for one in field.features_at(x, y)] == ["crater"]
    assert not any(field.features_at(*at) for at in field.neighbours((x, y)))


def test_woods_are_counted_by_hexes() -> None:
    field = HexMap(16, 17, [terrain("woods", "0503", "0504", "0505")])
    assert field.sight(body("0501"), body("0507")).woods == 6.0
    field = HexMap(16, 17, [terrain("woods", "0503")])
    assert field.sight(body("0501"), body("0507")).woods == 2.0
    assert field.sight(body("0501", 1.0), body("0507", 1.0)).woods == 0.0
    assert field.sight(body("0501"), body("0507")).crossings[0].inches == 2.0


def test_a_border_is_answered_for_whom_the_rules_favour() -> None:
    # From 0505 to 0705 the line runs along the border of 0604 and 0605.
    ((one, other),) = BARE.met(spot("0505"), spot("0705"))
    assert {one, other} == {"0604", "0605"}
    field = HexMap(16, 17, [terrain("hill", "0604", height=3)])
    assert field.sight(body("0505"), body("0705")).hidden_target == 1.0
    assert field.sight(body("0505"), body("0705")).favoured == "target"
    eased = field.sight(body("0505"), body("0705"), favour="viewer")
    assert (eased.hidden_target, eased.favoured) == (0.0, "viewer")
    both = HexMap(16, 17, [terrain("hill", "0604", "0605", height=3)])
    assert both.sight(body("0505"), body("0705"), favour="viewer").hidden_target == 1.0


levels = st.sampled_from([-1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0])


@st.composite
def maps(draw: st.DrawFn) -> HexMap:
    columns, rows = draw(st.integers(3, 9)), draw(st.integers(3, 9))
    every = [grid.name_of((c, r)) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    pieces = []
    for number, kind in enumerate(("hill", "hill", "woods", "building", "water", "woods")):
        where = draw(st.lists(st.sampled_from(every), max_size=8, unique=True))
        if where:
            more = {"height": draw(st.integers(1, 4))} if kind in ("hill", "building") else {}
            if kind == "water":
                more = {"depth": draw(st.integers(0, 3))}
            pieces.append(feature_from_data({"id": f"{kind}{number}", "kind": kind, "hexes": where, **more}, rows))
    return HexMap(columns, rows, pieces)


@settings(max_examples=120, deadline=None)
@given(maps(), st.data())
def test_what_blocks_one_blocks_the_other(field: HexMap, data: st.DataObject) -> None:
    places = st.tuples(st.integers(1, field.columns), st.integers(1, field.rows))
    one, other = data.draw(places), data.draw(places)
    here, there = (grid.centre_of(cell, field.rows) for cell in (one, other))
    a = Body(*here, 0.0, field.surface(*here), data.draw(st.sampled_from([1.0, 2.0, 3.0])))
    b = Body(*there, 0.0, field.surface(*there), data.draw(st.sampled_from([1.0, 2.0])))
    for favour in ("target", "viewer"):
        forth, back = field.sight(a, b, favour=favour), field.sight(b, a, favour=favour)  # type: ignore[arg-type]
        assert (forth.hidden_target == 1.0) == (back.hidden_target == 1.0)
        assert (forth.woods >= 6.0) == (back.woods >= 6.0)
        assert forth.same_water == back.same_water
        assert forth.distance == back.distance == field.distance(here, there)


@settings(max_examples=60, deadline=None)
@given(maps(), st.data())
def test_many_lines_are_as_one_by_one(field: HexMap, data: st.DataObject) -> None:
    places = st.tuples(st.integers(1, field.columns), st.integers(1, field.rows))
    pairs = [(data.draw(places), data.draw(places)) for _ in range(4)]
    rows = [
        [Body(*(at := grid.centre_of(cell, field.rows)), 0.0, field.surface(*at), 2.0) for cell in pair]
        for pair in pairs
    ]
    many = field.sights(np.array([one for one, _ in rows]), np.array([two for _, two in rows]))
    for number, (one, two) in enumerate(rows):
        alone = field.sight(one, two)
        assert many.hidden_target[number] == alone.hidden_target
        assert many.woods[number] == alone.woods
        assert many.distance[number] == alone.distance
        assert many.chosen is not None
        assert bool(many.chosen[number]) == (alone.favoured is not None)


def test_reach_names_every_hex_and_prices_what_is_entered() -> None:
    field = HexMap(16, 17, [terrain("woods", "0505"), terrain("hill", "0504", height=2)])
    going = Going({"woods": 1.0}, level_cost=2.0, max_step=2.0)
    reach = field.reachable(spot("0506"), 0.0, 10.0, going)
    costs = {field.name((x, y)): cost for (x, y), cost in zip(reach.points.tolist(), reach.costs.tolist(), strict=True)}
    assert costs["0506"] == 0.0
    assert costs["0505"] == 4.0
    assert costs["0504"] == 10.0  # around the woods: three hexes, one of them two levels up
    assert costs["0507"] == 2.0
    place = next(n for n, (x, y) in enumerate(reach.points.tolist()) if field.name((x, y)) == "0504")
    way = reach.way_to(place)
    assert field.name(way[0]) == "0506"
    assert all(field.distance(*leg) == 2.0 for leg in pairwise(way))
    toward = field.toward(spot("0504"), 0.0, going)
    assert toward.near(np.array([spot("0506"), spot("0504")])).tolist() == [10.0, 0.0]


def test_enemies_bar_the_way_and_nobody_ends_on_another() -> None:
    field = HexMap(1, 5)
    foe = Body(*spot("0103", field), 0.0, 0.0, 2.0)
    reach = field.reachable(spot("0101", field), 0.0, 20.0, Going(), blocked=[foe], occupied=[foe])
    assert sorted(names(map(tuple, reach.points.tolist()), field)) == ["0101", "0102"]


def test_edges_are_hexes() -> None:
    assert [
        name for name in ("south", "north", "west", "east") if BARE.distance_to_edge(name, spot("0101")) == 1.0
    ] == [
        "north",
        "west",
    ]
    assert BARE.name(BARE.onto_edge("south", spot("0505"))) == "0517"
    assert not BARE.inside(*BARE.onto_edge("south", spot("0505"), -0.5))
    x, y, width, deep = BARE.strip("south", 4.0)
    inside = {
        name[2:] for name in (f"{c:02d}{r:02d}" for c in range(1, 17) for r in range(1, 18))
        if x <= spot(name)[0] <= x + width and y <= spot(name)[1] <= y + deep
    }  # fmt: skip
    assert inside == {"16", "17"}


def test_places_are_written_as_hexes_on_the_map_and_just_off_it() -> None:
    off = BARE.onto_edge("south", spot("0505"), -0.5)
    said = {"path": [list(spot("0516")), list(off)], "at": [3.0, 4.0], "far": [list(BARE.beyond(off, 180.0, 20.0))]}
    assert BARE.written(said) == {**said, "path": ["0516", "0518"]}
    assert BARE.named("0518") == off
