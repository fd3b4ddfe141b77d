"""Capital and sub-capital weapons (pp. 156-157)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack, preview_data
from lancemate.alphastrike.cards.card import card_from_data, card_to_data
from lancemate.alphastrike.options.capital_weapons import CLASSES, KINDS
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.scripts.saves import load, save
from rules.duel import TANK
from rules.flights import AERODYNE, FIGHTER, SPHEROID, fighter, flyer
from rules.table import battle, end, number, refusal, unit
from rules.test_structures import armor_of, in_a_row

OPTIONS = ("aerospace", "capital_weapons", "optional_abilities")
ARMED = {
    "nose": {"STD": "6/5/4/2", "CAP": "8/8/6/4", "SCAP": "5/5/4/2", "MSL": "5/4/3/2"},
    "left": {"STD": "3/3/2/1"},
    "right": {"STD": "3/3/2/1"},
    "aft": {"STD": "2/2/1/0", "MSL": "3/3/3/3"},
}
LEOPARD = {**AERODYNE, "arcs": ARMED}
GUNS = ["SDS-C9/9/9/9", "SDS-SC6/6/6/6", "SDS-CM5/5/5/5"]
POINT = (24.0, 30.0)


def fort(name: str = "r1", **more: Any) -> Any:
    """A battery on the ground that can move but has stayed where it is."""
    return unit(name, (20, 10), **{**TANK, "specials": GUNS, "move": '4"t', **more})


def sky(*units: Any, dice: Any = (6, 6) * 9, options: Any = OPTIONS, **more: Any) -> Battle:
    return battle(*units, unit("b9", (60, 44)), unit("r9", (60, 4)), options=options, dice=dice, **more)


def ship(name: str = "r1", altitude: str = "low", card: Any = LEOPARD, **more: Any) -> Any:
    return flyer(card, name, more.pop("at", (24, 0)), altitude=altitude, **more)


def told(fight: Battle, name: str, target: Any, **more: Any) -> Any:
    aim = commands.PointTarget(target) if isinstance(target, tuple) else target
    return preview_attack(fight, commands.Attack(name, aim, **more))


@pytest.mark.rule("AS-OPT-220")
def test_six_classes_on_cards() -> None:
    assert list(CLASSES.book) == ["CAP", "SCAP", "MSL", "SDS-C", "SDS-SC", "SDS-CM"]
    card = card_from_data({**LEOPARD}, where="card")
    assert card.arcs["nose"].weapons.codes == {"CAP", "SCAP", "MSL"}
    assert card_from_data(card_to_data(card), where="card") == card
    fight = sky(ship(), fighter("b1", (24, 48), 180))
    orders = [one.command for one in offers(fight, "red") if one.kind == "attack" and one.unit == "r1"]
    assert {order.using for order in orders if order.target == "b1"} >= {"CAP", "SCAP", "MSL"}


@pytest.mark.rule("AS-OPT-221", "AS-OPT-220")
def test_each_weapon_is_an_attack_of_its_own() -> None:
    fight = sky(fort(), fighter("b1", (24, 48), 180), dice=(1, 1) * 9)
    fight.do(commands.Attack("r1", "b1", using="SDS-CM"))
    again = refusal(fight, commands.Attack("r1", "b1", using="SDS-CM"))
    assert again.rule == "AS-OPT-221"
    fight.do(commands.Attack("r1", "b1", using="SDS-SC"))
    assert told(fight, "r1", "b1").legal  # its own weapons are still to come
    assert refusal(fight, commands.Attack("r1", "b9", using="SDS-C")).rule == "AS-OPT-221"
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-AER-096")
def test_an_arc_fires_its_weapons_at_different_targets() -> None:
    """The book's example: the standard weapons at a fighter, the sub-capital ones at a DropShip."""
    fight = sky(ship(), fighter("b1", (24, 48), 180), ship("b2", at=(30, 48), facing=180))
    fight.do(commands.Attack("r1", "b1", arc="nose"))
    while fight.decision is not None:
        fight.do(commands.Decide(fight.decision.side, "keep"))
    assert told(fight, "r1", "b2", arc="nose", using="SCAP").legal
    assert told(fight, "r1", "b2", arc="nose", using="CAP").legal
    assert not told(fight, "r1", "b2", arc="nose").legal


