"""What axe-core finds, and what can be done without a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import DESKTOP, ROOT, TABLET, Open

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page) -> list[str]:
    """Serious violations, each with the first place it was found at."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:120]})"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_no_serious_violation_on_any_page(open_page: Open, size: tuple[int, int]) -> None:
    hands = open_page(size=size)
    page = hands.page
    expect(hands.test("quick-start")).to_be_enabled()
    assert serious(page) == []
    page.get_by_label("Theme").select_option("dark")
    assert serious(page) == []
    page.get_by_role("link", name="Muster", exact=True).click()
    page.get_by_role("button", name="Add MAD-3R Marauder").click()
    expect(hands.test("force-pv")).to_contain_text("35 PV")
    assert serious(page) == []
    for name in ("lessons", "rules/AS-COM-064"):
        page.goto(page.url.split("#")[0] + f"#/{name}")
        page.locator("main ol, article table").first.wait_for()
        assert serious(page) == []
    page.goto(page.url.split("#")[0] + "#/lesson")
    hands.test("lesson").wait_for()
    page.locator("g.unit.warm[data-unit] .base").click()
    page.locator(".reach path").first.wait_for(state="attached")
    assert serious(page) == []
    page.get_by_label("Menu").click()
    page.get_by_label("Theme").select_option("light")
    assert serious(page) == []


def test_a_turn_with_the_keyboard_alone(open_page: Open) -> None:
    hands = open_page("#/lesson")
    page = hands.page
    expect(page.locator("main")).to_have_attribute("data-doing", "move")
    page.keyboard.press("n")
    page.locator(".reach path").first.wait_for(state="attached")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(hands.test("confirm-move")).to_be_enabled()
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-doing", "attack")
    page.keyboard.press("n")
    page.locator("ul.targets").wait_for()
    if page.locator("button.target:not(.barred)").count():
        page.keyboard.press("t")
        expect(hands.test("fire")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(hands.test("resolution")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
