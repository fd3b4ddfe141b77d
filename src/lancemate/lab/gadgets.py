"""Squads with abilities of the optional section, so that the runner meets every one of them (pp. 82-91).

Everything follows from the generator. Knows cards and codes; must not know what the codes do.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.special_codes import ABILITIES, Shape
from lancemate.kernel.dice import Generator
from lancemate.lab.pool import Fits, lacking, of_type, those
from lancemate.lab.squads import Draft, Squad, refitted

# Codes of cards that stand or fly otherwise, which no other card may have.
NEVER: Final = frozenset({"BIM", "LAM", "QV", "GLD", "LG", "VLG", "SLG", "D", "CRW", "RAIL", "MAG"})
MISSILES: Final = ("SRM2/2", "LRM1/1/1", "IATM2/2/2", "AC2/2/1", "IF2", "FLK1/1/1")
BEACONS: Final = ("SNARC1", "INARC2", "CNARC1", "TAG", "LTAG")
SENSORS: Final = ("RSD1", "RSD2")
SHOCKS: Final = ("MTAS2", "TSEMP1", "TSEMP-O2")
ARMOR: Final = ("BRA", "RCA", "RFA", "IRA", "CR", "ABA", "BHJ2", "BHJ3", "CASEP", "PNT3", "RAMS")
COOLANT: Final = ("RHS", "ECS", "TSMX", "REL", "VR", "BT")
JAMMERS: Final = ("HJ", "DJ", "ECM", "NOVA", "C3I", "STL", "WAT", "JAM", "RBT", "SDCS", "ATAC2")


def _ground(*also: Fits) -> tuple[Card, ...]:
    return those(of_type("BM", "IM", "CV", "SV", "PM"), _walks, *also)


def _walks(card: Card) -> bool:
    return not card.move.has_thrust and not card.is_naval and not card.is_large and not card.is_multi_arc


def _mechs(*also: Fits) -> tuple[Card, ...]:
    return _ground(of_type("BM"), *also)


def _with_more(card: Card, luck: Generator, *pools: tuple[str, ...]) -> Card:
    """The card with one code out of each pool that its type may carry and that it has not got."""
    more = [luck.choice(pool) for pool in pools]
    fitting = [text for text in more if _fits(card, _code(text))]
    return refitted(card, *dict.fromkeys(fitting)) if fitting else card


def _code(text: str) -> str:
    return max((code for code in ABILITIES if text.startswith(code)), key=len)


def _fits(card: Card, code: str) -> bool:
    return code not in card.all_codes and ABILITIES[code].carried_by(card.type)


def gadgets(luck: Generator) -> Squad:
    """Anything with two abilities of the optional section, whatever they are."""
    codes = [one for one in ABILITIES.values() if not one.core and one.number > 65 and one.code not in NEVER]
    squad: Squad = []
    for _ in range(1 + luck.below(3)):
        card = luck.choice(_ground())
        for _ in range(2):
            ability = luck.choice([one for one in codes if one.shape is not Shape.MODES])
            if _fits(card, ability.code):
                card = refitted(card, ability.example)
        squad.append(Draft(card))
    return squad


def shocktroops(luck: Generator) -> Squad:
    """Beacons, tasers and what profits by them."""
    return [Draft(_with_more(luck.choice(_mechs()), luck, BEACONS, SHOCKS, MISSILES)) for _ in range(2)]


def watchers(luck: Generator) -> Squad:
    """Remote sensors, and missiles that need somebody to look."""
    return [Draft(_with_more(luck.choice(_ground()), luck, SENSORS, MISSILES, BEACONS)) for _ in range(2)]


def hardened(luck: Generator) -> Squad:
    """Armor and point defense side by side, hot from the start."""
    squad = [Draft(_with_more(luck.choice(_mechs()), luck, ARMOR, ARMOR, COOLANT)) for _ in range(2)]
    for one in squad:
        one.state["heat"] = luck.below(4)
    return squad


def jammed(luck: Generator) -> Squad:
    """Jammers, robots and networks, one member of which jams."""
    squad = [Draft(_with_more(luck.choice(_mechs()), luck, JAMMERS, JAMMERS)) for _ in range(2)]
    plain = _mechs(lacking("NOVA"))
    name = f"NOVA:{luck.below(100_000)}"
    ring = [Draft(refitted(luck.choice(plain), "NOVA"), links=(name,)) for _ in range(2)]
    return [*squad, *ring]


def clamped(luck: Generator) -> Squad:
    """ProtoMechs on a BattleMech, or beside it."""
    carrier = Draft(luck.choice(_mechs(lacking("OMNI"))))
    protos = those(of_type("PM"), lacking("MCS", "UCS"))
    code = luck.choice(("MCS", "MCS", "UCS"))
    squad = [carrier]
    for number in range(2):
        rides = luck.below(3) > 0 and (code == "MCS" or not number)
        squad.append(Draft(refitted(luck.choice(protos), code), carrier if rides else None, riding=rides))
    return squad


def sappers(luck: Generator) -> Squad:
    """Those who lay mines, those who sweep them, and seats to leave by when it goes wrong."""
    plain = _ground(of_type("CV", "IM"), lacking("MDS", "MSW", "ES"))
    return [Draft(refitted(luck.choice(plain), *codes)) for codes in (("MDS3", "ES"), ("MSW", "ES"), ("MSW", "MDS1"))]


GADGETS: Final = (gadgets, shocktroops, watchers, hardened, jammed, clamped, sappers)
