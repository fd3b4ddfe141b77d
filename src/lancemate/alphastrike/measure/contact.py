"""Whether two things meet (p. 25): base to base, and at the same height."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.places import Thing, levels_of, place_of
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import any_touch, footprint
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import RISE, next_to, touching
from lancemate.field.bodies import TINY, Body
from lancemate.field.terrain import Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

CONTACT_RISE: Final = RISE  # inches of elevation two units in contact may differ


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


@rules.rule("AS-INT-011", otherwise=False)
def meets(battle: Battle, one: Thing, other: Thing) -> bool:
    """The same of all that is no unit: markers, flags, crates, buildings between foot and roof, circles on the ground.

    Who flies over a thing does not meet it, nor who stands on a roof what lies below.
    """
    if isinstance(one, Feature):
        one, other = other, one
    assert not isinstance(one, Feature)
    place = place_of(battle, one)
    if place.path is not None or flat(battle, "AS-INT-011", place, other) > battle.table.contact + TINY:
        return False
    if isinstance(other, Feature):
        foot, top = levels_of(battle, other)
    else:
        there = place_of(battle, other)
        if there.path is not None:
            return False
        foot = top = there.bodies[0].bottom
        if not isinstance(other, Unit):
            top += there.bodies[0].height
    level = place.bodies[0].bottom
    return foot - CONTACT_RISE - TINY <= level <= top + CONTACT_RISE + TINY
