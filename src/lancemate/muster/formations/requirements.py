"""The language of formation requirements (pp. 116-117): how many units of a formation must be what.

A requirement is a quota and a trait. It tells by how much a formation falls short, in one sentence. Knows cards and
counting; must not know any single formation type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from lancemate.alphastrike.cards.arithmetic import round_down, round_normally, round_up
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen
from lancemate.muster.force import Member
from lancemate.muster.roles import role_of

# -- how many -------------------------------------------------------------------------------------------------


@rules.formula("AS-FOR-034", otherwise=lambda units, percent: round_down(rules, units * percent / 100))
def share_of(units: int, percent: int) -> int:
    """How many units a percentage of a formation is: rounded up."""
    return round_up(rules, units * percent / 100)


@rules.formula("AS-FOR-034", otherwise=lambda units, percent: round_up(rules, units * percent / 100))
def more_than(units: int, percent: int) -> int:
    """The least number of units that is more than a percentage."""
    return round_down(rules, units * percent / 100) + 1


@rules.formula("AS-FOR-035", otherwise=lambda number, units: round_up(rules, number * units / 4))
def fixed(number: int, units: int) -> int:
    """A plain number is what it is, however large the formation."""
    return number


@frozen
class Quota:
    """How many units of a formation must have a trait, given how many there are, and the words for it."""

    least: Callable[[int], int]
    words: Callable[[int], str]


ALL: Final = Quota(lambda units: units, lambda units: f"all {units} units")


def at_least(number: int) -> Quota:
    def words(units: int) -> str:
        return f"{fixed(number, units)} unit{'' if number == 1 else 's'}"

    return Quota(lambda units: fixed(number, units), words)


def percent(number: int) -> Quota:
    return _portion(lambda units: share_of(units, number), f"{number} percent")


def percent_normally(number: int) -> Quota:
    return _portion(lambda units: round_normally(rules, units * number / 100), f"{number} percent")


def over(number: int) -> Quota:
    return _portion(lambda units: more_than(units, number), f"more than {number} percent")


def _portion(count: Callable[[int], int], name: str) -> Quota:
    return Quota(count, lambda units: f"{count(units)} of its {units} units ({name})")


# -- what they must be ----------------------------------------------------------------------------------------


@frozen
class Trait:
    """Something a unit is or has; the words follow "units"."""

    words: str
    test: Callable[[Member], bool]


def size_from(size: int) -> Trait:
    return Trait(f"of Size {size} or larger", lambda unit: unit.card.size >= size)


def size_up_to(size: int) -> Trait:
    return Trait(f"of Size {size} or smaller" if size > 1 else "of Size 1", lambda unit: unit.card.size <= size)


def size(size: int) -> Trait:
    return Trait(f"of Size {size}", lambda unit: unit.card.size == size)


def armor(points: int) -> Trait:
    return Trait(f"with Armor {points} or more", lambda unit: unit.card.armor >= points)


_RANGES: Final = {"S": "Short", "M": "Medium", "L": "Long"}


def damage(bracket: str, points: int) -> Trait:
    """As printed: neither overheat nor minimal damage adds a point."""
    return Trait(
        f"that do {points} points or more at {_RANGES[bracket]} range",
        lambda unit: _printed(unit.card, bracket) >= Strength(points),
    )


def damage_above(bracket: str, points: int) -> Trait:
    """More than so many points; minimal damage is more than nothing and less than one."""
    return Trait(
        f"that do more than {points} points at {_RANGES[bracket]} range"
        if points
        else f"that do damage at {_RANGES[bracket]} range",
        lambda unit: _printed(unit.card, bracket) > Strength(points),
    )


def _printed(card: Card, bracket: str) -> Strength:
    """The card's value, or of several arcs the best one."""
    best = card.damage.at(bracket)
    for arc in card.arcs.values():
        best = max(best, arc.damage.at(bracket))
    return best


def move(inches: int) -> Trait:
    """In any way of moving that it has."""
    return Trait(
        f'with a Move of {inches}" or more',
        lambda unit: not unit.card.is_aerospace and max(unit.card.move.by_mode.values()) >= inches,
    )


def ground_move(inches: int) -> Trait:
    return Trait(f'with a ground Move of {inches}" or more', lambda unit: unit.card.move.ground >= inches)


def jump(inches: int) -> Trait:
    return Trait(f'with a jumping Move of {inches}" or more', lambda unit: unit.card.move.jump >= inches)


JUMPS: Final = Trait("that can jump", lambda unit: unit.card.move.jump > 0)


def role(*roles: str) -> Trait:
    wanted = frozenset(roles)
    return Trait(f"with the role {_either(roles)}", lambda unit: role_of(unit.card) in wanted)


def special(*codes: str) -> Trait:
    """With one of these abilities anywhere on the card; ART is artillery of any kind."""
    wanted = frozenset(codes)
    return Trait(
        f"with {_either(codes)}",
        lambda unit: (
            not wanted.isdisjoint(unit.card.all_codes)
            or ("ART" in wanted and any(code.startswith("ART-") for code in unit.card.all_codes))
        ),
    )


