"""What a formation's player has to choose of its bonus (pp. 112, 117-123): which ability, and for whom.

Nothing is chosen for anybody. What was not chosen nobody has, and ``left_open`` says so. Knows bonuses and what is
written down with a formation; must not know what an ability does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.command_names import (
    COMMANDS,
    FALSE_FLAG,
    INFILTRATORS,
    INTELLIGENCE,
    WARRIOR_CODE,
)
from lancemate.alphastrike.cards.pilot_names import is_played
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.command_checks import abilities_of, choose_units
from lancemate.muster.findings import NOTE, Finding
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.formations.bonuses import Bonus, units
from lancemate.muster.formations.book import bonuses, core_of
from lancemate.muster.pilot_abilities import bare_name

STEP: Final = 6
NOBODYS: Final = (FALSE_FLAG, INFILTRATORS, INTELLIGENCE, WARRIOR_CODE)  # until somebody is named for it
COMMAND: Final = "command"  # what a choice for the command abilities of a force begins with

_WRITTEN: Final = re.compile(r"(?P<formation>.+?)\s*:\s*(?P<ability>.+?)(?:\s+for\s+(?P<units>.+))?", re.IGNORECASE)


# -- what there is to choose ----------------------------------------------------------------------------------


def for_some(bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether a pool of rerolls is for some units only, who have to be named."""
    return bonus.pool is not None and bonus.users < len(core)


