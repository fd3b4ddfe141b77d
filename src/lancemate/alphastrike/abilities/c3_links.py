"""The links of C3 networks (pp. 77, 80): they hold while both ends work and no hostile field covers or crosses them.

Judged where units stand at the moment of asking. Must not know networks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import JammingField, any_covers, jams_itself, lies_between
from lancemate.alphastrike.heat.track import is_disabled
from lancemate.alphastrike.measure.places import Place, here
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

C3: Final = "C3"  # all such equipment of a unit, where something disables it


class Node(NamedTuple):
    """One end of links: a unit, or a sensor on the ground. ``eyes`` is what looks from there."""

    name: str
    place: Place
    boosted: bool
    jams_itself: bool
    eyes: Unit
    owner: str


def node_of(battle: Battle, unit: Unit) -> Node | None:
    """A unit as an end of links, or None while it takes no part in any network."""
    if not takes_part(battle, unit):
        return None
    return Node(unit.id, here(battle, unit), is_boosted(unit), jams_itself(battle, unit), unit, unit.id)


@rules.rule("AS-SPC-057", otherwise=True)
def takes_part(battle: Battle, unit: Unit) -> bool:
    """Destroyed, shut down or burnt out, a unit drops out, and a master takes its group with it."""
    if not unit.on_table or unit.shutdown or "C3EM" in unit.spent:
        return False
    return not (battle.hooks[hooks.disabled] and is_disabled(battle, unit, C3))


def is_boosted(unit: Unit) -> bool:
    return unit.has("C3BSS") or unit.has("C3BSM")


def link_holds(battle: Battle, fields: tuple[JammingField, ...], a: Node, b: Node) -> bool:
    """Whether two ends hear each other through the fields hostile to them."""
    boosted = only_angels_count(battle, a, b)
    if (a.jams_itself or b.jams_itself) and not boosted:
        return False
    return not any(jams_link(battle, field, a, b) for field in fields if field.angel or not boosted)


@rules.rule("AS-SPC-059", "AS-SPC-060", otherwise=False)
def only_angels_count(battle: Battle, a: Node, b: Node) -> bool:
    """Between two boosted ends nothing but Angel ECM gets in; one end that is not boosted makes it an ordinary link."""
    return a.boosted and b.boosted


@rules.rule("AS-SPC-024", otherwise=False)
def jams_link(battle: Battle, field: JammingField, a: Node, b: Node) -> bool:
    """A field cuts the link when it covers either end or lies across the line between them."""
    return lies_between(battle, field, a.place, b.place)


@rules.rule("AS-SPC-024", "AS-SPC-065", otherwise=True)
def keeps_ring(battle: Battle, fields: tuple[JammingField, ...], node: Node, partners: list[Node]) -> bool:
    """A C3i unit is lost to its ring alone: inside a field, or with fields across its lines to all its partners."""
    if node.jams_itself or any_covers(battle, fields, node.place):
        return False
    return any(not any(lies_between(battle, field, node.place, other.place) for field in fields) for other in partners)
