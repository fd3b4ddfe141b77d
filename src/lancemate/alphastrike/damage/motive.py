"""Motive damage of vehicles (pp. 50-51): when to roll, the table, and what becomes of those that can move no more.

Hook: ``motive_modifiers`` (battle, unit) -> Modifier | None.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.destruction import wound
from lancemate.alphastrike.play.events import Crashed, Displaced, MotiveRolled
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.stats import CRASHED, MOTIVE_0, MOTIVE_2, MOTIVE_HALF, stats, stats_with
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ABOVE_GROUND: Final = 1.0 - 1e-6  # inches above the terrain from which on an air vehicle falls

MOTIVE_MODIFIERS: Final[Table[dict[str, int]]] = rules.table(
    "AS-DMG-053",
    {"t": 0, "n": 0, "w": 1, "w(b)": 1, "w(m)": 1, "h": 1, "v": 2, "g": 2, "s": 0, "r": 0},
)

# Up to so much on 2D6 with modifiers; above the last row it is immobilized.
MOTIVE_DAMAGE: Final[Table[list[tuple[int, str]]]] = rules.table(
    "AS-DMG-053", [(8, "none"), (10, MOTIVE_2), (11, MOTIVE_HALF), (99, MOTIVE_0)]
)


@rules.rule("AS-DMG-052", otherwise=False)
def is_due(struck: Struck, checks: tuple[str, ...]) -> bool:
    """A vehicle damaged by an attack and still alive: one roll, after all critical checks."""
    unit = struck.unit
    return unit.card.is_vehicle and struck.damaged and struck.hit.attack and unit.doomed is None


def check(battle: Battle, name: str, wait: bool) -> None:
    unit = battle.units[name]
    modifiers = (by_motive_type(battle, unit), *(hook(battle, unit) for hook in battle.hooks[hooks.motive_modifiers]))
    parts = tuple(part for part in modifiers if part is not None)
    read = partial(result_of, battle, total(parts))
    roll = battle.roll(2, read)
    result = read(roll)
    battle.emit(MotiveRolled(unit.id, roll, parts, dice_sum(battle, roll) + total(parts), result))
    if result != "none":
        before = unit.wounds
        wound(battle, unit, result, "AS-DMG-053", wait=wait)
        lost_all_move(battle, unit, before)


def result_of(by: Switched, modifier: int, roll: tuple[int, ...]) -> str:
    shown = dice_sum(by, roll) + modifier
    return next(effect for up_to, effect in MOTIVE_DAMAGE.of(by) if shown <= up_to)


def by_motive_type(battle: Battle, unit: Unit) -> Modifier | None:
    modifier = MOTIVE_MODIFIERS.of(battle).get(unit.card.move.primary, 0)
    return Modifier("Motive type", modifier, "AS-DMG-053") if modifier else None


def lost_all_move(battle: Battle, unit: Unit, before: tuple[str, ...]) -> None:
    """See what becomes of a vehicle that new wounds have just stopped for good."""
    if not unit.on_table or not unit.card.is_vehicle or unit.wounds == before:
        return
    if stats(battle, unit).immobilized and not stats_with(battle, unit, before).immobilized:
        falls(battle, unit)
        goes_down(battle, unit)


@rules.rule("AS-DMG-056")
def falls(battle: Battle, unit: Unit) -> None:
    """A VTOL or WiGE in the air comes straight down."""
    if unit.card.is_air_vehicle and unit.elevation - _below(battle, unit) >= ABOVE_GROUND:
        crash(battle, unit, "AS-DMG-056")


def _below(battle: Battle, unit: Unit) -> float:
    """The ground, water, deck or roof under a unit."""
    from lancemate.alphastrike.movement.air import roof_at

    return roof_at(battle, unit.x, unit.y)


def crash(battle: Battle, unit: Unit, rule_id: str) -> None:
    """It lies where it came down, takes a point of damage and never moves again."""
    from lancemate.alphastrike.urban.collapse import weigh

    battle.emit(Crashed(unit.id, _below(battle, unit), rule_id))
    wound(battle, unit, CRASHED, rule_id, wait=False)
    _take_a_point(battle, unit, "crash")
    if unit.on_table:
        weigh(battle, unit)


@rules.rule("AS-DMG-057")
def goes_down(battle: Battle, unit: Unit) -> None:
    """A unit under water that can move no more sinks to the bottom and takes a point of damage."""
    bottom = battle.table.ground(unit.x, unit.y)
    if is_underwater(battle, unit):
        if unit.elevation > bottom:
            battle.emit(Displaced(unit.id, unit.at, bottom, "AS-DMG-057"))
        _take_a_point(battle, unit, "sinking")


def _take_a_point(battle: Battle, unit: Unit, cause: str) -> None:
    from lancemate.alphastrike.damage.damage import Hit, take_hit

    take_hit(battle, Hit(unit.id, 1, cause=cause, attack=False, at_once=True))
