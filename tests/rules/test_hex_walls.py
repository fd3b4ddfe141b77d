"""Walls on hex maps (p. 74): crossed, shot through and breached hex by hex."""

from typing import Any

import pytest

from lancemate.muster.battlefields import find_theme, generate
from lancemate.muster.battlefields.hexes import hexes_for, on_hexes
from rules.test_hexes import MECH, Report, answer, play, unit

WALL = {"id": "w", "kind": "wall", "type": "medium", "height": 1, "cf": 3, "hexes": ["0507"]}


def shot(at: str, *, target: str = "b", wall: dict[str, Any] = WALL) -> Report:
    """Somebody north of a wall fires south at the other side of it."""
    order = {"attack": {"unit": "a", "target": target}}
    return play(
        [unit("a", MECH, "0503", 180)],
        [unit("b", MECH, at)],
        {"preview": order},
        order,
        {"end_phase": {}},
        {"end_phase": {}},
        terrain=[wall],
        dice=[6, 5, *[6, 6, 1, 1] * 5],
    )


def state(report: Report) -> Any:
    return report.to_data()["state"]


@pytest.mark.rule("AS-URB-023")
def test_a_hex_of_wall_costs_what_a_building_costs() -> None:
    way = {"move": {"unit": "a", "path": ["0508", "0507", "0506"]}}
    report = play([unit("a", MECH, "0509")], [unit("b", MECH, "0101")], way, terrain=[WALL], phase="movement")
    moved = answer(report)["events"][0]
    assert [(part["value"], part["rule"]) for part in moved["parts"] if "an inch" in part["label"]] == [
        (4.0, "AS-URB-003")
    ]


@pytest.mark.rule("AS-URB-023")
def test_it_is_attacked_and_breached_as_a_building_is() -> None:
    report = shot("0515", target="w")
    assert answer(report)["target_number"] == 2  # Skill 4, immobile, medium range
    assert state(report)["terrain_changed"] == {"w": "rubble"}


@pytest.mark.rule("AS-URB-024")
@pytest.mark.parametrize(("at", "absorbed"), [("0508", 1), ("0509", 0), ("0608", 0)])
def test_it_takes_damage_for_whoever_stands_in_the_next_hex_behind_it(at: str, absorbed: int) -> None:
    report = shot(at)
    assert answer(report)["absorbed"] == absorbed
    assert state(report)["terrain_damage"].get("w", 0) == absorbed


@pytest.mark.rule("AS-URB-024")
def test_not_where_it_hides_its_target_altogether() -> None:
    assert answer(shot("0508", wall={**WALL, "height": 4}))["line_of_sight"] == "blocked"


def test_walls_of_a_generated_city_fall_hex_by_hex() -> None:
    table = generate(find_theme("city"), 36.0, 48.0, 4)
    sheet = on_hexes(table, *hexes_for(36.0, 48.0))
    walls = [feature for feature in sheet.features if feature.kind == "wall"]
    assert walls
    assert len({wall.id for wall in walls}) == len(walls)
    assert {len(wall.shape.cells) for wall in walls} == {1}  # type: ignore[attr-defined]
