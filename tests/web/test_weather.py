"""A planet is chosen in the lobby; its weather lies over the table and its effects are listed with their pages."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from web.conftest import Open


def test_a_planet_is_chosen_drawn_and_explained(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    hands.test("planet").select_option("whiteout")
    expect(hands.test("conditions")).to_contain_text("Blizzard")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    weather = hands.test("weather")
    expect(weather).to_have_attribute("data-light", "night")
    expect(weather.locator(".snow")).to_have_count(1)
    hands.test("conditions").locator("summary").click()
    expect(hands.test("conditions")).to_contain_text("+2 to hit")
    expect(hands.test("conditions")).to_contain_text("62")
    if "LANCEMATE_PICTURES" in os.environ:
        page.screenshot(path=f"{os.environ['LANCEMATE_PICTURES']}/weather.png")
