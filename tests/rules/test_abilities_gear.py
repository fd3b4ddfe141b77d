"""Gear of the optional section (pp. 82-91): missiles, pods, traps, clamps, rails, rooms and probes."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.probes import is_jammed, probes_of
from lancemate.alphastrike.asking.offers import attack_offer, deeds, moves
from lancemate.alphastrike.hazards.bogging import number_parts
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.transport import find_room
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Unload
from lancemate.alphastrike.play.stats import current_move
from lancemate.kernel.errors import Refusal
from rules.duel import ELEMENTALS, FOOT, HIT, TANK, VTOL, duel, part
from rules.table import attack, battle, end, move, number, refusal, unit

ALL = ("optional_abilities",)
QUIET = (6, 1, 2, 1)
PROTO: dict[str, Any] = {"type": "PM", "size": 1, "move": '6"', "damage": "1/1/0", "armor": 3, "structure": 1}


def with_(*codes: str, **card: Any) -> dict[str, Any]:
    return {"specials": list(codes), **card}


# -- missiles and guns fired alone ----------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-072", "AS-SPC-107", "AS-SPC-146")
@pytest.mark.parametrize("code", ["AC", "LRM", "SRM"])
def test_guns_and_missiles_may_be_fired_alone(code: str) -> None:
    fight = duel(with_(f"{code}2/2/2" if code != "SRM" else "SRM2/2", damage="4/4/4"), options=ALL, gap=4)
    shot = attack(fight, "r1", "b1", using=code)
    assert shot.damage == 2
    hot = duel(with_(f"{code}2/2/2" if code != "SRM" else "SRM2/2"), options=ALL, gap=4)
    assert refusal(hot, orders.Attack("r1", "b1", using=code, overheat=1)).rule == "AS-HEA-012"


@pytest.mark.rule("AS-SPC-030")
def test_flak_may_be_fired_alone_at_what_flies() -> None:
    up = {"airborne": True, "elevation": 4.0}
    fight = duel(with_("FLK2/2/1", damage="1/1/1"), {**VTOL, "armor": 9}, other=up, dice=(6, 6, 3, 3, 3, 3, 3, 3))
    assert attack(fight, "r1", "b1", using="FLK").damage == 2
    low = duel(with_("FLK2/2/1"))
    no = refusal(low, orders.Attack("r1", "b1", using="FLK"))
    assert (no.code, no.rule) == ("not_airborne", "AS-SPC-030")


@pytest.mark.rule("AS-SPC-030", "AS-COM-036")
def test_where_nothing_can_hit_no_dice_fall_and_nothing_bursts() -> None:
    up = {"airborne": True, "elevation": 4.0}
    fight = duel(with_("FLK2/2/2", skill=8), {**VTOL, "tmm": 4}, other=up, gap=30, dice=())
    shot = attack(fight, "r1", "b1")
    assert (shot.target_number > 12, shot.roll, shot.hit, shot.margin) == (True, (), False, None)
    assert fight.units["b1"].armor == 9


# -- improved ATMs --------------------------------------------------------------------------------------------

ATM: dict[str, Any] = with_("IATM3/1/2", damage="4/3/3")


@pytest.mark.rule("AS-SPC-101")
@pytest.mark.parametrize(("gap", "damage", "heat"), [(4, 3, 2), (10, 2, 1), (30, 3, 0)])
def test_improved_infernos_burn(gap: float, damage: int, heat: int) -> None:
    """IATM3/1 acts as HT2/1, and the normal attack does a point less there."""
    fight = duel(ATM, options=ALL, gap=gap, dice=(6, 6, 4, 5))
    shot = attack(fight, "r1", "b1", using="IATM", ammo="inferno")
    assert (shot.damage, fight.units["b1"].heat_taken) == (damage, heat)


@pytest.mark.rule("AS-SPC-101", "AS-DMG-015")
def test_infernos_are_damage_to_what_has_no_heat_scale() -> None:
    fight = duel(ATM, {**TANK, "armor": 20}, options=ALL, gap=4, dice=(6, 5, 3, 3))
    assert attack(fight, "r1", "b1", using="IATM", ammo="inferno").damage == 3 + 2


@pytest.mark.rule("AS-SPC-101")
def test_a_magnetic_pulse_hampers_for_the_whole_next_turn() -> None:
    fight = duel(ATM, options=ALL, gap=4, dice=(6, 5, *QUIET, *HIT, 4, 5, *QUIET))
    assert attack(fight, "r1", "b1", using="IATM", ammo="magnetic_pulse").damage == 3
    assert current_move(fight, fight.units["b1"]) == 8
    end(fight, 2)
    assert current_move(fight, fight.units["b1"]) == 6
    end(fight, 2)
    while fight.state.to_act != "blue":
        end(fight)
    assert number(attack(fight, "b1", "r1"), "AS-SPC-101") == 1
    while fight.state.turn == 2:
        end(fight)
    assert current_move(fight, fight.units["b1"]) == 8
    assert fight.units["b1"].notes["magnetic_pulse"] is None


@pytest.mark.rule("AS-SPC-101")
def test_players_are_offered_its_missiles() -> None:
    fight = duel(ATM, options=ALL, gap=4)
    found = attack_offer(fight, orders.Attack("r1", "b1", using="IATM"))
    assert found is not None
    assert [choice.among for choice in found.choose if choice.name == "ammo"] == [("inferno", "magnetic_pulse")]
    plain = attack_offer(fight, orders.Attack("r1", "b1"))
    assert plain is not None
    assert "ammo" not in [choice.name for choice in plain.choose]


@pytest.mark.rule("AS-SPC-101")
def test_beyond_short_range_a_pulse_is_an_ordinary_salvo() -> None:
    fight = duel(ATM, options=ALL, gap=10, dice=HIT)
    assert attack(fight, "r1", "b1", using="IATM", ammo="magnetic_pulse").damage == 3
    assert "magnetic_pulse" not in fight.units["b1"].notes


@pytest.mark.rule("AS-SPC-101")
def test_over_a_hill_it_does_its_long_value() -> None:
    hill = {"kind": "hill", "height": 6, "rect": [10, 14, 20, 2]}
    fight = battle(
        unit("r1", (20, 10), **ATM),
        unit("r2", (34, 22), 270),
        unit("b1", (20, 20), 180, specials=["AMS"], armor=9),
        terrain=[hill],
        options=ALL,
        dice=(6, 5),
    )
    shot = orders.Attack("r1", "b1", using="IATM", ammo="indirect", spotter="r2")
    assert refusal(fight, orders.Attack("r1", "b1", using="IATM", ammo="indirect")).rule == "AS-COM-022"
    event = next(one for one in fight.do(shot) if one.type == "attack")
    assert (event.damage, part(event, "AS-SPC-012")) == (1, -1)


@pytest.mark.rule("AS-SPC-101")
def test_other_munitions_are_not_for_it() -> None:
    fight = duel(ATM, options=ALL, gap=4)
    assert refusal(fight, orders.Attack("r1", "b1", using="IATM", ammo="swarm")).rule == "AS-SPC-101"
    seen = battle(unit("r1", (20, 10), **ATM), unit("r2", (24, 10)), unit("b1", (20, 20), 180), options=ALL)
    burning = orders.Attack("r1", "b1", using="IATM", ammo="inferno", spotter="r2")
    assert not seen.clone().setup.units[0].card.specials.damage("HT").harms
    assert refusal(seen, burning).rule in ("AS-SPC-101", "AS-COM-022")


# -- virtual reality ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-168")
@pytest.mark.parametrize("jammer", ["ECM", "LECM", "AECM", "WAT", "NOVA"])
def test_virtual_reality_does_not_shoot_in_hostile_ecm(jammer: str) -> None:
    fight = duel(with_("VR"), with_(jammer), options=ALL, gap=0.5, dice=(6, 5))
    no = refusal(fight, orders.Attack("r1", "b1"))
    assert (no.code, no.rule) == ("blinded", "AS-SPC-168")
    assert number(attack(fight, "r1", "b1", kind="physical"), "AS-SPC-168") == 2
    clear = duel(with_("VR", "ECM"), options=ALL, dice=HIT)
    assert attack(clear, "r1", "b1").hit


@pytest.mark.rule("AS-SPC-168")
def test_and_keeps_its_feet_better() -> None:
    fight = duel(with_("VR"), options=ALL)
    parts = number_parts(fight, fight.units["r1"], "swamp")
    assert [each.value for each in parts if each.rule == "AS-SPC-168"] == [-1]


# -- booby traps ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-078")
def test_a_booby_trap_takes_everybody_near_with_it() -> None:
    """The example of the book: Size 4 and a Move of 6 inches do 12."""
    fight = battle(
        unit("r1", (20, 20), size=4, move='6"', specials=["BT"]),
        unit("r2", (20, 21.25), armor=20),
        unit("b1", (21.3, 20), armor=20),
        unit("b2", (26, 20), armor=20),
        options=ALL,
        dice=QUIET,
    )
    fight.do(orders.Act("r1", "detonate", "BT"))
    assert [fight.units[name].armor for name in ("r2", "b1", "b2")] == [8, 8, 20]
    assert refusal(fight, orders.Attack("r1", "b2")).rule == "AS-SPC-078"
    end(fight, 2)
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-SPC-078")
def test_in_the_air_it_does_its_size() -> None:
    fight = battle(
        unit("r1", (20, 20), type="CV", size=3, move='6"v', specials=["BT"]),
        unit("b1", (20.5, 20), armor=20),
        options=ALL,
    )
    fight.units["r1"].airborne, fight.units["r1"].elevation = True, 6.0
    fight.do(orders.Act("r1", "detonate", "BT"))
    assert fight.units["b1"].armor == 17


@pytest.mark.rule("AS-SPC-078")
def test_what_flies_bursts_over_a_point_of_its_path() -> None:
    wing = {"type": "AF", "size": 2, "move": "6a", "specials": ["BT"], "damage": "2/2/1/0"}
    fight = battle(
        unit("r1", (20, 0), **wing, state={"airborne": True, "altitude": "high"}),
        unit("r2", (60, 4), armor=20),
        unit("b1", (20.5, 24), armor=20),
        unit("b2", (26, 30), armor=20),
        options=(*ALL, "aerospace"),
        phase="combat",
    )
    assert [one.command for one in deeds(fight, fight.units["r1"])] == [
        orders.Act("r1", "detonate", "BT", (20.0, 24.0))
    ]
    assert refusal(fight, orders.Act("r1", "detonate", "BT", (26, 30))).rule == "AS-SPC-078"
    assert refusal(fight, orders.Act("r2", "detonate", "BT", (60, 4))).rule == "AS-SPC-078"
    fight.do(orders.Act("r1", "detonate", "BT", (20, 24)))
    assert [fight.units[name].armor for name in ("b1", "b2")] == [18, 20]


@pytest.mark.rule("AS-SPC-078")
def test_it_takes_the_place_of_an_attack_and_is_offered() -> None:
    fight = duel(with_("BT"), options=ALL, dice=HIT)
    assert [one.command for one in deeds(fight, fight.units["r1"])] == [orders.Act("r1", "detonate", "BT")]
    attack(fight, "r1", "b1")
    assert refusal(fight, orders.Act("r1", "detonate", "BT")).rule == "AS-SPC-078"
    assert not list(deeds(fight, fight.units["r1"]))
    assert refusal(duel(options=ALL), orders.Act("r1", "detonate", "BT")).rule == "AS-SPC-078"


@pytest.mark.rule("AS-SPC-078", "AS-SPC-131")
def test_armor_counts_and_riders_are_in_the_middle_of_it() -> None:
    fight = battle(
        unit("r1", (20, 20), size=4, move='6"', specials=["BT"]),
        unit("r2", state={"aboard": "r1", "riding": True}, **{**ELEMENTALS, "specials": ["XMEC"], "armor": 20}),
        unit("b1", (21.3, 20), armor=20, specials=["RCA"]),
        options=ALL,
    )
    fight.do(orders.Act("r1", "detonate", "BT"))
    assert fight.units["b1"].armor == 20 - 4  # a carrier of extended battle armor has a Move of 4: 8, and half of it
    assert fight.units["r2"].armor == 20 - 8


# -- magnetic clamps ------------------------------------------------------------------------------------------


def carrier(*riders: str, move: str = '10"', **card: Any) -> Battle:
    """r1 with so many ProtoMechs on its back, and one more beside it."""
    protos = [
        unit(f"r{n}", state={"aboard": "r1", "riding": True}, **{**PROTO, "specials": [code]})
        for n, code in enumerate(riders, start=2)
    ]
    beside = unit("r9", (21.25, 20), **{**PROTO, "specials": ["MCS"]})
    foes = [unit(f"b{n}", (60, 4.0 * n)) for n in range(1, 3)]
    fight = battle(unit("r1", (20, 20), move=move, **card), *protos, beside, *foes, options=ALL, phase="movement")
    fight.units["r9"].x = 20 + fight.units["r1"].radius + fight.units["r9"].radius
    return fight


@pytest.mark.rule("AS-SPC-109", "AS-SPC-110")
@pytest.mark.parametrize(("riders", "left"), [(("MCS", "MCS"), 6.0), (("MCS",), 8.0), (("UCS",), 8.0), ((), 10.0)])
def test_every_protomech_on_its_back_costs_two_inches(riders: tuple[str, ...], left: float) -> None:
    fight = carrier(*riders)
    assert current_move(fight, fight.units["r1"]) == left


@pytest.mark.rule("AS-SPC-109", "AS-SPC-110")
def test_who_finds_room() -> None:
    fight = carrier("MCS")
    fight.do(orders.Move("r9", board="r1", outside=True))
    assert (fight.units["r9"].aboard, fight.units["r9"].riding) == ("r1", True)
    assert current_move(fight, fight.units["r1"]) == 6.0
    full = carrier("MCS", "MCS")
    assert refusal(full, orders.Move("r9", board="r1", outside=True)).rule == "AS-SPC-109"
    mixed = carrier("UCS")
    assert refusal(mixed, orders.Move("r9", board="r1", outside=True)).rule == "AS-SPC-109"
    single = carrier("UCS")
    other = find_room(single, single.units["r2"], single.units["r1"], outside=True)
    assert isinstance(other, Refusal)
    assert other.rule == "AS-SPC-110"
    tank = carrier(type="CV", move='10"t')
    assert refusal(tank, orders.Move("r9", board="r1", outside=True)).rule == "AS-SPC-109"


@pytest.mark.rule("AS-SPC-109")
def test_they_get_off_with_their_carrier_like_battle_armor() -> None:
    fight = carrier("MCS")
    assert refusal(fight, orders.Move("r2", ((21.25, 20),))).rule == "AS-MOV-066"
    fight.do(orders.Move("r1", ((20, 24),), unload=(Unload("r2", (fight.units["r9"].x, 24)),)))
    assert (fight.units["r2"].on_table, fight.units["r2"].moved) == (True, "dismounted")


@pytest.mark.rule("AS-SPC-109", "AS-SPC-110")
def test_protomechs_with_clamps_are_offered_the_outside() -> None:
    fight = carrier()
    (own,) = moves(fight, fight.units["r9"])
    assert {"board", "outside"} <= {choice.name for choice in own.choose}
    (other,) = moves(fight, fight.units["b1"]) if fight.state.to_act == "blue" else moves(fight, fight.units["r1"])
    assert "outside" not in {choice.name for choice in other.choose}


# -- mountains and rails --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-118")
@pytest.mark.parametrize(("codes", "legal"), [(("MTN",), True), ((), False)])
def test_mountain_troops_climb_two_inches(codes: tuple[str, ...], legal: bool) -> None:
    hill = {"kind": "hill", "height": 2, "rect": [18, 12, 10, 10]}
    climber = unit("r1", (20, 11), **{**FOOT, "move": '12"f', "specials": list(codes)})
    fight = battle(climber, unit("b1", (60, 40)), terrain=[hill], options=ALL, phase="movement")
    assert check_move(fight, orders.Move("r1", ((20, 13),))).legal is legal


RAILS: dict[str, Any] = {"kind": "rail", "line": [[0, 20], [60, 20]], "width": 2}


def train(code: str, **rail: Any) -> Battle:
    tram = unit("r1", (20, 20), 90, type="CV", size=3, move='8"t', specials=[code])
    return battle(tram, unit("b1", (60, 40)), terrain=[{**RAILS, **rail}], options=ALL, phase="movement")


@pytest.mark.rule("AS-SPC-130", "AS-SPC-108")
@pytest.mark.parametrize(("code", "rule"), [("RAIL", "AS-SPC-130"), ("MAG", "AS-SPC-108")])
def test_trains_keep_to_their_rails(code: str, rule: str) -> None:
    fight = train(code, maglev=True)
    assert refusal(fight, orders.Move("r1", ((20, 26),))).rule in (rule, "AS-BAT-058")
    assert move(fight, "r1", (26, 20)).cost == 6.0
    bare = battle(
        unit("r1", (20, 20), type="CV", size=3, move='8"t', specials=[code]),
        unit("b1", (60, 40)),
        options=ALL,
        phase="movement",
    )
    assert refusal(bare, orders.Move("r1", ((26, 20),))).rule == rule


@pytest.mark.rule("AS-SPC-108")
def test_maglev_trains_need_maglev_rails() -> None:
    assert refusal(train("MAG"), orders.Move("r1", ((26, 20),))).rule == "AS-SPC-108"


@pytest.mark.rule("AS-SPC-130")
def test_a_train_pays_nothing_for_its_rails() -> None:
    fight = train("RAIL")
    assert move(fight, "r1", (28, 20)).cost == 8.0


# -- rooms ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-115")
@pytest.mark.parametrize(("codes", "room"), [(("MASH6",), 3), (("MASH3",), 2), (("MASH3", "IT4"), 6)])
def test_a_field_hospital_has_room_for_infantry(codes: tuple[str, ...], room: int) -> None:
    fight = duel({**TANK, "specials": list(codes)}, options=ALL)
    assert fight.units["r1"].card.specials.value("IT") == room


SHUTTLE: dict[str, Any] = {"type": "SC", "size": 1, "move": "5a", "threshold": 1}
FIGHTER: dict[str, Any] = {"type": "AF", "size": 1, "move": "5a", "threshold": 1}


@pytest.mark.rule(
    "AS-SPC-068", "AS-SPC-111", "AS-SPC-125", "AS-SPC-147", "AS-SPC-163", "AS-SPC-164", "AS-SPC-165", "AS-SPC-084"
)
@pytest.mark.parametrize(
    ("bay", "card", "fits"),
    [
        ("AT1", FIGHTER, True),
        ("AT1", SHUTTLE, False),
        ("ST1", SHUTTLE, True),
        ("MT1", {}, True),
        ("MT1", {"specials": ["LG"]}, False),
        ("PT1", PROTO, True),
        ("VTM1", TANK, True),
        ("VTM1", {**TANK, "size": 3}, False),
        ("VTH1", {**TANK, "size": 4}, True),
        ("VTH1", {**TANK, "size": 4, "specials": ["LG"]}, False),
        ("VTS1", {**TANK, "size": 4, "specials": ["LG"]}, True),
        ("VTS1", {**TANK, "size": 4, "specials": ["VLG"]}, False),
    ],
)
def test_who_fits_which_bay(bay: str, card: dict[str, Any], fits: bool) -> None:
    fight = battle(
        unit("r1", (20, 20), type="SV", size=4, move='4"t', specials=["LG", bay]),
        unit("r2", (30, 20), **card),
        unit("b1", (60, 40)),
    )
    assert isinstance(find_room(fight, fight.units["r2"], fight.units["r1"]), Refusal) is not fits


@pytest.mark.rule("AS-SPC-083", "AS-SPC-084")
@pytest.mark.parametrize(("hold", "fits"), [("CK0.11", True), ("CK0.109", False), ("CT110", True), ("CT109", False)])
def test_tons_and_kilotons_are_the_same_room(hold: str, fits: bool) -> None:
    fight = battle(
        unit("r1", (20, 20), type="SV", size=4, move='4"t', specials=["LG", hold]),
        unit("r2", (30, 20), size=4),
        unit("b1", (60, 40)),
    )
    assert isinstance(find_room(fight, fight.units["r2"], fight.units["r1"]), Refusal) is not fits


# -- probes ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-066", "AS-SPC-077", "AS-SPC-105")
@pytest.mark.parametrize(
    ("code", "jammer", "blocked"),
    [("PRB", "ECM", True), ("BH", "ECM", False), ("BH", "AECM", True), ("LPRB", "LECM", True)],
)
def test_what_blocks_a_probe(code: str, jammer: str, blocked: bool) -> None:
    fight = duel(with_(code), with_(jammer), options=ALL, gap=2)
    assert probes_of(fight, fight.units["r1"]) == [code]
    assert is_jammed(fight, fight.units["r1"], code, fight.units["b1"]) is blocked


# -- a shot that cannot hit -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-036")
def test_a_blow_that_cannot_hit_throws_no_dice() -> None:
    fight = duel({"size": 3}, {"tmm": 5}, gap=0, mine={"skill": 8}, dice=())
    blow = attack(fight, "r1", "b1", kind="physical")
    assert (blow.roll, blow.hit, blow.margin) == ((), False, None)


# -- what matters between battles only ------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-116")
def test_a_field_base_changes_nothing_in_play() -> None:
    shots = [attack(duel(with_(*codes), options=ALL), "r1", "b1") for codes in ((), ("MFB",))]
    assert shots[0] == shots[1]
