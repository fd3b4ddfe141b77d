"""Levels (pp. 34-35): how high a unit stands along its path, what climbing costs and how steep is too steep.

Must not know terrain extras or allowances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.context import LEVEL, Movement, Rise, Storeys, Stretch, Way, inches
from lancemate.alphastrike.movement.structures import limit_of, structure_climb
from lancemate.alphastrike.movement.swimming import swims_submerged
from lancemate.alphastrike.movement.terrain import LEVEL_CHANGES, Medium, Patch, patch_of, spared
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

# Inches of level a unit may climb or descend within an inch of travel.
STEEPNESS: Final = rules.table("AS-MOV-024", {"Mechs": 2, "ProtoMechs": 1, "Infantry": 1, "Ground": 1, "WiGE": 1})
WINDOW: Final = 1.0  # inches of travel over which it is measured
SWIMMERS: Final = frozenset({"AMP", "UMU"})
DEEPEST: Final = 50.0  # inches of water that are offered; no table has as much
LEVELS: Final = "level change"  # what changing levels is called among terrains
SKIMMING: Final = 1.0  # how high above everything a WiGE flies


class Footing(NamedTuple):
    """What a unit is on at some place, and the lowest and highest level it may have there."""

    medium: Medium
    low: float
    high: float


def footing(battle: Battle, unit: Unit, way: Way, patch: Patch, ground: float, surface: float, level: float) -> Footing:
    """Where a unit that comes along at ``level`` goes on: over the bridge or under it, on the water or into it."""
    water = None if patch.water is None else ground + patch.water
    if patch.deck and not unit.card.is_naval:
        below = ground if water is None or way == "walk" else water
        if abs(level - surface) <= abs(level - below) + LEVEL:
            return Footing("deck", surface, surface)
    if water is None:
        return Footing("land", ground, ground)
    if patch.ice is not None:
        above = abs(level - water) <= abs(level - ground) + LEVEL and way != "swim"
        if above or way in ("surface", "skim") or holds_solid(battle, patch.ice):
            return on_the_ice(battle, ground, water)
    if way == "swim":
        return Footing("deep", ground, water if patch.ice is None else max(ground, water - unit.height))
    if way in ("surface", "skim"):
        return surface_footing(battle, ground, water)
    if water - ground >= unit.height - LEVEL and swims_submerged(battle, unit):
        return Footing("deep", ground, water - unit.height)
    return Footing("bottom", ground, ground)


@rules.rule("AS-MOV-028", otherwise=lambda battle, ground, water: Footing("surface", ground, ground))
def surface_footing(battle: Battle, ground: float, water: float) -> Footing:
    """Whoever moves on the surface stays level with it, however deep the bottom lies."""
    return Footing("surface", water, water)


@rules.rule("AS-BAT-038", otherwise=lambda battle, ground, water: Footing("bottom", ground, ground))
def on_the_ice(battle: Battle, ground: float, water: float) -> Footing:
    """Ice carries: who comes along above it stays there, level with the water that it was."""
    return Footing("ice", water, water)


@rules.rule("AS-BAT-043", otherwise=True)
def holds_solid(battle: Battle, ice: Feature) -> bool:
    """Under ice there is room for submarines, unless it is frozen to the bottom."""
    return is_solid(ice)


def is_solid(ice: Feature) -> bool:
    """It was declared frozen solid."""
    return bool(ice.properties.get("frozen_solid"))


def standing_level(battle: Battle, unit: Unit, x: float, y: float, way: Way = "walk") -> float:
    """The level a unit has when it is put down at a point: on the deck of a bridge rather than under it."""
    return place_footing(battle, unit, x, y, way).low


def place_footing(battle: Battle, unit: Unit, x: float, y: float, way: Way, level: float | None = None) -> Footing:
    table = battle.table
    surface = table.surface(x, y)
    patch = patch_of(battle, table.features_at(x, y))
    return footing(battle, unit, way, patch, table.ground(x, y), surface, surface if level is None else level)


# -- along a path ---------------------------------------------------------------------------------------------


class Climber:
    """Keeps a unit's level along a path: it changes only where terrain or water leave no choice."""

    __slots__ = ("along", "before", "level", "rises")

    def __init__(self, level: float) -> None:
        self.level = level
        self.along = 0.0
        self.before: Footing | None = None
        self.rises: list[Rise] = []

    def go(self, now: Footing) -> None:
        before = self.before
        if before is not None and before.medium == "deep" and now.medium != "deep":
            # It swims up to where it can step out of the water.
            self._to(min(max(now.low, before.low), before.high), swum=True)
        self._to(min(max(self.level, now.low), now.high), swum=now.medium == "deep")
        self.before = now

    def swim_to(self, level: float) -> None:
        self._to(level, swum=True)

    def take_stairs(self, level: float) -> None:
        self._to(level, swum=False, stairs=True)

    def _to(self, level: float, *, swum: bool, stairs: bool = False) -> None:
        if abs(level - self.level) > LEVEL:
            self.rises.append(Rise(self.along, level - self.level, swum, stairs))
            self.level = level


