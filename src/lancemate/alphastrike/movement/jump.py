"""Jumping (pp. 37-38): straight over everything that is not too high, to a place where the unit may stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.movement.context import LEVEL, TOLERANCE, Movement, Stretch, Way, inches
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.level import place_footing, standing_level, steepness_limit
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.terrain import patch_of
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import top_of
from lancemate.alphastrike.terrain.water import water_depth
from lancemate.kernel.errors import Refusal, Refused, refuse


def jump(m: Movement, lands_by: Way) -> None:
    """Work out a jump: its line, its cost, where and on what it lands."""
    battle, level = m.battle, m.start_level
    m.in_the_open = level == 0.0 and battle.state.table.is_open(m.box)
    if m.in_the_open:
        m.stretches = (Stretch(m.inches, m.points[0], m.end, patch_of(battle, ()), "land", level),)
    else:
        m.path = battle.state.table.trace((m.points[0], m.end))
        legs = m.path.legs
        m.stretches = tuple(
            [Stretch(leg.length, leg.start, leg.end, patch_of(battle, leg.features), "land", level) for leg in legs]
        )
    price(m)
    roof = next((top for hook in battle.hooks[hooks.comes_down_on] if (top := hook(m)) is not None), None)
    m.end_level = standing_level(battle, m.unit, *m.end, lands_by) if roof is None else roof
    high = too_high(m)
    if high is not None:
        raise refuse("too_high", high, "AS-MOV-054")
    if roof is None:
        check_landing(m, lands_by)


@hooks.may_move.rule("AS-MOV-052", kinds="jump")
def needs_jump_jets(m: Movement) -> Refusal | None:
    """Only a unit with jumping Move jumps, instead of moving on the ground."""
    if current_move(m.battle, m.unit, "jump") > 0:
        return None
    has = "has no jumping Move left" if m.unit.card.move.jump else f"has Move {m.unit.card.move} and cannot jump"
    return Refusal("cannot_jump", f"{m.unit.id} {has}; use mode ground", "AS-MOV-052")


@hooks.may_move.rule("AS-MOV-056", kinds="jump")
def not_out_of_water(m: Movement) -> Refusal | None:
    """A unit may jump into water but not out of it, whether it wades, dives or swims on the surface."""
    unit = m.unit
    if not unit.on_table:
        return None
    depth = water_depth(m.battle, unit)
    way = resting_way(m.battle, unit)
    if depth < 1.0 - LEVEL or place_footing(m.battle, unit, *unit.at, way, unit.elevation).medium in ("deck", "ice"):
        return None
    message = f"{unit.id} is in water of depth {depth:g} and cannot jump; it may move out of it on the ground"
    return Refusal("in_water", message, "AS-MOV-056")


@hooks.may_end.rule("AS-MOV-053", kinds="jump")
def straight_line(m: Movement) -> Refusal | None:
    """A jump is one straight line to the landing point, of an inch or more."""
    straight = m.battle.table.distance(m.points[0], m.end)
    if m.inches > straight + TOLERANCE:
        return Refusal("not_straight", "a jump goes in one straight line: name its landing point only", "AS-MOV-053")
    if straight < 1.0 - LEVEL:
        message = f"a jump covers at least 1 inch, not {inches(straight)}; use mode standstill"
        return Refusal("too_short", message, "AS-MOV-052")
    return None


@rules.rule("AS-MOV-054", otherwise=None)
def too_high(m: Movement) -> str | None:
    """Nothing on the line, nor the landing point, may be higher than half the jumping Move above the start."""
    limit = round_down(m, current_move(m.battle, m.unit, "jump") / 2) + m.start_level + LEVEL
    for top, what in obstacles(m):
        if top > limit:
            may = f"{m.unit.id} may jump over elevation {inches(limit)} from here"
            return f"{what} reaches elevation {inches(top)}; {may}"
    return None


def obstacles(m: Movement) -> Iterator[tuple[float, str]]:
    """What a jump must clear, with its elevation: the ground and what stands on it, and where it comes down."""
    ends = {feature.id for end in (m.points[0], m.end) for feature in m.battle.table.features_at(*end)}
    for leg in m.path.legs if m.path is not None else ():
        yield max(leg.ground, leg.surface), "the ground on the line"
        for feature in leg.features:
            # The trees it jumps out of or into are not in its way; a wall is.
            if feature.role_name == "solid" or (feature.role_name == "woods" and feature.id not in ends):
                yield top_of(m.battle, feature, leg.ground), f"{feature.id} ({feature.kind}) on the line"
    yield m.end_level, "the landing point"


@rules.rule("AS-MOV-055", otherwise=lambda m: steepness_limit(m, m.unit))
def safe_drop(m: Movement) -> float:
    """Jumping down is safe from any height."""
    return inf


def check_landing(m: Movement, lands_by: Way) -> None:
    """Refuse a landing too far down or in terrain the unit may not be in."""
    if m.start_level - m.end_level > safe_drop(m) + LEVEL:
        raise refuse("too_deep_a_drop", f"{m.unit.id} cannot jump down that far", "AS-MOV-055")
    refusal = why_not_stand(m.battle, m.unit, m.end, lands_by)
    if refusal is not None:
        raise Refused(refusal)
