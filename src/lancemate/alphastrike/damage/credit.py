"""Whose damage destroyed a unit: kept where a rule wants to know. What that is worth is for others to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import CREDIT

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# The side that destroyed a unit, or its own.
killed_by = unit_memory("killed_by", str, default=None, rule="AS-SCN-015")
# The last turn in which an enemy damaged it, and the one in which it was lost.
hurt_in = unit_memory("hurt_in", int, default=None, rule="AS-SCN-015")
lost_in = unit_memory("lost_in", int, default=None, rule="AS-SCA-035")

# What follows from damage without another hit: a shot-down air vehicle crashes, a holed one sinks.
CONSEQUENCES: Final = ("crash", "sinking")


@hooks.hit_taken.rule("AS-SCN-015", when=CREDIT)
def credit(struck: Struck) -> None:
    """A kill belongs to the side whose damage destroyed the unit."""
    battle, unit = struck.battle, struck.unit
    enemy = _hit_by_enemy(struck)
    if enemy and struck.damaged and hurt_in.of(unit) != battle.state.turn:
        hurt_in.remember(battle, unit, battle.state.turn)
    if unit.doomed is None or killed_by.of(unit) is not None:
        return
    if not enemy and struck.hit.cause in CONSEQUENCES:
        enemy = hurt_in.of(unit) == battle.state.turn
    killer = battle.opponent(unit.side) if enemy else unit.side
    killed_by.remember(battle, unit, killer)


def _hit_by_enemy(struck: Struck) -> bool:
    attacker = struck.battle.units.get(struck.hit.attacker or "")
    return attacker is not None and attacker.side != struck.unit.side


@hooks.lost_with.rule("AS-SCN-015", when=CREDIT)
def credit_passengers(battle: Battle, carrier: Unit, passenger: Unit) -> None:
    """Whoever destroys a transport destroys what is in it."""
    killer = killed_by.of(carrier)
    if killer is not None and killed_by.of(passenger) is None:
        killed_by.remember(battle, passenger, killer)
