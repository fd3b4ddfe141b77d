"""Ground that breaks: ice and crust, on the way, under those who stay, under what lands and what comes up."""

from typing import Any

import pytest

from lancemate.alphastrike.hazards.breaking import burst_ice
from lancemate.alphastrike.movement.entering import DROPPED, LANDED, SET_DOWN, THROWN, Way, came
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from rules.table import battle, end, refusal, unit
from rules.test_structures import structure

TRACKS: dict[str, Any] = {"type": "CV", "move": '20"t', "size": 2}
WHEELS: dict[str, Any] = {"type": "CV", "move": '20"w', "size": 2}
HOVER: dict[str, Any] = {"type": "CV", "move": '20"h', "size": 1}
FOOT: dict[str, Any] = {"type": "CI", "move": '20"f', "size": 1}
VTOL: dict[str, Any] = {"type": "CV", "move": '20"v', "size": 1, "armor": 4}
SUB: dict[str, Any] = {"type": "CV", "move": '20"s', "size": 2}


def field(kind: str, dice: Any = (), at: tuple[float, float] = (20, 10), ground: Any = None, **card: Any) -> Battle:
    """A unit at (20, 10), and from y = 12 to 20 nothing but ice or crust."""
    state = card.pop("state", {})
    mover = unit("r1", at=at, state=state, **{"move": '20"', **card})
    piece = {"id": "it", "kind": kind, "rect": [0, 12, 72, 8], **(ground or {})}
    return battle(mover, unit("b1", at=(60, 44)), terrain=[piece], phase="movement", dice=dice)


