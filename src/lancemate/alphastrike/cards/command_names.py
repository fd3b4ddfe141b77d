"""The special command abilities (pp. 102-109), and the rule of each. Words only: a setup can be read without rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest


class Command(NamedTuple):
    """One ability: its rule, how often it may be taken, and whether a word in parentheses completes it."""

    rule: str
    times: int = 1
    word: bool = False


ADJUSTING_FIRE: Final = "Adjusting Fire"
ANTI_AIRCRAFT: Final = "Anti-Aircraft Specialists"
ANTI_MECH: Final = "Anti-Mech Training"
BANKING: Final = "Banking Initiative"
BERSERKERS: Final = "Berserkers"
BRAWLERS: Final = "Brawlers"
CAMOUFLAGE: Final = "Camouflage"
COMBAT_DROP: Final = "Combat Drop Specialists"
DISRUPTION: Final = "Communications Disruption"
COUNTERPARTS: Final = "Counterparts"
DIRECT_FIRE: Final = "Direct Fire Artillery Specialists"
ENEMY: Final = "Enemy Specialization"
ENVIRONMENT: Final = "Environmental Specialization"
ESPRIT: Final = "Esprit de Corps"
FALSE_FLAG: Final = "False Flag"
FAST_WITHDRAWAL: Final = "Fast Withdrawal"
FLANKERS: Final = "Flankers"
FOCUS: Final = "Focus"
FORCING: Final = "Forcing the Initiative"
GROUND_ATTACK: Final = "Ground Attack Specialists"
BURIAL: Final = "Highlander Burial"
HIT_AND_RUN: Final = "Hit and Run"
INFANTRY_DEFENSE: Final = "Infantry Defensive Experts"
DRAGOONS: Final = "Infantry Dragoons"
INFILTRATORS: Final = "Infiltrators"
IN_THE_MOMENT: Final = "In the Moment"
INTELLIGENCE: Final = "Intelligence Specialists"
LOPPERS: Final = "Loppers"
OFF_MAP: Final = "Off-Map Movement"
OVERRUN: Final = "Overrun Combat"
RAPID_STRIKE: Final = "Rapid Strike"
REGION: Final = "Regional Specialization"
SAVAGES: Final = "Savages"
SHARP_SHOOTERS: Final = "Sharp Shooters"
SHIELDING: Final = "Shielding"
SPEED_FIRE: Final = "Speed Fire"
STRATEGIC_COMMAND: Final = "Strategic Command"
PLANNING: Final = "Strategic Planning"
ADJUSTMENTS: Final = "Tactical Adjustments"
COMBINED_FIRE: Final = "Tactical Experts (Combined Fire)"
DOGFIGHTING: Final = "Tactical Experts (Dogfighting)"
ENGINEERS: Final = "Tactical Experts (Engineers)"
HIDDEN_UNITS: Final = "Tactical Experts (Hidden Units)"
PHYSICAL: Final = "Tactical Experts (Physical)"
SIEGE: Final = "Tactical Experts (Siege)"
TACTICS: Final = "Tactical Specialization"
COMBINED_ARMS: Final = "Tactical Specialization (Combined Arms)"
SMALL_UNITS: Final = "Tactical Specialization (Small Unit Actions)"
WARRIOR_CODE: Final = "Warrior Code"
ZONE_OF_CONTROL: Final = "Zone of Control"

COMMANDS: Final[Mapping[str, Command]] = {
    ADJUSTING_FIRE: Command("AS-SCA-013"),
    ANTI_AIRCRAFT: Command("AS-SCA-014"),
    ANTI_MECH: Command("AS-SCA-015"),
    BANKING: Command("AS-SCA-016"),
    BERSERKERS: Command("AS-SCA-017"),
    BRAWLERS: Command("AS-SCA-018"),
    CAMOUFLAGE: Command("AS-SCA-019"),
    COMBAT_DROP: Command("AS-SCA-020"),
    DISRUPTION: Command("AS-SCA-021"),
    COUNTERPARTS: Command("AS-SCA-022"),
    DIRECT_FIRE: Command("AS-SCA-023"),
    ENEMY: Command("AS-SCA-024", word=True),
    ENVIRONMENT: Command("AS-SCA-025", word=True),
    ESPRIT: Command("AS-SCA-030"),
    FALSE_FLAG: Command("AS-SCA-031"),
    FAST_WITHDRAWAL: Command("AS-SCA-032"),
    FLANKERS: Command("AS-SCA-033"),
    FOCUS: Command("AS-SCA-034", times=2, word=True),
    FORCING: Command("AS-SCA-035"),
    GROUND_ATTACK: Command("AS-SCA-036"),
    BURIAL: Command("AS-SCA-037"),
    HIT_AND_RUN: Command("AS-SCA-038"),
    INFANTRY_DEFENSE: Command("AS-SCA-039"),
    DRAGOONS: Command("AS-SCA-040"),
    INFILTRATORS: Command("AS-SCA-041", times=3),
    IN_THE_MOMENT: Command("AS-SCA-042"),
    INTELLIGENCE: Command("AS-SCA-043"),
    LOPPERS: Command("AS-SCA-044"),
    OFF_MAP: Command("AS-SCA-045"),
    OVERRUN: Command("AS-SCA-047"),
    RAPID_STRIKE: Command("AS-SCA-048"),
    REGION: Command("AS-SCA-049", times=2, word=True),
    SAVAGES: Command("AS-SCA-050"),
    SHARP_SHOOTERS: Command("AS-SCA-051"),
    SHIELDING: Command("AS-SCA-052"),
    SPEED_FIRE: Command("AS-SCA-053"),
    STRATEGIC_COMMAND: Command("AS-SCA-054"),
    PLANNING: Command("AS-SCA-055"),
    ADJUSTMENTS: Command("AS-SCA-056"),
    COMBINED_FIRE: Command("AS-SCA-057"),
    DOGFIGHTING: Command("AS-SCA-058"),
    ENGINEERS: Command("AS-SCA-059"),
    HIDDEN_UNITS: Command("AS-SCA-060"),
    PHYSICAL: Command("AS-SCA-061"),
    SIEGE: Command("AS-SCA-062"),
    TACTICS: Command("AS-SCA-063", word=True),
    COMBINED_ARMS: Command("AS-SCA-066", times=2),
    SMALL_UNITS: Command("AS-SCA-067"),
    WARRIOR_CODE: Command("AS-SCA-068"),
    ZONE_OF_CONTROL: Command("AS-SCA-069"),
}

# Abilities of some units of the force, or that name some; the others are the whole force's.
OF_UNITS: Final = frozenset(
    {
        *(ANTI_AIRCRAFT, GROUND_ATTACK, BRAWLERS, SHARP_SHOOTERS, FOCUS),
        *(FALSE_FLAG, INFILTRATORS, INTELLIGENCE, WARRIOR_CODE),
    }
)
WITH_BENEFITS: Final[Mapping[str, tuple[str, ...]]] = {
    ENVIRONMENT: ("mobility", "combat", "initiative"),
    TACTICS: ("attack", "defense", "scenario"),
    COMBINED_ARMS: ("attack", "defense"),
}
SPECIALIZATIONS: Final = (ENEMY, ENVIRONMENT, TACTICS, COMBINED_ARMS, SMALL_UNITS)

_WRITTEN: Final = re.compile(r"(?P<name>[^(]+?)(?:\s*\((?P<word>.+)\))?")


def _plain(text: str) -> str:
    """A name without regard to letter case, hyphens and underscores."""
    return " ".join(re.findall("[a-z0-9]+", text.casefold().replace("'", "")))


_KNOWN: Final = {_plain(name): name for name in COMMANDS}


def command_named(text: str) -> tuple[str, str | None]:
    """The ability and the word that completes it, of ``Focus (Blood Stalker)`` in any letter case."""
    whole = " ".join(text.split())
    named = _KNOWN.get(_plain(whole))
    if named is not None and not COMMANDS[named].word:
        return named, None
    written = _WRITTEN.fullmatch(whole)
    name = _KNOWN.get(_plain(written["name"])) if written is not None else None
    if written is None or name is None:
        raise InputError(f"there is no command ability {text[:80]!r}; {nearest(whole, COMMANDS)}")
    word = written["word"]
    if word is not None and not COMMANDS[name].word:
        ways = [one for one in COMMANDS if one.startswith(f"{name} (")]
        told = nearest(whole, ways) if ways else f"{name} takes no word in parentheses"
        raise InputError(f"there is no command ability {text[:80]!r}; {told}")
    return name, word


def commanded(ability: str) -> str:
    """The switch of battles in which a side has a command ability."""
    return rules.switch(f"command:{ability}")
