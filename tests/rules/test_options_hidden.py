"""Hidden units (pp. 167-168): set-up, coming out, being found, surprise attacks."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.virtual_reality import is_blind
from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import CommandAbility
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.kernel.errors import InputError
from rules.table import battle, end, move, refusal, unit

WOOD = {"kind": "woods", "rect": [8, 13, 4, 6]}
ON = ("hidden_units",)
LYING = {"hidden": True}
TANK: dict[str, Any] = {"type": "CV", "move": '8"t', "size": 2}


def lies(fight: Battle, name: str = "b1") -> bool:
    return hidden.of(fight.units[name])


def ambush(*more: Any, at: tuple[float, float] = (10, 4), state: Any = None, **rest: Any) -> Battle:
    """b1 lies hidden in a wood, r1 comes from the south; b2 is far away in the open."""
    given = {"phase": "movement", "options": ON, "terrain": [WOOD], **rest}
    card = given.pop("card", {})
    return battle(
        unit("r1", at, **card.get("r1", {})),
        unit("b1", (10, 15), 180, state=state or LYING, **card.get("b1", {})),
        unit("b2", (60, 40), 180, specials=["IF2"]),
        *more,
        **given,
    )


# -- set-up -----------------------------------------------------------------------------------------------------

GROUND: dict[str, tuple[dict[str, Any], ...]] = {
    "open": (),
    "woods": ({"kind": "woods", "rect": [2, 0, 10, 10]},),
    "rough": ({"kind": "rough", "rect": [2, 0, 10, 10]},),
    "road": ({"kind": "woods", "rect": [2, 0, 10, 10]}, {"kind": "road", "line": [[5, 0], [5, 20]], "width": 3}),
    "water": ({"kind": "water", "depth": 2, "rect": [2, 0, 10, 10]},),
    "shallow": ({"kind": "water", "depth": 1, "rect": [2, 0, 10, 10]},),
    "building": ({"kind": "building", "height": 8, "type": "hardened", "rect": [2, 0, 10, 9]},),
    "hangar": ({"kind": "building", "height": 8, "type": "hardened", "hangar": "true", "rect": [1, 0, 10, 9]},),
    "hill": ({"kind": "hill", "height": 2, "rect": [2, 0, 10, 10]},),
    "clearing": (
        {"kind": "hill", "height": 4, "rect": [0, 0, 14, 3.7]},
        {"kind": "hill", "height": 4, "rect": [0, 6.3, 14, 6]},
        {"kind": "hill", "height": 4, "rect": [0, 3.7, 3.7, 2.6]},
        {"kind": "hill", "height": 4, "rect": [6.3, 3.7, 6, 2.6]},
    ),
}


def set_up(ground: str = "woods", **card: Any) -> Battle:
    return battle(
        *(unit("r1", **card), unit("r2"), unit("b1"), unit("b2")),
        terrain=GROUND[ground],
        phase="deployment",
        options=ON,
    )


def hide(name: str = "r1", at: tuple[float, float] = (5, 5)) -> commands.Deploy:
    return commands.Deploy(name, at, 90.0, hidden=True)


@pytest.mark.rule("AS-OPT-470")
def test_place_and_facing_are_written_down_and_nobody_else_is_told() -> None:
    fight = set_up()
    told = fight.do(hide())
    assert (fight.units["r1"].at, fight.units["r1"].facing, lies(fight, "r1")) == ((5, 5), 90, True)
    assert fight.state.to_act == "red"  # writing down takes no turn of deployment
    assert [*events_for(fight, "blue", told)] == []
    assert "r1" not in known_to(fight, "blue").units
    assert "r1" in known_to(fight, "red").units


@pytest.mark.rule("AS-OPT-470")
def test_it_may_be_done_whoever_is_to_place_a_unit_but_only_before_the_first_turn() -> None:
    fight = set_up()
    fight.do(commands.Deploy("r2", (30, 5)))
    assert fight.state.to_act == "blue"
    fight.do(hide())
    assert lies(fight, "r1")
    fight.do(commands.Deploy("b1", (30, 45)))
    fight.do(commands.Deploy("b2", (40, 45)))
    assert fight.state.phase != "deployment"
    late = battle(unit("r1", (5, 5)), unit("b1", (30, 45)), terrain=GROUND["woods"], phase="movement", options=ON)
    assert refusal(late, hide()).code == "wrong_phase"


@pytest.mark.rule("AS-OPT-470")
@pytest.mark.parametrize("more", [0, 5])
def test_sides_place_one_unit_each_so_that_nobody_counts_those_who_hide(more: int) -> None:
    """Twice as many units would place two at a time, and everybody would see it."""
    others = [unit(f"b{n + 3}") for n in range(more)]
    fight = battle(unit("r1"), unit("r2"), unit("b1"), unit("b2"), *others, phase="deployment", options=ON, seed=1)
    order = []
    for name, at in (("r1", (20, 5)), ("b1", (20, 45)), ("r2", (30, 5)), ("b2", (30, 45))):
        order.append(fight.state.to_act)
        fight.do(commands.Deploy(name, at))
    assert order == ["red", "blue", "red", "blue"]


@pytest.mark.rule("AS-OPT-470")
def test_nobody_knows_who_is_still_to_be_placed() -> None:
    """Otherwise whoever is hidden would be missed afterwards."""
    fight = set_up()
    assert set(known_to(fight, "blue").units) == {"b1", "b2"}
    assert set(known_to(fight, None).units) == set()
    fight.do(commands.Deploy("r2", (30, 5)))
    assert set(known_to(fight, "blue").units) == {"r2", "b1", "b2"}


@pytest.mark.rule("AS-OPT-470")
def test_players_may_agree_on_how_many() -> None:
    script = {
        "options": ["hidden_units"],
        "settings": {"hidden_units": {"red": 1}},
        "terrain": [*GROUND["woods"]],
        "sides": [
            {"name": "red", "home": "south", "units": [{"id": "r1", "card": CARD}, {"id": "r2", "card": CARD}]},
            {"name": "blue", "home": "north", "units": [{"id": "b1", "card": CARD}]},
        ],
        "start": {"phase": "deployment", "first": "red"},
        "commands": [
            {"deploy": {"unit": "r1", "at": [5, 5], "hidden": True}},
            {"deploy": {"unit": "r2", "at": [8, 8], "hidden": True}},
        ],
    }
    report = run_script(script_from_data(script))
    first, second = report.outcomes
    assert first.accepted
    assert second.refusal is not None
    assert (second.refusal.code, second.refusal.rule) == ("too_many_hidden", "AS-OPT-470")
    state = report.to_data()["state"]
    assert state["units"]["r1"]["hidden"] is True  # type: ignore[index, call-overload]
    assert "hidden" in state["units"]["r1"]["status"]  # type: ignore[index, call-overload]
    with pytest.raises(InputError, match=r"settings.hidden_units.green: there is no side 'green'"):
        run_script(script_from_data({**script, "settings": {"hidden_units": {"green": 1}}}))


CARD = {"name": "Test", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2", "armor": 6, "structure": 5}


def test_its_words_are_errors_without_the_module() -> None:
    base = {
        "sides": [
            {"name": "red", "units": [{"id": "r1", "card": CARD, "at": [5, 5]}]},
            {"name": "blue", "units": [{"id": "b1", "card": CARD, "at": [30, 30]}]},
        ]
    }
    with pytest.raises(InputError, match="hidden_units, which is off"):
        script_from_data({**base, "commands": [{"deploy": {"unit": "r1", "at": [5, 5], "hidden": True}}]})
    with pytest.raises(InputError, match="hidden_units, which is off"):
        script_from_data({**base, "commands": [{"act": {"unit": "r1", "do": "reveal"}}]})


@pytest.mark.rule("AS-OPT-472")
@pytest.mark.parametrize(
    ("ground", "card", "good"),
    [
        ("open", {}, False),
        ("hill", {}, False),  # clear terrain, if higher up
        ("woods", {}, True),
        ("rough", {}, True),
        ("building", {}, True),
        ("road", {}, False),
        ("water", {}, True),  # a 'Mech is 2 inches high
        ("shallow", {}, False),
        ("water", {"type": "CV", "move": '8"h'}, False),  # on the surface
        ("woods", {"type": "SV", "move": '4"t', "specials": ["LG"]}, True),  # 2 inches high, as the trees are
        ("woods", {"type": "SV", "move": '4"t', "specials": ["VLG"]}, True),  # an inch higher
        ("woods", {"type": "SV", "move": '4"t', "specials": ["SLG"]}, False),
        ("hangar", {"type": "SV", "move": '4"t', "specials": ["LG"]}, True),
        ("clearing", {"type": "SV", "move": '4"t', "specials": ["LG"]}, True),
        ("clearing", {}, False),
    ],
)
def test_where_one_may_hide(ground: str, card: dict[str, Any], good: bool) -> None:
    fight = set_up(ground, **card)
    if good:
        fight.do(hide())
        assert lies(fight, "r1")
    else:
        why = refusal(fight, hide())
        assert (why.code, why.rule) == ("no_place_to_hide", "AS-OPT-472")


@pytest.mark.rule("AS-OPT-472")
def test_structures_and_what_flies_do_not_hide() -> None:
    fight = set_up()
    fight.units["r1"].airborne = True
    assert refusal(fight, hide()).rule == "AS-OPT-472"
    said = [one for one in offers(fight, "red", "r1") if one.kind == "deploy"]
    assert "hidden" not in {choice.name for choice in said[0].choose}


@pytest.mark.rule("AS-OPT-470")
def test_hiding_is_offered() -> None:
    (said,) = [one for one in offers(set_up(), "red", "r1") if one.kind == "deploy"]
    assert "hidden" in {choice.name for choice in said.choose}


def test_a_hidden_unit_begins_in_its_zone() -> None:
    fight = set_up()
    assert refusal(fight, hide(at=(5, 40))).code in ("outside_zone", "no_place_to_hide")
    wide = battle(
        unit("r1"), unit("b1"), terrain=[{"kind": "woods", "rect": [0, 0, 40, 48]}], phase="deployment", options=ON
    )
    assert refusal(wide, hide(at=(5, 20))).rule == "AS-INT-054"


# -- counting and coming out ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-471")
def test_hidden_units_are_not_counted_and_not_waited_for() -> None:
    fight = ambush(unit("r2", (40, 4)), at=(60, 4))
    fight.do(commands.Pass("r1"))
    fight.do(commands.Pass("r2"))
    fight.do(commands.Pass("b2"))  # and nobody waits for b1
    assert fight.state.phase == "combat"
    assert fight.units["b1"].moved == "standstill"
    counted = ambush(unit("r2", (40, 4)), unit("b3", (50, 40)), unit("b4", (40, 40)), at=(60, 4), first="red")
    counted.do(commands.Pass("r1"))
    assert dict(counted.state.quota) == {"blue": 1}  # three of blue's against two of red's, b1 not among them


@pytest.mark.rule("AS-OPT-471")
def test_who_is_to_move_comes_out_before_its_side_has_moved() -> None:
    fight = ambush(at=(60, 4), first="blue")
    assert refusal(fight, commands.Move("b1", ((10, 20),))).rule == "AS-OPT-471"
    fight.do(commands.Act("b1", "reveal"))
    assert not lies(fight)
    move(fight, "b1", (10, 18))
    late = ambush(unit("b3", (50, 40)), at=(60, 4), first="blue")
    late.do(commands.Pass("b3"))
    why = refusal(late, commands.Act("b1", "reveal"))
    assert (why.code, why.rule) == ("too_late", "AS-OPT-471")


@pytest.mark.rule("AS-OPT-471")
def test_a_hidden_unit_uses_up_no_move_of_its_side() -> None:
    """Otherwise the other side would have to move first, and know why."""
    fight = ambush(at=(60, 4), first="blue")
    assert commands.Pass("b1") not in [one.command for one in offers(fight, "blue", "b1")]
    why = refusal(fight, commands.Pass("b1"))
    assert (why.code, why.rule) == ("still_hidden", "AS-OPT-471")
    assert fight.state.to_act == "blue"
    fight.do(commands.EndPhase())  # those that are counted are done, and it lies where it lay
    assert (fight.state.to_act, lies(fight), fight.units["b1"].moved) == ("red", True, "none")
    fight.do(commands.Pass("r1"))
    assert fight.units["b1"].moved == "standstill"


@pytest.mark.rule("AS-COM-005")
@pytest.mark.parametrize("kind", ["weapon", "physical"])
def test_nobody_attacks_whom_nobody_has_found(kind: str) -> None:
    """Whoever guesses the name of a hidden unit is told what is told of a name that stands for nothing."""
    fight = ambush(at=(10, 13.25), phase="combat", first="red")
    why, nobody = (refusal(fight, commands.Attack("r1", name, kind=kind)) for name in ("b1", "nobody"))
    assert (why.code, why.rule) == (nobody.code, nobody.rule) == ("unknown_target", "AS-COM-005")
    assert why.message == nobody.message.replace("nobody", "b1")
    fight.do(commands.Act("b1", "reveal"))
    fight.do(commands.Attack("r1", "b1", kind=kind))
    assert fight.units["r1"].attacks


@pytest.mark.rule("AS-OPT-471")
def test_it_comes_out_while_the_other_side_moves_as_well() -> None:
    fight = ambush(unit("r2", (40, 4)), at=(60, 4))
    assert fight.state.to_act == "red"
    fight.do(commands.Act("b1", "reveal"))
    assert not lies(fight)


@pytest.mark.rule("AS-OPT-471")
def test_who_is_to_attack_comes_out_before_its_side_has_attacked() -> None:
    fight = ambush(phase="combat", first="blue", terrain=())
    assert refusal(fight, commands.Attack("b1", "r1")).rule == "AS-OPT-471"
    fight.do(commands.Act("b1", "reveal"))
    fight.do(commands.Attack("b1", "r1"))
    late = ambush(unit("b3", (10, 20), 180), phase="combat", first="blue", terrain=())
    late.do(commands.Attack("b3", "r1"))
    assert refusal(late, commands.Act("b1", "reveal")).code == "too_late"
    assert refusal(late, commands.Act("b3", "reveal")).code == "not_hidden"


@pytest.mark.rule("AS-OPT-471")
def test_who_has_to_withdraw_comes_out_as_the_movement_phase_begins() -> None:
    crippled = {"hidden": True, "armor": 0, "structure": 2}
    fight = ambush(phase="end", at=(60, 4), state=crippled, options=(*ON, "forced_withdrawal"), dice=[6, 6, 1, 1])
    assert fight.state.phase == "movement"
    assert not lies(fight)


@pytest.mark.rule("AS-OPT-471")
def test_coming_out_is_offered_when_it_may_be_done() -> None:
    fight = ambush(at=(60, 4), first="blue")
    deeds = [one.command for one in offers(fight, "blue", "b1") if one.kind == "act"]
    assert deeds == [commands.Act("b1", "reveal")]
    fight.do(commands.Pass("b2"))
    assert [one for one in offers(fight, "blue", "b1") if one.kind == "act"] == []


# -- being found ------------------------------------------------------------------------------------------------

FAR = {"r1": {"move": '20"'}}


@pytest.mark.rule("AS-OPT-475", "AS-OPT-474")
@pytest.mark.parametrize(
    ("code", "far", "found"),
    [
        ("LPRB", 5.9, True),
        ("LPRB", 6.1, False),
        ("PRB", 9.9, True),
        ("PRB", 10.1, False),
        ("BH", 15.9, True),
        ("BH", 16.1, False),
        ("ECM", 5.9, False),
    ],
)
def test_probes_find_what_lies_in_their_range(code: str, far: float, found: bool) -> None:
    """From edge to edge, where the unit with the probe ends its movement."""
    fight = ambush(at=(60, 15), card={"r1": {"move": '60"', "specials": [code]}})
    move(fight, "r1", (10 + 1.25 + far, 15))
    assert lies(fight) is not found


@pytest.mark.rule("AS-OPT-474")
def test_passing_by_with_a_probe_finds_nothing_and_standing_still_does() -> None:
    fight = ambush(at=(22, 15), card={"r1": {"move": '40"', "specials": ["PRB"]}})
    move(fight, "r1", (16, 15), (30, 15))
    assert lies(fight)
    fight = ambush(at=(16, 15), card={"r1": {"specials": ["PRB"]}})
    fight.do(commands.Pass("r1"))
    assert not lies(fight)


@pytest.mark.rule("AS-OPT-474")
@pytest.mark.parametrize(
    ("probe", "jammer", "found"), [("PRB", "ECM", False), ("BH", "ECM", True), ("BH", "AECM", False)]
)
def test_ecm_overwhelms_probes(probe: str, jammer: str, found: bool) -> None:
    fight = ambush(at=(40, 15), card={"r1": {"move": '40"', "specials": [probe]}, "b1": {"specials": [jammer]}})
    move(fight, "r1", (18, 15))
    assert lies(fight) is not found


@pytest.mark.parametrize("options", [(), ("ecm_eccm",)])
def test_its_jammers_give_nobody_away(options: tuple[str, ...]) -> None:
    """They hide it from probes, and are silent to all else until it has come out."""
    cards = {"r1": {"specials": ["VR"]}, "b1": {"specials": ["ECM"]}}
    fight = ambush(at=(10, 12), card=cards, options=(*ON, "optional_abilities", *options))
    assert not is_blind(fight, fight.units["r1"])
    fight.do(commands.Act("b1", "reveal"))
    assert is_blind(fight, fight.units["r1"])
    probed = {"r1": {"move": '40"', "specials": ["PRB"]}, "b1": {"specials": ["ECM"]}}
    fight = ambush(at=(40, 15), card=probed, options=(*ON, "optional_abilities", *options))
    move(fight, "r1", (18, 15))
    assert lies(fight)


@pytest.mark.rule("AS-OPT-474")
def test_base_contact_on_the_way_is_enough() -> None:
    """r1 runs past b1, so close that their bases touch."""
    fight = ambush(at=(8.73, 6), card={"r1": {"move": '30"'}}, terrain=())
    told = fight.do(commands.Move("r1", ((8.73, 24),)))
    if fight.decision is not None:
        told += fight.do(commands.Decide("blue", "none"))
    assert not lies(fight)
    assert fight.units["r1"].at == (8.73, 24)
    past = ambush(at=(8.6, 6), card={"r1": {"move": '30"'}}, terrain=())
    past.do(commands.Move("r1", ((8.6, 24),)))
    past.do(commands.Decide("blue", "none"))
    assert lies(past)


@pytest.mark.rule("AS-OPT-474")
def test_who_stays_in_contact_with_it_finds_it() -> None:
    fight = ambush(at=(10, 13.75))
    fight.do(commands.Pass("r1"))
    assert not lies(fight)
    apart = ambush(at=(10, 13.5))
    apart.do(commands.Pass("r1"))
    assert lies(apart)


@pytest.mark.rule("AS-OPT-474")
def test_who_runs_into_it_stops_before_it() -> None:
    fight = ambush(at=(10, 6), card={"r1": {"move": '30"'}}, terrain=())
    fight.do(commands.Move("r1", ((10, 24),)))
    fight.do(commands.Decide("blue", "none"))
    assert not lies(fight)
    assert fight.units["r1"].at == pytest.approx((10, 15 - 1.25), abs=1e-3)


@pytest.mark.rule("AS-SPA-027", "AS-OPT-474")
def test_eagles_eyes_find_it_before_it_can_surprise_anybody() -> None:
    scout = replace(unit("r1", (10, 6), move='30"'), abilities=("Eagle's Eyes",))
    fight = battle(
        scout, unit("b1", (10, 15), 180, state=LYING), unit("b2", (60, 40), 180), phase="movement", options=ON
    )
    fight.do(commands.Move("r1", NEAR))
    assert fight.decision is None
    assert not lies(fight)


# -- surprise ---------------------------------------------------------------------------------------------------

NEAR = ((12.5, 13.0), (15.0, 14.0))


@pytest.mark.rule("AS-OPT-477")
def test_whoever_comes_within_2_inches_may_be_attacked_on_the_spot() -> None:
    fight = ambush(at=(10, 10), dice=[3, 3, *[3, 4] * 6])
    fight.do(commands.Move("r1", NEAR))
    asked = fight.decision
    assert asked is not None
    assert (asked.side, asked.choices, asked.facts) == ("blue", ("attack", "attack+1", "none"), {"target": "r1"})
    gap = fight.table.gap(fight.units["r1"].body, fight.units["b1"].body)
    assert gap == pytest.approx(2.0, abs=1e-2)
    told = fight.do(commands.Decide("blue", "attack+1"))
    shot: Any = next(event for event in told if event.type == "attack")
    assert (shot.kind, shot.target_number, shot.damage, shot.range) == ("surprise", 4, 4, "short")
    assert fight.units["r1"].armor == 2
    assert fight.units["r1"].at == NEAR[-1]  # the move goes on
    assert fight.units["b1"].overheat == 1
    assert not lies(fight)


@pytest.mark.rule("AS-OPT-477")
def test_nothing_counts_but_skill_and_critical_hits() -> None:
    """Skill 4, one Fire Control hit; the target has a TMM of 3, stands in woods and was hot on arrival."""
    state = {"hidden": True, "crits": {"fire_control": 1}, "heat": 2}
    fight = ambush(at=(16, 15), state=state, card={"r1": {"tmm": 3}, "b1": {"ov": 0}})
    fight.do(commands.Move("r1", ((13, 15),)))
    told = fight.do(commands.Decide("blue", "attack"))
    shot: Any = next(event for event in told if event.type == "attack")
    assert shot.target_number == 6
    assert [part.rule for part in shot.modifiers] == ["AS-COM-034", "AS-COM-057"]


@pytest.mark.rule("AS-MOV-008")
def test_whoever_is_stopped_by_it_among_friends_is_put_beside_them() -> None:
    """It shuts down while it passes through r2."""
    fight = ambush(unit("r2", (10, 12.2)), at=(10, 9), card={"r1": {"armor": 1}}, dice=[6, 5, *[3, 4] * 6])
    fight.do(commands.Move("r1", ((10, 14),)))
    assert fight.decision is not None
    stopped = fight.units["r1"].at
    assert fight.table.distance(stopped, (10, 12.2)) < 1.2
    fight.units["r1"].shutdown = True
    fight.do(commands.Decide("blue", "attack"))
    while fight.decision is not None:
        fight.do(commands.Decide(fight.decision.side, fight.decision.choices[0]))
    assert fight.table.distance(fight.units["r1"].at, (10, 12.2)) >= 1.25 - 1e-3


@pytest.mark.rule("AS-OPT-477")
def test_whoever_is_destroyed_by_it_goes_no_farther() -> None:
    fight = ambush(at=(10, 10), card={"r1": {"armor": 0, "structure": 1}}, dice=[6, 5, *[3, 4] * 6])
    fight.do(commands.Move("r1", NEAR))
    fight.do(commands.Decide("blue", "attack"))
    assert fight.units["r1"].at != NEAR[-1]
    assert not fight.units["r1"].in_play


@pytest.mark.rule("AS-OPT-477")
def test_it_does_nothing_more_that_turn() -> None:
    fight = ambush(at=(10, 10), dice=[1, 2, *[3, 4] * 6])
    fight.do(commands.Move("r1", NEAR))
    fight.do(commands.Decide("blue", "attack"))
    assert refusal(fight, commands.Move("b1", ((10, 18),))).rule == "AS-OPT-477"
    assert refusal(fight, commands.Pass("b1")).code == "not_counted"
    fight.do(commands.Pass("b2"))
    assert fight.state.phase == "combat"
    end(fight)
    assert refusal(fight, commands.Attack("b1", "r1")).rule == "AS-OPT-477"
    assert refusal(fight, commands.Attack("b2", "r1", using="IF", spotter="b1")).rule == "AS-OPT-477"


@pytest.mark.rule("AS-OPT-477")
def test_it_is_asked_once_and_not_about_who_was_near_before() -> None:
    fight = ambush(at=(10, 10))
    fight.do(commands.Move("r1", NEAR))
    fight.do(commands.Decide("blue", "none"))
    assert fight.decision is None
    assert lies(fight)
    assert fight.units["r1"].at == NEAR[-1]
    beside = ambush(at=(12.5, 13))
    beside.do(commands.Move("r1", ((15, 14),)))
    assert beside.decision is None


@pytest.mark.rule("AS-OPT-477")
def test_two_in_ambush_are_asked_one_after_the_other() -> None:
    fight = ambush(unit("b3", (14, 17), 180, state=LYING), at=(10, 10), card={"r1": {"move": '20"'}}, dice=[1, 1] * 9)
    fight.do(commands.Move("r1", ((12.5, 13.0), (20.0, 16.5))))
    assert fight.decision is not None
    assert fight.decision.unit == "b1"
    fight.do(commands.Decide("blue", "attack"))
    assert fight.decision is not None
    assert fight.decision.unit == "b3"
    fight.do(commands.Decide("blue", "none"))
    assert fight.units["r1"].at == (20.0, 16.5)
    assert (lies(fight, "b1"), lies(fight, "b3")) == (False, True)


@pytest.mark.rule("AS-OPT-477")
def test_whoever_drops_out_of_the_sky_beside_it_may_be_attacked_too() -> None:
    falls = unit("r2", (30, 20), state={"dropping": True})
    fight = ambush(falls, options=(*ON, "dropping_troops", "aerospace"), dice=[3, 3, *[3, 4] * 6])
    fight.do(commands.Deploy("r2", (12.5, 13.0), 0))
    while fight.decision is None and fight.state.phase == "movement":
        fight.do(commands.EndPhase())
    asked = fight.decision
    assert asked is not None
    assert (asked.side, asked.unit, asked.facts) == ("blue", "b1", {"target": "r2"})
    fight.do(commands.Decide("blue", "attack"))
    assert fight.units["r2"].armor < 6


@pytest.mark.rule("AS-OPT-477")
def test_nobody_orders_a_surprise_attack() -> None:
    fight = ambush(phase="combat", first="blue", state={}, at=(10, 12))
    assert refusal(fight, commands.Attack("b1", "r1", "surprise")).rule == "AS-OPT-477"


def test_the_other_side_is_told_that_something_is_decided_and_no_more() -> None:
    fight = ambush(at=(10, 10))
    told = fight.do(commands.Move("r1", NEAR))
    known = known_to(fight, "red")
    asked = known.decision
    assert asked is not None
    assert (asked.kind, asked.rule, asked.choices, asked.unit) == ("secret", "AS-INT-005", (), None)
    assert "b1" not in repr(known.state) + repr([*events_for(fight, "red", told)])
    assert "20" not in repr(known_to(fight, "blue").state.agenda[0].data["command"])  # nor blue where red goes on to
    told = fight.do(commands.Decide("blue", "none"))
    assert "b1" not in repr([*events_for(fight, "red", told)])


def test_a_standing_answer_keeps_its_player_from_being_noticed() -> None:
    fight = ambush(at=(10, 10))
    fight.do(commands.Standing("blue", "secret_surprise", "none"))
    told = fight.do(commands.Move("r1", NEAR))
    assert fight.decision is None
    assert "b1" not in repr([*events_for(fight, "red", told)])


# -- experts (AS-SCA-060) ----------------------------------------------------------------------------------------


def experts(allowed: dict[str, int] | None, count: int = 12, enemy: tuple[float, float] | None = None) -> Battle:
    """Red is good at hiding, the whole table is woods."""
    setup = battle(
        *(unit(f"r{n}") for n in range(count)),
        unit("b1", enemy),
        terrain=({"kind": "woods", "rect": [0, 0, 72, 48]},),
        phase="deployment",
        options=ON,
    ).setup
    red, blue = setup.sides
    ability = CommandAbility("Tactical Experts (Hidden Units)")
    settings = {} if allowed is None else {"hidden_units": allowed}
    return Battle(replace(setup, settings=settings, sides=(replace(red, command_abilities=(ability,)), blue)), 7)


@pytest.mark.rule("AS-SCA-060")
@pytest.mark.parametrize(("allowed", "most"), [(1, 2), (3, 6), (6, 10), (0, 4)])
def test_experts_hide_twice_as_many_and_some_where_nobody_else_does(allowed: int, most: int) -> None:
    fight = experts({"red": allowed, "blue": 0})
    for number in range(most):
        fight.do(hide(f"r{number}", (4.0 + 5 * number, 5)))
    assert refusal(fight, hide(f"r{most}", (4.0 + 5 * most, 5))).rule == "AS-SCA-060"
    assert refusal(fight, commands.Deploy("b1", (30, 44), hidden=True)).rule == "AS-OPT-470"


@pytest.mark.rule("AS-SCA-060")
def test_where_nobody_else_hides_experts_do_on_their_half_away_from_enemies() -> None:
    fight = experts({"red": 0, "blue": 0}, enemy=(10, 30))
    assert refusal(fight, hide("r0", (40, 26))).rule == "AS-SCA-060"
    assert refusal(fight, hide("r0", (10, 19))).rule == "AS-SCA-060"
    fight.do(hide("r0", (40, 20)))
    usual = experts({"red": 2, "blue": 0}, enemy=(10, 30))
    assert refusal(usual, hide("r0", (40, 20))).rule != "AS-SCA-060", "elsewhere they lie where all others do"


# -- camouflage (AS-SCA-019) ----------------------------------------------------------------------------------------


def camouflaged(allowed: int, *abilities: str) -> Battle:
    """Red's five units on a bare table, with a pond, where a side may hide so many."""
    setup = battle(
        *(unit(f"r{n}") for n in range(5)),
        unit("b1"),
        terrain=({"kind": "pavement", "rect": [0, 0, 30, 12]}, {"kind": "water", "rect": [60, 0, 10, 12], "depth": 1}),
        phase="deployment",
        options=ON,
    ).setup
    red, blue = setup.sides
    own = tuple(CommandAbility(ability) for ability in abilities)
    settings = {"hidden_units": {"red": allowed, "blue": allowed}}
    return Battle(replace(setup, settings=settings, sides=(replace(red, command_abilities=own), blue)), 7)


