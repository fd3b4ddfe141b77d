"""Whom a pilot ability serves (pp. 28, 92): units of the types it names, with what it works on. The others lie dormant.

Knows cards only: what also asks for a state, such as being in the air, is said by the rule of the ability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

Suits = Callable[[Switched, Card], bool]

# The unit types that a word of an eligibility line means.
TYPES: Final = rules.table(
    "AS-SPA-012",
    {
        "'Mech": ("BM", "IM"),
        "'Mech or ProtoMech": ("BM", "IM", "PM"),
        "combat vehicle": ("CV",),
        "vehicle": ("CV", "SV"),
        "fighter or small craft": ("AF", "CF", "SC"),
        "infantry": ("CI", "BA"),
        "conventional infantry": ("CI",),
    },
)
ROBOTS: Final = frozenset({"DRO", "RBT", "SDCS"})
AIR: Final = ("v", "g")  # movement codes of what flies without Thrust


def _one_of(word: str) -> Suits:
    return lambda by, card: card.type in TYPES.of(by)[word]


_mech, _walker = _one_of("'Mech"), _one_of("'Mech or ProtoMech")
_foot_soldiers = _one_of("conventional infantry")


def _flyer(by: Switched, card: Card) -> bool:
    return card.is_aerospace or (card.type in TYPES.of(by)["vehicle"] and card.move.primary in AIR)


def _grounded(by: Switched, card: Card) -> bool:
    return not card.is_aerospace


def _vtol(by: Switched, card: Card) -> bool:
    return card.type in TYPES.of(by)["vehicle"] and card.move.primary == "v"


def _attack_craft(by: Switched, card: Card) -> bool:
    return card.type in TYPES.of(by)["fighter or small craft"] or _vtol(by, card)


def _carries(*codes: str) -> Suits:
    return lambda by, card: not card.all_codes.isdisjoint(codes)


def _has_artillery(by: Switched, card: Card) -> bool:
    return any(code.startswith("ART") for code in card.all_codes)


def _four_legged(by: Switched, card: Card) -> bool:
    return _walker(by, card) and card.legs == "quad"


# Abilities that are for some types of units only; one that is not listed serves every unit.
BY_TYPE: Final[Mapping[str, tuple[str, Suits]]] = {
    "Animal Mimicry": ("a four-legged 'Mech or ProtoMech", _four_legged),
    "Cross-Country": ("a ground combat vehicle", _one_of("combat vehicle")),
    "Dodge": ("a 'Mech or ProtoMech", _walker),
    "Dust-Off": ("an aerospace unit or VTOL", lambda by, card: card.is_aerospace or _vtol(by, card)),
    "Fist Fire": ("a 'Mech or ProtoMech", _walker),
    "Golden Goose": ("a fighter, small craft or VTOL", _attack_craft),
    "Ground-Hugger": ("a fighter, small craft or VTOL", _attack_craft),
    "Heavy Lifter": ("a 'Mech", _mech),
    "Hopper": ("a 'Mech", _mech),
    "Jumping Jack": ("a 'Mech or ProtoMech that jumps", _walker),
    "Melee Master": ("a 'Mech or ProtoMech", _walker),
    "Melee Specialist": ("a 'Mech or ProtoMech", _walker),
    "Natural Grace": ("a 'Mech or ProtoMech", _walker),
    "Ride the Wash": ("a unit that flies", _flyer),
    "Shaky Stick": ("a unit that flies", _flyer),
    "Slugger": ("a 'Mech without MEL", _mech),
    "Street Fighter": ("a 'Mech or ProtoMech", _walker),
    "Sure-Footed": ("a 'Mech or ProtoMech", _walker),
    "Swordsman": ("a 'Mech or ProtoMech", _walker),
    "Terrain Master (Drag Racer)": ("a tracked or wheeled combat vehicle", _one_of("combat vehicle")),
    "Terrain Master (Forest Ranger)": ("a unit that has no Thrust", _grounded),
    "Terrain Master (Frogman)": ("a 'Mech or ProtoMech", _walker),
    "Terrain Master (Mountaineer)": ("a unit that has no Thrust", _grounded),
    "Terrain Master (Nightwalker)": ("a unit that has no Thrust", _grounded),
    "Terrain Master (Sea Monster)": ("a unit that has no Thrust", _grounded),
    "Terrain Master (Swamp Beast)": ("a unit that has no Thrust", _grounded),
    "Wind Walker": ("a unit that flies", _flyer),
    "Zweihander": ("a 'Mech", _mech),
    "Light Horseman": ("conventional infantry", _foot_soldiers),
    "Heavy Horse": ("conventional infantry", _foot_soldiers),
    "Foot Cavalry": ("foot infantry", _foot_soldiers),
    "Urban Guerrilla": ("infantry", _one_of("infantry")),
}

# Abilities that work on something a unit must have.
BY_EQUIPMENT: Final[Mapping[str, tuple[str, Suits]]] = {
    "Cluster Hitter": ("FLK, LRM, SRM, TOR or AC", _carries("FLK", "LRM", "SRM", "TOR", "AC")),
    "Hot Dog": ("a unit that tracks heat", lambda by, card: card.tracks_heat),
    "Oblique Artilleryman": ("artillery (ART)", _has_artillery),
    "Oblique Attacker": ("IF", _carries("IF")),
    "Sandblaster": ("AC, FLK, IATM, LRM, SRM or TOR", _carries("AC", "FLK", "IATM", "LRM", "SRM", "TOR")),
    "Slugger": ("a 'Mech without MEL", lambda by, card: "MEL" not in card.all_codes),
}

# Abilities of one way to move.
BY_MOTIVE: Final[Mapping[str, tuple[str, Suits]]] = {
    "Cross-Country": ("a ground combat vehicle", lambda by, card: card.move.primary[:1] in tuple("twh")),
    "Jumping Jack": ("a 'Mech or ProtoMech that jumps", lambda by, card: card.move.jump > 0),
    "Terrain Master (Drag Racer)": (
        "a tracked or wheeled combat vehicle",
        lambda by, card: card.move.primary[:1] in tuple("tw"),
    ),
    "Foot Cavalry": ("foot infantry", lambda by, card: card.move.primary == "f"),
    "Heavy Horse": ("infantry that rides beasts", lambda by, card: card.beasts),
    "Light Horseman": ("infantry that rides beasts", lambda by, card: card.beasts),
}


def misfit(by: Switched, card: Card, ability: str) -> str | None:
    """What an ability would need to serve this unit; None where it does. Without it the ability lies dormant."""
    if not card.all_codes.isdisjoint(ROBOTS):
        crewless = no_crew(by, card)
        if crewless is not None:
            return crewless
    return wrong_type(by, card, ability) or nothing_to_work_on(by, card, ability) or wrong_motive(by, card, ability)


def is_robot(card: Card) -> bool:
    """A drone or a robot: there is nobody in it."""
    return not card.all_codes.isdisjoint(ROBOTS)


@rules.rule("AS-SPA-010", otherwise=None)
def no_crew(by: Switched, card: Card) -> str | None:
    """Drones and robots have no pilot, and so no pilot's abilities."""
    return "a unit with a crew" if is_robot(card) else None


def _unmet(by: Switched, card: Card, condition: tuple[str, Suits] | None) -> str | None:
    return None if condition is None or condition[1](by, card) else condition[0]


@rules.rule("AS-SPA-006", "AS-SPA-075", otherwise=None)
def wrong_type(by: Switched, card: Card, ability: str) -> str | None:
    """An ability serves the types of units that it names, and no others."""
    return _unmet(by, card, BY_TYPE.get(ability))


@rules.rule("AS-SPA-007", otherwise=None)
def nothing_to_work_on(by: Switched, card: Card, ability: str) -> str | None:
    """An ability changes what a unit can do, and gives it nothing that it cannot do."""
    return _unmet(by, card, BY_EQUIPMENT.get(ability))


@rules.rule("AS-SPA-008", otherwise=None)
def wrong_motive(by: Switched, card: Card, ability: str) -> str | None:
    """What an ability adds to one way of moving it adds to no other."""
    return _unmet(by, card, BY_MOTIVE.get(ability))