def engaged(dice: tuple[int, int, int, int]) -> Battle:
    """A fighter has engaged the ship, with these dice for control."""
    fight = sky(ship(), fighter("b1", (24, 48), 180), dice=(*dice, *(1, 1) * 9), first="blue")
    fight.do(commands.Attack("b1", "r1"))
    fight.do(commands.Decide("red", "return"))
    return fight


@pytest.mark.rule("AS-AER-060", "AS-AER-061")
def test_capital_weapons_open_an_engagement_as_all_others_do() -> None:
    """P. 184: any attack of one aerospace unit on another; who does not return it leaves the attacker alone."""
    fight = sky(ship(), fighter("b1", (24, 48), 180), dice=(6, 6, 1, 1, 1, 2))
    fight.do(commands.Attack("r1", "b1", using="MSL", arc="nose"))
    assert fight.decision is not None
    assert fight.decision.kind == "engage"
    fight.do(commands.Decide("blue", "keep"))
    assert told(fight, "r1", "b1", arc="nose").legal
    aware = sky(ship(), fighter("b1", (24, 48), 180), dice=(6, 6, 6, 6, 1, 1), first="blue")
    aware.do(commands.Attack("b1", "r1"))
    aware.do(commands.Decide("red", "keep"))
    end(aware)
    assert refusal(aware, commands.Attack("r1", "b1", using="MSL", arc="nose")).rule == "AS-AER-061"


@pytest.mark.rule("AS-AER-066", "AS-AER-065")
def test_capital_weapons_know_who_is_on_whose_tail() -> None:
    tailed, lost, tailing = (
        told(engaged(dice), "r1", "b1", using="MSL", arc="nose") for dice in ((6, 6, 1, 1), (1, 1, 1, 1), (1, 1, 6, 6))
    )
    assert (tailed.reason.rule, lost.reason.rule, tailing.reason) == ("AS-AER-066", "AS-AER-065", None)
    assert [part.value for part in tailing.modifiers if part.rule == "AS-AER-066"] == [-2]


@pytest.mark.rule("AS-AER-069", "AS-OPT-222")
def test_capital_weapons_do_not_reach_beyond_extreme_range_either() -> None:
    far = fighter("b1", (70, 48), 180, altitude="extreme")
    assert told(sky(ship(at=(2, 0)), far), "r1", "b1", using="MSL", arc="nose").reason.rule == "AS-AER-069"
    assert told(sky(fort(), far), "r1", "b1", using="SDS-CM").legal


@pytest.mark.rule("AS-SPC-082", "AS-SPC-152", "AS-SPC-114")
@pytest.mark.parametrize(("code", "harder"), [("CAP", 5), ("SCAP", 3), ("MSL", 0)])
def test_what_a_ship_carries_is_no_weapon_for_small_targets(code: str, harder: int) -> None:
    """Five and three more for guns, nothing for missiles; and two for the air."""
    fight = sky(
        ship(), fighter("b1", (24, 48), 180), ship("b2", at=(30, 48), facing=180, card={**LEOPARD, "specials": ["LG"]})
    )
    small, large = (told(fight, "r1", name, using=code, arc="nose") for name in ("b1", "b2"))
    assert (small.legal, large.legal) == (True, True)
    assert [sum(part.value for part in shot.modifiers if part.rule == "AS-OPT-226") for shot in (small, large)] == [
        harder,
        0,
    ]
    assert sum(part.value for part in small.modifiers if part.rule == "AS-OPT-225") == 2


@pytest.mark.rule("AS-SPC-148", "AS-SPC-150", "AS-SPC-149")
@pytest.mark.parametrize(
    ("code", "harder", "at_ground"), [("SDS-C", 5, False), ("SDS-SC", 3, False), ("SDS-CM", 0, True)]
)
def test_what_defends_the_ground(code: str, harder: int, at_ground: bool) -> None:
    """At short range into the air; at the ground only missiles are fired."""
    fight = sky(fort(), fighter("b1", (24, 48), 180))
    shot = told(fight, "r1", "b1", using=code)
    assert shot.range == "short"
    assert sum(part.value for part in shot.modifiers if part.rule == "AS-OPT-226") == harder
    assert told(fight, "r1", (20.0, 30.0), kind="artillery", using=code).legal == at_ground