@pytest.mark.rule("AS-SCA-019")
def test_half_of_a_camouflaged_force_hides_anywhere_on_its_half() -> None:
    fight = camouflaged(0, "Camouflage")
    assert refusal(fight, hide("r0", (40, 30))).rule == "AS-SCA-019", "its own half"
    assert refusal(fight, hide("r0", (65, 6))).rule == "AS-OPT-472", "not on the water"
    fight.do(hide("r0", (40, 6)))
    fight.do(hide("r1", (10, 6)))
    assert refusal(fight, hide("r2", (50, 6))).rule == "AS-SCA-019", "half of five are two"
    assert refusal(camouflaged(0), hide("r0", (40, 6))).rule == "AS-OPT-470"
    assert refusal(camouflaged(3), hide("r0", (40, 6))).rule == "AS-OPT-472", "others need something to hide behind"
    usual = camouflaged(3, "Camouflage")
    for number in range(3):
        usual.do(hide(f"r{number}", (20.0 + 6 * number, 3)))


# -- prepared positions (AS-SCA-039) -----------------------------------------------------------------------------

FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/0", "armor": 4, "structure": 2, "tmm": 0}


def defenders(**more: Any) -> Battle:
    """Red has infantry and a tank, no hidden units are agreed on, and the table is bare."""
    setup = battle(
        unit("r1", **FOOT), unit("r2", **TANK), unit("b1", (20, 40), 180), phase="deployment", options=ON, **more
    ).setup
    red, blue = setup.sides
    sides = (replace(red, command_abilities=(CommandAbility("Infantry Defensive Experts"),)), blue)
    return Battle(replace(setup, settings={"hidden_units": {"red": 0, "blue": 0}}, sides=sides), 7)


