"""What a C3 network does (pp. 80-82): its members aim with the eyes of whoever stands nearest to the target.

Who belongs to a network is fixed in c3_networks.py; who is linked to whom at this moment is asked anew for every
attack (c3_links.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_emergency import head_of
from lancemate.alphastrike.abilities.c3_links import Node, keeps_ring, link_holds, node_of
from lancemate.alphastrike.abilities.c3_networks import CODES, IMPROVED, MASTERED, Group, groups_of, groups_with
from lancemate.alphastrike.abilities.c3_sensors import sensors_of
from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.abilities.nova import NOVA, felt_by, unshielded
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES, bracket_for, distance_from
from lancemate.alphastrike.combat.sight import target_sight
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON

RINGS: Final = (IMPROVED, NOVA)
SOMEBODY: Final = "somebody"  # who lends a bracket and is not known to everybody


class Shared(NamedTuple):
    """The range bracket a network lends, and by whom."""

    bracket: str
    by: str
    owner: str  # the unit that is, or has thrown, what lends it


# -- who works together -----------------------------------------------------------------------------------------


def linked(battle: Battle, unit: Unit) -> dict[str, Node]:
    """Everyone a unit shares targeting with now, itself included; nobody else when it is cut off."""
    own = node_of(battle, unit)
    groups = groups_with(battle, unit.id)
    if own is None or not groups:
        return {}
    if groups[0].kind == MASTERED:
        return _tree(battle, own)
    return _ring(battle, own, groups[0]) if groups[0].kind in RINGS else {}


def _tree(battle: Battle, own: Node) -> dict[str, Node]:
    """Follow the links that hold, up to masters and down to those who follow them."""
    fields = hostile_fields(battle, own.eyes.side)
    found = {own.name: own}
    waiting = [own]
    while waiting:
        here = waiting.pop(0)
        for group in groups_with(battle, here.name):
            for other in _neighbours(battle, group, here):
                if other.name not in found and link_holds(battle, fields, here, other):
                    found[other.name] = other
                    waiting.append(other)
    return found


def _neighbours(battle: Battle, group: Group, here: Node) -> list[Node]:
    """Whom a unit is linked to in a group: everyone when it leads, else only who does."""
    head = head_of(battle, group)
    names = [name for name in group.members if name != head] if here.name == head else [head]
    nodes = [node_of(battle, battle.units[name]) for name in names]
    sensors = sensors_of(battle, group) if here.name == head else []
    return [node for node in nodes if node is not None] + sensors


def _ring(battle: Battle, own: Node, group: Group) -> dict[str, Node]:
    fields = felt_by(battle, group.kind, hostile_fields(battle, own.eyes.side))
    nodes = [node for name in group.members if (node := node_of(battle, battle.units[name])) is not None]
    kept = {
        node.name: node
        for node in nodes
        if keeps_ring(battle, fields, unshielded(battle, group.kind, node), [one for one in nodes if one is not node])
    }
    return kept if own.name in kept else {own.name: own}


# -- what it is good for ----------------------------------------------------------------------------------------


@rules.rule("AS-SPC-056", otherwise=None)
def shared_range(attack: Attack) -> Shared | None:
    """The nearest member with a line of sight lends its bracket, where that is a better one. Damage stays as it is."""
    if trait.SHOT not in attack.traits or attack.indirect or not groups_with(attack.battle, attack.attacker.id):
        return None
    brackets = list(RANGES.of(attack))
    others = [node for name, node in linked(attack.battle, attack.attacker).items() if name != attack.attacker.id]
    for distance, node in sorted(((distance_from(attack, node.place), node) for node in others), key=_nearest):
        bracket = bracket_for(attack, distance)
        if brackets.index(bracket) >= brackets.index(attack.bracket):
            return None
        if target_sight(attack, node.eyes).status != "blocked":
            return Shared(bracket, node.name, node.owner)
    return None


def _nearest(pair: tuple[float, Node]) -> float:
    return pair[0]


@hooks.aiming_bracket.rule("AS-SPC-056", ability=CODES)
def lent_bracket(attack: Attack, bracket: str) -> str | None:
    """Whatever else goes by range, such as stealth, goes by the bracket that is shared."""
    shared = shared_range(attack)
    return None if shared is None else shared.bracket


@hooks.to_hit.rule("AS-SPC-056", part=ToHit.OTHER_RANGE, ability=CODES)
def c3_targeting(attack: Attack) -> Modifier | None:
    """The difference to the range modifier. What Extreme range adds to Long stays."""
    shared = shared_range(attack)
    if shared is None:
        return None
    real = "L" if attack.bracket == "E" else attack.bracket
    value = RANGES.of(attack)[shared.bracket]["modifier"] - RANGES.of(attack)[real]["modifier"]
    lender = SOMEBODY if shared.owner in unseen_by(attack.battle, None) else shared.by  # sums are told to everybody
    label = f"C3: {lender} is at {RANGE_NAMES[shared.bracket]} range"
    return Modifier(label, value, "AS-SPC-056") if value else None


# -- for all to see ---------------------------------------------------------------------------------------------


@rules.rule("AS-SPC-055", otherwise=())
def roster(battle: Battle) -> tuple[dict[str, JSON], ...]:
    """Every network with its members, and those of them that work together with others now."""
    return tuple(
        {
            "kind": group.kind,
            "members": list(group.members),
            "linked": [name for name in group.members if len(linked(battle, battle.units[name])) > 1],
        }
        for group in groups_of(battle)
    )
