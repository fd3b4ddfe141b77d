"""Does a force keep the rules of force building (pp. 110-124)? Everything that is odd about it, in the book's order.

Knows which checks there are; the rules themselves are in the modules around it. A published force is taken as it is:
where it does not keep a rule it departs from it, and may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.abilities.drones import by_operator, skill_of_a_drone
from lancemate.alphastrike.cards.formation_names import SUPPORT, TRANSPORTING
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.telling.wording import with_article
from lancemate.alphastrike.turn.preparation import over_limit
from lancemate.kernel.ruleset import Changes
from lancemate.kernel.values import frozen
from lancemate.muster.command_abilities import wrong_choice
from lancemate.muster.command_checks import check_commands
from lancemate.muster.factions import unavailable, unsettled
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE, UNMET, Finding
from lancemate.muster.force import Force, Formation
from lancemate.muster.formations import aerospace
from lancemate.muster.formations.bonuses import LEAST_UNITS, large_enough
from lancemate.muster.formations.book import (
    BY_NAME,
    core_of,
    gaps,
    misleading,
    no_support,
    overlay_faults,
    suits_branch,
)
from lancemate.muster.formations.command import odd_command
from lancemate.muster.grants import check_grants
from lancemate.muster.larger_groups import faults
from lancemate.muster.organisation import SUITS, formation_word, full_strength, kind_of, mixture
from lancemate.muster.pilot_abilities import gifted_at_most, no_use, over_allowance, pilot_ability, trained_at_most
from lancemate.muster.roles import odd_role


@frozen
class Examination:
    """A force being looked at. ``strict`` makes rules of what is custom."""

    force: Force
    strict: bool = False
    changed: Changes | None = None

    @property
    def custom(self) -> str:
        return BROKEN if self.strict else ADVICE


Check = Callable[[Examination], Iterator[Finding]]


def check_force(force: Force, *, strict: bool = False, without: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Everything there is to say about a force, step by step. With ``strict``, customs are rules."""
    seen = Examination(force, strict, rules.changes(without))
    found = [finding for check in CHECKS for finding in check(seen)]
    if force.published:
        found = [as_printed(one) for one in found]
    return tuple(sorted(found, key=lambda finding: finding.step))


@rules.formula("AS-SCA-008", otherwise=lambda finding: finding)
def as_printed(finding: Finding) -> Finding:
    """A published command keeps what is printed for it: where that breaks a rule it departs from it, and may."""
    return replace(finding, severity=DEPARTURE) if finding.severity == BROKEN else finding


def is_legal(force: Force, *, strict: bool = False) -> bool:
    """No rule is broken, and every formation is what it says it is."""
    return not any(finding.wrong for finding in check_force(force, strict=strict))


# -- step 1: points -------------------------------------------------------------------------------------------


@rules.rule("AS-FOR-004", otherwise=())
def within_the_limit(seen: Examination) -> Iterator[Finding]:
    """The agreed total is a ceiling; to stay below it is nobody's business."""
    force = seen.force
    text = over_limit(force.pv, force.limit) if force.limit is not None else None
    if text is not None:
        yield Finding(BROKEN, 1, "AS-FOR-004", text)


# -- step 2: era and faction ----------------------------------------------------------------------------------


def available(seen: Examination) -> Iterator[Finding]:
    force = seen.force
    for formation in force.formations:
        for card in dict.fromkeys(member.card for member in formation.members):
            text = unavailable(card, force.faction, force.era)
            if text is not None:
                yield Finding(BROKEN, 2, "AS-FOR-006", text, formation.name)


@rules.rule("AS-FOR-006", otherwise=())
def of_known_service(seen: Examination) -> Iterator[Finding]:
    """Who agrees upon a faction or an era is told of which units nobody knows who fields them, or when."""
    force = seen.force
    cards = list(dict.fromkeys(member.card for member in force.members))
    unknown = [card.name for card in cards if unsettled(card, force.faction, force.era)]
    if unknown:
        who = " in ".join(filter(None, (force.faction, _when(force.era))))
        text = f"nobody knows whether {who} has {', '.join(unknown)}: that is for the players to say"
        yield Finding(NOTE, 2, "AS-FOR-006", text)


def _when(era: str | None) -> str | None:
    return f"the year {era}" if era is not None and era.isdigit() else era


# -- step 3: formations ---------------------------------------------------------------------------------------


def roles_known(seen: Examination) -> Iterator[Finding]:
    for card in dict.fromkeys(member.card for member in seen.force.members):
        text = odd_role(card)
        if text is not None:
            yield Finding(ADVICE, 3, "AS-FOR-019", text)