def dug_in() -> Battle:
    """Its infantry lies at (20, 20), and the Movement Phase has begun."""
    fight = defenders()
    fight.do(hide("r1", (20, 20)))
    fight.do(commands.Deploy("r2", (40, 5)))
    while fight.state.phase != "movement":
        fight.do(commands.EndPhase())
    return fight


@pytest.mark.rule("AS-SCA-039")
def test_infantry_hides_in_the_open_whatever_was_agreed_on() -> None:
    fight = defenders()
    assert refusal(fight, hide("r2", (40, 5))).rule == "AS-OPT-470"
    assert refusal(fight, hide("r1", (20, 30))).rule == "AS-SCA-039"
    fight.do(hide("r1", (20, 20)))
    assert lies(fight, "r1")


@pytest.mark.rule("AS-SCA-039")
def test_its_position_is_a_light_building_until_it_moves() -> None:
    fight = dug_in()
    assert not fight.table.features, "nobody sees it"
    fight.do(commands.Act("r1", "reveal"))
    (house,) = fight.table.features
    assert (house.kind, house.properties["type"], house.properties["cf"]) == ("building", "light", 2)
    while fight.state.to_act != "red":
        fight.do(commands.EndPhase())
    move(fight, "r1", (20, 23))
    assert not [one for one in fight.table.features if one.kind == "building"]


