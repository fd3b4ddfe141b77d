"""Booby traps (p. 83): a unit blows itself up, and whoever is near with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.combat.area import radius_of, touched_by
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.damage.damage import Hit, after_armor, take_hit
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Detonated, HitLanded
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "BT"
DONE: Final = "detonate"
CAUSE: Final = "booby trap"
TRAP: Final = rules.table("AS-SPC-078", {"template": 2, "part of the Move": 2})


@hooks.deeds.entry("detonate")
def detonate(battle: Battle, unit: Unit, what: str | None) -> None:
    if what is not None and any(hook(battle, unit, what) for hook in battle.hooks[hooks.sets_off]):
        return
    refusal = why_not_detonate(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    points = blast_of(battle, unit)
    struck = list(caught(battle, unit))
    battle.emit(Detonated(unit.id, unit.at, points, "AS-SPC-078"))
    doom(battle, unit, "it blew itself up", "AS-SPC-078", wait=True)
    for one in struck:
        parts = (Modifier("Booby trap", points, "AS-SPC-078"), *after_armor(battle, one, points, hooks.FROM_AREA))
        battle.emit(HitLanded(unit.id, one.id, CAUSE, "front", total(parts), parts, (), "AS-SPC-078"))
        take_hit(battle, Hit(one.id, total(parts), cause=CAUSE, attacker=unit.id, area=True))


@rules.rule("AS-SPC-078", otherwise=None)
def why_not_detonate(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """In the Combat Phase, in the place of its attack."""
    if what != CODE or not unit.has(CODE):
        return Refusal("no_such_ability", f"{unit.id} has no booby trap (BT) to detonate", "AS-SPC-078")
    return why_not_now(battle, unit, "AS-SPC-078")


@hooks.offers.rule("AS-SPC-078", ability=CODE)
def may_detonate(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.has(CODE) or not unit.on_table or unit.doomed is not None or battle.state.to_act != unit.side:
        return None
    if orders.Act not in battle.now.verbs or why_not_detonate(battle, unit, CODE) is not None:
        return None
    return (offer(orders.Act(unit.id, "detonate", CODE), "Blow itself up", "AS-SPC-078"),)


@hooks.may_attack.rule("AS-SPC-078", part=hooks.ABLE, ability=CODE)
def nothing_is_left_to_fire(attack: Attack) -> Refusal | None:
    """Whoever has blown itself up makes no attack."""
    if DONE not in attack.attacker.attacks:
        return None
    return Refusal("already_acted", f"{attack.attacker.id} has blown itself up", "AS-SPC-078")


@rules.rule("AS-SPC-078", otherwise=0)
def blast_of(battle: Battle, unit: Unit) -> int:
    """Its Size, times half of the Move it has now when it is on the ground."""
    if unit.airborne:
        return unit.card.size
    return round_normally(battle, unit.card.size * current_move(battle, unit) / TRAP.of(battle)["part of the Move"])


def caught(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Whoever is under the template, on either side, and whoever rides on the unit itself."""
    template = TRAP.of(battle)["template"]
    level = battle.table.surface(*unit.at) if unit.airborne else unit.elevation
    others = [one for one in battle.on_table() if one is not unit and not (one.airborne and one.card.is_aerospace)]
    for one in battle.table.covered(unit.at, radius_of(battle, template), others):
        if touched_by(battle, one, template, unit.at, level):
            yield one
    yield from (one for one in battle.units.values() if one.aboard == unit.id and one.riding)
