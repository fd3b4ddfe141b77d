"""Random battles of BattleTroops as fast as they can be played, for the benchmark and for tests.

Decisions are those of the list of offers: one step, one arc, one answer at a time. A man goes on in a direction until
something is in his way or he has had enough, then he watches somebody or is done; whoever may fire does, or not.
Nothing is enumerated: what the rules refuse is given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops.combat.reaction import FIRE, HOLD, KIND
from lancemate.battletroops.movement.activation import why_not_pass
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.state import MAP
from lancemate.field.lattice import neighbour
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.kernel.dice import Generator
from lancemate.kernel.garbage import uncollected

SIZES: Final = (2, 4, 4, 6)
ON: Final = 6  # one in so many times a man has gone far enough


def playout(battle: Battle, luck: Generator, *, turns: int = 30) -> int:
    """Play to the end, or for so many turns. Returns how many decisions were made."""
    decisions = 0
    state = battle.state
    last = state.turn + turns
    with uncollected():  # a battle leaves no cycles behind
        while state.outcome is None and state.turn < last:
            step(battle, luck)
            decisions += 1
    return decisions


def step(battle: Battle, luck: Generator) -> None:
    """Carry out one random command for whoever is to act."""
    asked = battle.state.decision
    if asked is not None:
        choice = (FIRE if luck.below(4) else HOLD) if asked.kind == KIND else luck.choice(asked.choices)
        battle.obey(orders.Decide(asked.side, choice))
        return
    unit = _someone(battle, luck)
    if unit is None:
        battle.obey(orders.EndPhase())
        return
    try:
        battle.obey(_move(battle, unit, luck))
    except Refused:
        battle.obey(orders.EndPhase() if why_not_pass(battle, unit) is not None else orders.Pass(unit.id))


def _someone(battle: Battle, luck: Generator) -> Unit | None:
    state = battle.state
    if state.acting is not None:
        return state.units[state.acting]
    ready = [
        unit
        for unit in state.units.values()
        if unit.side == state.to_act and not unit.acted and not unit.stunned and unit.place == MAP and unit.conscious
    ]
    return luck.choice(ready) if ready else None


def _move(battle: Battle, unit: Unit, luck: Generator) -> orders.Command:
    bits = luck.next64()
    left = battle.state.mp_left if battle.state.acting == unit.id else ON
    if unit.prone and bits & 3:
        return orders.Move(unit.id, ("stand",))
    if left > 4 and (bits >> 2) % ON and not unit.prone:
        return orders.Move(unit.id, (neighbour(unit.at, 1 + (bits >> 16) % 6),))
    units = list(battle.state.units.values())
    foe = units[(bits >> 8) % len(units)]
    size = SIZES[(bits >> 24) & 3]
    if foe.side == unit.side or foe.place != MAP or size > left:
        return orders.Pass(unit.id)
    return orders.Move(unit.id, (), orders.Watch(size, foe.at))
