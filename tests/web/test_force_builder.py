"""The force builder: imports, own units, formations by dragging and by keyboard, pilots, suggestions, nothing lost."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import DESKTOP, Open
from web.hands import Hands
from web.test_access import serious
from web.test_muster import RIDERS, bring

PHONE = (390, 844)
LANDSCAPE = (844, 390)
FINCH = {
    **{"Id": 9001, "Name": "Greenfinch GF-1", "Class": "Greenfinch", "Variant": "GF-1", "BFType": "BM", "BFSize": 2},
    **{
        "BFMove": '10"/6"j',
        "BFArmor": 4,
        "BFStructure": 3,
        "BFPointValue": 24,
        "BFDamageShort": 2,
        "BFAbilities": "ECM",
    },
}
LANCE = ("MAD-3R Marauder", "ARC-2R Archer", "STG-3R Stinger", "WVR-6R Wolverine")


def muster(open_page: Open, *units: str, size: tuple[int, int] = DESKTOP) -> Hands:
    hands = open_page("#/muster", size)
    hands.page.locator("tbody tr").first.wait_for()
    for unit in units:
        hands.test("search").fill(unit)
        hands.page.get_by_role("button", name=f"Add {unit}", exact=True).click()
    if units:
        hands.test("search").fill("")
    return hands


def formation(hands: Hands, number: int) -> list[str]:
    """The units of a formation, in order."""
    found = hands.test("formation").nth(number).locator("[data-testid=member] .name > span:first-child")
    return [text.strip() for text in found.all_inner_texts()]


def test_own_units_are_imported_kept_and_played(open_page: Open) -> None:
    hands = muster(open_page)
    page = hands.page
    bring(hands, "list.json", json.dumps({"Units": [FINCH, {"Name": "Nothing"}]}))
    report = hands.test("import-report")
    expect(report).to_contain_text("list.json: 1 unit taken, 1 refused.")
    expect(report).to_contain_text("now among your own")
    expect(report).to_contain_text("The list has no Alpha Strike values for it.")
    page.reload()
    hands.test("search").fill("greenfinch")
    page.get_by_role("button", name="Add Greenfinch GF-1").click()
    page.get_by_role("button", name="Greenfinch GF-1", exact=True).first.click()
    expect(page.get_by_label("Card", exact=True)).to_contain_text("ECM")
    # A share link that names it finds it among one's own.
    hands.test("open-import").click()
    hands.test("import-text").fill(
        "https://mekbay.com/?gs=as&name=Birds&units=Nest~BMGreenfinch_GF1%3A3,BMArcher_ARC2R"
    )
    hands.test("import-paste").click()
    expect(hands.test("import-report")).to_contain_text("a share link of MekBay, 2 units taken")
    hands.test("import-replace").click()
    expect(hands.test("force-pv")).to_contain_text("2 units")
    hands.test("keep-force").click()
    expect(hands.test("said")).to_contain_text("Birds is kept")
    page.get_by_role("link", name="Play with them").click()
    expect(hands.test("make-game")).to_be_enabled()
    expect(page.get_by_label("Your force")).to_have_value("own:Birds")
    assert page.evaluate("window.scrollY") == 0
    page.get_by_label("someone beside you").check()
    hands.test("make-game").click()
    expect(page.locator("g.unit.warm[data-unit]")).to_have_count(2)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("sheet.pdf", b"%PDF-1.7 \xff\xfe", "this is a PDF"),
        ("battle.yaml", "sides: [{name: red}]", "open it among the files of the lobby"),
        ("notes.txt", "Dear diary.", "nothing that units or forces are kept in"),
    ],
)
def test_a_wrong_file_says_what_it_seems_to_be(open_page: Open, name: str, content: str | bytes, words: str) -> None:
    hands = muster(open_page, "MAD-3R Marauder")
    bring(hands, name, content)
    expect(hands.test("import-trouble")).to_contain_text(re.compile(words, re.IGNORECASE))
    expect(hands.test("force-pv")).to_contain_text("1 unit")


def test_formations_are_made_by_dragging(open_page: Open) -> None:
    hands = muster(open_page, *LANCE)
    page = hands.page
    expect(hands.test("force-pv")).to_contain_text("118 PV")
    members = hands.test("member")
    members.filter(has_text="STG-3R Stinger").drag_to(hands.test("new-formation"))
    assert (formation(hands, 0), formation(hands, 1)) == ([LANCE[0], LANCE[1], LANCE[3]], [LANCE[2]])
    members.filter(has_text="ARC-2R Archer").drag_to(members.filter(has_text="STG-3R Stinger"))
    assert formation(hands, 1) == [LANCE[1], LANCE[2]]
    page.locator("tbody tr").filter(has_text="RFL-3N Rifleman").drag_to(hands.test("formation").nth(1))
    assert formation(hands, 1) == [LANCE[1], LANCE[2], "RFL-3N Rifleman"]
    expect(hands.test("force-pv")).to_contain_text("144 PV")
    hands.test("undo").click()
    assert formation(hands, 1) == [LANCE[1], LANCE[2]]


def test_and_by_buttons_alone(open_page: Open) -> None:
    hands = muster(open_page, *LANCE[:3])
    page = hands.page
    page.get_by_role("button", name="More of ARC-2R Archer").press("Enter")
    page.get_by_label("Formation of ARC-2R Archer").select_option("new")
    assert (formation(hands, 0), formation(hands, 1)) == ([LANCE[0], LANCE[2]], [LANCE[1]])
    page.get_by_role("button", name="More of MAD-3R Marauder").press("Enter")
    page.get_by_role("button", name="Move MAD-3R Marauder down").press("Enter")
    page.get_by_role("button", name="Move MAD-3R Marauder down").press("Enter")
    assert (formation(hands, 0), formation(hands, 1)) == ([LANCE[2]], [LANCE[0], LANCE[1]])
    page.get_by_role("button", name="Remove the formation Bravo Lance").click()
    expect(hands.test("force-pv")).to_contain_text("1 unit")


def test_what_a_formation_lacks_is_told_with_its_page_and_suggested(open_page: Open) -> None:
    hands = muster(open_page, *LANCE)
    hands.test("formation-type").select_option("Fire Lance")
    alpha = hands.test("formation").first
    missing = alpha.locator("[data-testid=finding].bad").first
    expect(missing).to_contain_text("(p. ")
    hands.test("suggest").click()
    proposal = hands.test("proposals").locator(".row").filter(has_text="Command Lance").first
    expect(proposal).to_contain_text("designate")
    proposal.get_by_role("button", name="Do it").click()
    expect(hands.test("formation-type")).to_have_value("Command Lance")
    expect(alpha.locator("[data-testid=finding].bad")).to_have_count(0)
    expect(hands.test("member").first).to_contain_text("commander")


def test_pilots_command_and_nothing_lost(open_page: Open) -> None:
    hands = muster(open_page, *LANCE)
    page = hands.page
    page.get_by_role("button", name="More of MAD-3R Marauder").click()
    hands.test("pilot").fill("Ada Carter")
    hands.test("command").select_option("commander")
    page.get_by_label("Skill of MAD-3R Marauder").select_option("2")
    expect(page.get_by_text("Skill 2: up to 2, of 4 points together")).to_be_visible()
    hands.test("ability").select_option("Lucky")
    expect(hands.test("member").first).to_contain_text("roll")  # what it does, in a line
    page.get_by_label("For what").select_option("2")
    hands.test("buy-ability").click()
    hands.test("command-abilities").locator("summary").click()
    hands.test("command-ability").select_option("Camouflage")
    hands.test("command-abilities").get_by_role("button", name="Add").click()
    hands.test("limit").fill("150")
    hands.test("limit").press("Tab")
    expect(hands.test("force-pv")).to_contain_text("of 150 PV")
    page.reload()
    expect(hands.test("member").first).to_contain_text("commander · Ada Carter · Lucky (2)")
    expect(hands.test("command-abilities")).to_contain_text("Camouflage")
    expect(hands.test("force-pv")).to_contain_text("of 150 PV")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = saved.value.path().read_text()
    assert "Ada Carter" in text
    assert "limit: 150" in text


def test_a_force_is_built_drawn_and_tuned(open_page: Open) -> None:
    hands = muster(open_page)
    page = hands.page
    hands.test("faction").select_option("Mercenary")
    hands.test("new-force").locator("summary").click()
    hands.test("build-points").fill("200")
    hands.test("build").click()
    expect(hands.test("force-pv")).to_contain_text("of 200 PV")
    expect(hands.test("formation").first).to_be_visible()
    expect(page.locator("[data-testid=finding].bad")).to_have_count(0)
    built = hands.test("force-pv").inner_text()
    hands.test("by-chance").click()
    expect(hands.test("force-name")).to_have_value("A force by chance")
    hands.test("build-points").fill("170")
    hands.test("tune").click()
    expect(hands.test("force-pv")).to_contain_text(re.compile(r"1[67]\d of 200 PV"))
    hands.test("undo").click()
    hands.test("undo").click()
    expect(hands.test("force-pv")).to_have_text(built)


def test_columns_sort_and_filters_hold(open_page: Open) -> None:
    hands = muster(open_page)
    page = hands.page
    points = page.locator("tbody td.c-pv")
    page.get_by_role("button", name="PV", exact=True).click()
    expect(page.locator("th.c-pv")).to_have_attribute("aria-sort", "descending")
    told = [int(text) for text in points.all_inner_texts()]
    assert told == sorted(told, reverse=True)
    hands.test("filter-era").select_option("Star League")
    expect(page.get_by_role("status")).not_to_have_text("36 units")
    page.locator("button.star").first.click()
    hands.test("filter-era").select_option("")
    page.get_by_label("Miniatures of WHM-6R Warhammer").fill("1")
    page.get_by_label("Miniatures of WHM-6R Warhammer").press("Tab")
    hands.test("filter-only").select_option("favourites")
    expect(page.get_by_role("status")).to_have_text("1 unit")
    page.reload()
    page.locator("tbody tr").first.wait_for()
    hands.test("filter-only").select_option("collection")
    expect(page.locator("tbody tr")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("button", name="Add WHM-6R Warhammer").click()
    expect(hands.test("lacking")).to_have_text("Missing in your collection: 1 × WHM-6R Warhammer.")


def test_a_force_is_shared_as_a_link(open_page: Open) -> None:
    hands = muster(open_page, *LANCE[:2])
    hands.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hands.test("force-name").fill("Pair")
    hands.test("force-name").press("Tab")
    hands.test("share").click()
    expect(hands.test("said")).to_contain_text("link is copied")
    link = hands.page.evaluate("navigator.clipboard.readText()")
    other = open_page("#/" + link.split("#/")[1])
    expect(other.test("force-pv")).to_contain_text("74 PV")
    expect(other.test("force-name")).to_have_value("Pair")
    broken = open_page("#/muster/half")
    expect(broken.page.get_by_role("alert")).to_contain_text("This link holds no force")


def fits(page: Page) -> None:
    """Nothing has to be scrolled sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    "size", [PHONE, LANDSCAPE, (820, 1180), DESKTOP], ids=["phone", "landscape", "tablet", "desktop"]
)
def test_it_is_usable_and_accessible_everywhere(open_page: Open, size: tuple[int, int]) -> None:
    hands = muster(open_page, *LANCE, size=size)
    page = hands.page
    fits(page)
    if size == PHONE:
        hands.test("view-force").click()
    page.get_by_role("button", name="More of MAD-3R Marauder").click()
    hands.test("suggest").click()
    hands.test("proposals").wait_for()
    hands.test("new-force").locator("summary").click()
    hands.test("command-abilities").locator("summary").click()
    fits(page)
    assert serious(page) == []
    if size == PHONE:
        hands.test("view-units").click()
    hands.test("open-import").click()
    hands.test("import-text").fill("2x MAD-3R Marauder @3\nno such machine")
    hands.test("import-paste").click()
    expect(hands.test("import-report")).to_contain_text("1 refused")
    fits(page)
    assert serious(page) == []


