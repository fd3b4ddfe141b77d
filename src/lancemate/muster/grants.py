"""Abilities that come with formations, as they are written down with single units (pp. 112, 116): are they right?

Knows bonuses and who was given what; must not know what an ability does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lancemate.alphastrike.cards.pilot_names import is_played
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.choosing import STEP, for_some, left_open
from lancemate.muster.command_abilities import focused
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE, Finding
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.formations.bonuses import BUILDING, Bonus, not_fixed, units
from lancemate.muster.formations.book import bonuses, core_of
from lancemate.muster.pilot_abilities import bare_name, no_use


@dataclass(slots=True)
class Focus:
    """Abilities that a command ability gives to some units of the force, as long as there are any left.

    ``too_few`` says how much it matters when a formation gives less than it could.
    """

    left: dict[str, int] = field(default_factory=dict)
    too_few: str = NOTE

    def take(self, ability: str) -> bool:
        if not self.left.get(ability):
            return False
        self.left[ability] -= 1
        return True


def check_grants(force: Force) -> Iterator[Finding]:
    """Everything that is odd about the abilities granted in a force."""
    too_few = DEPARTURE if force.published else NOTE  # its owner may waive a bonus, a printed roster is complete
    focus = Focus(focused(force.command_abilities, len(force.members)), too_few)
    for formation in force.formations:
        yield from _of_formation(formation, bonuses(formation, force), focus)


def _of_formation(formation: Formation, given: tuple[Bonus, ...], focus: Focus) -> Iterator[Finding]:
    core = core_of(formation)
    for member in formation.members:
        if not any(member is one for one in core):
            yield from _outsider(formation, member, focus)
    for bonus in given:
        yield from _of_bonus(formation, core, bonus, focus)
    for member in core:
        for ability in member.granted:
            if not any(_covers(bonus, ability) for bonus in given) and not focus.take(ability):
                yield _wrong(formation, not_granted(member, ability, earned=bool(given)), "AS-FOR-007")
            reason = no_use(member.card, ability)
            if reason is not None:
                yield Finding(ADVICE, STEP, "AS-FOR-039", reason, formation.name)


def _covers(bonus: Bonus, ability: str) -> bool:
    return ability in bonus.abilities or ability == bonus.rest or bare_name(ability) in bonus.abilities


def _outsider(formation: Formation, member: Member, focus: Focus) -> Iterator[Finding]:
    rule = "AS-FOR-079" if member.card.is_fighter else "AS-FOR-076"
    for ability in member.granted:
        if not focus.take(ability):
            text = f"{member.called} does not share the bonus of the formation and is not granted {ability}"
            yield _wrong(formation, text, rule)


@rules.formula("AS-FOR-007", otherwise="")
def not_granted(member: Member, ability: str, *, earned: bool) -> str:
    """Why a unit was not given an ability by its formation."""
    if earned:
        return f"{member.called} is granted {ability}, which the formation does not give"
    return f"{member.called} is granted {ability}, but the formation earns no bonus"


def _of_bonus(formation: Formation, core: tuple[Member, ...], bonus: Bonus, focus: Focus) -> Iterator[Finding]:
    names = " or ".join(bonus.abilities)
    users = {
        place: held
        for place, member in enumerate(core)
        if (held := [name for ability in member.granted if (name := bare_name(ability)) in bonus.abilities])
    }
    held_by = Counter(ability for held in users.values() for ability in held)
    open_yet = left_open(formation, core, bonus)
    if open_yet is not None and (bonus.when == BUILDING or any(map(is_played, bonus.abilities))):
        yield Finding(focus.too_few, STEP, bonus.rule, open_yet, formation.name)
    if bonus.pool is not None and not for_some(bonus, core):
        for ability in held_by:
            yield _wrong(formation, f"{ability} is a pool of the formation, not written down with a unit", bonus.rule)
        return
    for ability in held_by:
        reason = not_fixed(bonus, ability)
        if reason is not None:
            yield _wrong(formation, reason, "AS-FOR-016")
            return
    for place, held in users.items():
        if not bonus.may_have(place):
            yield _wrong(formation, f"{core[place].called} cannot be the one with {held[0]}", bonus.rule)
        if len(held) > bonus.each:
            yield _wrong(formation, f"{core[place].called} may have {bonus.each} of {names}", bonus.rule)
    yield from _counts(formation, bonus, users, held_by, focus)
    yield from _choices(formation, core, bonus, users, held_by)


def _counts(
    formation: Formation, bonus: Bonus, users: dict[int, list[str]], held_by: Counter[str], focus: Focus
) -> Iterator[Finding]:
    """Not too many units have it, and not too few."""
    names = " or ".join(bonus.abilities)
    excess = len(users) - bonus.users
    if excess > 0:
        taken = sum(focus.take(bonus.abilities[0]) for _ in range(excess))
        if taken == excess:
            text = f"{names} for {len(users)} units: {bonus.users} by the formation, {taken} by Focus"
            yield Finding(NOTE, STEP, bonus.rule, text, formation.name)
        else:
            yield _wrong(formation, f"{names} is given to {units(len(users))} and not to {bonus.users}", bonus.rule)
    if excess < 0 and users and not bonus.up_to:
        text = f"{names} could be given to {units(bonus.users)} and is given to {len(users)}"
        yield Finding(focus.too_few, STEP, bonus.rule, text, formation.name)
    for ability, count in held_by.items():
        most = bonus.most_of(ability)
        if excess <= 0 and count > most:
            yield _wrong(formation, f"{ability} may be given to {units(most)}, not {count}", bonus.rule)


def _choices(
    formation: Formation, core: tuple[Member, ...], bonus: Bonus, users: dict[int, list[str]], held_by: Counter[str]
) -> Iterator[Finding]:
    """The right ones of several abilities, in the right pairs."""
    if len(held_by) > bonus.kinds:
        number = "one ability is" if bonus.kinds == 1 else f"{bonus.kinds} abilities are"
        yield _wrong(formation, f"{number} chosen, not {' and '.join(held_by)}", bonus.rule)
    if formation.choice in bonus.abilities:
        for ability in held_by:
            if ability != formation.choice:
                yield _wrong(formation, f"{formation.choice} was chosen, not {ability}", bonus.rule)
    if bonus.in_pairs:
        for ability in held_by:
            models = [core[place].card.name for place, held in users.items() if ability in held]
            if len(models) != 2:
                yield _wrong(formation, f"{ability} goes to a pair of fighters, not to {len(models)}", bonus.rule)
            elif models[0] != models[1]:
                text = f"{ability} goes to {models[0]} and {models[1]}: pairs are of one model by custom"
                yield Finding(ADVICE, STEP, bonus.rule, text, formation.name)
    if bonus.rest is not None and (users or any(bonus.rest in member.granted for member in core)):
        for place, member in enumerate(core):
            if (place in users) == (bonus.rest in member.granted):
                text = f"{member.called} has either {' or '.join(bonus.abilities)} or {bonus.rest}"
                yield _wrong(formation, text, bonus.rule)


def _wrong(formation: Formation, text: str, rule: str) -> Finding:
    return Finding(BROKEN, STEP, rule, text, formation.name)
