"""A battle on hexes in the browser: chosen on the start page, drawn as hexes, moved hex by hex."""

from playwright.sync_api import expect

from web.conftest import Open


def test_a_move_on_hexes_from_the_start_page(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    hands.test("map-kind").select_option("hex")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    expect(page.locator("g.cells path")).to_have_count(1)
