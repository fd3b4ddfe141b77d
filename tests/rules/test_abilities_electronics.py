"""Electronic countermeasures (pp. 76-80): whose field reaches whom."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.electronics import (
    covers,
    hostile_fields,
    jams_itself,
    lies_between,
    suites_of,
)
from lancemate.alphastrike.combat.indirect import why_not_spot
from lancemate.alphastrike.measure.places import spot, there
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from rules.table import battle, end, unit

BASE = 1.25  # two radii
QUIET = (6, 1, 2, 1)


def jammer_of(fight: Battle, unit: Unit, *, boosted: bool = False) -> str | None:
    """Who jams a unit's electronics where it stands (itself, when its stealth is on), or None."""
    if not boosted and jams_itself(fight, unit):
        return unit.id
    fields = [field for field in hostile_fields(fight, unit.side) if field.angel or not boosted]
    return next((field.owner for field in fields if covers(fight, field, unit)), None)


def jammed(*specials: str, gap: float, boosted: bool = False, **more: Any) -> bool:
    """Whether b1 jams r1 at so many inches between their bases."""
    fight = stand(*specials, gap=gap, **more)
    return jammer_of(fight, fight.units["r1"], boosted=boosted) == "b1"


def stand(*specials: str, gap: float, red: dict[str, Any] | None = None, **card: Any) -> Battle:
    return battle(
        unit("r1", (10, 10), **(red or {})),
        unit("b1", (10 + BASE + gap, 10), specials=list(specials), **card),
        dice=QUIET,
    )


@pytest.mark.rule("AS-SPC-023")
def test_ecm_reaches_12_inches_from_base_to_base() -> None:
    assert jammed("ECM", gap=12.0)
    assert not jammed("ECM", gap=12.01)
    assert not jammed(gap=1.0)


@pytest.mark.rule("AS-SPC-023")
def test_ecm_jams_enemies_only() -> None:
    fight = battle(unit("r1", (10, 10)), unit("r2", (12, 10), specials=["ECM"]), unit("b1", (14, 10)))
    assert jammer_of(fight, fight.units["r1"]) is None
    assert jammer_of(fight, fight.units["b1"]) == "r2"
    assert hostile_fields(fight, "red") == ()


@pytest.mark.rule("AS-SPC-023")
def test_ecm_needs_power_and_a_place_on_the_table() -> None:
    assert jammed("ECM", gap=3.0)
    assert not jammed("ECM", gap=3.0, state={"shutdown": True, "heat": 4})
    assert not jammed("ECM", gap=3.0, state={"destroyed": True})


@pytest.mark.rule("AS-SPC-023")
def test_a_line_is_cut_where_it_passes_within_reach() -> None:
    fight = battle(unit("r1", (10, 10)), unit("r2", (60, 10)), unit("b1", (35, 22.6), specials=["ECM"]))
    (field,) = hostile_fields(fight, "red")
    ends = fight.units["r1"], fight.units["r2"]
    assert lies_between(fight, field, *ends)  # 12.6 inches from the line: 12 and its own radius reach it
    assert not lies_between(fight, field._replace(place=there(fight, fight.units["b1"], (35, 22.7))), *ends)
    assert not lies_between(
        fight, field, spot(fight, (10, 10), 0.6), spot(fight, (20, 10), 0.6)
    )  # the line ends before
    assert lies_between(fight, field._replace(place=spot(fight, (10, 10))), *[spot(fight, (10, 10), 0.6)] * 2)


@pytest.mark.rule("AS-SPC-010")
def test_angel_ecm_is_what_boosted_electronics_feel() -> None:
    assert jammed("AECM", gap=12.0)
    assert jammed("AECM", gap=12.0, boosted=True)
    assert not jammed("ECM", gap=3.0, boosted=True)
    fight = stand("AECM", gap=3.0)
    assert [(suite.radius, suite.suites) for suite in suites_of(fight, fight.units["b1"])] == [(12.0, 2)]


@pytest.mark.rule("AS-SPC-037")
def test_light_ecm_reaches_2_inches() -> None:
    assert jammed("LECM", gap=2.0)
    assert not jammed("LECM", gap=2.01)
    assert not jammed("LECM", gap=1.0, boosted=True)


@pytest.mark.rule("AS-SPC-054")
def test_watchdog_is_ecm_and_a_light_probe() -> None:
    assert jammed("WAT", gap=12.0)
    assert not jammed("WAT", gap=12.0, boosted=True)
    fight = stand("WAT", gap=3.0)
    assert fight.units["b1"].has("LPRB")
    assert fight.units["b1"].has("ECM")


@pytest.mark.rule("AS-SPC-054")
def test_its_probe_confers_recon() -> None:
    flyer = {"type": "AF", "size": 2, "move": "6a", "damage": "1/1/1", "threshold": 1, "tmm": 0}
    fight = battle(
        unit("r1", (10, 10)),
        unit("r2", (10, 15), specials=["WAT"], **flyer),
        unit("r3", (10, 5), **flyer),
        unit("b1", (10, 25)),
    )
    shooter, target = fight.units["r1"], fight.units["b1"]
    assert why_not_spot(fight, fight.units["r2"], shooter, target) is None
    assert why_not_spot(fight, fight.units["r3"], shooter, target) is not None
    fight.units["r2"].switched_off = frozenset({"WAT"})
    assert why_not_spot(fight, fight.units["r2"], shooter, target) is None  # by its probe
    assert fight.units["r2"].has("LPRB")


@pytest.mark.rule("AS-SPC-046")
def test_stealth_wraps_a_unit_in_jamming_and_silences_its_own() -> None:
    assert jammed("ECM", gap=3.0)
    assert not jammed("ECM", "STL", gap=3.0)
    assert jammed("ECM", "STL", gap=3.0, state={"off": ["STL"]})
    fight = stand(gap=30.0, red={"specials": ["STL"]})
    assert jammer_of(fight, fight.units["r1"]) == "r1"
    assert jammer_of(fight, fight.units["r1"], boosted=True) is None


@pytest.mark.rule("AS-SPC-046")
def test_infantry_in_stealth_suits_has_no_such_trouble() -> None:
    suits = {"type": "BA", "size": 1, "move": '6"j', "damage": "1/1/-"}
    assert jammed("ECM", "STL", gap=3.0, **suits)
    fight = stand(gap=30.0, red={**suits, "specials": ["STL"]})
    assert jammer_of(fight, fight.units["r1"]) is None
    assert not jammed("ECM", "STL", gap=3.0)


@pytest.mark.rule("AS-SPC-047")
def test_switching_stealth_off_brings_the_ecm_back() -> None:
    fight = stand("ECM", "STL", gap=3.0)
    fight.do(commands.Toggle("b1", "STL", False))
    assert jammer_of(fight, fight.units["r1"]) is None
    end(fight, 2)
    assert jammer_of(fight, fight.units["r1"]) == "b1"
