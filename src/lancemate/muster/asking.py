"""A force asked for in one sentence: ``a Davion reinforced company of 3052``, ``Wolf trinary, 500 points``.

Knows the words for who, when, how many and how large; building.py makes the force.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.eras import ERAS, book_eras
from lancemate.kernel.errors import InputError
from lancemate.muster.catalogue import faction_names
from lancemate.muster.factions import scheme_of
from lancemate.muster.organisation import INNER_SPHERE, echelons, full_strength
from lancemate.muster.searching.query import factions_meant

EACH: Final = 32  # points of a unit, where nobody says how many the force may cost
MOST: Final = 12  # formations that are built at once
REINFORCED: Final = "reinforced"
# Words for what a force is made of, and for what it is sent into the search with.
MADE_OF: Final = {
    **{"mech": "mechs", "'mech": "mechs", "mechs": "mechs", "'mechs": "mechs", "battlemech": "mechs"},
    **{"armor": "vehicles", "tank": "vehicles", "vehicle": "vehicles", "vehicles": "vehicles", "tanks": "vehicles"},
    **{"fighter": "fighters", "fighters": "fighters", "aerospace": "fighters"},
    **{"infantry": "infantry", "elemental": "battle armor", "elementals": "battle armor"},
}
# What the smallest formation is called, by scheme and by any of its words.
SMALLEST: Final = ("lance", "star", "level ii", "squadron", "platoon")
IDLE: Final = frozenset({"a", "an", "the", "of", "in", "for", "with", "from", "force", "house", "and", "year"})

_POINTS: Final = re.compile(r"\b([1-9][0-9]{1,3})\s*(?:points|pv|pts)\b")
_YEAR: Final = re.compile(r"\b(2[0-9]{3}|3[0-9]{3})\b")
_WORDS: Final = re.compile(r"[a-z0-9'&\-]+")


class Asked(NamedTuple):
    """What a sentence asks for; None is left to whoever reads it."""

    faction: str | None = None
    time: str | None = None  # an era, or a year
    kind: str | None = None
    formations: int | None = None
    points: int | None = None
    group: str | None = None
    usual: int | None = None  # points that a force of this size usually costs


def read_asked(text: str) -> Asked:
    """Read a sentence. A word that makes no sense is an error, which names it."""
    rest = " ".join(text.casefold().split())
    points = _POINTS.search(rest)
    rest = _POINTS.sub(" ", rest)
    time = next((era.name for era in (*ERAS, *book_eras()) if era.name.casefold() in rest), None)
    if time is not None:
        rest = rest.replace(time.casefold(), " ")
    year = _YEAR.search(rest)
    rest = _YEAR.sub(" ", rest)
    rest, reinforced = (rest.replace(REINFORCED, " "), True) if REINFORCED in rest else (rest, False)
    rest, group = _group(rest)
    words = [word for word in _WORDS.findall(rest) if word not in IDLE]
    kind = next((MADE_OF[word] for word in words if word in MADE_OF), None)
    faction = _faction([word for word in words if word not in MADE_OF])
    count = _formations(group, faction, reinforced=reinforced) if group is not None else None
    if count is not None and count > MOST:
        raise InputError(f"{group} is {count} formations, more than the {MOST} that are built at once")
    units = count * _strength(faction, kind) if count is not None else None
    return Asked(
        faction,
        year[0] if year is not None else time,
        kind,
        count,
        int(points[1]) if points is not None else None,
        f"{REINFORCED} {group}" if reinforced and group is not None else group,
        units * EACH if units is not None else None,
    )


def _group(text: str) -> tuple[str, str | None]:
    """What it is organised as, and the text without it; the longest name first, level iii before level ii."""
    names = {row.group.casefold() for scheme in ("Inner Sphere", "Clan", "ComStar") for row in echelons(scheme)}
    for name in sorted({*names, *SMALLEST}, key=len, reverse=True):
        changed = re.sub(rf"\b{re.escape(name)}\b", " ", text)
        if changed != text:
            return changed, name
    return text, None


def _faction(words: list[str]) -> str | None:
    if not words:
        return None
    known = faction_names()
    for text in (" ".join(words), " ".join(word.removesuffix("'s") for word in words)):
        meant = factions_meant(text, known)
        if len(meant) == 1:
            return meant[0].name
        if meant:
            raise InputError(f"{text!r} is said of several factions: {', '.join(one.name for one in meant[:8])}")
    raise InputError(f"{' '.join(words)[:60]!r} is no faction, no size of a force and no time that we know")


def _strength(faction: str | None, kind: str | None) -> int:
    branch = {"mechs": "'Mechs", "infantry": "conventional infantry"}.get(kind or "mechs", kind or "mechs")
    return full_strength(scheme_of(faction), branch)


def _formations(group: str, faction: str | None, *, reinforced: bool) -> int:
    """How many of the smallest formations it has: by the organisation of its faction, or of those who use the word."""
    own = scheme_of(faction)
    for scheme in dict.fromkeys((own, INNER_SPHERE, "Clan", "ComStar")):
        rows = {row.group.casefold(): row for row in echelons(scheme)}
        count, name = 1, group
        while name in rows and name not in SMALLEST:
            row = rows[name]
            count *= row.most if reinforced and name == group else row.least
            name = _singular(row.parts)
        if name in SMALLEST:
            return count
    raise InputError(f"a {group} is nothing to build: say lance, company, star, trinary, level iii or the like")


def _singular(parts: str) -> str:
    first = parts.casefold().split(" or ")[0]
    return {"companies": "company", "binaries": "binary", "level iis": "level ii"}.get(first, first.removesuffix("s"))
