"""Going into hiding (p. 168): written down before the first turn, by whom and where the book lets it.

A place that is written down takes no turn of deployment, and nobody is told: it may be done as long as units deploy,
whoever is to place one. Units that are still to be placed are unknown to the other side, so that none is missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.commands.camouflage import hides_in_the_open
from lancemate.alphastrike.movement.ambush import make_room
from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.movement.context import facing_meant
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.options.hidden_units import OPTION
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.phases import DEPLOYMENT
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.state import RESERVE, Unit, copy_unit, hidden
from lancemate.alphastrike.play.words import flag, order_word, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater, water_at
from lancemate.alphastrike.turn.deployment import is_waiting, place, why_not_deploy
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.kernel.reading import Reader, nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

unit_word(hidden, OPTION, flag, status=True)
order_word("deploy", "hidden", OPTION)

MOST_NAMED: Final = 1000  # units of a side
BEARINGS: Final = tuple(15.0 * k for k in range(24))  # the directions in which the ground around a base is looked at
# Ground that hides nobody, however it is built; water hides what is under it.
OPEN: Final = rules.table("AS-OPT-472", ["road", "bridge", "pavement", "rail", "emi"])
# How near the ground around a large unit has to be, and how much lower than the unit it may be.
RING: Final = rules.table("AS-OPT-472", {"within": 1.0, "lower by": 1.0})


@blocks.entry(OPTION)
def how_many(data: object, where: str) -> JSON:
    """How many units each side may hide; a side that is not named may hide as many as it likes."""
    names = tuple(data) if isinstance(data, Mapping) else ("SIDE",)
    reader = Reader(data, where, known=names, what="the number of hidden units")
    return {name: reader.whole(name, most=MOST_NAMED) for name in names}


@hooks.battle_opens.rule("AS-OPT-470", when=OPTION)
def agreed_for_sides(battle: Battle) -> None:
    """What is agreed on is agreed on for one of the two sides."""
    agreed = battle.setup.settings.get(OPTION)
    strange = next((name for name in agreed if name not in battle.sides), None) if isinstance(agreed, Mapping) else None
    if strange is not None:
        text = f"there is no side {strange!r}; {nearest(strange, battle.sides)}"
        raise InputError(text, key=f"settings.{OPTION}.{strange}")


# -- before the first turn ------------------------------------------------------------------------------------


@hooks.most_hidden.rule("AS-OPT-470", when=OPTION)
def as_agreed(battle: Battle, side: str) -> tuple[int, str] | None:
    """As many as the players have agreed on for the side."""
    agreed = battle.setup.settings.get(OPTION)
    most = agreed.get(side) if isinstance(agreed, Mapping) else None
    return (most, "AS-OPT-470") if isinstance(most, int) else None


@hooks.deploys_otherwise.rule("AS-OPT-470", when=OPTION)
def lies_hidden(battle: Battle, unit: Unit, command: orders.Deploy) -> bool:
    """Its place and its facing are written down, and nothing is put on the table."""
    if not command.hidden:
        return False
    at, facing = battle.table.snap(command.at), facing_meant(battle, command.facing)
    refusal = why_not_hide(battle, unit, at, facing)
    if refusal is not None:
        raise Refused(refusal)
    check_standing_place(battle, unit, *at, facing)
    hidden.remember(battle, unit, True, "AS-OPT-470")
    place(battle, unit, at, facing)
    battle.then("next_to_deploy")
    make_room(battle, unit)
    return True


def why_not_hide(battle: Battle, unit: Unit, at: Point, facing: float) -> Refusal | None:
    """Why a unit may not begin hidden at a place, or None."""
    return (
        cannot_hide(battle, unit)
        or enough_hidden(battle, unit)
        or no_place_to_hide(battle, unit, at)
        or outside_its_ground(battle, unit, at, facing)
    )


def hides_anyway(battle: Battle, unit: Unit) -> bool:
    return any(hook(battle, unit) for hook in battle.hooks[hooks.hides_anyway])


def limits(battle: Battle, side: str) -> list[tuple[int, str]]:
    return [answer for hook in battle.hooks[hooks.most_hidden] if (answer := hook(battle, side)) is not None]


def allowed_to_all(battle: Battle, side: str) -> int | None:
    """How many units a side may hide without knowing more about it than others; None for any number."""
    return min(limits(battle, side), default=(None, ""))[0]


def enough_hidden(battle: Battle, unit: Unit) -> Refusal | None:
    """A side may hide no more units than some rule lets it: hook ``most_hidden``."""
    answers = limits(battle, unit.side)
    if not answers or hides_anyway(battle, unit):
        return None
    most, by = more_hidden(battle, unit.side, *min(answers))
    own = [other for other in battle.units_of(unit.side) if not hides_anyway(battle, other)]
    lying = sum(hidden.of(other) for other in own)
    if lying < most:
        return None
    return Refusal("too_many_hidden", f"{unit.side} may hide {most} units, and has hidden {lying}", by)


def more_hidden(battle: Battle, side: str, most: int, by: str) -> tuple[int, str]:
    """What a side makes of its number: hook ``hides_more``."""
    for hook in battle.hooks[hooks.hides_more]:
        most, by = hook(battle, side, most) or (most, by)
    return most, by


def outside_its_ground(battle: Battle, unit: Unit, at: Point, facing: float) -> Refusal | None:
    """Where its side deploys, or where some rule lets it lie besides: hook ``hides_elsewhere``."""
    for hook in battle.hooks[hooks.hides_elsewhere]:
        answer = hook(battle, unit, at)
        if answer is not None:
            return answer if isinstance(answer, Refusal) else None
    return why_not_deploy(battle, unit, *at, facing)


@hooks.deploy_choices.rule("AS-OPT-470", when=OPTION)
def may_be_hidden(battle: Battle, unit: Unit) -> Choice | None:
    if cannot_hide(battle, unit) is not None or enough_hidden(battle, unit) is not None:
        return None
    note = "nobody else is told; not in the open, on pavement or on water"
    return Choice("hidden", "Hidden", "flag", "AS-OPT-470", note=note)


@hooks.places_singly.rule("AS-OPT-470", when=OPTION)
def uncounted(battle: Battle) -> bool:
    """Who places a share of several units would tell how many more it has, and so how many of them it hides."""
    return True


@hooks.knowledge.rule("AS-OPT-470", when=OPTION)
def who_is_still_to_come(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """While forces deploy nobody knows who is still to come: otherwise whoever is hidden would be missed."""
    if battle.state.phase != DEPLOYMENT or unit.place != RESERVE:
        return None
    return Degree.NOTHING if is_waiting(unit) else None


# -- who, and where -------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-472", otherwise=None)
def cannot_hide(battle: Battle, unit: Unit) -> Refusal | None:
    """Mobile structures never hide, nor does what is in the air; aerospace units on the ground may."""
    if unit.card.is_mobile_structure:
        return Refusal("cannot_hide", f"{unit.id} is a mobile structure: those do not hide", "AS-OPT-472")
    if unit.airborne:
        return Refusal("cannot_hide", f"{unit.id} is in the air: what is on the ground may hide", "AS-OPT-472")
    return None


@rules.rule("AS-OPT-472", otherwise=None)
def no_place_to_hide(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """Not in the open, not on pavement, not on water; large units need something that is about as high as they are."""
    if hides_anyway(battle, unit):
        return None
    if is_hidden_by_water(battle, unit, at):
        return None
    table = battle.table
    kinds = {feature.kind for feature in table.features_at(*at) if feature.role_name not in ("water", "hill", "hollow")}
    cover = kinds.difference(OPEN.of(battle))
    open_too = hides_in_the_open(battle, unit)
    if water_at(battle, *at) is not None or not (open_too or kinds.isdisjoint(OPEN.of(battle))):
        return _exposed(unit, "on a road, a bridge, pavement or water")
    if not unit.card.is_large and open_too:
        return None
    if not unit.card.is_large:
        return None if cover else _exposed(unit, "in clear terrain")
    if "building" in cover or is_walled_in(battle, unit, at):
        return None
    text = (
        f"{unit.id} is too large for this place: it hides in buildings, under water, or where all within an inch of it"
    )
    return Refusal("no_place_to_hide", f"{text} is nearly as high as itself", "AS-OPT-472")


def _exposed(unit: Unit, where: str) -> Refusal:
    text = f"{unit.id} cannot hide {where}: choose woods, rough ground, a building, deep water or the like"
    return Refusal("no_place_to_hide", text, "AS-OPT-472")


def is_hidden_by_water(battle: Battle, unit: Unit, at: Point) -> bool:
    there = copy_unit(unit)
    (there.x, there.y), there.elevation = at, resting_level(battle, unit, *at)
    return is_underwater(battle, there)


def is_walled_in(battle: Battle, unit: Unit, at: Point) -> bool:
    """All of the ring around its base is at least an inch less high than itself."""
    table, row = battle.table, RING.of(battle)
    needed = table.ground(*at) + unit.height - row["lower by"] - TINY
    around = [table.beyond(at, bearing, unit.radius + row["within"]) for bearing in BEARINGS]
    return all(table.inside(x, y) and height_at(battle, (x, y)) >= needed for x, y in around)


def height_at(battle: Battle, at: Point) -> float:
    """The top of whatever stands at a point."""
    table = battle.table
    standing = [feature.height for feature in table.features_at(*at) if feature.role_name in ("solid", "woods", "veil")]
    return table.ground(*at) + max(standing, default=0.0)
