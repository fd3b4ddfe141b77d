"""Ends a worker whose bot nothing else can stop: it swallows every interruption, or is deep in a call that sees none.

While bots are asked the watchdog is wound up again and again; when that stops for too long, the process ends on the
spot, and whoever waits for it plays the battle again or gives it up. Only workers arm it. Must not know what is played.
"""

from __future__ import annotations

import faulthandler
import os
from time import monotonic
from typing import Final, TextIO

GRACE: Final = 15.0  # seconds beyond a bot's patience
EVERY: Final = 5.0  # seconds between two windings: each costs a thread

_silence: TextIO | None = None  # where the watchdog barks, once it is armed
_wound = 0.0


def arm() -> None:
    """This process may be ended."""
    global _silence, _wound
    if _silence is None:
        _silence = open(os.devnull, "w")  # noqa: SIM115  # as long as the process
    _wound = 0.0


def wind(patience: float, grace: float = GRACE) -> None:
    """Somebody is about to think for so many seconds at most."""
    global _wound
    now = monotonic()
    if _silence is not None and now - _wound > EVERY:
        _wound = now
        faulthandler.dump_traceback_later(EVERY + patience + grace, exit=True, file=_silence)


def rest() -> None:
    """Nobody thinks now."""
    global _wound
    faulthandler.cancel_dump_traceback_later()
    _wound = 0.0
