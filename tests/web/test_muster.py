"""A force built from the catalogue, its points watched, and taken into battle."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Open
from web.hands import Hands


def bring(hands: Hands, name: str, content: str | bytes) -> None:
    """Import a file on the muster page."""
    hands.test("open-import").click()
    raw = content if isinstance(content, bytes) else content.encode()
    hands.test("import-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": raw})


def test_a_force_is_built_checked_and_taken_into_battle(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    hands.test("search").fill("marauder")
    page.get_by_role("button", name="Add MAD-3R Marauder").click()
    expect(hands.test("force-pv")).to_contain_text("35 PV")
    page.get_by_label("Skill of MAD-3R Marauder").select_option("3")
    expect(hands.test("force-pv")).not_to_contain_text("35 PV")
    hands.test("search").fill("stinger")
    page.get_by_role("button", name="Add STG-3R Stinger").first.click()
    expect(hands.test("force-pv")).to_contain_text("2 units")
    hands.test("force-name").fill("Odd couple")
    with page.expect_download() as printed:
        page.get_by_role("button", name="Print cards").click()
    assert printed.value.suggested_filename == "Odd couple.pdf"
    assert printed.value.path().read_bytes().startswith(b"%PDF")
    hands.test("keep-force").click()
    page.get_by_role("link", name="Play with them").click()
    expect(hands.test("make-game")).to_be_enabled()
    expect(page.get_by_label("Your force")).to_have_value("own:Odd couple")
    assert page.evaluate("window.scrollY") == 0
    page.get_by_label("someone beside you").check()
    hands.test("make-game").click()
    expect(page.locator("g.unit.warm[data-unit]")).to_have_count(2)


RIDERS = """
name: Riders
formations:
  - name: Horse
    type: Cavalry Lance
    units: [{unit: Arctic Cheetah B}, {unit: Arctic Cheetah B}, {unit: Arctic Cheetah B}, {unit: Arctic Cheetah B}]
"""


def test_what_the_book_leaves_to_a_player_is_asked(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    bring(hands, "riders.yaml", RIDERS)
    hands.test("import-replace").click()
    choice = hands.test("force-choice")
    expect(choice).to_contain_text("Horse: yours to choose")
    expect(choice).to_contain_text("+2 inches of Move")
    for number in (1, 2, 4):
        choice.get_by_role("checkbox").nth(number - 1).check()
    expect(choice.get_by_role("checkbox").nth(2)).to_be_disabled()
    choice.get_by_role("button", name="Choose Speed Demon for 3 of 3").click()
    expect(choice).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.path().read_text().count("Speed Demon") == 3


def test_what_the_catalogue_has_not_got_is_said(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    page.locator("tbody tr").first.wait_for()
    hands.test("search").fill("no such machine")
    expect(page.get_by_text("No unit here fits")).to_be_visible()
    expect(page.locator("table")).to_be_hidden()


def test_a_file_that_is_refused_is_told_of_where_it_was_opened(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    for text in ("lancemate: force\nname: x", "sides: 1"):
        hands.test("open-file").set_input_files({"name": "x.yaml", "mimeType": "text/plain", "buffer": text.encode()})
        expect(page.get_by_label("Files").get_by_role("alert")).to_be_visible()


def test_a_force_file_that_was_opened_says_so(open_page: Open) -> None:
    hands = open_page()
    expect(hands.test("make-game")).to_be_enabled()
    hands.test("open-file").set_input_files({"name": "r.yaml", "mimeType": "text/plain", "buffer": RIDERS.encode()})
    expect(hands.test("opened")).to_contain_text("Riders is your force now: 4 units")
    units = b'{"Units": [{"Name": "Atlas", "BFPointValue": 52}]}'
    hands.test("open-file").set_input_files({"name": "list.json", "mimeType": "text/plain", "buffer": units})
    expect(hands.page.get_by_label("Files").get_by_role("alert")).to_contain_text("a list of the Master Unit List")
    expect(hands.test("opened")).to_have_count(0)


def test_an_ability_explains_itself(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    page.locator("tbody tr").first.wait_for()
    everything = page.get_by_role("status").inner_text()
    page.get_by_label("Ability", exact=True).fill("ENE")
    expect(page.get_by_role("status")).not_to_have_text(everything)
    page.locator("tbody button.name").first.click()
    page.get_by_role("button", name="ENE", exact=True).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("ENE")
    expect(page.get_by_role("tooltip")).to_contain_text("Page")


def test_support_is_bought_with_a_force_and_taken_into_battle(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    hands.test("search").fill("marauder")
    page.get_by_role("button", name="Add MAD-3R Marauder").click()
    hands.test("force-name").fill("Guns behind")
    support = hands.test("support")
    support.locator("summary").click()
    for _ in range(2):
        support.get_by_role("button", name="Buy Sniper").click()
    support.get_by_role("button", name="Buy Light strike").click()
    support.get_by_role("button", name="One Sniper less").click()
    expect(hands.test("bought-sniper")).to_have_text("1")
    expect(hands.test("support-enough")).to_contain_text("Objective raid (12)")
    expect(support).not_to_contain_text("minefield")
    hands.test("keep-force").click()
    page.get_by_role("link", name="Play with them").click()
    expect(hands.test("make-game")).to_be_enabled()
    page.get_by_label("Your force").select_option("own:Guns behind")
    page.get_by_label("Battlefield support").select_option("objective_raid")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    hands.quicken()
    while hands.wait_for_turn() != "attack":
        hands.done()
    expect(page.get_by_role("button", name="Light strike").first).to_be_visible()
