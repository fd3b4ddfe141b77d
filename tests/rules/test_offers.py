"""What rules offer: every deed, switch and choice comes from the rule that allows it, and goes with it."""

from __future__ import annotations

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.offer import Choice, Offer
from lancemate.alphastrike.play.setup import Network
from rules.scenes import FIGHT, FLAG, RECON, scene
from rules.table import battle, refusal, unit

HOUSES = [
    {"id": f"h{n}", "kind": "building", "height": 3, "type": "medium", "cf": 3, "rect": [x, y, 2, 2]}
    for n, x, y in ((1, 10, 20), (2, 17, 20), (3, 24, 20), (4, 17, 28))
]


def found(fight: Battle, kind: str, name: str = "r1") -> list[Offer]:
    side = "red" if name.startswith("r") else "blue"
    return [one for one in offers(fight, side, name) if one.kind == kind]


def orders_of(fight: Battle, kind: str, name: str = "r1") -> list[commands.Command]:
    return [one.command for one in found(fight, kind, name)]


def choice(fight: Battle, kind: str, field: str, name: str = "r1") -> Choice | None:
    """The first choice of this field that is offered with an order of this kind."""
    return next((one for each in found(fight, kind, name) for one in each.choose if one.name == field), None)


def needed(fight: Battle, kind: str, field: str, name: str = "r1") -> Choice:
    one = choice(fight, kind, field, name)
    assert one is not None, field
    return one


# -- the verbs of the game ------------------------------------------------------------------------------------


def test_each_phase_offers_its_verbs_and_who_is_not_to_act_only_resigns() -> None:
    units = unit("r1", (10, 10), type="CV", move='8"t'), unit("b1", (10, 30), 180, type="CV", move='8"t')
    kinds = {
        phase: [one.kind for one in offers(battle(*units, phase=phase), "red")] for phase in ("movement", "combat")
    }
    assert kinds == {
        "movement": ["pass", "move", "end_phase", "resign"],
        "combat": ["pass", "attack", "end_phase", "resign"],
    }
    assert [one.kind for one in offers(battle(*units), "blue")] == ["resign"]
    placing = battle(unit("r1"), unit("b1"), phase="deployment")
    (place,) = found(placing, "deploy")
    assert not place.complete
    assert [one.name for one in place.choose] == ["at", "facing"]
    over = battle(*units)
    over.do(commands.Resign("red"))
    assert list(offers(over, "blue")) == []


def test_a_decision_offers_its_answers_to_who_is_asked_and_nothing_else() -> None:
    fight = battle(unit("r1", (10, 10), damage="5/5/5"), unit("b1", (10, 12), 30.0), dice=[6, 5])
    fight.do(commands.Attack("r1", "b1"))
    assert [one.command for one in offers(fight, "blue")] == [
        commands.Decide("blue", "front"),
        commands.Decide("blue", "rear"),
        commands.Resign("blue"),
    ]
    assert [one.kind for one in offers(fight, "red")] == ["resign"]


# -- switches -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-019")
def test_every_mech_may_run_hot() -> None:
    fight = battle(unit("r1", (10, 10)), unit("r2", (20, 10), type="CV", move='8"t'), unit("b1", (10, 30)))
    (hot,) = found(fight, "toggle")
    assert (hot.command, hot.rule) == (commands.Toggle("r1", "OVERHEAT", True), "AS-HEA-019")
    assert found(fight, "toggle", "r2") == []
    fight.do(hot.command)
    assert orders_of(fight, "toggle") == [commands.Toggle("r1", "OVERHEAT", False)]


@pytest.mark.rule("AS-SPC-047")
def test_stealth_has_a_switch_unless_infantry_wears_it() -> None:
    fight = battle(
        unit("r1", (10, 10), specials=["STL"]),
        unit("r2", (20, 10), type="BA", size=1, move='6"j', specials=["STL", "CAR4"]),
        unit("b1", (10, 30)),
    )
    assert commands.Toggle("r1", "STL", False) in orders_of(fight, "toggle")
    assert found(fight, "toggle", "r2") == []


@pytest.mark.rule("AS-SPC-061")
def test_an_emergency_master_has_a_switch_in_its_network() -> None:
    units = (
        unit("r1", (10, 10), specials=["C3EM1", "C3S"]),
        unit("r2", (14, 10), specials=["C3M1"]),
        unit("b1", (10, 30)),
    )
    linked = battle(*units, networks=[Network("C3", ("r2", "r1"))], options=["optional_abilities"])
    assert commands.Toggle("r1", "C3EM", False) in orders_of(linked, "toggle")
    alone = battle(*units, options=["optional_abilities"])
    assert all(one.command.ability != "C3EM" for one in found(alone, "toggle"))  # type: ignore[union-attr]


