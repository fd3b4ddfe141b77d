"""Moving through buildings, and up and down in them and on them (pp. 72-74).

A way leads through buildings on their ground floors. A 'Mech whose way ends on a roof climbs the outside where the way
meets the outline; infantry and ProtoMechs take the stairs where they end or where they set out. Must not know what
walking does to a building.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import LEVEL, Storeys, inches
from lancemate.alphastrike.movement.level import steepness_limit
from lancemate.alphastrike.movement.terrain import Row
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.buildings import BUILT, roof_of, row_of, structure_at, type_of
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.movement.terrain import Medium
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

# -- what an inch inside costs (p. 72) ------------------------------------------------------------------------


@hooks.terrain_row.rule("AS-URB-003", part=1, kinds=BUILT, when=BUILT_UP)
def through_a_building(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Every inch inside a building or a wall costs what its type says."""
    if feature.kind not in BUILT:
        return None
    return Row(_name(feature), row_of(battle, feature).move, (), "AS-URB-003")


@hooks.terrain_row.rule("AS-URB-004", types=("CI", "BA"), kinds=BUILT, when=BUILT_UP)
def infantry_inside(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """Infantry of both kinds goes through doors and corridors for nothing."""
    if feature.kind not in BUILT or not unit.card.is_infantry:
        return None
    return Row(_name(feature), 0.0, (), "AS-URB-004")


@hooks.terrain_row.rule("AS-URB-005", types="PM", kinds=BUILT, when=BUILT_UP)
def protomech_inside(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """A ProtoMech pays an inch more, whatever the building."""
    if feature.kind not in BUILT or not unit.card.is_protomech:
        return None
    return Row(_name(feature), 1.0, (), "AS-URB-005")


def _name(feature: Feature) -> str:
    return f"{feature.kind}, {type_of(feature)}"


# -- floors and roofs -----------------------------------------------------------------------------------------


def takes_stairs(unit: Unit) -> bool:
    """Infantry and ProtoMechs go from floor to floor inside."""
    return unit.card.is_infantry or unit.card.is_protomech


class Goal(NamedTuple):
    """The structure a move ends in, and the level it is to end at there."""

    feature: Feature
    level: float
    on_roof: bool
    above: float  # inches above its foot; nothing on the ground floor


@hooks.storeys.rule("AS-URB-007", "AS-URB-008", "AS-URB-009", when=BUILT_UP)
def on_which_floor(m: Movement) -> Storeys | None:
    """A way leads through buildings at ground level; one that begins or ends higher up leads there by the rules."""
    if m.way not in ("walk", "surface") or m.path is None or (m.travels and not _near_buildings(m)):
        return None
    start = _begins_in(m)
    goal = _goal_of(m)
    if start is None and (goal is None or not goal.above):
        return None if goal is None else Storeys((None,) * len(m.path.legs), settled=True)
    if goal is not None and goal.above:
        below = no_such_floor(m, goal) if goal.above < 0.0 else None
        refusal = below or too_heavy_for_stairs(m, goal) or between_floors(m, goal) or no_such_floor(m, goal)
        if refusal is not None:
            raise Refused(refusal)
    return (_by_the_stairs if takes_stairs(m.unit) else _by_the_outside)(m, start, goal)


def _near_buildings(m: Movement) -> bool:
    """Whether a way comes near anything that has floors: most do not."""
    for feature in m.near:
        if feature.kind in BUILT:
            return True
    return False


def _begins_in(m: Movement) -> Feature | None:
    """The structure that a unit is upstairs in, or on top of, when it sets out."""
    at = m.points[0]
    feature = structure_at(m.battle, at)
    if feature is None or m.start_level <= m.battle.table.ground(*at) + LEVEL:
        return None
    return feature if m.start_level <= roof_of(m.battle, feature) + LEVEL else None


def _goal_of(m: Movement) -> Goal | None:
    feature = structure_at(m.battle, m.end)
    if feature is None:
        return None
    wish = m.command.elevation or 0.0
    if abs(wish) <= LEVEL:
        return Goal(feature, m.battle.table.ground(*m.end), False, 0.0)
    top = roof_of(m.battle, feature)
    return Goal(feature, top - feature.height + wish, wish >= feature.height - LEVEL, wish)


def _by_the_stairs(m: Movement, start: Feature | None, goal: Goal | None) -> Storeys:
    """Inside, where it ends; where it leaves the building it was upstairs in, before it sets out."""
    assert m.path is not None
    legs = m.path.legs
    last = goal.level if goal is not None else None
    if start is None:
        return Storeys((None,) * len(legs), last=last, settled=goal is not None)
    if goal is not None and goal.feature is start and all(start in leg.features for leg in legs):
        return Storeys((_floor(m, start, m.start_level),) * len(legs), last=last, settled=True)
    return Storeys((None,) * len(legs), m.battle.table.ground(*m.points[0]), last, goal is not None)


def _by_the_outside(m: Movement, start: Feature | None, goal: Goal | None) -> Storeys:
    """Along the face of the building, where the way meets its outline."""
    assert m.path is not None
    legs = m.path.legs
    floors: list[tuple[float, Medium] | None] = [None] * len(legs)
    if start is not None:
        for number, leg in enumerate(legs):
            if start not in leg.features:
                break
            floors[number] = _floor(m, start, m.start_level)
    if goal is not None and _never_leaves(m, goal.feature):
        refusal = floors_inside(m, goal)
        if refusal is not None:
            raise Refused(refusal)
    if goal is not None and goal.above:
        for number in reversed(range(len(legs))):
            if goal.feature not in legs[number].features:
                break
            floors[number] = _floor(m, goal.feature, goal.level)
    last = goal.level if goal is not None and not legs else None
    return Storeys(tuple(floors), last=last, settled=goal is not None)


def _never_leaves(m: Movement, feature: Feature) -> bool:
    """Whether a way begins inside a building and stays there. On hexes what it comes from is not among its legs."""
    assert m.path is not None
    if structure_at(m.battle, m.points[0]) is not feature:
        return False
    return all(feature in leg.features for leg in m.path.legs)


def _floor(m: Movement, feature: Feature, level: float) -> tuple[float, Medium]:
    return level, "roof" if level >= roof_of(m.battle, feature) - LEVEL else "land"


@rules.rule("AS-URB-007", otherwise=None)
def too_heavy_for_stairs(m: Movement, goal: Goal) -> Refusal | None:
    """Only 'Mechs, ProtoMechs and infantry go up a building."""
    if m.unit.card.is_mech or takes_stairs(m.unit):
        return None
    message = f"{m.unit.id} stays on the ground floor of {goal.feature.id}: only 'Mechs, ProtoMechs and infantry go up"
    return Refusal("no_way_up", message, "AS-URB-007")


@rules.rule("AS-URB-009", otherwise=None)
def between_floors(m: Movement, goal: Goal) -> Refusal | None:
    """A 'Mech is on the ground floor of a building or on its roof, on no floor between."""
    if takes_stairs(m.unit) or goal.on_roof:
        return None
    top = inches(goal.feature.height)
    message = f"{m.unit.id} may be on the ground floor of {goal.feature.id} (0) or on its roof ({top}), not between"
    return Refusal("no_such_floor", message, "AS-URB-009")


@rules.rule("AS-URB-008", otherwise=None)
def no_such_floor(m: Movement, goal: Goal) -> Refusal | None:
    """Floors lie an inch apart, and the roof is above the last of them; on a slope they begin higher up."""
    height, wish = goal.feature.height, goal.above
    buried = m.battle.table.ground(*m.end) - goal.level
    if wish >= 0.0 and buried > LEVEL:
        message = f"{goal.feature.id} stands on a slope: there its ground floor is {inches(buried)} higher than that"
        return Refusal("no_such_floor", message, "AS-URB-008")
    if 0.0 <= wish <= height + LEVEL and (goal.on_roof or abs(wish - round(wish)) <= LEVEL):
        return None
    unit = "level" if on_hexes(m.battle) else "inch"
    message = f"{goal.feature.id} has floors at every whole {unit} from 0 to below {inches(height)}, and there its roof"
    return Refusal("no_such_floor", message, "AS-URB-008")


@rules.rule("AS-URB-009", otherwise=None)
def floors_inside(m: Movement, goal: Goal) -> Refusal | None:
    """Whoever climbs outside cannot change floors inside."""
    if abs(goal.level - m.start_level) <= LEVEL:
        return None
    message = (
        f"{m.unit.id} cannot change floors inside {goal.feature.id}: it climbs the outside, "
        f"so its way leads out of the building and in again, or it ends at the level where it is"
    )
    return Refusal("no_stairs", message, "AS-URB-009")


@hooks.may_end.rule("AS-URB-009", part=-1, when=BUILT_UP)
def too_high_a_face(m: Movement) -> Refusal | None:
    """The face of a building is climbed like any slope: two inches for an inch of way, and no more, for a 'Mech."""
    if m.storeys is None or m.way != "walk":
        return None
    limit = steepness_limit(m, m.unit)
    for rise in m.rises:
        if not rise.swum and not rise.stairs and abs(rise.rise) > limit + LEVEL:
            high = inches(abs(rise.rise))
            message = f"{m.unit.id} climbs {limit:g} inches at one place, not the {high} of this face; it may jump"
            return Refusal("too_steep", message, "AS-URB-009")
    return None


@hooks.comes_down_on.rule("AS-URB-009", "AS-URB-008", when=BUILT_UP)
def onto_the_roof(m: Movement) -> float | None:
    """Whoever jumps to where a building stands comes down on its roof."""
    feature = structure_at(m.battle, m.end)
    if feature is None:
        return None
    top = roof_of(m.battle, feature)
    wish = feature.height if m.command.elevation is None else m.command.elevation
    goal = Goal(feature, top, abs(wish - feature.height) <= LEVEL, wish)
    refusal = too_heavy_for_stairs(m, goal) or (None if goal.on_roof else not_through_the_roof(m, goal))
    if refusal is not None:
        raise Refused(refusal)
    return top


def not_through_the_roof(m: Movement, goal: Goal) -> Refusal:
    message = f"{m.unit.id} jumps onto the roof of {goal.feature.id} ({inches(goal.feature.height)}), not into it"
    return Refusal("no_such_floor", message, "AS-URB-008" if takes_stairs(m.unit) else "AS-URB-009")


# -- what is offered ------------------------------------------------------------------------------------------


@hooks.move_choices.rule("AS-URB-007", when=BUILT_UP)
def floor_at_the_end(battle: Battle, unit: Unit) -> Choice | None:
    """Whoever goes up buildings says on which floor it ends."""
    if not (unit.card.is_mech or takes_stairs(unit)):
        return None
    heights = [feature.height for feature in battle.table.features if feature.kind in BUILT]
    if not heights:
        return None
    return Choice("elevation", "Floor at the end", "number", "AS-URB-007", most=max(heights))
