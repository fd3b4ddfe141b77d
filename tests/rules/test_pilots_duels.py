"""Pilots in a duel (pp. 95-99): dice thrown again, clubs, blows that come first, commanders hunted, mines seen."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.probes import range_of
from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.indirect import cannot_spot_from_the_air
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.pilots.butterfly import floats_left
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.support.minefields import number_of
from lancemate.alphastrike.turn.initiative import initiative_parts
from lancemate.kernel.dice import TapeDice
from rules.crews import decide, lance, made, shoot
from rules.table import move, number, refusal, unit

BESIDE = unit("b1", (10, 11.0), facing=180, armor=9)
BUTTERFLY = {"b1": ("Float Like a Butterfly (2)",)}


# -- Float Like a Butterfly -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-030")
@pytest.mark.parametrize(("second", "hit"), [((1, 1), False), ((6, 5), True)])
def test_a_hit_may_have_to_be_rolled_again_and_then_stands(second: tuple[int, int], hit: bool) -> None:
    fight = lance(own=BUTTERFLY, dice=[6, 4, *second])
    assert not any(event.type == "attack" for event in shoot(fight))
    question = fight.decision
    assert question is not None
    assert (question.kind, question.side, question.choices) == ("float", "blue", ("roll again", "let it stand"))
    assert made(decide(fight, "roll again")).hit == hit
    assert fight.decision is None
    assert floats_left(fight, fight.units["b1"]) == 1


@pytest.mark.rule("AS-SPA-030")
def test_a_hit_that_stands_costs_nothing_and_a_miss_asks_nobody() -> None:
    fight = lance(own=BUTTERFLY, dice=[6, 4, 1, 1])
    shoot(fight)
    assert made(decide(fight, "let it stand")).hit
    assert floats_left(fight, fight.units["b1"]) == 2
    shoot(fight, "r2")
    assert fight.decision is None


@pytest.mark.rule("AS-SPA-030")
def test_it_is_used_up_after_as_many_rolls_as_it_has_points() -> None:
    fight = lance(own={"b1": ("Float Like a Butterfly (1)",)}, dice=[6, 4, 1, 1, 6, 5])
    shoot(fight)
    decide(fight, "roll again")
    assert made(shoot(fight, "r2")).hit
    assert fight.decision is None or fight.decision.kind != "float"
    own_attack = lance(own={"r1": ("Float Like a Butterfly (1)",)}, dice=[6, 4])
    shoot(own_attack)
    assert own_attack.decision is None  # its own attacks are none of it


@pytest.mark.rule("AS-SPA-030", "AS-SPA-041")
def test_the_lucky_may_roll_again_what_a_butterfly_made_a_miss_and_the_butterfly_again() -> None:
    own = {**BUTTERFLY, "r1": ("Lucky (1)",)}
    fight = lance(own=own, dice=[6, 4, 1, 1, 6, 5, 2, 1])
    shoot(fight)
    decide(fight, "roll again")
    assert fight.decision is not None
    assert fight.decision.kind == "reroll"
    decide(fight, "own luck")
    assert fight.decision is not None
    assert fight.decision.kind == "float"  # that is a new roll
    assert not made(decide(fight, "roll again")).hit
    assert fight.decision is None


@pytest.mark.rule("AS-SPA-030")
@pytest.mark.parametrize(("choice", "wounds"), [("roll again", ()), ("let it stand", ("weapon",))])
def test_a_critical_hit_may_be_rolled_again(choice: str, wounds: tuple[str, ...]) -> None:
    bare = unit("b1", (10, 22), facing=180, armor=0)
    fight = lance(own=BUTTERFLY, enemy=bare, dice=[6, 4, 3, 3, 4, 5])
    shoot(fight)
    decide(fight, "let it stand")
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.facts["result"]) == ("float", "weapon")
    decide(fight, choice)
    assert fight.units["b1"].fresh == wounds
    assert fight.decision is None
    assert floats_left(fight, fight.units["b1"]) == (1 if choice == "roll again" else 2)


@pytest.mark.rule("AS-SPA-030")
def test_a_critical_roll_without_effect_asks_nobody() -> None:
    bare = unit("b1", (10, 22), facing=180, armor=0)
    fight = lance(own=BUTTERFLY, enemy=bare, dice=[6, 4, 4, 5])
    shoot(fight)
    decide(fight, "let it stand")
    assert fight.decision is None


# -- Slugger --------------------------------------------------------------------------------------------------

GROVE = [{"kind": "woods", "rect": [8, 11, 4, 2]}]
SWING = commands.Move("r1", ((10, 13),), abilities=("Slugger",))


@pytest.mark.rule("AS-SPA-056")
def test_a_slugger_finds_a_club_for_two_inches() -> None:
    fight = lance(own={"r1": ("Slugger",)}, terrain=GROVE, phase="movement", enemy=unit("b1", (60, 40)))
    assert check_move(fight, SWING).cost == check_move(fight, commands.Move("r1", ((10, 13),))).cost + 2
    fight.do(SWING)
    assert fight.units["r1"].notes["club"] is True
    words = [choice.word for one in offers(fight, "red", "r2") for choice in one.choose]
    assert "Slugger" not in words


@pytest.mark.rule("AS-SPA-056")
def test_where_there_is_nothing_to_pick_up_it_finds_nothing() -> None:
    fight = lance(own={"r1": ("Slugger",)}, terrain=GROVE, phase="movement", enemy=unit("b1", (60, 40)))
    away = commands.Move("r1", ((14, 10),), abilities=("Slugger",))
    assert refusal(fight, away).rule == "AS-SPA-056"
    assert refusal(fight, commands.Move("r2", ((22, 5),), abilities=("Slugger",))).rule == "AS-SPA-056"
    rubble = [{"kind": "rubble", "rect": [8, 11, 4, 2]}]
    assert (
        check_move(lance(own={"r1": ("Slugger",)}, terrain=rubble, phase="movement", enemy=BESIDE), away).legal is False
    )
    armed = {"specials": ["MEL"]}
    hatchet = lance(own={"r1": ("Slugger",)}, terrain=GROVE, phase="movement", first=armed, enemy=unit("b1", (60, 40)))
    assert refusal(hatchet, SWING).rule == "AS-SPA-056"


@pytest.mark.rule("AS-SPA-056", "AS-SPA-063")
def test_a_club_is_a_hand_weapon() -> None:
    clubbed = {"state": {"club": True}}
    fight = lance(own={"r1": ("Slugger",)}, first=clubbed, enemy=BESIDE)
    assert preview_attack(fight, commands.Attack("r1", "b1", kind="melee")).damage == 3 + 1
    assert refusal(fight, commands.Attack("r1", "b1", kind="physical")).code == "must_use_melee"
    bare = lance(own={"r1": ("Slugger",)}, enemy=BESIDE)
    assert refusal(bare, commands.Attack("r1", "b1", kind="melee")).code == "no_melee_weapon"


# -- Street Fighter -------------------------------------------------------------------------------------------


def brawl(*abilities: str, dice: Any, kind: str = "physical", other: tuple[str, ...] = (), **card: Any) -> Battle:
    """Red attacks b1, which has these abilities, from base contact."""
    enemy = unit("b1", (10, 11.0), facing=180, **card)
    fight = lance(own={"b1": abilities, "r1": other}, enemy=enemy, dice=dice)
    fight.do(commands.Attack("r1", "b1", kind=kind))
    return fight


@pytest.mark.rule("AS-SPA-060")
def test_a_street_fighter_strikes_first_with_guns_and_fists() -> None:
    fight = brawl("Street Fighter", dice=[6, 5, 6, 5])
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.side) == ("street_fighter", "blue")
    assert fight.decision.choices == ("strike", "wait")
    events = decide(fight, "strike")
    strike, blow = [event for event in events if event.type == "attack"]
    assert (strike.attacker, strike.damage) == ("b1", 6)
    assert number(strike, "AS-SPA-060") == 1
    assert (blow.attacker, blow.hit) == ("r1", True)
    assert fight.units["b1"].attacks  # that was its attack of the turn


@pytest.mark.rule("AS-SPA-060")
def test_whoever_is_destroyed_by_it_attacks_no_more() -> None:
    fight = brawl("Street Fighter", dice=[6, 5, 6, 6, 6, 6, 6, 6], damage="9/9/9")
    events = decide(fight, "strike")
    assert [event.attacker for event in events if event.type == "attack"] == ["b1"]
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-SPA-060")
def test_who_waits_keeps_its_attack() -> None:
    fight = brawl("Street Fighter", dice=[6, 5])
    events = decide(fight, "wait")
    assert [event.attacker for event in events if event.type == "attack"] == ["r1"]
    assert not fight.units["b1"].attacks


@pytest.mark.rule("AS-SPA-060")
def test_two_street_fighters_and_strangers_far_away_ask_nothing() -> None:
    assert brawl("Street Fighter", dice=[6, 5], other=("Street Fighter",)).decision is None
    far = lance(own={"b1": ("Street Fighter",)}, dice=[6, 5])
    far.do(commands.Attack("r1", "b1"))
    assert far.decision is None


@pytest.mark.rule("AS-SPA-060", "AS-SPA-029", "AS-SPA-044")
def test_a_strike_has_no_fist_fire_and_all_the_rest() -> None:
    def harm(*abilities: str, **card: Any) -> int:
        fight = brawl("Street Fighter", *abilities, dice=[6, 5, 1, 1, 1, 1], **card)
        return next(event.damage for event in decide(fight, "strike") if event.type == "attack")

    assert harm("Fist Fire") == 6
    assert harm("Melee Master") == 6 + 2
    assert harm("Zweihander") == 6 + 1
    assert harm(specials=["MEL"]) == 6 + 1
    assert harm(state={"hull_down": True}) == 6 - 1


# -- Headhunter -----------------------------------------------------------------------------------------------


def hunt(*, fallen: tuple[str, ...] = (), officers: tuple[str, ...] = (), hunter: str = "r1") -> Battle:
    others = [
        unit(
            name, (10.0 + 6 * place, 30), facing=180, pv=30 + place, state={"destroyed": True} if name in fallen else {}
        )
        for place, name in enumerate(("b2", "b3", "b4", "b5"))
    ]
    first = unit("b1", (10, 22), facing=180, pv=10, state={"destroyed": True} if "b1" in fallen else {})
    plain = lance(own={hunter: ("Headhunter",)}, enemy=first, others=others)
    sides = tuple(replace(side, officers=officers if side.name == "blue" else ()) for side in plain.setup.sides)
    formations = (Formation("Fang", ("b1", "b2")), Formation("Claw", ("b3", "b4", "b5")))
    return Battle(replace(plain.setup, sides=sides, formations=formations), TapeDice([]))


def bonus(fight: Battle, side: str = "red") -> int | None:
    values = [part.value for part in initiative_parts(fight, side) if part.rule == "AS-SPA-034"]
    return values[0] if values else None


@pytest.mark.rule("AS-SPA-034")
def test_a_side_gains_by_every_commander_its_headhunter_outlives() -> None:
    assert bonus(hunt(officers=("b1", "b2"))) is None
    assert bonus(hunt(officers=("b1", "b2"), fallen=("b1",))) == 1
    assert bonus(hunt(officers=("b1", "b2"), fallen=("b3",))) is None
    assert bonus(hunt(officers=("b1", "b2", "b3", "b4"), fallen=("b1", "b2", "b3", "b4"))) == 3
    assert bonus(hunt(officers=("b1",), fallen=("b1",)), "blue") is None


@pytest.mark.rule("AS-SPA-034")
def test_without_officers_the_best_of_each_formation_leads_it() -> None:
    assert bonus(hunt(fallen=("b2",))) == 1
    assert bonus(hunt(fallen=("b5",))) == 1
    assert bonus(hunt(fallen=("b1", "b3", "b4"))) is None


@pytest.mark.rule("AS-SPA-034")
def test_a_headhunter_knows_who_commands_and_others_do_not() -> None:
    known = known_to(hunt(officers=("b1", "b2")), "red")
    assert known.setup.sides[1].officers == ("b1", "b2")
    blind = known_to(hunt(officers=("b1", "b2"), hunter="b3"), "red")
    assert blind.setup.sides[1].officers == ()


# -- Eagle's Eyes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-027")
def test_eagles_eyes_reach_farther_and_are_recon() -> None:
    fight = lance(own={"r1": ("Eagle's Eyes",)}, first={"specials": ["PRB"]})
    assert range_of(fight, fight.units["r1"], "hidden units", "PRB") == 12.0
    assert range_of(fight, fight.units["r1"], "hidden units", "LPRB") == 8.0
    assert range_of(fight, fight.units["r2"], "hidden units", "PRB") == 10.0
    plane = {"type": "AF", "move": "5a", "state": {"airborne": True}}
    for abilities, allowed in ((("Eagle's Eyes",), True), ((), False)):
        sky = lance(own={"r1": abilities}, first=plane)
        assert (cannot_spot_from_the_air(sky, sky.units["r1"]) is None) == allowed


@pytest.mark.rule("AS-SPA-027")
@pytest.mark.parametrize(("printed", "needed"), [(5, 7), (6, 8), (7, 9), (8, 10), (9, 11)])
def test_mines_go_off_on_two_more(printed: int, needed: int) -> None:
    fight = lance(own={"r1": ("Eagle's Eyes",)})
    assert number_of(fight, fight.units["r1"], printed) == needed
    assert number_of(fight, fight.units["r2"], printed) == printed


@pytest.mark.rule("AS-SPA-027")
@pytest.mark.parametrize(("x", "found"), [(13.0, True), (16.0, False)])
def test_nothing_stays_hidden_within_two_inches_of_its_way(x: float, found: bool) -> None:
    enemy = unit("b1", (x, 14), facing=180, specials=["ECM"])
    fight = lance(own={"r1": ("Eagle's Eyes",)}, enemy=enemy, phase="movement")
    fight.units["b1"].notes = hidden.entry(True)
    move(fight, "r1", (10, 17))
    assert hidden.of(fight.units["b1"]) != found
