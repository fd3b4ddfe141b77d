"""Aircraft with the mouse: a path laid over the table, whom it passes over, a strip to strafe, a dogfight told."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

from web.conftest import PATIENCE, Open
from web.hands import Hands
from web.test_access import serious
from web.test_orders import MECH, unit

JET: dict[str, Any] = {
    **{"name": "Corsair", "type": "AF", "size": 2, "move": "6a", "damage": "4/4/2/1", "ov": 2},
    **{"armor": 6, "structure": 3, "threshold": 2, "specials": ["BOMB2"]},
}


def table(address: str, open_page: Open, phase: str) -> Hands:
    """Two players at one screen: red's fighter south of blue's 'Mech, blue's coming the other way."""
    up = {"airborne": True, "altitude": "low"}
    script = {
        "map": {"kind": "table", "width": 48, "depth": 48},
        "options": ["aerospace"],
        "sides": [
            {"name": "red", "home": "south", "units": [{**unit("r1", JET, (24, 0)), "state": up}]},
            {
                "name": "blue",
                "home": "north",
                "units": [unit("b1", MECH, (24, 24), 180), {**unit("b2", JET, (10, 48), 180), "state": up}],
            },
        ],
        "start": {"turn": 1, "phase": phase, "first": "red"},
    }
    game = {"mode": "hotseat", "script": script}
    made = httpx.post(f"{address}api/games", json=game, trust_env=False, timeout=2 * PATIENCE / 1000)
    assert made.status_code == 201, made.text
    hands = open_page(made.json()["seats"][0]["link"].lstrip("/"))
    hands.page.locator("g.unit").first.wait_for()
    hands.quicken()
    return hands


def pick(hands: Hands, name: str) -> None:
    x, y = hands.middle_of(hands.page.locator(f"g.unit[data-unit={name}]"))
    hands.page.mouse.click(x, y)


def test_a_path_is_laid_over_the_table(address: str, open_page: Open) -> None:
    hands = table(address, open_page, "air_movement")
    page = hands.page
    pick(hands, "r1")
    expect(hands.test("flight")).to_contain_text("Thrust 6")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    inch = hands.inch()
    page.mouse.click(x, y - 6 * inch)  # beyond the 'Mech, over it
    expect(hands.test("strikes")).to_contain_text("B1")
    page.get_by_label("Altitude").select_option("middle")
    expect(hands.test("flight")).to_contain_text("Middle altitude")
    expect(page.locator(".flights .plan")).to_have_count(1)
    assert serious(page) == []
    expect(hands.test("confirm-move")).to_be_enabled()
    hands.test("confirm-move").click()
    expect(page.get_by_text("flies at middle altitude")).to_be_visible()
    expect(page.locator(".flights .path")).to_have_count(1)


def test_a_strip_is_strafed_and_a_dogfight_told(address: str, open_page: Open) -> None:
    hands = table(address, open_page, "combat")
    page = hands.page
    pick(hands, "r1")
    runs = page.get_by_role("group", name="Runs over the table")
    expect(runs).to_contain_text("B1")
    runs.get_by_role("button").first.click()
    expect(hands.test("fire")).to_be_enabled()
    pick(hands, "b2")
    expect(hands.test("control")).to_contain_text("needs 6+")
    hands.test("fire").click()
    page.get_by_text("returns the attack").or_(hands.test("choice")).first.wait_for()
    hands.test("choice").first.click()
    expect(page.get_by_text("control", exact=False).first).to_be_visible()
