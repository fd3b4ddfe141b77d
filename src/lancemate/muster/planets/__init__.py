"""Worlds to fight on: a small catalogue of our own, and worlds that are rolled.

``planet_named`` finds one by name, ``random`` rolls one; what it is like is written as in a battle script. Everything
follows from the generator.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.environment.air import unfit_for
from lancemate.alphastrike.play.conditions import (
    ATMOSPHERES,
    FINE_DAY,
    LIGHTS,
    STANDARD,
    STRONGEST,
    TRACE,
    VACUUM,
    WEATHERS,
    Conditions,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.conditions import TOO_HEAVY, read_conditions
from lancemate.field.space import Space
from lancemate.field.table import Table
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest
from lancemate.kernel.values import frozen
from lancemate.muster.battlefields.themes import every_theme

__all__ = ["RANDOM", "Planet", "planet_named", "planets", "random_planet", "unfit_there", "world_of"]

RANDOM: Final = "random"
TRIES: Final = 200


@frozen
class Planet:
    """A world: what it is like, and what land there is to fight over."""

    id: str
    name: str
    about: str
    theme: str
    given: dict[str, JSON] = field(default_factory=dict, hash=False)

    def conditions(self, table: Space) -> Conditions:
        """What a battle on this table is fought under."""
        return read_conditions(self.given, "conditions", table) if self.given else FINE_DAY

    @property
    def usual(self) -> Conditions:
        """The same wherever the battle is."""
        return self.conditions(Table(48.0, 48.0))


@cache
def planets() -> tuple[Planet, ...]:
    """Every world of the catalogue."""
    text = files(__package__).joinpath("planets.yaml").read_text(encoding="utf-8")
    source = parse_document(text, file="planets.yaml")
    data = source.data if isinstance(source.data, list) else []
    return tuple(_read(one, str(number)) for number, one in enumerate(data))


def _read(data: JSON, where: str) -> Planet:
    reader = Reader(data, where, known=("id", "name", "about", "lands", "conditions"), what="a planet")
    known = [theme.id for theme in every_theme()]
    land = next((one for one in reader.texts("lands") if one in known), known[0])
    given = reader.raw("conditions") or {}
    assert isinstance(given, dict)
    return Planet(reader.text("id"), reader.text("name"), reader.text("about"), land, given)


def planet_named(name: str, luck: Generator, cards: Iterable[Card] = ()) -> Planet:
    """A world of the catalogue, or one that is rolled so that everybody there can be on it."""
    if name == RANDOM:
        return random_planet(luck, tuple(cards))
    wanted = name.lower().replace(" ", "-").replace("'", "")
    found = {planet.id: planet for planet in planets()}.get(wanted)
    if found is None:
        known = (*(planet.id for planet in planets()), RANDOM)
        raise InputError(f"there is no planet {name[:60]!r}; {nearest(wanted, known)}")
    return found


def world_of(theme: str, cards: Iterable[Card]) -> Planet | None:
    """The world that belongs to a kind of country, where everybody can be there; none where Terra will do."""
    name = next((one.world for one in every_theme() if one.id == theme), None)
    found = next((planet for planet in planets() if planet.id == name), None)
    return None if found is None or unfit_there(found.usual, cards) else found


def unfit_there(given: Conditions, cards: Iterable[Card]) -> list[str]:
    """Who could not be there, each with the reason."""
    found = ((card.name, unfit_for(rules, card, given.atmosphere)) for card in cards)
    return [f"{name}: {why}" for name, why in dict(found).items() if why is not None]


# -- rolling one --------------------------------------------------------------------------------------------------


def random_planet(luck: Generator, cards: tuple[Card, ...] = (), *, wild: bool = False) -> Planet:
    """A world nobody has named yet, bearable for these cards; a wild one is about to be torn apart."""
    for _ in range(TRIES):
        given = rolled(luck)
        if wild:
            given.update(upheaval(luck, given))
        planet = Planet(RANDOM, "An unnamed world", "Nobody has been here before.", luck.choice(_lands()), given)
        if not unfit_there(planet.usual, cards):
            return planet
    return planets()[0]


def _lands() -> list[str]:
    return [theme.id for theme in every_theme()]


def rolled(luck: Generator) -> dict[str, JSON]:
    """Conditions by chance: most worlds differ from Terra in two or three respects."""
    given: dict[str, JSON] = {}
    if luck.below(2):
        given["atmosphere"] = luck.choice(ATMOSPHERES)
    air = given.get("atmosphere", STANDARD)
    if luck.below(2):
        given["light"] = luck.choice(LIGHTS)
    if luck.below(2):
        given["gravity"] = (5 + luck.below(16)) / 10
    if luck.below(3) == 0:
        given["temperature"] = -80 + 10 * luck.below(18)
    if luck.below(6) == 0:
        given["emi"] = True
    if luck.below(6) == 0:
        given["earthquake"] = {"random": True}
    if air != VACUUM:
        if luck.below(2):
            word = luck.choice(WEATHERS)
            given["weather"] = [] if air == TRACE and word in TOO_HEAVY else [word]
        if luck.below(2):
            given["wind"] = _wind(luck)
    return given


def upheaval(luck: Generator, given: dict[str, JSON]) -> dict[str, JSON]:
    """Quakes and tornadoes that come soon, and something that stands in no book."""
    more: dict[str, JSON] = {}
    if luck.below(3) == 0:
        more["earthquake"] = {"turn": 1 + luck.below(3), **({"strength": 12} if luck.below(2) else {})}
    if luck.below(4) == 0 and given.get("atmosphere") not in (VACUUM, TRACE):
        spot: list[JSON] = [6 + luck.below(12), 6 + luck.below(12)]
        more["tornadoes"] = [{"at": spot, "rating": 1 + luck.below(3), "turns": 2 + luck.below(5)}]
    if luck.below(6) == 0:
        numbers: dict[str, JSON] = {"to_hit": luck.below(3) - 1, "move": -luck.below(3), "damage": luck.below(2)}
        more["custom"] = [{"name": "Spores", **numbers}]
    return more


def _wind(luck: Generator) -> dict[str, JSON]:
    wind: dict[str, JSON] = {"force": luck.below(STRONGEST + 1) if luck.below(2) else RANDOM, "from": RANDOM}
    return {**wind, "variable": True} if luck.below(3) == 0 else wind