@pytest.mark.rule("AS-OPT-222", "AS-OPT-227")
@pytest.mark.parametrize(
    ("altitude", "bracket", "damage"), [("low", "short", 5), ("middle", "short", 5), ("high", "medium", 4)]
)
def test_in_the_air_a_bracket_nearer(altitude: str, bracket: str, damage: int) -> None:
    fight = sky(ship(altitude="low"), flyer(FIGHTER, "b1", (24, 48), 180, altitude=altitude))
    shot = told(fight, "r1", "b1", using="MSL", arc="nose")
    assert shot.legal, shot.reason
    assert (shot.range, shot.damage) == (bracket, damage)
    plain = told(fight, "r1", "b1", arc="nose")
    assert plain.range != bracket or altitude == "low"


@pytest.mark.rule("AS-OPT-223", "AS-OPT-224", "AS-OPT-225", "AS-OPT-226")
@pytest.mark.parametrize(("code", "needs"), [("SDS-C", 13), ("SDS-SC", 11), ("SDS-CM", 8)])
def test_from_the_ground_at_small_targets(code: str, needs: int) -> None:
    fight = sky(fort(state={"moved": "ground"}), flyer(FIGHTER, "b1", (24, 48), 180, altitude="middle"))
    shot = told(fight, "r1", "b1", using=code)
    assert (shot.range, shot.target_number) == ("short", needs)
    if code == "SDS-C":
        assert shot.hit_probability == 0


@pytest.mark.rule("AS-OPT-226")
def test_large_targets_are_no_harder() -> None:
    big = flyer({**SPHEROID, "specials": ["VLG"]}, "b1", (24, 48), 180, altitude="middle")
    shot = told(sky(fort(), big), "r1", "b1", using="SDS-C")
    assert number(shot, "AS-OPT-226") is None


@pytest.mark.rule("AS-OPT-221")
@pytest.mark.parametrize("name", [(24.0, 48.0), "b1"])
def test_what_is_no_capital_weapon_is_refused_as_one_and_nothing_else(name: Any) -> None:
    fight = sky(fort(), fighter("b1", (24, 48), 180))
    for kind in KINDS:
        shot = told(fight, "r1", name, kind=kind, using="ECM")
        assert not shot.legal
        assert shot.reason.rule


@pytest.mark.rule("AS-OPT-225")
@pytest.mark.parametrize(("air", "more"), [("standard", 2), ("thick", 2), ("thin", None), ("vacuum", None)])
def test_thin_air_is_no_hindrance(air: str, more: int | None) -> None:
    fight = sky(fort(), fighter("b1", (24, 48), 180), conditions={"atmosphere": air})
    assert number(told(fight, "r1", "b1", using="SDS-CM"), "AS-OPT-225") == more


@pytest.mark.rule("AS-OPT-228")
@pytest.mark.parametrize(("spent", "armor"), [("0", 6 - 5), ("1", 6 - 2), ("2", 6)])
def test_point_defense_meets_missiles(spent: str, armor: int) -> None:
    bird = fighter("b1", (24, 48), 180, specials=["PNT2"], threshold=9, armor=6)
    fight = sky(fort(), bird, dice=(6, 5) * 9)
    fight.do(commands.Attack("r1", "b1", using="SDS-CM"))
    events = fight.do(commands.Decide("blue", spent))
    assert fight.units["b1"].armor == armor
    made = [event for event in events if event.type == "attack"]
    if spent == "1":
        assert number(made[0], "AS-OPT-228") == 1
    guns = sky(fort(), bird, dice=(6, 5) * 9)
    guns.do(commands.Attack("r1", "b1", using="SDS-SC"))
    assert guns.decision is None


