"""What somebody sees who comes for the first time: a picture, both forces, and nothing that moves under the pointer."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import MECH, table, unit

__all__ = ["table"]

PLACES = "list => [...list.querySelectorAll('button.target')].map((one) => one.getBoundingClientRect().top)"


def test_the_start_page_shows_what_one_gets_and_play_now_shows_all_units(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("scene").locator("g.figures path").first).to_be_visible()
    words = hands.test("quick-words")
    expect(words).to_contain_text("You lead Warhammer")
    expect(words).to_contain_text("ten turns")
    hands.test("quick-start").click()
    forces = page.locator("section.force button.unit")
    expect(forces).to_have_count(8)
    for at in range(8):
        expect(forces.nth(at)).to_be_in_viewport(ratio=0.9)
    scenario = hands.test("scenario")
    expect(scenario).to_contain_text("How to win")
    hands.test("next-unit").click()  # its orders take the place of the scenario, which is folded beside the forces
    expect(scenario).to_have_count(0)
    hands.test("scenario-folded").locator("summary").click()
    expect(hands.test("scenario-folded")).to_contain_text("How to win")


def test_targets_stay_under_the_pointer_and_panel_and_button_name_the_same(table: Open) -> None:
    enemies = [unit(f"b{at}", MECH, (8 + 5 * at, 26), 180) for at in range(1, 5)]
    wall = {"id": "building3", "kind": "building", "height": 12, "type": "hardened", "rect": [26, 16, 6, 2]}
    hands = table([unit("r1", MECH, (18, 8))], enemies, "combat", terrain=[wall])
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    targets = page.locator("ul.targets")
    targets.wait_for()
    before = targets.evaluate(PLACES)
    for at in range(4):
        button = targets.locator("button.target").nth(at)
        button.hover()
        expect(page.locator("section[aria-label^=Attack]")).to_contain_text(button.locator(".name").inner_text())
        assert targets.evaluate(PLACES) == before
    chosen = targets.locator("button.target:not(.barred)").nth(1)
    name = chosen.locator(".name").inner_text()
    chosen.click()
    page.mouse.move(5, 5)
    expect(targets.locator("[aria-pressed=true] .name")).to_have_text(name)
    assert targets.evaluate(PLACES) == before
    expect(hands.test("fire")).to_be_enabled()
    expect(page.locator("body")).not_to_contain_text("building3")
    hands.test("fire").click()
    expect(page.get_by_role("log", name="Story of the battle")).to_contain_text(name.split()[0])


def test_the_status_line_tells_who_walks_and_chat_that_was_read_stays_read(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 8))], [unit("b1", MECH, (18, 30), 180)], "movement")
    page = hands.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Good luck")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Good luck")
    page.reload()
    page.locator("g.unit").first.wait_for()
    expect(page.get_by_role("tab", name=re.compile("Chat"))).to_have_text("Chat")
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Menu").click()
    page.get_by_label("Pace").select_option("cinema")
    page.get_by_label("Close").click()
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator(".reach path").first.wait_for(state="attached")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x, y - 6 * hands.inch())
    hands.test("confirm-move").click()
    expect(page.locator(".guide .words")).to_contain_text("Axe R1 moves")
    expect(page.locator(".guide .words")).to_contain_text("Blue:")


def test_the_words_of_the_tape_lie_on_its_line(table: Open) -> None:
    hands = table([unit("r1", MECH, (10, 8))], [unit("b1", MECH, (26, 26), 180)], "movement")
    page = hands.page
    page.get_by_label("Measuring tape").click()
    a, b = (hands.middle_of(page.locator(f"g.unit[data-unit={name}]")) for name in ("r1", "b1"))
    page.mouse.move(*a)
    page.mouse.down()
    page.mouse.move(*b, steps=4)
    page.mouse.up()
    plate = page.locator("g.tape text")
    expect(plate).to_contain_text("sight")
    box = plate.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(middle[0] - (a[0] + b[0]) / 2) < 12
    assert abs(middle[1] - (a[1] + b[1]) / 2) < 12


def test_whoever_is_hurt_smokes_on_both_tables_and_long_names_are_told_in_full(table: Open) -> None:
    long = {**MECH, "name": "Conventional Heavy Training Walker"}
    doomed = {**unit("b1", MECH, (12, 26), 180), "state": {"armor": 0, "structure": 1}}
    hands = table([unit("r1", long, (18, 8))], [doomed, unit("b2", MECH, (26, 26), 180)], "combat")
    page = hands.page
    smoke = hands.test("smoke").locator("circle")
    expect(smoke).to_have_count(7)  # one is hurt, two are whole
    name = page.locator("section.force .name").first
    expect(name).to_have_text("Conventional Heavy Training Walker")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    hands.test("view").click()
    page.locator(".standing .tag").first.wait_for()
    expect(page.locator(".standing canvas")).to_be_visible()
