"""Command abilities of the edges of the table (p. 105): leaving fast, and coming on where nobody expects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import FAST_WITHDRAWAL, FLANKERS, commanded
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.play.edges import EDGES

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.may_exit.rule("AS-SCA-032", when=commanded(FAST_WITHDRAWAL))
def fast_withdrawal(battle: Battle, unit: Unit, edge: str) -> str | None:
    """At any time by any edge but the enemy's, whatever the scenario says; what it closes stays closed."""
    enemy = home_edge(battle, battle.opponent(unit.side))
    return "AS-SCA-032" if edge != enemy and serves(battle, unit, FAST_WITHDRAWAL) else None


@hooks.entry_edges.rule("AS-SCA-033", when=commanded(FLANKERS))
def flankers(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Where it would come on over its home edge it may do so over a flank."""
    if not serves(battle, unit, FLANKERS):
        return None
    homes = {home_edge(battle, side) for side in battle.sides}
    return tuple(edge for edge in EDGES if edge not in homes)
