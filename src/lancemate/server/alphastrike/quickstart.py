"""Ready parts for a quick start: forces, themes and pairs that are about even, and the setup they make together.

Knows what newcomers need; must not know seats or storage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final

from lancemate.alphastrike.commands.preparing import home_wanted, prepared, take_edge
from lancemate.alphastrike.environment.effects import effects_of
from lancemate.alphastrike.environment.visibility import CONCEALED
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED
from lancemate.alphastrike.options.alternate_munitions.loading import with_loading
from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.play.conditions import FINE_DAY, Conditions
from lancemate.alphastrike.play.flight import OPTION as AEROSPACE
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.settings import settings_from_data
from lancemate.alphastrike.play.setup import COMMANDER, EDITIONS, Muster, Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.arranging import arrange, give_roles
from lancemate.alphastrike.scenarios.files import KNOWN, ScenarioFile, find, known
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.alphastrike.scripts.positions import not_of_the_edition
from lancemate.alphastrike.support.buying import HIDDEN_UNITS, points_agreed
from lancemate.alphastrike.turn.opening import body_of
from lancemate.field.boards import read_board
from lancemate.field.errors import FieldError
from lancemate.field.maps import Map
from lancemate.field.table import Table
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, read_choice
from lancemate.lab.battlefields import LANCES
from lancemate.muster import catalogue
from lancemate.muster.battlefields import HAND_MADE, every_theme, find_table, generated
from lancemate.muster.force import Force, Formation, Member, musters
from lancemate.muster.force_files import sample_forces
from lancemate.muster.into_battle import all_formations, plain_formations, side_of, with_abilities, with_bombs
from lancemate.muster.planets import Planet, planet_named, planets, unfit_there, world_of
from lancemate.muster.support import planned
from lancemate.server.alphastrike.conditions import show_effects
from lancemate.server.alphastrike.drawn_maps import ground_of
from lancemate.server.alphastrike.support import show_levels, show_types, support_settings
from lancemate.server.opponents import LEVELS
from lancemate.server.tokens import new_seed

SIDES: Final = (Side("red", "south"), Side("blue", "north"))
PLACED_BY_HAND: Final = frozenset((HIDDEN_UNITS, ADVANCED))  # options by which a unit may be where nobody sees it
LARGEST_FORCE: Final = 24
NEWCOMERS: Final = "lance-"  # begins the ids of the forces for newcomers
AIR: Final = "air-"  # and of those with aircraft
# Ready forces with aircraft, of about the same points.
WINGS: Final = {
    "Lance with air cover": (
        *("mad_3r_marauder", "shd_2h_shadow_hawk", "wvr_6r_wolverine"),
        *("training_strike_fighter_pinion", "training_fighter_kite"),
    ),
    "Lance with bombers": (
        *("whm_6r_warhammer", "grf_1n_griffin", "arc_2r_archer"),
        *("training_conventional_bomber_card", "training_conventional_bomber_card"),
        "training_conventional_fighter_paper",
    ),
    "Anti-aircraft company": (
        *("rfl_3n_rifleman", "rfl_3n_rifleman", "tdr_5s_thunderbolt", "crd_3r_crusader"),
        "training_fighter_pennant",
    ),
    "Fighter squadron": (
        *("training_fighter_kite", "training_fighter_kite", "training_fighter_streamer"),
        *("training_fighter_pennant", "training_fighter_banner"),
    ),
}
# Of these, who attacks and who defends where a scenario is about aircraft.
RAIDS: Final = (("air-2", "air-3"), ("air-1", "air-3"), ("air-1", "air-2"), ("air-4", "air-3"))
SIZE: Final = (48.0, 48.0)  # inches
MAPS: Final = ("table", "hex")
BY_HAND: Final = "Drawn by hand, exactly alike for both sides."
ROWS: Final = (4.0, 1.5)  # inches from the home edge, the first row first
BETWEEN: Final = 3.0  # inches between two units of a row


@dataclass(frozen=True, slots=True)
class Quick:
    """What a quick start asks for: forces by the id of a ready one, or put together."""

    theme: str
    forces: tuple[Force | str, Force | str]
    map_seed: int
    options: tuple[str, ...] = ()
    edition: str = COMMANDER  # the printing of the rules
    deploy: bool = False  # the players place their units themselves
    scenario: str = KNOWN[0]
    variations: tuple[str, ...] = ()
    attacker: str = SIDES[0].name  # who attacks, where somebody does
    abilities: bool = False  # formations and pilots bring what they have besides their units
    planet: str | None = None  # a world by name, or one that is rolled
    map: str = "table"  # or hex
    board: str | None = None  # the text of a board file, in the place of a theme
    ground: Mapping[str, JSON] | None = None  # or a map that a player has drawn
    support: str | None = None  # the level of battlefield support, which the sides buy before the first turn
    prepare: tuple[str, ...] = ()  # what Strategic Command and engineers do to the table


@cache
def ready_forces() -> tuple[Force, ...]:
    """Lances of ordinary pilots first, then the formations of the sample forces, those with aircraft last."""
    grounded = tuple(_formations())
    return (*_lances(), *(one for one in grounded if not flies(one)), *_wings(), *(filter(flies, grounded)))


def flies(force: Force) -> bool:
    """It has aircraft: battles with it are played by the chapter of the air."""
    return any(member.card.is_aerospace for member in force.members)


def _wings() -> Iterator[Force]:
    for number, (name, units) in enumerate(WINGS.items(), start=1):
        members = tuple(Member(catalogue.find(unit)) for unit in units)
        yield Force(name, (Formation(name, members),), id=f"{AIR}{number}")


def _lances() -> Iterator[Force]:
    for number, units in enumerate(LANCES, start=1):
        members = tuple(Member(catalogue.find(unit)) for unit in units)
        leader = members[0].card
        name = f"{leader.chassis or leader.name}'s lance"
        yield Force(name, (Formation(name, members),), id=f"{NEWCOMERS}{number}")


def _formations() -> Iterator[Force]:
    for force in sample_forces():
        for number, formation in enumerate(force.formations, start=1):
            name = f"{force.name}: {formation.name}"
            yield Force(name, (formation,), id=f"{force.id}-{number}", faction=force.faction)


@cache
def even_pairs() -> tuple[tuple[str, str], ...]:
    """Pairs of forces whose points differ by at most a twentieth, the lances for newcomers first."""
    forces = {force.id or "": force for force in ready_forces() if not flies(force)}
    pairs: list[tuple[bool, float, tuple[str, str]]] = []
    for one, other in combinations(forces, 2):
        points = forces[one].pv, forces[other].pv
        gap = 1.0 - min(points) / max(points)
        newcomers = one.startswith(NEWCOMERS) and other.startswith(NEWCOMERS)
        if gap <= 0.05 or newcomers:
            pairs.append((not newcomers, gap, (one, other)))
    return tuple(pair for _, _, pair in sorted(pairs))


def ready_force(name: str) -> Force:
    found = {force.id: force for force in ready_forces()}.get(name)
    if found is None:
        known = [force.id or "" for force in ready_forces()]
        raise InputError(f"there is no ready force {name!r}; {nearest(name, known)}", key="quick.forces")
    return found


def quick_setup(quick: Quick) -> tuple[str, Setup]:
    """The title and the setup."""
    forces = [ready_force(force) if isinstance(force, str) else force for force in quick.forces]
    plan = _plan(quick)
    homes, works = home_wanted(quick.prepare)
    sides = _sides(quick, forces, homes)
    musters = [
        unit for side, force in zip(SIDES, forces, strict=True) for unit in mustered(side, force, quick.abilities)
    ]
    table, scenario = _laid_out(quick, plan, musters, sides)
    led = {side.name: force for side, force in zip(SIDES, forces, strict=True)}
    placed = not deploys(quick) and _along_home_edges(scenario)
    units = [unit for side in SIDES for unit in drawn_up(table, side, musters)] if placed else musters
    setup = Setup(
        table,
        sides,
        tuple(units),
        options=check_options((*quick.options, *scenario.options, *((AEROSPACE,) if any(map(flies, forces)) else ()))),
        phase="initiative" if placed else "deployment",
        scenario=scenario,
        formations=all_formations(led) if quick.abilities else plain_formations(led),
        conditions=_conditions(quick, table, musters),
        settings=with_loading(_settings(quick), check_options(quick.options)),
    )
    setup = replace(setup, sides=_with_support(setup, forces))
    setup = replace(setup, edition=read_choice(quick.edition, "quick.edition", EDITIONS))
    complaint = not_of_the_edition(setup)
    if complaint is not None:
        raise InputError(complaint, key="quick.edition")
    if CONCEALED in setup.options:
        setup = with_tokens(setup, new_seed())
    try:
        setup = prepared(setup, works)
    except InputError as error:
        raise InputError(error.plain, key="quick.prepare") from None
    return f"{forces[0].name} against {forces[1].name}", setup


def _with_support(setup: Setup, forces: Sequence[Force]) -> tuple[Side, Side]:
    """Where support is agreed on, a force that was mustered with some need not buy it; all others are asked."""
    points = points_agreed(setup.settings)
    found: list[Side] = []
    for number, (side, force) in enumerate(zip(setup.sides, forces, strict=True)):
        try:
            found.append(side if points is None else replace(side, support=planned(force, points)))
        except InputError as error:
            raise InputError(error.plain, key=f"quick.forces.{number}") from None
    return found[0], found[1]


def _sides(quick: Quick, forces: Sequence[Force], homes: Mapping[str, str]) -> tuple[Side, Side]:
    """Both sides with what their forces bring, at the edges that are theirs."""
    first, second = (
        side_of(force, side) if quick.abilities else side for side, force in zip(SIDES, forces, strict=True)
    )
    found = first, second
    try:
        for name, edge in homes.items():
            found = take_edge(found, name, edge)
    except InputError as error:
        raise InputError(error.plain, key="quick.prepare") from None
    return found


def deploys(quick: Quick) -> bool:
    """The players place their units themselves: they want to, some may be elsewhere, or the table is not as it was.
    They lay mines meanwhile."""
    if quick.deploy or not PLACED_BY_HAND.isdisjoint(quick.options) or quick.prepare:
        return True
    return any(start.mines for start in _plan(quick).deployment.values())


def _conditions(quick: Quick, table: Map, units: Sequence[Muster]) -> Conditions:
    """What the battle is fought under; a world that would kill somebody at once is none to choose."""
    cards = [unit.card for unit in units]
    if quick.planet is None:
        own = world_of(quick.theme, cards) if quick.board is None and quick.ground is None else None
        return FINE_DAY if own is None else own.conditions(table)
    try:
        planet = planet_named(quick.planet, Generator(quick.map_seed), cards)
        found = planet.conditions(table)
    except InputError as error:
        raise InputError(error.plain, key="quick.planet") from None
    unfit = unfit_there(found, cards)
    if unfit:
        raise InputError(f"{planet.name} is no world for these forces: {'; '.join(unfit)}", key="quick.planet")
    return found


def _settings(quick: Quick) -> dict[str, JSON]:
    if quick.support is None:
        return {}
    return settings_from_data(support_settings(quick.support), "quick.support")


def _plan(quick: Quick) -> Scenario:
    """The scenario with its variations, and who plays which part in it."""
    if quick.scenario not in known():  # never the path of a file
        hint = nearest(quick.scenario, known())
        raise InputError(f"there is no scenario {quick.scenario!r}; {hint}", key="quick.scenario")
    names = [side.name for side in SIDES]
    if quick.attacker not in names:
        raise InputError(f"there is no side {quick.attacker!r}; {nearest(quick.attacker, names)}", key="quick.attacker")
    try:
        plan = find(quick.scenario).build(quick.variations)
    except InputError as error:
        raise InputError(error.plain, key="quick.variations") from None
    return give_roles(plan, quick.attacker, names)


def _laid_out(quick: Quick, plan: Scenario, units: Sequence[Muster], sides: tuple[Side, Side]) -> tuple[Map, Scenario]:
    """A table on which the scenario can be played: one drawn by hand, or a fresh one of a theme."""
    if quick.map not in MAPS:
        raise InputError(f"there is no map of kind {quick.map!r}; {nearest(quick.map, MAPS)}", key="quick.map")
    if quick.ground is not None:
        return _on_ground(quick.ground, plan, units, sides)
    if quick.board is not None:
        return _on_board(quick.board, plan, units, sides)
    try:
        if quick.theme in HAND_MADE:  # never the path of a file
            table = find_table(quick.theme)
            return table, arrange(plan, table, sides, units)
        return generated(plan, quick.theme, quick.map_seed, sides, units, size=SIZE, hexes=quick.map == "hex")
    except InputError as error:
        raise InputError(error.plain, key="quick.theme") from None


def _on_ground(
    data: Mapping[str, JSON], plan: Scenario, units: Sequence[Muster], sides: tuple[Side, Side]
) -> tuple[Map, Scenario]:
    """The scenario on a map that a player has drawn."""
    ground = ground_of(data, "quick.ground.")
    try:
        return ground, arrange(plan, ground, sides, units)
    except (FieldError, InputError) as error:
        raise InputError(error.message, key="quick.ground") from None


def _on_board(text: str, plan: Scenario, units: Sequence[Muster], sides: tuple[Side, Side]) -> tuple[Map, Scenario]:
    """The scenario on a map that a player has brought along."""
    try:
        sheet = read_board(text).map
        return sheet, arrange(plan, sheet, sides, units)
    except (FieldError, InputError) as error:
        raise InputError(error.message, key="quick.board") from None


def _along_home_edges(plan: Scenario) -> bool:
    """Everybody begins at home, so that units can be drawn up there."""
    starts = [plan.start_of(side.name) for side in SIDES]
    return all(
        start is None or all(zone.edge == "home" and not start.off_buildings for zone in start.zones)
        for start in starts
    )


def mustered(side: Side, force: Force, abilities: bool = False) -> list[Muster]:
    """The units of a force on their way to the table, with their pilots' abilities if those are played."""
    where = f"quick.forces.{SIDES.index(side)}"
    units = with_abilities(force, side.name) if abilities else musters(force, side.name)
    if not 1 <= len(units) <= LARGEST_FORCE:
        raise InputError(f"a force has 1 to {LARGEST_FORCE} units here, not {len(units)}", key=where)
    for unit in units:
        if unit.card.is_naval:
            raise InputError(f"{unit.card.name} cannot be drawn up on land", key=where)
    return [with_bombs(replace(unit, facing=0.0 if side.home == "south" else 180.0)) for unit in units]


