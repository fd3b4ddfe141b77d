"""Hex maps (p. 68): how many inches a hex is, which way a unit faces in it, and what counts as base to base.

Where a battle is fought on hexes, ``HEX`` is switched on. Knows hexes and levels; must not know moves or attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.setup import HEX as HEX
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.bodies import Body

SCALE: Final = rules.table("AS-HEX-001", {"inches to the hex": 2.0})
FACINGS: Final = frozenset((0.0, 60.0, 120.0, 180.0, 240.0, 300.0))
TOKEN: Final = 0.65  # inches: the base of a unit as it is drawn in a hex
RISE: Final = 1.0  # levels that two units in contact may differ


def on_hexes(battle: Battle) -> bool:
    """Whether the battle is fought on a hex map."""
    return battle.state.table.kind == "hex"


def measured(battle: Battle, inches: float) -> float:
    """A distance as players say it on this map: inches, or hexes."""
    return inches / SCALE.of(battle)["inches to the hex"] if battle.state.table.kind == "hex" else inches


def told(battle: Battle, inches: float) -> str:
    """The same with its word."""
    if not on_hexes(battle):
        return f"{inches:.1f} inches"
    count = measured(battle, inches)
    return "1 hex" if count == 1.0 else f"{count:g} hexes"


def drawn_radius(unit: Unit) -> float:
    """How large a unit is drawn: on hexes, where bases take up no room, large enough to be seen."""
    return unit.radius or TOKEN


def contact_rule(battle: Battle, by: str) -> str:
    """The rule that is named where two units should be in base contact and are not."""
    return "AS-HEX-007" if on_hexes(battle) else by


@rules.rule("AS-HEX-003", otherwise=None)
def faces_a_side(battle: Battle, degrees: float) -> None:
    """A unit faces one of the six sides of its hex, never a corner."""
    if degrees % 360.0 not in FACINGS:
        text = f"a unit faces a side of its hex, not {degrees:g} degrees: choose one of 0, 60, 120, 180, 240, 300"
        raise refuse("bad_facing", text, "AS-HEX-003")


@rules.rule("AS-HEX-007", otherwise=False)
def next_to(battle: Battle, a: Body, b: Body) -> bool:
    """Base to base is the next hex, or the same, and no more than a level up or down."""
    return battle.state.table.touch(a, b, rise=RISE)


def touching(battle: Battle, a: Body, b: Body) -> bool:
    """Base to base on this map, and no more than an inch or a level up or down."""
    return next_to(battle, a, b) if on_hexes(battle) else battle.state.table.touch(a, b, rise=RISE)
