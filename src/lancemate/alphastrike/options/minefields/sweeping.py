"""Minesweepers (MSW, p. 87): whoever touches a field when movement ends sweeps it, and does nothing else that turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS, Minefield, distance_to, fields_of, thin_out
from lancemate.alphastrike.options.minefields.going_off import go_off
from lancemate.alphastrike.options.minefields.stepping_in import is_low
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain import ground
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "MSW"
SWEEP: Final = rules.table("AS-SPC-113", {"cleared at": 10, "goes off up to": 5, "not infantry": 4})

sweeping = unit_memory(
    "sweeping", bool, default=False, expires="turn", rule="AS-SPC-113", told="sweeps mines and attacks nobody this turn"
)


@hooks.movement_ends.rule("AS-SPC-113", ability=CODE, when=MINEFIELDS)
def sweeps(battle: Battle) -> None:
    """Whoever touches a field sweeps it, whosever it is."""
    for unit in [one for one in battle.on_table() if one.has(CODE) and not one.shutdown]:
        one = field_touched(battle, unit)
        if one is not None and unit.in_play:
            sweep(battle, unit, one)


def field_touched(battle: Battle, unit: Unit) -> Minefield | None:
    """The nearest field in base contact."""
    if not is_low(battle, unit.at, unit.elevation):
        return None
    fields = {one.id: (distance_to(battle, unit, one), one) for one in fields_of(battle)}
    touched = [found for found in fields.values() if found[0] <= TINY]
    return min(touched, key=lambda found: found[0])[1] if touched else None


def sweep(battle: Battle, unit: Unit, one: Minefield) -> None:
    """The roll: the field is cleared, or goes off under everybody, or neither."""
    row = SWEEP.of(battle)
    more = 0 if unit.card.is_infantry else row["not infantry"]
    name = ground.find(battle, one.id, "AS-SPC-113") if one.hidden else one.id
    sweeping.note(battle, unit, True)
    roll = battle.roll(2)
    sum_ = dice_sum(battle, roll) + more
    cleared, goes_off = sum_ >= row["cleared at"], sum_ <= row["goes off up to"]
    result = f"{name} is cleared" if cleared else f"{name} goes off" if goes_off else f"{name} stays where it is"
    counted = f"{dice_sum(battle, roll)} and {more} for heavy gear: {sum_}, " if more else ""
    battle.emit(DieRolled(unit.id, "minesweeping", roll, f"{counted}{result}", "AS-SPC-113"))
    if cleared:
        thin_out(battle, name, one.density, "AS-SPC-113")
    elif goes_off:
        go_off(battle, name, unit)


@hooks.may_attack.rule("AS-SPC-113", part=hooks.ABLE, ability=CODE, when=MINEFIELDS)
def busy_with_mines(attack: Attack) -> Refusal | None:
    unit = attack.attacker
    if not sweeping.of(unit):
        return None
    return Refusal("sweeps_mines", f"{unit.id} sweeps mines and makes no attacks this turn", "AS-SPC-113")
