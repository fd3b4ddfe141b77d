"""Alternate munitions (pp. 143-150): loads, and what autocannons and missiles fire at units."""

from dataclasses import replace
from math import cos, sin, tau
from typing import Any

import pytest

from lancemate.alphastrike.abilities.painting import worth
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.attack import open_attack
from lancemate.alphastrike.options.alternate_munitions.loads import choices_of, fitting
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from lancemate.rulebook import rule
from rules.duel import ELEMENTALS, FOOT, TANK, VTOL
from rules.munitions import HIT, MISS, OPTION, agreeing, shot
from rules.table import attack, battle, end, number, refusal, unit

QUIET = (6, 1, 2, 1)
UP = {"airborne": True, "elevation": 4}


def fired(ammo: str, load: dict[str, Any] | None = None, **how: Any) -> Any:
    """The attack of r1 on b1 with a munition."""
    using = how.pop("using", None)
    launcher = "AC" if ammo in fitting(rules, "AC") else "LRM" if ammo in fitting(rules, "LRM") else "SRM"
    return attack(shot(load or {launcher: ammo}, **how), "r1", "b1", ammo=ammo, using=using)


# -- loads ------------------------------------------------------------------------------------------------------


def script(munitions: Any, *orders: Any, options: Any = (OPTION,), settings: Any = None, **card: Any) -> Any:
    """A whole script of two units, the first with munitions."""
    plain = {"name": "Archer", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "4/4/2", "armor": 6}
    plain |= {"structure": 5, "ov": 0, "specials": ["AC2/2/0", "LRM1/2/2", "SRM3/3"], **card}
    said = {"munitions": munitions} if munitions is not None else {}
    red = {"id": "r1", "card": plain, "at": [20, 10], "facing": 0, **said}
    blue = {"id": "b1", "card": {**plain, "type": "BM", "specials": []}, "at": [20, 16], "facing": 180}
    data: dict[str, Any] = {
        "game": "alpha-strike",
        "options": list(options),
        "map": {"kind": "table", "width": 48, "depth": 48},
        "sides": [
            {"name": "red", "home": "south", "units": [red]},
            {"name": "blue", "home": "north", "units": [blue]},
        ],
        "start": {"turn": 1, "phase": "combat", "first": "red"},
        "dice": [5, 5, 1, 1],
        "commands": list(orders),
    }
    return data if settings is None else data | {"settings": settings}


def ran(*given: Any, **more: Any) -> Any:
    return run_script(script_from_data(script(*given, **more)))


@pytest.mark.rule("AS-OPT-100")
def test_what_is_written_down_may_be_fired():
    ran_so = ran({"AC": "precision"}, {"attack": {"unit": "r1", "target": "b1", "ammo": "precision"}})
    assert ran_so.battle.units["b1"].armor < 6
    fight = shot({"AC": "precision"})
    refused = refusal(fight, commands.Attack("r1", "b1", ammo="flak"))
    assert (refused.rule, refused.code) == ("AS-OPT-100", "no_such_ammo")
    assert "Precision" in refused.message
    plain = battle(unit("r1", (20, 10), specials=["AC2/2/0"]), unit("b1", (20, 16), 180))
    assert refusal(plain, commands.Attack("r1", "b1", ammo="flak")).rule == "AS-OPT-100"


@pytest.mark.rule("AS-OPT-100")
@pytest.mark.parametrize(
    ("munitions", "card", "said"),
    [
        ({"AC": "precision"}, {"specials": ["SRM3/3"]}, "AS-OPT-100"),
        ("precision", {}, "by the ability"),
        ({"AC": ["precision", "flak"]}, {}, "agreed on 1"),
        ({"AC": "inferno"}, {}, "it takes armor_piercing"),
        ({"HT": "inferno"}, {}, "takes no munitions"),
    ],
)
def test_loads_that_cannot_be(munitions, card, said):
    with pytest.raises(InputError, match=said) as wrong:
        ran(munitions, **card)
    assert wrong.value.key is not None
    assert "munitions" in wrong.value.key


@pytest.mark.rule("AS-OPT-100")
def test_players_may_agree_on_more_types():
    both = {"AC": ["precision", "flak"]}
    ran_so = ran(both, settings={OPTION: {"types": 2}})
    assert ran_so.battle.units["r1"].notes["munitions"] == both
    with pytest.raises(InputError, match="option alternate_munitions, which is off"):
        ran(both, options=())


