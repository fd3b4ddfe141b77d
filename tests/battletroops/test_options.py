"""Optional rules for soldiers (pp. 20-23, 33)."""

import pickle
from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, parts, refusal, throw, told
from tests.battletroops.machine_field import mech

from lancemate.battletroops.arms.weapons import printed
from lancemate.battletroops.asking.knowledge import events_for, known_to, view, without_plans
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.load import pointed
from lancemate.battletroops.play.state import Arc
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.telling.log import story
from lancemate.battletroops.turn.soldiers import show
from lancemate.field.lattice import distance
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import chosen_by

FAR = man("b9", (20, 18))


def mp(fought: Battle, unit: str = "r1") -> Any:
    return show(fought, fought.units[unit])["mp"]


def area(unit: str, at: tuple[float, float], using: str | None = None, level: int | None = None) -> orders.Attack:
    return orders.Attack(unit, orders.PointTarget(at, level), "area", using)


def why(fought: Battle, command: orders.Attack) -> str | None:
    reason = preview_attack(fought, command).reason
    return None if reason is None else reason.rule


# -- secondary weapons --------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-OPT-002")
def test_what_may_be_a_secondary_weapon() -> None:
    options = ["secondary_weapons", "area_effect"]
    for name in ("Pistol", "Laser Pistol", "LAW", "Sword", "Stun Stick"):
        fought = battle([man("r1", (4, 4), secondary=name)], options=options)
        assert fought.units["r1"].secondary == name
    for name in ("Auto Pistol", "Rifle", "SRM"):
        with pytest.raises(InputError, match="is no secondary weapon"):
            battle([man("r1", (4, 4), secondary=name)], options=options)


@pytest.mark.rule("BT-OPT-003", "BT-CMP-033")
def test_drawing_it_costs_three() -> None:
    fought = battle([man("r1", (4, 4), "SMG", secondary="Pistol")], [FAR], options=["secondary_weapons"])
    fought.do(orders.Act("r1", "prepare", "Pistol"))
    assert (fought.units["r1"].prepared, fought.state.mp_left) == ("Pistol", 5)
    shot = preview_attack(fought, orders.Attack("r1", "b9"))
    assert shot.lethal == 3


@pytest.mark.rule("BT-OPT-004", "BT-OPT-005")
def test_twice_the_ammunition() -> None:
    options = ["secondary_weapons", "area_effect"]
    fought = battle([man("r1", (4, 4), "SRM", double_ammo=True), man("r2", (6, 4), "SRM")], options=options)
    assert [fought.units[name].ammo for name in ("r1", "r2")] == [{"SRM": 4}, {"SRM": 2}]
    with pytest.raises(InputError, match="instead of a secondary weapon"):
        battle([man("r1", (4, 4), "SRM", double_ammo=True, secondary="Pistol")], options=options)


# -- area-effect weapons ------------------------------------------------------------------------------------------


def gunner(primary: Any = "SRM", dice: Any = (), blue: Any = (), terrain: Any = (), **more: Any) -> Battle:
    options = ["area_effect", "secondary_weapons"]
    red = [man("r1", (4, 4), primary, **more)]
    return battle(red, [*blue, FAR], options=options, dice=dice, terrain=terrain, size=(120, 20))


@pytest.mark.rule("BT-OPT-005", "BT-WPN-003")
def test_shots_run_out() -> None:
    assert why(gunner(), area("r1", (10, 4))) is None
    assert why(gunner(ammo={"SRM": 0}), area("r1", (10, 4))) == "BT-OPT-005"
    fought = gunner(dice=[6, 6])
    fought.do(area("r1", (14, 4)))
    assert fought.units["r1"].ammo == {"SRM": 1}
    assert why(gunner("Flamer"), area("r1", (8, 4))) is None  # never


@pytest.mark.rule("BT-OPT-010", "BT-CMP-006", "BT-OPT-016")
def test_fired_in_his_own_activation() -> None:
    fought = gunner(dice=[6, 6, 5, 5], blue=[man("b1", (14, 4))])
    fought.do(area("r1", (14, 4)))
    assert fought.state.acting is None  # no arc in this turn
    assert refusal(fought, move("r1", arc=(2, (14, 4)))).rule == "BT-SEQ-004"
    assert fought.units["b1"].track == "." * 12
    fought.do(orders.EndPhase())
    assert fought.units["b1"].track.count("X") == 8
    wall = [{"id": "w", "kind": "wall", "line": [8.5, 2, 8.5, 6]}]
    assert why(gunner(terrain=wall), area("r1", (14, 4))) == "BT-COM-010"
    assert why(gunner(), area("r1", (115, 4))) == "BT-COM-022"
    assert why(gunner("Rifle"), area("r1", (14, 4))) == "BT-OPT-010"


@pytest.mark.rule("BT-OPT-011")
def test_the_points_that_firing_takes() -> None:
    assert preview_attack(gunner(), area("r1", (14, 4))).cost == 5
    assert why(gunner(track=".......X", armor={"kind": "Flak Vest"}), area("r1", (14, 4))) == "BT-OPT-011"
    fought = gunner()
    fought.do(move("r1", (8, 4)))
    assert refusal(fought, area("r1", (14, 4))).rule == "BT-OPT-011"


@pytest.mark.rule("BT-OPT-012")
def test_to_hit_of_area_weapons() -> None:
    prone = [man("b1", (14, 4), prone=True)]
    answer = preview_attack(gunner(blue=prone, track="..X"), area("r1", (14, 4)))
    assert parts(answer.modifiers) == {"Short range": 6, "Wounds": 1}
    assert preview_attack(gunner(), area("r1", (60, 4))).target_number == 8
    assert parts(preview_attack(gunner(prone=True), area("r1", (14, 4))).modifiers)["Prone"] == -1


@pytest.mark.rule("BT-OPT-013")
def test_once_in_a_turn() -> None:
    fought = gunner("Flamer", dice=[6, 6])
    fought.do(area("r1", (8, 4)))  # 2 of 8 points
    assert refusal(fought, area("r1", (8, 4))).rule == "BT-SEQ-004"


@pytest.mark.rule("BT-OPT-014")
def test_a_miss_scatters_by_one_dot() -> None:
    fought = gunner(dice=[1, 1, 4])
    fought.do(area("r1", (14, 4)))
    assert fought.state.explosives[0].at == (15, 4)


@pytest.mark.rule("BT-OPT-015", "BT-WPN-003")
@pytest.mark.parametrize(
    ("weapon", "points"),
    [
        ("SRM", [8, 4, 2, 0]),
        ("Heavy SRM", [12, 6, 3, 1]),
        ("Auto Grenade Launcher", [3, 2, 1, 0]),
        ("Light Recoilless Rifle", [4, 2, 1, 0]),
        ("Heavy Flamer", [2, 2, 1, 0]),
        ("Inferno", [4, 2, 1, 0]),
    ],
)
@pytest.mark.rule("BT-OPT-018", "BT-OPT-020")
def test_blasts(weapon: str, points: list[int]) -> None:
    blue = [man("b1", (10, 4)), man("b2", (9.5, 5)), man("b3", (11, 2)), man("b4", (10, 7 - 6 + 0))]
    blue[3] = man("b4", (11.5, 7))
    fought = gunner(weapon, dice=[6, 6, *[5, 5] * 4], blue=blue)
    fought.do(area("r1", (10, 4)))
    fought.do(orders.EndPhase())
    assert [fought.units[name].track.count("X") for name in ("b1", "b2", "b3", "b4")] == points


@pytest.mark.rule("BT-OPT-015")
def test_blast_in_a_stairway() -> None:
    house = {"id": "h", "kind": "building", "height": 3, "rect": [2.75, 2.5, 12, 4], "stairways": [[10, 4]]}
    blue = [man("b1", (10, 4), elevation=1), man("b2", (10, 4), elevation=0)]
    fought = gunner(dice=[6, 6, 5, 5, 5, 5], blue=blue, terrain=[house])
    fought.do(area("r1", (10, 4)))
    fought.do(orders.EndPhase())
    # A shell hits the dot it is meant for: eight points there, four one level up.
    assert [fought.units[name].track.count("X") for name in ("b1", "b2")] == [4, 8]


@pytest.mark.rule("BT-OPT-017")
def test_a_launcher_under_the_rifle() -> None:
    fought = gunner("Rifle", launcher=True, dice=[6, 6])
    assert why(fought, area("r1", (10, 4))) is None  # ready with the rifle
    with pytest.raises(InputError, match="carries no secondary weapon"):
        gunner("Rifle", launcher=True, secondary="Pistol")
    assert why(gunner("Rifle", launcher=True, prepared="Hand Grenade"), area("r1", (10, 4))) == "BT-OPT-010"
    fought.do(area("r1", (10, 4)))
    assert fought.units["r1"].ammo == {"Grenade Launcher": 3}


