"""Other units and the edges of things (pp. 32, 34-35): whom a unit may pass, where it may stop, what it may touch.

Must not know costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement, Stretch, Way
from lancemate.alphastrike.movement.level import place_footing, steep_refusal, steepness_limit
from lancemate.alphastrike.movement.terrain import going, patch_of, touched_row
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import any_overlap, footprint
from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Point
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.space import Space
    from lancemate.field.terrain import Feature

ROUND: Final = tuple(22.5 * k for k in range(16))  # directions in which the rim of a base is looked at
PACE: Final = 0.25  # inches between two looks


# -- other units ----------------------------------------------------------------------------------------------


def others(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Everyone else who stands on the table."""
    for other in battle.units.values():
        if other.place == "table" and other is not unit:
            yield other


def in_the_way(
    battle: Battle, unit: Unit, at: Point, *, facing: float | None = None, seen: bool = False
) -> Unit | None:
    """A unit whose base the unit's own would overlap at a place; only one that is ``seen``, if asked so."""
    found = all_in_the_way(battle, unit, at, facing=facing, seen=seen)
    return found[0] if found else None


def all_in_the_way(
    battle: Battle,
    unit: Unit,
    at: Point,
    *,
    facing: float | None = None,
    seen: bool = False,
    among: Iterable[Unit] | None = None,
) -> list[Unit]:
    """Every such unit, perhaps ``among`` those that come into question."""
    state = battle.state
    found: list[Unit] = []
    units = state.units.values() if among is None else among
    for other in state.table.overlapped(at, unit.radius - SLACK, units):
        if other is unit or other.place != "table" or (other.airborne and is_overhead(other)):
            continue
        if seen and other.hidden_from(unit.side):
            continue
        if (unit.sections or other.sections) and not _overlap(battle, unit, at, facing, other):
            continue
        found.append(other)
    return found


def _overlap(battle: Battle, unit: Unit, at: Point, facing: float | None, other: Unit) -> bool:
    """Whether a unit would share space with a mobile structure, or be one that does."""
    return any_overlap(battle, footprint(battle, unit, at, facing), footprint(battle, other), SLACK)


def beside(m: Movement) -> list[Unit]:
    """The units that a move passes or ends near, judged roughly; itself among them."""
    found = m.beside
    if found is None:
        state = m.battle.state
        found = m.beside = state.table.those_near(m.box, m.unit.radius - SLACK, state.units.values())
    return found


@hooks.may_end.rule("AS-MOV-007")
def no_stacking(m: Movement) -> Refusal | None:
    """No two units may end in the same space, friend or enemy, whatever their elevations."""
    if m.exit_edge is not None or m.boarding is not None or m.unit.sections or (not m.travels and _stays(m)):
        return None
    for other in all_in_the_way(m.battle, m.unit, m.end, seen=True, among=beside(m)):
        if not hovers_over(m, other):
            message = f"{other.id} stands there: {m.unit.id} may end beside it, not in the same space"
            return Refusal("stacking", message, "AS-MOV-007")
    return None


def _stays(m: Movement) -> bool:
    """It goes nowhere, and does not come down from the air where it is either."""
    return not (m.unit.airborne and m.end_level < m.unit.elevation)


@rules.rule("AS-BAT-141", otherwise=False)
def hovers_over(m: Movement, other: Unit) -> bool:
    """VTOLs hover right above the largest units, which is where they may grapple them from."""
    return m.airborne and m.way == "fly" and other.card.is_large and m.end_level >= other.body.top - LEVEL


