"""External cargo: lifting, carrying, dropping, throwing, towing, dragging (pp. 163-165)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.cargo import cargo as stowed
from lancemate.alphastrike.movement.entry import leave_the_table
from lancemate.alphastrike.options.external_cargo.loads import load_of, show_items
from lancemate.alphastrike.options.external_cargo.sizes import WEIGHTS, by_weight, capacity
from lancemate.alphastrike.options.external_cargo.throwing import reach_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.flags import flag_named, loaded_move
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.codec import encode
from lancemate.kernel.dice import SeededDice, TapeDice
from lancemate.kernel.errors import InputError
from lancemate.server.alphastrike.showing import show_view
from rules.duel import ELEMENTALS, FOOT, QUIET, SUPPORT, TANK, VTOL
from rules.flights import fighter
from rules.table import attack, battle, end, number, refusal, unit
from rules.test_scenarios_flags import thief

CARGO = ("external_cargo", "optional_abilities")
CRATE = {"id": "crate", "tons": 45, "at": [20, 11.0]}
HANDS: dict[str, Any] = {"size": 4, "move": '12"', "tmm": 2}
HITCH: dict[str, Any] = {**TANK, "specials": ["HTC"]}


def yard(*units: Any, items: Any = (CRATE,), dice: Any = None, options: Any = (), **more: Any) -> Battle:
    plain = battle(*(replace(one, state={}) for one in units), options=(*CARGO, *options), **more)
    settings = {"external_cargo": {"items": [dict(item) for item in items]}}
    setup = replace(plain.setup, settings=settings, units=units)
    return Battle(setup, SeededDice(7) if dice is None else TapeDice(list(dice)))


def lifter(*more: Any, phase: str = "combat", **card: Any) -> Battle:
    """r1 stands beside a crate of 45 tons, Size 2."""
    setup = {key: card.pop(key) for key in ("items", "dice", "options", "state", "first", "terrain") if key in card}
    state = {"state": setup.pop("state")} if "state" in setup else {}
    red = unit("r1", (20, 10), **{**HANDS, **card, **state})
    return yard(red, unit("b1", (20, 24), 180), *more, phase=phase, **setup)


def porter(phase: str = "movement", cargo: int = 2, **card: Any) -> Battle:
    """r1 has a pod of some Size in its hands."""
    return lifter(phase=phase, items=[{"id": "pod", "size": cargo}], state={"cargo": "pod"}, **card)


def item(fight: Battle, name: str = "crate") -> dict[str, Any]:
    return dict(show_items(fight)[name])  # type: ignore[arg-type]


# -- how large and for whom -------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-401")
@pytest.mark.parametrize(
    ("tons", "size", "bulk"),
    [
        (0, 1, None),
        (39, 1, None),
        (39.5, 1, None),
        (40, 2, None),
        (60, 3, None),
        (80, 4, None),
        (100, 4, None),
        (101, 4, "LG"),
        (201, 5, "LG"),
        (400, 5, "LG"),
        (401, None, None),
    ],
)
def test_tons_as_sizes(tons, size, bulk):
    fight = lifter()
    assert by_weight(fight, tons, fight.units["r1"].card) == (size, bulk)


@pytest.mark.rule("AS-OPT-405")
@pytest.mark.rule("AS-OPT-401")
@pytest.mark.parametrize(
    ("move", "tons", "size", "bulk"),
    [
        ('8"w', 60, 2, None),
        ('8"h', 60, 3, None),
        ('8"v', 60, 4, None),
        ('8"w', 5, 1, None),
        ('8"w', 6, 2, None),
        ('8"w', 599, 5, "LG"),
        ('8"w', 600, 5, "VLG"),
        ('8"h', 300, 5, "VLG"),
    ],
)
def test_support_vehicles_have_a_column_of_their_own(move, tons, size, bulk):
    fight = lifter(**{**SUPPORT, "move": move})
    assert by_weight(fight, tons, fight.units["r1"].card) == (size, bulk)
    assert len(WEIGHTS.of(rules)["support"]) == 7


@pytest.mark.rule("AS-OPT-402")
@pytest.mark.parametrize(
    ("card", "size"),
    [
        ({**SUPPORT, "size": 2, "move": '8"w'}, 3),
        ({**SUPPORT, "size": 2, "move": '8"h'}, 2),
        ({"size": 3}, 3),
        ({**SUPPORT, "size": 3}, None),
        ({**FOOT, "specials": ["CAR41"]}, 2),
    ],
)
def test_units_as_cargo(card, size):
    fight = lifter(unit("r2", (21.5, 10), **card))
    assert load_of(fight, "r2", fight.units["r1"]).size == size
    if size is None:
        assert refusal(fight, orders.Act("r1", "take", "r2")).rule == "AS-OPT-402"


@pytest.mark.rule("AS-OPT-404")
@pytest.mark.parametrize(("size", "code", "most"), [(2, "TSM", 4), (3, "I-TSM", 5), (3, "TSMX", 5), (3, "MEL", 3)])
def test_strong_muscles_carry_more(size, code, most):
    fight = lifter(size=size, specials=[code])
    assert capacity(fight, fight.units["r1"]) == most


@pytest.mark.rule("AS-OPT-400")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        (HANDS, True),
        ({**TANK, "size": 2}, True),
        ({**TANK, "size": 1}, False),
        (FOOT, False),
        (ELEMENTALS, False),
        ({**SUPPORT, "size": 4, "specials": ["CT20"]}, False),
        ({"type": "PM", "size": 2, "move": '6"'}, True),
    ],
)
def test_who_carries(card, allowed):
    fight = lifter(**card)
    if allowed:
        fight.do(orders.Act("r1", "take", "crate"))
    else:
        assert refusal(fight, orders.Act("r1", "take", "crate")).rule == "AS-OPT-400"


@pytest.mark.rule("AS-OPT-400")
def test_of_what_flies_only_vtols():
    up = {"state": {"airborne": True, "elevation": 1}}
    assert lifter(**VTOL, **up).do(orders.Act("r1", "take", "crate"))
    skimming = lifter(**{**TANK, "move": '12"g'}, **up)
    assert refusal(skimming, orders.Act("r1", "take", "crate")).rule == "AS-OPT-400"
    plane = yard(fighter("r1", (20, 10)), unit("b1", (20, 30)), options=("aerospace",))
    assert refusal(plane, orders.Act("r1", "take", "crate")).rule == "AS-OPT-400"


HAULER: dict[str, Any] = {**SUPPORT, "size": 4, "move": '8"w'}


@pytest.mark.rule("AS-OPT-400")
@pytest.mark.parametrize(
    ("hold", "freight", "allowed"),
    [
        ("CT20", 0, False),  # too small for the crate, but nothing is in it: not full
        ("CT20", 20, True),
        ("CT100", 55, False),  # the crate of 45 tons just fits inside
        ("CT100", 56, True),
        ("CK0.1", 55, False),
        ("CK0.1", 56, True),
        ("IT4", 0, True),  # room for infantry is no hold
    ],
)
def test_the_hold_is_filled_first(hold, freight, allowed):
    fight = lifter(**{**HAULER, "specials": ["LG", hold]}, state={"freight": freight} if freight else {})
    if allowed:
        fight.do(orders.Act("r1", "take", "crate"))
        return
    refused = refusal(fight, orders.Act("r1", "take", "crate"))
    assert (refused.code, refused.rule) == ("cannot_carry", "AS-OPT-400")
    assert f"{100 - freight if freight else 20:g} free" in refused.message
    assert not [one for one in offers(fight, "red", "r1") if one.command == orders.Act("r1", "take", "crate")]


@pytest.mark.rule("AS-OPT-400")
@pytest.mark.parametrize(("tons", "full"), [(115, True), (116, False)])
def test_units_stowed_as_cargo_fill_it_and_riders_in_bays_do_not(tons, full):
    """Size 2 weighs up to 59 tons, 64.9 with what protects it: 50.1 of 115 are free for a crate of 51."""
    crates = [{"id": "crate", "tons": 51, "at": [20, 11.0]}]
    aboard = {"state": {"place": "aboard", "aboard": "r1"}}
    fight = lifter(
        unit("r2", (20, 10), size=2, **aboard), items=crates, **{**HAULER, "specials": ["LG", f"CT{tons}", "MT1"]}
    )
    assert refusal(fight, orders.Act("r1", "take", "crate")).rule == "AS-OPT-400"
    fight.units["r2"].notes = {**fight.units["r2"].notes, **stowed.entry(True)}
    if full:
        fight.do(orders.Act("r1", "take", "crate"))
    else:
        assert "51.1 free" in refusal(fight, orders.Act("r1", "take", "crate")).message


@pytest.mark.rule("AS-OPT-400")
def test_things_of_a_size_count_as_heavy_as_that_size_goes():
    full = {**HAULER, "specials": ["LG", "CT100"]}
    pods = [{"id": "crate", "size": 2, "at": [20, 11.0]}]
    assert refusal(lifter(items=pods, **full, state={"freight": 41}), orders.Act("r1", "take", "crate"))
    assert lifter(items=pods, **full, state={"freight": 42}).do(orders.Act("r1", "take", "crate"))


@pytest.mark.rule("AS-OPT-400")
@pytest.mark.parametrize(("freight", "allowed"), [(91, False), (92, True)])
def test_infantry_weighs_what_its_card_says(freight, allowed):
    squad = unit("r2", (21.5, 10), **{**FOOT, "specials": ["CAR8"]})
    fight = lifter(squad, **{**HAULER, "specials": ["LG", "CT100"]}, state={"freight": freight})
    take = orders.Act("r1", "take", "r2")
    assert bool(fight.do(take)) if allowed else refusal(fight, take).rule == "AS-OPT-400"


def test_no_more_goods_than_the_hold_takes():
    with pytest.raises(InputError, match="20"):
        lifter(**{**HAULER, "specials": ["CT20"]}, state={"freight": 21})


# -- lifting ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-406")
def test_hands_lift_in_the_end_phase():
    fight = lifter(dice=QUIET)
    assert orders.Act("r1", "take", "crate") in [one.command for one in offers(fight, "red", "r1")]
    fight.do(orders.Act("r1", "take", "crate"))
    assert show_unit(fight, fight.units["r1"])["lifting"] == {"what": "crate", "turns": 1}
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-406"
    events = end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["cargo"] == "crate"
    assert item(fight) == {"size": 2, "structure": 2, "at": None, "carrier": "r1", "destroyed": False}
    assert any("lifts crate" in line.text for line in story(fight, events))
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-406")
@pytest.mark.parametrize("card", [{**TANK, "size": 3}, {"legs": "quad", "size": 3}])
def test_others_need_a_turn_more(card):
    fight = lifter(dice=QUIET * 3, **card)
    fight.do(orders.Act("r1", "take", "crate"))
    end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["cargo"] is None
    while fight.state.phase != "combat":
        end(fight)
    while fight.state.to_act != "red":
        end(fight)
    fight.do(orders.Act("r1", "take", "crate"))
    while show_unit(fight, fight.units["r1"])["cargo"] is None and fight.state.turn < 3:
        end(fight)
    assert show_unit(fight, fight.units["r1"])["cargo"] == "crate"


@pytest.mark.rule("AS-OPT-406")
def test_one_takes_what_one_touches_and_nobody_has():
    far = lifter(items=[{**CRATE, "at": [20, 12]}])
    assert refusal(far, orders.Act("r1", "take", "crate")).rule == "AS-OPT-406"
    assert refusal(far, orders.Act("r1", "take", "barrel")).rule == "AS-OPT-406"
    had = yard(
        unit("r1", (20, 10), **HANDS),
        unit("r2", (21.5, 10), state={"cargo": "crate"}, **HANDS),
        unit("b1", (20, 24)),
    )
    assert refusal(had, orders.Act("r1", "take", "crate")).rule == "AS-OPT-406"


@pytest.mark.rule("AS-OPT-406")
def test_previews_tell_sizes_even_when_refused():
    data = {
        "options": list(CARGO),
        "settings": {"external_cargo": {"items": [{"id": "crate", "tons": 150, "at": [20, 20]}]}},
        "start": {"phase": "combat", "first": "red"},
        "sides": [
            {"name": "red", "units": [{"id": "r1", "card": MECH, "at": [20, 10]}]},
            {"name": "blue", "units": [{"id": "b1", "card": MECH, "at": [20, 11.25]}]},
        ],
        "commands": [
            {"preview": {"act": {"unit": "r1", "do": "take", "what": "crate"}}},
            {"preview": {"act": {"unit": "r1", "do": "take", "what": "b1"}}},
        ],
    }
    first, second = (one.answer for one in run_script(script_from_data(data)).outcomes)
    assert (first["legal"], first["size"], first["bulk"], first["capacity"]) == (False, 4, "LG", 3)
    assert second["target_number"] == sum(part["value"] for part in second["modifiers"])
    assert "AS-OPT-407" in [part["rule"] for part in second["modifiers"]]


MECH = {"name": "A", "type": "BM", "size": 3, "move": '8"', "tmm": 1, "damage": "2/2/2", "armor": 3, "structure": 3}


@pytest.mark.rule("AS-OPT-407")
@pytest.mark.parametrize(
    ("dice", "lifted"),
    [((6, 6, 4, 4), True), ((4, 5, 1, 1), True), ((5, 5, 4, 4), False), ((3, 3, 1, 1), False), ((5, 6, 4, 4), False)],
)
def test_unwilling_units_struggle(dice, lifted):
    """The lifter needs 9 against a unit that has moved, the other 5 against it; its margin must be higher."""
    enemy = unit("b2", (21.25, 10), size=2, tmm=1, state={"moved": "ground"})
    fight = lifter(enemy, items=(), tmm=1, dice=(*dice, *QUIET), state={"moved": "ground"})
    event = next(one for one in fight.do(orders.Act("r1", "take", "b2")) if one.type == "lift_contested")
    assert (event.target_number, event.against_number) == (8, 5)
    assert event.lifted is lifted
    assert refusal(fight, orders.Attack("r1", "b1")).rule is not None
    end(fight, 2)
    assert fight.units["b2"].place == ("carried" if lifted else "table")


@pytest.mark.rule("AS-OPT-407")
def test_friends_and_the_helpless_are_lifted_without_a_fight():
    friend = lifter(unit("r2", (21.25, 10), size=2), items=(), dice=QUIET)
    friend.do(orders.Act("r1", "take", "r2"))
    end(friend, 2)
    assert show_unit(friend, friend.units["r2"])["place"] == "carried"
    down = lifter(unit("b2", (21.25, 10), size=2, state={"shutdown": True, "heat": 4}), items=())
    assert not [one for one in down.do(orders.Act("r1", "take", "b2")) if one.type == "lift_contested"]


# -- carrying ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-408")
@pytest.mark.parametrize(
    ("size", "inches", "cargo", "left"),
    [(4, 12, 1, 8), (4, 12, 2, 6), (3, 10, 1, 6), (3, 10, 2, 5)],
)
def test_a_load_slows_by_a_third_or_half(size, inches, cargo, left):
    fight = porter(cargo=cargo, size=size, move=f'{inches}"')
    assert current_move(fight, fight.units["r1"]) == left
    assert not check_move(fight, orders.Move("r1", ((20, 10 + left + 0.5),))).legal
    assert current_tmm(fight, fight.units["r1"]) == min(2, {8: 1, 6: 1, 5: 1}[left])


@pytest.mark.rule("AS-OPT-408")
def test_nobody_jumps_with_a_load_and_bulk_leaves_an_inch():
    fight = porter(move='12"/8"j')
    assert refusal(fight, orders.Move("r1", ((20, 14),), "jump")).rule == "AS-OPT-408"
    bulky = lifter(
        phase="movement", items=[{"id": "pod", "tons": 150}], state={"cargo": "pod"}, specials=["TSM"], size=4
    )
    assert current_move(bulky, bulky.units["r1"]) == 1


@pytest.mark.rule("AS-OPT-410")
def test_no_attack_with_hands_full_and_none_by_what_is_carried():
    assert refusal(porter("combat"), orders.Attack("r1", "b1")).rule == "AS-OPT-410"
    held = yard(
        unit("r1", (20, 10), state={"cargo": "r2"}, **HANDS),
        unit("r2", (30, 10), size=2),
        unit("b1", (20, 18), 180),
        items=(),
    )
    assert refusal(held, orders.Attack("r2", "b1")).rule == "AS-OPT-410"
    assert preview_attack(held, orders.Attack("b1", "r2")).reason.rule == "AS-OPT-410"


@pytest.mark.rule("AS-OPT-411")
@pytest.mark.parametrize(("die", "cargo", "armor"), [(6, 4, 9), (1, 1, 6)])
def test_hits_are_shared_with_the_load(die, cargo, armor):
    shooter = unit("b2", (20, 16), 180, damage="4/4/4")
    fight = yard(
        unit("r1", (20, 10), armor=9, state={"cargo": "pod"}, **HANDS),
        shooter,
        items=[{"id": "pod", "size": 5}],
        first="blue",
        dice=(6, 5, die),
    )
    attack(fight, "b2", "r1")
    assert item(fight, "pod")["structure"] == 5 - cargo
    assert fight.units["r1"].armor == armor


@pytest.mark.rule("AS-OPT-411")
def test_what_has_no_points_left_is_gone_and_hands_are_free():
    fight = yard(
        unit("r1", (20, 10), armor=9, state={"cargo": "pod"}, **HANDS),
        unit("b2", (20, 16), 180, damage="4/4/4"),
        items=[{"id": "pod", "size": 2}],
        first="blue",
        dice=(6, 5, 3),
    )
    attack(fight, "b2", "r1")
    assert item(fight, "pod")["destroyed"]
    assert show_unit(fight, fight.units["r1"])["cargo"] is None
    assert fight.units["r1"].armor == 8


def struck_down(fight: Battle, name: str) -> None:
    doom(fight, fight.units[name], "a test", "AS-INT-031", wait=False)


def carried_comrade(**more: Any) -> Battle:
    """r1 has r2 in its hands."""
    return yard(
        unit("r1", (20, 10), state={"cargo": "r2"}, **HANDS),
        unit("r2", (30, 10), size=2),
        unit("b1", (20, 24), 180),
        items=(),
        **more,
    )


@pytest.mark.rule("AS-OPT-411")
def test_what_a_destroyed_carrier_had_lies_where_it_fell():
    fight = porter()
    struck_down(fight, "r1")
    assert (item(fight, "pod")["at"], item(fight, "pod")["carrier"]) == ([20, 10], None)
    comrades = carried_comrade()
    struck_down(comrades, "r1")
    assert comrades.units["r2"].on_table
    assert comrades.units["r2"].at == (20, 10)


@pytest.mark.rule("AS-OPT-411")
def test_who_is_destroyed_in_somebodys_hands_is_out_of_them():
    fight = carried_comrade()
    struck_down(fight, "r2")
    assert show_unit(fight, fight.units["r1"])["cargo"] is None


@pytest.mark.rule("AS-OPT-411")
def test_a_carrier_that_leaves_takes_its_load_along():
    fight = carried_comrade()
    leave_the_table(fight, fight.units["r1"], "south", "AS-INT-055")
    assert {fight.units[name].place for name in ("r1", "r2")} == {GONE}


# -- dropping ---------------------------------------------------------------------------------------------------


def dropping(how: str, at: tuple[float, float] = (20, 14), to: float = 18) -> orders.Move:
    return orders.Move("r1", ((20, 14), (20, to)), drop=orders.Drop(at, how))


@pytest.mark.rule("AS-OPT-413")
def test_the_loaded_part_costs_double_and_the_rest_is_free():
    """Normal Move 12, loaded 6: four inches cost eight, four are left (the example of the book)."""
    fight = porter()
    found = check_move(fight, dropping("quick"))
    assert (found.legal, found.cost, found.allowance) == (True, 12, 12)
    assert not check_move(fight, dropping("quick", to=18.5)).legal
    assert check_move(fight, orders.Move("r1", ((20, 16),))).allowance == 6


@pytest.mark.rule("AS-OPT-412")
def test_dropped_in_a_hurry_or_with_care():
    fight = porter(dice=(1,))
    events = fight.do(dropping("quick"))
    assert item(fight, "pod") == {"size": 2, "structure": 1, "at": [20, 14], "carrier": None, "destroyed": False}
    assert any("lets go of pod" in line.text for line in story(fight, events))
    careful = porter(dice=())
    assert refusal(careful, dropping("careful")).rule == "AS-MOV-001"
    careful.do(dropping("careful", to=14))
    assert item(careful, "pod")["structure"] == 2
    assert check_move(porter(), dropping("careful", to=14)).cost == 12
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-412")
def test_drops_are_offered_and_have_to_lie_on_the_way():
    fight = porter()
    labels = [one.label for one in offers(fight, "red", "r1")]
    assert "Drop pod here" in labels
    assert "Set pod down here with care" in labels
    assert refusal(fight, dropping("quick", at=(22, 14))).rule == "AS-OPT-412"
    assert refusal(fight, dropping("gently")).rule == "AS-OPT-412"
    empty = lifter(phase="movement")
    assert refusal(empty, dropping("quick")).rule == "AS-OPT-412"


@pytest.mark.rule("AS-OPT-412")
def test_a_unit_that_is_dropped_stands_as_near_as_there_is_room():
    fight = yard(
        unit("r1", (20, 10), state={"cargo": "r2"}, **HANDS),
        unit("r2", (40, 10), size=2),
        unit("b1", (20, 40)),
        items=(),
        phase="movement",
        dice=(3,),
    )
    fight.do(orders.Move("r1", ((20, 14),), drop=orders.Drop((20, 14), "quick")))
    dropped = fight.units["r2"]
    assert (dropped.place, dropped.armor) == ("table", 3)
    assert fight.table.distance(dropped.at, (20, 14)) < 1.5


# -- throwing ---------------------------------------------------------------------------------------------------


def thrower(target: float, size: int = 1, dice: Any = (6, 5), **card: Any) -> Battle:
    return yard(
        unit("r1", (20, 10), state={"cargo": "pod"}, **{**HANDS, **card}),
        unit("b1", (20, 11.25 + target), 180, tmm=1, state={"moved": "ground"}, armor=9),
        items=[{"id": "pod", "size": size}],
        dice=dice,
    )


@pytest.mark.rule("AS-OPT-420")
def test_who_throws_what_how_far():
    assert preview_attack(thrower(6), orders.Attack("r1", "b1", "throw")).legal
    for fight in (
        thrower(6.5),
        thrower(3, size=3),
        thrower(3, **TANK),
        yard(unit("r1", (20, 10), **HANDS), unit("b1", (20, 14))),
    ):
        assert refusal(fight, orders.Attack("r1", "b1", "throw")).rule == "AS-OPT-420"
    heavy = yard(unit("r1", (20, 10), superheavy=True, size=4, specials=["LG"]), unit("b1", (20, 30)))
    assert reach_of(heavy, heavy.units["r1"], 3) == 4
    assert "throw its cargo" in " ".join(one.label.lower() for one in offers(thrower(5), "red", "r1"))


@pytest.mark.rule("AS-OPT-421")
def test_throwing_is_hard_by_distance_and_size():
    """Skill 4, TMM 1, 5 inches, Size 1: 4 + 1 + 2 + 1 = 8."""
    found = preview_attack(thrower(5), orders.Attack("r1", "b1", "throw"))
    assert (found.target_number, number(found, "AS-OPT-421")) == (8, 3)
    alive = yard(
        unit("r1", (20, 10), state={"cargo": "r2"}, **HANDS),
        unit("r2", (40, 10), size=1),
        unit("b1", (20, 16.25), 180, tmm=1, state={"moved": "ground"}),
        items=(),
    )
    assert preview_attack(alive, orders.Attack("r1", "b1", "throw")).target_number == 10


@pytest.mark.rule("AS-OPT-422")
def test_what_is_thrown_is_the_worse_for_it():
    fight = thrower(3, size=2, dice=(6, 5))
    attack(fight, "r1", "b1", kind="throw")
    assert fight.units["b1"].armor == 7
    assert item(fight, "pod")["destroyed"]
    missed = thrower(3, size=1, dice=(1, 2, 1))
    missed.do(orders.Attack("r1", "b1", "throw"))
    assert missed.units["b1"].armor == 9
    assert item(missed, "pod")["at"] == [20, 15.25]
    assert item(missed, "pod")["destroyed"]


# -- towing -----------------------------------------------------------------------------------------------------


def convoy(*trailers: Any, tower: Any = None, **more: Any) -> Battle:
    front = unit("r1", (20, 10), **(tower or HITCH))
    return yard(front, *trailers, unit("b1", (20, 40)), items=(), phase="movement", **more)


def trailer(name: str, size: int, at: tuple[float, float] = (20, 8.75), **card: Any) -> Any:
    return unit(name, at, **{**HITCH, "size": size, **card})


@pytest.mark.rule("AS-OPT-425")
@pytest.mark.rule("AS-SPC-159")
def test_hitches_and_how_much_is_towed():
    fight = convoy(trailer("r2", 3))
    assert orders.Act("r1", "tow", "r2") in [one.command for one in offers(fight, "red", "r1")]
    fight.do(orders.Act("r1", "tow", "r2"))
    assert show_unit(fight, fight.units["r1"])["towing"] == ["r2"]
    for other in (
        trailer("r2", 4),
        trailer("r2", 2, specials=[]),
        trailer("r2", 2, move='8"h'),
        trailer("r2", 2, (20, 7)),
    ):
        assert refusal(convoy(other), orders.Act("r1", "tow", "r2")).rule == "AS-OPT-425"
    quirk = {**HITCH, "specials": ["Trailer Hitch Quirk"]}
    assert convoy(trailer("r2", 2), tower=quirk).do(orders.Act("r1", "tow", "r2"))
    two = convoy(trailer("r2", 2), trailer("r3", 2, (21.25, 10)))
    two.do(orders.Act("r1", "tow", "r2"))
    assert refusal(two, orders.Act("r1", "tow", "r3")).rule == "AS-OPT-425"


@pytest.mark.rule("AS-OPT-426")
@pytest.mark.parametrize(
    ("tower", "inches", "trailers", "left"), [(3, 6, (2,), 4), (3, 10, (2, 2), 2), (3, 10, (3,), 5), (3, 9, (1, 2), 4)]
)
def test_how_much_towing_slows(tower, inches, trailers, left):
    behind = [trailer(f"r{n}", size, (20 + 3 * n, 30)) for n, size in enumerate(trailers, start=2)]
    fight = convoy(*behind, tower={**HITCH, "size": tower, "move": f'{inches}"t'})
    fight.units["r1"].notes = {"towing": [one.id for one in behind]}
    assert current_move(fight, fight.units["r1"]) == left


@pytest.mark.rule("AS-OPT-427")
def test_trailers_follow_and_are_as_hard_to_hit():
    fight = convoy(trailer("r2", 2, tmm=3), tower={**HITCH, "size": 3, "move": '6"t', "tmm": 1})
    fight.do(orders.Act("r1", "tow", "r2"))
    assert refusal(fight, orders.Move("r2", ((24, 8),))).rule == "AS-OPT-427"
    fight.do(orders.Move("r1", ((20, 14),), facing=0))
    behind = fight.units["r2"]
    assert (round(behind.x, 2), round(behind.y, 2), behind.moved) == (20, 12.75, "ground")
    assert {current_tmm(fight, fight.units[name]) for name in ("r1", "r2")} == {0}
    assert load(save(fight)).hash() == fight.hash()
    still = convoy(trailer("r2", 2))
    still.do(orders.Act("r1", "tow", "r2"))
    still.do(orders.Act("r1", "unhitch", "r2"))
    assert show_unit(still, still.units["r1"])["towing"] == []


@pytest.mark.rule("AS-OPT-427")
def test_who_is_destroyed_pulls_nothing_and_is_pulled_by_nobody():
    ahead = convoy(trailer("r2", 2))
    ahead.do(orders.Act("r1", "tow", "r2"))
    struck_down(ahead, "r1")
    assert check_move(ahead, orders.Move("r2", ((24, 8.75),))).legal
    behind = convoy(trailer("r2", 2), tower={**HITCH, "size": 3, "move": '6"t'})
    behind.do(orders.Act("r1", "tow", "r2"))
    struck_down(behind, "r2")
    assert show_unit(behind, behind.units["r1"])["towing"] == []
    assert current_move(behind, behind.units["r1"]) == 6


@pytest.mark.rule("AS-OPT-428")
def test_ships_tow_what_floats():
    sea = [{"kind": "water", "depth": 2, "rect": [0, 0, 72, 48]}]
    ship = {**HITCH, "move": '8"n'}
    barge = unit("r2", (20, 8.75), **ship)
    assert convoy(barge, tower=ship, terrain=sea).do(orders.Act("r1", "tow", "r2"))
    hover = unit("r2", (20, 8.75), **{**HITCH, "move": '8"h'})
    assert refusal(convoy(hover, tower=ship, terrain=sea), orders.Act("r1", "tow", "r2")).rule == "AS-OPT-425"


# -- dragging ---------------------------------------------------------------------------------------------------


def dragger(*more: Any, cargo: int = 2, dice: Any = (), terrain: Any = (), **card: Any) -> Battle:
    return yard(
        unit("r1", (20, 10), **{"size": 3, "move": '12"', **card}),
        unit("b1", (20, 40)),
        *more,
        items=[{"id": "pod", "size": cargo, "at": [20, 9]}],
        dice=dice,
        phase="movement",
        terrain=terrain,
    )


@pytest.mark.rule("AS-OPT-430")
@pytest.mark.parametrize(
    ("card", "size", "allowed"),
    [({}, 4, True), ({}, 5, False), (FOOT, 2, True), (FOOT, 3, False), ({**TANK, "move": '8"h'}, 3, True)],
)
def test_anybody_drags_without_a_hitch(card, size, allowed):
    fight = dragger(cargo=size, **card)
    if not allowed:
        assert refusal(fight, orders.Act("r1", "drag", "pod")).rule == "AS-OPT-430"
        return
    assert orders.Act("r1", "drag", "pod") in [one.command for one in offers(fight, "red", "r1")]
    fight.do(orders.Act("r1", "drag", "pod"))
    assert show_unit(fight, fight.units["r1"])["dragging"] == "pod"


@pytest.mark.parametrize("deed", ["drag", "tow"])
def test_a_friend_who_lies_hidden_is_no_load_and_nobody_learns_of_it(deed):
    hider = unit("r2", (21.25, 10), state={"hidden": True}, **HITCH)
    red = unit("r1", (20, 10), **HITCH)
    fight = yard(red, unit("b1", (20, 40)), hider, items=(), options=("hidden_units",), phase="movement")
    assert refusal(fight, orders.Act("r1", deed, "r2")).rule == "AS-OPT-474"
    assert "r2" not in str(fight.view("blue"))


def test_a_load_that_a_side_does_not_know_of_slows_nobody_in_its_eyes():
    hider = unit("r2", (21.25, 10), state={"hidden": True}, **HITCH)
    red = unit("r1", (20, 10), state={"dragging": "r2"}, **HITCH)
    fight = yard(red, unit("b1", (20, 40)), hider, items=(), options=("hidden_units",), phase="movement")
    assert fight.view("blue")["units"]["r1"]["tmm"] >= fight.view("red")["units"]["r1"]["tmm"]


@pytest.mark.rule("AS-OPT-430")
def test_dragging_slows_as_towing_does():
    fight = dragger()
    fight.do(orders.Act("r1", "drag", "pod"))
    assert current_move(fight, fight.units["r1"]) == 10


@pytest.mark.rule("AS-OPT-431")
def test_what_is_dragged_is_scraped():
    fight = dragger(dice=(2, 2, 1, 1))
    fight.do(orders.Act("r1", "drag", "pod"))
    fight.do(orders.Move("r1", ((20, 15),), facing=0))
    assert item(fight, "pod")["structure"] == 1
    assert item(fight, "pod")["at"] == [20, 14.375]
    rough = dragger(dice=(2, 2), terrain=[{"kind": "rough", "rect": [10, 9, 20, 20]}])
    rough.do(orders.Act("r1", "drag", "pod"))
    events = rough.do(orders.Move("r1", ((20, 12),), facing=0))
    assert any("(needs 5)" in line.text for line in story(rough, events))
    assert item(rough, "pod")["structure"] == 1


@pytest.mark.rule("AS-OPT-431")
def test_wheels_are_not_scraped():
    fight = dragger(trailer("r2", 2, (21.25, 10)), dice=())
    fight.do(orders.Act("r1", "drag", "r2"))
    fight.do(orders.Move("r1", ((20, 14),), facing=0))
    assert fight.units["r2"].armor == 6


@pytest.mark.rule("AS-OPT-432")
@pytest.mark.parametrize(("how", "left", "cost"), [("quick", 1, 2.4), ("careful", 2, 4.4)])
def test_letting_go(how, left, cost):
    fight = dragger(dice=(6, 6))
    fight.do(orders.Act("r1", "drag", "pod"))
    command = orders.Move("r1", ((20, 12),), facing=0, drop=orders.Drop((20, 12), how))
    assert check_move(fight, command).cost == pytest.approx(cost)
    fight.do(command)
    assert show_unit(fight, fight.units["r1"])["dragging"] is None
    assert item(fight, "pod")["structure"] == left
    assert item(fight, "pod")["at"] == [20, 12]


# -- scripts ----------------------------------------------------------------------------------------------------


def test_bad_items_are_told():
    base: dict[str, Any] = {
        "options": ["external_cargo"],
        "sides": [{"name": "red", "units": []}, {"name": "blue", "units": []}],
    }
    for items, words in (
        ([{"id": "a"}], "either tons or a size"),
        ([{"id": "a", "tons": 1, "size": 1}], "either tons or a size"),
        ([{"id": "a", "size": 1}, {"id": "a", "size": 2}], "two things"),
        ([{"id": "a", "size": 9}], "size"),
    ):
        with pytest.raises(InputError, match=words):
            script_from_data({**base, "settings": {"external_cargo": {"items": items}}})


@pytest.mark.parametrize(
    ("loads", "words"),
    [
        ({"r1": "pod", "r2": "pod"}, "r1 has it already"),
        ({"r1": "b1", "r2": "b1"}, "r1 has it already"),
        ({"r1": "r2", "r2": "r1"}, "that carries r1"),
    ],
)
def test_nothing_is_carried_by_two_or_by_what_it_carries(loads, words):
    lifters = [
        unit(name, (20, 10 * number), state={"cargo": load}) for number, (name, load) in enumerate(loads.items())
    ]
    with pytest.raises(InputError, match=words):
        yard(*lifters, unit("b1", (20, 40)), items=[{"id": "pod", "size": 1}])


# -- secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-411")
def test_nobody_learns_of_what_a_hidden_unit_carries():
    def told(state: dict[str, Any], **more: Any) -> Any:
        hider = unit("b1", (20, 40), state={"hidden": True, **state}, **HANDS)
        fight = yard(unit("r1", (20, 10)), hider, options=("hidden_units",), **more)
        return [encode(show_view(fight, viewer, 0)) for viewer in ("red", None)]

    assert told({"cargo": "pod"}, items=[{"id": "pod", "size": 1}]) == told({}, items=[])


@pytest.mark.rule("AS-OPT-406")
def test_who_is_carried_by_a_hidden_unit_is_hidden_too():
    load = unit("b2", (25, 40), size=1)
    for state, seen in (({"cargo": "b2"}, True), ({"cargo": "b2", "hidden": True}, False)):
        hider = unit("b1", (20, 40), state=state, **HANDS)
        fight = yard(unit("r1", (20, 10)), hider, load, items=[], options=("hidden_units",))
        assert ("b2" in known_to(fight, "red").units) is seen
        assert ("b2" in known_to(fight, None).units) is seen
        assert "b2" in known_to(fight, "blue").units


# -- flags ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-030")
def test_infantry_drags_a_flag_where_cargo_is_played():
    men = {"card": {**FOOT, "move": '6"f'}, "at": (18, 41.6)}
    take = orders.Act("r1", "take", "blue-flag")
    assert refusal(thief(**men), take).rule == "AS-SCN-030"
    fight = thief(**men, options=("external_cargo",))
    fight.do(take)
    flag = flag_named(fight, "blue-flag")
    assert loaded_move(fight, fight.units["r1"], 6.0, flag) == 3
    assert loaded_move(fight, fight.units["r2"], 12.0, flag) == 8


@pytest.mark.rule("AS-OPT-406")
def test_a_sprinter_picks_up_a_thing_and_no_enemy() -> None:
    """Lifting is no attack, but against who resists (pp. 38, 163)."""
    fight = lifter(unit("b2", (21.25, 10), size=1), state={"moved": "sprint", "inches": 8.0})
    assert orders.Act("r1", "take", "crate") in [one.command for one in offers(fight, "red", "r1")]
    assert orders.Act("r1", "take", "b2") not in [one.command for one in offers(fight, "red", "r1")]
    assert refusal(fight, orders.Act("r1", "take", "b2")).rule == "AS-MOV-058"
    assert fight.do(orders.Act("r1", "take", "crate"))


@pytest.mark.rule("AS-OPT-413")
@pytest.mark.parametrize(("mode", "far"), [("ground", 4.0), ("sprint", 10.0)])
def test_who_drops_its_load_has_its_own_move_again(mode: str, far: float) -> None:
    """An inch with the load counts twice, sprinting or not (pp. 38, 164): 4 of 12 inches, or of 18, 4 more for care."""
    fight = porter()

    def going(inches: float) -> bool:
        path, drop = ((20.0, 12.0), (20.0, 12.0 + inches)), orders.Drop((20.0, 12.0), "careful")
        return check_move(fight, orders.Move("r1", path, mode, drop=drop)).legal

    assert going(far)
    assert not going(far + 0.5)
