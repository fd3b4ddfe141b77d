"""People meet in the lobby and play: by a link and from the list, on telephones, tablets and desktops."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import DESKTOP, Open
from web.hands import Hands
from web.meeting import come, get_ready, invitation, meet, open_table
from web.test_access import serious
from web.test_online import whose_turn

PHONE = (390, 844)
ON_ITS_SIDE = (844, 390)


def no_wider_than_the_window(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")


def test_two_agree_before_they_fight(open_page: Open) -> None:
    host = open_table(open_page, "Ada")
    page = host.page
    host.test("points").fill("20")
    host.test("clock").select_option("side")
    host.test("clock-end").select_option("lose")
    host.test("make-game").click()
    expect(host.test("ready")).to_be_disabled()
    expect(host.test("seat-host")).to_contain_text("20 are agreed on")
    guest = come(open_page, invitation(host), "Bob")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada against Bob")
    expect(guest.page.get_by_label("Terms")).to_contain_text("whoever runs out loses the battle")
    assert serious(page) == []

    guest.test("change-terms").click()
    guest.test("points").fill("500")
    guest.page.get_by_role("button", name="Propose this").click()
    expect(page.get_by_label("Terms")).to_contain_text("500 for each side")
    expect(host.test("changed")).to_contain_text("Bob")
    page.get_by_label("Say something").fill("Fine with me.")
    page.get_by_role("button", name="Say it").click()
    expect(guest.page.get_by_role("log")).to_contain_text("Ada Fine with me.")
    host.test("ready").click()
    expect(guest.test("seat-host").locator("[data-testid=is-ready]")).to_be_visible()
    guest.test("swap-sides").click()
    expect(host.test("is-ready")).to_have_count(0)
    expect(host.test("seat-host")).to_contain_text("Blue")
    get_ready(host, guest)
    for one in (host, guest):
        one.page.locator("g.unit").first.wait_for()
        expect(one.test("clocks")).to_contain_text("Red")
    acting, _ = whose_turn(host, guest)
    expect(acting.page).to_have_title(re.compile("^● Ada against Bob"))
    expect(page.get_by_label("Force of red")).to_contain_text("Bob")
    expect(guest.page.get_by_label("Force of blue")).to_contain_text("Ada")
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Fine with me.")

    # One of them resigns; both come back to a talk about the next battle.
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    host.test("rematch").click()
    expect(page).to_have_url(re.compile("/talk/"))
    guest.test("accept-rematch").click()
    expect(guest.page).to_have_url(re.compile("/talk/"))
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Ada against Bob")
    expect(guest.test("seat-host")).to_contain_text("Ada")
    guest.page.goto(guest.page.url.split("#")[0])
    expect(guest.test("my-games")).to_contain_text("won")
    expect(guest.test("my-games")).to_contain_text("against Ada")


def test_an_open_table_is_found_and_the_battle_is_watched(open_page: Open) -> None:
    host = open_table(open_page, "Cleo")
    page = host.page
    page.get_by_label("What the table is called").fill("Come one, come all")
    host.test("listed").check()
    page.get_by_label("Anybody may find the battle and watch").check()
    page.get_by_label("Forces stay secret").check()
    host.test("make-game").click()
    expect(host.test("seat-host")).to_contain_text("PV")
    guest = open_page()
    guest.page.get_by_role("link", name="Sit down at Come one, come all").click()
    guest.page.get_by_label("Your name").fill("Dan")
    guest.test("take-seat").click()
    expect(guest.test("seat-host")).to_contain_text("Has brought a force in secret")
    assert serious(guest.page) == []
    guest.test("bring-choice").select_option("lance-3")
    guest.test("bring").click()
    expect(host.test("seat-guest")).to_contain_text("Has brought a force in secret")
    for one in (host, guest):
        one.test("ready").click()
    page.locator("g.unit").first.wait_for()
    watcher = open_page()
    watcher.page.get_by_role("link", name="Watch Come one, come all").click()
    watcher.page.locator("g.unit").first.wait_for()
    expect(watcher.page.get_by_label("Force of red")).to_contain_text("Cleo")


def test_soldiers_meet_too(open_page: Open) -> None:
    host = open_page()
    host.test("game-battletroops").click()
    expect(host.test("make-troops")).to_be_enabled()
    host.page.get_by_label("another player, here or far away").check()
    host.page.get_by_label("Your name").fill("Eve")
    host.test("make-troops").click()
    guest = come(open_page, invitation(host), "Fay")
    get_ready(host, guest, "assault")
    for one in (host, guest):
        one.page.locator("[data-n]").first.wait_for()
        expect(one.page.locator(".words")).to_contain_text("o")


@pytest.mark.parametrize(
    "sizes", [(PHONE, ON_ITS_SIDE), (PHONE, DESKTOP)], ids=["two telephones", "a telephone and a desktop"]
)
def test_a_battle_between(open_page: Open, sizes: tuple[tuple[int, int], tuple[int, int]]) -> None:
    both = meet(open_page, sizes)
    for hands in both:
        hands.quicken()
        no_wider_than_the_window(hands.page)
    assert play(both, turns=1) > 12


def bring_alone(hands: Hands, unit: str, skill: int) -> None:
    """A single unit, out of a file of one's own."""
    page = hands.page
    choice = page.get_by_label("Or from a file")
    if not choice.is_visible():
        page.get_by_text("Bring another force").click()
    force = {"name": "Alone", "formations": [{"name": "Alpha", "units": [{"unit": unit, "skill": skill}]}]}
    file = {"name": "alone.json", "mimeType": "application/json", "buffer": json.dumps(force).encode()}
    choice.set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_text("Alone is your force now: 1 unit,")).to_be_visible()
    hands.test("bring").click()
    expect(page.get_by_label("You", exact=True).locator("strong", has_text="Alone")).to_be_visible()


