"""Two people who meet in the lobby, each with hands of their own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.conftest import DESKTOP, Open
from web.hands import Hands

AGAINST = "another player, here or far away"


def open_table(open_page: Open, name: str, size: tuple[int, int] = DESKTOP, *, touch: bool = False) -> Hands:
    """Somebody opens a table for another player."""
    host = open_page(size=size, touch=touch)
    expect(host.test("make-game")).to_be_enabled()
    host.page.get_by_label(AGAINST).check()
    host.page.get_by_label("Your name").fill(name)
    return host


def come(open_page: Open, path: str, name: str, size: tuple[int, int] = DESKTOP, *, touch: bool = False) -> Hands:
    """Somebody else sits down there."""
    guest = open_page(path, size=size, touch=touch)
    guest.page.get_by_label("Your name").fill(name)
    guest.test("take-seat").click()
    return guest


def invitation(host: Hands) -> str:
    return host.page.locator("#link-invitation").input_value().split("/", 3)[3]


def get_ready(host: Hands, guest: Hands, force: str = "lance-3") -> None:
    """The guest brings a force, and both say that they are ready."""
    another = guest.page.get_by_text(re.compile("^Bring a(nother)? force$"))
    another.wait_for()
    if "another" in another.inner_text():
        another.click()
    guest.test("bring-choice").select_option(force)
    guest.test("bring").click()
    expect(guest.test("seat-guest").locator("strong")).not_to_have_count(0)
    expect(host.test("seat-guest").locator("strong")).not_to_have_count(0)
    for one in (host, guest):
        one.test("ready").click()


def meet(open_page: Open, sizes: tuple[tuple[int, int], tuple[int, int]] = (DESKTOP, DESKTOP)) -> tuple[Hands, Hands]:
    """Ada and Bob agree on a battle and sit at the table."""
    touch = [size[0] < 1000 for size in sizes]
    host = open_table(open_page, "Ada", sizes[0], touch=touch[0])
    host.test("make-game").click()
    guest = come(open_page, invitation(host), "Bob", sizes[1], touch=touch[1])
    get_ready(host, guest)
    for one in (host, guest):
        one.page.locator("g.unit").first.wait_for()
    return host, guest
