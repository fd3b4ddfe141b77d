"""A long JSON object read entry by entry, so that a catalogue of a hundred megabytes never lies in memory as a whole.

Knows JSON and bytes; must not know what is in them.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Final, Protocol

from lancemate.kernel.errors import InputError

CHUNK: Final = 1 << 20
LARGEST_ENTRY: Final = 16_000_000  # letters of one entry

_AFTER: Final = frozenset(",]} \t\n\r")
_SPACE: Final = re.compile(r"[ \t\n\r]*")


class Bytes(Protocol):
    """Anything that bytes can be read from."""

    def read(self, size: int, /) -> bytes: ...


def members(stream: Bytes) -> Iterator[tuple[str, object]]:
    """Key and value of the outermost object; of a value that is a list each entry by itself."""
    text = _Text(stream)
    text.take("{")
    if text.sees("}"):
        return
    while True:
        key = text.value()
        if not isinstance(key, str):
            raise InputError("this is not JSON: a key should be a text")
        text.take(":")
        if text.sees("["):
            text.take("[")
            while not text.sees("]"):
                yield key, text.value()
                if not text.sees("]"):
                    text.take(",")
            text.take("]")
        else:
            yield key, text.value()
        if text.sees("}"):
            return
        text.take(",")


def _is_whole(found: object, then: str) -> bool:
    """Nothing more of it can come: a number ends where something else begins."""
    return then in _AFTER if isinstance(found, int | float) and then else bool(then)


class _Text:
    """The part of it that is being read."""

    def __init__(self, stream: Bytes) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._json = json.JSONDecoder()
        self._held = ""
        self._at = 0
        self._ended = False

    def sees(self, sign: str) -> bool:
        self._skip()
        return self._held[self._at : self._at + 1] == sign

    def take(self, sign: str) -> None:
        if not self.sees(sign):
            raise InputError(f'this is not JSON, or it breaks off: a "{sign}" is missing')
        self._at += 1

    def value(self) -> object:
        self._skip()
        while True:
            try:
                found, end = self._json.raw_decode(self._held, self._at)
                if self._ended or _is_whole(found, self._held[end : end + 1]):
                    self._at = end
                    return found
            except RecursionError:
                raise InputError("values are nested too deep") from None
            except ValueError:
                if self._ended:
                    raise InputError("this is not JSON, or it breaks off") from None
            if len(self._held) - self._at > LARGEST_ENTRY:
                raise InputError(f"an entry is longer than {LARGEST_ENTRY // 1_000_000} million letters")
            self._more(max(CHUNK, len(self._held) - self._at))

    def _skip(self) -> None:
        while True:
            found = _SPACE.match(self._held, self._at)
            self._at = found.end() if found is not None else self._at
            if self._at < len(self._held) or self._ended:
                return
            self._more(CHUNK)

    def _more(self, size: int) -> None:
        raw = self._stream.read(size)
        self._ended = not raw
        self._held = self._held[self._at :] + self._decoder.decode(raw, self._ended)
        self._at = 0
