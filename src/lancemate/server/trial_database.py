"""A PostgreSQL server for a trial, started on this machine and thrown away: for tests and for `server.load`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from lancemate.kernel.errors import LancemateError

USER: Final = "lancemate"
PATIENCE: Final = 120.0


class TrialDatabase:
    """One that can be stopped and started again, with all that is in it."""

    def __init__(self, folder: Path, *, connections: int = 200) -> None:
        self.folder, self.connections = folder, connections
        # PostgreSQL does not run as root: another user has to own its files.
        self._prefix = ["runuser", "-u", "nobody", "--"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        if self._prefix:
            shutil.chown(folder, "nobody")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        made = [program("initdb"), "-D", str(folder / "data"), "-U", USER, "--auth=trust"]
        subprocess.run([*self._prefix, *made], check=True, capture_output=True, cwd=folder)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        set_up = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "max_connections": str(self.connections),
        }
        words = [word for name, value in set_up.items() for word in ("-c", f"{name}={value}")]
        begun = [program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *words]
        self._process = subprocess.Popen(
            [*self._prefix, *begun], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder
        )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end:
                raise LancemateError("PostgreSQL does not start here")
            time.sleep(0.02)

    def stop(self, *, at_once: bool = False) -> None:
        """Fast, as an operator would; or ``at_once``, as a machine does that loses its power."""
        process, self._process = self._process, None
        if process is None:
            return
        data = str(self.folder / "data")
        mode = "immediate" if at_once else "fast"
        subprocess.run(
            [*self._prefix, program("pg_ctl"), "-D", data, "-m", mode, "-w", "stop"],
            check=True,
            capture_output=True,
            cwd=self.folder,
        )
        process.wait()

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def trial_database() -> Iterator[TrialDatabase]:
    folder = Path(tempfile.mkdtemp(prefix="lancemate-pg-"))
    try:
        database = TrialDatabase(folder)
        database.start()
        try:
            yield database
        finally:
            database.stop(at_once=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def program(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)]))
    if found is None:
        raise LancemateError("PostgreSQL is not installed here: apt install postgresql")
    return found
