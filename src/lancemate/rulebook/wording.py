"""Words for numbers: sums with their pages, dice, places. Knows English and the ledger; must not know any game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from lancemate import rulebook
from lancemate.kernel import house
from lancemate.kernel.explain import Cost, Modifier


@cache
def page_of(rule: str | None) -> str:
    """Where to look it up: ``[AS-COM-052, p. 43]``."""
    if rule is None:
        return ""
    try:
        page = rulebook.page(rule)
    except rulebook.UnknownRule:
        page = None
    return f" [{rule}, p. {page}]" if page is not None else f" [{rule}]"


@cache
def short_page(rule: str | None) -> str:
    if rule is None:
        return ""
    try:
        page = rulebook.page(rule)
    except rulebook.UnknownRule:
        return ""
    return f" (p. {page})" if page is not None else ""


house.forget_when_changed(page_of.cache_clear)
house.forget_when_changed(short_page.cache_clear)


def the_sum(parts: Sequence[Modifier | Cost]) -> str:
    """``4 Skill (p. 42) + 2 Range: medium (p. 43) - 1 Short (p. 44)``. What has the same name is told once."""
    whole: dict[tuple[str, str], float] = {}
    for part in parts:
        whole[part.label, part.rule] = whole.get((part.label, part.rule), 0) + part.value
    words: list[str] = []
    for (label, rule), value in whole.items():
        sign = ("- " if value < 0 else "+ ") if words else ("-" if value < 0 else "")
        words.append(f"{sign}{number(abs(value))} {label}{short_page(rule)}")
    return " ".join(words)


def with_article(words: str) -> str:
    """``a Battle Lance``, ``an Assault Lance``."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def number(value: float) -> str:
    """Two decimals at most: tenths decide ranges, more nobody can measure."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def dice(roll: Sequence[int]) -> str:
    """``4 and 3, 7 in all``; one die is only itself."""
    if not roll:
        return "nothing"
    if len(roll) == 1:
        return str(roll[0])
    return f"{', '.join(map(str, roll[:-1]))} and {roll[-1]}, {sum(roll)} in all"


def point(at: Sequence[float]) -> str:
    return f"({number(at[0])}, {number(at[1])})"


def points(count: int, what: str = "point") -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else text + "."


def opened(name: str) -> str:
    """A side's name as the first word of a sentence."""
    return name[:1].upper() + name[1:]


COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def heading(facing: float) -> str:
    return COMPASS[int(((facing % 360.0) + 22.5) // 45.0) % 8]
