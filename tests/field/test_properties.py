"""Space by its properties: one ruling or many, either way round, and against Shapely, which shares no code with us."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from field.strategies import DEPTH, WIDTH, bodies, paths, tables, xs, ys
from lancemate.field import Body, Circle, Feature, Line, Rect, Sight, SightArrays, Table, edge_distance, polygon
from lancemate.field.compass import direction
from lancemate.lab.peers.shapely_sight import Peer, geometry_of

NUMBERS = (
    "hidden_target",
    "hidden_viewer",
    "woods",
    "woods_crossed",
    "same_water",
    "distance",
)
some_tables_and_bodies = st.deferred(lambda: tables().flatmap(_with_bodies))


def _with_bodies(table: Table) -> st.SearchStrategy[tuple[Table, list[Body]]]:
    return st.tuples(st.just(table), st.lists(bodies(table), min_size=2, max_size=5))


def assert_same(one: Sight, many: SightArrays, row: int, table: Table) -> None:
    for name in NUMBERS:
        assert getattr(one, name) == getattr(many, name)[row], name
    hiding = tuple(feature.id for feature, hides in zip(table.features, many.cover[row], strict=True) if hides)
    assert one.cover == (hiding if one.hidden_target else ())
    crossed = {feature.id: inches for feature, inches in zip(table.features, many.crossed[row], strict=True)}
    assert {crossing.feature: crossing.inches for crossing in one.crossings} == {
        name: inches for name, inches in crossed.items() if inches > 1e-9
    }


def every_pair_agrees(table: Table, some: list[Body]) -> int:
    pairs = [(a, b) for a in some for b in some]
    solids = [body for body in some if body.radius == 2.0]
    many = table.sights(np.array([a for a, _ in pairs]), np.array([b for _, b in pairs]), solids=solids)
    for row, (a, b) in enumerate(pairs):
        assert_same(table.sight(a, b, solids=solids), many, row, table)
    return len(pairs)


@given(some_tables_and_bodies)
def test_one_ruling_is_bit_for_bit_one_of_many(given_: tuple[Table, list[Body]]) -> None:
    every_pair_agrees(*given_)


def test_a_glance_sees_about_what_a_ruling_sees() -> None:
    """Between bodies anywhere on crowded tables: distances and woods to the last bit, who is hidden nearly always."""
    rng = np.random.default_rng(5)
    most, asked, agreed, seen = 2 / 3, 0, 0, 0
    for _ in range(12):
        table = scattered_table(rng, 15)
        some = np.array([(rng.uniform(1, 71), rng.uniform(1, 47), 0.6, 0.0, 2.0) for _ in range(24)])
        rough = table.glances(some, some, 42.0, most)
        exact = table.sights(np.repeat(some, 24, axis=0), np.tile(some, (24, 1)))
        distance, woods, crossed, there, here = (
            part.reshape(24, 24)
            for part in (
                exact.distance,
                exact.woods,
                exact.woods_crossed,
                exact.hidden_target,
                exact.hidden_viewer,
            )
        )
        assert (rough.distance == distance).all()
        near = distance <= 42.0
        assert (rough.hidden_target[~near] == 1.0).all()
        guessed = np.maximum(rough.hidden_target, rough.hidden_viewer) <= most
        ruled = np.maximum(there, here) <= most
        asked, agreed = asked + int(near.sum()), agreed + int((guessed == ruled)[near].sum())
        looked = near & guessed
        seen += int(looked.sum())
        assert (rough.woods[looked] == woods[looked]).all()
        assert (rough.woods_crossed[looked] == crossed[looked]).all()
    assert seen > 500
    assert agreed / asked > 0.98


def scattered_table(rng: np.random.Generator, count: int, *, round_shapes: bool = True) -> Table:
    """Terrain anywhere, nothing aligned with anything."""
    features = []
    for i in range(count):
        x, y = rng.uniform(2, 70), rng.uniform(2, 46)
        kind = str(rng.choice(["hill", "building", "woods", "water", "smoke"]))
        draw = rng.integers(0, 4 if round_shapes else 2)
        if draw == 0:
            shape = Rect(x, y, rng.uniform(1, 8), rng.uniform(1, 8))
        elif draw == 1:
            turn = rng.uniform(0, 60)
            arms = rng.uniform(1, 5, size=7)
            spokes = [direction(turn + 360.0 * k / 7) for k in range(7)]
            shape = polygon([(x + arm * dx, y + arm * dy) for arm, (dx, dy) in zip(arms, spokes, strict=True)])
        elif draw == 2:
            shape = Circle(x, y, rng.uniform(1, 5))
        else:
            shape = Line(((x, y), (rng.uniform(0, 72), rng.uniform(0, 48)), (36.0, 24.0)), rng.uniform(0.5, 2))
        solid = kind in ("hill", "building", "smoke")
        height = float(rng.uniform(0.5, 4)) if solid else 2.0 if kind == "woods" else 0.0
        features.append(Feature(f"f{i}", kind, shape, height=height, depth=1.0 if kind == "water" else 0.0))
    return Table(72, 48, features)


def scattered_bodies(rng: np.random.Generator, table: Table, count: int) -> list[Body]:
    found = []
    for _ in range(count):
        x, y = float(rng.uniform(1, 71)), float(rng.uniform(1, 47))
        above = float(rng.choice([0.0, 0.0, 0.0, 4.0]))
        height = float(rng.choice([1.0, 2.0, 3.0]))
        found.append(Body(x, y, 0.625, table.ground(x, y) + above, height))
    return found


@pytest.mark.slow
def test_twenty_thousand_rulings_are_bit_for_bit_the_same_alone_and_in_a_batch() -> None:
    rng = np.random.default_rng(20)
    pairs = 0
    while pairs < 20_000:
        table = scattered_table(rng, 25)
        pairs += every_pair_agrees(table, scattered_bodies(rng, table, 30))


@given(some_tables_and_bodies)
def test_one_place_is_one_of_many(given_: tuple[Table, list[Body]]) -> None:
    table, some = given_
    rows = np.array(some)
    ground, surface, bridged = table.levels(rows[:, :2])
    wooded = table.in_woods(rows)
    for row, body in enumerate(some):
        here = table.features_at(*body.at)
        assert (ground[row], surface[row]) == (table.ground(*body.at), table.surface(*body.at))
        assert bridged[row] == any(feature.role_name == "bridge" for feature in here)
        touched = table.features_touched(*body.at, body.radius)
        assert wooded[row] == any(feature.role_name == "woods" for feature in touched)


@given(some_tables_and_bodies)
def test_sight_is_the_same_seen_from_the_other_side(given_: tuple[Table, list[Body]]) -> None:
    table, (a, b, *_) = given_
    there, back = table.sight(a, b), table.sight(b, a)
    assert (there.hidden_target, there.hidden_viewer) == (back.hidden_viewer, back.hidden_target)
    assert (there.woods, there.woods_crossed) == (back.woods, back.woods_crossed)
    assert there.crossings == back.crossings
    assert (there.same_water, there.distance) == (back.same_water, back.distance)
    assert there.distance == edge_distance(a, b)


@given(some_tables_and_bodies)
def test_shares_and_inches_stay_within_bounds(given_: tuple[Table, list[Body]]) -> None:
    table, (a, b, *_) = given_
    sight = table.sight(a, b)
    for share in (sight.hidden_target, sight.hidden_viewer):
        assert 0.0 <= share <= 1.0
    assert 0.0 <= sight.woods <= sight.woods_crossed <= sight.distance + 1e-9
    assert all(0.0 <= crossing.intervening <= crossing.inches + 1e-9 for crossing in sight.crossings)
    assert (sight.hidden_target > 0.0) <= (sight.cover != ())


@given(some_tables_and_bodies, st.data())
def test_raising_a_wall_never_reveals(given_: tuple[Table, list[Body]], data: st.DataObject) -> None:
    table, (a, b, *_) = given_
    walls = [feature for feature in table.features if feature.role_name == "solid"]
    assume(walls)
    wall = data.draw(st.sampled_from(walls))
    taller = table.with_feature(replace(wall, height=wall.height + 1.5))
    before, after = table.sight(a, b), taller.sight(a, b)
    assert after.hidden_target >= before.hidden_target - 1e-6
    assert after.hidden_viewer >= before.hidden_viewer - 1e-6


@given(some_tables_and_bodies)
def test_taking_all_solid_terrain_away_leaves_nothing_hidden(given_: tuple[Table, list[Body]]) -> None:
    table, (a, b, *_) = given_
    bare = Table(WIDTH, DEPTH, [feature for feature in table.features if not feature.solid])
    assert bare.sight(a, b).hidden_target == 0.0


@given(tables(), paths)
def test_a_path_is_as_long_as_its_legs_and_its_levels_add_up(table: Table, way: list[tuple[float, float]]) -> None:
    path = table.trace(way)
    straight = sum(math.dist(a, b) for a, b in itertools.pairwise(way))
    assert path.length == pytest.approx(straight, abs=1e-9)
    assert sum(leg.length for leg in path.legs) == pytest.approx(straight, abs=1e-9)
    rises = sum(step.rise for step in path.steps)
    if path.legs:
        assert rises == pytest.approx(table.ground(*way[-1]) - table.ground(*way[0]), abs=1e-9)
    for before, after in zip(path.legs, path.legs[1:], strict=False):
        assert before.end == pytest.approx(after.start, abs=1e-9)
    assert path.steepest() <= path.climb + 1e-9
    assert path.steepest(0.5) <= path.steepest(1.0) <= path.steepest(1e9) + 1e-9


def margin(feature: Feature) -> float:
    """What a circle made of many straight sides may be off by."""
    return 1e-4 if isinstance(feature.shape, Circle | Line) else 1e-7


@given(tables(), xs, ys, st.floats(0.0, 3.0))
def test_shapely_agrees_on_distance_containment_and_touch(table: Table, x: float, y: float, radius: float) -> None:
    touched = {feature.id for feature in table.features_touched(x, y, radius)}
    inside = {feature.id for feature in table.features_at(x, y)}
    for feature in table.features:
        distance = geometry_of(feature).distance(shapely.Point(x, y))
        assert table.distance_to(feature.id, x, y) == pytest.approx(distance, abs=margin(feature))
        if abs(distance - radius) > margin(feature):
            assert (feature.id in touched) == (distance < radius)
        if distance > margin(feature):
            assert feature.id not in inside
        elif geometry_of(feature).buffer(-margin(feature)).covers(shapely.Point(x, y)):
            assert feature.id in inside


@given(tables(), paths)
def test_shapely_agrees_on_the_inches_inside_each_feature(table: Table, way: list[tuple[float, float]]) -> None:
    path = table.trace(way)
    for feature in table.features:
        ours = sum(leg.length for leg in path.legs if feature in leg.features)
        shape = geometry_of(feature)
        legs = [shapely.LineString(pair) for pair in itertools.pairwise(way) if pair[0] != pair[1]]
        theirs = sum(leg.intersection(shape).length for leg in legs)
        # A path along an edge is inside for us; Shapely's rounding may put it on either side.
        grazes = any(leg.intersection(shape.boundary).length > 1e-9 for leg in legs)
        if not grazes:
            assert ours == pytest.approx(theirs, abs=0.05 if margin(feature) > 1e-5 else 1e-6)


@given(tables(), paths, st.sampled_from([0.5, 0.625, 2.0]))
def test_shapely_agrees_on_what_a_base_sweeps_over(table: Table, way: list[tuple[float, float]], radius: float) -> None:
    swept = {feature.id: at for feature, at in table.features_swept(way, radius)}
    track = shapely.LineString(way) if len(set(way)) > 1 else shapely.Point(way[0])
    for feature in table.features:
        distance = geometry_of(feature).distance(track)
        if abs(distance - radius) > 1e-4:
            assert (feature.id in swept) == (distance < radius)
        if feature.id in swept and swept[feature.id] > 0.0 and isinstance(track, shapely.LineString):
            first = track.interpolate(swept[feature.id])
            assert geometry_of(feature).distance(first) == pytest.approx(radius, abs=2e-4)


def compare_with_shapely(seed: int, rounds: int, *, round_shapes: bool, columns: int = 90) -> int:
    rng = np.random.default_rng(seed)
    compared = 0
    for _ in range(rounds):
        table = scattered_table(rng, 25, round_shapes=round_shapes)
        peer = Peer(table, columns)
        some = scattered_bodies(rng, table, 10)
        for a, b in itertools.pairwise(some):
            ours, theirs = table.sight(a, b), peer.sight(a, b)
            slack = 1.5 / columns  # each edge that the rival meets between two columns is half a column off at most
            assert ours.hidden_target == pytest.approx(theirs.hidden_target, abs=slack)
            assert ours.hidden_viewer == pytest.approx(theirs.hidden_viewer, abs=slack)
            assert ours.woods == pytest.approx(theirs.woods, abs=2e-3 if round_shapes else 1e-7)
            assert ours.distance == pytest.approx(theirs.distance)
            compared += ours.hidden_target > 0.0
    return compared


def test_shapely_gives_the_same_rulings_among_straight_edges() -> None:
    assert compare_with_shapely(1, 6, round_shapes=False) > 10


def test_shapely_gives_the_same_rulings_among_round_shapes() -> None:
    assert compare_with_shapely(2, 4, round_shapes=True) > 5


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck), max_examples=50)
@given(st.integers(10, 10_000))
def test_shapely_gives_the_same_rulings_many_times(seed: int) -> None:
    compare_with_shapely(seed, 1, round_shapes=False, columns=360)


def test_shapely_agrees_about_big_solid_bodies() -> None:
    table = Table(72, 48, [Feature("b", "building", Rect(30, 20, 3, 3), height=2)])
    ship = Body(20.0, 20.3, 3.0, 0.0, 6.0)
    a, b = Body(5, 20, 0.625, 0, 2), Body(45, 22, 0.625, 0, 2)
    ours, theirs = table.sight(a, b, solids=[ship]), Peer(table, 1800).sight(a, b, [ship])
    assert ours.hidden_target == pytest.approx(theirs.hidden_target, abs=1e-3)
    assert ours.hidden_target > 0.0
