"""What a path costs (pp. 32, 34-37): inches, terrain, levels, roads, and who may not go where."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, move, refusal, unit

TANK: dict[str, Any] = {"type": "CV", "move": '10"t'}
WHEELS: dict[str, Any] = {"type": "CV", "move": '10"w'}
HOVER: dict[str, Any] = {"type": "CV", "move": '10"h'}
TRUCK: dict[str, Any] = {"type": "SV", "move": '10"w'}
TRAIN: dict[str, Any] = {"type": "SV", "move": '10"r'}
SHIP: dict[str, Any] = {"type": "CV", "move": '10"n'}
FOOT: dict[str, Any] = {"type": "CI", "move": '10"f'}
SUITS: dict[str, Any] = {"type": "BA", "move": '10"'}
PROTO: dict[str, Any] = {"type": "PM", "move": '10"'}
INDUSTRIAL: dict[str, Any] = {"type": "IM", "move": '10"'}

WOODS = {"kind": "woods", "rect": [0, 17, 40, 10]}
ROUGH = {"kind": "rough", "rect": [0, 17, 40, 10]}
RUBBLE = {"kind": "rubble", "rect": [0, 17, 40, 10]}
ROAD = {"kind": "road", "line": [[10, 0], [10, 40]], "width": 2}


def field(*terrain: dict[str, Any], at: tuple[float, float] = (10.0, 10.0), options: Any = (), **card: Any) -> Battle:
    """One red unit, ten inches of Move unless said otherwise, seven inches south of some terrain."""
    card = {"move": '10"', **card}
    return battle(unit("r1", at, **card), unit("b1", (60, 40)), terrain=terrain, phase="movement", options=options)


def cost(fight: Battle, *path: tuple[float, float], **more: Any) -> float:
    preview = check_move(fight, commands.Move("r1", tuple(path), **more))
    assert preview.legal, preview.reason
    assert preview.refusal is None
    assert preview.cost == pytest.approx(sum(part.value for part in preview.parts))
    return round(preview.cost, 4)


def barred(fight: Battle, *path: tuple[float, float], **more: Any) -> str | None:
    """The rule that forbids a move, or None when it is allowed."""
    preview = check_move(fight, commands.Move("r1", tuple(path), **more))
    assert preview.legal == (preview.refusal is None)
    return preview.refusal.rule if preview.refusal else None


# -- the model ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-001")
def test_a_unit_goes_anywhere_its_move_pays_for() -> None:
    assert cost(field(), (10, 15), (15, 15), facing=213) == 10.0
    assert cost(field(), (12, 10)) == 2.0
    refused = refusal(field(), commands.Move("r1", ((10, 15), (15.5, 15))))
    assert (refused.code, refused.rule) == ("too_far", "AS-MOV-001")
    assert "10.5" in refused.message


@pytest.mark.rule("AS-MOV-001")
def test_rounding_of_coordinates_never_costs_a_move() -> None:
    diagonal = 10 / 2**0.5
    assert barred(field(), (10 + diagonal, 10 + diagonal)) is None
    assert barred(field(), (10, 20.01)) == "AS-MOV-001"


@pytest.mark.rule("AS-MOV-011", "AS-MOV-015")
def test_terrain_costs_extra_for_the_inches_in_it() -> None:
    event = move(field(WOODS), "r1", (10, 18.5))
    assert event.cost == 10.0
    assert [(part.label, part.value) for part in event.parts] == [
        ("clear ground", 7.0),
        ("woods", 1.5),
        ("woods (+1 an inch)", 1.5),
    ]


@pytest.mark.rule("AS-MOV-011")
def test_extras_add_up() -> None:
    both = field(WOODS, {"kind": "rough", "rect": [0, 17, 40, 10]}, at=(10, 16))
    assert cost(both, (10, 19)) == 1 + 2 * 3
    woods_twice = field(WOODS, WOODS, at=(10, 16))
    assert cost(woods_twice, (10, 19)) == 1 + 2 * 2
    wooded_rise = field({"kind": "hill", "height": 1, "rect": [0, 17, 40, 10]}, WOODS, at=(10, 17.0 - 1e-3))
    assert cost(wooded_rise, (10, 19)) == pytest.approx(6.0, abs=0.01)


@pytest.mark.rule("AS-MOV-048", "AS-MOV-011", "AS-MOV-029")
@pytest.mark.parametrize(
    ("terrain", "path", "expected"),
    [
        pytest.param([{"kind": "hill", "height": 2, "rect": [14, 5, 8, 10]}], [(16, 10)], 10.0, id="A up the hill"),
        pytest.param([], [(10, 16), (14, 16)], 10.0, id="C around it"),
        pytest.param([WOODS], [(10, 18.5)], 10.0, id="D into the woods"),
        pytest.param([{"kind": "water", "depth": 1, "rect": [13, 0, 9, 20]}], [(15.5, 10)], 10.0, id="into water"),
    ],
)
def test_the_movement_basics_diagram(terrain: Any, path: Any, expected: float) -> None:
    fight = field(*terrain)
    assert cost(fight, *path) == expected
    assert move(fight, "r1", *path).allowance == 10.0


@pytest.mark.rule("AS-MOV-048", "AS-MOV-024")
def test_the_diagrams_sheer_face_cannot_be_climbed() -> None:
    assert barred(field({"kind": "hill", "height": 4, "rect": [14, 5, 8, 10]}), (15, 10)) == "AS-MOV-024"


# -- the table ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-015", "AS-MOV-026", "AS-MOV-027", "AS-MOV-039")
@pytest.mark.parametrize(
    ("terrain", "mover", "extra"),
    [
        (ROUGH, {}, 1),
        (ROUGH, TANK, 1),
        (ROUGH, WHEELS, None),
        (ROUGH, {**WHEELS, "move": '10"w(b)'}, None),
        (ROUGH, HOVER, 1),
        (ROUGH, FOOT, 1),
        (ROUGH, TRAIN, 1),
        (RUBBLE, {}, 1),
        (RUBBLE, WHEELS, 1),
        (RUBBLE, HOVER, 1),
        (WOODS, {}, 1),
        (WOODS, PROTO, 1),
        (WOODS, TANK, 1),
        (WOODS, WHEELS, None),
        (WOODS, HOVER, None),
        (WOODS, TRAIN, None),
        (WOODS, INDUSTRIAL, 1),
    ],
)
def test_every_row_of_dry_land(terrain: Any, mover: Any, extra: float | None) -> None:
    fight = field(terrain, at=(10, 16), **mover)
    if extra is None:
        assert barred(fight, (10, 18)) == "AS-MOV-015"
    else:
        assert cost(fight, (10, 18)) == 2 + extra


@pytest.mark.rule("AS-MOV-015", "AS-MOV-026", "AS-MOV-036")
def test_ships_are_prohibited_on_land() -> None:
    lake = {"kind": "water", "depth": 2, "rect": [0, 0, 40, 14]}
    fight = field(lake, at=(10, 8), **SHIP)
    assert cost(fight, (10, 13)) == 5.0
    assert barred(fight, (10, 15)) == "AS-MOV-015"
    assert barred(fight, (10, 13.6)) == "AS-MOV-036"  # the base would lie on the shore


@pytest.mark.rule("AS-MOV-016", "AS-SPC-042")
def test_wheeled_support_vehicles_are_slow_off_the_road() -> None:
    assert cost(field(**TRUCK), (10, 13)) == 6.0
    assert cost(field(ROAD, **TRUCK), (10, 13)) == 3.0
    assert cost(field(**TRUCK, specials=["ORO"]), (10, 13)) == 3.0
    assert cost(field(**WHEELS), (10, 13)) == 3.0
    assert cost(field(RUBBLE, at=(10, 17.5), **TRUCK), (10, 19.5)) == 2 * 3


@pytest.mark.rule("AS-MOV-017")
@pytest.mark.parametrize(("mover", "bonus"), [(TANK, 2), (WHEELS, 2), (TRUCK, 2), (HOVER, 0), ({}, 0), (FOOT, 0)])
def test_wheels_and_tracks_are_faster_on_pavement(mover: Any, bonus: int) -> None:
    preview = check_move(field(ROAD, **mover), commands.Move("r1", ((10, 20),)))
    assert preview.allowance == 10 + bonus
    assert (barred(field(ROAD, **mover), (10, 22)) is None) == bool(bonus)


@pytest.mark.rule("AS-MOV-017")
def test_the_whole_move_must_be_on_pavement() -> None:
    def allowance(*path: tuple[float, float], **more: Any) -> float:
        fight = field(ROAD, {"kind": "pavement", "rect": [11, 12, 4, 4]}, **TANK)
        return check_move(fight, commands.Move("r1", path, **more)).allowance

    assert allowance((10, 14), (13, 14)) == 12
    assert allowance((10, 14), (16, 14)) == 10
    assert allowance((12, 11), (10, 13)) == 10
    assert allowance((10, 14), mode="sprint") == 17  # 15 and the pavement


@pytest.mark.rule("AS-MOV-018")
def test_infantry_slips_through_woods() -> None:
    assert cost(field(WOODS, at=(10, 16), **FOOT), (10, 19)) == 3.0
    assert cost(field(WOODS, at=(10, 16), **SUITS), (10, 19)) == 3.0
    assert cost(field(ROUGH, at=(10, 16), **FOOT), (10, 19)) == 5.0


@pytest.mark.rule("AS-MOV-019")
@pytest.mark.parametrize("code", ["w(b)", "w(m)"])
def test_cycles_may_enter_woods(code: str) -> None:
    assert cost(field(WOODS, at=(10, 16), type="CV", move=f'10"{code}'), (10, 19)) == 5.0
    assert barred(field(WOODS, at=(10, 16), **WHEELS), (10, 19)) == "AS-MOV-015"


# -- prohibitions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-027")
def test_no_part_of_the_base_may_enter_prohibited_terrain() -> None:
    fight = field({"kind": "woods", "rect": [11, 12, 10, 10]}, **HOVER)
    assert barred(fight, (10, 18)) is None
    assert barred(fight, (10.375, 18)) is None  # touching is not entering
    assert barred(fight, (10.5, 18)) == "AS-MOV-015"
    assert barred(field({"kind": "woods", "rect": [11, 12, 10, 10]}), (10.5, 18)) is None


@pytest.mark.rule("AS-MOV-027")
def test_a_unit_may_leave_terrain_its_base_already_lies_on() -> None:
    fight = field({"kind": "woods", "rect": [10.3, 8, 10, 10]}, **HOVER)
    assert barred(fight, (8, 10)) is None
    assert barred(fight, (10.6, 12)) == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-027")
def test_what_is_solid_and_nobody_has_a_price_for_is_in_the_way() -> None:
    fight = field({"kind": "statue", "role": "solid", "height": 3, "rect": [8, 13, 4, 3]})
    refused = refusal(fight, commands.Move("r1", ((10, 18),)))
    assert refused.code == "solid"
    assert barred(fight, (14, 13), (14, 15)) is None


# -- roads and bridges ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-033")
def test_a_road_takes_a_unit_through_what_it_crosses() -> None:
    assert cost(field(WOODS, ROAD), (10, 20)) == 10.0
    assert cost(field(WOODS, ROAD, **HOVER), (10, 20)) == 10.0
    assert barred(field(WOODS, **HOVER), (10, 20)) == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-033")
def test_the_road_counts_only_for_a_move_that_never_leaves_it() -> None:
    assert cost(field(WOODS, ROAD, at=(12, 16)), (10, 16), (10, 19)) == 2 + 1 + 2 * 2
    assert barred(field(WOODS, ROAD, at=(12, 16), **HOVER), (10, 16), (10, 19)) == "AS-MOV-015"
    assert cost(field(ROAD, at=(12, 16)), (10, 16), (10, 19)) == 5.0


@pytest.mark.rule("AS-MOV-033")
def test_what_is_drawn_on_top_of_a_road_covers_it() -> None:
    assert cost(field(ROAD, RUBBLE, at=(10, 16)), (10, 19)) == 5.0


@pytest.mark.rule("AS-MOV-033", "AS-MOV-029")
def test_level_changes_are_paid_on_roads_too() -> None:
    hill = {"kind": "hill", "height": 1, "rect": [0, 17, 40, 10]}
    assert cost(field(hill, WOODS, ROAD, at=(10, 16)), (10, 19)) == 3 + 2


def test_bridges_carry_units_over_water() -> None:
    river = {"kind": "water", "depth": 2, "rect": [0, 13, 40, 4]}
    bridge = {"kind": "bridge", "line": [[10, 12], [10, 18]], "width": 2}
    event = move(field(river, bridge, **TANK), "r1", (10, 15))
    assert (event.cost, event.elevation) == (5.0, 0.0)
    assert barred(field(river, bridge, **TANK), (13, 15)) == "AS-MOV-015"
    below = move(field(river, bridge, at=(14, 15), move='16"'), "r1", (10, 15))
    assert (below.cost, below.elevation) == (16.0, -2.0)


# -- speed and shape ------------------------------------------------------------------------------------------


def test_a_preview_changes_nothing_and_answers_for_either_side() -> None:
    fight = field(WOODS)
    before = fight.hash()
    preview = check_move(fight, commands.Move("b1", ((60, 35),)))
    assert preview.legal
    assert preview.cost == 5.0
    assert not check_move(fight, commands.Move("nobody")).legal
    assert fight.hash() == before