def for_everybody(bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether there is nothing to choose: one ability for everybody who may have it."""
    may = sum(bonus.may_have(place) for place in range(len(core)))
    several = len(bonus.abilities) > 1 or bonus.rest is not None
    return not several and bonus.pool is None and not bonus.per_turn and not bonus.up_to and bonus.users == may > 0


def chosen_for_all(formation: Formation, bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether one of several abilities is chosen, once for the formation."""
    return formation.choice in bonus.abilities and (bonus.per_turn or bonus.users == len(core))


def left_open(formation: Formation, core: Sequence[Member], bonus: Bonus) -> str | None:
    """What nobody has because nobody has chosen it, and how to choose; None when that is done."""
    held = any(bare_name(ability) in bonus.abilities for member in core for ability in member.granted)
    if held or not bonus.users or chosen_for_all(formation, bonus, core) or for_everybody(bonus, core):
        return None
    names = " or ".join(bonus.abilities)
    one = next(filter(is_played, bonus.abilities), bonus.abilities[0])
    if bonus.pool is not None:
        if not for_some(bonus, core):
            return None
        return f"{bonus.text}: nobody is named, so nobody may use it (granted: [{one}], with each of them)"
    if bonus.per_turn:
        if len(bonus.abilities) == 1:
            return None
        return f"nobody has {names}: one is chosen for the scenario (such as choice: {one})"
    text = f"{names} could be given to {units(bonus.users)} and is given to none"
    if len(bonus.abilities) > 1 and bonus.users == len(core):
        return f"{text} (such as choice: {one}, for all of it)"
    return f"{text} (such as granted: [{one}], with each of them)"


class Question(NamedTuple):
    """A choice that a player has still to make: which of the abilities, and where it is not for all, for whom."""

    of: str  # the formation, or the word for command abilities
    text: str
    rule: str
    abilities: tuple[str, ...]
    users: int | None = None  # so many units at most; None is all of them
    units: tuple[tuple[int, str], ...] = ()  # those who may have it, by number

    def answer(self, ability: str, numbers: Sequence[int] = ()) -> str:
        """The choice in words, as ``choose`` reads it."""
        whom = "" if self.users is None else f" for {', '.join(str(number) for number in numbers)}"
        return f"{self.of}: {ability}{whom}"


def questions(force: Force) -> Iterator[Question]:
    """Everything that would be played, had it been chosen."""
    for formation in force.formations:
        core = core_of(formation)
        for bonus in bonuses(formation, force):
            text = left_open(formation, core, bonus) if any(map(is_played, bonus.abilities)) else None
            if text is not None:
                yield _question(formation, core, bonus, text)
    yield from _of_command(force)


def _question(formation: Formation, core: Sequence[Member], bonus: Bonus, text: str) -> Question:
    known = tuple(filter(is_played, bonus.abilities))
    if bonus.per_turn or (len(bonus.abilities) > 1 and bonus.users == len(core)):
        return Question(formation.name, text, bonus.rule, known)
    able = [member for place, member in enumerate(core) if bonus.may_have(place)]
    numbered = enumerate(formation.members, start=1)
    units = tuple((number, one.called) for number, one in numbered if any(one is each for each in able))
    return Question(formation.name, text, bonus.rule, known, bonus.users, units)


def _of_command(force: Force) -> Iterator[Question]:
    """Command abilities that nobody has until somebody is named."""
    everybody = tuple((number, member.called) for number, member in enumerate(force.members, start=1))
    for ability in abilities_of(force):
        if ability.name in NOBODYS and ability.units is None:
            text = f"nobody is named for {ability.title} (such as 'command: {ability.title} for 1, 2')"
            yield Question(COMMAND, text, COMMANDS[ability.name].rule, (ability.title,), len(everybody), everybody)


def open_choices(force: Force) -> Iterator[Finding]:
    """The same in words."""
    for one in questions(force):
        yield Finding(NOTE, STEP, one.rule, one.text, one.of if one.of != COMMAND else "")


# -- choosing -------------------------------------------------------------------------------------------------


def choose(force: Force, text: str) -> Force:
    """A force with a choice made: ``Anvil: Multi-Tasker``, or ``Horse: Speed Demon for 1, 2, 4`` (its units)."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        how = "write it as in 'Anvil: Multi-Tasker' or 'Horse: Speed Demon for 1, 2'"
        raise InputError(f"{text[:80]!r} is no choice; {how}")
    if written["formation"].casefold() == COMMAND and written["units"] is not None:
        return choose_units(force, written["ability"], [_number(word) for word in _words(written["units"])])
    formation = _formation(force, written["formation"])
    core = core_of(formation)
    offered = {ability: bonus for bonus in bonuses(formation, force) for ability in bonus.abilities}
    if not offered:
        raise InputError(f"{formation.name} has no bonus to choose from")
    ability = next((name for name in offered if name.casefold() == written["ability"].casefold()), None)
    if ability is None:
        hint = nearest(written["ability"], offered)
        raise InputError(f"{formation.name} is not given {written['ability']!r}; {hint}")
    made = (
        _for_all(formation, core, offered[ability], ability)
        if written["units"] is None
        else _for_some(formation, core, ability, written["units"])
    )
    return replace(force, formations=tuple(made if one is formation else one for one in force.formations))


def _formation(force: Force, name: str) -> Formation:
    names = {formation.name.casefold(): formation for formation in force.formations}
    if name.casefold() not in names:
        known = [formation.name for formation in force.formations]
        raise InputError(f"{force.name} has no formation {name!r}; {nearest(name, known)}")
    return names[name.casefold()]


def _for_all(formation: Formation, core: Sequence[Member], bonus: Bonus, ability: str) -> Formation:
    chosen = replace(formation, choice=ability)
    if len(bonus.abilities) == 1 or not chosen_for_all(chosen, bonus, core):
        if bonus.per_turn or for_everybody(bonus, core) or (bonus.pool is not None and not for_some(bonus, core)):
            raise InputError(f"{ability} of {formation.name} needs no choice")
        raise InputError(f"say which of its units have it, as in '{formation.name}: {ability} for 1, 2'")
    return chosen


def _for_some(formation: Formation, core: Sequence[Member], ability: str, words: str) -> Formation:
    wanted = {_place(formation, core, word) for word in _words(words)}
    members = tuple(
        replace(member, granted=(*member.granted, ability))
        if number in wanted and ability not in member.granted
        else member
        for number, member in enumerate(formation.members, start=1)
    )
    return replace(formation, members=members)


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"\s*,\s*|\s+and\s+", text.strip()) if word]


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0


def _place(formation: Formation, core: Sequence[Member], word: str) -> int:
    """The number of a unit in its formation; riding infantry and fighters have no part in the bonus."""
    most = len(formation.members)
    number = _number(word)
    if not 1 <= number <= most:
        raise InputError(f"{formation.name} has units 1 to {most}, not {word[:40]!r}")
    if not any(formation.members[number - 1] is one for one in core):
        raise InputError(f"{formation.members[number - 1].called} does not share the bonus of {formation.name}")
    return number
