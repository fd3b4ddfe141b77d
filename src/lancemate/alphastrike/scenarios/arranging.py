"""Puts a scenario on a table: roles are given out, home edges checked, markers and flags laid down.

Complains of a table, edges, roles or buildings that will not do. Must not know how the battle goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.buildings import central_buildings, wrong_buildings
from lancemate.alphastrike.scenarios.plan import EACH, FLAG, Objective, Recipe, Scenario, Zone
from lancemate.alphastrike.scenarios.scoring import lance_count
from lancemate.alphastrike.scenarios.zones import SHALLOWEST, edge_named, not_opposite, zone_depth
from lancemate.field.space import Space
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Formation, Muster, Side

Point = tuple[float, float]

TINY: Final = 1e-6
BASE: Final = 1.5  # inches across that a unit needs beside an objective
KEY: Final = "scenario"
ASIDE: Final = (
    90.0,
    270.0,
    60.0,
    120.0,
    240.0,
    300.0,
    30.0,
    150.0,
    210.0,
    330.0,
    0.0,
    180.0,
)  # for a home edge in the south

LEAST_TABLE: Final = rules.table("AS-SCN-002", {"width": 36.0, "depth": 48.0})
RESTRICTIVE: Final = ("hill", "water", "heavy_woods", "heavy_jungle")


def arrange(
    scenario: Scenario,
    field: Space,
    sides: tuple[Side, Side],
    units: Sequence[Muster],
    formations: Sequence[Formation] = (),
) -> Scenario:
    """The scenario ready to play on this table by these sides; an InputError says what will not do."""
    check_fit(scenario, field, sides)
    if needs_buildings(scenario):
        scenario = _with_buildings(scenario, field, sides, units, formations)
    objectives = scenario.objectives
    if not objectives:
        objectives = tuple(_laid_down(scenario, field, sides))
    else:
        _check_places(scenario, field, sides)
    return replace(scenario, place=(), objectives=objectives)


def check_fit(scenario: Scenario, field: Space, sides: tuple[Side, Side]) -> None:
    """Complain of roles, home edges and a size that will not do, whatever stands on the table."""
    check_roles(scenario, sides)
    problem = not_opposite((sides[0].home, sides[1].home))
    if problem is not None:
        raise InputError(problem, key="sides")
    problem = too_small(scenario, field, sides)
    if problem is not None:
        raise InputError(problem, key="map")


# -- roles ----------------------------------------------------------------------------------------------------


def give_roles(scenario: Scenario, first: str, names: Sequence[str]) -> Scenario:
    """One side plays the first role, the attacker where there is one, and the others those that are left."""
    ordered = sorted(names, key=lambda name: name != first)
    return replace(scenario, sides=dict(zip(scenario.roles, ordered, strict=False)))


def check_roles(scenario: Scenario, sides: tuple[Side, Side]) -> None:
    """Every role of the scenario is played by one of the sides, each by another one."""
    names = [side.name for side in sides]
    for role, name in scenario.sides.items():
        if role not in scenario.roles:
            known = nearest(role, scenario.roles) if scenario.roles else "it has no roles"
            raise InputError(f"{scenario.name} has no role {role!r}; {known}", key=f"{KEY}.sides")
        if name not in names:
            raise InputError(f"there is no side {name!r}; {nearest(name, names)}", key=f"{KEY}.sides.{role}")
    missing = next((role for role in scenario.roles if role not in scenario.sides), None)
    if missing is not None:
        article = "an" if missing[0] in "aeiou" else "a"
        text = f"{scenario.name} needs {article} {missing}: say which side that is (AS-SCN-001)"
        raise InputError(text, key=f"{KEY}.sides")
    if len(set(scenario.sides.values())) < len(scenario.sides):
        raise InputError("each role needs a side of its own", key=f"{KEY}.sides")


# -- the table ------------------------------------------------------------------------------------------------


def too_small(scenario: Scenario, field: Space, sides: tuple[Side, Side]) -> str | None:
    """What is wrong with a table on which the zones leave no room to start as far apart as one must."""
    home = sides[0].home
    assert home is not None
    length = field.across(home)
    across = field.width + field.depth - length
    needed = _length_needed(scenario, sides)
    size = f"a table of {field.width:g} by {field.depth:g} inches is too small for {scenario.name}"
    if length < needed - TINY:
        apart = f"with enemies {scenario.apart:g} inches apart its zones need {needed:g} inches between the home edges"
        return f"{size}: {apart}, here are {length:g} (AS-SCN-005)"
    if across < 2 * SHALLOWEST - TINY:
        return f"{size}: its home edges are only {across:g} inches wide (AS-SCN-005)"
    return None


def _length_needed(scenario: Scenario, sides: tuple[Side, Side]) -> float:
    """The least distance between the home edges at which each side finds a strip to start in."""
    kinds = [_kind(scenario, side.name) for side in sides]
    if kinds == ["edge", "edge"]:
        return scenario.apart + 2 * SHALLOWEST
    if "edge" in kinds:
        return 2 * (scenario.apart + SHALLOWEST)
    return 2 * SHALLOWEST


def _kind(scenario: Scenario, side: str) -> str:
    start = scenario.start_of(side)
    zones: tuple[Zone, ...] = start.zones if start is not None else ()
    if any(zone.line is not None for zone in zones):
        return "line"
    return "near" if any(zone.near is not None for zone in zones) else "edge"


@rules.formula("AS-SCN-002", otherwise=None)
def smaller_than_usual(field: Space) -> str | None:
    """Advice: scenarios are meant for a table of at least three feet by four; others work."""
    short, long = sorted((field.width, field.depth))
    if short >= LEAST_TABLE.of(rules)["width"] - TINY and long >= LEAST_TABLE.of(rules)["depth"] - TINY:
        return None
    return f"scenarios are meant for 36 by 48 inches or more; this table has {field.width:g} by {field.depth:g}"


@rules.formula("AS-SCN-048", otherwise=())
def open_flanks(field: Space, home: str) -> tuple[str, ...]:
    """The edges beside the home edges along which no restrictive terrain stands."""
    return tuple(edge for edge in (edge_named("left", home), edge_named("right", home)) if not _walled(field, edge))


def _walled(field: Space, edge: str) -> bool:
    """Hills, water or heavy growth along at least half of an edge."""
    length = field.depth if edge in ("west", "east") else field.width
    steps = 24
    spots = [(number + 0.5) * length / steps for number in range(steps)]
    x, y = {"west": 1.0, "east": field.width - 1.0}.get(edge, 0.0), {"north": field.depth - 1.0}.get(edge, 1.0)
    points = [(x, spot) if edge in ("west", "east") else (spot, y) for spot in spots]
    covered = sum(any(one.kind in RESTRICTIVE for one in field.features_touched(*point, 1.0)) for point in points)
    return covered * 2 >= steps


# -- objectives -----------------------------------------------------------------------------------------------


def _laid_down(scenario: Scenario, field: Space, sides: tuple[Side, Side]) -> Iterator[Objective]:
    """Every objective of the recipes at its place."""
    found: list[Objective] = []
    for recipe in scenario.place:
        owners = _owners(scenario, recipe, sides)
        for owner in owners:
            for number, spot in enumerate(_spots(scenario, recipe, field, sides, owner)):
                at = beside_nothing(field, spot, recipe, sides[0].home or "south")
                name = _name(recipe, owner, len(found) + 1, number)
                placed = Objective(name, recipe.kind, at, owner.name if owner is not None else None)
                if not field.inside(*at, placed.radius):
                    text = f"there is no room for so many {recipe.kind}s: {name} would lie off the table"
                    raise InputError(text, key="map")
                clash = next((one for one in found if _too_close(field, recipe, one, at)), None)
                if clash is not None:
                    text = f"there is no room for {recipe.kind}s {recipe.apart:g} inches apart"
                    raise InputError(f"{text}: {name} would lie too close to {clash.id}", key="map")
                found.append(placed)
    yield from found


def _owners(scenario: Scenario, recipe: Recipe, sides: tuple[Side, Side]) -> tuple[Side | None, ...]:
    if recipe.of is None:
        return (None,)
    if recipe.of == EACH:
        return sides
    return tuple(side for side in sides if side.name == scenario.sides.get(recipe.of))


def _name(recipe: Recipe, owner: Side | None, total: int, number: int) -> str:
    if owner is None:
        return f"{recipe.kind}{total}" if recipe.count > 1 or recipe.spot == "sectors" else recipe.kind
    own = f"{owner.name}-{recipe.kind}"
    return own if recipe.spot == "zone" and number == 0 else f"{own}{total}"


def _spots(
    scenario: Scenario, recipe: Recipe, field: Space, sides: tuple[Side, Side], owner: Side | None
) -> Iterator[Point]:
    home = (owner or sides[0]).home or "south"
    if recipe.spot == "sectors":
        yield from sector_centres(field, recipe, home)
    elif recipe.spot == "zone":
        for number in range(recipe.count):
            aside = (number + 1) // 2 * (8.0 if number % 2 else -8.0)
            yield zone_centre(scenario, field, home, aside)
    elif recipe.spot == "middle":
        yield from between_the_zones(field, recipe, home)
    else:
        yield from table_centre(field, recipe)


@rules.formula("AS-SCN-038", "AS-SCN-034", otherwise=lambda field, recipe: [(0.0, 0.0)] * recipe.count)
def table_centre(field: Space, recipe: Recipe) -> list[Point]:
    """The middle of the table; several lie in a row."""
    gap = 8.0
    first = -(recipe.count - 1) * gap / 2
    x, y = field.centre
    return [(x + first + number * gap, y) for number in range(recipe.count)]


@rules.formula("AS-SCN-028", otherwise=lambda scenario, field, home, aside=0.0: (0.0, 0.0))
def zone_centre(scenario: Scenario, field: Space, home: str, aside: float = 0.0) -> Point:
    """The middle of the strip along a home edge."""
    depth = zone_depth(rules, field.across(home), scenario.apart)
    return field.along_edge(home, aside, depth / 2)


@rules.formula("AS-SCN-035", otherwise=lambda field, recipe, home: [])
def between_the_zones(field: Space, recipe: Recipe, home: str) -> list[Point]:
    """In the region between the zones, on the near side of the middle, as far from the others as they must be."""
    length = field.across(home)
    across = field.width + field.depth - length
    deep = length / 2 - recipe.apart / 2 - 1.0
    return [
        field.along_edge(home, ((number + 0.5) / recipe.count - 0.5) * across, deep) for number in range(recipe.count)
    ]


@rules.formula("AS-SCN-045", otherwise=lambda field, recipe, home: [])
def sector_centres(field: Space, recipe: Recipe, home: str) -> list[Point]:
    """The table is divided into sectors, a marker in the middle of each."""
    length = field.across(home)
    across = field.width + field.depth - length
    return [
        field.along_edge(home, ((column + 0.5) / recipe.columns - 0.5) * across, (row + 0.5) / recipe.rows * length)
        for row in range(recipe.rows)
        for column in range(recipe.columns)
    ]


def _too_close(field: Space, recipe: Recipe, one: Objective, at: Point) -> bool:
    gap = field.apart(one.at, one.radius, at, one.radius)
    return one.kind == FLAG and recipe.apart > 0.0 and gap < recipe.apart - TINY


def beside_nothing(field: Space, spot: Point, recipe: Recipe, home: str) -> Point:
    """The spot, or as near to it as there is open ground around it, as far as a player may shift it.

    Aside before toward an edge, so that as far as possible nobody has it nearer.
    """
    for away in range(int(recipe.within / 0.5) + 1):
        for turn in ASIDE if away else ASIDE[:1]:
            x, y = field.beyond(spot, turn if home in ("south", "north") else turn + 90.0, away * 0.5)
            at = _short(field, (x, y))
            if field.inside(*at, 1.0 + BASE) and not _obstructed(field, at):
                return at
    return _short(field, spot)


def _short(field: Space, at: Point) -> Point:
    """A place with few decimals, or the hex it lies in."""
    return field.snap(at) if field.kind == "hex" else (round(at[0], 2), round(at[1], 2))


def _obstructed(field: Space, at: Point) -> bool:
    """No unit could stand beside it on every side."""
    barred = ("building", "wall", "water")
    return any(feature.kind in barred for feature in field.features_touched(*at, 1.0 + BASE))


def _check_places(scenario: Scenario, field: Space, sides: tuple[Side, Side]) -> None:
    """Objectives that players have placed lie where they may."""
    for number, one in enumerate(scenario.objectives):
        key = f"{KEY}.objectives.{number}"
        if not field.inside(*one.at, one.radius):
            raise InputError(f"{one.id} lies off the table", key=f"{key}.at")
        if one.side is not None and one.side not in (side.name for side in sides):
            raise InputError(f"there is no side {one.side!r}", key=f"{key}.side")
        problem = misplaced(scenario, field, sides, one)
        if problem is not None:
            raise InputError(problem, key=f"{key}.at")


def misplaced(scenario: Scenario, field: Space, sides: tuple[Side, Side], one: Objective) -> str | None:
    """What is wrong with the place a player has chosen for an objective, by the recipe it comes from."""
    recipes = [recipe for recipe in scenario.place if recipe.kind == one.kind]
    if not recipes:
        return None
    owner = next((side for side in sides if side.name == one.side), None)
    for recipe in recipes:
        spots = list(_spots(scenario, recipe, field, sides, owner))
        if recipe.spot == "middle" or any(field.distance(spot, one.at) <= recipe.within + TINY for spot in spots):
            return None
    return f"{one.id} must lie within {recipes[0].within:g} inches of the centre of its {recipes[0].spot}"


# -- buildings ------------------------------------------------------------------------------------------------


def needs_buildings(scenario: Scenario) -> bool:
    """Buildings are searched, or somebody starts near them."""
    starts = scenario.deployment.values()
    return scenario.search is not None or any(zone.near == "building" for start in starts for zone in start.zones)


def _with_buildings(
    scenario: Scenario,
    field: Space,
    sides: tuple[Side, Side],
    units: Sequence[Muster],
    formations: Sequence[Formation],
) -> Scenario:
    names = scenario.buildings or central_buildings(field)
    ground = [unit for unit in units if not unit.card.is_aerospace]
    lances = sum(lance_count([unit for unit in ground if unit.side == side.name], formations) for side in sides)
    problem = wrong_buildings(field, names, lances)
    if problem is not None:
        raise InputError(problem, key="terrain")
    for side in sides:
        start = scenario.start_of(side.name)
        near = start is not None and any(zone.near == "building" and zone.half for zone in start.zones)
        if near and not any(_on_half(field, name, side.home or "south") for name in names):
            text = f"no building stands on the {side.home} half of the table, where {side.name} must start"
            raise InputError(text, key="terrain")
    return replace(scenario, buildings=names)


def _on_half(field: Space, name: str, home: str) -> bool:
    x, y = field.by_id[name].shape.centroid()
    middle = {"south": y <= field.depth / 2, "north": y >= field.depth / 2, "west": x <= field.width / 2}
    return middle.get(home, x >= field.width / 2)
