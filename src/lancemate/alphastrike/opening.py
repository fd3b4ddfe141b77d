"""The first moment of a battle: units take their places and the clock starts where the setup says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.sequence import begin_phase, begin_turn
from lancemate.alphastrike.state import TABLE, Unit
from lancemate.alphastrike.unit_state import apply_state
from lancemate.field.bases import base_of

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.setup import Muster


def open_battle(battle: Battle) -> None:
    setup = battle.setup
    for muster in setup.units:
        battle.state.units[muster.id] = recruit(battle, muster)
    for muster in setup.units:
        apply_state(battle, battle.state.units[muster.id], muster.state)
    state = battle.state
    state.turn = setup.turn
    state.first = setup.first
    if setup.phase == "initiative":
        begin_turn(battle, setup.turn)
    else:
        if state.first is None:
            state.first = battle.sides[0]
        if setup.phase == "combat":
            for unit in state.units.values():
                if unit.moved == "none":
                    unit.moved = "ground"
        begin_phase(battle, setup.phase)
    battle.run()


def recruit(battle: Battle, muster: Muster) -> Unit:
    card = muster.card
    radius, height = base_of(card.base_kind, card.height)
    unit = Unit(
        id=muster.id,
        side=muster.side,
        card=card,
        skill=muster.skill,
        radius=radius,
        height=height,
        armor=card.armor,
        structure=card.structure,
        facing=muster.facing,
        group=muster.group,
    )
    if muster.at is not None:
        unit.place = TABLE
        unit.x, unit.y = muster.at
        unit.elevation = battle.table.ground(unit.x, unit.y)
    return unit
