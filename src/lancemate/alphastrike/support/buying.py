"""Before the battle (p. 54): what a side may spend, what it buys, and where its minefields may lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.combat.area import reach_on
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play.phases import DEPLOYMENT, INITIATIVE
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.setup import BATTLEFIELD_SUPPORT, Purchase, Setup
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.catalogue import FAMILIES, LEVELS, MINEFIELD, TYPES, cost_of
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, each, read_choice
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.field.space import Space

HIDDEN_UNITS: Final = "hidden_units"
OPEN_TEMPLATE, HIDDEN_TEMPLATE = 6, 2  # by their diameters
MOST_POINTS: Final = 1000.0
MOST_BOUGHT: Final = 500
BEFORE_THE_TURN: Final = (DEPLOYMENT, INITIATIVE)  # phases after which support can still be bought


# -- how much -------------------------------------------------------------------------------------------------


@blocks.entry(BATTLEFIELD_SUPPORT)
def support_setting(data: object, where: str) -> JSON:
    """What the players have agreed on: a level of the book, or points."""
    reader = Reader(data, where, known=("level", "points", "buying"), what="battlefield support")
    if ("level" in reader) == ("points" in reader):
        raise InputError("battlefield support is a level or a number of points, one of the two", key=where)
    agreed: dict[str, JSON] = {"buying": True} if reader.flag("buying") else {}
    if "level" in reader:
        return {"level": reader.one_of("level", LEVELS.of(rules)), **agreed}
    return {"points": reader.number("points", least=0.0, most=MOST_POINTS), **agreed}


def points_agreed(settings: Mapping[str, JSON]) -> float | None:
    """The points each side may spend, or None where nobody has said."""
    agreed = settings.get(BATTLEFIELD_SUPPORT)
    if not isinstance(agreed, Mapping):
        return None
    level, points = agreed.get("level"), agreed.get("points")
    if isinstance(level, str):
        return float(LEVELS.of(rules)[level])
    return float(points) if isinstance(points, (int, float)) else None


def total_cost(purchases: Iterable[Purchase]) -> float:
    return sum(cost_of(rules, purchase.type) for purchase in purchases)


@rules.formula("AS-BAT-002", otherwise=None)
def over_budget(cost: float, points: float) -> str | None:
    """What is wrong with a list that costs more than was agreed on, in one sentence."""
    if cost <= points + SLACK:
        return None
    return f"this support costs {cost:g} points, {cost - points:g} more than the agreed {points:g}"


# -- reading a list -------------------------------------------------------------------------------------------


def purchases_from_data(data: object, where: str) -> tuple[Purchase, ...]:
    """The list of a side: types by name, minefields with their place."""
    if data is None:
        return ()
    bought = tuple(_purchase(item, place) for place, item in each(data, where))
    if len(bought) > MOST_BOUGHT:
        raise InputError(f"a side has {MOST_BOUGHT} pieces of support at most", key=where)
    return bought


def _purchase(data: object, where: str) -> Purchase:
    if not isinstance(data, Mapping):
        kind = read_choice(data, where, TYPES.of(rules))
        if FAMILIES[kind] == MINEFIELD:
            raise InputError(f"a minefield lies somewhere: {{type: {kind}, at: [x, y]}}", key=where)
        return Purchase(kind)
    reader = Reader(data, where, known=("type", "at", "hidden"), what="a piece of support")
    reader.need("type")
    kind = reader.one_of("type", TYPES.of(rules))
    if FAMILIES[kind] != MINEFIELD and ("at" in reader or "hidden" in reader):
        raise InputError(f"only minefields lie somewhere; {kind} is aimed when it is used", key=where)
    if FAMILIES[kind] == MINEFIELD:
        reader.need("at")
    return Purchase(kind, reader.point("at"), reader.flag("hidden"))


def purchases_to_data(purchases: Iterable[Purchase]) -> list[JSON]:
    """The same list as a script would say it."""
    found: list[JSON] = []
    for one in purchases:
        if one.at is None:
            found.append(one.type)
        else:
            hidden: dict[str, JSON] = {"hidden": True} if one.hidden else {}
            found.append({"type": one.type, "at": list(one.at), **hidden})
    return found


# -- checking it ----------------------------------------------------------------------------------------------


def radius_of(by: Switched, table: Space, *, hidden: bool) -> float:
    """How far a minefield reaches from its middle; on hexes, to the far side of the last ones in it."""
    reach = reach_on(by, table, HIDDEN_TEMPLATE if hidden else OPEN_TEMPLATE)
    return reach + table.scale / 2 if table.kind == "hex" else reach


def check_support(setup: Setup, where: str) -> None:
    """Every list can be paid for and every minefield lies where one may; ``where`` is the path of the sides."""
    points = points_agreed(setup.settings)
    if setup.buying and setup.phase not in BEFORE_THE_TURN:
        first = " or ".join(BEFORE_THE_TURN)
        raise InputError(f"sides that buy their support begin with {first}", key="start.phase")
    laid: list[Purchase] = []
    for number, side in enumerate(setup.sides):
        place = f"{where}.{number}.support"
        wrong = over_budget(total_cost(side.support), points) if points is not None else None
        if wrong is not None:
            raise InputError(wrong, key=place)
        for count, purchase in enumerate(side.support):
            fault = misplaced(setup, purchase, laid)
            if fault is not None:
                raise InputError(fault, key=f"{place}.{count}")
            if purchase.at is not None:
                laid.append(purchase)


def misplaced(setup: Setup, purchase: Purchase, laid: Sequence[Purchase]) -> str | None:
    """What is wrong with the place of a minefield, beside those that lie already."""
    if purchase.at is None:
        return None
    if purchase.hidden and HIDDEN_UNITS not in setup.options:
        return f"minefields are hidden only with the option {HIDDEN_UNITS}"
    if not setup.table.inside(*purchase.at):
        return "the middle of a minefield lies on the table"
    return no_room(setup.table, purchase, laid)


@rules.formula("AS-BAT-018", otherwise=None)
def no_room(table: Space, purchase: Purchase, laid: Sequence[Purchase]) -> str | None:
    """Every minefield has a template of its own, and none lies on another."""
    assert purchase.at is not None
    for other in laid:
        apart = radius_of(rules, table, hidden=purchase.hidden) + radius_of(rules, table, hidden=other.hidden)
        if other.at is not None and table.closer(purchase.at, other.at, apart - SLACK):
            need = f"{apart / table.scale:g} {table.measure}"
            return f"two minefields overlap; their middles need {need} between them"
    return None