@pytest.mark.rule("AS-OPT-229")
def test_what_may_be_fired_at_the_ground_from_where() -> None:
    fight = sky(fort())
    for code, good in (("SDS-C", False), ("SDS-SC", False), ("SDS-CM", True)):
        shot = told(fight, "r1", (20.0, 30.0), kind="artillery", using=code)
        assert shot.legal == good
        assert good or (shot.reason is not None and shot.reason.rule == "AS-OPT-229")
    above = sky(ship())
    for code in ("CAP", "SCAP", "MSL"):
        assert told(above, "r1", POINT, kind="artillery", using=code, arc="nose").legal
    assert refusal(above, commands.Attack("r1", "b9", "artillery", "MSL", arc="nose")).rule == "AS-OPT-229"


@pytest.mark.rule("AS-OPT-230")
@pytest.mark.parametrize(("air", "needs"), [("vacuum", 4), ("standard", 6)])
def test_from_the_air_it_is_as_easy_as_skill_makes_it(air: str, needs: int) -> None:
    fight = sky(ship(), conditions={"atmosphere": air})
    assert told(fight, "r1", POINT, kind="artillery", using="MSL", arc="nose").target_number == needs
    fight = sky(ship(), dice=(1, 1, 1, 2))
    events = fight.do(commands.Attack("r1", commands.PointTarget(POINT), "artillery", "MSL", arc="nose"))
    (drift,) = [event for event in events if event.type == "scattered"]
    assert drift.lands_at == (24, 34)


@pytest.mark.rule("AS-OPT-231")
def test_a_friend_designates_the_point() -> None:
    painter = unit("r2", (24, 12), specials=["TAG"])
    fight = sky(ship(), painter, dice=(6, 5, 1, 1))
    before = told(fight, "r1", POINT, kind="artillery", using="MSL", arc="nose").target_number
    assert any(
        one.command.using == "TAG"
        for one in offers(sky(ship(), painter, unit("b1", (24, 24))), "red", "r2")
        if one.kind == "attack"
    )
    paint = commands.Attack("r2", commands.PointTarget(POINT), using="TAG")
    fight.do(paint)
    shot = told(fight, "r1", POINT, kind="artillery", using="MSL", arc="nose")
    assert before is not None
    assert shot.target_number == before - 2
    assert number(shot, "AS-OPT-231") == -2
    assert number(told(fight, "r1", (24.0, 20.0), kind="artillery", using="MSL", arc="nose"), "AS-OPT-231") is None
    assert refusal(fight, paint).rule == "AS-OPT-231"
    far = commands.Attack("r2", commands.PointTarget((24.0, 47.0)), using="TAG")
    assert refusal(sky(ship(), painter), far).rule == "AS-OPT-231"
    light = sky(ship(), unit("r2", (24, 12), specials=["LTAG"]))
    assert refusal(light, commands.Attack("r2", commands.PointTarget(POINT), using="LTAG")).rule == "AS-OPT-231"


@pytest.mark.rule("AS-OPT-232")
def test_from_the_ground_at_the_ground() -> None:
    fight = sky(fort(state={"moved": "ground"}))
    shot = told(fight, "r1", (20.0, 30.0), kind="artillery", using="SDS-CM")
    assert shot.target_number == 4 + 4 + 1 + 2 + 2
    assert number(shot, "AS-OPT-232") == 2
    still = sky(fort(move='0"t'))
    assert number(told(still, "r1", (20.0, 30.0), kind="artillery", using="SDS-CM"), "AS-OPT-232") is None


@pytest.mark.rule("AS-OPT-233")
def test_missiles_fly_as_cruise_missiles_do() -> None:
    options = (*OPTIONS, "advanced_artillery")
    fight = sky(fort(move='0"t'), options=options, depth=96, dice=(3, 3, 5, 5, *(6, 6) * 20))
    order = commands.Attack("r1", commands.PointTarget((20.0, 60.0)), "artillery", "SDS-CM")
    shot = preview_data(fight, order)
    assert (shot["flight"], shot["target_number"]) == (1, 4 + 7 + 2)
    easy = sky(
        fort(move='0"t', skill=2), unit("b1", (20, 60), armor=9), options=options, depth=96, dice=(1, 2, 6, 1, 6, 6)
    )
    easy.do(order)
    assert easy.units["b1"].armor == 9
    while easy.state.turn == 1 or easy.state.phase != "combat":
        easy.do(commands.EndPhase())
    easy.do(commands.EndPhase())
    assert easy.units["b1"].armor == 4
    assert load(save(easy)).hash() == easy.hash()