@pytest.mark.rule("BT-OPT-019", "BT-WPN-003")
def test_a_law_is_drawn_then_fired_once() -> None:
    fought = gunner("Rifle", secondary="LAW", dice=[6, 6])
    assert why(fought, area("r1", (10, 4))) == "BT-OPT-010"
    fought.do(orders.Act("r1", "prepare", "LAW"))
    answer = preview_attack(fought, area("r1", (10, 4)))
    assert (answer.cost, answer.lethal) == (4, (7, 3, 1))
    fought.do(area("r1", (10, 4)))
    assert fought.units["r1"].ammo == {"LAW": 0}


@pytest.mark.rule("BT-OPT-002")
def test_a_satchel_charge_as_a_secondary_weapon_is_a_charge() -> None:
    fought = gunner("Rifle", secondary="Satchel Charge")
    assert fought.units["r1"].satchel
    assert orders.Act("r1", "place", "Satchel Charge") in [one.command for one in offers(fought, "red")]


@pytest.mark.rule("BT-OPT-021", "BT-WPN-003")
def test_satchel_charges() -> None:
    def carrier(**more: Any) -> Battle:
        return gunner("Rifle", satchel=True, blue=[man("b1", (7, 4))], **more)

    answer = preview_attack(carrier(prepared="Satchel Charge"), throw("r1", (7, 4), using="Satchel Charge"))
    assert (answer.legal, answer.cost, answer.target_number, answer.lethal) == (True, 6, 6, (10, 5, 2))
    assert why(carrier(), throw("r1", (7, 4), using="Satchel Charge")) == "BT-OPT-021"
    missed = carrier(prepared="Satchel Charge", dice=[1, 1, 1])
    missed.do(throw("r1", (7, 4), using="Satchel Charge"))
    assert (missed.state.explosives[0].at, missed.units["r1"].satchel) == ((6, 4), False)
    fought = carrier(dice=[5, 5, 5, 5])
    assert refusal(gunner("Rifle"), orders.Act("r1", "place", "Satchel Charge")).rule == "BT-OPT-021"
    assert orders.Act("r1", "place", "Satchel Charge") in [one.command for one in offers(fought, "red")]
    fought.do(move("r1", (5, 4)))
    fought.do(orders.Act("r1", "place", "Satchel Charge"))
    assert (fought.state.mp_left, fought.state.explosives[0].at) == (4, (5, 4))
    fought.do(orders.EndPhase())
    assert fought.units["r1"].dead or not fought.units["r1"].conscious


@pytest.mark.rule("BT-OPT-021")
def test_a_charge_is_placed_before_or_after_moving() -> None:
    place = orders.Act("r1", "place", "Satchel Charge")
    before = gunner("Rifle", satchel=True)
    before.do(place)
    before.do(move("r1", (8, 4)))
    after = gunner("Rifle", satchel=True)
    after.do(move("r1", (5, 4)))
    after.do(place)
    assert refusal(after, move("r1", (6, 4))).rule == "BT-OPT-021"
    assert refusal(after, move("r1", "prone")).rule == "BT-OPT-021"
    after.do(move("r1", arc=(2, (10, 4))))


@pytest.mark.rule("BT-OPT-022")
def test_flamers_set_fire() -> None:
    """The impact and the dots around it; a wall keeps the fire off."""
    wall = [{"id": "w", "kind": "wall", "line": [8.5, 2, 8.5, 6]}]
    fought = gunner("Flamer", dice=[6, 6], terrain=wall)
    fought.do(area("r1", (8, 4)))
    fought.do(orders.EndPhase())
    fires = show_state(fought)["fires"]
    assert isinstance(fires, list)
    burning = {tuple(one["at"]) for one in fires}  # type: ignore[call-overload, index]
    assert burning == {(8, 4), (7, 4), (7.5, 5), (7.5, 3)}
    plain = gunner("SRM", dice=[6, 6])
    plain.do(area("r1", (8, 4)))
    plain.do(orders.EndPhase())
    assert show_state(plain)["fires"] == []


@pytest.mark.rule("BT-OPT-022")
def test_fire_in_a_stairway() -> None:
    house = {"id": "h", "kind": "building", "height": 3, "rect": [2.75, 2.5, 12, 4], "stairways": [[8, 4]]}
    fought = gunner("Flamer", dice=[6, 6, 5, 5], terrain=[house], elevation=1)
    fought.do(area("r1", (8, 4), level=1))
    fought.do(orders.EndPhase())
    fires = show_state(fought)["fires"]
    assert isinstance(fires, list)
    levels = {one["elevation"] for one in fires if tuple(one["at"]) == (8, 4)}  # type: ignore[call-overload, index]
    assert levels == {0, 1, 2}
    below = gunner("Flamer", dice=[6, 6, 5, 5], terrain=[house], elevation=-1)
    below.do(area("r1", (8, 4), level=-1))
    below.do(orders.EndPhase())
    assert {one["elevation"] for one in show_state(below)["fires"]} == {-1, 0}  # type: ignore[union-attr, index, call-overload]


# -- exchange -----------------------------------------------------------------------------------------------------


def swap(*red: Any, blue: Any = (), **more: Any) -> Battle:
    return battle([man("r1", (4, 4), None, carries=0), *red], [*blue, FAR], options=["exchange"], **more)


def take(what: str, giver: str | None = None, count: int | None = None, unit: str = "r1") -> orders.Act:
    return orders.Act(unit, "take", what, giver, count)


@pytest.mark.rule("BT-OPT-006")
def test_the_receiver_pays_six() -> None:
    fought = swap(man("r2", (5, 4), "SMG"), man("r3", (7, 4)))
    assert refusal(fought, take("Rifle", "r3")).rule == "BT-OPT-006"
    assert refusal(fought, take("Rifle", "b9")).rule == "BT-OPT-006"
    assert take("SMG", "r2") in [one.command for one in offers(fought, "red")]
    fought.do(take("SMG", "r2"))
    assert (fought.units["r1"].primary, fought.units["r2"].primary, fought.state.mp_left) == ("SMG", None, 2)
    assert fought.units["r2"].prepared == "none"
    assert refusal(battle([man("r1", (4, 4)), man("r2", (5, 4))]), take("Rifle", "r2")).rule == "BT-OPT-006"
    walled = swap(man("r2", (5, 4), "SMG"), terrain=[{"id": "w", "kind": "wall", "line": [4.5, 3, 4.5, 5]}])
    assert refusal(walled, take("SMG", "r2")).rule == "BT-OPT-006"


@pytest.mark.rule("BT-OPT-006")
def test_up_to_four_grenades_at_a_time() -> None:
    fought = swap(man("r2", (5, 4)))
    fought.do(take("Hand Grenade", "r2", 3))
    assert (fought.units["r1"].grenades, fought.units["r2"].grenades) == (3, 1)


@pytest.mark.rule("BT-OPT-007")
def test_nobody_holds_more_than_he_could_begin_with() -> None:
    fought = battle([man("r1", (4, 4), carries=2), man("r2", (5, 4), "SMG")], [FAR], options=["exchange"])
    assert refusal(fought, take("SMG", "r2")).rule == "BT-OPT-007"
    assert refusal(fought, take("Hand Grenade", "r2", 3)).rule == "BT-OPT-007"
    fought.do(orders.Act("r1", "drop", "Rifle"))
    fought.do(take("SMG", "r2"))
    assert fought.units["r1"].primary == "SMG"


@pytest.mark.rule("BT-OPT-008")
def test_dropping_is_free_and_anybody_may_pick_it_up() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (8, 4))], [man("b1", (5, 4), None)], options=["exchange"])
    assert refusal(fought, orders.Act("r1", "drop", "SMG")).rule == "BT-OPT-008"
    fought.do(orders.Act("r1", "drop", "Rifle"))
    assert fought.state.mp_left == 8
    assert [(one.what, one.at) for one in fought.state.items] == [("Rifle", (4, 4))]
    assert refusal(fought, take("Rifle", unit="r2")).rule == "BT-OPT-008"
    fought.do(orders.EndPhase())
    fought.do(take("Rifle", unit="b1"))
    assert (fought.units["b1"].primary, fought.state.items) == ("Rifle", ())


@pytest.mark.rule("BT-OPT-009", "BT-DMG-014")
def test_the_gear_of_those_who_are_out() -> None:
    out = "." * 9 + "X"
    fought = swap(man("r2", (5, 4), "SMG", track=out), blue=[man("b1", (4.5, 5), "Blazer", track=out)])
    fought.do(take("Blazer", "b1"))
    assert fought.units["r1"].primary == "Blazer"


