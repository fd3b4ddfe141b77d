"""Bots in the air: they fly over what they attack, keep off the ground, and open the scenarios that need aircraft."""

from lancemate import bots
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.tactics.flights import best_flight
from lancemate.server.alphastrike.quickstart import Quick, flies, quick_setup, ready_forces
from rules.flights import fighter, sky
from rules.table import unit


def test_a_fighter_flies_over_its_target_and_not_lower_than_it_must() -> None:
    fight = sky(fighter("r1", (10, 0)), unit("b1", (30, 30), 180), phase="air_movement")
    chosen = best_flight(fight, fight.units["r1"])
    assert chosen is not None
    fight.do(chosen)
    assert fight.units["r1"].moved == "fly"
    assert any(isinstance(one, orders.Attack) for one in bots.View(fight, "red").attacks()) or chosen.altitude != "low"


def test_ready_forces_with_aircraft_switch_the_chapter_on() -> None:
    wings = [force.id or "" for force in ready_forces() if flies(force)]
    assert {"air-1", "air-2", "air-3", "air-4"} <= set(wings)
    _, setup = quick_setup(Quick("plain", ("air-2", "lance-1"), 3))
    assert "aerospace" in setup.options
    bombers = [one for one in setup.units if one.bombs]
    assert {one.card.name for one in bombers} == {"Training Conventional Bomber Card"}
    assert all(one.at is None for one in setup.units if one.card.is_aerospace)


def test_an_air_raid_and_a_contested_landing_begin() -> None:
    for scenario in ("air-raid", "contested-landing"):
        _, setup = quick_setup(Quick("plain", ("air-1", "lance-1"), 3, scenario=scenario, attacker="red"))
        battle = Battle(setup, 5)
        played = bots.play(battle, {side: bots.make("tactical", seed=1) for side in battle.sides}, turns=2)
        assert played.faults == []
        assert any(event.type == "flew" for event in battle.journal.events)
