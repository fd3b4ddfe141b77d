"""Every format that units and forces come in, by each way into the page: a file chosen or dropped, a text pasted."""

from __future__ import annotations

import base64
import csv
import json

import httpx
import pytest
from playwright.sync_api import expect

from lancemate.server.settings import Limits
from muster.test_imports_forces import JEFF, LINK, MEKBAY_CSV, MUL, PAGE, STORED, sheet
from web.conftest import Open
from web.hands import Hands
from web.test_access import serious
from web.test_force_builder import FINCH, muster
from web.test_muster import RIDERS, bring

DROP = """([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name));
    for (const kind of ["dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, cancelable: true }));
}"""
NAMES = "2x MAD-3R Marauder @3\nno such machine"
# The file, what it holds, and what the page says of it.
FORMATS: tuple[tuple[str, str | bytes, str], ...] = (
    ("list.json", json.dumps({"Units": [FINCH, {"Name": "Nothing"}]}), "1 unit taken, 1 refused."),
    ("jeff.json", json.dumps(JEFF), "an export of Jeff's BattleTech Tools, 2 units taken"),
    ("link.txt", f"https://mekbay.com/?{LINK}", "a share link of MekBay, 3 units taken."),
    ("force.csv", MEKBAY_CSV, "a table of a force, 3 units taken"),
    ("force.xlsx", sheet(list(csv.reader(MEKBAY_CSV.splitlines()))), "a table of a force, 3 units taken"),
    ("stored.json", json.dumps(STORED), "a force stored by MekBay, 2 units taken, 1 refused."),
    ("units.mul", MUL, "a unit list of MegaMek (MUL), 2 units taken, 1 refused."),
    ("values.txt", PAGE, "2 units taken."),
    ("riders.yaml", RIDERS, "a force file"),
    ("names.txt", NAMES, "a list of units by name, 2 units taken, 1 refused."),
)
STRANGE: tuple[tuple[str, bytes, str], ...] = (
    ("sheet.pdf", b"%PDF-1.7 \xff\xfe", "a PDF"),
    ("mech.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    ("nothing.csv", b"", "an empty file"),
    ("tool.exe", b"MZ\x90\0\x03\0\0\0", "no text"),
    ("large.txt", b"once upon a time\n" * 320_000, "larger"),
)


def drop(hands: Hands, name: str, content: str | bytes) -> None:
    raw = content if isinstance(content, bytes) else content.encode()
    hands.page.evaluate(DROP, [name, base64.b64encode(raw).decode()])


@pytest.mark.parametrize(("name", "content", "words"), FORMATS, ids=[name for name, *_ in FORMATS])
def test_a_format_comes_in_by_every_way(open_page: Open, name: str, content: str | bytes, words: str) -> None:
    hands = muster(open_page)
    report = hands.test("import-report")
    bring(hands, name, content)
    expect(report).to_contain_text(f"{name}: ")
    expect(report).to_contain_text(words)
    if "refused" in words:
        expect(report.locator("li").first).to_be_visible()
    hands.page.get_by_label("Close the import").click()
    drop(hands, name, content)
    expect(report).to_contain_text(f"{name}: ")
    expect(report).to_contain_text(words)
    if isinstance(content, str):
        hands.test("import-text").fill(content)
        hands.test("import-paste").click()
        expect(report).not_to_contain_text(f"{name}: ")
        expect(report).to_contain_text(words)
    assert serious(hands.page) == []


def test_strange_files_say_what_they_seem_to_be_however_they_come(open_page: Open) -> None:
    hands = muster(open_page, "MAD-3R Marauder")
    trouble = hands.test("import-trouble")
    hands.test("open-import").click()
    for name, content, words in STRANGE:
        hands.test("import-file").set_input_files({"name": name, "mimeType": "", "buffer": content})
        expect(trouble).to_contain_text(f"{name}: ")
        expect(trouble).to_contain_text(words)
        hands.test("import-text").fill("Dear diary.")
        hands.test("import-paste").click()
        expect(trouble).to_contain_text("What was pasted: ")
        drop(hands, name, content)
        expect(trouble).to_contain_text(f"{name}: ")
        expect(trouble).to_contain_text(words)
    expect(hands.test("force-pv")).to_contain_text("1 unit")


def test_whoever_plays_alone_brings_as_many_files_as_there_are(address: str) -> None:
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as line:
        came = [line.post("/api/imports", json={"text": "[]"}) for _ in range(2 * Limits().imports_per_minute)]
    assert 429 not in {one.status_code for one in came}
