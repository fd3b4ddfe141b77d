"""Squads that fly: fighters with bombs, craft and airships, ships with fighters aboard, Land-Air 'Mechs in any form.

They meet on a table that is large enough to cross, with the chapter switched on (forces.py).
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.play.flight import FORMS_THAT_FLY, LEVELS, ON_THE_GROUND, OPTION
from lancemate.kernel.dice import Generator
from lancemate.lab.pool import Fits, carrying, those
from lancemate.lab.squads import Draft, Squad

# What is on besides the chapter itself, each in one battle of two.
ALSO: Final = (ON_THE_GROUND, "optional_abilities", "expanded_ranges")
CHAPTER: Final = frozenset((OPTION, ON_THE_GROUND, "land_air_mechs"))
BOMBS: Final = ("HE", "HE", "cluster", "inferno")


def options_for(luck: Generator) -> frozenset[str]:
    """The chapter, and some of what belongs to it."""
    return frozenset({OPTION, "land_air_mechs", *(name for name in ALSO if luck.below(2))})


def _aircraft(*also: Fits) -> tuple[Card, ...]:
    return those(lambda card: card.is_aerospace, *also)


def _is_fighter(card: Card) -> bool:
    return card.is_fighter


def _changelings() -> tuple[Card, ...]:
    return those(carrying(*FORMS_THAT_FLY))


def _aloft(card: Card, luck: Generator) -> Draft:
    """In the air at some altitude, with as many bombs as it can carry, or fewer."""
    room = int(card.specials.value("BOMB"))
    load = tuple(luck.choice(BOMBS) for _ in range(luck.below(room + 1))) if room else ()
    return Draft(card, airborne=True, bombs=load, state={"altitude": luck.choice(LEVELS)})


def _holds_three(card: Card) -> bool:
    """Its bay has room for as many fighters as may come."""
    return card.specials.value("AT") >= 3


def squadron(luck: Generator) -> Squad:
    """Fighters, most of them with bombs."""
    fighters = _aircraft(_is_fighter)
    return [_aloft(luck.choice(fighters), luck) for _ in range(1 + luck.below(3))]


def craft(luck: Generator) -> Squad:
    """Whatever else flies: small craft, DropShips, airships, bush planes."""
    others = _aircraft(lambda card: not card.is_fighter)
    return [_aloft(luck.choice(others), luck) for _ in range(1 + luck.below(2))]


def flotilla_of_the_air(luck: Generator) -> Squad:
    """A ship in the air or on the ground, and fighters in its bay."""
    ship = Draft(_aircraft(_holds_three)[0], airborne=bool(luck.below(3)))
    if ship.airborne:
        ship.state["altitude"] = luck.choice(LEVELS)
    fighters = _aircraft(_is_fighter)
    return [ship, *(Draft(luck.choice(fighters), carrier=ship) for _ in range(1 + luck.below(3)))]


def landed_aircraft(luck: Generator) -> Squad:
    """Aircraft on the ground that may take off."""
    return [Draft(luck.choice(_aircraft())) for _ in range(1 + luck.below(2))]


def changelings(luck: Generator) -> Squad:
    """Land-Air 'Mechs, on their legs or in the air."""
    squad = [Draft(luck.choice(_changelings())) for _ in range(1 + luck.below(3))]
    for one in squad:
        if luck.below(3) == 0:
            one.airborne, one.state = True, {"form": "fighter", "altitude": luck.choice(LEVELS)}
    return squad


SKIES: Final = (squadron, craft, flotilla_of_the_air, landed_aircraft, changelings)
