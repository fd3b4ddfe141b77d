"""Trenchworks engineers (p. 91): infantry that digs a fortified position where it stands.

Hull-down vehicles in such positions, and other units that dig, belong to the optional module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import heat_of_attack
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lay
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CODE: Final = "TRN"
ENGINEERS: Final = (CODE, "ENG")  # whoever may come to dig, with or without modules
KIND: Final = "fortified"
CLOSED: Final = ("solid", "water")  # where nobody digs
TRENCH: Final = rules.table("AS-SPC-160", {"radius": 1, "target number": 2})

digs = unit_memory("fortifying", bool, default=False, rule="AS-SPC-160", expires="turn")


@hooks.deeds.entry("fortify")
def fortify(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_fortify(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    digs.note(battle, unit, True)


@rules.rule("AS-SPC-160", otherwise=None)
def why_not_fortify(battle: Battle, unit: Unit) -> Refusal | None:
    """Infantry with TRN that stands still and attacks nobody for a turn; not in buildings or water."""
    if not knows_how_to_dig(battle, unit):
        return Refusal("no_such_ability", f"{unit.id} has no trenchworks engineers (TRN)", "AS-OPT-465")
    return why_not_here(battle, unit)


def why_not_here(battle: Battle, unit: Unit) -> Refusal | None:
    """Why whoever knows how to dig does not dig now, and where it is."""
    refusal = why_not_now(battle, unit, "AS-OPT-465")
    if refusal is not None:
        return refusal
    if unit.moved != "standstill" or digs.of(unit):
        return Refusal("has_moved", f"{unit.id} must stand still for the whole turn to dig, once", "AS-OPT-465")
    if any(feature.role_name in CLOSED for feature in battle.table.features_at(*unit.at)):
        return Refusal("no_ground", f"{unit.id} stands in a building or in water: nobody digs there", "AS-OPT-465")
    return None


@rules.rule("AS-SPC-160", otherwise=False)
def knows_how_to_dig(battle: Battle, unit: Unit) -> bool:
    return unit.has(CODE) and unit.card.is_infantry


@hooks.may_attack.rule("AS-SPC-160", part=hooks.SLOT, ability=ENGINEERS)
def shovels_in_hand(attack: Attack) -> Refusal | None:
    if not digs.of(attack.attacker):
        return None
    return Refusal("already_acted", f"{attack.attacker.id} digs in this turn and attacks nobody", "AS-OPT-465")


@hooks.offers.rule("AS-SPC-160", ability=ENGINEERS)
def may_fortify(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    return digging_offered(battle, unit, "AS-SPC-160")


def digging_offered(battle: Battle, unit: Unit, by: str) -> tuple[Offer, ...] | None:
    """To dig, for whoever may do so now."""
    if battle.state.phase != COMBAT or battle.state.to_act != unit.side or not unit.on_table:
        return None
    if why_not_fortify(battle, unit) is not None:
        return None
    return (offer(orders.Act(unit.id, "fortify"), "Dig a fortified position", by),)


@hooks.end_phase.rule("AS-SPC-160", part=hooks.HAPPENINGS, ability=ENGINEERS)
def trenches_are_dug(battle: Battle) -> bool | None:
    """The position is there from the End Phase on, around its builders, for the rest of the scenario."""
    return positions_appear(battle, float(TRENCH.of(battle)["radius"]), "AS-SPC-160")


def positions_appear(battle: Battle, radius: float, by: str) -> bool | None:
    """Around everybody who has dug this turn."""
    ready = finished(battle, [unit.at for unit in battle.on_table() if digs.of(unit) and unit.doomed is None])
    for at in ready:
        lay(battle, KIND, (*at, radius), by)
    return bool(ready) or None


@rules.rule("AS-OPT-465", otherwise=())
def finished(battle: Battle, dug: list[Point]) -> Sequence[Point]:
    """Which positions are ready in this End Phase: those that were dug in this turn."""
    return dug


@hooks.to_hit.rule("AS-SPC-160", part=hooks.OTHER, ability=ENGINEERS)
def behind_earthworks(attack: Attack) -> Modifier | None:
    """Infantry in it is harder to hit, except by heat and by what strikes an area."""
    target = infantry_to_cover(attack)
    if target is None or not is_fortified(attack.battle, target.at):
        return None
    return Modifier("Fortified position", TRENCH.of(attack)["target number"], "AS-SPC-160")


def infantry_to_cover(attack: Attack) -> Unit | None:
    """The infantry that is shot at, unless heat or what strikes an area finds it behind anything."""
    target = attack.target
    if target is None or not target.card.is_infantry or trait.AREA in attack.traits or heat_of_attack(attack):
        return None
    return target


def is_fortified(battle: Battle, at: Point) -> bool:
    return any(feature.kind == KIND for feature in battle.table.features_at(*at))