def test_two_telephones_fight_it_out_with_forces_of_their_own(open_page: Open) -> None:
    host = open_table(open_page, "Ada", PHONE, touch=True)
    host.test("make-game").click()
    guest = come(open_page, invitation(host), "Bob", PHONE, touch=True)
    bring_alone(host, "whm_6r_warhammer", 0)
    bring_alone(guest, "stg_3r_stinger", 4)
    for one in (host, guest):  # who is ready is ready for what is seen, so both see both forces first
        expect(
            one.page.get_by_label("The other player", exact=True).locator("strong", has_text="Alone")
        ).to_be_visible()
        one.test("ready").click()
    for one in (host, guest):
        one.page.locator("g.unit").first.wait_for()
        one.quicken()
    play((host, guest), turns=12)
    for one in (host, guest):
        expect(one.test("victory")).to_be_visible()
        no_wider_than_the_window(one.page)
        assert serious(one.page) == []


def play(both: tuple[Hands, Hands], turns: int) -> int:
    """Both play by turns until so many are over; how many commands that took."""
    waited = 0
    while True:
        acting = next((one for one in both if is_asked(one)), None)
        if acting is None:
            both[0].page.wait_for_timeout(100)
            waited += 1
            assert waited < 600, "nobody is asked for anything"
            continue
        waited = 0
        doing = acting.wait_for_turn()
        if doing == "over" or int(acting.page.locator(".clock strong").inner_text().split()[-1]) > turns:
            return int(acting.page.locator("[data-n]").get_attribute("data-n") or "")
        take_a_turn(acting, doing)


def is_asked(hands: Hands) -> bool:
    page = hands.page
    return page.locator("[data-testid=next-unit], [data-testid=victory], [data-testid=choice]").count() > 0


def take_a_turn(hands: Hands, doing: str) -> None:
    if doing == "decide":
        hands.give(hands.test("choice").first)
    elif doing == "move":
        hands.step_towards_enemy()
    elif hands.ready_units():
        hands.shoot()
    else:
        hands.done()


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_every_page_fits_a_telephone(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page(size=size, touch=True)
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    no_wider_than_the_window(page)
    root = page.url.split("#")[0]
    for path in ("#/muster", "#/rules/AS-COM-052", "#/meet/nowhere", "companion", "#/nothing"):
        page.goto(root + path)
        page.get_by_role("heading", level=1).first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        no_wider_than_the_window(page)
