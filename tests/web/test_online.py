"""Two people far apart: links, chat, a lost line, a look from outside, a draw."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import Open
from web.hands import Hands
from web.meeting import meet


def links(page: Page) -> dict[str, str]:
    fields = page.locator("input[readonly]")
    fields.first.wait_for()
    return {field.get_attribute("id") or "": field.input_value() for field in fields.all()}


def take_a_step(hands: Hands) -> None:
    """Move one unit, standing still."""
    page = hands.page
    hands.test("next-unit").click()
    page.get_by_role("button", name="Stand still", exact=True).click()
    hands.confirm()


def whose_turn(hosts: Hands, guests: Hands) -> tuple[Hands, Hands]:
    """The one to act first, then the other."""
    for _ in range(300):
        for one, other in ((hosts, guests), (guests, hosts)):
            if one.test("next-unit").count():
                return one, other
        hosts.page.wait_for_timeout(100)
    raise AssertionError("nobody is to act")


def test_an_online_battle_with_a_lost_line_and_a_draw(open_page: Open) -> None:
    host, guest = meet(open_page)
    page = host.page
    page.get_by_label("Menu").click()
    page.locator("#link-spectator").wait_for()
    watcher = open_page(links(page)["link-spectator"].split("/", 3)[3])
    page.get_by_label("Close").click()
    for one in (host, guest, watcher):
        one.page.locator("g.unit").first.wait_for()
        one.quicken()

    acting, waiting = whose_turn(host, guest)
    take_a_step(acting)
    n = acting.page.locator("[data-n]").get_attribute("data-n") or ""
    expect(waiting.page.locator("[data-n]")).to_have_attribute("data-n", n)
    expect(watcher.page.locator("[data-n]")).to_have_attribute("data-n", n)
    assert watcher.test("next-unit").count() == 0
    expect(page.get_by_label("Force of red")).to_contain_text("you")
    expect(page.get_by_label("Force of blue")).to_contain_text("Bob")
    expect(guest.page.get_by_label("Force of red")).to_contain_text("Ada")
    expect(guest.page.get_by_label("Force of blue")).to_contain_text("you")
    for side in ("red", "blue"):
        expect(watcher.page.get_by_label(f"Force of {side}")).not_to_contain_text("you")
    expect(watcher.page.locator(".words")).to_contain_text("is to move")
    watcher.page.get_by_label("Menu").click()
    expect(watcher.page.get_by_role("dialog")).to_contain_text("can save the battle when it is over")
    assert watcher.page.get_by_role("button", name="Save the battle").count() == 0
    watcher.page.get_by_label("Close").click()

    guest.page.get_by_role("tab", name="Chat").click()
    page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_label("Say something").fill("Good luck!")
    guest.page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")

    # The guest's line breaks; meanwhile the battle goes on as far as it can, and nothing is lost.
    guest.page.context.set_offline(True)
    guest.page.evaluate("window.dispatchEvent(new Event('offline'))")
    acting, _ = whose_turn(host, guest)
    if acting is host:
        take_a_step(host)
    guest.page.context.set_offline(False)
    guest.page.reload()
    n = page.locator("[data-n]").get_attribute("data-n") or ""
    expect(guest.page.locator("[data-n]")).to_have_attribute("data-n", n)
    acting, _ = whose_turn(host, guest)
    take_a_step(acting)

    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="Decline").click()
    expect(host.test("news")).to_contain_text("Your offer of a draw is declined.")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="Accept").click()
    for one in (host, guest, watcher):
        expect(one.test("victory").locator("h1")).to_have_text("A draw")


def test_a_link_that_opens_no_seat_says_so_and_offers_nothing_else(open_page: Open) -> None:
    page = open_page(f"#/game/nothing/{'x' * 43}").page
    expect(page.get_by_role("alert")).to_contain_text("This link opens no seat")
    assert page.get_by_label("Menu").count() == page.get_by_label("Replay").count() == 0


def test_a_dropped_connection_comes_back_by_itself(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    page.evaluate(
        """() => {
            const Real = WebSocket;
            window.sockets = [];
            window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this); } };
        }"""
    )
    expect(hands.test("quick-start")).to_be_enabled()
    hands.test("quick-start").click()
    page.locator("g.unit").first.wait_for()
    hands.quicken()
    hands.wait_for_turn()
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator(".words")).to_contain_text("The connection is lost")
    expect(page.locator(".words")).not_to_contain_text("The connection is lost")
    assert page.evaluate("window.sockets.length") > 1
    hands.wait_for_turn()
    take_a_step(hands)
