"""A server and a browser for the tests of the page: Debian's chromium, or what LANCEMATE_CHROMIUM names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from web.hands import Hands

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "lancemate" / "server" / "static" / "index.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ADDRESS = re.compile(r"http://\S+/")
REFUSED = (
    "status of 422",
    "ERR_INTERNET_DISCONNECTED",
)  # what the page tells of itself: a file that will not do, no line
PICTURE = "/icon.svg"  # of the tab, which the browser fetches when it likes: also as a line is lost or a page is closed
DESKTOP = (1400, 900)
TABLET = (1024, 768)

WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")  # drawn by the processor

PATIENCE = 60_000  # milliseconds; a machine that does much else is slow
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Hands]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own with an empty database."""
    if not PAGE.exists():
        pytest.fail("The page is not built: run 'make test', or '.venv/bin/python web/build.py build'.")
    folder = tmp_path_factory.mktemp("server")
    command = [
        *(sys.executable, "-m", "lancemate.cli.main", "play", "--port", "0", "--no-browser", "--thinkers", "1"),
        *("--database", f"sqlite:///{folder / 'games.sqlite3'}"),
    ]
    with (
        (folder / "errors.txt").open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=folder) as server,
    ):
        try:
            assert server.stdout is not None
            found = next(filter(None, map(ADDRESS.search, server.stdout)), None)
            if found is None:
                pytest.fail(f"The server did not start: {(folder / 'errors.txt').read_text()}")
            yield found[0]
        finally:
            server.terminate()
            server.wait(30)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("LANCEMATE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.fail("The tests of the page need chromium: apt install chromium, or set LANCEMATE_CHROMIUM.")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*WEBGL, *(["--no-sandbox"] if root else [])])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Opens the page in a browser of its own; whatever the console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        where = said.location.get("url", "")
        excused = where.endswith(PICTURE) or any(known in said.text for known in REFUSED)
        if said.type in ("error", "warning") and not excused:
            complaints.append(f"{said.text} {where}".strip())

    def listen(page: Page) -> None:
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def open(path: str = "", size: tuple[int, int] = DESKTOP, *, touch: bool = False) -> Hands:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, reduced_motion="reduce"
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        listen(page)
        page.goto(address + path)
        return Hands(page)

    yield open
    for context in contexts:
        context.close()
    assert complaints == []
