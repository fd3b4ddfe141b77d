"""Special pilot abilities as force building sees them (pp. 92, 112, 116): what they cost, who may buy, whom they help.

Knows names, prices and which units an ability can serve; must not know what it does in play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.pilot_names import DETAILS, INDEX, word_for
from lancemate.alphastrike.cards.pilot_suits import misfit
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import Table

# Points of the pilot's allowance: from the first to the second number, where it is bought in levels.
COSTS: Final[Table[dict[str, tuple[int, int]]]] = rules.table(
    "AS-FOR-109",
    {
        "Animal Mimicry": (2, 2),
        "Antagonizer": (3, 3),
        "Blood Stalker": (2, 2),
        "Cluster Hitter": (2, 2),
        "Combat Intuition": (3, 3),
        "Cross-Country": (2, 2),
        "Demoralizer": (3, 3),
        "Dodge": (2, 2),
        "Dust-Off": (2, 2),
        "Eagle's Eyes": (2, 2),
        "Environmental Specialist": (2, 2),
        "Fist Fire": (2, 2),
        "Float Like a Butterfly": (1, 4),
        "Forward Observer": (1, 1),
        "Golden Goose": (3, 3),
        "Ground-Hugger": (2, 2),
        "Headhunter": (2, 2),
        "Heavy Lifter": (1, 1),
        "Hopper": (1, 1),
        "Hot Dog": (2, 2),
        "Human TRO": (1, 1),
        "Iron Will": (1, 1),
        "Jumping Jack": (2, 2),
        "Lucky": (1, 4),
        "Maneuvering Ace": (2, 2),
        "Marksman": (2, 2),
        "Melee Master": (2, 2),
        "Melee Specialist": (1, 1),
        "Multi-Tasker": (2, 2),
        "Natural Grace": (3, 3),
        "Oblique Artilleryman": (1, 1),
        "Oblique Attacker": (1, 1),
        "Range Master": (2, 2),
        "Ride the Wash": (4, 4),
        "Sandblaster": (2, 2),
        "Shaky Stick": (2, 2),
        "Sharpshooter": (4, 4),
        "Slugger": (1, 1),
        "Sniper": (3, 3),
        "Speed Demon": (2, 2),
        "Stand-Aside": (1, 1),
        "Street Fighter": (2, 2),
        "Sure-Footed": (2, 2),
        "Swordsman": (2, 2),
        "Tactical Genius": (3, 3),
        "Terrain Master (Drag Racer)": (3, 3),
        "Terrain Master (Forest Ranger)": (3, 3),
        "Terrain Master (Frogman)": (3, 3),
        "Terrain Master (Mountaineer)": (3, 3),
        "Terrain Master (Nightwalker)": (3, 3),
        "Terrain Master (Sea Monster)": (3, 3),
        "Terrain Master (Swamp Beast)": (3, 3),
        "Weapon Specialist": (3, 3),
        "Wind Walker": (2, 2),
        "Zweihander": (2, 2),
        "Light Horseman": (2, 2),
        "Heavy Horse": (2, 2),
        "Foot Cavalry": (1, 1),
        "Urban Guerrilla": (1, 1),
    },
)

rules.also("AS-SPA-011", COSTS)

_SPELLINGS: Final = {"zweihaender": "Zweihander", "sluggo": "Slugger", "stand aside": "Stand-Aside"}
_KNOWN: Final = {name.casefold(): name for name in COSTS.of(rules)} | _SPELLINGS
_WRITTEN: Final = re.compile(r"(?P<name>[^(]+?)\s*(?:\((?P<detail>[^()]*)\)|(?P<level>[0-9]))?")


class PilotAbility(NamedTuple):
    """An ability as a pilot has it: with its level, and the word that completes it."""

    name: str
    level: int = 1
    detail: str | None = None

    @property
    def cost(self) -> int:
        least, most = COSTS.of(rules)[self.name]
        return min(most, least + self.level - 1)

    @property
    def rule(self) -> str:
        return INDEX.of(rules)[self.name]

    def __str__(self) -> str:
        if in_levels(self.name):
            return f"{self.name} ({self.level})"
        return f"{self.name} ({self.detail})" if self.detail else self.name


def in_levels(name: str) -> bool:
    least, most = COSTS.of(rules)[name]
    return least != most


@rules.formula("AS-SPA-002", otherwise=None)
def of_this_chapter(name: str) -> str | None:
    """The ability of this chapter that goes by a name, wherever that was written down."""
    return _KNOWN.get(" ".join(name.casefold().split()))


def pilot_ability(text: str) -> PilotAbility:
    """Read ``Lucky (2)``, ``Range Master (Long)``, ``Dodge`` in any letter case."""
    whole = " ".join(text.casefold().split())
    known = of_this_chapter(text)
    if known is not None:
        return PilotAbility(known)
    written = _WRITTEN.fullmatch(" ".join(text.split()))
    name = of_this_chapter(written["name"]) if written is not None else None
    if written is None or name is None:
        near = get_close_matches(whole.partition("(")[0].strip(), _KNOWN, n=1)
        hint = f"; did you mean {_KNOWN[near[0]]}?" if near else ""
        raise InputError(f"there is no pilot ability {text!r}{hint}")
    detail = written["level"] or written["detail"]
    if in_levels(name):
        return PilotAbility(name, _level(name, detail))
    if name not in DETAILS:
        raise InputError(f"{name} takes no word in parentheses, as in {text!r}")
    word = word_for(name, detail)
    if word is None:
        raise InputError(f"{name} is for one of {', '.join(DETAILS[name])}, not for {detail!r}")
    return PilotAbility(name, 1, word)


def _level(name: str, text: str) -> int:
    least, most = COSTS.of(rules)[name]
    if not text.isdecimal() or not least <= int(text) <= most:
        raise InputError(f"{name} is bought in levels of {least} to {most}, not {text!r}")
    return int(text)


# -- buying ---------------------------------------------------------------------------------------------------

# Skill up to so much: at most so many different abilities, and so many points for all of them.
ALLOWANCE: Final[Table[dict[int, tuple[int, int]]]] = rules.table(
    "AS-FOR-015", {1: (3, 6), 3: (2, 4), 4: (1, 2), 7: (0, 0)}
)


rules.also("AS-SPA-003", ALLOWANCE)


def allowance(skill: int) -> tuple[int, int]:
    """How many different abilities, of how many points together, a unit of this Skill may buy."""
    return next((row for worst, row in ALLOWANCE.of(rules).items() if skill <= worst), (0, 0))


def over_allowance(skill: int, bought: Iterable[PilotAbility]) -> str | None:
    """By what a pilot's own abilities exceed what the Skill allows, in one sentence."""
    abilities = tuple(bought)
    most, points = allowance(skill)
    names = {ability.name for ability in abilities}
    spent = sum(ability.cost for ability in abilities)
    if len(names) <= most and spent <= points:
        return None
    return (
        f"Skill {skill} allows {_count(most, 'ability', 'abilities')} of {_count(points, 'point', 'points')}, "
        f"not {len(names)} of {spent} ({', '.join(map(str, abilities))})"
    )


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


