"""A player who looks elsewhere is told that it is their move, and everybody sits at the lower edge of the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Open
from web.hands import Hands
from web.meeting import meet
from web.test_online import take_a_step, whose_turn

# Writes down what the browser would show and sound, and lets a test say whether anybody looks at the page.
LISTEN = """
window.told = []; window.notes = []; window.away = false;
Object.defineProperty(document, "visibilityState", { get: () => (window.away ? "hidden" : "visible") });
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) {
  window.notes.push(value);
  return set.call(this, value, at);
};
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, { body, tag }) { window.told.push({ title, body, tag, by: "page" }); window.shown = this; }
  close() { window.told.push("closed"); }
};
"""
# A telephone's browser refuses a page's own notifications.
TELEPHONE = """
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor."); }
};
ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => {
  window.told.push({ title, body, tag, by: "worker" });
};
"""
CHIME = 660  # the first of its two notes


def listen(hands: Hands, *scripts: str) -> None:
    for script in scripts:
        hands.page.context.add_init_script(script)
    hands.page.reload()
    hands.page.locator("g.unit").first.wait_for()
    hands.quicken()


def their_move(host: Hands, guest: Hands) -> Hands:
    """Somebody acts until it is the other's move; the other is told."""
    acting, waiting = whose_turn(host, guest)
    while acting.test("next-unit").count():
        take_a_step(acting)
        acting.page.wait_for_timeout(300)
    waiting.test("next-unit").wait_for()
    return waiting


def told(page: Page) -> list[dict[str, str]]:
    return [one for one in page.evaluate("window.told") if one != "closed"]


def test_a_player_is_told_of_the_move(open_page: Open) -> None:
    host, guest = meet(open_page)
    for one in (host, guest):
        listen(one, LISTEN)
    acting, waiting = whose_turn(host, guest)
    page = waiting.page
    expect(page).to_have_title(re.compile("^Ada against Bob"))

    page.evaluate("window.away = true")
    assert their_move(host, guest) is waiting
    expect(page).to_have_title(re.compile("^● Ada against Bob"))
    expect(acting.page).to_have_title(re.compile("^Ada against Bob"))
    page.wait_for_function("window.told.length > 0")
    where = "#" + page.url.split("#")[1]
    assert told(page) == [{"title": "Your move", "body": "Ada against Bob", "tag": where, "by": "page"}]
    assert CHIME in page.evaluate("window.notes")
    page.evaluate("window.shown.onclick()")
    assert page.evaluate("window.told").count("closed") == 1
    assert page.url.endswith(where)

    # Whoever looks at the table hears it, and is not told twice; without sound nothing is heard.
    assert their_move(host, guest) is acting
    acting.page.wait_for_function(f"window.notes.includes({CHIME})")
    assert told(acting.page) == []
    page.get_by_label("Menu").click()
    page.get_by_label("Sound", exact=True).uncheck()
    page.get_by_label("Close").click()
    page.evaluate("window.notes = []")
    assert their_move(host, guest) is waiting
    page.wait_for_function("window.told.filter((one) => one !== 'closed').length > 1")
    assert page.evaluate("window.notes") == []


def test_a_telephone_is_told_by_the_worker(open_page: Open) -> None:
    host, guest = meet(open_page)
    _, waiting = whose_turn(host, guest)
    listen(waiting, LISTEN, TELEPHONE)
    waiting.page.evaluate("window.away = true")
    assert their_move(host, guest) is waiting
    waiting.page.wait_for_function("window.told.length > 0")
    assert [(one["title"], one["by"]) for one in told(waiting.page)] == [("Your move", "worker")]


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)], ids=["desktop", "telephone"])
def test_everybody_sits_below(open_page: Open, size: tuple[int, int]) -> None:
    host, guest = meet(open_page, (size, size))
    for one, own, other in ((host, "warm", "cool"), (guest, "cool", "warm")):  # red is warm, blue is cool
        mine, theirs = (
            [one.middle_of(unit)[1] for unit in one.page.locator(f"g.unit.{colour}").all()] for colour in (own, other)
        )
        assert len(mine) == len(theirs) == 4
        assert min(mine) > max(theirs), "one's own units stand nearer to the lower edge"
