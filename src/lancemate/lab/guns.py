"""What random battles have of guns beyond the table, mines, bombs under VTOLs and capital weapons.

Everything follows from the generator. Knows what may be written into a setup; must not know what comes of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED
from lancemate.alphastrike.options.battlefield_intelligence import INTELLIGENCE
from lancemate.alphastrike.options.capital_weapons import CAPITAL
from lancemate.alphastrike.options.lance_movement import OPTION as LANCES
from lancemate.alphastrike.options.minefields.fields import DENSEST, KIND, MINEFIELDS, TYPES
from lancemate.alphastrike.options.vtol_special_attacks import VTOLS
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.phases import DEPLOYMENT
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.field.hexes import HexMap
from lancemate.field.hexgrid import Hexes, cell_near
from lancemate.field.shapes import Circle, Point, Shape
from lancemate.field.space import Space
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.pool import of_type, those
from lancemate.lab.squads import refitted

PIECES: Final = ("ART-LT", "ART-S", "ART-T", "ART-AIS", "ART-AC", "ART-CM5", "ART-BA", "ART-LTC")
FAR: Final = (4, 10, 20, 60, 140, 300)  # inches beyond an edge
BOMBS: Final = ("HE", "cluster", "inferno")
BATTERIES: Final = ("SDS-CM3/3/3/3", "SDS-C6/6/6/6", "SDS-SC4/4/4/4", "MSL3/3/3/3")
FEW: Final = 3


def shelled(setup: Setup, luck: Generator) -> Setup:
    """The same battle with all of this, where its options let there be any."""
    if ADVANCED in setup.options:
        setup = _with_guns(setup, luck)
    if MINEFIELDS in setup.options:
        setup = _with_mines(setup, luck)
    if VTOLS in setup.options:
        setup = replace(setup, units=tuple(_with_bombs(unit, luck) for unit in setup.units))
    if CAPITAL in setup.options:
        setup = _with_batteries(setup, luck)
    if INTELLIGENCE in setup.options and not _is_known(setup):
        first, second = (replace(side, preplotted=()) for side in setup.sides)
        setup = replace(setup, sides=(first, second))
    return setup


def _with_guns(setup: Setup, luck: Generator) -> Setup:
    """Some guns beyond the edges, points that are plotted already, and somebody to paint targets."""
    guns = [_gun(side.name, number, luck) for side in setup.sides for number in range(luck.below(FEW))]
    units = tuple(_painting(unit, luck) for unit in setup.units)
    armed = replace(setup, units=(*units, *guns), options=setup.options | {"optional_abilities"})
    first, second = (replace(side, preplotted=tuple(_points(setup, luck, luck.below(FEW)))) for side in setup.sides)
    return replace(armed, sides=(first, second))


def _is_known(setup: Setup) -> bool:
    """Whether intelligence knows enough for the points that are plotted. Lances are formed later."""
    try:
        Battle(replace(setup, options=setup.options - {LANCES}), 0)
    except InputError:
        return False
    return True


def _tanks() -> tuple[Card, ...]:
    return those(of_type("CV"), lambda card: not card.is_naval and not card.is_air_vehicle, _has_no_guns)


def _has_no_guns(card: Card) -> bool:
    return not any(code.startswith("ART") for code in card.all_codes)


def _gun(side: str, number: int, luck: Generator) -> Muster:
    card = refitted(luck.choice(_tanks()), luck.choice(PIECES))
    away: dict[str, JSON] = {"edge": luck.choice(EDGES), "distance": float(luck.choice(FAR))}
    return Muster(f"{side[0]}gun{number + 1}", side, card, 2 + luck.below(4), words={"offboard": away})


def _painting(unit: Muster, luck: Generator) -> Muster:
    if luck.below(3) or not _plain(unit.card):
        return unit
    return replace(unit, card=refitted(unit.card, luck.choice(("TAG", "LTAG", "RCN", "PRB"))))


def _plain(card: Card) -> bool:
    return card.type in ("BM", "CV") and card.all_codes.isdisjoint({"TAG", "LTAG", "RCN", "PRB"})


def _points(setup: Setup, luck: Generator, count: int) -> list[Point]:
    table = setup.table
    found = [table.snap((table.width * luck.uniform(), table.depth * luck.uniform())) for _ in range(count)]
    return [at for at in found if table.inside(*at)]


def _with_mines(setup: Setup, luck: Generator) -> Setup:
    """Fields of every type, open or hidden, some to be set off by command."""
    table = setup.table
    for number in range(1 + luck.below(2 * FEW)):
        at = (2.0 + (table.width - 4.0) * luck.uniform(), 2.0 + (table.depth - 4.0) * luck.uniform())
        keys: dict[str, str | float] = {"density": 1 + luck.below(DENSEST), "type": luck.choice(TYPES)}
        if luck.below(2):
            keys["side"] = luck.choice(setup.sides).name
            keys |= {flag: True for flag in ("hidden", "command") if luck.below(2)}
        shape = _patch(table, (round(at[0], 2), round(at[1], 2)), float(luck.choice((1, 1, 2))))
        table = table.with_feature(Feature(f"mines{number + 1}", KIND, shape, properties=keys))
    return _with_mines_to_lay(replace(setup, table=table), luck)


def _with_mines_to_lay(setup: Setup, luck: Generator) -> Setup:
    """Where forces deploy they may lay some more of their own."""
    if setup.phase != DEPLOYMENT:
        return setup
    given: dict[str, JSON] = {
        side.name: [1 + luck.below(DENSEST) for _ in range(luck.below(2 * FEW))] for side in setup.sides
    }
    return replace(setup, settings={**setup.settings, MINEFIELDS: given})


def _patch(table: Space, at: Point, radius: float) -> Shape:
    """A field around a point; on hexes the one that the point lies in."""
    if not isinstance(table, HexMap):
        return Circle(*at, radius)
    return Hexes((cell_near(table.snap(at), table.rows),), table.rows)


def _with_bombs(unit: Muster, luck: Generator) -> Muster:
    card = unit.card
    if not card.is_vehicle or card.move.primary != "v" or unit.bombs or "BOMB" in card.all_codes or luck.below(2):
        return unit
    load = tuple(luck.choice(BOMBS) for _ in range(1 + luck.below(2)))
    return replace(unit, card=refitted(card, f"BOMB{len(load)}"), bombs=load)


def _with_batteries(setup: Setup, luck: Generator) -> Setup:
    """Tanks with capital weapons, and somebody with TAG."""
    units = tuple(
        replace(unit, card=refitted(unit.card, luck.choice(BATTERIES)))
        if unit.card.type == "CV" and not unit.card.is_naval and luck.below(2)
        else _painting(unit, luck)
        for unit in setup.units
    )
    return replace(setup, units=units, options=setup.options | {"optional_abilities"})
