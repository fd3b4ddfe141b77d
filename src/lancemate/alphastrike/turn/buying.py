"""Buying support in play (p. 54): before the first turn each side writes its list, and the other does not see it.

Battles whose setting says ``buying`` ask for it; in all others the lists stand in the setup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Decided
from lancemate.alphastrike.play.knowing import SECRET
from lancemate.alphastrike.play.setup import BUYING, Purchase
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import (
    MOST_BOUGHT,
    misplaced,
    over_budget,
    points_agreed,
    radius_of,
    total_cost,
)
from lancemate.alphastrike.support.catalogue import FAMILIES, MINEFIELD
from lancemate.alphastrike.support.events import held
from lancemate.alphastrike.support.minefields import fields_of
from lancemate.alphastrike.support.stock import lay, write_down
from lancemate.alphastrike.turn.deployment import deployment_areas
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("secret_support", "what support is bought")

QUESTION: Final = f"{SECRET}_support"
NOTHING, BOUGHT = "none", "bought"


@hooks.turn_begins.rule("AS-BAT-002", when=BUYING)
def sides_buy(battle: Battle) -> None:
    """Before the first turn whoever has no list yet writes one."""
    for side in battle.sides[::-1]:
        if side not in held.of(battle.state):
            battle.then("buy_support", side=side)


@rules.task("buy_support")
def buy_support(battle: Battle, side: str) -> None:
    points = points_agreed(battle.setup.settings)
    most = f", for {points:g} points at most" if points is not None else ""
    text = f"which battlefield support do you buy{most}?"
    asked = Decision(side, QUESTION, text, (NOTHING,), "AS-BAT-002", facts={"points": points})
    battle.ask(asked, "support_bought", side=side)


@rules.task("support_bought")
def support_bought(battle: Battle, side: str, choice: str) -> None:
    if choice == NOTHING:
        write_down(battle, side, ())


@rules.verb(orders.Buy)
def do_buy(battle: Battle, command: orders.Buy) -> None:
    asked = battle.decision
    if asked is None or asked.kind != QUESTION or asked.side != command.side:
        text = "support is bought before the first turn, by the side that is asked"
        raise refuse("not_now", text, "AS-BAT-002")
    bought = purchases(battle, command)
    battle.emit(Decided(command.side, asked.kind, BOUGHT, asked.rule))
    write_down(battle, command.side, bought)
    lay(battle, command.side, bought)
    battle.answer(BOUGHT)


def purchases(battle: Battle, command: orders.Buy) -> tuple[Purchase, ...]:
    """What is bought, if the side can pay for it and lay it where it says."""
    bought = tuple(_purchase(battle, one) for one in command.support)
    if len(bought) > MOST_BOUGHT:
        raise refuse("too_much", f"a side has {MOST_BOUGHT} pieces of support at most", "AS-BAT-002")
    points = points_agreed(battle.setup.settings)
    wrong = over_budget(total_cost(bought), points) if points is not None else None
    if wrong is not None:
        raise refuse("too_dear", wrong, "AS-BAT-002")
    laid = [Purchase(one.type, one.at, one.hidden) for one in fields_of(battle) if not one.hidden]
    for one in bought:
        refusal = _where_it_lies(battle, command.side, one, laid)
        if refusal is not None:
            raise Refused(refusal)
        if one.at is not None:
            laid.append(one)
    return bought


def _purchase(battle: Battle, one: str | orders.Laid) -> Purchase:
    kind = one if isinstance(one, str) else one.type
    if kind not in FAMILIES:
        text = f"there is no support called {kind!r}; {nearest(kind, FAMILIES)}"
        raise refuse("unknown_support", text, "AS-BAT-003")
    if (FAMILIES[kind] == MINEFIELD) == isinstance(one, str):
        text = "a minefield is bought with the place where it lies, and nothing else is"
        raise refuse("no_place", text, "AS-BAT-018")
    return Purchase(kind) if isinstance(one, str) else Purchase(kind, battle.table.snap(one.at), one.hidden)


def _where_it_lies(battle: Battle, side: str, one: Purchase, laid: list[Purchase]) -> Refusal | None:
    wrong = misplaced(battle.setup, one, laid)
    if wrong is not None:
        return Refusal("misplaced", wrong, "AS-BAT-020" if one.hidden and "hidden only" in wrong else "AS-BAT-018")
    return in_their_zone(battle, side, one) if one.at is not None else None


@rules.rule("AS-BAT-018", otherwise=None)
def in_their_zone(battle: Battle, side: str, one: Purchase) -> Refusal | None:
    """No mines where the enemy takes the field, unless the players have agreed on it beforehand."""
    assert one.at is not None
    x, y = one.at
    reach = radius_of(battle, battle.table, hidden=one.hidden)
    for area in deployment_areas(battle, battle.opponent(side)):
        everywhere = area.width >= battle.table.width and area.depth >= battle.table.depth
        across = area.x - reach < x < area.x + area.width + reach
        if across and area.y - reach < y < area.y + area.depth + reach and not everywhere:
            text = f"no mines are laid where {battle.opponent(side)} takes the field, {area.words}"
            return Refusal("misplaced", text, "AS-BAT-018")
    return None
