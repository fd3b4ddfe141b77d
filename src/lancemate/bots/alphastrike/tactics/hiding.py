"""Lying in wait: when a sensible player hides its force, where, and when it comes out. Knows what its side may know.

To wait costs nothing as long as nobody of the force is in the open to be shot at meanwhile: so all of them hide or
none, and only where the enemy alone is what counts. Who comes looking for them walks into their fire.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.options.hidden_units.finding import REVEAL, why_not_reveal
from lancemate.alphastrike.options.hidden_units.hiding import allowed_to_all
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.state import Unit, hidden
from lancemate.alphastrike.play.stats import current_move
from lancemate.bots.alphastrike.places import home_zone
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.view import accepted

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.bots.alphastrike.view import View
    from lancemate.field.shapes import Point

STEP: Final = 2.0  # inches between two places that are looked at
PLACES: Final = 24  # with something to hide in, tried for one unit
WORTH: Final = 1.0  # what a shot has to bring to join a fight for it
FIRST: Final = 3.0  # what all shots together have to bring to begin one
EDGE: Final = 0.25  # of that, by which they must bring more than those that answer them
FAR: Final = 14.0  # inches that the enemy is still off after its next move: whoever lies there is missing elsewhere
PATIENCE: Final = 5  # the turn in which whoever has met nobody comes out and goes hunting


# -- before the first turn ------------------------------------------------------------------------------------


def hidden_start(view: View) -> orders.Deploy | None:
    """Hide one more, the slowest first, as far to the front as there is something to hide in."""
    battle = view.battle
    if not view.is_time_to(orders.Deploy) or not battle.hooks[hooks.deploy_choices] or not is_worth_it(battle):
        return None
    own = [unit for unit in battle.units.values() if unit.side == view.side]
    waiting = sorted(view.to_deploy(), key=lambda one: (one.card.move.standard, one.id))
    most = allowed_to_all(battle, view.side)
    if (most is not None and most < len(own)) or not all(one in waiting or hidden.of(one) for one in own):
        return None
    twin = battle.clone()
    found = [hiding_place(twin, one) for one in waiting]
    return found[0] if found and all(one is not None for one in found) else None


def is_worth_it(battle: Battle) -> bool:
    """Nothing is to be won but the field itself: whoever waits for the enemy misses all else."""
    scenario = battle.setup.scenario
    if scenario is None:
        return True
    blocks = (scenario.flags, scenario.hold, scenario.dominate, scenario.escape, scenario.search)
    return all(block is None for block in blocks)


def hiding_place(twin: Battle, unit: Unit) -> orders.Deploy | None:
    """Hide a unit in a copy of the battle, beside those who lie there already: the order that did it."""
    if not may_be_hidden(twin, unit):
        return None
    tried = (orders.Deploy(unit.id, at, facing, hidden=True) for at, facing in covered_places(twin, unit))
    return next((command for command in islice(tried, PLACES) if accepted(twin, command)), None)


def may_be_hidden(battle: Battle, unit: Unit) -> bool:
    said = (hook(battle, unit) for hook in battle.hooks[hooks.deploy_choices])
    return any(choice is not None and choice.name == "hidden" for choice in said)


def covered_places(battle: Battle, unit: Unit) -> Iterator[tuple[Point, float]]:
    """Places of its zone where something grows or stands, from the front back."""
    table = battle.table
    return ((at, facing) for at, facing in home_zone(battle, unit, STEP) if table.features_at(*at))


# -- coming out -----------------------------------------------------------------------------------------------


def lies_hidden(unit: Unit) -> bool:
    return bool(unit.notes) and hidden.of(unit)


def coming_out(view: View) -> orders.Act | None:
    """Together, when their fire does more than what answers it; then whoever has a shot, or is missing elsewhere. Who
    has waited long enough comes out before it moves."""
    battle = view.battle
    lying = [unit for unit in battle.on_table(view.side) if lies_hidden(unit)]
    ready = [unit for unit in lying if why_not_reveal(battle, unit) is None] if lying else []
    if not ready:
        return None
    if battle.state.turn >= PATIENCE:
        return orders.Act(ready[0].id, REVEAL)
    in_the_open = len(lying) < len(view.units)
    if view.is_time_to(orders.Attack):
        found = opens_fire(view, ready, joins=in_the_open)
    else:
        found = next((unit for unit in ready if in_the_open and is_missing(view, unit)), None)
    return None if found is None else orders.Act(found.id, REVEAL)


def opens_fire(view: View, ready: list[Unit], *, joins: bool) -> Unit | None:
    """The one with the best shot, if it is good enough to join a fight, or all of them to begin one."""
    twin, gunner = view.battle.clone(), Gunner()
    for unit in ready:
        twin.do(orders.Act(unit.id, REVEAL))
    gains = {unit.id: gain_of(gunner, twin, twin.units[unit.id]) for unit in ready}
    best = max(ready, key=lambda unit: (gains[unit.id], unit.id))
    if joins:
        return best if gains[best.id] >= WORTH else None
    dealt = sum(gains.values())
    if dealt < FIRST:
        return None
    answered = sum(gain_of(gunner, twin, enemy) for enemy in twin.on_table(twin.opponent(view.side)))
    return best if dealt - answered >= EDGE * dealt else None


def gain_of(gunner: Gunner, battle: Battle, unit: Unit) -> float:
    shot = gunner.best(battle, unit)
    return 0.0 if shot is None else shot.gain


def is_missing(view: View, unit: Unit) -> bool:
    """No enemy gets near it with its next move, while friends fight elsewhere."""
    battle = view.battle
    return all(battle.table.distance(unit.at, foe.at) - current_move(battle, foe) > FAR for foe in view.enemies)
