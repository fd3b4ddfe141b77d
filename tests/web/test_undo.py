"""Taking back in the browser: by button and key, at one screen, and between friends with the other's consent."""

from __future__ import annotations

import httpx
from playwright.sync_api import Locator, expect

from server.test_undo import MOVING, two_a_side
from web.conftest import Open
from web.hands import Hands


def seated(address: str, open_page: Open, mode: str) -> list[Hands]:
    """The players of a battle of two a side in the Movement Phase, red to move."""
    made = httpx.post(
        f"{address}api/games", json={"mode": mode, "script": two_a_side(start=MOVING)}, timeout=60, trust_env=False
    ).json()
    players = []
    for seat in made["seats"]:
        if seat["kind"] == "spectator":
            continue
        hands = open_page(seat["link"].lstrip("/"))
        if seat["token"] is None:
            hands.test("take-seat").click()
        hands.page.locator("g.unit").first.wait_for()
        hands.quicken()
        players.append(hands)
    return players


def move_one(hands: Hands) -> Locator:
    """Move the next unit a little, and say which it was."""
    before = hands.page.locator("[data-n]").get_attribute("data-n") or ""
    hands.step_towards_enemy()
    expect(hands.page.locator("[data-n]")).not_to_have_attribute("data-n", before)
    return hands.page.locator("g.unit[data-unit=r1]")


def test_a_move_is_taken_back_by_button_and_by_key(open_page: Open, address: str) -> None:
    (hands,) = seated(address, open_page, "hotseat")
    page = hands.page
    expect(hands.test("undo")).to_have_count(0)
    home = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    for how in ("button", "key"):
        unit = move_one(hands)
        assert hands.middle_of(unit) != home
        expect(hands.test("undo")).to_have_attribute("aria-label", "Take back the last order of Marauder R1 (U)")
        if how == "button":
            hands.test("undo").click()
        else:
            page.keyboard.press("u")
        expect(hands.test("undo")).to_have_count(0)
        assert hands.middle_of(unit) == home
        expect(page.locator(".line.undone").first).to_be_visible()
    expect(page.get_by_role("log", name="Story of the battle")).to_contain_text("Red takes back its last order.")


def test_a_friend_is_asked(open_page: Open, address: str) -> None:
    red, blue = seated(address, open_page, "friend")
    home = red.middle_of(red.page.locator("g.unit[data-unit=r1]"))
    unit = move_one(red)
    for answer, place in (("Decline", red.middle_of(unit)), ("Allow", home)):
        red.test("undo").click()
        blue.page.get_by_text("Red asks to take back its last order.").wait_for()
        if answer == "Decline":
            expect(red.test("undo")).to_be_disabled()
        blue.page.get_by_role("button", name=answer).click()
        if answer == "Decline":
            expect(red.test("news")).to_contain_text("rather not")
        else:
            expect(red.test("undo")).to_have_count(0)
        assert red.middle_of(unit) == place