# -- what may be said with an attack --------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-010")
def test_overheat_is_a_choice_up_to_what_is_left_of_it() -> None:
    fight = battle(unit("r1", (10, 10), ov=2), unit("b1", (10, 22)))
    assert (needed(fight, "attack", "overheat").least, needed(fight, "attack", "overheat").most) == (0, 2)
    cold = battle(unit("r1", (10, 10), ov=0), unit("b1", (10, 22)))
    assert choice(cold, "attack", "overheat") is None


@pytest.mark.rule("AS-SPC-045")
def test_rear_weapons_may_fire_in_the_same_breath_at_whoever_is_behind() -> None:
    units = (
        unit("r1", (10, 10), specials=["REAR1/1/1"]),
        unit("b1", (10, 22)),
        unit("b2", (10, 4)),
        unit("b3", (12, 24)),
    )
    assert needed(battle(*units), "attack", "rear").among == ("b2",)


@pytest.mark.rule("AS-COM-023")
def test_a_spotter_may_keep_its_attack() -> None:
    wall = {"kind": "building", "height": 12, "type": "hardened", "rect": [6, 15, 8, 2]}
    fight = battle(unit("r1", (10, 10), specials=["IF2"]), unit("r2", (20, 14)), unit("b1", (10, 22)), terrain=[wall])
    assert needed(fight, "attack", "spotter_attacks").kind == "flag"
    plain = battle(unit("r1", (10, 10)), unit("r2", (20, 14)), unit("b1", (10, 22)))
    assert choice(plain, "attack", "spotter_attacks") is None


@pytest.mark.rule("AS-COM-109")
def test_a_shell_at_a_point_may_be_seen_by_a_friend() -> None:
    fight = battle(unit("r1", (10, 10), specials=["ART-LT1"]), unit("r2", (20, 14)), unit("b1", (10, 22)))
    (point,) = [one for one in found(fight, "attack") if not one.complete]
    assert [one.name for one in point.choose if one.needed] == ["target"]
    assert needed(fight, "attack", "spotter").among == ("r2",)
    fight.do(point.command)
    assert all(one.complete for one in found(fight, "attack"))


@pytest.mark.rule("AS-SPC-052")
def test_a_turret_may_fire_alone() -> None:
    tank = {"type": "CV", "move": '8"t', "specials": ["TUR(2/2/1)"]}
    assert needed(battle(unit("r1", (10, 10), **tank), unit("b1", (10, 22))), "attack", "using").among == ("TUR",)


@pytest.mark.rule("AS-SPC-063")
def test_a_remote_sensor_is_offered_with_the_networks_it_may_join() -> None:
    fight = battle(
        unit("r1", (10, 10), specials=["C3RS", "C3S"]),
        unit("r2", (14, 10), specials=["C3M1"]),
        unit("b1", (10, 40)),
        networks=[Network("C3", ("r2", "r1"))],
        options=["optional_abilities"],
    )
    assert needed(fight, "attack", "network").among == ("r2",)


def test_a_word_that_nobody_answers_for_is_refused() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 22)))
    assert refusal(fight, commands.Attack("r1", "b1", abilities=("Juggling",))).code == "no_such_ability"
    walk = battle(unit("r1", (10, 10)), unit("b1", (10, 22)), phase="movement")
    assert refusal(walk, commands.Move("r1", ((10, 12),), abilities=("Juggling",))).code == "no_such_ability"


# -- what may be said with a move -----------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-040")
def test_who_flies_chooses_its_height() -> None:
    fly: dict[str, Any] = {"type": "CV", "size": 1, "move": '12"v'}
    fight = battle(unit("r1", (10, 10), **fly), unit("r2", (20, 10)), unit("b1", (10, 30)), phase="movement")
    assert needed(fight, "move", "elevation").most == 12
    assert needed(fight, "move", "cruise").kind == "number"
    assert choice(fight, "move", "elevation", "r2") is None


@pytest.mark.rule("AS-MOV-038")
def test_who_dives_chooses_its_depth() -> None:
    boat: dict[str, Any] = {"type": "CV", "size": 1, "move": '8"s'}
    water = {"kind": "water", "depth": 4, "rect": [0, 0, 20, 20]}
    fight = battle(unit("r1", (10, 10), **boat), unit("b1", (10, 30)), terrain=[water], phase="movement")
    assert needed(fight, "move", "elevation").least < 0


@pytest.mark.rule("AS-MOV-060")
def test_who_walks_may_go_hull_down() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 30)), phase="movement")
    assert needed(fight, "move", "hull_down").modes == ("ground",)


@pytest.mark.rule("AS-MOV-049")
def test_who_is_too_hot_to_walk_may_still_name_every_mode_but_stays_in_it() -> None:
    fight = battle(unit("r1", (10, 10), move='4"/4"j', state={"heat": 3}), unit("b1", (10, 30), 180), phase="movement")
    asked = needed(fight, "move", "mode").among
    named = ("ground", "standstill", "minimum", "jump", "sprint", "submersible")
    assert set(asked) >= {mode for mode in named if fight.refusal_of(commands.Move("r1", (), mode)) is None}
    assert "sprint" in asked
    assert refusal(fight, commands.Move("r1", ((10, 12),), "sprint")).code == "no_move"


