"""Mine dispensers (MDS, p. 87): fields laid where a unit goes, each dispenser once in a battle.

A dispenser works while units move, where its bearer stands or where it has just passed. Everybody sees it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import LEVEL, Movement
from lancemate.alphastrike.options.minefields.fields import (
    CONVENTIONAL,
    DENSEST,
    MINEFIELDS,
    Minefield,
    fields_of,
    is_in,
    lay_mines,
)
from lancemate.alphastrike.options.minefields.stepping_in import is_low
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain import ground
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CODE: Final = "MDS"
LAY: Final = "lay_mines"
EACH: Final = rules.table("AS-SPC-112", {"density": 1})
ON_PATH: Final = 0.05  # inches by which a named point may lie off its way
_POINT: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*")

# How many of its dispensers are empty, and where it has gone this turn.
dispensers_used = unit_memory("dispensers_used", int, default=0, rule="AS-SPC-112")
way_gone = unit_memory("way_gone", list[JSON], default=[], expires="turn", rule="AS-SPC-112")
hooks.deed_terms.add(LAY, DeedTerms(MINEFIELDS, out_of_turn=True))


@hooks.moved.rule("AS-SPC-112", ability=CODE, when=MINEFIELDS)
def remembers_its_way(m: Movement) -> bool | None:
    if m.unit.has(CODE):
        way_gone.remember(m.battle, m.unit, [[*point] for point in m.points])
    return None


@rules.rule("AS-SPC-112", otherwise=None)
def why_not_lay(battle: Battle, unit: Unit) -> Refusal | None:
    """While units move, on the ground, with a dispenser that is not empty."""
    if not unit.has(CODE):
        return _no(f"{unit.id} has no mine dispenser ({CODE})")
    if orders.Move not in battle.now.verbs:
        return _no(f"{unit.id} lays mines while units move: in {battle.course.where(orders.Move)}")
    if unit.shutdown or not is_low(battle, unit.at, unit.elevation):
        return _no(f"{unit.id} lays mines from the ground, and not while it is shut down")
    if dispensers_used.of(unit) >= unit.card.specials.value(CODE):
        return _no(f"every mine dispenser of {unit.id} is empty: each is used once")
    return None


def _no(text: str) -> Refusal:
    return Refusal("cannot_lay_mines", text, "AS-SPC-112")


@hooks.deeds.entry(LAY)
@rules.rule("AS-SPC-112")
def lays_mines(battle: Battle, unit: Unit, what: str | None) -> None:
    """A field of density 1; where one lies already it becomes denser."""
    refusal = why_not_lay(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    at = unit.at if what is None else passed_at(battle, unit, what)
    dispensers_used.remember(battle, unit, dispensers_used.of(unit) + 1)
    there = next((one for one in fields_of(battle) if is_the_same(battle, one, at)), None)
    if there is None:
        lay_mines(battle, at, EACH.of(battle)["density"], "AS-SPC-112", side=unit.side)
    else:
        more = min(DENSEST, there.density + EACH.of(battle)["density"])
        ground.alter(battle, there.id, "AS-SPC-112", density=more)


def is_the_same(battle: Battle, one: Minefield, at: Point) -> bool:
    """Whether mines laid at a point come to lie among those of a field that everybody sees."""
    return one.type == CONVENTIONAL and not one.hidden and not one.command and is_in(battle, at, one)


def passed_at(battle: Battle, unit: Unit, what: str) -> Point:
    """A point that lies on the way it has gone this turn."""
    written = _POINT.fullmatch(what)
    table = battle.table
    point = None if written is None else table.snap((float(written[1]), float(written[2])))
    way = [(float(str(x)), float(str(y))) for x, y in (one for one in way_gone.of(unit) if isinstance(one, list))]
    near = max(ON_PATH, table.scale / 2 if table.kind == "hex" else LEVEL)
    if point is not None and any(table.distance(table.nearest_on(*leg, point), point) <= near for leg in pairwise(way)):
        return point
    text = (
        f"{unit.id} lays mines where it stands, or at a point of the way it has gone, as in '24, 18'; not at {what!r}"
    )
    raise Refused(_no(text))


@hooks.offers.rule("AS-SPC-112", ability=CODE, when=MINEFIELDS)
def may_lay_mines(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or not unit.has(CODE) or why_not_lay(battle, unit) is not None:
        return None
    return (offer(orders.Act(unit.id, LAY), "Lay mines here", "AS-SPC-112"),)
