"""A force: units with their crews, grouped into formations, and larger groups of those. Plain values.

Knows how a force is put together and what it costs; whether that is right is asked of checking.py. The way into a
battle is ``musters``; into_battle.py has the way for those who play with formations and pilot abilities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from lancemate.alphastrike.cards.card import Card, distinguished
from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.play.setup import CommandAbility, Muster
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.values import frozen
from lancemate.muster.command_abilities import average_skill
from lancemate.muster.factions import scheme_of
from lancemate.muster.pilot_abilities import without_duplicates

COMMANDER, LIEUTENANT = "commander", "lieutenant"
MECHANIZED, NOVA, AIR_LANCE = "Mechanized", "Nova", "Air Lance"
OVERLAYS: Final = (MECHANIZED, NOVA, AIR_LANCE)


@frozen
class Member:
    """A unit with its pilot or crew."""

    card: Card
    skill: int = 4
    name: str | None = None
    rank: str | None = None
    callsign: str | None = None
    command: str | None = None  # the force's commander, or a lieutenant of his
    granted: tuple[str, ...] = ()  # pilot abilities that come with the formation
    bought: tuple[str, ...] = ()  # pilot abilities of its own
    stated: int | None = None  # what somebody says it costs
    state: Mapping[str, JSON] = field(default_factory=dict, hash=False)  # damage from an earlier battle

    @property
    def pv(self) -> int:
        """What it costs: the card's Point Value, for its Skill."""
        return counted_value(self.card.pv, self.skill)

    @property
    def abilities(self) -> tuple[str, ...]:
        """The pilot abilities that count."""
        return without_duplicates(self.bought + self.granted)

    @property
    def called(self) -> str:
        return self.name or self.card.name

    @property
    def crew(self) -> str:
        """Rank, name and callsign of the one in charge."""
        callsign = f'"{self.callsign}"' if self.callsign else None
        return " ".join(filter(None, (self.rank, self.name, callsign)))


@frozen
class Formation:
    """A lance, Star, Level II or squadron. ``type`` is what it was built as; without one it is just a group."""

    name: str
    members: tuple[Member, ...]
    type: str | None = None
    overlays: tuple[str, ...] = ()  # Mechanized, Nova, Air Lance
    choice: str | None = None  # the ability chosen for all of it, where its type has one to choose
    supports: str | None = None  # the formation a Support Lance supports
    stated: int | None = None

    @property
    def pv(self) -> int:
        return sum(member.pv for member in self.members)


@frozen
class Group:
    """A company, Trinary, battalion and so on: formations, or groups of them, and what is attached."""

    kind: str
    name: str
    formations: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    detachments: tuple[str, ...] = ()  # formations that are no part of the core


@dataclass(frozen=True)
class Force:
    """Everything one player fields."""

    name: str
    formations: tuple[Formation, ...]
    id: str | None = None
    faction: str | None = None
    era: str | None = None
    organisation: str | None = None  # where it is not that of the faction
    limit: int | None = None  # the points agreed upon
    skills: tuple[int, int] | None = None  # the best and the worst Skill agreed upon
    command_abilities: tuple[str, ...] = ()
    commands: tuple[CommandAbility, ...] = ()  # those of them with which more was chosen than their names say
    groups: tuple[Group, ...] = ()
    support: tuple[str, ...] = ()  # what it buys of battlefield support, where players agree on any
    published: bool = False  # from a book: it keeps what it has
    setting: str | None = None
    colours: str | None = None  # what its miniatures wear (colours.py)
    source: str | None = None
    notes: tuple[str, ...] = ()
    stated: int | None = None

    @cached_property
    def members(self) -> tuple[Member, ...]:
        return tuple(member for formation in self.formations for member in formation.members)

    @cached_property
    def pv(self) -> int:
        return sum(formation.pv for formation in self.formations)

    @property
    def scheme(self) -> str:
        """Whose organisation it follows."""
        return self.organisation or scheme_of(self.faction)

    @property
    def average_skill(self) -> int:
        return average_skill([member.skill for member in self.members])

    @property
    def unit_names(self) -> tuple[str, ...]:
        """A name for each unit, all different."""
        return distinguished([member.card.name for member in self.members])

    def formation(self, name: str) -> Formation | None:
        return next((formation for formation in self.formations if formation.name == name), None)


# How large a game a total makes: guidance only.
GAME_SIZES: Final = rules.table(
    "AS-FOR-005",
    {
        "company": {"units": 12, "least": 250, "most": 500},
        "battalion": {"units": 36, "least": 1000, "most": 1000},
        "sample force": {"units": 12, "least": 350, "most": 400},
    },
)


def game_size(points: int) -> str:
    """The size of game a total is good for."""
    company, battalion = GAME_SIZES.of(rules)["company"], GAME_SIZES.of(rules)["battalion"]
    if points < company["least"]:
        return "less than a company a side"
    if points <= company["most"]:
        return "about a company a side, a fast game"
    if points < battalion["least"]:
        return "more than a company a side"
    return "about a battalion a side, several hours"


def musters(force: Force, side: str, *, prefix: str | None = None) -> tuple[Muster, ...]:
    """The units of a force on their way into a battle, each in the group of its formation; none has a place yet.

    Their ids are a letter and a number: the first letter of the side, or the given prefix.
    """
    letter = side[:1].lower() if prefix is None else prefix
    result: list[Muster] = []
    for formation in force.formations:
        for member in formation.members:
            unit = f"{letter}{len(result) + 1}"
            group = _moves_with(formation, member.card)
            result.append(Muster(unit, side, member.card, member.skill, group=group, state=member.state))
    return tuple(result)


def _moves_with(formation: Formation, card: Card) -> str:
    """The infantry and the fighters that are attached to a formation move on their own."""
    if formation.overlays and card.is_infantry:
        return f"{formation.name} infantry"
    return f"{formation.name} flight" if AIR_LANCE in formation.overlays and card.is_fighter else formation.name
