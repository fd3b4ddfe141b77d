"""Towns on the page: a floor to choose, a skid foreseen, a section of a wall to aim at."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import MECH, table, unit

__all__ = ["table"]  # a fixture

HALL = {"id": "hall", "kind": "building", "type": "heavy", "height": 2, "cf": 9, "rect": [14, 14, 8, 8]}
WALL = {"id": "w1", "kind": "wall", "type": "medium", "height": 1, "cf": 3, "line": [[4, 20], [12, 20]], "width": 1}
FOOT: dict[str, Any] = {
    **{"name": "Foot", "type": "CI", "size": 1, "tmm": 0, "move": '8"f'},
    **{"damage": "1/1/0", "armor": 2, "structure": 1},
}


def test_infantry_chooses_a_floor(table: Open) -> None:
    hands = table([unit("r1", FOOT, (18, 12))], [unit("b1", MECH, (30, 30), 180)], "movement", terrain=[HALL])
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x, y - 4 * hands.inch())
    floors = page.get_by_test_id("floors")
    expect(floors.get_by_role("button")).to_have_count(3)
    floors.get_by_role("button", name="roof").click()
    expect(page.get_by_text("up 2 inside")).to_be_visible()
    hands.confirm()
    expect(page.locator("g.unit[data-unit=r1]")).to_contain_text("roof")


def test_a_skid_is_foreseen(table: Open) -> None:
    road = {"id": "street", "kind": "road", "line": [[18, 0], [18, 36]], "width": 3}
    hands = table(
        [unit("r1", MECH, (18, 8))],
        [unit("b1", MECH, (30, 30), 180)],
        "movement",
        terrain=[road],
        options=["skidding"],
    )
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x, y - 7 * hands.inch())
    expect(page.get_by_test_id("skid")).to_contain_text("4 or more keeps control")


def test_a_section_of_a_wall_is_aimed_at(table: Open) -> None:
    hands = table([unit("r1", MECH, (8, 12))], [unit("b1", MECH, (30, 30), 180)], "combat", terrain=[WALL, HALL])
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x - hands.inch(), y - 8 * hands.inch())
    expect(page.get_by_test_id("fire")).to_be_enabled()
    page.get_by_test_id("fire").click()
    expect(page.locator("g[data-feature='w1/2'] title")).to_contain_text("w1/2")