@pytest.mark.rule("BT-OPT-008")
def test_ammunition_is_dropped_and_picked_up() -> None:
    fought = traders(man("r1", (4, 4), "SRM"), man("r2", (5, 4), "SRM", ammo={"SRM": 0}))
    assert refusal(fought, orders.Act("r1", "drop", "SRM", count=3)).rule == "BT-OPT-008"
    fought.do(orders.Act("r1", "drop", "SRM", count=1))
    fought.do(orders.Act("r1", "drop", "SRM", count=1))
    assert (fought.units["r1"].ammo, fought.units["r1"].primary) == ({"SRM": 0}, "SRM")
    assert [(one.what, one.rounds, one.count) for one in fought.state.items] == [("SRM", True, 2)]
    assert refusal(fought, orders.Act("r2", "take", "SRM")).rule == "BT-OPT-008"  # a launcher lies nowhere
    take_both = orders.Act("r2", "take", "SRM", count=2)
    assert take_both in [one.command for one in offers(fought, "red")]
    fought.do(take_both)
    assert (fought.units["r2"].ammo, fought.state.items) == ({"SRM": 2}, ())
    assert "r2 takes 2 of SRM" in " ".join(line.text for line in story(fought, fought.journal.events))


def traders(*red: Any, **more: Any) -> Battle:
    options = ["exchange", "area_effect", "secondary_weapons", "support_weapons", "mechwarrior_characters"]
    return battle([*red], [FAR], options=options, **more)


@pytest.mark.rule("BT-OPT-007")
def test_a_launcher_goes_with_its_weapon() -> None:
    one, plain = man("r1", (4, 4), "SMG", launcher=True), man("r2", (5, 4), None)
    fought = traders(one, plain)
    fought.do(orders.Act("r2", "take", "SMG", "r1"))
    assert (fought.units["r1"].launcher, fought.units["r2"].launcher) == (False, True)
    assert fought.units["r2"].ammo == {}
    fought.do(orders.Act("r1", "drop", "Grenade Launcher", count=4))
    lying = traders(one, plain)
    lying.do(orders.Act("r1", "drop", "SMG"))
    assert lying.state.items[0].launcher
    lying.do(orders.Act("r2", "take", "SMG"))
    assert lying.units["r2"].launcher
    armed = traders(one, man("r2", (5, 4), None, secondary="Pistol"))
    assert refusal(armed, orders.Act("r2", "take", "SMG", "r1")).rule == "BT-OPT-007"


@pytest.mark.rule("BT-OPT-007")
def test_one_thing_beside_the_primary_weapon() -> None:
    def takes(what: str, count: int | None = None, **more: Any) -> bool:
        full = man("r1", (4, 4), "SRM", satchel=True)
        spare = man("r3", (4.5, 5), "Pistol", launcher=False)
        fought = traders(full, man("r2", (5, 4), **{"primary": "Rifle", **more}), spare)
        giver = "r3" if what == "Pistol" else "r1"
        command = orders.Act("r2", "take", what, giver, count)
        try:
            return refusal(fought, command).rule != "BT-OPT-007"
        except AssertionError:
            return True

    assert takes("Satchel Charge")
    assert takes("Pistol")
    assert takes("SRM", 2)
    assert not takes("SRM")
    for load in ({"secondary": "Laser Pistol"}, {"launcher": True}, {"double_ammo": "Inferno"}):
        assert not takes("Satchel Charge", **load)
        assert not takes("Pistol", **load)
        assert not takes("SRM", 1, **load)
    assert not takes("Pistol", satchel=True)
    assert not takes("SRM", 1, satchel=True)
    assert not takes("Pistol", ammo={"SRM": 1})
    assert not takes("SRM", 1, ammo={"SRM": 2})
    assert takes("SRM", 1, primary="SRM", ammo={"SRM": 1}, secondary="Pistol")


@pytest.mark.rule("BT-OPT-043", "BT-CMP-033", "BT-MEC-044")
def test_characters_carry_what_they_like() -> None:
    hero = {"skills": {"Rifle": 2}}
    load: dict[str, Any] = {"satchel": True, "secondary": "Pistol", "carries": 6}
    with pytest.raises(InputError, match="instead of a secondary weapon"):
        traders(man("r1", (4, 4), satchel=True, secondary="Pistol"))
    with pytest.raises(InputError, match="instead of a secondary weapon"):
        traders(man("r1", (4, 4), satchel=True, launcher=True))
    fought = traders(man("r1", (4, 4), character=hero, **load), man("r2", (5, 4), "SMG"))
    assert fought.units["r1"].grenades == 6
    fought.do(orders.Act("r1", "take", "Hand Grenade", "r2", 4))
    assert fought.units["r1"].grenades == 10
    armed = traders(man("r1", (4, 4), character=hero), man("r2", (5, 4), "SMG"))
    armed.do(orders.Act("r1", "take", "SMG", "r2"))
    assert armed.units["r1"].secondary == "SMG"


@pytest.mark.rule("BT-OPT-006")
def test_who_is_gone_gives_nothing() -> None:
    fought = traders(man("r1", (4, 4), exited=True), man("r2", (5, 4), None))
    assert refusal(fought, orders.Act("r2", "take", "Rifle", "r1")).rule == "BT-OPT-006"
    assert refusal(fought, orders.Act("r2", "take", "Hand Grenade", "r2")).rule == "BT-OPT-006"


# -- support weapons ----------------------------------------------------------------------------------------------


def team(weapon: str = "Medium MG", crew: Any = ("r2",), extra: Any = (), blue: Any = (), **state: Any) -> Battle:
    red = [man("r1", (4, 4), weapon, crew=list(crew), **state), man("r2", (5, 4)), *extra]
    return battle(red, [*blue, FAR], options=["support_weapons", "exchange"], dice=[1, 1] * 9)


def work(unit: str, do: str, operator: str = "r1") -> orders.Act:
    return orders.Act(unit, do, operator)


@pytest.mark.rule("BT-OPT-023", "BT-WPN-004")
@pytest.mark.parametrize(
    ("weapon", "crew", "lethal", "far"),
    [
        ("Light MG", 0, 5, 84),
        ("Medium MG", 1, 6, 84),
        ("Heavy MG", 2, 7, 110),
        ("Semi-Portable Laser", 1, 11, 240),
        ("Heavy Semi-Portable Laser", 2, 14, 280),
        ("Man-Pack PPC", 0, 8, 110),
    ],
)
def test_support_weapons(weapon: str, crew: int, lethal: int, far: int) -> None:
    arm = printed(rules, weapon)
    assert arm is not None
    assert (arm.crew, arm.lethal, arm.reach, arm.automatic) == (crew, lethal, far, weapon.endswith("MG"))
    fought = team(weapon, crew=("r2", "r3")[:crew], extra=[man("r3", (3, 4))], set_up=False)
    done = []
    for unit in ("r2", "r3")[:crew]:
        done += told(fought.do(work(unit, "set_up")), "support")
    done += told(fought.do(work("r1", "set_up")), "support")
    assert [one["done"] for one in done] == [False] * crew + [True]
    assert fought.units["r1"].set_up


@pytest.mark.rule("BT-OPT-023")
def test_too_few_men() -> None:
    fought = team("Heavy MG", set_up=False)
    assert refusal(fought, work("r1", "set_up")).rule == "BT-OPT-023"
    assert refusal(fought, work("r1", "set_up", "r2")).rule == "BT-OPT-023"


@pytest.mark.rule("BT-OPT-024")
def test_setting_up_and_breaking_down() -> None:
    fought = team(extra=[man("r3", (9, 4))])
    assert refusal(fought, move("r1", (3, 4))).rule == "BT-OPT-024"
    assert refusal(fought, work("r3", "break_down")).rule == "BT-OPT-024"  # not next to it
    fought.do(work("r2", "break_down"))
    assert (fought.state.mp_left, fought.units["r1"].work) == (4, ("r2",))
    assert refusal(fought, work("r2", "break_down")).rule == "BT-OPT-024"
    assert refusal(fought, move("r1", (3, 4))).rule == "BT-OPT-024"
    assert refusal(fought, move("r1", arc=(4, (8, 4)))).rule == "BT-OPT-024"  # nor is there anything to watch with
    fought.do(move("r2", (6, 4)))  # he may go on
    fought.do(work("r1", "break_down"))
    assert (fought.units["r1"].set_up, fought.units["r1"].work) == (False, ())
    fought.do(move("r1", (3, 4)))