@pytest.mark.rule("AS-OPT-234")
def test_how_far_the_blast_reaches() -> None:
    near, ring, out = unit("b1", (24, 33), armor=9), unit("b2", (24, 35.5), armor=9), unit("b3", (24, 38), armor=9)
    hall = {"id": "hall", "kind": "building", "height": 2, "cf": 40, "rect": [26, 29, 2, 2]}
    fight = sky(ship(), near, ring, out, dice=(6, 5, *(1, 1) * 5), terrain=[hall])
    fight.do(commands.Attack("r1", commands.PointTarget(POINT), "artillery", "MSL", arc="nose"))
    assert [fight.units[name].armor for name in ("b1", "b2", "b3")] == [4, 7, 9]
    assert fight.state.terrain_damage["hall"] == 5
    beam = sky(ship(), near, ring, dice=(6, 5, *(1, 1) * 5))
    beam.do(commands.Attack("r1", commands.PointTarget((24.0, 33.0)), "artillery", "CAP", arc="nose"))
    assert beam.units["b1"].armor == 1
    assert beam.units["b2"].armor == 9
    high = sky(ship(altitude="high"))
    assert told(high, "r1", POINT, kind="artillery", using="MSL", arc="nose").damage == 4


@pytest.mark.rule("AS-BAT-130", "AS-OPT-234")
def test_every_section_that_the_blast_reaches_takes_its_share() -> None:
    """Its sections are 2, 4, 6 and 8 inches away; one that is lost is struck no more."""
    fight = sky(ship(), in_a_row(), dice=(6, 5))
    order = commands.Attack("r1", commands.PointTarget((24.0, 28.0)), "artillery", "MSL", arc="nose")
    events = fight.do(order)
    assert armor_of(fight) == [4, 4, 7, 9]
    told = [(event.target, event.section, event.damage) for event in events if isinstance(event, HitLanded)]
    assert told == [("b1", "fore", 5), ("b1", "second", 5), ("b1", "third", 2)]
    assert load(save(fight)).hash() == fight.hash()
    holed = sky(ship(), in_a_row(state={"sections": {"second": {"armor": 0, "structure": 0}}}), dice=(6, 5))
    holed.do(order)
    assert armor_of(holed) == [4, 0, 7, 9]


@pytest.mark.rule("AS-BAT-130", "AS-OPT-234")
def test_a_beam_strikes_the_sections_under_its_template() -> None:
    for y, left in ((30.5, [1, 9, 9, 9]), (32.0, [1, 1, 9, 9]), (37.5, [9, 9, 9, 1])):
        fight = sky(ship(), in_a_row(), dice=(6, 5))
        fight.do(commands.Attack("r1", commands.PointTarget((24.0, y)), "artillery", "CAP", arc="nose"))
        assert armor_of(fight) == left


@pytest.mark.rule("AS-BAT-130", "AS-OPT-233")
def test_so_does_a_missile_that_was_on_its_way() -> None:
    options = (*OPTIONS, "advanced_artillery")
    battery = fort(move='0"t', skill=2)
    fight = sky(battery, in_a_row(63.0), options=options, depth=96, dice=(1, 2, 6, 1, 6, 6))
    fight.do(commands.Attack("r1", commands.PointTarget((24.0, 60.0)), "artillery", "SDS-CM"))
    assert armor_of(fight) == [9, 9, 9, 9]
    while fight.state.turn == 1 or fight.state.phase != "combat":
        fight.do(commands.EndPhase())
    fight.do(commands.EndPhase())
    assert armor_of(fight) == [4, 4, 7, 9]


