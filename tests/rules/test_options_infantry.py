"""Advanced infantry, augmented warriors and glider ProtoMechs (pp. 139-141, 177)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.electronics import covers, hostile_fields
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.options.augmented_warriors import IMPLANTS
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.field.shapes import Circle
from lancemate.kernel.dice import SeededDice, TapeDice
from lancemate.kernel.errors import InputError
from rules.duel import ELEMENTALS, FOOT, HIT, MISS, QUIET, TANK
from rules.flights import fighter
from rules.table import attack, battle, end, move, number, refusal, unit
from rules.test_options_ranges import script

INFANTRY = ("advanced_infantry",)
IMPLANTED = ("augmented_warriors", "optional_abilities")
GLIDERS = ("glider_protomechs",)
GLIDER: dict[str, Any] = {"type": "PM", "size": 1, "move": '6"/14"g', "damage": "1/1/0", "specials": ["GLD"], "tmm": 1}


# -- digging in -------------------------------------------------------------------------------------------------


def diggers(*more: Any, dice: Any = (), terrain: Any = (), phase: str = "movement", **card: Any) -> Battle:
    return battle(
        unit("r1", (20, 10), **{**FOOT, "armor": 5, **card}),
        unit("b1", (20, 18), 180),
        *more,
        phase=phase,
        options=(*INFANTRY, "optional_abilities"),
        dice=dice,
        terrain=terrain,
    )


@pytest.mark.rule("AS-OPT-041")
@pytest.mark.parametrize(
    ("card", "legal"),
    [
        (FOOT, True),
        ({**FOOT, "move": '6"j'}, True),
        ({**FOOT, "move": '6"m'}, True),
        ({**FOOT, "move": '6"w'}, False),
        ({**FOOT, "specials": ["MECH"]}, False),
        (ELEMENTALS, False),
        (TANK, False),
    ],
)
def test_who_digs_in(card, legal):
    found = check_move(diggers(**card), commands.Move("r1", mode="dig_in"))
    assert found.legal is legal
    assert legal or found.reason.rule == "AS-OPT-041"


@pytest.mark.rule("AS-OPT-041")
@pytest.mark.parametrize("kind", ["road", "building", "water", "woods", "rough"])
def test_where_nobody_digs(kind):
    shape: dict[str, Any] = {"line": [[0, 10], [40, 10]], "width": 4} if kind == "road" else {"rect": [18, 8, 4, 4]}
    if kind == "building":
        shape |= {"height": 4, "cf": 20}
    fight = diggers(terrain=[{"kind": kind, **shape}])
    found = check_move(fight, commands.Move("r1", mode="dig_in"))
    assert found.legal is (kind in ("woods", "rough"))


@pytest.mark.rule("AS-OPT-042")
def test_a_position_takes_a_turn():
    fight = diggers(dice=QUIET * 3)
    assert refusal(fight, commands.Move("r1", ((20, 12),), "dig_in")).rule == "AS-OPT-042"
    assert "dig_in" in next(
        choice.among for one in offers(fight, "red", "r1") for choice in one.choose if choice.name == "mode"
    )
    fight.do(commands.Move("r1", mode="dig_in"))
    assert fight.units["r1"].moved == "standstill"
    fight.do(commands.Pass("b1"))
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-043") is None
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-OPT-042"
    end(fight, 2)
    assert fight.table.by_id["dug_in1"].shape == Circle(20, 10, 1)
    assert load(save(fight)).hash() == fight.hash()


def shot_at_position(card: dict[str, Any], at: tuple[float, float] = (20, 10), **shooter: Any) -> Any:
    fight = battle(
        unit("r1", at, **{**card, "armor": 9}),
        unit("b1", (20, 18), 180, **shooter),
        terrain=[{"kind": "dug_in", "circle": [20, 10, 1]}],
        options=(*INFANTRY, "optional_abilities"),
        first="blue",
        dice=(*HIT, 3, 3),
    )
    return attack(fight, "b1", "r1")


@pytest.mark.rule("AS-OPT-043")
def test_any_infantry_is_harder_to_hit_in_a_position():
    assert number(shot_at_position(FOOT), "AS-OPT-043") == 2
    assert number(shot_at_position(ELEMENTALS), "AS-OPT-043") == 2
    assert number(shot_at_position(FOOT, (20, 12)), "AS-OPT-043") is None
    assert number(shot_at_position(TANK), "AS-OPT-043") is None
    assert number(shot_at_position(FOOT, specials=["HT1/1/1"]), "AS-OPT-043") is None


@pytest.mark.rule("AS-OPT-044")
def test_engineers_of_either_kind_fortify():
    for code, allowed in (("ENG", True), ("TRN", True), ("AM", False)):
        card = {**ELEMENTALS, "specials": [code], "state": {"moved": "standstill"}}
        fight = diggers(phase="combat", dice=QUIET * 2, **card)
        if not allowed:
            assert refusal(fight, commands.Act("r1", "fortify")).rule == "AS-OPT-465"
            continue
        assert commands.Act("r1", "fortify") in [one.command for one in offers(fight, "red", "r1")]
        fight.do(commands.Act("r1", "fortify"))
        end(fight, 2)
        assert "fortified1" in fight.table.by_id
    wet = diggers(
        phase="combat",
        terrain=[{"kind": "water", "depth": 0, "rect": [18, 8, 4, 4]}],
        **{**FOOT, "specials": ["ENG"], "state": {"moved": "standstill"}},
    )
    assert refusal(wet, commands.Act("r1", "fortify")).rule == "AS-OPT-465"


# -- hitting the deck -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-045")
def test_hitting_the_deck_lasts_until_it_moves():
    fight = diggers(dice=(*HIT, 3, 3, *QUIET, *HIT), damage="1/1/1")
    assert refusal(fight, commands.Move("r1", ((20, 12),), "hit_the_deck")).rule == "AS-OPT-045"
    assert refusal(fight, commands.Move("r1", mode="fly")).rule != "AS-OPT-045"
    fight.do(commands.Move("r1", mode="hit_the_deck"))
    assert show_unit(fight, fight.units["r1"])["hit_the_deck"] is True
    fight.do(commands.Pass("b1"))
    event = attack(fight, "r1", "b1")
    assert number(event, "AS-OPT-045") is None
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-045") == 1
    end(fight, 2)
    while fight.state.to_act != "red":
        fight.do(commands.Pass("b1"))
    fight.do(commands.Pass("r1"))
    assert show_unit(fight, fight.units["r1"])["hit_the_deck"] is True


@pytest.mark.rule("AS-OPT-045")
def test_who_moves_gets_up():
    fight = diggers(state={"hit_the_deck": True})
    move(fight, "r1", (20, 12))
    assert show_unit(fight, fight.units["r1"])["hit_the_deck"] is False
    tank = diggers(**TANK)
    assert refusal(tank, commands.Move("r1", mode="hit_the_deck")).rule == "AS-OPT-045"


@pytest.mark.rule("AS-OPT-045")
def test_swarming_from_the_ground_is_harder_and_a_position_is_better():
    fight = battle(
        unit("r1", (20, 10), **{**FOOT, "specials": ["AM"], "state": {"hit_the_deck": True}}),
        unit("b1", (20, 11.25), 180),
        terrain=[{"kind": "dug_in", "circle": [20, 10, 0.75]}],
        options=INFANTRY,
    )
    swarm = preview_attack(fight, commands.Attack("r1", "b1", "antimech"))
    assert number(swarm, "AS-OPT-045") == 1
    back = preview_attack(fight, commands.Attack("b1", "r1"))
    assert (number(back, "AS-OPT-043"), number(back, "AS-OPT-045")) == (2, None)


# -- cover ------------------------------------------------------------------------------------------------------


def behind(card: dict[str, Any], at: tuple[float, float] = (20, 11.25), cover: str = "r2") -> Battle:
    """r1 stands south of another unit; b1 looks at both from the north."""
    return battle(
        unit("r1", (20, 10), **{**FOOT, "damage": "1/1/1"}),
        unit(cover, at, **card),
        unit("b1", (20, 18), 180),
        options=INFANTRY,
    )


@pytest.mark.rule("AS-OPT-046")
@pytest.mark.rule("AS-OPT-040")
def test_friends_in_contact_are_cover_and_infantry_is_none():
    shots = commands.Attack("b1", "r1")
    assert number(preview_attack(behind(TANK), shots), "AS-OPT-047") == 3
    assert number(preview_attack(behind(FOOT), shots), "AS-OPT-047") is None
    assert number(preview_attack(behind(TANK, (20, 12)), shots), "AS-OPT-047") is None
    assert number(preview_attack(behind(TANK, cover="b2"), shots), "AS-OPT-047") is None


@pytest.mark.rule("AS-OPT-047")
def test_a_line_past_the_base_is_not_covered():
    fight = behind(TANK)
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-047") == 3
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-OPT-047") == 1
    aside = behind(TANK, (21.25, 10))
    assert number(preview_attack(aside, commands.Attack("b1", "r1")), "AS-OPT-047") is None
    assert number(preview_attack(aside, commands.Attack("r1", "b1")), "AS-OPT-047") is None


# -- augmented warriors -----------------------------------------------------------------------------------------


def implanted(one: Muster, *names: str) -> Muster:
    return replace(one, words={"implants": list(names)})


def warriors(*units: Muster, officers: tuple[str, ...] = (), **more: Any) -> Battle:
    dice = more.pop("dice", None)
    plain = battle(*units, options=(*IMPLANTED, *more.pop("also", ())), **more)
    sides = (replace(plain.setup.sides[0], officers=officers), plain.setup.sides[1])
    setup = replace(plain.setup, sides=sides)
    return Battle(setup, SeededDice(7) if dice is None else TapeDice(list(dice)))


def with_implant(*names: str, skill: int = 3, **card: Any) -> Battle:
    return warriors(implanted(unit("r1", (20, 10), skill=skill, **card), *names), unit("b1", (20, 18), 180))


@pytest.mark.rule("AS-OPT-050")
def test_implants_are_for_veterans_or_elite_forces():
    with_implant("sensory", skill=3)
    with pytest.raises(InputError, match="AS-OPT-050"):
        with_implant("sensory", skill=4)
    elite = [unit(f"r{number}", (number * 4, 4), skill=1) for number in (2, 3, 4, 5)]
    warriors(implanted(unit("r1", (40, 10), skill=4), "sensory"), *elite, unit("b1", (20, 30)))
    with_implant("belter", skill=6)


@pytest.mark.rule("AS-OPT-050")
def test_scripts_name_implants():
    report = run_script(script_from_data(script(["augmented_warriors"], implants=["communications"], skill=3)))
    assert report.to_data()["state"]["units"]["r1"]["implants"] == ["communications"]
    with pytest.raises(InputError, match="which is off"):
        script_from_data(script([], implants=["communications"], skill=3))
    with pytest.raises(InputError, match="antenna"):
        script_from_data(script(["augmented_warriors"], implants=["antenna"], skill=3))
    assert len(set(IMPLANTS)) == 17


@pytest.mark.rule("AS-OPT-051")
@pytest.mark.parametrize(("gravity", "skill"), [(0.7, 2), (0.8, 3), (1.0, 3)])
def test_belters_are_at_home_in_low_gravity(gravity, skill):
    one = implanted(unit("r1", (20, 10), skill=3), "belter")
    fight = warriors(one, unit("b1", (20, 18)), conditions={"gravity": gravity})
    assert show_unit(fight, fight.units["r1"])["skill"] == skill


@pytest.mark.rule("AS-OPT-053")
@pytest.mark.parametrize(("implant", "value"), [("communications", -1), ("boosted_communications", -1), ("dni", None)])
def test_a_spotter_with_an_implant(implant, value):
    fight = warriors(
        unit("r1", (20, 10), specials=["IF2"]),
        implanted(unit("r2", (30, 10), skill=3), implant),
        unit("b1", (20, 25), 180),
    )
    shot = preview_attack(fight, commands.Attack("r1", "b1", using="IF", spotter="r2"))
    assert number(shot, "AS-OPT-053") == value
    direct = preview_attack(fight, commands.Attack("r2", "b1"))
    assert number(direct, "AS-OPT-053") is None


@pytest.mark.parametrize(
    ("implant", "card", "codes"),
    [
        pytest.param("boosted_communications", {}, {"C3I"}, marks=pytest.mark.rule("AS-OPT-054")),
        pytest.param("sensory", {}, {"LPRB", "RCN"}, marks=pytest.mark.rule("AS-OPT-055")),
        pytest.param("multi_modal", {}, {"LPRB", "RCN"}, marks=pytest.mark.rule("AS-OPT-055")),
        pytest.param("enhanced_multi_modal", {}, {"PRB", "RCN"}, marks=pytest.mark.rule("AS-OPT-056")),
        pytest.param("dermal_camouflage", FOOT, {"LMAS"}, marks=pytest.mark.rule("AS-OPT-058")),
        pytest.param("dermal_camouflage", ELEMENTALS, set(), marks=pytest.mark.rule("AS-OPT-058")),
        pytest.param("myomer", FOOT, {"TSI"}, marks=pytest.mark.rule("AS-OPT-059")),
        pytest.param(
            "myomer", ELEMENTALS, {"TSI"}, marks=[pytest.mark.rule("AS-OPT-059"), pytest.mark.rule("AS-SPC-161")]
        ),
        pytest.param("myomer", {}, set(), marks=pytest.mark.rule("AS-OPT-059")),
        pytest.param("glider_wings", FOOT, {"PAR"}, marks=pytest.mark.rule("AS-OPT-064")),
        pytest.param("powered_wings", FOOT, {"PAR"}, marks=pytest.mark.rule("AS-OPT-064")),
        pytest.param("glider_wings", TANK, set(), marks=pytest.mark.rule("AS-OPT-064")),
    ],
)
def test_what_an_implant_gives(implant, card, codes):
    fight = with_implant(implant, **card)
    assert set(fight.units["r1"].card.specials.codes) == codes
    assert not set(fight.units["b1"].card.specials.codes)


@pytest.mark.rule("AS-OPT-052")
def test_what_a_warrior_brought_goes_with_him():
    one = implanted(unit("r1", (20, 10), skill=3, state={"abandoned": True}), "sensory", "leg_masc")
    fight = warriors(one, unit("b1", (20, 18)), also=("ejection",))
    assert not works(fight, fight.units["r1"], "LPRB")
    built_in = implanted(unit("r1", (20, 10), skill=3, specials=["LPRB"], state={"abandoned": True}), "sensory")
    fight = warriors(built_in, unit("b1", (20, 18)), also=("ejection",))
    assert works(fight, fight.units["r1"], "LPRB")
    spotter = implanted(unit("r2", (30, 10), skill=3), "communications")
    fight = warriors(unit("r1", (20, 10), specials=["IF2"]), spotter, unit("b1", (20, 25), 180))
    fight.units["r2"].side, fight.units["r1"].side = "blue", "blue"
    fight.units["b1"].side = "red"
    shot = preview_attack(fight, commands.Attack("r1", "b1", using="IF", spotter="r2"))
    assert number(shot, "AS-OPT-053") is None


@pytest.mark.rule("AS-OPT-057")
def test_filters_are_no_air():
    one = implanted(unit("r1", (20, 10), skill=3, **FOOT), "filtration")
    fight = warriors(one, unit("r2", (24, 10)), unit("b1", (20, 18)), conditions={"atmosphere": "vacuum"})
    assert fight.units["r1"].destroyed
    assert not warriors(one, unit("b1", (20, 18))).units["r1"].destroyed


@pytest.mark.rule("AS-OPT-057")
def test_filters_keep_poison_out():
    """The book has no toxins of its own; players who agree on one call it so."""
    one = implanted(unit("r1", (20, 10), skill=3, **FOOT), "filtration")
    for toxin, added in ((True, None), (False, 2)):
        gas = {"custom": [{"name": "Gas", "to_hit": 2, "damage": 1, "toxin": toxin}]}
        fight = warriors(one, unit("r2", (24, 10), skill=3, **FOOT), unit("b1", (20, 18), armor=9), conditions=gas)
        shots = [preview_attack(fight, commands.Attack(name, "b1")) for name in ("r1", "r2")]
        assert [number(shot, "AS-BAT-075") for shot in shots] == [added, 2]


@pytest.mark.rule("AS-OPT-060")
@pytest.mark.parametrize(
    ("officers", "specials", "bonus", "headquarters"),
    [
        (("r1",), [], 2, 1),
        ((), [], 0, 1),
        (("r1",), ["MHQ3"], 3, 4),
        (("r1",), ["MHQ1"], 3, 2),
        (("r2",), ["MHQ3"], 0, 3),
    ],
)
def test_a_processor_in_the_head_of_the_commander(officers, specials, bonus, headquarters):
    fight = warriors(
        implanted(unit("r1", (20, 10), skill=3, specials=specials), "triple_core_processor"),
        unit("r2", (30, 10)),
        unit("b1", (20, 18)),
        officers=officers,
        phase="initiative",
    )
    rolled = next(event for event in fight.journal.events if event.type == "initiative")
    assert rolled.bonus["red"] == bonus
    assert fight.units["r1"].card.specials.value("MHQ") == headquarters


@pytest.mark.rule("AS-OPT-060")
@pytest.mark.parametrize(("specials", "jammed"), [(["ECM"], False), (["LECM"], False), ([], True)])
def test_a_processor_and_jammers_of_its_own(specials, jammed):
    fight = warriors(
        implanted(unit("r1", (20, 10), skill=3, specials=specials), "triple_core_processor"),
        unit("r2", (22, 10)),
        unit("b1", (20, 18), specials=["ECM"]),
    )
    (field,) = hostile_fields(fight, "red")
    assert covers(fight, field, fight.units["r1"]) is jammed
    assert covers(fight, field, fight.units["r2"])


@pytest.mark.rule("AS-OPT-061")
@pytest.mark.rule("AS-SPC-087")
@pytest.mark.parametrize(
    ("implant", "specials", "skill"),
    [(name, ["DN"], 2) for name in ("dni", "prototype_dni", "vehicular_dni", "buffered_vdni")]
    + [("sensory", ["DN"], 3), ("dni", [], 3)],
)
def test_only_the_wired_steer_by_thought(implant, specials, skill):
    assert with_implant(implant, specials=specials).units["r1"].skill == skill


@pytest.mark.rule("AS-SPC-087")
@pytest.mark.parametrize(("implant", "stunned"), [("dni", True), ("sensory", False)])
def test_a_hit_on_the_fire_control_of_the_wired(implant, stunned):
    one = implanted(unit("b1", (20, 18), 180, skill=3, specials=["DN"], armor=1, structure=9), implant)
    fight = warriors(unit("r1", (20, 10)), one, dice=(*HIT, 4, 6, *QUIET))
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    assert fight.units["b1"].stunned is stunned
    assert "fire_control" in fight.units["b1"].wounds


@pytest.mark.rule("AS-SPC-087")
def test_a_stunned_pilot_in_the_air_is_shut_down_for_a_turn():
    one = implanted(fighter("b1", (20, 30), 180, skill=3), "dni")
    fight = warriors(unit("r1", (20, 10)), one, dice=QUIET * 20)
    fight.units["b1"].fresh = ("crew_stunned",)
    end(fight, 2)
    assert fight.units["b1"].shutdown


@pytest.mark.rule("AS-OPT-062")
@pytest.mark.parametrize(("last", "stunned"), [((4, 4), True), ((4, 5), False)])
def test_early_implants_feel_every_hit(last, stunned):
    one = implanted(unit("b1", (20, 18), 180, skill=3, armor=9), "prototype_dni")
    fight = warriors(unit("r1", (20, 10)), one, dice=(*HIT, *last, *QUIET))
    fight.do(commands.Attack("r1", "b1"))
    end(fight, 2)
    assert fight.units["b1"].stunned is stunned
    missed = warriors(unit("r1", (20, 10)), one, dice=MISS)
    missed.do(commands.Attack("r1", "b1"))
    assert missed.dice.used == 2


@pytest.mark.rule("AS-OPT-063")
def test_leg_masc_is_for_men_on_foot():
    for card, value in ((FOOT, 1), (ELEMENTALS, None), (TANK, None)):
        fight = with_implant("leg_masc", **card)
        assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-063") == value


def winged(at: float = 10.0, **more: Any) -> Battle:
    return warriors(
        implanted(unit("r1", (20, at), skill=3, **FOOT, **more), "powered_wings"),
        unit("r2", (40, 10)),
        unit("b1", (20, 30), 180),
        phase="movement",
    )


@pytest.mark.rule("AS-OPT-064")
def test_powered_wings_carry_four_inches():
    fight = winged()
    assert current_move(fight, fight.units["r1"], "wings") == 4
    assert check_move(fight, commands.Move("r1", ((20, 14),), "wings")).legal
    assert not check_move(fight, commands.Move("r1", ((20, 14.5),), "wings")).legal
    glider = warriors(
        implanted(unit("r1", (20, 10), skill=3, **FOOT), "glider_wings"), unit("b1", (20, 30)), phase="movement"
    )
    assert refusal(glider, commands.Move("r1", ((20, 12),), "wings")).rule == "AS-OPT-064"
    fight.do(commands.Move("r1", ((20, 12),), "wings", elevation=1))
    flown = fight.units["r1"]
    assert (flown.moved, flown.airborne, flown.elevation) == ("wings", True, 1)
    shot = preview_attack(fight, commands.Attack("b1", "r1"))
    assert number(shot, "AS-OPT-064") == 1 + 1


@pytest.mark.rule("AS-OPT-064")
def test_powered_wings_ask_how_high():
    def heights(fight: Battle) -> list[Any]:
        said = [choice for one in offers(fight, "red", "r1") for choice in one.choose if choice.name == "elevation"]
        return [choice.modes for choice in said]

    assert heights(winged()) == [("wings",)]
    plain = warriors(unit("r1", (20, 10), skill=3, **FOOT), unit("b1", (20, 30), 180), phase="movement")
    assert heights(plain) == []


@pytest.mark.rule("AS-OPT-064")
def test_who_walks_comes_down_first():
    fight = winged(state={"airborne": True, "elevation": 2})
    assert check_move(fight, commands.Move("r1", ((20, 13),))).legal
    assert fight.units["r1"].airborne
    fight.do(commands.Move("r1", ((20, 13),)))
    assert (fight.units["r1"].airborne, fight.units["r1"].elevation) == (False, 0)
    high = winged(state={"airborne": True, "elevation": 2})
    assert refusal(high, commands.Move("r1", ((20, 27),))).rule == "AS-MOV-001"
    assert load(save(fight)).hash() == fight.hash()


# -- gliders ----------------------------------------------------------------------------------------------------


def gliding(*more: Any, options: Any = GLIDERS, **state: Any) -> Battle:
    return battle(
        unit("r1", (20, 10), state=state, **GLIDER),
        unit("b1", (20, 30), 180),
        *more,
        phase="movement",
        options=options,
    )


@pytest.mark.rule("AS-OPT-610")
@pytest.mark.rule("AS-SPC-097")
def test_a_glider_walks_or_glides():
    fight = gliding()
    assert check_move(fight, commands.Move("r1", ((20, 16),))).legal
    assert not check_move(fight, commands.Move("r1", ((20, 17),))).legal
    assert check_move(fight, commands.Move("r1", ((20, 20),), "glide")).cost == 14
    modes = next(choice.among for one in offers(fight, "red", "r1") for choice in one.choose if choice.name == "mode")
    assert "glide" in modes
    move(fight, "r1", (20, 20), mode="glide")
    flown = fight.units["r1"]
    assert (flown.moved, flown.airborne, flown.elevation) == ("glide", True, 1)
    shot = preview_attack(fight, commands.Attack("b1", "r1"))
    assert number(shot, "AS-OPT-610") == 1 + 1
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-OPT-610") == 2
    assert "jumped" not in str(shot.modifiers)
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-610")
def test_who_glides_says_how_high_it_ends():
    def heights(fight: Battle) -> list[Any]:
        given = [choice for one in offers(fight, "red", "r1") for choice in one.choose]
        return [(choice.most, choice.modes) for choice in given if choice.name == "elevation"]

    assert heights(gliding()) == [(1.0, ("glide",))]
    assert heights(gliding(options=())) == []
    walker = unit("r1", (20, 10))
    among = battle(walker, unit("r2", (30, 10), **GLIDER), unit("b1", (20, 30)), phase="movement", options=GLIDERS)
    assert heights(among) == []


@pytest.mark.rule("AS-OPT-610")
def test_who_does_not_glide_far_enough_comes_down():
    fight = gliding(airborne=True, elevation=1)
    assert refusal(fight, commands.Move("r1", ((20, 13),), "glide", elevation=1)).rule == "AS-MOV-046"
    fight.do(commands.Pass("r1"))
    assert not fight.units["r1"].airborne
    walks = gliding(airborne=True, elevation=1)
    move(walks, "r1", (20, 16))
    assert (walks.units["r1"].airborne, walks.units["r1"].moved) == (False, "ground")


@pytest.mark.rule("AS-OPT-610")
@pytest.mark.rule("AS-SPC-097")
def test_nobody_glides_without_wings_or_without_the_module():
    fight = gliding()
    assert refusal(fight, commands.Move("r1", ((20, 12),), "soar")).rule == "AS-MOV-049"
    plain = gliding(options=())
    assert refusal(plain, commands.Move("r1", ((20, 20),), "glide")).rule == "AS-MOV-049"
    walker = battle(unit("r1", (20, 10)), unit("b1", (20, 30)), phase="movement", options=GLIDERS)
    assert refusal(walker, commands.Move("r1", ((20, 14),), "glide")).rule == "AS-OPT-610"


@pytest.mark.rule("AS-OPT-611")
@pytest.mark.parametrize(("die", "lost"), [(5, 1), (4, 0)])
def test_a_near_miss_clips_a_wing(die, lost):
    fight = battle(
        unit("r1", (20, 10), state={"moved": "glide", "airborne": True, "elevation": 1}, **GLIDER),
        unit("b1", (20, 18), 180),
        first="blue",
        options=GLIDERS,
        dice=(4, 4, die),
    )
    event = attack(fight, "b1", "r1")
    assert event.target_number == 9
    assert show_unit(fight, fight.units["r1"])["glide_lost"] == lost
    assert current_move(fight, fight.units["r1"], "glide") == 14 - lost
    far = battle(
        unit("r1", (20, 10), state={"moved": "glide"}, **GLIDER),
        unit("b1", (20, 18), 180),
        first="blue",
        options=GLIDERS,
        dice=(4, 3),
    )
    attack(far, "b1", "r1")
    assert far.dice.used == 2