@pytest.mark.rule("BT-OPT-024")
def test_work_is_offered() -> None:
    made = [one.command for one in offers(team(), "red")]
    assert work("r1", "break_down") in made
    assert work("r2", "break_down") in made


@pytest.mark.rule("BT-OPT-024")
def test_it_does_not_fire_while_it_is_worked_on() -> None:
    fought = team(blue=[man("b1", (4, 12))], work=["r2"], arc=(4, (4, 12)))
    assert why(fought, orders.Attack("r1", "b1")) == "BT-OPT-024"
    assert why(team(blue=[man("b1", (4, 12))], arc=(4, (4, 12))), orders.Attack("r1", "b1")) is None


@pytest.mark.rule("BT-OPT-025")
def test_whoever_carries_it_fires_nothing() -> None:
    fought = team(set_up=False, extra=[man("r3", (6, 4), arc=(2, (20, 18)))])
    assert refusal(fought, move("r2", arc=(2, (4, 12)))).rule == "BT-OPT-025"
    assert refusal(fought, move("r1", arc=(4, (4, 12)))).rule == "BT-OPT-025"
    assert refusal(fought, work("r3", "set_up")).rule == "BT-OPT-025"  # the same men set it up
    watching = battle(
        [man("r1", (4, 4), "Medium MG", crew=["r2"], set_up=False), man("r2", (5, 4), arc=(6, (5, 12)))],
        [man("b1", (5, 12))],
        options=["support_weapons"],
    )
    assert why(watching, orders.Attack("r2", "b1")) == "BT-OPT-025"
    launcher = battle(
        [man("r1", (4, 4), "Medium MG", crew=["r2"], set_up=False), man("r2", (5, 4), "SRM")],
        [man("b1", (5, 12))],
        options=["support_weapons", "area_effect"],
    )
    assert why(launcher, area("r2", (5, 12))) == "BT-OPT-025"


@pytest.mark.rule("BT-OPT-026")
def test_one_arc_in_one_direction() -> None:
    fought = team()
    for size in (2, 6):
        assert refusal(fought, move("r1", arc=(size, (4, 12)))).rule == "BT-OPT-026"
    fought.do(move("r1", arc=(4, (4, 12))))
    fought.do(orders.EndPhase())
    if fought.state.decision is not None:
        fought.do(orders.Decide("red", "hold"))
    fought.do(orders.EndPhase())
    while fought.state.decision is not None:
        fought.do(orders.Decide("red", "hold"))
    assert fought.units["r1"].arc is None
    assert refusal(fought, move("r1", arc=(4, (12, 4)))).rule == "BT-OPT-026"
    fought.do(move("r1", arc=(4, (4, 12))))


@pytest.mark.rule("BT-OPT-027")
def test_others_step_in() -> None:
    fought = team(extra=[man("r3", (3, 4))])
    fought.do(work("r3", "break_down"))
    fought.do(work("r1", "break_down"))
    assert (fought.units["r2"].parts, fought.units["r3"].parts) == ((), ("Medium MG",))
    out = "." * 9 + "X"

    def lost(at: tuple[float, float], **more: Any) -> Battle:
        red = [man("r1", (4, 4), "Medium MG", crew=["r3"], track=out, **more), man("r2", at, None)]
        return battle([*red, man("r3", (3, 4))], [FAR], options=["support_weapons", "exchange"])

    gun = orders.Act("r2", "take", "Medium MG", "r1")
    assert refusal(lost((5, 4)), gun).rule == "BT-OPT-027"  # on its dot
    assert refusal(lost((5, 4), set_up=False), gun).rule == "BT-OPT-027"
    stands = lost((4, 4))
    stands.do(gun)
    assert (stands.units["r2"].primary, stands.units["r2"].set_up) == ("Medium MG", True)
    alive = team()
    assert refusal(alive, orders.Act("r2", "take", "Medium MG", "r1")).rule == "BT-OPT-027"


@pytest.mark.rule("BT-OPT-027")
def test_a_carrier_who_is_out_is_replaced_by_an_exchange() -> None:
    def carried(**more: Any) -> Battle:
        red = [man("r1", (4, 4), "Medium MG", crew=["r2"], set_up=False), man("r2", (5, 4), **more), man("r3", (5, 4))]
        red[2]["at"] = [4.5, 5]
        return battle(red, [FAR], options=["support_weapons", "exchange"])

    parts = orders.Act("r3", "take", "Medium MG parts", "r2")
    fought = carried(track="." * 9 + "X")
    assert refusal(fought, work("r3", "set_up")).rule == "BT-OPT-025"
    assert refusal(fought, work("r1", "set_up")).rule == "BT-OPT-023"
    fought.do(parts)
    assert (fought.state.mp_left, fought.units["r2"].parts, fought.units["r3"].parts) == (2, (), ("Medium MG",))
    assert parts in [one.command for one in offers(carried(), "red")]
    for _ in range(2):
        fought.do(orders.EndPhase())
    fought.do(work("r3", "set_up"))
    fought.do(work("r1", "set_up"))
    assert (fought.units["r1"].set_up, fought.units["r3"].parts) == (True, ())


@pytest.mark.rule("BT-OPT-025")
def test_what_is_left_over_of_a_weapon_its_gunner_carries() -> None:
    fought = team("Heavy MG", set_up=False)
    assert (fought.units["r1"].parts, fought.units["r2"].parts) == (("Heavy MG",), ("Heavy MG",))
    assert show(fought, fought.units["r2"])["parts"] == ["Heavy MG"]
    given = team(parts=["Light MG"])
    assert given.units["r1"].parts == ("Light MG",)
    with pytest.raises(InputError, match="Light MG"):
        team(parts=["Light MGG"])


@pytest.mark.rule("BT-OPT-026")
def test_it_is_set_up_again_to_point_elsewhere() -> None:
    way = {"support_bearing": 0.0}
    fought = team(notes=way, extra=[man("r3", (3, 4))])
    elsewhere = move("r1", arc=(4, (12, 4)))
    assert refusal(fought, elsewhere).rule == "BT-OPT-026"
    fought.do(work("r2", "set_up"))
    assert refusal(fought, work("r2", "set_up")).rule == "BT-OPT-024"
    fought.do(work("r1", "set_up"))
    assert (fought.units["r1"].work, pointed.of(fought.units["r1"]), fought.units["r2"].parts) == ((), None, ())
    fought.do(elsewhere)
    assert pointed.of(fought.units["r1"]) == pytest.approx(90.0)
    changed = team(notes=way, extra=[man("r3", (3, 4))])
    changed.do(work("r2", "set_up"))
    changed.do(work("r3", "break_down"))  # what was begun before is given up
    assert (changed.units["r1"].work, changed.units["r1"].doing) == (("r3",), "break_down")
    assert refusal(team(), work("r1", "set_up")).rule == "BT-OPT-024"  # it may be pointed anywhere still


@pytest.mark.rule("BT-OPT-024")
def test_enemies_do_not_serve_it() -> None:
    fought = team(blue=[man("b1", (3, 4))])
    fought.do(orders.EndPhase())
    assert refusal(fought, work("b1", "break_down")).rule == "BT-OPT-024"


@pytest.mark.rule("BT-OPT-027", "BT-OPT-008")
def test_one_that_stands_is_left_standing() -> None:
    red = [man("r1", (4, 4), "Light MG", notes={"support_bearing": 0.0}), man("r2", (5, 4), None)]
    fought = battle(red, [FAR], options=["support_weapons", "exchange"])
    fought.do(orders.Act("r1", "drop", "Light MG"))
    shown: Any = show_state(fought)["items"]
    assert shown == [{"what": "Light MG", "at": [4.0, 4.0], "elevation": 0, "count": 1, "stands": True, "bearing": 0.0}]
    assert refusal(fought, orders.Act("r2", "take", "Light MG")).rule == "BT-OPT-027"
    fought.do(move("r1", (3, 4)))
    fought.do(move("r2", (4, 4)))
    fought.do(orders.Act("r2", "take", "Light MG"))
    gunner = fought.units["r2"]
    assert (gunner.set_up, pointed.of(gunner), fought.state.items) == (True, 0.0, ())


# -- jump troops --------------------------------------------------------------------------------------------------


def jumper(
    dice: Any = (), blue: Any = (), terrain: Any = (), at: Any = (2, 4), others: Any = (), **more: Any
) -> Battle:
    red = [man("r1", at, jump_pack=True, **more), *others]
    return battle(red, [*blue, FAR], options=["jump_troops"], dice=dice, terrain=terrain, size=(40, 20))


