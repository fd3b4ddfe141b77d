"""Bearings, arcs, hex sides."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lancemate.field import compass
from lancemate.field.compass import (
    arctangent,
    bearing,
    direction,
    fraction_of_base_in_arc,
    hex_side_hit,
    move_by,
    relative_bearing,
)

angles = st.floats(-720.0, 720.0)
spots = st.tuples(st.floats(-20.0, 20.0), st.floats(-20.0, 20.0))


def test_bearings_are_compass_degrees() -> None:
    here = (10.0, 10.0)
    named = {
        0: (10, 15),
        45: (12, 12),
        90: (15, 10),
        135: (12, 8),
        180: (10, 5),
        225: (8, 8),
        270: (5, 10),
        315: (8, 12),
    }
    for degrees, there in named.items():
        assert bearing(here, there) == degrees
    assert bearing(here, here) == 0.0


@pytest.mark.parametrize(
    ("facing", "there", "turn"), [(90, (0, 5), -90), (90, (5, 0), 0), (350, (0, 5), 10), (0, (0, -5), 180)]
)
def test_relative_bearing(facing: float, there: tuple[float, float], turn: float) -> None:
    assert relative_bearing(facing, (0, 0), there) == pytest.approx(turn)


@given(angles)
def test_directions_agree_with_the_mathematics_library(degrees: float) -> None:
    dx, dy = direction(degrees)
    assert dx == pytest.approx(math.sin(math.radians(degrees)), abs=1e-12)
    assert dy == pytest.approx(math.cos(math.radians(degrees)), abs=1e-12)


@given(spots)
def test_arctangent_agrees_with_the_mathematics_library(spot: tuple[float, float]) -> None:
    x, y = spot
    assume(y != 0.0)  # the library tells zero from minus zero
    assert arctangent(y, x) == pytest.approx(math.atan2(y, x), abs=1e-13)


@given(spots, angles, st.floats(0.1, 40.0))
def test_moving_on_a_bearing_and_looking_back(start: tuple[float, float], degrees: float, distance: float) -> None:
    end = move_by(start, degrees, distance)
    off = (bearing(start, end) - degrees) % 360.0
    assert min(off, 360.0 - off) < 1e-6
    assert math.dist(start, end) == pytest.approx(distance)


@pytest.mark.parametrize(
    ("off", "side"),
    [
        (0, "front"),
        (149.9, "front"),
        (150, "corner"),
        (150.1, "rear"),
        (180, "rear"),
        (-150.1, "rear"),
        (-150, "corner"),
    ],
)
@pytest.mark.parametrize("facing", [0, 37, 90, 301.5])
def test_only_the_single_rear_hex_side_is_the_rear(off: float, side: str, facing: float) -> None:
    target = (20.0, 20.0)
    assert hex_side_hit(target, facing, move_by(target, facing + off, 12.0)) == side


def test_a_line_through_a_hex_corner_is_met_exactly() -> None:
    # Facing north, 150 degrees off is due south-south-east: one inch east for every root three south.
    assert hex_side_hit((0.0, 0.0), 0.0, (1.0, -math.sqrt(3.0))) == "corner"


def test_half_of_the_base_in_a_forward_half_plane() -> None:
    def share(x: float, y: float) -> float:
        return fraction_of_base_in_arc((0, 0), 0, 90, (x, y), 0.625)

    assert share(5, 0) == 0.5
    assert share(5, 0.01) > 0.5
    assert share(5, -0.01) < 0.5
    assert (share(5, 0.625), share(5, -0.625)) == (1.0, 0.0)


def test_half_of_the_base_on_the_edge_of_a_quarter_wedge() -> None:
    def share(x: float, y: float) -> float:
        return fraction_of_base_in_arc((0, 0), 0, 45, (x, y), 0.625)

    assert share(5, 5) == 0.5
    assert share(-5, 5) == 0.5
    assert share(0, 0) == pytest.approx(0.25, abs=1e-12)
    assert (share(0, 5), share(5, 0), share(0, -5)) == (1.0, 0.0, 0.0)


def test_arcs_all_round_and_points() -> None:
    assert fraction_of_base_in_arc((0, 0), 0, 180, (0, -5), 1) == 1.0
    assert fraction_of_base_in_arc((0, 0), 0, 135, (5, -5), 1) == 0.5
    assert fraction_of_base_in_arc((0, 0), 90, 45, (5, 5), 0) == 1.0
    assert fraction_of_base_in_arc((0, 0), 90, 45, (4, 5), 0) == 0.0


@given(angles, st.floats(1.0, 179.0), spots, st.floats(0.1, 4.0))
def test_wedges_share_out_a_base(facing: float, half: float, target: tuple[float, float], radius: float) -> None:
    inside = fraction_of_base_in_arc((0, 0), facing, half, target, radius)
    outside = fraction_of_base_in_arc((0, 0), facing + 180.0, 180.0 - half, target, radius)
    assert inside + outside == pytest.approx(1.0, abs=1e-9)
    assert 0.0 <= inside <= 1.0


@given(angles, st.floats(1.0, 89.0), spots, st.floats(0.1, 4.0))
def test_a_wedge_agrees_with_counting_points(
    facing: float, half: float, target: tuple[float, float], radius: float
) -> None:
    total = 0
    found = 0
    for i in range(60):
        for j in range(60):
            x, y = (i + 0.5) / 30.0 - 1.0, (j + 0.5) / 30.0 - 1.0
            if x * x + y * y < 1.0:
                total += 1
                at = (target[0] + radius * x, target[1] + radius * y)
                found += abs(relative_bearing(facing, (0, 0), at)) <= half
    share = fraction_of_base_in_arc((0, 0), facing, half, target, radius)
    assert share == pytest.approx(found / total, abs=0.04)


def test_a_bearing_never_reaches_full_circle() -> None:
    assert compass.bearing((0.0, 0.0), (-1e-18, 1.0)) < 360.0
