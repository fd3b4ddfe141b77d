"""A whole battle against the bot, by mouse, from the start page to the victory screen."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Open


def test_a_battle_from_the_start_page_to_the_victory_screen(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    page.get_by_label("Their force").select_option(label="Red Hunter Special Operations Group: Recon Lance (79 PV)")
    page.get_by_label("Your force").select_option(label="Gray Death Legion: Command Lance (176 PV)")
    page.get_by_label("Country").select_option("badlands")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    hands.quicken()
    assert hands.play_on(turns=30) == "over"
    assert page.locator("[data-testid=victory] h1").inner_text() in ("Victory", "Defeat", "A draw")
