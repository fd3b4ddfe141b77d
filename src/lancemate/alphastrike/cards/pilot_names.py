"""The pilot abilities that are played, and the rule of each. Words only: a setup can be read without any rules."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

ANTI_AIRCRAFT: Final = "Anti-Aircraft Specialists"
BLOOD_STALKER: Final = "Blood Stalker"
FORWARD_OBSERVER: Final = "Forward Observer"
LUCKY: Final = "Lucky"
MANEUVERING_ACE: Final = "Maneuvering Ace"
MULTI_TASKER: Final = "Multi-Tasker"
OBLIQUE_ARTILLERYMAN: Final = "Oblique Artilleryman"
OBLIQUE_ATTACKER: Final = "Oblique Attacker"
SNIPER: Final = "Sniper"
SPEED_DEMON: Final = "Speed Demon"
TACTICAL_GENIUS: Final = "Tactical Genius"
WEAPON_SPECIALIST: Final = "Weapon Specialist"

PLAYED: Final = {
    ANTI_AIRCRAFT: "AS-SCA-014",
    BLOOD_STALKER: "AS-SPA-020",
    FORWARD_OBSERVER: "AS-SPA-031",
    LUCKY: "AS-SPA-041",
    MANEUVERING_ACE: "AS-SPA-042",
    MULTI_TASKER: "AS-SPA-046",
    OBLIQUE_ARTILLERYMAN: "AS-SPA-048",
    OBLIQUE_ATTACKER: "AS-SPA-049",
    SNIPER: "AS-SPA-057",
    SPEED_DEMON: "AS-SPA-058",
    TACTICAL_GENIUS: "AS-SPA-064",
    WEAPON_SPECIALIST: "AS-SPA-072",
}


def piloted(ability: str) -> str:
    """The switch of battles in which somebody has a pilot ability, or may come to have it."""
    return rules.switch(f"pilot:{ability}")


MOST_LUCK: Final = 4  # levels it is bought in

_WRITTEN: Final = re.compile(r"(?P<name>[^()]*?)(?:\s*\((?P<level>[0-9])\))?")


class LeveledAbility(NamedTuple):
    name: str
    level: int = 1


def played(text: str) -> LeveledAbility:
    """Read ``Sniper`` or ``Lucky (2)``; what is not played is an error that says what is."""
    written = _WRITTEN.fullmatch(text.strip())
    name = written["name"] if written is not None else text
    if written is None or name not in PLAYED:
        raise InputError(f"no pilot ability {text[:80]!r} is played; {nearest(name, PLAYED)}")
    level = int(written["level"] or 1)
    if written["level"] is not None and not (name == LUCKY and 1 <= level <= MOST_LUCK):
        raise InputError(f"only {LUCKY} comes in levels, 1 to {MOST_LUCK}, unlike {text!r}")
    return LeveledAbility(name, level)


def is_played(text: str) -> bool:
    try:
        played(text)
    except InputError:
        return False
    return True
