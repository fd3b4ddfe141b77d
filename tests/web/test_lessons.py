"""The lessons after the first: each is played in the browser as it says, step by step, to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Open
from web.hands import Hands
from web.test_lesson import step


def learn(open_page: Open, lesson: str) -> Hands:
    hands = open_page(f"#/lesson/{lesson}")
    step(hands, 1)
    hands.quicken()
    hands.test("lesson-next").click()
    return hands


def take(hands: Hands, unit: str = "r1") -> None:
    hands.page.locator(f"g.unit[data-unit={unit}] .base").click()


def aim(hands: Hands) -> None:
    target = hands.page.locator("button.target:not(.barred)").first
    expect(target).to_be_visible()
    target.click()


def fire(hands: Hands) -> None:
    hands.page.mouse.move(5, 5)
    expect(hands.test("fire")).to_be_enabled()
    hands.give(hands.test("fire"))


def end_turn(hands: Hands, turn: int) -> None:
    """Until the next turn has begun, whatever the bot and the rules ask meanwhile."""
    clock = hands.page.locator(".clock strong")
    for _ in range(200):
        if clock.inner_text() != f"Turn {turn}":
            return
        if hands.page.locator("[data-testid=choice]").count():
            hands.give(hands.test("choice").first)
        elif hands.page.locator("main[data-doing=attack], main[data-doing=move]").count():
            hands.test("end-phase").click()
        hands.page.wait_for_timeout(300)
    pytest.fail(f"turn {turn} never ends")


def test_heat(open_page: Open) -> None:
    hands = learn(open_page, "heat")
    page = hands.page
    take(hands)
    step(hands, 3)
    page.get_by_role("group", name="Overheat").get_by_role("button", name="+1").click()
    step(hands, 4)
    aim(hands)
    fire(hands)
    step(hands, 5)
    end_turn(hands, 1)
    step(hands, 6)
    take(hands)
    expect(page.get_by_label("Card of MAD-3R Marauder").get_by_role("img", name="Heat 1")).to_be_visible()
    hands.test("lesson-next").click()
    end_turn(hands, 2)
    expect(hands.test("next-lesson")).to_contain_text("Jumping")


def test_jumping(open_page: Open) -> None:
    hands = learn(open_page, "jumping")
    page = hands.page
    take(hands)
    step(hands, 3)
    page.get_by_role("group", name="How it moves").get_by_role("button", name="Jump").click()
    step(hands, 4)
    page.locator(".reach path").first.wait_for(state="attached")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x - 2 * hands.inch(), y - 9 * hands.inch())
    step(hands, 5)
    expect(hands.test("confirm-move")).to_be_enabled()
    hands.confirm()
    step(hands, 6)
    hands.test("lesson-next").click()
    hands.page.locator("main[data-doing=attack]").wait_for()
    end_turn(hands, 1)
    expect(hands.test("next-lesson")).to_contain_text("Indirect fire")


def test_indirect_fire(open_page: Open) -> None:
    hands = learn(open_page, "indirect-fire")
    take(hands)
    step(hands, 3)
    aim(hands)
    step(hands, 4)
    hands.test("lesson-next").click()
    assert "Indirect" in hands.test("odds").inner_text()
    fire(hands)
    step(hands, 6)
    end_turn(hands, 1)
    expect(hands.test("next-lesson")).to_contain_text("Physical attacks")


def test_physical_attacks(open_page: Open) -> None:
    hands = learn(open_page, "physical")
    take(hands)
    aim(hands)
    step(hands, 3)
    hands.page.get_by_role("group", name="With what").get_by_role("button", name="Punch or kick").click()
    step(hands, 4)
    fire(hands)
    step(hands, 5)
    hands.test("lesson-next").click()
    end_turn(hands, 1)
    expect(hands.test("next-lesson")).to_contain_text("Scenarios")


def test_scenarios(open_page: Open) -> None:
    hands = learn(open_page, "scenarios")
    how = hands.test("scenario")
    expect(how).to_contain_text("How to win")
    expect(how).to_contain_text("That is 100 points every turn, and 200 in the last.")
    hands.wait_for_turn()
    hands.step_towards_enemy()
    step(hands, 3)
    hands.test("lesson-next").click()
    end_turn(hands, 1)
    step(hands, 5)


def test_the_page_of_lessons_leads_to_each(open_page: Open) -> None:
    page: Page = open_page("#/lessons").page
    expect(page.get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("link", name="First battle, quick-start rules")).to_be_visible()
    page.get_by_role("link", name="Heat").click()
    expect(page.locator("[data-testid=lesson]")).to_contain_text("Overheat")
