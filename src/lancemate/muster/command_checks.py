"""Are the special command abilities of a force as they may be (pp. 102-109)? Who has them, with which choices.

How many a force may have is known in command_abilities.py; what they do is the battle's affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from lancemate.alphastrike.cards.command_names import (
    BRAWLERS,
    COMBINED_ARMS,
    COMMANDS,
    COUNTERPARTS,
    ENEMY,
    ENVIRONMENT,
    FALSE_FLAG,
    FOCUS,
    GROUND_ATTACK,
    INFILTRATORS,
    INTELLIGENCE,
    OF_UNITS,
    OFF_MAP,
    PLANNING,
    SHARP_SHOOTERS,
    TACTICS,
    WARRIOR_CODE,
)
from lancemate.alphastrike.commands.aiming import flies_itself
from lancemate.alphastrike.play.setup import CommandAbility
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.command_abilities import taught
from lancemate.muster.findings import ADVICE, BROKEN, NOTE, Finding
from lancemate.muster.force import COMMANDER, Force, Member
from lancemate.muster.formations.book import is_of_its_type

STEP: Final = 7
OFFICERS: Final = rules.table("AS-SCA-005", {"units for each officer": 6})
PORTION: Final = rules.table("AS-SCA-009", {BRAWLERS: 3, SHARP_SHOOTERS: 3})
FALSE_SHARE: Final = 3  # one unit out of so many may come under a false flag
VETERAN, ELITE, HEROIC = 3, 2, 1  # the worst average Skill of such a force
GREEN: Final = 5
# How many benefits a specialization brings, by the worst average Skill for so many.
BENEFITS: Final = {1: 3, 3: 2, 4: 1, 8: 0}
# Sizes of vehicles and 'Mechs that may sneak in, by how often the ability is taken.
SNEAK: Final = rules.table("AS-SCA-041", {1: (1, 0), 2: (2, 1), 3: (3, 2)})


def abilities_of(force: Force) -> tuple[CommandAbility, ...]:
    """The command abilities of a force, each with what was chosen."""
    left = list(force.commands)
    found: list[CommandAbility] = []
    for title in force.command_abilities:
        plain = CommandAbility.of(title)
        told = next((one for one in left if one.title == plain.title), None)
        if told is not None:
            left.remove(told)
        found.append(told or plain)
    return tuple(found)


def check_commands(force: Force) -> Iterator[Finding]:
    """Everything that is odd about the command abilities of a force and about who has them."""
    abilities = abilities_of(force)
    if not abilities:
        return
    names = [ability.name for ability in abilities]
    yield from _officers(force)
    if PLANNING in names and force.average_skill > VETERAN:
        yield _wrong("AS-SCA-055", f"{PLANNING} is for forces that are Veteran on average, or better")
    if FALSE_FLAG in names and OFF_MAP not in names:
        yield _wrong("AS-SCA-031", f"{FALSE_FLAG} needs {OFF_MAP} as well")
    if COMBINED_ARMS in names and not _all_arms(force.members):
        text = f"{COMBINED_ARMS} works for a force with 'Mechs, vehicles and infantry"
        yield Finding(ADVICE, STEP, "AS-SCA-066", text)
    for ability in abilities:
        yield from _chosen(force, ability, names)
    yield from _focus(force, abilities)


def _wrong(rule: str, text: str) -> Finding:
    return Finding(BROKEN, STEP, rule, text)


def _all_arms(members: Sequence[Member]) -> bool:
    cards = [member.card for member in members]
    arms = (any(card.is_mech for card in cards), any(card.is_vehicle for card in cards))
    return all(arms) and any(card.is_infantry for card in cards)


# -- officers ----------------------------------------------------------------------------------------------------


@rules.formula("AS-SCA-005", otherwise=9999)
def most_officers(units: int) -> int:
    """One for every six units, or part of six."""
    return ceil(units / OFFICERS.of(rules)["units for each officer"])


def _officers(force: Force) -> Iterator[Finding]:
    ranks = [member.command for member in force.members if member.command is not None]
    most = most_officers(len(force.members))
    if COMMANDER not in ranks:
        yield Finding(NOTE, STEP, "AS-SCA-005", "nobody commands the force: name one (command: commander)")
    if len(ranks) > most:
        yield Finding(ADVICE, STEP, "AS-SCA-005", f"{len(ranks)} officers; its abilities rest on {most} at most")


# -- who has them ------------------------------------------------------------------------------------------------


def _chosen(force: Force, ability: CommandAbility, names: Sequence[str]) -> Iterator[Finding]:
    """What was chosen with one ability."""
    places = [int(place) for place in ability.units or ()]
    members = [force.members[place - 1] for place in places]
    number, all_units = len(places), len(force.members)
    if ability.name in PORTION.of(rules):
        having = number if ability.units is not None else all_units
        most = all_units // PORTION.of(rules)[ability.name]
        if too_many(having, most):
            text = f"{ability.name} is for a third of a force, {most} of its units, not {having}"
            yield Finding(ADVICE, STEP, "AS-SCA-009", text)
    if ability.name in OF_UNITS and ability.units is None and ability.name not in PORTION.of(rules):
        who = "all of them have it" if ability.name.endswith("Specialists") else "nobody has it"
        if ability.name not in (FOCUS,):
            yield Finding(NOTE, STEP, COMMANDS[ability.name].rule, f"{ability.name}: no units are named, so {who}")
    if ability.name == FALSE_FLAG and number > all_units // FALSE_SHARE:
        text = f"{all_units // FALSE_SHARE} units may come under a {FALSE_FLAG}, not {number}"
        yield _wrong("AS-SCA-031", text)
    if ability.name == INTELLIGENCE and number > 1:
        yield _wrong("AS-SCA-043", f"{INTELLIGENCE} make one unit a headquarters, not {number}")
    if ability.name == GROUND_ATTACK:
        for member in members:
            if not flies_itself(member.card):
                text = f"{member.called} cannot fly and gains nothing by {GROUND_ATTACK}"
                yield Finding(ADVICE, STEP, "AS-SCA-036", text)
    if ability.name == WARRIOR_CODE:
        yield from _champions(force, places)
    if ability.name == INFILTRATORS:
        yield from _infiltrators(members, names.count(INFILTRATORS))
    if ability.name == COUNTERPARTS and not ability.pairs:
        yield Finding(NOTE, STEP, "AS-SCA-022", f"{COUNTERPARTS}: say which two types of units are paired (pairs)")
    if ability.name == ENEMY:
        yield from _enemies(force, ability)
    if ability.name in (ENVIRONMENT, TACTICS):
        yield from _benefits(force, ability)


@rules.formula("AS-SCA-009", otherwise=False)
def too_many(having: int, most: int) -> bool:
    """More than the third of a force that is advised."""
    return having > most


def _champions(force: Force, places: Sequence[int]) -> Iterator[Finding]:
    first = 0
    for formation in force.formations:
        own = [place for place in places if first < place <= first + len(formation.members)]
        first += len(formation.members)
        if len(own) > 1:
            yield _wrong("AS-SCA-068", f"{formation.name} has one champion, not {len(own)}")
        if own and not is_of_its_type(formation):
            why = "was built as no type" if formation.type is None else "does not earn its type"
            yield _wrong("AS-SCA-068", f"{formation.name} {why}: it has no champion")


def _infiltrators(members: Sequence[Member], taken: int) -> Iterator[Finding]:
    for member in members:
        if not may_infiltrate(member, taken):
            text = f"{member.called} is too large to sneak in ({INFILTRATORS}, taken {taken} times)"
            yield _wrong("AS-SCA-041", text)


@rules.formula("AS-SCA-041", otherwise=True)
def may_infiltrate(member: Member, taken: int) -> bool:
    """Infantry, then small vehicles, then larger ones and small 'Mechs."""
    card, (vehicle, mech) = member.card, SNEAK.of(rules)[min(3, max(1, taken))]
    if card.is_infantry:
        return True
    return (card.is_vehicle and card.size <= vehicle) or (card.is_mech and card.size <= mech)


