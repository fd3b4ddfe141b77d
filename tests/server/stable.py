"""Servers by the dozen: a process that has everything loaded and forks off a server for each line it reads.

The line is the URL of a database; the answer is the server's process id and port. Run as a script by test_kill.py.
"""

from __future__ import annotations

import os
import signal
import socket
import sys

from lancemate.server.app import create_app
from lancemate.server.running import serve
from lancemate.server.settings import Settings
from lancemate.server.warming import warm_up


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they died
    warm_up()
    for line in sys.stdin:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        child = os.fork()
        if child == 0:
            settings = Settings(line.strip(), thinkers=0)
            serve(create_app(settings), listening, settings)
            os._exit(0)
        print(child, listening.getsockname()[1], flush=True)
        listening.close()


if __name__ == "__main__":
    main()
