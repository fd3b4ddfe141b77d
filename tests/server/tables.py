"""A server to test against, in a thread of its own, and clients that talk to it as a browser would."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from lancemate.server.app import create_app
from lancemate.server.running import configured
from lancemate.server.settings import Limits, Settings
from lancemate.server.warming import warm_up

Json = Any
PATIENCE = 120.0  # seconds; what is compiled on first use takes a while on a fresh machine

# Two 'Mechs that see each other, in the Combat Phase; nothing is left to chance but the dice of the seed.
DUEL: dict[str, Json] = {
    "title": "A duel",
    "map": {"kind": "table", "width": 36, "depth": 36},
    "terrain": [{"id": "wood1", "kind": "woods", "rect": [2, 16, 4, 4]}],
    "sides": [
        {
            "name": "red",
            "home": "south",
            "units": [
                {"id": "r1", "unit": "MAD-3R Marauder", "at": [18, 10], "facing": 0},
                {"id": "r2", "unit": "STG-3R Stinger", "at": [12, 8], "facing": 0},
            ],
        },
        {
            "name": "blue",
            "home": "north",
            "units": [{"id": "b1", "unit": "WHM-6R Warhammer", "at": [18, 24], "facing": 180}],
        },
    ],
    "start": {"turn": 1, "phase": "combat", "first": "red"},
    "seed": 7,
}


class Server:
    """A running server."""

    def __init__(self, database: str, *, limits: Limits | None = None, **settings: Any) -> None:
        warm_up()  # as `lancemate play` does before it serves
        self.settings = Settings(database, limits=limits or Limits(), **{"thinkers": 0, **settings})
        self.app = create_app(self.settings, only_here=not self.settings.trusted_proxies)
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self._uvicorn = uvicorn.Server(configured(self.app, self.settings))
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self.listening],), daemon=True)
        self._thread.start()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE, trust_env=False)
        wait_until(lambda: self._uvicorn.started)

    @property
    def hall(self) -> Any:
        """What goes on inside: only to wait for it."""
        return self.app.app.state.hall

    def stop(self) -> None:
        self.http.close()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def create(self, **data: Json) -> Json:
        answer = self.http.post("/api/games", json=data)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def duel(self, mode: str = "friend", **more: Json) -> Json:
        return self.create(mode=mode, script={**DUEL, **more})

    def sit(self, game: Json, seat: str, **hello: Json) -> Client:
        chair = next(one for one in game["seats"] if one["seat"] == seat)
        if chair["token"] is None:  # a friend's: the invitation is exchanged when it is needed, once
            answer = self.http.post(f"/api/games/{game['game']}/join", json={"invitation": chair["invitation"]})
            assert answer.status_code == 200, answer.text
            chair["token"] = answer.json()["seats"][0]["token"]
        return Client(self.port, chair["token"], **hello)


def dial(port: int) -> AbstractContextManager[ClientConnection]:
    return connect(f"ws://127.0.0.1:{port}/api/socket", max_size=None, proxy=None, open_timeout=PATIENCE)


class Client:
    """One socket. Keeps the last view and every message it was sent."""

    _ids = count(1)

    def __init__(self, port: int, token: str, **hello: Json) -> None:
        self.token = token
        self.heard: list[Json] = []
        self.waiting: list[Json] = []
        self.lines = ExitStack()
        self.socket: ClientConnection = self.lines.enter_context(dial(port))
        self.send({"type": "hello", "token": token, **hello})
        self.welcome = self.wait("welcome")
        self.view: Json = self.welcome["view"]
        self.batches: list[Json] = list(self.welcome["batches"])

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.lines.close()

    @property
    def n(self) -> int:
        return int(self.view["n"])

    def send(self, message: Json) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def receive(self, patience: float = PATIENCE) -> Json:
        message = json.loads(self.socket.recv(timeout=patience))
        self.heard.append(message)
        if message["type"] == "update":
            self.view = message["view"]
            if message["batch"] is not None:
                self.batches.append(message["batch"])
        return message

    def wait(self, *kinds: str, id: str | None = None) -> Json:
        """The next message of a kind, and of an id if it is given; others are kept for later."""
        for number, message in enumerate(self.waiting):
            if message["type"] in kinds and id in (None, message.get("id")):
                return self.waiting.pop(number)
        while True:
            message = self.receive()
            if message["type"] in kinds and id in (None, message.get("id")):
                return message
            self.waiting.append(message)

    def ask(self, kind: str, **data: Json) -> Json:
        """Send a request and wait for its answer."""
        name = data.pop("id", None) or f"q{next(self._ids)}"
        self.send({"type": kind, "id": name, **data})
        return self.wait("answer", "accepted", "refused", "error", "pong", "chat", "draw", "undo", id=name)

    def command(self, command: Json, *, n: int | None = None, id: str | None = None) -> Json:
        return self.ask("command", command=command, n=self.n if n is None else n, id=id)

    def do(self, command: Json) -> Json:
        """A command that must be accepted; waits for the news of it."""
        answer = self.command(command)
        assert answer["type"] == "accepted", answer
        self.until(lambda: self.n >= answer["n"])
        return answer

    def until(self, done: Callable[[], bool]) -> None:
        """Listen until something is so."""
        while not done():
            self.waiting.append(self.receive())

    def my_turn(self) -> None:
        self.until(lambda: self.view["guide"]["yours"] or self.view["outcome"] is not None)


def lazy(view: Json, side: str) -> Json:
    """The least a side can do: answer, let a unit stand, or end the phase."""
    if view["decision"] is not None:
        return {"decide": {"side": side, "choice": view["decision"]["choices"][0]}}
    if view["phase"] == "movement":
        return {"pass": {"unit": view["ready"][0]}}
    return {"end_phase": {}}


def wait_until(done: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.sqlite3'}"


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Server]:
    server = Server(database(folder), **settings)
    try:
        yield server
    finally:
        server.stop()
