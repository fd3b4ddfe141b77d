"""How far it is to a target, and in which range bracket it stands (p. 43).

Knows distances and brackets; must not know what they do to a target number or to damage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from lancemate.alphastrike.combat.hex_ranges import hex_bracket, hex_range
from lancemate.alphastrike.combat.multi_arc import place_of
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import any_touch, footprint
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import distance_to
from lancemate.alphastrike.terrain.hexes import RISE, next_to, touching
from lancemate.field.bodies import TINY, Body
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


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

CONTACT_RISE: Final = RISE  # inches of elevation two units in contact may differ


@rules.rule("AS-COM-059", otherwise=0.0)
def attack_distance(attack: Attack) -> float:
    """Straight from base edge to base edge, measured flat; to terrain up to its nearest edge."""
    return distance_to_target(attack, *place_of(attack.battle, attack.platform, attack.mount))


def distance_to_target(attack: Attack, x: float, y: float, radius: float) -> float:
    """From any base to what an attack is aimed at."""
    table = attack.battle.state.table
    if table.kind == "hex":
        aim = attack.aim[0] if attack.target is not None or attack.feature is not None else attack.point or (x, y)
        return hex_range(attack.battle, (x, y), aim)
    if attack.target is not None:
        target = attack.target
        if target.sections:
            return _to_the_nearest(attack, target, x, y, radius)
        return max(0.0, table.apart(target.at, target.radius, (x, y), radius))
    if attack.feature is not None:
        return max(0.0, distance_to(table, attack.feature, (x, y), radius))
    return max(0.0, table.apart((x, y), radius, attack.point or (x, y)))


def _to_the_nearest(attack: Attack, target: Unit, x: float, y: float, radius: float) -> float:
    """To the section that is aimed at, or to the nearest one of all."""
    table = attack.battle.table
    bodies = (attack.target_body,) if attack.section is not None else footprint(attack.battle, target)
    return max(0.0, min(table.apart(body.at, body.radius, (x, y), radius) for body in bodies))


def distance_between(battle: Battle, a: Unit, b: Unit) -> float:
    """From base edge to base edge."""
    if a.sections or b.sections:
        return min(battle.table.gap(one, other) for one in footprint(battle, a) for other in footprint(battle, b))
    return battle.table.gap(a.body, b.body)


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


@rules.rule("AS-INT-011", otherwise=False)
def in_contact(battle: Battle, a: Unit, b: Unit) -> bool:
    """Base to base, and no more than an inch apart in elevation. High up on their flight paths no bases meet."""
    table = battle.state.table
    if (a.notes or b.notes) and (is_overhead(a) or is_overhead(b)):
        return False
    if table.kind == "hex":
        return next_to(battle, a.body, b.body)
    near = a.radius + b.radius + 1.0
    if not table.within((a.x, a.y), (b.x, b.y), near):
        return False
    if a.sections or b.sections:
        return any_touch(battle, footprint(battle, a), footprint(battle, b), CONTACT_RISE)
    return bodies_touch(battle, a.body, b.body)


def bodies_touch(battle: Battle, a: Body, b: Body) -> bool:
    return touching(battle, a, b)
