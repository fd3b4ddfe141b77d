"""Vehicles that skid (p. 32): they do not fall, but slide into the next building that stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.damage import strike
from lancemate.battletroops.machines.events import Slid
from lancemate.battletroops.machines.falling import crush, houses_under, impact
from lancemate.battletroops.machines.templates import disc, radius_of, side_towards
from lancemate.battletroops.options.buildings_damage import strength
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import neighbour

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


@rules.rule("BT-MEC-066", otherwise=None)
def vehicle_skid(battle: Battle, unit: Unit, way: int) -> None:
    """Along its course to the first building as strong as it is heavy; that side takes the blow."""
    machine = unit.machine
    assert machine is not None
    at = unit.at
    while True:
        to = neighbour(at, way)
        if not battle.map.inside(to):
            battle.emit(Slid(unit.id, to, unit.elevation, True, "BT-MEC-066"))
            return
        dots = tuple(dot for dot in disc(to, radius_of(battle, unit)) if battle.map.inside(dot))
        if any(strength(battle, house) >= machine.tons for house in houses_under(battle, dots)):
            break
        crush(battle, unit, dots, "BT-MEC-066")
        at = to
    if at != unit.at:
        carried = hooks.questions["carried"](battle, unit)
        battle.emit(Slid(unit.id, at, battle.map.ground(at), False, "BT-MEC-066", carried))
    side = side_towards(battle, unit, neighbour(unit.at, way))
    strike(battle, unit, "building", impact(battle, machine.tons), side, "BT-MEC-066")
