"""Engine explosions (pp. 161-162): by more damage than a unit can take, or on purpose.

The blast strikes everything around it, friend or foe, by its distance alone. What sits inside something is safe, unless
the blast destroys that as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import Shock
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.blast import NOWHERE, Fallen, Impact, blast, built_within, comes_down, reached
from lancemate.alphastrike.damage.causes import Source, cause, own_doing
from lancemate.alphastrike.damage.damage import deal
from lancemate.alphastrike.damage.destruction import destroy, doom, riders_saved
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.state import ABOARD, Unit
from lancemate.alphastrike.play.traits import AREA, ATTACK, EXPLOSIVE
from lancemate.alphastrike.play.words import unit_word, whole
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.buildings import BUILT, section_at, structure_at
from lancemate.alphastrike.urban.collapse import has_fallen, is_used_up
from lancemate.field.bodies import TINY
from lancemate.field.terrain import Feature
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.ruleset import as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle

EXPLOSIONS: Final = rules.option(
    "engine_explosions", "AS-OPT-381", "units that take far too much damage may explode, and may be made to"
)

EXCESS: Final = rules.table("AS-OPT-381", {"more than needed": 3, "explodes on": 12})
# Inches, and the share of its effective Size that the blast does up to there.
BANDS: Final = rules.table("AS-OPT-386", {2.0: 1.0, 4.0: 0.5, 6.0: 0.25})
LARGER: Final = rules.table("AS-OPT-386", {"LG": 2, "VLG": 3, "SLG": 4})

BLOWS_UP: Final = cause("engine explosion", "AS-OPT-386", ATTACK, AREA, EXPLOSIVE, word="explosion")

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
    there = unit.on_table or unit.fell  # outside of the Combat Phase it is off the table already
    if not struck.by(ATTACK) or not struck.marks.structure or unit.structure > 0 or unit.sections or not there:
        return
    if excess < EXCESS.of(battle)["more than needed"] or why_not_explode(battle, unit) is not None:
        return
    roll = battle.roll(2)
    explodes = dice_sum(battle, roll) >= EXCESS.of(battle)["explodes on"]
    result = "it explodes" if explodes else "it is merely destroyed"
    battle.emit(DieRolled(unit.id, "engine explosion", roll, result, "AS-OPT-381"))
    if explodes:
        explode(battle, unit)


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
            doom(battle, unit, "it blew up its own engine", "AS-OPT-382", own_doing(unit), wait=True)
            explode(battle, unit)
            destroy(battle, unit)
            done = True
    return done


# -- the blast ------------------------------------------------------------------------------------------------


def effective_size(battle: Battle, unit: Unit) -> int:
    times = max((value for code, value in LARGER.of(battle).items() if unit.has(code)), default=1)
    return unit.card.size * times


@rules.rule("AS-OPT-386", otherwise=NOWHERE)
def rings_of(battle: Battle, unit: Unit) -> tuple[Ring, ...]:
    """All of its Size within 2 inches of it, half within 4, a quarter within 6, and nothing beyond."""
    size = effective_size(battle, unit)
    shares = [(far, round_down(battle, size * share)) for far, share in BANDS.of(battle).items()]
    return tuple(Ring(far + unit.radius, Strength(points)) for far, points in shares)


def explode(battle: Battle, unit: Unit) -> None:
    """Everything around it is struck, buildings after units, and last who was in what has been destroyed."""
    source = BLOWS_UP.by(unit)
    impact = Impact(
        unit.at, rings_of(battle, unit), source, "Engine explosion", "AS-OPT-386", unit.elevation, burst=unit.id
    )
    for one in reached(battle, impact):
        if one.section is None:
            break_open(battle, battle.units[one.unit], one.strength, source)
    inside = {one.id: house for one in battle.on_table() if (house := shelter_of(battle, one)) is not None}
    standing = [built for built in built_within(battle, impact) if not is_used_up(battle, built[0])]
    blast(battle, impact)
    for feature, strength in standing:
        if has_fallen(battle, feature) or is_used_up(battle, feature):
            for other in [battle.units[name] for name, house in inside.items() if house == feature.id]:
                if other.on_table:
                    break_open(battle, other, strength, source)
                    strike(battle, other, strength, source)
    rings = tuple((ring.radius, ring.damage.points) for ring in impact.rings)
    comes_down(battle, Fallen(source, unit.at, unit.at), Shock(unit.at, rings) if rings else None)


def strike(battle: Battle, unit: Unit, strength: Strength, source: Source) -> None:
    """One that is struck after all others."""
    deal(battle, Blow(unit.id, source, (Modifier("Engine explosion", strength.points, "AS-OPT-386"),)), "AS-OPT-386")


@hooks.spared.rule("AS-OPT-387", when=EXPLOSIONS)
def houses_keep_it_off(battle: Battle, impact: Impact, struck: Unit | Feature) -> bool:
    """Who is inside a building feels nothing of it, unless that falls."""
    if impact.source.cause != BLOWS_UP.word or not isinstance(struck, Unit):
        return False
    return shelter_of(battle, struck) is not None


def shelter_of(battle: Battle, unit: Unit) -> str | None:
    """The building a unit is inside of: a blast does not reach it there."""
    house = structure_at(battle, unit.at)
    if house is None or house.kind not in BUILT:
        return None
    top = battle.table.ground(*unit.at) + house.height
    return section_at(house, unit.at).id if unit.elevation < top - TINY else None


def break_open(battle: Battle, carrier: Unit, strength: Strength, source: Source) -> None:
    """Those aboard what the blast will destroy feel it too, and step out if they live."""
    if strength.points < carrier.armor + carrier.structure:
        return
    for other in list(battle.units.values()):
        if other.aboard == carrier.id and other.place == ABOARD and not other.riding and other.doomed is None:
            strike(battle, other, strength, source)
            if other.structure > 0:
                blown_open.remember(battle, other, True)


@rules.rule("AS-OPT-387", when=EXPLOSIONS, replaces=riders_saved)
def who_lived_through_it(battle: Battle, unit: Unit, carried: list[Unit]) -> tuple[str, ...]:
    """Who has survived the blast that destroyed its transport does not go down with it."""
    inside = [one for one in carried if blown_open.of(one) and one.doomed is None]
    for one in inside:
        blown_open.remember(battle, one, False)
    return (*as_printed(riders_saved)(battle, unit, carried), *(one.id for one in inside if not one.riding))
