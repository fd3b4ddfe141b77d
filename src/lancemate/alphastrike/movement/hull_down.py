"""Hull down (p. 38): finding such a position, and leaving it again.

What it is worth in a fight stands with the target numbers and the weapons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.movement.context import LEVEL, SLACK, TOLERANCE, Movement, inches
from lancemate.alphastrike.movement.modes import wants_to_move
from lancemate.alphastrike.movement.terrain import row_of, water_row
from lancemate.alphastrike.play.events import HullDownTried
from lancemate.alphastrike.play.explain import Cost, Modifier, total
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

NUMBER: Final = 7
COVERED: Final = -2  # in terrain with an extra cost, or near a change of level
NEAR: Final = 2.0  # inches
ALL_ROUND: Final = tuple(11.25 * k for k in range(32))


@rules.rule("AS-MOV-060", "AS-MOV-063", otherwise=0.0)
def position_cost(battle: Battle, unit: Unit) -> float:
    """Finding or leaving a position costs four inches of Move, low things and many-legged ones two."""
    card = unit.card
    return 2.0 if card.is_infantry or (card.is_mech and card.legs in ("quad", "tripod")) else 4.0


# -- leaving --------------------------------------------------------------------------------------------------


@hooks.may_move.rule("AS-MOV-063", kinds="jump")
def leaves_on_foot(m: Movement) -> Refusal | None:
    """A unit that is hull down must get up with ground Move first, so it cannot jump."""
    if m.unit.hull_down:
        message = f"{m.unit.id} is hull down and leaves its position with ground Move; it cannot jump this turn"
        return Refusal("hull_down", message, "AS-MOV-063")
    return None


@rules.rule("AS-MOV-063", otherwise=None)
def leaving_fee(m: Movement) -> Cost | None:
    """Moving or turning takes a unit out of its position, for the price of finding one; no roll."""
    if not wants_to_move(m):
        return None
    return Cost("Leave hull down", position_cost(m.battle, m.unit), "AS-MOV-063")


# -- finding one ----------------------------------------------------------------------------------------------

HULL_DOWN: Final = hooks.move_words.add(
    "hull_down", Choice("hull_down", "Go hull down where it ends", "flag", "AS-MOV-060", modes=("ground",))
)


@hooks.move_choices.rule("AS-MOV-060")
def may_go_hull_down(battle: Battle, unit: Unit) -> Choice | None:
    """Ground units on the ground look for a position where they end."""
    card = unit.card
    if not card.is_ground_unit or card.is_naval or is_airborne(battle, unit):
        return None
    return HULL_DOWN


def check_hull_down(m: Movement) -> None:
    """Refuse the wish to go hull down to those who cannot, or who cannot pay a single try."""
    unit = m.unit
    card = unit.card
    if not card.is_ground_unit or card.is_naval or m.airborne or is_airborne(m.battle, unit):
        raise refuse(
            "cannot_go_hull_down", f"only ground units on the ground go hull down, not {unit.id}", "AS-MOV-060"
        )
    if m.mode != "ground" or m.exit_edge is not None or m.boarding is not None:
        message = f"{unit.id} can go hull down only with ground movement that ends on the table"
        raise refuse("cannot_go_hull_down", message, "AS-MOV-060")
    if unit.hull_down and not m.travels and m.facing == unit.facing:
        raise refuse("already_hull_down", f"{unit.id} is hull down already: let it stand still", "AS-MOV-063")
    price = position_cost(m.battle, unit)
    if m.left < price - TOLERANCE:
        message = f"going hull down costs {price:g} inches of Move; {unit.id} has {inches(max(0.0, m.left))} left"
        raise refuse("too_far", message, "AS-MOV-060")


def tries(m: Movement) -> list[HullDownTried]:
    """Roll for a position as often as the unit can pay, until it has one; pay for every roll."""
    battle, unit = m.battle, m.unit
    price = position_cost(battle, unit)
    parts = number_parts(battle, unit, m.end)
    attempts: list[HullDownTried] = []
    while m.left >= price - TOLERANCE:
        m.parts = (*m.parts, Cost("Hull down", price, "AS-MOV-060"))
        m.cost += price
        sure = next((by for hook in battle.hooks[hooks.finds_cover] if (by := hook(battle, unit, m.end))), None)
        if sure is not None:
            attempts.append(HullDownTried(unit.id, (), 0, (), True, sure))
            break
        roll = battle.roll(2)
        found = margin_of_failure(m, dice_sum(m, roll), total(parts)) is None
        attempts.append(HullDownTried(unit.id, roll, total(parts), parts, found, "AS-MOV-060"))
        if found or not price:
            break
    return attempts


def number_parts(battle: Battle, unit: Unit, at: Point) -> tuple[Modifier, ...]:
    """The target number of the roll, as a sum."""
    parts = [Modifier("Hull down", NUMBER, "AS-MOV-060")]
    if in_cover(battle, unit, at):
        parts.append(Modifier("Rough terrain or a level change at hand", COVERED, "AS-MOV-060"))
    return tuple(parts)


@rules.rule("AS-MOV-060", otherwise=False)
def in_cover(battle: Battle, unit: Unit, at: Point) -> bool:
    """Terrain that costs extra under the base, or a change of level within two inches of it, makes it easier."""
    for feature in battle.table.features_touched(at[0], at[1], unit.radius - SLACK):
        water = feature.role_name == "water"
        row = water_row(battle, unit, feature.depth) if water else row_of(battle, unit, feature)
        if row is not None and row.is_costly(battle):
            return True
    return level_changes_near(battle, at, unit.radius + NEAR)


def level_changes_near(battle: Battle, at: Point, reach: float) -> bool:
    """Whether the ground rises or falls anywhere within so many inches of a point."""
    table = battle.table
    x, y = at
    here = table.ground(x, y)
    inside = {feature.id for feature in table.features_at(x, y)}
    around = [
        f
        for f in table.features_touched(x, y, reach)
        if f.role_name in ("hill", "hollow") or (f.role_name == "water" and f.depth)
    ]
    if not around:
        return False
    if any(feature.id not in inside for feature in around):
        return True
    return any(abs(table.ground(*table.beyond((x, y), way, reach)) - here) > LEVEL for way in ALL_ROUND)
