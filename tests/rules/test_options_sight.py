"""Practical line of sight (pp. 170-172) and coordinates (p. 159)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.options.coordinate_system import coordinates, measure_coordinates
from lancemate.alphastrike.options.practical_los import Template, draught, template_of, train_length
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from rules.duel import ELEMENTALS, FOOT, TANK, VTOL
from rules.table import battle, number, unit

PLOS = ("practical_los",)


def over(height: float, *, options: Any = PLOS, more: Any = (), **target: Any) -> Any:
    """What r1 sees of b1 behind a wall half way between them, all the way across."""
    wall = {"id": "w", "kind": "wall", "height": height, "rect": [0, 24, 72, 0.5]}
    fight = battle(
        unit("r1", (20, 14.25)), unit("b1", (20, 34.25), 180, **target), terrain=[wall, *more], options=options
    )
    return preview_attack(fight, orders.Attack("r1", "b1"))


@pytest.mark.rule("AS-OPT-513", "AS-OPT-515")
@pytest.mark.parametrize(
    ("height", "status"), [(1.3, "clear"), (1.34, "partial"), (1.6, "partial"), (1.68, "blocked"), (2.5, "blocked")]
)
def test_a_mech_behind_a_wall_half_way(height: float, status: str) -> None:
    """Both are 2 inches high and the wall stands half way: a line over it meets the target as far below its top."""
    seen = over(height)
    assert seen.line_of_sight == status
    assert number(seen, "AS-COM-053") == (1 if status == "partial" else None)


@pytest.mark.rule("AS-OPT-513")
def test_a_third_of_its_own_volume_is_enough() -> None:
    """Of a tank an inch high 40% show over a wall of 1.3 inches, and 29% over one of 1.34."""
    assert over(1.3, **TANK).legal
    hidden = over(1.34, **TANK).reason
    assert (hidden.code, hidden.rule) == ("no_line_of_sight", "AS-OPT-513")
    assert over(1.3, options=(), **TANK).reason.rule == "AS-COM-008"


@pytest.mark.rule("AS-OPT-515")
def test_every_unit_may_have_partial_cover() -> None:
    """A tank is an inch high: of it a third is hidden from a wall of about one and a sixth."""
    tank = over(1.25, **TANK)
    assert (tank.line_of_sight, number(tank, "AS-COM-053")) == ("partial", 1)
    assert over(1.25, options=(), **TANK).line_of_sight != "partial"


@pytest.mark.rule("AS-OPT-514", "AS-OPT-515")
@pytest.mark.parametrize(("edge", "status"), [(20.25, "clear"), (20.1, "partial"), (19.9, "blocked")])
def test_sideways_at_the_height_of_the_top(edge: float, status: str) -> None:
    tower = {"id": "tower", "kind": "building", "height": 9, "rect": [edge, 33, 10, 0.25]}
    fight = battle(unit("r1", (20, 4)), unit("b1", (20, 34.25), 180), terrain=[tower], options=PLOS)
    assert preview_attack(fight, orders.Attack("r1", "b1")).line_of_sight == status


@pytest.mark.rule("AS-OPT-510")
def test_what_flies_is_seen_over_everything() -> None:
    seen = over(6.0, state={"airborne": True, "elevation": 3}, **VTOL)
    assert seen.line_of_sight == "clear"
    assert over(6.0, options=(), state={"airborne": True, "elevation": 3}, **VTOL).line_of_sight == "blocked"


@pytest.mark.rule("AS-OPT-513")
def test_woods_count_as_ever() -> None:
    seen = over(1.0, more=[{"kind": "woods", "rect": [0, 26, 72, 3]}])
    assert (seen.line_of_sight, number(seen, "AS-COM-052")) == ("clear", 1)
    assert over(1.0, more=[{"kind": "woods", "rect": [0, 26, 72, 6]}]).line_of_sight == "blocked"


def card(**data: Any) -> Any:
    return battle(unit("r1", (20, 20), **data), unit("b1", (60, 40))).units["r1"]


@pytest.mark.rule("AS-OPT-511")
@pytest.mark.parametrize(
    ("data", "size"),
    [
        ({"size": 1}, (1.25, 1.25, 2)),
        ({"size": 4, "specials": ["LG"]}, (1.5, 1.5, 3)),
        ({"type": "PM", "move": '8"'}, (1, 1, 1)),
        (FOOT, (1.25, 1.25, 1)),
        (ELEMENTALS, (1.25, 1.25, 1)),
        (TANK, (1.25, 1.25, 1)),
    ],
)
def test_standard_volumes(data: dict[str, Any], size: tuple[float, float, float]) -> None:
    one = card(**data)
    assert template_of(rules, one.card, one.body) == Template(*size)


@pytest.mark.rule("AS-OPT-512", "AS-OPT-516")
@pytest.mark.parametrize(
    ("data", "size"),
    [
        ({"type": "SV", "size": 4, "move": '6"i', "specials": ["VLG"]}, (6, 2.5, 2.5)),
        ({"type": "SV", "size": 4, "move": '6"n', "specials": ["VLG"]}, (12, 3, 7)),
        ({"type": "SV", "size": 5, "move": '6"n', "specials": ["SLG"]}, (18, 4, 10)),
        ({"type": "SV", "size": 3, "move": '6"r'}, (2, 1, 1.25)),
    ],
)
def test_uncommon_volumes(data: dict[str, Any], size: tuple[float, float, float]) -> None:
    one = card(**data)
    assert template_of(rules, one.card, one.body) == Template(*size)


@pytest.mark.rule("AS-OPT-516")
def test_large_vehicles_without_a_template_keep_their_shape() -> None:
    one = card(type="SV", size=4, move='6"t', specials=["VLG"])
    assert template_of(rules, one.card, one.body) == (2 * one.radius, 2 * one.radius, one.height)


@pytest.mark.rule("AS-OPT-512")
def test_trains_and_ships() -> None:
    """The book's train of Size 11 is 6 inches long; a ship 7 inches high reaches 1 inch below the water."""
    assert train_length(rules, 3, 2, 2, 2, 2) == 6
    assert [draught(rules, high) for high in (2, 5, 7, 8, 10)] == [0, 1, 1, 2, 2]
    ship = Template(12.0, 3.0, 7.0)
    assert (ship.across(0.0, 0.0), ship.across(0.0, 90.0)) == (3.0, 12.0)


