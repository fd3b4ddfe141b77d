"""How far it is to a target, and in which range bracket it stands (p. 43).

Knows distances and brackets; must not know what they do to a target number or to damage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from lancemate.alphastrike.combat.hex_ranges import hex_bracket, hex_range
from lancemate.alphastrike.combat.multi_arc import place_of
from lancemate.alphastrike.measure.apart import apart, line_between, over
from lancemate.alphastrike.measure.lines import nearest_in_arc
from lancemate.alphastrike.measure.places import Place, Thing, spot
from lancemate.alphastrike.play.flight import is_overhead, path_of
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY, Body
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.measure.lines import Line
    from lancemate.field.shapes import Point


class Range(TypedDict):
    """One row of the range table: how many inches the bracket reaches, and what it adds to the target number."""

    up_to: float
    modifier: int


RANGES: Final[Table[dict[str, Range]]] = rules.table(
    "AS-COM-060",
    {
        "S": {"up_to": 6.0, "modifier": 0},
        "M": {"up_to": 24.0, "modifier": 2},
        "L": {"up_to": 42.0, "modifier": 4},
        "E": {"up_to": float("inf"), "modifier": 6},
    },
)
rules.also("AS-FOR-098", RANGES)

# The same for shots under water.
UNDERWATER_RANGES: Final = rules.table("AS-COM-062", {"S": 3.0, "M": 12.0, "L": 21.0, "E": float("inf")})

RANGE_NAMES: Final = {"S": "short", "M": "medium", "L": "long", "E": "extreme", "H": "horizon"}


@rules.rule("AS-COM-059", otherwise=0.0)
def attack_distance(attack: Attack) -> float:
    """Straight from base edge to base edge, measured flat; to terrain up to its nearest edge. From who flies by: with
    its altitude, from where its path comes nearest.
    """
    platform = attack.platform
    if platform.notes and is_overhead(platform):
        return apart(attack.battle, platform, aimed_at(attack, spot(attack.battle, attack.aim[0])))
    x, y, radius = place_of(attack.battle, platform, attack.mount)
    table = attack.battle.state.table
    target = attack.target
    if target is not None and not target.sections:
        if table.kind == "hex":
            return hex_range(attack.battle, (x, y), target.at)
        return max(0.0, table.apart(target.at, target.radius, (x, y), radius))
    return distance_from(attack, Place((Body(x, y, radius, 0.0, 0.0),)))


def distance_from(attack: Attack, place: Place) -> float:
    """From anywhere to what an attack is aimed at."""
    if attack.battle.state.table.kind == "hex" and place.path is None:
        return hex_range(attack.battle, place.at, attack.aim[0])
    return apart(attack.battle, place, aimed_at(attack, place))


def aimed_at(attack: Attack, otherwise: Place) -> Thing:
    """The unit, section, piece of terrain or point that an attack is aimed at."""
    target: Thing | None = attack.target if attack.section is None else attack.target_body
    return target or attack.feature or attack.point or otherwise


def line_of(attack: Attack) -> Line:
    """The line of an attack on the table: from middle to middle or, where one of the two flies by, from the nearest
    point of its path, into which the weapons bear."""
    platform, target = attack.platform, attack.target
    if (platform.notes and is_overhead(platform)) or (target is not None and target.notes and is_overhead(target)):
        return _line_in_the_air(attack)
    return platform.at, attack.aim[0]


def _line_in_the_air(attack: Attack) -> Line:
    target, platform = attack.target, attack.platform
    if target is not None and is_overhead(target) and not is_overhead(platform):
        x, y, _ = place_of(attack.battle, platform, attack.mount)
        return (x, y), point_in_the_sky(attack, attack.mount) or over(attack.battle, target, (x, y))
    if target is not None and is_overhead(target):
        return line_between(attack.battle, platform, target)
    return over(attack.battle, platform, attack.aim[0]), attack.aim[0]


def point_in_the_sky(attack: Attack, mount: Mount) -> Point | None:
    """The nearest point of the target's path into which these weapons bear."""
    arc, target = mount.arc, attack.target
    if arc is None or target is None:
        return None
    x, y, _ = place_of(attack.battle, attack.platform, mount)
    return nearest_in_arc(attack.battle.table, path_of(target), arc, (x, y), attack.attacker.facing)


def bracket_at(by: Switched, distance: float) -> str:
    """The bracket of a distance on dry land."""
    for bracket, row in RANGES.of(by).items():
        if distance <= row["up_to"] + TINY:
            return bracket
    return "E"


def bracket_of(attack: Attack) -> str:
    """The bracket an attack is made in."""
    return bracket_for(attack, attack.distance)


def bracket_for(attack: Attack, distance: float) -> str:
    """The bracket the target of an attack is in for someone so far away."""
    under = underwater_bracket(attack, distance)
    if under is not None:
        return under
    on_hexes = attack.battle.state.table.kind == "hex"
    return hex_bracket(attack.battle, distance) if on_hexes else bracket_at(attack, distance)


@rules.rule("AS-COM-062", otherwise=None)
def underwater_bracket(attack: Attack, distance: float) -> str | None:
    """Between units under water every bracket ends at half the distance; torpedoes keep the full ones."""
    if attack.code == "TOR" or not attack.underwater:
        return None
    return next(bracket for bracket, up_to in UNDERWATER_RANGES.of(attack).items() if distance <= up_to + TINY)
