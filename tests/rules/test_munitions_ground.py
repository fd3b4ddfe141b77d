"""Shells and missiles that change the ground (pp. 143-150): smoke, light, fire, mines; cluster and flechette shells."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.artillery import burst_at, shock_of
from lancemate.alphastrike.combat.attack import open_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.duel import ELEMENTALS, FOOT, TANK
from rules.munitions import HIT, MISS, OPTION, loaded, shot
from rules.table import attack, battle, end, move, number, refusal, unit

AT = (20.0, 20.0)
QUIET = (6, 1, 2, 1)
FACES = (1, 1, 1, 1, 1, 1)


def gun(word: str, piece: str, *more: Any, dice: Any = (6, 6, *FACES), options: Any = (), **how: Any) -> Battle:
    """r1 has a piece of artillery with a load, and the others stand where they are put."""
    one = loaded(unit("r1", (20, 4), specials=[f"{piece}1"]), **{piece: word})
    return battle(one, *more, dice=dice, options=(OPTION, *options), **how)


def fire(fight: Battle, word: str, at: tuple[float, float] = AT) -> Any:
    return attack(fight, "r1", at, kind="artillery", ammo=word)


def areas(fight: Battle) -> dict[str, tuple[float, ...]]:
    """What lies on the table: its circle by its name."""
    found = {}
    for feature in fight.table.features:
        shape: Any = feature.shape
        if feature.id not in fight.setup.table.by_id:
            found[feature.id] = (shape.x, shape.y, shape.r)
    return found


# -- shells -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-108")
@pytest.mark.parametrize(
    ("piece", "near", "ring", "out"),
    [
        ("ART-LT", 2, (24.5, 20), (26.5, 20)),
        ("ART-S", 1, (22.5, 20), (24.5, 20)),
        ("ART-AIS", 1, (22.5, 20), (24.5, 20)),
    ],
)
def test_cluster(piece, near, ring, out):
    hit, grazed, spared = unit("b1", AT, armor=9), unit("b2", ring, armor=9), unit("b3", out, armor=9)
    fight = gun("cluster", piece, hit, grazed, spared, dice=(6, 5, 4))
    fire(fight, "cluster")
    assert [fight.units[name].armor for name in ("b1", "b2", "b3")] == [9 - near, 8, 9]


@pytest.mark.rule("AS-OPT-108")
def test_minimal_damage_is_rolled_for_each():
    fight = gun("cluster", "ART-T", unit("b1", AT, armor=9), unit("b2", (22.5, 20), armor=9), dice=(6, 5, 3, 4))
    fire(fight, "cluster")
    assert (fight.units["b1"].armor, fight.units["b2"].armor) == (9, 8)


@pytest.mark.rule("AS-OPT-110")
def test_flechette_shells():
    men, far = unit("b1", AT, **FOOT, armor=9), unit("b2", (22.5, 20), **FOOT, armor=9)
    suits, tank = unit("b3", (20, 21.7), **ELEMENTALS, armor=9), unit("b4", (18.5, 20), **TANK, armor=9)
    fight = gun("flechette", "ART-LT", men, far, suits, tank, dice=(6, 5))
    fire(fight, "flechette")
    assert [fight.units[name].armor for name in ("b1", "b2", "b3", "b4")] == [3, 7, 9, 9]


@pytest.mark.rule("AS-OPT-110")
@pytest.mark.parametrize(("kind", "felt"), [("woods", ((1.0, 4),)), ("planted_fields", ())])
def test_flechette_shells_tear_woods_to_pieces(kind, felt):
    fight = gun("flechette", "ART-S", unit("b1", (40, 40)), terrain=[{"kind": kind, "rect": [10, 18, 20, 20]}])
    one = open_attack(fight, commands.Attack("r1", commands.PointTarget(AT), "artillery", ammo="flechette"))
    assert shock_of(one, burst_at(fight, AT)).rings == felt


@pytest.mark.rule("AS-OPT-111")
@pytest.mark.parametrize(("piece", "radius"), [("ART-S", 3.0), ("ART-T", 3.0), ("ART-AIS", 5.0), ("ART-LT", 5.0)])
def test_a_light_in_the_night(piece, radius):
    fight = gun("illumination", piece, unit("b1", AT, 180), dice=(6, 6), conditions={"light": "night"})
    before = preview_attack(fight, commands.Attack("r1", "b1"))
    assert number(before, "AS-BAT-085") == 2
    fire(fight, "illumination")
    assert areas(fight) == {"illumination1": (20.0, 20.0, radius)}
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-BAT-085") is None
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-BAT-085") == 2
    assert fight.units["b1"].armor == 6


@pytest.mark.rule("AS-OPT-111")
def test_it_burns_for_ten_turns():
    fight = gun("illumination", "ART-S", unit("b1", (50, 40), 180), dice=(6, 6, *QUIET * 12))
    fire(fight, "illumination")
    while fight.state.turn < 10:
        fight.do(commands.EndPhase())
    assert areas(fight)
    while fight.state.turn < 11:
        fight.do(commands.EndPhase())
    assert not areas(fight)


@pytest.mark.rule("AS-OPT-112", "AS-DMG-015")
def test_inferno_iv_without_rules_for_fire():
    fight = gun("inferno_iv", "ART-AIS", unit("b1", AT), unit("b2", (20, 21.5), **TANK), unit("b3", (24, 20)))
    fire(fight, "inferno_iv")
    assert not areas(fight)
    assert [fight.units[name].heat_special_taken for name in ("b1", "b3")] == [1, 0]
    assert fight.units["b2"].armor == 5


@pytest.mark.rule("AS-OPT-112")
def test_inferno_iv_sets_the_ground_on_fire():
    fight = gun("inferno_iv", "ART-AIS", unit("b1", AT), unit("b3", (24, 20)), options=["fire_and_smoke"])
    fire(fight, "inferno_iv")
    assert areas(fight) == {"fire1": (20.0, 20.0, 1.0)}
    assert fight.units["b1"].notes["in_fire"] is True
    assert "in_fire" not in fight.units["b3"].notes
    assert fight.units["b1"].heat_special_taken == 0


@pytest.mark.rule("AS-OPT-113")
@pytest.mark.parametrize("piece", ["ART-AIS", "ART-LT", "ART-T"])
def test_smoke_shells(piece):
    fight = gun("smoke", piece, unit("b1", (20, 30), 180), unit("b2", AT))
    fire(fight, "smoke")
    assert fight.units["b2"].armor == 6
    assert areas(fight) == {"heavy_smoke1": (20.0, 20.0, 1.0), "light_smoke1": (20.0, 20.0, 3.0)}
    assert {fight.table.by_id[name].height for name in areas(fight)} == {2.0}
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert number(seen, "AS-BAT-113") == 3


@pytest.mark.rule("AS-OPT-113")
@pytest.mark.rule("AS-OPT-150")
def test_smoke_clears_where_nothing_burns():
    fight = gun("smoke", "ART-T", unit("b1", (20, 40), 180), dice=(6, 6, *QUIET, 5, 5, 5, 5, *QUIET, 6, 6, *QUIET))
    fire(fight, "smoke")
    while fight.state.turn < 3:
        fight.do(commands.EndPhase())
    assert {feature.kind for feature in fight.table.features} == {"light_smoke"}


@pytest.mark.rule("AS-OPT-114")
def test_thunder_shells_lay_mines():
    fight = gun("thunder", "ART-AIS", unit("b1", AT, 180), dice=(6, 5))
    fire(fight, "thunder")
    assert fight.units["b1"].armor == 6
    (field,) = fight.table.features
    assert (field.id, field.properties["density"], field.properties["type"]) == ("minefield1", 2, "conventional")


@pytest.mark.rule("AS-OPT-114")
def test_who_is_among_the_mines_leaves_and_may_not_come_back():
    fight = gun("thunder", "ART-AIS", unit("b1", AT, 180, armor=9), dice=(6, 6, *QUIET, 6, 5, 1, 1), first="blue")
    end(fight, 1)
    fire(fight, "thunder")
    while fight.state.phase != "movement" or fight.state.to_act != "blue":
        fight.do(commands.EndPhase())
    move(fight, "b1", (20, 17), (20, 20))
    assert fight.units["b1"].armor == 7


@pytest.mark.rule("AS-OPT-115")
def test_active_mines():
    fight = gun("thunder_active", "ART-AC", unit("b1", AT, 180), dice=(6, 5))
    fire(fight, "thunder_active")
    assert fight.units["b1"].armor == 6
    (field,) = fight.table.features
    assert (field.properties["density"], field.properties["type"]) == (2, "active")


@pytest.mark.rule("AS-OPT-114")
def test_a_shell_that_misses_lays_its_mines_elsewhere():
    fight = gun("thunder", "ART-AIS", unit("b1", (20, 30), 180), dice=(1, 1, 1, 3))
    fire(fight, "thunder")
    assert areas(fight) == {"minefield1": (20.0, 26.0, 1.0)}


# -- missiles -----------------------------------------------------------------------------------------------------


def missiles(word: str, launcher: str = "LRM", *more: Any, dice: Any = HIT, red: Any = None, **how: Any) -> Battle:
    return shot({launcher: word}, red, None, *more, dice=dice, gap=20, **how)


@pytest.mark.rule("AS-OPT-150")
@pytest.mark.parametrize(
    ("launcher", "special", "kind"), [("LRM", "LRM1/2/2", "light_smoke"), ("SRM", "SRM3/3", "heavy_smoke")]
)
def test_smoke_missiles(launcher, special, kind):
    fight = missiles("smoke", launcher)
    made = attack(fight, "r1", (20, 18), using=launcher, ammo="smoke")
    assert areas(fight) == {f"{kind}1": (20.0, 18.0, 1.0)}
    assert fight.table.by_id[f"{kind}1"].height == 2.0
    assert number(made, "AS-COM-065") is None
    assert any("smoke" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-OPT-150")
def test_smoke_that_misses_is_lost():
    fight = missiles("smoke", dice=MISS)
    attack(fight, "r1", (20, 18), using="LRM", ammo="smoke")
    assert not areas(fight)


@pytest.mark.rule("AS-OPT-146")
@pytest.mark.rule("AS-OPT-150")
@pytest.mark.rule("AS-OPT-154")
@pytest.mark.parametrize(("word", "by"), [("mine_clearance", "146"), ("smoke", "150"), ("thunder", "154")])
def test_missiles_at_the_ground_fly_alone(word, by):
    fight = missiles(word)
    for how in ({"using": "AC"}, {"using": "LRM", "spotter": "r1"}):
        order = commands.Attack("r1", commands.PointTarget((20, 18)), ammo=word, **how)  # type: ignore[arg-type]
        assert refusal(fight, order).rule == f"AS-OPT-{by}"
    off = commands.Attack("r1", commands.PointTarget((200, 18)), using="LRM", ammo=word)
    assert refusal(fight, off).code == "off_table"


@pytest.mark.rule("AS-OPT-150")
def test_points_are_offered():
    fight = missiles("smoke")
    found = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "missiles"]
    assert [(one.command.using, one.command.ammo, one.complete) for one in found] == [("LRM", "smoke", False)]
    assert found[0].label == "Aim missiles LRM with Smoke at a point"
    fight.do(found[0].command)
    assert len(areas(fight)) == 1


@pytest.mark.rule("AS-OPT-154")
@pytest.mark.parametrize(("special", "density"), [("LRM3/3/3", 3), ("LRM7/7/7", 5), ("LRM1/1/1", 1)])
def test_thunder_missiles(special, density):
    fight = missiles("thunder", red={"specials": [special]})
    attack(fight, "r1", (20, 18), using="LRM", ammo="thunder")
    assert fight.table.by_id["minefield1"].properties["density"] == density


@pytest.mark.rule("AS-OPT-154")
@pytest.mark.parametrize(("special", "density"), [("LRM3/3/3", 1), ("LRM1/1/1", None), ("LRM5/5/5", 2)])
def test_thunder_missiles_that_miss(special, density):
    fight = missiles("thunder", red={"specials": [special]}, dice=(*MISS, 2))
    before = len(fight.journal.events)
    attack(fight, "r1", (20, 18), using="LRM", ammo="thunder")
    assert any("(direction 2)" in line.text for line in story(fight, fight.journal.events[before:]))
    found = areas(fight)
    assert bool(found) == (density is not None)
    for name, (x, y, _) in found.items():
        assert fight.table.distance((x, y), (20, 18)) == pytest.approx(2.0, abs=0.01)
        assert fight.table.by_id[name].properties["density"] == density


@pytest.mark.rule("AS-OPT-154")
def test_mines_on_mines():
    field = [{"kind": "minefield", "density": 1, "circle": [20, 18, 1]}]
    fight = missiles("thunder", red={"specials": ["LRM3/3/3"]}, terrain=field)
    attack(fight, "r1", (20, 18), using="LRM", ammo="thunder")
    assert not areas(fight)
    assert fight.table.by_id["minefield1"].properties["density"] == 1


@pytest.mark.rule("AS-OPT-146")
@pytest.mark.parametrize(("density", "left"), [(4, 1), (3, None), (2, None)])
def test_mine_clearance(density, left):
    field = [{"kind": "minefield", "density": density, "circle": [20, 18, 1]}]
    fight = missiles("mine_clearance", red={"specials": ["LRM3/3/3"]}, terrain=field)
    attack(fight, "r1", (20, 17.5), using="LRM", ammo="mine_clearance")
    known = fight.table.by_id.get("minefield1")
    assert (None if known is None else known.properties["density"]) == left


@pytest.mark.rule("AS-OPT-146")
def test_clearance_that_misses_or_finds_nothing():
    field = [{"kind": "minefield", "density": 4, "circle": [20, 18, 1]}]
    fight = missiles("mine_clearance", terrain=field, dice=MISS)
    attack(fight, "r1", (20, 18), using="LRM", ammo="mine_clearance")
    assert fight.table.by_id["minefield1"].properties["density"] == 4
    fight = missiles("mine_clearance")
    attack(fight, "r1", (20, 18), using="LRM", ammo="mine_clearance")
    assert not areas(fight)


# -- anti-TSM smoke -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-140")
def test_smoke_of_warheads():
    fight = shot({"LRM": "anti_tsm"}, dice=(*HIT, *QUIET))
    attack(fight, "r1", "b1", ammo="anti_tsm")
    assert areas(fight) == {"light_smoke1": (20.0, 16.25, 2.0)}


def weak(at: tuple[float, float], **more: Any) -> Any:
    return unit("b2", at, 180, specials=["TSMX"], **{"state": {"armor": 0}, **more})


@pytest.mark.rule("AS-OPT-140")
@pytest.mark.parametrize(("armor", "lost"), [(0, 1), (3, 0)])
def test_it_harms_prototype_myomer_that_comes_in(armor, lost):
    fight = shot(
        {"LRM": "anti_tsm"}, None, None, weak((24, 19), state={"armor": armor}), dice=(*HIT, *QUIET, 1, 2, 1, 2)
    )
    attack(fight, "r1", "b1", ammo="anti_tsm")
    while fight.state.phase != "movement" or fight.state.to_act != "blue":
        fight.do(commands.EndPhase())
    move(fight, "b2", (21.5, 17.5))
    assert fight.units["b2"].structure == 5 - lost


@pytest.mark.rule("AS-OPT-140")
def test_it_harms_who_stands_in_it():
    fight = shot({"LRM": "anti_tsm"}, None, None, weak((21.5, 16.75)), dice=(*HIT, *QUIET, 1, 2, 1, 2))
    attack(fight, "r1", "b1", ammo="anti_tsm")
    while fight.state.phase != "movement":
        fight.do(commands.EndPhase())
    assert fight.units["b2"].structure == 4
