"""Engine explosions (pp. 161-162): by more damage than a unit can take, or on purpose.

The blast strikes everything around it, friend or foe, by its distance alone. What sits inside something is safe, unless
the blast destroys that as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.combat.ranges import distance_between
from lancemate.alphastrike.damage.damage import Hit, take_hit
from lancemate.alphastrike.damage.destruction import destroy, doom, riders_saved
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled, HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.play.words import unit_word, whole
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.urban.buildings import BUILT, section_at, structure_at, structures
from lancemate.alphastrike.urban.collapse import damage_feature, is_used_up
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.ruleset import as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

EXPLOSIONS: Final = rules.option(
    "engine_explosions", "AS-OPT-381", "units that take far too much damage may explode, and may be made to"
)

EXCESS: Final = rules.table("AS-OPT-381", {"more than needed": 3, "explodes on": 12})
# Inches, and the share of its effective Size that the blast does up to there.
BANDS: Final = rules.table("AS-OPT-386", {2.0: 1.0, 4.0: 0.5, 6.0: 0.25})
LARGER: Final = rules.table("AS-OPT-386", {"LG": 2, "VLG": 3, "SLG": 4})

self_destruct = unit_memory(
    "self_destruct", int, default=None, rule="AS-OPT-382", told="destroys itself in the End Phase of turn {}"
)
unit_word(self_destruct, EXPLOSIONS, whole(9999))
# Its transport was blown up around it, and it lived through that.
blown_open = unit_memory("blown_open", bool, default=False, rule="AS-OPT-387")


# -- who ------------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-380", otherwise=None)
def why_not_explode(battle: Battle, unit: Unit) -> Refusal | None:
    """Anything on the ground but infantry."""
    if unit.card.is_infantry:
        return Refusal("no_engine", f"{unit.id} is infantry and has no engine to explode", "AS-OPT-380")
    if unit.airborne:
        return Refusal("airborne", f"{unit.id} is in the air, where engines do not explode", "AS-OPT-380")
    return None


@rules.rule("AS-OPT-384", otherwise=None)
def is_trapped(battle: Battle, unit: Unit) -> Refusal | None:
    """A booby trap goes off by its own rules."""
    if not unit.has("BT"):
        return None
    return Refusal("booby_trapped", f"{unit.id} is booby-trapped: it uses that (BT), not its engine", "AS-OPT-384")


# -- by damage ------------------------------------------------------------------------------------------------


@hooks.hit_taken.rule("AS-OPT-381", when=EXPLOSIONS)
def too_much_to_take(struck: Struck) -> None:
    """Three points more than were needed, and a 12."""
    battle, unit, hit = struck.battle, struck.unit, struck.hit
    excess = hit.points - struck.marks.points
    if not hit.attack or not struck.marks.structure or unit.structure > 0 or unit.sections or not unit.on_table:
        return
    if excess < EXCESS.of(battle)["more than needed"] or why_not_explode(battle, unit) is not None:
        return
    roll = battle.roll(2)
    explodes = dice_sum(battle, roll) >= EXCESS.of(battle)["explodes on"]
    result = "it explodes" if explodes else "it is merely destroyed"
    battle.emit(DieRolled(unit.id, "engine explosion", roll, result, "AS-OPT-381"))
    if explodes:
        blast(battle, unit)


# -- on purpose -----------------------------------------------------------------------------------------------


@hooks.deeds.entry("self_destruct")
@rules.rule("AS-OPT-382")
def announce(battle: Battle, unit: Unit, what: str | None) -> None:
    """Announced in the coming End Phase, it happens in the one after that."""
    refusal = why_not_announce(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    self_destruct.note(battle, unit, battle.state.turn + 1)


hooks.deed_terms.add("self_destruct", DeedTerms(EXPLOSIONS))


def why_not_announce(battle: Battle, unit: Unit) -> Refusal | None:
    if orders.Attack not in battle.now.verbs:
        return Refusal("wrong_phase", f"it is announced in {battle.course.where(orders.Attack)}", "AS-OPT-382")
    if self_destruct.of(unit) is not None:
        return Refusal("already_announced", f"{unit.id} is about to destroy itself already", "AS-OPT-382")
    return is_trapped(battle, unit) or why_not_explode(battle, unit)


@hooks.offers.rule("AS-OPT-382", when=EXPLOSIONS)
def may_destroy_itself(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or battle.state.to_act != unit.side or why_not_announce(battle, unit) is not None:
        return None
    command = orders.Act(unit.id, "self_destruct")
    return (offer(command, "Destroy itself at the end of the next turn", "AS-OPT-382"),)


@hooks.end_phase.rule("AS-OPT-382", part=hooks.REMOVAL, when=EXPLOSIONS)
def engines_go_up(battle: Battle) -> bool | None:
    """Whoever announced it a turn ago, and is still there to do it."""
    done = None
    for unit in list(battle.units.values()):
        due = self_destruct.of(unit)
        if due is None or due > battle.state.turn:
            continue
        self_destruct.note(battle, unit, None)
        if unit.on_table and unit.doomed is None and why_not_explode(battle, unit) is None:
            doom(battle, unit, "it blew up its own engine", "AS-OPT-382", wait=True)
            blast(battle, unit)
            destroy(battle, unit)
            done = True
    return done


# -- the blast ------------------------------------------------------------------------------------------------


def effective_size(battle: Battle, unit: Unit) -> int:
    times = max((value for code, value in LARGER.of(battle).items() if unit.has(code)), default=1)
    return unit.card.size * times


@rules.rule("AS-OPT-386", otherwise=0)
def blast_damage(battle: Battle, size: int, inches: float) -> int:
    """All of it within 2 inches, half within 4, a quarter within 6, and nothing beyond."""
    share = next((share for far, share in BANDS.of(battle).items() if inches <= far + TINY), 0.0)
    return round_down(battle, size * share)


def blast(battle: Battle, unit: Unit) -> None:
    """Everything around it is struck, buildings after units."""
    size, at = effective_size(battle, unit), unit.at
    near = [other for other in battle.on_table() if other is not unit]
    inside = {other.id: where for other in near if (where := shelter_of(battle, other)) is not None}
    struck = [(other, blast_damage(battle, size, distance_between(battle, unit, other))) for other in near]
    for other, points in struck:
        if points and other.id not in inside and other.on_table:
            if points >= other.armor + other.structure:
                passengers_suffer(battle, other, points)
            strike(battle, other, points)
    for feature in [one for one in structures(battle) if one.kind in BUILT]:
        points = blast_damage(battle, size, max(0.0, battle.table.distance_to(feature.id, *at, unit.radius)))
        if not points or piece(battle.table, feature.id) != feature:
            continue
        damage_feature(battle, feature, points, "AS-OPT-386")
        if is_used_up(battle, feature):
            for other in near:
                if inside.get(other.id) == feature.id and other.on_table:
                    strike(battle, other, points)


def strike(battle: Battle, unit: Unit, points: int) -> None:
    parts = (Modifier("Engine explosion", points, "AS-OPT-386"),)
    battle.emit(HitLanded(None, unit.id, "explosion", "front", points, parts, (), "AS-OPT-386"))
    take_hit(battle, Hit(unit.id, points, cause="explosion", area=True))


@rules.rule("AS-OPT-387", otherwise=None)
def shelter_of(battle: Battle, unit: Unit) -> str | None:
    """The building a unit is inside of: a blast does not reach it there."""
    house = structure_at(battle, unit.at)
    if house is None or house.kind not in BUILT:
        return None
    top = battle.table.ground(*unit.at) + house.height
    return section_at(house, unit.at).id if unit.elevation < top - TINY else None


def passengers_suffer(battle: Battle, carrier: Unit, points: int) -> None:
    """Those aboard what the blast has destroyed feel it too, and step out if they live."""
    for other in list(battle.units.values()):
        if other.aboard == carrier.id and other.place == ABOARD and not other.riding and other.doomed is None:
            strike(battle, other, points)
            if other.structure > 0:
                blown_open.remember(battle, other, True)


@rules.rule("AS-OPT-387", when=EXPLOSIONS, replaces=riders_saved)
def who_lived_through_it(battle: Battle, unit: Unit, carried: list[Unit]) -> tuple[str, ...]:
    """Who has survived the blast that destroyed its transport does not go down with it."""
    inside = [one for one in carried if blown_open.of(one) and one.doomed is None]
    for one in inside:
        blown_open.remember(battle, one, False)
    return (*as_printed(riders_saved)(battle, unit, carried), *(one.id for one in inside if not one.riding))
