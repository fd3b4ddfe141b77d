"""Plays, and has the engine compiled meanwhile: python tools/play.py MAKE TARGET [WORDS FOR lancemate play]

`make play` ends here. Where machine code is missing or stale it is built in the background, out of the players' way,
and taken at the next start. Whoever stops playing before it is done sees how far it is, and may leave it for later.
"""

from __future__ import annotations

import fcntl  # of Unix, as make is
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

VENV = Path(".venv")
LOCK = VENV / "logs" / "background.lock"
LOG = VENV / "logs" / "background.txt"
OTHER = "The engine is being compiled by another `make play`."
AS_WRITTEN = "The engine is being compiled in the background; until the next start it runs as written, half as fast."
DONE = "The engine is compiled: the next start takes it."
WAITING = "Compiling the engine for the next start (Ctrl+C leaves it for later):"
GENTLY = ("nice", "-n", "19")


class Background:
    """The build, in a group of processes of its own: Ctrl+C is meant for the table."""

    def __init__(self, command: list[str], lock: IO[str]) -> None:
        self.lock = lock  # held as long as we live
        with LOG.open("wb") as log:
            self.running = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, process_group=0)
        self.watcher = threading.Thread(target=self._tell, daemon=True)
        self.watcher.start()

    def _tell(self) -> None:
        if self.running.wait() == 0:
            print(DONE, flush=True)

    def finish(self) -> None:
        """Wait for it, in sight."""
        if self.running.poll() is not None:
            return
        with suppress(KeyboardInterrupt), LOG.open(encoding="utf-8", errors="replace") as log:
            print(WAITING, flush=True)
            for said in log.read().splitlines()[-1:]:
                print(said, flush=True)
            while self.running.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    self.running.wait(0.5)
                sys.stdout.write(log.read())
                sys.stdout.flush()

    def stop(self) -> None:
        if self.running.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGTERM)


def begun(silent: list[str]) -> Background | None:
    """The build, if there is anything to build and nobody else is at it."""
    question = [silent[0], "--question", *silent[1:]]
    if subprocess.run(question, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return None
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    lock = LOCK.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(OTHER, flush=True)
        return None
    print(AS_WRITTEN, flush=True)
    return Background([*GENTLY, *silent], lock)


def main(make: str, target: str, *words: str) -> int:
    """The status of the table."""
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # of the make that started us: ours is none of its jobs
        os.environ.pop(name, None)
    background = begun([make, "--no-print-directory", target])
    signal.signal(signal.SIGINT, lambda *_: None)  # the table is told too, and decides
    table = subprocess.Popen([str(VENV / "bin" / "lancemate"), "play", *words])

    def leave(*_: object) -> None:
        table.terminate()
        if background is not None:
            background.stop()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGHUP, leave)
    status = table.wait()
    if background is not None:
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.default_int_handler)
            background.finish()
        background.stop()
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
