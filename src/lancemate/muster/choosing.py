"""What a formation's player has to choose of its bonus (pp. 112, 117-123): which ability, and for whom.

Nothing is chosen for anybody. What was not chosen nobody has, and ``left_open`` says so. Knows bonuses and what is
written down with a formation; must not know what an ability does.
"""

from __future__ import annotations

import re
from collections import Counter
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
from lancemate.alphastrike.cards.formation_names import SUPPORT
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

SUPPORTS: Final = "supports"  # what names the formation that a Support Lance stands by

_SUPPORTED: Final = re.compile(r"supports\s+(?P<name>.+)", re.IGNORECASE)
_WRITTEN: Final = re.compile(r"(?P<formation>.+?)\s*:\s*(?P<ability>.+?)(?:\s+for\s+(?P<units>.+))?", re.IGNORECASE)


# -- what there is to choose ----------------------------------------------------------------------------------


def for_some(bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether a pool of rerolls is for some units only, who have to be named."""
    return bonus.pool is not None and bonus.users < len(core)


def for_everybody(bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether there is nothing to choose: one ability for everybody who may have it."""
    may = _able(bonus, core)
    several = len(bonus.abilities) > 1 or bonus.rest is not None
    return not several and bonus.pool is None and not bonus.per_turn and not bonus.up_to and bonus.users == may > 0


def one_for_all(bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether one of several abilities is chosen for everybody who may have it."""
    return (
        len(bonus.abilities) > 1 and bonus.users == _able(bonus, core) and (bonus.kinds == 1 or bonus.eligible is None)
    )


def _able(bonus: Bonus, core: Sequence[Member]) -> int:
    return sum(bonus.may_have(place) for place in range(len(core)))


def chosen_for_all(formation: Formation, bonus: Bonus, core: Sequence[Member]) -> bool:
    """Whether that is done, once for the formation."""
    return formation.choice in bonus.abilities and (bonus.per_turn or bonus.users == _able(bonus, core))


def left_open(formation: Formation, core: Sequence[Member], bonus: Bonus) -> str | None:
    """What nobody has because nobody has chosen it, and how to choose; None when that is done."""
    held = any(bare_name(ability) in _of(bonus) for member in core for ability in member.granted)
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
    if one_for_all(bonus, core):
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
    more: bool = False  # some is chosen already, and more may be

    def answer(self, ability: str, numbers: Sequence[int] = ()) -> str:
        """The choice in words, as ``choose`` reads it."""
        whom = "" if self.users is None else f" for {', '.join(str(number) for number in numbers)}"
        return f"{self.of}: {ability}{whom}"


def questions(force: Force) -> Iterator[Question]:
    """Everything that would be played, had it been chosen."""
    for formation in force.formations:
        yield from _whom_to_support(formation, force)
        core = core_of(formation)
        for bonus in bonuses(formation, force):
            if not any(map(is_played, bonus.abilities)):
                continue
            text = left_open(formation, core, bonus)
            if text is not None:
                yield _question(formation, core, bonus, text)
            else:
                yield from _more(formation, core, bonus)
    yield from _of_command(force)


def _whom_to_support(formation: Formation, force: Force) -> Iterator[Question]:
    """Which formation a Support Lance stands by."""
    if formation.type != SUPPORT or formation.supports is not None:
        return
    others = tuple(f"{SUPPORTS} {one.name}" for one in force.formations if one.type not in (None, SUPPORT))
    if others:
        text = f"it supports nobody, and so it has no bonus (such as '{formation.name}: {others[0]}')"
        yield Question(formation.name, text, "AS-FOR-075", others)


def _more(formation: Formation, core: Sequence[Member], bonus: Bonus) -> Iterator[Question]:
    """What may still be given, where somebody has got something already and others, or others of it, are left."""
    held = [_held(member, bonus) for member in core]
    having, room = sum(map(bool, held)), sum(bonus.each - len(one) for one in held if one)
    left = bonus.users - having
    if not having or bonus.pool is not None or bonus.per_turn or bonus.rest is not None or (left <= 0 and room <= 0):
        return
    able = [
        place
        for place, one in enumerate(held)
        if bonus.may_have(place) and (len(one) < bonus.each if one else left > 0)
    ]
    given = Counter(ability for one in held for ability in one)
    kinds = bonus.abilities if len(given) < bonus.kinds else tuple(given)
    known = tuple(ability for ability in kinds if is_played(ability) and given[ability] < bonus.most_of(ability))
    if able and known:
        most = min(len(able), max(left, 0) + room, max(bonus.most_of(ability) - given[ability] for ability in known))
        text = f"{' or '.join(known)} may be given to {units(most)} more"
        yield Question(
            formation.name,
            text,
            bonus.rule,
            known,
            most,
            _numbered(formation, [core[place] for place in able]),
            more=True,
        )


def _held(member: Member, bonus: Bonus) -> list[str]:
    return [name for ability in member.granted if (name := bare_name(ability)) in bonus.abilities]


def _numbered(formation: Formation, able: Sequence[Member]) -> tuple[tuple[int, str], ...]:
    numbered = enumerate(formation.members, start=1)
    return tuple((number, one.called) for number, one in numbered if any(one is each for each in able))


def _question(formation: Formation, core: Sequence[Member], bonus: Bonus, text: str) -> Question:
    known = tuple(filter(is_played, bonus.abilities))
    if bonus.per_turn or one_for_all(bonus, core):
        return Question(formation.name, text, bonus.rule, known)
    able = [member for place, member in enumerate(core) if bonus.may_have(place)]
    if bonus.rest is not None and is_played(bonus.rest):  # whoever gives the one to nobody gives the other to all
        known, most = (*known, bonus.rest), len(able)
    else:
        most = min(bonus.users, max(map(bonus.most_of, known)))
    return Question(formation.name, text, bonus.rule, known, most, _numbered(formation, able))


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
        if one.more:
            continue
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
    supported = _SUPPORTED.fullmatch(written["ability"])
    if supported is not None and formation.type == SUPPORT and written["units"] is None:
        return _with(force, formation, replace(formation, supports=_supported(force, formation, supported["name"])))
    core = core_of(formation)
    offered = {ability: bonus for bonus in bonuses(formation, force) for ability in _of(bonus)}
    if not offered:
        raise InputError(f"{formation.name} has no bonus to choose from")
    ability = next((name for name in offered if name.casefold() == written["ability"].casefold()), None)
    if ability is None:
        hint = nearest(written["ability"], offered)
        raise InputError(f"{formation.name} is not given {written['ability']!r}; {hint}")
    if written["units"] is None:
        return _with(force, formation, _for_all(formation, core, offered[ability], ability))
    return _with(force, formation, _for_some(formation, core, offered[ability], ability, written["units"]))


def _of(bonus: Bonus) -> tuple[str, ...]:
    return bonus.abilities if bonus.rest is None else (*bonus.abilities, bonus.rest)


def _with(force: Force, formation: Formation, made: Formation) -> Force:
    return replace(force, formations=tuple(made if one is formation else one for one in force.formations))


def _supported(force: Force, formation: Formation, name: str) -> str:
    known = [one.name for one in force.formations if one is not formation and one.type not in (None, SUPPORT)]
    found = next((one for one in known if one.casefold() == name.casefold()), None)
    if found is None:
        raise InputError(f"{formation.name} cannot support {name!r}; {nearest(name, known)} (AS-FOR-075)")
    return found


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


def _for_some(formation: Formation, core: Sequence[Member], bonus: Bonus, ability: str, words: str) -> Formation:
    """Those named have it, and where the book gives all others something else, they have that."""
    wanted = {_place(formation, core, word) for word in _words(words)}
    if bonus.rest is not None:
        return replace(formation, members=tuple(_shared_out(formation, core, bonus, ability, wanted)))
    members = tuple(
        replace(member, granted=(*member.granted, ability))
        if number in wanted and ability not in member.granted
        else member
        for number, member in enumerate(formation.members, start=1)
    )
    return replace(formation, members=members)


def _shared_out(
    formation: Formation, core: Sequence[Member], bonus: Bonus, ability: str, wanted: set[int]
) -> Iterator[Member]:
    """Everybody has one or the other: who is not named has what was not named."""
    first, rest = bonus.abilities[0], str(bonus.rest)
    other = first if ability == rest else rest
    for number, member in enumerate(formation.members, start=1):
        if any(member is one for one in core):
            kept = tuple(one for one in member.granted if one not in (first, rest))
            yield replace(member, granted=(*kept, ability if number in wanted else other))
        else:
            yield member


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
