"""What the rules settle about lines of sight over hexes (pp. 68-70), one entry each, before the map looks.

The map finds the hexes on a line exactly; these say which of them count and how high each is. What follows from it is
judged in hex_sight.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike.ruleset import rules
from lancemate.field.sightlines import Favour, SightTerms

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

TREETOPS: Final = rules.table("AS-HEX-017", {"woods and jungle": 2.0})


def terms_of(battle: Battle) -> SightTerms:
    """All of it together; it stays the same for a battle."""
    return cast(SightTerms, battle.remember("terms of sight", lambda: _terms(battle)))


def _terms(battle: Battle) -> SightTerms:
    return SightTerms(
        touched=touched_hexes_count(battle),
        ends=not ends_are_left_out(battle),
        ground=hexes_have_levels(battle),
        treetops=TREETOPS.of(battle)["woods and jungle"],
        buildings=buildings_rise(battle),
        veils=other_terrain_rises(battle),
        near=next_to_either(battle),
        inches=inches_of_a_hex(battle),
        bottom=water_is_open(battle),
    )


@rules.rule("AS-HEX-010", otherwise=False)
def touched_hexes_count(battle: Battle) -> bool:
    """The line runs from middle to middle, and every hex that it touches lies on it, at a corner even."""
    return True


@rules.rule("AS-HEX-011", otherwise="viewer")
def who_chooses(battle: Battle) -> Favour:
    """Along the border of two hexes the defender says which one counts: the worse one for the attacker."""
    return "target"


@rules.rule("AS-HEX-012", otherwise=False)
def ends_are_left_out(battle: Battle) -> bool:
    """The hexes of both units hide nobody."""
    return True


@rules.rule("AS-HEX-016", otherwise=False)
def hexes_have_levels(battle: Battle) -> bool:
    """Every hex has a level: a hill above 0, a sinkhole below."""
    return True


@rules.rule("AS-HEX-018", otherwise=False)
def buildings_rise(battle: Battle) -> bool:
    """A building rises above its hex by its own height in levels."""
    return True


@rules.rule("AS-HEX-019", otherwise=False)
def water_is_open(battle: Battle) -> bool:
    """The surface of water is open ground; only between units under it does the bottom count."""
    return True


@rules.rule("AS-HEX-020", otherwise=False)
def other_terrain_rises(battle: Battle) -> bool:
    """Other terrain is as many levels high as it is inches on the table."""
    return True


@rules.rule("AS-HEX-023", otherwise=False)
def next_to_either(battle: Battle) -> bool:
    """Besides what is as high as both units, what is next to one and as high as that one comes between."""
    return True


@rules.rule("AS-HEX-024", otherwise=0.5)
def inches_of_a_hex(battle: Battle) -> float:
    """What counts by the inch counts two of them for every hex."""
    return 2.0
