"""Units written down by name, one to a line, as people paste them: ``2x MAD-3R Marauder @3``. Knows such lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lancemate.muster.imports.finding import Known, Named
from lancemate.muster.imports.rosters import Recruit, Roster, Troop

LONGEST: Final = 20_000
MOST_COPIES: Final = 24
_LINE: Final = re.compile(
    r"\s*(?:[-*•]\s+)?(?:(?P<before>[0-9]{1,2})\s*x?\s+)?(?P<name>[^@:{}\[\]]{3,80}?)"
    r"(?:\s+x\s*(?P<after>[0-9]{1,2}))?(?:\s*@\s*(?P<skill>[0-8]))?\s*",
    re.ASCII,
)
_KEY: Final = re.compile(r"^\s*(?:- )?[A-Za-z_]+:(?:\s|$)", re.MULTILINE)


def looks_like_a_document(text: str) -> bool:
    """Keys with colons: meant as YAML."""
    return _KEY.search(text[:20_000]) is not None


def roster_of(text: str, known: Known) -> Roster | None:
    """The units of such a list, if at least half of its lines name units there are."""
    if len(text) > LONGEST:
        return None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    found = [(number, _LINE.fullmatch(line)) for number, line in lines]
    recruits = [one for number, match in found if match is not None for one in _recruits(number, match, known)]
    good = sum(known.find(one.named) is not None for one in recruits)
    if not good or 2 * good < len(lines):
        return None
    unread = [str(number) for number, match in found if match is None]
    notes = [f"These lines name no unit and were not read: {', '.join(unread[:20])}."] if unread else []
    return Roster("", [Troop("Units", recruits)], "a list of units by name", notes=notes)


def _recruits(number: int, match: re.Match[str], known: Known) -> Iterator[Recruit]:
    skill = int(match["skill"]) if match["skill"] else None
    copies = int(match["before"] or match["after"] or 1)
    named = Named(match["name"].strip())
    whole = Named(f"{match['before']} {match['name']}".strip()) if match["before"] else named
    if match["before"] and known.find(named) is None and known.find(whole) is not None:
        named, copies = whole, 1  # a name that begins with a number
    for _ in range(min(max(copies, 1), MOST_COPIES)):
        yield Recruit(named, f"line {number}", skill=skill)
