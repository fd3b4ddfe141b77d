"""Deep water and rapids (p. 136): what depth costs and does to hulls, and where the current takes units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.optional import ADVANCED_TERRAIN
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.criticals import can_suffer, check, column_of
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.entering import SWEPT, led_to, step_to
from lancemate.alphastrike.movement.ground_costs import hovers_over
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.terrain import Row, depth_row
from lancemate.alphastrike.options.advanced_terrain.growth import ADVANCED
from lancemate.alphastrike.play.events import Displaced
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.ids import RuleId, UnitId
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.play.words import terrain_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import own_depth
from lancemate.kernel.events import event
from lancemate.kernel.steps import Step

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.terrain import Medium, Patch
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.reading import Reader

RAPIDS: Final = "rapids"  # the key of water that flows, and the bearing it flows to
EXTREME: Final = rules.table("AS-OPT-006", {"inches": 11.0, "damage": 1})
CURRENT: Final = rules.table("AS-OPT-007", {"more than Skill": 2, "inches": 2.0})
CAUSE: Final = "depth"
PRESSURE: Final = cause(CAUSE, "AS-OPT-006", NATURE)
STEP: Final = 0.125  # inches by which a place to stop is looked for
TINY: Final = 1e-6
# Where each row of the table ends, in inches.
BANDS: Final = ((2.0, "depth 0-1"), (4.0, "depth 2-3"), (11.0, "depth 4-10"), (1e9, "depth 11+"))


def _bearing(reader: Reader, key: str) -> float:
    if reader.number("depth") < 1.0:
        raise reader.wrong(key, "rapids are in water that is 1 inch deep or more (AS-OPT-007)")
    return reader.number(key, least=0.0, most=360.0)


terrain_word(RAPIDS, _bearing, "water", options=(ADVANCED,))


# -- what it costs --------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-012", when=ADVANCED, replaces=depth_row)
def banded(battle: Battle, depth: float) -> Row:
    """Walking on the bottom costs nothing more in shallows, and more with every band below."""
    name = next(name for end, name in BANDS if depth < end)
    listed = ADVANCED_TERRAIN.of(battle)["water"][name]
    return Row(f"water of {name}", listed.cost, listed.prohibited, "AS-OPT-012")


@hooks.on_water.rule("AS-OPT-007", when=ADVANCED)
def against_the_current(battle: Battle, unit: Unit, patch: Patch, medium: Medium) -> Cost | None:
    """Rapids cost an inch more for every inch, in them and on them."""
    if not any(RAPIDS in feature.properties for feature in patch.features):
        return None
    return Cost(RAPIDS, ADVANCED_TERRAIN.of(battle)["water"]["rapids"].cost, "AS-OPT-007")


# -- extreme depth --------------------------------------------------------------------------------------------


@hooks.movement_ends.rule("AS-OPT-006", when=ADVANCED)
def pressure(battle: Battle) -> None:
    """The hull of whoever is too deep is tested, unless it is a submarine; infantry is hurt."""
    for unit in list(battle.on_table()):
        if own_depth(battle, unit) >= EXTREME.of(battle)["inches"] - TINY and not _is_a_submarine(battle, unit):
            crush(battle, unit)


def _is_a_submarine(battle: Battle, unit: Unit) -> bool:
    return "Sub" in words(battle, unit.card)


def crush(battle: Battle, unit: Unit) -> None:
    if can_suffer(battle, unit) and column_of(battle, unit) is not None:
        battle.follow(Step(check, (unit.id, CAUSE, False)))
    else:
        hurt(battle, unit.id, int(EXTREME.of(battle)["damage"]), PRESSURE.itself)


# -- rapids ---------------------------------------------------------------------------------------------------


@event
class CurrentTested:
    """A unit has tried to hold its place in rapids."""

    type: ClassVar[str] = "rapids"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number",)}
    unit: UnitId
    roll: tuple[int, ...]
    target_number: int
    swept: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        return None


@hooks.movement_ends.rule("AS-OPT-007", when=ADVANCED)
def current(battle: Battle) -> None:
    """Whoever is in rapids, or on them, rolls to hold its place; what rides on air does not."""
    for unit in list(battle.on_table()):
        rapids = rapids_at(battle, unit.at)
        if rapids is not None and _is_in_it(battle, unit):
            hold(battle, unit, rapids)


def _is_in_it(battle: Battle, unit: Unit) -> bool:
    afloat = unit.elevation <= battle.table.surface(*unit.at) + TINY
    return afloat and not unit.airborne and not hovers_over(battle, unit)


def rapids_at(battle: Battle, at: Point) -> Feature | None:
    """The rapids at a place: the uppermost water, where it flows."""
    wet = [feature for feature in battle.table.features_at(*at) if feature.role_name == "water"]
    return wet[-1] if wet and RAPIDS in wet[-1].properties else None


def hold(battle: Battle, unit: Unit, rapids: Feature) -> None:
    needed = unit.skill + CURRENT.of(battle)["more than Skill"]
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) < needed)
    swept = dice_sum(battle, roll) < needed
    battle.emit(CurrentTested(unit.id, roll, int(needed), swept, "AS-OPT-007"))
    if swept:
        drift(battle, unit, float(rapids.properties[RAPIDS]))


def drift(battle: Battle, unit: Unit, way: float) -> None:
    """Two inches down the rapids, or as far as there is room in them."""
    table, there = battle.table, unit.at
    for step in range(1, int(CURRENT.of(battle)["inches"] / STEP) + 1):
        place = table.snap(table.beyond(unit.at, way, step * STEP))
        if not _fits(battle, unit, place):
            break
        there = place
    if there != unit.at:
        wades = unit.elevation <= table.ground(*unit.at) + TINY
        level = table.ground(*there) if wades else unit.elevation
        before = step_to(battle, Displaced(unit.id, there, level, "AS-OPT-007"))
        led_to(battle, unit, SWEPT, (there,), before)


def _fits(battle: Battle, unit: Unit, at: Point) -> bool:
    if not battle.table.inside(*at, unit.radius) or rapids_at(battle, at) is None:
        return False
    if why_not_stand(battle, unit, at, resting_way(battle, unit)) is not None:
        return False
    others = [other for other in battle.on_table() if other is not unit and not other.airborne]
    return all(flat(battle, "AS-OPT-007", there(battle, unit, at), other) >= -TINY for other in others)