@pytest.mark.rule("AS-SCA-039")
def test_nobody_else_uses_its_position() -> None:
    fight = dug_in()
    fight.do(commands.Act("r1", "reveal"))
    doom(fight, fight.units["r1"], "it was overrun", "AS-DMG-026", wait=False)
    assert fight.units["r1"].destroyed
    assert not [one for one in fight.table.features if one.kind == "building"]


@pytest.mark.rule("AS-SCA-039")
def test_its_position_takes_a_point_of_every_hit_on_it() -> None:
    fight = dug_in()
    fight.do(commands.Act("r1", "reveal"))
    while fight.state.phase != "combat":
        fight.do(commands.EndPhase())
    parts = preview_attack(fight, commands.Attack("b1", "r1")).damage_parts
    assert [(part.value, part.rule) for part in parts if part.value < 0] == [(-1, "AS-URB-014")]


@pytest.mark.rule("AS-OPT-471")
def test_who_comes_out_before_anybody_has_moved_counts_at_once() -> None:
    """Two against two move one by one (p. 32), though one of them lay hidden when the phase began."""
    fight = ambush(unit("r2", (20, 4)), first="blue")
    fight.do(commands.Act("b1", "reveal"))
    fight.do(commands.Pass("b2"))
    fight.do(commands.Pass("r1"))
    assert fight.state.to_act == "blue"
    late = ambush(unit("r2", (20, 4)), unit("b3", (50, 40), 180), first="red")
    late.do(commands.Pass("r1"))
    shares = late.state.quota
    late.do(commands.Act("b1", "reveal"))
    assert late.state.quota == shares  # the pair under way is finished first


@pytest.mark.rule("AS-OPT-474")
def test_it_is_told_once_that_somebody_comes_out() -> None:
    fight = ambush(at=(10, 6))
    fight.do(commands.Move("r1", ((10, 14.5),), "sprint"))
    events = fight.do(commands.Decide("blue", "none"))
    assert len([one for one in events if one.type == "noted" or "hidden" in str(one)]) == 1