def why_kept_free(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """Why a place is not to be taken by anybody: hook ``kept_free`` (battle, unit, at)."""
    return next((refusal for hook in battle.hooks[hooks.kept_free] if (refusal := hook(battle, unit, at))), None)


@hooks.may_end.rule("AS-MOV-006", part=1)
def not_through_enemies(m: Movement) -> Refusal | None:
    """Friends let a unit pass; an enemy at the same elevation does not."""
    met = enemies_met(m) if m.travels and m.way != "jump" else ()
    return _barred_by(m, met[0]) if met and not slips_through(m.battle, m.unit) else None


def slips_through(battle: Battle, unit: Unit) -> bool:
    """Whether enemies do not bar a unit's way: hook ``slips_through`` (battle, unit) -> bool."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.slips_through])


def enemies_met(m: Movement) -> list[Unit]:
    """The enemies, as far as its side knows of them, whose bases a move leads through."""
    found: list[Unit] = []
    if not m.travels or m.way == "jump":
        return found
    table = m.battle.state.table
    side, radius = m.unit.side, m.unit.radius - SLACK
    for enemy in beside(m):
        if enemy.side == side or enemy.place != "table" or (enemy.airborne and is_overhead(enemy)):
            continue
        reach = radius + enemy.radius
        if m.unit.sections or enemy.sections:
            if not _is_unknown(m, enemy) and _sweeps(m, enemy):
                found.append(enemy)
            continue
        # One it overlaps already does not hold it, as long as it comes no closer.
        apart = min(reach, table.distance(m.points[0], enemy.at) - SLACK)
        if any(_meets(table, stretch, enemy, apart) for stretch in m.stretches) and not _is_unknown(m, enemy):
            found.append(enemy)
    return found


def _is_unknown(m: Movement, enemy: Unit) -> bool:
    """It lies hidden, and the move has not run into it."""
    return enemy.hidden_from(m.unit.side) and enemy.id not in m.through_hidden


def _barred_by(m: Movement, enemy: Unit) -> Refusal:
    message = f"{enemy.id} bars the way of {m.unit.id}: go around an enemy at the same elevation, or over it"
    return Refusal("enemy_in_the_way", message, "AS-MOV-006")


def _sweeps(m: Movement, enemy: Unit) -> bool:
    """Whether a move leads through an enemy, where one of the two is a mobile structure: circle by circle."""
    battle, table = m.battle, m.battle.table
    for place, own in enumerate(footprint(battle, m.unit, m.points[0])):
        for there in footprint(battle, enemy):
            apart = min(own.radius + there.radius - SLACK, table.distance(own.at, there.at) - SLACK)
            for stretch in m.stretches:
                a, b = (footprint(battle, m.unit, at)[place].at for at in (stretch.start, stretch.end))
                near = table.nearest_on(a, b, there.at)
                if abs(stretch.level - enemy.elevation) <= LEVEL and table.distance(near, there.at) < apart:
                    return True
    return False


def _meets(table: Space, stretch: Stretch, enemy: Unit, reach: float) -> bool:
    if abs(stretch.level - enemy.elevation) > LEVEL:
        return False
    away = table.distance(table.nearest_on(stretch.start, stretch.end, enemy.at), enemy.at)
    return away < reach or (away == 0.0 and table.kind == "hex")


# -- the base against terrain ---------------------------------------------------------------------------------


@hooks.may_end.rule("AS-MOV-027", part=1)
def base_stays_clear(m: Movement) -> Refusal | None:
    """No part of the base may enter prohibited terrain; what it lies on already it may only leave."""
    if not m.travels or m.way not in ("walk", "surface", "swim", "skim") or m.unit.card.is_mobile_structure:
        return None
    if m.near and _near_hazards(m):
        refusal = _base_enters(m)
        if refusal is not None:
            return refusal
    return _aground(m) if m.unit.card.is_naval else None


def _base_enters(m: Movement) -> Refusal | None:
    """What of a feature the centre keeps clear of bars the base, or None."""
    battle, unit = m.battle, m.unit
    under = {feature.id for stretch in m.stretches for feature in stretch.patch.features}
    for feature, along in battle.table.features_swept(m.points, unit.radius - SLACK):
        if feature.id in under or along <= 0.0:
            continue
        if feature.role_name == "hill":
            refusal = _steep_face(m, along) if feature.height > steepness_limit(m, unit) + LEVEL else None
        elif m.by_road and feature.role_name != "solid":
            refusal = None
        else:
            refusal = touched_row(battle, unit, feature, m.way)
        if refusal is not None:
            return refusal
    return None


def _near_hazards(m: Movement) -> bool:
    """Whether the path comes near anything that could bar this unit: most paths do not."""
    for feature in m.near:
        if _is_hazard(m.battle, m.unit, feature, m.way):
            return True
    return False


def _is_hazard(battle: Battle, unit: Unit, feature: Feature, way: Way) -> bool:
    """Whether a feature could bar a unit that comes along."""
    if feature.role_name == "hill":
        return feature.height > steepness_limit(battle, unit) + LEVEL
    return touched_row(battle, unit, feature, way) is not None


def _steep_face(m: Movement, begin: float) -> Refusal | None:
    """Why the rim of the base would cut into a face too steep for the unit, or None."""
    limit = steepness_limit(m, m.unit)
    for (x, y), level in _along(m, begin):
        for rx, ry in _rim(m, x, y):
            rise = m.battle.table.ground(rx, ry) - level
            if rise > limit + LEVEL:
                return steep_refusal(m, rise, limit)
    return None


def _aground(m: Movement) -> Refusal | None:
    """Why a ship would run onto land, or None."""
    battle = m.battle

    def dry(x: float, y: float) -> bool:
        return patch_of(battle, battle.table.features_at(x, y)).water is None

    if any(dry(x, y) for x, y in _rim(m, *m.points[0])):
        return None
    for (x, y), _ in _along(m, 0.0):
        if any(dry(rx, ry) for rx, ry in _rim(m, x, y)):
            message = f"{m.unit.id} would run aground: ships stay on the water with their whole base"
            return Refusal("prohibited_terrain", message, "AS-MOV-036")
    return None


def _rim(m: Movement, x: float, y: float) -> Iterator[Point]:
    reach = m.unit.radius - SLACK
    for way in ROUND:
        yield m.battle.table.beyond((x, y), way, reach)


def _along(m: Movement, begin: float) -> Iterator[tuple[Point, float]]:
    """Places along the path from so many inches on, with the unit's level there."""
    done = 0.0
    for stretch in m.stretches:
        steps = max(1, int(stretch.length / PACE))
        (ax, ay), (bx, by) = stretch.start, stretch.end
        for k in range(1, steps + 1):
            t = k / steps
            if done + t * stretch.length >= begin:
                yield (ax + t * (bx - ax), ay + t * (by - ay)), stretch.level
        done += stretch.length


# -- places to stand ------------------------------------------------------------------------------------------


def why_not_stand(battle: Battle, unit: Unit, at: Point, way: Way) -> Refusal | None:
    """Why a unit may not be put down at a place: for the terrain under its centre, or under its base."""
    x, y = at
    table = battle.table
    features = table.features_at(x, y)
    now = place_footing(battle, unit, x, y, way)
    here = going(battle, unit, patch_of(battle, features), now.medium, by_road=False)
    if here.refusal is not None or now.medium == "deck":
        return here.refusal
    under = {feature.id for feature in features}
    for feature in table.features_touched(x, y, unit.radius - SLACK) if not unit.sections else ():
        if feature.id not in under:
            refusal = touched_row(battle, unit, feature, way)
            if refusal is not None:
                return refusal
    return None
