"""Secrets with the mouse: a unit is hidden and comes out, a blip is drawn as a blip, a scan shows a record sheet."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

from web.conftest import PATIENCE, Open
from web.hands import Hands
from web.test_access import serious
from web.test_orders import MECH, unit

MASTER: dict[str, Any] = {**MECH, "name": "BLR-1G BattleMaster"}


def seated(address: str, open_page: Open, script: dict[str, Any], mode: str = "hotseat", seat: int = 0) -> Hands:
    game = {"mode": mode, "script": script}
    made = httpx.post(f"{address}api/games", json=game, trust_env=False, timeout=2 * PATIENCE / 1000)
    assert made.status_code == 201, made.text
    hands = open_page(made.json()["seats"][seat]["link"].lstrip("/"))
    hands.quicken()
    return hands


def test_a_unit_is_hidden_where_it_deploys(address: str, open_page: Open) -> None:
    script = {
        "map": {"kind": "table", "width": 36, "depth": 36},
        "options": ["hidden_units"],
        "terrain": [{"id": "wood", "kind": "woods", "rect": [0, 0, 36, 10]}],
        "sides": [
            {"name": "red", "home": "south", "units": [{"id": "r1", "card": MECH}, {"id": "r2", "card": MECH}]},
            {"name": "blue", "home": "north", "units": [unit("b1", MECH, (18, 30), 180)]},
        ],
        "start": {"phase": "deployment", "first": "red"},
    }
    hands = seated(address, open_page, script)
    page = hands.page
    page.get_by_role("button", name="to be placed").first.click()
    hands.test("hidden").check()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    page.mouse.click(x, y + 24 * hands.inch())
    expect(hands.test("deploy")).to_contain_text("Hide it here")
    assert serious(page) == []
    hands.test("deploy").click()
    expect(page.get_by_role("button", name="hidden").first).to_be_visible()


def test_a_blip_is_drawn_as_one_and_a_scan_shows_the_sheet(address: str, open_page: Open) -> None:
    script = {
        "map": {"kind": "table", "width": 36, "depth": 36},
        "options": ["concealing_unit_data"],
        "sides": [
            {"name": "red", "home": "south", "units": [unit("r1", MECH, (18, 10))]},
            {
                "name": "blue",
                "home": "north",
                "units": [unit("b1", MASTER, (18, 15), 180), {**unit("b2", MASTER, (18, 30), 180), "blip": "A"}],
            },
        ],
        "start": {"phase": "combat", "first": "red"},
    }
    hands = seated(address, open_page, script, mode="friend")
    page = hands.page
    expect(hands.test("blip")).to_have_count(1)
    expect(page.locator("g.unit[data-unit=b2]")).to_have_count(0)
    page.locator("g.unit[data-unit=b1]").first.click()
    expect(hands.test("outline")).to_contain_text("Its record sheet is secret")
    page.get_by_role("button", name="may attack").first.click()
    page.get_by_role("button", name="Scan").click()
    expect(page.get_by_role("button", name="Scan")).to_have_count(0)
    page.get_by_role("button", name="BattleMaster").first.click()
    expect(hands.test("outline")).to_contain_text("Scanned: BLR-1G")
    assert serious(page) == []