@pytest.mark.rule("BT-OPT-028")
def test_the_pack_weighs_two() -> None:
    assert mp(jumper()) == 6
    assert mp(jumper(armor={"kind": "Combat Armor"})) == 3


@pytest.mark.rule("BT-OPT-029")
def test_jumping() -> None:
    """Sixteen dots and a small arc: five of six points."""
    fought = jumper()
    fought.do(move("r1", (18, 4), mode="jump", arc=(2, (30, 4))))
    assert (fought.units["r1"].at, fought.units["r1"].moved, fought.units["r1"].airborne) == ((18, 4), "jump", False)
    for far in (7, 19):
        assert refusal(jumper(), move("r1", (far, 4), mode="jump")).rule == "BT-OPT-029"
    walker = battle([man("r1", (2, 4))], options=["jump_troops"], size=(40, 20))
    assert refusal(walker, move("r1", (10, 4), mode="jump")).rule == "BT-OPT-029"
    assert refusal(jumper(armor={"kind": "Combat Armor"}, track="........X"), move("r1", (10, 4), mode="jump")).rule
    assert refusal(jumper(prone=True), move("r1", (10, 4), mode="jump")).rule == "BT-OPT-029"
    wall = [{"id": "w", "kind": "wall", "line": [5.5, 2, 5.5, 6], "height": 9}]
    over = jumper(terrain=wall)
    assert move("r1", (8, 4), mode="jump") in [one.command for one in offers(over, "red")]
    over.do(move("r1", (10, 4), mode="jump"))
    assert over.units["r1"].at == (10, 4)
    assert refusal(over, move("r1", (18, 4), mode="jump")).rule == "BT-OPT-029"


@pytest.mark.rule("BT-OPT-029")
def test_onto_a_roof() -> None:
    house = {"id": "h", "kind": "building", "height": 2, "rect": [8.75, 2.5, 4, 4]}
    fought = jumper(terrain=[house])
    fought.do(move("r1", (10, 4), mode="jump"))
    assert fought.units["r1"].elevation == 2


@pytest.mark.rule("BT-OPT-030")
def test_not_inside_a_building() -> None:
    house = {"id": "h", "kind": "building", "height": 2, "rect": [0.75, 2.5, 4, 4], "windows": [[4.75, 3, 4.75, 5]]}
    assert refusal(jumper(terrain=[house]), move("r1", (10, 4), mode="jump")).rule == "BT-OPT-030"
    out = jumper(terrain=[house], at=(4, 4), elevation=1)
    assert refusal(out, move("r1", (12, 4), mode="jump")).rule == "BT-MOV-001"  # the window costs 4 besides
    squads = {"old": {"experience": "Veteran"}}
    red = [man("r1", (4, 4), jump_pack=True, elevation=1, group="old")]
    out = battle(red, [FAR], options=["jump_troops", "experience"], terrain=[house], size=(40, 20), squads=squads)
    assert refusal(out, move("r1", (5, 4), (10, 4), mode="jump")).rule == "BT-OPT-029"  # and is no part of the flight
    out.do(move("r1", (12, 4), mode="jump"))
    roof = jumper(terrain=[house], elevation=2)
    roof.do(move("r1", (10, 4), mode="jump"))
    assert (out.units["r1"].elevation, roof.units["r1"].elevation) == (0, 0)


@pytest.mark.rule("BT-OPT-031")
def test_shooting_at_a_man_in_the_air() -> None:
    blue = [man("b1", (10, 10), orders="fire", arc=(6, (10, 4)))]
    fought = jumper(dice=[1, 1], blue=blue, at=(8, 4))
    happened = fought.do(move("r1", (14, 4), mode="jump"))
    shot = told(happened, "shot")[0]
    assert shot["target_number"] in (6, 8)
    smg = [man("b1", (10, 10), "SMG", orders="fire", arc=(6, (10, 4)))]
    numbers = [
        one["target_number"]
        for one in told(jumper(dice=[1, 1] * 9, blue=smg, at=(8, 4)).do(move("r1", (14, 4), mode="jump")), "shot")
    ]
    assert numbers[0] == 6
    assert set(numbers[1:]) == {8}


@pytest.mark.rule("BT-OPT-032")
def test_hit_in_flight() -> None:
    blue = [man("b1", (20, 4), orders="fire", arc=(2, (8, 4)))]
    terrain = [{"id": "w", "kind": "wall", "line": [4.5, 3, 4.5, 5], "height": 1}]
    fought = jumper(dice=[6, 6, 3, 4], blue=blue, terrain=terrain)
    fought.do(move("r1", (10, 4), mode="jump"))
    one = fought.units["r1"]
    assert (one.prone, one.airborne, one.elevation, fought.state.acting) == (True, False, 0, None)
    assert one.at != (10, 4)
    fallen = jumper(dice=[6, 6, 1, 2, 5, 5], blue=blue, terrain=terrain)
    happened = fallen.do(move("r1", (10, 4), mode="jump"))
    assert [hit["cause"] for hit in told(happened, "damage")] == ["Rifle", "fall"]
    assert told(happened, "damage")[1]["lethal"] == 5


@pytest.mark.rule("BT-OPT-032")
def test_nobody_comes_down_on_top_of_another() -> None:
    """He is hit above a comrade: he comes down on the nearest free dot."""
    blue = [man("b1", (20, 4), orders="fire", arc=(2, (8, 4)))]
    terrain = [{"id": "w", "kind": "wall", "line": [4.5, 3, 4.5, 5], "height": 1}]
    alone = jumper(dice=[6, 6, 3, 4], blue=blue, terrain=terrain)
    alone.do(move("r1", (10, 4), mode="jump"))
    under = man("r2", alone.units["r1"].at)
    fought = jumper(dice=[6, 6, 3, 4], blue=blue, terrain=terrain, others=[under])
    happened = fought.do(move("r1", (10, 4), mode="jump"))
    one, other = fought.units["r1"], fought.units["r2"]
    assert told(happened, "put_back")[0]["unit"] == "r1"
    assert (distance(one.at, other.at), one.prone) == (1, True)


@pytest.mark.rule("BT-OPT-033")
def test_grenades_from_the_air() -> None:
    fought = jumper(dice=[4, 4], prepared="Hand Grenade")
    fought.do(move("r1", (10, 4), mode="jump", drop=(6, 4)))
    assert (fought.state.explosives[0].at, fought.state.mp_left, fought.units["r1"].grenades) == ((6, 4), 2, 3)
    missed = jumper(dice=[3, 4, 3, 1], prepared="Hand Grenade")
    missed.do(move("r1", (10, 4), mode="jump", drop=(6, 4)))
    assert missed.state.explosives[0].at == (6.5, 5)
    assert refusal(jumper(), move("r1", (10, 4), mode="jump", drop=(6, 4))).rule == "BT-OPT-033"
    assert refusal(jumper(prepared="Hand Grenade"), move("r1", (10, 4), mode="jump", drop=(6, 8))).rule == "BT-OPT-033"
    unready = jumper()
    unready.do(orders.Act("r1", "prepare", "Hand Grenade"))
    assert refusal(unready, move("r1", (10, 4), mode="jump", drop=(6, 4))).rule == "BT-MOV-001"  # 3 + 3 + 1 of 6


@pytest.mark.rule("BT-OPT-034")
def test_putting_packs_on_and_off() -> None:
    fought = battle(
        [man("r1", (4, 4), jump_pack=True), man("r2", (5, 4), None)], [FAR], options=["jump_troops", "exchange"]
    )
    fought.do(orders.Act("r1", "take_off"))
    assert (fought.units["r1"].jump_pack, fought.state.mp_left) == (False, 1)
    assert refusal(fought, orders.Act("r2", "put_on")).rule == "BT-OPT-034"
    fought.do(orders.Act("r2", "take", "Jump Pack", "r1"))
    assert fought.units["r2"].spare_pack
    stripped = battle(
        [man("r1", (4, 4), jump_pack=True, track="." * 9 + "X"), man("r2", (5, 4), None)],
        [FAR],
        options=["jump_troops"],
    )
    stripped.do(orders.Act("r2", "take_off", "r1"))
    assert (stripped.units["r1"].jump_pack, stripped.units["r1"].spare_pack) == (False, True)


@pytest.mark.rule("BT-OPT-034")
def test_who_changes_a_pack_for_another() -> None:
    def other(**more: Any) -> Battle:
        red = [man("r1", (4, 4), jump_pack=True, **more), man("r2", (5, 4))]
        return battle(red, [FAR], options=["jump_troops", "exchange"])

    strip = orders.Act("r2", "take_off", "r1")
    assert refusal(other(), strip).rule == "BT-OPT-034"  # he has the points himself
    other(track="......X").do(strip)
    enemy = battle([man("r2", (5, 4))], [man("b1", (4, 4), jump_pack=True)], options=["jump_troops"])
    assert refusal(enemy, orders.Act("r2", "take_off", "b1")).rule == "BT-OPT-034"