def of_one_kind(seen: Examination) -> Iterator[Finding]:
    """Custom, which a strict game makes a rule: alike units in one formation."""
    for formation in seen.force.formations:
        mixed = formation.type in (SUPPORT, TRANSPORTING) or bool(formation.overlays)
        odd = mixture(seen.force.scheme, (member.card for member in formation.members), specialised=mixed)
        if odd is not None:
            yield Finding(seen.custom, 3, odd.rule, odd.text, formation.name)


def of_usual_size(seen: Examination) -> Iterator[Finding]:
    """No larger than the smallest formation of its organisation; losses make smaller ones."""
    scheme = seen.force.scheme
    for formation in seen.force.formations:
        units = core_of(formation)
        kinds = Counter(kind_of(unit.card) for unit in units)
        if not kinds:
            continue
        kind = kinds.most_common(1)[0][0]
        full = full_strength(scheme, kind)
        if len(units) > full:
            word = formation_word(scheme, aerospace=kind in ("fighters", "craft"))
            text = f"a {word} of {kind} has {full} units, not {len(units)}"
            yield Finding(seen.custom, 3, _SIZE_RULES.get(kind, "AS-FOR-025"), text, formation.name)


@rules.rule("AS-FOR-028", otherwise=())
def of_usual_suits(seen: Examination) -> Iterator[Finding]:
    """Battle armor has as many suits to a unit as its faction puts there, where a card says how many it has."""
    suits = SUITS.of(seen)[seen.force.scheme]
    for card in dict.fromkeys(member.card for member in seen.force.members):
        if card.is_battle_armor and card.elements not in (1, suits):
            text = f"{card.name} has {card.elements} suits; a unit of battle armor has {suits} here"
            yield Finding(seen.custom, 3, "AS-FOR-028", text)


_SIZE_RULES: Final = {
    "fighters": "AS-FOR-026",
    "craft": "AS-FOR-026",
    "conventional infantry": "AS-FOR-027",
    "battle armor": "AS-FOR-027",
}


def types_earned(seen: Examination) -> Iterator[Finding]:
    """A formation that does not fulfil its type is a group of units like any other, without a bonus."""
    for formation in seen.force.formations:
        if formation.type is not None:
            yield from _type_earned(formation, seen.force)
        for text, rule in overlay_faults(formation):
            yield Finding(UNMET, 3, rule, text, formation.name)


def _type_earned(formation: Formation, force: Force) -> Iterator[Finding]:
    assert formation.type is not None
    kind, units = BY_NAME[formation.type], core_of(formation)
    name = kind.called(force.scheme)
    if not large_enough(len(units)):
        text = f"{with_article(name)} needs {LEAST_UNITS} units for its bonus and has {len(units) or 'none'}"
        yield Finding(UNMET, 3, "AS-FOR-007", text, formation.name)
    if not suits_branch(kind, units):
        who = "units that fly" if kind.aerospace else "units of the ground"
        yield Finding(UNMET, 3, kind.rule, f"{with_article(name)} is for {who}", formation.name)
    for gap in gaps(kind, units):
        yield Finding(UNMET, 3, kind.rule, f"it is no {name}: {gap.text}", formation.name)
    alone = no_support(formation, force) if kind.name == SUPPORT else None
    if alone is not None:
        yield Finding(UNMET, 3, "AS-FOR-075", alone, formation.name)


def fighters_in_pairs(seen: Examination) -> Iterator[Finding]:
    for formation in seen.force.formations:
        odd = aerospace.unpaired(formation.members)
        if odd:
            text = f"fighters fly in pairs of one model; {', '.join(odd)} has no match"
            yield Finding(seen.custom, 3, "AS-FOR-080", text, formation.name)


@rules.rule("AS-FOR-044", otherwise=())
def called_what_it_is(seen: Examination) -> Iterator[Finding]:
    """Any name will do, but the type is what counts."""
    for formation in seen.force.formations:
        other = misleading(formation)
        if other is not None:
            assert formation.type is not None
            built = BY_NAME[formation.type].called(seen.force.scheme)
            called = other.called(seen.force.scheme)
            text = f"it is called {with_article(called)} but built as {with_article(built)}, whose bonus it has"
            yield Finding(NOTE, 3, "AS-FOR-044", text, formation.name)


def commanded(seen: Examination) -> Iterator[Finding]:
    if not seen.force.published:
        for text in odd_command(seen.force):
            yield Finding(ADVICE, 3, "AS-FOR-072", text)


def groups_made_up(seen: Examination) -> Iterator[Finding]:
    for group in seen.force.groups:
        for fault in faults(group, seen.force):
            yield Finding(BROKEN, 5, fault.rule, fault.text, group.name)


# -- step 4: skills -------------------------------------------------------------------------------------------


