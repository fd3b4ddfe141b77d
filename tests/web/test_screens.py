"""Screens of every shape: a telephone on its side, a tablet upright; and a table that stays where it is."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Open
from web.test_orders import MECH, table, unit

__all__ = ["table"]


def size_of(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_a_telephone_on_its_side_has_room_for_table_and_orders(open_page: Open) -> None:
    hands = open_page("#/lesson", size=(844, 390), touch=True)
    page = hands.page
    page.locator("g.unit.warm[data-unit] .base").first.tap()
    expect(hands.test("confirm-move")).to_be_in_viewport()
    width, height = size_of(page.locator("svg.table"))
    assert min(width, height) > 220
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (360, 640)])
def test_a_telephone_upright_shows_every_way_to_move(table: Open, size: tuple[int, int]) -> None:
    hands = table([unit("r1", {**MECH, "move": '8"/6"j'}, (18, 10))], [unit("b1", MECH, (18, 30), 180)], "movement")
    page = hands.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hands.test("next-unit").click()
    modes = page.get_by_role("group", name="How it moves").get_by_role("button")
    expect(modes).to_have_count(4)
    bottom = page.locator("section[aria-label^=Move] .actions").bounding_box()
    assert bottom is not None
    for mode in modes.all():
        box = mode.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bottom["y"]
        assert box["x"] + box["width"] <= size[0]


def test_a_tablet_upright_gives_the_table_more_than_half_its_height(open_page: Open) -> None:
    page = open_page("#/lesson", size=(820, 1180)).page
    page.locator("g.unit").first.wait_for()
    assert size_of(page.locator("svg.table"))[1] > 1180 * 0.5


def test_an_offer_of_a_draw_leaves_the_table_where_it_is(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 10))], [unit("b1", MECH, (18, 30), 180)], "movement")
    page = hands.page
    before = page.locator("svg.table").bounding_box()
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Offer a draw").click()
    expect(page.get_by_role("button", name="Decline")).to_be_visible()
    assert page.locator("svg.table").bounding_box() == before


def test_a_telephone_upright_has_room_for_orders_and_shows_how_to_add_a_unit(open_page: Open) -> None:
    hands = open_page("#/lesson", size=(390, 844), touch=True)
    page = hands.page
    page.locator("g.unit").first.wait_for()
    assert size_of(page.locator(".sheet"))[1] > 90
    assert size_of(page.locator("svg.table"))[1] > 200
    page.goto(page.url.split("#")[0] + "#/muster")
    add = page.get_by_role("button", name="Add MAD-3R Marauder")
    box = add.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("size", [(1180, 820), (1024, 768), (768, 1024), (390, 844)])
def test_no_field_of_a_force_stands_alone_in_its_row(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page("#/muster", size=size)
    hands.page.locator("tbody tr").first.wait_for()
    if hands.test("view-force").is_visible():
        hands.test("view-force").click()
    hands.test("era").wait_for()
    boxes = [hands.test(name).bounding_box() for name in ("force-name", "limit", "faction", "era")]
    rows = Counter(round(box["y"]) for box in boxes if box)
    assert sum(rows.values()) == 4
    assert len(set(rows.values())) == 1
