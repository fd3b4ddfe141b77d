"""Mobile structures (pp. 65-66): sections, fire at them and from them, critical hits, loss, movement."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.flights import struck_by
from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.terrain_targets import hit_cover
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.damage.sections import SECTION_CRITICALS
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from lancemate.rulebook.ledger import rule
from rules.flights import fighter, sky
from rules.harm import strike
from rules.table import attack, battle, end, move, number, refusal, unit
from rules.test_support import order, support_battle

Shot = commands.Attack
ROW = {"fore": [0, 0], "second": [0, -2], "third": [0, -4], "aft": [0, -6]}
CROSS = {"bow": [0, 2], "port": [-2, 0], "core": [0, 0], "starboard": [2, 0], "stern": [0, -2]}


def sections(places: dict[str, list[float]], **more: dict[str, Any]) -> list[dict[str, Any]]:
    plain = {"armor": 3, "structure": 4, "damage": "3/3/3"}
    return [{"name": name, "at": at, **plain, **more.get(name, {})} for name, at in places.items()]


def structure(places: dict[str, list[float]] | None = None, **more: Any) -> dict[str, Any]:
    """The card of a mobile structure."""
    card = {key: more.pop(key) for key in ("move", "tmm", "specials", "height") if key in more}
    own = {"type": "MS", "size": 5, "move": '4"', "tmm": 0, "damage": None, "specials": ["SLG", "SEAL"]}
    return {**own, **card, "sections": sections(places or CROSS, **more)}


def facing_it(*dice: int, at: tuple[float, float] = (36, 10), phase: str = "combat", **more: Any) -> Battle:
    """r1 south of the structure b1, which faces south."""
    return battle(
        unit("r1", at, damage="4/4/4"),
        unit("b1", (36, 24), facing=180.0, **structure(**more)),
        dice=dice or (6, 5, 1, 1),
        phase=phase,
    )


def in_a_row(y: float = 31.0, **more: Any) -> Any:
    """A mobile structure that reaches north from there, four sections one behind the other."""
    each = {name: {"armor": 9} for name in ROW}
    return unit("b1", (24, y), facing=180.0, **structure(ROW, **each), **more)


def armor_of(fight: Battle) -> list[int]:
    return [section.armor for section in fight.units["b1"].sections]


def state(fight: Battle, section: str) -> dict[str, Any]:
    shown: Any = show_state(fight)["units"]
    return shown["b1"]["sections"][section]


# -- what it is made of ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-127")
def test_a_structure_is_what_its_sections_are_together() -> None:
    fight = facing_it()
    whole = fight.units["b1"]
    assert (whole.armor, whole.structure) == (15, 20)
    assert state(fight, "bow") == {
        "armor": 3,
        "structure": 4,
        "crits": {"weapon": 0, "gunners_stunned": 0, "gunners_killed": 0, "turret_locked": 0},
        "pending": [],
        "destroyed": False,
    }
    assert measure(fight, "r1", "b1/bow").distance == pytest.approx(14 - 2 - 1 - 0.625)
    assert measure(fight, "r1", "b1").distance == pytest.approx(14 - 2 - 1 - 0.625)
    # Between two arms of the cross there is room for others, under an arm there is none.
    free = battle(unit("r1", (30, 20)), unit("b1", (36, 24), **structure()), phase="movement")
    assert check_move(free, commands.Move("r1", ((34.1, 22.1),))).legal
    taken = check_move(free, commands.Move("r1", ((34.0, 23.0),)))
    assert taken.reason is not None
    assert taken.reason.rule == "AS-MOV-007"


@pytest.mark.rule("AS-BAT-127")
def test_every_section_needs_its_place_on_the_table() -> None:
    edge = battle(unit("r1", (2, 10), **structure({"a": [0, 0], "b": [2, 0]})), unit("b1", (60, 40)), phase="movement")
    assert refusal(edge, commands.Move("r1", ((0.5, 10),))).rule == "AS-BAT-127"
    beside = battle(
        unit("r1", (20, 20), **structure({"a": [0, 0], "b": [0, 2]})),
        unit("r2", (22, 21)),
        unit("b1", (60, 40)),
        phase="movement",
    )
    assert refusal(beside, commands.Move("r1", facing=60)).rule == "AS-MOV-007"
    move(beside, "r1", facing=300)


def test_bad_sections_are_one_complaint_with_their_key() -> None:
    with pytest.raises(InputError, match="two sections called"):
        unit("b1", (1, 1), **{**structure(), "sections": sections({"bow": [0, 0]}) * 2})
    with pytest.raises(InputError, match="Only a mobile structure"):
        unit("b1", (1, 1), **{**structure(), "type": "SV", "move": '4"t'})
    with pytest.raises(InputError, match="more than the 3"):
        battle(unit("r1", (1, 1)), unit("b1", (36, 24), state={"sections": {"bow": {"armor": 9}}}, **structure()))
    with pytest.raises(InputError, match="bows"):
        battle(unit("r1", (1, 1)), unit("b1", (36, 24), state={"sections": {"bows": {}}}, **structure()))


@pytest.mark.rule("AS-BAT-127")
def test_a_structure_without_sections_on_its_card_is_a_single_one() -> None:
    fight = battle(unit("r1", (36, 10)), unit("b1", (36, 24), type="MS", size=5, move='2"'), dice=(6, 4))
    attack(fight, "r1", "b1")
    assert state(fight, "hull")["armor"] == 3


# -- being attacked -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-130")
def test_each_attack_names_a_section_and_hurts_it_alone() -> None:
    fight = facing_it(6, 4, 1, 2)
    assert refusal(fight, Shot("r1", "b1")).rule == "AS-BAT-130"
    attack(fight, "r1", "b1/bow")
    assert (state(fight, "bow")["armor"], state(fight, "bow")["structure"]) == (0, 3)
    assert (state(fight, "core")["armor"], fight.units["b1"].armor, fight.units["b1"].structure) == (3, 12, 19)


@pytest.mark.rule("AS-BAT-130")
def test_a_lost_section_is_no_target_and_does_not_take_the_rest_with_it() -> None:
    fight = facing_it()
    strike(fight, "b1", 7, section="bow")
    fight.run()
    assert state(fight, "bow")["destroyed"]
    assert fight.units["b1"].doomed is None
    assert refusal(fight, Shot("r1", "b1/bow")).rule == "AS-BAT-130"


@pytest.mark.rule("AS-BAT-130")
def test_sections_have_no_rear() -> None:
    fight = battle(unit("r1", (36, 10)), unit("b1", (36, 24), facing=0.0, **structure()), dice=(6, 4))
    assert attack(fight, "r1", "b1/stern").direction == "front"


@pytest.mark.rule("AS-BAT-130")
def test_damage_that_nobody_aimed_strikes_one_section_and_splinters_of_shells_each_that_they_reach() -> None:
    fight = facing_it()
    strike(fight, "b1", 2, words=())
    fight.run()
    assert [one.armor for one in fight.units["b1"].sections] == [1, 3, 3, 3, 3]
    gun = battle(
        unit("r1", (36, 4), specials=["ART-LT1"]), unit("b1", (36, 24), facing=180.0, **structure()), dice=(6, 5)
    )
    attack(gun, "r1", "b1/bow", kind="artillery")
    assert [one.armor for one in gun.units["b1"].sections] == [0, 2, 0, 2, 2]


@pytest.mark.rule("AS-BAT-130", "AS-AER-036")
@pytest.mark.parametrize(
    ("at", "bomb", "left"),
    [
        ((24, 31), "HE", [7, 7, 9, 9]),
        ((24, 37.5), "HE", [9, 9, 9, 7]),
        ((24, 35.5), "cluster", [9, 8, 8, 8]),
        ((26.5, 34), "HE", [9, 9, 9, 9]),
    ],
)
def test_a_bomb_strikes_the_sections_under_its_template(at: tuple[float, float], bomb: str, left: list[int]) -> None:
    """It falls behind the first section, or beside all of them; those within reach take their share and no other."""
    plane = fighter("r1", (at[0], 0), altitude="low", bombs=(bomb,), specials=["BOMB4"])
    fight = sky(plane, in_a_row(), dice=(6, 5))
    order = Shot("r1", commands.PointTarget(at), "dive_bomb", bombs=(bomb,))
    assert struck_by(Attack(fight, order)) == (("b1",) if min(left) < 9 else ())
    fight.do(order)
    assert armor_of(fight) == left


@pytest.mark.rule("AS-BAT-130", "AS-BAT-010", "AS-BAT-016")
@pytest.mark.parametrize(
    ("using", "y", "left"),
    [
        ("heavy_bombing", 38.0, [9, 9, 7, 7]),
        ("long_tom", 31.0, [6, 6, 8, 9]),
        ("thumper", 39.5, [9, 9, 9, 9]),
    ],
)
def test_so_do_bombs_and_shells_of_support(using: str, y: float, left: list[int]) -> None:
    foe = unit("r1", (60, 4))
    fight = support_battle(foe, in_a_row(), red=(using,), dice=[6, 6])
    aimed = order(using, commands.PointTarget((24.0, y)))
    asked = preview_support(fight, aimed)
    fight.do(aimed)
    assert armor_of(fight) == left
    assert asked.struck == (("b1",) if min(left) < 9 else ())
    assert asked.expected_damage > 0


@pytest.mark.rule("AS-BAT-129")
def test_a_structure_is_as_easy_to_hit_as_a_building_but_for_its_speed() -> None:
    shot = attack(facing_it(6, 5, 1, 2), "r1", "b1/bow")
    assert number(shot, "AS-BAT-129") == -4
    assert number(shot, "AS-COM-078") == -1
    assert shot.target_number == 4 - 4 - 1 + 2
    assert number(attack(facing_it(6, 5, 1, 2, tmm=2), "r1", "b1/bow"), "AS-BAT-129") == -2


@pytest.mark.rule("AS-BAT-135")
def test_what_lies_behind_other_sections_cannot_be_aimed_at() -> None:
    fight = facing_it()
    for name, seen in (("bow", True), ("core", False), ("stern", False), ("port", True), ("starboard", True)):
        preview = preview_attack(fight, Shot("r1", f"b1/{name}"))
        assert preview.legal == seen
        assert seen or (preview.reason is not None and preview.reason.rule == "AS-BAT-135")
    above = battle(
        unit("r1", (36, 10), type="CV", move='16"v', state={"elevation": 8}),
        unit("b1", (36, 24), facing=180.0, **structure()),
    )
    assert preview_attack(above, Shot("r1", "b1/core")).legal


# -- critical hits --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-131")
def test_the_table_is_that_of_the_book() -> None:
    assert {int(key): value for key, value in rule("AS-BAT-131").data.items()} == SECTION_CRITICALS.book


@pytest.mark.rule("AS-BAT-131", "AS-BAT-132")
@pytest.mark.parametrize(
    ("dice", "effect"),
    [((1, 4), None), ((3, 3), "weapon"), ((3, 4), "gunners_stunned"), ((4, 5), "gunners_killed"), ((5, 6), None)],
)
def test_critical_hits_are_those_of_a_section(dice: tuple[int, int], effect: str | None) -> None:
    fight = facing_it(6, 4, *dice)
    attack(fight, "r1", "b1/bow")
    counts = {name: count for name, count in state(fight, "bow")["crits"].items() if count}
    assert counts == ({effect: 1} if effect else {})
    assert not any(state(fight, "core")["crits"].values())


@pytest.mark.rule("AS-BAT-132")
def test_weapon_hits_take_a_point_off_everything_the_section_fires() -> None:
    guns = {"specials": ["LRM2/2/2", "TUR(2/2/2)"]}
    hit = {"bow": {"crits": {"weapon": 1}}}
    fight = battle(
        unit("r1", (36, 10)),
        unit("b1", (36, 24), facing=180.0, state={"sections": hit}, **structure(bow=guns)),
        first="blue",
    )
    for arc, using, points in (("bow", None, 2), ("bow", "LRM", 1), ("bow turret", None, 1), ("port", None, 3)):
        assert preview_attack(fight, Shot("b1", "r1", arc=arc, using=using)).damage == points


@pytest.mark.rule("AS-BAT-132")
def test_a_weapon_hit_where_nothing_is_left_costs_a_point() -> None:
    fight = facing_it(6, 4, 3, 3, bow={"damage": "0/0/0"})
    attack(fight, "r1", "b1/bow")
    assert (state(fight, "bow")["structure"], state(fight, "bow")["crits"]["weapon"]) == (2, 0)


@pytest.mark.rule("AS-BAT-132")
def test_stunned_gunners_are_silent_for_the_whole_turn_that_follows() -> None:
    fight = facing_it(6, 4, 3, 4, *(1, 2, 3, 4) * 4)
    attack(fight, "r1", "b1/bow")
    end(fight)
    assert preview_attack(fight, Shot("b1", "r1", arc="bow")).legal
    end(fight)
    assert (fight.state.turn, state(fight, "bow")["crits"]["gunners_stunned"]) == (2, 1)
    preview = preview_attack(fight, Shot("b1", "r1", arc="bow"))
    assert preview.reason is not None
    assert preview.reason.rule == "AS-BAT-132"
    assert preview_attack(fight, Shot("b1", "r1", arc="port")).legal
    while fight.state.turn == 2:
        end(fight)
    assert state(fight, "bow")["crits"]["gunners_stunned"] == 0
    assert preview_attack(fight, Shot("b1", "r1", arc="bow")).legal


@pytest.mark.rule("AS-BAT-132")
def test_dead_gunners_and_lost_sections_fire_no_more() -> None:
    hurt = {"bow": {"crits": {"gunners_killed": 1}}, "port": {"structure": 0}}
    fight = battle(unit("r1", (30, 10)), unit("b1", (36, 24), facing=180.0, state={"sections": hurt}, **structure()))
    reasons = [preview_attack(fight, Shot("b1", "r1", arc=arc)).reason for arc in ("bow", "port", "starboard")]
    assert [reason.rule if reason is not None else None for reason in reasons] == ["AS-BAT-132", "AS-BAT-130", None]


@pytest.mark.rule("AS-BAT-132")
def test_gunners_who_are_dead_die_no_second_time() -> None:
    hurt = {"bow": {"armor": 0, "crits": {"gunners_killed": 1}}}
    for dice in ((3, 4), (4, 5)):
        fight = battle(
            unit("r1", (36, 10), damage="1/1/1"),
            unit("b1", (36, 24), facing=180.0, state={"sections": hurt}, **structure()),
            dice=(6, 4, *dice),
        )
        attack(fight, "r1", "b1/bow")
        assert state(fight, "bow")["structure"] == 2


@pytest.mark.rule("AS-BAT-132")
@pytest.mark.parametrize(("at", "legal"), [((36, 4), True), ((60, 22), False)])
def test_a_locked_turret_fires_ahead_only(at: tuple[float, float], legal: bool) -> None:
    turret = {"damage": "0/0/0", "specials": ["TUR(2/2/2)"]}
    fight = battle(
        unit("r1", at),
        unit(
            "b1",
            (36, 24),
            facing=180.0,
            state={"sections": {"bow": {"crits": {"turret_locked": 1}}}},
            **structure(bow=turret),
        ),
    )
    for command in (
        Shot("b1", "r1", arc="bow turret"),
        Shot("b1", "r1", arc="turret"),
        Shot("b1", "r1", arc="bow", using="TUR"),
    ):
        preview = preview_attack(fight, command)
        assert preview.legal == legal
        assert legal or (preview.reason is not None and preview.reason.rule == "AS-BAT-132")


@pytest.mark.rule("AS-BAT-132")
@pytest.mark.parametrize(("turret", "crits", "points"), [(True, 1, 3), (False, 0, 2)])
def test_only_a_turret_can_be_locked(turret: bool, crits: int, points: int) -> None:
    fight = facing_it(6, 4, 4, 6, bow={"specials": ["TUR(2/2/2)"] if turret else []})
    attack(fight, "r1", "b1/bow")
    assert (state(fight, "bow")["crits"]["turret_locked"], state(fight, "bow")["structure"]) == (crits, points)


# -- loss -----------------------------------------------------------------------------------------------------


def lose(fight: Battle, *names: str) -> None:
    for name in names:
        strike(fight, "b1", 7, section=name)
        fight.run()


@pytest.mark.rule("AS-BAT-133")
def test_it_is_lost_with_more_than_half_of_its_sections_or_when_it_breaks_apart() -> None:
    fight = facing_it()
    lose(fight, "bow", "port")
    assert fight.units["b1"].doomed is None
    lose(fight, "stern")
    assert fight.units["b1"].doomed is not None
    middle = facing_it()
    lose(middle, "core")
    assert "apart" in (middle.units["b1"].doomed or "")
    two = facing_it(places={"fore": [0, 1], "aft": [0, -1]})
    lose(two, "fore")
    assert two.units["b1"].doomed is None


@pytest.mark.rule("AS-BAT-133")
def test_what_is_left_is_ultra_heavy_rubble_under_every_section() -> None:
    fight = facing_it()
    lose(fight, "core")
    end(fight, 2)
    assert fight.units["b1"].destroyed
    changed: Any = show_state(fight)["terrain_changed"]
    assert changed == {"ultra_rubble1": "ultra_rubble"}
    for x, y, there in ((36, 24, True), (36, 21.5, True), (38.9, 24, True), (34.1, 22.1, False)):
        kinds = [feature.kind for feature in fight.table.features_at(x, y)]
        assert kinds == (["ultra_rubble"] if there else [])
    assert "ultra_rubble1" in fight._repr_svg_()


@pytest.mark.rule("AS-BAT-136")
def test_an_airborne_structure_falls_on_what_is_below() -> None:
    fight = battle(
        unit("r1", (36, 4)),
        unit("r2", (37, 25)),
        unit("r3", (40, 24)),
        unit("b1", (36, 24), state={"airborne": True, "elevation": 10}, **structure(move="2i")),
        terrain=[
            {"kind": "woods", "rect": [34.5, 24, 1, 0.5]},
            {"kind": "building", "height": 2, "type": "light", "rect": [36, 25.5, 1, 1]},
            {"kind": "woods", "rect": [34, 28, 1, 1]},
        ],
    )
    doom(fight, fight.units["b1"], "shot down", "AS-BAT-133", wait=False)
    fight.run()
    assert [fight.units[name].destroyed for name in ("r1", "r2", "r3")] == [False, True, False]
    changed: Any = show_state(fight)["terrain_changed"]
    assert changed == {"woods1": "rough", "building2": "rubble", "ultra_rubble4": "ultra_rubble"}


@pytest.mark.rule("AS-BAT-136", "AS-URB-023")
def test_of_woods_and_walls_it_destroys_what_lies_there() -> None:
    fight = battle(
        unit("r1", (36, 4)),
        unit("b1", (36, 24), state={"airborne": True, "elevation": 10}, **structure(move="2i")),
        terrain=[
            {"id": "wood", "kind": "woods", "rect": [20, 23, 30, 1]},
            {"id": "w1", "kind": "wall", "type": "medium", "height": 1, "line": [[25, 25], [47, 25]], "width": 0.5},
        ],
    )
    doom(fight, fight.units["b1"], "shot down", "AS-BAT-133", wait=False)
    fight.run()
    stand = [any(one.id == "wood" for one in fight.table.features_at(x, 23.5)) for x in (32.5, 35, 37, 39.5)]
    assert stand == [True, False, False, True]
    changed: Any = show_state(fight)["terrain_changed"]
    assert [name for name in changed if name.startswith("w1")] == ["w1/5", "w1/6", "w1/7"]


# -- attacking ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-134")
def test_no_section_fires_through_two_inches_of_the_structure() -> None:
    fight = facing_it()
    for arc, legal in (("bow", True), ("core", False), ("stern", False), ("port", True)):
        preview = preview_attack(fight, Shot("b1", "r1", arc=arc))
        assert preview.legal == legal
        assert legal or (preview.reason is not None and preview.reason.rule == "AS-BAT-134")
    aside = facing_it(at=(44, 12))
    assert preview_attack(aside, Shot("b1", "r1", arc="core")).legal


def test_every_section_fires_for_itself_from_where_it_stands() -> None:
    fight = facing_it(3, 4, 3, 4)
    end(fight)
    bow, port = attack(fight, "b1", "r1", arc="bow"), attack(fight, "b1", "r1", arc="port")
    assert (bow.distance, bow.arc, port.arc) == (pytest.approx(10.375), "bow", "port")
    assert refusal(fight, Shot("b1", "r1", arc="bow")).rule == "AS-COM-001"


def test_a_near_miss_strikes_the_section_that_gave_the_cover() -> None:
    fight = facing_it()
    near = Attack(fight, Shot("r1", "b1/bow")).redirected("b1/port")
    hit_cover(near, "b1/port")
    fight.run()
    assert state(fight, "port")["armor"] == 0


# -- movement -------------------------------------------------------------------------------------------------


def under_way(*terrain: dict[str, Any], move: str = '8"', facing: float = 0.0, **more: Any) -> Battle:
    return battle(
        unit("r1", (20, 20), facing, **structure({"a": [0, 0]}, move=move, **more)),
        unit("b1", (60, 40)),
        terrain=terrain,
        phase="movement",
    )


@pytest.mark.rule("AS-BAT-128")
@pytest.mark.parametrize(("facing", "legal"), [(60, True), (300, True), (61, False), (180, False)])
def test_a_structure_goes_any_way_and_turns_slowly(facing: float, legal: bool) -> None:
    preview = check_move(under_way(), commands.Move("r1", ((20, 14),), facing=facing))
    assert preview.legal == legal
    assert legal or (preview.reason is not None and preview.reason.rule == "AS-BAT-128")
    assert check_move(under_way(facing=350.0), commands.Move("r1", ((14, 20),), facing=50)).legal


@pytest.mark.rule("AS-BAT-137")
@pytest.mark.parametrize(
    ("piece", "cost"),
    [
        ({"kind": "rough"}, 4.0),
        ({"kind": "woods"}, 4.0),
        ({"kind": "water", "depth": 0}, 4.0),
        ({"kind": "water", "depth": 1}, 7.0),
        ({"kind": "water", "depth": 2}, 7.0 + 2.0),
        ({"kind": "hill", "height": 1}, 4.0),
        ({"kind": "hill", "height": 2}, 6.0),
        ({"kind": "building", "height": 2, "type": "heavy"}, 4.0),
        ({"kind": "building", "height": 2, "type": "hardened"}, 7.0),
        ({"kind": "heavy_industrial"}, 7.0),
    ],
)
def test_the_table_of_mobile_structures(piece: dict[str, Any], cost: float) -> None:
    fight = under_way({"rect": [15, 21, 10, 20], **piece}, move='12"')
    preview = check_move(fight, commands.Move("r1", ((20, 24),)))
    assert (preview.legal, preview.cost) == (True, cost)


@pytest.mark.rule("AS-BAT-137")
@pytest.mark.parametrize(
    ("piece", "specials"),
    [
        ({"kind": "hill", "height": 3}, ["SLG"]),
        ({"kind": "water", "depth": 3}, ["SLG"]),
        ({"kind": "water", "depth": 16}, ["SLG", "SEAL"]),
    ],
)
def test_ground_that_a_structure_cannot_enter(piece: dict[str, Any], specials: list[str]) -> None:
    fight = under_way({"rect": [15, 21, 10, 20], **piece}, specials=specials)
    assert refusal(fight, commands.Move("r1", ((20, 24),))).rule == "AS-BAT-137"


@pytest.mark.rule("AS-BAT-137")
def test_naval_structures_float_and_pay_by_the_depth_below() -> None:
    sea = [
        {"kind": "water", "depth": 6, "rect": [10, 10, 20, 15]},
        {"kind": "water", "depth": 16, "rect": [10, 25, 20, 15]},
    ]
    fight = under_way(*sea, move='12"n')
    assert fight.units["r1"].elevation == 0.0
    assert check_move(fight, commands.Move("r1", ((20, 23),))).cost == 9.0
    assert check_move(fight, commands.Move("r1", ((20, 24), (20, 27)))).cost == 15.0 + 2.0
    assert refusal(fight, commands.Move("r1", ((5, 20),))).rule == "AS-BAT-137"


@pytest.mark.rule("AS-BAT-137")
def test_in_shallow_water_it_runs_aground() -> None:
    shallow = [
        {"kind": "water", "depth": 10, "rect": [10, 10, 20, 12]},
        {"kind": "water", "depth": 5, "rect": [10, 22, 20, 15]},
    ]
    fight = under_way(*shallow, move='12"n')
    assert refusal(fight, commands.Move("r1", ((20, 25),))).rule == "AS-BAT-137"
    move(fight, "r1", (20, 22.5))
    shown: Any = show_state(fight)["units"]
    assert shown["r1"]["immobile"]
    stuck = under_way({"kind": "water", "depth": 5, "rect": [10, 10, 20, 20]}, move='12"n')
    assert refusal(stuck, commands.Move("r1", ((20, 22),))).rule == "AS-BAT-137"


@pytest.mark.rule("AS-MOV-007", "AS-BAT-127")
def test_where_a_structure_is_put_down_counts_as_it_will_face() -> None:
    """A row of three: across the table it takes the place beside it, along the table it does not."""
    row = structure({"left": [-2, 0], "core": [0, 0], "right": [2, 0]})
    for facing, forbidden in ((0.0, "AS-MOV-007"), (90.0, None)):
        fight = battle(unit("r1", **row), unit("r2", (13, 5)), unit("b1", (40, 40)), phase="deployment")
        order = commands.Deploy("r1", (10, 5), facing)
        if forbidden is not None:
            assert refusal(fight, order).rule == forbidden
        else:
            fight.do(order)
            assert fight.units["r1"].on_table
