"""Boarding on the page: the grapple from the transport, the squad that goes in, the fight inside."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import table, unit

__all__ = ["table"]  # a fixture

SHIP: dict[str, Any] = {
    **{"name": "Freighter", "type": "DS", "size": 2, "move": "4p", "armor": 20, "structure": 10, "threshold": 30},
    **{"specials": ["CRW2", "IT20"], "arcs": {"left": {"damage": "4/4/4"}, "right": {"damage": "4/4/4"}}},
}
APC: dict[str, Any] = {
    **{"name": "Carrier", "type": "CV", "size": 2, "tmm": 2, "move": '10"h', "damage": "1/1/0"},
    **{"armor": 3, "structure": 2, "specials": ["IT8"]},
}
SQUAD: dict[str, Any] = {
    **{"name": "Squad", "type": "BA", "size": 1, "tmm": 1, "move": '6"j', "damage": "2/2/0"},
    **{"armor": 2, "structure": 2, "specials": ["CAR4"]},
}


def test_a_squad_grapples_boards_and_fights_inside(table: Open) -> None:
    apc = {**unit("r1", APC, (20 + 4.625, 20)), "state": {"grappling": "b1"}}
    squad = {"id": "r2", "card": {"ov": 0, **SQUAD}, "state": {"aboard": "r1"}}
    guard = {"id": "b2", "card": {"ov": 0, **SQUAD, "name": "Guard"}, "state": {"aboard": "b1"}}
    hands = table([apc, squad], [unit("b1", SHIP, (20, 20), 180), guard], "combat")
    page = hands.page
    page.get_by_role("button", name="R2 Squad").click()
    page.get_by_role("button", name="Board Freighter B1", exact=True).click()
    expect(page.get_by_text("Fights inside Freighter B1.")).to_be_visible()
    page.get_by_role("button", name="R2 Squad").click()
    expect(page.get_by_label("Attack with Squad R2")).to_contain_text("Guard B2")


def test_a_transport_throws_its_grapples(table: Open) -> None:
    squad = {"id": "r2", "card": {"ov": 0, **SQUAD}, "state": {"aboard": "r1"}}
    hands = table([unit("r1", APC, (20 + 4.625, 20)), squad], [unit("b1", SHIP, (20, 20), 180)], "combat")
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.get_by_role("button", name="Grapple Freighter B1").first.click()
    expect(hands.test("odds")).to_contain_text("Grapple")
    expect(hands.test("odds")).not_to_contain_text("struck")
    hands.test("fire").click()
    expect(hands.test("resolution")).to_contain_text("Carrier R1")