# -- experience, morale, characters ---------------------------------------------------------------------------------


@pytest.mark.rule("BT-OPT-035")
@pytest.mark.parametrize(("level", "points"), [("Green", 7), ("Regular", 8), ("Veteran", 9), ("Elite", 10)])
def test_experience(level: str, points: int) -> None:
    squads = {"first": {"experience": level}}
    fought = battle([man("r1", (4, 4), group="first")], squads=squads, options=["experience"])
    assert mp(fought) == points
    assert mp(battle([man("r1", (4, 4), group="first")], squads=squads)) == 8


@pytest.mark.rule("BT-OPT-036")
def test_no_more_than_eight_points_of_movement() -> None:
    fought = battle(
        [man("r1", (4, 4), group="first")], [FAR], squads={"first": {"experience": "Elite"}}, options=["experience"]
    )
    assert refusal(fought, move("r1", (13, 4))).rule == "BT-OPT-036"
    fought.do(move("r1", (11, 4)))
    assert refusal(fought, move("r1", (12, 4), "prone")).rule == "BT-OPT-036"
    fought.do(move("r1", (12, 4), arc=(2, (20, 18))))
    assert fought.units["r1"].arc is not None


OUT = "." * 9 + "X"


def squad(out: int, level: str = "Regular", dice: Any = (), leader: str | None = "r1", **more: Any) -> Battle:
    red = [man(f"r{n}", (2 * n, 4), group="first", **({"track": OUT} if n > 7 - out else {})) for n in range(1, 8)]
    squads = {"first": {"experience": level, **({"leader": leader} if leader else {}), **more}}
    blue = [man("b1", (14, 10), "SMG", orders="fire", arc=(6, (6, 4)))]
    return battle(red, blue, squads=squads, options=["experience", "morale_leadership"], dice=dice)


def lose_one(fought: Battle) -> list[dict[str, Any]]:
    """Another man is hit where he stands, and the turn ends."""
    name = [unit.id for unit in fought.of_side("red") if unit.conscious][-1]
    fought.do(move(name, (fought.units[name].x, 4), arc=None) if False else orders.Pass(name))
    happened = fought.do(orders.EndPhase())
    return told([*happened, *fought.do(orders.EndPhase())], "morale")


@pytest.mark.rule("BT-OPT-037", "BT-OPT-038", "BT-WPN-008", "BT-OPT-040")
def test_morale() -> None:
    """Three men are out; the fourth falls in this turn."""
    fought = squad(3, dice=[*[1, 1] * 3, 6, 6, 1, 2, 3, 4])
    rolled = lose_one(fought)
    assert len(rolled) == 1
    assert parts_of(rolled[0]) == {"Regular": 7, "Leadership": -2}
    assert (rolled[0]["number"], rolled[0]["breaks"]) == (5, False)
    quiet = squad(4, dice=[1, 1] * 8)
    assert lose_one(quiet) == []  # losses of earlier turns


def parts_of(event: dict[str, Any]) -> dict[str, int]:
    return {part["label"]: part["value"] for part in event["modifiers"]}


@pytest.mark.rule("BT-OPT-038", "BT-WPN-008", "BT-OPT-040")
@pytest.mark.parametrize(
    ("out", "level", "leader", "number"),
    [(4, "Green", None, 10), (4, "Veteran", "r1", 4), (4, "Elite", "r7", 3), (3, "Regular", None, 7)],
)
def test_break_numbers(out: int, level: str, leader: str | None, number: int) -> None:
    men = 7 - out
    fought = squad(out, level, dice=[*[1, 1] * (men - 1), 6, 6, 1, 2, 1, 1], leader=leader)
    rolled = lose_one(fought)
    assert (rolled[0]["number"], rolled[0]["breaks"]) == (number, number > 2)


@pytest.mark.rule("BT-OPT-039")
def test_broken_squads() -> None:
    fought = squad(3, dice=[*[1, 1] * 3, 6, 6, 1, 2, 1, 1])
    lose_one(fought)
    assert fought.state.broken == {"first"}
    assert "broken" in str(show(fought, fought.units["r1"])["status"])
    assert refusal(fought, move("r1", arc=(2, (4, 9)))).rule == "BT-OPT-039"
    assert refusal(fought, move("r1", (2.5, 5))).rule == "BT-OPT-039"  # the wrong way
    assert refusal(fought, move("r1", (3, 4))).rule == "BT-OPT-039"
    fought.do(move("r1", (2.5, 3)))
    grenadier = fought.units["r2"]
    grenadier.prepared = "Hand Grenade"
    assert refusal(fought, throw("r2", (6, 6))).rule == "BT-OPT-039"
    grenadier.arc = fought.units["b1"].arc
    assert why(fought, orders.Attack("r2", "b1")) == "BT-OPT-039"


@pytest.mark.rule("BT-OPT-043")
def test_characters() -> None:
    hero = {"skills": {"Running": 2}}
    fought = battle([man("r1", (4, 4), character=hero)], [FAR], options=["mechwarrior_characters"])
    assert mp(fought) == 10
    assert refusal(fought, move("r1", (13, 4))).rule == "BT-OPT-043"
    fought.do(move("r1", (12, 4), arc=(2, (20, 18))))


@pytest.mark.rule("BT-OPT-043")
def test_running_makes_up_for_no_armor_and_no_wound() -> None:
    vest = {"skills": {"Running": 2}}
    for hindered in ({"armor": {"kind": "Flak Vest"}}, {"track": "...X"}):
        fought = battle([man("r1", (4, 4), character=vest, **hindered)], [FAR], options=["mechwarrior_characters"])
        assert mp(fought) == 9
        assert refusal(fought, move("r1", (12, 4))).rule == "BT-OPT-043"
        fought.do(move("r1", (11, 4), arc=(2, (20, 18))))


@pytest.mark.rule("BT-OPT-043")
def test_a_squad_does_not_change_its_character() -> None:
    for level in ("Green", "Elite"):
        red = [man("r1", (4, 4), character={"skills": {}}, group="first"), man("r2", (6, 4), group="first")]
        squads = {"first": {"experience": level}}
        fought = battle(red, [FAR], squads=squads, options=["mechwarrior_characters", "experience"])
        assert mp(fought) == 8


@pytest.mark.rule("BT-OPT-044")
def test_skill_with_an_area_weapon() -> None:
    hero = {"skills": {"Rifle": 3}}
    fought = battle(
        [man("r1", (4, 4), "SRM", character=hero)], [FAR], options=["mechwarrior_characters", "area_effect"]
    )
    answer = preview_attack(fought, area("r1", (10, 4)))
    assert (answer.target_number, parts(answer.modifiers)["Rifle skill"]) == (4, -2)


@pytest.mark.rule("BT-OPT-044")
def test_skill_with_a_weapon() -> None:
    """Rifle 3 and an SMG at short range: 4."""
    for skills, weapon, number in (({"Rifle": 3}, "SMG", 4), ({"Rifle": 3}, "Pistol", 6), ({"Rifle": 1}, "SMG", 6)):
        red = [man("r1", (4, 4), weapon, character={"skills": skills}, arc=(2, (4, 8)))]
        fought = battle(red, [man("b1", (4, 8))], options=["mechwarrior_characters"])
        assert preview_attack(fought, orders.Attack("r1", "b1")).target_number == number


def led(*blue: Any, dice: Any, leader: str | None = "r1", **more: Any) -> Battle:
    hero = {"skills": {"Tactics": 2, "Leadership": 4}}
    return battle(
        [man("r1", (4, 4), character=hero, group="first"), man("r2", (6, 4), group="first")],
        [*blue] or [FAR],
        squads={"first": {"leader": leader}},
        options=["mechwarrior_characters"],
        dice=dice,
        phase="initiative",
        turn=1,
        **more,
    )


