"""A map of hexes on the page: drawn with its numbers, moved on by clicking hexes, measured in hexes."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import MECH, table

__all__ = ["table"]

Json = Any
HEXES = {"kind": "hex", "width": 16, "depth": 12}
RIDGE = {"id": "ridge", "kind": "hill", "height": 2, "hexes": ["0505", "0605"]}
WOOD = {"id": "wood", "kind": "woods", "hexes": ["0704"]}


def unit(name: str, at: str, facing: float = 0.0) -> Json:
    return {"id": name, "card": {"ov": 0, **MECH}, "at": at, "facing": facing}


def test_a_battle_on_hexes(table: Open) -> None:
    hands = table([unit("r1", "0410")], [unit("b1", "0403", 180)], "movement", map=HEXES, terrain=[RIDGE, WOOD])
    page = hands.page
    expect(page.get_by_role("group", name="The table, 16 by 12 hexes")).to_be_visible()
    expect(page.locator(".cells path")).to_have_count(1)
    expect(page.locator("text.hill")).to_have_text("2")
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator(".reach path").first.wait_for(state="attached")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x + 0.3 * hands.inch(), y - 6.4 * hands.inch())  # three hexes north, not quite in the middle
    panel = page.get_by_label("Move Axe R1")
    expect(panel).to_contain_text("6″ of 8″")
    expect(panel).to_contain_text("0° north")
    panel.get_by_role("button", name="Turn right").click()
    expect(panel).to_contain_text("60°")
    panel.get_by_role("button", name="Undo").click()
    hands.confirm()
    expect(page.get_by_role("log")).to_contain_text(re.compile("Axe.*moves"))
    page.get_by_role("button", name="Measuring tape").click()
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator("g.unit[data-unit=b1] .base").click()
    expect(page.locator("svg.table")).to_contain_text("4 hexes")
