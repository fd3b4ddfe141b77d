"""Heat: the scale, overheating, cooling down, shutting down (pp. 52-53)."""

from typing import Any

import pytest

from lancemate.alphastrike.heat.track import receive, works
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move, current_tmm, is_immobile
from rules.table import attack, battle, end, number, refusal, unit

HIT = (6, 5)
MISS = (1, 2)
QUIET = (4, 3, 2, 2)  # initiative: red acts second, blue first
POND = {"kind": "water", "depth": 1, "rect": [0, 0, 72, 48]}


def position(dice: Any = (), *, heat: int = 0, at: float = 30, **more: Any) -> Battle:
    """A red 'Mech at some heat, 10 inches from an enemy."""
    state = {"heat": heat, **({"shutdown": True} if heat == 4 else {}), **more.pop("state", {})}
    table = {key: more.pop(key) for key in ("terrain", "options", "without") if key in more}
    return battle(
        unit("r1", (20, 20), state=state, **{"ov": 2, **more}), unit("b1", (20, at), facing=180), dice=dice, **table
    )


def heat_after(fight: Battle) -> int:
    end(fight, 2)
    return fight.units["r1"].heat


def fire(fight: Battle, **more: Any) -> Any:
    return attack(fight, "r1", "b1", **more)


# -- the scale ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-001")
def test_the_scale_ends_at_shutdown() -> None:
    fight = position((*HIT, *QUIET), heat=3)
    fire(fight, overheat=2)
    assert heat_after(fight) == 4
    assert fight.units["r1"].shutdown


@pytest.mark.rule("AS-HEA-002")
def test_heat_adds_to_weapon_attacks_and_not_to_blows() -> None:
    fight = position((*HIT, *HIT), heat=2, at=22)
    assert number(fire(fight.clone()), "AS-COM-056") == 2
    assert number(fire(fight, kind="physical"), "AS-COM-056") is None


@pytest.mark.rule("AS-HEA-003")
@pytest.mark.parametrize(("heat", "ground", "jump"), [(0, 10, 8), (1, 8, 8), (2, 6, 8), (3, 4, 8)])
def test_heat_slows_on_the_ground_but_not_in_a_jump(heat: int, ground: float, jump: float) -> None:
    fight = position(heat=heat, move='10"/8"j')
    hot = fight.units["r1"]
    assert (current_move(fight, hot), current_move(fight, hot, "jump")) == (ground, jump)


@pytest.mark.rule("AS-HEA-003", "AS-MOV-002")
def test_too_hot_to_walk_is_immobile_unless_it_could_jump() -> None:
    slow = position(heat=2, move='4"')
    assert is_immobile(slow, slow.units["r1"])
    jumper = position(heat=3, move='4"/4"j', state={"moved": "standstill"})
    assert not is_immobile(jumper, jumper.units["r1"])
    leaps = position(heat=3, move='4"/4"j', state={"moved": "jump"})
    assert not is_immobile(leaps, leaps.units["r1"])


@pytest.mark.rule("AS-HEA-004")
@pytest.mark.parametrize(("heat", "tmm"), [(0, 2), (1, 2), (2, 1), (3, 1)])
def test_from_heat_two_on_it_is_easier_to_hit(heat: int, tmm: int) -> None:
    fight = position(heat=heat, tmm=2)
    assert current_tmm(fight, fight.units["r1"]) == tmm


@pytest.mark.rule("AS-HEA-004")
def test_heat_lowers_the_tmm_of_a_jump_unless_players_agree_otherwise() -> None:
    jumped = {"moved": "jump"}
    book = position(heat=2, tmm=2, move='8"j', state=jumped)
    assert current_tmm(book, book.units["r1"]) == 1
    table = position(heat=2, tmm=2, move='8"j', state=jumped, options=["jump_tmm_ignores_heat"])
    assert current_tmm(table, table.units["r1"]) == 2
    none = position(heat=2, tmm=0)
    assert current_tmm(none, none.units["r1"]) == 0


