"""Squads to draw a random force from: every kind of unit, alone and with what it needs to do what it is there for.

Everything follows from the generator. Knows cards and who goes together; must not know tables or where units stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.special_codes import ABILITIES, ARTILLERY
from lancemate.alphastrike.cards.specials import parse_special
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.lab.pool import Fits, ashore, carrying, grounded, lacking, moving, of_type, those


@dataclass(slots=True)
class Draft:
    """A unit on its way into a setup."""

    card: Card
    carrier: Draft | None = None  # it begins the battle aboard this one
    riding: bool = False
    group: str | None = None
    links: tuple[str, ...] = ()  # networks it belongs to: kind and number, the head of each before the others
    airborne: bool = False
    bombs: tuple[str, ...] = ()
    id: str = ""
    state: dict[str, JSON] = field(default_factory=dict)
    at: tuple[float, float] | None = None


Squad = list[Draft]


# -- cards ----------------------------------------------------------------------------------------------------


def _cards(*types: str) -> tuple[Card, ...]:
    return those(of_type(*types), grounded)


def _with(*codes: str, also: Fits = grounded) -> tuple[Card, ...]:
    """Cards that carry one of these abilities and do not fly by Thrust."""
    return those(carrying(*codes), grounded, also)


def _some(luck: Generator, cards: Sequence[Card], least: int, most: int) -> Squad:
    return [Draft(luck.choice(cards)) for _ in range(least + luck.below(most - least + 1))]


def _on_foot(card: Card) -> bool:
    return card.is_infantry


def _in_the_air(card: Card) -> bool:
    return card.is_air_vehicle


def _shells(card: Card) -> bool:
    return any(code.startswith("ART-") for code in card.all_codes)


def _small(most: int) -> Fits:
    """Infantry that takes so much room at most."""
    return lambda card: card.is_infantry and 0 < card.specials.value("CAR") <= most


def _room_for(least: int) -> Fits:
    return lambda card: card.specials.value("IT") >= least


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
    return _some(luck, those(of_type("CV", "SV"), grounded, ashore), 1, 4)


def platoon(luck: Generator) -> Squad:
    return _some(luck, _cards("CI", "BA"), 1, 3)


def carried(luck: Generator) -> Squad:
    """Infantry with a transport, aboard or beside it."""
    carrier = Draft(luck.choice(_with("IT", also=ashore)))
    room = carrier.card.specials.value("IT")
    squad = [carrier]
    for _ in range(1 + luck.below(3)):
        card = luck.choice(_with("CAR", also=_on_foot))
        room -= card.specials.value("CAR")
        squad.append(Draft(card, carrier if room >= 0 and luck.below(3) else None))
    return squad


def mechanized(luck: Generator) -> Squad:
    """Battle armor outside on an Omni unit, or with extended gear on anything."""
    rider = Draft(luck.choice(_with("MEC", "XMEC", also=of_type("BA"))))
    anyone = those(of_type("BM", "CV"), grounded, ashore)
    omni = _with("OMNI", also=lambda card: not card.is_infantry)
    carrier = Draft(luck.choice(anyone if rider.card.specials.value("XMEC") or "XMEC" in rider.card.specials else omni))
    if luck.below(4):
        rider.carrier, rider.riding = carrier, True
    return [carrier, rider]


def freight(luck: Generator) -> Squad:
    """Something with bays or a hold, and something that could go in."""
    bays = _with("MT", "PT", "VTM", "VTH", "VTS", "CT", "CK", also=ashore)
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
    return [Draft(luck.choice(those(_shells))), *_some(luck, _with("TAG", "LTAG", "PRB", "RCN"), 1, 2)]


def wing(luck: Generator) -> Squad:
    """Air vehicles, in the air or not."""
    squad = _some(luck, those(moving("v", "g"), _in_the_air), 1, 2)
    for one in squad:
        one.airborne = luck.below(3) > 0
    return squad


def flotilla(luck: Generator) -> Squad:
    return _some(luck, sorted(those(moving("n", "s")), key=lambda card: card.id), 1, 3)


def divers(luck: Generator) -> Squad:
    return _some(luck, _with("UMU", "TOR", "SEAL", "AMP"), 1, 3)


def giant(luck: Generator) -> Squad:
    """A unit with several arcs, or a large one."""
    return [Draft(luck.choice(those(lambda card: card.is_multi_arc or card.is_large, ashore)))]


def fighters(luck: Generator) -> Squad:
    """Aerospace units overhead: targets for those below."""
    return [Draft(luck.choice(those(lambda card: card.is_fighter)), airborne=True)]


def anything(luck: Generator) -> Squad:
    return _some(luck, those(grounded), 1, 3)


# -- squads for rules that need them --------------------------------------------------------------------------


def refitted(card: Card, *specials: str) -> Card:
    """The card with more abilities, those that it has not got already, read like any other card."""
    data = card_to_data(card)
    more = [text for text in specials if parse_special(text).code not in card.specials.codes]
    return card_from_data({**data, "specials": [*card.specials.texts, *more]}, where=card.name)


def tinkered(card: Card, luck: Generator) -> Card:
    """The card with one more ability of the standard rules that its type may carry, if it has it not already."""
    fitting = [one for one in ABILITIES.values() if one.core and one.carried_by(card.type) and one.code != "TUR"]
    ability = luck.choice(fitting)
    return card if ability.code in card.all_codes else refitted(card, ability.example)


def flamers(luck: Generator) -> Squad:
    """Fire from several sides, some of it hotter than any published card's."""
    hot = [Draft(refitted(card, "HT3/2/1")) for card in _cards("BM")[:8] if "HT" not in card.all_codes]
    return [luck.choice(hot), *_some(luck, _with("HT"), 1, 3)]


