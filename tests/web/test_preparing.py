"""Strategic Command and engineers in the browser: the table is looked at and changed before the battle is made."""

from playwright.sync_api import expect

from web.conftest import Open

ENGINEERS = """
name: Engineers
command_abilities: [Strategic Command, Tactical Experts (Engineers)]
formations:
  - name: Lance
    units: [{unit: WVR-6R Wolverine}, {unit: SHD-2H Shadow Hawk}, {unit: GRF-1N Griffin}, {unit: STG-3R Stinger}]
"""


def test_a_table_is_prepared_before_the_battle(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    file = {"name": "engineers.yaml", "mimeType": "text/plain", "buffer": ENGINEERS.encode()}
    hands.test("open-file").set_input_files(file)
    expect(page.get_by_text("Engineers is your force now")).to_be_visible()
    page.get_by_label("Formations and pilots bring their abilities").check()
    page.get_by_text("Prepare the table").click()
    hands.test("look-at-table").click()
    expect(hands.test("home-edge")).to_have_value("south")
    hands.test("home-edge").select_option("east")
    expect(hands.test("prepared")).to_have_text("red: home east")
    hands.test("tool-build").check()
    table = hands.test("prepare-map")
    box = table.bounding_box()
    assert box is not None
    for share in (0.06, 0.3, 0.5, 0.7, 0.94):  # somewhere there is open ground
        table.click(position={"x": box["width"] * 0.94, "y": box["height"] * share})
        expect(hands.test("look-at-table")).to_be_enabled()
        if hands.test("prepared").locator("li").count() == 2:
            break
    expect(hands.test("prepared").locator("li")).to_have_count(2)
    expect(hands.test("piece-red_house1")).to_be_visible()
    table.click(position={"x": box["width"] * 0.06, "y": box["height"] * 0.5})
    expect(hands.test("prepare-trouble")).to_contain_text("AS-SCA-059")
    hands.test("make-game").click()
    expect(page.get_by_text("Deployment").first).to_be_visible()


def test_nobody_prepares_without_the_ability(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    expect(hands.test("make-game")).to_be_enabled()
    expect(hands.test("prepare-table")).to_have_count(0)
    page.get_by_label("Formations and pilots bring their abilities").check()
    page.get_by_text("Prepare the table").click()
    hands.test("look-at-table").click()
    expect(hands.test("nobody-prepares")).to_be_visible()
