"""Water (pp. 34-36): wading, walking on the bottom, swimming on the surface, diving."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.terrain.water import submersion
from rules.table import battle, move, refusal, unit
from rules.test_movement_costs import FOOT, HOVER, INDUSTRIAL, PROTO, SHIP, SUITS, TANK, WHEELS, barred, cost, field

SUB: dict[str, Any] = {"type": "CV", "move": '10"s'}


def lake(depth: float, at: float = 13.0) -> dict[str, Any]:
    return {"kind": "water", "depth": depth, "rect": [0, at, 40, 30]}


# -- on the bottom ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-028", "AS-MOV-015", "AS-MOV-022")
def test_wading_into_depth_1() -> None:
    event = move(field(lake(1)), "r1", (10, 14))
    assert (event.cost, event.elevation) == (3 + 2 + 2, -1.0)
    assert [(part.label, part.value) for part in event.parts] == [
        ("clear ground", 3.0),
        ("down 1", 2.0),
        ("water of depth 1", 1.0),
        ("water of depth 1 (+1 an inch)", 1.0),
    ]
    assert cost(field(lake(1), at=(10, 14)), (10, 12)) == 2 + 2 + 1
    assert cost(field(lake(1)), (10, 15.5)) == 10.0


@pytest.mark.rule("AS-MOV-032")
def test_walking_under_water_costs_four_an_inch() -> None:
    fight = field(lake(3), at=(10, 20), move='8"')
    assert cost(fight, (10, 22)) == 8.0
    assert barred(fight, (10, 22.1)) == "AS-MOV-001"
    by_table = field(lake(3), at=(10, 20), move='8"', options=["deep_water_7"])
    assert cost(by_table, (10, 21)) == 7.0
    shelf = field(lake(2), lake(3, at=20.0), at=(10, 19), move='20"')
    assert cost(shelf, (10, 21)) == 8 + 2


@pytest.mark.rule("AS-MOV-032")
def test_nobody_walks_deeper_than_30() -> None:
    assert barred(field(lake(30), at=(10, 20)), (10, 21)) is None
    assert barred(field(lake(31), at=(10, 20)), (10, 21)) == "AS-MOV-032"


@pytest.mark.rule("AS-MOV-028", "AS-MOV-024")
def test_a_bank_may_be_too_steep() -> None:
    assert barred(field(lake(3)), (10, 14)) == "AS-MOV-024"
    assert cost(field(lake(2)), (10, 13.5)) == 3 + 4 + 2


@pytest.mark.rule("AS-MOV-015", "AS-MOV-021")
@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("mover", [TANK, WHEELS, FOOT, SUITS])
def test_ground_vehicles_and_infantry_stay_out_of_water(depth: int, mover: Any) -> None:
    by = "AS-MOV-021" if mover["type"] in ("CI", "BA") else "AS-MOV-015"
    assert barred(field(lake(depth), **mover), (10, 14)) == by
    assert barred(field(lake(depth), **mover), (10, 12.5)) == by  # nor with a part of the base


@pytest.mark.rule("AS-MOV-015")
def test_a_switch_lets_everybody_wade_through_depth_0() -> None:
    assert cost(field(lake(0), options=["wade_depth_0"], **TANK), (10, 14)) == 4.0
    assert cost(field(lake(0), options=["wade_depth_0"], **FOOT), (10, 14)) == 4.0
    assert cost(field(lake(0)), (10, 14)) == 4.0
    assert cost(field(lake(0.5)), (10, 14)) == 4.0 + 1.0
    assert barred(field(lake(1), options=["wade_depth_0"], **TANK), (10, 14)) == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-023")
def test_industrialmechs_need_seals_below_depth_1() -> None:
    assert cost(field(lake(1), **INDUSTRIAL), (10, 14)) == 7.0
    assert barred(field(lake(2), **INDUSTRIAL), (10, 13.5)) == "AS-MOV-023"
    assert cost(field(lake(2), **INDUSTRIAL, specials=["SEAL"]), (10, 13.5)) == 9.0


def test_protomechs_wade() -> None:
    assert cost(field(lake(1), **PROTO), (10, 14)) == 7.0


# -- states -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-031", "AS-COM-019")
@pytest.mark.parametrize(
    ("mover", "depth", "state"),
    [
        ({}, 0, "none"),
        ({}, 1, "partial"),
        ({}, 2, "complete"),
        ({}, 5, "complete"),
        (PROTO, 1, "complete"),
        ({**FOOT, "specials": ["UMU"]}, 1, "complete"),
        (HOVER, 2, "none"),
        (SHIP, 2, "none"),
        ({**TANK, "specials": ["AMP"]}, 2, "none"),
        ({"superheavy": True, "size": 4}, 2, "partial"),
    ],
)
def test_when_a_unit_is_under_water(mover: Any, depth: float, state: str) -> None:
    fight = field(lake(depth), at=(10, 20), **mover)
    assert submersion(fight, fight.units["r1"]) == state


@pytest.mark.rule("AS-MOV-031")
def test_a_unit_on_a_bridge_is_not_in_the_water() -> None:
    bridge = {"kind": "bridge", "line": [[10, 12], [10, 40]], "width": 2}
    fight = field(lake(3), bridge, at=(10, 20))
    assert submersion(fight, fight.units["r1"]) == "none"


# -- on the surface -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-035", "AS-MOV-028")
@pytest.mark.parametrize("depth", [0, 1, 4])
def test_hovercraft_treat_water_as_clear(depth: float) -> None:
    event = move(field(lake(depth), **HOVER), "r1", (10, 18))
    assert (event.cost, event.elevation) == (8.0, 0.0)


def test_hovercraft_neither_dive_nor_fly() -> None:
    for elevation in (-1, 2):
        refused = refusal(field(lake(2), **HOVER), commands.Move("r1", ((10, 18),), elevation=elevation))
        assert refused.code == "no_such_elevation"


@pytest.mark.rule("AS-MOV-036")
def test_ships_sail_on_water_of_any_depth() -> None:
    for depth in (0, 1, 9):
        event = move(field(lake(depth), at=(10, 20), **SHIP), "r1", (10, 25))
        assert (event.cost, event.elevation) == (5.0, 0.0)


@pytest.mark.rule("AS-MOV-020", "AS-SPC-009")
def test_amphibious_vehicles_swim() -> None:
    swimmer = {"specials": ["AMP"]}
    assert cost(field(lake(2), **TANK, **swimmer), (10, 15)) == 3 + 4
    assert cost(field(lake(2), **WHEELS, **swimmer), (10, 15)) == 3 + 4
    assert cost(field(lake(2), **SUITS, **swimmer), (10, 14)) == 3 + 4
    event = move(field(lake(2), **TANK, **swimmer), "r1", (10, 15))
    assert event.elevation == 0.0
    assert barred(field(lake(2), **TANK), (10, 15)) == "AS-MOV-015"


@pytest.mark.rule("AS-SPC-009")
def test_an_amphibious_mech_may_swim_or_walk_on_the_bottom() -> None:
    assert cost(field(lake(2), specials=["AMP"]), (10, 14)) == 3 + 4
    fight = field(lake(2), specials=["AMP"])
    assert move(fight, "r1", (10, 13.5), elevation=-2).cost == 3 + 4 + 2
    assert fight.units["r1"].elevation == -2.0


# -- submarines ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-038", "AS-MOV-022")
def test_submarines_move_in_three_dimensions() -> None:
    fight = field(lake(4), at=(10, 20), **SUB)
    assert fight.units["r1"].elevation == 0.0
    event = move(fight, "r1", (10, 24), elevation=-3)
    assert (event.cost, event.elevation, event.mode) == (4 + 6, -3.0, "submersible")
    assert fight.units["r1"].elevation == -3.0
    assert submersion(fight, fight.units["r1"]) == "complete"


@pytest.mark.rule("AS-MOV-038")
def test_between_the_surface_and_the_bottom() -> None:
    fight = field(lake(4), at=(10, 20), **{**SUB, "move": '20"s'})
    assert refusal(fight, commands.Move("r1", ((10, 24),), elevation=-5)).rule == "AS-MOV-038"
    assert refusal(fight, commands.Move("r1", ((10, 24),), elevation=1)).rule == "AS-MOV-038"
    assert move(fight, "r1", (10, 24), elevation=-4).elevation == -4.0


@pytest.mark.rule("AS-MOV-038", "AS-MOV-049")
def test_a_surfaced_submarine_moves_like_a_ship() -> None:
    event = move(field(lake(4), at=(10, 20), **SUB), "r1", (10, 26))
    assert (event.cost, event.mode) == (6.0, "ground")
    assert barred(field(lake(4), at=(10, 16), **SUB), (10, 12)) == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-038")
def test_a_submarine_keeps_its_depth_and_rises_over_a_shoal() -> None:
    shoal = {"kind": "water", "depth": 1, "rect": [0, 22, 40, 2]}
    dived = battle(
        unit("r1", (10, 20), state={"elevation": -3}, **SUB),
        unit("b1", (60, 40)),
        terrain=[lake(4), shoal],
        phase="movement",
    )
    level = check_move(dived, commands.Move("r1", ((12, 21),)))
    assert level.elevation == -3.0
    assert level.cost == pytest.approx(5**0.5)
    event = move(dived, "r1", (10, 25))
    assert (event.cost, event.elevation) == (5 + 4, -1.0)


@pytest.mark.rule("AS-SPC-053", "AS-MOV-022", "AS-MOV-038")
def test_underwater_gear_makes_a_submarine_of_a_submerged_mech() -> None:
    plain = field(lake(3), at=(10, 20))
    assert cost(plain, (10, 22)) == 8.0
    diver = field(lake(3), at=(10, 20), specials=["UMU"])
    assert cost(diver, (10, 22)) == 2.0
    event = move(diver, "r1", (10, 24), elevation=-2)
    assert (event.cost, event.elevation, event.mode) == (4 + 2, -2.0, "submersible")
    assert (
        refusal(field(lake(3), at=(10, 20), specials=["UMU"]), commands.Move("r1", ((10, 22),), elevation=-1)).rule
        == "AS-MOV-038"
    )
    waist_deep = field(lake(1), at=(10, 20), specials=["UMU"])
    assert cost(waist_deep, (10, 22)) == 4.0


@pytest.mark.rule("AS-MOV-021", "AS-SPC-053")
def test_infantry_with_underwater_gear_goes_into_water() -> None:
    divers = field(lake(1), **FOOT, specials=["UMU"])
    assert cost(divers, (10, 14)) == 4 + 2
    assert cost(field(lake(0), **FOOT, specials=["UMU"]), (10, 14)) == 4.0
    assert barred(field(lake(1), **FOOT), (10, 14)) == "AS-MOV-021"


@pytest.mark.rule("AS-SPC-053")
def test_a_diver_swims_up_before_it_steps_out() -> None:
    diver = battle(
        unit("r1", (10, 14), state={"elevation": -5}, move='20"', specials=["UMU"]),
        unit("b1", (60, 40)),
        terrain=[lake(5)],
        phase="movement",
    )
    event = move(diver, "r1", (10, 12))
    assert (event.cost, event.elevation) == (2 + 6 + 4, 0.0)
