"""The standing table: used with mouse and keys like the flat one, and drawn only when something changes."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from web.conftest import DESKTOP, TABLET, Open
from web.hands import Hands
from web.test_access import serious

NO_WEBGL = """
const get = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : get.call(this, kind, ...more);
};
"""


def stand_up(hands: Hands) -> Page:
    page = hands.page
    hands.test("lesson").wait_for()
    expect(page.locator("main")).to_have_attribute("data-doing", "move")
    page.keyboard.press("v")
    page.locator(".standing .tag").first.wait_for()
    return page


def pictures(page: Page) -> int:
    return int(page.locator(".standing").get_attribute("data-pictures") or 0)


def at_rest(page: Page) -> int:
    """Until no picture has been drawn for a while; how many there were."""
    for _ in range(100):
        seen = pictures(page)
        page.wait_for_timeout(600)
        if seen == pictures(page):
            return seen
    pytest.fail("the table never comes to rest")


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_a_unit_is_moved_on_the_standing_table(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page("#/lesson", size=size)
    page = stand_up(hands)
    hands.test("view").click()
    expect(page.locator("g.unit").first).to_be_visible()
    hands.test("view").click()
    expect(page.locator(".standing canvas")).to_be_visible()
    assert serious(page) == []
    tag = page.locator(".tag.warm[data-tag]").first
    tag.click()
    expect(tag).to_have_attribute("aria-pressed", "true")
    box = tag.bounding_box()
    assert box is not None
    panel = page.locator("section[aria-label^=Move]")
    expect(panel).to_contain_text("coloured places")
    page.mouse.click(box["x"] + box["width"] / 2 + 30, box["y"] - 10)  # on the ground, a little further
    expect(hands.test("confirm-move")).to_be_enabled()
    hands.confirm()
    expect(page.locator("main")).not_to_have_attribute("data-n", "0")
    page.reload()
    expect(page.locator(".standing .tag").first).to_be_visible()  # the view is remembered


def test_nothing_is_drawn_while_nothing_moves(open_page: Open) -> None:
    page = stand_up(open_page("#/lesson"))
    before = at_rest(page)
    time.sleep(1)
    assert pictures(page) == before
    for key in ("+", ".", "PageUp", "o", "0"):
        before = at_rest(page)
        page.keyboard.press(key)
        expect(page.locator(".standing")).not_to_have_attribute("data-pictures", str(before))


def test_a_turn_on_the_standing_table_with_the_keyboard_alone(open_page: Open) -> None:
    hands = open_page("#/lesson")
    page = stand_up(hands)
    page.keyboard.press("n")
    expect(page.locator("section[aria-label^=Move]")).to_be_visible()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(hands.test("confirm-move")).to_be_enabled()
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-doing", "attack")
    page.keyboard.press("v")
    expect(page.locator("g.unit").first).to_be_visible()


def test_without_webgl_the_table_is_flat(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    page.add_init_script(NO_WEBGL)
    page.evaluate("localStorage.setItem('lancemate.settings', JSON.stringify({ view: 'standing' }))")
    page.goto(page.url.split("#")[0] + "#/lesson")
    page.reload()
    expect(page.locator("g.unit").first).to_be_visible()
    expect(hands.test("view")).to_have_count(0)