# -- heat attacks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-005")
def test_heat_attacks_give_no_more_than_two_a_turn() -> None:
    shooters = [unit(f"r{n}", (18.0 + 2 * n, 26), specials=[f"HT{ht}/-/-"]) for n, ht in ((1, 1), (2, 1), (3, 2))]
    target = unit("b1", (20, 30), facing=180, armor=30)
    fight = battle(*shooters, target, dice=(*HIT * 3, *QUIET))
    for shooter in ("r1", "r2", "r3"):
        attack(fight, shooter, "b1")
    assert fight.units["b1"].heat_taken == 4
    end(fight, 2)
    assert fight.units["b1"].heat == 2


@pytest.mark.rule("AS-HEA-005")
def test_other_heat_is_not_capped() -> None:
    fight = position(QUIET)
    receive(fight, fight.units["r1"], 3, "AS-HEA-005", special=True)
    receive(fight, fight.units["r1"], 1, "AS-BAT-031")
    assert heat_after(fight) == 3


@pytest.mark.rule("AS-HEA-006")
def test_heat_changes_in_the_end_phase_and_never_touches_the_attack_that_made_it() -> None:
    fight = position((*MISS, *QUIET, *MISS))
    shot = fire(fight, overheat=2)
    assert number(shot, "AS-COM-056") is None
    assert fight.units["r1"].heat == 0
    assert heat_after(fight) == 2
    end(fight, 3)
    assert number(fire(fight), "AS-COM-056") == 2


# -- shutting down --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-007", "AS-HEA-021")
def test_a_unit_at_four_sits_out_the_next_turn() -> None:
    fight = position((*HIT, *QUIET, *QUIET), heat=3)
    fire(fight, overheat=1)
    assert heat_after(fight) == 4
    assert fight.units["r1"].shutdown
    end(fight, 3)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-HEA-007"
    end(fight)
    assert (fight.units["r1"].heat, fight.units["r1"].shutdown) == (0, False)


@pytest.mark.rule("AS-HEA-007", "AS-HEA-008")
def test_a_shut_down_unit_does_not_move() -> None:
    shut_down = {"heat": 4, "shutdown": True}
    fight = battle(unit("r1", (20, 20), move='12"/12"j', state=shut_down), unit("b1", (20, 30)), phase="movement")
    for mode in ("ground", "jump"):
        assert refusal(fight, commands.Move("r1", ((20, 21),), mode=mode)).rule is not None


@pytest.mark.rule("AS-HEA-007")
def test_electronics_need_power_and_armor_does_not() -> None:
    codes = ["ECM", "STL", "C3S", "TAG", "CASE", "BAR", "MHQ2"]
    on = position(specials=codes, options=["optional_abilities"])
    off = position(heat=4, specials=codes, options=["optional_abilities"])
    for code in ("ECM", "STL", "C3S", "TAG", "CASE", "BAR", "MHQ"):
        assert works(on, on.units["r1"], code)
        assert works(off, off.units["r1"], code) == (code in ("CASE", "BAR", "MHQ"))
    assert not works(on, on.units["r1"], "AMS")


@pytest.mark.rule("AS-HEA-008")
def test_a_shut_down_unit_is_immobile_for_shots_and_blows() -> None:
    target = unit("b1", (20, 22), facing=180, move='12"', state={"heat": 4, "shutdown": True})
    fight = battle(unit("r1", (20, 20)), target, dice=(*HIT, *HIT))
    assert is_immobile(fight, fight.units["b1"])
    assert number(attack(fight.clone(), "r1", "b1"), "AS-COM-047") == -4
    assert attack(fight, "r1", "b1", kind="physical").target_number <= 4


# -- overheating ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-010", "AS-INT-030")
def test_overheat_is_limited_by_the_overheat_value() -> None:
    fight = position(HIT, ov=1)
    refused = refusal(fight, commands.Attack("r1", "b1", overheat=2))
    assert (refused.code, refused.rule) == ("too_much_overheat", "AS-HEA-010")
    assert fire(fight, overheat=1).damage == 4


@pytest.mark.rule("AS-HEA-010")
@pytest.mark.parametrize(("at", "damage"), [(25, 6), (40, 6), (50, 4)])
def test_the_mad_cat_of_the_book(at: float, damage: int) -> None:
    fight = battle(
        unit("r1", (20, 20), damage="5/5/4", ov=1, skill=1),
        unit("b1", (20, at), facing=180),
        dice=(*HIT, *QUIET),
        depth=72,
    )
    assert fire(fight, overheat=1).damage == damage
    assert heat_after(fight) == 1


