"""Bridges and their limits (p. 56): what one bears, and its end under too much weight.

How it falls and what that does is known in urban/collapse.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.on_the_way import BREAK, Trial, Trouble, passages
from lancemate.alphastrike.play.setup import FRAIL_BRIDGES
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.collapse import break_bridge, large_weight, on_the_bridge

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement, Stretch
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

BEARS = rules.table("AS-BAT-028", {1: 1, 2: 2, 3: 3, 4: 4})
LAID = rules.table("AS-SPC-080", {1: 1, 2: 6, 3: 11})  # Size, and the least factor that bears it
LARGEST = 5  # the Size that LG units count for: a bridge of that CF bears them
ENORMOUS = ("VLG", "SLG")
ON = 0.01  # inches past its edge: who is on a bridge falls with it, and does not stay on the brink


def left_of(battle: Battle, bridge: Feature) -> int | None:
    """The Construction Factor now, or None for a bridge that has none."""
    given = bridge.properties.get("cf")
    return None if given is None else int(given) - battle.state.terrain_damage.get(bridge.id, 0)


@rules.rule("AS-BAT-028", otherwise=True)
def bears(battle: Battle, bridge: Feature, unit: Unit) -> bool:
    """Each unit by itself: no more Size than the Construction Factor; the largest are too much for any bridge."""
    left = left_of(battle, bridge)
    if left is None:
        return True
    if any(unit.has(code) for code in ENORMOUS):
        return False
    size = max(1, large_weight(battle, unit) or unit.card.size) if not unit.card.is_infantry else 1
    if "laid" in bridge.properties:
        return laid_bears(battle, left, size)
    most = left if size >= LARGEST else BEARS.of(battle).get(min(left, 4), 0)
    return size <= most


@rules.rule("AS-SPC-080", otherwise=True)
def laid_bears(battle: Battle, left: int, size: int) -> bool:
    """A bridge laid in battle has a scale of its own: so much Construction Factor for every Size."""
    return size <= max((most for most, least in LAID.of(battle).items() if left >= least), default=0)


@hooks.on_the_way.rule("AS-BAT-029", when=FRAIL_BRIDGES)
def comes_onto_a_bridge(m: Movement) -> Sequence[Trial]:
    """A bridge breaks the moment a unit that is too heavy for it is on it."""
    return [Trial(along, BREAK, partial(_breaks, bridge=bridge), bridge) for along, bridge in too_weak(m)]


@hooks.entered.rule("AS-BAT-029", part=BREAK, when=FRAIL_BRIDGES)
def brought_onto_a_bridge(battle: Battle, here: Entered) -> None:
    """In whatever way it has come there."""
    unit = here.unit
    if unit.airborne or here.way.begins or (here.move is not None and not here.way.lands):
        return
    for bridge in _too_weak(battle, unit, unit.at):
        if unit in on_the_bridge(battle, bridge):
            break_bridge(battle, bridge)


def too_weak(m: Movement) -> list[tuple[float, Feature]]:
    """The bridges on the way, or where a jump ends, that do not bear the unit, and where it comes onto them."""
    if m.way == "jump":
        return [(m.inches, bridge) for bridge in _too_weak(m.battle, m.unit, m.end)]
    found = passages(m, _bridge_of) if m.way in ("walk", "surface") else []
    return [(min(one.start + ON, one.end), one.feature) for one in found if not bears(m.battle, one.feature, m.unit)]


def _bridge_of(stretch: Stretch) -> Feature | None:
    decks = [feature for feature in stretch.patch.features if feature.role_name == "bridge"]
    return decks[-1] if decks and stretch.medium == "deck" else None


def _breaks(m: Movement, bridge: Feature) -> Trouble | None:
    return Trouble(lambda here: break_bridge(here.battle, bridge))


def _too_weak(battle: Battle, unit: Unit, at: Point) -> list[Feature]:
    decks = [feature for feature in battle.table.features_at(*at) if feature.role_name == "bridge"]
    return [bridge for bridge in decks[-1:] if not bears(battle, bridge, unit)]


@hooks.gives_way.rule("AS-BAT-028", when=FRAIL_BRIDGES)
def too_heavy(battle: Battle, unit: Unit, at: Point, level: float) -> tuple[Feature, ...]:
    """The bridge that would break under a unit at the end of its move."""
    if level < battle.table.surface(*at) - 1e-6:
        return ()
    return tuple(_too_weak(battle, unit, at))


@hooks.end_phase.rule("AS-BAT-028", part=hooks.LATE, when=FRAIL_BRIDGES)
def weakened_bridges(battle: Battle) -> bool | None:
    """A bridge that damage has made too weak for somebody on it falls in the End Phase."""
    for bridge in [feature for feature in battle.table.features if feature.role_name == "bridge"]:
        on_it = on_the_bridge(battle, bridge) if left_of(battle, bridge) is not None else []
        if any(not bears(battle, bridge, unit) for unit in on_it):
            break_bridge(battle, bridge)
            return True
    return None