VEHICLE: Final = Trait("that are vehicles", lambda unit: unit.card.is_vehicle)
FIGHTER: Final = Trait("that are fighters", lambda unit: unit.card.is_fighter)
IN_COMMAND: Final = Trait("designated as commander or lieutenant", lambda unit: unit.command is not None)


def either(*traits: Trait) -> Trait:
    return Trait(" or ".join(trait.words for trait in traits), lambda unit: any(trait.test(unit) for trait in traits))


def both(*traits: Trait) -> Trait:
    return Trait(" and ".join(trait.words for trait in traits), lambda unit: all(trait.test(unit) for trait in traits))


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


# -- requirements ---------------------------------------------------------------------------------------------


@frozen
class Gap:
    """By how much a formation falls short of a requirement: a sentence, and how many units at least must change."""

    text: str
    units: int
    wrong: tuple[int, ...] = ()  # places of the units that do not fit


class Requirement(Protocol):
    """Something a formation must fulfil."""

    @property
    def words(self) -> str: ...

    def gap(self, units: Sequence[Member]) -> Gap | None: ...

    def met(self, units: Sequence[Member]) -> bool: ...


@frozen
class Needs:
    """At least so many units with a trait."""

    quota: Quota
    trait: Trait

    @property
    def words(self) -> str:
        return f"{'units only' if self.quota is ALL else 'enough units'} {self.trait.words}"

    def met(self, units: Sequence[Member]) -> bool:
        test = self.trait.test
        return sum(1 for unit in units if test(unit)) >= self.quota.least(len(units))

    def gap(self, units: Sequence[Member]) -> Gap | None:
        least = self.quota.least(len(units))
        wrong = tuple(place for place, unit in enumerate(units) if not self.trait.test(unit))
        have = len(units) - len(wrong)
        if have >= least:
            return None
        if self.quota is ALL:
            names = _names(units, wrong)
            return Gap(f"it needs only units {self.trait.words}; {names} {_do(wrong)} not fit", len(wrong), wrong)
        text = f"it needs {self.quota.words(len(units))} {self.trait.words} and has {have or 'none'}"
        return Gap(text, least - have, wrong)


@frozen
class Bars:
    """No unit with a trait."""

    trait: Trait

    @property
    def words(self) -> str:
        return f"no units {self.trait.words}"

    def met(self, units: Sequence[Member]) -> bool:
        return not any(map(self.trait.test, units))

    def gap(self, units: Sequence[Member]) -> Gap | None:
        wrong = tuple(place for place, unit in enumerate(units) if self.trait.test(unit))
        if not wrong:
            return None
        return Gap(f"it takes no units {self.trait.words}, such as {_names(units, wrong)}", len(wrong), wrong)


@frozen
class OneOf:
    """One of several requirements is enough."""

    options: tuple[Requirement, ...]

    @property
    def words(self) -> str:
        return ", or ".join(option.words for option in self.options)

    def met(self, units: Sequence[Member]) -> bool:
        return any(option.met(units) for option in self.options)

    def gap(self, units: Sequence[Member]) -> Gap | None:
        gaps = [option.gap(units) for option in self.options]
        missed = [gap for gap in gaps if gap is not None]
        if len(missed) < len(gaps):
            return None
        easiest = min(missed, key=lambda gap: gap.units)
        return Gap(", or ".join(gap.text for gap in missed), easiest.units, easiest.wrong)


@frozen
class Pairs:
    """Units with a trait in pairs of one model, so many units at least; asked of vehicle formations only."""

    least: Callable[[int], int]
    trait: Trait
    vehicles_only: bool = True

    @property
    def words(self) -> str:
        return f"pairs of one model {self.trait.words}"

    def met(self, units: Sequence[Member]) -> bool:
        return self.gap(units) is None

    def gap(self, units: Sequence[Member]) -> Gap | None:
        if self.vehicles_only and not is_vehicle_formation(units):
            return None
        fitting = [self.trait.test(unit) for unit in units]
        models = Counter(unit.card.name for unit, fits in zip(units, fitting, strict=True) if fits)
        paired = sum(count // 2 * 2 for count in models.values())
        least = self.least(len(units))
        if paired >= least:
            return None
        wrong = tuple(
            place
            for place, (unit, fits) in enumerate(zip(units, fitting, strict=True))
            if not fits or models[unit.card.name] % 2
        )
        text = f"its vehicles {self.trait.words} must come in pairs of one model, {least} in all; {paired or 'none'} do"
        return Gap(text, (least - paired + 1) // 2, wrong)


def is_vehicle_formation(units: Sequence[Member]) -> bool:
    """Made of combat and support vehicles only."""
    return bool(units) and all(unit.card.is_vehicle for unit in units)


def _names(units: Sequence[Member], places: Sequence[int]) -> str:
    names = list(dict.fromkeys(units[place].card.name for place in places))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _do(places: Sequence[int]) -> str:
    return "does" if len(places) == 1 else "do"
