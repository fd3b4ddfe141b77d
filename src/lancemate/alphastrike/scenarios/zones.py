"""Where scenarios let the sides begin (pp. 128-134): by edge, line, marker and building, and what to keep away from.

Knows places; the order of placing stands in deployment.py.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import spot, there
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.play.edges import EDGES, opposite_edge
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.buildings import searched_buildings
from lancemate.alphastrike.scenarios.notes import scenario_of
from lancemate.alphastrike.scenarios.plan import FLAG, MARKER, SWITCH, Zone
from lancemate.alphastrike.turn.deployment import EPSILON, Area, deployment_areas, home_strip
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

FACING: Final = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
IN_FRONT: Final = 45.0  # degrees to either side in which an edge is what a unit faces
SHALLOWEST: Final = 2.0  # inches a zone must be deep to be of any use

GEOMETRY: Final = rules.table("AS-SCN-005", {"zone depth": 10.0})


# -- edges ----------------------------------------------------------------------------------------------------


@rules.formula("AS-SCN-005", otherwise=lambda width, depth: ("west", "east") if width <= depth else ("south", "north"))
def short_edges(width: float, depth: float) -> tuple[str, str]:
    """The home edges that lie furthest apart: the two short ones."""
    return ("south", "north") if width <= depth else ("west", "east")


def depth_asked(by: Switched, depth: float | None) -> float:
    """How deep a zone along an edge should be: as its scenario says, or as the book does."""
    return GEOMETRY.of(by)["zone depth"] if depth is None else depth


@rules.rule("AS-SCN-005", otherwise=lambda by, length, apart, depth=None: depth_asked(by, depth))
def zone_depth(by: Switched, length: float, apart: float, depth: float | None = None) -> float:
    """A zone is shallower where the two would come too close to one another."""
    return min(depth_asked(by, depth), (length - apart) / 2)


def edge_named(name: str, home: str) -> str:
    """The edge that a side with this home edge calls so: home, enemy, left or right."""
    turns = {"home": 0, "left": 1, "enemy": 2, "right": 3}
    return EDGES[(EDGES.index(home) + turns[name]) % 4] if name in turns else name


# -- zones ----------------------------------------------------------------------------------------------------


@hooks.deployment_areas.rule("AS-SCN-001", when=SWITCH)
def scenario_zones(battle: Battle, side: str) -> tuple[Area, ...] | None:
    """A scenario says where its sides begin."""
    start, home = scenario_of(battle).start_of(side), home_edge(battle, side)
    if start is None or home is None:
        return None
    units = len(battle.setup.units_of(side))
    areas = []
    for zone in start.zones:
        if zone.near == "building":
            areas.append(near_buildings(battle, zone, home))
        elif zone.near is not None:
            areas.append(near_markers(battle, zone))
        elif zone.line is not None:
            areas.append(along_the_middle(battle, zone.line, home))
        else:
            areas.append(along_an_edge(battle, zone, home, units))
    return tuple(areas)


def _anywhere(battle: Battle, *more: object) -> Area:
    return home_strip(battle, None)


@rules.rule("AS-SCN-023", "AS-SCN-029", "AS-SCN-039", otherwise=_anywhere)
def along_an_edge(battle: Battle, zone: Zone, home: str, units: int) -> Area:
    """The strip along an edge, mostly the side's own; where the table is short the strips are shallower."""
    edge = edge_named(zone.edge or "home", home)
    depth = depth_asked(battle, zone.depth)
    if _faces_another_strip(battle):
        depth = zone_depth(battle, battle.table.across(edge), scenario_of(battle).apart, depth)
    strip = home_strip(battle, edge, depth)
    most = share_of(battle, units, zone.share)
    return Area(strip.x, strip.y, strip.width, strip.depth, strip.words, "AS-SCN-005", most=most)


def _faces_another_strip(battle: Battle) -> bool:
    """Both sides begin along their own home edges."""
    starts = [scenario_of(battle).start_of(side) for side in battle.sides]
    return all(start is not None and all(zone.edge == "home" for zone in start.zones) for start in starts)


@rules.rule("AS-SCN-046", otherwise=None)
def share_of(battle: Battle, units: int, share: float) -> int | None:
    """How many of a side's units may begin in one of several zones."""
    return ceil(units * share - EPSILON) if share < 1.0 else None


@rules.rule("AS-SCN-049", "AS-SCN-058", otherwise=_anywhere)
def along_the_middle(battle: Battle, reach: float, home: str) -> Area:
    """A band on both sides of the line through the middle, parallel to the home edges."""
    width, depth = battle.table.width, battle.table.depth
    words = f"within {reach:g} inches of the middle line"
    if home in ("south", "north"):
        return Area(0.0, depth / 2 - reach, width, 2 * reach, words, "AS-SCN-049")
    return Area(width / 2 - reach, 0.0, 2 * reach, depth, words, "AS-SCN-049")


@rules.rule("AS-SCN-046", otherwise=_anywhere)
def near_markers(battle: Battle, zone: Zone) -> Area:
    markers = [one for one in scenario_of(battle).objectives if one.kind == MARKER]
    points = tuple((*one.at, one.radius) for one in markers)
    words = f"within {zone.within:g} inches of the objective marker"
    return Area(
        0.0, 0.0, battle.table.width, battle.table.depth, words, "AS-SCN-046", points=points, within=zone.within
    )