def missiles(luck: Generator) -> Squad:
    """Somebody to fire over the hills and somebody to see for it."""
    over = _with("LRM", also=carrying("IF"))
    plain = luck.choice(those(of_type("BM", "CV"), grounded, lacking("IF", "LRM")))
    return [*_some(luck, over, 0, 1), Draft(refitted(plain, "IF2", "LRM1/1/1")), *_some(luck, _cards("BM"), 1, 1)]


def jumpers(luck: Generator) -> Squad:
    """Jets better or worse than others'."""
    return [Draft(luck.choice(_with("JMPS"))), *_some(luck, _with("JMPS", "JMPW"), 0, 1)]


def brawlers(luck: Generator) -> Squad:
    """Strong arms, hot from the start."""
    strong = _some(luck, _with("TSM", "I-TSM", "MEL"), 1, 3)
    for one in strong:
        if one.card.tracks_heat:
            one.state["heat"] = 1 + luck.below(2)
    return strong


def tracks(luck: Generator) -> Squad:
    """Vehicles whose way of moving is well protected, or hardly."""
    return [Draft(luck.choice(_with("ARS"))), *_some(luck, _with("ARS", "ORO", "BAR"), 0, 1)]


MAGAZINES: Final = ("CASEII", "CASEII", "CASE", "CASE", "ENE", "ARM", "FR")


def magazines(luck: Generator) -> Squad:
    """Ammunition and what keeps it from taking the unit along; every hit may set it off."""
    squad = [Draft(luck.choice(_with(luck.choice(MAGAZINES)))) for _ in range(1 + luck.below(3))]
    for one in squad:
        one.state["armor"] = 0
    return squad


def sensors(luck: Generator) -> Squad:
    """A master and somebody who throws sensors for it."""
    return _linked(luck, "C3", [Draft(luck.choice(_with("C3M"))), *_some(luck, _with("C3RS"), 1, 2)])


def paratroops(luck: Generator) -> Squad:
    """An air transport overhead with infantry that can get off up there, or not."""
    carrier = Draft(luck.choice(those(moving("v", "g"), _in_the_air, carrying("IT"))))
    carrier.airborne = True
    squad, room = [carrier], carrier.card.specials.value("IT")
    for _ in range(1 + luck.below(2)):
        card = luck.choice(_cards("CI", "BA"))
        room -= card.specials.value("CAR")
        if room >= 0:
            squad.append(Draft(card, carrier))
    return squad


