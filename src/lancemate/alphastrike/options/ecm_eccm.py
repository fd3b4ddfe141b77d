"""ECM and ECCM (p. 161): suites jam, or clear away the jamming of others; where fields overlap the greater number wins.

That two opposing suites in ECM mode cancel each other as well is a ruling (AS-OPT-361).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import (
    ECM,
    TOLERANCE,
    JammingField,
    Suite,
    angel_ecm_suite,
    jammers,
    jams_itself,
    left_by_stealth,
    reach_of,
    suites_of,
)
from lancemate.alphastrike.heat.track import is_disabled, works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Switch, SwitchWords
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.play.words import flag, order_word, unit_word, whole
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.measure.places import Place
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "ecm_eccm", "AS-OPT-360", "jammers may be set to clear away the jamming of others", title="ECM and ECCM"
)

ECCM, MHQ = "ECCM", "MHQ"
JAMMERS: Final = ("ECM", "AECM", "LECM", "NOVA", "WAT")
HEADQUARTERS: Final = rules.table("AS-OPT-363", {"at least": 7})

eccm = unit_memory("eccm", int, default=0, rule="AS-OPT-360", told="runs {} of its fields as ECCM", untold="jams again")
mhq_field = unit_memory(
    "mhq_field",
    bool,
    default=False,
    rule="AS-OPT-363",
    told="makes a field of its headquarters",
    untold="has none",
)
unit_word(eccm, OPTION, whole(2))
unit_word(mhq_field, OPTION, flag)
order_word("toggle", "fields", OPTION)
hooks.switch_words.add(ECCM, SwitchWords("ECCM", "will set its suite to ECCM", "will set its suite back to ECM"))
hooks.switch_words.add(f"{ECCM}:1", SwitchWords("ECCM", "will set one of its fields to ECCM", "will jam with both"))
hooks.switch_words.add(MHQ, SwitchWords("headquarters", "will make a field of its headquarters", "will end its field"))


def strength_of(battle: Battle, unit: Unit) -> int:
    """How many suites its fields count as."""
    return sum(suite.suites for suite in suites_of(battle, unit))


def fields_of(unit: Unit) -> int:
    """How many fields its suite is: two of an Angel."""
    return 2 if unit.has("AECM") else 1


# -- who prevails -----------------------------------------------------------------------------------------------


@hooks.field_holds.rule("AS-OPT-360", when=OPTION)
def is_jamming(battle: Battle, field: JammingField, spot: Place) -> bool:
    """A suite in ECCM mode jams nobody."""
    unit = battle.units.get(field.owner)
    if unit is not None and jams_itself(battle, unit):
        return False
    return unit is None or eccm.of(unit) < fields_of(unit)


@hooks.field_holds.rule("AS-OPT-361", when=OPTION)
def prevails(battle: Battle, field: JammingField, spot: Place) -> bool:
    """Of all suites that cover a place, jamming or not, the side with more of them has its way; equals cancel."""
    counts, owner = dict.fromkeys(battle.sides, 0), battle.units.get(field.owner)
    for unit in jammers(battle, hidden_too=owner is not None and hidden.of(owner)):
        for suite in suites_of(battle, unit):
            if apart(battle, unit, spot) <= reach_of(battle, unit, suite) + TOLERANCE:
                counts[unit.side] += suite.suites
    if owner is None:
        return field.suites > max(counts.values())
    return counts[owner.side] > counts[battle.opponent(owner.side)]


@hooks.ecm.rule("AS-OPT-362", ability="AECM", when=OPTION, replaces=angel_ecm_suite)
def angel_with_two_fields(battle: Battle, unit: Unit) -> Suite | None:
    """Set apart, its two fields are no more than ordinary ones."""
    suite = angel_ecm_suite(battle, unit)
    return suite if suite is None or not eccm.of(unit) else suite._replace(angel=False)


@rules.rule("AS-SPC-046", when=OPTION, replaces=left_by_stealth)
def clears_from_inside(battle: Battle, unit: Unit, suites: list[Suite]) -> list[Suite]:
    """Of an Angel one field may go on clearing away the jamming of others while stealth armor is on."""
    angel = next((suite for suite in suites if suite.angel), None) or (suites[0] if unit.has("AECM") else None)
    if angel is None or not eccm.of(unit) or not works(battle, unit, "AECM"):
        return []
    return [angel._replace(suites=int(ECM.of(battle)["suites"]), angel=False)]


@hooks.ecm.rule("AS-OPT-363", ability=MHQ, when=OPTION)
def headquarters_as_a_field(battle: Battle, unit: Unit) -> Suite | None:
    """A large headquarters may be a field like any other, and is good for nothing else meanwhile."""
    if not mhq_field.of(unit) or not works(battle, unit, MHQ):
        return None
    return Suite(ECM.of(battle)["radius"], int(ECM.of(battle)["suites"]))


# -- switches -------------------------------------------------------------------------------------------------


def has_jammer(unit: Unit) -> bool:
    return not unit.card.all_codes.isdisjoint(JAMMERS) or mhq_field.of(unit)


@hooks.may_toggle.rule("AS-OPT-360", when=OPTION)
def may_change_mode(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """In the End Phase of any turn; one field alone only of an Angel."""
    code, _, count = ability.partition(":")
    if code != ECCM:
        return None
    if not has_jammer(unit):
        return Refusal("no_such_switch", f"{unit.id} has no ECM suite to set to ECCM", "AS-OPT-360")
    if count and (count != "1" or not unit.has("AECM")):
        text = f"{unit.id} has one field: only an Angel ECM suite (AECM) has two, of which 1 may be set apart"
        return Refusal("no_such_switch", text, "AS-OPT-362")
    return "AS-OPT-360"


def has_large_headquarters(battle: Battle, unit: Unit) -> bool:
    """Large enough for a field, and commanding anybody at all."""
    large = unit.card.specials.value(MHQ) >= HEADQUARTERS.of(battle)["at least"]
    return large and not is_disabled(battle, unit, MHQ)


@hooks.may_toggle.rule("AS-OPT-363", when=OPTION)
def may_use_headquarters(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    if ability != MHQ:
        return None
    least = HEADQUARTERS.of(battle)["at least"]
    if not has_large_headquarters(battle, unit):
        return Refusal("no_such_switch", f"{unit.id} has no headquarters of MHQ{least} or more", "AS-OPT-363")
    return "AS-OPT-363"


@hooks.switched.rule("AS-OPT-360", when=OPTION)
def mode_is_changed(battle: Battle, unit: Unit, ability: str, on: bool) -> bool | None:
    code, _, count = ability.partition(":")
    if code == MHQ:
        if mhq_field.of(unit) != on:
            mhq_field.note(battle, unit, on)
        return True
    if code != ECCM:
        return None
    fields = (int(count) if count else fields_of(unit)) if on else 0
    if eccm.of(unit) != fields:
        eccm.note(battle, unit, fields)
    return True


@hooks.switches.rule("AS-OPT-360", when=OPTION)
def eccm_switch(battle: Battle, unit: Unit) -> Switch | None:
    if not has_jammer(unit):
        return None
    return Switch(ECCM, "ECCM", eccm.of(unit) > 0, "AS-OPT-360", "clears away jamming instead of jamming")


@hooks.switches.rule("AS-OPT-363", ability=MHQ, when=OPTION)
def headquarters_switch(battle: Battle, unit: Unit) -> Switch | None:
    if not has_large_headquarters(battle, unit):
        return None
    return Switch(MHQ, "Headquarters as a field", mhq_field.of(unit), "AS-OPT-363", "jams as an ECM suite does")
