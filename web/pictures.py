"""Makes the pictures of the README: both views of one battle, from a server and a browser of its own.

`python web/pictures.py` writes docs/pictures; `make pictures` builds the page first. Needs chromium, like the tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Page, sync_playwright

from lancemate.field.data import feature_to_data
from lancemate.muster.battlefields.generator import generate
from lancemate.muster.battlefields.themes import find_theme

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "docs" / "pictures"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = ("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
SIZE: Final = (1280, 800)
WAIT: Final = 120_000  # milliseconds: without a graphics card the standing table is slow
TRIES: Final = 4  # a server that has just been started may need a while

Json = dict[str, Any]


def unit(name: str, card: str, at: tuple[float, float], facing: float) -> Json:
    return {"id": name, "unit": card, "at": list(at), "facing": facing}


RED: Final = (
    unit("r1", "whm_6r_warhammer", (22, 16), 5),
    unit("r2", "arc_2r_archer", (28, 13), 350),
    unit("r3", "training_tank_kettle", (16, 13), 10),
    unit("r4", "training_hovercraft_swift", (34, 17), 340),
    unit("r5", "training_battle_armor_brass", (25, 20), 0),
    unit("r6", "training_helicopter_bumble", (12, 18), 30),
)
BLUE: Final = (
    unit("b1", "tdr_5s_thunderbolt", (24, 32), 180),
    unit("b2", "crd_3r_crusader", (31, 34), 195),
    unit("b3", "wvr_6r_wolverine", (17, 31), 170),
    unit("b4", "training_missile_carrier_basket", (36, 30), 200),
    unit("b5", "training_infantry_foot_rifles", (27, 28), 190),
    unit("b6", "lct_1v_locust", (12, 29), 150),
)


def script(theme: str, seed: int) -> Json:
    table = generate(find_theme(theme), 48, 48, seed)
    sides = [
        {"name": "red", "home": "south", "units": list(RED)},
        {"name": "blue", "home": "north", "units": list(BLUE)},
    ]
    return {
        "map": {"kind": "table", "width": 48, "depth": 48},
        "terrain": [feature_to_data(feature) for feature in table.features],
        "sides": sides,
        "start": {"turn": 3, "phase": "combat", "first": "red"},
    }


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "lancemate.cli.main", "play", "--port", "0", "--no-browser", "--thinkers", "0"]
        command += ["--database", f"sqlite:///{folder}/games.sqlite3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
            try:
                assert server.stdout is not None
                yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+/", line)))
            finally:
                server.terminate()


def seat_at(address: str, given: Json) -> str:
    """The address of a seat at a new table that begins as the script says."""
    for _ in range(TRIES):
        made = httpx.post(
            f"{address}api/games", json={"mode": "hotseat", "script": given}, timeout=120, trust_env=False
        )
        if made.status_code < 500:
            break
    made.raise_for_status()
    return address + str(made.json()["seats"][0]["link"]).lstrip("/")


def sit_down(page: Page, address: str, theme: str, seed: int) -> None:
    seat = seat_at(address, script(theme, seed))
    page.goto(address)
    page.evaluate(
        "localStorage.setItem('lancemate.settings', JSON.stringify({ pace: 'off', theme: 'dark', view: 'flat' }))"
    )
    page.goto(seat)
    page.reload()
    page.locator("g.unit").first.wait_for()


def aim(page: Page) -> None:
    page.keyboard.press("n")
    page.locator("ul.targets").wait_for()
    page.keyboard.press("t")
    page.locator("[data-testid=fire]:enabled").wait_for()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(4000)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
    print(f"docs/pictures/{name}.jpg")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("LANCEMATE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
        page.set_default_timeout(WAIT)
        sit_down(page, address, "river", 7)
        aim(page)
        take(page, "flat")
        page.keyboard.press("v")
        page.locator(".tag").first.wait_for()
        take(page, "standing")
        page.keyboard.press("b")
        take(page, "behind")
        browser.close()


if __name__ == "__main__":
    main()
