"""Electronic countermeasures (pp. 76-80): who jams where, and whom.

Fields are found where units stand at the moment of asking. What being jammed means is the business of whatever is
jammed: C3 networks (c3.py), probes, beacons, drones. Hooks ``ecm`` (battle, unit) -> Suite | None and ``ecm_boost``
(battle, unit) -> float | None.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import works
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
    """A field of jamming: ``reach`` is measured from the owner's centre."""

    owner: str
    x: float
    y: float
    reach: float
    angel: bool
    nova: bool = False  # the one kind that networks of its own kind feel
    suites: int = 0  # how many it counts as, of a field without an owner
    clings: bool = False  # to the unit it jams: nothing clears it away


class Spot(NamedTuple):
    """A base that electronics sit on."""

    x: float
    y: float
    radius: float


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
    return [] if suites and jams_itself(battle, unit) else suites


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
                fields.append(JammingField(unit.id, unit.x, unit.y, reach, suite.angel, suite.nova))
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
    """How far its field goes, from the middle of its base."""
    return suite.radius * _boost(battle, unit) + unit.radius


def _carriers(battle: Battle) -> tuple[str, ...]:
    return tuple(unit.id for unit in battle.units.values() if not unit.card.all_codes.isdisjoint(CARRIERS))


def spot_of(unit: Unit) -> Spot:
    return Spot(unit.x, unit.y, unit.radius)


def covers(battle: Battle, field: JammingField, spot: Spot) -> bool:
    """Any part of the base lies in the field; elevation does not matter."""
    if not battle.table.within((spot.x, spot.y), (field.x, field.y), field.reach + spot.radius + TOLERANCE):
        return False
    return field.clings or all(holds(battle, field, spot) for holds in battle.hooks[hooks.field_holds])


def lies_between(battle: Battle, field: JammingField, a: Spot, b: Spot) -> bool:
    """The field covers one of two bases, or lies across the line between their centres."""
    if covers(battle, field, a) or covers(battle, field, b):
        return True
    table, centre = battle.table, (field.x, field.y)
    if not table.within(table.nearest_on((a.x, a.y), (b.x, b.y), centre), centre, field.reach + TOLERANCE):
        return False
    return not battle.hooks[hooks.field_holds] or any(covers(battle, field, spot) for spot in _along(battle, a, b))


def _along(battle: Battle, a: Spot, b: Spot) -> Iterator[Spot]:
    """Places on the line between two, where fields may work in some and not in others."""
    start, end = (a.x, a.y), (b.x, b.y)
    far = battle.table.distance(start, end)
    for step in range(1, int(far / STEP) + 1):
        x, y = battle.table.part_way(start, end, step * STEP)
        yield Spot(x, y, 0.0)