@rules.rule("AS-SCN-062", otherwise=_anywhere)
def near_buildings(battle: Battle, zone: Zone, home: str) -> Area:
    """Around the buildings, on the half of the table next to the home edge."""
    field = battle.table
    half = home_strip(battle, home, field.across(home) / 2) if zone.half else None
    x, y, width, depth = (half.x, half.y, half.width, half.depth) if half else (0.0, 0.0, field.width, field.depth)
    where = f" on the {home} half of the table" if zone.half else ""
    words = f"within {zone.within:g} inches of a building{where}"
    names = searched_buildings(battle)
    return Area(x, y, width, depth, words, "AS-SCN-062", features=names, within=zone.within)


# -- what to keep away from -----------------------------------------------------------------------------------


@hooks.may_deploy.rule("AS-SCN-023", "AS-SCN-029", "AS-SCN-039", "AS-SCN-049", "AS-SCN-062", when=SWITCH)
def away_from_enemies(battle: Battle, unit: Unit, at: tuple[float, float], facing: float) -> Refusal | None:
    """No unit starts closer to an enemy than the scenario says."""
    least = scenario_of(battle).apart
    for enemy in battle.on_table(battle.opponent(unit.side)):
        distance = apart(battle, there(battle, unit, at, facing), enemy)
        if distance < least - EPSILON and not hidden.of(enemy):
            text = (
                f"{unit.id} would start {distance:.1f} inches from {enemy.id}; enemies start at least {least:g} apart"
            )
            return Refusal("too_close", text, "AS-SCN-023" if least > 12.0 else "AS-SCN-049")
    return None


@hooks.may_deploy.rule("AS-SCN-062", "AS-SCN-072", when="scenario:search")
def away_from_buildings(battle: Battle, unit: Unit, at: tuple[float, float], facing: float) -> Refusal | None:
    """Whoever comes to search starts well away from every building."""
    start = scenario_of(battle).start_of(unit.side)
    if start is None or not start.off_buildings:
        return None
    for name in searched_buildings(battle):
        distance = apart(battle, there(battle, unit, at, facing), battle.table.by_id[name])
        if distance < start.off_buildings - EPSILON:
            text = f"{unit.id} would start {distance:.1f} inches from {name}; it must keep {start.off_buildings:g}"
            hint = "; pass for it to come on over the home edge in the first turn" if start.may_enter else ""
            return Refusal("too_close", text + hint, "AS-SCN-062")
    return None


@hooks.may_stay_off.rule("AS-SCN-060", when="scenario:search")
def comes_on_in_the_first_turn(battle: Battle, unit: Unit) -> str | None:
    """Where buildings leave no room in its zone, a unit comes on over its home edge instead."""
    start = scenario_of(battle).start_of(unit.side)
    return "AS-SCN-060" if start is not None and start.may_enter else None


@hooks.may_deploy.rule("AS-SCN-035", when="scenario:flags")
def away_from_flags(battle: Battle, unit: Unit, at: tuple[float, float], facing: float) -> Refusal | None:
    """Flags between the lines lie well away from where units start."""
    scenario = scenario_of(battle)
    keep = scenario.flags.keep_off if scenario.flags is not None else 0.0
    if not keep:
        return None
    for flag in scenario.objectives:
        x, y = flag.at
        if flag.kind != FLAG or _in_a_zone(battle, x, y):
            continue
        distance = apart(battle, there(battle, unit, at, facing), spot(battle, flag.at, flag.radius))
        if distance < keep - EPSILON:
            text = f"{unit.id} would start {distance:.1f} inches from {flag.id}; units start {keep:g} from such a flag"
            return Refusal("too_close", text, "AS-SCN-035")
    return None


def _in_a_zone(battle: Battle, x: float, y: float) -> bool:
    return any(area.holds(battle, x, y, 0.0) for side in battle.sides for area in deployment_areas(battle, side))


@hooks.may_deploy.rule("AS-SCN-046", when=SWITCH)
def not_all_in_one_zone(battle: Battle, unit: Unit, at: tuple[float, float], facing: float) -> Refusal | None:
    """A side that comes from two edges has half of its units at each."""
    for area in deployment_areas(battle, unit.side):
        if area.most is None or not area.holds(battle, *at, unit.radius):
            continue
        there = sum(area.holds(battle, *other.at, other.radius) for other in battle.on_table(unit.side))
        if there >= area.most:
            text = f"{there} units of {unit.side} start {area.words}; no more than {area.most} may: use the other zone"
            return Refusal("zone_full", text, "AS-SCN-046")
    return None


@hooks.may_deploy.rule("AS-SCN-058", when=SWITCH)
def faces_the_right_way(battle: Battle, unit: Unit, at: tuple[float, float], facing: float) -> Refusal | None:
    """Where the chase begins, everybody looks the way it goes."""
    start, home = scenario_of(battle).start_of(unit.side), home_edge(battle, unit.side)
    if start is None or start.faces is None or home is None:
        return None
    edge = edge_named(start.faces, home)
    off = abs((facing - FACING[edge] + 180.0) % 360.0 - 180.0)
    if off <= IN_FRONT + EPSILON:
        return None
    return Refusal("wrong_facing", f"{unit.id} starts facing the {edge} edge (facing {FACING[edge]:g})", "AS-SCN-058")


@rules.formula("AS-SCN-023", "AS-SCN-029", "AS-SCN-039", otherwise=None)
def not_opposite(homes: tuple[str | None, str | None]) -> str | None:
    """What is wrong with the home edges of two sides: they lie opposite one another."""
    one, two = homes
    if one is None or two is None:
        return "a scenario needs a home edge for each side"
    if opposite_edge(one) != two:
        return f"the home edges of two sides lie opposite one another, not {one} and {two}"
    return None
