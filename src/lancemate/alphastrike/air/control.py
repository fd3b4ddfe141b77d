"""Control Rolls (p. 181), and what becomes of aerospace units in the End Phase (p. 187)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, height_of, levels, powerless
from lancemate.alphastrike.air.events import AltitudeLost, EngagementsEnded, FlightControl, PathEnded
from lancemate.alphastrike.damage.causes import WHAT_CAME_BEFORE, Source, own_doing
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.hazards.breaking import burst_ice
from lancemate.alphastrike.movement.control import Check, Dice, dice_of, in_control, missed_by
from lancemate.alphastrike.movement.entering import ALOFT, put
from lancemate.alphastrike.play.conditions import VACUUM
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.flight import engagements, flies, flight, path_of, shaken
from lancemate.alphastrike.play.stats import CREW, THRUSTER
from lancemate.alphastrike.play.traits import FALL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ControlRoll
from lancemate.kernel.agenda import Task
from lancemate.kernel.tally import SoFar

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ENGAGEMENT: Final = "engagement"
DAMAGE: Final = "damage"
LANDING: Final = "landing"
UNFIT_LANDING: Final = "landing where no landing area is"
IN_ATMOSPHERE, UNFIT_AREA = "Operating in atmosphere", "Unfit landing area"  # what makes landings harder

MODIFIERS: Final = rules.table(
    "AS-AER-012",
    {"air-to-air engagement": 2, "atmospheric flight": 2, "Thruster Hit": 4, "Crew Hit": 2},
)


# -- rolling --------------------------------------------------------------------------------------------------


@rules.rule("AS-AER-012", otherwise=lambda battle, unit, why: ())
def control_number(battle: Battle, unit: Unit, why: str) -> tuple[Modifier, ...]:
    """Skill and what makes it harder to keep control: the fight, the air, hits on the thrusters and the crew."""
    rows = MODIFIERS.of(battle)
    parts = [Modifier("Skill", unit.skill, "AS-AER-012")]
    if why == ENGAGEMENT:
        parts.append(Modifier("Air-to-air engagement", rows["air-to-air engagement"], "AS-AER-065"))
    elif agreed(battle).atmosphere != VACUUM:
        parts.append(Modifier("Atmospheric flight", rows["atmospheric flight"], "AS-AER-089"))
    return all_in_all(battle, unit, why, parts)


def all_in_all(battle: Battle, unit: Unit, why: str, parts: list[Modifier]) -> tuple[Modifier, ...]:
    """A number that has begun, with what hurts and what helps: sum ``control_roll`` (battle, unit, why)."""
    for hook in battle.hooks[hooks.control_roll]:
        part: Modifier | None = hook(battle, unit, why)
        if part is not None:
            parts.append(part)
    so_far = SoFar(parts)
    for sees in battle.hooks[hooks.control_roll.later]:
        part = sees(battle, unit, why, so_far)
        if part is not None:
            parts.append(part)
    return (*parts, *in_control(battle, unit))


@hooks.control_roll.rule("AS-AER-046", part=ControlRoll.HURT, when=AIR)
def crew_hurt(battle: Battle, unit: Unit, why: str) -> Modifier | None:
    """A wounded crew keeps control less well, whatever for."""
    return Modifier("Crew Hit", MODIFIERS.of(battle)["Crew Hit"], "AS-AER-046") if CREW in unit.wounds else None


@hooks.control_roll.rule("AS-AER-054", part=ControlRoll.HURT, when=AIR)
def thrusters_hurt(battle: Battle, unit: Unit, why: str) -> Modifier | None:
    """After a hit on the thrusters damage is much harder to fly out."""
    if why != DAMAGE or THRUSTER not in unit.wounds:
        return None
    return Modifier("Thruster Hit", MODIFIERS.of(battle)["Thruster Hit"], "AS-AER-054")


class Trim(NamedTuple):
    """A Control Roll in the air: whose, what for, the number as a sum, and by which rule."""

    unit: Unit
    why: str
    parts: tuple[Modifier, ...]
    by: str


def stays_in_hand(battle: Battle, trim: Trim, roll: Dice, choice: str, step: str, /, **data: Any) -> bool | None:
    """Whether a craft obeys, with all that is told of it; None while its player is asked about the dice of the step."""
    unit, why, parts, by = trim
    number = total(parts)
    lost = next((rule for hook in battle.hooks[hooks.keeps_no_control] if (rule := hook(battle, unit))), None)
    if lost is not None:
        battle.emit(FlightControl(unit.id, why, (), number, parts, False, lost))
        return False
    dice = dice_of(battle, Check(unit, number, "to keep control"), roll, choice, step, **data)
    if dice is None:
        return None
    success = missed_by(battle, number, dice) is None
    battle.emit(FlightControl(unit.id, why, dice, number, parts, success, by))
    return success


# -- hits in flight -------------------------------------------------------------------------------------------


@hooks.hit_taken.rule("AS-AER-089", when=AIR)
def is_shaken(struck: Struck) -> None:
    """Whoever is damaged in the air has to keep control in the End Phase."""
    unit = struck.unit
    if struck.by(FALL):
        return
    if struck.damaged and flies(unit) and not unit.destroyed and not shaken.of(unit):
        shaken.remember(struck.battle, unit, True, "AS-AER-089")


# -- the End Phase --------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-AER-089", "AS-AER-088", part=hooks.CONTROL, when=AIR)
def keeps_control(battle: Battle) -> bool | None:
    """Whoever was damaged in the air this turn rolls once; failure costs an altitude, and at the lowest the craft."""
    rolling = [unit for unit in battle.units.values() if flies(unit) and shaken.of(unit) and has_to_roll(battle, unit)]
    battle.then_all(tuple(Task("stay_in_the_air", {"unit": unit.id}) for unit in reversed(rolling)))
    return bool(rolling) or None


@rules.task("stay_in_the_air")
def stay_in_the_air(battle: Battle, unit: str, roll: Dice = (), choice: str = "") -> None:
    one = battle.units[unit]
    if not one.on_table:
        return
    trim = Trim(one, DAMAGE, control_number(battle, one, DAMAGE), "AS-AER-089")
    if stays_in_hand(battle, trim, roll, choice, "stay_in_the_air", unit=unit) is False:
        fall(battle, one, "AS-AER-089", "it lost control and crashed", capped=True)


def has_to_roll(battle: Battle, unit: Unit) -> bool:
    """Whoever flies; a 'Mech that does is no exception."""
    return not unit.card.is_mech or mechs_roll_too(battle, unit)


