"""`lancemate play`: starts the server and opens the browser at a fresh table. Starts; decides nothing."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import webbrowser
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Final
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

import typer

from lancemate.kernel.errors import InputError, LancemateError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

PORT: Final = 8642
NOT_LAID_OUT: Final = "The server was stopped before the battle lay on the table."
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class Against(StrEnum):
    bot = "bot"
    hotseat = "hotseat"
    nobody = "nobody"


class LogForm(StrEnum):
    plain = "plain"
    json = "json"


@app.command()
def play(
    file: Annotated[
        Path | None, typer.Argument(help="A saved battle or battle script to open.", show_default=False)
    ] = None,
    against: Annotated[
        Against, typer.Option(help="With a file: play it on against a bot or at one screen, or watch it.")
    ] = Against.bot,
    level: Annotated[str, typer.Option(help="With a file: the level of the bot.")] = "recruit",
    host: Annotated[str, typer.Option(help="Address to listen on. The default is this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 picks any free one.", min=0, max=65535)] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    database: Annotated[
        str | None, typer.Option(help="Database URL, such as sqlite:///games.sqlite3 or postgresql://...")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(help="Address of a proxy in front of this server; may be given again.")
    ] = None,
    unit_list: Annotated[
        bool, typer.Option("--unit-list", help="Let players search the Master Unit List from the muster page.")
    ] = False,
    workers: Annotated[
        int, typer.Option(help="Servers on this port, each a process; more than one needs PostgreSQL.", min=1, max=64)
    ] = 1,
    thinkers: Annotated[
        int | None, typer.Option(help="Helper processes of each server that think for bots; 0 for none.", min=0, max=64)
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(
            help="Port of this machine for /metrics; each further server takes the next one.", min=1, max=65000
        ),
    ] = None,
    limits: Annotated[
        Path | None, typer.Option(help="File of limits (YAML or JSON): what a guest may use.", show_default=False)
    ] = None,
    log: Annotated[
        LogForm, typer.Option(help="How the log is written: for people, or a line of JSON each.")
    ] = LogForm.plain,
) -> None:
    """Start the server and open the browser, ready for a quick start or at the battle of a file. Ctrl+C stops it; games
    are kept.
    """
    given = _read(file) if file is not None else None
    from lancemate.server.settings import AT_HOME, Limits, Settings, default_database, default_thinkers, limits_of

    if workers > 1:
        from lancemate.server.crew import check_together

        check_together(workers, database or default_database())
    if metrics is not None:
        for number in range(workers):
            listen("127.0.0.1", metrics + number).close()  # taken ones are named before anything starts
    listening = listen(host, port)
    from lancemate.kernel.documents import read_document
    from lancemate.muster.imports.web import QUICK_LIST

    _stay_as_we_are()
    only_here = host in LOOPBACK and not trusted_proxy
    usual = AT_HOME if only_here else Limits()
    settings = Settings(
        database=database if database is not None else default_database(),
        thinkers=thinkers if thinkers is not None else default_thinkers(workers),
        trusted_proxies=tuple(trusted_proxy or ()),
        unit_list=QUICK_LIST if unit_list else None,
        metrics_port=metrics,
        log=log.value,
        limits=limits_of(read_document(limits).data, usual) if limits is not None else usual,
    )
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"

    def ready() -> None:
        print(f"Lancemate is ready at {address} (stop it with Ctrl+C)", flush=True)
        if not only_here:
            print("Anyone who can reach this machine can open games on it.", flush=True)
        threading.Thread(target=_open, args=(address, browser, given, against, level), daemon=True).start()

    if workers > 1:
        from lancemate.server.crew import Crew

        taken = listening.getsockname()[1]
        listening.close()
        Crew(settings, host, taken, workers, only_here=only_here).serve(ready)
        return
    from lancemate.server.app import create_app
    from lancemate.server.logs import write_logs
    from lancemate.server.running import serve

    write_logs(settings.log)
    serve(create_app(settings, only_here=only_here), listening, settings, ready)


def _stay_as_we_are() -> None:
    """Processes that are started later run the engine as we do, though it may have been compiled meanwhile."""
    from lancemate import compiled
    from lancemate.field.jit import WORKSHOP
    from lancemate.kernel import machine_code

    if not compiled.is_in_use():
        os.environ[compiled.CHOICE] = compiled.PYTHON
    os.environ[machine_code.CHOICE] = WORKSHOP.how


def _read(file: Path) -> bytes:
    """A battle as it stands in its file. What is none is refused before anything starts."""
    from lancemate.cli.games import game_of
    from lancemate.kernel.documents import read_document

    source = read_document(file)
    game_of(source).read(source)
    return file.read_bytes()


def _open(address: str, browser: bool, given: bytes | None, against: Against, level: str) -> None:
    """Lay the battle of a file on the table, if there is one, and show the page."""
    if given is not None:
        try:
            address += _laid_out(address, given, against, level)
        except LancemateError as error:
            print(f"lancemate: {error.message}", file=sys.stderr, flush=True)
            return
        except (OSError, HTTPException):
            print(f"lancemate: {NOT_LAID_OUT}", file=sys.stderr, flush=True)
            return
        print(f"The battle is at {address}", flush=True)
    if browser:
        webbrowser.open(address)


def _laid_out(address: str, given: bytes, against: Against, level: str) -> str:
    """Where the first seat of the new game is."""
    mode = "replay" if against is Against.nobody else str(against)
    asked = Request(f"{address}api/import?{urlencode({'mode': mode, 'level': level})}", data=given, method="POST")
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=120) as answer:
            made = json.load(answer)
    except HTTPError as refused:
        raise InputError(_said(refused.read())) from None
    return str(made["seats"][0]["link"]).lstrip("/")


def _said(answer: bytes) -> str:
    """Why the server refuses; one that is being stopped has no time to say it."""
    try:
        return str(json.loads(answer)["error"]["message"])
    except (ValueError, TypeError, KeyError):
        return NOT_LAID_OUT


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on, or one clear message why not."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise LancemateError(f"There is no address {host!r} on this machine.") from None
    family, kind, _, _, address = found[0]
    listening = socket.socket(family, kind)
    if os.name == "posix":  # elsewhere two servers could have the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise LancemateError(_why_not(error, host, port)) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by a Lancemate that is already running: look at "
            f"http://{_shown(host)}:{port}/ or choose another with --port (--port 0 takes any free one)."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used without special rights; choose one above 1023 with --port."
    return f"Cannot listen at {host} port {port}: {error.strerror}."


def _shown(host: str) -> str:
    """A host as it stands in an address that a browser can open."""
    if host in ("0.0.0.0", ""):
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host