def follow(m: Movement) -> None:
    """Find the medium and level of every stretch, every change of level, and where the unit is in the end."""
    assert m.path is not None
    battle, unit, way = m.battle, m.unit, m.way
    above = SKIMMING if way == "skim" else 0.0
    climber = Climber(m.start_level)
    stretches: list[Stretch] = []
    now: Footing | None = None
    plan = m.storeys = through_buildings(m)
    if plan is not None and plan.first is not None:
        climber.take_stairs(plan.first)
    for number, leg in enumerate(m.path.legs):
        patch = patch_of(battle, leg.features)
        floor = plan.floors[number] if plan is not None else None
        if floor is not None:
            now = Footing(floor[1], floor[0], floor[0])
        else:
            now = footing(battle, unit, way, patch, leg.ground, leg.surface, climber.level)
        climber.go(now)
        stretches.append(Stretch(leg.length, leg.start, leg.end, patch, now.medium, climber.level + above))
        climber.along += leg.length
    steps = m.path.steps
    upstairs = plan is not None and plan.floors and plan.floors[-1] is not None
    if not upstairs and (not stretches or (steps and steps[-1].distance_along >= climber.along - LEVEL)):
        # The very last point lies on an edge, and so on what begins there.
        now = place_footing(battle, unit, *m.end, way, climber.level)
        if stretches or plan is None:
            climber.go(now)
    if plan is not None and plan.settled:
        if plan.last is not None:
            climber.take_stairs(plan.last)
    elif m.command.elevation is not None and now is not None and way in ("walk", "swim"):
        climber.swim_to(_depth_wanted(m, now, climber.level))
    m.stretches, m.rises, m.end_level = tuple(stretches), tuple(climber.rises), climber.level


def through_buildings(m: Movement) -> Storeys | None:
    """Where floors and roofs lift a way off the ground: hook ``storeys`` (movement) -> Storeys | None."""
    for hook in m.battle.hooks[hooks.storeys]:
        plan = hook(m)
        if plan is not None:
            return plan
    return None


def _depth_wanted(m: Movement, now: Footing, level: float) -> float:
    """The level a submarine asked for, as a depth below the surface; others stand where they stand."""
    wish = m.command.elevation
    assert wish is not None
    unit, (x, y) = m.unit, m.end
    if now.medium != "deep":
        if wish > LEVEL:
            message = f"{unit.id} cannot fly: leave out the elevation"
            raise Refused(Refusal("cannot_fly", message, "AS-MOV-040"))
        return level
    patch = patch_of(m.battle, m.battle.table.features_at(x, y))
    surface = m.battle.table.ground(x, y) + (patch.water or 0.0)
    wanted = surface + wish
    highest = now.high if patch.ice is None else surface  # it may come up through the ice
    if not now.low - LEVEL <= wanted <= highest + LEVEL:
        where = f"{inches(wish)} inches above the water" if wish > LEVEL else f"at depth {inches(-wish)}"
        message = (
            f"{unit.id} cannot be {where} there: "
            f"it may go from depth {inches(surface - now.high)} to {inches(surface - now.low)}"
        )
        raise Refused(Refusal("no_such_depth", message, "AS-MOV-038"))
    return wanted


