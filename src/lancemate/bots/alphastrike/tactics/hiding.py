"""Lying in wait: whom a sensible player hides where, and when those come out. Knows what its side knows, no more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.artillery import pieces_of
from lancemate.alphastrike.options.hidden_units.finding import REVEAL, why_not_reveal
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.state import Unit, hidden
from lancemate.bots.alphastrike.places import home_zone

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.bots.alphastrike.tactics.shots import Gunner
    from lancemate.bots.alphastrike.view import View
    from lancemate.field.shapes import Point

SHARE: Final = 1 / 2  # of a force, at most
SLOW: Final = 6.0  # inches of Move: whoever is faster does more by moving than by waiting
STEP: Final = 2.0  # inches between two places that are looked at
PLACES: Final = 12  # with something to hide in, tried for one unit
WORTH: Final = 1.0  # what a shot has to bring to show oneself for it
NEAR: Final = 30.0  # inches: an enemy so close may be shot at after its next move
PATIENCE: Final = 6  # turns after which whoever has met nobody comes out


def hidden_start(view: View) -> orders.Deploy | None:
    """Hide one more of its slow units, as far to the front as there is something to hide in."""
    battle = view.battle
    if not view.is_time_to(orders.Deploy) or not battle.hooks[hooks.deploy_choices]:
        return None
    own = [unit for unit in battle.units.values() if unit.side == view.side]
    if sum(map(hidden.of, own)) + 1 > len(own) * SHARE:
        return None
    slow = (one for one in view.to_deploy() if 0.0 < one.card.move.standard <= SLOW and not pieces_of(one))
    for unit in sorted((one for one in slow if may_be_hidden(battle, one)), key=_keenness):
        tried = (orders.Deploy(unit.id, at, facing, hidden=True) for at, facing in covered_places(battle, unit))
        found = next((command for command in islice(tried, PLACES) if view.allows(command)), None)
        if found is not None:
            return found
    return None


def may_be_hidden(battle: Battle, unit: Unit) -> bool:
    said = (hook(battle, unit) for hook in battle.hooks[hooks.deploy_choices])
    return any(choice is not None and choice.name == "hidden" for choice in said)


def _keenness(unit: Unit) -> tuple[float, str]:
    """The slowest and those that hit hard at short range first."""
    return unit.card.move.standard / 4.0 - unit.card.damage.S.points, unit.id


def covered_places(battle: Battle, unit: Unit) -> Iterator[tuple[Point, float]]:
    """Places of its zone where something grows or stands, from the front back."""
    table = battle.table
    return ((at, facing) for at, facing in home_zone(battle, unit, STEP) if table.features_at(*at))


def coming_out(view: View, gunner: Gunner) -> orders.Act | None:
    """Who has a good shot from where it lies shows itself for it; whoever is needed comes out before it moves, since
    to wait while friends fight costs more than an ambush brings; and so does who has waited long enough."""
    battle = view.battle
    lying = [unit for unit in battle.on_table(view.side) if lies_hidden(unit)]
    ready = [unit for unit in lying if why_not_reveal(battle, unit) is None] if lying else []
    if not ready:
        return None
    if len(lying) == len(view.units) or battle.state.turn >= PATIENCE:
        return orders.Act(ready[0].id, REVEAL)
    if view.is_time_to(orders.Attack):
        found = next((unit for unit in ready if _has_a_shot(view, unit, gunner)), None)
    else:
        found = next((unit for unit in ready if _is_needed(view, unit)), None)
    return None if found is None else orders.Act(found.id, REVEAL)


def lies_hidden(unit: Unit) -> bool:
    return bool(unit.notes) and hidden.of(unit)


def _is_needed(view: View, unit: Unit) -> bool:
    """An enemy comes near it, or near a friend in the open."""
    table = view.battle.table
    known = [unit, *(one for one in view.units if not lies_hidden(one))]
    return any(table.distance(one.at, enemy.at) <= NEAR for one in known for enemy in view.enemies)


def _has_a_shot(view: View, unit: Unit, gunner: Gunner) -> bool:
    twin = view.battle.clone()
    twin.do(orders.Act(unit.id, REVEAL))
    best = gunner.best(twin, twin.units[unit.id])
    return best is not None and best.gain >= WORTH
