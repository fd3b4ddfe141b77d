"""Electronic countermeasures (pp. 76-80): who jams where, and whom.

Fields are found where units stand at the moment of asking. What being jammed means is the business of whatever is
jammed: C3 networks (c3.py), probes, beacons, drones. Hooks ``ecm`` (battle, unit) -> Suite | None and ``ecm_boost``
(battle, unit) -> float | None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart, beam
from lancemate.alphastrike.measure.places import Place, Standing, here, place_of
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

TOLERANCE: Final = 1e-6
STEP: Final = 0.5  # inches between the places on a line that are looked at


class Suite(NamedTuple):
    """The jammers of a unit: how far from its base they reach, and whether boosted electronics feel them."""

    radius: float
    suites: int
    angel: bool = False
    nova: bool = False


class JammingField(NamedTuple):
    """A field of jamming: ``reach`` is measured from the base of its owner, or from the path it flies along."""

    owner: str
    place: Place
    reach: float
    angel: bool
    nova: bool = False  # the one kind that networks of its own kind feel
    suites: int = 0  # how many it counts as, of a field without an owner
    clings: bool = False  # to the unit it jams: nothing clears it away


ECM: Final = rules.table("AS-SPC-023", {"radius": 12.0, "suites": 1})
ANGEL: Final = rules.table("AS-SPC-010", {"radius": 12.0, "suites": 2})
LIGHT: Final = rules.table("AS-SPC-037", {"radius": 2.0, "suites": 1})

CARRIERS: Final = ("ECM", "AECM", "LECM", "NOVA", "MHQ")


@hooks.ecm.rule("AS-SPC-023", ability="ECM")
def ecm_suite(battle: Battle, unit: Unit) -> Suite | None:
    """Twelve inches around its base."""
    return Suite(ECM.of(battle)["radius"], int(ECM.of(battle)["suites"])) if works(battle, unit, "ECM") else None


@hooks.ecm.rule("AS-SPC-010", ability="AECM")
def angel_ecm_suite(battle: Battle, unit: Unit) -> Suite | None:
    """As far, but twice as strong, and boosted electronics feel it too."""
    return (
        Suite(ANGEL.of(battle)["radius"], int(ANGEL.of(battle)["suites"]), angel=True)
        if works(battle, unit, "AECM")
        else None
    )


@hooks.ecm.rule("AS-SPC-037", ability="LECM")
def light_ecm_suite(battle: Battle, unit: Unit) -> Suite | None:
    """The same at arm's length."""
    return Suite(LIGHT.of(battle)["radius"], int(LIGHT.of(battle)["suites"])) if works(battle, unit, "LECM") else None


@rules.rule("AS-SPC-046", otherwise=False)
def jams_itself(battle: Battle, unit: Unit) -> bool:
    """Stealth armor that is on wraps its unit in a hostile field and silences its own; infantry has no such trouble."""
    return not unit.card.is_infantry and works(battle, unit, "STL")


def suites_of(battle: Battle, unit: Unit) -> list[Suite]:
    """The jammers of a unit that work now."""
    suites = [suite for hook in battle.hooks[hooks.ecm] if (suite := hook(battle, unit)) is not None]
    return left_by_stealth(battle, unit, suites) if suites and jams_itself(battle, unit) else suites


@rules.rule("AS-SPC-046", otherwise=lambda battle, unit, suites: suites)
def left_by_stealth(battle: Battle, unit: Unit, suites: list[Suite]) -> list[Suite]:
    """Whoever shuts itself in jams nobody else."""
    return []


def hostile_fields(battle: Battle, side: str, *, hidden_too: bool = False) -> tuple[JammingField, ...]:
    """Every field that jams the electronics of a side; nobody is jammed by friends, nor by who lies hidden."""
    fields = [field for hook in battle.hooks[hooks.stray_fields] for field in hook(battle)]
    fields += [field for hook in battle.hooks[hooks.clinging_fields] for field in hook(battle, side)]
    if not battle.hooks[hooks.ecm]:
        return tuple(fields)
    # Who carries jammers is printed on the cards; whether they work is ruled anew every time.
    for unit in jammers(battle, hidden_too=hidden_too):
        if unit.side != side:
            for suite in suites_of(battle, unit):
                reach = reach_of(battle, unit, suite)
                fields.append(JammingField(unit.id, here(battle, unit), reach, suite.angel, suite.nova))
    return tuple(fields)


def jammers(battle: Battle, *, hidden_too: bool = False) -> Iterator[Unit]:
    """Who on the table has jammers. A unit that lies hidden keeps them silent, for they would give it away; all they do
    is to hide it from probes."""
    for name in carriers_of(battle):
        unit = battle.units[name]
        if unit.on_table and (hidden_too or not (unit.notes and hidden.of(unit))):
            yield unit


def _boost(battle: Battle, unit: Unit) -> float:
    """How many times farther than usual its jammers reach where it stands."""
    return max((hook(battle, unit) or 1.0 for hook in battle.hooks[hooks.ecm_boost]), default=1.0)


def carriers_of(battle: Battle) -> tuple[str, ...]:
    """Who has jammers; whether they work is another matter."""
    return cast(tuple[str, ...], battle.remember("ecm carriers", lambda: _carriers(battle)))


def reach_of(battle: Battle, unit: Unit, suite: Suite) -> float:
    """How far its field goes, from the edge of its base."""
    return suite.radius * _boost(battle, unit)


def _carriers(battle: Battle) -> tuple[str, ...]:
    return tuple(unit.id for unit in battle.units.values() if not unit.card.all_codes.isdisjoint(CARRIERS))


def covers(battle: Battle, field: JammingField, thing: Standing) -> bool:
    """Any part of its base, or of the path it flies along, lies in the field; elevation does not matter."""
    place = place_of(battle, thing)
    if apart(battle, field.place, place) > field.reach + TOLERANCE:
        return False
    return field.clings or all(holds(battle, field, place) for holds in battle.hooks[hooks.field_holds])


def lies_between(battle: Battle, field: JammingField, a: Standing, b: Standing) -> bool:
    """The field covers one of two things, or lies across the line between their middles."""
    if covers(battle, field, a) or covers(battle, field, b):
        return True
    line = beam(battle, a, b)
    if apart(battle, field.place, line.nearest(battle, field.place)) > field.reach + TOLERANCE:
        return False
    return not battle.hooks[hooks.field_holds] or any(covers(battle, field, spot) for spot in line.places(battle, STEP))


@rules.rule("AS-SPC-023", otherwise=False)
def is_jammed(battle: Battle, unit: Unit) -> bool:
    """It stands in a hostile field, be it the one that its own stealth armor wraps around it."""
    if jams_itself(battle, unit):
        return True
    fields = hostile_fields(battle, unit.side)
    return bool(fields) and any_covers(battle, fields, here(battle, unit))


def any_covers(battle: Battle, fields: Iterable[JammingField], thing: Standing) -> bool:
    return any(covers(battle, field, thing) for field in fields)
