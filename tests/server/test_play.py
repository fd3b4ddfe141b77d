"""`lancemate play`: one command, a clear word when it cannot, a clean end; and the page it serves."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from lancemate.cli.play import NOT_LAID_OUT, _shown, listen
from lancemate.compiled import how
from lancemate.kernel.errors import LancemateError
from server.tables import Server, database, running


def test_it_starts_says_where_and_ends_cleanly(tmp_path: Path) -> None:
    words = ["play", "--no-browser", "--port", "0", "--thinkers", "0", "--database", database(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "lancemate.cli.main", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = process.stdout.readline()
    assert told.startswith("Lancemate is ready at http://127.0.0.1:")
    address = told.split()[4]
    assert httpx.get(f"{address}api/health", trust_env=False, timeout=30).json()["status"] == "ok"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_what_starts_later_runs_as_we_do() -> None:
    """The engine may be compiled while somebody plays; nobody plays on with half of it."""
    words = (
        "import os, lancemate.api\n"
        "from lancemate.cli.play import _stay_as_we_are\n"
        "_stay_as_we_are()\n"
        "print(os.environ.get('LANCEMATE_ENGINE'), os.environ.get('LANCEMATE_KERNELS'))"
    )
    given = {**os.environ, "LANCEMATE_ENGINE": "python", "LANCEMATE_KERNELS": "python"}
    done = subprocess.run([sys.executable, "-c", words], env=given, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["python", "python"]
    given = {name: value for name, value in given.items() if not name.startswith("LANCEMATE_")}
    words = f"from lancemate import compiled; compiled.file_of = lambda folder: None\n{words}"
    done = subprocess.run([sys.executable, "-c", words], env=given, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "python"
    assert done.stdout.split()[1] in ("machine", "numba", "python")


def test_the_server_says_how_its_engine_runs(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        told = server.http.get("/api/health").json()["engine"]
    assert told == how()


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(LancemateError, match=f"Port {port} is taken.*--port"):
            listen("127.0.0.1", port)


def test_a_host_that_is_not_here_is_named() -> None:
    with pytest.raises(LancemateError, match=r"no address 'nowhere\.invalid'"):
        listen("nowhere.invalid", 0)
    with pytest.raises(LancemateError, match=r"Cannot listen at 192\.0\.2\.1"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("::1", "[::1]")]
)
def test_the_address_can_be_opened_in_a_browser(host: str, shown: str) -> None:
    assert _shown(host) == shown


def test_without_the_built_page_it_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lancemate.server.app.STATIC", tmp_path)
    with running(tmp_path) as server:
        answer = server.http.get("/")
        assert answer.headers["content-type"].startswith("text/html")
        assert "make play" in answer.text
        assert "<script" not in answer.text


def test_the_built_page_is_served_and_its_parts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>A table</title>")
    (page / "assets" / "app-1a2b.js").write_text("export {}")
    monkeypatch.setattr("lancemate.server.app.STATIC", page)
    with running(tmp_path) as server:
        assert "A table" in server.http.get("/").text
        assert server.http.get("/").headers["cache-control"] == "no-cache"
        part = server.http.get("/assets/app-1a2b.js")
        assert "immutable" in part.headers["cache-control"]
        assert part.headers["content-type"].startswith("text/javascript")
        assert server.http.get("/..%2fgames.sqlite3").status_code == 404
        assert server.http.get("/nothing").json()["error"]["code"] == "not_found"
        typed = server.http.get("/muster", headers={"accept": "text/html"}, follow_redirects=False)
        assert typed.headers["location"] == "/#/muster"
        assert server.http.get("/api/nothing", headers={"accept": "text/html"}).status_code == 404


def test_sockets_of_pages_from_elsewhere_are_refused(server: Server) -> None:
    with (
        pytest.raises(InvalidStatus),
        connect(f"ws://127.0.0.1:{server.port}/api/socket", proxy=None, origin="https://example.org"),  # type: ignore[arg-type]
    ):
        pass


def test_the_battle_of_a_file_is_laid_on_the_table(tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    red, blue = "{id: marauder, unit: MAD-3R Marauder, at: [10, 10]}", "{id: archer, unit: ARC-2R Archer, at: [10, 30]}"
    sides = f"sides:\n- {{name: red, units: [{red}]}}\n- {{name: blue, units: [{blue}]}}\n"
    file.write_text(f"title: Duel at the ford\n{sides}")
    words = ["play", str(file), "--no-browser", "--port", "0", "--thinkers", "0", "--database", database(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "lancemate.cli.main", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[4]
    told = process.stdout.readline()
    assert told.startswith(f"The battle is at {address}#/game/")
    game = told.rpartition("#/game/")[2].split("/")[0]
    summary = httpx.get(f"{address}api/games/{game}", trust_env=False, timeout=30).json()
    assert (summary["title"], summary["mode"]) == ("Duel at the ford", "bot")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_stopped_while_it_lays_out_a_battle_it_says_so(tmp_path: Path) -> None:
    save = tmp_path / "battle.yaml"
    words = ["new", "--red", "LCT-1V Locust", "--blue", "LCT-1V Locust", "--out", str(save)]
    subprocess.run([sys.executable, "-m", "lancemate.cli.main", *words], check=True, stdout=subprocess.DEVNULL)
    words = ["play", str(save), "--no-browser", "--port", "0", "--thinkers", "1", "--database", database(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "lancemate.cli.main", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Lancemate is ready")
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    laid_out = "The battle is at" in told
    assert (process.returncode, errors) == (0, "" if laid_out else f"lancemate: {NOT_LAID_OUT}\n")
