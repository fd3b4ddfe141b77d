"""How large cargo is for whom, and how much a unit carries outside (pp. 163-164)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Table

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CARGO: Final = rules.option("external_cargo", "AS-OPT-400", "units carry, throw, tow and drag things outside")
brings.add(CARGO, ("HTC", "I-TSM", "TSM", "TSMX"))

LARGEST: Final = 5
BULKY: Final = ("LG", "VLG", "SLG")
NEVER: Final = ("SC", "DS", "DA", "MS")
MYOMER: Final = ("I-TSM", "TSM", "TSMX")

# From so many tons on: the Size, and what the load counts as besides.
WEIGHTS: Final[Table[dict[str, dict[int, tuple[int | None, str | None]]]]] = rules.table(
    "AS-OPT-401",
    {
        "combat": {
            0: (1, None),
            40: (2, None),
            60: (3, None),
            80: (4, None),
            101: (4, "LG"),
            201: (5, "LG"),
            401: (None, None),
        },
        "support": {
            0: (1, None),
            6: (2, None),
            100: (3, None),
            200: (4, None),
            300: (5, None),
            400: (5, "LG"),
            600: (5, "VLG"),
        },
    },
)
FACTORS: Final = rules.table("AS-OPT-405", {"h": 2.0, "v": 4.0})
SUPPORT: Final = rules.table("AS-OPT-402", {"never from Size": 3, "Size 2 counts as": 3})


class Load(NamedTuple):
    """Cargo as one carrier sees it: its Size, none where it cannot be carried at all, and how bulky it is."""

    size: int | None
    bulk: str | None = None


# -- how large ------------------------------------------------------------------------------------------------


def by_weight(battle: Battle, tons: float, carrier: Card | None) -> Load:
    """The Size of something that has a weight: support vehicles have a column of their own."""
    support = carrier is not None and carrier.type == "SV"
    tons = for_support(battle, tons, carrier) if support and carrier is not None else tons
    rows = WEIGHTS.of(battle)["support" if support else "combat"]
    return Load(*[row for least, row in rows.items() if tons >= least][-1])


@rules.rule("AS-OPT-405", otherwise=lambda battle, tons, carrier: tons)
def for_support(battle: Battle, tons: float, carrier: Card) -> float:
    """To support vehicles that hover or fly everything is heavier."""
    return tons * FACTORS.of(battle).get(carrier.move.primary, 1.0)


def of_unit(battle: Battle, unit: Unit, carrier: Card) -> Load:
    """The Size of a unit as cargo: its own, or that of its weight where its card says that."""
    card = unit.card
    refusal = never_cargo(battle, unit)
    if refusal is not None:
        return Load(None)
    if "CAR" in card.specials:
        return by_weight(battle, float(card.specials.value("CAR")), carrier)
    bulk = next((code for code in BULKY if code in card.specials), None)
    return Load(clumsy(battle, card), bulk)


@rules.rule("AS-OPT-402", otherwise=None)
def never_cargo(battle: Battle, unit: Unit) -> Refusal | None:
    """Ships and structures are never cargo, nor are large support vehicles."""
    card = unit.card
    too_large = card.type == "SV" and card.size >= SUPPORT.of(battle)["never from Size"]
    if card.type not in NEVER and not too_large:
        return None
    return Refusal("never_cargo", f"{unit.id} is never external cargo, whoever would carry it", "AS-OPT-402")


@rules.rule("AS-OPT-402", otherwise=lambda battle, card: card.size)
def clumsy(battle: Battle, card: Card) -> int:
    """Support vehicles of Size 2 count as larger, unless they hover or fly."""
    if card.type == "SV" and card.size == 2 and card.move.primary not in ("h", "v"):
        return SUPPORT.of(battle)["Size 2 counts as"]
    return card.size


# -- how much -------------------------------------------------------------------------------------------------


def capacity(battle: Battle, unit: Unit) -> int:
    """The largest Size that a unit carries."""
    own = strong(battle, unit) if any(unit.has(code) for code in MYOMER) else unit.card.size
    return min(LARGEST, own + more_lifted(battle, unit))


def more_lifted(battle: Battle, unit: Unit) -> int:
    """Sizes that a unit handles beyond what others of its kind do."""
    return sum(hook(battle, unit) for hook in battle.hooks[hooks.lifts_more])


@rules.rule("AS-OPT-404", otherwise=lambda battle, unit: unit.card.size)
def strong(battle: Battle, unit: Unit) -> int:
    """Strong muscles carry twice as much, up to the largest Size there is."""
    return min(LARGEST, 2 * unit.card.size)


@rules.rule("AS-OPT-400", otherwise=None)
def cannot_carry(battle: Battle, unit: Unit) -> Refusal | None:
    """'Mechs, ProtoMechs and vehicles; in the air only VTOLs."""
    card = unit.card
    if (card.is_mech or card.is_protomech or card.is_vehicle) and (not unit.airborne or card.move.primary == "v"):
        return None
    text = f"{unit.id} carries nothing outside: 'Mechs, ProtoMechs and vehicles do, and in the air VTOLs alone"
    return Refusal("cannot_carry", text, "AS-OPT-400")


def too_big(battle: Battle, unit: Unit, name: str, load: Load) -> Refusal | None:
    """Why a unit cannot carry a load of some Size, or None."""
    if load.size is not None and load.size <= capacity(battle, unit):
        return None
    what = "is of no Size that anybody carries" if load.size is None else f"is of Size {load.size}"
    text = f"{name} {what}; {unit.id} carries up to Size {capacity(battle, unit)}"
    return Refusal("too_big", text, "AS-OPT-400")
