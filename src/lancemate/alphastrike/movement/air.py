"""Air vehicles (p. 36): VTOLs at their elevation, WiGEs an inch above everything, landings and crashes.

Must not know what a crash does to the unit: damage does that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement, Rise, Stretch, inches
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.entering import LANDED, put, step_to
from lancemate.alphastrike.movement.level import SKIMMING, follow
from lancemate.alphastrike.movement.stacking import why_not_stand
from lancemate.alphastrike.movement.swimming import is_amphibious
from lancemate.alphastrike.movement.terrain import WEIGHTLESS, Patch, patch_of
from lancemate.alphastrike.play.events import Moved
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import top_of
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

TAKE_OFF: Final = 4.0  # inches of Move
MINIMUM_FLIGHT: Final = 4.0  # inches of travel that keep a WiGE in the air
HIGHEST: Final = 50.0  # inches above the table that are offered; nothing on it is as high
# Where a WiGE may come down, besides clear ground: it may get stuck in a swamp, or break through ice.
LANDING: Final = (
    *("road", "pavement", "ice", "magma_crust", "planted_fields", "quicksand", "rail", "sand", "swamp", "tundra"),
    *(*WEIGHTLESS, "pit"),
)
GROUND_ROLES: Final = ("hill", "hollow", "water", "bridge")
OBSTACLE: Final = 2.0  # inches a thing must rise to be in a WiGE's way


@rules.rule("AS-INT-007", otherwise=False)
def is_airborne(battle: Battle, unit: Unit) -> bool:
    """In the air: an air vehicle above whatever lies below it. Who hovers, jumps or has landed is not."""
    if not unit.card.is_air_vehicle or not unit.on_table:
        return unit.airborne
    return unit.airborne or unit.elevation > roof_at(battle, unit.x, unit.y) + LEVEL


def roof_at(battle: Battle, x: float, y: float) -> float:
    """The level something that comes down at a point comes to rest on: ground, water, deck or roof."""
    table = battle.table
    tops = [top_of(battle, feature, 0.0) for feature in table.features_at(x, y) if feature.role_name == "solid"]
    return max([table.surface(x, y), *tops])


# -- VTOLs ----------------------------------------------------------------------------------------------------


def fly(m: Movement) -> None:
    """A flight at one height; it climbs before and descends after, and ends at the elevation that was named."""
    battle, (x, y) = m.battle, m.end
    table = battle.table
    wish = m.command.elevation
    if wish is not None and wish < -LEVEL:
        raise refuse(
            "below_ground", f"{m.unit.id} cannot fly below the ground: name an elevation of 0 or more", "AS-MOV-040"
        )
    m.end_level = m.start_level if wish is None else table.surface(x, y) + wish
    cruising = max(m.start_level, m.end_level, m.start_level if m.command.cruise is None else m.command.cruise)
    m.path = table.trace(m.points) if m.travels else None
    legs = m.path.legs if m.path is not None else ()
    m.stretches = tuple(
        Stretch(leg.length, leg.start, leg.end, patch_of(battle, leg.features), "land", cruising) for leg in legs
    )
    refusal = terrain_too_high(m, cruising)
    if refusal is not None:
        raise Refused(refusal)
    changes = (Rise(0.0, cruising - m.start_level, False), Rise(m.inches, m.end_level - cruising, False))
    m.rises = tuple(change for change in changes if abs(change.rise) > LEVEL)
    price(m)
    land(m)


@hooks.move_choices.rule("AS-MOV-040")
def height_at_the_end(battle: Battle, unit: Unit) -> Choice | None:
    """Whoever flies says how high above the surface it ends."""
    if unit.card.move.primary not in ("v", "g"):
        return None
    return Choice("elevation", "Height at the end", "number", "AS-MOV-040", most=current_move(battle, unit))


@hooks.move_choices.rule("AS-MOV-040")
def height_on_the_way(battle: Battle, unit: Unit) -> Choice | None:
    """A VTOL may fly higher than it begins and ends."""
    if unit.card.move.primary != "v":
        return None
    return Choice("cruise", "Height on the way", "number", "AS-MOV-040", most=HIGHEST, modes=("ground", "sprint"))


@rules.rule("AS-MOV-040", otherwise=None)
def terrain_too_high(m: Movement, cruising: float) -> Refusal | None:
    """Nothing it passes may be higher than its elevation; what is level with it may be overflown."""
    battle, unit = m.battle, m.unit
    highest, what = -1e9, ""
    if m.path is not None:
        for leg in m.path.legs:
            level = max(leg.ground, leg.surface)
            if level > highest:
                highest, what = level, "the ground"
        for feature, _ in battle.table.features_swept(m.points, unit.radius - SLACK):
            if feature.role_name in ("woods", "solid"):
                top = top_of(battle, feature, _ground_under(battle, m, feature))
                if top > highest and not _comes_down_in(m, feature):
                    highest, what = top, f"{feature.id} ({feature.kind})"
    if highest <= cruising + LEVEL:
        return None
    message = (
        f"{what} on the way of {unit.id} reaches elevation {inches(highest)}, it flies at {inches(cruising)}: "
        f"name a higher elevation, a cruise at that height, or go around"
    )
    return Refusal("terrain_too_high", message, "AS-MOV-040")


def _ground_under(battle: Battle, m: Movement, feature: Feature) -> float:
    assert m.path is not None
    levels = [leg.ground for leg in m.path.legs if feature in leg.features]
    return max(levels) if levels else battle.table.ground(*m.end)


def _comes_down_in(m: Movement, feature: Feature) -> bool:
    """Whether the flight ends in this feature: then it is a landing there, not a passage."""
    return feature.role_name == "woods" and feature in m.battle.table.features_at(*m.end)


def land(m: Movement) -> None:
    """See whether a VTOL's move ends in the air, on the ground or in a crash."""
    battle, unit, (x, y) = m.battle, m.unit, m.end
    roof = roof_at(battle, x, y)
    if m.end_level < roof - LEVEL:
        message = f"{unit.id} cannot end at elevation {inches(m.end_level)} there: what is below reaches {inches(roof)}"
        raise refuse("terrain_too_high", message, "AS-MOV-040")
    treetops = max(
        (top_of(battle, tree, battle.table.ground(x, y)) for tree in woods_under(battle, unit, m.end)), default=roof
    )
    m.airborne = m.end_level > max(roof, treetops) + LEVEL
    if not m.airborne:
        m.crash = bad_landing(m, roof)
        m.landing = "AS-MOV-041" if m.crash is None and is_airborne(battle, unit) else None


