"""What hurts has a source: whose deed it is, what it is made of, and what rules make of that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.cli.games import game_of
from lancemate.kernel.documents import read_document
from rules.table import attack, battle, end, unit

SCRIPTS = Path(__file__).parents[1] / "battles" / "harm"
HIT = (6, 5)


def played(name: str) -> Any:
    """A battle script of the folder, with what it wanted and did not get."""
    source = read_document(SCRIPTS / f"{name}.yaml")
    game = game_of(source)
    return game.run(game.read(source)).unmet


def proof(*ids: str, script: str) -> Any:
    return pytest.param(script, id=script, marks=pytest.mark.rule(*ids))


@pytest.mark.parametrize(
    "script",
    [
        proof("AS-AER-038", "AS-OPT-500", script="as_opt_500_infernos_shake"),
        proof("AS-BAT-130", script="as_bat_130_support_strikes_a_section"),
        proof("AS-SCN-015", script="as_scn_015_shot_out_of_the_sky"),
        proof("AS-SPC-131", "AS-SPC-134", script="as_spc_131_bombs_meet_armor"),
        proof("AS-OPT-571", script="as_opt_571_bombs_throw_dice"),
    ],
)
def test_as_the_script_expects(script: str) -> None:
    assert played(script) == []


# -- nerves -----------------------------------------------------------------------------------------------------


def shaken(fight: Battle) -> list[str]:
    return list(fight.units["b1"].notes.get("shaken_by", ()))  # type: ignore[arg-type]


@pytest.mark.rule("AS-OPT-500")
def test_a_cruise_missile_frightens_whoever_it_hits() -> None:
    fight = battle(
        unit("r1", (20, 2), specials=["ARTCM5-1"]), unit("b1", (20, 20), armor=12), options=["morale"], dice=HIT
    )
    fight.do(commands.Attack("r1", commands.PointTarget((20.0, 20.0)), "artillery"))
    assert "cruise_missile" in shaken(fight)


@pytest.mark.rule("AS-OPT-143")
def test_inferno_missiles_frighten_though_they_do_no_damage() -> None:
    gun = replace(unit("r1", (20, 14), specials=["SRM2/2"]), words={"munitions": {"SRM": ["inferno"]}})
    options = ["morale", "alternate_munitions", "optional_abilities"]
    fight = battle(gun, unit("b1", (20, 20), 180), options=options, dice=HIT)
    attack(fight, "r1", "b1", using="SRM", ammo="inferno")
    assert fight.units["b1"].armor == 6
    assert shaken(fight) == ["inferno"]


@pytest.mark.rule("AS-SPC-101")
def test_so_do_those_of_an_improved_atm() -> None:
    gun = unit("r1", (20, 14), specials=["IATM2/2/2"])
    fight = battle(gun, unit("b1", (20, 20)), options=["morale", "optional_abilities"], dice=HIT)
    attack(fight, "r1", "b1", using="IATM", ammo="inferno")
    assert "inferno" in shaken(fight)


# -- whose deed -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-015")
def test_who_fells_a_building_has_killed_those_in_it() -> None:
    house = {"id": "it", "kind": "building", "type": "medium", "height": 4, "cf": 4, "rect": [16, 20, 8, 8]}
    fight = battle(
        unit("r1", (20, 10), damage="5/5/5"),
        unit("b1", (20, 24), armor=0, structure=1),
        unit("b2", (4, 40)),
        terrain=[house],
        options=["basic_kills"],
        dice=(*HIT, *(1, 1, 1, 2)),
    )
    attack(fight, "r1", "it")
    events = end(fight, 2)
    scored = [(event.side, event.points) for event in events if event.type == "scored"]
    assert scored == [("red", 5)]


@pytest.mark.rule("AS-SCN-015")
def test_a_transport_goes_down_with_all_it_carries_for_whoever_shot_it() -> None:
    card = {"type": "CI", "move": '4"f', "armor": 2, "structure": 1, "specials": ["CAR4"]}
    fight = battle(
        unit("r1", (20, 10), damage="5/5/5"),
        unit("b1", (20, 16), type="CV", move='8"t', armor=0, structure=1, specials=["IT5"]),
        unit("b2", None, **card, state={"aboard": "b1"}),
        unit("b3", (4, 40)),
        options=["basic_kills"],
        dice=(*HIT, *(1, 1, 1, 2)),
    )
    attack(fight, "r1", "b1")
    events = end(fight, 2)
    assert sorted((event.side, event.points) for event in events if event.type == "scored") == [("red", 1), ("red", 3)]


# -- armor --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-134")
def test_a_preview_of_support_knows_the_armor_it_will_meet() -> None:
    card = {
        "name": "T",
        "type": "BM",
        "size": 3,
        "tmm": 1,
        "move": '8"',
        "damage": "1/1/1",
        "armor": 12,
        "structure": 5,
    }

    def expected(*specials: str) -> float:
        script = script_from_data(
            {
                "settings": {"battlefield_support": {"level": "objective_raid"}},
                "options": ["optional_abilities"],
                "sides": [
                    {
                        "name": "red",
                        "home": "south",
                        "support": ["heavy_bombing"],
                        "units": [{"id": "r1", "card": card, "at": [4, 4]}],
                    },
                    {
                        "name": "blue",
                        "home": "north",
                        "units": [{"id": "b1", "card": {**card, "specials": [*specials]}, "at": [20, 20]}],
                    },
                ],
                "start": {"phase": "combat", "first": "red"},
                "dice": [],
                "commands": [],
            }
        )
        fight = run_script(script).battle
        order = commands.SupportAttack("red", "heavy_bombing", commands.PointTarget((20.0, 20.0)))
        return preview_support(fight, order).expected_damage

    assert expected("RFA") == pytest.approx(2 * expected())


# -- walls --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-015")
def test_a_building_pays_for_what_it_takes_off_pods() -> None:
    """Two explosive pods do a point to a 'Mech in a building, which takes it in its place."""
    house = {"id": "it", "kind": "building", "type": "medium", "height": 1, "cf": 9, "rect": [16, 18, 8, 8]}
    gun = replace(unit("r1", (20, 14), specials=["INARC2"]), words={"munitions": {"INARC": ["explosive"]}})
    options = ["alternate_munitions", "optional_abilities"]
    fight = battle(gun, unit("b1", (20, 20), 180), terrain=[house], options=options, dice=(*HIT, *HIT))
    for _ in range(2):
        attack(fight, "r1", "b1", using="INARC", ammo="explosive")
    assert fight.units["b1"].armor == 6
    assert fight.state.terrain_damage == {"it": 1}
