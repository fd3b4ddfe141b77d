"""Commanders in open hatches (p. 33), and the machine gun beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.damage import destroy
from lancemate.battletroops.machines.events import HatchMoved
from lancemate.battletroops.machines.options import OPEN_HATCH
from lancemate.battletroops.movement.plan import why_not_watch
from lancemate.battletroops.options.mines import BLAST as MINE
from lancemate.battletroops.play.events import ArcSet
from lancemate.battletroops.play.machine import CLOSED, OPEN, VEHICLE
from lancemate.battletroops.play.orders import Act, Offer, Watch
from lancemate.battletroops.play.state import Arc
from lancemate.battletroops.play.traits import BLOW, PERSON
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.explain import Modifier
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Explosive, Unit

PINTLE: Final = "Light MG"


def commander_of(battle: Battle, vehicle: Unit) -> Unit | None:
    return battle.units.get(f"{vehicle.id}.commander")


def in_the_hatch(battle: Battle, unit: Unit) -> Unit | None:
    """The vehicle out of whose hatch a man looks."""
    vehicle = battle.units.get(unit.riding or "")
    if vehicle is None or vehicle.machine is None or unit.id != f"{vehicle.id}.commander":
        return None
    return vehicle if vehicle.machine.hatch == OPEN else None


@hooks.deeds.entry("hatch")
def move_hatch(battle: Battle, unit: Unit, command: Act) -> None:
    refusal = why_not_hatch(battle, unit, str(command.what))
    if refusal is not None:
        raise Refused(refusal)
    hooks.questions["activate machine"](battle, unit)
    battle.emit(HatchMoved(unit.id, str(command.what), f"{unit.id}.commander"))


@rules.rule("BT-MEC-076", otherwise=None)
def why_not_hatch(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """The commander opens his hatch and works the machine gun, or comes in and closes it."""
    rule, machine = "BT-MEC-076", unit.machine
    man = commander_of(battle, unit)
    if OPEN_HATCH not in battle.options or machine is None or man is None:
        return Refusal("no_hatch", f"{unit.id} has no hatch that could be {what}", rule)
    if what not in (OPEN, CLOSED) or machine.hatch == what:
        return Refusal("done", f"the hatch of {unit.id} is {machine.hatch}", rule)
    if "hatch" in machine.handled:
        return Refusal("has_moved", f"the hatch of {unit.id} has moved in this turn", rule)
    if not man.conscious:
        return Refusal("out", f"the commander of {unit.id} is out of his senses", rule)
    return None


@hooks.questions.entry("pintle arc")
def pintle_arc(battle: Battle, unit: Unit, watch: Watch) -> None:
    """After the vehicle has moved, its commander sets the arc of his gun."""
    man = commander_of(battle, unit)
    if (
        man is not None
        and man.conscious
        and in_the_hatch(battle, man) is not None
        and why_not_watch(battle, man, watch.size) is None
    ):
        battle.emit(ArcSet(man.id, Arc(watch.size, watch.towards), watch.size, "BT-MEC-076"))


@hooks.at_hand.rule("BT-MEC-077", types="vehicle", when=OPEN_HATCH)
def gun_on_the_roof(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Whoever rides on the centre dot may make it ready and use it."""
    vehicle = battle.units.get(unit.riding or "")
    return (PINTLE,) if vehicle is not None and vehicle.at == unit.at else None


@hooks.to_hit.rule("BT-MEC-078", part=hooks.COVER, traits=PERSON, but=BLOW, types="vehicle", when=OPEN_HATCH)
def behind_the_rim(aim: Aim) -> Modifier | None:
    """He is covered as by a window all around."""
    if in_the_hatch(aim.battle, aim.whom) is None:
        return None
    return Modifier("Partial cover: hatch", 1, "BT-MEC-078")


@hooks.spared.rule("BT-MEC-078", types="vehicle", when=OPEN_HATCH)
def only_right_beside_him(battle: Battle, one: Explosive, unit: Unit) -> bool:
    """Explosions that are not on his own dot do not reach him."""
    return in_the_hatch(battle, unit) is not None and one.at != unit.at


def swallowed_by(battle: Battle, one: Explosive) -> Iterator[Unit]:
    """The vehicles with open hatches on whose centre dot it lies; what comes from below falls into none."""
    for unit in list(battle.units.values()):
        machine = unit.machine
        if unit.kind != VEHICLE or machine is None or machine.hatch != OPEN or not unit.on_map or one.weapon == MINE:
            continue
        if unit.at == one.at and unit.elevation == one.elevation and one.by != unit.id:
            yield unit


@hooks.contained.rule("BT-MEC-079", types="vehicle", when=OPEN_HATCH)
def goes_off_inside(battle: Battle, one: Explosive) -> bool:
    """It hurts nobody outside, strikes no hull and sets nothing on fire."""
    return any(swallowed_by(battle, one))


@hooks.exploded.rule("BT-MEC-079", types="vehicle", when=OPEN_HATCH)
def down_the_hatch(battle: Battle, one: Explosive) -> None:
    """What lands on the centre dot of a vehicle with its hatch open goes off inside."""
    for unit in swallowed_by(battle, one):
        destroy(battle, unit, f"the {one.weapon.rstrip('#')} goes off inside", "BT-MEC-079", kills=True)


@hooks.offers.rule("BT-MEC-076", types="vehicle", when=OPEN_HATCH)
def hatch_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Opening and closing it."""
    found: list[Offer] = []
    for what in (OPEN, CLOSED):
        if unit.kind == VEHICLE and why_not_hatch(battle, unit, what) is None:
            found.append(offer(Act(unit.id, "hatch", what), f"Hatch {what}", "BT-MEC-076"))
    return tuple(found)