@pytest.mark.rule("AS-OPT-103")
@pytest.mark.parametrize(
    ("card", "launcher", "word"),
    [
        (FOOT, "SRM", "inferno"),
        (ELEMENTALS, "SRM", "inferno"),
        ({"type": "AF", "move": "6a", "threshold": 2}, "SRM", "inferno"),
    ],
)
def test_infantry_and_aircraft_have_none(card, launcher, word):
    with pytest.raises(InputError, match="AS-OPT-103"):
        ran({launcher: word}, **{**card, "specials": ["SRM3/3"]})


@pytest.mark.rule("AS-OPT-103")
def test_aircraft_with_artillery_have_arrows_for_the_air():
    card = {"type": "AF", "move": "6a", "threshold": 2, "specials": ["ART-AIS1"]}
    with pytest.raises(InputError, match="AS-OPT-103"):
        ran({"ART-AIS": "smoke"}, **card)
    fighter = unit("r1", (20, 10), **card)
    assert choices_of(fighter.card) == (("ART-AIS", "air_to_air_arrow_iv"),)


@pytest.mark.rule("AS-OPT-104")
def test_the_table_of_the_book_and_of_the_text():
    data = rule("AS-OPT-104").data
    split = {"thunder_or_thunder_active": ("thunder", "thunder_active"), "swarm_and_swarm_i": ("swarm", "swarm_i")}
    for row in (*data["rows"], *data["not_in_table_but_in_text"]):
        if row["class"] != "bomb":
            for word in split.get(row["munition"], (row["munition"],)):
                assert {one for one in ALL if word in fitting(rules, one)} >= set(row["requires"])
    assert fitting(rules, "SRM") == (
        *("heat_seeking", "inferno", "magnetic_pulse", "mine_clearance", "smoke", "tandem_charge"),
        *("anti_tsm", "dead_fire", "listen_kill"),
    )


ALL = ("AC", "LRM", "SRM", "SNARC", "INARC", "CNARC", "ART-AIS", "ART-AC", "ART-T", "ART-S", "ART-LT")


@pytest.mark.rule("AS-OPT-105")
def test_cannons_and_capital_missiles_have_one_kind():
    for launcher, special in (("ART-LTC", "ART-LTC1"), ("MSL", "MSL1/1/1/1")):
        with pytest.raises(InputError, match="AS-OPT-105"):
            ran({launcher: "smoke"}, specials=[special])


# -- naming one -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-101")
def test_it_goes_with_what_fires_it():
    fight = shot({"AC": "precision"})
    assert refusal(fight, commands.Attack("r1", "b1", using="SRM", ammo="precision")).rule == "AS-OPT-101"
    close = shot({"AC": "precision"}, gap=0)
    assert refusal(close, commands.Attack("r1", "b1", kind="physical", ammo="precision")).rule == "AS-OPT-101"
    far = shot({"AC": "precision"}, gap=30)
    refused = refusal(far, commands.Attack("r1", "b1", ammo="precision"))
    assert (refused.rule, refused.code) == ("AS-OPT-101", "out_of_range")
    attack(far, "r1", "b1")


@pytest.mark.rule("AS-OPT-101")
def test_two_launchers_with_the_same():
    fight = shot({"LRM": "dead_fire", "SRM": "dead_fire"})
    refused = refusal(fight, commands.Attack("r1", "b1", ammo="dead_fire"))
    assert "ammo: {LRM: dead_fire}" in refused.message
    done = ran(
        {"LRM": "dead_fire", "SRM": "dead_fire"},
        {"attack": {"unit": "r1", "target": "b1", "ammo": {"SRM": "dead_fire"}}},
    )
    made = next(event for event in done.outcomes[0].events if event.type == "attack")
    assert (made.ammo, made.damage) == ("SRM:dead_fire", 5)
    ways = [one for one in offers(fight, "red") if one.kind == "attack" and one.command.using is None]
    (said,) = [choice for choice in ways[0].choose if choice.name == "ammo"]
    assert said.among == ("LRM:dead_fire", "SRM:dead_fire")


