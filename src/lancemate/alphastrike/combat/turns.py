"""The Combat Phase (pp. 31, 40): one side makes all of its attacks, then the other.

Knows whose turn it is to attack; knows nothing of attacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_side, next_phase
from lancemate.alphastrike.play.events import Passed, SideDone, TurnPassed
from lancemate.alphastrike.play.parties import loser_first, parties, party_of
from lancemate.alphastrike.play.phases import CLOCK, COMBAT, TurnPhase
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def everybody_has_moved(battle: Battle) -> None:
    """A battle that opens in the Combat Phase: whoever the setup says nothing else of has walked."""
    for unit in battle.state.units.values():
        for hook in battle.hooks[hooks.has_moved]:
            hook(battle, unit)
        if unit.moved == "none":
            unit.moved = "ground"


def begin_attacking(battle: Battle) -> None:
    """What has to be settled before anybody attacks: hook ``combat_begins``."""
    for hook in battle.hooks[hooks.combat_begins]:
        hook(battle)


def pass_attack(battle: Battle, unit: Unit) -> None:
    check_side(battle, unit, "AS-INT-060")
    check_holding(battle, (unit,))
    battle.emit(Passed(unit.id, battle.state.phase, rule="AS-COM-001"))


def check_holding(battle: Battle, units: Iterable[Unit]) -> None:
    """Refuse to give up attacks that must be made: hook ``may_hold_fire``."""
    for hook in battle.hooks[hooks.may_hold_fire]:
        for unit in units:
            refusal: Refusal | None = hook(battle, unit)
            if refusal is not None:
                raise Refused(refusal)


def party_on_table(battle: Battle, party: str) -> list[Unit]:
    return [unit for unit in battle.on_table() if party_of(battle, unit) == party]


def end_attacking(battle: Battle, side: str) -> None:
    if battle.hooks[hooks.may_hold_fire]:
        check_holding(battle, party_on_table(battle, side))
    battle.then("combat_side_done", side=side)
    whole = side.partition("/")[0]
    if battle.hooks[hooks.acts_apart]:
        others = [other for other in still_to_attack(battle) if other != side]
        if any(other.partition("/")[0] == whole for other in others):
            return
    for hook in battle.hooks[hooks.before_combat_ends]:  # what they put on the agenda comes first
        hook(battle, whole)


@rules.task("combat_side_done")
def combat_side_done(battle: Battle, side: str) -> None:
    battle.emit(SideDone(side, battle.state.phase))
    others = still_to_attack(battle)
    if combat_in_turns(battle) and others:
        battle.emit(TurnPassed(others[0]))
    else:
        next_phase(battle)


def still_to_attack(battle: Battle) -> tuple[str, ...]:
    """Who has not had its part of the phase, in the order of the turn."""
    done = battle.state.done
    return tuple([party for party in parties(battle) if party not in done])


@rules.rule("AS-INT-060", "AS-COM-004", otherwise=False)
def combat_in_turns(battle: Battle) -> bool:
    """The loser makes all of its attacks, then the winner all of its own."""
    return True


CLOCK.add(
    TurnPhase(
        name=COMBAT,
        title="Combat Phase",
        acts=loser_first,
        verbs=frozenset({orders.Attack, orders.SupportAttack, orders.Act, orders.Pass, orders.EndPhase}),
        starts=everybody_has_moved,
        begin=begin_attacking,
        passes=pass_attack,
        ends=end_attacking,
        goes_on=("combat_side_done",),
        harms=True,
    )
)
