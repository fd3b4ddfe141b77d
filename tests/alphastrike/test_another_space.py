"""Rules ask the map: on a map where every inch of the coordinates counts double, everything follows.

The same battle is fought on a table and on the stretched map, with every place half as far out. Doubling is exact, so
whoever asks the map gets the very same numbers.
"""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from alphastrike.stretched import Borderline, Stretched, down
from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.combat.sight import look, look_around
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.bots.alphastrike.playout import step
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.bots.alphastrike.view import accepted
from lancemate.field import Body, Space, Table
from lancemate.kernel.dice import Generator
from rules.table import battle, unit

pytestmark = pytest.mark.as_written  # compiled, the engine knows its own maps by name

COUNTRY = (
    {"kind": "woods", "circle": [20, 24, 5]},
    {"kind": "rough", "circle": [34, 24, 4]},
    {"kind": "hill", "rect": [44, 20, 6, 8], "height": 2},
    {"kind": "water", "circle": [58, 24, 5], "depth": 1},
    {"kind": "building", "rect": [26, 30, 3, 3], "height": 3, "cf": 8},
)


def lances(**more: Any) -> Battle:
    return battle(
        unit("r1", (18, 12), 0.0),
        unit("r2", (34, 14), 0.0, move='10"/6"j', specials=["MEL"]),
        unit("r3", (57, 12), 0.0, specials=["IF2", "ARTT-1"]),
        unit("b1", (20, 36), 180.0, specials=["ECM"]),
        unit("b2", (47, 34), 180.0, type="CV", move='8"t', tmm=1),
        unit("b3", (58, 36), 180.0, move='8"/8"j'),
        terrain=COUNTRY,
        **more,
    )


def stretched(fight: Battle, kind: type[Stretched] = Stretched) -> Battle:
    """The same battle on the other map."""
    table = fight.setup.table
    assert isinstance(table, Table)
    units = tuple(replace(muster, at=None if muster.at is None else down(muster.at)) for muster in fight.setup.units)
    return Battle(replace(fight.setup, table=kind(table), units=units), 7)


def there(command: Any) -> Any:
    """A command as it is given on the stretched map."""
    match command:
        case orders.Move():
            landings = tuple(replace(landing, at=down(landing.at)) for landing in command.unload)
            return replace(command, path=tuple(down(point) for point in command.path), unload=landings)
        case orders.Attack(target=orders.PointTarget(point)):
            return replace(command, target=orders.PointTarget(down(point)))
        case _:
            return command


def same(one: Unit, other: Unit) -> bool:
    """Everything about two units is the same, and one stands half as far out."""
    places = ("x", "y", "spotted", "targets")  # the last two may name a point
    names = [field.name for field in fields(Unit) if field.name not in places]
    alike = all(getattr(one, name) == getattr(other, name) for name in names)
    return alike and down(one.at) == other.at


def test_it_is_a_space() -> None:
    assert isinstance(Stretched(Table(72, 48)), Space)
    assert isinstance(Table(72, 48), Space)
    assert (Table(72, 48).kind, Table(72, 48).measure) == ("table", "inches")


@pytest.mark.parametrize("seed", range(4))
def test_a_battle_at_random_is_the_same_battle(seed: int) -> None:
    """Ranges, arcs, sides, sight, movement costs, contact, stacking: a battle goes on as on the table."""
    fight = lances(phase="initiative", seed=7)
    twin, luck = stretched(fight), Generator(seed)
    for _ in range(80):
        if fight.outcome is not None:
            break
        events = twin.do(there(step(fight, luck)))
        assert [event.type for event in events] == [event.type for event in fight.journal.events[-len(events) :]]
        assert all(same(one, twin.units[one.id]) for one in fight.units.values())
    assert fight.state.turn > 2


@pytest.mark.parametrize("seed", range(3))
def test_every_kind_of_command_is_taken_or_refused_alike(seed: int) -> None:
    fight = lances(phase="initiative", seed=7)
    twin, luck = stretched(fight), Generator(100 + seed)
    for _ in range(25):
        if fight.outcome is not None:
            break
        for command in proposals(fight, luck):
            if isinstance(command, orders.Resign):
                continue
            taken = accepted(fight, command)
            assert accepted(twin, there(command)) == taken, command
            if taken:
                break
        assert all(same(one, twin.units[one.id]) for one in fight.units.values())


def test_moves_attacks_and_measures_count_double() -> None:
    fight = stretched(lances(phase="movement"))
    red = fight.units["r3"]
    assert red.at == (28.5, 6)
    assert not check_move(fight, orders.Move("r3", ((28.5, 10.5),))).legal  # 9 inches; it has 8
    preview = check_move(fight, orders.Move("r3", ((28.5, 9.5),)))
    assert (preview.legal, preview.cost) == (True, 7.0)
    assert measure(fight, "r1", "b2").distance == pytest.approx(35.15, abs=0.01)  # (18, 12) to (47, 34)
    assert measure(fight, "r1", "b2").range == "long"
    far = reach(fight, red).points
    assert np.abs(far - np.array(red.at)).max() <= 4.0  # eight inches, in coordinates


def test_bases_touch_where_the_map_says_so() -> None:
    fight = stretched(battle(unit("r1", (20, 20)), unit("b1", (20, 21.25)), unit("b2", (30, 20.0))))
    red, blue, other = fight.units.values()
    assert in_contact(fight, red, blue)
    assert blue.y - red.y == 0.625
    other.x, other.y = 10.0, 10.625 + 0.2
    assert not in_contact(fight, red, other)


def test_where_a_map_has_a_choice_it_answers_for_whom_the_rules_favour_and_says_so() -> None:
    plain = battle(unit("r1", (20, 20)), unit("b1", (20, 30)))
    table = plain.setup.table
    assert isinstance(table, Table)
    ruling = look(plain, *plain.units.values())
    assert (ruling.status, ruling.favoured) == ("clear", None)  # a table leaves nothing to choose
    for measured_before in (False, True):
        fight = stretched(plain, Borderline)
        red, blue = fight.units.values()
        if measured_before:
            look_around(fight, [red], [blue])
        ruling = look(fight, red, blue)
        assert (ruling.status, ruling.rule, ruling.favoured) == ("blocked", "AS-COM-010", "target")
    here, far = Body(10, 10, 0.6, 0, 2), Body(10, 15, 0.6, 0, 2)
    assert Borderline(table).sight(here, far, favour="viewer").woods == 0.0
    assert table.sight(here, far, favour="viewer") == table.sight(here, far, favour="target")
