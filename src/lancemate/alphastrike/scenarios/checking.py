"""Whether a scenario makes sense by itself, before there is a table: words that are known, numbers within bounds.

Knows what scenarios are made of (plan.py); must not know tables, sides or battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.scenarios.plan import EACH, FLAG, MARKER, Recipe, Scenario, Start, Zone
from lancemate.alphastrike.scenarios.zones import SHALLOWEST
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, read_number

EDGES: Final = ("home", "enemy", "left", "right")
NEAR: Final = (MARKER, "building")
SPOTS: Final = ("centre", "zone", "sectors", "middle")
FLANKS: Final = ("open", "closed", "walled")

LEAST_SIZE, MOST_SIZE = 12.0, 240.0  # inches a table may have either way
MOST_TURNS: Final = 200
MOST_PLACED: Final = 12  # objectives of one recipe, columns and rows of sectors
LEAST_SHARE: Final = 0.01

Figure = tuple[str, float | None, float, float]  # key, value, least and most


def check(scenario: Scenario, where: str = "") -> None:
    """Complain of what no rule could make sense of; ``where`` is the key under which the scenario stands."""

    def at(key: str) -> str:
        return f"{where}.{key}" if where else key

    check_options(scenario.options)
    for key, word, known in _words(scenario):
        if word not in known:
            hint = nearest(word, known) if known else "no role is named under roles"
            raise InputError(f"{word!r} is not known here; {hint}", key=at(key))
    for key, value, least, most in _figures(scenario):
        if value is not None:
            read_number(value, at(key), least, most)
    for role, start in scenario.deployment.items():
        if not start.zones:
            raise InputError("a side needs at least one zone to start in", key=at(f"deployment.{role}"))
    for key, zone in _zones(scenario):
        if sum((zone.edge is not None, zone.line is not None, zone.near is not None)) != 1:
            raise InputError("a zone has one of edge, line, near", key=at(key))
    _check_objectives(scenario, at("hold"), at("dominate"), at("flags"), at("objectives"))


def _check_objectives(scenario: Scenario, hold: str, dominate: str, flags: str, objectives: str) -> None:
    """What is to be held or fetched is there."""
    kinds = {*(recipe.kind for recipe in scenario.place), *(one.kind for one in scenario.objectives)}
    for key, block in ((hold, scenario.hold), (dominate, scenario.dominate)):
        if block is not None and MARKER not in kinds:
            raise InputError("there is no marker to hold: place one", key=key)
    if scenario.flags is not None and FLAG not in kinds:
        raise InputError("there is no flag to fetch: place one", key=flags)
    if len({one.id for one in scenario.objectives}) < len(scenario.objectives):
        raise InputError("two objectives have the same id", key=objectives)


def _zones(scenario: Scenario) -> Iterator[tuple[str, Zone]]:
    for role, start in scenario.deployment.items():
        for number, zone in enumerate(start.zones):
            yield f"deployment.{role}.zones.{number}", zone


# -- words ----------------------------------------------------------------------------------------------------


def _words(scenario: Scenario) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Every word that must be one of a few, by its key."""
    roles = (*scenario.roles, *scenario.sides.values())
    yield "flanks", scenario.flanks, FLANKS
    for role, start in scenario.deployment.items():
        yield "deployment", role, (EACH, *roles)
        if start.faces is not None:
            yield f"deployment.{role}.faces", start.faces, EDGES
    for key, zone in _zones(scenario):
        if zone.edge is not None:
            yield f"{key}.edge", zone.edge, EDGES
        if zone.near is not None:
            yield f"{key}.near", zone.near, NEAR
    for number, recipe in enumerate(scenario.place):
        yield f"place.{number}.kind", recipe.kind, (MARKER, FLAG)
        yield f"place.{number}.spot", recipe.spot, SPOTS
        if recipe.of is not None:
            yield f"place.{number}.of", recipe.of, (EACH, *roles)
    for number, one in enumerate(scenario.objectives):
        yield f"objectives.{number}.kind", one.kind, (MARKER, FLAG)
    for key, named in _named_roles(scenario):
        if named is not None:
            yield key, named, roles


def _named_roles(scenario: Scenario) -> Iterable[tuple[str, str | None]]:
    return (
        ("desperate", scenario.desperate),
        ("hold.side", scenario.hold.side if scenario.hold else None),
        ("escape.side", scenario.escape.side if scenario.escape else None),
        ("search.side", scenario.search.side if scenario.search else None),
        *((f"larger.{role}", role) for role in scenario.larger),
    )


# -- numbers --------------------------------------------------------------------------------------------------


def _figures(scenario: Scenario) -> Iterator[Figure]:
    """Every number that could make nonsense of a battle, with its bounds."""
    yield "table.width", scenario.table.width, LEAST_SIZE, MOST_SIZE
    yield "table.depth", scenario.table.depth, LEAST_SIZE, MOST_SIZE
    yield "apart", scenario.apart, 0.0, MOST_SIZE
    yield "turns", scenario.turns, 1, MOST_TURNS
    yield "turns_per_lance", scenario.turns_per_lance, 1, MOST_TURNS
    yield from ((f"larger.{role}", share, 0.0, 10.0) for role, share in scenario.larger.items())
    yield from ((f"lance.{side}", units, 1, 12) for side, units in scenario.lance.items())
    for role, start in scenario.deployment.items():
        yield from _figures_of_start(f"deployment.{role}", start)
    for key, zone in _zones(scenario):
        yield from _figures_of_zone(key, zone)
    for number, recipe in enumerate(scenario.place):
        yield from _figures_of_recipe(f"place.{number}", recipe)
    for number, one in enumerate(scenario.objectives):
        yield f"objectives.{number}.radius", one.radius, 0.0, LEAST_SIZE
    if scenario.flags is not None:
        yield "flags.keep_off", scenario.flags.keep_off, 0.0, MOST_SIZE
    if scenario.escape is not None:
        yield "escape.share", scenario.escape.share, 0.0, 1.0
    if scenario.search is not None:
        yield "search.most", scenario.search.most, 1, MOST_PLACED
    if scenario.interference is not None:
        yield "interference.within", scenario.interference.within, 0.0, MOST_SIZE


def _figures_of_start(key: str, start: Start) -> Iterator[Figure]:
    yield f"{key}.off_buildings", start.off_buildings, 0.0, MOST_SIZE
    yield f"{key}.hidden", start.hidden, 0.0, 1.0
    yield f"{key}.mines", len(start.mines), 0, MOST_PLACED
    yield from ((f"{key}.mines.{number}", density, 1, 5) for number, density in enumerate(start.mines))


def _figures_of_zone(key: str, zone: Zone) -> Iterator[Figure]:
    yield f"{key}.depth", zone.depth, SHALLOWEST, MOST_SIZE
    yield f"{key}.line", zone.line, SHALLOWEST / 2, MOST_SIZE
    yield f"{key}.within", zone.within, 0.0, MOST_SIZE
    yield f"{key}.share", zone.share, LEAST_SHARE, 1.0


def _figures_of_recipe(key: str, recipe: Recipe) -> Iterator[Figure]:
    yield from ((f"{key}.{name}", getattr(recipe, name), 1, MOST_PLACED) for name in ("count", "columns", "rows"))
    yield from ((f"{key}.{name}", getattr(recipe, name), 0.0, MOST_SIZE) for name in ("within", "apart"))
