"""Bots in the air: they fly over what they attack, keep off the ground, and open the scenarios that need aircraft."""

from typing import Any

import pytest

from lancemate import bots
from lancemate.alphastrike.combat.attack import Attack, modifiers
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.setup import Muster
from lancemate.bots.alphastrike.tactics.flights import (
    best_flight,
    better_targets,
    blasts_of,
    chance_of,
    danger_of,
    ready_attacks,
)
from lancemate.kernel.errors import InputError
from lancemate.lab.contests import Contest, entry, setup_of
from lancemate.server.alphastrike.quickstart import Quick, flies, quick_setup, ready_forces
from rules.flights import fighter, sky
from rules.table import battle, unit

WIDE: dict[str, Any] = {"phase": "movement", "depth": 72.0}


def test_a_fighter_flies_over_its_target_and_not_lower_than_it_must() -> None:
    fight = sky(fighter("r1", (10, 0)), unit("b1", (30, 30), 180), phase="air_movement")
    chosen = best_flight(fight, fight.units["r1"])
    assert chosen is not None
    fight.do(chosen)
    assert fight.units["r1"].moved == "fly"
    assert any(isinstance(one, orders.Attack) for one in bots.View(fight, "red").attacks()) or chosen.altitude != "low"


def test_it_comes_lower_where_its_enemies_have_better_targets() -> None:
    """Guns that are busy with those on the ground are nothing to climb away from."""

    def danger(*friends: Muster) -> float:
        fight = sky(fighter("r1", (10, 0)), *friends, unit("b1", (30, 30), 180), unit("b2", (33, 30), 180))
        fight.units["r1"].facing = 45.0
        one = fight.units["r1"]
        return danger_of(fight, one, better_targets(fight, one))

    assert danger() > danger(unit("r2", (30, 26)), unit("r3", (33, 26))) > 0.0


def test_bombs_hit_or_miss_one_by_one() -> None:
    fight = sky(fighter("r1", (30, 0), bombs=("HE", "HE"), specials=["BOMB2"]), unit("b1", (30, 30), 180))
    (command,) = [one for one in ready_attacks(fight, fight.units["r1"]) if one.kind == "dive_bomb"]
    attack = Attack(fight, command)
    hits = chance_of(total(modifiers(attack)))
    odds = {points: chance for _, points, chance in blasts_of(attack)}
    assert odds == pytest.approx({2: 2 * hits * (1 - hits), 4: hits * hits})


def test_wings_meet_in_the_lab_where_the_chapter_is_on() -> None:
    with pytest.raises(InputError, match="with --options aerospace it flies"):
        entry("SPR-6D Sparrowhawk")
    one, other = (entry("SPR-6D Sparrowhawk", bot, options=("aerospace",)) for bot in ("tactical", "random"))
    setup = setup_of(Contest(one, other, options=("aerospace",)), 0)
    assert [unit.bombs for unit in setup.units] == [("HE",), ("HE",)]


def test_ready_forces_with_aircraft_switch_the_chapter_on() -> None:
    wings = [force.id or "" for force in ready_forces() if flies(force)]
    assert {"air-1", "air-2", "air-3", "air-4"} <= set(wings)
    _, setup = quick_setup(Quick("plain", ("air-2", "lance-1"), 3))
    assert "aerospace" in setup.options
    bombers = [one for one in setup.units if one.bombs]
    assert {one.card.name.removeprefix("Training ") for one in bombers} == {
        "Conventional Bomber Card",
        "Conventional Fighter Paper",
    }
    assert all(one.at is None for one in setup.units if one.card.is_aerospace)


def test_an_air_raid_and_a_contested_landing_begin() -> None:
    for scenario in ("air-raid", "contested-landing"):
        _, setup = quick_setup(Quick("plain", ("air-1", "lance-1"), 3, scenario=scenario, attacker="red"))
        battle = Battle(setup, 5)
        played = bots.play(battle, {side: bots.make("tactical", seed=1) for side in battle.sides}, turns=2)
        assert played.faults == []
        assert any(event.type == "flew" for event in battle.journal.events)


LAM = {"name": "Wasp", "move": '6"j', "tmm": 1, "damage": "2/2/1", "specials": ["LAM(20g/6a)"]}


def tactical_move(fight: Battle) -> orders.Command:
    return bots.make("tactical", seed=1).choose(bots.View(fight, "red"), None)


def test_a_land_air_mech_comes_near_on_wings_and_fights_on_its_legs() -> None:
    """Far off the wings of an AirMech take it where it is of use; where nobody shoots back they only spoil its aim."""
    far = battle(unit("r1", (36, 4), **LAM), unit("b1", (36, 60), 180), options=("land_air_mechs",), **WIDE)
    going = tactical_move(far)
    assert isinstance(going, orders.Move)
    assert going.convert == "airmech"
    winged = unit("r1", (36, 40), state={"form": "airmech"}, **LAM)
    near = battle(winged, unit("b1", (36, 48), 180, damage="0/0/0"), options=("land_air_mechs",), **WIDE)
    fighting = tactical_move(near)
    assert isinstance(fighting, orders.Move)
    assert fighting.convert == "battlemech"


def test_fighters_of_both_sides_meet_in_the_air() -> None:
    """Led by bots they attack each other, and neither makes a fault."""
    force = "SHD-2H Shadow Hawk, Training Fighter Kite, Training Fighter Streamer"
    one, other = (entry(force, "tactical", options=("aerospace",)) for _ in range(2))
    contest = Contest(one, other, seed=3, width=48.0, depth=48.0, options=("aerospace",))
    fight = Battle(setup_of(contest, 0), 3)
    played = bots.play(fight, {side: bots.make("tactical", seed=1) for side in fight.sides}, turns=6)
    assert played.faults == []
    told = [event.type for event in fight.journal.events]
    assert "engaged" in told
    assert "flight_control" in told
