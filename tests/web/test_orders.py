"""Orders beyond moving and shooting: shells aimed at a point, flights at a height, decisions with their odds."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from web.conftest import PATIENCE, Open
from web.hands import Hands
from web.test_access import serious

Json = Any
MECH = {"name": "Axe", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "5/5/5", "armor": 4, "structure": 2}
GUN = {"name": "Gun", "type": "CV", "size": 3, "tmm": 1, "move": '6"t', "damage": "0/0/0", "armor": 3, "structure": 3}
AT = re.compile(r"At (20|19\.9)[\d.]*″ east, 2[34][\d.]*″ north")  # a mouse is not exact
COST = re.compile(r"(?<![\d.])(9|8\.9)[\d.]*″ of 12″")
WIDTH = "drawing => drawing.getBBox().width"  # in inches
VTOL = {"name": "Fly", "type": "CV", "size": 1, "tmm": 3, "move": '12"v', "damage": "1/1/0", "armor": 2, "structure": 1}


def unit(name: str, card: Json, at: tuple[float, float], facing: float = 0.0) -> Json:
    return {"id": name, "card": {"ov": 0, **card}, "at": list(at), "facing": facing}


@pytest.fixture
def table(address: str, open_page: Open) -> Open:
    """Opens a battle at one screen that begins with this script."""

    def lay_out(red: list[Json], blue: list[Json], phase: str, **more: Json) -> Hands:
        script = {
            "map": {"kind": "table", "width": 36, "depth": 36},
            "sides": [{"name": "red", "home": "south", "units": red}, {"name": "blue", "home": "north", "units": blue}],
            "start": {"turn": 1, "phase": phase, "first": "red"},
            **more,
        }
        game = {"mode": "hotseat", "script": script}
        made = httpx.post(f"{address}api/games", json=game, trust_env=False, timeout=2 * PATIENCE / 1000)
        assert made.status_code == 201, made.text
        hands = open_page(made.json()["seats"][0]["link"].lstrip("/"))
        hands.page.locator("g.unit").first.wait_for()
        hands.quicken()
        return hands

    return lay_out


def test_a_shell_is_aimed_with_its_template_and_a_spotter(table: Open) -> None:
    gun = unit("r1", {**GUN, "specials": ["ART-LT1"]}, (18, 4))
    hands = table([gun, unit("r2", MECH, (10, 14))], [unit("b1", MECH, (18, 24), 180)], "combat")
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.get_by_role("button", name="Aim artillery ART-LT at a point").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    page.mouse.move(x + 3 * hands.inch(), y)
    circles = page.locator("path.template")
    expect(circles).to_have_count(2)
    assert [ring.evaluate(WIDTH) for ring in circles.all()] == pytest.approx([2, 6], abs=0.01)
    page.mouse.click(x + 2 * hands.inch(), y)
    expect(page.get_by_label("Attack with Gun R1")).to_contain_text(AT)
    page.get_by_label("Seen by").select_option("r2")
    page.mouse.move(5, 5)
    expect(hands.test("odds")).to_contain_text("Indirect fire")
    hands.test("fire").click()
    expect(hands.test("resolution")).to_contain_text("Gun R1")


def test_a_flight_is_planned_at_a_height(table: Open) -> None:
    hands = table([unit("r1", VTOL, (18, 10))], [unit("b1", MECH, (18, 30), 180)], "movement")
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator(".reach path").first.wait_for(state="attached")
    overlay, edge = page.locator(".reach"), page.locator(".reach path").last
    wide, before = overlay.evaluate(WIDTH), edge.get_attribute("d")
    page.get_by_role("group", name="Height at the end").get_by_label("Higher").click()
    page.get_by_role("group", name="Height at the end").get_by_label("Higher").click()
    expect(page.get_by_role("group", name="Height at the end")).to_contain_text("2″")
    expect(edge).not_to_have_attribute("d", before or "")
    assert 0 < overlay.evaluate(WIDTH) < wide  # what is climbed cannot be flown
    page.get_by_label("Write the costs on the table").check()
    assert page.locator("text.cost").count() > 10  # however far the table is zoomed out
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.click(x, y - 5 * hands.inch())
    panel = page.get_by_label("Move Fly R1")
    expect(panel).to_contain_text(COST)
    expect(panel).to_contain_text("It ends in the air, 2″ above the table.")
    page.get_by_role("button", name="Undo").click()
    expect(hands.test("confirm-move")).to_be_enabled()  # it may still climb where it is
    page.mouse.click(x, y - 5 * hands.inch())
    expect(panel).to_contain_text(COST)
    handle = page.locator("[data-handle=facing]").bounding_box()
    assert handle is not None
    at = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 3 * hands.inch(), at[1] + 3 * hands.inch(), steps=3)
    page.mouse.up()
    expect(panel).not_to_contain_text("0° north")
    page.get_by_role("button", name="Undo").click()
    expect(panel).to_contain_text("0° north")
    page.mouse.click(*at)  # no drag: a place to go, like any other
    expect(panel).not_to_contain_text(COST)
    page.get_by_role("button", name="Undo").click()
    expect(panel).to_contain_text(COST)
    hands.confirm()
    expect(page.locator("g.unit[data-unit=r1]")).to_contain_text("↑2″")


def test_the_bar_does_not_grow_over_a_target_that_is_pointed_at(table: Open) -> None:
    """Pointing shows the odds; were they shown in the bar, too, a tap on a target just above it would be lost."""
    hands = table([unit("r1", MECH, (10, 10))], [unit("b1", MECH, (10, 14), 180)], "combat")
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    bar, target = page.locator(".actions", has=hands.test("fire")), page.locator("button.target").first
    target.wait_for()
    page.mouse.move(5, 5)
    expect(hands.test("odds")).to_have_count(0)
    before = bar.bounding_box()
    target.hover()
    expect(hands.test("odds")).to_be_visible()
    after = bar.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] == before["height"]
    target.click()
    expect(hands.test("chances")).to_be_visible()


def test_a_decision_shows_what_each_answer_may_lead_to(table: Open) -> None:
    shot = [unit("r1", MECH, (10, 10))], [unit("b1", {**MECH, "damage": "1/1/1"}, (10, 12), 30)]
    hands = table(*shot, "combat", dice=[6, 5])
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator("button.target").first.click()
    page.mouse.move(5, 5)
    expect(hands.test("chances")).to_contain_text("Destroys")
    assert serious(page) == []
    hands.test("fire").click()
    odds = hands.test("choice-odds")
    expect(odds).to_have_count(2)
    expect(odds.nth(0)).to_contain_text("hit 100%, 5 damage on average")
    expect(odds.nth(1)).to_contain_text("destroyed 100%")
    assert serious(page) == []
    hands.test("choice").nth(1).click()
    expect(hands.test("resolution")).to_contain_text("6 damage in the rear")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Offer a draw").click()
    expect(page.get_by_text("offers a draw. Does the other side agree?")).to_be_visible()
    page.get_by_role("button", name="Decline").click()
    expect(hands.test("news")).to_contain_text("The draw is declined.")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(hands.test("victory")).to_be_visible()
    assert serious(page) == []


def test_a_multi_tasker_splits_its_fire_and_some_shots_cannot_hit(table: Open) -> None:
    shooter = {**unit("r1", MECH, (18, 4)), "abilities": ["Multi-Tasker"]}
    clumsy = {**unit("r2", MECH, (24, 4)), "skill": 8}
    enemies = [unit("b1", MECH, (14, 12), 180), unit("b2", {**MECH, "tmm": 4}, (22, 28), 180)]
    hands = table([shooter, clumsy], enemies, "combat")
    page = hands.page
    page.locator("g.unit[data-unit=r2] .base").click()
    far = page.locator("button.target", has_text="B2")
    expect(far).to_contain_text("cannot hit")
    far.click()
    page.mouse.move(5, 5)
    expect(hands.test("odds")).to_contain_text("two dice reach 12 at most")
    page.locator("g.unit[data-unit=r1] .base").click()
    expect(page.get_by_label("Card of Axe").first).to_contain_text("Multi-Tasker")
    page.locator("button.target", has_text="B1").click()
    page.get_by_label("Half its fire").check()
    page.mouse.move(5, 5)
    hands.test("fire").click()
    expect(hands.test("resolution")).to_contain_text("Axe R1")
    panel = page.get_by_label("Attack with Axe R1")
    expect(panel.locator("button.target", has_text="B2")).to_contain_text("%")
    panel.locator("button.target", has_text="B2").click()
    page.mouse.move(5, 5)
    hands.test("fire").click()
    expect(panel).to_have_count(0)


def test_the_tape_is_dragged_and_a_stalker_turns_to_another(table: Open) -> None:
    wall = {"id": "wall", "kind": "building", "height": 12, "type": "hardened", "rect": [12, 16, 4, 2]}
    hunter = {**unit("r1", MECH, (14, 4)), "abilities": ["Blood Stalker"], "state": {"notes": {"prey": "b1"}}}
    hands = table(
        [hunter], [unit("b1", MECH, (14, 30), 180), unit("b2", MECH, (26, 30), 180)], "movement", terrain=[wall]
    )
    page = hands.page
    before = page.locator("svg.table").get_attribute("viewBox")
    page.get_by_label("Measuring tape").click()
    page.mouse.move(*hands.middle_of(page.locator("g.unit[data-unit=r1]")))
    page.mouse.down()
    page.mouse.move(*hands.middle_of(page.locator("g.unit[data-unit=b1]")), steps=4)
    page.mouse.up()
    expect(page.locator("g.tape text")).to_contain_text("no line of sight")
    assert page.locator("svg.table").get_attribute("viewBox") == before
    page.keyboard.press("r")
    page.locator("g.unit[data-unit=r1] .base").click()
    hunt = page.get_by_role("group", name="Deeds")
    expect(hunt).to_contain_text("It hunts Axe B1.")
    hunt.get_by_role("button", name="Hunt Axe B2").click()
    expect(hunt).to_contain_text("It hunts Axe B2.")


def test_a_place_is_weighed_before_going_there(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 8))], [unit("b1", MECH, (18, 26), 180)], "movement")
    page = hands.page
    page.locator("g.unit[data-unit=r1] .base").click()
    page.locator(".reach path").first.wait_for(state="attached")
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r1]"))
    page.mouse.move(x, y - 5 * hands.inch())
    expect(hands.test("prospect")).to_contain_text("on Axe B1")
    expect(hands.test("prospect")).to_contain_text("1 could shoot at it")
    expect(page.locator("g.unit[data-unit=b1] .prospect")).to_contain_text("+")
    page.mouse.click(x + 4 * hands.inch(), y - 13 * hands.inch())
    panel = page.get_by_label("Move Axe R1")
    expect(panel).to_contain_text("nearest place it can get to")
    expect(hands.test("confirm-move")).to_be_enabled()
