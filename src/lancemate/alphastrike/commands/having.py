"""Which special command abilities a side has at this moment, and which units they are for (p. 102).

What a side brought, without what its enemy has learned to counter, with what it has chosen in the moment; nothing at
all once its officers are gone. Knows who has what; must not know what an ability does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.command_names import ENEMY, IN_THE_MOMENT
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.setup import CommandAbility, Side
from lancemate.alphastrike.play.state import EMPLACED
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

WORST_REGULAR: Final = 4  # the highest average Skill that is not Green
WITHOUT: Final = ("DRO", "RBT", "SDCS")  # drones and robots learn nothing from their commanders

# Sides that have nobody left to lead them.
leaderless = battle_memory("leaderless", list[str], default=[], rule="AS-SCA-007")
# What a side has chosen in the place of In the Moment.
chosen_in_the_moment = battle_memory("chosen_in_the_moment", dict[str, str], default={}, rule="AS-SCA-042")


def side_named(battle: Battle, side: str) -> Side:
    first, second = battle.setup.sides
    return first if first.name == side else second


def commands_of(battle: Battle, side: str) -> tuple[CommandAbility, ...]:
    """The abilities of a side now, as often as it has taken them."""
    notes = battle.state.notes
    if notes and side in leaderless.of(battle.state):
        return ()
    swapped = chosen_in_the_moment.of(battle.state).get(side) if notes else None
    key = ("commands", side, swapped)
    found = battle.memory.get(key)
    if found is None:
        found = battle.remember(key, lambda: _brought(battle, side, swapped))
    return cast(tuple[CommandAbility, ...], found)


def brought_by(battle: Battle, side: str) -> tuple[CommandAbility, ...]:
    """The abilities with which a side took the field: what was done by them then stays done."""
    swapped = chosen_in_the_moment.of(battle.state).get(side)
    return _brought(battle, side, swapped)


def command(battle: Battle, side: str, name: str) -> CommandAbility | None:
    """An ability, if a side has it."""
    for ability in commands_of(battle, side):
        if ability.name == name:
            return ability
    return None


def times(battle: Battle, side: str, name: str) -> int:
    """How often a side has taken an ability."""
    return sum(ability.name == name for ability in commands_of(battle, side))


def serves(battle: Battle, unit: Unit, name: str) -> bool:
    """A unit has its share in an ability of its side."""
    for ability in commands_of(battle, unit.side):
        if ability.name == name and is_for(battle, ability, unit):
            return True
    return False


@rules.rule("AS-SCA-001", otherwise=False)
def is_for(battle: Battle, ability: CommandAbility, unit: Unit) -> bool:
    """An ability is the whole force's, unless it is of some units; machines without a crew have no part in it."""
    if any(code in unit.card.specials.codes for code in WITHOUT) or serves_in_a_building(battle, unit):
        return False
    return ability.units is None or belongs(battle, ability, unit)


@rules.rule("AS-OPT-021", otherwise=False)
def serves_in_a_building(battle: Battle, unit: Unit) -> bool:
    """The weapons of buildings have no part in what a force or a pilot can do."""
    return unit.place == EMPLACED


@rules.rule("AS-SCA-009", otherwise=True)
def belongs(battle: Battle, ability: CommandAbility, unit: Unit) -> bool:
    """The portion of the force that has it was settled before the battle."""
    return ability.units is not None and unit.id in ability.units


def _brought(battle: Battle, side: str, swapped: str | None) -> tuple[CommandAbility, ...]:
    own, enemy = side_named(battle, side), side_named(battle, battle.opponent(side))
    countered = negated_by(battle, enemy, own)
    brought = own.command_abilities
    if swapped is not None:
        brought = tuple(CommandAbility.of(swapped) if one.name == IN_THE_MOMENT else one for one in brought)
    kept = [one for one in brought if one.name not in countered and one.title not in countered]
    return (*kept, *_gained(battle, own, enemy))


# -- what an Enemy Specialization does to the lists themselves ---------------------------------------------------


def is_preferred(ability: CommandAbility, enemy: Side) -> bool:
    """Whether an enemy is the one, or one of those, that a force has specialized in."""
    called = {_plain(name) for name in (enemy.faction, enemy.command) if name is not None}
    return any(_plain(word) in called for word in ability.words)


def _plain(name: str) -> str:
    return name.casefold().removeprefix("house ").removeprefix("clan ").strip()


def _specialists(side: Side, enemy: Side) -> Iterator[CommandAbility]:
    return (one for one in side.command_abilities if one.name == ENEMY and is_preferred(one, enemy))


@rules.rule("AS-SCA-024", otherwise=frozenset())
def negated_by(battle: Battle, side: Side, enemy: Side) -> frozenset[str]:
    """The abilities of its preferred enemy that a side has learned to counter."""
    return frozenset(name for one in _specialists(side, enemy) for name in one.negates)


@rules.rule("AS-SCA-024", otherwise=())
def _gained(battle: Battle, side: Side, enemy: Side) -> tuple[CommandAbility, ...]:
    """What a side can do against its preferred enemy only."""
    return tuple(CommandAbility.of(one.gains) for one in _specialists(side, enemy) if one.gains is not None)


# -- how good it is ----------------------------------------------------------------------------------------------


@rules.rule("AS-SCA-004", otherwise=0)
def average_skill(battle: Battle, side: str) -> int:
    """The Skill of a whole force as it was mustered: the mean of its units, halves up."""
    skills = [unit.skill for unit in battle.setup.units_of(side)]
    return round_normally(battle, sum(skills) / len(skills)) if skills else WORST_REGULAR


def is_green(battle: Battle, side: str) -> bool:
    """Green or worse: it has specialized, and gains nothing by it."""
    return average_skill(battle, side) > WORST_REGULAR
