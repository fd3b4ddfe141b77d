"""Infantry that rides with a formation (p. 121): Mechanized and Nova formations, and whether there is room for all.

What the two bonuses do in play is in alphastrike/commands/formations.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member

THOROUGH: Final = 24  # riders up to which every seating is tried; a larger crowd takes the first that offers


def carriers_and_riders(units: Sequence[Member]) -> tuple[tuple[Member, ...], tuple[Member, ...]]:
    """Those who count for the formation type, and the infantry they carry."""
    carriers = tuple(unit for unit in units if not unit.card.is_infantry)
    return carriers, tuple(unit for unit in units if unit.card.is_infantry)


@rules.formula("AS-FOR-076", otherwise=None)
def no_room(units: Sequence[Member]) -> str | None:
    """Why a formation cannot carry all of its infantry at once, or None."""
    carriers, riders = carriers_and_riders(units)
    if not riders:
        return "a Mechanized or Nova formation has infantry; this one has none"
    if all_fit([carrier.card for carrier in carriers], [rider.card for rider in riders]):
        return None
    return f"its {len(carriers)} carriers have no room for all {len(riders)} infantry units at once"


def all_fit(carriers: Sequence[Card], riders: Sequence[Card]) -> bool:
    """Battle armor rides outside, one unit on each: MEC on Omni units, XMEC on any 'Mech or vehicle; the rest inside.

    Inside (IT), infantry takes the room its CAR value says.
    """
    outside = [card for card in carriers if card.is_mech or card.is_vehicle]
    omni = sum("OMNI" in card.specials for card in outside)
    rooms = tuple(sorted((card.specials.value("IT") for card in carriers if "IT" in card.specials), reverse=True))
    waiting = sorted((_rider(card) for card in riders), key=lambda rider: (-rider[1], rider[0]))
    return _fits(tuple(waiting), rooms, omni, len(outside) - omni, len(waiting) <= THOROUGH)


def _rider(card: Card) -> tuple[str, float]:
    """How it may ride outside, and the room it takes inside (0 when nobody knows, so that it cannot)."""
    outside = next((code for code in ("XMEC", "MEC") if card.is_battle_armor and code in card.specials), "")
    return outside, card.specials.value("CAR")


@lru_cache(maxsize=10_000)
def _fits(
    riders: tuple[tuple[str, float], ...], rooms: tuple[float, ...], omni: int, plain: int, thorough: bool
) -> bool:
    """Whether everybody finds a place; the largest are seated first, equal places are tried once."""
    if not riders:
        return True
    (outside, room), rest = riders[0], riders[1:]
    places: list[tuple[tuple[float, ...], int, int]] = []
    if outside == "XMEC" and plain:
        places.append((rooms, omni, plain - 1))
    if outside and omni:
        places.append((rooms, omni - 1, plain))
    for place in range(len(rooms)):
        if 0 < room <= rooms[place] and (place == 0 or rooms[place] != rooms[place - 1]):
            left = (*rooms[:place], *rooms[place + 1 :], rooms[place] - room)
            places.append((tuple(sorted(left, reverse=True)), omni, plain))
    tried = places if thorough else places[:1]
    return any(_fits(rest, *place, thorough) for place in tried)
