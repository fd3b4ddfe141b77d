"""Special command abilities as force building sees them (pp. 102, 112): their names, and how many a force may have.

Knows names and averages; must not know what an ability does in play.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.points import SKILL_NAMES, skill_name
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.ruleset import Table

# How often an ability may be taken, and whether it needs a word in parentheses.
COMMAND_ABILITIES: Final[dict[str, tuple[int, bool]]] = {
    "Adjusting Fire": (1, False),
    "Anti-Aircraft Specialists": (1, False),
    "Anti-Mech Training": (1, False),
    "Banking Initiative": (1, False),
    "Berserkers": (1, False),
    "Brawlers": (1, False),
    "Camouflage": (1, False),
    "Combat Drop Specialists": (1, False),
    "Communications Disruption": (1, False),
    "Counterparts": (1, False),
    "Direct Fire Artillery Specialists": (1, False),
    "Enemy Specialization": (1, True),
    "Environmental Specialization": (1, True),
    "Esprit de Corps": (1, False),
    "False Flag": (1, False),
    "Fast Withdrawal": (1, False),
    "Flankers": (1, False),
    "Focus": (2, True),
    "Forcing the Initiative": (1, False),
    "Ground Attack Specialists": (1, False),
    "Highlander Burial": (1, False),
    "Hit and Run": (1, False),
    "Infantry Defensive Experts": (1, False),
    "Infantry Dragoons": (1, False),
    "Infiltrators": (3, False),
    "In the Moment": (1, False),
    "Intelligence Specialists": (1, False),
    "Loppers": (1, False),
    "Off-Map Movement": (1, False),
    "Overrun Combat": (1, False),
    "Rapid Strike": (1, False),
    "Regional Specialization": (2, True),
    "Savages": (1, False),
    "Sharp Shooters": (1, False),
    "Shielding": (1, False),
    "Speed Fire": (1, False),
    "Strategic Command": (1, False),
    "Strategic Planning": (1, False),
    "Tactical Adjustments": (1, False),
    "Tactical Experts": (1, True),
    "Tactical Specialization": (2, True),
    "Warrior Code": (1, False),
    "Zone of Control": (1, False),
}

SPECIALISATIONS: Final = ("Enemy Specialization", "Environmental Specialization", "Tactical Specialization")

_KNOWN: Final = {name.casefold(): name for name in COMMAND_ABILITIES}
_WRITTEN: Final = re.compile(r"(?P<name>[^(]+?)(?:\s*\((?P<detail>[^()]+)\))?")


def command_ability(text: str) -> tuple[str, str | None]:
    """The ability and the word that completes it, of ``Focus (Blood Stalker)`` in any letter case."""
    written = _WRITTEN.fullmatch(" ".join(text.split()))
    name = _KNOWN.get(written["name"].casefold()) if written is not None else None
    if written is None or name is None:
        raise InputError(f"there is no command ability {text!r}; {nearest(text, COMMAND_ABILITIES)}")
    detail = written["detail"]
    if detail is not None and not COMMAND_ABILITIES[name][1]:
        raise InputError(f"{name} takes no word in parentheses, as in {text!r}")
    return name, detail


# -- how many -------------------------------------------------------------------------------------------------

rules.table("AS-FOR-009", SKILL_NAMES.of(rules))  # the names of a pilot's Skill are those of a force's average

# Average Skill up to so much: so many different abilities.
PICKS: Final[Table[dict[int, int]]] = rules.table("AS-FOR-017", {1: 3, 3: 2, 4: 1, 7: 0})


@rules.formula("AS-FOR-018", otherwise=lambda skills: min(skills))
def average_skill(skills: Sequence[int]) -> int:
    """The Skill of a whole force: the mean of its units, halves up."""
    return round_normally(rules, sum(skills) / len(skills))


def picks(average: int) -> int:
    """How many command abilities a force of this Skill chooses."""
    return next((number for worst, number in PICKS.of(rules).items() if average <= worst), 0)


@rules.formula("AS-FOR-017", otherwise=None)
def wrong_choice(average: int, chosen: Sequence[str]) -> str | None:
    """What is wrong with the command abilities of a force that is no published command, in one sentence."""
    allowed = picks(average)
    names = [command_ability(text)[0] for text in chosen]
    if allowed == 0 and len(names) == 1 and names[0] in SPECIALISATIONS:
        return None
    if len(names) > allowed:
        rank = skill_name(average)
        extra = "" if allowed else ", or one environmental, tactical or enemy specialization"
        abilities = "command ability" if allowed == 1 else "command abilities"
        return f"a force that is {rank} on average has {allowed or 'no'} {abilities}{extra}, not {len(names)}"
    for text, times in Counter(" ".join(text.casefold().split()) for text in chosen).items():
        name, most = command_ability(text)[0], COMMAND_ABILITIES[command_ability(text)[0]][0]
        if times > most:
            return f"{name} is taken {times} times; {most} is the most"
    return None


FOCUS_SHARE: Final = 4  # one unit out of so many is trained in the ability of Focus


def focused(chosen: Sequence[str], units: int) -> dict[str, int]:
    """The pilot abilities that come by Focus, and to how many units of a force."""
    given: dict[str, int] = {}
    for text in chosen:
        name, detail = command_ability(text)
        if name == "Focus" and detail is not None:
            given[detail] = given.get(detail, 0) + units // FOCUS_SHARE
    return given