@pytest.mark.rule("AS-COM-094")
@pytest.mark.rule("AS-COM-097")
def test_who_has_moved_may_be_charged_and_jumped_onto() -> None:
    units = unit("r1", (10, 10), move='8"/6"j'), unit("b1", (10, 14)), unit("b2", (14, 14))
    fight = battle(*units, phase="movement", first="blue")
    fight.do(commands.Pass("b1"))
    fight.do(commands.Pass("b2")) if fight.state.to_act == "blue" else None
    moved = tuple(one.id for one in fight.on_table("blue") if one.moved != "none")
    assert needed(fight, "move", "charge").among == moved
    assert needed(fight, "move", "dfa").among == moved
    assert needed(fight, "move", "dfa").modes == ("jump",)


@pytest.mark.rule("AS-MOV-065")
@pytest.mark.rule("AS-MOV-066")
@pytest.mark.rule("AS-MOV-071")
def test_who_finds_room_may_get_aboard_and_who_carries_somebody_set_them_down() -> None:
    suit: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "1/1/0", "specials": ["CAR4", "MEC"]}
    truck: dict[str, Any] = {"type": "CV", "size": 2, "move": '10"t', "specials": ["IT8", "OMNI"]}
    fight = battle(
        unit("r1", (10, 10), **suit),
        unit("r2", (12, 10), **truck),
        unit("r3", (20, 10)),
        unit("b1", (10, 30)),
        phase="movement",
    )
    assert needed(fight, "move", "board").among == ("r2",)
    assert needed(fight, "move", "outside").kind == "flag"
    assert choice(fight, "move", "unload", "r2") is None
    loaded = battle(
        unit("r1", **suit, state={"aboard": "r2"}),
        unit("r2", (12, 10), **truck),
        unit("b1", (10, 30)),
        phase="movement",
    )
    assert needed(loaded, "move", "unload", "r2").among == ("r1",)


# -- deeds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-030")
def test_a_flag_at_hand_is_offered_and_one_that_is_carried() -> None:
    far = scene(unit("r1", (18, 30)), unit("b1", (2, 46), 180), use=FLAG)
    flag = far.state.notes["objectives"]["blue-flag"]["at"]  # type: ignore[index, call-overload]
    assert orders_of(far, "act") == []
    near = scene(unit("r1", (flag[0], flag[1] - 1.0)), unit("b1", (2, 46), 180), use=FLAG)
    assert orders_of(near, "act") == [commands.Act("r1", "take", "blue-flag")]


@pytest.mark.rule("AS-SCN-064")
@pytest.mark.rule("AS-SCN-065")
def test_a_building_is_offered_to_be_scanned_by_touch_or_by_probe() -> None:
    def town(at: tuple[float, float], **card: Any) -> Battle:
        units = unit("r1", at, **card), unit("r2", (2, 2)), unit("b1", (30, 46), 180)
        return scene(*units, use=RECON, terrain=HOUSES, secrets={"blue": ["h1", "h4"]})

    assert orders_of(town((11, 19.375)), "act") == [commands.Act("r1", "scan", "h1")]
    probed = town((11, 9.375), specials=["PRB"])
    assert commands.Attack("r1", "h1", "scan") in orders_of(probed, "attack")
    assert commands.Attack("r1", "h1", "scan") not in orders_of(town((11, 9.375)), "attack")


@pytest.mark.rule("AS-SCN-026")
def test_a_suspect_in_reach_of_a_probe_is_offered_to_be_scanned_once() -> None:
    fight = scene(
        unit("r1", (10, 10), specials=["PRB"]),
        unit("b1", (10, 20), 180),
        unit("b2", (30, 40), 180),
        use=FIGHT,
        variations=["secret-commanders"],
        commanders_named={"red": "r1", "blue": "b2"},
    )
    assert orders_of(fight, "act") == [commands.Act("r1", "scan", "b1")]
    fight.do(commands.Act("r1", "scan", "b1"))
    assert orders_of(fight, "act") == []


@pytest.mark.rule("AS-SCN-007")
def test_who_must_withdraw_is_offered_the_way_home_and_not_to_stay() -> None:
    fight = battle(
        unit("r1", (10, 20), state={"withdrawing": True}),
        unit("b1", (10, 40)),
        phase="movement",
        options=["forced_withdrawal"],
    )
    assert found(fight, "pass") == []
    home = found(fight, "move")[0]
    assert (home.rule, home.complete) == ("AS-SCN-007", True)
    assert fight.refusal_of(home.command) is None
