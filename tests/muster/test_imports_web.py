"""Lists over HTTP, from a server on this machine: copies, time limits, and what is said when there is no network."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from lancemate.cli import main as entry
from lancemate.kernel.errors import LancemateError
from lancemate.muster import catalogue
from lancemate.muster.imports import web
from lancemate.muster.imports.web import Patience, Unreachable, fetch, quick_list_address

UNITS = {
    "Units": [{"Id": 1, "Name": "Finch", "BFType": "BM", "BFSize": 1, "BFMove": "8", "BFArmor": 1, "BFStructure": 1}]
}


class Listing:
    """A small Master Unit List whose answers a test may change."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer: Callable[[BaseHTTPRequestHandler], None] = lambda handler: give(
            handler, json.dumps(UNITS).encode()
        )
        listing = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                listing.asked.append(self.path)
                listing.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/Unit/QuickList"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def give(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listing]:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path))
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    server = Listing()
    yield server
    server.close()


def copies() -> list[Path]:
    return sorted((Path(os.environ["LANCEMATE_HOME"]) / "cache").rglob("*.json"))


def test_an_answer_is_kept_and_not_asked_for_again(listing: Listing) -> None:
    first = fetch(listing.address)
    assert (json.loads(first.content), first.notes) == (UNITS, ())
    again = fetch(listing.address)
    assert (again.content, again.notes) == (first.content, ("From the copy fetched just now; --refresh asks again.",))
    assert len(listing.asked) == 1
    assert fetch(listing.address, refresh=True).notes == ()
    assert len(listing.asked) == 2
    assert len(copies()) == 1


def test_an_old_copy_is_better_than_nothing(listing: Listing) -> None:
    fetch(listing.address)
    days_ago = time.time() - 9 * 86_400
    os.utime(copies()[0], (days_ago, days_ago))
    listing.answer = lambda handler: give(handler, b"sorry", 503)
    (note,) = fetch(listing.address).notes
    assert (
        note
        == "127.0.0.1 cannot be reached (it answered 503 Service Unavailable); this is the copy fetched 9 days ago."
    )
    assert len(listing.asked) == 2


def test_without_network_and_copy_it_says_so(listing: Listing) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, but nobody listens
        with pytest.raises(Unreachable, match=r"^127\.0\.0\.1 cannot be reached: Connection refused\. .* from a file"):
            fetch(f"http://127.0.0.1:{nobody.getsockname()[1]}/")
    assert copies() == []


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda handler: give(handler, b"<html>sorry</html>"), "its answer is not JSON"),
        (lambda handler: give(handler, b"", 404), "it answered 404 Not Found"),
        (
            lambda handler: give(handler, b"", 302, Location="file:///etc/passwd"),
            "it answered 302 Found - Redirection to url",
        ),
        (lambda handler: give(handler, b"", 302, Location="ftp://127.0.0.1/x"), "points to something that is no web"),
        (lambda handler: give(handler, b"", 302, Location=handler.path), "would lead to an infinite loop"),
        (lambda handler: handler.wfile.write(b"nonsense\r\n\r\n"), "nonsense"),
        (lambda handler: time.sleep(0.5), "it did not answer within 0.1 seconds"),
    ],
    ids=["page", "missing", "file", "ftp", "circle", "noise", "silence"],
)
def test_bad_answers_are_not_kept(
    answer: Callable[[BaseHTTPRequestHandler], None], problem: str, listing: Listing
) -> None:
    listing.answer = answer
    with pytest.raises(Unreachable, match=problem):
        fetch(listing.address, patience=Patience(step=0.1))
    assert copies() == []


def test_an_answer_is_limited_in_size_and_time(listing: Listing) -> None:
    listing.answer = lambda handler: give(handler, b" " * 5000)
    with pytest.raises(Unreachable, match="its answer is larger than"):
        fetch(listing.address, largest=1000)

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(100):
                handler.wfile.write(b" ")
                time.sleep(0.02)
        except OSError:
            return

    listing.answer = drip
    with pytest.raises(Unreachable, match=r"took longer than 0\.1 seconds"):
        fetch(listing.address, patience=Patience(step=1.0, whole=0.1))


def test_only_web_addresses_are_asked() -> None:
    for address in ("file:///etc/passwd", "ftp://example.org/x", "/etc/passwd", "http://", "http://[", "javascript:1"):
        with pytest.raises(LancemateError, match="is no web address"):
            fetch(address)


def test_a_name_is_asked_for_politely() -> None:
    assert quick_list_address(" Mad  Cat & Co") == f"{web.QUICK_LIST}?MinPV=1&MaxPV=999&Name=Mad+Cat+%26+Co"
    assert quick_list_address("Atlas", base="http://x/y?z=1") == "http://x/y?z=1&MinPV=1&MaxPV=999&Name=Atlas"
    with pytest.raises(LancemateError, match="at least 3 letters"):
        quick_list_address(" a ")


def test_the_command_imports_over_the_web(listing: Listing, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        entry.main(["units", "import", "--mul", "finch", "--url", listing.address])
    assert left.value.code == 0
    assert listing.asked == ["/Unit/QuickList?MinPV=1&MaxPV=999&Name=finch"]
    assert catalogue.find("finch").id == "mul_1"
    assert "1 unit taken." in capsys.readouterr().out
