"""What an ability is worth: the same force on both sides, and the units of one side have it.

How often that side wins is the worth of the ability; how often the side with the better pilots wins, whose Point Values
the book gives, tells how many points that is. Every ability fights the same battles: the same tables, edges and dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from json import loads
from math import exp, log, sqrt
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.pilot_suits import misfit
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.cards.specials import Special, Specials, parse_special
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON, canonical
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.contests import Contest, Entry
from lancemate.lab.ledger import Collected, Terms, Watch, collect
from lancemate.lab.results import BLUE, RED, BattleResult
from lancemate.lab.statistics import Estimate, log_odds, wilson
from lancemate.muster.force import COMMANDER, Force, Member
from lancemate.muster.force_files import force_from_data, force_to_data
from lancemate.muster.pilot_abilities import COSTS, pilot_ability

OPTIONAL: Final = "optional_abilities"
POINTS: Final = "better pilots"  # who fights to tell what points are worth
BETTER: Final = 1  # levels of Skill
LEAST_HELP: Final = 0.5  # log odds for a side with e times the points: less cannot be told from nothing


class Priced(NamedTuple):
    """One ability: what the book charges for it, how often its side won, and the points a unit that is."""

    name: str
    charged: int | None  # points of a pilot's allowance; what a code costs is part of a card's Point Value
    battles: int
    share: Estimate
    worth: Estimate  # Point Values, for each unit that has it


@dataclass(frozen=True, slots=True)
class Pricing:
    """The abilities that are priced, the force they are given to, and how often each is tried."""

    abilities: tuple[str, ...]
    contest: Contest  # its red side is the force without any of them
    battles: int

    @property
    def total(self) -> int:
        return len(self.subjects) * self.battles

    @property
    def subjects(self) -> tuple[str, ...]:
        """Whose battles are fought, in turn: those of every ability, and those that tell what points are worth."""
        return (*self.abilities, POINTS)

    def subject(self, number: int) -> str:
        return self.subjects[number % len(self.subjects)]

    def fight(self, number: int) -> Contest:
        """The contest of which battle so and so is one."""
        name, plain = self.subject(number), self.contest.red
        return replace(self.contest, red=_changed(plain, name), blue=_led(plain), abilities=True)

    def play(self, number: int) -> BattleResult:
        result = self.fight(number).play(number // len(self.subjects))
        return replace(result, battle=number, pair=(self.subject(number), self.contest.red.name))

    def plan(self) -> dict[str, JSON]:
        return {**self.contest.plan(), "priced": [*self.abilities]}


# -- who has it -----------------------------------------------------------------------------------------------


def pricing(names: Sequence[str], contest: Contest, battles: int) -> Pricing:
    """Read the abilities; one that nobody of the force could use is refused before anything is played."""
    optional = any(special is not None and not special.ability.core for special in map(_code, names))
    options = (*contest.options, OPTIONAL) if optional and OPTIONAL not in contest.options else contest.options
    found = Pricing(tuple(_title(name) for name in names), replace(contest, options=options), battles)
    for name in (*found.abilities, POINTS):
        _changed(contest.red, name)
    return found


def _title(name: str) -> str:
    special = _code(name)
    return str(pilot_ability(name)) if special is None else special.text


@cache
def _code(name: str) -> Special | None:
    """A special ability, written as on a card; None for an ability of pilots."""
    if name.partition("(")[0].strip().casefold() in {known.partition(" (")[0].casefold() for known in COSTS.of(rules)}:
        return None
    try:
        return parse_special(name)
    except InputError:
        known = [*COSTS.of(rules), *ABILITIES]
        raise InputError(f"there is no ability {name!r}; {nearest(name, known)}", key="--ability") from None


@cache
def _read(text: str) -> Force:
    return force_from_data(loads(text))


def _with(plain: Entry, change: dict[int, Member], name: str) -> Entry:
    """The same force with some of its units changed, by their places, and its first unit in command."""
    force = _read(canonical(plain.force))
    places = iter(range(len(force.members)))
    formations = tuple(
        replace(one, members=tuple(change[next(places)] for _ in one.members)) for one in force.formations
    )
    return replace(plain, name=name, force=force_to_data(replace(force, formations=formations)))


def _members(plain: Entry) -> list[Member]:
    first, *others = _read(canonical(plain.force)).members
    return [replace(first, command=COMMANDER), *others]


def _led(plain: Entry) -> Entry:
    return _with(plain, dict(enumerate(_members(plain))), plain.name)


def _changed(plain: Entry, name: str) -> Entry:
    """The force with the ability for everybody it serves; or, to tell what points are worth, with better pilots."""
    members = _members(plain)
    changed = {place: _given(member, name) for place, member in enumerate(members)}
    if all(changed[place] == member for place, member in enumerate(members)):
        raise InputError(f"{name} is of no use to anybody in {plain.name}; name another --force", key="--ability")
    return _with(plain, changed, name)


def _given(member: Member, name: str) -> Member:
    if name == POINTS:
        return replace(member, skill=max(0, member.skill - BETTER))
    special = _code(name)
    if special is not None:
        return replace(member, card=_with_code(member.card, special))
    serves = misfit(rules, member.card, name) is None
    return replace(member, bought=(*member.bought, name)) if serves else member


def _with_code(card: Card, special: Special) -> Card:
    if not special.ability.carried_by(card.type):
        return card
    others = [one for one in card.specials if one.code != special.code]
    return replace(card, specials=Specials([*others, special]))


# -- what came of it ------------------------------------------------------------------------------------------


def price(priced: Pricing, terms: Terms, watch: Watch | None = None) -> Collected:
    """Play all battles, watched."""
    return collect(priced.play, priced.total, priced.plan(), terms, watch)


def prices(priced: Pricing, lines: Iterable[BattleResult]) -> list[Priced]:
    """What every ability that was tried is worth, the most useful first."""
    by_name: dict[str, list[BattleResult]] = {}
    for line in lines:
        by_name.setdefault(line.pair[0], []).append(line)
    rate = _rate(by_name.pop(POINTS, []))
    found = [_priced(priced, name, fought, rate) for name, fought in by_name.items()]
    return sorted(found, key=lambda one: -one.share.value)


def point_share(lines: Iterable[BattleResult]) -> Estimate:
    """How often the side with the better pilots won."""
    won = [line.red_won for line in lines if line.pair[0] == POINTS]
    return wilson(sum(won), len(won))


def _rate(lines: Sequence[BattleResult]) -> Estimate:
    """Log odds for e times the points, from battles of better pilots: the book says what those cost."""
    if not lines:
        return Estimate(LEAST_HELP, LEAST_HELP, LEAST_HELP)
    surplus = log(max(1, lines[0].brought[RED]) / max(1, lines[0].brought[BLUE]))
    odds = log_odds(sum(line.red_won for line in lines), len(lines))
    return Estimate(*(max(LEAST_HELP, figure / surplus) for figure in odds))


def _priced(priced: Pricing, name: str, lines: Sequence[BattleResult], rate: Estimate) -> Priced:
    won = sum(line.red_won for line in lines)
    each = lines[0].brought[BLUE] / _users(priced.contest.red, name)
    ratio = _in_points(log_odds(won, len(lines)), rate)
    worth = Estimate(*(each * (exp(figure) - 1.0) for figure in ratio))
    charged = None if _code(name) is not None else pilot_ability(name).cost
    return Priced(name, charged, len(lines), wilson(won, len(lines)), worth)


def _users(plain: Entry, name: str) -> int:
    return sum(_given(member, name) != member for member in _members(plain))


def _in_points(odds: Estimate, rate: Estimate) -> Estimate:
    """The logarithm of how many times its points a force is worth, with both uncertainties."""
    value = odds.value / rate.value
    width = sqrt((odds.high - odds.value) ** 2 + (value * (rate.high - rate.low) / 2.0) ** 2) / rate.value
    return Estimate(value, value - width, value + width)
