"""Bots in the air: they fly over what they attack, keep off the ground, and open the scenarios that need aircraft."""

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
from rules.table import unit


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
