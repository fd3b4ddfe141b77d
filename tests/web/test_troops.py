"""BattleTroops in the browser: the lobby offers it, soldiers move and watch, reaction fire asks, grenades fly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from lancemate.battletroops.scenarios.forces import whole_scenario
from web.conftest import DESKTOP, Open
from web.hands import Hands
from web.test_access import serious

PHONE = (390, 844)

WATCHES = {"size": 6, "towards": [4, 2]}
# Blue watches the open ground that red has to cross; a crowd of two is close enough for a grenade.
SCRIPT: dict[str, Any] = {
    "game": "battletroops",
    "title": "A street",
    "map": {"kind": "lattice", "width": 14, "depth": 14},
    "terrain": [{"id": "shop", "kind": "building", "height": 2, "rect": [8.75, 5.5, 4, 4], "stairways": [[10, 8]]}],
    "sides": [
        {
            "name": "red",
            "home": "south",
            "units": [
                {"id": "r1", "soldier": {"primary": "Rifle"}, "at": [4, 2]},
                {"id": "r2", "soldier": {"primary": "SMG"}, "at": [6, 2], "state": {"prepared": "Hand Grenade"}},
            ],
        },
        {
            "name": "blue",
            "home": "north",
            "units": [
                {
                    "id": "b1",
                    "soldier": {"primary": "SMG"},
                    "at": [4, 10],
                    "state": {"arc": {"size": 6, "towards": [4, 2]}},
                },
                {"id": "b2", "soldier": {"primary": "Rifle"}, "at": [6, 6]},
            ],
        },
    ],
    "start": {"turn": 1, "phase": "movement", "first": "red"},
    "seed": 5,
}


def begin(hands: Hands, script: dict[str, Any]) -> None:
    """Open a script to be played by two at one screen."""
    hands.page.get_by_label("A battle is opened to").select_option("hotseat")
    file = {"name": "battle.json", "mimeType": "application/json", "buffer": json.dumps(script).encode()}
    hands.page.get_by_test_id("open-file").set_input_files(file)  # type: ignore[arg-type]
    hands.test("lattice").wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lobby_offers_both_games(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page(size=size)
    expect(hands.page.get_by_role("heading", level=1)).to_contain_text("Alpha Strike")
    hands.test("game-battletroops").click()
    expect(hands.page.get_by_role("heading", level=1)).to_contain_text("BattleTroops")
    expect(hands.test("make-troops")).to_be_enabled()
    assert serious(hands.page) == []
    hands.page.get_by_label("someone beside you").check()
    hands.test("make-troops").click()
    hands.test("lattice").wait_for()
    expect(hands.page.locator("main[data-doing=move]")).to_be_visible()
    hands.test("next-unit").click()
    expect(hands.test("soldier")).to_contain_text("MP a turn")
    expect(hands.page.locator(".reach").first).to_be_visible()
    hands.test("floor-1").click()
    expect(hands.test("floor-1")).to_have_attribute("aria-pressed", "true")


def test_one_click_begins_a_fight_of_soldiers(open_page: Open) -> None:
    hands = open_page()
    hands.test("game-battletroops").click()
    hands.test("quick-start").click()
    hands.test("lattice").wait_for()
    expect(hands.page.locator(".man[data-unit=b6]")).to_be_visible()


def test_a_scenario_and_platoons_begin_from_the_lobby(open_page: Open) -> None:
    hands = open_page()
    hands.test("game-battletroops").click()
    expect(hands.test("make-troops")).to_be_enabled()
    hands.test("fight").select_option("platoons")
    hands.page.get_by_label("Their platoon").select_option("Laser/jump")
    hands.test("fight").select_option("side-show")
    expect(hands.page.get_by_text("to the far side of the map and home again")).to_be_visible()
    hands.test("troop-side").select_option("liao")
    assert serious(hands.page) == []
    hands.test("make-troops").click()
    hands.test("lattice").wait_for()
    expect(hands.page.locator(".man[data-unit=l1]")).to_be_visible()


def test_on_three_sheets_a_chosen_man_is_seen_from_near(open_page: Open) -> None:
    hands = open_page()
    hands.test("game-battletroops").click()
    hands.test("fight").select_option("dragon-hunting")
    hands.test("troop-side").select_option("kurita")
    hands.test("make-troops").click()
    hands.test("lattice").wait_for()
    man = hands.page.locator(".man[data-unit=k1-1]")
    small = man.bounding_box()
    hands.test("man-k1-1").click()
    expect(hands.test("man-k1-1")).to_contain_text("hidden")
    expect(hands.page.locator(".reach").first).to_be_visible()
    large = man.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2 * small["width"]


def test_a_move_is_shot_at_and_a_grenade_is_thrown(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    begin(hands, SCRIPT)
    page.locator(".man[data-unit=r1]").click()
    page.locator('.reach[data-dot="5,2"]').click()
    expect(hands.test("mp")).to_contain_text("1 of 8 MP")
    hands.test("go").click()
    expect(hands.test("fire-panel")).to_contain_text("who does?")
    expect(hands.test("fire-panel")).to_contain_text("6+")
    page.locator(".shot summary .number").click()
    expect(hands.test("fire-panel")).to_contain_text("Short range")
    assert serious(page) == []
    hands.test("hold").click()
    expect(hands.test("fire-panel")).to_be_visible()  # on the dot he entered
    hands.test("hold").click()
    page.locator(".man[data-unit=r2]").click()
    hands.test("tool-throw").click()
    page.locator(".man[data-unit=b2]").click(force=True)
    expect(hands.test("soldier")).to_contain_text("to land there")
    expect(hands.test("throw-aim")).to_be_visible()
    hands.test("go").click()
    if hands.test("fire-panel").is_visible():
        hands.test("hold").click()
    expect(page.locator(".bomb, [data-testid=fire-panel]").first).to_be_visible()


def test_a_rocket_that_is_meant_for_a_mech_is_fired_at_it(open_page: Open) -> None:
    """Not at the dot it stands on; where it shall land may be chosen."""
    hands = open_page()
    page = hands.page
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [7, 10], "facing": 210, "orders": "hold"}
    gunner = {"id": "r1", "soldier": {"primary": "SRM"}, "at": [7, 2]}
    sides = [{"name": "red", "home": "south", "units": [gunner]}, {"name": "blue", "home": "north", "units": [hawk]}]
    script = {**SCRIPT, "options": ["area_effect", "mechs"], "terrain": [], "sides": sides}
    begin(hands, script)
    hands.test("man-r1").click()
    hands.test("tool-throw").click()
    page.locator(".man[data-unit=m1]").click(force=True)
    expect(page.get_by_text("4+", exact=True)).to_be_visible()
    hands.test("place").select_option("punch")
    expect(page.get_by_text("6+", exact=True)).to_be_visible()
    hands.test("go").click()
    expect(page.get_by_text("fires: SRM at")).to_be_visible()


def test_a_mech_is_in_the_list_and_walks(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [7, 6], "facing": 30}
    red = {"name": "red", "home": "south", "units": [hawk]}
    script = {**SCRIPT, "options": ["mechs"], "terrain": [], "sides": [red, SCRIPT["sides"][1]]}
    begin(hands, script)
    expect(hands.test("man-m1")).to_contain_text("Phoenix Hawk")
    hands.test("man-m1").click()
    expect(hands.test("machine")).to_contain_text("centre torso")
    page.get_by_role("button", name="Walk: turn left").click()
    expect(hands.test("fire-panel")).to_contain_text("who does?")
    assert serious(page) == []


def test_the_lesson_of_soldiers(open_page: Open) -> None:
    hands = open_page("#/lesson/battletroops")
    page = hands.page
    hands.test("lesson").wait_for()
    hands.test("lesson-next").click()
    page.locator(".man[data-unit=r1]").click()
    expect(hands.test("lesson")).to_have_attribute("data-step", "3")
    page.locator('.reach[data-dot="9,4"]').click()
    hands.test("go").click()
    expect(hands.test("lesson")).to_have_attribute("data-step", "4")
    hands.test("tool-watch").click()
    page.locator(".man[data-unit=b1]").click(force=True)
    hands.test("go").click()
    expect(hands.test("lesson")).to_have_attribute("data-step", "5")


def test_whoever_goes_to_the_lesson_at_once_leaves_nothing_behind(open_page: Open) -> None:
    """What the start page has asked for arrives when it has been left: the console says nothing."""
    hands = open_page()
    hands.page.route("**/api/troops", lambda route: (hands.page.wait_for_timeout(700), route.continue_())[1])
    hands.test("game-battletroops").click()
    hands.page.get_by_text("First squad, step by step").first.click()
    hands.test("lesson").wait_for()
    hands.page.wait_for_timeout(1000)


def test_a_fight_is_looked_through_from_its_beginning(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    red, blue = SCRIPT["sides"]
    script = {**SCRIPT, "sides": [red, {**blue, "units": blue["units"][1:]}]}  # nobody watches
    begin(hands, script)
    place = page.locator(".man[data-unit=r2] circle").first
    before = place.get_attribute("cx")
    page.locator(".man[data-unit=r2]").click()
    page.locator('.reach[data-dot="7,2"]').click()
    hands.test("go").click()
    expect(place).not_to_have_attribute("cx", before or "")
    page.get_by_role("button", name="To the beginning").click()
    expect(place).to_have_attribute("cx", before or "")
    page.get_by_role("button", name="One step on").click()
    expect(place).not_to_have_attribute("cx", before or "")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_a_hidden_man_waits_for_goes_with_the_end_of_the_movement(open_page: Open, size: tuple[int, int]) -> None:
    """No order of his own: that there was one would tell of him."""
    hands = open_page(size=size)
    page = hands.page
    hides = {"id": "b2", "soldier": {"primary": "Rifle"}, "at": [10, 8], "state": {"hidden": 1}}
    blue = {"name": "blue", "home": "north", "units": [SCRIPT["sides"][1]["units"][0], hides]}
    start = {"turn": 1, "phase": "movement", "first": "blue"}
    script = {**SCRIPT, "options": ["hidden_units"], "sides": [SCRIPT["sides"][0], blue], "start": start}
    begin(hands, script)
    page.locator(".man[data-unit=b2]").click()
    expect(hands.test("ambush")).to_contain_text("Nobody knows of him")
    expect(hands.test("done")).to_have_count(0)  # an order to do nothing would tell of him
    hands.test("ambush").get_by_role("combobox").select_option("6")
    assert serious(page) == []
    before = page.locator("main").get_attribute("data-n")
    assert before == "0"
    hands.done()
    expect(page.locator("main")).to_have_attribute("data-n", "1")
    hands.test("ambush").wait_for(state="detached")


def test_men_are_shown_where_to_hide_before_the_battle(open_page: Open) -> None:
    """Red has nobody to hide and goes on; the man of blue goes one floor up and looks west."""
    hands = open_page()
    page = hands.page
    hidden = {"id": "b3", "soldier": {"primary": "SMG"}, "at": [10, 6], "state": {"hidden": 4}, "orders": "hold"}
    red, blue = SCRIPT["sides"]
    sides = [red, {**blue, "units": [*blue["units"], hidden]}]
    script = {**SCRIPT, "options": ["hidden_units"], "sides": sides, "start": {"phase": "hiding"}}
    begin(hands, script)
    expect(page.get_by_text("Nobody of yours hides")).to_be_visible()
    expect(page.locator(".man[data-unit=b3]")).to_have_count(0)
    hands.test("end-phase").click()
    hands.test("man-b3").click()
    expect(hands.test("hides")).to_contain_text("He looks east")
    hands.test("floor-1").click()
    page.locator('.reach[data-dot="11,8"]').click()
    expect(page.locator(".man[data-unit=b3][data-level='1']")).to_be_visible()
    hands.test("tool-watch").click()
    page.locator(".man[data-unit=b2]").click(force=True)
    expect(hands.test("hides")).to_contain_text("He looks west")
    assert serious(page) == []
    hands.test("end-phase").click()
    expect(page.locator("main")).to_have_attribute("data-n", "2")
    expect(page.locator(".man[data-unit=b3]")).to_have_count(0)  # red is at it now
    hands.done()
    expect(page.locator(".man[data-unit=b3][data-level='1']")).to_be_visible()


def test_what_men_carry_is_settled_before_the_battle_and_where_a_mech_comes_on_as_it_does(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    begin(hands, {**whole_scenario("dragon-hunting", 7), "seed": 7, "start": {"phase": "hiding"}})
    hands.test("man-k1-1").click()
    hands.test("kit-second").select_option("Laser Pistol")
    hands.test("kit-weapon").select_option("SRM")
    assert serious(page) == []
    hands.test("end-phase").click()
    hands.test("man-hawk").click()
    plates = hands.test("kit-armor")
    plates.get_by_label("centre torso", exact=True).fill("23")
    plates.get_by_label("head").fill("4")
    assert serious(page) == []
    hands.test("end-phase").click()
    expect(page.locator("main")).to_have_attribute("data-n", "2")
    expect(page.locator(".man[data-unit=hawk]")).to_have_count(1)
    hands.test("man-hawk").click()
    hands.test("tool-enter").click()
    expect(page.locator(".reach").first).to_be_visible()
    expect(page.locator(".reach text")).to_have_count(0)  # it costs nothing