def test_files_may_be_dropped_on_the_page(open_page: Open) -> None:
    hands = muster(open_page)
    hands.page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "riders.yaml"));
            for (const kind of ["dragover", "drop"])
                window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, cancelable: true }));
        }""",
        RIDERS,
    )
    hands.test("import-replace").click()
    expect(hands.test("force-name")).to_have_value("Riders")


def group(hands: Hands, name: str) -> list[str]:
    """What stands in a group, its core and what is attached."""
    return hands.page.get_by_label(f"Group {name}", exact=True).locator("[data-testid=piece] > span").all_inner_texts()


def test_companies_and_battalions_by_dragging_and_by_keyboard(open_page: Open) -> None:
    hands = muster(open_page, "MAD-3R Marauder")
    page = hands.page
    for unit in ("ARC-2R Archer", "STG-3R Stinger"):
        page.get_by_role("button", name="New Lance").click()
        hands.test("search").fill(unit)
        page.get_by_role("button", name=f"Add {unit}", exact=True).click()
    page.get_by_text("Larger groups").click()
    hands.test("new-group").select_option("Company")
    expect(page.get_by_label("Group Company", exact=True)).to_contain_text("Drag formations or groups here")
    alone = page.get_by_role("group", name="By themselves")
    target = page.get_by_label("Group Company", exact=True).locator(".pieces").first
    alone.locator("[data-testid=piece]", has_text="Alpha Lance").drag_to(target)
    expect(page.get_by_label("Group Company", exact=True)).to_contain_text("A Company has 2 to 4 lances, not 1")
    page.get_by_label("Group of Bravo Lance").select_option("in Company")
    page.get_by_label("Group of Charlie Lance").select_option("attached to Company")
    assert group(hands, "Company") == ["Alpha Lance", "Bravo Lance", "Charlie Lance"]
    expect(page.get_by_label("Group Company", exact=True)).not_to_contain_text("2 to 4 lances")
    page.get_by_label("Name of the group Company").fill("Able Company")
    page.get_by_label("Name of the group Company").press("Enter")
    hands.test("new-group").select_option("Battalion")
    page.get_by_label("Group of Able Company").select_option("in Battalion")
    expect(page.get_by_label("Group Battalion", exact=True)).to_contain_text("A Battalion has 3 to 4 companies, not 1")
    assert serious(page) == []
    page.reload()
    expect(page.get_by_label("Group Battalion", exact=True)).to_contain_text("Able Company")
    page.get_by_label("Remove the group Able Company").click()
    assert alone.locator("[data-testid=piece] > span").all_inner_texts()[:3] == [
        "Alpha Lance",
        "Bravo Lance",
        "Charlie Lance",
    ]
    hands.test("undo").click()
    assert group(hands, "Able Company") == ["Alpha Lance", "Bravo Lance", "Charlie Lance"]
    # A Clan has groups of its own.
    hands.test("faction").select_option(label="Clan Wolf")
    expect(hands.test("new-group").locator("option").nth(1)).to_have_text("Binary")
