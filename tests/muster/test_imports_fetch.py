"""MekBay's catalogue from a server on this machine: downloaded once, kept, and downloaded again only if it changed."""

import json
import os
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from lancemate.cli import main as entry
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster import catalogue
from lancemate.muster.imports import fetching, shelf, web
from lancemate.muster.imports.fetching import fetch_catalogue, keep

VALUES = {"TP": "BM", "PV": 20, "SZ": 1, "TMM": 2, "MV": '12"', "Arm": 2, "Str": 2, "dmg": {"dmgS": "1", "dmgM": "1"}}


def units(*models: str) -> bytes:
    found = [{"id": at, "chassis": "Finch", "model": one, "as": VALUES} for at, one in enumerate(models, start=1)]
    return json.dumps({"version": "1", "etag": "x", "units": found}).encode()


class Server:
    """Files by name, each with a tag; whoever knows the tag is told that nothing has changed."""

    def __init__(self) -> None:
        self.files = {
            "units.json": units("F-1", "F-2"),
            "eras.json": json.dumps({"eras": [{"id": 13, "name": "Clan Invasion", "units": [1]}]}).encode(),
            "factions.json": json.dumps({"factions": [{"id": 34, "name": "Mercenary", "eras": {"13": [1]}}]}).encode(),
        }
        self.status = 200
        self.asked: list[tuple[str, str | None]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.rpartition("/")[2]
                known = self.headers.get("If-None-Match")
                server.asked.append((name, known))
                body = server.files.get(name, b"")
                tag = f'"{len(body)}"'
                status = server.status if server.status != 200 else 304 if known == tag else 200
                self.send_response(status if body else 404)
                self.send_header("ETag", tag)
                self.send_header("Content-Length", str(len(body)) if status == 200 else "0")
                self.end_headers()
                if status == 200:
                    self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.thread = Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.http.server_port}/db"

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path))
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    here = Server()
    yield here
    here.close()


def copies() -> list[Path]:
    return sorted((Path(os.environ["LANCEMATE_HOME"]) / "cache" / "lists").glob("*.json"))


def age(days: float) -> None:
    for copy in copies():
        os.utime(copy, (time.time() - days * 86_400,) * 2)


def lancemate(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        entry.main([*words])
    return int(left.value.code or 0)


def test_one_polite_download_is_kept(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert lancemate("units", "fetch", "--from", server.address) == 0
    told = capsys.readouterr().out
    assert "MekBay's catalogue: 2 units, 1 eras, 1 factions." in told
    assert f"{server.address}/: 2 units taken." in told
    assert [name for name, _ in server.asked] == ["units.json", "eras.json", "factions.json"]
    assert {name: str(*years) for name, years in catalogue.find("Finch F-1").fielded.items()} == {
        "Mercenary": "3050-3061"
    }
    assert lancemate("units", "fetch", "--from", server.address + "/") == 0
    assert "units.json: the copy fetched just now; --refresh asks whether it has changed." in capsys.readouterr().out
    assert len(server.asked) == 3


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    fetch_catalogue(server.address)
    report = fetch_catalogue(server.address, refresh=True)
    assert [known for _, known in server.asked[3:]] == [f'"{len(body)}"' for body in server.files.values()]
    assert report.notes[1:] == tuple(f"{name}: unchanged since it was fetched." for name in server.files)
    assert len(report.cards) == 2
    server.files["units.json"] = units("F-1", "F-2", "F-3")
    age(2)
    again = fetch_catalogue(server.address)
    assert (len(again.cards), again.notes[1][:21]) == (3, "units.json: fetched, ")
    assert len(fetch_catalogue(server.address).cards) == 3
    assert len(server.asked) == 9


def test_an_old_copy_is_better_than_nothing(server: Server) -> None:
    fetch_catalogue(server.address)
    age(3)
    server.status = 503
    report = fetch_catalogue(server.address)
    assert len(report.cards) == 2
    failed = "127.0.0.1 cannot be reached (it answered 503 Service Unavailable)"
    assert report.notes[1] == f"units.json: {failed}; this is the copy fetched 3 days ago."


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"<html>sorry</html>", "its answer is not JSON"),
        (units("F-1")[:-5], "its answer is not JSON, or breaks off"),
        (b"", "it answered 404 Not Found"),
    ],
)
def test_bad_answers_are_not_kept(body: bytes, problem: str, server: Server) -> None:
    server.files["units.json"] = body
    with pytest.raises(web.Unreachable, match=rf"cannot be reached: {problem}.*import the three together"):
        fetch_catalogue(server.address)
    assert copies() == []


def test_what_cannot_be_read_is_fetched_anew(server: Server) -> None:
    server.files["eras.json"] = b'{"eras": [1, }'
    with pytest.raises(InputError, match=r"eras\.json: this is not JSON"):
        fetch_catalogue(server.address)
    assert len(copies()) == 1
    server.files["eras.json"] = b'{"eras": []}'
    assert len(fetch_catalogue(server.address).cards) == 2


def test_a_catalogue_of_mekbays_that_is_far_too_small_is_broken(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MEKBAY", server.address + "/")
    with pytest.raises(LancemateError, match="has 2 units now and had never fewer than 9,000"):
        fetch_catalogue(server.address)


def test_the_download_is_watched(server: Server) -> None:
    seen: list[tuple[str, int, int | None]] = []
    keep(f"{server.address}/units.json", progress=lambda *step: seen.append(step))
    size = len(server.files["units.json"])
    assert seen[-1] == ("units.json", size, size)


def test_the_old_list_is_gone_and_what_to_do_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, but nobody listens
        monkeypatch.setattr(web, "QUICK_LIST", f"http://127.0.0.1:{nobody.getsockname()[1]}/Unit/QuickList")
        assert lancemate("units", "import", "--mul", "Finch") == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "127.0.0.1 cannot be reached: Connection refused. The old Master Unit List went offline in 2026" in told
    assert "lancemate units fetch" in told
    assert len(shelf.shelf()) == 0
