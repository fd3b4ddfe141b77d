"""Motive damage of vehicles (pp. 50-51): when to roll, the table, and what becomes of those that can move no more.

Hook: ``motive_modifiers`` (battle, unit) -> Modifier | None.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.destruction import wound
from lancemate.alphastrike.play.events import MotiveRolled
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.stats import MOTIVE_0, MOTIVE_2, MOTIVE_HALF, stats, stats_with
from lancemate.alphastrike.play.traits import ATTACK, JOLT
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


MOTIVE_MODIFIERS: Final[Table[dict[str, int]]] = rules.table(
    "AS-DMG-053",
    {"t": 0, "n": 0, "w": 1, "w(b)": 1, "w(m)": 1, "h": 1, "v": 2, "g": 2, "s": 0, "r": 0},
)
rules.also("AS-FOR-102", MOTIVE_MODIFIERS)

# Up to so much on 2D6 with modifiers; above the last row it is immobilized.
MOTIVE_DAMAGE: Final[Table[list[tuple[int, str]]]] = rules.table(
    "AS-DMG-053", [(8, "none"), (10, MOTIVE_2), (11, MOTIVE_HALF), (99, MOTIVE_0)]
)
rules.also("AS-FOR-102", MOTIVE_DAMAGE)


@rules.rule("AS-DMG-052", otherwise=False)
def is_due(struck: Struck, checks: tuple[str, ...]) -> bool:
    """A vehicle damaged by an attack and still alive: one roll, after all critical checks."""
    unit = struck.unit
    if not unit.card.is_vehicle or not struck.damaged or unit.doomed is not None:
        return False
    return struck.by(ATTACK) or struck.by(JOLT)


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
        for hook in battle.hooks[hooks.stopped_for_good]:
            hook(battle, unit)
