"""How a helper process notices that its server is gone, however it went.

It loads nothing else: a helper watches before it has read the rest of the program, which takes seconds.
"""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def die_with_parent(nice: int = 0) -> None:
    """First thing in a helper process: leave when the server does, however it goes, and let the server go first."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    server = parent_process()
    if server is None:
        return

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True, name="watch").start()
