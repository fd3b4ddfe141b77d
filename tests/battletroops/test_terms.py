"""What the chapter on components says: counters, dice, sheets, maps (pp. 4-7)."""

import pytest
from tests.battletroops.field import battle, man, move, refusal, throw

from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.setup import Settings
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import BLOCKS
from lancemate.kernel.errors import InputError
from lancemate.rulebook.ledger import rule


@pytest.mark.rule("BT-CMP-001", "BT-CMP-003")
def test_two_sides_of_single_soldiers_and_more_than_sixteen_of_them() -> None:
    crowd = [man(f"r{n}", (n % 20, 2 * (n // 20))) for n in range(28)]
    fought = battle(crowd, [man("b1", (4, 18))])
    assert len(fought.units) == 29
    with pytest.raises(InputError, match="there are two units called 'r1'"):
        battle([man("r1", (1, 2)), man("r1", (2, 2))])


@pytest.mark.rule("BT-CMP-002", "BT-CMP-016", "BT-CMP-034", "BT-CMP-032")
def test_a_map_is_a_mapsheet_unless_said() -> None:
    from lancemate.battletroops.scripts.positions import setup_from_data

    setup = setup_from_data({"sides": [{"name": "red"}, {"name": "blue"}]})
    assert (setup.map.width, setup.map.depth) == (22, 39)
    assert rule("BT-CMP-002").data["mapsheets"]["count"] == 4


@pytest.mark.rule("BT-CMP-004")
def test_three_arcs() -> None:
    assert Settings().arc_widths == (30.0, 60.0, 90.0)
    fought = battle([man("r1", (4, 4))])
    assert [one for one in range(1, 9) if not _refused(fought, one)] == [2, 4, 6]


def _refused(fought: object, size: int) -> bool:
    from lancemate.battletroops.asking.preview import preview_move
    from lancemate.battletroops.play.battle import Battle

    assert isinstance(fought, Battle)
    return not preview_move(fought, move("r1", arc=(size, (4, 8)))).legal


@pytest.mark.rule("BT-CMP-005")
def test_a_grenade_is_ready_or_lies_on_a_dot() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 18))], dice=[6, 6])
    fought.do(orders.Act("r1", "prepare", "Hand Grenade"))
    fought.do(throw("r1", (5, 6)))
    lying = show_state(fought)["explosives"]
    assert lying == [{"weapon": "Hand Grenade", "at": [5, 6], "elevation": 0, "side": "red", "by": "r1"}]


@pytest.mark.rule("BT-CMP-011", "BT-CMP-020", "BT-CMP-021")
def test_a_soldier_is_on_a_dot_and_a_floor() -> None:
    house = {"id": "h", "kind": "building", "height": 2, "rect": [2.75, 3.5, 6, 4], "stairways": [[7, 6]]}
    fought = battle([man("r1", (4, 4)), man("r2", (4, 4), elevation=1)], terrain=[house])
    assert [one.elevation for one in fought.units.values()] == [0, 1]
    with pytest.raises(InputError, match="nobody can stand at level 3 there, only at -1 to 2"):
        battle([man("r1", (4, 4), elevation=3)], terrain=[house])
    with pytest.raises(InputError, match="nobody can stand at level 1 there, only at 0"):
        battle([man("r1", (14, 4), elevation=1)], terrain=[house])


@pytest.mark.rule("BT-CMP-017")
def test_every_man_stands_on_a_dot() -> None:
    with pytest.raises(InputError, match=r"\[4.0, 5.0\] is no dot of the map"):
        battle([{"id": "r1", "soldier": {"primary": "Rifle"}, "at": [4, 5]}])


@pytest.mark.rule("BT-CMP-007", "BT-CMP-008", "BT-CMP-009")
def test_holes_rubble_splinters_and_flames_lie_on_the_map() -> None:
    from lancemate.field.lattice_map import Lattice
    from lancemate.field.lattice_terrain import Feature

    hut = Feature("hut", "building", outline=((2.75, 3.5), (8.75, 3.5), (8.75, 7.5), (2.75, 7.5)), height=2)
    breach = Feature("hole", "breach", line=((4.2, 3.5), (5.2, 3.5)), elevation=1)
    rubble = Feature("pile", "rubble", dots=((7, 4),))
    flames = Feature("fire", "fire", dots=((3, 6),))
    splinters = Feature("wood", "splinters", circle=(12.0, 6.0, 1.0))
    field = Lattice(16, 12, [hut, breach, rubble, flames, splinters])
    assert field.step((5, 4), (4.5, 3), 0).wall == "hut"  # the breach is one floor up
    assert field.step((5, 4), (4.5, 3), 1).kinds == ("window",)
    assert field.step((7, 4), (6.5, 3), 0).kinds == ("window",)
    assert field.step((12, 6), (13, 6), 0).kinds == ("splinters",)
    assert field.step((3, 6), (4, 6), 0).kinds == ("fire",)


@pytest.mark.rule("BT-CMP-022")
def test_buildings_are_medium_unless_said() -> None:
    fought = battle(terrain=[{"id": "h", "kind": "building", "rect": [2.75, 3.5, 6, 4]}])
    assert fought.map.features[0].type == "medium"


@pytest.mark.rule("BT-CMP-028", "BT-CMP-029")
def test_the_record() -> None:
    fought = battle([man("r1", (4, 4), group="first")], squads={"first": {"experience": "Green", "leader": "r1"}})
    shown = show_state(fought)
    assert shown["squads"] == {"first": {"side": "red", "losses": 0, "broken": False}}
    units = shown["units"]
    assert isinstance(units, dict)
    assert (units["r1"]["track"], units["r1"]["grenades"], BLOCKS[0], BLOCKS[-1]) == ("." * 12, 4, "10", "DEAD")


@pytest.mark.rule("BT-CMP-033")
def test_what_a_soldier_carries() -> None:
    fought = battle([man("r1", (4, 4), "SMG")])
    one = fought.units["r1"]
    assert (one.prepared, one.grenades, one.track) == ("SMG", 4, "." * 12)
    with pytest.raises(InputError, match="between 0 and 4"):
        battle([man("r1", (4, 4), "SMG", carries=5)])


@pytest.mark.rule("BT-OPT-001")
def test_options_are_switched_by_name() -> None:
    rules.load()
    assert {"experience", "morale_leadership", "hidden_units", "mechwarrior_characters"} <= set(rules.options)
    with pytest.raises(InputError, match="'experiance' is not known here; did you mean experience"):
        battle(options=["experiance"])
    for key, value, option in (
        ("secondary", "Pistol", "secondary_weapons"),
        ("jump_pack", True, "jump_troops"),
        ("launcher", True, "area_effect"),
        ("satchel", True, "area_effect or mechs"),
        ("character", {"skills": {}}, "mechwarrior_characters"),
    ):
        with pytest.raises(InputError, match=f"needs the option {option}"):
            battle([man("r1", (4, 4), **{key: value})])
    for weapon, option in (("SRM", "area_effect"), ("Light MG", "support_weapons")):
        with pytest.raises(InputError, match=f"needs the option {option}"):
            battle([man("r1", (4, 4), weapon)])


@pytest.mark.rule("BT-MOV-002")
def test_naming_nobody_is_refused() -> None:
    assert refusal(battle([man("r1", (4, 4))]), move("r7", (5, 4))).code == "unknown_unit"
