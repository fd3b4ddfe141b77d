"""The first moment of a battle: everybody takes his place and the clock starts where the setup says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.play.events import PhaseBegan, TurnBegan
from lancemate.battletroops.play.setup import HIDING, StateError
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.turn.initiative import roll_initiative
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


@rules.task("open_battle")
def open_battle(battle: Battle) -> None:
    setup, state = battle.setup, battle.state
    for muster in setup.units:
        state.units[muster.id] = hooks.unit_kinds[muster.kind].recruit(battle, muster)
        state.units[muster.id].enters = muster.enters
        crew = hooks.unit_kinds[muster.kind].crew
        if crew is not None:
            state.units.update({man.id: man for man in crew(battle, state.units[muster.id])})
    for muster in setup.units:
        try:
            hooks.unit_kinds[muster.kind].give(battle, state.units[muster.id], muster.state)
        except InputError as error:
            raise StateError(muster.id, error) from None
    state.mines = setup.mines
    _count_losses(battle)
    state.turn, state.first = setup.turn, setup.first
    for hook in battle.hooks[hooks.battle_opens]:
        hook(battle)
    battle.then("start_clock")
    battle.run()


def _count_losses(battle: Battle) -> None:
    """Squads that begin with losses have had them in earlier turns."""
    losses = dict.fromkeys((squad.name for squad in battle.setup.squads), 0)
    for unit in battle.units.values():
        if unit.group is not None and unit.is_soldier:
            losses[unit.group] = battle.state.lost_by(unit.group)
    battle.state.losses = battle.state.losses_before = losses


@rules.task("begin_hiding")
def begin_hiding(battle: Battle, side: str) -> None:
    """Both players note in secret where their men hide, also one who has none: that he need not would tell of it."""
    battle.emit(PhaseBegan(HIDING, side))


@rules.task("begin_initiative")
def begin_initiative(battle: Battle) -> None:
    battle.emit(PhaseBegan("initiative", None))
    battle.then("begin_movement")
    roll_initiative(battle)


@rules.task("start_clock")
def start_clock(battle: Battle) -> None:
    setup = battle.setup
    battle.emit(TurnBegan(setup.turn))
    if setup.phase == HIDING:
        battle.then("begin_hiding", side=setup.to_act or battle.sides[0])
    elif setup.phase == "initiative":
        battle.then("begin_initiative")
    elif setup.phase == "movement":
        first = setup.first or setup.to_act or battle.sides[0]
        battle.state.first = first
        battle.emit(PhaseBegan("movement", setup.to_act or first))
        for hook in battle.hooks[hooks.side_begins]:
            hook(battle, setup.to_act or first)
    else:
        battle.state.first = setup.first or battle.sides[0]
        battle.then("begin_end")
