"""Who was in a vehicle when it was destroyed (p. 33)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import CRUSH, cause
from lancemate.battletroops.damage.wounds import how_he_is, killed, wound
from lancemate.battletroops.machines.damage import slows_at_once
from lancemate.battletroops.machines.events import MachineDestroyed
from lancemate.battletroops.machines.options import ABANDONMENT
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.play.state import State
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId

if TYPE_CHECKING:
    from lancemate.battletroops.damage.causes import Source
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


WRECK: Final = cause("wreck", "wreck", "BT-MEC-081", CRUSH)


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
    kills = kills or not may_survive(battle)
    for unit in people_inside(battle, vehicle, senseless=kills):
        if kills:
            was = how_he_is(battle, unit)
            battle.emit(DiedInside(unit.id, vehicle.id))
            killed(battle, unit, WRECK, was)
        else:
            roll = battle.roll(1)
            battle.emit(ThrownAbout(unit.id, vehicle.id, roll))
            wound(battle, unit, WRECK, roll[0])


def people_inside(battle: Battle, vehicle: Unit, *, senseless: bool = False) -> list[Unit]:
    """Passengers and crew in their senses, and a commander who looks out of his hatch; or whoever lives."""
    man = f"{vehicle.id}.commander"
    units = battle.units.values()
    inside = [one for one in units if one.aboard == vehicle.id or (one.id == man and one.riding == vehicle.id)]
    return [one for one in inside if one.conscious or (senseless and not one.dead)]


def everybody_inside(battle: Battle, vehicle: Unit, origin: Source, lethal: int) -> None:
    """What a hit through the ramp does, whatever it is fired with: to all of them."""
    for unit in people_inside(battle, vehicle):
        wound(battle, unit, origin, lethal)


@hooks.hurt.rule("BT-MEC-063", part=hooks.TOLD, types="vehicle")
def nobody_at_the_controls(battle: Battle, harm: Harm) -> None:
    """A vehicle none of whose crew is in his senses is a wreck, though nobody in it is hurt by that."""
    vehicle = battle.units.get(harm.unit.id.rpartition(".")[0])
    if harm.unit.conscious or vehicle is None or vehicle.machine is None or vehicle.dead:
        return
    crew = [one for one in battle.units.values() if one.id.startswith(f"{vehicle.id}.")]
    if not any(one.conscious for one in crew):
        battle.emit(MachineDestroyed(vehicle.id, "nobody of its crew is in his senses", "BT-MEC-063"))
        end_activation(battle, vehicle, unwillingly=True)


@hooks.hurt.rule("BT-MEC-080", part=hooks.TOLD, types="vehicle")
def without_its_commander(battle: Battle, harm: Harm) -> None:
    """A vehicle that loses its commander on its way is slower for the rest of it."""
    vehicle = battle.units.get(harm.unit.id.removesuffix(".commander"))
    if vehicle is not None and vehicle is not harm.unit and vehicle.machine is not None and not harm.unit.conscious:
        slows_at_once(battle, vehicle)


@rules.rule("BT-MEC-081", otherwise=False)
def may_survive(battle: Battle) -> bool:
    """Unless it explodes or its crew is killed, a die of lethal points for each; without the option nobody lives."""
    return ABANDONMENT in battle.options
