"""A whole battle against the bot, by mouse, from the start page to the victory screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.conftest import Open

# Two small forces, one of them slow, and a table that is always the same, so that the battle is short.
FORCES = {
    "Mice": "{unit: training_missile_rack_plum, skill: 7}",
    "Hammers": "{unit: mad_3r_marauder, skill: 1}, {unit: whm_6r_warhammer, skill: 1}",
}


@pytest.fixture
def force_files(tmp_path: Path) -> list[Path]:
    files = []
    for name, units in FORCES.items():
        files.append(tmp_path / f"{name}.yaml")
        lines = ("lancemate: force", "version: 1", f"name: {name}", f"formations: [{{name: {name}, units: [{units}]}}]")
        files[-1].write_text("\n".join(lines))
    return files


def test_a_battle_from_the_start_page_to_the_victory_screen(open_page: Open, force_files: list[Path]) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    for file in force_files:
        hands.test("open-file").set_input_files(file)
        expect(page.get_by_label("Your force")).to_have_value(f"own:{file.stem}")
    page.get_by_label("Their force").select_option("own:Mice")
    page.get_by_label("Country").select_option("crossroads")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    hands.quicken()
    assert hands.play_on(turns=30) == "over"
    assert page.locator("[data-testid=victory] h1").inner_text() in ("Victory", "Defeat", "A draw")
    expect(hands.test("aftermath")).to_contain_text("Most valuable")
    told = re.compile("were to be expected|no dice to speak of")  # whichever the dice of this battle were
    expect(hands.test("aftermath")).to_contain_text(told)
    last = page.locator("[data-n]").get_attribute("data-n")
    page.get_by_role("button", name="Watch it again").click()
    expect(page.get_by_label("Pause")).to_be_visible()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "1")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", last or "")
    assert page.get_by_role("log", name="Story of the battle").get_by_text("The battle is over").count() == 1
