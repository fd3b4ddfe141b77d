"""Vehicles that skid (p. 32): they do not fall, but slide into the next building that stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops.damage.causes import cause
from lancemate.battletroops.machines.damage import strike
from lancemate.battletroops.machines.falling import crush, houses_under, impact, slide_along, slide_off
from lancemate.battletroops.machines.templates import disc, radius_of, side_towards
from lancemate.battletroops.movement.arriving import ENTERS, TOUCHES
from lancemate.battletroops.movement.arriving import way as by
from lancemate.battletroops.options.buildings_damage import strength
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import neighbour

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice import Dot
    from lancemate.field.lattice_terrain import Feature


SKIDDED: Final = by("skidded", "BT-MEC-066", ENTERS, TOUCHES)
RAMMED: Final = cause("ramming a building", "building", "BT-MEC-066")


def stops(battle: Battle, unit: Unit, house: Feature) -> bool:
    """A building at least as strong as the vehicle is heavy."""
    assert unit.machine is not None
    return strength(battle, house) >= unit.machine.tons


@rules.rule("BT-MEC-066", otherwise=None)
def vehicle_skid(battle: Battle, unit: Unit, way: int) -> None:
    """Along its course to the first building as strong as it is heavy; that side takes the blow."""
    machine = unit.machine
    assert machine is not None
    at = unit.at
    path: list[Dot] = []
    while True:
        to = neighbour(at, way)
        if not battle.map.inside(to):
            slide_off(battle, unit, to, "BT-MEC-066")
            return
        dots = tuple(dot for dot in disc(to, radius_of(battle, unit)) if battle.map.inside(dot))
        if any(stops(battle, unit, house) for house in houses_under(battle, dots)):
            break
        crush(battle, unit, dots, "BT-MEC-066", stops)
        path.append(to)
        at = to
    slide_along(battle, unit, path, SKIDDED)
    side = side_towards(battle, unit, neighbour(unit.at, way))
    strike(battle, unit, RAMMED, impact(battle, machine.tons), side)
