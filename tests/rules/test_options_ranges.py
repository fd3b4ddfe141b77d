"""Expanded ranges and targeting systems (pp. 162, 173)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from rules import test_hexes as hexes
from rules.table import attack, battle, end, number, refusal, unit

BASE = 1.25
QUIET = (6, 1, 2, 1)


def far(gap: float, *more: Any, dice: Any = (6, 6, 1, 1), friend: float | None = 8.0, **card: Any) -> Battle:
    """r1 and b1 so far apart, and a friend of r1 so near to b1."""
    units = [unit("r1", (5, 20), 90, **{"damage": "3/3/3", "skill": 1, **card})]
    x = 5 + BASE + gap
    if friend is not None:
        units.append(unit("r2", (x, 20 + BASE + friend)))
    units += [unit("b1", (x, 20), 270), *more]
    return battle(*units, dice=dice, options=["expanded_ranges"], width=120)


@pytest.mark.rule("AS-OPT-392")
@pytest.mark.parametrize(
    ("gap", "word", "harder", "damage", "long"),
    [
        (42.0, "long", 4, 3, "3"),
        (42.1, "extreme", 6, 2, "3"),
        (60.0, "extreme", 6, 2, "3"),
        (60.1, "horizon", 8, 1, "3"),
        (70.0, "horizon", 8, 2, "5"),
    ],
)
def test_two_more_brackets(gap, word, harder, damage, long):
    shot = attack(far(gap, damage=f"3/3/{long}"), "r1", "b1")
    assert (shot.range, number(shot, "AS-COM-060"), shot.damage) == (word, harder, damage)


@pytest.mark.rule("AS-OPT-394")
def test_horizon_is_half_of_long():
    assert attack(far(70.0, damage="3/3/5"), "r1", "b1").damage == 2


@pytest.mark.rule("AS-OPT-390")
@pytest.mark.parametrize(
    ("gap", "long", "allowed"),
    [(50, "1", False), (50, "0*", False), (50, "2", True), (70, "2", True), (70, "1", False)],
)
def test_who_does_no_damage_that_far(gap, long, allowed):
    fight = far(gap, damage=f"3/3/{long}")
    if allowed:
        assert attack(fight, "r1", "b1").damage == 1
    else:
        assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-OPT-390"


@pytest.mark.rule("AS-OPT-390")
def test_abilities_and_indirect_fire_reach_as_far():
    fight = far(50, specials=["LRM 1/2/3", "IF2"])
    assert attack(fight, "r1", "b1", using="LRM").damage == 2
    fight = far(50, specials=["IF2"])
    assert attack(fight, "r1", "b1", using="IF", spotter="r2").damage == 1


@pytest.mark.rule("AS-OPT-391")
def test_a_friend_has_to_see_and_sense_the_target():
    assert refusal(far(50, friend=None), commands.Attack("r1", "b1")).rule == "AS-OPT-391"
    assert refusal(far(50, friend=10.5), commands.Attack("r1", "b1")).rule == "AS-OPT-391"
    assert attack(far(50, friend=10.0), "r1", "b1").hit
    probe = battle(
        unit("r1", (5, 20), 90, skill=1),
        unit("r2", (56.25, 5.0), specials=["PRB"]),
        unit("b1", (56.25, 20)),
        dice=(6, 6, 1, 1),
        options=["expanded_ranges"],
        width=120,
    )
    shot = attack(probe, "r1", "b1")
    assert shot.hit
    assert probe.units["r2"].spotted is None


@pytest.mark.rule("AS-OPT-391")
def test_the_line_itself_is_judged_as_ever():
    wall = {"id": "hill", "kind": "hill", "height": 6, "rect": [20, 10, 5, 20]}
    woods = {"id": "wood", "kind": "woods", "rect": [20, 10, 3, 20]}
    for terrain, status in (([wall], "blocked"), ([woods], "clear"), ([], "clear")):
        fight = battle(
            unit("r1", (5, 20), 90),
            unit("r2", (56, 25)),
            unit("b1", (56, 20)),
            terrain=terrain,
            options=["expanded_ranges"],
            width=120,
        )
        seen = preview_attack(fight, commands.Attack("r1", "b1"))
        assert (seen.line_of_sight, seen.legal) == (status, status == "clear")
    assert any(offer.command == commands.Attack("r1", "b1") for offer in offers(fight, "red", "r1"))


@pytest.mark.rule("AS-OPT-393")
def test_overheat_takes_ovl():
    assert refusal(far(50, ov=2), commands.Attack("r1", "b1", overheat=1)).rule == "AS-OPT-393"
    assert refusal(far(70, ov=2), commands.Attack("r1", "b1", overheat=1)).rule == "AS-OPT-394"
    assert attack(far(50, ov=2, specials=["OVL"]), "r1", "b1", overheat=1).damage == 3


def linked(gap: float) -> Any:
    from lancemate.alphastrike.play.setup import Network

    x = 5 + BASE + gap
    return battle(
        unit("r1", (5, 20), 90, specials=["C3S"]),
        unit("r2", (x, 20 + BASE + 3), specials=["C3M2"]),
        unit("b1", (x, 20), 270),
        networks=[Network("C3", ("r2", "r1"))],
        options=["expanded_ranges"],
        width=120,
    )


@pytest.mark.rule("AS-OPT-393", "AS-OPT-394")
def test_networks_help_at_extreme_range_only():
    near = preview_attack(linked(50), commands.Attack("r1", "b1"))
    assert sum(part.value for part in near.modifiers if part.rule in ("AS-COM-060", "AS-SPC-056")) == 2
    assert near.damage == 1
    far_off = preview_attack(linked(70), commands.Attack("r1", "b1"))
    assert sum(part.value for part in far_off.modifiers if part.rule in ("AS-COM-060", "AS-SPC-056")) == 8


@pytest.mark.rule("AS-OPT-394")
def test_stealth_at_the_horizon_is_as_at_extreme_range():
    fight = battle(
        unit("r1", (5, 20), 90),
        unit("r2", (70, 25)),
        unit("b1", (70, 20), specials=["STL"]),
        options=["expanded_ranges"],
        width=120,
    )
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-COM-080") == 2


# -- targeting systems ----------------------------------------------------------------------------------------


def aiming(system: str, gap: float = 10.0, other: Any = None, **card: Any) -> Battle:
    return battle(
        unit("r1", (5, 20), 90, state={"targeting": system}, **card),
        unit("b1", (5 + BASE + gap, 20), 270, **(other or {})),
        options=["targeting_and_tracking", "expanded_ranges", "optional_abilities"],
        dice=(6, 6, 3, 3, *QUIET),
    )


@pytest.mark.rule("AS-OPT-531")
@pytest.mark.parametrize(
    ("system", "values"),
    [("standard", (0, 2, 4)), ("long_range", (1, 2, 3)), ("short_range", (-1, 2, 5)), ("anti_aircraft", (0, 2, 4))],
)
def test_range_modifiers_by_system(system, values):
    for gap, value in zip((5, 15, 30), values, strict=True):
        seen = preview_attack(aiming(system, gap), commands.Attack("r1", "b1"))
        label = next(part for part in seen.modifiers if part.label.startswith("Range"))
        assert label.value == value


@pytest.mark.rule("AS-OPT-531")
def test_a_network_lends_the_bracket_and_the_system_its_row():
    from lancemate.alphastrike.play.setup import Network

    fight = battle(
        unit("r1", (5, 20), 90, specials=["C3S"], state={"targeting": "long_range"}),
        unit("r2", (38, 20), specials=["C3M2"]),
        unit("b1", (42, 20), 270),
        networks=[Network("C3", ("r2", "r1"))],
        options=["targeting_and_tracking"],
    )
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert sum(part.value for part in seen.modifiers if part.rule in ("AS-OPT-531", "AS-SPC-056")) == 1


@pytest.mark.rule("AS-OPT-533")
def test_against_aircraft():
    vtol = {"type": "CV", "size": 1, "move": '12"v', "state": {"airborne": True, "elevation": 3}}
    up = preview_attack(aiming("anti_aircraft", other=vtol), commands.Attack("r1", "b1"))
    assert number(up, "AS-OPT-533") == -2
    down = preview_attack(aiming("anti_aircraft", other={**vtol, "state": {}}), commands.Attack("r1", "b1"))
    assert number(down, "AS-OPT-533") == 1
    wige = {"type": "CV", "size": 1, "move": '12"g', "state": {"airborne": True, "elevation": 1}}
    assert number(preview_attack(aiming("anti_aircraft", other=wige), commands.Attack("r1", "b1")), "AS-OPT-533") == 1


@pytest.mark.rule("AS-OPT-532")
def test_variable_targeting_changes_in_the_end_phase():
    fight = aiming("standard", specials=["VRT"])
    (choice,) = [one for one in offers(fight, "red", "r1") if getattr(one.command, "ability", "") == "VRT"]
    assert choice.choose[0].among == ("long_range", "short_range")
    said = list(story(fight, fight.do(commands.Toggle("r1", "VRT", to="long_range"))))
    assert "long range" in said[0].text
    fight.do(commands.Toggle("r1", "VRT", to="short_range"))
    end(fight, 2)
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert number(seen, "AS-OPT-531") == 2
    assert fight.units["r1"].notes["targeting"] == "short_range"


@pytest.mark.rule("AS-OPT-530")
def test_nobody_else_changes_it():
    assert refusal(aiming("standard"), commands.Toggle("r1", "VRT", to="short_range")).rule == "AS-OPT-530"
    refused = refusal(aiming("standard", specials=["VRT"]), commands.Toggle("r1", "VRT", to="anti_aircraft"))
    assert refused.rule == "AS-OPT-532"


def script(options: list[str], **more: Any) -> dict[str, Any]:
    card = {"name": "A", "type": "BM", "size": 2, "move": '8"', "tmm": 1, "damage": "2/2/2", "armor": 3, "structure": 3}
    red = {"id": "r1", "card": {**card, **more.pop("card", {})}, "at": [5, 20], "facing": 90, **more}
    return {
        "options": options,
        "map": {"width": 48, "depth": 48},
        "start": {"phase": "combat", "first": "red"},
        "sides": [
            {"name": "red", "units": [red]},
            {"name": "blue", "units": [{"id": "b1", "card": card, "at": [15, 20]}]},
        ],
        "commands": [],
    }


@pytest.mark.rule("AS-OPT-530")
def test_scripts_say_the_system_beside_the_skill():
    report = run_script(script_from_data(script(["targeting_and_tracking"], targeting="long_range")))
    assert report.to_data()["state"]["units"]["r1"]["targeting"] == "long_range"
    with pytest.raises(InputError, match="which is off"):
        script_from_data(script([], targeting="long_range"))
    foot = {"type": "CI", "move": '4"f'}
    with pytest.raises(InputError, match="infantry"):
        script_from_data(script(["targeting_and_tracking"], targeting="long_range", card=foot))


@pytest.mark.rule("AS-OPT-392")
def test_on_hexes_extreme_ends_at_30():
    on = {"options": ["expanded_ranges"], "size": (20, 40)}
    ranges = [hexes.measured("0501", f"05{1 + far:02d}", **on)["range"] for far in (21, 22, 30, 31)]
    assert ranges == ["long", "extreme", "extreme", "horizon"]
