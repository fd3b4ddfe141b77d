"""The options players may agree on, as the files that play them declare them (options/ and some scenarios)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.field.space import Space
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.ruleset import Entries, Option


def options() -> Mapping[str, Option]:
    """Every option there is, by name."""
    rules.load()
    return dict(sorted(rules.options.items()))


class Conflict(NamedTuple):
    """Options of which a battle has one at most, and the rule that says so."""

    names: tuple[str, ...]
    rule: str
    holds: Callable[[], bool]


conflicts: Entries[Conflict] = rules.entries("options that exclude each other")
# A switch that an option turns on besides its own; of several each under ``option:word``.
implied: Entries[str] = rules.entries("implied switches")
# A switch that an option turns on besides its own where the map is measured in inches, and not on hexes.
on_inches: Entries[str] = rules.entries("switches on maps of inches")
# What an option makes of the table before a battle.
laid_out: Entries[Callable[[Space], Space]] = rules.entries("tables")
# An option that means one of several, and the one meant where none of them is named.
families: Entries[tuple[str, ...]] = rules.entries("families of options")
# Abilities of the optional section that an option brings into play.
brings: Entries[tuple[str, ...]] = rules.entries("abilities that options bring")


def codes_of(names: Iterable[str]) -> frozenset[str]:
    """The abilities that some options bring into play."""
    return frozenset(code for name in names for code in brings.get(name, ()))


def exclude(rule: str, holds: Callable[[], bool], *names: str) -> Conflict:
    """Declare options of which a battle has one at most, while the rule that says so holds."""
    return conflicts.add(" or ".join(names), Conflict(names, rule, holds))


def check_options(names: Iterable[str]) -> frozenset[str]:
    """The options as a set; an unknown one is an error that names the nearest known one."""
    chosen = frozenset(names)
    known = options()
    for name in sorted(chosen - known.keys()):
        raise InputError(f"unknown option {name!r}; {nearest(name, known)}", key="options")
    for family, members in families.items():
        if family in chosen and chosen.isdisjoint(members):
            chosen |= {members[0]}
    for conflict in conflicts.values():
        both = [name for name in conflict.names if name in chosen]
        if len(both) > 1 and conflict.holds():
            text = f"{both[0]} and {both[1]} exclude each other ({conflict.rule}): choose one"
            raise InputError(text, key="options")
    return chosen