def gunships(luck: Generator) -> Squad:
    """Artillery that flies."""
    kind = luck.choice([*ARTILLERY.of(rules)])
    vehicle = luck.choice(those(moving("v"), _in_the_air))
    return [Draft(refitted(vehicle, f"ART-{kind}"), airborne=True), *_some(luck, _cards("BM", "CI"), 0, 1)]


def dropship(luck: Generator) -> Squad:
    """A DropShip overhead, for those below to shoot at."""
    return [Draft(luck.choice(those(lambda card: card.is_dropship)), airborne=True)]


def landed(luck: Generator) -> Squad:
    """A ship on the ground or a mobile structure, with infantry in it, and now and then 'Mechs in its bays."""
    ship = Draft(luck.choice(those(carrying("CRW"), ashore, lambda card: is_exceptionally_large(rules, card))))
    squad = [ship]
    if ship.card.specials.value("IT") >= 6:
        guards = _with("CAR", also=_small(3))
        squad += [Draft(luck.choice(guards), carrier=ship) for _ in range(luck.below(3))]
    if ship.card.specials.value("MT") >= 2:
        squad += [Draft(luck.choice(_cards("BM")[:8]), carrier=ship) for _ in range(luck.below(3))]
    return squad


def boarding_party(luck: Generator) -> Squad:
    """A transport and the infantry that it brings; they begin beside a ship, or in it."""
    roomy = those(carrying("IT"), ashore, lambda card: card.is_vehicle and not card.is_large, _room_for(5))
    carrier = Draft(luck.choice(roomy))
    small = _with("CAR", also=_small(5))
    return [carrier, Draft(luck.choice(small), carrier=carrier), *(Draft(luck.choice(small)) for _ in range(2))]


def submarines(luck: Generator) -> Squad:
    """Boats that dive, their drives so worn that the next hit may stop them."""
    squad = _some(luck, those(moving("s"), lambda card: card.is_vehicle), 1, 3)
    for one in squad:
        one.state["crits"] = {"motive_2": 2, "motive_half": luck.below(2)}
    return squad


def flak(luck: Generator) -> Squad:
    """Guns that find what flies."""
    return _some(luck, _with("FLK"), 1, 2)


def sappers(luck: Generator) -> Squad:
    """Infantry that climbs onto 'Mechs."""
    return _some(luck, _with("AM"), 2, 4)


def nova(luck: Generator) -> Squad:
    """Omni units with battle armor on most of them."""
    carriers = _some(luck, those(carrying("OMNI"), grounded, ashore, lambda card: not card.is_infantry), 2, 3)
    armor = _with("MEC", also=of_type("BA"))
    return carriers + [Draft(luck.choice(armor), one, riding=True) for one in carriers if luck.below(4)]


def column(luck: Generator) -> Squad:
    """Transports with infantry inside, and somebody to watch over them."""
    squad = _some(luck, those(carrying("IT"), ashore, lambda card: card.is_vehicle), 2, 2)
    foot = _with("CAR", also=_on_foot)
    for carrier in tuple(squad):
        small = [card for card in foot if card.specials.value("CAR") <= carrier.card.specials.value("IT")]
        squad += [Draft(luck.choice(small), carrier)] if small else []
    return squad + _some(luck, _cards("BM"), 0, 1)


def helicopters(luck: Generator) -> Squad:
    """Some of them too heavy for any roof."""
    squad = _some(luck, those(moving("v"), _in_the_air), 1, 3)
    for one in squad:
        one.airborne = True
        if luck.below(2):
            one.card = refitted(one.card, "LG")
    return squad


def last_stand(luck: Generator) -> Squad:
    """One unit with a point of structure left."""
    return [Draft(luck.choice(_cards("BM", "CV", "CI")), state={"armor": 0, "structure": 1})]


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
        flamers,
        missiles,
        jumpers,
        brawlers,
        tracks,
        magazines,
        sensors,
        paratroops,
        gunships,
        dropship,
        landed,
        boarding_party,
        submarines,
        flak,
        sappers,
        nova,
        column,
        helicopters,
        last_stand,
    )
}