def drawn_up(table: Map, side: Side, everybody: Sequence[Muster]) -> list[Muster]:
    """Rows of units along the home edge, on open ground, facing the enemy."""
    own = [unit for unit in everybody if unit.side == side.name]
    units = [unit for unit in own if not unit.card.is_aerospace]  # all others come on by air
    reach = max([BETWEEN / 2.0, *(body_of(rules, unit.card).radius for unit in units)])
    rows = _rows(table, side.home == "south", 2.0 * reach)
    if table.kind == "hex":
        rows = iter(dict.fromkeys(table.snap(place) for place in rows if table.inside(*place)))
    places = [place for place in rows if not table.features_touched(*place, reach)]
    if len(places) < len(units):
        where = f"quick.forces.{SIDES.index(side)}"
        raise InputError(f"there is room for {len(places)} of its units only", key=where)
    stands = {unit.id: place for unit, place in zip(units, places, strict=False)}
    return [replace(unit, at=stands.get(unit.id)) for unit in own]


def _rows(table: Map, south: bool, between: float) -> Iterator[tuple[float, float]]:
    """Places from the middle of the first row outwards, then the next row behind it."""
    for away in ROWS:
        y = away if south else table.depth - away
        for step in range(int(table.width / 2 / between)):
            for sign in (1, -1) if step else (1,):
                yield table.width / 2 + sign * step * between, y


