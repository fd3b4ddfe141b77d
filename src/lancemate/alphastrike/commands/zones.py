"""Zone of Control (p. 109): units that keep the enemies they touch from slipping past them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import ZONE_OF_CONTROL, commanded
from lancemate.alphastrike.combat.arcs import bears_on, firing_arc
from lancemate.alphastrike.commands.aiming import is_straight
from lancemate.alphastrike.commands.having import WITHOUT, serves
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.context import TOLERANCE
from lancemate.alphastrike.movement.reach import inches_for
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ZONE: Final = rules.table(
    "AS-SCA-069", {"Move left": 2.0, "reach": 2.0, "cost": 4.0, "least Move": 1.0, "degrees": 30.0}
)
ON_THE_GROUND: Final = ("walk", "surface")

# It holds the enemies around it, until the Movement Phase is over.
controls = unit_memory("controls", bool, default=False, expires="phase", rule="AS-SCA-069", told="controls its zone")


# -- who has one -------------------------------------------------------------------------------------------------


@hooks.moved.rule("AS-SCA-069", part=2, when=commanded(ZONE_OF_CONTROL))
def takes_control(m: Movement) -> None:
    """Whoever ends its move touching an enemy, with two inches of Move to spare."""
    if m.way in ON_THE_GROUND and m.unit.on_table:
        _take(m.battle, m.unit, m.allowance - m.cost)


@hooks.passed_move.rule("AS-SCA-069", when=commanded(ZONE_OF_CONTROL))
def keeps_control(battle: Battle, unit: Unit) -> None:
    """One that does not move has all of its Move to spare."""
    if unit.on_table and not unit.airborne and not is_immobile(battle, unit):
        _take(battle, unit, inches_for(battle, unit, "ground"))


def _take(battle: Battle, unit: Unit, spare: float) -> None:
    if spare < ZONE.of(battle)["Move left"] - TOLERANCE or not serves(battle, unit, ZONE_OF_CONTROL):
        return
    if any(in_contact(battle, unit, enemy) for enemy in battle.on_table(battle.opponent(unit.side))):
        controls.note(battle, unit, True)


# -- whom it holds -----------------------------------------------------------------------------------------------


def is_immune(battle: Battle, unit: Unit) -> bool:
    """Machines without a crew know no fear, and some pilots slip past everybody."""
    if any(code in unit.card.specials.codes for code in WITHOUT):
        return True
    return any(hook(battle, unit) for hook in battle.hooks[hooks.slips_through])


def holders(m: Movement) -> Iterator[Unit]:
    """The enemies whose zone a move has to do with and who are not simply left behind."""
    battle, unit = m.battle, m.unit
    if m.way not in ON_THE_GROUND or not m.travels or is_immune(battle, unit):
        return
    for enemy in battle.on_table(battle.opponent(unit.side)):
        if not controls.of(enemy) or (enemy.card.is_infantry and not unit.card.is_infantry):
            continue
        if unit.on_table and in_contact(battle, enemy, unit) and _ahead_of(battle, enemy, unit.at, unit.radius):
            if not goes_away(m, enemy):
                yield enemy
        elif _comes_near(m, enemy):
            yield enemy


def _ahead_of(battle: Battle, enemy: Unit, at: tuple[float, float], radius: float) -> bool:
    return bears_on(battle, firing_arc(battle, enemy), enemy.at, enemy.facing, at, radius)


def _comes_near(m: Movement, enemy: Unit) -> bool:
    """Its way leads through the area before a controlling unit."""
    reach = ZONE.of(m)["reach"] + m.unit.radius
    for start, end in pairwise(m.points):
        near = m.battle.table.nearest_on(start, end, enemy.at)
        close = flat(m.battle, "AS-SCA-069", near, enemy) < reach - TOLERANCE
        if close and _ahead_of(m.battle, enemy, near, m.unit.radius):
            return True
    return False


def goes_away(m: Movement, enemy: Unit) -> bool:
    """Straight away from it, give or take thirty degrees."""
    if not is_straight(m.points):
        return False
    table, start, end = m.battle.table, m.points[0], m.points[-1]
    if enemy.at == start or start == end:
        return True
    turn = table.relative_bearing(table.bearing(enemy.at, start), start, end)
    return abs(turn) <= ZONE.of(m)["degrees"] + TOLERANCE


@hooks.way_fees.rule("AS-SCA-069", when=commanded(ZONE_OF_CONTROL))
def held_up(m: Movement) -> Cost | None:
    """Four inches for every unit that holds it up."""
    names = [enemy.id for enemy in holders(m)]
    if not names:
        return None
    return Cost(f"zone of {', '.join(names)}", len(names) * ZONE.of(m)["cost"], "AS-SCA-069")


@hooks.may_end.rule("AS-SCA-069", when=commanded(ZONE_OF_CONTROL))
def held_fast(m: Movement) -> Refusal | None:
    """Who would have less than an inch left goes straight away, or stays."""
    fee = sum(part.value for part in m.fees if part.rule == "AS-SCA-069")
    if not fee:
        return None
    left = m.allowance - fee
    if left >= ZONE.of(m)["least Move"] - TOLERANCE and m.cost <= m.allowance + TOLERANCE:
        return None
    names = ", ".join(enemy.id for enemy in holders(m))
    text = f"{names} holds {m.unit.id}: going on costs {fee:g} inches more of its {m.allowance:g}; move straight away"
    return Refusal("zone_of_control", text, "AS-SCA-069")
