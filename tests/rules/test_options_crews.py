"""Engine explosions, ejection, ECCM, morale and shielding (pp. 161-172)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3 import linked
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.area import ring_over
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.options.engine_explosions import rings_of
from lancemate.alphastrike.options.morale import measure_morale
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Network
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.duel import ELEMENTALS, FOOT, TANK, VTOL
from rules.table import attack, battle, end, number, refusal, unit
from rules.test_options_ranges import script

HIT = (6, 5)
QUIET = (6, 1, 2, 1)
BOOM = ("engine_explosions",)


# -- engine explosions ------------------------------------------------------------------------------------------


def doomed(*more: Any, dice: Any = (), damage: str = "6/6/6", options: Any = BOOM, **card: Any) -> Battle:
    """r1 shoots at b1, which has three points left."""
    weak = {**card, "armor": 1, "structure": 2, "size": 4}
    return battle(
        unit("r1", (20, 10), 0, damage=damage), unit("b1", (20, 30), 180, **weak), *more, dice=dice, options=options
    )


@pytest.mark.rule("AS-OPT-381")
def test_whoever_is_shot_to_pieces_on_its_way_explodes_as_well():
    """An attack in the Movement Phase: what is destroyed there is off the table at once."""
    lurking = unit("r1", (19, 17), 0, damage="6/6/6", state={"hidden": True})
    mover = unit("b1", (20, 26), 180, armor=0, structure=1, size=4, move='14"')
    beside = unit("b2", (22.5, 20.5), 180, armor=9)
    fight = battle(
        lurking,
        mover,
        beside,
        unit("r9", (4, 4)),
        terrain=[{"kind": "woods", "rect": [17, 16, 4, 3]}],
        options=(*BOOM, "hidden_units"),
        phase="movement",
        first="blue",
        dice=(*HIT, 6, 6, *QUIET),
    )
    fight.do(commands.Move("b1", ((20, 19.8),)))
    fight.do(commands.Decide("red", "attack"))
    assert fight.units["b1"].destroyed
    assert fight.units["b2"].armor < 9


@pytest.mark.rule("AS-OPT-381")
def test_three_points_too_many_and_a_twelve():
    beside = unit("b2", (20, 32.25), armor=9)
    fight = doomed(beside, dice=(*HIT, 6, 6, *(1,) * 4))
    fight.do(commands.Attack("r1", "b1"))
    assert fight.units["b2"].armor == 5
    fight = doomed(beside, dice=(*HIT, 6, 5))
    events = fight.do(commands.Attack("r1", "b1"))
    assert fight.units["b2"].armor == 9
    assert any("merely destroyed" in line.text for line in story(fight, events))
    spared = doomed(beside, dice=HIT, damage="5/5/5")
    spared.do(commands.Attack("r1", "b1"))


@pytest.mark.rule("AS-OPT-380")
def test_neither_infantry_nor_what_flies():
    for card in (ELEMENTALS, VTOL):
        up = {"state": {"airborne": True, "elevation": 3}} if card is VTOL else {}
        fight = doomed(dice=(6, 5, 1, 2, 1, 2), **card, **up)
        fight.do(commands.Attack("r1", "b1"))
        assert fight.dice.used in (2, 4)
    fight = battle(unit("r1", (20, 10), **FOOT), unit("b1", (20, 30)), options=BOOM)
    assert refusal(fight, commands.Act("r1", "self_destruct")).rule == "AS-OPT-380"


def blows_up(*more: Any, size: int = 4, terrain: Any = (), **card: Any) -> Battle:
    """r1 has announced it last turn; its End Phase is over."""
    fight = battle(
        unit("r1", (20, 20), state={"self_destruct": 1}, size=size, **card),
        *more,
        unit("b9", (60, 40)),
        options=(*BOOM, "optional_abilities"),
        terrain=terrain,
        dice=QUIET * 10,
    )
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-OPT-386")
@pytest.mark.parametrize(
    ("size", "specials", "points"), [(4, [], (4, 2, 1, 0)), (3, [], (3, 1, 0, 0)), (4, ["LG"], (8, 4, 2, 0))]
)
def test_the_blast_fades_with_the_distance(size, specials, points):
    fight = battle(
        unit("r1", (20, 20), size=size, specials=specials),
        unit("b1", (40, 40)),
        options=(*BOOM, "optional_abilities"),
    )
    one = fight.units["r1"]
    found = [ring_over(fight, rings_of(fight, one), one.radius + inches) for inches in (2, 4, 6, 7)]
    assert tuple(0 if ring is None else ring.damage.points for ring in found) == points


@pytest.mark.rule("AS-OPT-382")
def test_a_unit_blows_up_a_turn_after_it_was_announced():
    fight = battle(
        unit("r1", (20, 20), size=4),
        unit("r2", (20, 24.25), armor=9),
        unit("b1", (20, 22.25), armor=3, structure=1),
        unit("b2", (60, 40)),
        options=BOOM,
        dice=(*QUIET, *QUIET, *QUIET),
    )
    assert any(one.command == commands.Act("r1", "self_destruct") for one in offers(fight, "red", "r1"))
    fight.do(commands.Act("r1", "self_destruct"))
    assert show_unit(fight, fight.units["r1"])["self_destruct"] == 2
    assert refusal(fight, commands.Act("r1", "self_destruct")).rule == "AS-OPT-382"
    end(fight, 2)
    assert fight.units["r1"].on_table
    assert load(save(fight)).hash() == fight.hash()
    while fight.state.phase != "combat":
        end(fight)
    end(fight, 2)
    assert fight.units["r1"].destroyed
    assert fight.units["b1"].destroyed
    assert fight.units["r2"].armor == 7


@pytest.mark.rule("AS-OPT-382")
def test_who_is_destroyed_before_does_not_blow_up():
    fight = battle(
        unit("r1", (20, 20), state={"self_destruct": 1, "structure": 0}),
        unit("r2", (60, 20)),
        unit("b1", (20, 22.25)),
        options=BOOM,
        dice=QUIET * 6,
    )
    end(fight, 2)
    assert fight.units["b1"].armor == 6


@pytest.mark.rule("AS-OPT-384")
def test_booby_traps_have_rules_of_their_own():
    fight = battle(unit("r1", (20, 20), specials=["BT"]), unit("b1", (40, 40)), options=(*BOOM, "optional_abilities"))
    assert refusal(fight, commands.Act("r1", "self_destruct")).rule == "AS-OPT-384"


@pytest.mark.rule("AS-OPT-387")
def test_who_sits_inside_is_safe_unless_that_falls():
    hall = {"id": "hall", "kind": "building", "height": 4, "rect": [21, 18, 4, 4], "cf": 40}
    inside = {**FOOT, "armor": 4, "state": {"elevation": 0}}
    assert blows_up(unit("b1", (23, 20), **inside), terrain=[hall]).units["b1"].armor == 4
    low = {**hall, "cf": 3}
    assert blows_up(unit("b1", (23, 20), **inside), terrain=[low]).units["b1"].destroyed
    assert blows_up(unit("b1", (23, 20), armor=9), terrain=[hall]).units["b1"].armor == 9
    assert blows_up(unit("b1", (23, 20), armor=9), terrain=[low]).units["b1"].armor == 9 - 4 - 1  # and the house
    aboard = unit("b1", None, **{**FOOT, "armor": 8, "specials": ["CAR2"], "state": {"aboard": "b2"}})
    carrier = unit("b2", (23, 20), **{**TANK, "armor": 1, "structure": 3, "specials": ["IT4"]})
    fight = blows_up(carrier, aboard, terrain=[low])
    if fight.decision is not None:
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert (fight.units["b2"].destroyed, fight.units["b1"].place, fight.units["b1"].armor) == (True, "table", 4)
    fight = blows_up(
        unit("b2", (22.25, 20), **{**TANK, "armor": 1, "structure": 1, "specials": ["IT4"]}),
        unit("b1", None, **{**FOOT, "armor": 8, "specials": ["CAR2"], "state": {"aboard": "b2"}}),
    )
    assert fight.units["b2"].destroyed
    if fight.decision is not None:
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert (fight.units["b1"].place, fight.units["b1"].armor) == ("table", 4)


@pytest.mark.rule("AS-OPT-387", "AS-BAT-149")
def test_boarders_who_live_through_the_blast_come_out_of_the_wreck():
    ship = {"type": "SV", "size": 4, "move": '2"t', "armor": 1, "structure": 1, "specials": ["VLG", "AFC", "CRW2"]}
    party = {**FOOT, "armor": 8, "specials": ["CAR2"], "state": {"boarding": "b2"}}
    fight = blows_up(unit("b2", (23.5, 20), **ship), unit("r2", None, **party))
    assert fight.units["b2"].destroyed
    if fight.decision is not None:
        assert fight.decision.side == "red"
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    boarder = fight.units["r2"]
    assert (boarder.place, boarder.aboard, boarder.armor) == ("table", None, 4)
    assert boarder.notes["boarding"] is None


@pytest.mark.rule("AS-OPT-380")
def test_words_of_a_module_that_is_off_are_errors():
    with pytest.raises(InputError, match="engine_explosions, which is off"):
        script_from_data({**script([]), "commands": [{"act": {"unit": "r1", "do": "self_destruct"}}]})
    fight = battle(unit("r1", (20, 20)), unit("b1", (40, 40)))
    assert refusal(fight, commands.Act("r1", "eject")).code == "unknown_deed"


# -- ejection ---------------------------------------------------------------------------------------------------

OUT = ("ejection",)


@pytest.mark.rule("AS-OPT-370", "AS-OPT-373", "AS-OPT-374")
def test_a_crew_leaves_in_the_end_phase():
    fight = battle(
        unit("r1", (20, 20), specials=["ECM"]),
        unit("b1", (40, 40)),
        options=OUT,
        dice=QUIET * 6,
    )
    end(fight)
    assert fight.state.to_act == "blue"
    assert any(one.command == commands.Act("r1", "eject") for one in offers(fight, "red", "r1"))
    said = list(story(fight, fight.do(commands.Act("r1", "eject"))))
    assert "left by its crew" in said[0].text
    end(fight)
    if fight.decision is not None:
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    out, left = fight.units["r1-crew"], fight.units["r1"]
    assert (out.side, out.card.type, out.armor, out.structure, out.card.move.ground) == ("red", "CI", 0, 1, 2)
    assert fight.table.gap(out.body, left.body) < 0.2
    shown = show_unit(fight, left)
    assert shown["abandoned"] is True
    assert {"abandoned", "immobile"} <= set(shown["status"])
    assert fight.units["r1"].active("ECM")
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-374")
def test_what_is_abandoned_does_nothing():
    fight = battle(
        unit("r1", (20, 10), 0, state={"abandoned": True}),
        unit("r2", (30, 10), 0, specials=["IF1"]),
        unit("b1", (20, 30), 180),
        options=OUT,
    )
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-OPT-374"
    assert refusal(fight, commands.Attack("r2", "b1", using="IF", spotter="r1")).rule == "AS-OPT-374"
    assert preview_attack(fight, commands.Attack("b1", "r1")).target_number == 2
    away = battle(
        unit("r1", (20, 10), 0, state={"abandoned": True}), unit("b1", (20, 30)), options=OUT, phase="movement"
    )
    assert not check_move(away, commands.Move("r1", ((20, 12),))).legal
    assert check_move(away, commands.Move("r1", (), "standstill")).legal
    assert any(hook(away, away.units["r1"]) for hook in away.hooks[hooks.holds_no_field])
    copter = battle(
        unit("r1", (20, 10), 0, **VTOL, state={"abandoned": True}), unit("b1", (20, 30)), options=OUT, phase="movement"
    )
    refused = check_move(copter, commands.Move("r1", ((20, 14),), "sprint", cruise=3.0))
    assert refused.reason is not None
    assert refused.reason.rule == "AS-OPT-374"


@pytest.mark.rule("AS-SPA-001", "AS-OPT-374")
@pytest.mark.parametrize(("state", "dodges"), [({}, 2), ({"abandoned": True}, None)])
def test_what_a_pilot_can_do_goes_with_him(state: dict[str, bool], dodges: int | None) -> None:
    fight = battle(
        unit("r1", (20, 10), 0), replace(unit("b1", (20, 11.5), 180, state=state), abilities=("Dodge",)), options=OUT
    )
    assert number(preview_attack(fight, commands.Attack("r1", "b1", "physical")), "AS-SPA-025") == dodges


@pytest.mark.rule("AS-OPT-370")
def test_who_cannot_leave():
    for card in (FOOT, {"specials": ["VR"]}):
        fight = battle(unit("r1", (20, 20), **card), unit("b1", (40, 40)), options=(*OUT, "optional_abilities"))
        assert refusal(fight, commands.Act("r1", "eject")).rule == "AS-OPT-370"
    moving = battle(unit("r1", (20, 20)), unit("b1", (40, 40)), options=OUT, phase="movement")
    assert refusal(moving, commands.Act("r1", "eject")).rule == "AS-OPT-370"


@pytest.mark.rule("AS-OPT-372")
def test_nobody_gets_out_under_water_or_into_vacuum():
    sea = {"kind": "water", "depth": 4, "rect": [10, 10, 20, 20]}
    fight = battle(unit("r1", (20, 20)), unit("b1", (40, 40)), options=OUT, terrain=[sea])
    assert refusal(fight, commands.Act("r1", "eject")).rule == "AS-OPT-372"
    fight = battle(unit("r1", (20, 20)), unit("b1", (40, 40)), options=OUT, conditions={"atmosphere": "vacuum"})
    assert refusal(fight, commands.Act("r1", "eject")).rule == "AS-OPT-372"


@pytest.mark.rule("AS-OPT-371")
def test_exploding_ammunition_throws_the_pilot_out():
    fight = battle(
        unit("r1", (20, 10), 0, damage="4/4/4"),
        unit("b1", (20, 30), 180, armor=3, structure=9),
        unit("b2", (60, 30)),
        options=OUT,
        dice=(*HIT, 1, 1, *QUIET * 5),
    )
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    if fight.decision is not None:
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert fight.units["b1"].destroyed
    assert fight.units["b1-crew"].on_table


@pytest.mark.rule("AS-SPC-092", "AS-OPT-371")
@pytest.mark.parametrize(
    ("kind", "specials", "lives"),
    [("IM", [], False), ("IM", ["ES"], True), ("IM", ["ES", "CASE"], None), ("CV", [], False), ("CV", ["ES"], True)],
)
def test_seats_throw_out_who_would_be_blown_up(kind, specials, lives):
    """IndustrialMechs and vehicles have none of their own; where CASE saves the unit nobody is thrown out."""
    moves = '8"t' if kind == "CV" else '8"'
    fight = battle(
        unit("r1", (20, 10), 0, damage="4/4/4"),
        unit("b1", (20, 30), 180, armor=3, structure=9, type=kind, move=moves, specials=specials),
        unit("b2", (60, 30)),
        options=(*OUT, "optional_abilities"),
        dice=(*HIT, 1, 1, *QUIET * 8),
    )
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    if fight.decision is not None:
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert fight.units["b1"].destroyed == (lives is not None)
    assert ("b1-crew" in fight.units) == bool(lives)


@pytest.mark.rule("AS-SPC-092")
def test_a_seat_is_used_at_any_time():
    """Its pilot may say so before combat; out he is in the End Phase."""
    plain, seated = unit("r1", (20, 10)), unit("r2", (30, 10), type="CV", move='8"t', specials=["ES"])
    fight = battle(plain, seated, unit("b1", (60, 40)), options=(*OUT, "optional_abilities"), phase="movement")
    assert refusal(fight, commands.Act("r1", "eject")).code == "wrong_phase"
    assert [one.label for one in offers(fight, "red", "r2") if one.label == "Eject"] == ["Eject"]
    fight.do(commands.Act("r2", "eject"))
    assert "r2-crew" not in fight.units
    assert refusal(fight, commands.Act("r2", "eject")).code == "already_announced"
    while fight.state.turn == 1:
        assert "r2-crew" not in fight.units
        end(fight)
    assert fight.units["r2-crew"].on_table


@pytest.mark.rule("AS-OPT-383")
@pytest.mark.parametrize(("dice", "explodes"), [((3, 3), True), ((1, 1), False)])
def test_leaving_a_unit_that_is_to_blow_up(dice, explodes):
    fight = battle(
        unit("r1", (20, 20), size=4, state={"self_destruct": 1}),
        unit("r2", (60, 20)),
        unit("b1", (20, 23.25), armor=9),
        options=(*OUT, *BOOM),
        phase="movement",
        dice=(*dice, *QUIET, *QUIET),
    )
    fight.do(commands.Act("r1", "eject"))
    if fight.decision is not None:
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    assert fight.units["r1-crew"].on_table
    assert fight.units["r1"].shutdown is not explodes
    for _ in range(8):
        if fight.state.turn > 1:
            break
        end(fight)
    assert fight.units["r1"].destroyed is explodes
    assert (fight.units["b1"].armor < 9) is explodes


# -- ECM and ECCM -------------------------------------------------------------------------------------------------

JAM = ("ecm_eccm", "optional_abilities")


def net(*enemies: Any, options: Any = JAM, own: Any = ()) -> bool:
    """Whether two C3 units of red hear each other."""
    fight = battle(
        unit("r1", (10, 10), specials=["C3M2"]),
        unit("r2", (20, 10), specials=["C3S"]),
        *own,
        *enemies,
        unit("b9", (60, 40)),
        networks=[Network("C3", ("r1", "r2"))],
        options=options,
    )
    return "r2" in linked(fight, fight.units["r1"])


def jammer(name: str, x: float, code: str = "ECM", **state: Any) -> Any:
    return unit(name, (x, 14), specials=[code], state=state)


@pytest.mark.rule("AS-OPT-360")
def test_eccm_jams_nobody():
    assert not net(jammer("b1", 15))
    assert net(jammer("b1", 15, eccm=1))


@pytest.mark.rule("AS-OPT-361")
def test_the_greater_number_of_suites_prevails():
    ours = (jammer("r3", 14, eccm=1),)
    assert net(jammer("b1", 15), own=ours)
    assert not net(jammer("b1", 15), jammer("b2", 17), own=ours)
    assert net(jammer("b1", 15), own=(jammer("r3", 13),))
    assert net(jammer("b1", 15), jammer("b2", 17), own=(jammer("r3", 13, "AECM", eccm=2),))
    away = (unit("r3", (40, 40), specials=["ECM"], state={"eccm": 1}),)
    assert not net(jammer("b1", 15), own=away)


@pytest.mark.rule("AS-OPT-360")
def test_light_ecm_runs_as_eccm_too_within_its_two_inches():
    hostile = unit("b1", (15, 11.5), specials=["LECM"])
    assert not net(hostile)
    answer = {"specials": ["LECM"], "state": {"eccm": 1}}
    assert net(hostile, own=(unit("r3", (15, 8.5), **answer),))
    assert not net(hostile, own=(unit("r3", (25, 8.5), **answer),))


@pytest.mark.rule("AS-OPT-362")
def test_an_angel_set_apart_is_an_ordinary_field():
    boosted = (unit("r1", (10, 10), specials=["C3BSM2"]), unit("r2", (20, 10), specials=["C3BSS"]))

    def holds(**state: Any) -> bool:
        fight = battle(*boosted, jammer("b1", 15, "AECM", **state), networks=[Network("C3", ("r1", "r2"))], options=JAM)
        return "r2" in linked(fight, fight.units["r1"])

    assert not holds()
    assert holds(eccm=1)
    one = battle(jammer("r1", 15), unit("b1", (40, 40)), options=JAM)
    assert refusal(one, commands.Toggle("r1", "ECCM", fields=1)).rule == "AS-OPT-362"


@pytest.mark.rule("AS-OPT-363")
def test_a_large_headquarters_may_be_a_field():
    assert net(jammer("b1", 15, "MHQ7"))
    assert not net(jammer("b1", 15, "MHQ7", mhq_field=True))
    small = battle(jammer("r1", 15, "MHQ6"), unit("b1", (40, 40)), options=JAM)
    assert refusal(small, commands.Toggle("r1", "MHQ", True)).rule == "AS-OPT-363"
    large = battle(jammer("r1", 15, "MHQ7"), unit("b1", (40, 40)), options=JAM, dice=QUIET)
    assert any(getattr(one.command, "ability", "") == "MHQ" for one in offers(large, "red", "r1"))
    large.do(commands.Toggle("r1", "MHQ", True))
    end(large, 2)
    assert show_unit(large, large.units["r1"])["mhq_field"] is True


@pytest.mark.rule("AS-OPT-360")
def test_the_mode_is_switched_in_the_end_phase():
    fight = battle(jammer("r1", 15, "AECM"), unit("b1", (40, 40)), options=JAM, dice=(*QUIET, *QUIET))
    assert any(getattr(one.command, "ability", "") == "ECCM" for one in offers(fight, "red", "r1"))
    fight.do(commands.Toggle("r1", "ECCM", True, fields=1))
    assert show_unit(fight, fight.units["r1"])["eccm"] == 0
    end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["eccm"] == 1
    nobody = battle(unit("r1", (15, 14)), unit("b1", (40, 40)), options=JAM)
    assert refusal(nobody, commands.Toggle("r1", "ECCM", True)).rule == "AS-OPT-360"


# -- morale -------------------------------------------------------------------------------------------------------

NERVE = ("morale",)


@pytest.mark.rule("AS-OPT-502")
def test_the_number_of_a_check():
    fight = battle(
        unit("r1", (20, 10), state={"shaken_by": ["damage"]}),
        unit("r2", (30, 10), skill=5, **FOOT, state={"shaken_by": ["damage", "battlemech"]}),
        unit("r3", (40, 10), state={"shaken_by": ["inferno", "cruise_missile"]}, **TANK),
        unit("b1", (20, 40)),
        options=NERVE,
    )
    assert [measure_morale(fight, name)["target_number"] for name in ("r1", "r2", "r3")] == [2, 8, 7]
    hall = {"id": "hall", "kind": "building", "height": 4, "rect": [28, 8, 4, 4]}
    inside = battle(unit("r2", (30, 10), **FOOT), unit("b1", (20, 40)), options=NERVE, terrain=[hall])
    assert measure_morale(inside, "r2")["target_number"] == 4


@pytest.mark.rule("AS-OPT-501")
def test_who_never_checks():
    fight = battle(
        unit("r1", (20, 10), specials=["LG"], **TANK),
        unit("b1", (20, 40), specials=["RBT"]),
        options=(*NERVE, "optional_abilities"),
    )
    assert measure_morale(fight, "r1")["target_number"] is None
    assert measure_morale(fight, "b1")["target_number"] is None


CONSCRIPTS = {"type": "CI", "move": '4"f', "damage": "1/1/0"}


def shot_at(dice: Any, **blue: Any) -> Battle:
    fight = battle(
        unit("r1", (20, 10), 0, damage="5/5/5"),
        unit("b1", (20, 30), 180, armor=4, structure=4, **blue),
        options=NERVE,
        dice=(*HIT, *dice),
    )
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-OPT-500", "AS-OPT-503")
def test_who_is_crippled_may_break():
    broken = shot_at((1, 1, *QUIET), skill=6, **CONSCRIPTS)
    shown = show_unit(broken, broken.units["b1"])
    assert (shown["routed"], shown["withdrawing"]) == (9, True)
    steady = shot_at((6, 6, *QUIET), skill=6, **CONSCRIPTS)
    assert show_unit(steady, steady.units["b1"])["routed"] is None
    assert show_unit(steady, steady.units["b1"])["shaken_by"] == []
    fine = battle(unit("r1", (20, 10), 0), unit("b1", (20, 30), 180, armor=9), options=NERVE, dice=(*HIT, *QUIET))
    fine.do(commands.Attack("r1", "b1"))
    assert show_unit(fine, fine.units["b1"])["shaken_by"] == ["damage", "battlemech"]
    end(fine, 2)
    assert show_unit(fine, fine.units["b1"])["routed"] is None


def on_the_run(*more: Any, dice: Any = (), phase: str = "combat", **card: Any) -> Battle:
    return battle(
        unit("r1", (20, 20), state={"routed": 6, "withdrawing": True}, **card),
        *more,
        unit("b1", (20, 40)),
        options=NERVE,
        dice=dice or None,
        phase=phase,
    )


@pytest.mark.rule("AS-OPT-504", "AS-OPT-502")
def test_nerve_comes_back():
    assert measure_morale(on_the_run(), "r1")["target_number"] == 9
    fight = on_the_run(unit("r9", (60, 5)), dice=(4, 5, *QUIET))
    end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["routed"] is None
    assert not fight.units["r1"].withdrawing
    fight = on_the_run(unit("r9", (60, 5)), dice=(4, 4, *QUIET))
    end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["routed"] == 6


@pytest.mark.rule("AS-OPT-503")
def test_the_least_a_routed_unit_can_do_is_the_way_home():
    """Without Forced Withdrawal, too."""
    fight = on_the_run(phase="movement")
    assert refusal(fight, commands.Pass("r1")).rule == "AS-OPT-503"
    command = least_move(fight, fight.units["r1"])
    assert isinstance(command, commands.Move)
    fight.do(command)
    assert fight.units["r1"].y < 20


def with_officers(fight: Battle, *names: str) -> Battle:
    red, blue = fight.setup.sides
    return Battle(replace(fight.setup, sides=(replace(red, officers=names), blue)), TapeDice([]))


@pytest.mark.rule("AS-OPT-502")
def test_who_is_near_helps_or_harms():
    friend = unit("r2", (26, 20))
    assert measure_morale(with_officers(on_the_run(friend), "r2"), "r1")["target_number"] == 7
    assert measure_morale(with_officers(on_the_run(friend), "r1", "r2"), "r1")["target_number"] == 8
    far = unit("r2", (60, 20))
    assert measure_morale(with_officers(on_the_run(far), "r2"), "r1")["target_number"] == 9
    foot = on_the_run(friend, **FOOT)
    assert measure_morale(foot, "r1")["target_number"] == 7
    tank = on_the_run(unit("r2", (26, 20), **TANK), **FOOT)
    assert measure_morale(tank, "r1")["target_number"] == 8
    fleeing = on_the_run(unit("r2", (26, 20), state={"routed": 5, "withdrawing": True}), **FOOT)
    assert measure_morale(fleeing, "r1")["target_number"] == 10


@pytest.mark.rule("AS-OPT-503")
def test_on_the_run_it_goes_home_and_looks_at_nothing():
    away = on_the_run(phase="movement")
    preview = check_move(away, commands.Move("r1", ((20, 26),)))
    assert preview.reason is not None
    assert preview.reason.rule == "AS-OPT-503"
    assert refusal(away, commands.Pass("r1")).rule == "AS-OPT-503"
    fight = on_the_run(unit("r2", (30, 10), 0, specials=["IF1"]))
    assert refusal(fight, commands.Attack("r2", "b1", using="IF", spotter="r1")).rule == "AS-OPT-503"


@pytest.mark.rule("AS-OPT-502")
def test_scripts_measure_it():
    data = {**script(["morale"]), "commands": [{"measure": {"morale": "r1"}}]}
    outcome: Any = run_script(script_from_data(data)).to_data()["outcomes"]
    assert outcome[0]["measure"]["target_number"] == 2


# -- shielding ----------------------------------------------------------------------------------------------------

SHIELD = ("shielding_movement",)


def steps_in(*path: Any, card: Any = None, start: Any = (14, 20), **more: Any) -> Any:
    fight = battle(
        unit("r1", start, **(card or {})),
        unit("r2", (20, 20), **TANK),
        unit("b1", (20, 30), 180),
        options=SHIELD,
        phase="movement",
    )
    return fight, commands.Move("r1", tuple(path), shield="r2", **more)


@pytest.mark.rule("AS-OPT-520")
def test_who_may_shield():
    fight, order = steps_in((20, 21.25))
    assert any(choice.name == "shield" for one in offers(fight, "red", "r1") for choice in one.choose)
    fight.do(order)
    assert show_unit(fight, fight.units["r1"])["shielding"] == "r2"
    far, order = steps_in((20, 22.0))
    assert refusal(far, order).rule == "AS-OPT-520"
    still, order = steps_in(start=(20, 21.25))
    assert refusal(still, order).rule == "AS-OPT-520"
    jumping, order = steps_in((20, 21.25), card={"move": '8"j'}, mode="jump")
    assert refusal(jumping, order).rule == "AS-OPT-520"
    small, order = steps_in((20, 21.25), card=FOOT, start=(20, 22.5))
    assert refusal(small, order).rule == "AS-OPT-520"


def behind(*dice: int, card: Any = None, second: Any = None, **more: Any) -> Battle:
    at = [(20, 28.7)] if second is None else [(19.375, 28.9175), (20.625, 28.9175)]  # both in contact, both in the line
    shields = [unit("b2", at[0], 180, **{**(card or {}), "state": {"shielding": "b1"}, "armor": 9})]
    if second is not None:
        shields.append(unit("b3", at[1], 180, **{**second, "state": {"shielding": "b1"}, "armor": 9}))
    return battle(
        unit("r1", (20, 10), 0, **more),
        unit("b1", (20, 30), 180, armor=9, height=1.0),  # none of them is lower than whom it shields
        *shields,
        options=SHIELD,
        dice=dice or None,
    )


@pytest.mark.rule("AS-OPT-521")
def test_shields_make_it_harder():
    assert number(preview_attack(behind(), commands.Attack("r1", "b1")), "AS-OPT-521") == 2
    assert number(preview_attack(behind(card=TANK), commands.Attack("r1", "b1")), "AS-OPT-521") == 1
    assert number(preview_attack(behind(second=TANK), commands.Attack("r1", "b1")), "AS-OPT-521") == 3
    assert number(preview_attack(behind(), commands.Attack("r1", "b2")), "AS-OPT-521") is None


@pytest.mark.rule("AS-OPT-520")
def test_who_has_been_parted_from_the_other_shields_nobody_any_more():
    fight = behind()
    order = commands.Attack("r1", "b1")
    assert number(preview_attack(fight, order), "AS-OPT-521") == 2
    fight.units["b1"].y += 1.0
    assert number(preview_attack(fight, order), "AS-OPT-521") is None
    fight = behind()
    fight.units["b1"].height = 9.0
    assert number(preview_attack(fight, order), "AS-OPT-521") is None


@pytest.mark.rule("AS-OPT-522")
def test_what_falls_short_strikes_the_shield():
    fight = behind(4, 4)
    assert attack(fight, "r1", "b1").target_number == 9
    assert (fight.units["b1"].armor, fight.units["b2"].armor) == (9, 6)
    fight = behind(3, 3)
    attack(fight, "r1", "b1")
    assert fight.units["b2"].armor == 9
    fight = behind(4, 4, 5, 2, second={})
    attack(fight, "r1", "b1")
    assert (fight.units["b2"].armor, fight.units["b3"].armor) == (9, 6)


@pytest.mark.rule("AS-OPT-523")
def test_what_comes_from_the_air_takes_no_notice():
    flying = behind(type="CV", move='12"v', state={"airborne": True, "elevation": 5})
    assert number(preview_attack(flying, commands.Attack("r1", "b1")), "AS-OPT-521") is None


@pytest.mark.rule("AS-OPT-502")
def test_players_may_read_the_table_of_morale_as_it_is_printed():
    """Commanders in sight steady infantry in every check, and nobody else in any."""

    def number(fight: Battle) -> int:
        printed = Battle(replace(fight.setup, options=fight.setup.options | {"morale_rows_as_printed"}), TapeDice([]))
        return int(measure_morale(printed, "r1")["target_number"])

    friend = unit("r2", (26, 20), **TANK)
    assert number(with_officers(on_the_run(friend), "r2")) == 9
    foot = battle(unit("r1", (20, 20), **FOOT), friend, unit("b1", (20, 40)), options=NERVE)
    assert measure_morale(with_officers(foot, "r2"), "r1")["target_number"] == 6
    assert number(with_officers(foot, "r2")) == 4


@pytest.mark.rule("AS-OPT-520")
def test_a_sprint_is_a_move_along_the_ground():
    fight, order = steps_in((20, 21.25), start=(10, 20), mode="sprint")
    fight.do(order)
    assert show_unit(fight, fight.units["r1"])["shielding"] == "r2"
