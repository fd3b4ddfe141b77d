"""A battle that nobody can win any more (p. 31): whoever is left can neither move nor hurt an enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import FreshTurn
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.turn.victory import Verdict, defeated, undefeated

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.plain_victory.rule("AS-INT-065")
def stalemate(battle: Battle) -> Verdict | None:
    """Whoever is left can neither move nor ever hurt an enemy again."""
    for unit in battle.state.units.values():
        if not defeated(battle, unit) and not _stuck(battle, unit):
            return None
    left = [unit for side in battle.sides for unit in undefeated(battle, side)]
    if not left:
        return None
    if any(_can_harm(battle, unit, enemy) for unit in left for enemy in left if enemy.side != unit.side):
        return None
    return Verdict(None, "nobody can move and nobody can hurt the enemy any more", "AS-INT-065")


def _stuck(battle: Battle, unit: Unit) -> bool:
    """For good: not only shut down, stunned or overheated."""
    return unit.on_table and stats(battle, unit).immobilized


def _can_harm(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Some attack of the coming turns could hit; heat and stun pass, so they do not count."""
    tomorrow = battle.clone()
    tomorrow.emit(FreshTurn(battle.state.turn))
    for other in tomorrow.units.values():
        other.heat, other.shutdown, other.stunned, other.moved = 0, False, False, "standstill"
    special = [str(ability.code) for ability in unit.card.specials]
    return any(
        (seen := preview_attack(tomorrow, orders.Attack(unit.id, enemy.id, kind, using), outcomes=False)).legal
        and seen.hit_probability > 0
        for kind in hooks.attack_kinds
        for using in (None, *special)
    )
