"""What people at a table may call themselves: nobody is taken for a bot, a side or the server. Knows names alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.kernel.letters import sounds
from lancemate.server.opponents import LEVELS

OURS: Final = ("server", "spectator", "bot")  # what the table itself is told as, besides sides and bots
_OURS: Final = {sounds(name) for level in LEVELS for name in level[:2]} | {sounds(name) for name in OURS}


def misleads(name: str, sides: Iterable[str]) -> bool:
    """It reads like the name of somebody else at the table."""
    said = sounds(name)
    return said in _OURS or said in {sounds(side) for side in sides} - {""}


def check_called(name: str, sides: Iterable[str]) -> None:
    if misleads(name, sides):
        raise InputError(f"{name!r} is what a side, a bot or the server is called: take another name", key="name")