def go(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    return fight.do(commands.Move("r1", tuple(path), **more))


def rolls(events: list[Any]) -> list[Any]:
    return [event for event in events if event.type == "ground_tested"]


# -- ice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-039")
@pytest.mark.parametrize("card", [{}, TRACKS, WHEELS, {"type": "PM", "size": 1, "move": '20"'}])
def test_a_roll_for_every_two_full_inches_of_ice(card: dict[str, Any]) -> None:
    fight = field("ice", (5, 5), **card)
    assert len(rolls(go(fight, (20.0, 17.0)))) == 2
    assert fight.units["r1"].at == (20.0, 17.0)


@pytest.mark.rule("AS-BAT-039")
@pytest.mark.parametrize("card", [HOVER, FOOT, {"type": "BA", "size": 1, "move": '20"f'}])
def test_light_ones_do_not_roll(card: dict[str, Any]) -> None:
    assert rolls(go(field("ice", **card), (20.0, 17.0))) == []


@pytest.mark.rule("AS-BAT-040")
def test_who_falls_through_lies_at_the_bottom_is_hurt_and_its_hull_is_tested() -> None:
    fight = field("ice", (5, 6, 2, 2), ground={"depth": 3})
    events = go(fight, (20.0, 18.0))
    fallen = fight.units["r1"]
    assert (fallen.at, fallen.elevation, fallen.armor) == ((20.0, 16.0), -3.0, 5)
    assert [(one.cause, one.roll) for one in events if one.type == "critical"] == [("submerged", (2, 2))]
    assert show_state(fight)["terrain_changed"] == {"water2": "water"}
    assert (fight.table.ground(20, 16.9), fight.table.by_id["water2"].depth) == (-3.0, 3.0)
    assert any("ice breaks" in line.text for line in story(fight, events))


@pytest.mark.rule("AS-BAT-040")
def test_the_hull_is_tested_in_shallow_water_too() -> None:
    fight = field("ice", (6, 2, 2))
    events = go(fight, (20.0, 15.0))
    assert [one.cause for one in events if one.type == "critical"] == ["submerged"]
    assert fight.units["r1"].elevation == -1.0


@pytest.mark.rule("AS-BAT-040")
def test_whoever_cannot_be_in_that_water_is_lost() -> None:
    fight = field("ice", (6,), **TRACKS)
    go(fight, (20.0, 15.0))
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-BAT-039")
def test_jumpers_and_those_who_stay_roll_once() -> None:
    fight = field("ice", (5,), move='10"/10"j')
    assert len(rolls(go(fight, (20.0, 18.0), mode="jump"))) == 1
    fight = field("ice", (5,), at=(20, 16))
    assert len(rolls(fight.do(commands.Pass("r1")))) == 1
    fight = field("ice", (5,), at=(20, 16))
    assert len(rolls(go(fight, mode="standstill", facing=90.0))) == 1
    fight = field("ice", (5, 5), at=(20, 16))
    assert len(rolls(end(fight))) == 1


@pytest.mark.rule("AS-BAT-039")
@pytest.mark.parametrize(("way", "elevation"), [(DROPPED, -1.0), (THROWN, -1.0), (SET_DOWN, 0.0)])
def test_who_comes_down_hard_on_ice_rolls_and_who_is_set_down_does_not(way: Way, elevation: float) -> None:
    for roll, level in ((5, 0.0), (6, elevation)):
        fight = field("ice", (roll, 2, 2), at=(20, 16))
        came(fight, fight.units["r1"], way)
        assert fight.units["r1"].elevation == level


@pytest.mark.rule("AS-BAT-044")
def test_ice_that_is_frozen_solid_bears_everybody_on_the_ground() -> None:
    solid = {"frozen_solid": True}
    assert rolls(go(field("ice", ground=solid), (20.0, 17.0))) == []
    assert rolls(go(field("ice", ground=solid, move='10"/10"j'), (20.0, 17.0), mode="jump")) == []
    assert rolls(field("ice", ground=solid, at=(20, 16)).do(commands.Pass("r1"))) == []


def test_one_that_has_fallen_in_may_walk_on_under_the_ice_or_not_jump_out() -> None:
    fight = field("ice", (6, 2, 2), ground={"depth": 2}, move='8"/8"j')
    go(fight, (20.0, 14.0))
    end(fight, 1)
    assert fight.units["r1"].elevation == -2.0


@pytest.mark.rule("AS-BAT-042")
def test_what_comes_down_on_ice_rolls_and_the_heaviest_break_it_in_any_case() -> None:
    fight = field("ice", (5,), **VTOL, state={"elevation": 5.0})
    assert len(rolls(go(fight, (20.0, 16.0), elevation=0.0))) == 1
    assert fight.units["r1"].elevation == 0.0
    fight = field("ice", (6,), **VTOL, state={"elevation": 5.0})
    go(fight, (20.0, 16.0), elevation=0.0)
    assert fight.units["r1"].destroyed  # no vehicle can be in that water
    ship = unit("r1", at=(30, 30), type="DS", size=1, move="4a", armor=40, structure=20, threshold=4)
    for solid in (True, False):
        piece = {"id": "it", "kind": "ice", "frozen_solid": solid, "rect": [10, 10, 40, 30]}
        fight = battle(ship, unit("b1", at=(2, 2)), terrain=[piece], phase="movement", dice=(1,) * 9)
        came(fight, fight.units["r1"], LANDED)
        assert show_state(fight)["terrain_changed"] == {"water2": "water"}


@pytest.mark.rule("AS-BAT-042")
def test_infantry_that_lands_is_as_light_as_infantry_that_walks() -> None:
    """Page 59 speaks of aerospace units and of vehicles."""
    fight = field("ice", type="BA", size=1, move='20"v', state={"elevation": 5.0, "airborne": True})
    assert rolls(go(fight, (20.0, 16.0), elevation=0.0)) == []


@pytest.mark.rule("AS-BAT-040", "AS-BAT-044")
def test_a_hovercraft_stays_on_the_water_where_the_ice_beside_it_goes() -> None:
    piece = {"id": "it", "kind": "ice", "depth": 2, "rect": [0, 12, 72, 8]}
    beside = (unit("r2", at=(20, 14.9), **HOVER), unit("r3", at=(20, 13.1)))
    fight = battle(unit("r1", at=(5, 5)), *beside, terrain=[piece], phase="movement", dice=(2, 2))
    burst_ice(fight, (20, 14), 1.0)
    assert [(fight.units[name].elevation, fight.units[name].armor) for name in ("r2", "r3")] == [(0.0, 6), (-2.0, 5)]


@pytest.mark.rule("AS-BAT-041")
def test_a_mobile_structure_breaks_all_the_ice_it_crosses() -> None:
    from lancemate.alphastrike.movement.context import Movement, Stretch
    from lancemate.alphastrike.movement.on_the_way import trials
    from lancemate.alphastrike.movement.terrain import patch_of

    moloch = unit("r1", at=(20, 6), type="MS", size=4, move='8"t', armor=40, structure=20)
    piece = {"id": "it", "kind": "ice", "frozen_solid": True, "rect": [0, 12, 72, 30]}
    fight = battle(moloch, unit("b1", at=(60, 44)), terrain=[piece], phase="movement", dice=())
    m = Movement(fight, commands.Move("r1", ((20.0, 16.0),)))
    m.go_along(((20.0, 10.0), (20.0, 16.0)))
    ice = patch_of(fight, fight.table.features_at(20, 14))
    bare = patch_of(fight, ())
    m.stretches = (
        Stretch(2.0, (20.0, 10.0), (20.0, 12.0), bare, "land", 0.0),
        Stretch(4.0, (20.0, 12.0), (20.0, 16.0), ice, "ice", 0.0),
    )
    assert [trial.take(m) for trial in trials(m)] == [None]  # and goes on
    assert show_state(fight)["terrain_changed"] == {"water2": "water"}
    assert fight.table.ground(20, 14) == -1.0


@pytest.mark.rule("AS-BAT-041")
def test_it_stands_in_the_water_that_it_has_made_of_the_ice() -> None:
    moloch = unit("r1", (20, 10), 0, **structure({"core": [0, 0]}, move='20"'))
    lake = {"id": "it", "kind": "ice", "depth": 2, "rect": [10, 12, 30, 20]}
    fight = battle(moloch, unit("b1", (60, 44)), terrain=[lake], phase="movement", dice=())
    go(fight, (20.0, 18.0))
    assert (fight.units["r1"].at, fight.units["r1"].elevation) == ((20.0, 18.0), -2.0)
    assert [one.kind for one in fight.table.features_at(20, 15)] == ["water"]
    assert [one.kind for one in fight.table.features_at(20, 20)] == ["ice"]


@pytest.mark.rule("AS-BAT-043")
def test_submarines_move_under_ice_and_break_it_where_they_come_up() -> None:
    def sub(**ground: Any) -> Battle:
        terrain = [
            {"id": "sea", "kind": "water", "depth": 4, "rect": [0, 0, 72, 12]},
            {"id": "it", "kind": "ice", "depth": 4, "rect": [0, 12, 72, 9], **ground},
        ]
        units = (unit("r1", at=(20, 10), state={"elevation": -3.0}, **SUB), unit("b1", at=(60, 44)))
        return battle(*units, terrain=terrain, phase="movement", dice=())

    fight = sub()
    go(fight, (20.0, 16.0), mode="submersible")
    assert (fight.units["r1"].elevation, show_state(fight)["terrain_changed"]) == (-3.0, {})
    fight = sub()
    go(fight, (20.0, 16.0), mode="submersible", elevation=0.0)
    assert (fight.units["r1"].elevation, show_state(fight)["terrain_changed"]) == (0.0, {"water3": "water"})
    assert refusal(sub(frozen_solid=True), commands.Move("r1", ((20.0, 16.0),), "submersible")).rule == "AS-BAT-038"


# -- crust ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-050")
def test_crust_breaks_into_magma_for_good_and_the_unit_falls_in() -> None:
    fight = field("magma_crust", (5, 6, 6, 6))
    events = go(fight, (20.0, 18.0))
    fallen = fight.units["r1"]
    assert (fallen.at, fallen.elevation, fallen.destroyed) == ((20.0, 16.0), -2.0, False)
    assert show_state(fight)["terrain_changed"] == {"magma_liquid2": "magma_liquid"}
    assert [(one.terrain, one.target_number) for one in events if one.type == "bog_check"] == [("magma_crust", 5)]


@pytest.mark.rule("AS-BAT-050")
def test_a_jump_onto_crust_is_worse_and_tanks_are_lost_in_the_magma() -> None:
    fight = field("magma_crust", (3,), move='10"/10"j')
    (tested,) = rolls(go(fight, (20.0, 18.0), mode="jump"))
    assert (tested.modifier, tested.breaks) == (2, False)
    fight = field("magma_crust", (4, 6, 6), move='10"/10"j')
    assert rolls(go(fight, (20.0, 18.0), mode="jump"))[0].breaks
    fight = field("magma_crust", (6,), **TRACKS)
    go(fight, (20.0, 18.0))
    assert fight.units["r1"].destroyed
    assert rolls(go(field("magma_crust", **HOVER), (20.0, 18.0))) == []


@pytest.mark.rule("AS-BAT-050")
@pytest.mark.parametrize(("way", "elevation"), [(DROPPED, -2.0), (THROWN, -2.0), (SET_DOWN, 0.0)])
def test_who_comes_down_hard_on_crust_rolls_like_one_that_jumps(way: Way, elevation: float) -> None:
    for roll, level in ((3, 0.0), (4, elevation)):
        fight = field("magma_crust", (roll, 6, 6), at=(20, 16))
        came(fight, fight.units["r1"], way)
        assert fight.units["r1"].elevation == level


@pytest.mark.rule("AS-BAT-074")
def test_who_breaks_through_crust_may_be_stuck_in_the_magma() -> None:
    fight = field("magma_crust", (6, 2, 2))
    go(fight, (20.0, 15.0))
    assert show_unit(fight, fight.units["r1"])["bogged"] is True


def spheroid(kind: str, rect: list[float], code: str = "DS", dice: Any = (1, 1) * 4) -> Battle:
    ship = unit("r1", at=(30, 30), type=code, size=1, move="4a", armor=40, structure=20, threshold=4)
    piece = {"id": "it", "kind": kind, "rect": rect}
    fight = battle(ship, unit("b1", at=(2, 2)), terrain=[piece], phase="movement", dice=dice)
    came(fight, fight.units["r1"], LANDED)
    return fight


@pytest.mark.rule("AS-BAT-052")
def test_a_spheroid_melts_the_crust_it_lands_on() -> None:
    fight = spheroid("magma_crust", [10, 10, 40, 30])
    assert fight.units["r1"].destroyed
    fight = spheroid("magma_crust", [10, 10, 20.5, 30])
    assert (fight.units["r1"].destroyed, fight.units["r1"].armor) == (False, 39)
    assert show_state(fight)["terrain_changed"] == {"magma_liquid2": "magma_liquid"}
    assert show_state(spheroid("magma_crust", [10, 10, 40, 30], "DA"))["terrain_changed"] == {}


@pytest.mark.rule("AS-BAT-054", "AS-BAT-057")
@pytest.mark.parametrize("kind", ["mud", "planted_fields"])
def test_under_a_spheroid_mud_and_fields_become_rough(kind: str) -> None:
    assert show_state(spheroid(kind, [10, 10, 40, 30]))["terrain_changed"] == {"rough2": "rough"}
