"""The one gate for harm (pp. 48-49): on whom it falls, how it is marked, which rolls follow.

Everything that hurts a unit comes through here with its source: what is an attack's as points that are settled
(combat/striking.py), all else as a ``Blow`` that is reckoned first. Nobody else makes a ``Hit``. How many points there
are is worked out in reckoning.py; what critical hits and motive damage do stands in rooms of their own.

Hooks: ``harmed`` (battle, unit, source), ``hit_direction`` (attack) -> str | None, ``critical_causes`` (struck) ->
str | None, ``keeps_sealed`` (struck) -> bool | None, ``hit_taken`` (struck) -> steps | None when all is done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_up
from lancemate.alphastrike.damage import criticals, motive, sections
from lancemate.alphastrike.damage.causes import Source
from lancemate.alphastrike.damage.destruction import Marks, mark, sink, sinks
from lancemate.alphastrike.damage.reckoning import Blow, Settled, heat_after_resistance, reckon
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.events import DieRolled, HeatReceived, HitLanded, RiderRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.stats import is_hit_as_a_mech
from lancemate.alphastrike.play.traits import AREA, AT_ONCE, ATTACK, OWN
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


@frozen
class Hit:
    """Harm that strikes a unit, settled: so many points, and where they come from."""

    unit: str
    points: int
    source: Source
    heat: int = 0  # damage to a unit without a heat scale
    burn: int = 0  # how many of the points are heat taken as damage
    direction: str = "front"
    minimal: bool = False  # it was worth 0*
    natural_12: bool = False
    causes: tuple[str, ...] = ()  # critical checks it brings of its own: "dfa", "antimech"
    late_causes: tuple[str, ...] = ()  # checks that come of what was fired, after all others
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

    def by(self, trait: str) -> bool:
        """Whether what struck it has that trait."""
        return trait in self.hit.source.traits


# -- the gate -------------------------------------------------------------------------------------------------


def deal(battle: Battle, blow: Blow, told: str | None = None) -> None:
    """Hurt a unit by what nobody's attack does. ``told`` is the rule by which the log says how much, if it does."""
    settled, source = reckon(battle, blow), blow.source
    if told is not None:
        words = (source.by, blow.unit, source.cause, blow.direction, settled.damage, settled.parts, settled.roll, told)
        battle.emit(HitLanded(*words, section=blow.section))
    if not settled.is_stopped:
        strike(battle, as_struck(blow, settled))
    if settled.absorbed:
        for hook in battle.hooks[hooks.absorbed]:
            hook(battle, settled, source)


def hurt(
    battle: Battle, unit: str, points: int, source: Source, direction: str = "front", section: str | None = None
) -> None:
    """The same where it is so many points, and no more is to be said about them."""
    deal(battle, Blow(unit, source, (Modifier(source.cause, points, ""),), direction=direction, section=section))


def as_struck(blow: Blow, settled: Settled) -> Hit:
    """What a blow is when it strikes."""
    return hit_of(
        blow.unit,
        settled,
        blow.source,
        blow.direction,
        natural_12=blow.natural_12,
        causes=blow.causes,
        section=blow.section,
    )


def hit_of(
    unit: str,
    settled: Settled,
    source: Source,
    direction: str = "front",
    *,
    natural_12: bool = False,
    causes: tuple[str, ...] = (),
    late_causes: tuple[str, ...] = (),
    section: str | None = None,
) -> Hit:
    """What was settled, as it strikes a unit."""
    return Hit(
        unit,
        settled.damage,
        source,
        settled.heat,
        settled.burn,
        direction,
        settled.minimal,
        natural_12,
        causes,
        late_causes,
        section,
    )


def strike(battle: Battle, hit: Hit) -> None:
    """Find out who is struck, mark the points, roll what follows from them."""
    battle.follow(Step(fall, (hit,)))


def fall(battle: Battle, hit: Hit) -> Steps:
    hit = sections.on_one_of_them(battle, hit)
    shares = next((found for hook in battle.hooks[hooks.hit_shared] if (found := hook(battle, hit)) is not None), None)
    parts = falls_on(battle, hit) if shares is None else shares
    return tuple([Step(question_sequence, (part,)) for part in parts])


@rules.rule("AS-DMG-001", "AS-INT-061", "AS-AER-072", otherwise=False)
def effects_wait(battle: Battle, source: Source) -> bool:
    """What damage of the Combat Phase brings about is felt from the End Phase on; at other times at once."""
    if battle.now.part_of != COMBAT or AT_ONCE in source.traits:
        return False
    return not any(hook(battle) for hook in battle.hooks[hooks.strikes_at_once])


