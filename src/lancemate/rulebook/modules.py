"""What an option makes of a game: the rules it adds, replaces and leaves out, and what it asks of players.

Reads a ruleset; knows no game and no option.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.kernel.changes import Home
from lancemate.kernel.native import shape_of
from lancemate.kernel.ruleset import Hook, Ruleset, named_homes
from lancemate.kernel.values import frozen

# Hooks whose answers stand in a list of what a player may do or say.
OFFERING: Final = ("offers", "choices", "switches", "toggle")
ANSWER: Final = "choice"  # what a step that takes a player's answer is handed


@frozen
class Module:
    """One option, looked into. Homes are where its rules live."""

    switches: tuple[str, ...]  # its own, and those it turns on besides
    adds: tuple[Home, ...]
    replaces: tuple[tuple[Home, tuple[Home, ...]], ...]  # a rule, and those in whose place it stands
    leaves_out: tuple[str, ...]  # ids
    offers: tuple[Home, ...]  # among what it adds: what players may do or say
    questions: tuple[str, ...]  # what it stops to ask, by the names of the steps that take the answers


def module(rules: Ruleset, name: str, besides: tuple[str, ...] = ()) -> Module:
    """All that a switch does, and those that it turns on besides."""
    switches = (name, *besides)
    own = [home for home in rules.homes if home.when in switches]
    adds = tuple(home for home in own if not home.replaces)
    replacing = tuple((home, tuple(_replaced(rules, home))) for home in own if home.replaces)
    gone = [one for when, given in rules.left_out_by for one in given if when in switches]
    return Module(
        switches=switches,
        adds=adds,
        replaces=replacing,
        leaves_out=tuple(dict.fromkeys(rule_id for one in gone for rule_id in _ids(rules, one))),
        offers=tuple(home for home in adds if _offers(rules, home)),
        questions=tuple(_questions(rules, frozenset(home.module for home in own))),
    )


def _replaced(rules: Ruleset, home: Home) -> Iterator[Home]:
    alike = [one for one in rules.homes if one.hook == home.hook and one.kind == home.kind and one is not home]
    for given in home.replaces:
        yield from named_homes(alike, given)


def _ids(rules: Ruleset, given: object) -> Iterator[str]:
    if isinstance(given, str):
        yield given.partition("@")[0]
    else:
        yield from (home.ids[0] for home in named_homes(rules.homes, given))


def _offers(rules: Ruleset, home: Home) -> bool:
    hook: Hook[..., object] | None = rules.hooks.get(home.hook or "")
    return hook is not None and hook.name.endswith(OFFERING)


def _questions(rules: Ruleset, modules: frozenset[str]) -> Iterator[str]:
    """Steps of the files in which only such rules live."""
    shared = {home.module for home in rules.homes if home.when is None}
    for name, step in rules.tasks.items():
        if getattr(step, "__module__", "") in modules - shared and ANSWER in _parameters(step):
            yield name


def _parameters(step: object) -> tuple[str, ...]:
    shape = shape_of(step)
    return (*shape.parameters, *shape.keywords)
