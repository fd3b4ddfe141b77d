"""Runways and landing places (pp. 141-142): how long and wide they are, and what is in the way on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.air.flying import may_hover
from lancemate.alphastrike.environment.air import lands_upright
from lancemate.alphastrike.movement.terrain import PAVED
from lancemate.alphastrike.play.flight import ON_THE_GROUND
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import AREAS
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

GROUND: Final = rules.option(
    ON_THE_GROUND, "AS-OPT-070", "aerospace units taxi, take off, land, launch and are recovered"
)

LIFTOFF: Final = rules.table("AS-OPT-072", {"thrust": 2, "length": 14.0})
LANDING: Final = rules.table("AS-OPT-075", {"length": 10.0})
SHORT: Final = rules.table("AS-SPC-167", {"liftoff": 8.0, "landing": 4.0})  # with VSTOL
WIDTHS: Final = rules.table("AS-OPT-072", {"standard": 1.0, "LG": 2.0, "VLG": 4.0, "SLG": 6.0})
STEP: Final = 0.5  # inches between the points at which levels are compared
LEVELS_APART: Final = 1e-6
DRIFTS: Final = ("light_smoke", "heavy_smoke", "illumination", "geyser", "emi")  # above the ground, or light
HALVINGS: Final = 20


class Ground(NamedTuple):
    """What a stretch of ground is like for whoever comes down on it."""

    paved: bool = False  # all of it, and nothing else on it
    rough: bool = False  # something other than clear or paved ground
    uneven: bool = False
    stop: float | None = None  # how far along a base comes to stand against the first obstacle, where there is one


def needs_no_runway(battle: Battle, unit: Unit) -> bool:
    """It goes straight up and comes straight down: spheroids, airships, and all there are where there is no air."""
    return may_hover(battle, unit) or lands_upright(battle, unit.card)


def width_for(battle: Battle, unit: Unit) -> float:
    """How wide a runway has to be for a unit."""
    rows = WIDTHS.of(battle)
    code = next((code for code in ("SLG", "VLG", "LG") if unit.has(code)), None)
    if code is None and unit.card.is_dropship:
        code = "VLG"
    return rows[code or "standard"]


def run_up(battle: Battle, unit: Unit) -> float:
    """Inches that an aerodyne needs to take off."""
    return SHORT.of(battle)["liftoff"] if unit.has("VSTOL") else LIFTOFF.of(battle)["length"]


def run_out(battle: Battle, unit: Unit) -> float:
    """Inches that it needs to land."""
    return SHORT.of(battle)["landing"] if unit.has("VSTOL") else LANDING.of(battle)["length"]


def is_obstacle(battle: Battle, feature: Feature) -> bool:
    """Neither clear nor paved ground."""
    return feature.role_name != "hill" and feature.kind not in PAVED and is_in_the_way(battle, feature)


@rules.rule("AS-OPT-084", otherwise=True)
def is_in_the_way(battle: Battle, feature: Feature) -> bool:
    """Terrain is, and what stands there; not what burns or drifts over it, nor what somebody has dug or buried."""
    return feature.kind not in (*DRIFTS, *AREAS)


def ground_along(battle: Battle, line: tuple[Point, Point], width: float, radius: float = 0.0) -> Ground:
    """What lies on a strip of ground, and where a base that rolls along its middle stands against it."""
    table, reach = battle.table, width / 2.0
    length = table.distance(*line)
    met = [(feature, along) for feature, along in table.features_swept(line, reach - TINY)]
    against = {feature.id: along for feature, along in table.features_swept(line, radius)}
    odd = [against.get(feature.id, along) for feature, along in met if is_obstacle(battle, feature)]
    level = table.ground(*line[0])
    places = [table.part_way(*line, STEP * number) for number in range(int(length / STEP) + 1)] + [line[1]]
    steps = [STEP * number for number, at in enumerate(places) if abs(table.ground(*at) - level) > LEVELS_APART]
    paved = not odd and all(any(one.kind in PAVED for one in table.features_at(*at)) for at in places)
    edges = [max(0.0, edge_before(battle, line, steps[0]) - radius)] if steps else []
    return Ground(paved, bool(odd), bool(steps), min([*odd, *edges], default=None))


def edge_before(battle: Battle, line: tuple[Point, Point], beyond: float) -> float:
    """How far along a line the level changes that is another one there."""
    table, level = battle.table, battle.table.ground(*line[0])
    low, high = max(0.0, beyond - STEP), beyond
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        same = abs(table.ground(*table.part_way(*line, middle)) - level) <= LEVELS_APART
        low, high = (middle, high) if same else (low, middle)
    return low


def ground_at(battle: Battle, unit: Unit, at: Point) -> Ground:
    """What lies under a base that comes straight down."""
    table = battle.table
    touched = table.features_touched(*at, unit.radius)
    odd = [one for one in touched if is_obstacle(battle, one)]
    rim = [table.beyond(at, 30.0 * number, unit.radius - TINY) for number in range(12)]
    places = [at, *(point for point in rim if table.inside(*point))]
    grounds = [table.ground(*point) for point in places]
    paved = not odd and all(any(one.kind in PAVED for one in table.features_at(*point)) for point in places)
    return Ground(paved, bool(odd), max(grounds) - min(grounds) > LEVELS_APART)
