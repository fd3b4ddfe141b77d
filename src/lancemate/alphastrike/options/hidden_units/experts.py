"""Tactical Experts (Hidden Units), Camouflage (pp. 103, 108): who hides more units than others, or elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import CAMOUFLAGE, HIDDEN_UNITS, commanded
from lancemate.alphastrike.commands.camouflage import half_may_hide
from lancemate.alphastrike.commands.having import brought_by
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.options.hidden_units.hiding import allowed_to_all
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.deployment import home_strip
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

EXPERTS: Final = rules.table("AS-SCA-060", {"times": 2, "more at most": 4, "anyway": 4, "from enemies": 12.0})


def are_experts(battle: Battle, side: str) -> bool:
    return any(ability.name == HIDDEN_UNITS for ability in brought_by(battle, side))


@hooks.hides_more.rule("AS-SCA-060", when=commanded(HIDDEN_UNITS))
def twice_as_many(battle: Battle, side: str, most: int) -> tuple[int, str] | None:
    """Twice the number, and no more than four beyond it; four, where nobody else may."""
    if not are_experts(battle, side):
        return None
    row = EXPERTS.of(battle)
    number = min(most * row["times"], most + row["more at most"]) if most else row["anyway"]
    return int(number), "AS-SCA-060"


@hooks.hides_more.rule("AS-SCA-019", part=1, when=commanded(CAMOUFLAGE))
def half_of_the_force(battle: Battle, side: str, most: int) -> tuple[int, str] | None:
    """Half of the force, attackers too, where the scenario lets it hide fewer."""
    half = half_may_hide(battle, side)
    return (half, "AS-SCA-019") if half > most else None


@hooks.hides_elsewhere.rule("AS-SCA-019", when=commanded(CAMOUFLAGE))
def half_lies_on_its_own_half(battle: Battle, unit: Unit, at: Point) -> bool | Refusal | None:
    """Where the scenario has no hidden units they lie on the force's own half of the map."""
    if allowed_to_all(battle, unit.side) != 0 or not half_may_hide(battle, unit.side):
        return None
    return off_its_half(battle, unit, at, "AS-SCA-019") or True


def off_its_half(battle: Battle, unit: Unit, at: Point, by: str) -> Refusal | None:
    home = next(one.home for one in battle.setup.sides if one.name == unit.side)
    deep = battle.table.depth if home in ("north", "south") else battle.table.width
    if home is None or home_strip(battle, home, deep / 2).holds(battle, *at, unit.radius):
        return None
    return Refusal("outside_zone", f"{unit.id} hides on its own half of the map", by)


@hooks.hides_elsewhere.rule("AS-SCA-060", part=-1, when=commanded(HIDDEN_UNITS))
def where_nobody_else_hides(battle: Battle, unit: Unit, at: Point) -> bool | Refusal | None:
    """Where the scenario has no hidden units: on its own half, away from every enemy."""
    if allowed_to_all(battle, unit.side) != 0 or not are_experts(battle, unit.side):
        return None
    astray = off_its_half(battle, unit, at, "AS-SCA-060")
    if astray is not None:
        return astray
    far = EXPERTS.of(battle)["from enemies"]
    for enemy in battle.on_table(battle.opponent(unit.side)):
        known = not enemy.hidden_from(unit.side)
        if known and apart(battle, there(battle, unit, at), enemy) < far:
            text = f"{unit.id} hides at least {far:g} inches from any enemy: {enemy.id} is nearer"
            return Refusal("outside_zone", text, "AS-SCA-060")
    return True
