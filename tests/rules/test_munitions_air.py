"""Arrows, Copperheads, bombs and pods (pp. 143-148): munitions in the air, from it and against it."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.bombs import carried
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from rules.duel import ELEMENTALS, TANK, VTOL
from rules.flights import fighter, sky
from rules.munitions import HIT, MISS, OPTION, loaded
from rules.table import attack, number, refusal, unit

PAINTED = {"painted": True}
ON = (OPTION, "optional_abilities")
ALONG = {"flight": [[20, 0], [20, 40]]}


def craft(*bombs: str, altitude: str = "low", **more: Any) -> Any:
    """A fighter on a path north through the middle, with bombs."""
    return fighter("r1", (20, 0), 0, altitude=altitude, bombs=bombs, state=ALONG, **{"specials": ["BOMB6"], **more})


def raid(
    *more: Any, bombs: tuple[str, ...] = (), dice: Any = (*HIT, 1, 1, 1, 1), options: Any = (), **how: Any
) -> Battle:
    altitude = how.pop("altitude", "low")
    return sky(craft(*bombs, altitude=altitude), *more, dice=dice, options=(*ON, *options), **how)


def below(at: tuple[float, float] = (20, 20), **more: Any) -> Any:
    return unit("b1", at, 180, **{"armor": 9, **more})


# -- Arrows against aircraft --------------------------------------------------------------------------------------


def battery(*more: Any, dice: Any = HIT, **how: Any) -> Battle:
    one = loaded(unit("r1", (20, 10), specials=["ART-AIS1"]), ART_AIS="air_defense_arrow_iv")
    return sky(one, *more, dice=dice, options=ON, **how)


@pytest.mark.rule("AS-OPT-106")
@pytest.mark.parametrize(("path", "needed", "word"), [(20, 4, "short"), (30, 6, "medium")])
def test_air_defense(path, needed, word):
    fight = battery(fighter("b1", (2, path), 90, state={"flight": [[2, path], [40, path]]}))
    fight.units["r1"].moved = "ground"
    made = attack(fight, "r1", "b1", kind="artillery", ammo="air_defense_arrow_iv")
    assert (made.target_number, made.range, made.damage) == (needed, word, 2)
    assert fight.units["b1"].armor == 4
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-OPT-106"


@pytest.mark.rule("AS-OPT-106")
def test_air_defense_is_for_what_flies():
    up = unit("b2", (24, 20), 180, state={"airborne": True, "elevation": 4}, **VTOL)
    fight = battery(unit("b1", (20, 20), 180), up, dice=(*HIT, *HIT, 1, 1))
    order = commands.Attack("r1", "b1", kind="artillery", ammo="air_defense_arrow_iv")
    assert refusal(fight, order).rule == "AS-OPT-106"
    assert preview_attack(fight, replace(order, target="b2")).legal
    attack(fight, "r1", "b1")
    assert refusal(fight, replace(order, target="b2")).rule == "AS-OPT-106"


@pytest.mark.rule("AS-OPT-106")
def test_it_is_offered_and_a_miss_goes_nowhere():
    fight = battery(fighter("b1", (2, 20), 90, state={"flight": [[2, 20], [40, 20]]}), dice=MISS)
    (one,) = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "air_defense"]
    fight.do(one.command)
    assert fight.dice.used == 2
    assert refusal(fight, one.command).code in ("artillery_spent", "already_attacked")


def duel(dice: Any, red: Any, *more: Any, path: float = 10) -> Battle:
    foe = fighter("b1", (path, 30), 180, state={"flight": [[path, 30], [path, 0]]})
    return sky(red, foe, *more, dice=dice, options=ON)


@pytest.mark.rule("AS-OPT-107")
def test_air_to_air_arrows_of_artillery():
    red = loaded(fighter("r1", (20, 0), 0, state=ALONG, specials=["ART-AIS1"]), ART_AIS="air_to_air_arrow_iv")
    fight = duel((*HIT, 1, 1), red)
    made = attack(fight, "r1", "b1", kind="artillery", ammo="air_to_air_arrow_iv")
    assert (made.damage, made.kind) == (2, "air_arrow")
    assert preview_attack(fight, commands.Attack("r1", "b1")).legal
    assert (
        refusal(fight, commands.Attack("r1", "b1", "artillery", ammo="air_to_air_arrow_iv")).code == "artillery_spent"
    )
    ground = sky(red, unit("b1", (20, 20)), options=ON)
    assert refusal(ground, commands.Attack("r1", "b1", "artillery", ammo="air_to_air_arrow_iv")).rule == "AS-OPT-107"


@pytest.mark.rule("AS-OPT-107")
def test_medium_range_is_the_farthest():
    red = loaded(fighter("r1", (20, 0), 0, state=ALONG, specials=["ART-AIS1"]), ART_AIS="air_to_air_arrow_iv")
    far = duel(HIT, red, path=46)
    assert refusal(far, commands.Attack("r1", "b1", "artillery", ammo="air_to_air_arrow_iv")).code == "out_of_range"


@pytest.mark.rule("AS-OPT-124")
@pytest.mark.rule("AS-OPT-128")
@pytest.mark.parametrize(
    ("bomb", "damage"), [("air_to_air_arrow_iv", 2), ("arrow_iv_air_to_air", 2), ("light_air_to_air_arrow", 1)]
)
def test_air_to_air_arrows_under_the_wings(bomb, damage):
    fight = duel((*HIT, 1, 1), craft(bomb, "HE"))
    made = attack(fight, "r1", "b1", bombs=(bomb,))
    assert made.damage == damage
    assert carried(fight.units["r1"]) == ("HE",)
    assert refusal(fight, commands.Attack("r1", "b1", bombs=(bomb,))).code == "no_bombs"


@pytest.mark.rule("AS-OPT-124")
def test_they_are_offered_besides_its_attack():
    fight = duel(MISS, craft("air_to_air_arrow_iv"))
    found = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "air_arrow"]
    fight.do(found[0].command)
    assert carried(fight.units["r1"]) == ()
    assert preview_attack(fight, commands.Attack("r1", "b1")).legal


# -- homing rounds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-109")
@pytest.mark.parametrize(("piece", "damage"), [("ART-LT", 3), ("ART-S", 2), ("ART-T", 1)])
def test_copperheads(piece, damage):
    one = loaded(unit("r1", (20, 4), specials=[f"{piece}1"]), **{piece: "copperhead"})
    fight = sky(one, below(state=PAINTED), unit("b2", (20, 21.5), armor=9), dice=(2, 2, 1, 1), options=ON)
    made = attack(fight, "r1", (20, 30), kind="artillery", ammo="copperhead")
    assert (made.target_number, made.damage, made.target) == (4, damage, "b1")
    assert fight.units["b2"].armor == 9


HILL = [{"kind": "hill", "height": 10, "rect": [10, 12, 20, 2]}]


@pytest.mark.rule("AS-OPT-109")
def test_copperheads_come_from_above_and_fly_over_hills():
    one = loaded(unit("r1", (20, 4), specials=["ART-S1"]), ART_S="copperhead")
    back = unit("b1", (20, 20), 0, armor=9, state=PAINTED)
    fight = sky(one, back, dice=(2, 2, 1, 1), options=ON, terrain=HILL)
    assert attack(fight, "r1", (20, 30), kind="artillery", ammo="copperhead").damage == 2


@pytest.mark.rule("AS-OPT-125")
def test_homing_arrows_as_well():
    order = commands.Attack("r1", commands.PointTarget((20, 30)), "artillery", bombs=("arrow_iv_homing",))
    assert refusal(raid(below(), bombs=("arrow_iv_homing",)), order).code == "nothing_painted"
    assert refusal(raid(below(state=PAINTED), bombs=("HE",)), order).code == "no_bombs"
    back = unit("b1", (24, 20), 0, armor=9, state=PAINTED)
    fight = raid(back, bombs=("arrow_iv_homing",), terrain=HILL, dice=(2, 2, 1, 1))
    fight.do(order)
    assert fight.units["b1"].armor == 7


@pytest.mark.rule("AS-OPT-125")
def test_the_ground_lies_open_to_arrows():
    ground = [{"kind": "hill", "height": 20, "rect": [28, 12, 2, 20]}]
    fight = raid(below((34, 20)), bombs=("arrow_iv",), terrain=ground)
    assert preview_attack(fight, commands.Attack("r1", commands.PointTarget((34, 20)), "arrow_iv")).legal


@pytest.mark.rule("AS-OPT-109")
def test_copperheads_need_paint():
    one = loaded(unit("r1", (20, 4), specials=["ART-S1"]), ART_S="copperhead")
    fight = sky(one, below(), options=ON)
    order = commands.Attack("r1", commands.PointTarget((20, 30)), "artillery", ammo="copperhead")
    assert (refusal(fight, order).code, refusal(fight, order).rule) == ("nothing_painted", "AS-OPT-176")


@pytest.mark.rule("AS-OPT-109")
def test_whom_it_strikes_is_its_owners_choice():
    one = loaded(unit("r1", (20, 4), specials=["ART-S1"]), ART_S="copperhead")
    fight = sky(one, below(state=PAINTED), unit("b2", (26, 20), state=PAINTED, armor=9), dice=(1, 2), options=ON)
    fight.do(commands.Attack("r1", commands.PointTarget((20, 30)), "artillery", ammo="copperhead"))
    fight.do(commands.Decide("red", "b2"))
    assert fight.units["b2"].armor == 9
    assert fight.dice.used == 2


# -- bombs --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-122")
def test_who_carries_alternate_bombs():
    raid(below(), bombs=("laser_guided", "thunder", "torpedo", "tag", "rocket_launcher", "HE"))
    tank = replace(unit("r1", (20, 4), specials=["BOMB2"], **TANK), bombs=("laser_guided",))
    with pytest.raises(InputError, match="AS-OPT-122"):
        sky(tank, below(), options=ON)
    suits = replace(unit("r1", (20, 4), specials=["BOMB2"], **ELEMENTALS), bombs=("laser_guided",))
    with pytest.raises(InputError, match="AS-OPT-122"):
        sky(suits, below(), options=ON)


@pytest.mark.rule("AS-OPT-122")
@pytest.mark.parametrize("hit", [True, False])
def test_they_are_spent_whether_they_hit_or_not(hit):
    fight = raid(below(), bombs=("laser_guided",), dice=(*(HIT if hit else (*MISS, 1, 1)), 1, 1))
    attack(fight, "r1", (20, 20), kind="dive_bomb", bombs=("laser_guided",))
    assert carried(fight.units["r1"]) == ()
    assert fight.units["b1"].armor == (7 if hit else 9)


@pytest.mark.rule("AS-OPT-123")
@pytest.mark.parametrize(
    ("bombs", "fits"),
    [
        (("arrow_iv", "arrow_iv"), True),
        (("arrow_iv", "HE"), True),
        (("HE", "thunder", "tag"), True),
        (("arrow_iv", "HE", "HE"), False),
        (("air_to_air_arrow_iv", "arrow_iv_homing", "HE"), False),
        (("light_air_to_air_arrow", "HE", "HE"), True),
    ],
)
def test_arrows_take_a_slot_more(bombs, fits):
    one = craft(*bombs, specials=["BOMB3"])
    if fits:
        sky(one, below(), options=ON)
        return
    with pytest.raises(InputError, match="count as 4"):
        sky(one, below(), options=ON)


@pytest.mark.rule("AS-OPT-125")
def test_arrow_iv_from_the_air():
    fight = raid(below((30, 20)), bombs=("arrow_iv",))
    made = attack(fight, "r1", (30, 20), kind="artillery", bombs=("arrow_iv",))
    assert made.hit
    assert (number(made, "AS-COM-108"), number(made, "AS-COM-073"), number(made, "AS-COM-065")) == (4, 1, 1)
    assert fight.units["b1"].armor == 7
    assert carried(fight.units["r1"]) == ()
    assert refusal(fight, commands.Attack("r1", commands.PointTarget((30, 20)), "arrow_iv")).rule == "AS-OPT-125"


@pytest.mark.rule("AS-OPT-125", "AS-OPT-441")
def test_arrows_from_the_air_light_what_grows_there():
    woods = [{"kind": "woods", "rect": [28, 18, 4, 4]}]
    fight = raid(below((30, 20)), bombs=("arrow_iv",), terrain=woods, options=("fire_and_smoke",), dice=(*HIT, 6, 6))
    attack(fight, "r1", (30, 20), kind="artillery", bombs=("arrow_iv",))
    assert "fire" in {feature.kind for feature in fight.table.features_at(30, 20)}


@pytest.mark.rule("AS-OPT-132", "AS-SPC-134")
def test_a_torpedo_is_a_bomb_to_armor():
    fight = raid(below(specials=["RFA"]), bombs=("torpedo",), terrain=POOL, dice=(6, 5, *(1, 2) * 4))
    assert attack(fight, "r1", "b1", kind="dive_bomb", bombs=("torpedo",)).damage == 2


@pytest.mark.rule("AS-OPT-125")
def test_an_arrow_that_misses_scatters_and_homing_ones_do_not():
    fight = raid(below((30, 20)), bombs=("arrow_iv",), dice=(*MISS, 1, 3))
    attack(fight, "r1", (30, 20), kind="artillery", bombs=("arrow_iv",))
    assert fight.units["b1"].armor == 9
    homing = raid(below((30, 20), state=PAINTED), bombs=("arrow_iv_homing",), dice=(2, 2, 1, 1))
    made = attack(homing, "r1", (30, 24), kind="artillery", bombs=("arrow_iv_homing",))
    assert (made.target_number, made.damage) == (4, 2)
    assert carried(homing.units["r1"]) == ()


@pytest.mark.rule("AS-OPT-126")
def test_inferno_bombs_burn_on():
    fight = raid(below(), bombs=("inferno",), options=["fire_and_smoke"])
    attack(fight, "r1", (20, 20), kind="dive_bomb", bombs=("inferno",))
    assert fight.units["b1"].heat_special_taken == 2
    (fire,) = [feature for feature in fight.table.features if feature.kind == "fire"]
    assert fight.state.notes["fires"][fire.id] == [1, 11]  # type: ignore[index, call-overload]


@pytest.mark.rule("AS-OPT-441")
@pytest.mark.parametrize(("bomb", "sparks"), [("HE", 1), ("thunder", 0), ("remote_sensor", 0)])
def test_only_bombs_that_do_harm_may_light_the_ground(bomb, sparks):
    fight = raid(below(), bombs=(bomb,), options=["fire_and_smoke"])
    bombed = commands.Attack("r1", commands.PointTarget((20, 20)), "dive_bomb", bombs=(bomb,))
    assert (preview_attack(fight, bombed).more["fire"] is not None) is bool(sparks)
    told = fight.do(bombed)
    assert sum(event.type == "fire_check" for event in told) == sparks


def test_the_log_calls_bombs_and_attacks_by_their_names():
    fight = raid(below(), bombs=("laser_guided",))
    told = fight.do(commands.Attack("r1", commands.PointTarget((20, 20)), "dive_bomb", bombs=("laser_guided",)))
    text = " ".join(line.text for line in story(fight, told))
    assert "drops its Laser-Guided bomb" in text
    assert "_" not in text


@pytest.mark.rule("AS-OPT-127")
@pytest.mark.parametrize(
    ("state", "bomb", "easier"), [(PAINTED, "laser_guided", -2), ({}, "laser_guided", None), (PAINTED, "HE", None)]
)
def test_laser_guided(state, bomb, easier):
    fight = raid(below(state=state), bombs=(bomb,))
    made = attack(fight, "r1", (20, 20), kind="dive_bomb", bombs=(bomb,))
    assert number(made, "AS-OPT-127") == easier
    assert fight.units["b1"].armor == 7


@pytest.mark.rule("AS-OPT-129")
@pytest.mark.parametrize("words", [("rocket_launcher", "rocket_launcher"), ("rocket_launchers",)])
def test_rockets_with_a_strike(words):
    fight = raid(below(), bombs=("rocket_launcher", "rocket_launcher", "HE"))
    fight.units["r1"].card = replace(fight.units["r1"].card)
    made = attack(fight, "r1", "b1", kind="strike", bombs=words)
    assert made.damage == 6
    assert carried(fight.units["r1"]) == ("HE",)


@pytest.mark.rule("AS-OPT-129")
def test_rockets_alone_and_where_they_are_not_used():
    fight = raid(below(), bombs=("rocket_launcher",) * 3)
    made = attack(fight, "r1", "b1", kind="strike", using="BOMB", bombs=("rocket_launcher",) * 2)
    assert (made.damage, number(made, "AS-AER-014")) == (2, 1)
    assert carried(fight.units["r1"]) == ("rocket_launcher",)
    fight = raid(below(), bombs=("rocket_launcher",))
    strip = commands.LineTarget(((20, 15), (20, 25)))
    assert refusal(fight, commands.Attack("r1", strip, "strafe", bombs=("rocket_launcher",))).rule == "AS-OPT-129"
    too_many = commands.Attack("r1", "b1", "strike", bombs=("rocket_launcher",) * 2)
    assert refusal(fight, too_many).rule == "AS-OPT-129"
    ways = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "strike"]
    assert any(choice.word == "rocket_launchers" for one in ways for choice in one.choose)


@pytest.mark.rule("AS-OPT-130")
def test_a_tag_pod():
    fight = raid(below(), bombs=("tag",), dice=(6, 6, *HIT, 1, 1, 1, 1))
    made = attack(fight, "r1", "b1", kind="strike", bombs=("tag",))
    assert (number(made, "AS-OPT-130"), number(made, "AS-AER-014")) == (2, 1)
    assert fight.units["b1"].notes["painted"] is True
    assert carried(fight.units["r1"]) == ("tag",)
    assert refusal(fight, commands.Attack("r1", "b1", "strike", bombs=("tag",))).rule == "AS-OPT-130"
    assert attack(fight, "r1", "b1", kind="strike").damage == 4


@pytest.mark.rule("AS-OPT-130")
def test_a_tag_pod_paints_what_lies_under_the_path():
    fight = raid(below((30, 20)), bombs=("tag",))
    assert refusal(fight, commands.Attack("r1", "b1", "strike", bombs=("tag",))).rule == "AS-AER-018"


@pytest.mark.rule("AS-OPT-131")
def test_thunder_bombs():
    fight = raid(below((30, 30)), bombs=("thunder",))
    attack(fight, "r1", (20, 20), kind="dive_bomb", bombs=("thunder",))
    (field,) = fight.table.features
    assert (field.kind, field.properties["density"], field.properties["type"]) == ("minefield", 4, "conventional")


POOL = [{"kind": "water", "depth": 2, "rect": [14, 14, 12, 12]}]


@pytest.mark.rule("AS-OPT-132")
@pytest.mark.parametrize(("altitude", "kind"), [("low", "dive_bomb"), ("high", "altitude_bomb")])
def test_torpedoes(altitude, kind):
    fight = raid(below(), bombs=("torpedo", "HE"), terrain=POOL, altitude=altitude, dice=(6, 5, 1, 2, 1, 2, 1, 2))
    fight.units["b1"].moved = "ground"
    made = attack(fight, "r1", "b1", kind=kind, bombs=("torpedo",))
    assert made.damage == 1
    assert any(part.label.startswith("Target") for part in made.modifiers)
    causes = [event.cause for event in fight.journal.events if event.type == "critical"]
    assert "torpedo" in causes
    assert carried(fight.units["r1"]) == ("HE",)


@pytest.mark.rule("AS-OPT-132")
def test_torpedoes_run_in_water():
    fight = raid(below(), bombs=("torpedo",))
    assert refusal(fight, commands.Attack("r1", "b1", "dive_bomb", bombs=("torpedo",))).rule == "AS-OPT-132"