# -- choices -----------------------------------------------------------------------------------------------------


def _enemies(force: Force, ability: CommandAbility) -> Iterator[Finding]:
    skill = force.average_skill
    if (ability.doubled or len(ability.words) > 1) and skill > VETERAN:
        yield _wrong("AS-SCA-024", f"{ENEMY} twice over, or of two enemies, is for Veterans and better")
    if ability.doubled and len(ability.words) > 1:
        yield _wrong("AS-SCA-024", f"{ENEMY} is doubled, or of two enemies, not both")
    most = 2 if skill <= HEROIC else 1 if skill <= ELITE else 0
    if len(ability.negates) > most:
        yield _wrong("AS-SCA-024", f"such a force counters {most} abilities of its enemy, not {len(ability.negates)}")
    if ability.gains is not None and (skill > HEROIC or ability.negates):
        yield _wrong("AS-SCA-024", "an ability against that enemy only is for Heroic forces that counter nothing")


def _benefits(force: Force, ability: CommandAbility) -> Iterator[Finding]:
    rule = COMMANDS[ability.name].rule
    most = next(number for worst, number in BENEFITS.items() if force.average_skill <= worst)
    words = [word for word, _ in ability.benefits]
    if ability.name == ENVIRONMENT and (ability.word or "").casefold() == "clear" and "initiative" in words:
        yield _wrong("AS-SCA-028", f"{ability.title} brings no Initiative")
    if len(words) > most and force.average_skill < GREEN:
        yield _wrong(rule, f"such a force has {most} benefits of {ability.title}, not {len(words)}")
    if len(words) < most:
        yield Finding(NOTE, STEP, rule, f"{ability.title}: {most - len(words)} more benefits may be chosen (benefits)")
    twice = [word for word, times in Counter(words).items() if times > 1]
    if twice and force.average_skill > HEROIC:
        yield _wrong(rule, f"{twice[0]} counts double for Heroic and Legendary forces only")


