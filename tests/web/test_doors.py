"""Thousands of units onto the muster page: a catalogue in three files, cut into parts, and a second list beside it."""

from __future__ import annotations

import json

from playwright.sync_api import FilePayload, expect

from web.conftest import Open

VALUES = {"TP": "BM", "PV": 20, "SZ": 1, "TMM": 2, "MV": '12"', "Arm": 2, "Str": 2, "dmg": {"dmgS": "1", "dmgM": "1"}}
MANY = 1_300
HEADING = (
    "MUL ID\tChassis\tModel\tRole\tType\tSize\tMovement\tTMM\tArmor\tStructure\tThreshold\tS\tS*\tM\tM*\tL\tL*\tE\tE*\t"
    "Overheat\tPoint Value\tAbilities\tFront Arc\tLeft Arc\tRight Arc\tRear Arc"
)
ROW = '\tFinch\tF-{}\tScout\tBM\t1\t12"\t2\t2\t2\t-1\t1\tFALSE\t1\tFALSE\t0\tFALSE\t0\tFALSE\t0\t{}\tSRCH\t\t\t\t'


def payload(name: str, content: object) -> FilePayload:
    text = content if isinstance(content, str) else json.dumps(content)
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_a_catalogue_of_three_files_and_then_a_table(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    units = [
        {"id": at, "chassis": "Finch", "model": f"F-{at}", "year": 3025, "as": VALUES, "comp": [1]}
        for at in range(1, MANY + 1)
    ]
    units[7]["as"] = None
    hands.test("open-import").click()
    hands.test("doors").locator("summary").click()
    expect(hands.test("doors")).to_contain_text("java -jar MegaMek.jar -asc")
    expect(hands.test("doors")).to_contain_text("CC BY-NC-SA 4.0")
    hands.test("import-file").set_input_files(
        [
            payload("factions.json", {"factions": [{"id": 34, "name": "Mercenary", "eras": {"13": [1, 1300]}}]}),
            payload("units.json", {"version": "1", "etag": "x", "units": units}),
            payload("eras.json", {"eras": [{"id": 13, "name": "Clan Invasion", "units": [1, 1300]}]}),
        ]
    )
    expect(hands.test("import-progress")).to_contain_text("of 1,300 units")
    expect(hands.test("import-report")).to_contain_text("1,299 units taken, 1 refused.")
    kept = page.evaluate(
        """() => new Promise((done) => {
            const asked = indexedDB.open("lancemate");
            asked.onsuccess = () => {
                const get = asked.result.transaction("units").objectStore("units").get("mul_1300");
                get.onsuccess = () => done(get.result);
            };
        })"""
    )
    assert (kept["fielded"], kept["year"], kept["source"]) == ({"Mercenary": "3050-3061"}, 3025, "MekBay")
    rows = [f"{number}{ROW.format(number, 25 if number == 2 else 20)}" for number in (1, 2, 5000)]
    hands.test("import-file").set_input_files([payload("all-units.txt", "\n".join(("Title", HEADING, *rows)))])
    report = hands.test("import-report")
    expect(report).to_contain_text("3 units taken.")
    expect(report).to_contain_text(
        "The card of MekBay counts, whose values follow the published ones; MegaMek has PV 25"
    )
