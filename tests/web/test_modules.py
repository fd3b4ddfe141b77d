"""Optional modules by hand: what a unit may do stands on the page, and one click does it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import MECH, table, unit

__all__ = ["table"]  # a fixture

SQUAD: dict[str, Any] = {
    **{"name": "Squad", "type": "BA", "size": 1, "tmm": 1, "move": '6"j'},
    **{"damage": "2/2/0", "armor": 2, "structure": 2},
}
SCOUT: dict[str, Any] = {
    **{"name": "Scout", "type": "CV", "size": 1, "tmm": 2, "move": '12"h'},
    **{"damage": "1/1/0", "armor": 2, "structure": 1, "specials": ["RSD1", "MDS2"]},
}
FORT = {"id": "fort", "kind": "building", "height": 2, "cf": 5, "rect": [14, 14, 6, 6], "side": "blue"}
ENEMY = [unit("b1", MECH, (30, 32), 180)]


def pick(hands: Any, name: str) -> Any:
    hands.page.locator(f"g.unit[data-unit={name}] .base").click()
    return hands.page


def test_a_squad_boards_a_building(table: Open) -> None:
    hands = table([unit("r1", SQUAD, (17, 20.625))], ENEMY, "combat", terrain=[FORT], options=["advanced_buildings"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Board fort").click()
    expect(page.locator("g.unit[data-unit=r1]")).to_have_count(0)
    expect(page.get_by_text("fights inside the building fort").first).to_be_visible()


def test_a_sensor_is_dropped_and_drawn(table: Open) -> None:
    scout = {**unit("r1", SCOUT, (18, 8)), "state": {"moved": "ground", "inches": 4}}
    hands = table([scout], ENEMY, "combat", options=["optional_abilities"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Drop a sensor ahead of it").click()
    expect(page.locator("g.unit[data-unit=red-sensor1]")).to_have_count(1)


def test_mines_are_laid(table: Open) -> None:
    hands = table([unit("r1", SCOUT, (18, 8))], ENEMY, "movement", options=["optional_abilities", "minefields"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Lay mines here").click()
    expect(page.locator("[data-feature^=minefield]").first).to_be_attached()


def test_a_crew_ejects(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 8))], ENEMY, "combat", options=["ejection"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Eject").click()
    expect(page.get_by_role("button", name="Eject")).to_have_count(0)


def test_a_crate_is_taken(table: Open) -> None:
    crate = {"external_cargo": {"items": [{"id": "crate", "tons": 5, "at": [18, 9]}]}}
    hands = table([unit("r1", MECH, (18, 8))], ENEMY, "combat", options=["external_cargo"], settings=crate)
    page = pick(hands, "r1")
    page.get_by_role("button", name="crate").first.click()
    expect(page.get_by_role("button", name="External cargo - picking up").first).to_be_visible()
