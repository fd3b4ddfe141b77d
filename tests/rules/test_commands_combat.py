"""Special command abilities in combat: aim, ranges, blows, houses, targets."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement.reach import moves_now
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.errors import InputError
from rules.commanders import answer, asked, commanded, lances, next_turn, one
from rules.table import attack, end, move, number, refusal

COPTER = {"type": "CV", "size": 1, "tmm": 3, "move": '18"v'}
FLYING = {"elevation": 4, "airborne": True}
TANK = {"type": "CV", "move": '8"t'}
FOOT = {"type": "CI", "size": 1, "move": '2"f', "damage": "1/0/0", "armor": 2, "structure": 1, "tmm": 0}


def duel(red: list[Any], far: float = 12.0, **more: Any) -> Battle:
    """r1 with some ability and r2 without anything special, at some distance from b1."""
    own, enemy = more.pop("own", {}), more.pop("enemy", {})
    units = [one("r1", (10, 10), **own), one("r2", (14, 10)), one("b1", (10, 10.0 + far), 180, **enemy)]
    return commanded(*units, *more.pop("others", ()), red=red, phase=more.pop("phase", "combat"), **more)


def part(fight: Battle, rule: str, unit: str = "r1", target: str = "b1", **more: Any) -> int | None:
    return number(preview_attack(fight, commands.Attack(unit, target, **more)), rule)


# -- what flies --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-014", "AS-SCA-001", "AS-SCA-009")
def test_anti_aircraft_specialists() -> None:
    some = [{"ability": "Anti-Aircraft Specialists", "units": ["r1"]}]
    high = duel(some, enemy={**COPTER, "state": FLYING})
    assert part(high, "AS-SCA-014") == -2
    assert part(high, "AS-SCA-014", "r2") is None
    assert part(duel(some, enemy=COPTER), "AS-SCA-014") == 1
    assert part(duel(some), "AS-SCA-014") == 1
    assert part(duel(some, far=1.3), "AS-SCA-014", kind="physical") == 1
    everybody = duel(["Anti-Aircraft Specialists"])
    assert part(everybody, "AS-SCA-014", "r2") == 1
    assert part(everybody, "AS-SCA-014", "b1", "r1") is None
    drone = duel(["Anti-Aircraft Specialists"], own={"specials": ["DRO"]}, options=["optional_abilities"])
    assert part(drone, "AS-SCA-014") is None


@pytest.mark.rule("AS-SCA-036")
@pytest.mark.parametrize(
    "own", [{"specials": ['LAM(36"g/5a)']}, {"type": "PM", "specials": ["GLD"]}, {"specials": ["ECM"]}]
)
def test_gliders_and_land_air_mechs_attack_the_ground(own: dict[str, Any]) -> None:
    fight = duel(["Ground Attack Specialists"], own=own, options=("optional_abilities",))
    assert part(fight, "AS-SCA-036") == (None if own["specials"] == ["ECM"] else -2)


@pytest.mark.rule("AS-SCA-036")
def test_ground_attack_specialists_fly() -> None:
    some = [{"ability": "Ground Attack Specialists", "units": ["r1", "r2"]}]
    low = duel(some, own={**COPTER, "state": FLYING})
    assert part(low, "AS-SCA-036") == -2
    assert part(low, "AS-SCA-036", "r2") is None
    assert part(duel(some, own={**COPTER, "state": FLYING}, enemy={**COPTER, "state": FLYING}), "AS-SCA-036") == 1


# -- ranges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-018", "AS-SCA-051")
@pytest.mark.parametrize(("far", "near", "sharp"), [(5.0, -1, 1), (12.0, 2, 2), (30.0, 5, 3)])
def test_ranges_of_their_own(far: float, near: int, sharp: int) -> None:
    for ability, rule, total in (("Brawlers", "AS-SCA-018", near), ("Sharp Shooters", "AS-SCA-051", sharp)):
        fight = duel([{"ability": ability, "units": ["r1"]}], far)
        usual = part(fight, "AS-COM-060") or 0
        assert usual + (part(fight, rule) or 0) == total
        assert part(fight, rule, "r2") is None


@pytest.mark.rule("AS-SCA-018", "AS-SCA-051")
def test_extreme_range() -> None:
    for ability, rule, total in (("Brawlers", "AS-SCA-018", 10), ("Sharp Shooters", "AS-SCA-051", 4)):
        fight = commanded(
            one("r1", (10, 2), damage="3/3/3/3"), one("b1", (10, 47), 180), red=[ability], phase="combat", depth=50
        )
        shot = preview_attack(fight, commands.Attack("r1", "b1"))
        assert (number(shot, "AS-COM-060") or 0) + (number(shot, rule) or 0) == total


@pytest.mark.rule("AS-SCA-012")
def test_a_set_of_ranges_takes_the_place_of_a_snipers() -> None:
    sniper = {"abilities": ["Sniper"]}
    assert part(duel([], 30.0, own=sniper), "AS-SPA-057") == -2
    fight = duel(["Sharp Shooters"], 30.0, own=sniper)
    assert part(fight, "AS-SPA-057") is None
    assert part(fight, "AS-SCA-051") == -1
    both = duel([{"ability": "Brawlers", "units": ["r1"]}, "Sharp Shooters"], 30.0)
    assert (part(both, "AS-SCA-018"), part(both, "AS-SCA-051")) == (1, None)
    assert (part(both, "AS-SCA-018", "r2"), part(both, "AS-SCA-051", "r2")) == (None, -1)


# -- blows -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-015")
def test_antimech_training() -> None:
    foot = {**FOOT, "specials": ["AM"]}
    fight = duel(["Anti-Mech Training"], 1.25, own=foot)
    assert part(fight, "AS-SCA-015", kind="antimech") == -1
    assert part(fight, "AS-SCA-015") is None
    assert part(duel([], 1.25, own=foot), "AS-SCA-015", kind="antimech") is None


@pytest.mark.rule("AS-SCA-037")
def test_highlander_burial() -> None:
    jumper = {"move": '8"j', "size": 3, "state": {"moved": "jump", "declared": {"dfa": "b1"}}}
    for abilities, easier, damage in ((["Highlander Burial"], -1, 1), ([], None, 0)):
        fight = duel(abilities, 1.25, own=jumper)
        shot = preview_attack(fight, commands.Attack("r1", "b1", kind="dfa"))
        assert number(shot, "AS-SCA-037") == easier
        assert sum(one.value for one in shot.damage_parts if one.rule == "AS-SCA-037") == damage


@pytest.mark.rule("AS-SCA-044")
def test_loppers() -> None:
    axe = {"specials": ["MEL"]}
    # To hit, the extra critical roll (7: MP hit), and the die of the hatchet, which breaks.
    fight = duel(["Loppers"], 1.25, own=axe, dice=[5, 5, 3, 4, 6], enemy={"armor": 9})
    told = attack(fight, "r1", "b1", kind="melee")
    assert told.damage == 3 + 1 + 1
    assert fight.units["b1"].armor == 4
    assert fight.units["b1"].fresh == ("mp",)
    assert fight.units["r1"].spent == {"MEL"}
    assert refusal(fight, commands.Attack("r1", "b1", kind="melee")).rule
    holds = duel(["Loppers"], 1.25, own=axe, dice=[5, 5, 3, 4, 5], enemy={"armor": 9})
    attack(holds, "r1", "b1", kind="melee")
    assert holds.units["r1"].spent == frozenset()
    plain = duel([], 1.25, own=axe, dice=[5, 5], enemy={"armor": 9})
    assert attack(plain, "r1", "b1", kind="melee").damage == 4


@pytest.mark.rule("AS-SCA-044")
def test_a_broken_hatchet_leaves_fists() -> None:
    fight = duel(["Loppers"], 1.25, own={"specials": ["MEL"], "state": {"spent": ["MEL"]}})
    assert refusal(fight, commands.Attack("r1", "b1", kind="melee")).rule
    assert preview_attack(fight, commands.Attack("r1", "b1", kind="physical")).legal


@pytest.mark.rule("AS-SCA-061")
def test_tactical_experts_physical() -> None:
    fight = duel(["Tactical Experts (Physical)"], 1.25)
    assert asked(fight) == ("red", "physical", ("physical", "as usual"))
    answer(fight, "physical")
    assert part(fight, "AS-SCA-061") == 1
    assert part(fight, "AS-SCA-061", kind="physical") == -1
    assert part(fight, "AS-SCA-061", "b1", "r1") is None
    usual = duel(["Tactical Experts (Physical)"], 1.25)
    answer(usual, "as usual")
    assert part(usual, "AS-SCA-061") is None
    while fight.decision is None:
        end(fight)
    assert (fight.state.turn, asked(fight)) == (2, ("red", "physical", ("physical", "as usual")))


# -- temper and movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-017", "AS-SCA-011")
def test_berserkers() -> None:
    fight = duel(["Berserkers"], phase="initiative", dice=[3, 3, 2, 2, 4, 4, 1, 2, 3, 3, 2, 2])
    assert asked(fight) == ("red", "berserk", ("go berserk", "not yet"))
    answer(fight, "not yet")
    assert part(fight, "AS-SCA-017") is None
    next_turn(fight)
    answer(fight, "go berserk")
    end(fight, 2)
    assert part(fight, "AS-SCA-017") == -1
    assert part(fight, "AS-SCA-017", "b1", "r1") is None
    assert fight.view("red")["units"]["r1"]["tmm"] == 0  # type: ignore[index,call-overload]
    next_turn(fight)
    assert fight.decision is None, "who has gone berserk is not asked again"


@pytest.mark.rule("AS-SCA-017")
def test_a_berserkers_tmm_is_never_below_nothing() -> None:
    for tmm, left in ((0, 0), (1, 0), (3, 2)):
        fight = duel(["Berserkers"], own={"tmm": tmm}, phase="initiative")
        answer(fight, "go berserk")
        assert fight.view("red")["units"]["r1"]["tmm"] == left  # type: ignore[index,call-overload]


def outnumbered(moved: str, enemies: int = 3, **own: Any) -> Battle:
    more = [one(f"b{n}", (20.0 + 5 * n, 40), 180) for n in range(2, 2 + enemies - 1)]
    return duel(["Hit and Run"], own={"state": {"moved": moved}, "move": '8"j', **own}, others=more)


@pytest.mark.rule("AS-SCA-038")
def test_hit_and_run() -> None:
    ran = outnumbered("ground")
    assert part(ran, "AS-SCA-038") == -1
    jumped = outnumbered("jump")
    assert (part(jumped, "AS-COM-041"), part(jumped, "AS-SCA-038")) == (2, -2)
    assert part(outnumbered("standstill"), "AS-SCA-038") is None
    assert part(outnumbered("ground", enemies=2), "AS-SCA-038") is None
    jack = outnumbered("jump", abilities=["Jumping Jack"])
    assert (part(jack, "AS-SPA-040"), part(jack, "AS-SCA-038")) == (-1, -2)


@pytest.mark.rule("AS-SCA-038", "AS-SCA-011")
def test_heads_are_counted_as_the_turn_begins() -> None:
    fight = commanded(*lances(1, 2), red=["Hit and Run"], dice=[3, 3, 2, 2])
    assert fight.state.notes["outnumbered"] == ["red"]
    assert "outnumbered" not in commanded(*lances(2, 2), red=["Hit and Run"]).state.notes


@pytest.mark.rule("AS-SCA-038", "AS-SCA-011")
def test_heads_are_counted_against_a_side_of_nothing_but_robots() -> None:
    """Robots act apart from their side, but it is the sides that declare."""
    robots = [one(f"r{n}", (6.0 * n, 4), **TANK, specials=["RBT"]) for n in (1, 2, 3)]
    fight = commanded(*robots, *lances(0, 2), blue=["Hit and Run"], options=["robotic_drones"], phase="initiative")
    assert fight.state.notes["outnumbered"] == ["blue"]


@pytest.mark.rule("AS-SCA-053")
def test_speed_fire() -> None:
    for path, value in (
        ([(10, 18)], -1),
        ([(10, 14), (10, 18)], -1),
        ([(10, 17.5)], -1),
        ([(10, 16)], None),
        ([(12, 13), (10, 16)], None),
    ):
        fight = duel(["Speed Fire"], 14.0, phase="movement")
        move(fight, "r1", *path)
        end(fight, 2)
        assert part(fight, "AS-SCA-053") == value
    fight = duel([], 14.0, phase="movement")
    move(fight, "r1", (10, 18))
    end(fight, 2)
    assert part(fight, "AS-SCA-053") is None


# -- Communications Disruption -----------------------------------------------------------------------------------


def inches(fight: Battle, unit: str) -> float:
    return moves_now(fight, fight.units[unit])["ground"]


@pytest.mark.rule("AS-SCA-021", "AS-SCA-011")
def test_communications_disruption() -> None:
    blue = [one(f"b{n}", (8.0 * n, 44), 180, move=f'{far}"') for n, far in enumerate((8, 6, 4, 10), 1)]
    fight = commanded(one("r1", (6, 4)), *blue, red=["Communications Disruption"], dice=[6, 3, 3, 2, 2, 5, 4, 4, 1, 1])
    assert [inches(fight, f"b{n}") for n in (1, 2, 3, 4)] == [4, 2, 1, 6]
    next_turn(fight)
    assert [inches(fight, f"b{n}") for n in (1, 2, 3, 4)] == [8, 6, 4, 10]


@pytest.mark.rule("AS-SCA-021", "AS-SPC-051", "AS-SPA-058")
def test_confusion_comes_off_all_that_is_available() -> None:
    """The inch that is left is left of Move, hot muscles and pilot together; a sprint is half as far again as that."""
    myomer = {"specials": ["TSM"], "state": {"heat": 2}}
    blue = [
        one("b1", (8, 44), 180, move='6"', **myomer),
        one("b2", (16, 44), 180, move='4"', abilities=["Speed Demon"]),
        one("b3", (24, 44), 180, move='8"'),
    ]
    dice = [6, 3, 3, 2, 2]
    fight = commanded(one("r1", (6, 4)), *blue, red=["Communications Disruption"], dice=dice, phase="initiative")
    far = {name: moves_now(fight, fight.units[name]) for name in ("b1", "b2", "b3")}
    assert [far[name]["ground"] for name in far] == [1, 2, 4]
    assert [far[name]["sprint"] for name in ("b2", "b3")] == [6, 6]


@pytest.mark.rule("AS-SCA-021")
def test_one_of_several_lances_is_struck() -> None:
    blue = [one(f"b{n}", (8.0 * n, 44), 180) for n in range(1, 7)]
    formations = [{"name": "One", "members": ["b1", "b2"]}, {"name": "Two", "members": ["b3", "b4"]}]
    dice = [6, 5, 2, 3, 3, 2, 2]
    fight = commanded(one("r1", (6, 4)), *blue, red=["Communications Disruption"], dice=dice, formations=formations)
    assert [inches(fight, f"b{n}") for n in range(1, 7)] == [8, 8, 4, 4, 8, 8]
    fours = commanded(one("r1", (6, 4)), *blue, red=["Communications Disruption"], dice=[6, 2, 3, 3, 2, 2])
    assert [inches(fours, f"b{n}") for n in range(1, 7)] == [8, 8, 8, 8, 4, 4]


def test_no_pilot_confuses_orders_alone() -> None:
    with pytest.raises(InputError, match="is what a squadron does as a whole"):
        commanded(one("r1", (6, 4), abilities=["Communications Disruption"]), one("b1", (6, 44)))


# -- artillery ---------------------------------------------------------------------------------------------------


def guns(red: list[Any], count: int = 3, enemies: list[Any] | None = None, **more: Any) -> Battle:
    gun = {"specials": ["ART-S1"]}
    own = [one(f"r{n}", (10.0 * n, 6), **gun) for n in range(1, count + 1)]
    return commanded(*own, *(enemies or [one("b1", (20, 36), 180, armor=20)]), red=red, phase="combat", **more)


@pytest.mark.rule("AS-SCA-013")
def test_adjusting_fire() -> None:
    fight = guns(["Adjusting Fire"])

    def step(unit: str) -> int | None:
        return part(fight, "AS-SCA-013", unit, kind="artillery")

    assert step("r1") is None
    fight.do(commands.Attack("r1", "b1", kind="artillery"))
    assert step("r2") == -2
    fight.do(commands.Attack("r2", "b1", kind="artillery"))
    assert step("r3") == -2
    fight.do(commands.Attack("r3", "b1", kind="artillery"))
    next_turn(fight)
    while fight.state.phase != "combat":
        end(fight)
    while fight.state.to_act != "red":
        end(fight)
    assert step("r1") == -2
    fight.do(commands.Attack("r1", "b1", kind="artillery"))
    assert step("r2") == -4
    fight.do(commands.Attack("r2", "b1", kind="artillery"))
    assert step("r3") == -4

    twin = load(save(fight))
    assert twin.hash() == fight.hash()


@pytest.mark.rule("AS-SCA-023")
def test_direct_fire_artillery_covers_more_ground() -> None:
    near = [one("b1", (20, 30), 180), one("b2", (22.3, 30), 180), one("b3", (20, 32.9), 180)]
    for abilities, struck in ((["Direct Fire Artillery Specialists"], {"b1", "b2"}), ([], {"b1"})):
        fight = guns(abilities, 1, near, dice=[6, 5])
        events = fight.do(commands.Attack("r1", "b1", kind="artillery"))
        assert {event.target for event in events if event.type == "hit"} == struck
    spotted = guns(["Direct Fire Artillery Specialists"], 2, near, dice=[6, 6])
    point = commands.PointTarget((20.0, 30.0))
    events = spotted.do(commands.Attack("r1", point, kind="artillery", spotter="r2"))
    assert {event.target for event in events if event.type == "hit"} == {"b1"}


# -- houses ------------------------------------------------------------------------------------------------------


def in_a_house(red: list[Any], kind: str, target: dict[str, Any], build: str = "standard") -> int:
    house = {"id": "h", "kind": "building", "rect": [8, 18, 6, 6], "height": 2, "type": kind, "cf": 20, "build": build}
    fight = commanded(
        one("r1", (10, 10)), one("b1", (10, 20), 180, **target), red=red, phase="combat", terrain=[house], dice=[6, 5]
    )
    told = attack(fight, "r1", "b1")
    return -sum(one.value for one in told.damage_parts if one.rule in ("AS-URB-014", "AS-URB-015"))


@pytest.mark.rule("AS-SCA-062")
def test_tactical_experts_siege() -> None:
    siege = ["Tactical Experts (Siege)"]
    strong = {**FOOT, "armor": 9}
    assert in_a_house([], "heavy", strong) == 3
    assert in_a_house(siege, "heavy", strong) == 1
    assert in_a_house([], "light", {}, "fortress") == 1
    assert in_a_house(siege, "light", {}, "fortress") == 0


@pytest.mark.rule("AS-SCA-029")
def test_house_fighters() -> None:
    urban = [{"ability": "Environmental Specialization (Urban)", "benefits": ["combat"]}]
    strong = {**FOOT, "armor": 9}
    assert in_a_house([], "medium", strong) == 2
    assert in_a_house(urban, "medium", strong) == 1
    assert in_a_house(urban, "heavy", strong) == 2
    assert in_a_house([*urban, "Tactical Experts (Siege)"], "heavy", strong) == 1
    mobile = [{"ability": "Environmental Specialization (Urban)", "benefits": ["mobility"]}]
    assert in_a_house(mobile, "heavy", strong) == 3


# -- targets -----------------------------------------------------------------------------------------------------


def together(*, count: int = 4, **more: Any) -> Battle:
    own = [one(f"r{n}", (8.0 + 4 * n, 10)) for n in range(1, count + 1)]
    enemies = [one("b1", (16, 22), 180, armor=9), one("b2", (24, 22), 180)]
    members = more.pop("members", ["r1", "r2", "r3"])
    formations = [{"name": "Alpha", "members": members}]
    return commanded(
        *own, *enemies, red=["Tactical Experts (Combined Fire)"], formations=formations, phase="combat", **more
    )


@pytest.mark.rule("AS-SCA-057")
def test_combined_fire() -> None:
    fight = together()
    assert commands.Act("r1", "concentrate", "b1") in [offer.command for offer in offers(fight, "red")]
    fight.do(commands.Act("r1", "concentrate", "b1"))
    assert [part(fight, "AS-SCA-057", unit) for unit in ("r1", "r2", "r3", "r4")] == [-1, -1, -1, None]
    assert refusal(fight, commands.Attack("r2", "b2")).rule == "AS-SCA-057"
    assert refusal(fight, commands.Pass("r2")).rule == "AS-SCA-057"
    assert refusal(fight, commands.EndPhase()).rule == "AS-SCA-057"
    resting = [
        one.command for one in offers(fight, "red") if isinstance(one.command, commands.Pass | commands.EndPhase)
    ]
    assert resting == [commands.Pass("r4")]
    assert preview_attack(fight, commands.Attack("r4", "b2")).legal
    alone = together(count=3)
    alone.do(commands.Act("r1", "concentrate", "b1"))
    assert View(alone, "red").rest() == commands.Attack("r1", "b1")
    for unit in ("r1", "r2", "r3"):
        fight.do(commands.Attack(unit, "b1"))
    end(fight)


@pytest.mark.rule("AS-SCA-057")
def test_who_may_not_combine_its_fire() -> None:
    deed = commands.Act("r1", "concentrate", "b1")
    assert refusal(together(members=["r1", "r2"]), deed).rule == "AS-SCA-057"
    late = together()
    late.do(commands.Attack("r2", "b1"))
    assert refusal(late, deed).rule == "AS-SCA-057"
    assert refusal(together(), commands.Act("r4", "concentrate", "b1")).rule == "AS-SCA-057"
    assert refusal(together(), commands.Act("r1", "concentrate", "r2")).rule == "AS-SCA-057"
    twice = together()
    twice.do(deed)
    assert refusal(twice, commands.Act("r1", "concentrate", "b2")).rule == "AS-SCA-057"


def shielded(mech: float, tank: float, **more: Any) -> Battle:
    own = [one("r1", (10, 10.0 + mech)), one("r2", (14, 10.0 + tank), **more.pop("second", TANK))]
    return commanded(*own, one("b1", (10, 10), **more.pop("enemy", {})), red=["Shielding"], phase="combat", **more)


@pytest.mark.rule("AS-SCA-052")
def test_shielding() -> None:
    def shot(fight: Battle, target: str = "r2", **more: Any) -> str | None:
        reason = preview_attack(fight, commands.Attack("b1", target, **more)).reason
        return reason.rule if reason is not None else None

    behind = shielded(8, 14)
    assert shot(behind) == "AS-SCA-052"
    assert shot(behind, "r1") is None
    assert shot(shielded(14, 8)) is None
    assert shot(shielded(8, 14, second={})) is None
    assert shot(shielded(8, 14, second={**FOOT, "damage": "1/1/0"})) == "AS-SCA-052"
    wall = [{"kind": "building", "rect": [8, 14, 3, 2], "height": 8}]
    assert shot(shielded(8, 14, terrain=wall)) is None
    assert shot(shielded(8, 14, enemy={"damage": "0/0/2"})) != "AS-SCA-052"
    end(behind)
    behind.do(commands.Attack("b1", "r1"))
    assert "AS-SCA-052" not in str(shot(behind))


# -- environments ------------------------------------------------------------------------------------------------

WOODS = {"kind": "woods", "rect": [0, 14, 72, 4], "height": 2}


def at_home(word: str, *benefits: str) -> list[Any]:
    return [{"ability": f"Environmental Specialization ({word})", "benefits": list(benefits)}]


@pytest.mark.rule("AS-SCA-027", "AS-SCA-026", "AS-SCA-025")
def test_improved_combat_takes_a_point_off_what_is_in_the_way() -> None:
    fight = duel(at_home("Woods", "combat"), terrain=[WOODS])
    assert (part(fight, "AS-COM-052"), part(fight, "AS-SCA-027")) == (1, -1)
    assert part(duel(at_home("Woods", "combat")), "AS-SCA-027") is None
    assert part(duel(at_home("Woods", "combat", "combat"), terrain=[WOODS]), "AS-SCA-027") == -1
    assert part(duel(at_home("Woods", "mobility"), terrain=[WOODS]), "AS-SCA-027") is None
    green = duel(at_home("Woods", "combat"), terrain=[WOODS], own={"skill": 7}, others=[one("r3", (40, 4), skill=7)])
    assert part(green, "AS-SCA-027") is None
    jungle = {"kind": "jungle", "rect": [0, 14, 72, 4]}
    deep = duel(at_home("Woods", "combat"), terrain=[jungle])
    assert (part(deep, "AS-BAT-045"), part(deep, "AS-SCA-027")) == (2, -1)
    dark = duel(at_home("Darkness", "combat"), conditions={"light": "night"})
    assert (part(dark, "AS-BAT-085") or 0) >= 1
    assert part(dark, "AS-SCA-027") == -1
    sand = duel(at_home("Desert", "combat"), conditions={"weather": ["blowing_sand"]})
    assert part(sand, "AS-SCA-027") == -1


@pytest.mark.rule("AS-SCA-027")
def test_improved_mobility() -> None:
    from lancemate.alphastrike.movement import check_move

    through = commands.Move("r1", ((10, 17),))
    usual = check_move(duel([], 30, terrain=[WOODS], phase="movement"), through).cost
    eased = check_move(duel(at_home("Woods", "mobility"), 30, terrain=[WOODS], phase="movement"), through).cost
    assert (usual, eased) == (10, 7)
    other = check_move(duel(at_home("Desert", "mobility"), 30, terrain=[WOODS], phase="movement"), through).cost
    assert other == usual


@pytest.mark.rule("AS-SCA-027", "AS-SCA-025")
def test_initiative_in_and_out_of_its_element() -> None:
    from rules.commanders import parts

    wide = {"kind": "woods", "rect": [0, 0, 72, 30], "height": 2}
    abilities = at_home("Woods", "initiative")
    assert parts(commanded(*lances(), red=abilities, terrain=[wide])) == {"AS-SCA-027": 1}
    assert parts(commanded(*lances(), red=abilities, terrain=[WOODS])) == {}
    assert parts(commanded(*lances(), red=abilities)) == {"AS-SCA-025": -1}
    assert parts(commanded(*lances(skill=6), red=abilities)) == {"AS-SCA-025": -1}
    vacuum = at_home("Vacuum", "initiative", "initiative")
    assert parts(commanded(*lances(), red=vacuum, conditions={"atmosphere": "trace"})) == {"AS-SCA-027": 2}
    cold = at_home("Winter", "initiative")
    assert parts(commanded(*lances(), red=cold, conditions={"temperature": -40})) == {"AS-SCA-027": 1}


@pytest.mark.rule("AS-SCA-028")
def test_clear_ground() -> None:
    from lancemate.alphastrike.movement import check_move

    hill = {"kind": "hill", "rect": [0, 16, 72, 30], "height": 1}
    fast = at_home("Clear", "mobility")
    straight = commands.Move("r1", ((10, 20),))
    assert check_move(duel(fast, 30, phase="movement"), straight).allowance == 10
    assert (
        check_move(duel(fast, 30, phase="movement", terrain=[WOODS]), commands.Move("r1", ((10, 15),))).allowance == 8
    )
    assert check_move(duel(fast, 30, phase="movement", terrain=[hill]), commands.Move("r1", ((10, 17),))).allowance == 8
    shy = at_home("Clear", "combat")
    assert part(duel(shy), "AS-SCA-028", "b1", "r1") == 1
    assert part(duel(shy), "AS-SCA-028") is None
    assert part(duel(shy, terrain=[WOODS]), "AS-SCA-028", "b1", "r1") is None


# -- squadrons that jam ------------------------------------------------------------------------------------------

JAMMERS = {"name": "Jammers", "members": ["r1", "r2", "r3"], "gives": {"Communications Disruption": ["r1", "r2", "r3"]}}
PLANE = {"type": "AF", "move": "6a", "tmm": None, "damage": "2/2/1/0", "armor": 6, "structure": 3}


def jam(*dice: int, red: tuple[str, ...] = (), airborne: bool = True, **more: Any) -> Battle:
    """Three jammers in the air, or landed, against two lances."""
    state = {"airborne": True, "altitude": "low"} if airborne else {}
    own = [one(f"r{n}", (6.0 * n, 6), state=state, **PLANE) for n in (1, 2, 3)]
    blue = [one(f"b{n}", (8.0 * n, 44), 180) for n in range(1, 5)]
    lances = [{"name": "One", "members": ["b1", "b2"]}, {"name": "Two", "members": ["b3", "b4"]}]
    return commanded(
        *own, *blue, red=red, dice=[*dice, 3, 3, 2, 2], formations=[JAMMERS, *lances], options=["aerospace"], **more
    )


@pytest.mark.rule("AS-FOR-086")
def test_a_squadron_confuses_a_lance_found_by_chance() -> None:
    assert [inches(jam(5), f"b{n}") for n in range(1, 5)] == [8, 8, 8, 8]
    assert [inches(jam(6, 2), f"b{n}") for n in range(1, 5)] == [8, 8, 4, 4]


@pytest.mark.rule("AS-FOR-086")
def test_whom_a_squadron_confuses_sprints_less_far_too() -> None:
    """Half as far again as the 4 inches that are left of 8."""
    fight = jam(6, 2)
    assert [moves_now(fight, fight.units[f"b{n}"])["sprint"] for n in range(1, 5)] == [12, 12, 6, 6]


@pytest.mark.rule("AS-FOR-086")
def test_from_the_ground_a_squadron_reaches_nobody_there() -> None:
    assert [inches(jam(6, airborne=False), f"b{n}") for n in range(1, 5)] == [8, 8, 8, 8]


@pytest.mark.rule("AS-FOR-086")
def test_a_force_that_can_do_it_anyway_names_the_lance() -> None:
    fight = jam(5, 6, red=("Communications Disruption",))
    decision = fight.decision
    assert decision is not None
    assert (decision.side, decision.choices) == ("red", ("b1, b2", "b3, b4"))
    fight.do(commands.Decide("red", "b1, b2"))
    assert [inches(fight, f"b{n}") for n in range(1, 5)] == [4, 4, 8, 8]
