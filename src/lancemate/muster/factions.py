"""Factions (pp. 110-111): who fields which unit when, and how each faction organises its troops.

Which units a faction has is no matter of the rules: cards say who fields them and when, or nothing, and then nobody
knows. Knows names only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.years import years_text
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.availability import (
    EXTINCT,
    NO,
    UNKNOWN,
    YES,
    Answer,
    available,
    name_folded,
    record_of,
    span_named,
)
from lancemate.muster.organisation import CLAN, COMSTAR, INNER_SPHERE
from lancemate.muster.searching.query import FactionWords

MOST_NAMED: Final = 6  # factions in one sentence


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


_BY_NAME: Final = {name_folded(faction.name): faction for faction in FACTIONS}


def find_faction(name: str) -> Faction | None:
    """A faction of the list, by its own name or by that of its ruling House; players may well have one of their own."""
    return _BY_NAME.get(name_folded(_realm(name)))


def _realm(name: str) -> str:
    """What a Great House rules; any other name is that of a faction."""
    return {name_folded(house): realm for house, realm in HOUSES.of(rules).items()}.get(name_folded(name), name)


@rules.formula("AS-FOR-006", otherwise=INNER_SPHERE)
def scheme_of(faction: str | None) -> str:
    """How a faction organises its troops; one that is not in the list by its name."""
    known = find_faction(faction or "")
    if known is not None:
        return known.scheme
    words = name_folded(faction or "").split()
    return CLAN if "clan" in words else INNER_SPHERE


@rules.formula("AS-FOR-006", otherwise=YES)
def fields(card: Card, faction: str | None, era: str | None) -> Answer:
    """Whether a faction has a unit in an era or a year: yes, no, or nobody knows."""
    lists = lists_of(faction) if faction is not None else None
    return available(record_of(card), lists, span_named(era) if era is not None else None)


def unavailable(card: Card, faction: str | None, era: str | None) -> str | None:
    """Why a faction of an era does not have a unit; None where it has it, or nobody knows."""
    if fields(card, faction, era) is not NO:
        return None
    if era is not None and fields(card, None, era) is NO:
        if card.years or card.fielded:
            return f"{card.name} is not in service in {_time(era)}"
        if card.era is None or _time(era) != era:
            return f"{card.name} comes in {card.year or card.era}, after {_time(era)}"
        return f"{card.name} comes with the era {card.era}, after {era}"
    if card.fielded and faction is not None:
        own = {name for name in card.fielded if name_folded(name) in lists_of(faction)}
        if own:
            when = "; ".join(dict.fromkeys(years_text(card.fielded[name]) for name in card.fielded if name in own))
            return f"{faction} fields {card.name} in {when}, not in {_time(era or '')}"
        names = [name for name in card.fielded if name_folded(name) != EXTINCT]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{card.name} belongs to {', '.join(names[:MOST_NAMED]) or 'nobody'}{more}, not to {faction}"
    return f"{card.name} belongs to {', '.join(card.factions)}, not to {faction}"


def unsettled(card: Card, faction: str | None, era: str | None) -> bool:
    """Nobody knows whether that faction has it then."""
    return fields(card, faction, era) is UNKNOWN


def having(cards: Iterable[Card], faction: str | None, era: str | None, *, unsure: bool = False) -> list[Card]:
    """Those of the cards that a faction has then; if wanted, those too of which nobody knows."""
    wanted = (YES, UNKNOWN) if unsure else (YES,)
    return [card for card in cards if fields(card, faction, era) in wanted]


def _time(era: str) -> str:
    return f"the year {era}" if era.isdigit() else era


@lru_cache(maxsize=256)
def lists_of(faction: str) -> frozenset[str]:
    """The folded tags of cards that are a faction's own: its names, and the lists of its kind."""
    known = find_faction(faction)
    names = (faction, _realm(faction)) if known is None else (known.name, *houses_of(known.name), *known.general)
    return frozenset(map(name_folded, names))


def houses_of(realm: str) -> tuple[str, ...]:
    """The Great House that rules a realm."""
    return tuple(house for house, ruled in HOUSES.of(rules).items() if ruled == realm)


def faction_words(more: Iterable[str] = ()) -> tuple[FactionWords, ...]:
    """Every faction as searches know it, and those that only cards name."""
    known = [FactionWords(one.name, houses_of(one.name), one.general) for one in FACTIONS]
    general = {name_folded(name) for one in FACTIONS for name in (one.name, *houses_of(one.name), *one.general)}
    others = {name_folded(name): name for name in more}
    known += [FactionWords(others[key]) for key in sorted({*others} - general - {EXTINCT})]
    return tuple(known)
