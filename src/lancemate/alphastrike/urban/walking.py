"""What moving through a building does to it (pp. 72-74): a point for every inch begun, marked when the move is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.damage.causes import own_doing
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import is_sectioned
from lancemate.alphastrike.urban.buildings import BUILT, built_at, factor_left, section_at
from lancemate.alphastrike.urban.collapse import bring_down, damage_feature, fall_hurts, is_too_large, overloaded

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement, Stretch
    from lancemate.field.terrain import Feature

PIECES: Final = 16  # into which a stretch inside a wall is cut, to tell its sections apart


@hooks.moved.rule("AS-URB-006", when=BUILT_UP)
def breaks_its_way(m: Movement) -> bool | None:
    """Whoever moves through a building damages it; what that brings down falls when the move is over."""
    if m.in_the_open:
        return None
    passed = inches_inside(m)
    for feature, inches in passed.items():
        if is_too_large(m.battle, m.unit, feature, m.battle.table.ground(*m.end)):
            bring_down(m.battle, feature, "AS-URB-011", own_doing(m.unit), leaving=m.unit)
        else:
            damage_feature(m.battle, feature, wear(m, inches), "AS-URB-006", own_doing(m.unit), leaving=m.unit)
    return True if passed else None


@hooks.breaks.rule("AS-URB-006", when=BUILT_UP)
def broken_on_the_way(m: Movement) -> tuple[Feature, ...]:
    """What a move would bring down by leading through it."""
    ground = m.battle.table.ground(*m.end)
    return tuple(
        feature
        for feature, inches in inches_inside(m).items()
        if wear(m, inches) >= factor_left(m.battle, feature) > 0 or is_too_large(m.battle, m.unit, feature, ground)
    )


@hooks.move_danger.rule("AS-URB-019", when=BUILT_UP)
def buried_at_the_end(m: Movement) -> float:
    """What a fall that the move itself brings about does to whoever ends in it."""
    if m.in_the_open or m.airborne or m.exit_edge is not None or m.boarding is not None:
        return 0.0
    falling = [*broken_on_the_way(m), *overloaded(m.battle, m.unit, m.end, m.end_level)]
    here = [section_at(one, m.end) for one in built_at(m.battle, m.end)]
    return sum((fall_hurts(m.battle, m.unit, feature) for feature in dict.fromkeys(falling) if feature in here), 0.0)


def wear(m: Movement, inches: float) -> int:
    """Points of damage for so many inches inside: infantry does none."""
    return 0 if leaves_it_whole(m) else points_for(m, inches)


@rules.rule("AS-URB-006", otherwise=0)
def points_for(m: Movement, inches: float) -> int:
    """One for every inch begun."""
    return round_up(m, inches - SLACK)


@rules.rule("AS-URB-004", otherwise=False)
def leaves_it_whole(m: Movement) -> bool:
    """Infantry of both kinds walks through doors."""
    return m.unit.card.is_infantry


def inches_inside(m: Movement) -> dict[Feature, float]:
    """How far a move leads through each building and each section of a wall; roofs do not count."""
    passed: dict[Feature, float] = {}
    if m.way not in ("walk", "surface") or m.in_the_open:
        return passed
    for stretch in m.stretches:
        for feature in stretch.patch.solid:
            if feature.kind not in BUILT or stretch.medium == "roof" or stretch.length <= SLACK:
                continue
            shares = _by_section(stretch, feature) if is_sectioned(feature) else {feature: stretch.length}
            for one, inches in shares.items():
                passed[one] = passed.get(one, 0.0) + inches
    return passed


def _by_section(stretch: Stretch, wall: Feature) -> dict[Feature, float]:
    (ax, ay), (bx, by) = stretch.start, stretch.end
    found: dict[Feature, float] = {}
    for k in range(PIECES):
        t = (k + 0.5) / PIECES
        section = section_at(wall, (ax + t * (bx - ax), ay + t * (by - ay)))
        found[section] = found.get(section, 0.0) + stretch.length / PIECES
    return found
