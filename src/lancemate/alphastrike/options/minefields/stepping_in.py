"""Setting off mines (pp. 168-169): whoever comes into a field rolls for it, once for each time; who leaves does not.

A jump is over before anything goes off under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.movement.ambush import level_at
from lancemate.alphastrike.movement.context import LEVEL, Movement
from lancemate.alphastrike.movement.on_the_way import MINES, Trial, Trouble, comes_into
from lancemate.alphastrike.options.minefields.events import MinesTested
from lancemate.alphastrike.options.minefields.fields import (
    ACTIVE,
    DENSITIES,
    EMP,
    MINEFIELDS,
    TEMPLATE,
    Minefield,
    field_named,
    fields_of,
    is_in,
)
from lancemate.alphastrike.options.minefields.going_off import go_off
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.minefields import number_of
from lancemate.alphastrike.terrain import ground

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

LIGHT_STEPS: Final = rules.table("AS-OPT-489", {"infantry": -1, "hover": -2})
OVERHEAD: Final = rules.table("AS-OPT-488", {"jump": -3})
HOVERING: Final = ("h", "g")  # hovercraft and WiGEs, by their movement code


# -- where ----------------------------------------------------------------------------------------------------


def entries(m: Movement, one: Minefield) -> Iterator[float]:
    """How far along its way a move comes into a field, low enough for its mines."""
    if not m.travels:
        return
    if m.way == "jump":
        if is_in(m.battle, m.end, one) and is_low(m.battle, m.end, m.end_level):
            yield m.inches
        return
    found = [
        along
        for middle, radius in one.circles
        for along, edge in comes_into(m, middle, radius)
        if is_low(m.battle, edge, level_at(m, along) if along else m.start_level)
    ]
    yield from found
    if m.way == "fly" and not found and is_in(m.battle, m.end, one) and comes_down(m):
        yield m.inches


def comes_down(m: Movement) -> bool:
    """A flight ends lower than it began."""
    return m.end_level < m.start_level - LEVEL and is_low(m.battle, m.end, m.end_level)


@rules.rule("AS-OPT-480", otherwise=True)
def is_low(battle: Battle, at: Point, level: float) -> bool:
    """Mines reach who is less than two inches above the ground."""
    return level - battle.table.ground(*at) < TEMPLATE.of(battle)["above it"] - LEVEL


@rules.rule("AS-OPT-488", otherwise=False)
def jumps_over(m: Movement, one: Minefield) -> bool:
    """Active mines feel who jumps over them; who comes down among them has come into the field."""
    if m.way != "jump" or one.type != ACTIVE or is_in(m.battle, m.end, one):
        return False
    return any(m.battle.table.entries(m.points, middle, radius) for middle, radius in one.circles)


# -- rolling --------------------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-OPT-481", when=MINEFIELDS)
def mines_on_the_way(m: Movement) -> Sequence[Trial]:
    """Whoever comes into a field rolls for it there, in the Movement Phase."""
    found: list[Trial] = []
    for one in fields_of(m.battle):
        if not one.command:
            found += [Trial(along, MINES, partial(_tested, name=one.id)) for along in sorted(entries(m, one))]
            if jumps_over(m, one):
                found.append(Trial(m.inches, MINES, partial(_tested, name=one.id, over=True)))
    return found


def _tested(m: Movement, name: str, over: bool = False) -> Trouble | None:
    """Roll for a field that still lies there. What goes off does so where the unit is then."""
    test = rolled_for(m.battle, m.unit, name, over=over)
    if test is None:
        return None
    if not test.goes_off:
        tell(m.battle, test)
        return None
    return Trouble(lambda here: set_off(here.battle, here.unit, test), stops=False)


def rolled_for(battle: Battle, unit: Unit, name: str, *, over: bool = False) -> MinesTested | None:
    """The roll for a unit in a field, if both are still there."""
    one = field_named(battle, name)
    if one is None or not unit.in_play:
        return None
    roll = battle.roll(2)
    number, parts = number_of(battle, unit, DENSITIES.of(battle)[one.density]), tuple(roll_parts(battle, unit, over))
    goes_off = dice_sum(battle, roll) + total(parts) >= number
    return MinesTested(one.id, unit.id, one.type, one.density, number, parts, roll, goes_off, "AS-OPT-481")


def roll_parts(battle: Battle, unit: Unit, over: bool) -> Iterator[Modifier]:
    """What is taken off the roll."""
    light = light_step(battle, unit)
    if light is not None:
        yield light
    if over:
        yield Modifier("Jumps over it", OVERHEAD.of(battle)["jump"], "AS-OPT-488")


@rules.rule("AS-OPT-489", otherwise=None)
def light_step(battle: Battle, unit: Unit) -> Modifier | None:
    """Infantry treads more lightly, and hovercraft and WiGEs do not tread at all."""
    row = LIGHT_STEPS.of(battle)
    if unit.card.is_infantry:
        return Modifier("Infantry", row["infantry"], "AS-OPT-489")
    if unit.card.move.primary in HOVERING:
        return Modifier("Hovers", row["hover"], "AS-OPT-489")
    return None


def tell(battle: Battle, test: MinesTested) -> str:
    """Tell of a roll; a field that was hidden has been found by it. What it is called now."""
    one = field_named(battle, test.feature)
    name = ground.find(battle, test.feature, "AS-OPT-486") if one is not None and one.hidden else test.feature
    battle.emit(test if name == test.feature else test.under(name))
    return name


def set_off(battle: Battle, unit: Unit, test: MinesTested) -> None:
    go_off(battle, tell(battle, test), unit)


@hooks.entered.rule("AS-OPT-481", part=MINES, when=MINEFIELDS)
def mines_underfoot(battle: Battle, here: Entered) -> None:
    """So does whoever has come there in another way than along a path of its own."""
    if here.move is not None or here.way.begins:
        return
    for one in [field for field in fields_of(battle) if not field.command]:
        if _lies_under(battle, here.unit, one) and not _lies_under(battle, here.as_it_was(), one):
            test = rolled_for(battle, here.unit, one.id)
            if test is not None and test.goes_off:
                set_off(battle, here.unit, test)
            elif test is not None:
                tell(battle, test)


def _lies_under(battle: Battle, unit: Unit | None, one: Minefield) -> bool:
    return unit is not None and is_in(battle, unit.at, one) and is_low(battle, unit.at, unit.elevation)


# -- what players who are programs weigh ----------------------------------------------------------------------


@hooks.move_danger.rule("AS-OPT-481", when=MINEFIELDS)
def known_mines(m: Movement) -> float:
    """What the fields that its player knows of may cost a unit on its way, on average."""
    risk = 0.0
    for one in fields_of(m.battle):
        if not one.command:
            risk += sum(harm(m, one, over=False) for _ in entries(m, one))
            risk += harm(m, one, over=True) if jumps_over(m, one) else 0.0
    return risk


def harm(m: Movement, one: Minefield, *, over: bool) -> float:
    number = number_of(m.battle, m.unit, DENSITIES.of(m.battle)[one.density])
    needed = number - total(tuple(roll_parts(m.battle, m.unit, over)))
    chance = sum(6 - abs(7 - rolled) for rolled in range(max(2, needed), 13)) / 36
    return chance * (2.0 if one.type == EMP else one.density)