@pytest.mark.rule("BT-OPT-045")
def test_tactics_are_a_choice() -> None:
    """Who leads the force may let the others move first, once the dice lie."""
    fought = led(dice=[3, 4, 3, 3])
    question = fought.state.decision
    assert question is not None
    assert (question.side, question.kind, question.choices) == ("red", "tactics", ("subtract", "keep"))
    assert next(one.command for one in offers(fought, "red")) == orders.Decide("red", "subtract")
    used = fought.clone()
    rolled = told(used.do(orders.Decide("red", "subtract")), "initiative")[0]
    assert (rolled["first"], rolled["modifiers"]["red"][0]["value"]) == ("blue", -2)
    rolled = told(fought.do(orders.Decide("red", "keep")), "initiative")[0]
    assert (rolled["first"], rolled["modifiers"]["red"]) == ("red", [])
    tied = led(dice=[4, 4, 3, 3, 6, 6, 1, 1])
    assert tied.do(orders.Decide("red", "subtract"))
    assert tied.state.decision is not None  # thrown again, and asked again
    assert told(tied.do(orders.Decide("red", "keep")), "initiative")[0]["ties"] == 1
    assert led(dice=[3, 4, 3, 3], leader="r2").state.decision is None


@pytest.mark.rule("BT-OPT-045")
def test_who_leads_a_force() -> None:
    data = {
        "game": "battletroops",
        "sides": [
            {"name": "red", "leader": "r1", "units": [man("r1", (4, 4)), man("r2", (5, 4))]},
            {"name": "blue", "units": [man("b1", (9, 4))]},
        ],
    }
    setup = setup_from_data(data)
    assert (setup.leader_of("red"), setup.leader_of("blue")) == ("r1", None)
    assert setup_from_data(setup_to_data(setup)) == setup
    data["sides"][0]["leader"] = "b1"  # type: ignore[index]
    with pytest.raises(InputError, match="b1 is nobody of red"):
        setup_from_data(data)


@pytest.mark.rule("BT-OPT-046")
def test_what_a_hit_is_on_his_own_sheet() -> None:
    gun = [man("b1", (4, 8), "Light MG", orders="fire", arc=(4, (4, 4)))]
    fought = battle(
        [man("r1", (4, 4), character={"skills": {}})],
        gun,
        options=["mechwarrior_characters", "support_weapons"],
        dice=[6, 6, 3, 4],
    )
    assert told(fought.do(move("r1", (3, 4))), "character_hurt")[0]["dice"] == "5D6"


@pytest.mark.rule("BT-OPT-047", "BT-OPT-048", "BT-OPT-049")
def test_weapons_of_the_role_playing_game() -> None:
    def made(kind: str, damage: str, **more: Any) -> Any:
        rpg = {"damage": damage, "short": [1, 6], "medium": [7, 16], "long": [17, 36], **more}
        weapon = {"name": "Thing", "class": kind, "rpg": rpg}
        options = ["mechwarrior_characters", "area_effect"]
        return battle([man("r1", (4, 4), weapon)], options=options).setup.weapons["Thing"]

    assert made("semi", "4D6+2").lethal == 6
    assert made("auto", "3D6+2").lethal == 4
    rocket = made("area", "4D6+6", one_shot=True)
    assert (rocket.blast, rocket.mp, rocket.ammo) == ((7, 3, 1), 5, 1)
    assert (made("semi", "4D6").short, made("semi", "4D6").long) == ((1, 21), (22, 72))
    assert made("semi", "4D6", crew=3).crew == 2
    assert made("area", "2D6").ammo == 2


# -- hidden units -------------------------------------------------------------------------------------------------

HOUSE = {"id": "h", "kind": "building", "height": 2, "rect": [8.75, 2.5, 6, 5], "windows": [[8.75, 3.2, 8.75, 4.8]]}


def ambush(dice: Any = (), orders_: str = "ask", **start: Any) -> Battle:
    blue = [man("b1", (9, 4), "SMG", hidden=1, orders=orders_), man("b2", (20, 18))]
    return battle([man("r1", (2, 4))], blue, terrain=[HOUSE], options=["hidden_units"], dice=dice, **start)


@pytest.mark.rule("BT-OPT-041")
def test_hidden_in_a_building_with_a_wide_arc() -> None:
    fought = ambush()
    arc = fought.units["b1"].arc
    assert arc is not None
    assert (arc.size, arc.towards) == (6, (8, 4))
    with pytest.raises(InputError, match="can hide only inside a building"):
        battle([], [man("b1", (3, 4), hidden=1)], options=["hidden_units"])
    with pytest.raises(InputError, match="needs the option hidden_units"):
        battle([], [man("b1", (3, 4), hidden=1)])
    gun = battle(
        [], [man("b1", (9, 4), "Light MG", hidden=2)], terrain=[HOUSE], options=["hidden_units", "support_weapons"]
    )
    assert gun.units["b1"].arc is not None
    assert gun.units["b1"].arc.size == 4


@pytest.mark.rule("BT-OPT-041", "BT-SEQ-003")
def test_his_arc_stays_while_he_is_hidden() -> None:
    fought = ambush(orders_="hold")
    for _ in range(4):
        fought.do(orders.EndPhase())
    assert fought.units["b1"].arc is not None


def test_the_story_tells_where_he_came_out_and_not_where_he_went() -> None:
    fought = ambush(orders_="hold")
    before = fought.units["b1"].at
    fought.do(orders.EndPhase())
    way = next(
        one.command for one in offers(fought, "blue") if isinstance(one.command, orders.Move) and one.command.path
    )
    lines = [line.text for line in story(fought, fought.do(way))]
    assert fought.units["b1"].at != before
    assert lines[0] == f"b1 comes out of hiding at ({before[0]:g}, {before[1]:g}) [BT-OPT-042, p. 33]."


@pytest.mark.rule("BT-OPT-042")
def test_found_when_he_fires() -> None:
    fought = ambush(dice=[1, 1, 1, 1], orders_="fire")
    assert fought.units["b1"].hidden
    happened = fought.do(move("r1", (3, 4)))
    assert told(happened, "found")[0]["why"] == "acts"
    assert fought.units["b1"].hidden == 0


@pytest.mark.rule("BT-OPT-042")
def test_a_hidden_man_fires_unasked_by_the_number_that_is_noted_for_him() -> None:
    """A question would tell the enemy that somebody is there. He needs 6 at short range."""
    step = move("r1", (3, 4))
    usual = ambush(dice=[1, 1])
    assert [one.type for one in usual.do(step)].count("shot") == 1
    assert told(usual.journal.events, "found")[0]["why"] == "acts"
    for number, fires in ((0, False), (6, True), (12, True)):
        fought = ambush(dice=[1, 1] if fires else (), first="blue")
        noted = fought.do(orders.EndPhase({"b1": number}))
        assert not any(told(list(events_for(fought, "red", noted)), kind) for kind in ("noted", "remembered"))
        assert fought.units["b1"].hidden
        assert bool(told(fought.do(step), "found")) is fires
        assert (fought.decision is not None) is fires  # now that he is found he is asked


@pytest.mark.rule("BT-OPT-042")
def test_what_is_noted_for_a_hidden_man() -> None:
    fought = ambush(first="blue")
    assert refusal(fought, orders.EndPhase({"b1": 7})).code == "no_such_number"
    assert refusal(fought, orders.EndPhase({"b2": 8})).code == "not_hidden"
    assert refusal(fought, orders.EndPhase({"r1": 8})).code == "not_hidden"
    again = orders.command_from_data({"end_phase": {"ambush": {"b1": 10}}})
    assert again == orders.EndPhase({"b1": 10})
    told_to_red = without_plans(fought, [again], "red")
    assert told_to_red == [orders.EndPhase()]
    assert without_plans(fought, [again], "blue") == [again]


@pytest.mark.rule("BT-OPT-042")
def test_no_order_for_a_hidden_man_goes_unheard() -> None:
    """How many orders blue has given is known to red: one of which nothing is heard would tell of somebody."""
    fought = ambush(first="blue")
    given = [one.command for one in offers(fought, "blue") if not isinstance(one.command, orders.EndPhase)]
    assert any(command.unit == "b1" for command in given if not isinstance(command, (orders.Decide, orders.Resign)))
    for command in given:
        twin = fought.clone()
        assert list(events_for(twin, "red", twin.do(command)))
    assert refusal(fought, orders.Pass("b1")).rule == "BT-OPT-042"


@pytest.mark.rule("BT-OPT-042")
def test_found_by_one_who_stands_up() -> None:
    room = {"id": "h", "kind": "building", "height": 2, "rect": [5.75, 2.5, 6, 4]}
    desk = {"id": "desk", "kind": "furniture", "rect": [8.25, 3.5, 0.5, 1]}
    red = [man("r1", (7, 4), prone=True), man("r2", (20, 2))]
    blue = [man("b1", (9, 4), "SMG", hidden=1, orders="hold"), man("b2", (20, 18))]
    fought = battle(red, blue, terrain=[room, desk], options=["hidden_units"])
    assert told(fought.do(move("r1", "stand")), "found") == []  # as long as he is at it he may lie down again
    assert told(fought.do(orders.Pass("r1")), "found")[0]["why"] == "seen"


