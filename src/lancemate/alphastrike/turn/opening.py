"""The first moment of a battle: units take their places and the clock starts where the setup says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.abilities.bombs import bombs
from lancemate.alphastrike.abilities.in_play import card_in_play
from lancemate.alphastrike.play.agenda import task
from lancemate.alphastrike.play.clock import begin_phase, begin_turn
from lancemate.alphastrike.play.state import TABLE, Unit
from lancemate.alphastrike.turn.deployment import begin_deployment
from lancemate.alphastrike.turn.unit_state import apply_states
from lancemate.field.bases import Base, base_of

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster


def open_battle(battle: Battle) -> None:
    setup = battle.setup
    for muster in setup.units:
        battle.state.units[muster.id] = recruit(battle, muster)
    apply_states(battle)
    battle.state.turn, battle.state.first = setup.turn, setup.first
    battle.then("start_clock")
    for hook in battle.hooks["battle_opens"]:  # what they have to ask is answered before the clock starts
        hook(battle)
    battle.run()


@task("start_clock")
def start_clock(battle: Battle) -> None:
    setup, state = battle.setup, battle.state
    if setup.phase == "initiative":
        begin_turn(battle, setup.turn)
    else:
        if state.first is None:
            state.first = battle.sides[0]
        if setup.phase == "combat":
            for unit in state.units.values():
                if unit.moved == "none":
                    unit.moved = "ground"
        if setup.phase == "deployment":
            begin_deployment(battle)
        else:
            begin_phase(battle, setup.phase)


def recruit(battle: Battle, muster: Muster) -> Unit:
    from lancemate.alphastrike.movement.resting import resting_level

    card = card_in_play(battle, muster)
    base = body_of(card)
    unit = Unit(
        id=muster.id,
        side=muster.side,
        card=card,
        skill=muster.skill,
        radius=base.radius,
        height=base.height if card.height is None else card.height,
        armor=card.armor,
        structure=card.structure,
        facing=muster.facing % 360.0,
        group=muster.group,
        notes=bombs.entry(list(muster.bombs)) if muster.bombs else {},
    )
    if muster.at is not None:
        unit.place = TABLE
        unit.x, unit.y = muster.at
        unit.elevation = resting_level(battle, unit, unit.x, unit.y)
    return unit


# Kinds of card whose body goes by another name in field.bases; {size} is the card's Size, 1 to 3.
_BODIES = {
    "superheavy": "superheavy_mech",
    "battle_armor": "infantry",
    "large_vehicle": "large",
    "small_craft": "small_craft_aerodyne",
    "aerodyne_dropship": "dropship_aerodyne_{size}",
    "spheroid_dropship": "dropship_spheroid_{size}",
    "mobile_structure": "super_large",
}


def body_of(card: Card) -> Base:
    """The footprint and height of a card's unit."""
    kind = _BODIES.get(card.base_kind, card.base_kind)
    return base_of(kind.format(size=min(3, max(1, card.size))))
