"""The first battle, step by step: every step can be done and leads to the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Open
from web.hands import Hands


def step(hands: Hands, number: int) -> None:
    expect(hands.test("lesson")).to_have_attribute("data-step", str(number))


@pytest.mark.parametrize(
    ("lesson", "edition"), [("#/lesson", "Commander's Edition"), ("#/lesson/quick-start", "Quick-start rules")]
)
def test_the_lesson_from_welcome_to_the_second_turn(open_page: Open, lesson: str, edition: str) -> None:
    hands = open_page(lesson)
    page, next_step = hands.page, hands.test("lesson-next")
    own = page.locator("g.unit.warm[data-unit=r1]")
    step(hands, 1)
    page.get_by_label("Menu").click()
    expect(hands.test("rules-on")).to_contain_text(edition)
    page.get_by_label("Close").click()
    next_step.click()
    own.locator(".base").click()
    step(hands, 3)
    assert page.get_by_label("Card of WHM-6R Warhammer").is_visible()
    next_step.click()
    page.locator(".reach path").first.wait_for(state="attached")
    x, y = hands.middle_of(own)
    page.mouse.click(x, y - 6 * hands.inch())
    step(hands, 5)
    page.keyboard.press("q")
    expect(page.get_by_label("Move Warhammer R1")).to_contain_text("345° north")
    page.keyboard.press("Backspace")
    expect(page.get_by_label("Move Warhammer R1")).to_contain_text("0° north")
    next_step.click()
    step(hands, 6)
    hands.confirm()
    step(hands, 7)
    expect(page.locator("main")).to_have_attribute("data-doing", "attack")
    own.locator(".base").click()
    target = page.locator("button.target").first
    expect(target).to_be_visible()
    target.click()
    step(hands, 8)
    next_step.click()
    page.mouse.move(700, 80)
    if hands.test("fire").is_enabled():
        assert "Target number" in hands.test("odds").inner_text()
        quick = edition == "Quick-start rules"
        assert ("modifier by available Move" in hands.test("odds").inner_text()) == quick
        hands.test("fire").click()
        step(hands, 10)
        assert "Warhammer R1" in hands.test("resolution").inner_text()
    hands.wait_for_turn()
    for _ in range(100):
        if page.locator(".clock strong").inner_text() != "Turn 1":
            break
        if hands.wait_for_turn() == "decide":
            hands.give(hands.test("choice").first)
        elif page.locator("main[data-doing=attack]").count():
            hands.done()
        page.wait_for_timeout(300)
    expect(hands.test("lesson")).to_have_count(0)
