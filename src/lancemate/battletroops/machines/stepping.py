"""'Mechs that walk over soldiers (p. 29), and soldiers who walk under 'Mechs (p. 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops.damage.wounds import goes_out
from lancemate.battletroops.machines.events import SteppedOn
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

FULL_MP: Final = 8
STEPPING = rules.table("BT-MEC-036", {"avoid": 5, "per_mp_below_8": 1, "inside_building": 3})


def step_on(battle: Battle, mech: Unit) -> None:
    """Whoever is on the dot that its centre enters gets out of the way, or is killed."""
    for unit in list(battle.units.values()):
        here = unit.is_soldier and unit.on_map and unit.riding is None and unit.at == mech.at and unit.able
        if here and mech.elevation <= unit.elevation < mech.elevation + 4:
            avoid(battle, mech, unit)


@rules.rule("BT-MEC-036", otherwise=None)
def avoid(battle: Battle, mech: Unit, unit: Unit) -> None:
    """Two dice, harder for who is slow and for who is inside a house that it walks through."""
    parts = avoid_parts(battle, unit)
    roll = battle.roll(2)
    killed = sum(roll) < total(parts)
    battle.emit(SteppedOn(mech.id, unit.id, total(parts), parts, roll, killed))
    if killed:
        goes_out(battle, unit)


def avoid_parts(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    table = STEPPING.of(battle)
    parts = [Modifier("Out of the way", table["avoid"], "BT-MEC-036")]
    slow = FULL_MP - allowance(battle, unit)
    if slow > 0:
        parts.append(Modifier("Slow", slow * table["per_mp_below_8"], "BT-MEC-036"))
    if battle.map.is_indoors(unit.at, unit.elevation):
        parts.append(Modifier("Inside a building", table["inside_building"], "BT-MEC-036"))
    return tuple(parts)
