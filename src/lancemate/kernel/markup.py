"""Text as XML wants it. What xml.sax.saxutils does, without all that it loads. This module knows no game."""

from __future__ import annotations

_QUOTED = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def escape(text: str) -> str:
    """Text between tags."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def quoteattr(text: str) -> str:
    """The value of an attribute, with its quotes."""
    text = escape(text)
    for letter, written in _QUOTED.items():
        text = text.replace(letter, written)
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', "&quot;") + '"'