@pytest.mark.rule("AS-HEA-010", "AS-HEA-007")
def test_four_turns_of_overheating_end_in_shutdown() -> None:
    dice = [*MISS, *QUIET] * 4
    fight = position(dice, ov=1)
    levels = []
    for _ in range(4):
        if fight.state.to_act == "blue":
            end(fight)
        fire(fight, overheat=1)
        while fight.state.phase == "combat":
            end(fight)
        levels.append(fight.units["r1"].heat)
        end(fight, 2)
    assert levels == [1, 2, 3, 4]


@pytest.mark.rule("AS-HEA-010")
def test_a_miss_heats_up_as_well() -> None:
    fight = position((*MISS, *QUIET))
    assert fire(fight, overheat=2).hit is False
    assert heat_after(fight) == 2


@pytest.mark.rule("AS-HEA-011", "AS-SPC-044")
def test_with_ovl_overheat_reaches_long_range() -> None:
    fight = battle(
        unit("r1", (20, 20), damage="5/5/4", ov=1, skill=1, specials=["OVL"]),
        unit("b1", (20, 50), facing=180),
        dice=HIT,
        depth=72,
    )
    assert fire(fight, overheat=1).damage == 5


@pytest.mark.rule("AS-HEA-012")
def test_abilities_cannot_be_boosted() -> None:
    fight = position(HIT, specials=["LRM1/1/2", "IF2"])
    assert refusal(fight, commands.Attack("r1", "b1", using="LRM", overheat=1)).rule == "AS-HEA-012"
    assert fire(fight, using="LRM").damage == 1


@pytest.mark.rule("AS-HEA-012")
def test_nor_can_indirect_fire() -> None:
    hill = {"kind": "hill", "height": 6, "rect": [0, 24, 40, 2]}
    mad_cat, spotter = unit("r1", (20, 20), damage="5/5/4", ov=1, specials=["IF2"]), unit("r2", (60, 30), facing=270)
    fight = battle(mad_cat, spotter, unit("b1", (20, 30), facing=180), dice=HIT, terrain=[hill])
    order = commands.Attack("r1", "b1", using="IF", spotter="r2", overheat=1)
    assert refusal(fight, order).rule == "AS-HEA-012"
    assert fire(fight, using="IF", spotter="r2").damage == 2


@pytest.mark.rule("AS-HEA-013")
def test_blows_cannot_be_boosted() -> None:
    fight = position(HIT, at=22)
    assert refusal(fight, commands.Attack("r1", "b1", kind="physical", overheat=1)).rule == "AS-HEA-013"


# -- the End Phase procedure ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-014", "AS-HEA-017")
def test_firing_without_overheat_holds_the_level() -> None:
    fight = position((*HIT, *QUIET), heat=2)
    fire(fight)
    assert heat_after(fight) == 2


@pytest.mark.rule("AS-HEA-015", "AS-HEA-017")
def test_overheating_raises_the_level_and_lets_nothing_cool() -> None:
    fight = position((*HIT, *QUIET), heat=2)
    fire(fight, overheat=1)
    assert heat_after(fight) == 3


@pytest.mark.rule("AS-HEA-017")
@pytest.mark.parametrize("what", ["nothing", "a blow"])
def test_without_a_weapon_attack_heat_is_gone(what: str) -> None:
    fight = position((*HIT, *QUIET), heat=3, at=22)
    if what == "a blow":
        fire(fight, kind="physical")
    else:
        fight = position(QUIET, heat=3)
    assert heat_after(fight) == 0


@pytest.mark.rule("AS-HEA-016", "AS-HEA-017")
@pytest.mark.parametrize(("heat", "overheat", "after"), [(2, 1, 2), (2, 0, 1), (0, 1, 0), (0, 0, 0), (3, 2, 4)])
def test_an_inch_of_water_takes_a_level_off(heat: int, overheat: int, after: int) -> None:
    fight = position((*MISS, *QUIET), heat=heat, terrain=[POND])
    fire(fight, overheat=overheat)
    assert heat_after(fight) == after


@pytest.mark.rule("AS-HEA-016")
def test_a_puddle_or_a_bridge_cools_nobody() -> None:
    puddle = position((*MISS, *QUIET), heat=2, terrain=[{**POND, "depth": 0}])
    fire(puddle)
    assert heat_after(puddle) == 2


