"""What machines may do now: single steps, turns, straight jumps, where their weapons point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.moving import COUNTERS, SECTIONS, plan_machine
from lancemate.battletroops.machines.speed import JUMP, MODES, usual_mode
from lancemate.battletroops.machines.templates import turned
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Move, Offer, Turret
from lancemate.field.lattice import STEPS, neighbour
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

JUMPS = (5, 10, 20)


@hooks.offers.rule("BT-MEC-006", types=("mech", "vehicle"))
def machine_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """One step at a time; a longer move is several of them."""
    if unit.machine is None:
        return None
    return tuple(
        offer(command, label, "BT-MEC-006")
        for command, label in _moves(battle, unit)
        if plan_machine(battle, unit, command).refusal is None
    )


def _moves(battle: Battle, unit: Unit) -> Iterator[tuple[Move, str]]:
    machine = unit.machine
    assert machine is not None
    if machine.is_down:
        yield Move(unit.id, ("stand",)), "Stand up"
        return
    acting = battle.state.acting == unit.id
    modes = (machine.mode or usual_mode(unit),) if acting else MODES[unit.kind]
    for mode in modes:
        if mode == JUMP:
            for direction in STEPS:
                for far in JUMPS:
                    to = neighbour(unit.at, direction, far)
                    if battle.map.inside(to):
                        yield Move(unit.id, (to,), mode=mode), f"Jump to {list(to)}"
            continue
        for turn in (0, 1, -1, 3):
            to = neighbour(unit.at, turned(machine.facing, turn))
            yield Move(unit.id, (to,), mode=mode), f"{mode.capitalize()} to {list(to)}"
        for word in ("left", "right"):
            yield Move(unit.id, (word,), mode=mode), f"{mode.capitalize()}: turn {word}"
        if battle.map.on_edge(unit.at):
            yield Move(unit.id, ("off",), mode=mode), "Leave the map"
    yield from _pointings(battle, unit)


def _said(name: str) -> str:
    return name.replace("_", " ")


def _pointings(battle: Battle, unit: Unit) -> Iterator[tuple[Move, str]]:
    machine = unit.machine
    assert machine is not None
    more: dict[str, Any] = {"mode": machine.mode} if machine.mode else {}
    if unit.kind == MECH:
        for section in sorted(COUNTERS.of(battle)):
            armed = any(one.location == section and not one.rear for one in machine.mounts)
            for arc in SECTIONS.of(battle)[section] if armed else ():
                if arc != "front" and section not in machine.sections:
                    pointed = {**machine.sections, section: arc}
                    yield Move(unit.id, (), sections=pointed, **more), f"Point {_said(section)} to {_said(arc)}"
    elif any(one.location == "turret" for one in machine.mounts) and "turret" not in machine.handled:
        for direction in STEPS:
            at = neighbour(unit.at, direction)
            yield Move(unit.id, (), turret=Turret(at), **more), f"Turn the turret towards {list(at)}"
