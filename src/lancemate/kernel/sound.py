"""Orders that somebody filled by hand: what is plainly meant is put right, what makes no sense is refused.

Only asked when a rule has stumbled over an order, so that good ones cost nothing. This module knows no game.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, Final, TypeVar

from lancemate.kernel.codec import decode, encode
from lancemate.kernel.errors import refuse
from lancemate.kernel.reading import shown

C = TypeVar("C")

# What a rule does that is handed something it never reckoned with.
STUMBLES: Final = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError)


def put_right(command: C) -> C | None:
    """The order with every field what it should be (lists as tuples, 1.0 as 1), or None if it was so already.

    Raises Refused where a field holds what no such order can mean.
    """
    if not is_dataclass(command):
        return None
    try:
        sound = decode(type(command), encode(command))
    except (TypeError, ValueError, RecursionError) as trouble:
        words = f"this is no {type(command).__name__} that anybody could obey{_why(trouble)}"
        raise refuse("malformed", words) from None
    return None if repr(sound) == repr(command) else sound


def _why(trouble: Any) -> str:
    """The first field that is wrong, of one who has told which: pydantic does."""
    if not hasattr(trouble, "errors"):
        return ""
    first = trouble.errors(include_url=False)[0]
    return f": {first['loc'][0]} cannot be {shown(first['input'])}" if first["loc"] else ""
