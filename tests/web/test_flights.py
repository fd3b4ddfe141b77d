"""Aircraft with the mouse: a path laid over the table, whom it passes over, a strip to strafe, a dogfight told."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from web.conftest import PATIENCE, Open
from web.hands import READY, Hands
from web.test_access import serious
from web.test_orders import MECH, unit

JET: dict[str, Any] = {
    **{"name": "Corsair", "type": "AF", "size": 2, "move": "6a", "damage": "4/4/2/1", "ov": 2},
    **{"armor": 6, "structure": 3, "threshold": 2, "specials": ["BOMB2"]},
}


def table(address: str, open_page: Open, phase: str, *, hexes: bool = False) -> Hands:
    """Two players at one screen: red's fighter south of blue's 'Mech, blue's coming the other way."""
    up = {"airborne": True, "altitude": "low"}
    places: tuple[Any, Any, Any] = ("0817", "0809", "0401") if hexes else ((24, 0), (24, 24), (10, 48))
    script = {
        "map": {"kind": "hex", "width": 16, "depth": 17} if hexes else {"kind": "table", "width": 48, "depth": 48},
        "options": ["aerospace"],
        "sides": [
            {"name": "red", "home": "south", "units": [{**unit("r1", JET, (0, 0)), "at": places[0], "state": up}]},
            {
                "name": "blue",
                "home": "north",
                "units": [
                    {**unit("b1", MECH, (0, 0), 180), "at": places[1]},
                    {**unit("b2", JET, (0, 0), 180), "at": places[2], "state": up},
                ],
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
    hands.confirm()
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


def come_on(hands: Hands, over: tuple[float, float]) -> None:
    """Let the next aircraft come on at the own edge, right below a place, and fly over that."""
    page = hands.page
    page.click(READY)
    expect(hands.test("flight")).to_contain_text("Thrust")
    ground = page.locator(".table > .ground").bounding_box()
    assert ground is not None
    page.mouse.click(over[0], ground["y"] + ground["height"] - 1)
    page.mouse.click(over[0], over[1] + 4 * hands.inch())
    expect(hands.test("confirm-move")).to_be_enabled()


@pytest.mark.parametrize("name", ["air-raid", "contested-landing"])
def test_a_scenario_with_aircraft_from_the_start_page(open_page: Open, name: str) -> None:
    """Its forces come with it; a bomber comes on by hand over somebody, and may attack what it passed over."""
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    mine, theirs = page.get_by_label("Your force"), page.get_by_label("Their force")
    before = mine.input_value()
    page.get_by_label("Scenario").first.select_option(name)
    expect(mine).to_have_value("air-2")
    page.get_by_label("the bot", exact=True).last.check()
    expect(theirs).to_have_value("air-2")
    page.get_by_label("Scenario").first.select_option("stand-up-fight")
    expect(mine).to_have_value(before)
    page.get_by_label("Scenario").first.select_option(name)
    page.get_by_label("you", exact=True).check()
    expect(mine).to_have_value("air-2")
    expect(theirs).to_have_value("air-3")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    hands.quicken()
    now = page.locator(".clock [aria-current]")
    while "Air" not in now.inner_text():
        hands.wait_for_turn()
        hands.done()
        expect(hands.test("next-unit")).to_be_visible()
    come_on(hands, hands.middle_of(page.locator("g.unit.cool").first))
    expect(hands.test("strikes")).to_contain_text("It could attack")
    hands.confirm()
    expect(page.locator(".flights .path")).not_to_have_count(0)  # one that runs straight north has no width
    hands.done()
    page.locator("main[data-doing=attack]").wait_for()
    pick(hands, "r4")
    page.locator("ul.targets, [aria-label='Runs over the table']").first.wait_for()
    expect(page.get_by_text("low altitude").first).to_be_visible()


def test_a_path_over_hexes(address: str, open_page: Open) -> None:
    hands = table(address, open_page, "air_movement", hexes=True)
    page = hands.page
    pick(hands, "r1")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    page.mouse.click(x, y - 4 * hands.inch())
    expect(hands.test("strikes")).to_contain_text("B1")
    expect(hands.test("threats")).to_contain_text("B1")
    expect(hands.test("flight")).to_contain_text("Low altitude")
    hands.confirm()
    expect(page.locator(".flights .path")).to_have_count(1)