@hooks.move_choices.rule("AS-MOV-038")
def depth_at_the_end(battle: Battle, unit: Unit) -> Choice | None:
    """Whoever can be in the water and on it says how deep it ends, as inches below the surface."""
    if not (unit.card.move.submarine or unit.card.is_naval or unit.card.specials.codes & SWIMMERS):
        return None
    return Choice("elevation", "Depth at the end", "number", "AS-MOV-038", least=-DEEPEST)


# -- what it costs, and what is too steep ---------------------------------------------------------------------


@rules.rule("AS-MOV-029", otherwise=lambda m, rise: 0.0)
def level_cost(m: Movement, rise: Rise) -> float:
    """So much Move for every inch up or down, by kind of unit."""
    if m.unit.card.is_mobile_structure:
        return structure_climb(m, rise)
    rate = stairs_rate(m) if rise.stairs else level_rate(m, swum=rise.swum)
    if m.battle.hooks[hooks.eases] and m.way not in ("fly", "skim"):
        rate = climbs_easily(m.battle, m.unit, rate)
    return abs(rise.rise) * rate


def climbs_easily(battle: Battle, unit: Unit, rate: float) -> float:
    """What an inch of level costs a unit that is spared some of it, by the hook ``eases``."""
    return max(0.0, rate - spared(battle, unit, LEVELS))


@rules.rule("AS-URB-008", otherwise=lambda m: level_rate(m, swum=False))
def stairs_rate(m: Movement) -> float:
    """From floor to floor inside a building it is an inch of Move for every inch."""
    return 1.0


def level_rate(m: Movement, *, swum: bool) -> float:
    rates = LEVEL_CHANGES.of(m)
    if swum:
        return rates["Sub"]
    if m.way in ("fly", "skim"):
        return rates["VTOL"]
    own = words(m, m.unit.card)
    return next((rates[word] for word in ("Mechs", "ProtoMechs", "Infantry") if word in own), rates["Ground"])


def steepness_limit(by: Switched, unit: Unit) -> float:
    if unit.card.is_mobile_structure:
        return limit_of(by)
    own = words(by, unit.card)
    limit = next((float(limit) for word, limit in STEEPNESS.of(by).items() if word in own), 1.0)
    return mountaineers(by, unit, limit) if unit.has("MTN") else limit


@rules.rule("AS-SPC-118", otherwise=lambda by, unit, limit: limit)
def mountaineers(by: Switched, unit: Unit, limit: float) -> float:
    """Mountain troops climb two inches of level within an inch of travel."""
    return 2.0 if unit.card.is_infantry else limit


@hooks.may_end.rule("AS-MOV-024")
def too_steep(m: Movement) -> Refusal | None:
    """Within any inch of travel the level may change only so much; two steps must lie an inch apart."""
    rises = m.rises
    if not rises or m.way == "fly" or m.way == "jump":
        return None
    limit = steepness_limit(m, m.unit)
    for i, first in enumerate(rises):
        change = 0.0
        for rise in rises[i:]:
            if rise is not first and rise.along - first.along >= WINDOW - LEVEL:
                break
            if rise.swum or rise.stairs:
                continue
            change += rise.rise
            if abs(change) > limit + LEVEL:
                return steep_refusal(m, abs(change), limit)
    return None


def steep_refusal(m: Movement, change: float, limit: float) -> Refusal:
    message = (
        f"the way of {m.unit.id} rises or falls {inches(change)} inches within an inch of travel; "
        f"it may do {limit:g}: go around, or where the slope is gentler"
    )
    return Refusal("too_steep", message, "AS-MOV-024")
