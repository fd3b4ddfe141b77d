"""How long it takes to import a catalogue of thousands of units, with who fields what when. Knows no stopwatch."""

from __future__ import annotations

import json
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.errors import LancemateError
from lancemate.muster import catalogue
from lancemate.muster.imports.gathering import Manner
from lancemate.muster.imports.mul import ERAS
from lancemate.muster.imports.reading import Allowed, read_bytes

FACTIONS: Final = 60
PARTS: Final = 40  # of the other game, to be passed over


def catalogue_of(count: int) -> bytes:
    """So many units as MekBay writes them, made of the cards that come with the game."""
    cards = [card for card in catalogue.all() if not card.training and not card.is_multi_arc]
    units = [_unit(cards[number % len(cards)], number + 1) for number in range(count)]
    numbers = range(1, count + 1)
    eras = [{"id": era, "name": name, "units": [*numbers[: count - 7 * era]]} for era, name in ERAS.items()]
    factions = [
        {"id": 100 + one, "name": f"Faction {one}", "eras": {str(era): [*numbers[one::7]] for era in ERAS}}
        for one in range(FACTIONS)
    ]
    return json.dumps({"version": "1", "etag": "x", "units": units, "eras": eras, "factions": factions}).encode()


def _unit(card: Card, number: int) -> dict[str, object]:
    damage = dict(zip(("dmgS", "dmgM", "dmgL", "dmgE"), map(str, card.damage), strict=True))
    values = {"TP": card.type, "PV": card.pv, "SZ": card.size, "TMM": card.tmm, "OV": card.ov, "MV": str(card.move)}
    values |= {"Arm": card.armor, "Str": card.structure, "Th": card.threshold or 0, "specials": card.specials.texts}
    return {
        **{"id": number, "chassis": f"Machine {number}", "model": "MX", "year": 3025, "tons": 50, "level": "Standard"},
        **{"role": card.role, "source": ["A Book"], "as": values | {"dmg": damage}},
        "comp": [{"n": f"Part {part}", "p": 3} for part in range(PARTS)],
    }


def take_in(raw: bytes, count: int) -> None:
    """Read it as a file of somebody who has imported nothing yet."""
    report = read_bytes(raw, source="units.json", manner=Manner(), allowed=Allowed(bytes=len(raw)))
    if len(report.cards) != count:
        raise LancemateError(f"{count - len(report.cards)} of {count} units were refused: {report.rejected[:1]}")
