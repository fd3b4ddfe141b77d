"""How far it is from one dot to another (p. 14), and what lies in an arc (p. 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops.ruleset import rules
from lancemate.field import lattice
from lancemate.field.lattice import Dot

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Arc, Unit

SIZES = rules.table("BT-CMP-004", [2, 4, 6])  # in MP; how wide they are is a setting


@rules.rule("BT-COM-021", otherwise=1)
def reach(battle: Battle, a: Dot, b: Dot) -> int:
    """The number of dots from the first to the second, which counts; height does not, and it is never less than 1."""
    return max(1, lattice.distance(a, b))


def within_arms_reach(battle: Battle, one: Unit, other: Unit) -> bool:
    """On the next dot, and where houses have floors on the same one; or right above or below on the stairs."""
    if reach(battle, one.at, other.at) != 1:
        return False
    indoors = battle.map.house(one.at) >= 0 or battle.map.house(other.at) >= 0
    return one.at == other.at or not indoors or one.elevation == other.elevation


def arc_width(battle: Battle, size: int) -> float:
    """How wide an arc opens, in degrees."""
    sizes = SIZES.of(battle)
    return battle.setup.settings.arc_widths[sizes.index(size)] if size in sizes else 0.0


def _where_it_is_drawn(battle: Battle, at: Dot, arc: Arc, point: Dot) -> bool:
    return lattice.distance(at, point) <= 3 and lattice.in_arc(at, arc.towards, arc_width(battle, arc.size), point)


@rules.rule("BT-COM-003", otherwise=_where_it_is_drawn)
def watches(battle: Battle, at: Dot, arc: Arc, point: Dot) -> bool:
    """An arc runs on to the edge of the map, on every level; a man on the same stairway is in any arc."""
    if point == at:
        return True
    return lattice.in_arc(at, arc.towards, arc_width(battle, arc.size), point)