@pytest.mark.rule("BT-OPT-026", "BT-OPT-041")
def test_a_hidden_gun_points_where_it_was_noted() -> None:
    blue = [man("b1", (9, 4), "Light MG", hidden=1, orders="hold"), man("b2", (20, 18))]
    options = ["hidden_units", "support_weapons"]
    fought = battle([man("r1", (2, 18))], blue, terrain=[HOUSE], options=options, first="blue")
    assert refusal(fought, move("b1", arc=(4, (9, 12)))).rule == "BT-OPT-026"
    fought.do(move("b1", arc=(4, (2, 4))))


@pytest.mark.rule("BT-OPT-042")
def test_found_from_three_dots() -> None:
    fought = ambush(orders_="hold")
    fought.do(move("r1", (5, 4)))
    assert fought.units["b1"].hidden
    happened = fought.do(move("r1", (6, 4)))
    assert told(happened, "found")[0]["why"] == "seen"


@pytest.mark.rule("BT-OPT-042")
def test_who_hides_finds_nobody_who_does() -> None:
    """Red would hear that somebody has seen its man. When one of them comes out he finds the other."""
    red = [man("r1", (20, 2)), man("r2", (9, 6), "SMG", hidden=1, orders="hold")]
    blue = [man("b1", (9, 4), "SMG", hidden=1, orders="hold"), man("b2", (20, 18))]
    fought = battle(red, blue, terrain=[HOUSE], options=["hidden_units"], first="blue")
    assert told(fought.do(orders.Pass("b2")), "found") == []
    out = told(fought.do(move("b1", (9.5, 5))), "found")
    assert [(one["unit"], one["why"]) for one in out] == [("b1", "acts"), ("r2", "seen")]


def test_what_a_side_takes_with_it_does_not_say_what_hides() -> None:
    """Not even the rules that it goes by: they are those of the kinds it knows."""
    packed = []
    for hides in (True, False):
        blue = [mech("m2", (20, 18)), *([man("b1", (9, 4), "SMG", hidden=1)] if hides else [])]
        fight = battle([mech("m1", (2, 8))], blue, terrain=[HOUSE], options=["hidden_units", "mechs"])
        seen = known_to(fight, "red")
        assert [*seen.units] == ["m1", "m2"]
        packed.append((chosen_by(seen.hooks), b"soldier" in pickle.dumps(seen)))
        assert b"soldier" in pickle.dumps(known_to(fight, "blue")) or not hides
    assert packed[0] == packed[1] == ({**packed[1][0], "types": frozenset({"mech"})}, False)


@pytest.mark.rule("BT-OPT-042")
def test_nobody_shoots_at_a_hidden_man() -> None:
    """He has not moved, stands in an arc and in full view: whoever watches is asked only when he has been found."""
    for hidden in (1, False):
        blue = [man("b1", (9, 4), "SMG", orders="hold", hidden=hidden), man("b2", (1, 18))]
        red = [man("r1", (2, 4), arc=(6, (9, 4)))]
        fought = battle(red, blue, terrain=[HOUSE], options=["hidden_units"], to_act="blue")
        fought.do(orders.EndPhase())
        assert (fought.decision is None) is bool(hidden)
    beside = battle([man("r1", (10, 4))], [man("b1", (9, 4), hidden=1)], terrain=[HOUSE], options=["hidden_units"])
    assert refusal(beside, orders.Attack("r1", "b1", "hand-to-hand")).code == "no_such_target"


def test_secrets_are_kept() -> None:
    """Two worlds that differ only in a hidden man look the same to the other side."""
    one = ambush(orders_="hold")
    other = battle([man("r1", (2, 4))], [man("b2", (20, 18))], terrain=[HOUSE], options=["hidden_units"])
    for fought in (one, other):
        fought.do(move("r1", (3, 4)))
    assert view(one, "red") == view(other, "red")
    assert "b1" in str(view(one, "blue")["units"])
    heard = [list(events_for(fought, "red", fought.journal.events)) for fought in (one, other)]
    assert heard[0] == heard[1]
    assert view(one, None) == view(other, None)
    assert refusal(one, move("r1", (9, 4))).rule != "BT-MOV-008"


# -- choosing where to hide -----------------------------------------------------------------------------------------


def before(*more: dict[str, Any]) -> Battle:
    blue = [man("b1", (9, 4), "SMG", hidden=1, orders="hold"), man("b3", (10, 6), hidden=4, orders="hold"), *more]
    options = ["hidden_units", "support_weapons"]
    red, start = [man("r1", (2, 4))], {"turn": 1, "phase": "hiding", "first": None}
    return battle(red, [*blue, man("b2", (20, 18))], terrain=[HOUSE], options=options, dice=[6, 6, 1, 1], **start)


@pytest.mark.rule("BT-OPT-041")
def test_a_player_chooses_in_secret_where_his_men_hide() -> None:
    fought = before(man("b4", (12, 4), "Light MG", hidden=4, orders="hold"))
    assert (fought.state.phase, fought.state.to_act) == ("hiding", "red")
    fought.do(orders.EndPhase())
    hide = {"b1": {"at": [13.0, 4.0], "elevation": 1, "hidden": 2}, "b4": {"at": [9.0, 6.0]}}
    command = orders.command_from_data({"end_phase": {"ambush": {"b1": 10}, "hide": hide}})
    assert orders.command_from_data(orders.command_to_data(command)) == command
    twin = before(man("b4", (12, 4), "Light MG", hidden=4, orders="hold"))
    heard = []
    for one, given in ((fought, command), (twin, orders.EndPhase())):
        if one is twin:
            twin.do(orders.EndPhase())
        heard.append([str(event) for event in events_for(one, "red", one.do(given))])
    assert heard[0] == heard[1]
    assert view(fought, "red") == view(twin, "red")
    assert without_plans(fought, [command], "red") == [orders.EndPhase()]
    man_, gun = fought.units["b1"], fought.units["b4"]
    assert (man_.at, man_.elevation, man_.hidden) == ((13, 4), 1, 2)
    assert man_.arc == Arc(6, (12.5, 5))
    assert gun.arc == Arc(4, (10, 6))
    assert pointed.of(gun) == 90.0
    assert fought.units["b3"].at == (10, 6)
    assert fought.state.phase == "movement"
    assert told(fought.journal.events, "initiative")


@pytest.mark.rule("BT-OPT-041")
def test_where_nobody_hides() -> None:
    fought = before()
    assert refusal(fought, orders.EndPhase({}, {"b1": orders.Hideout((9, 6))})).code == "not_hidden"  # red notes now
    fought.do(orders.EndPhase())
    for place, code in (
        (orders.Hideout((3, 4)), "not_inside"),
        (orders.Hideout((9, 6), 2), "not_inside"),
        (orders.Hideout((9.5, 4)), "not_inside"),
        (orders.Hideout((99, 99)), "not_inside"),
        (orders.Hideout((10, 6)), "occupied"),
        (orders.Hideout((9, 6), 0, 7), "no_such_direction"),
    ):
        assert refusal(fought, orders.EndPhase({}, {"b1": place})).code == code
    assert refusal(fought, orders.EndPhase({}, {"b2": orders.Hideout((9, 6))})).code == "not_hidden"
    swapped = {"b1": orders.Hideout((10, 6)), "b3": orders.Hideout((9, 4))}
    fought.do(orders.EndPhase({}, swapped))
    assert (fought.units["b1"].at, fought.units["b3"].at) == ((10, 6), (9, 4))
    while fought.state.to_act != "blue":
        fought.do(orders.EndPhase())
    assert refusal(fought, orders.EndPhase({}, {"b1": orders.Hideout((9, 6))})).code == "too_late"
    with pytest.raises(InputError, match="needs the option hidden_units"):
        battle([man("r1", (2, 4))], [], phase="hiding")


def test_what_is_not_switched_on_is_refused() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (5, 4))], [FAR])
    for act, rule in (
        (orders.Act("r1", "take", "Rifle", "r2"), "BT-OPT-006"),
        (orders.Act("r1", "drop", "Rifle"), "BT-OPT-008"),
        (orders.Act("r1", "put_on"), "BT-OPT-034"),
        (orders.Act("r1", "set_up", "r1"), "BT-OPT-023"),
        (orders.Act("r1", "place", "Satchel Charge"), "BT-OPT-021"),
    ):
        assert refusal(fought, act).rule == rule
    assert refusal(fought, area("r1", (9, 4))).rule == "BT-OPT-010"
    assert preview_move(fought, move("r1", (12, 4), mode="jump")).legal is False
