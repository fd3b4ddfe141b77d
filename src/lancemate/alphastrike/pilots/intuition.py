"""Combat Intuition (p. 93): a pilot who knows what comes, and strikes before anybody else can act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import pilot_ability, piloted
from lancemate.alphastrike.commands.going_first import acting_by, may_go_first, why_not_now
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.errors import Refusal

INTUITION: Final = pilot_ability("Combat Intuition", "AS-SPA-022")
EVERY: Final = rules.table("AS-SPA-022", {"once in so many turns": 3})

# The turn it was used last.
intuition_used = unit_memory("intuition_used", int, default=None, rule="AS-SPA-022")


@hooks.goes_first.rule("AS-SPA-022", when=piloted(INTUITION))
def goes_by_intuition(battle: Battle, side: str) -> dict[str, str]:
    """Of the side that has won Initiative, once in three turns."""
    found: dict[str, str] = {}
    for unit in battle.on_table(side):
        last = intuition_used.of(unit)
        rested = last is None or battle.state.turn - last >= EVERY.of(battle)["once in so many turns"]
        if rested and may_go_first(battle, unit) and has(battle, unit, INTUITION):
            found[unit.id] = "AS-SPA-022"
    return found


@hooks.went_first.rule("AS-SPA-022", when=piloted(INTUITION))
def uses_it_up(battle: Battle, unit: Unit, by: str) -> None:
    if by == "AS-SPA-022":
        intuition_used.note(battle, unit, battle.state.turn)


@hooks.strikes_at_once.rule("AS-SPA-022", when=piloted(INTUITION))
def felt_at_once(battle: Battle) -> bool:
    """What it does is felt before its targets can act."""
    return acting_by(battle) == "AS-SPA-022"


@hooks.may_attack.rule("AS-SPA-022", part=hooks.ABLE, when=piloted(INTUITION))
def acts_alone(attack: Attack) -> Refusal | None:
    """Nobody else acts before it is done, and nobody charges what has not moved yet."""
    return why_not_now(attack)
