"""What a side has left of its support (p. 54): it is written down in secret, and each piece is used once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.setup import SUPPORT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import points_agreed, radius_of, total_cost
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.support.events import MinefieldLaid, SupportBought, held
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Purchase


@hooks.battle_opens.rule("AS-BAT-002", when=SUPPORT)
def write_it_down(battle: Battle) -> None:
    """Each side writes down for itself what it has bought."""
    points = points_agreed(battle.setup.settings)
    for side in battle.setup.sides:
        bought = tuple(_written(one) for one in side.support)
        battle.emit(SupportBought(side.name, bought, total_cost(side.support), points))


def _written(one: Purchase) -> dict[str, JSON]:
    if one.at is None:
        return {"type": one.type}
    lies: dict[str, JSON] = {"type": one.type, "at": list(one.at)}
    return {**lies, "hidden": True} if one.hidden else lies


@hooks.battle_opens.rule("AS-BAT-018", when=SUPPORT)
def lay_minefields(battle: Battle) -> None:
    """Mines are laid at the start of the game, for everybody to see what lies where."""
    for side in battle.setup.sides:
        for one in side.support:
            if one.at is not None and one.is_open:
                battle.emit(MinefieldLaid(side.name, one.type, one.at, radius_of(battle, hidden=False)))


# -- what is left ---------------------------------------------------------------------------------------------


def left_of(battle: Battle, side: str) -> tuple[str, ...]:
    """The types that a side has not spent yet, in the order bought; none where that is not known."""
    return tuple(str(one["type"]) for one in held.of(battle.state).get(side, ()) if isinstance(one, Mapping))


def show_support(battle: Battle) -> dict[str, JSON]:
    """By side what all its support has cost and what is left of it, as far as it is known."""
    known = held.of(battle.state)
    if not known:
        return {}
    return {
        side.name: {"cost": total_cost(side.support), "left": list(left_of(battle, side.name))}
        for side in battle.setup.sides
        if side.name in known
    }


@rules.rule("AS-BAT-004", otherwise=None)
def nothing_left(battle: Battle, side: str, using: str) -> Refusal | None:
    """A side uses what it has bought and not used before."""
    left = left_of(battle, side)
    if using in left:
        return None
    have = ", ".join(dict.fromkeys(words_of(one) for one in left)) or "nothing"
    return Refusal("nothing_left", f"{side} has no {words_of(using)} left; it has {have}", "AS-BAT-004")


@rules.rule("AS-BAT-004", otherwise=False)
def is_spent(battle: Battle, using: str) -> bool:
    """Whatever comes of it, a piece is gone when it has been used."""
    return True
