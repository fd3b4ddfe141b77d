"""The Rules page: search, read, follow what is related, by chapter and by page."""

from playwright.sync_api import expect

from web.conftest import Open


def test_rules_are_looked_up_and_followed(open_page: Open) -> None:
    page = open_page("#/rules").page
    page.get_by_label("Search").fill("overrun combats")
    page.get_by_role("link", name="Overrun Combat").first.click()
    expect(page.get_by_role("heading", name="Overrun Combat")).to_be_visible()
    page.get_by_role("article").get_by_role("link", name="AS-SCA-016").click()
    expect(page.get_by_role("heading", name="Banking Initiative")).to_be_visible()
    page.get_by_role("button", name="Everything on page 102").click()
    expect(page.get_by_role("link", name="Adjusting Fire")).to_be_visible()
    page.get_by_role("spinbutton", name="Page").fill("")
    page.get_by_label("Chapter").select_option(label="Special command abilities (69)")
    expect(page.get_by_role("link", name="Zone of Control")).to_be_visible()


def test_a_rule_shows_its_exact_numbers(open_page: Open) -> None:
    page = open_page("#/rules/AS-COM-060").page
    table = page.get_by_role("article").get_by_role("table")
    expect(table.get_by_role("row", name="Medium 6 24 2")).to_be_visible()
    expect(table.get_by_role("columnheader", name="modifier")).to_be_visible()