def woods_under(battle: Battle, unit: Unit, at: Point) -> list[Feature]:
    touched = battle.table.features_touched(at[0], at[1], unit.radius - SLACK)
    return [feature for feature in touched if feature.role_name == "woods"]


@rules.rule("AS-MOV-041", otherwise=None)
def bad_landing(m: Movement, roof: float) -> str | None:
    """Coming down to the level of the terrain is a landing: in prohibited terrain or on water without AMP, a crash."""
    battle, unit, (x, y) = m.battle, m.unit, m.end
    already_down = not m.travels and not is_airborne(battle, unit)
    if already_down or roof > battle.table.surface(x, y) + LEVEL:
        return None
    patch = patch_of(battle, battle.table.features_at(x, y))
    if patch.deck:
        return None
    if patch.water is not None and patch.ice is None:
        return None if is_amphibious(battle, unit) else "AS-MOV-041"
    return crash_site(m) or ("AS-MOV-025" if enters_prohibited(m) else None)


@rules.rule("AS-MOV-025", otherwise=False)
def enters_prohibited(m: Movement) -> bool:
    """In the air terrain does not matter; coming down in terrain that is prohibited to it does."""
    return why_not_stand(m.battle, m.unit, m.end, "surface") is not None


@rules.rule("AS-BAT-024", otherwise=None)
def crash_site(m: Movement) -> str | None:
    """Nor does terrain of the battlefield's own; coming down where it bars a unit is a crash."""
    refusal = why_not_stand(m.battle, m.unit, m.end, "surface")
    return "AS-BAT-024" if refusal is not None and (refusal.rule or "").startswith("AS-BAT") else None


# -- WiGEs ----------------------------------------------------------------------------------------------------


def wige_flies(m: Movement) -> bool:
    """Whether a WiGE is in the air during this move: it was, or it takes off."""
    wish = m.command.elevation
    return is_airborne(m.battle, m.unit) or (wish is not None and wish > LEVEL)