@pytest.mark.rule("AS-HEA-017")
def test_a_rested_unit_keeps_the_heat_from_outside() -> None:
    fight = position(QUIET, heat=3)
    receive(fight, fight.units["r1"], 1, "AS-DMG-014", special=True)
    assert heat_after(fight) == 1


@pytest.mark.rule("AS-HEA-017", "AS-HEA-021", "AS-HEA-005")
def test_a_shut_down_unit_restarts_with_the_heat_from_outside() -> None:
    fight = position(QUIET, heat=4)
    receive(fight, fight.units["r1"], 2, "AS-DMG-014", special=True)
    receive(fight, fight.units["r1"], 1, "AS-DMG-014", special=True)
    assert heat_after(fight) == 2
    assert not fight.units["r1"].shutdown


@pytest.mark.rule("AS-HEA-017", "AS-DMG-045")
def test_a_damaged_engine_adds_its_point() -> None:
    fight = position((*HIT, *QUIET), heat=1, state={"crits": {"engine": 1}})
    fire(fight)
    assert heat_after(fight) == 2


@pytest.mark.rule("AS-HEA-017")
def test_the_steps_explain_themselves() -> None:
    fight = position((*HIT, *QUIET), heat=1, terrain=[POND], state={"crits": {"engine": 1}})
    fire(fight, overheat=2)
    receive(fight, fight.units["r1"], 1, "AS-BAT-031")
    events = end(fight, 2)
    change = next(event for event in events if event.type == "heat")
    assert [(part.label, part.value) for part in change.parts] == [
        ("Overheat", 2),
        ("Engine hit", 1),
        ("Water", -1),
        ("Heat from outside", 1),
    ]
    assert (change.before, change.after) == (1, 4)


@pytest.mark.rule("AS-HEA-018")
@pytest.mark.parametrize(("options", "after"), [([], 1), (["external_heat_before_cooling"], 0)])
def test_outside_heat_comes_after_cooling_unless_players_agree_otherwise(options: list[str], after: int) -> None:
    fight = position(QUIET, heat=2, options=options)
    receive(fight, fight.units["r1"], 1, "AS-DMG-014", special=True)
    assert heat_after(fight) == after


@pytest.mark.rule("AS-HEA-021")
def test_outside_heat_may_shut_a_restarting_unit_down_again() -> None:
    fight = position(QUIET, heat=4)
    receive(fight, fight.units["r1"], 4, "AS-BAT-095")
    assert heat_after(fight) == 4
    assert fight.units["r1"].shutdown


# -- running hot on purpose -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-019")
def test_deliberate_overheating_comes_last() -> None:
    fight = position(QUIET, heat=1)
    fight.do(commands.Toggle("r1", "OVERHEAT", True))
    assert heat_after(fight) == 1


@pytest.mark.rule("AS-HEA-019")
def test_it_goes_on_top_of_everything_and_may_shut_down() -> None:
    fight = position((*HIT, *QUIET), heat=3)
    fire(fight)
    fight.do(commands.Toggle("r1", "OVERHEAT", True))
    assert heat_after(fight) == 4
    assert fight.units["r1"].shutdown


@pytest.mark.rule("AS-HEA-020")
def test_it_must_be_declared_again_every_turn() -> None:
    fight = position((*QUIET, *QUIET))
    fight.do(commands.Toggle("r1", "OVERHEAT", True))
    assert heat_after(fight) == 1
    end(fight, 2)
    assert heat_after(fight) == 0


@pytest.mark.rule("AS-HEA-020")
def test_a_declaration_can_be_taken_back() -> None:
    fight = position(QUIET)
    fight.do(commands.Toggle("r1", "OVERHEAT", True))
    fight.do(commands.Toggle("r1", "OVERHEAT", False))
    assert heat_after(fight) == 0


@pytest.mark.rule("AS-HEA-020")
@pytest.mark.parametrize(("kind", "move"), [("CV", '8"t'), ("PM", '8"'), ("BA", '6"j'), ("AF", "6a")])
def test_only_mechs_can(kind: str, move: str) -> None:
    fight = position((), type=kind, move=move, ov=0)
    assert refusal(fight, commands.Toggle("r1", "OVERHEAT", True)).rule == "AS-HEA-020"
