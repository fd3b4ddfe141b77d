"""Pilot abilities of fights (pp. 92-101): fists, aim, weak spots, and pilots who go on when others would stop."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.pilot_suits import misfit
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.telling.log import story
from rules.crews import decide, lance, made, shoot
from rules.table import end, number, refusal, unit

BESIDE = unit("b1", (10, 11.5), facing=180, armor=9)


def fists(*abilities: str, kind: str = "physical", first: dict[str, Any] | None = None, **more: Any) -> Any:
    fight = lance(own={"r1": abilities}, enemy=BESIDE, first=first, **more)
    return preview_attack(fight, commands.Attack("r1", "b1", kind=kind))


def aimed(*abilities: str, enemy: Any = None, moved: str = "ground", **more: Any) -> Any:
    first = {"state": {"moved": moved}, **more.pop("first", {})}
    fight = lance(own={"r1": abilities}, first=first, enemy=enemy)
    return preview_attack(fight, commands.Attack("r1", "b1", **more))


# -- who may have what ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-006", "AS-SPA-012")
def test_an_ability_lies_dormant_in_a_unit_it_is_not_for() -> None:
    tank = {"type": "CV", "move": '8"t', "size": 3}
    fight = lance(own={"r1": ("Jumping Jack", "Melee Specialist"), "b1": ("Dodge",)}, first=tank, enemy=BESIDE)
    assert preview_attack(fight, commands.Attack("r1", "b1", kind="charge")).reason.rule != "AS-SPA-006"
    assert number(preview_attack(fight, commands.Attack("r1", "b1", kind="charge")), "AS-SPA-045") is None
    striker = lance(own={"b1": ("Dodge",)}, enemy=unit("b1", (10, 11.5), type="CV", move='8"t'))
    assert number(preview_attack(striker, commands.Attack("r1", "b1", kind="physical")), "AS-SPA-025") is None
    assert number(preview_attack(lance(own={"b1": ("Dodge",)}, enemy=BESIDE), STRIKE), "AS-SPA-025") == 2
    proto = unit("b1", (10, 11.5), type="PM", size=1, move='8"')
    assert number(preview_attack(lance(own={"b1": ("Dodge",)}, enemy=proto), STRIKE), "AS-SPA-025") == 2


@pytest.mark.rule("AS-SPA-007", "AS-SPA-008", "AS-SPA-075")
def test_an_ability_needs_something_to_work_on() -> None:
    def needs(ability: str, **card: Any) -> str | None:
        return misfit(rules, unit("r1", (1, 1), **card).card, ability)

    assert needs("Sandblaster") == "AC, FLK, IATM, LRM, SRM or TOR"
    assert needs("Sandblaster", specials=["SRM1/1"]) is None
    assert needs("Slugger", specials=["MEL"]) == "a 'Mech without MEL"
    assert needs("Jumping Jack") == "a 'Mech or ProtoMech that jumps"
    assert needs("Jumping Jack", move='8"j') is None
    assert needs("Terrain Master (Drag Racer)", type="CV", move='8"h') == "a tracked or wheeled combat vehicle"
    assert needs("Terrain Master (Drag Racer)", type="CV", move='8"t') is None
    assert needs("Light Horseman") == "conventional infantry"
    assert needs("Urban Guerrilla", type="BA", size=1, move='4"j') is None
    assert needs("Urban Guerrilla") == "infantry"


STRIKE = commands.Attack("r1", "b1", kind="physical")


# -- fists ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-025")
def test_whoever_strikes_at_a_dodger_needs_more_and_whoever_shoots_does_not() -> None:
    fight = lance(own={"b1": ("Dodge",)}, enemy=BESIDE)
    assert number(preview_attack(fight, STRIKE), "AS-SPA-025") == 2
    assert number(preview_attack(fight, commands.Attack("r2", "b1")), "AS-SPA-025") is None
    assert number(preview_attack(fight, commands.Attack("b1", "r1", kind="physical")), "AS-SPA-025") is None


@pytest.mark.rule("AS-SPA-045")
def test_a_melee_specialist_strikes_better_and_shoots_as_ever() -> None:
    assert number(fists("Melee Specialist"), "AS-SPA-045") == -1
    assert number(fists("Melee Specialist", kind="melee", first={"specials": ["MEL"]}), "AS-SPA-045") == -1
    assert number(aimed("Melee Specialist"), "AS-SPA-045") is None


@pytest.mark.rule("AS-SPA-029")
@pytest.mark.parametrize(
    ("size", "damage", "done"), [(3, "3/3/2", 5), (2, "2/2/1", 3), (3, "0*/0*/-", 3), (3, "-/2/2", 3)]
)
def test_fist_fire_adds_half_of_its_guns_at_short_range(size: int, damage: str, done: int) -> None:
    assert fists("Fist Fire", first={"size": size, "damage": damage}).damage == done


@pytest.mark.rule("AS-SPA-029")
def test_weapons_that_are_gone_fire_with_no_fist() -> None:
    worn = {"damage": "3/3/2", "state": {"crits": {"weapon": 1}}}
    assert fists("Fist Fire", first=worn).damage == 3 + 1


@pytest.mark.rule("AS-SPA-029", "AS-MOV-062")
def test_guns_that_are_hull_down_add_half_of_what_they_still_do() -> None:
    low = {"damage": "3/3/2", "state": {"hull_down": True}}
    assert fists("Fist Fire", first=low).damage == 3 + 1


@pytest.mark.rule("AS-SPA-044")
@pytest.mark.parametrize(("size", "more"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_melee_master_adds_half_its_size(size: int, more: int) -> None:
    assert fists("Melee Master", first={"size": size}).damage == size + more
    hatchet = {"size": size, "specials": ["MEL"]}
    assert fists("Melee Master", kind="melee", first=hatchet).damage == size + 1 + more


@pytest.mark.rule("AS-SPA-044", "AS-SPA-074", "AS-SPA-029")
def test_a_charge_is_harder_by_a_melee_master_alone() -> None:
    ran = {"moved": "ground", "inches": 8, "declared": {"charge": "b1"}}

    def charge(*abilities: str) -> int:
        fight = lance(own={"r1": abilities}, enemy=unit("b1", (10, 11.0), facing=180), first={"state": ran})
        return int(preview_attack(fight, commands.Attack("r1", "b1", kind="charge")).damage)

    usual = charge()
    assert charge("Melee Master") == usual + 2
    assert charge("Zweihander", "Fist Fire") == usual


@pytest.mark.rule("AS-SPA-074")
def test_two_hands_do_a_point_more() -> None:
    assert fists("Zweihander").damage == 4
    assert fists("Zweihander", kind="melee", first={"specials": ["MEL"]}).damage == 5
    assert fists("Zweihander", "Melee Master", "Fist Fire").damage == 3 + 1 + 2 + 2


# -- aim ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-040")
def test_a_jumping_jack_shoots_better_from_a_jump() -> None:
    jumper = {"skill": 2, "move": '8"j'}
    shot = aimed("Jumping Jack", moved="jump", first=jumper, enemy=unit("b1", (10, 22), facing=180, tmm=2))
    assert shot.target_number == 2 + 2 - 1 + 2 + 2
    assert number(aimed("Jumping Jack", first=jumper), "AS-SPA-040") is None
    blow = lance(own={"r1": ("Jumping Jack",)}, enemy=BESIDE, first={**jumper, "state": {"moved": "jump"}})
    assert number(preview_attack(blow, STRIKE), "AS-SPA-040") is None


@pytest.mark.rule("AS-SPA-050", "AS-SPA-051")
@pytest.mark.parametrize(
    ("abilities", "short", "medium", "long"),
    [
        (("Range Master (Medium)",), 2, 0, 4),
        (("Range Master (Long)",), 2, 2, 2),
        (("Range Master (Extreme)",), 2, 2, 4),
        (("Range Master (Long)", "Sniper"), 2, 1, 0),
        (("Range Master (Medium)", "Sniper"), 2, 0, 2),
        (("Range Master (Extreme)", "Sniper"), 2, 1, 2),
    ],
)
def test_a_range_master_has_a_range(abilities: tuple[str, ...], short: int, medium: int, long: int) -> None:
    for y, worth in ((15.0, short), (22.0, medium), (40.0, long)):
        shot = aimed(*abilities, enemy=unit("b1", (10, y), facing=180))
        ranges = [part.value for part in shot.modifiers if part.rule in ("AS-COM-060", "AS-SPA-050", "AS-SPA-057")]
        assert sum(ranges) == worth
    assert number(fists(*abilities), "AS-SPA-050") is None


@pytest.mark.rule("AS-SPA-050")
def test_a_formation_may_make_range_masters() -> None:
    fight = lance(formation={"gives": (("Range Master (Long)", ("r1",)),)}, enemy=unit("b1", (10, 40), facing=180))
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SPA-050") == -2
    assert number(preview_attack(fight, commands.Attack("r2", "b1")), "AS-SPA-050") is None


@pytest.mark.rule("AS-SPA-054")
def test_who_is_in_the_air_is_hard_to_hit_from_the_ground() -> None:
    copter = unit("b1", (10, 22), type="CV", size=1, tmm=3, move='18"v', state={"elevation": 4, "airborne": True})
    fight = lance(own={"b1": ("Shaky Stick",)}, enemy=copter)
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SPA-054") == 1
    landed = unit("b1", (10, 22), type="CV", size=1, tmm=3, move='18"v')
    grounded = lance(own={"b1": ("Shaky Stick",)}, enemy=landed)
    assert number(preview_attack(grounded, commands.Attack("r1", "b1")), "AS-SPA-054") is None
    flyer = {"type": "CV", "move": '18"v', "state": {"elevation": 4, "airborne": True}}
    duel = lance(own={"b1": ("Shaky Stick",)}, enemy=copter, first=flyer)
    assert number(preview_attack(duel, commands.Attack("r1", "b1")), "AS-SPA-054") is None


@pytest.mark.rule("AS-SPA-053")
def test_a_sandblaster_fires_one_weapon_better() -> None:
    guns = {"specials": ["AC2/2/-"]}
    near = unit("b1", (10, 15), facing=180)
    short = aimed("Sandblaster", enemy=near, first=guns, using="AC")
    assert (number(short, "AS-SPA-053"), short.damage) == (-1, 4)
    medium = aimed("Sandblaster", first=guns, using="AC")
    assert (number(medium, "AS-SPA-053"), medium.damage) == (-1, 3)
    whole = aimed("Sandblaster", first=guns)
    assert (number(whole, "AS-SPA-053"), whole.damage) == (None, 3)


@pytest.mark.rule("AS-SPA-053", "AS-SPA-021")
def test_indirect_missiles_are_missiles() -> None:
    first = {"specials": ["IF2", "LRM2/2/2"], "state": {"moved": "standstill"}}
    wall = [{"kind": "building", "rect": [0, 14, 13, 2], "height": 8}]
    fight = lance(own={"r1": ("Sandblaster", "Cluster Hitter")}, first=first, terrain=wall)
    shot = preview_attack(fight, commands.Attack("r1", "b1", using="LRM", spotter="r4"))
    assert (number(shot, "AS-SPA-053"), shot.damage) == (-1, 2 + 1 + 1)
    usual = preview_attack(fight, commands.Attack("r1", "b1", using="IF", spotter="r4"))
    assert (number(usual, "AS-SPA-053"), usual.damage) == (None, 2)
    bare = lance(own={"r1": ("Sandblaster",)}, first={"specials": ["IF2", "AC1/1/-"]}, terrain=wall)
    assert number(preview_attack(bare, commands.Attack("r1", "b1", using="IF", spotter="r4")), "AS-SPA-053") is None


@pytest.mark.rule("AS-SPA-021", "AS-SPA-015")
def test_a_cluster_hitter_who_does_not_move_does_a_point_more() -> None:
    launcher = {"specials": ["LRM1/1/1", "SRM1/1"]}
    assert aimed("Cluster Hitter", first=launcher, moved="standstill").damage == 4
    assert aimed("Cluster Hitter", first=launcher, moved="standstill", using="LRM").damage == 2
    assert aimed("Cluster Hitter", first=launcher, moved="ground").damage == 3
    assert aimed("Cluster Hitter", first=launcher, moved="immobile").damage == 4
    far = unit("b1", (10, 40), facing=180)
    assert aimed("Cluster Hitter", first={"specials": ["SRM1/1"]}, moved="standstill", enemy=far).damage == 2
    assert aimed("Cluster Hitter", first={"specials": ["AC1/1/-"]}, moved="standstill").damage == 3


# -- weak spots -----------------------------------------------------------------------------------------------


def still(*abilities: str, dice: list[int], moved: str = "standstill", **more: Any) -> Battle:
    enemy = more.pop("enemy", unit("b1", (10, 22), facing=180, armor=9))
    return lance(own={"r1": abilities}, dice=dice, enemy=enemy, first={"state": {"moved": moved}}, **more)


def checks(events: list[Any]) -> list[str]:
    return [event.cause for event in events if event.type == "critical"]


@pytest.mark.rule("AS-SPA-055", "AS-SPA-017")
def test_a_sharpshooter_who_stood_still_finds_the_weak_spot() -> None:
    # Skill 4, standing still -1, target TMM 1 (it has not moved), Medium range 2.
    fight = still("Sharpshooter", dice=[6, 5, 1, 1])
    events = shoot(fight)
    shot = made(events)
    assert shot.margin >= 3
    assert (shot.damage, checks(events)) == (3, ["sharpshooter"])
    assert "a sharpshooter's eye" in "\n".join(line.text for line in story(fight, events))
    just = shoot(still("Sharpshooter", dice=[5, 4, 1, 1]))
    assert (made(just).margin, checks(just)) == (3, ["sharpshooter"])
    narrow = shoot(still("Sharpshooter", dice=[4, 4]))
    assert (made(narrow).hit, checks(narrow)) == (True, [])
    assert checks(shoot(still("Sharpshooter", dice=[6, 5], moved="ground"))) == []
    assert checks(shoot(still("Sharpshooter", dice=[6, 5], moved="immobile"))) == []


@pytest.mark.rule("AS-SPA-017")
def test_an_additional_check_comes_last_and_spares_infantry() -> None:
    thin = unit("b1", (10, 22), facing=180, armor=1)
    events = shoot(still("Sharpshooter", dice=[6, 6, 3, 4, 3, 4, 3, 4], enemy=thin))
    assert checks(events) == ["natural_12", "structure", "sharpshooter"]
    squad = unit("b1", (10, 22), type="CI", size=1, tmm=0, move='4"f', armor=9)
    assert checks(shoot(still("Sharpshooter", dice=[6, 5], enemy=squad))) == []


@pytest.mark.rule("AS-SPA-017")
def test_minimal_damage_that_does_nothing_finds_nothing() -> None:
    first = {"damage": "0*/0*/-", "state": {"moved": "standstill"}}
    near = unit("b1", (10, 22), facing=180, armor=9)
    nothing = lance(own={"r1": ("Sharpshooter",)}, dice=[6, 5, 1], first=first, enemy=near)
    assert checks(shoot(nothing)) == []
    something = lance(own={"r1": ("Sharpshooter",)}, dice=[6, 5, 4, 1, 1], first=first, enemy=near)
    assert checks(shoot(something)) == ["sharpshooter"]


@pytest.mark.rule("AS-SPA-043")
def test_a_marksman_trades_half_his_damage_for_a_check() -> None:
    good = shoot(still("Marksman", dice=[6, 4, 1, 1]), abilities=("Marksman",))
    assert (made(good).damage, checks(good)) == (1, ["marksman"])
    narrow = shoot(still("Marksman", dice=[4, 4]), abilities=("Marksman",))
    assert (made(narrow).damage, checks(narrow)) == (1, [])
    plain = shoot(still("Marksman", dice=[6, 4]))
    assert (made(plain).damage, checks(plain)) == (3, [])


@pytest.mark.rule("AS-SPA-043")
def test_halving_comes_after_overheat_and_before_the_rear() -> None:
    away = unit("b1", (10, 22), facing=0, armor=9)
    hot = shoot(still("Marksman", dice=[6, 4, 1, 1], enemy=away), abilities=("Marksman",), overheat=1)
    assert made(hot).damage == (3 + 1) // 2 + 1
    weak = {"damage": "0*/0*/-", "state": {"moved": "standstill"}}
    faint = lance(own={"r1": ("Marksman",)}, dice=[6, 4, 6], first=weak)
    assert made(shoot(faint, abilities=("Marksman",))).damage == 0


@pytest.mark.rule("AS-SPA-043", "AS-SPA-038", "AS-COM-003")
def test_an_ability_that_cannot_be_used_is_refused_by_its_own_rule() -> None:
    moving = still("Marksman", dice=[6, 4], moved="ground")
    assert refusal(moving, commands.Attack("r1", "b1", abilities=("Marksman",))).rule == "AS-SPA-043"
    assert refusal(still(dice=[]), commands.Attack("r1", "b1", abilities=("Human TRO",))).rule == "AS-SPA-038"
    assert refusal(still(dice=[]), commands.Attack("r1", "b1", abilities=("Nonsense",))).rule == "AS-COM-003"


@pytest.mark.rule("AS-SPA-043", "AS-SPA-055")
def test_both_find_one_weak_spot() -> None:
    events = shoot(still("Marksman", "Sharpshooter", dice=[6, 4, 1, 1]), abilities=("Marksman",))
    assert checks(events) == ["sharpshooter"]


@pytest.mark.rule("AS-SPA-038")
def test_a_human_tro_knows_one_weak_spot_a_game() -> None:
    fight = still("Human TRO", dice=[6, 4, 1, 1], moved="ground")
    assert any("Human TRO" in str(offer) for offer in offers(fight, "red"))
    assert checks(shoot(fight, abilities=("Human TRO",))) == ["human_tro"]
    assert fight.units["r1"].spent == {"Human TRO"}
    missed = still("Human TRO", dice=[1, 2, 3, 3, 4, 5], moved="ground")
    assert checks(shoot(missed, abilities=("Human TRO",))) == []
    end(missed, 2)
    assert missed.units["r1"].spent == {"Human TRO"}
    again = commands.Attack("r1", "b1", abilities=("Human TRO",))
    assert preview_attack(missed, again).reason.rule == "AS-SPA-038"


@pytest.mark.rule("AS-SPA-063", "AS-SPA-007")
def test_a_swordsman_chooses_what_a_hit_does() -> None:
    blade = {"specials": ["MEL"]}
    deep = lance(own={"r1": ("Swordsman",)}, dice=[6, 4], enemy=BESIDE, first=blade)
    shoot(deep, kind="melee")
    assert deep.decision is not None
    assert (deep.decision.kind, deep.decision.choices) == ("swordsman", ("damage", "critical"))
    events = decide(deep, "damage")
    assert (made(events).damage, checks(events)) == (5, [])
    sharp = lance(own={"r1": ("Swordsman",)}, dice=[6, 4, 1, 1], enemy=BESIDE, first=blade)
    shoot(sharp, kind="melee")
    events = decide(sharp, "critical")
    assert (made(events).damage, checks(events)) == (4, ["swordsman"])
    bare = lance(own={"r1": ("Swordsman",)}, dice=[6, 4], enemy=BESIDE)
    assert made(shoot(bare, kind="physical")).damage == 3
    missed = lance(own={"r1": ("Swordsman",)}, dice=[1, 2], enemy=BESIDE, first=blade)
    assert not made(shoot(missed, kind="melee")).hit


# -- going on -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-036")
def test_a_hopper_does_not_feel_the_first_mp_hit() -> None:
    def move(hits: int, *abilities: str) -> float:
        fight = lance(own={"r1": abilities}, first={"state": {"crits": {"mp": hits}}})
        return current_move(fight, fight.units["r1"])

    assert (move(1), move(1, "Hopper"), move(2, "Hopper")) == (4, 8, 4)
    fight = lance(own={"r1": ("Hopper",)}, first={"state": {"crits": {"mp": 1}}})
    assert fight.units["r1"].wounds == ("mp",)


@pytest.mark.rule("AS-SPA-037")
@pytest.mark.parametrize(("heat", "slower", "harder", "tmm"), [(1, 0, 0, 3), (2, 2, 1, 3), (3, 4, 2, 2), (4, 6, 3, 1)])
def test_a_hot_dog_feels_a_level_less(heat: int, slower: int, harder: int, tmm: int) -> None:
    state = {"heat": heat, "shutdown": False}
    fight = lance(own={"r1": ("Hot Dog",)}, first={"move": '10"', "tmm": 3, "state": state})
    hot = fight.units["r1"]
    assert current_move(fight, hot) == 10 - slower
    assert current_tmm(fight, hot) == tmm
    assert (number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-COM-056") or 0) == harder


@pytest.mark.rule("AS-SPA-037")
def test_a_hot_dog_shuts_down_at_five() -> None:
    def after(heat: int, *abilities: str) -> tuple[int, bool]:
        state = {"heat": heat, "shutdown": False}
        fight = lance(own={"r1": abilities}, dice=[1, 2, 3, 3, 4, 4], first={"ov": 2, "state": state})
        shoot(fight, overheat=1)
        end(fight, 2)
        return fight.units["r1"].heat, fight.units["r1"].shutdown

    assert after(3) == (4, True)
    assert after(3, "Hot Dog") == (4, False)
    assert after(4, "Hot Dog") == (5, True)


@pytest.mark.rule("AS-SPA-037", "AS-SPC-051")
def test_muscles_of_a_hot_dog_warm_up_a_level_later() -> None:
    def blow(heat: int) -> int:
        first = {"specials": ["TSM"], "state": {"heat": heat}}
        return int(fists("Hot Dog", first=first).damage)

    assert (blow(1), blow(2)) == (3, 4)
