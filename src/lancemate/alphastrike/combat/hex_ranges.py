"""Ranges, arcs and areas in hexes (pp. 68, 71). Asked by the rooms of the inch table where a battle is on hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import HEX, measured, told
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.arcs import Arc
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.kernel.ruleset import Switched

# The last hex of every bracket.
RANGES: Final = rules.table("AS-HEX-005", {"S": 3, "M": 12, "L": 21})
# How many hexes around the one in the middle lie under a template, by its diameter in inches.
TEMPLATES: Final = rules.table("AS-HEX-009", {2: 1, 6: 2})
LEVELS: Final = 2.0  # of elevation that count as a hex


@rules.rule("AS-HEX-004", otherwise=0.0)
def hex_range(battle: Battle, origin: Point, target: Point) -> float:
    """The shortest way from hex to hex, the attacker's own not counted; the same hex is 0. In inches, two to a hex."""
    return battle.state.table.distance(origin, target)


@rules.rule("AS-HEX-005", otherwise="E")
def hex_bracket(battle: Battle, inches: float) -> str:
    """The bracket of a distance, by the hexes it is."""
    count = measured(battle, inches)
    return next((bracket for bracket, last in RANGES.of(battle).items() if count <= last), "E")


@hooks.may_attack.rule("AS-HEX-006", part=hooks.AIM, traits=trait.PHYSICAL, when=HEX)
def from_the_next_hex(attack: Attack) -> Refusal | None:
    """Whoever strikes stands in the next hex, or in the same."""
    if trait.DECLARED in attack.traits or measured(attack.battle, attack.distance) <= 1.0:
        return None
    away = told(attack.battle, attack.distance)
    text = f"the target is {away} away; {attack.attacker.id} strikes what is in its own hex or the next"
    return Refusal("out_of_reach", text, "AS-HEX-006")


def area_radius(by: Switched, template: int) -> float:
    """How far a template reaches, in inches."""
    return TEMPLATES.of(by)[template] * 2.0


@rules.rule("AS-HEX-009", otherwise=lambda battle, levels: levels)
def levels_as_hexes(battle: Battle, levels: float) -> float:
    """Every two levels up or down are a hex more from the middle of an area; a single one is none."""
    return (levels + TINY) // LEVELS * LEVELS


@rules.rule("AS-HEX-030", otherwise=True)
def hex_in_arc(battle: Battle, arc: Arc, origin: Point, facing: float, target: Point) -> bool:
    """A hex belongs to the arc that holds the larger part of it, one that is cut in halves to the attacker's.

    A row straight ahead is just that: the hexes in line with the side it faces.
    """
    table = battle.state.table
    if table.distance(origin, target) == 0.0:
        return True
    if arc.corridor:
        return table.ahead(facing, origin, target) > 0.0 and table.aside(facing, origin, target) == 0.0
    return table.share_in_arc(origin, facing + arc.centre, arc.width / 2.0, target, 0.0) > 0.0