COMPANY: Final = 12  # units


@rules.formula("AS-FOR-014", "AS-SPA-005", otherwise=lambda units: units)
def trained_at_most(units: int) -> int:
    """How many units of a force may buy abilities: one in a company, and at least one."""
    return max(1, round_down(rules, units / COMPANY))


FOUR: Final = 4  # units


@rules.formula("AS-SPA-004", otherwise=lambda units: units)
def gifted_at_most(units: int) -> int:
    """How many of the units on a table should have abilities of their own where no force was built: one in four."""
    return max(1, round_down(rules, units / FOUR))


# -- whom an ability helps ------------------------------------------------------------------------------------


@rules.formula("AS-FOR-039", otherwise=None)
def no_use(card: Card, ability: str) -> str | None:
    """Why a unit gains nothing from an ability, be it bought or free; None when it does."""
    needs = misfit(rules, card, ability)
    return None if needs is None else f"{ability} does nothing for {card.name}: it serves {needs}"


# -- the same ability twice -----------------------------------------------------------------------------------

# Abilities whose own rule says what a second copy, from a formation, does.
SECOND_COPIES: Final = {
    "Lucky": "adds to the pool of a Battle Lance, up to 4 rerolls in all",
    "Tactical Genius": "of a Command Lance adds 1 to the Initiative instead",
    "Communications Disruption": "of an Electronic Warfare Squadron lets its owner choose the victim",
}


@rules.formula("AS-FOR-040", "AS-SPA-009", otherwise=lambda abilities: tuple(abilities))
def without_duplicates(abilities: Iterable[str]) -> tuple[str, ...]:
    """The abilities that count: a second copy has no effect, but for those whose rule says so."""
    kept: dict[str, None] = {}
    for ability in abilities:
        name = bare_name(ability)
        if name in SECOND_COPIES or name not in map(bare_name, kept):
            kept[ability] = None
    return tuple(kept)


def bare_name(ability: str) -> str:
    """Without its level; a word in parentheses that is no level belongs to the name."""
    name = ability.partition(" (")[0]
    return name if name in COSTS.of(rules) and in_levels(name) else ability