def skim(m: Movement) -> None:
    """A flight an inch above everything, from take-off if need be, to the landing if one is due."""
    wish, unit = m.command.elevation, m.unit
    was_up = is_airborne(m.battle, unit)
    if wish is not None and wish > LEVEL and abs(wish - SKIMMING) > LEVEL:
        message = f"{unit.id} flies exactly 1 inch above what lies below: name elevation 1, or 0 to land"
        raise refuse("wrong_elevation", message, "AS-MOV-045")
    if was_up:
        m.start_level -= SKIMMING
    else:
        fee = take_off(m)
        if fee is not None:
            m.fees.append(fee)
    m.path = m.battle.table.trace(m.points)
    follow(m)
    refusal = rises_too_high(m)
    if refusal is not None:
        raise Refused(refusal)
    price(m)
    landing = wish is not None and wish <= LEVEL
    if was_up and must_land(m):
        if wish is not None and wish > LEVEL:
            message = f"{unit.id} must fly at least {MINIMUM_FLIGHT:g} inches to stay in the air, or land (elevation 0)"
            raise refuse("too_slow_to_fly", message, "AS-MOV-046")
        landing = True
    m.airborne = not landing
    if landing:
        lands = may_land(m.battle, unit, m.end)
        m.crash, m.landing = (None, "AS-MOV-046") if lands else ("AS-MOV-046", None)
    else:
        m.end_level += SKIMMING


@rules.rule("AS-MOV-044", otherwise=None)
def take_off(m: Movement) -> Cost | None:
    """Getting into the air costs four inches of Move, all in one turn."""
    return Cost("Take-off", TAKE_OFF, "AS-MOV-044")


@rules.rule("AS-MOV-045", otherwise=None)
def rises_too_high(m: Movement) -> Refusal | None:
    """Woods, and whatever rises two inches above the surface, must be flown around."""
    for feature, _ in m.battle.table.features_swept(m.points, m.unit.radius - SLACK):
        role = feature.role_name
        if role == "woods" or (
            role not in ("hill", "hollow", "water", "bridge") and feature.height >= OBSTACLE - LEVEL
        ):
            message = (
                f"{m.unit.id} must fly around {feature.id} ({feature.kind}), which rises {feature.height:g} inches"
            )
            return Refusal("terrain_too_high", message, "AS-MOV-045")
    return None


@rules.rule("AS-MOV-046", otherwise=False)
def must_land(m: Movement) -> bool:
    """After the turn of its take-off a WiGE that moves less than four inches comes down."""
    return m.inches < MINIMUM_FLIGHT - LEVEL


@rules.rule("AS-MOV-046", otherwise=True)
def may_land(battle: Battle, unit: Unit, at: Point) -> bool:
    """A WiGE lands on clear or paved ground, an amphibious one on water too."""
    features = battle.table.features_touched(at[0], at[1], unit.radius - SLACK)
    patch: Patch = patch_of(battle, battle.table.features_at(*at))
    if patch.paved and (patch.deck or patch.water is None):
        return True
    if patch.water is not None and patch.ice is None and not is_amphibious(battle, unit):
        return False
    return all(
        feature.kind in LANDING
        or (feature.kind == feature.role_name and feature.role_name in ("hill", "hollow", "water", "bridge"))
        for feature in features
    )


@hooks.passed_move.rule("AS-MOV-046")
def wige_settles(battle: Battle, unit: Unit) -> bool | None:
    """A WiGE that stays where it is cannot stay in the air."""
    if unit.card.move.primary != "g" or not is_airborne(battle, unit):
        return None
    if may_land(battle, unit, unit.at):
        settle(battle, unit)
    else:
        crash(battle, unit, "AS-MOV-046")
    return True


def settle(battle: Battle, unit: Unit) -> None:
    """It comes down where it is."""
    put(battle, down_at(battle, unit, "AS-MOV-046"), LANDED)


def down_at(battle: Battle, unit: Unit, by: str) -> Moved:
    x, y = unit.at
    return Moved(
        unit=unit.id,
        mode=unit.moved,
        path=(),
        at=(x, y),
        facing=unit.facing,
        elevation=battle.table.surface(x, y),
        cost=0.0,
        allowance=0.0,
        inches=0.0,
        rule=by,
        landing=by,
    )


def set_down(battle: Battle, unit: Unit, by: str) -> None:
    """It comes down where it is before it walks on, if it may."""
    if not may_land(battle, unit, unit.at):
        raise refuse("cannot_land", f"{unit.id} cannot come down there to walk: it has to fly on first", by)
    step_to(battle, down_at(battle, unit, by))


def crash(battle: Battle, unit: Unit, by: str) -> None:
    """It comes down hard; what that does to it is for others to say."""
    for hook in battle.hooks[hooks.crashes]:
        hook(battle, unit, by)
