"""Bodies, contact, templates, room to stand; sizes by unit kind."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.bases import base_of, practical_base_of
from lancemate.alphastrike.ruleset import rules
from lancemate.field import (
    Body,
    edge_distance,
    free_spots,
    overlapping,
    touching,
)


def disc(x: float, y: float, radius: float = 0.625, bottom: float = 0.0) -> Body:
    return Body(x, y, radius, bottom, 1.0)


def test_a_body_has_a_top() -> None:
    assert Body(0, 0, 1, 3, 2).top == 5
    assert Body(4, 5, 1, 3, 2).at == (4, 5)


def test_contact_has_a_tolerance_and_may_ask_for_the_same_level() -> None:
    assert touching(disc(0, 0), disc(1.25, 0))
    assert touching(disc(0, 0), disc(1.30, 0))
    assert not touching(disc(0, 0), disc(1.31, 0))
    assert touching(disc(0, 0), disc(1.25, 0, bottom=4))
    assert not touching(disc(0, 0), disc(1.25, 0, bottom=4), rise=1.0)
    assert touching(disc(0, 0), disc(1.25, 0, bottom=1), rise=1.0)


def test_bases_that_touch_do_not_overlap() -> None:
    assert not overlapping(disc(0, 0), disc(1.25, 0))
    assert overlapping(disc(0, 0), disc(1.24, 0))
    assert overlapping(disc(0, 0), disc(0.5, 0, bottom=9))


def nearest_spot(x: float, y: float, radius: float, occupied: list[Body], **more: Any) -> Any:
    return next(free_spots(x, y, radius, occupied, **more), None)


def test_a_free_place_is_taken_as_it_is() -> None:
    assert nearest_spot(5, 5, 0.625, [disc(7, 5)]) == (5, 5)


def test_the_nearest_place_beside_one_base() -> None:
    assert nearest_spot(5.5, 5, 0.625, [disc(5, 5)]) == pytest.approx((6.25, 5))
    assert nearest_spot(5, 5, 0.625, [disc(5, 5)]) == (5, 6.25)


def test_the_nearest_place_wedged_between_two_bases() -> None:
    spot = nearest_spot(0, 0.1, 0.5, [disc(-0.6, 0, 0.5), disc(0.6, 0, 0.5)])
    assert spot is not None
    assert spot == pytest.approx((0.0, math.sqrt(1.0 - 0.36)))


def test_a_place_the_caller_will_not_accept_is_passed_over() -> None:
    spot = nearest_spot(5, 5, 0.625, [disc(5, 5)], accept=lambda x, y: y < 4.0)
    assert spot is not None
    assert spot[1] < 4.0
    assert nearest_spot(5, 5, 0.625, [disc(5, 5)], accept=lambda x, y: False) is None


bodies = st.lists(st.builds(disc, st.floats(0, 6), st.floats(0, 6), st.floats(0.3, 1.5)), max_size=6)


@given(st.floats(0, 6), st.floats(0, 6), bodies)
def test_free_spots_come_nearest_first_and_overlap_nobody(x: float, y: float, occupied: list[Body]) -> None:
    spots = [spot for spot, _ in zip(free_spots(x, y, 0.5, occupied), range(20), strict=False)]
    assert spots
    distances = [math.dist((x, y), spot) for spot in spots]
    assert distances == pytest.approx(sorted(distances))
    assert not any(overlapping(disc(*spot, 0.5), body) for spot in spots for body in occupied)


@given(bodies, bodies)
def test_edge_distance_is_the_same_both_ways(some: list[Body], others: list[Body]) -> None:
    for a in some:
        for b in others:
            assert edge_distance(a, b) == edge_distance(b, a) >= 0.0


@pytest.mark.rule("AS-INT-006")
@pytest.mark.parametrize(
    ("kind", "diameter"),
    [
        ("mech", 1.25),
        ("vehicle", 1.25),
        ("infantry", 1.25),
        ("fighter", 1.25),
        ("protomech", 1.0),
        ("superheavy_mech", 1.5),
    ],
)
def test_base_diameters(kind: str, diameter: float) -> None:
    assert base_of(rules, kind).diameter == diameter
    assert base_of(rules, kind).radius == diameter / 2


@pytest.mark.rule("AS-OPT-314")
@pytest.mark.parametrize(
    ("kind", "height"),
    [
        ("mech", 2),
        ("superheavy_mech", 3),
        ("protomech", 1),
        ("vehicle", 1),
        ("infantry", 1),
        ("fighter", 1),
        ("submarine", 1),
        ("large", 2),
        ("naval_large", 2),
        ("small_craft_spheroid", 2),
        ("very_large", 3),
        ("naval_super_large", 4),
        ("dropship_aerodyne_3", 5),
        ("dropship_spheroid_1", 10),
    ],
)
def test_heights(kind: str, height: float) -> None:
    assert base_of(rules, kind).height == height


@pytest.mark.rule("AS-OPT-511")
def test_practical_volumes_of_everyday_units() -> None:
    sizes = [
        practical_base_of(rules, kind).height
        for kind in ("mech", "superheavy_mech", "protomech", "infantry", "vehicle")
    ]
    assert sizes == [2, 3, 1, 1, 1]


@pytest.mark.rule("AS-OPT-512")
def test_practical_volumes_of_uncommon_units() -> None:
    assert practical_base_of(rules, "dropship_spheroid_2") == (8.0, 10.0)
    box = practical_base_of(rules, "dropship_aerodyne_2")
    assert box.height == 5.0
    assert math.pi * box.radius**2 == pytest.approx(8 * 6)
    assert practical_base_of(rules, "naval_very_large").height == 7.0
    assert base_of(rules, "very_large").diameter == practical_base_of(rules, "airship_very_large").diameter


def test_an_unknown_kind_has_no_base() -> None:
    with pytest.raises(KeyError):
        base_of(rules, "teapot")
