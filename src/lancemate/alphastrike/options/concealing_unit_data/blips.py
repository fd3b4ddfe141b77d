"""Blips (pp. 157-158): tokens that stand for units, how each comes to be identified, and what may be done to one.

Checked when the Movement Phase ends: eyes, sensors, fighters overhead. At once: who attacks openly, who is in the air.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import BOOSTED, is_jammed, probes_of, range_of
from lancemate.alphastrike.abilities.remote_sensors import is_working, sensors_of, within_reach
from lancemate.alphastrike.asking.knowledge import TOKEN
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.environment.visibility import CONCEALED, visual_range
from lancemate.alphastrike.measure.apart import apart, within
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.options.concealing_unit_data import BLIPS, in_play
from lancemate.alphastrike.options.concealing_unit_data.contact import (
    BY_HEART,
    in_the_way,
    knows_by_heart,
    only_boosted_probes,
    only_seen,
)
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.play.state import Unit, blip, hidden
from lancemate.alphastrike.play.words import flag, text, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.field.bodies import TINY
from lancemate.field.layout import SOLID
from lancemate.kernel.errors import InputError, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle

LAST: Final = 90  # of all that is checked as the Movement Phase ends
WHAT: Final = "blips"  # what probes look for
CHOICE: Final = "AS-OPT-471"  # by which a hidden unit comes out because its player wants it to
SENSORS: Final = rules.table("AS-OPT-316", {"without a probe": 10.0})

identified = unit_memory("identified", bool, default=False, rule="AS-OPT-311", told="is identified")
unit_word(blip, CONCEALED, text, beside_skill=True)
unit_word(identified, CONCEALED, flag)


# -- tokens ---------------------------------------------------------------------------------------------------


def is_blip(battle: Battle, unit: Unit) -> bool:
    """It stands on the table as a token, and nobody has identified it."""
    if not unit.notes or blip.of(unit) is None or identified.of(unit) or not in_play(battle, BLIPS):
        return False
    return not (unit.card.is_aerospace and unit.airborne)


@hooks.battle_opens.rule("AS-OPT-311", when=CONCEALED)
def tokens_are_told_apart(battle: Battle) -> None:
    """Every token has a letter or a number of its own, and no name that something else has."""
    taken = {*battle.units, *battle.table.by_id, *battle.sides}
    for unit in battle.units.values():
        letter = blip.of(unit)
        if letter is None:
            continue
        if letter in taken:
            raise StateError(unit.id, InputError(f"something else is called {letter!r}: choose another", key="blip"))
        taken.add(letter)


@hooks.knowledge.rule("AS-OPT-311", when=CONCEALED)
def stands_as_a_token(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """Others see that something is there."""
    return Degree.SOMETHING if is_blip(battle, unit) else None


def identify(battle: Battle, unit: Unit, by: str) -> None:
    identified.note(battle, unit, True, by)


def blips_of(battle: Battle, side: str) -> list[Unit]:
    """The tokens of a side on the table; who lies hidden has none yet."""
    return [unit for unit in battle.on_table(side) if is_blip(battle, unit) and not hidden.of(unit)]


# -- identification -------------------------------------------------------------------------------------------


@hooks.movement_ends.rule("AS-OPT-311", part=LAST, when=CONCEALED)
def look_around(battle: Battle) -> None:
    """What eyes and sensors make out now that everybody has moved."""
    for side in battle.sides:
        for unit in blips_of(battle, side):
            by = recognised(battle, unit)
            if by is not None:
                identify(battle, unit, by)


def recognised(battle: Battle, unit: Unit) -> str | None:
    """The rule by which the other side identifies a blip from where everybody is now."""
    return next((by for by, found in ways_to_recognise(battle, unit) if found), None)


def ways_to_recognise(battle: Battle, unit: Unit) -> Iterator[tuple[str, bool]]:
    watchers = list(battle.on_table(battle.opponent(unit.side)))
    yield "AS-OPT-320", any(sees_in_the_air(battle, one, unit) for one in watchers)
    yield "AS-OPT-318", any(flies_over(battle, one, unit) for one in watchers)
    yield "AS-OPT-315", any(makes_out(battle, one, unit) for one in watchers)
    yield "AS-OPT-317", any(noticed(battle, one, unit) for one in sensors_of(battle, battle.opponent(unit.side)))
    yield "AS-OPT-316", any(senses(battle, one, unit) for one in watchers)
    if not only_seen(battle, unit):
        learned = [one for one in watchers if knows_by_heart(battle, one, unit)]
        yield "AS-SPA-038", any(not is_jammed(battle, one, BY_HEART, unit) for one in learned)


@rules.rule("AS-OPT-315", otherwise=False)
def makes_out(battle: Battle, viewer: Unit, unit: Unit) -> bool:
    """In sight, and no farther away than one sees in this light and weather."""
    if not within(battle, viewer, unit, visual_range(battle)):
        return False
    return in_the_way(battle, viewer, unit) is None


@rules.rule("AS-OPT-316", otherwise=False)
def senses(battle: Battle, viewer: Unit, unit: Unit) -> bool:
    """Machines sense what is near, through anything; probes reach farther. Stealth and jammers hide from both."""
    if viewer.card.is_infantry or viewer.shutdown:
        return False
    far = apart(battle, viewer, unit)
    probes = [code for code in probes_of(battle, viewer) if far <= range_of(battle, viewer, WHAT, code) + TINY]
    if only_seen(battle, unit):
        return BOOSTED in probes and only_boosted_probes(battle, unit)
    if far <= SENSORS.of(battle)["without a probe"] + TINY:
        return True
    return any(not is_jammed(battle, viewer, code, unit) for code in probes)


@rules.rule("AS-OPT-317", otherwise=False)
def noticed(battle: Battle, sensor: Unit, unit: Unit) -> bool:
    """A remote sensor makes out what it sees, and what is near or touches it, unless that hides from sensors."""
    if touches_it(battle, sensor, unit):
        return True
    return is_working(battle, sensor) and within_reach(battle, sensor, unit, in_the_way(battle, sensor, unit) is None)


@rules.rule("AS-OPT-317", otherwise=False)
def touches_it(battle: Battle, sensor: Unit, unit: Unit) -> bool:
    """In base contact with a sensor only stealth and mimetic armor go unnoticed."""
    return in_contact(battle, sensor, unit) and not (unit.has("STL") or unit.has("MAS"))


@rules.rule("AS-OPT-318", otherwise=False)
def flies_over(battle: Battle, viewer: Unit, unit: Unit) -> bool:
    """By daylight a fighter over the table tells what everything under the open sky is."""
    if not viewer.card.is_fighter or not viewer.airborne or agreed(battle).light != "day":
        return False
    indoors = any(one.role == SOLID and one.kind == "building" for one in battle.table.features_at(unit.x, unit.y))
    roofed = indoors and unit.elevation < battle.table.surface(unit.x, unit.y) - TINY
    return not roofed and not is_underwater(battle, unit)


@rules.rule("AS-OPT-320", otherwise=False)
def sees_in_the_air(battle: Battle, viewer: Unit, unit: Unit) -> bool:
    """What is in the air is known for what it is as soon as anybody sees it, however far away."""
    return unit.airborne and in_the_way(battle, viewer, unit) is None


@hooks.entered.rule("AS-OPT-320", part=hooks.LAST_OF_ALL, when=CONCEALED)
def seen_at_its_altitude(battle: Battle, here: Entered) -> None:
    """Whoever is somewhere else may have come into view, or have brought something into its own."""
    for unit in [one for side in battle.sides for one in blips_of(battle, side) if one.airborne]:
        if any(sees_in_the_air(battle, viewer, unit) for viewer in battle.on_table(battle.opponent(unit.side))):
            identify(battle, unit, "AS-OPT-320")


@hooks.attack_begins.rule("AS-OPT-319", part=-1, when=CONCEALED)
def shows_itself(attack: Attack) -> bool:
    """Fire that is aimed directly and blows give a blip away; indirect fire and whatever strikes an area do not."""
    unit = attack.platform
    if is_blip(attack.battle, unit) and not attack.indirect and trait.AREA not in attack.traits:
        identify(attack.battle, unit, "AS-OPT-319")
    return False


@hooks.came_out.rule("AS-OPT-321", when=CONCEALED)
def out_of_hiding(battle: Battle, unit: Unit, by: str) -> None:
    """Who comes out unseen of its own will is a blip at first; who was found, or is seen, is known for what it is."""
    if not is_blip(battle, unit):
        return
    watchers = battle.on_table(battle.opponent(unit.side))
    if by != CHOICE or any(in_the_way(battle, viewer, unit) is None for viewer in watchers):
        identify(battle, unit, "AS-OPT-321")


# -- as a target ----------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-323", part=hooks.CARRIED - 1, when=CONCEALED)
def no_target(attack: Attack) -> Refusal | None:
    """Nobody aims at a blip; what strikes an area strikes it too."""
    target = attack.target
    if target is None or target.side == attack.attacker.side:
        return None
    return _unknown(blip.of(target) or target.id) if _is_token(attack.battle, target) else None


def _is_token(battle: Battle, unit: Unit) -> bool:
    return unit.card is TOKEN or is_blip(battle, unit)


@hooks.no_such_target.rule("AS-OPT-323", when=CONCEALED)
def a_token_of_that_name(battle: Battle, name: str) -> Refusal | None:
    found = any(blip.of(unit) == name and is_blip(battle, unit) for unit in battle.units.values() if unit.on_table)
    return _unknown(name) if found else None


@hooks.declares.rule("AS-OPT-323", part=-1, when=CONCEALED)
def nobody_to_run_into(m: Movement) -> Refusal | None:
    named = m.command.charge or m.command.dfa
    target = m.battle.units.get(named) if named is not None else None
    if target is None or target.side == m.unit.side or not _is_token(m.battle, target):
        return None
    return _unknown(blip.of(target) or target.id)


def _unknown(name: str) -> Refusal:
    what = f"nobody knows yet what {name} is: it can be attacked once it is identified"
    return Refusal("unidentified", f"{what}, and until then only by what strikes an area", "AS-OPT-323")
