"""Booby traps (p. 83): a unit blows itself up, and whoever is near with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import Shock, away_from, radius_of
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.blast import Fallen, Impact, blast, comes_down
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.damage.causes import cause, own_doing
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.lines import off_line
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Detonated
from lancemate.alphastrike.play.flight import flies, path_of
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.play.traits import AREA, ATTACK, EXPLOSIVE
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CODE: Final = "BT"
DONE: Final = "detonate"
TRAPPED: Final = cause("booby trap", "AS-SPC-078", ATTACK, AREA, EXPLOSIVE)
TRAP: Final = rules.table("AS-SPC-078", {"template": 2, "part of the Move": 2})


@hooks.deeds.entry("detonate")
def detonate(battle: Battle, unit: Unit, what: str | None) -> None:
    if what is not None and any(hook(battle, unit, what) for hook in battle.hooks[hooks.sets_off]):
        return
    detonate_at(battle, unit, what, unit.at)


@hooks.placed_deeds.entry("detonate")
def detonate_at(battle: Battle, unit: Unit, what: str | None, at: Point) -> None:
    refusal = why_not_detonate(battle, unit, what) or why_not_there(battle, unit, at)
    if refusal is not None:
        raise Refused(refusal)
    points = blast_of(battle, unit)
    battle.emit(Detonated(unit.id, at, points, "AS-SPC-078"))
    doom(battle, unit, "it blew itself up", "AS-SPC-078", own_doing(unit), wait=True)
    ring = Ring(radius_of(battle, TRAP.of(battle)["template"]), Strength(points))
    level = battle.table.surface(*at) if unit.airborne else unit.elevation
    source = TRAPPED.by(unit)
    impact = Impact(at, (ring,), source, "Booby trap", "AS-SPC-078", level, burst=unit.id)
    blast(battle, impact)
    comes_down(battle, Fallen(source, unit.at, at), Shock(at, ((ring.radius, points),)))


@rules.rule("AS-SPC-078", otherwise=None)
def why_not_detonate(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """In the Combat Phase, in the place of its attack."""
    if what != CODE or not unit.has(CODE):
        return Refusal("no_such_ability", f"{unit.id} has no booby trap (BT) to detonate", "AS-SPC-078")
    return why_not_now(battle, unit, "AS-SPC-078")


@rules.rule("AS-SPC-078", otherwise=None)
def why_not_there(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """What flies bursts over a point of its path, everybody else where it is."""
    if off_line(battle.table, path_of(unit), at) <= TINY:
        return None
    where = "over a point of its flight path" if flies(unit) else "where it is"
    return Refusal("not_on_path", f"{unit.id} blows itself up {where}", "AS-SPC-078")


@hooks.offers.rule("AS-SPC-078", ability=CODE)
def may_detonate(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.has(CODE) or not unit.on_table or unit.doomed is not None or battle.state.to_act != unit.side:
        return None
    if orders.Act not in battle.now.verbs or why_not_detonate(battle, unit, CODE) is not None:
        return None
    if not flies(unit):
        return (offer(orders.Act(unit.id, "detonate", CODE), "Blow itself up", "AS-SPC-078"),)
    found = dict.fromkeys(over_enemies(battle, unit))
    return tuple(
        offer(orders.Act(unit.id, "detonate", CODE, at), f"Blow itself up over {name}", "AS-SPC-078")
        for name, at in found
    )


def over_enemies(battle: Battle, unit: Unit) -> Iterator[tuple[str, Point]]:
    """The points of its path beneath which an enemy would feel it."""
    table, path = battle.table, path_of(unit)
    reach = radius_of(battle, TRAP.of(battle)["template"])
    for enemy in battle.on_table(battle.opponent(unit.side)):
        at = table.snap(table.nearest_on(*path, enemy.at))
        if not flies(enemy) and away_from(battle, enemy, at) <= reach:
            yield enemy.id, at


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
