"""Secrets of seats: made here, told once, kept only as a hash. Knows no game."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """43 characters that nobody will guess."""
    return secrets.token_urlsafe(32)


def new_game_id() -> str:
    return secrets.token_urlsafe(9)


def new_seed() -> int:
    return secrets.randbits(64)


def new_secret() -> str:
    """32 bytes of the operating system's own randomness, in hexadecimal digits: what sealed dice are made of."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """What the server keeps of a token."""
    return hashlib.sha256(token.encode("ascii", "replace")).hexdigest()


def looks_like_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None
