"""Factions (pp. 110-111): who fields which unit when, and how each faction organises its troops.

Which units a faction has is no matter of the rules: cards may be tagged with factions and an era, and a card without
tags is everybody's. Knows names only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.eras import era_named
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.organisation import CLAN, COMSTAR, INNER_SPHERE


class Faction(NamedTuple):
    """``general`` are the lists of units common to its kind."""

    name: str
    scheme: str
    general: tuple[str, ...] = ()


# The Great Houses of the primer and their realms. It names ComStar, Rasalhague, the Federated Commonwealth, four Clans
# and mercenaries besides; all others below are those of the Master Unit List (masterunitlist.info).
HOUSES: Final = rules.table(
    "AS-INT-069",
    {
        "House Steiner": "Lyran Commonwealth",
        "House Marik": "Free Worlds League",
        "House Kurita": "Draconis Combine",
        "House Liao": "Capellan Confederation",
        "House Davion": "Federated Suns",
    },
)

_SPHERE: Final = ("Inner Sphere General",)
_EDGE: Final = ("Periphery General",)
_CLANS: Final = ("Clan General", "HW Clan General", "IS Clan General")

FACTIONS: Final = (
    Faction("Capellan Confederation", INNER_SPHERE, _SPHERE),
    Faction("Draconis Combine", INNER_SPHERE, _SPHERE),
    Faction("Federated Commonwealth", INNER_SPHERE, _SPHERE),
    Faction("Federated Suns", INNER_SPHERE, _SPHERE),
    Faction("Free Rasalhague Republic", INNER_SPHERE, _SPHERE),
    Faction("Free Worlds League", INNER_SPHERE, _SPHERE),
    Faction("Lyran Alliance", INNER_SPHERE, _SPHERE),
    Faction("Lyran Commonwealth", INNER_SPHERE, _SPHERE),
    Faction("Republic of the Sphere", INNER_SPHERE, _SPHERE),
    Faction("St. Ives Compact", INNER_SPHERE, _SPHERE),
    Faction("Star League", INNER_SPHERE, ("Star League General", *_SPHERE)),
    Faction("Terran Hegemony", INNER_SPHERE, ("Star League General", *_SPHERE)),
    Faction("Mercenary", INNER_SPHERE, _SPHERE),
    Faction("Mercenary (Star League Defense Force)", INNER_SPHERE, ("Mercenary", "Star League General", *_SPHERE)),
    Faction("Magistracy of Canopus", INNER_SPHERE, _EDGE),
    Faction("Marian Hegemony", INNER_SPHERE, _EDGE),
    Faction("Outworlds Alliance", INNER_SPHERE, _EDGE),
    Faction("Rim Worlds Republic", INNER_SPHERE, _EDGE),
    Faction("Taurian Concordat", INNER_SPHERE, _EDGE),
    Faction("Pirate", INNER_SPHERE, _EDGE),
    Faction("ComStar", COMSTAR, _SPHERE),
    Faction("Word of Blake", COMSTAR, _SPHERE),
    Faction("Clan Blood Spirit", CLAN, _CLANS),
    Faction("Clan Burrock", CLAN, _CLANS),
    Faction("Clan Cloud Cobra", CLAN, _CLANS),
    Faction("Clan Coyote", CLAN, _CLANS),
    Faction("Clan Diamond Shark", CLAN, _CLANS),
    Faction("Clan Fire Mandrill", CLAN, _CLANS),
    Faction("Clan Ghost Bear", CLAN, _CLANS),
    Faction("Clan Goliath Scorpion", CLAN, _CLANS),
    Faction("Clan Hell's Horses", CLAN, _CLANS),
    Faction("Clan Ice Hellion", CLAN, _CLANS),
    Faction("Clan Jade Falcon", CLAN, _CLANS),
    Faction("Clan Nova Cat", CLAN, _CLANS),
    Faction("Clan Smoke Jaguar", CLAN, _CLANS),
    Faction("Clan Snow Raven", CLAN, _CLANS),
    Faction("Clan Star Adder", CLAN, _CLANS),
    Faction("Clan Steel Viper", CLAN, _CLANS),
    Faction("Clan Wolf", CLAN, _CLANS),
    Faction("Clan Wolf-in-Exile", CLAN, _CLANS),
)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


_BY_NAME: Final = {_folded(faction.name): faction for faction in FACTIONS}


def find_faction(name: str) -> Faction | None:
    """A faction of the list, by its own name or by that of its ruling House; players may well have one of their own."""
    return _BY_NAME.get(_folded(_realm(name)))


def _realm(name: str) -> str:
    """What a Great House rules; any other name is that of a faction."""
    return {_folded(house): realm for house, realm in HOUSES.of(rules).items()}.get(_folded(name), name)


@rules.formula("AS-FOR-006", otherwise=INNER_SPHERE)
def scheme_of(faction: str | None) -> str:
    """How a faction organises its troops; one that is not in the list by its name."""
    known = find_faction(faction or "")
    if known is not None:
        return known.scheme
    words = _folded(faction or "").split()
    return CLAN if "clan" in words else INNER_SPHERE


@rules.formula("AS-FOR-006", otherwise=None)
def unavailable(card: Card, faction: str | None, era: str | None) -> str | None:
    """Why a faction of an era does not have a unit, or None. What has no tags is everybody's at any time."""
    if faction is not None and card.factions and not _fields(card.factions, faction):
        return f"{card.name} belongs to {', '.join(card.factions)}, not to {faction}"
    if era is not None and card.era is not None and _later(card.era, era):
        return f"{card.name} comes with the era {card.era}, after {era}"
    return None


def _later(one: str, era: str) -> bool:
    """An era begins only after another is over."""
    over = era_named(era).ends
    return over is not None and era_named(one).begins > over


def _fields(tags: Iterable[str], faction: str) -> bool:
    known = find_faction(faction)
    lists = (faction, *(known.general if known is not None else ()))
    return not {_folded(_realm(tag)) for tag in tags}.isdisjoint(map(_folded, map(_realm, lists)))
