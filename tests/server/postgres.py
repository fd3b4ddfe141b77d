"""A PostgreSQL server for tests, and a line to it that can be cut, slowed down and made to lose answers."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from lancemate.server.trial_database import trial_database


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with trial_database() as database:
        yield database.url


class Line:
    """Stands between a server and its database, and passes on what each says to the other."""

    def __init__(self, port: int) -> None:
        self.upstream = port
        self.up = True
        self.delay = 0.0
        self.lose_next_commit = False  # the database commits, and its answer never arrives
        self.spared = 0  # commits that are answered before that
        self.lost = 0
        self._mute: set[socket.socket] = set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self) -> str:
        return f"postgresql://lancemate@127.0.0.1:{self.port}/postgres"

    def cut(self) -> None:
        """The database is gone, and so are all lines to it."""
        self.up = False
        for pair in self._pairs:
            _close(*pair)
        self._pairs.clear()

    def mend(self) -> None:
        self.up = True

    def close(self) -> None:
        self.cut()
        _close(self._listening)  # shut down first: whoever waits for a line wakes up

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            if not self.up:
                _close(here)
                continue
            there = socket.create_connection(("127.0.0.1", self.upstream))
            self._pairs.append((here, there))
            threading.Thread(target=self._ask, args=(here, there), daemon=True).start()
            threading.Thread(target=self._answer, args=(here, there), daemon=True).start()

    def _ask(self, here: socket.socket, there: socket.socket) -> None:
        while data := _read(here):
            if self.lose_next_commit and b"COMMIT" in data and self.spared:
                self.spared -= 1
            elif self.lose_next_commit and b"COMMIT" in data:
                self.lose_next_commit = False
                self._mute.add(here)
                _say(there, data)
                time.sleep(0.3)  # time enough to commit
                self.lost += 1
                return _close(here, there)
            time.sleep(self.delay)
            if not _say(there, data):
                break
        return _close(here, there)

    def _answer(self, here: socket.socket, there: socket.socket) -> None:
        while data := _read(there):
            if here not in self._mute and not _say(here, data):
                break
        _close(here, there)


def _read(line: socket.socket) -> bytes:
    try:
        return line.recv(65_536)
    except OSError:
        return b""


def _say(line: socket.socket, data: bytes) -> bool:
    try:
        line.sendall(data)
    except OSError:
        return False
    return True


def _close(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()