def show_quickstart() -> dict[str, JSON]:
    """Everything there is to choose from."""
    return {
        "bots": [{"level": one.level, "name": one.name, "text": one.text} for one in LEVELS],
        "scenarios": [show_scenario(find(name)) for name in known()],
        "themes": [*_themes()],
        "planets": [show_planet(planet) for planet in planets()],
        "forces": [show_force(force) for force in ready_forces()],
        "matches": [list(pair) for pair in even_pairs()],
        "support": show_levels(),
        "support_types": show_types(rules, Table(*SIZE)),
    }


def show_planet(planet: Planet) -> JSON:
    """A world and what it does to a battle."""
    return {
        "id": planet.id,
        "name": planet.name,
        "text": planet.about,
        "theme": planet.theme,
        "effects": show_effects(effects_of(planet.usual)),
    }


def _themes() -> Iterator[JSON]:
    """Themes that make a new table each time, and tables drawn by hand."""
    for one in every_theme():
        yield {"id": one.id, "name": one.name, "text": one.text, "width": SIZE[0], "depth": SIZE[1], "world": one.world}
    for name in HAND_MADE:
        table = find_table(name)
        title = name.replace("-", " ").capitalize()
        yield {"id": name, "name": title, "text": BY_HAND, "width": table.width, "depth": table.depth}


def show_scenario(file: ScenarioFile) -> dict[str, JSON]:
    """A scenario and its variations, for the one who chooses."""
    plan = file.build()
    variations: list[JSON] = [
        {
            "id": one.id,
            "name": one.name,
            "text": one.about,
            "page": one.page,
            "roles": list(file.build([one.id]).roles),
            "excludes": list(one.excludes),
        }
        for one in file.variations.values()
    ]
    shown: dict[str, JSON] = {"id": file.id, "name": plan.name, "text": plan.about, "page": plan.page}
    pairs = RAIDS if AEROSPACE in plan.options else ()
    return {**shown, "roles": list(plan.roles), "variations": variations, "matches": [list(pair) for pair in pairs]}


def show_force(force: Force) -> dict[str, JSON]:
    units: list[JSON] = [
        {"unit": member.card.id, "name": member.card.name, "skill": member.skill, "pv": member.pv}
        for member in force.members
    ]
    return {"id": force.id, "name": force.name, "faction": force.faction, "pv": force.pv, "units": units}
