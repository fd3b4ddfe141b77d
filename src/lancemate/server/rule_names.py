"""What rules are called and where the books have them, for those who may name one that does not exist."""

from __future__ import annotations

from lancemate import rulebook


def page(rule: str | None) -> int | None:
    """Where the book has a rule; None for our own notes."""
    try:
        return rulebook.page(rule) if rule is not None else None
    except rulebook.UnknownRule:
        return None


def title(rule: str | None) -> str | None:
    try:
        return rulebook.title(rule) if rule is not None else None
    except rulebook.UnknownRule:
        return None
