"""What a hit does (pp. 48-49): from where it comes, on whom it falls, how it is marked, which rolls follow.

Everything that damages a unit goes through ``take_hit``: weapons, blows, crashes, terrain. How many points an attack
is worth is worked out in damage_amount.py; what critical hits and motive damage do stands in rooms of their own.

Hooks: ``hit_direction`` (attack) -> str | None, ``critical_causes`` (struck) -> str | None, ``keeps_sealed`` (struck)
-> bool | None, ``hit_taken`` (struck) -> steps | None when all is done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_up
from lancemate.alphastrike.damage import criticals, motive, sections
from lancemate.alphastrike.damage.destruction import Marks, mark, sink, sinks
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.events import DieRolled, HeatReceived, HitLanded, RiderRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.stats import is_hit_as_a_mech
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_flooded
from lancemate.kernel.ruleset import Changes, Switched
from lancemate.kernel.steps import Step
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.steps import Steps


# Parts of the hook "critical_causes": the order in which checks are rolled. A natural 12 is rolled before the damage
# is marked, all others after it.
DFA, ANTIMECH, STRUCTURE, BAR, SUBMERGED, THRESHOLD, OTHER_CAUSES = range(7)

MINIMAL_SUCCEEDS: Final = 4
RIDER_STRUCK: Final = 5  # on 1D6
RECOILS: Final = ("charge_recoil", "dfa_recoil")  # causes of damage that a unit does itself


@frozen
class Hit:
    """Damage on its way to a unit, whatever its source."""

    unit: str
    points: int
    cause: str = "weapon"  # for the log: "weapon", "charge", "crash" ...
    heat: int = 0  # of an HT attack; damage to a unit without a heat scale
    burn: int = 0  # how many of the points are heat taken as damage
    direction: str = "front"
    attacker: str | None = None
    attack: bool = True  # it comes from an attack, the unit's own charge included: not a crash, a fall or the weather
    area: bool = False
    physical: bool = False
    minimal: bool = False  # the attack was worth 0*
    natural_12: bool = False
    causes: tuple[str, ...] = ()  # critical checks it brings of its own: "dfa", "antimech"
    late_causes: tuple[str, ...] = ()  # checks that come of what was fired, after all others
    at_once: bool = False  # felt now even in the Combat Phase; outside of it everything is
    section: str | None = None  # of a mobile structure


@frozen
class Struck:
    """A unit just damaged: what rules about critical checks are asked about."""

    battle: Battle
    unit: Unit
    hit: Hit
    marks: Marks

    @property
    def changed(self) -> Changes | None:
        return self.battle.changed

    @property
    def damaged(self) -> bool:
        return self.marks.points > 0


# -- taking a hit ---------------------------------------------------------------------------------------------


def take_hit(battle: Battle, hit: Hit) -> None:
    """Damage a unit: find out who is struck, mark the points, roll what follows from them."""
    battle.follow(Step(fall, (hit,)))


def fall(battle: Battle, hit: Hit) -> Steps:
    hit = sections.on_one_of_them(battle, hit)
    shares = next((found for hook in battle.hooks[hooks.hit_shared] if (found := hook(battle, hit)) is not None), None)
    parts = falls_on(battle, hit) if shares is None else shares
    return tuple([Step(question_sequence, (part,)) for part in parts])


@rules.rule("AS-DMG-001", "AS-INT-061", "AS-AER-072", otherwise=False)
def effects_wait(battle: Battle, hit: Hit) -> bool:
    """What damage of the Combat Phase brings about is felt from the End Phase on; at other times at once."""
    if battle.now.part_of != COMBAT or hit.at_once:
        return False
    return not any(hook(battle) for hook in battle.hooks[hooks.strikes_at_once])


@rules.rule("AS-DMG-024", otherwise=())
def question_sequence(battle: Battle, hit: Hit) -> Steps:
    """Natural 12, armor, structure, destruction, critical checks, motive check: in this order."""
    marking = Step(mark_hit, (hit,))
    if luck(battle, hit):
        return check_of(hit, "natural_12", effects_wait(battle, hit)), marking
    return (marking,)


def check_of(hit: Hit, cause: str, wait: bool) -> Step:
    """A critical check of what a hit struck, which some causes bring only with luck."""
    return Step(try_luck, (hit, cause, wait)) if cause in hooks.chancy_checks else sure_check(hit, cause, wait)


def try_luck(battle: Battle, hit: Hit, cause: str, wait: bool) -> Steps:
    """Roll whether a check is made at all."""
    unit, (number, by) = battle.units[hit.unit], hooks.chancy_checks[cause](battle)
    if unit.doomed is not None or not criticals.can_suffer(battle, unit):
        return ()
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= number)
    pierced = dice_sum(battle, roll) >= number
    result = "it gets through" if pierced else f"{number} would have been needed"
    battle.emit(DieRolled(unit.id, cause.replace("_", " "), roll, result, by))
    return (sure_check(hit, cause, wait),) if pierced else ()


def sure_check(hit: Hit, cause: str, wait: bool) -> Step:
    """A critical check of what a hit struck: the unit, or one of its sections."""
    if hit.section is not None:
        return Step(sections.check, (hit.unit, hit.section, cause, wait))
    return Step(criticals.check, (hit.unit, cause, wait, hit.attacker))


def mark_hit(battle: Battle, hit: Hit) -> Steps:
    """Mark the points of a hit; the critical checks that they bring come next, then all the rest."""
    unit = battle.units[hit.unit]
    wait = effects_wait(battle, hit)
    hot = hit.heat > 0 and tracks_heat(battle, unit)
    points = hit.points if hot else hit.points + hit.heat
    if hit.section is None:
        marks = mark(battle, unit, points, cause=hit.cause, wait=wait)
    else:
        marks = sections.mark_section(battle, unit, hit.section, points, cause=hit.cause, wait=wait)
    if hot:
        battle.emit(HeatReceived(unit.id, hit.heat, True, "AS-DMG-014"))
    causes = checks_due(Struck(battle, unit, hit, marks))
    checks = [check_of(hit, cause, wait) for cause in causes]
    return *checks, Step(after_checks, (hit, marks, causes))


def after_checks(battle: Battle, hit: Hit, marks: Marks, causes: tuple[str, ...]) -> Steps:
    """Whoever is still alive may be slowed down."""
    ending = Step(see_to_the_end, (hit, marks))
    if motive.is_due(Struck(battle, battle.units[hit.unit], hit, marks), causes):
        return Step(motive.check, (hit.unit, effects_wait(battle, hit))), ending
    return (ending,)


def see_to_the_end(battle: Battle, hit: Hit, marks: Marks) -> Steps:
    """Water closes over what has no armor left; then others may take note of the hit."""
    unit = battle.units[hit.unit]
    if marks.armor and sinks(battle, unit):
        sink(battle, unit, wait=effects_wait(battle, hit))
    return tuple(Step(take_note, (number, hit, marks)) for number in range(len(battle.hooks[hooks.hit_taken])))


def take_note(battle: Battle, number: int, hit: Hit, marks: Marks) -> Steps | None:
    return battle.hooks[hooks.hit_taken][number](Struck(battle, battle.units[hit.unit], hit, marks))


def heat_after_resistance(battle: Battle, unit: Unit, heat: int, attacker: str | None) -> int:
    """What is left of the heat of an attack after what its target resists."""
    for hook in battle.hooks[hooks.heat_resisted]:
        heat -= hook(battle, unit, heat, attacker) or 0
    return max(0, heat)


def after_armor(battle: Battle, unit: Unit, points: int, how: str) -> tuple[Modifier, ...]:
    """What a unit's armor takes off or adds where damage comes by no attack's own sum."""
    parts: list[Modifier] = []
    for hook in battle.hooks[hooks.armor_against]:
        part = hook(battle, unit, points + sum(each.value for each in parts), how) if points > 0 else None
        if part is not None:
            parts.append(part)
    return tuple(parts)


@rules.rule("AS-DMG-009", otherwise=0)
def minimal_damage(asked: Switched, die: int) -> int:
    """Minimal damage does a point on 4 or more, otherwise it hits without effect."""
    return 1 if die >= MINIMAL_SUCCEEDS else 0


# -- battle armor riding outside (p. 48) ----------------------------------------------------------------------


def falls_on(battle: Battle, hit: Hit) -> tuple[Hit, ...]:
    """The hit, or its shares, for the units it really strikes."""
    riders = [unit for unit in battle.units.values() if unit.aboard == hit.unit and unit.riding and unit.structure > 0]
    if not riders or not hit.attack or own_doing(battle, hit):
        return (hit,)
    if area_strikes_all(battle, hit):
        shares = [
            replace(_for_rider(battle, hit, rider), natural_12=False, causes=(), late_causes=()) for rider in riders
        ]
        for share in shares:
            parts = (Modifier("Area damage", share.points, "AS-DMG-007"),)
            told = (hit.attacker, share.unit, hit.cause, hit.direction, share.points, parts)
            battle.emit(HitLanded(*told, rule="AS-DMG-007"))
        return hit, *shares
    return rider_or_carrier(battle, hit, riders[0])


@rules.rule("AS-COM-096", "AS-COM-100", otherwise=False)
def own_doing(battle: Battle, hit: Hit) -> bool:
    """What its own charge or Death From Above costs a unit the unit itself suffers, whoever rides on it."""
    return hit.cause in RECOILS


@rules.rule("AS-DMG-007", otherwise=False)
def area_strikes_all(battle: Battle, hit: Hit) -> bool:
    """Nobody stands in front of an explosion: carrier and riders take all of it."""
    return hit.area


@rules.rule("AS-DMG-006", otherwise=lambda battle, hit, rider: (hit,))
def rider_or_carrier(battle: Battle, hit: Hit, rider: Unit) -> tuple[Hit, ...]:
    """On 5 or 6 the battle armor is struck; what it cannot take goes on to the carrier."""
    roll = battle.roll(1, _rider_is_struck)
    struck = rider if _rider_is_struck(roll) else battle.units[hit.unit]
    battle.emit(RiderRolled(hit.unit, rider.id, roll, struck.id))
    if struck is not rider:
        return (hit,)
    blow = _for_rider(battle, hit, rider)
    taken = min(blow.points, rider.armor + rider.structure)
    shield = replace(blow, points=taken)
    if blow.points == taken:
        return (shield,)
    return shield, replace(hit, points=blow.points - taken, heat=0, burn=0)


def _rider_is_struck(roll: tuple[int, ...]) -> bool:
    return roll[0] >= RIDER_STRUCK


def _for_rider(battle: Battle, hit: Hit, rider: Unit) -> Hit:
    """The hit as battle armor takes it: it has no heat scale, but may resist heat."""
    points = hit.points - hit.burn + heat_after_resistance(battle, rider, hit.heat + hit.burn, hit.attacker)
    return replace(hit, unit=rider.id, points=points, heat=0, burn=0)


# -- critical checks (pp. 49-50) ------------------------------------------------------------------------------


@rules.rule("AS-DMG-025", otherwise=False)
def luck(battle: Battle, hit: Hit) -> bool:
    """A natural 12 brings a check before the damage is marked, besides all others."""
    return hit.natural_12 and not nothing_happens(battle, hit)


@rules.rule("AS-DMG-010", otherwise=False)
def nothing_happens(battle: Battle, hit: Hit) -> bool:
    """A hit of minimal damage that does none brings no checks, except that water may come in."""
    return hit.minimal and hit.points == 0 and hit.heat == 0


@rules.rule("AS-DMG-034", otherwise=())
def checks_due(struck: Struck) -> tuple[str, ...]:
    """Every cause that applies brings a check of its own."""
    if struck.unit.doomed is not None:
        return ()
    causes: list[str] = []
    for hook in struck.battle.hooks[hooks.critical_causes]:
        cause: str | None = hook(struck)
        if cause is not None:
            causes.append(cause)
    return (*causes, *struck.hit.late_causes)


@hooks.critical_causes.rule("AS-DMG-035", part=DFA)
def from_above(struck: Struck) -> str | None:
    return "dfa" if "dfa" in struck.hit.causes else None


@hooks.critical_causes.rule("AS-DMG-036", part=ANTIMECH)
def swarmed(struck: Struck) -> str | None:
    return "antimech" if "antimech" in struck.hit.causes else None


@hooks.critical_causes.rule("AS-DMG-037", "AS-AER-042", "AS-AER-078", part=STRUCTURE)
def structure_damaged(struck: Struck) -> str | None:
    return "structure" if struck.marks.structure > 0 else None


@hooks.critical_causes.rule("AS-DMG-039", "AS-SPC-015", "AS-AER-042", part=BAR, ability="BAR")
def barrier_armor(struck: Struck) -> str | None:
    return "bar" if struck.damaged and struck.unit.has("BAR") else None


@hooks.critical_causes.rule("AS-DMG-034", "AS-AER-042", part=SUBMERGED)
def water_comes_in(struck: Struck) -> str | None:
    """Flooding: one check, whether the hit did damage or not."""
    if not is_flooded(struck.battle, struck.unit) or overruled(struck.battle, hooks.keeps_sealed, False, struck):
        return None
    return "submerged" if hull_breach(struck) or flooding(struck) else None


@rules.rule("AS-DMG-019", otherwise=False)
def hull_breach(struck: Struck) -> bool:
    """Every successful attack on a unit under water."""
    return struck.hit.attack


@rules.rule("AS-DMG-040", otherwise=False)
def flooding(struck: Struck) -> bool:
    """Damage of any kind to a unit under water."""
    return struck.damaged


@rules.rule("AS-OPT-558", otherwise=True)
def knows_a_threshold(struck: Struck) -> bool:
    """Aerospace units alone: a VTOL that is shot at is a vehicle, however high it flies."""
    return struck.unit.card.is_aerospace


@hooks.critical_causes.rule("AS-DMG-041", "AS-AER-042", "AS-AER-044", "AS-AER-078", part=THRESHOLD)
def threshold_exceeded(struck: Struck) -> str | None:
    """More damage in one attack than an aerospace unit's threshold; structure damage already brings this check."""
    card = struck.unit.card
    if not knows_a_threshold(struck) or struck.marks.structure or is_hit_as_a_mech(struck, card):
        return None
    threshold = card.threshold if card.threshold is not None else round_up(struck, card.armor / 3)
    return "threshold" if struck.marks.points > threshold else None