@rules.rule("AS-FOR-008", otherwise=())
def skills_agreed(seen: Examination) -> Iterator[Finding]:
    """Between the best and the worst Skill agreed upon, and paid for."""
    force = seen.force
    for formation in force.formations:
        for member in formation.members:
            if force.skills is not None and not force.skills[0] <= member.skill <= force.skills[1]:
                best, worst = force.skills
                text = f"{member.called} has Skill {member.skill}; agreed are {best} to {worst}"
                yield Finding(BROKEN, 4, "AS-FOR-008", text, formation.name)
            if member.stated is not None and member.stated != member.pv:
                text = f"{member.called} costs {member.pv} points at Skill {member.skill}, not {member.stated}"
                yield Finding(BROKEN, 4, "AS-FOR-008", text, formation.name)
        if formation.stated is not None and formation.stated != formation.pv:
            text = f"it costs {formation.pv} points, not {formation.stated}"
            yield Finding(BROKEN, 4, "AS-FOR-008", text, formation.name)
    if force.stated is not None and force.stated != force.pv:
        yield Finding(BROKEN, 4, "AS-FOR-008", f"the force costs {force.pv} points, not {force.stated}")


@rules.rule("AS-SPC-089", otherwise=())
def drones_are_steered(seen: Examination) -> Iterator[Finding]:
    """A drone has its operator's Skill and 1, and is paid for at that."""
    members = seen.force.members
    steered = by_operator(seen, ((place, member.card) for place, member in enumerate(members)))
    for place, operator in steered.items():
        drone, boss = members[place], members[operator]
        skill = skill_of_a_drone(seen, boss.skill)
        if drone.skill != skill:
            price = replace(drone, skill=skill).pv
            why = f"{drone.called} is steered by {boss.called} (Skill {boss.skill})"
            text = f"{why}: it has Skill {skill} and costs {price}"
            yield Finding(BROKEN, 4, "AS-SPC-089", text)


# -- step 6: pilot abilities ----------------------------------------------------------------------------------


@rules.formula("AS-SPA-005", otherwise=True)
def is_built(force: Force) -> bool:
    """A force without types of formations is not built by these rules."""
    return any(formation.type is not None for formation in force.formations)


@rules.rule("AS-FOR-014", otherwise=())
def few_are_trained(seen: Examination) -> Iterator[Finding]:
    """One unit in a company may buy abilities where a force was built; what comes with formations is beside that."""
    if not is_built(seen.force):
        return
    trained = [member.called for member in seen.force.members if member.bought]
    most = trained_at_most(len(seen.force.members))
    if len(trained) > most:
        text = (
            f"{len(trained)} units of {len(seen.force.members)} have abilities of their own ({', '.join(trained)}); "
            f"{most} may"
        )
        yield Finding(BROKEN, 6, "AS-FOR-014", text)


@rules.rule("AS-SPA-004", otherwise=())
def few_are_gifted(seen: Examination) -> Iterator[Finding]:
    """Where no force was built one unit in four should do, as advice."""
    if is_built(seen.force):
        return
    trained = [member.called for member in seen.force.members if member.bought]
    most = gifted_at_most(len(seen.force.members))
    if len(trained) > most:
        text = f"{len(trained)} units of {len(seen.force.members)} have abilities of their own; {most} would do"
        yield Finding(ADVICE, 6, "AS-SPA-004", text)


@rules.rule("AS-FOR-015", otherwise=())
def within_the_allowance(seen: Examination) -> Iterator[Finding]:
    """No more abilities, and no more points of them, than the pilot's Skill allows; they cost no Point Value."""
    for formation in seen.force.formations:
        for member in formation.members:
            bought = [pilot_ability(text) for text in member.bought]
            text = over_allowance(member.skill, bought) if bought else None
            if text is not None:
                yield Finding(BROKEN, 6, "AS-FOR-015", f"{member.called}: {text}", formation.name)
            for ability in bought:
                reason = no_use(member.card, ability.name)
                if reason is not None:
                    yield Finding(ADVICE, 6, "AS-FOR-039", reason, formation.name)


def grants_right(seen: Examination) -> Iterator[Finding]:
    yield from check_grants(seen.force)


# -- step 7: command abilities --------------------------------------------------------------------------------


def commands_chosen(seen: Examination) -> Iterator[Finding]:
    force = seen.force
    text = wrong_choice(force.average_skill, force.command_abilities) if force.command_abilities else None
    if text is not None:
        yield Finding(BROKEN, 7, "AS-FOR-017", text)
    yield from check_commands(force)


CHECKS: Final[tuple[Check, ...]] = (
    within_the_limit,
    available,
    of_known_service,
    roles_known,
    of_one_kind,
    of_usual_size,
    of_usual_suits,
    types_earned,
    fighters_in_pairs,
    called_what_it_is,
    commanded,
    skills_agreed,
    drones_are_steered,
    groups_made_up,
    few_are_trained,
    few_are_gifted,
    within_the_allowance,
    grants_right,
    commands_chosen,
)
