"""Minefields of a side's support (p. 56): what a ground unit meets that comes onto one.

The optional minefields of p. 168 are another thing. A unit comes onto a field when the centre of its base crosses the
edge; a jumper where it lands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.area import Shock, shake
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.movement.ambush import level_at
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement
from lancemate.alphastrike.movement.on_the_way import MINES, Trial, Trouble, comes_into
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.setup import SUPPORT
from lancemate.alphastrike.play.state import copy_unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import radius_of
from lancemate.alphastrike.support.catalogue import TYPES
from lancemate.alphastrike.support.events import MinefieldEntered, held, minefields, stock_of
from lancemate.alphastrike.support.targets import is_sheltered

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.codec import JSON

UNDERFOOT: Final = cause("minefield", "AS-BAT-019", trait.ATTACK, trait.SUPPORT, trait.MINE)


class Minefield(NamedTuple):
    side: str
    type: str
    at: Point
    radius: float
    hidden: bool


def fields_of(battle: Battle) -> Iterator[Minefield]:
    """Every minefield that lies on the table, as far as it is known."""
    for one in minefields.of(battle.state):
        assert isinstance(one, Mapping)
        yield _field(str(one["side"]), one, _number(one["radius"]), hidden=False)
    yield from hidden_fields(battle)


@rules.rule("AS-BAT-020", otherwise=())
def hidden_fields(battle: Battle) -> tuple[Minefield, ...]:
    """Fields that lie hidden are smaller: one template of 2 inches at the place that was written down."""
    radius = radius_of(battle, battle.table, hidden=True)
    known = [(side, stock_of(battle.state, side)) for side in held.of(battle.state)]
    return tuple(
        _field(side, one, radius, hidden=True)
        for side, stock in known
        for one in (stock.left if stock is not None else ())
        if one.get("hidden")
    )


def _field(side: str, one: Mapping[str, JSON], radius: float, *, hidden: bool) -> Minefield:
    at = one["at"]
    assert isinstance(at, list)
    return Minefield(side, str(one["type"]), (_number(at[0]), _number(at[1])), radius, hidden)


def _number(value: JSON) -> float:
    assert isinstance(value, (int, float))
    return float(value)


# -- coming onto one ------------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-BAT-019", when=SUPPORT)
def mines_on_the_way(m: Movement) -> Sequence[Trial]:
    """Whoever comes onto a field rolls for it there, once for each time it enters."""
    return [
        Trial(along, MINES, partial(_trial, one=one))
        for one in fields_of(m.battle)
        for along in sorted(entries(m, one))
    ]


def _trial(m: Movement, one: Minefield) -> Trouble | None:
    """Roll for a field that still lies there; what goes off does so where the unit is then."""
    burst = rolled(m.battle, m.unit, one)
    if burst is None:
        return None
    if not burst.hit:
        m.battle.emit(burst)
        return None
    return Trouble(lambda here: go_off(here.battle, burst), stops=False)


@hooks.entered.rule("AS-BAT-019", part=MINES, when=SUPPORT)
def mines_underfoot(battle: Battle, here: Entered) -> None:
    """So does whoever has come there in another way than along a path of its own."""
    for one in tuple(fields_of(battle)) if here.move is None and not here.way.begins else ():
        if _lies_under(battle, here.unit, one) and not _lies_under(battle, here.as_it_was(), one):
            burst = rolled(battle, here.unit, one)
            if burst is not None:
                go_off(battle, burst)


def _lies_under(battle: Battle, unit: Unit | None, one: Minefield) -> bool:
    return unit is not None and is_in(battle, unit.at, one) and _on_the_ground(battle, unit)


def entries(m: Movement, one: Minefield) -> Iterator[float]:
    """How far along its way a move comes onto a field, as often as it does."""
    if m.way in ("jump", "fly", "skim"):
        if m.travels and not m.airborne and is_in(m.battle, m.end, one) and _meets(m, m.end, m.end_level):
            yield m.inches
        return
    for along, edge in comes_into(m, one.at, one.radius):
        if _meets(m, edge, level_at(m, along) if along else m.start_level):
            yield along


def is_in(battle: Battle, at: Point, one: Minefield) -> bool:
    """Whether the centre of a base at a point is in a field."""
    return battle.table.closer(at, one.at, one.radius - SLACK)


def _meets(m: Movement, at: Point, level: float) -> bool:
    """Whether a unit at a point of its way touches the ground there, and not at the bottom of deep water."""
    there = copy_unit(m.unit)
    (there.x, there.y), there.elevation = at, level
    return _on_the_ground(m.battle, there)


def _on_the_ground(battle: Battle, unit: Unit) -> bool:
    if unit.elevation > battle.table.ground(unit.x, unit.y) + LEVEL:
        return False
    return not is_sheltered(battle, unit)


@hooks.move_danger.rule("AS-BAT-019", when=SUPPORT)
def mines_are_known(m: Movement) -> float:
    """What the fields that its player knows of may cost a unit on its way, on average."""
    rows = TYPES.of(m.battle)
    met = [rows[one.type] for one in fields_of(m.battle) for _ in entries(m, one)]
    return sum(row.damage * _chance(number_of(m.battle, m.unit, row.number)) for row in met)


def _chance(number: int) -> float:
    """To reach a number with two dice."""
    return sum(6 - abs(7 - rolled) for rolled in range(number, 13)) / 36


# -- what it does ---------------------------------------------------------------------------------------------


def rolled(battle: Battle, unit: Unit, one: Minefield) -> MinefieldEntered | None:
    """Roll for a unit on a field, if that is still there."""
    row = TYPES.of(battle)[one.type]
    lies = next((field for field in fields_of(battle) if field[:4] == one[:4]), None)
    if lies is None or not unit.in_play:
        return None
    roll = battle.roll(2)
    number = number_of(battle, unit, row.number)
    hit = dice_sum(battle, roll) >= number
    rule = "AS-BAT-020" if lies.hidden else "AS-BAT-019"
    told = (lies.side, lies.type, lies.at, lies.radius, unit.id, number, roll, hit, row.damage if hit else 0)
    return MinefieldEntered(*told, lies.hidden, is_cleared(battle, hit), rule)


def number_of(battle: Battle, unit: Unit, number: int) -> int:
    """What a field needs to go off under a unit: hook ``minds_its_step`` (battle, unit) -> Modifier | None."""
    more = (hook(battle, unit) for hook in battle.hooks[hooks.minds_its_step])
    return number + sum(part.value for part in more if part is not None)


def go_off(battle: Battle, burst: MinefieldEntered) -> None:
    """Tell of it, and hurt whoever set it off."""
    battle.emit(burst)
    if burst.hit:
        hurt(battle, burst.unit, burst.damage, UNDERFOOT.of(burst.side))
        shake(battle, Shock(battle.units[burst.unit].at, ()))


@rules.rule("AS-BAT-021", otherwise=False)
def is_cleared(battle: Battle, hit: bool) -> bool:
    """A field that has hurt somebody is gone; one that has failed to stays."""
    return hit
