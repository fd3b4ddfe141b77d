"""Who was in a vehicle when it was destroyed (p. 33)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.wounds import goes_out, wound
from lancemate.battletroops.machines.options import ABANDONMENT
from lancemate.battletroops.play.state import State
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


@event
class DiedInside:
    type: ClassVar[str] = "died_inside"
    unit: UnitId
    vehicle: UnitId
    rule: RuleId = "BT-MEC-081"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.track = unit.track[:11] + "X"


@event
class ThrownAbout:
    """Who was in a wreck is hurt: a die of lethal points."""

    type: ClassVar[str] = "thrown_about"
    unit: UnitId
    vehicle: UnitId
    roll: tuple[int, ...]
    rule: RuleId = "BT-MEC-081"

    def apply(self, state: State) -> None:
        pass


@hooks.questions.entry("people of a wreck")
def people_of_a_wreck(battle: Battle, vehicle: Unit, kills: bool) -> None:
    """Everybody inside is hurt, or dies with it."""
    man = battle.units.get(f"{vehicle.id}.commander")
    for unit in list(battle.units.values()):
        inside = unit.aboard == vehicle.id or (unit is man and unit.riding == vehicle.id)
        if inside and unit.conscious:
            if kills or not may_survive(battle):
                battle.emit(DiedInside(unit.id, vehicle.id))
                goes_out(battle, unit)
            else:
                roll = battle.roll(1)
                battle.emit(ThrownAbout(unit.id, vehicle.id, roll))
                wound(battle, unit, "wreck", roll[0])


@rules.rule("BT-MEC-081", otherwise=False)
def may_survive(battle: Battle) -> bool:
    """Unless it explodes or its crew is killed, a die of lethal points for each; without the option nobody lives."""
    return ABANDONMENT in battle.options