@rules.rule("AS-DMG-024", otherwise=())
def question_sequence(battle: Battle, hit: Hit) -> Steps:
    """Natural 12, armor, structure, destruction, critical checks, motive check: in this order."""
    for hook in battle.hooks[hooks.harmed]:
        hook(battle, hit)
    marking = Step(mark_hit, (hit,))
    if luck(battle, hit):
        return check_of(hit, "natural_12", effects_wait(battle, hit.source)), marking
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
    return Step(criticals.check, (hit.unit, cause, wait, hit.source.by))


def mark_hit(battle: Battle, hit: Hit) -> Steps:
    """Mark the points of a hit; the critical checks that they bring come next, then all the rest."""
    unit = battle.units[hit.unit]
    wait = effects_wait(battle, hit.source)
    hot = hit.heat > 0 and tracks_heat(battle, unit)
    points = hit.points if hot else hit.points + hit.heat
    if hit.section is None:
        marks = mark(battle, unit, points, hit.source, wait=wait)
    else:
        marks = sections.mark_section(battle, unit, hit.section, points, hit.source, wait=wait)
    if hot:
        battle.emit(HeatReceived(unit.id, hit.heat, True, "AS-DMG-014"))
    causes = checks_due(Struck(battle, unit, hit, marks))
    checks = [check_of(hit, cause, wait) for cause in causes]
    return *checks, Step(after_checks, (hit, marks, causes))


def after_checks(battle: Battle, hit: Hit, marks: Marks, causes: tuple[str, ...]) -> Steps:
    """Whoever is still alive may be slowed down."""
    ending = Step(see_to_the_end, (hit, marks))
    if motive.is_due(Struck(battle, battle.units[hit.unit], hit, marks), causes):
        return Step(motive.check, (hit.unit, effects_wait(battle, hit.source))), ending
    return (ending,)


def see_to_the_end(battle: Battle, hit: Hit, marks: Marks) -> Steps:
    """Water closes over what has no armor left; then others may take note of the hit."""
    unit = battle.units[hit.unit]
    if marks.armor and sinks(battle, unit):
        sink(battle, unit, hit.source, wait=effects_wait(battle, hit.source))
    return tuple(Step(take_note, (number, hit, marks)) for number in range(len(battle.hooks[hooks.hit_taken])))


def take_note(battle: Battle, number: int, hit: Hit, marks: Marks) -> Steps | None:
    return battle.hooks[hooks.hit_taken][number](Struck(battle, battle.units[hit.unit], hit, marks))


@rules.rule("AS-DMG-009", otherwise=0)
def minimal_damage(asked: Switched, die: int) -> int:
    """Minimal damage does a point on 4 or more, otherwise it hits without effect."""
    return 1 if die >= MINIMAL_SUCCEEDS else 0


# -- battle armor riding outside (p. 48) ----------------------------------------------------------------------


def falls_on(battle: Battle, hit: Hit) -> tuple[Hit, ...]:
    """The hit, or its shares, for the units it really strikes."""
    riders = riders_on(battle, hit.unit)
    traits = hit.source.traits
    if not riders or ATTACK not in traits or own_doing(battle, hit) or (AREA in traits and riders_feel_it(battle)):
        return (hit,)
    return rider_or_carrier(battle, hit, riders[0])


def riders_on(battle: Battle, carrier: str) -> list[Unit]:
    """Battle armor that holds on to a unit."""
    return [unit for unit in battle.units.values() if unit.aboard == carrier and unit.riding and unit.structure > 0]


@rules.rule("AS-COM-096", "AS-COM-100", otherwise=False)
def own_doing(battle: Battle, hit: Hit) -> bool:
    """What its own charge or Death From Above costs a unit the unit itself suffers, whoever rides on it."""
    return OWN in hit.source.traits


@rules.rule("AS-DMG-007", otherwise=False)
def riders_feel_it(battle: Battle) -> bool:
    """Nobody stands in front of an explosion: whoever rides in an area is struck with its carrier, by itself."""
    return True


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


def split(hit: Hit, share: int, other: str) -> tuple[Hit, Hit]:
    """A hit of which another unit takes so many points: what is left of it, and those."""
    left = replace(hit, points=hit.points - share, burn=max(0, hit.burn - share))
    taken = replace(hit, unit=other, points=share, heat=0, burn=min(hit.burn, share), natural_12=False, section=None)
    return left, taken


def _rider_is_struck(roll: tuple[int, ...]) -> bool:
    return roll[0] >= RIDER_STRUCK


def _for_rider(battle: Battle, hit: Hit, rider: Unit) -> Hit:
    """The hit as battle armor takes it: it has no heat scale, but may resist heat."""
    points = hit.points - hit.burn + heat_after_resistance(battle, rider, hit.heat + hit.burn, hit.source)
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
    return struck.by(ATTACK)


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
    if not struck.by(ATTACK):
        return None
    threshold = card.threshold if card.threshold is not None else round_up(struck, card.armor / 3)
    return "threshold" if struck.marks.points > threshold else None
