"""What is questioned before it is done, what a number rests on, and what there is to see when a battle is over."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from web.conftest import Open
from web.hands import Hands
from web.test_orders import MECH, table, unit

__all__ = ["table"]

HOT = {**MECH, "ov": 2}


def aim(hands: Hands) -> Page:
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator("ul.targets button.target:not(.barred)").first.click()
    expect(hands.test("fire")).to_be_enabled()
    return page


def test_heat_that_gains_nothing_is_questioned_and_a_rule_shows_its_table(table: Open) -> None:
    hands = table([unit("r1", HOT, (18, 4))], [unit("b1", MECH, (18, 34), 180)], "combat")
    page = aim(hands)
    page.get_by_role("button", name="Range", exact=False).first.hover()
    expect(page.get_by_role("tooltip").get_by_role("row", name="Medium 6 24 2")).to_be_visible()
    page.mouse.move(5, 5)
    page.keyboard.press("h")  # at long range heat adds nothing
    expect(hands.test("wasted")).to_contain_text("gains nothing")
    before = page.locator("[data-n]").get_attribute("data-n")
    hands.test("fire").click()
    expect(hands.test("fire")).to_contain_text("Overheat for nothing and attack")
    expect(page.locator("[data-n]")).to_have_attribute("data-n", before or "")
    hands.test("fire").click()
    expect(page.locator("[data-n]")).not_to_have_attribute("data-n", before or "")


def test_a_battle_that_is_over_is_reported_watched_again_and_opens_at_its_beginning(
    table: Open, open_page: Open, tmp_path: Path
) -> None:
    hands = table([unit("r1", MECH, (18, 8))], [unit("b1", MECH, (18, 20), 180)], "combat")
    page = aim(hands)
    hands.test("fire").click()
    expect(page.get_by_role("log", name="Story of the battle")).to_contain_text("fires at")
    page.get_by_label("Menu").click()
    for words in ("Resign", "Really resign?"):
        page.get_by_role("button", name=words).click()
    victory = hands.test("victory")
    expect(victory).to_contain_text("Most valuable")
    expect(victory).to_contain_text("were to be expected")
    expect(victory.locator("svg.portrait .figure path").first).to_be_visible()
    last = page.get_by_label("Moment of the battle").get_attribute("max")
    assert last is not None
    victory.get_by_role("button", name="Watch it again").click()
    expect(victory).to_have_count(0)
    expect(page.get_by_label("Pause")).to_be_visible()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", last)  # it plays on to the end by itself
    page.get_by_label("Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the battle as a file").click()
    file = tmp_path / "over.json"
    download.value.save_as(file)
    again = open_page()
    expect(again.test("make-game")).to_be_enabled()
    again.test("open-file").set_input_files(file)
    again.page.locator("g.unit").first.wait_for()
    expect(again.page.locator("[data-n]")).to_have_attribute("data-n", "0")


def test_a_wreck_stays_where_it_fell_on_both_tables(table: Open) -> None:
    frail = {**unit("b1", MECH, (18, 20), 180), "state": {"armor": 0, "structure": 1}}
    hands = table([unit("r1", MECH, (18, 14))], [frail, unit("b2", MECH, (30, 30), 180)], "combat", dice=[6] * 60)
    page = aim(hands)
    hands.give(hands.test("fire"))
    for side in ("Red", "Blue"):  # both are done; what was struck falls in the End Phase
        expect(page.locator(".guide .words")).to_contain_text(f"{side}:")
        hands.done()
    wreck = page.get_by_role("img", name="wreck of Axe B1")
    expect(wreck).to_be_visible()
    expect(wreck.locator(".figure path").first).to_be_visible()
    expect(page.locator("section.force")).to_have_count(2)
    hands.test("view").click()
    page.locator(".standing .tag").first.wait_for()
    expect(page.locator(".standing")).to_have_attribute("data-wrecks", "1")


def test_the_report_lies_over_the_standing_table_and_comes_back_when_it_was_closed(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 8))], [unit("b1", MECH, (18, 20), 180)], "combat")
    page = hands.page
    hands.test("view").click()
    page.locator(".standing .tag").first.wait_for()
    page.get_by_label("Menu").click()
    for words in ("Resign", "Really resign?"):
        page.get_by_role("button", name=words).click()
    victory = hands.test("victory")
    expect(victory).to_be_visible()
    covered = "one => !document.elementFromPoint(...one).closest('.tag')"
    box = victory.bounding_box()
    assert box is not None
    places = [
        (x, y)
        for tag in page.locator(".standing .tag").all()
        if (at := tag.bounding_box()) is not None
        for x, y in [(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)]
        if box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    ]
    assert places
    assert all(page.evaluate(covered, list(place)) for place in places)
    victory.get_by_role("button", name="Look at the table").click()
    expect(victory).to_have_count(0)
    hands.test("report").click()
    expect(victory).to_contain_text("lost")
