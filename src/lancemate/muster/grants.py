"""Abilities that come with formations, as they are written down with single units (pp. 112, 116): are they right?

Knows bonuses and who was given what; must not know what an ability does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lancemate.alphastrike.cards.command_names import FOCUS
from lancemate.alphastrike.cards.pilot_names import is_played
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.choosing import STEP, for_some, left_open
from lancemate.muster.command_abilities import focused
from lancemate.muster.command_checks import abilities_of
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE, Finding
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.formations.bonuses import BUILDING, Bonus, not_fixed, units
from lancemate.muster.formations.book import bonuses, core_of
from lancemate.muster.pilot_abilities import bare_name, no_use


class Grant(NamedTuple):
    """An ability that is written down with a unit: which bonus of its formation, or whether Focus, pays for it."""

    ability: str
    bonus: Bonus | None = None
    focus: bool = False

    @property
    def counts(self) -> bool:
        return self.bonus is not None or self.focus


Grants = tuple[tuple[Grant, ...], ...]  # for each unit of a force, in its order


def grants_of(force: Force) -> Grants:
    """Who has what, and by what: first what a formation gives, as far as that goes, then what Focus teaches."""
    focus = _Focus(force)
    found: list[tuple[Grant, ...]] = []
    for formation in force.formations:
        core = core_of(formation)
        shares = [_Share(bonus, core) for bonus in bonuses(formation, force)]
        for member in formation.members:
            place = next((place for place, one in enumerate(core) if one is member), None)
            found.append(tuple(_granted(member, place, shares, focus, len(found) + 1)))
    return tuple(found)


def _granted(
    member: Member, place: int | None, shares: Sequence[_Share], focus: _Focus, number: int
) -> Iterator[Grant]:
    helpers = {one for share in shares if share.bonus.helpers is not None for one in share.users}
    for ability in member.granted:
        bonus = None
        for share in shares if place is not None else ():
            most = share.bonus.helpers
            if most is None or place in helpers or len(helpers) < most:
                bonus = share.take(place or 0, ability, member)
            if bonus is not None:
                helpers.add(place or 0)
                break
        yield Grant(ability, bonus, bonus is None and focus.take(number, ability))


class _Share:
    """What is left of one bonus of a formation."""

    def __init__(self, bonus: Bonus, core: Sequence[Member]) -> None:
        self.bonus = bonus
        self.users: dict[int, int] = {}  # how many of its abilities a unit has
        self.given: Counter[str] = Counter()
        self.open = bonus.pool is None or for_some(bonus, core)

    def take(self, place: int, ability: str, member: Member) -> Bonus | None:
        """The bonus, if it goes so far."""
        bonus = self.bonus
        if not self.open or bonus.per_turn or not covers(bonus, ability):
            return None
        if ability == bonus.rest:
            return None if any(bare_name(one) in bonus.abilities for one in member.granted) else bonus
        name = bare_name(ability)
        has, used = self.users.get(place, 0), self.given[name]
        fits = bonus.may_have(place) and has < bonus.each and used < bonus.most_of(name)
        room = (has or len(self.users) < bonus.users) and (used or len(+self.given) < bonus.kinds)
        if not (fits and room):
            return None
        self.users[place] = has + 1
        self.given[name] += 1
        return bonus


class _Focus:
    """What Focus has to give: to those who are named, or to the first who have it written down; one ability to each."""

    def __init__(self, force: Force) -> None:
        self.left = focused(force.command_abilities, len(force.members))
        self.named = {
            one.word: {int(place) for place in one.units}
            for one in abilities_of(force)
            if one.name == FOCUS and one.word is not None and one.units is not None
        }
        self.learned: set[int] = set()

    def take(self, number: int, ability: str) -> bool:
        """Whether a unit, by its number in the force, learns an ability so."""
        named = self.named.get(ability)
        if not self.left.get(ability) or number in self.learned or (named is not None and number not in named):
            return False
        self.left[ability] -= 1
        self.learned.add(number)
        return True


def check_grants(force: Force) -> Iterator[Finding]:
    """Everything that is odd about the abilities granted in a force."""
    too_few = DEPARTURE if force.published else NOTE  # its owner may waive a bonus, a printed roster is complete
    given = iter(grants_of(force))
    for formation in force.formations:
        own = [next(given) for _ in formation.members]
        yield from _of_formation(formation, bonuses(formation, force), own, too_few)


def _of_formation(
    formation: Formation, given: tuple[Bonus, ...], grants: Sequence[tuple[Grant, ...]], too_few: str
) -> Iterator[Finding]:
    core = core_of(formation)
    of_core: list[tuple[Grant, ...]] = []
    for member, own in zip(formation.members, grants, strict=True):
        if any(member is one for one in core):
            of_core.append(own)
        else:
            yield from _outsider(formation, member, own)
    for bonus in given:
        yield from _of_bonus(formation, core, of_core, bonus, too_few)
    yield from _too_many_helpers(formation, given, of_core)
    for member, own in zip(core, of_core, strict=True):
        for grant in own:
            if not grant.counts and not any(covers(bonus, grant.ability) for bonus in given):
                yield _wrong(formation, not_granted(member, grant.ability, earned=bool(given)), "AS-FOR-007")
            reason = no_use(member.card, grant.ability)
            if reason is not None:
                yield Finding(ADVICE, STEP, "AS-FOR-039", reason, formation.name)


def _too_many_helpers(
    formation: Formation, given: tuple[Bonus, ...], grants: Sequence[tuple[Grant, ...]]
) -> Iterator[Finding]:
    """Half of a Support Lance learns from the others, whatever these have to give."""
    most = next((bonus.helpers for bonus in given if bonus.helpers is not None), None)
    learning = sum(
        any(not one.focus and any(covers(bonus, one.ability) for bonus in given) for one in own) for own in grants
    )
    if most is not None and learning > most:
        text = f"{units(most)} of it may have abilities of {formation.supports}, not {learning}"
        yield _wrong(formation, text, "AS-FOR-075")


def covers(bonus: Bonus, ability: str) -> bool:
    """Whether a bonus is about an ability."""
    return ability in bonus.abilities or ability == bonus.rest or bare_name(ability) in bonus.abilities


def _outsider(formation: Formation, member: Member, grants: Sequence[Grant]) -> Iterator[Finding]:
    rule = "AS-FOR-079" if member.card.is_fighter else "AS-FOR-076"
    for grant in grants:
        if not grant.counts:
            text = f"{member.called} does not share the bonus of the formation and is not granted {grant.ability}"
            yield _wrong(formation, text, rule)


@rules.formula("AS-FOR-007", otherwise="")
def not_granted(member: Member, ability: str, *, earned: bool) -> str:
    """Why a unit was not given an ability by its formation."""
    if earned:
        return f"{member.called} is granted {ability}, which the formation does not give"
    return f"{member.called} is granted {ability}, but the formation earns no bonus"


def _of_bonus(
    formation: Formation,
    core: tuple[Member, ...],
    grants: Sequence[tuple[Grant, ...]],
    bonus: Bonus,
    too_few: str,
) -> Iterator[Finding]:
    names = " or ".join(bonus.abilities)
    having = {
        place: [one for one in own if bare_name(one.ability) in bonus.abilities] for place, own in enumerate(grants)
    }
    taught = sum(all(one.focus for one in held) for held in having.values() if held)
    users = {
        place: ours
        for place, held in having.items()
        if (ours := [bare_name(one.ability) for one in held if not one.focus])
    }
    held_by = Counter(ability for held in users.values() for ability in held)
    open_yet = left_open(formation, core, bonus)
    if open_yet is not None and (bonus.when == BUILDING or any(map(is_played, bonus.abilities))):
        yield Finding(too_few, STEP, bonus.rule, open_yet, formation.name)
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
    yield from _counts(formation, bonus, users, held_by, too_few, taught)
    yield from _choices(formation, core, bonus, users, held_by)


def _counts(
    formation: Formation,
    bonus: Bonus,
    users: dict[int, list[str]],
    held_by: Counter[str],
    too_few: str,
    taught: int,
) -> Iterator[Finding]:
    """Not too many units have it, and not too few."""
    names = " or ".join(bonus.abilities)
    excess = len(users) - bonus.users
    if excess > 0:
        yield _wrong(formation, f"{names} is given to {units(len(users))} and not to {bonus.users}", bonus.rule)
    if not excess and taught:
        text = f"{names} for {len(users) + taught} units: {bonus.users} by the formation, {taught} by Focus"
        yield Finding(NOTE, STEP, bonus.rule, text, formation.name)
    if excess < 0 and users and not bonus.up_to:
        text = f"{names} could be given to {units(bonus.users)} and is given to {len(users)}"
        yield Finding(too_few, STEP, bonus.rule, text, formation.name)
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
