"""Maps of one's own: drawn, moved, deleted, undone, kept, saved, and fought on."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from web.conftest import DESKTOP, Open
from web.hands import Hands
from web.test_access import serious
from web.test_force_builder import LANDSCAPE, PHONE, fits


def at(hands: Hands, x: float, y: float) -> tuple[float, float]:
    """Where a place of the map, in parts of its width and depth from the north-west, is on the screen."""
    box = hands.test("board").locator(".ground").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def drag(hands: Hands, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = hands.page.mouse
    mouse.move(*at(hands, *start))
    mouse.down()
    mouse.move(*at(hands, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    mouse.move(*at(hands, *end))
    mouse.up()


def drawn(hands: Hands) -> list[dict[str, object]]:
    """The terrain on the drawing board, as the browser keeps it."""
    found = json.loads(hands.page.evaluate("localStorage.getItem('lancemate.drawing')"))
    terrain: list[dict[str, object]] = found["terrain"]
    return terrain


def test_a_table_is_drawn_kept_and_fought_on(open_page: Open) -> None:
    hands = open_page("#/maps")
    page = hands.page
    expect(hands.test("kind")).to_have_value("woods")
    hands.test("new-table").click()
    for x, y in ((0.25, 0.3), (0.5, 0.3), (0.4, 0.5)):
        page.mouse.click(*at(hands, x, y))
    hands.test("close-shape").click()
    hands.test("kind").select_option("hill")
    hands.test("tool-circle").click()
    drag(hands, (0.7, 0.5), (0.8, 0.5))
    hands.test("height").fill("3")
    hands.test("height").press("Tab")
    wood, hill = drawn(hands)
    assert (wood["kind"], len(wood["polygon"]), hill["kind"], hill["height"]) == ("woods", 3, "hill", 3)  # type: ignore[arg-type]
    hands.test("tool-select").click()
    drag(hands, (0.7, 0.5), (0.6, 0.5))
    before = hill["circle"]
    after = drawn(hands)[1]["circle"]
    assert isinstance(before, list)
    assert isinstance(after, list)
    assert after[0] == pytest.approx(before[0] - 4.8, abs=0.6)
    hands.test("undo").click()
    assert drawn(hands)[1]["circle"] == before
    hands.test("redo").click()
    hands.test("board").focus()
    page.keyboard.press("ArrowRight")
    assert drawn(hands)[1]["circle"] == [after[0] + 0.5, *after[1:]]
    page.keyboard.press("Delete")
    assert len(drawn(hands)) == 1
    hands.test("undo").click()
    assert len(drawn(hands)) == 2
    hands.test("map-name").fill("The copse")
    hands.test("map-name").press("Tab")
    with page.expect_download() as saved:
        hands.test("save-map").click()
    data = json.loads(saved.value.path().read_text())
    assert (data["title"], data["map"]["kind"], len(data["terrain"])) == ("The copse", "table", 2)
    hands.test("keep-map").click()
    expect(hands.test("map-said")).to_contain_text("is kept in this browser")
    page.get_by_role("link", name="Play on them").click()
    expect(hands.test("make-game")).to_be_enabled()
    page.get_by_label("Country").select_option("map:The copse")
    page.get_by_label("someone beside you").check()
    hands.test("make-game").click()
    expect(page.locator("g.unit.warm[data-unit]").first).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-doing", "move")


def test_hexes_are_painted_and_kept_on_the_server(open_page: Open) -> None:
    hands = open_page("#/maps")
    page = hands.page
    expect(hands.test("kind")).to_have_value("woods")
    hands.test("new-hexes").click()
    hands.test("kind").select_option("water")
    drag(hands, (0.4, 0.4), (0.6, 0.4))
    (water,) = drawn(hands)
    assert isinstance(water["hexes"], list)
    assert len(water["hexes"]) >= 3
    assert water["depth"] == 1
    hands.test("tool-erase").click()
    page.mouse.click(*at(hands, 0.4, 0.4))
    left = drawn(hands)[0]["hexes"]
    assert isinstance(left, list)
    assert len(left) == len(water["hexes"]) - 1
    hands.test("publish-map").click()
    expect(hands.test("map-said")).to_contain_text("#/maps/")
    link = hands.test("map-said").inner_text().split("#")[1]
    other = open_page(f"#{link}")
    expect(other.page.locator("[data-piece=water1]")).to_be_visible()
    assert drawn(other) == drawn(hands)


def test_what_cannot_be_played_is_told_and_nothing_is_lost(open_page: Open) -> None:
    hands = open_page("#/maps")
    page = hands.page
    expect(hands.test("kind")).to_have_value("woods")
    hands.test("map-width").fill("500")
    hands.test("map-width").press("Tab")
    expect(hands.test("map-trouble")).to_contain_text("12 to 120 inches")
    hands.test("undo").click()
    expect(hands.test("map-trouble")).to_have_count(0)
    hands.test("tool-rect").click()
    drag(hands, (0.2, 0.2), (0.4, 0.3))
    page.reload()
    expect(page.locator("[data-piece=woods1]")).to_be_visible()
    hands.test("open-map").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b'{"sides": []}'})
    expect(hands.test("map-fault")).to_contain_text("x.json: It holds no map")
    assert len(drawn(hands)) == 1


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP], ids=["phone", "landscape", "desktop"])
def test_the_drawing_board_fits_and_is_accessible(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page("#/maps", size)
    expect(hands.test("kind")).to_have_value("woods")
    hands.test("new-table").click()
    hands.test("tool-rect").click()
    hands.test("board").scroll_into_view_if_needed()
    drag(hands, (0.2, 0.2), (0.5, 0.4))
    expect(hands.test("piece")).to_be_visible()
    fits(hands.page)
    assert serious(hands.page) == []
