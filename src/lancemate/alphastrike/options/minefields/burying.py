"""Minefields at set-up (p. 168): a scenario, or what players have agreed on, gives a side fields to lay in secret.

They are written down while forces deploy. That takes no turn of deployment, and nobody else is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.options.minefields.fields import (
    DENSEST,
    KIND,
    MINEFIELDS,
    TEMPLATE,
    Minefield,
    fields_under,
    hidden_mines,
)
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import AreasHidden
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.phases import DEPLOYMENT
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.words import order_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.deployment import deployment_areas
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.kernel.reading import Reader, nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

MOST: Final = 40  # fields of a side
WHERE: Final = Choice("at", "Place", "point", "AS-OPT-486", needed=True)
order_word("deploy", "mines", MINEFIELDS)


# -- who has how many -----------------------------------------------------------------------------------------


@blocks.entry(MINEFIELDS)
def agreed_fields(data: object, where: str) -> JSON:
    """For each side the densities of the fields that it lays before the first turn."""
    names = tuple(data) if isinstance(data, Mapping) else ("SIDE",)
    reader = Reader(data, where, known=names, what="the minefields of a side")
    return {name: list(densities(reader, name)) for name in names}


def densities(reader: Reader, key: str) -> tuple[int, ...]:
    found = tuple(
        Reader({"density": one}, place, known=("density",), what="a minefield").whole("density", least=1, most=DENSEST)
        for place, one in reader.items(key)
    )
    if len(found) > MOST:
        raise reader.wrong(key, f"{len(found)} minefields are too many; {MOST} is the most")
    return found


@hooks.battle_opens.rule("AS-OPT-486", part=-1, when=MINEFIELDS)
def agreed_for_sides(battle: Battle) -> None:
    """What is agreed on is agreed on for one of the two sides."""
    agreed = battle.setup.settings.get(MINEFIELDS)
    strange = next((name for name in agreed if name not in battle.sides), None) if isinstance(agreed, Mapping) else None
    if strange is not None:
        text = f"there is no side {strange!r}; {nearest(strange, battle.sides)}"
        raise InputError(text, key=f"settings.{MINEFIELDS}.{strange}")


@rules.rule("AS-OPT-486", otherwise=())
def given_to(battle: Battle, side: str) -> tuple[int, ...]:
    """The densities of all fields that a side may lay: as its scenario says, and as is agreed on."""
    scenario = battle.setup.scenario
    start = None if scenario is None else scenario.start_of(side)
    agreed = battle.setup.settings.get(MINEFIELDS)
    more = agreed.get(side) if isinstance(agreed, Mapping) else None
    told = start.mines if start is not None else ()
    return (*told, *(one for one in more if isinstance(one, int))) if isinstance(more, list) else told


def left_to_lay(battle: Battle, side: str) -> list[int]:
    """The densities that a side has still to lay, the densest first."""
    drawn = {feature.id for feature in battle.setup.hidden_terrain}
    laid = [one.density for one in hidden_mines(battle) if one.side == side and one.id not in drawn]
    return sorted((Counter(given_to(battle, side)) - Counter(laid)).elements(), reverse=True)


# -- laying them ----------------------------------------------------------------------------------------------


@hooks.deploys.rule("AS-OPT-486", when=MINEFIELDS)
def buries(battle: Battle, command: orders.Deploy) -> bool:
    """The middle of a field is written down, and nothing is put on the table."""
    if command.mines is None:
        return False
    side, at = battle.units[command.unit].side, battle.table.snap(command.at)
    refusal = why_not_bury(battle, side, command.mines, at)
    if refusal is not None:
        raise Refused(refusal)
    names = {*battle.table.by_id, *(one.id for one in hidden_mines(battle))}
    number = next(number for number in range(1, len(names) + 2) if f"{side}_mines{number}" not in names)
    table = battle.table
    reach = radius_of(battle, TEMPLATE.of(battle)["template"])
    shape: dict[str, JSON] = {"hexes": [table.name(at)]} if table.kind == "hex" else {"circle": [*at, reach]}
    area: dict[str, JSON] = {"id": f"{side}_mines{number}", "kind": KIND, **shape, "density": command.mines}
    battle.emit(AreasHidden(side, ({**area, "type": "conventional", "side": side, "hidden": True},), "AS-OPT-486"))
    return True


def why_not_bury(battle: Battle, side: str, density: int, at: Point) -> Refusal | None:
    """Why a side cannot lay such a field there, or None."""
    if orders.Deploy not in battle.now.verbs:
        return _no(f"minefields are laid before the first turn, not in the {battle.now.title.lower()}")
    left = left_to_lay(battle, side)
    if density not in left:
        have = ", ".join(map(str, left)) or "none"
        return _no(f"{side} has no minefield of density {density} to lay; left: {have}")
    return lies_badly(battle, side, at)


@rules.rule("AS-OPT-486", otherwise=None)
def lies_badly(battle: Battle, side: str, at: Point) -> Refusal | None:
    """On the table, not where the enemy takes the field, and on no other field of its own."""
    foe, table = battle.opponent(side), battle.table
    if not table.inside(*at):
        return _no("the middle of a minefield lies on the table")
    if any(area.holds(battle, *at, 0.0) for area in deployment_areas(battle, foe)):
        return _no(f"no minefield lies where {foe} takes the field")
    reach = radius_of(battle, TEMPLATE.of(battle)["template"])
    other = next((one for one in fields_under(battle, at, reach - 2 * TINY) if is_known_to(one, side)), None)
    return None if other is None else _no(f"{other.id} lies there already: two minefields do not overlap")


def is_known_to(one: Minefield, side: str) -> bool:
    return not one.hidden or one.side == side


def _no(text: str) -> Refusal:
    return Refusal("cannot_lay_mines", text, "AS-OPT-486")


@hooks.offers.rule("AS-OPT-486", when=MINEFIELDS)
def may_bury(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.phase != DEPLOYMENT:
        return None
    left = Counter(left_to_lay(battle, unit.side))
    return tuple(
        offer(orders.Deploy(unit.id, unit.at, mines=one), f"Lay mines of density {one} ({n} left)", "AS-OPT-486", WHERE)
        for one, n in left.items()
    )
