"""Magnetic clamps (p. 87): ProtoMechs that ride on a BattleMech, and slow it down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.passengers import Boarding, passengers
from lancemate.alphastrike.movement.transport import OUTSIDE
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.offer import Choice
    from lancemate.alphastrike.play.state import Unit

MCS, UCS = "MCS", "UCS"
PAIR: Final = rules.table("AS-SPC-109", {"riders": 2, "inches": 2})
SINGLE: Final = rules.table("AS-SPC-110", {"riders": 1, "inches": 2})


@hooks.rides_outside.rule("AS-SPC-109", ability=MCS)
def clamps_for_two(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal | None:
    """Up to two ProtoMechs with MCS on one BattleMech."""
    return _clamped(battle, unit, carrier, MCS, PAIR.of(battle)["riders"], "AS-SPC-109")


@hooks.rides_outside.rule("AS-SPC-110", ability=UCS)
def clamps_for_one(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal | None:
    """One with UCS."""
    return _clamped(battle, unit, carrier, UCS, SINGLE.of(battle)["riders"], "AS-SPC-110")


def _clamped(
    battle: Battle, unit: Unit, carrier: Unit, code: str, most: int, rule_id: str
) -> Boarding | Refusal | None:
    if not unit.card.is_protomech or not unit.has(code):
        return None
    if carrier.card.type != "BM":
        return Refusal("no_room", f"{unit.id} ({code}) rides on a BattleMech; {carrier.id} is none", rule_id)
    riders = [one for one in passengers(battle, carrier) if one.riding]
    if len(riders) >= most or any(not one.has(code) for one in riders):
        names = ", ".join(one.id for one in riders)
        text = f"{names} rides on {carrier.id} already: up to {most} with {code} may, and nobody else beside them"
        return Refusal("no_room", text, rule_id)
    return Boarding(carrier, True, False, rule_id)


@hooks.move_now.rule("AS-SPC-109", part=Move.CHANGED, ability=MCS)
def pairs_weigh(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Two inches of Move for every ProtoMech on it."""
    return _weight(battle, unit, MCS, PAIR.of(battle)["inches"], "AS-SPC-109")


@hooks.move_now.rule("AS-SPC-110", part=Move.CHANGED, ability=UCS)
def singles_weigh(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    return _weight(battle, unit, UCS, SINGLE.of(battle)["inches"], "AS-SPC-110")


def _weight(battle: Battle, unit: Unit, code: str, inches: int, rule_id: str) -> Cost | None:
    riders = [one.id for one in passengers(battle, unit) if one.riding and one.has(code)]
    if not riders:
        return None
    return Cost(f"{' and '.join(riders)} on its back", -float(inches * len(riders)), rule_id)


@hooks.move_choices.rule("AS-SPC-109", "AS-SPC-110", ability=(MCS, UCS))
def may_be_clamped_on(battle: Battle, unit: Unit) -> Choice | None:
    """ProtoMechs with clamps may ask for the outside."""
    if not unit.card.is_protomech or not (unit.has(MCS) or unit.has(UCS)):
        return None
    friends = (one for one in battle.on_table(unit.side) if one is not unit and one.card.type == "BM")
    return OUTSIDE if any(friends) else None
