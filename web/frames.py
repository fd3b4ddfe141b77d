"""What a picture of the standing table costs: 24 against 24 in woods beside a bare table with one unit a side.

`python web/frames.py` turns both tables in a browser that draws without a graphics card, one after the other; it prints
the processor time of all its processes for each picture, and the draw calls. Needs the page built, and chromium.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
from pathlib import Path
from typing import Final

from pictures import BROWSERS, FLAGS, WAIT, Json, seat_at, served, unit
from playwright.sync_api import Page, sync_playwright

from lancemate.field.data import feature_to_data
from lancemate.muster.battlefields.generator import generate
from lancemate.muster.battlefields.themes import find_theme

ROUNDS: Final = 3
STEPS: Final = 20  # pictures a round
SIZE: Final = (1280, 800)
WIDTH, DEPTH = 72, 48
CARDS: Final = (
    *(
        "whm_6r_warhammer",
        "arc_2r_archer",
        "tdr_5s_thunderbolt",
        "crd_3r_crusader",
        "wvr_6r_wolverine",
        "lct_1v_locust",
    ),
    *("training_tank_kettle", "training_hovercraft_swift"),
)
COUNT_CALLS: Final = """
window.calls = 0;
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
  const draw = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...given) { window.calls += 1; return draw.apply(this, given); };
}
"""
TURN: Final = """async (steps) => {
  const table = document.querySelector(".standing");
  const box = table.getBoundingClientRect();
  const [left, top] = [box.left + box.width / 2, box.top + 200];
  const at = (kind, x) => table.dispatchEvent(new PointerEvent(kind, {
    pointerId: 9, button: 2, buttons: 2, bubbles: true, clientX: left + x, clientY: top }));
  const drawn = () => Number(table.dataset.pictures);
  table.setPointerCapture = () => {};
  const [first, calls] = [drawn(), window.calls];
  at("pointerdown", 0);
  for (let i = 1; i <= steps; i += 1) {
    const before = drawn();
    at("pointermove", i * 9);
    while (drawn() === before) await new Promise(requestAnimationFrame);
  }
  at("pointerup", steps * 9);
  return { pictures: drawn() - first, calls: window.calls - calls };
}"""


def row(side: str, count: int, y: float, facing: float) -> list[Json]:
    places = [(6 + (at % 12) * 5.4, y + (at // 12) * 4) for at in range(count)]
    return [unit(f"{side}{at}", CARDS[at % len(CARDS)], place, facing) for at, place in enumerate(places)]


def script(count: int, *, bare: bool) -> Json:
    land = [] if bare else generate(find_theme("woods"), WIDTH, DEPTH, 3).features
    sides = [("red", "south", row("r", count, 6, 0)), ("blue", "north", row("b", count, 38, 180))]
    return {
        "map": {"kind": "table", "width": WIDTH, "depth": DEPTH},
        "terrain": [feature_to_data(feature) for feature in land],
        "sides": [{"name": name, "home": home, "units": units} for name, home, units in sides],
        "start": {"turn": 2, "phase": "combat", "first": "red"},
    }


def family(root: int) -> list[int]:
    """A process and all that it started."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
    found = [root]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def spent() -> float:
    """Seconds of the processor that everything this process started has used so far."""
    ticks = 0
    for one in family(os.getpid())[1:]:
        try:
            parts = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def sit_down(page: Page, address: str, given: Json) -> None:
    seat = seat_at(address, given)
    page.add_init_script(COUNT_CALLS)
    page.goto(address)
    page.evaluate(
        "told => localStorage.setItem('lancemate.settings', told)", json.dumps({"pace": "off", "view": "standing"})
    )
    page.goto(seat)
    page.reload()
    page.locator(".tag").first.wait_for()
    page.wait_for_timeout(3000)


def turned(page: Page) -> tuple[float, float]:
    """Processor milliseconds and draw calls of a picture."""
    before = spent()
    told = page.evaluate(TURN, STEPS)
    return (spent() - before) * 1000 / told["pictures"], told["calls"] / told["pictures"]


def main() -> None:
    path = os.environ.get("LANCEMATE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    tables = {"bare table, 1 against 1": script(1, bare=True), "woods, 24 against 24": script(24, bare=False)}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in tables}
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for _ in range(ROUNDS):
            for name, given in tables.items():
                page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
                page.set_default_timeout(WAIT)
                sit_down(page, address, given)
                turned(page)  # once for nothing: shaders are made when they are first needed
                found[name].append(turned(page))
                page.close()
        browser.close()
    for name, rounds in found.items():
        times = [time for time, _ in rounds]
        told = f"{statistics.median(times):.0f} ms ({min(times):.0f} - {max(times):.0f})"
        print(f"{name}: {told}, {rounds[0][1]:.0f} draw calls")
    bare, full = found.values()
    ratios = [mine[0] / other[0] for other, mine in zip(bare, full, strict=True)]
    print(f"ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f} - {max(ratios):.2f})")


if __name__ == "__main__":
    main()