@rules.rule("AS-OPT-627", otherwise=False)
def mechs_roll_too(battle: Battle, unit: Unit) -> bool:
    """A Land-Air 'Mech in fighter form keeps control like other aircraft; its firing arcs are those it always has."""
    return True


@hooks.end_phase.rule("AS-AER-090", "AS-HEA-009", part=hooks.FALLING, when=AIR)
def falls_without_power(battle: Battle) -> bool | None:
    """Without Thrust, or shut down, a unit falls an altitude in every End Phase."""
    fell = None
    for unit in list(battle.units.values()):
        if flies(unit) and unit.on_table and unit.moved != "land" and powerless(battle, unit):
            source = own_doing(unit) if unit.shutdown else WHAT_CAME_BEFORE
            fall(battle, unit, "AS-AER-090", "it fell from the sky without power", capped=False, source=source)
            fell = True
    return fell


def fall(battle: Battle, unit: Unit, by: str, reason: str, *, capped: bool, source: Source = WHAT_CAME_BEFORE) -> None:
    """One altitude down, or into the ground at the end of its path."""
    known = levels(battle)
    at = known.index(altitude_of(unit))
    if at == 0:
        come_to_the_end(battle, unit)
        burst_ice(battle, unit.at, unit.radius)
        doom(battle, unit, reason, by, source, wait=False)
        return
    lower = known[at - 1]
    put(battle, AltitudeLost(unit.id, lower, height_of(battle, lower), capped, by), ALOFT)


@hooks.end_phase.rule("AS-AER-060", "AS-AER-088", part=hooks.PARTING, when=AIR)
def engagements_end(battle: Battle) -> bool | None:
    """Nobody is on anybody's tail any more."""
    if not engagements.of(battle.state):
        return None
    battle.emit(EngagementsEnded())
    return True


@hooks.end_phase.rule("AS-AER-004", "AS-AER-088", part=hooks.ARRIVING, when=AIR)
def paths_end(battle: Battle) -> bool | None:
    """Every unit is moved to the end of its flight path, or to the place where it is to hover."""
    moved = None
    for unit in list(battle.units.values()):
        if flies(unit) and unit.on_table and flight.of(unit) is not None:
            come_to_the_end(battle, unit)
            moved = True
    return moved


def come_to_the_end(battle: Battle, unit: Unit) -> None:
    if flight.of(unit) is not None:
        put(battle, PathEnded(unit.id, path_of(unit)[1], unit.moved == "hover"), ALOFT)