def _focus(force: Force, abilities: Sequence[CommandAbility]) -> Iterator[Finding]:
    words = Counter(ability.word for ability in abilities if ability.name == FOCUS)
    had: Counter[str] = Counter()
    for word, times in words.items():
        own = {place for one in abilities if one.name == FOCUS and one.word == word for place in one.units or ()}
        most = taught(len(force.members), times)
        if len(own) > most:
            yield _wrong("AS-SCA-034", f"{FOCUS} ({word}) is for {most} units, not {len(own)}")
        had.update(own)
    for place, number in had.items():
        if number > 1:
            called = force.members[int(place) - 1].called
            yield _wrong("AS-SCA-034", f"{called} learns one ability by {FOCUS}, not {number}")


# -- choosing ----------------------------------------------------------------------------------------------------


def choose_units(force: Force, name: str, places: Sequence[int]) -> Force:
    """A force in which certain units, by their places in it, have one of its command abilities."""
    titles = {CommandAbility.of(title).title.casefold(): title for title in force.command_abilities}
    title = titles.get(name.casefold())
    if title is None:
        raise InputError(f"{force.name} has no command ability {name!r}; {nearest(name, force.command_abilities)}")
    ability = CommandAbility.of(title)
    if ability.name not in OF_UNITS:
        raise InputError(f"{ability.title} is of the whole force: nobody is chosen for it")
    for place in places:
        if not 1 <= place <= len(force.members):
            raise InputError(f"{force.name} has units 1 to {len(force.members)}, not {place}")
    told = next((one for one in force.commands if one.title == ability.title), ability)
    others = tuple(one for one in force.commands if one is not told)
    return replace(force, commands=(*others, replace(told, units=tuple(str(place) for place in places))))
