"""Whatever is opened in the wrong place says what it seems to be and where it belongs, wherever files are taken."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Open
from web.hands import Hands


def packed() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("units.txt", "MAD-3R Marauder")
    return held.getvalue()


DESIGN = "Version:1.0\nAtlas\nAS7-D\n\nConfig:Biped\nTechBase:Inner Sphere\n\nMass:100\nEngine:300 Fusion Engine\n"
MAP = {"title": "Ford", "map": {"kind": "table", "width": 48, "depth": 48}, "terrain": []}
BATTLE = {"sides": [{"name": "red"}, {"name": "blue"}], "units": []}
FORCE = "lancemate: force\nname: Riders\nformations: []\n"
LISTED = {"Units": [{"Name": "Atlas", "BFPointValue": 52}]}
# A file, and what it seems to be.
FILES: dict[str, tuple[bytes, str]] = {
    "sheet.pdf": (b"%PDF-1.7 \xff\xfe", "a PDF"),
    "mech.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    "units.zip": (packed(), "a ZIP archive"),
    "Atlas AS7-D.mtf": (DESIGN.encode(), "a design of MegaMek"),
    "battle.json": (json.dumps(BATTLE).encode(), "a battle: open it among the files of the page Play"),
    "force.yaml": (FORCE.encode(), "a force: open it in the muster"),
    "map.json": (json.dumps(MAP).encode(), "a map: open it on the page Maps"),
    "list.json": (
        json.dumps(LISTED).encode(),
        "units or a force of another program",
    ),
    "hills.board": (b'size 16 17\nhex 0101 0 "" ""\nend\n', "a map of MegaMek"),
    "nothing.json": (b"", "an empty file"),
    "large.json": (b"x" * 20_000_000, "20 MB"),
    "noise.bin": (bytes(range(256)) * 40, "no text"),
    "page.html": (b"<!DOCTYPE html><html><body>Units</body></html>", "a web page"),
}


def muster(open_page: Open) -> tuple[Hands, Locator, Locator]:
    hands = open_page("#/muster")
    hands.test("open-import").click()
    return hands, hands.test("import-file"), hands.test("import-trouble")


def lobby(open_page: Open) -> tuple[Hands, Locator, Locator]:
    hands = open_page()
    expect(hands.test("make-game")).to_be_enabled()
    return hands, hands.test("open-file"), hands.page.get_by_label("Files").get_by_role("alert")


def board(open_page: Open) -> tuple[Hands, Locator, Locator]:
    hands = open_page()
    expect(hands.test("make-game")).to_be_enabled()
    if not hands.test("map-kind").is_visible():
        hands.page.locator("details:not([open]) > summary").first.click()
    hands.test("map-kind").select_option("hex")
    return hands, hands.test("board-file"), hands.test("board-trouble")


def companion(open_page: Open) -> tuple[Hands, Locator, Locator]:
    hands = open_page("companion")
    expect(hands.test("begin")).to_be_enabled()
    return hands, hands.page.get_by_label("Or from a file").first, hands.page.get_by_role("alert")


def maps(open_page: Open) -> tuple[Hands, Locator, Locator]:
    hands = open_page("#/maps")
    return hands, hands.test("open-map"), hands.test("map-fault")


def at_a_table(open_page: Open) -> tuple[Hands, Locator, Locator]:
    from web.meeting import open_table

    hands = open_table(open_page, "Ada")
    hands.test("make-game").click()
    hands.page.get_by_text("Bring another force").click()
    return hands, hands.page.get_by_label("Or from a file"), hands.page.get_by_role("alert")


Place = Callable[[Open], tuple[Hands, Locator, Locator]]
WELCOME = {  # what belongs there, or is told in words of the place itself
    muster: {"force.yaml", "list.json", "battle.json", "large.json"},
    lobby: {"force.yaml", "battle.json"},
    board: {"hills.board"},
    companion: {"force.yaml"},
    maps: {"map.json", "battle.json"},
    at_a_table: {"force.yaml"},
}


@pytest.mark.parametrize("place", WELCOME, ids=[place.__name__ for place in WELCOME])
def test_a_wrong_file_says_what_it_is_and_where_it_belongs(open_page: Open, place: Place) -> None:
    _, chosen, trouble = place(open_page)
    for name, (content, words) in FILES.items():
        if name in WELCOME[place]:
            continue
        chosen.set_input_files({"name": name, "mimeType": "", "buffer": content})
        expect(trouble).to_contain_text(f"{name}: ")
        expect(trouble).to_contain_text(words)


def test_a_search_that_finds_nothing_says_how_to_get_the_unit(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    page.locator("tbody tr").first.wait_for()
    hands.test("search").fill("Atlas")
    nothing = hands.test("nothing-found")
    expect(nothing).to_contain_text("No unit here fits “Atlas”")
    expect(nothing).to_contain_text("36 published units")
    link = nothing.get_by_role("link", name="Ask the Master Unit List for “Atlas”")
    assert (link.get_attribute("href") or "").endswith("&Name=Atlas")
    nothing.get_by_role("button", name="Import").click()
    atlas = {
        **{"Id": 140, "Name": "Atlas AS7-D", "Class": "Atlas", "Variant": "AS7-D", "BFType": "BM", "BFSize": 4},
        **{"BFMove": '6"', "BFTMM": 1, "BFArmor": 10, "BFStructure": 8, "BFPointValue": 52, "BFOverheat": 0},
        **{
            "BFDamageShort": 5,
            "BFDamageMedium": 5,
            "BFDamageLong": 2,
            "BFAbilities": "IF1, LRM1/1/1",
        },
    }
    content = json.dumps({"Units": [atlas]}).encode()
    hands.test("import-file").set_input_files({"name": "QuickList.json", "mimeType": "", "buffer": content})
    expect(hands.test("import-report")).to_contain_text("1 unit taken")
    page.get_by_role("button", name="Add Atlas AS7-D", exact=True).click()
    expect(hands.test("force-pv")).to_contain_text("52 PV")
    # A training unit that only the filter hides is offered.
    hands.test("search").fill("Melon")
    nothing.get_by_role("button", name="Show 1 training unit that fits").click()
    expect(page.get_by_role("button", name="Add Training Spheroid DropShip Melon", exact=True)).to_be_visible()