@pytest.mark.rule("AS-OPT-234")
def test_over_water_it_bursts_on_the_surface() -> None:
    lake = {"id": "lake", "kind": "water", "depth": 4, "rect": [10, 20, 30, 20]}
    afloat = unit("b1", (24, 33), **{**TANK, "move": '8"h', "armor": 9})
    fight = sky(ship(), afloat, dice=(6, 5, *(1, 1) * 5), terrain=[lake])
    assert fight.units["b1"].elevation > fight.table.ground(24, 33)
    fight.do(commands.Attack("r1", commands.PointTarget(POINT), "artillery", "MSL", arc="nose"))
    assert fight.units["b1"].armor == 4


@pytest.mark.rule("AS-OPT-234", "AS-OPT-441")
def test_what_it_strikes_may_catch_fire() -> None:
    woods = {"id": "wood", "kind": "woods", "circle": [24, 30, 5]}
    fight = sky(ship(), unit("b1", (5, 45)), dice=(6, 5, 6, 6), terrain=[woods], options=(*OPTIONS, "fire_and_smoke"))
    events = fight.do(commands.Attack("r1", commands.PointTarget(POINT), "artillery", "MSL", arc="nose"))
    (tried,) = [event for event in events if event.type == "fire_check"]
    assert (tried.at, tried.lit, tried.modifiers[0].label) == (POINT, True, "Woods, by accident")


@pytest.mark.rule("AS-OPT-229")
def test_orbital_fire_comes_from_beyond_the_table_at_once() -> None:
    options = (*OPTIONS, "advanced_artillery")
    above = flyer(LEOPARD, "r1", None, state={"airborne": True, "altitude": "extreme"})
    above = type(above)(
        **{
            **{name: getattr(above, name) for name in above.__slots__},
            "words": {"offboard": {"edge": "south", "distance": 900.0}},
        }
    )
    fight = sky(above, unit("b1", (24, 30), armor=9), options=options, dice=(6, 5, 1, 1))
    order = commands.Attack("r1", commands.PointTarget(POINT), "artillery", "MSL", arc="nose")
    assert preview_data(fight, order)["flight"] == 0
    fight.do(order)
    assert fight.units["b1"].armor < 9


@pytest.mark.rule("AS-OPT-227")
def test_without_damage_at_that_range_there_is_no_shot() -> None:
    weak = {**LEOPARD, "arcs": {**ARMED, "nose": {"STD": "6/5/4/2", "MSL": "5/0/0/0"}}}
    fight = sky(ship(card=weak), flyer(FIGHTER, "b1", (24, 48), 180, altitude="high"))
    shot = told(fight, "r1", "b1", using="MSL", arc="nose")
    assert shot.reason is not None
    assert shot.reason.rule == "AS-OPT-227"


@pytest.mark.rule("AS-OPT-230")
def test_from_the_air_no_hill_is_in_the_way() -> None:
    hill = [{"kind": "hill", "height": 30, "rect": [10, 10, 30, 6]}]
    assert told(sky(ship(), terrain=hill), "r1", (24.0, 18.0), kind="artillery", using="MSL", arc="nose").legal


@pytest.mark.rule("AS-OPT-230")
def test_by_coordinates_no_hill_is_in_the_way_either() -> None:
    """Within Long range somebody has to see the point; beyond it the map is enough."""
    hill = [{"kind": "hill", "height": 30, "rect": [10, 14, 30, 6]}]
    fight = sky(fort(), terrain=hill, depth=96, options=(*OPTIONS, "advanced_artillery"))
    near, far = (told(fight, "r1", (20.0, y), kind="artillery", using="SDS-CM") for y in (30.0, 60.0))
    assert (near.legal, far.legal) == (False, True)


@pytest.mark.rule("AS-AER-094", "AS-OPT-229")
def test_a_spheroid_on_its_path_shells_the_ground_with_whatever_may_strafe_or_strike() -> None:
    fight = sky(ship(card={**SPHEROID, "arcs": ARMED}))
    assert all(told(fight, "r1", POINT, kind="artillery", using="MSL", arc=arc).legal for arc in ("nose", "aft"))