@pytest.mark.rule("AS-OPT-517")
def test_of_a_building_any_part_is_enough() -> None:
    wall = {"id": "w", "kind": "wall", "height": 3.9, "rect": [0, 24, 72, 0.5]}
    house = {"id": "house", "kind": "building", "height": 6, "rect": [18, 34, 4, 4]}

    def sees(high: float) -> str | None:
        fight = battle(
            unit("r1", (20, 14.25)), unit("b1", (60, 40)), terrain=[{**wall, "height": high}, house], options=PLOS
        )
        return preview_attack(fight, orders.Attack("r1", "house")).line_of_sight

    assert sees(3.8) == "clear"
    assert sees(4.2) == "blocked"


def scene(options: Any) -> Battle:
    return battle(unit("r1", (20, 14)), unit("b1", (20, 34), 180), options=options)


@pytest.mark.rule("AS-OPT-510")
def test_in_the_open_nothing_changes() -> None:
    told = [preview_attack(scene(options), orders.Attack("r1", "b1")) for options in (PLOS, ())]
    assert told[0] == told[1]


# -- coordinates ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-340")
def test_places_are_counted_from_the_north_west_corner() -> None:
    fight = scene(("coordinate_system",))
    assert coordinates(fight, (0.0, 48.0)) == (0, 0)
    assert coordinates(fight, (20.0, 14.0)) == (20, 34)


@pytest.mark.rule("AS-OPT-341")
def test_a_record_has_x_first_then_y_and_what_it_is() -> None:
    told = measure_coordinates(scene(("coordinate_system",)), "b1")
    assert list(told.items()) == [("x", 20), ("y", 14), ("what", "unit"), ("facing", 180.0)]
