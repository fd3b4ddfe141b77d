"""Type codes, group words, heat scales and critical-hit tracks."""

from dataclasses import dataclass

import pytest

from lancemate.alphastrike.cards import unit_types
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.unit_types import HEAT_SCALE, UNIT_TYPES, critical_tracks
from lancemate.alphastrike.ruleset import rules


@dataclass(frozen=True)
class Some:
    type: str
    move: Move


def some(unit_type: str, move: str = '8"') -> Some:
    return Some(unit_type, Move.parse(move))


@pytest.mark.rule("AS-INT-032")
def test_every_code_has_its_name() -> None:
    assert UNIT_TYPES.of(rules) == {
        "BM": "BattleMech",
        "IM": "IndustrialMech",
        "PM": "ProtoMech",
        "CV": "combat vehicle",
        "SV": "support vehicle",
        "AF": "aerospace fighter",
        "CF": "conventional fighter",
        "DS": "spheroid DropShip",
        "DA": "aerodyne DropShip",
        "SC": "small craft",
        "MS": "mobile structure",
        "CI": "conventional infantry",
        "BA": "battle armor",
    }


@pytest.mark.rule("AS-INT-033")
def test_groups_by_type() -> None:
    assert [code for code in UNIT_TYPES.of(rules) if unit_types.is_mech(some(code))] == ["BM", "IM"]
    assert [code for code in UNIT_TYPES.of(rules) if unit_types.is_dropship(some(code, "4p"))] == ["DS", "DA"]
    assert [code for code in UNIT_TYPES.of(rules) if unit_types.is_infantry(some(code))] == ["CI", "BA"]
    others = [code for code in UNIT_TYPES.of(rules) if not unit_types.is_ground_unit(some(code))]
    assert others == ["AF", "CF", "DS", "DA", "SC", "MS"]


@pytest.mark.rule("AS-INT-025", "AS-INT-033")
@pytest.mark.parametrize(
    ("move", "ground", "air", "naval"),
    [
        ('8"t', True, False, False),
        ('8"h', True, False, False),
        ('8"w', True, False, False),
        ('8"w(b)', True, False, False),
        ('8"w(m)', True, False, False),
        ('8"r', True, False, False),
        ('8"g', True, True, False),
        ('8"v', False, True, False),
        ('8"n', False, False, True),
        ('8"s', False, False, True),
        ("4a", False, False, False),
    ],
)
def test_vehicles_are_grouped_by_how_they_move(move: str, ground: bool, air: bool, naval: bool) -> None:
    vehicle = some("SV", move)
    assert unit_types.is_ground_vehicle(vehicle) is ground
    assert unit_types.is_air_vehicle(vehicle) is air
    assert unit_types.is_naval(vehicle) is naval
    assert unit_types.is_vehicle(vehicle) is not vehicle.move.has_thrust


@pytest.mark.rule("AS-INT-022")
def test_thrust_makes_a_unit_aerospace() -> None:
    assert unit_types.is_aerospace(some("AF", "9a"))
    assert unit_types.is_aerospace(some("SV", "3i"))
    assert unit_types.is_aerospace(some("DS", "4p"))
    assert not unit_types.is_aerospace(some("CV", '26"v'))


@pytest.mark.rule("AS-INT-034")
def test_mechs_and_aerospace_fighters_alone_track_heat() -> None:
    assert [code for code in UNIT_TYPES.of(rules) if unit_types.tracks_heat(some(code))] == ["BM", "IM", "AF"]


@pytest.mark.rule("AS-INT-026")
def test_critical_tracks_of_the_basic_cards() -> None:
    assert critical_tracks(some("BM")) == {"engine": 1, "fire_control": 4, "mp": 4, "weapon": 4}
    assert critical_tracks(some("IM")) == critical_tracks(some("BM"))
    assert critical_tracks(some("PM")) == {"fire_control": 4, "mp": 4, "weapon": 4}
    assert critical_tracks(some("CV", '8"t')) == {
        "engine": 1,
        "fire_control": 4,
        "weapon": 4,
        "motive_2": 2,
        "motive_half": 2,
        "motive_0": 1,
    }
    assert critical_tracks(some("CF", "5a")) == {"engine": 1, "fire_control": 4, "weapon": 4}
    assert critical_tracks(some("SV", "3i")) == critical_tracks(some("AF", "9a"))
    assert critical_tracks(some("BA")) == critical_tracks(some("CI", '2"f')) == {}


@pytest.mark.rule("AS-DMG-032")
def test_critical_tracks_of_large_craft() -> None:
    assert critical_tracks(some("DS", "4p")) == {
        "crew": 2,
        "engine": 3,
        "fire_control": 4,
        "kf_boom": 1,
        "dock_collar": 1,
        "thruster": 1,
        "weapon": 4,
    }
    assert critical_tracks(some("SC", "5a")) == critical_tracks(some("DA", "5a"))


@pytest.mark.rule("AS-INT-030")
def test_the_heat_scale_ends_in_shutdown() -> None:
    assert HEAT_SCALE.of(rules) == ["", "1", "2", "3", "S"]
