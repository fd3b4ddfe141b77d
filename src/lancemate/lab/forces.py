"""Random battles to begin: two forces of every kind of unit, with networks, passengers and scars, and where they start.

Everything follows from the generator. A setup made here is legal: units stand where the rules let them stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.card import Card
from lancemate.alphastrike.events import Deployed
from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.options import OPTIONS
from lancemate.alphastrike.setup import Muster, Network, Setup, Side
from lancemate.field.table import Table
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.lab.battlefields import random_coast, random_table
from lancemate.muster import catalogue
from lancemate.muster.battlefields.sketching import between, weighted

LARGEST_FORCE: Final = 8
TRIES: Final = 60  # places to try before a unit is left out
HOMES: Final = (("south", "north"), ("west", "east"), ("north", "south"), ("east", "west"))


@dataclass(slots=True)
class Draft:
    """A unit on its way into a setup."""

    card: Card
    carrier: Draft | None = None  # it begins the battle aboard this one
    riding: bool = False
    group: str | None = None
    links: tuple[str, ...] = ()  # networks it belongs to: kind and number, the head of each before the others
    airborne: bool = False
    id: str = ""
    state: dict[str, JSON] = field(default_factory=dict)
    at: tuple[float, float] | None = None


Squad = list[Draft]


# -- cards ----------------------------------------------------------------------------------------------------


@cache
def _cards(*types: str) -> tuple[Card, ...]:
    return tuple(card for card in catalogue.all() if card.type in types and not card.move.has_thrust)


@cache
def _with(*codes: str) -> tuple[Card, ...]:
    """Cards that carry one of these abilities and do not fly by Thrust."""
    return tuple(card for card in catalogue.all() if card.all_codes & {*codes} and not card.move.has_thrust)


@cache
def _moving(*modes: str) -> tuple[Card, ...]:
    return tuple(card for card in catalogue.all() if any(mode in card.move for mode in modes))


@cache
def _artillery() -> tuple[Card, ...]:
    return tuple(card for card in catalogue.all() if any(code.startswith("ART-") for code in card.all_codes))


@cache
def _afloat() -> frozenset[Card]:
    return frozenset(_moving("n", "s"))


def _some(luck: Generator, cards: Sequence[Card], least: int, most: int) -> Squad:
    return [Draft(luck.choice(cards)) for _ in range(least + luck.below(most - least + 1))]


# -- squads ---------------------------------------------------------------------------------------------------


def lance(luck: Generator) -> Squad:
    return _some(luck, _cards("BM"), 1, 4)


def industry(luck: Generator) -> Squad:
    return _some(luck, _cards("IM"), 1, 2)


def point(luck: Generator) -> Squad:
    """ProtoMechs that move together."""
    protomechs = _some(luck, _cards("PM"), 2, 5)
    group = f"point{luck.below(1000)}"
    for one in protomechs:
        one.group = group
    return protomechs


def armor(luck: Generator) -> Squad:
    return _some(luck, [card for card in _cards("CV", "SV") if card not in _afloat()], 1, 4)


def platoon(luck: Generator) -> Squad:
    return _some(luck, _cards("CI", "BA"), 1, 3)


def carried(luck: Generator) -> Squad:
    """Infantry with a transport, aboard or beside it."""
    carrier = Draft(luck.choice([card for card in _with("IT") if card not in _afloat()]))
    room = carrier.card.specials.value("IT")
    squad = [carrier]
    for _ in range(1 + luck.below(3)):
        card = luck.choice([card for card in _cards("CI", "BA") if card.specials.value("CAR")])
        room -= card.specials.value("CAR")
        squad.append(Draft(card, carrier if room >= 0 and luck.below(3) else None))
    return squad


def mechanized(luck: Generator) -> Squad:
    """Battle armor outside on an Omni unit, or with extended gear on anything."""
    rider = Draft(luck.choice([card for card in _with("MEC", "XMEC") if card.is_battle_armor]))
    anyone = [card for card in _cards("BM", "CV") if card not in _afloat()]
    omni = [card for card in _with("OMNI") if not card.is_infantry]
    carrier = Draft(luck.choice(anyone if rider.card.specials.value("XMEC") or "XMEC" in rider.card.specials else omni))
    if luck.below(4):
        rider.carrier, rider.riding = carrier, True
    return [carrier, rider]


def freight(luck: Generator) -> Squad:
    """Something with bays or a hold, and something that could go in."""
    bays = [card for card in _with("MT", "PT", "VTM", "VTH", "VTS", "CT", "CK") if card not in _afloat()]
    return [Draft(luck.choice(bays)), *_some(luck, _cards("CV", "BM", "PM"), 1, 2)]


def network(luck: Generator) -> Squad:
    """A master and those who follow it, or a ring of equals."""
    kind, masters, members, most = luck.choice(NETWORKS)
    return _linked(luck, kind, [Draft(luck.choice(_with(*masters))), *_some(luck, _with(*members), 1, most)])


def company(luck: Generator) -> Squad:
    """A master over other masters, each with followers."""
    lances = [
        _linked(luck, "C3", [Draft(luck.choice(_with("C3M"))), *_some(luck, _followers(), 1, 3)]) for _ in range(2)
    ]
    top = Draft(luck.choice(_with("C3M")))
    _linked(luck, "C3", [top, *(lance[0] for lance in lances)])
    return [top, *(one for lance in lances for one in lance)]


def _linked(luck: Generator, kind: str, members: Squad) -> Squad:
    name = f"{kind}:{luck.below(100_000)}"
    for one in members:
        one.links = (*one.links, name)
    return members


def _followers() -> tuple[Card, ...]:
    return _with("C3S", "C3BSS", "C3EM", "C3RS")


def battery(luck: Generator) -> Squad:
    """Artillery and somebody to spot for it."""
    return [Draft(luck.choice(_artillery())), *_some(luck, _with("TAG", "LTAG", "PRB", "RCN"), 1, 2)]


def wing(luck: Generator) -> Squad:
    """Air vehicles, in the air or not."""
    squad = _some(luck, [card for card in _moving("v", "g") if card.is_air_vehicle], 1, 2)
    for one in squad:
        one.airborne = luck.below(3) > 0
    return squad


def flotilla(luck: Generator) -> Squad:
    return _some(luck, sorted(_afloat(), key=lambda card: card.id), 1, 3)


def divers(luck: Generator) -> Squad:
    return _some(luck, [*_with("UMU", "TOR", "SEAL", "AMP")], 1, 3)


def giant(luck: Generator) -> Squad:
    """A unit with several arcs, or a large one."""
    big = [card for card in catalogue.all() if (card.is_multi_arc or card.is_large) and card not in _afloat()]
    return [Draft(luck.choice(big))]


def fighters(luck: Generator) -> Squad:
    """Aerospace units overhead: targets for those below."""
    flying = [card for card in catalogue.all() if card.is_fighter]
    return [Draft(luck.choice(flying), airborne=True)]


def anything(luck: Generator) -> Squad:
    return _some(luck, [card for card in catalogue.all() if not card.move.has_thrust], 1, 3)


# Kinds of networks, what their heads carry, what the others do, and how many of those there may be.
NETWORKS: Final = (
    ("C3", ("C3M",), ("C3S", "C3EM", "C3RS"), 3),
    ("C3", ("C3M",), ("C3S", "C3BSS", "C3EM", "C3RS", "C3M"), 3),
    ("C3BSM", ("C3BSM",), ("C3BSS", "C3S"), 3),
    ("C3I", ("C3I",), ("C3I",), 5),
)

SQUADS: Final[dict[str, Callable[[Generator], Squad]]] = {
    squad.__name__: squad
    for squad in (
        lance,
        industry,
        point,
        armor,
        platoon,
        carried,
        mechanized,
        freight,
        network,
        company,
        battery,
        wing,
        flotilla,
        divers,
        giant,
        fighters,
        anything,
    )
}

ON_LAND: Final = {
    "lance": 6,
    "industry": 2,
    "point": 2,
    "armor": 4,
    "platoon": 3,
    "carried": 4,
    "mechanized": 3,
    "freight": 2,
    "network": 5,
    "company": 1,
    "battery": 4,
    "wing": 4,
    "giant": 2,
    "fighters": 1,
    "anything": 4,
}
AT_SEA: Final = {"flotilla": 8, "divers": 8, "lance": 2, "carried": 2, "wing": 3, "giant": 1, "anything": 2}


def _force(luck: Generator, squads: dict[str, int], letter: str) -> list[Draft]:
    force: list[Draft] = []
    for _ in range(1 + luck.below(3)):
        squad = SQUADS[weighted(luck, squads)](luck)
        if not force or len(force) + len(squad) <= LARGEST_FORCE:
            force += squad
    for number, one in enumerate(force, start=1):
        one.id = f"{letter}{number}"
        _scar(one, luck)
    return force


# -- scars ----------------------------------------------------------------------------------------------------


def _scar(one: Draft, luck: Generator) -> None:
    """One unit in four has already been through something."""
    if luck.below(4):
        return
    card, state = one.card, one.state
    state["armor"] = luck.below(card.armor + 1)
    if luck.below(2):
        state["structure"] = 1 + luck.below(max(1, card.structure))
    tracks = [name for name in card.critical_tracks if not name.startswith("motive")]
    if tracks and luck.below(2):
        state["crits"] = {luck.choice(tracks): 1 + luck.below(2) for _ in range(1 + luck.below(2))}
    if card.tracks_heat and luck.below(2):
        state["heat"] = luck.below(4)
        if luck.below(6) == 0:
            state["heat"], state["shutdown"] = 4, True
    if card.is_ground_unit and not one.airborne and luck.below(8) == 0:
        state["hull_down"] = True


# -- where they begin -----------------------------------------------------------------------------------------


def random_setup(luck: Generator) -> Setup:
    """A battle about to begin, with at least one unit on each side."""
    while True:
        setup = _attempt(luck)
        if {unit.side for unit in setup.units} == {side.name for side in setup.sides}:
            return setup


def _attempt(luck: Generator) -> Setup:
    sea = luck.below(5) == 0
    width, depth = float(24 + luck.below(49)), float(24 + luck.below(25))
    table = (random_coast if sea else random_table)(luck, width, depth, luck.below(16))
    homes = luck.choice(HOMES)
    sides = (Side("red", homes[0]), Side("blue", homes[1] if luck.below(8) else None))
    squads = AT_SEA if sea else ON_LAND
    forces = {"red": _force(luck, squads, "r"), "blue": _force(luck, squads, "b")}
    options = frozenset(name for name in OPTIONS if luck.below(4) == 0)
    bare = Setup(table, sides, tuple(_muster(one, side) for side, force in forces.items() for one in force))
    start = weighted(luck, {"in place": 6, "close": 6, "deployment": 3, "off the board": 2, "mixed": 2})
    if start in ("in place", "close", "mixed"):
        _place(bare, forces, start, luck)
    standing = {side: _present(force, start) for side, force in forces.items()}
    phase, first = _clock(start, luck)
    if "lance_movement" in options:
        for force in standing.values():
            _group(force, luck)
    musters = [_finished(one, side, luck) for side, force in standing.items() for one in force]
    networks = [link for force in standing.values() for link in _networks(force)]
    return replace(bare, units=tuple(musters), networks=tuple(networks), options=options, phase=phase, first=first)


def _muster(one: Draft, side: str) -> Muster:
    return Muster(one.id, side, one.card)


def _finished(one: Draft, side: str, luck: Generator) -> Muster:
    state = one.state
    if one.carrier is not None:
        state = {**state, "aboard": one.carrier.id, **({"riding": True} if one.riding else {})}
        state.pop("hull_down", None)
    facing = 15.0 * luck.below(24)
    skill = luck.choice((0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 6, 7))
    return Muster(one.id, side, one.card, skill, one.at, facing, one.group, state)


def _clock(start: str, luck: Generator) -> tuple[str, str | None]:
    if start == "deployment":
        return "deployment", luck.choice(("red", "blue"))
    if start in ("in place", "close") and luck.below(4) == 0:
        return luck.choice(("movement", "combat")), luck.choice(("red", "blue"))
    return "initiative", None


def _present(force: list[Draft], start: str) -> list[Draft]:
    """Who takes part: where units have a place from the start, those for whom there was none stay away."""
    if start in ("deployment", "off the board", "mixed"):
        return [one for one in force if one.carrier is None or start != "deployment"]
    kept = [one for one in force if one.at is not None]
    return kept + [one for one in force if one.carrier is not None and one.carrier in kept]


def _group(force: list[Draft], luck: Generator) -> None:
    """Split a side into lances, Stars or Level IIs, whoever is left in a smaller one."""
    size = luck.choice((4, 5, 6))
    for number, one in enumerate(force):
        one.group = f"group {number // size + 1}"


def _networks(force: list[Draft]) -> list[Network]:
    """The networks whose head is there, and somebody with it. Heads stand before those who follow them."""
    names = dict.fromkeys(name for one in force for name in one.links)
    found = [Network(name.split(":")[0], tuple(one.id for one in force if name in one.links)) for name in names]
    heads = {name: next(one for one in force if name in one.links) for name in names}
    return [
        link
        for name, link in zip(names, found, strict=True)
        if len(link.members) > 1 and (link.kind == "C3I" or {"C3M", "C3BSM"} & heads[name].card.all_codes)
    ]


def _place(bare: Setup, forces: dict[str, list[Draft]], start: str, luck: Generator) -> None:
    """Find legal places, in each side's half of the table or anywhere."""
    scratch = Battle(bare, 0)
    for side, force in forces.items():
        for one in force:
            if one.carrier is None and (start != "mixed" or luck.below(2)):
                home = next(each.home for each in bare.sides if each.name == side)
                _find_place(scratch, one, None if start == "close" else home, luck)


def _find_place(scratch: Battle, one: Draft, home: str | None, luck: Generator) -> None:
    table, unit = scratch.table, scratch.units[one.id]
    for _ in range(TRIES):
        at = _somewhere(table, home, unit.radius, luck)
        try:
            check_standing_place(scratch, unit, *at)
        except Refused:
            continue
        level = resting_level(scratch, unit, *at)
        scratch.emit(Deployed(unit.id, at, 0.0, level))
        one.at = at
        if one.airborne:
            one.state["elevation"] = level + (1.0 if one.card.move.primary == "g" else 1.0 + luck.below(8))
            one.state["airborne"] = True
        return


def _somewhere(table: Table, home: str | None, radius: float, luck: Generator) -> tuple[float, float]:
    least, width, depth = radius + 0.01, table.width, table.depth
    x, y = between(luck, least, width - least), between(luck, least, depth - least)
    near_x, near_y = between(luck, least, max(least, 0.4 * width)), between(luck, least, max(least, 0.4 * depth))
    places = {
        "south": (x, near_y),
        "north": (x, round(depth - near_y, 2)),
        "west": (near_x, y),
        "east": (round(width - near_x, 2), y),
    }
    return places.get(home or "", (x, y))
