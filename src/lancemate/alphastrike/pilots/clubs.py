"""Slugger (p. 99): a tree, a girder, whatever lies around makes a club, for 2 inches of Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import SLUGGER, piloted
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.terrain_masters import kind_of
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.minds import club
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SEARCH: Final = rules.table("AS-SPA-056", {"Move": 2.0})
FOUND_IN: Final = ("woods", "jungle", "rubble", "ultra_rubble", "building")


def may_look(battle: Battle, unit: Unit) -> bool:
    return has(battle, unit, SLUGGER) and not club.of(unit)


@hooks.move_choices.rule("AS-SPA-056", when=piloted(SLUGGER))
def looks_for_a_club(battle: Battle, unit: Unit) -> Choice | None:
    if not may_look(battle, unit) or not any(kind_of(one.kind) in FOUND_IN for one in battle.table.features):
        return None
    inches = SEARCH.of(battle)["Move"]
    label = f"{SLUGGER}: pick up a club in woods, rubble or a building, for {inches:g} inches"
    return Choice("abilities", label, "flag", "AS-SPA-056", among=(SLUGGER,))


@hooks.way_fees.rule("AS-SPA-056", when=piloted(SLUGGER))
def slugger(m: Movement) -> Cost | None:
    """Somewhere on its way there must be something to pick up."""
    if SLUGGER not in m.command.abilities:
        return None
    places = [m.battle.table.features_at(*m.points[0]), m.battle.table.features_at(*m.end)] if m.points else []
    lying = [*places, *(stretch.patch.features for stretch in m.stretches)]
    if m.way in ("jump", "fly"):
        lying = places
    if not any(kind_of(feature.kind) in FOUND_IN for features in lying for feature in features):
        text = f"{m.unit.id} finds no club on this way: lead it through woods, jungle, rubble or a building"
        raise refuse("nothing_to_find", text, "AS-SPA-056")
    return Cost(f"{SLUGGER}: a club", SEARCH.of(m)["Move"], "AS-SPA-056")


@hooks.moved.rule("AS-SPA-056", when=piloted(SLUGGER))
def has_found_it(m: Movement) -> None:
    if SLUGGER in m.command.abilities and may_look(m.battle, m.unit):
        club.note(m.battle, m.unit, True)


@hooks.hand_weapon.rule("AS-SPA-056", when=piloted(SLUGGER))
def swings_a_club(battle: Battle, unit: Unit) -> bool:
    """From then on it strikes as if it had a hand weapon."""
    return bool(unit.notes) and club.of(unit) and has(battle, unit, SLUGGER)
