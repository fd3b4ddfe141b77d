"""Battlefield support with the mouse: bought in secret, laid, aimed along a strip, turned away by fighters."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from web.conftest import PATIENCE, Open
from web.hands import Hands
from web.test_access import serious
from web.test_orders import MECH, unit


def raid(address: str, open_page: Open) -> Hands:
    """Two players at one screen, about to buy."""
    script = {
        "map": {"kind": "table", "width": 36, "depth": 36},
        "settings": {"battlefield_support": {"level": "objective_raid", "buying": True}},
        "sides": [
            {"name": "red", "home": "south", "units": [unit("r1", MECH, (18, 6))]},
            {
                "name": "blue",
                "home": "north",
                "units": [unit("b1", MECH, (14, 30), 180), unit("b2", MECH, (18, 30), 180)],
            },
        ],
        "start": {"turn": 1, "phase": "initiative"},
    }
    game = {"mode": "hotseat", "script": script}
    made = httpx.post(f"{address}api/games", json=game, trust_env=False, timeout=2 * PATIENCE / 1000)
    assert made.status_code == 201, made.text
    hands = open_page(made.json()["seats"][0]["link"].lstrip("/"))
    hands.page.locator("g.unit").first.wait_for()
    hands.quicken()
    return hands


def test_support_is_bought_laid_aimed_and_turned_away(address: str, open_page: Open) -> None:
    hands = raid(address, open_page)
    page = hands.page
    hands.test("buy-strafing").click()
    hands.test("buy-heavy_minefield").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x - 8 * hands.inch(), y - 8 * hands.inch())
    expect(hands.test("minefield")).to_have_count(1)
    expect(hands.test("buy-strafing")).to_be_disabled()
    assert serious(page) == []
    hands.test("buy").click()
    expect(page.get_by_role("status").filter(has_text="Blue: which battlefield support do you buy")).to_be_visible()
    hands.test("buy-heavy_air_cover").click()
    hands.test("buy").click()
    for _ in range(6):
        hands.wait_for_turn()
        if hands.test("use-strafing").count():
            break
        hands.done()
    hands.test("use-strafing").click()
    first = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    page.mouse.click(first[0] - 2 * hands.inch(), first[1])
    page.mouse.move(first[0] + 4 * hands.inch(), first[1])
    expect(hands.test("strip")).to_be_visible()
    page.mouse.click(first[0] + 4 * hands.inch(), first[1])
    expect(hands.test("support-odds")).to_contain_text("58%")
    hands.test("call-in").click()
    expect(page.get_by_role("button", name="Heavy air cover", exact=True)).to_be_visible()
    page.get_by_role("button", name="Heavy air cover", exact=True).click()
    expect(page.get_by_text("which needs 6 against strafing")).to_be_visible()
