"""Units as bulk cargo (p. 39): slow to load, slow to unload, and not ready for a long time after.

Knows holds and weights; bays for units that are ready to fight are in transport.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.passengers import Boarding, passengers
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# The weight of a unit in the hold, how many are moved a turn, and when they are ready again.
CARGO: Final = rules.table("AS-MOV-078", {"weight factor": 1.1, "units per turn": 1, "ready after turns": 30})
# Tons a unit of a Size weighs at most, since cards do not say.
TONS: Final = {1: 39.0, 2: 59.0, 3: 79.0, 4: 100.0, 5: 400.0}
SUPPORT_TONS: Final = {1: 5.0, 2: 99.0, 3: 199.0, 4: 299.0, 5: 399.0}

cargo = unit_memory(
    "cargo",
    bool,
    default=False,
    rule="AS-MOV-078",
    told="is stowed as cargo",
    untold="is lifted out of the hold",
)
ready = unit_memory("ready", int, default=0, rule="AS-MOV-078", told="will be ready in turn {}")
# Tons of goods that fill a hold besides units.
freight = unit_memory("freight", float, default=0.0, rule="AS-MOV-078")
# The last turn in which a hold was worked in, and how many units went in or out of it then.
hold = unit_memory("hold", list[int], default=[], rule="AS-MOV-078")


def is_cargo(unit: Unit) -> bool:
    return cargo.of(unit)


def weight(by: Switched, unit: Unit) -> float:
    """Tons a unit takes in a hold: its weight and the dunnage around it."""
    if "CAR" in unit.card.specials:
        tons = float(unit.card.specials.value("CAR"))
    else:
        tons = heaviest(unit.card.size, support=unit.card.type == "SV")
    return tons * CARGO.of(by)["weight factor"]


def heaviest(size: int, *, support: bool = False) -> float:
    """Tons that something of a Size weighs at most."""
    return (SUPPORT_TONS if support else TONS)[min(5, max(1, size))]


def hold_of(battle: Battle, carrier: Unit) -> tuple[float, float]:
    """Tons that a hold takes, and how many of them are taken: by units stowed as cargo and by goods."""
    stowed = sum(weight(battle, other) for other in passengers(battle, carrier) if is_cargo(other))
    return tons_of(battle, carrier) + kilotons_of(battle, carrier), stowed + freight.of(carrier)


@rules.rule("AS-MOV-078", otherwise=Refusal("no_room", "there is no cargo hold", "AS-MOV-078"))
def hold_room(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal:
    """As bulk cargo a unit takes a tenth more than its weight; one is loaded or unloaded a turn."""
    space, taken = hold_of(battle, carrier)
    tons = weight(battle, unit)
    if taken + tons > space + 1e-9:
        message = f"the hold of {carrier.id} takes {space:g} tons, {taken:g} are taken; {unit.id} needs {tons:g}"
        return Refusal("no_room", message, "AS-MOV-078")
    if hold_is_busy(battle, carrier):
        message = f"{carrier.id} has loaded or unloaded a unit as cargo this turn; it does one a turn"
        return Refusal("hold_busy", message, "AS-MOV-078")
    return Boarding(carrier, False, True, "AS-MOV-078")


@rules.rule("AS-SPC-084", otherwise=0.0)
def tons_of(battle: Battle, carrier: Unit) -> float:
    """Room for cargo, as the card counts it in tons."""
    return float(carrier.card.specials.value("CT"))


@rules.rule("AS-SPC-083", otherwise=0.0)
def kilotons_of(battle: Battle, carrier: Unit) -> float:
    """Room for cargo, as the card counts it in thousands of tons."""
    return 1000.0 * carrier.card.specials.value("CK")


def hold_is_busy(battle: Battle, carrier: Unit) -> bool:
    return _handled(battle, carrier) >= CARGO.of(battle)["units per turn"]


def use_hold(battle: Battle, carrier: Unit) -> None:
    """Remember that a unit was loaded or unloaded this turn."""
    hold.note(battle, carrier, [battle.state.turn, _handled(battle, carrier) + 1])


def _handled(battle: Battle, carrier: Unit) -> int:
    worked = hold.of(carrier)
    return worked[1] if len(worked) == 2 and worked[0] == battle.state.turn else 0


def unpack(battle: Battle, unit: Unit, carrier: Unit) -> None:
    """A unit has been lifted out of the hold: from now on it is made ready."""
    cargo.note(battle, unit, False)
    ready.note(battle, unit, battle.state.turn + int(CARGO.of(battle)["ready after turns"]))
    use_hold(battle, carrier)


@hooks.may_move.rule("AS-MOV-078", ability=("CT", "CK"))
def unpacked_first(m: Movement) -> Refusal | None:
    """What came as cargo is not ready for thirty turns."""
    return _not_ready(m.battle, m.unit)


@hooks.may_attack.rule("AS-MOV-078", part=hooks.ABLE, ability=("CT", "CK"))
def unpacked_before_it_fights(attack: Attack) -> Refusal | None:
    return _not_ready(attack.battle, attack.attacker)


def _not_ready(battle: Battle, unit: Unit) -> Refusal | None:
    turn = ready.of(unit)
    if battle.state.turn >= turn:
        return None
    return Refusal("not_ready", f"{unit.id} came as cargo and is ready in turn {turn}", "AS-MOV-078")
