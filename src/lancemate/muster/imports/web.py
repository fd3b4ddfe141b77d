"""Fetches a list over HTTP when the user asks for it, and keeps a copy for when the network is away.

Knows addresses, time limits and the folder of copies; must not know what is in a list. Only http and https are spoken,
an answer is limited in size and time, and no name from outside becomes a file name.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, cast

from lancemate import __version__
from lancemate.kernel.errors import LancemateError
from lancemate.kernel.folders import cache_folder, write_whole
from lancemate.kernel.values import frozen
from lancemate.muster.imports.reading import MAX_BYTES

QUICK_LIST: Final = "https://masterunitlist.azurewebsites.net/Unit/QuickList"
SCHEMES: Final = ("http", "https")
FRESH_SECONDS: Final = 7 * 24 * 3600.0
CHUNK: Final = 65_536
SHORTEST_NAME: Final = 3
FROM_A_FILE: Final = "Without a network, units can be imported from a file: lancemate units import FILE."
THE_LIST_IS_GONE: Final = (
    "The old Master Unit List went offline in 2026: take MekBay's catalogue instead (lancemate units fetch, or its "
    "files in the muster), a table of MegaMek, or a saved answer of the list."
)


@frozen
class Patience:
    """How long to wait: for each answer of the network, and in all."""

    step: float = 15.0
    whole: float = 120.0


@frozen
class Fetched:
    content: bytes
    source: str
    notes: tuple[str, ...] = ()


class Unreachable(LancemateError):
    """The list cannot be had, and there is no copy of it."""


def quick_list_address(name: str, *, base: str = QUICK_LIST) -> str:
    """The address that asks the Master Unit List for units with this in their name."""
    wanted = " ".join(name.split())
    if len(wanted) < SHORTEST_NAME:
        raise LancemateError(f"Give at least {SHORTEST_NAME} letters of a unit's name.")
    return quick_list_opening(base) + urllib.parse.quote_plus(wanted[:100])


def quick_list_opening(base: str = QUICK_LIST) -> str:
    """The address up to the name: whoever asks by hand puts it there."""
    joint = "&" if urllib.parse.urlsplit(base).query else "?"
    return base + joint + urllib.parse.urlencode({"MinPV": 1, "MaxPV": 999, "Name": ""})


def fetch(
    address: str,
    *,
    refresh: bool = False,
    patience: Patience | None = None,
    largest: int = MAX_BYTES,
    same_host: bool = False,
    advice: str = FROM_A_FILE,
) -> Fetched:
    """The answer of an address: the copy while it is fresh, else over the network, else an old copy with a note.

    With ``same_host`` a redirection to any other host is no answer. ``advice`` is for whoever gets none.
    """
    check_scheme(address)
    copy = cache_folder() / "lists" / f"{hashlib.sha256(address.encode()).hexdigest()}.json"
    age = age_of(copy)
    if age is not None and age < FRESH_SECONDS and not refresh:
        return Fetched(copy.read_bytes(), address, (f"From the copy fetched {ago(age)}; --refresh asks again.",))
    try:
        content = _download(address, patience or Patience(), largest, same_host)
    except Failed as problem:
        if age is None:
            raise Unreachable(f"{host_of(address)} cannot be reached: {problem}. {advice}") from None
        note = f"{host_of(address)} cannot be reached ({problem}); this is the copy fetched {ago(age)}."
        return Fetched(copy.read_bytes(), address, (note,))
    write_whole(copy, content)
    return Fetched(content, address)


class Failed(Exception):
    """Why there was no answer, for the end of a sentence."""

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


class _SameSchemes(urllib.request.HTTPRedirectHandler):
    """Follows a redirection only to another web address."""

    max_redirections = 5

    def __init__(self, same_host: bool) -> None:
        self.same_host = same_host

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urllib.parse.urlsplit(newurl).scheme not in SCHEMES:
            fp.close()
            raise Failed("it points to something that is no web address")
        if self.same_host and urllib.parse.urlsplit(newurl).netloc != urllib.parse.urlsplit(req.full_url).netloc:
            fp.close()
            raise Failed("it points to another host")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(same_host: bool) -> urllib.request.OpenerDirector:
    """Speaks HTTP and nothing else: no files, no FTP."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _SameSchemes(same_host),
    ):
        opener.add_handler(handler)
    opener.addheaders = [("User-Agent", f"lancemate/{__version__}"), ("Accept", "application/json")]
    return opener


def _download(address: str, patience: Patience, largest: int, same_host: bool) -> bytes:
    pieces = answer(urllib.request.Request(address), patience, largest, same_host=same_host)
    next(pieces)
    return _checked(b"".join(cast(Iterator[bytes], pieces)))


def answer(
    request: urllib.request.Request, patience: Patience, largest: int, *, same_host: bool = False
) -> Iterator[http.client.HTTPMessage | bytes]:
    """The head of an answer, and then the answer piece by piece; whatever goes wrong is a ``Failed``."""
    end = time.monotonic() + patience.whole
    size = 0
    try:
        with _opener(same_host).open(request, timeout=patience.step) as given:
            yield given.headers
            while chunk := given.read1(CHUNK):
                size += len(chunk)
                if size > largest:
                    raise Failed(f"its answer is larger than {largest // 1_000_000} MB")
                if time.monotonic() > end:
                    raise Failed(f"its answer took longer than {patience.whole:g} seconds")
                yield chunk
    except urllib.error.HTTPError as error:
        error.close()
        words = "".join(str(error.reason).splitlines()[:1])
        raise Failed(f"it answered {error.code} {words}".rstrip(), error.code) from None
    except TimeoutError:
        raise Failed(f"it did not answer within {patience.step:g} seconds") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            raise Failed(f"it did not answer within {patience.step:g} seconds") from None
        raise Failed(str(getattr(reason, "strerror", None) or reason) or type(error).__name__) from None


def _checked(content: bytes) -> bytes:
    """A page that says sorry must not take the place of a good copy."""
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        raise Failed("its answer is not JSON") from None
    return content


def check_scheme(address: str) -> None:
    try:
        parts = urllib.parse.urlsplit(address)
        known = parts.scheme in SCHEMES and bool(parts.hostname)
    except ValueError:
        known = False
    if not known:
        raise LancemateError(f"{address[:200]} is no web address: it should begin with http:// or https://.")


def host_of(address: str) -> str:
    return urllib.parse.urlsplit(address).hostname or address


def age_of(copy: Path) -> float | None:
    """Seconds since a copy was made; none when there is no copy."""
    try:
        return max(0.0, time.time() - copy.stat().st_mtime)
    except OSError:
        return None


def ago(seconds: float) -> str:
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {word}{'' if number == 1 else 's'} ago"
    return "just now"