@pytest.mark.rule("AS-OPT-101")
def test_it_is_offered_where_it_goes():
    fight = shot({"AC": "precision", "LRM": "swarm"})
    found = {
        one.command.using: next((c.among for c in one.choose if c.name == "ammo"), ())
        for one in offers(fight, "red")
        if one.kind == "attack" and one.command.kind == "weapon" and isinstance(one.command.target, str)
    }
    assert found == {None: ("precision", "swarm"), "AC": ("precision",), "LRM": ("swarm",), "SRM": ()}
    one = next(one for one in offers(fight, "red") if one.kind == "attack")
    fight.do(replace(one.command, ammo="precision"))
    assert any("firing Precision" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-OPT-102")
def test_one_kind_with_an_attack():
    both = {"attack": {"unit": "r1", "target": "b1", "ammo": {"AC": "precision", "SRM": "inferno"}}}
    done = ran({"AC": "precision", "SRM": "inferno"}, both)
    refused = done.outcomes[0].refusal
    assert refused is not None
    assert refused.rule == "AS-OPT-102"


def test_a_save_keeps_loads_and_what_was_fired():
    fight = shot({"AC": "flechette", "LRM": "smoke"}, dice=(*HIT, 1, 1))
    fight.do(commands.Attack("r1", "b1", ammo="flechette"))
    assert load(save(fight)).hash() == fight.hash()


# -- autocannons ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-117")
def test_armor_piercing():
    fight = shot({"AC": "armor_piercing"}, dice=(6, 5, 5, 5, 3, 5), gap=10)
    made = attack(fight, "r1", "b1", using="AC", ammo="armor_piercing")
    assert (number(made, "AS-OPT-117"), made.damage) == (1, 1)
    assert fight.units["b1"].wounds or fight.units["b1"].fresh
    fight = shot({"AC": "armor_piercing"}, dice=(6, 5, 5, 4))
    assert attack(fight, "r1", "b1", ammo="armor_piercing").damage == 3
    assert fight.dice.used == 4
    assert any("10 would have been needed" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-OPT-117")
def test_the_last_point_of_armor_piercing_stays():
    assert fired("armor_piercing", red={"specials": ["AC1/1/0"]}, using="AC", dice=(6, 5, 1, 1)).damage == 1


@pytest.mark.rule("AS-OPT-117")
@pytest.mark.parametrize("blue", [FOOT, ELEMENTALS])
def test_infantry_takes_armor_piercing_for_usual_rounds(blue):
    made = fired("armor_piercing", blue=blue, dice=(6, 5))
    assert (number(made, "AS-OPT-117"), made.damage) == (None, 4)


@pytest.mark.rule("AS-SPC-071")
def test_ablation_armor_is_not_pierced():
    fight = shot({"AC": "armor_piercing"}, blue={"specials": ["ABA"]}, dice=(6, 5))
    attack(fight, "r1", "b1", ammo="armor_piercing")
    assert fight.dice.used == 2


@pytest.mark.rule("AS-OPT-118")
@pytest.mark.parametrize(("dice", "damage"), [((2, 2), 2), ((1, 2), 2), ((1, 1), 0)])
def test_flak_bursts_near_what_flies(dice, damage):
    fight = shot({"AC": "flak"}, blue={**VTOL, "tmm": 0}, state=UP, dice=(*dice, 1, 1, 1, 1))
    made = attack(fight, "r1", "b1", ammo="flak")
    assert (made.target_number, made.hit) == (5, False)
    assert fight.units["b1"].armor == 9 - damage
    assert number(made, "AS-OPT-118") is None


@pytest.mark.rule("AS-OPT-118")
def test_flak_does_nothing_on_the_ground():
    assert fired("flak").damage == 2
    assert fired("flak", blue=VTOL, state=UP, dice=(6, 6, *(1,) * 8)).damage == 4


@pytest.mark.rule("AS-OPT-119")
@pytest.mark.parametrize(
    ("blue", "using", "damage"),
    [(FOOT, None, 6), ({}, None, 3), (ELEMENTALS, None, 3), (FOOT, "AC", 4), ({}, "AC", 1), (TANK, "AC", 1)],
)
def test_flechettes(blue, using, damage):
    assert fired("flechette", blue=blue, using=using, dice=(6, 5, *(1,) * 6)).damage == damage


@pytest.mark.rule("AS-OPT-119")
def test_half_of_three_and_woods():
    red = {"specials": ["AC3/3/0"]}
    assert fired("flechette", red=red, blue=ELEMENTALS, using="AC", dice=(6, 5)).damage == 1
    fight = shot({"AC": "flechette"}, terrain=[{"kind": "woods", "rect": [18, 20, 4, 4]}], blue={"armor": 6})
    assert preview_attack(fight, commands.Attack("r1", "woods1", ammo="flechette")).damage == 6


@pytest.mark.rule("AS-SPA-021")
@pytest.mark.parametrize(
    ("word", "using", "damage"), [("flechette", None, 4), ("flechette", "AC", 2), ("precision", None, 4)]
)
def test_cluster_hitters_know_rounds_that_burst(word, using, damage):
    fight = shot({"AC": word}, {"specials": ["AC2/2/0"]})
    setup = replace(fight.setup, units=tuple(_gifted(one) for one in fight.setup.units))
    fight = Battle(setup, TapeDice([*HIT, 1, 1]))
    fight.units["r1"].moved = "standstill"
    assert attack(fight, "r1", "b1", ammo=word, using=using).damage == damage


def _gifted(one: Any) -> Any:
    return replace(one, abilities=("Cluster Hitter",)) if one.id == "r1" else one


@pytest.mark.rule("AS-OPT-116")
@pytest.mark.parametrize("word", ["armor_piercing", "flak", "flechette", "precision", "tracer"])
def test_autocannon_ammunition_alone_and_among_all_weapons(word):
    fight = shot({"AC": word}, blue=VTOL, state=UP)
    for using in (None, "AC"):
        assert preview_attack(fight, commands.Attack("r1", "b1", using=using, ammo=word)).legal
    others = battle(unit("r1", (20, 10), specials=["LRM1/1/1"]), unit("b1", (20, 16)), options=[OPTION])
    assert choices_of(others.units["r1"].card)[0] == ("LRM", "heat_seeking")


@pytest.mark.rule("AS-OPT-120")
@pytest.mark.parametrize(("move", "damage"), [('10"', 5), ('8"', 4), ('6"/10"j', 5)])
def test_precision_among_all_weapons(move, damage):
    made = fired("precision", blue={"move": move})
    assert (made.damage, number(made, "AS-OPT-120")) == (damage, None)


@pytest.mark.rule("AS-OPT-120")
def test_precision_alone():
    made = fired("precision", blue={"move": '12"'}, using="AC")
    assert (made.damage, number(made, "AS-OPT-120")) == (2, -2)


@pytest.mark.rule("AS-OPT-121")
@pytest.mark.parametrize(
    ("light", "less"), [("dusk", -1), ("dawn", -1), ("night", -1), ("moonless_night", -1), ("day", None)]
)
@pytest.mark.parametrize("using", [None, "AC"])
def test_tracers(light, less, using):
    made = fired("tracer", conditions={"light": light} if light != "day" else None, using=using, dice=(6, 6, *(1,) * 8))
    assert number(made, "AS-OPT-121") == less


# -- missiles ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-138")
def test_munitions_over_hills():
    hill = [{"kind": "hill", "height": 6, "rect": [10, 14, 20, 2]}]
    red = {"specials": ["IF3", "LRM2/2/2"]}
    fight = shot({"LRM": "anti_tsm"}, red, None, unit("r2", (30, 20), 270), gap=12, terrain=hill)
    made = attack(fight, "r1", "b1", using="IF", spotter="r2", ammo="anti_tsm", spotter_attacks=True)
    assert made.damage == 1
    plain = shot({"LRM": "anti_tsm"}, red, None, unit("r2", (30, 20), 270), gap=12, terrain=hill)
    assert attack(plain, "r1", "b1", using="IF", spotter="r2").damage == 3


@pytest.mark.rule("AS-OPT-139")
@pytest.mark.parametrize(("blue", "damage"), [({"specials": ["TSMX"]}, 5), ({"specials": ["TSM"]}, 3), ({}, 3)])
def test_anti_tsm_warheads(blue, damage):
    fight = shot({"LRM": "anti_tsm"}, blue=blue, dice=(*HIT, 1, 2))
    assert attack(fight, "r1", "b1", ammo="anti_tsm").damage == damage
    assert fight.dice.used == (4 if damage == 5 else 2)


@pytest.mark.rule("AS-OPT-139")
def test_a_damage_of_three():
    made = fired("anti_tsm", {"SRM": "anti_tsm"}, blue={"specials": ["TSMX"]}, using="SRM", dice=(*HIT, 1, 2))
    assert made.damage == 4


@pytest.mark.rule("AS-SPC-161")
def test_implants_suffer_without_criticals():
    fight = shot({"LRM": "anti_tsm"}, blue={**FOOT, "specials": ["TSI"]}, dice=HIT)
    assert attack(fight, "r1", "b1", ammo="anti_tsm").damage == 5


@pytest.mark.rule("AS-OPT-141")
@pytest.mark.parametrize(
    ("load", "using", "gap", "damage"),
    [
        ("LRM", None, 5, 5),
        ("LRM", None, 20, 5),
        ("LRM", "LRM", 5, 2),
        ("LRM", "LRM", 20, 3),
        ("SRM", "SRM", 5, 4),
        ("SRM", None, 20, 1),
    ],
)
def test_dead_fire(load, using, gap, damage):
    assert fired("dead_fire", {load: "dead_fire"}, using=using, gap=gap, dice=(6, 6, *(1,) * 8)).damage == damage


@pytest.mark.rule("AS-OPT-141")
@pytest.mark.parametrize(("load", "using", "gap"), [("LRM", None, 30), ("LRM", "LRM", 30), ("SRM", "SRM", 20)])
def test_dead_fire_does_not_reach(load, using, gap):
    fight = shot({load: "dead_fire"}, gap=gap)
    assert refusal(fight, commands.Attack("r1", "b1", using=using, ammo="dead_fire")).rule == "AS-OPT-141"


@pytest.mark.rule("AS-OPT-142")
@pytest.mark.parametrize(
    ("heat", "using", "damage", "easier"),
    [(1, None, 5, None), (0, None, 4, None), (2, "LRM", 1, -2), (0, "LRM", 1, None)],
)
def test_heat_seekers(heat, using, damage, easier):
    made = fired("heat_seeking", using=using, state={"heat": heat})
    assert (made.damage, number(made, "AS-OPT-142")) == (damage, easier)


@pytest.mark.rule("AS-OPT-142")
def test_nothing_to_seek():
    assert fired("heat_seeking", blue=TANK, dice=(*HIT, 1, 1, 1, 1)).damage == 4


@pytest.mark.rule("AS-OPT-143")
@pytest.mark.parametrize(
    ("srm", "using", "damage", "heat"), [("3/3", None, 1, 2), ("1/1", "SRM", 0, 1), ("3/3", "SRM", 0, 2)]
)
def test_infernos(srm, using, damage, heat):
    fight = shot({"SRM": "inferno"}, {"specials": [f"SRM{srm}"]})
    assert attack(fight, "r1", "b1", ammo="inferno", using=using).damage == damage
    assert fight.units["b1"].heat_special_taken == heat


@pytest.mark.rule("AS-OPT-143")
def test_infernos_hurt_what_has_no_heat_scale():
    fight = shot({"SRM": "inferno"}, blue=TANK, dice=(*HIT, 1, 1, 1, 1))
    assert attack(fight, "r1", "b1", ammo="inferno").damage == 4


@pytest.mark.rule("AS-OPT-143")
def test_dropships_ignore_infernos():
    ship = {"type": "DS", "size": 2, "move": "3p", "threshold": 3, "armor": 30}
    fight = shot({"SRM": "inferno"}, blue=ship, gap=8, dice=(6, 6, *(1,) * 8))
    assert preview_attack(fight, commands.Attack("r1", "b1", ammo="inferno")).damage == 1


@pytest.mark.rule("AS-OPT-144")
@pytest.mark.parametrize(("year", "easier"), [(None, -1), (3036, None), (3037, -1), (3039, -1), (3040, None)])
def test_listen_kill(year, easier):
    fight = shot({"LRM": "listen_kill"})
    if year is not None:
        fight = Battle(agreeing(fight.setup, year=year), TapeDice([*HIT]))
    assert number(attack(fight, "r1", "b1", ammo="listen_kill"), "AS-OPT-144") == easier


@pytest.mark.rule("AS-OPT-145")
def test_magnetic_pulse():
    red = {"specials": ["SRM2/2"]}
    fight = shot({"SRM": "magnetic_pulse"}, red, dice=(*HIT, *QUIET, *HIT, *HIT))
    assert attack(fight, "r1", "b1", ammo="magnetic_pulse").damage == 2
    end(fight, 4)
    fight.do(commands.EndPhase())
    harder = preview_attack(fight, commands.Attack("b1", "r1"))
    assert number(harder, "AS-OPT-145") == 1
    alone = shot({"SRM": "magnetic_pulse"}, red)
    assert attack(alone, "r1", "b1", using="SRM", ammo="magnetic_pulse").damage == 0
    on_foot = shot({"SRM": "magnetic_pulse"}, red, FOOT)
    attack(on_foot, "r1", "b1", ammo="magnetic_pulse")
    assert "missile_pulse" not in on_foot.units["b1"].notes


@pytest.mark.rule("AS-OPT-145")
def test_a_pulse_passes():
    fight = shot({"SRM": "magnetic_pulse"}, dice=(*HIT, *QUIET, *QUIET, *QUIET))
    attack(fight, "r1", "b1", ammo="magnetic_pulse")
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-145") is None
    while fight.state.turn < 3:
        fight.do(commands.EndPhase())
    assert "missile_pulse" not in fight.units["b1"].notes
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-145") is None


@pytest.mark.rule("AS-OPT-146")
def test_mine_clearance_at_a_unit():
    assert fired("mine_clearance", {"SRM": "mine_clearance"}, red={"specials": ["SRM2/2"]}).damage == 3


@pytest.mark.rule("AS-OPT-147")
@pytest.mark.parametrize(("ammo", "damage"), [(None, 2), ("listen_kill", 1)])
def test_beacons_guide_usual_missiles_only(ammo, damage):
    tagged = {"notes": {"narc": True}}
    red = {"specials": ["LRM1/2/2", "SNARC1"]}
    fight = shot({"LRM": "listen_kill"}, red, state=tagged)
    assert attack(fight, "r1", "b1", using="LRM", ammo=ammo).damage == damage


@pytest.mark.rule("AS-OPT-150")
def test_smoke_at_a_unit():
    assert fired("smoke", {"SRM": "smoke"}).damage == 1


@pytest.mark.rule("AS-OPT-154")
def test_thunder_at_a_unit():
    assert fired("thunder", {"LRM": "thunder"}, gap=20, dice=(6, 6, *(1,) * 6)).damage == 2


@pytest.mark.rule("AS-OPT-151")
def test_swarms_go_on():
    near = unit("b2", (22, 18), 180, armor=9)
    friend = unit("r2", (18, 18), 180, armor=9)
    fight = shot({"LRM": "swarm"}, None, None, near, friend, dice=(*MISS, 6, 2, 6, 6, 1, 1))
    attack(fight, "r1", "b1", ammo="swarm")
    flew = [event for event in fight.journal.events if event.type == "swarm"]
    assert [(one.target, one.hit) for one in flew] == [("b2", True)]
    assert fight.units["b2"].armor == 7
    assert all(part.rule != "AS-COM-066" for part in flew[0].modifiers)
    assert any("fly on to" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-OPT-151")
def test_a_swarm_that_misses_draws_again_and_spares_nobody():
    near = unit("b2", (22, 18), 180, armor=9)
    friend = unit("r2", (18, 18), 180, armor=9)
    out = unit("b3", (24.0, 16.25))
    fight = shot({"LRM": "swarm"}, None, None, near, friend, out, dice=(*MISS, 2, *MISS, 6, 5))
    attack(fight, "r1", "b1", using="LRM", ammo="swarm")
    flew = [event for event in fight.journal.events if event.type == "swarm"]
    assert [(one.target, one.hit) for one in flew] == [("b2", False), ("r2", True)]
    assert fight.units["r2"].armor == 7


@pytest.mark.rule("AS-OPT-151")
def test_every_one_of_many_may_be_drawn():
    places = [(20 + 2.6 * cos(k * tau / 8), 16 + 2.6 * sin(k * tau / 8)) for k in range(8)]
    crowd = [unit(f"b{k + 2}", at, **FOOT) for k, at in enumerate(places)]
    fight = shot({"LRM": "swarm"}, None, None, *crowd, dice=(*MISS, 2, 3, 2, 2, 6, 6, *(1,) * 8))
    attack(fight, "r1", "b1", using="LRM", ammo="swarm")
    flew = [event for event in fight.journal.events if event.type == "swarm"]
    assert [(one.target, one.hit) for one in flew] == [("b9", True)]


@pytest.mark.rule("AS-OPT-151")
def test_a_swarm_that_hits_is_done():
    fight = shot({"LRM": "swarm"}, None, None, unit("b2", (22, 18)), dice=HIT)
    assert attack(fight, "r1", "b1", ammo="swarm").damage == 4


@pytest.mark.rule("AS-OPT-152")
def test_friends_are_spared():
    fight = shot({"LRM": "swarm_i"}, None, None, unit("r2", (18, 18)), dice=MISS)
    attack(fight, "r1", "b1", ammo="swarm_i")
    assert fight.dice.used == 2


@pytest.mark.rule("AS-OPT-153")
@pytest.mark.parametrize(("blue", "used", "damage"), [({}, 4, 4), (ELEMENTALS, 2, 4), (FOOT, 2, 3)])
def test_tandem_charges(blue, used, damage):
    fight = shot({"SRM": "tandem_charge"}, blue=blue, dice=(*HIT, 5, 4))
    assert attack(fight, "r1", "b1", ammo="tandem_charge").damage == damage
    assert fight.dice.used == used


@pytest.mark.rule("AS-OPT-153")
def test_tandem_charges_with_luck():
    fight = shot({"SRM": "tandem_charge"}, blue=TANK, dice=(*HIT, 6, 4, 5, 5, 1, 1))
    attack(fight, "r1", "b1", ammo="tandem_charge", using="SRM")
    assert fight.dice.used == 8


# -- painting and what homes in ---------------------------------------------------------------------------------


PAINTED = {"painted": True}


@pytest.mark.rule("AS-OPT-177")
@pytest.mark.rule("AS-SPC-154")
@pytest.mark.rule("AS-SPC-106")
@pytest.mark.parametrize(
    ("gear", "gap", "good"), [("TAG", 24, True), ("TAG", 24.5, False), ("LTAG", 6, True), ("LTAG", 6.5, False)]
)
def test_painting(gear, gap, good):
    fight = shot({}, {"specials": [gear]}, gap=gap, dice=(6, 6, *HIT, *QUIET))
    if not good:
        assert refusal(fight, commands.Attack("r1", "b1", using=gear)).rule == "AS-OPT-177"
        return
    attack(fight, "r1", "b1", using=gear)
    assert fight.units["b1"].notes["painted"] is True
    assert refusal(fight, commands.Attack("r1", "b1", using=gear)).code == "no_shots_left"
    made = attack(fight, "r1", "b1")
    assert number(made, "AS-COM-066") is None
    end(fight, 2)
    assert not fight.units["b1"].notes.get("painted")


@pytest.mark.rule("AS-OPT-177")
def test_nobody_paints_for_nothing():
    fight = battle(unit("r1", (20, 10), specials=["TAG"]), unit("b1", (20, 16), 180))
    assert refusal(fight, commands.Attack("r1", "b1", using="TAG")).rule == "AS-OPT-177"
    assert not any(getattr(one.command, "kind", "") == "TAG" for one in offers(fight, "red"))


@pytest.mark.rule("AS-OPT-148")
@pytest.mark.parametrize(
    ("state", "using", "damage", "easier"), [(PAINTED, None, 5, None), (PAINTED, "LRM", 1, -2), (None, None, 4, None)]
)
def test_semi_guided(state, using, damage, easier):
    made = fired("semi_guided", state=state, using=using)
    assert (made.damage, number(made, "AS-OPT-148")) == (damage, easier)


@pytest.mark.rule("AS-OPT-149")
@pytest.mark.parametrize(
    ("using", "state", "damage", "easier"), [("IF", PAINTED, 3, None), ("LRM", PAINTED, 4, -2), ("LRM", None, 2, None)]
)
def test_semi_guided_over_hills(using, state, damage, easier):
    hill = [{"kind": "hill", "height": 6, "rect": [10, 14, 20, 2]}]
    red = {"specials": ["IF2", "LRM4/4/4"]}
    fight = shot({"LRM": "semi_guided"}, red, None, unit("r2", (30, 20), 270), gap=12, terrain=hill, state=state)
    made = attack(fight, "r1", "b1", using=using, spotter="r2", ammo="semi_guided")
    assert (made.damage, number(made, "AS-OPT-149")) == (damage, easier)


@pytest.mark.rule("AS-OPT-148")
def test_painting_is_worth_it_for_friends_who_home_in():
    painter = unit("r2", (24, 10), specials=["TAG"])
    fight = shot({"LRM": "semi_guided"}, None, None, painter)
    assert worth(open_attack(fight, commands.Attack("r2", "b1", using="TAG"))) == 1
