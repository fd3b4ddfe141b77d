"""The pilot abilities of the book, those that are played, and the rule of each. Words only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

ANIMAL_MIMICRY: Final = "Animal Mimicry"
ANTAGONIZER: Final = "Antagonizer"
ANTI_AIRCRAFT: Final = "Anti-Aircraft Specialists"
BLOOD_STALKER: Final = "Blood Stalker"
CLUSTER_HITTER: Final = "Cluster Hitter"
COMBAT_INTUITION: Final = "Combat Intuition"
CROSS_COUNTRY: Final = "Cross-Country"
DEMORALIZER: Final = "Demoralizer"
DISRUPTION: Final = "Communications Disruption"  # of a squadron; command abilities have it too
DODGE: Final = "Dodge"
DRAG_RACER: Final = "Terrain Master (Drag Racer)"
DUST_OFF: Final = "Dust-Off"
EAGLES_EYES: Final = "Eagle's Eyes"
ENVIRONMENTAL_SPECIALIST: Final = "Environmental Specialist"
FIST_FIRE: Final = "Fist Fire"
FLOAT: Final = "Float Like a Butterfly"
FOOT_CAVALRY: Final = "Foot Cavalry"
FOREST_RANGER: Final = "Terrain Master (Forest Ranger)"
FORWARD_OBSERVER: Final = "Forward Observer"
FROGMAN: Final = "Terrain Master (Frogman)"
GOLDEN_GOOSE: Final = "Golden Goose"
GROUND_HUGGER: Final = "Ground-Hugger"
HEADHUNTER: Final = "Headhunter"
HEAVY_HORSE: Final = "Heavy Horse"
HEAVY_LIFTER: Final = "Heavy Lifter"
HOPPER: Final = "Hopper"
HOT_DOG: Final = "Hot Dog"
HUMAN_TRO: Final = "Human TRO"
IRON_WILL: Final = "Iron Will"
JUMPING_JACK: Final = "Jumping Jack"
LIGHT_HORSEMAN: Final = "Light Horseman"
LUCKY: Final = "Lucky"
MANEUVERING_ACE: Final = "Maneuvering Ace"
MARKSMAN: Final = "Marksman"
MELEE_MASTER: Final = "Melee Master"
MELEE_SPECIALIST: Final = "Melee Specialist"
MOUNTAINEER: Final = "Terrain Master (Mountaineer)"
MULTI_TASKER: Final = "Multi-Tasker"
NATURAL_GRACE: Final = "Natural Grace"
NIGHTWALKER: Final = "Terrain Master (Nightwalker)"
OBLIQUE_ARTILLERYMAN: Final = "Oblique Artilleryman"
OBLIQUE_ATTACKER: Final = "Oblique Attacker"
RANGE_MASTER: Final = "Range Master"
RIDE_THE_WASH: Final = "Ride the Wash"
SANDBLASTER: Final = "Sandblaster"
SEA_MONSTER: Final = "Terrain Master (Sea Monster)"
SHAKY_STICK: Final = "Shaky Stick"
SHARPSHOOTER: Final = "Sharpshooter"
SLUGGER: Final = "Slugger"
SNIPER: Final = "Sniper"
SPEED_DEMON: Final = "Speed Demon"
STAND_ASIDE: Final = "Stand-Aside"
STREET_FIGHTER: Final = "Street Fighter"
SURE_FOOTED: Final = "Sure-Footed"
SWAMP_BEAST: Final = "Terrain Master (Swamp Beast)"
SWORDSMAN: Final = "Swordsman"
TACTICAL_GENIUS: Final = "Tactical Genius"
URBAN_GUERRILLA: Final = "Urban Guerrilla"
WEAPON_SPECIALIST: Final = "Weapon Specialist"
WIND_WALKER: Final = "Wind Walker"
ZWEIHANDER: Final = "Zweihander"

# Every pilot ability of the book, and its rule.
INDEX: Final = rules.table(
    "AS-SPA-062",
    {
        ANIMAL_MIMICRY: "AS-SPA-018",
        ANTAGONIZER: "AS-SPA-019",
        BLOOD_STALKER: "AS-SPA-020",
        CLUSTER_HITTER: "AS-SPA-021",
        COMBAT_INTUITION: "AS-SPA-022",
        CROSS_COUNTRY: "AS-SPA-023",
        DEMORALIZER: "AS-SPA-024",
        DODGE: "AS-SPA-025",
        DUST_OFF: "AS-SPA-026",
        EAGLES_EYES: "AS-SPA-027",
        ENVIRONMENTAL_SPECIALIST: "AS-SPA-028",
        FIST_FIRE: "AS-SPA-029",
        FLOAT: "AS-SPA-030",
        FORWARD_OBSERVER: "AS-SPA-031",
        GOLDEN_GOOSE: "AS-SPA-032",
        GROUND_HUGGER: "AS-SPA-033",
        HEADHUNTER: "AS-SPA-034",
        HEAVY_LIFTER: "AS-SPA-035",
        HOPPER: "AS-SPA-036",
        HOT_DOG: "AS-SPA-037",
        HUMAN_TRO: "AS-SPA-038",
        IRON_WILL: "AS-SPA-039",
        JUMPING_JACK: "AS-SPA-040",
        LUCKY: "AS-SPA-041",
        MANEUVERING_ACE: "AS-SPA-042",
        MARKSMAN: "AS-SPA-043",
        MELEE_MASTER: "AS-SPA-044",
        MELEE_SPECIALIST: "AS-SPA-045",
        MULTI_TASKER: "AS-SPA-046",
        NATURAL_GRACE: "AS-SPA-047",
        OBLIQUE_ARTILLERYMAN: "AS-SPA-048",
        OBLIQUE_ATTACKER: "AS-SPA-049",
        RANGE_MASTER: "AS-SPA-050",
        RIDE_THE_WASH: "AS-SPA-052",
        SANDBLASTER: "AS-SPA-053",
        SHAKY_STICK: "AS-SPA-054",
        SHARPSHOOTER: "AS-SPA-055",
        SLUGGER: "AS-SPA-056",
        SNIPER: "AS-SPA-057",
        SPEED_DEMON: "AS-SPA-058",
        STAND_ASIDE: "AS-SPA-059",
        STREET_FIGHTER: "AS-SPA-060",
        SURE_FOOTED: "AS-SPA-061",
        SWORDSMAN: "AS-SPA-063",
        TACTICAL_GENIUS: "AS-SPA-064",
        DRAG_RACER: "AS-SPA-065",
        FOREST_RANGER: "AS-SPA-066",
        FROGMAN: "AS-SPA-067",
        MOUNTAINEER: "AS-SPA-068",
        NIGHTWALKER: "AS-SPA-069",
        SEA_MONSTER: "AS-SPA-070",
        SWAMP_BEAST: "AS-SPA-071",
        WEAPON_SPECIALIST: "AS-SPA-072",
        WIND_WALKER: "AS-SPA-073",
        ZWEIHANDER: "AS-SPA-074",
        LIGHT_HORSEMAN: "AS-SPA-076",
        HEAVY_HORSE: "AS-SPA-077",
        FOOT_CAVALRY: "AS-SPA-078",
        URBAN_GUERRILLA: "AS-SPA-079",
    },
)
PLAYED: Final = {ANTI_AIRCRAFT: "AS-SCA-014", DISRUPTION: "AS-FOR-086", **INDEX.book}


FRIGHTFUL: Final = (ANIMAL_MIMICRY, DEMORALIZER)  # whoever comes near one of these may be frightened


def piloted(ability: str) -> str:
    """The switch of battles in which somebody has a pilot ability, or may come to have it."""
    return rules.switch(f"pilot:{ability}")


MOST_LUCK: Final = 4  # levels it is bought in
IN_LEVELS: Final = (LUCKY, FLOAT)

# Abilities that need a word to be complete, and the words there are.
CONDITIONS: Final = (
    *("Atmospheric Density", "Darkness", "Earthquake", "EMI", "Gravity", "Extreme Cold", "Extreme Heat"),
    *("Wind", "Blowing Sand", "Fog", "Rain", "Snow", "Geyser", "Smoke"),
)
DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    RANGE_MASTER: ("Medium", "Long", "Extreme"),
    ENVIRONMENTAL_SPECIALIST: CONDITIONS,
}

# What else players write for some of these words.
_MEANT: Final = {
    **{"atmosphere": "Atmospheric Density", "density": "Atmospheric Density", "thin air": "Atmospheric Density"},
    **{"electromagnetic interference": "EMI", "night": "Darkness", "sand": "Blowing Sand", "heavy fog": "Fog"},
    **{"temperature cold": "Extreme Cold", "cold": "Extreme Cold", "temperature hot": "Extreme Heat"},
    **{"heat": "Extreme Heat", "hot": "Extreme Heat", "winds": "Wind", "earthquakes": "Earthquake"},
    **{"snow hail": "Snow", "snow and hail": "Snow", "hail": "Snow", "sleet": "Snow", "blizzard": "Snow"},
}


def word_for(name: str, detail: str) -> str | None:
    """The word that completes an ability, however a player has written it; None where there is no such word."""
    said = " ".join(re.sub(r"[^a-z0-9]+", " ", detail.casefold()).split())
    known = {word.casefold(): word for word in DETAILS[name]}
    meant = known.get(said) or _MEANT.get(said)
    return meant if meant in DETAILS[name] else None


_WRITTEN: Final = re.compile(r"(?P<name>[^()]*?)(?:\s*\((?P<detail>[^()]*)\))?")


class Talent(NamedTuple):
    """An ability as a pilot has it: with its level, and the word that completes it."""

    name: str
    level: int = 1
    detail: str | None = None


def pilot_ability(name: str, rule: str) -> str:
    """Name a pilot ability that is played, and its rule: said in the file of the ability."""
    PLAYED[name] = rule
    return name


def bare_name(text: str) -> str:
    """The name of an ability without its level or the word that completes it."""
    return text if text in PLAYED else text.partition(" (")[0]


def played(text: str) -> Talent:
    """Read ``Sniper``, ``Lucky (2)`` or ``Range Master (Long)``; what is not played is an error that says what is."""
    whole = text.strip()
    if whole in PLAYED and whole not in DETAILS:
        return Talent(whole)
    written = _WRITTEN.fullmatch(whole)
    name = written["name"] if written is not None else whole
    if written is None or name not in PLAYED:
        raise InputError(f"no pilot ability {text[:80]!r} is played; {nearest(name, PLAYED)}")
    detail = written["detail"]
    if name in DETAILS:
        word = word_for(name, detail or "")
        if word is None:
            words = ", ".join(DETAILS[name])
            raise InputError(f"{name} is for one of {words}: {name} ({DETAILS[name][0]}), not {text!r}")
        return Talent(name, 1, word)
    if name not in IN_LEVELS or not (detail or "").isdecimal() or not 1 <= int(detail) <= MOST_LUCK:
        known = " and ".join(IN_LEVELS)
        raise InputError(f"only {known} come in levels, 1 to {MOST_LUCK}, unlike {text!r}")
    return Talent(name, int(detail))


def is_played(text: str) -> bool:
    try:
        played(text)
    except InputError:
        return False
    return True
