"""What a side has left of its support (p. 54): it is written down in secret, and each piece is used once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.setup import SUPPORT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import points_agreed, radius_of, total_cost
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.support.events import MinefieldLaid, SupportBought, held, stock_of
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Purchase


@hooks.battle_opens.rule("AS-BAT-002", when=SUPPORT)
def write_it_down(battle: Battle) -> None:
    """Each side writes down for itself what it has bought; who has still to buy does so later."""
    for side in battle.setup.sides:
        if side.support or not battle.setup.buying:
            write_down(battle, side.name, side.support)


def write_down(battle: Battle, side: str, bought: Sequence[Purchase]) -> None:
    battle.emit(SupportBought(side, tuple(bought), total_cost(bought), points_agreed(battle.setup.settings)))


@hooks.battle_opens.rule("AS-BAT-018", when=SUPPORT)
def lay_minefields(battle: Battle) -> None:
    """Mines are laid at the start of the game."""
    for side in battle.setup.sides:
        lay(battle, side.name, side.support)


def lay(battle: Battle, side: str, bought: Sequence[Purchase]) -> None:
    """Lay open minefields, for everybody to see what lies where."""
    for one in bought:
        if one.at is not None and one.is_open:
            battle.emit(MinefieldLaid(side, one.type, one.at, radius_of(battle, battle.table, hidden=False)))


# -- what is left ---------------------------------------------------------------------------------------------


def left_of(battle: Battle, side: str) -> tuple[str, ...]:
    """The types that a side has not spent yet, in the order bought; none where that is not known."""
    stock = stock_of(battle.state, side)
    return tuple(str(one["type"]) for one in stock.left) if stock is not None else ()


def show_support(battle: Battle) -> dict[str, JSON]:
    """By side what all its support has cost and what is left of it, as far as it is known."""
    known = {side: stock_of(battle.state, side) for side in battle.sides if side in held.of(battle.state)}
    return {
        side: {"cost": stock.cost, "left": list(left_of(battle, side))}
        for side, stock in known.items()
        if stock is not None
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
