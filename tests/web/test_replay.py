"""A battle kept as a file, opened again, and looked through moment by moment."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from web.conftest import Open


def test_a_saved_battle_is_opened_and_scrubbed(open_page: Open, tmp_path: Path) -> None:
    hands = open_page("#/lesson")
    page = hands.page
    hands.test("lesson").wait_for()
    page.get_by_role("button", name="Leave the lesson").click()
    hands.quicken()
    hands.play_on(turns=1)
    page.get_by_label("Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the battle as a file").click()
    file = tmp_path / "battle.json"
    download.value.save_as(file)

    replay = open_page()
    page = replay.page
    expect(replay.test("make-game")).to_be_enabled()
    replay.test("open-file").set_input_files(file)
    page.locator("g.unit").first.wait_for()
    last = page.get_by_label("Moment of the battle").get_attribute("max")
    assert last is not None
    assert int(last) > 2
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "0")
    expect(page.locator(".words")).to_contain_text("Looking back")
    page.get_by_label("One step on").click()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "1")
    page.get_by_role("log", name="Story of the battle").get_by_text("Combat Phase").first.click()
    expect(page.locator("li[aria-current=step]")).to_have_text("Combat")
    page.get_by_label("Moment of the battle").fill("1")
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "1")
    step = page.get_by_label("One step on")
    step.evaluate("button => { for (let press = 0; press < 2; press += 1) button.click(); }")
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "3")
    expect(page.locator(".line.here").first).to_be_in_viewport()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", last)
    expect(page.locator(".words")).to_contain_text("A recording")
    page.get_by_label("Play the battle").click()
    expect(page.get_by_label("Pause")).to_be_visible()
    expect(page.locator("[data-n]")).to_have_attribute("data-n", "2")
    page.get_by_label("Pause").click()
    expect(page.get_by_label("Play the battle")).to_be_visible()


def test_a_battle_is_shared_as_a_picture_and_a_film(open_page: Open, tmp_path: Path) -> None:
    hands = open_page("#/lesson")
    page = hands.page
    hands.test("lesson").wait_for()
    page.get_by_role("button", name="Leave the lesson").click()
    hands.quicken()
    hands.wait_for_turn()
    hands.step_towards_enemy()
    page.locator("main[data-doing=attack]").wait_for()
    page.get_by_label("Menu").click()
    for what, beginning in (("picture", b"\x89PNG"), ("film", b"\x1a\x45\xdf\xa3")):
        with page.expect_download() as download:
            hands.test(what).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert file.read_bytes().startswith(beginning)
        assert file.stat().st_size > 10_000
        assert file.suffix == {"picture": ".png", "film": ".webm"}[what]
