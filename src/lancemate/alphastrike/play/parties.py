"""Whose turn it is: which side acts after which, and with which part of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def loser_first(battle: Battle) -> str | None:
    """The side that lost Initiative acts first; before anybody has rolled, the one the setup names first."""
    return parties(battle)[0]


def parties(battle: Battle) -> tuple[str, ...]:
    """Who acts after whom: the loser of Initiative, the winner, or as hook ``turn_order`` says."""
    first = battle.state.first or battle.sides[0]
    for hook in battle.hooks[hooks.turn_order]:
        found = hook(battle, first)
        if found is not None:
            return found
    return first, battle.opponent(first)


def party_of(battle: Battle, unit: Unit) -> str:
    """The side of a unit, or the part of it with which it acts: hook ``acts_apart``."""
    for hook in battle.hooks[hooks.acts_apart]:
        part = hook(battle, unit)
        if part is not None:
            return f"{unit.side}/{part}"
    return unit.side


def may_act(battle: Battle, unit: Unit) -> bool:
    """Whether it is a unit's turn at all, where one acts alone."""
    only = battle.now.only
    if only is not None:
        return only(battle) == unit.id
    return battle.state.to_act != unit.side or not battle.hooks[hooks.acts_apart] or acts_now(battle, unit)


def acts_now(battle: Battle, unit: Unit) -> bool:
    """It belongs to whoever is to act."""
    if battle.state.to_act != unit.side:
        return False
    return not battle.hooks[hooks.acts_apart] or party_of(battle, unit) == battle.state.party
