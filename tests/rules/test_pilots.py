"""Pilot abilities that are asked for: luck, names for the turn, the hunt, Initiative; and how they are written."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.outcomes import outcomes_of_answer
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.commands.formations import ability_of_the_turn
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.luck import ENOUGH, OWN, SHARED, luck_left
from lancemate.alphastrike.pilots.naming import NOBODY
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.crews import LANCE, decide, lance, made, shoot
from rules.table import attack, battle, end, number, refusal, unit

# -- luck -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-046")
def test_a_battle_lance_rolls_again_from_its_pool() -> None:
    fight = lance(dice=[1, 2, 6, 5], formation={"lucky": 6})
    events = shoot(fight)
    assert not [event for event in events if event.type == "attack"]
    question = fight.decision
    assert question is not None
    assert (question.kind, question.side, question.choices) == ("reroll", "red", (SHARED, ENOUGH))
    assert question.facts["roll"] == [1, 2]
    shot = made(decide(fight, SHARED))
    assert (shot.roll, shot.hit) == ((6, 5), True)
    assert [luck_left(fight, fight.units[name]) for name in LANCE] == [{SHARED: 5}] * 4


@pytest.mark.rule("AS-FOR-046", "AS-SPA-041")
def test_the_second_roll_stands_and_the_first_may() -> None:
    fight = lance(dice=[1, 2, 1, 1, 1, 3], formation={"lucky": 1})
    shoot(fight)
    worse = made(decide(fight, SHARED))
    assert (worse.roll, worse.hit) == ((1, 1), False)
    assert fight.decision is None
    assert made(shoot(fight, "r2")).roll == (1, 3)  # the pool is empty
    kept = lance(dice=[1, 2], formation={"lucky": 1})
    shoot(kept)
    assert made(decide(kept, ENOUGH)).roll == (1, 2)
    assert luck_left(kept, kept.units["r1"]) == {SHARED: 1}


@pytest.mark.rule("AS-SPA-041")
def test_a_lucky_pilot_has_so_many_rolls_of_his_own() -> None:
    fight = lance(dice=[1, 2, 6, 6, 4, 4], own={"r1": ("Lucky (1)",)})
    shoot(fight)
    assert fight.decision is not None
    assert fight.decision.choices == (OWN, ENOUGH)
    assert made(decide(fight, OWN)).hit
    assert luck_left(fight, fight.units["r1"]) == {}
    assert luck_left(fight, fight.units["r2"]) == {}


@pytest.mark.rule("AS-SPA-041")
def test_a_hit_needs_no_luck() -> None:
    fight = lance(dice=[6, 5], own={"r1": ("Lucky (2)",)})
    assert made(shoot(fight)).hit
    assert luck_left(fight, fight.units["r1"]) == {OWN: 2}


@pytest.mark.rule("AS-FOR-046")
def test_a_lucky_pilot_of_a_battle_lance_rolls_again_four_times_at_most() -> None:
    for own, shared in ((1, 4), (2, 4), (4, 4)):
        fight = lance(own={"r1": (f"Lucky ({own})",)}, formation={"lucky": 6})
        assert luck_left(fight, fight.units["r1"]) == {OWN: own, SHARED: shared}
        assert luck_left(fight, fight.units["r2"]) == {SHARED: 6}
    used = lance(own={"r1": ("Lucky (1)",)}, formation={"lucky": 6}, dice=[1, 1] * 8)
    for choice in (OWN, SHARED, SHARED, SHARED):
        shoot(used)
        decide(used, choice)
        used.units["r1"].attacks = ()
    assert luck_left(used, used.units["r1"]) == {}
    assert luck_left(used, used.units["r2"]) == {SHARED: 3}


@pytest.mark.rule("AS-FOR-046", "AS-FOR-038")
def test_the_pool_is_there_while_the_bonus_holds() -> None:
    fight = lance(dice=[1, 2], formation={"lucky": 6})
    for name in ("r3", "r4"):
        fight.units[name].destroyed = True
    assert not made(shoot(fight)).hit


def test_chances_are_those_of_one_roll() -> None:
    plain = preview_attack(lance(), commands.Attack("r1", "b1"))
    lucky = preview_attack(lance(formation={"lucky": 6}), commands.Attack("r1", "b1"))
    assert plain.outcomes is not None
    assert lucky.outcomes is not None
    assert lucky.outcomes.miss == pytest.approx(plain.outcomes.miss) == pytest.approx(1 - lucky.hit_probability)


# -- named each turn ------------------------------------------------------------------------------------------


def turn(**more: Any) -> Battle:
    return lance(phase="initiative", formation={"names": "Sniper"}, **more)


@pytest.mark.rule("AS-FOR-041")
def test_half_of_a_formation_is_named_before_initiative() -> None:
    fight = turn(dice=[6, 6, 1, 1])
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.choices) == ("name_users", (*LANCE, NOBODY))
    decide(fight, "r2")
    assert fight.decision is not None
    assert fight.decision.choices == ("r1", "r3", "r4", NOBODY)
    decide(fight, "r4")
    assert fight.decision is None
    assert fight.state.phase == "movement"
    assert [ability_of_the_turn.of(fight.units[name]) for name in LANCE] == [None, "Sniper", None, "Sniper"]


@pytest.mark.rule("AS-FOR-041")
def test_fewer_may_be_named_and_others_next_turn() -> None:
    fight = turn(dice=[6, 6, 1, 1, 6, 6, 1, 1])
    decide(fight, "r1")
    decide(fight, NOBODY)
    assert fight.state.phase == "movement"
    end(fight, 4)
    assert fight.decision is not None
    assert fight.decision.choices == (*LANCE, NOBODY)
    assert ability_of_the_turn.of(fight.units["r1"]) is None
    decide(fight, NOBODY)
    assert fight.state.turn == 2


@pytest.mark.rule("AS-FOR-041", "AS-FOR-038")
@pytest.mark.parametrize(("gone", "users"), [((), 2), (("r4",), 1), (("r3", "r4"), 0)])
def test_losses_leave_fewer_names(gone: tuple[str, ...], users: int) -> None:
    units = [unit(f"r{number}", (10.0 * number, 4), state=_lost(f"r{number}" in gone)) for number in range(1, 5)]
    setup = battle(*units, unit("b1", (10, 30)), phase="initiative").setup
    fight = Battle(replace(setup, formations=(Formation("Alpha", LANCE, names="Sniper"),)), 3)
    asked = 0
    while fight.decision is not None and fight.decision.kind == "name_users":
        asked += 1
        decide(fight, fight.decision.choices[0])
    assert asked == users


def _lost(gone: bool) -> dict[str, Any]:
    return {"destroyed": True} if gone else {}


@pytest.mark.rule("AS-FOR-041")
def test_only_those_are_named_who_count_for_the_type() -> None:
    fight = lance(phase="initiative", formation={"names": "Sniper", "base": ("r1", "r2", "r3")})
    assert fight.decision is not None
    assert fight.decision.choices == ("r1", "r2", "r3", NOBODY)
    decide(fight, "r1")
    assert fight.decision is None, "half of three is one"


@pytest.mark.rule("AS-FOR-041", "AS-SPA-057")
def test_who_was_named_has_the_ability_for_the_turn() -> None:
    fight = turn(dice=[6, 6, 1, 1, 4, 4, 4, 4])
    decide(fight, "r1")
    decide(fight, NOBODY)
    end(fight, 2)
    while fight.state.to_act != "red":
        end(fight)
    assert number(attack(fight, "r1", "b1"), "AS-SPA-057") == -1
    assert number(attack(fight, "r2", "b1"), "AS-SPA-057") is None


@pytest.mark.rule("AS-FOR-052")
def test_two_of_a_fast_assault_lance_push_through_besides() -> None:
    formation = {"names": "Demoralizer", "names_two": "Stand-Aside"}
    fight = lance(phase="initiative", formation=formation, dice=[6, 6, 1, 1])
    for name in ("r1", "r2"):
        decide(fight, name)
    assert fight.decision is not None
    assert (fight.decision.rule, fight.decision.facts["ability"]) == ("AS-FOR-052", "Stand-Aside")
    decide(fight, "r1")
    decide(fight, "r4")
    assert fight.state.phase == "movement"
    both = [[ability for ability in formation.values() if has(fight, fight.units[name], ability)] for name in LANCE]
    assert both == [["Demoralizer", "Stand-Aside"], ["Demoralizer"], [], ["Stand-Aside"]]


def test_names_of_every_turn_may_stand() -> None:
    fight = turn(dice=[6, 6, 1, 1, 6, 6, 1, 1, 6, 6, 1, 1])
    for name in ("r2", "r4"):
        fight.do(commands.Decide("red", name, always=True))
    end(fight, 4)
    assert fight.decision is None, "nobody is asked in the second turn"
    assert [ability_of_the_turn.of(fight.units[name]) for name in LANCE] == [None, "Sniper", None, "Sniper"]
    fight.do(commands.Standing("red", "name_users", "r1, nobody"))
    end(fight, 4)
    assert [ability_of_the_turn.of(fight.units[name]) for name in LANCE] == ["Sniper", None, None, None]
    assert load(save(fight)).hash() == fight.hash()


# -- the hunt -------------------------------------------------------------------------------------------------

PACK = unit("b2", (20, 22), facing=180)


def hunt(**more: Any) -> Battle:
    return lance(own={"r1": ("Blood Stalker",)}, others=(PACK,), **more)


def needs(fight: Battle, target: str, hunter: str = "r1", rule: str = "AS-SPA-020") -> int | None:
    return number(preview_attack(fight, commands.Attack(hunter, target)), rule)


@pytest.mark.rule("AS-SPA-020")
def test_a_stalker_has_eyes_for_one_enemy() -> None:
    fight = hunt()
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.choices) == ("stalk", ("b1", "b2"))
    decide(fight, "b2")
    assert (needs(fight, "b2"), needs(fight, "b1")) == (-1, 2)
    assert needs(fight, "b2", "r2") is None
    fight.units["b2"].destroyed = True
    assert needs(fight, "b1") is None


LURKING = replace(PACK, state={"notes": {"hidden": True}})


@pytest.mark.rule("AS-SPA-020")
def test_a_stalker_is_offered_nobody_that_lies_hidden() -> None:
    fight = lance(own={"r1": ("Blood Stalker",)}, others=(LURKING,), phase="movement")
    assert fight.decision is not None
    assert fight.decision.choices == ("b1",)
    decide(fight, "b1")
    hidden = refusal(fight, commands.Act("r1", "stalk", "b2"))
    unknown = refusal(fight, commands.Act("r1", "stalk", "b9"))
    assert hidden.message.replace("b2", "b9") == unknown.message


@pytest.mark.rule("AS-FOR-068")
def test_a_formation_that_lies_hidden_is_not_offered_either() -> None:
    plain = lance(others=(LURKING,), phase="movement").setup
    hunters = Formation("Alpha", LANCE, gives=(("Blood Stalker", ("r1", "r2", "r3")),), type="Pursuit Lance")
    fight = Battle(replace(plain, formations=(hunters, Formation("Bears", ("b1",)), Formation("Bulls", ("b2",)))), 7)
    assert fight.decision is not None
    assert fight.decision.choices == ("Bears", "one enemy each")


def moving(terrain: Iterable[dict[str, Any]] = ()) -> Battle:
    fight = hunt(phase="movement", terrain=terrain)
    decide(fight, "b2")
    return fight


@pytest.mark.rule("AS-SPA-020")
def test_another_prey_is_named_at_the_start_of_its_own_move_when_the_old_one_is_gone() -> None:
    stalk = commands.Act("r1", "stalk", "b1")
    seen = moving()
    assert refusal(seen, stalk).code == "still_in_sight"
    wall = [{"kind": "building", "rect": [12, 14, 12, 2], "height": 8}]
    hidden = moving(wall)
    assert stalk in [one.command for one in offers(hidden, "red", "r1")]
    assert stalk not in [one.command for one in offers(seen, "red", "r1")]
    assert refusal(hidden, commands.Act("r1", "stalk", "r2")).code == "not_a_target"
    assert refusal(hidden, commands.Act("r2", "stalk", "b1")).code == "no_such_ability"
    hidden.do(stalk)
    assert hidden.units["r1"].notes["prey"] == "b1"
    assert [remark(hidden, hidden.units["r1"]) for remark in hidden.hooks[hooks.remarks]] == ["it hunts b1"]
    assert needs(hidden, "b1") == -1
    late = moving(wall)
    late.do(commands.Move("r1", ((10, 11),)))
    assert refusal(late, stalk).rule in ("AS-MOV-009", "AS-INT-057")
    gone = moving()
    gone.units["b2"].destroyed = True
    gone.do(stalk)
    assert gone.units["r1"].notes["prey"] == "b1"


def herds_asked() -> Battle:
    """A Pursuit Lance and two enemy formations."""
    plain = lance(others=(PACK,), phase="movement").setup
    hunters = Formation("Alpha", LANCE, gives=(("Blood Stalker", ("r1", "r2", "r3")),), type="Pursuit Lance")
    setup = replace(plain, formations=(hunters, Formation("Bears", ("b1",)), Formation("Bulls", ("b2",))))
    return Battle(setup, 7)


def herds(choice: str) -> Battle:
    fight = herds_asked()
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.choices) == ("stalk_formation", ("Bears", "Bulls", "one enemy each"))
    decide(fight, choice)
    return fight


@pytest.mark.rule("AS-FOR-068")
def test_a_pursuit_lance_hunts_a_formation_until_it_is_destroyed() -> None:
    fight = herds("Bulls")
    for hunter in ("r1", "r2", "r3"):
        assert (needs(fight, "b2", hunter, "AS-FOR-068"), needs(fight, "b1", hunter, "AS-FOR-068")) == (-1, 2)
    assert needs(fight, "b2", "r4", "AS-FOR-068") is None
    change = commands.Act("r1", "stalk", "Bears")
    assert refusal(fight, change).rule == "AS-FOR-068"
    fight.units["b2"].place = "gone"
    assert needs(fight, "b1", rule="AS-FOR-068") is None
    assert refusal(fight, commands.Act("r1", "stalk", "Bulls")).code == "not_a_target"
    fight.do(change)
    assert [fight.units[name].notes.get("prey") for name in LANCE] == ["Bears", "Bears", "Bears", None]


@pytest.mark.rule("AS-FOR-068")
@pytest.mark.parametrize(
    ("kind", "question"), [("Sweep Lance", "stalk_formation"), ("Command Lance", "stalk"), (None, "stalk")]
)
def test_only_a_pursuit_lance_hunts_formations(kind: str | None, question: str) -> None:
    asked = herds_asked().setup
    own, *enemies = asked.formations
    fight = Battle(replace(asked, formations=(replace(own, type=kind), *enemies)), 7)
    assert fight.decision is not None
    assert fight.decision.kind == question


@pytest.mark.rule("AS-FOR-068", "AS-SPA-020")
def test_or_each_hunts_somebody() -> None:
    fight = herds("one enemy each")
    for choice in ("b1", "b2", "b2"):
        assert fight.decision is not None
        assert fight.decision.kind == "stalk"
        decide(fight, choice)
    assert fight.decision is None
    assert [fight.units[name].notes.get("prey") for name in LANCE] == ["b1", "b2", "b2", None]


# -- Initiative -----------------------------------------------------------------------------------------------


def lost(*dice: int, **more: Any) -> Battle:
    """Red rolls 2, blue 12."""
    more = {"own": {"r1": ("Tactical Genius",)}, **more}
    return lance(dice=[1, 1, 6, 6, *dice], phase="initiative", **more)


@pytest.mark.rule("AS-SPA-064")
def test_a_genius_rolls_again_and_that_stands() -> None:
    fight = lost(5, 6)
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.side) == ("initiative", "red")
    decide(fight, "roll again")
    assert (fight.state.first, fight.state.phase) == ("red", "movement")
    told = [line.text for line in story(fight, fight.journal.events)]
    assert any(text.startswith("Initiative rolled again [AS-SPA-064, p. 100]: ") for text in told)
    lucky = lance(dice=[1, 1, 2, 2, 6, 6], phase="initiative", own={"r1": ("Tactical Genius",)})
    decide(lucky, "roll again")
    assert lucky.state.first == "blue"
    content = lost()
    decide(content, "let it stand")
    assert content.state.first == "red"


@pytest.mark.rule("AS-SPA-064")
def test_a_genius_rolls_again_once_in_two_turns() -> None:
    fight = lost(1, 1, 1, 1, 6, 6, 1, 1, 6, 6)
    decide(fight, "roll again")
    end(fight, 4)
    assert fight.state.turn == 2
    assert fight.decision is None
    end(fight, 4)
    assert fight.state.turn == 3
    assert fight.decision is not None
    assert fight.decision.kind == "initiative"


@pytest.mark.rule("AS-SPA-064")
def test_two_geniuses_answer_each_other_and_ties_are_thrown_again() -> None:
    other = unit("b1", (10, 22), facing=180)
    both = {"r1": ("Tactical Genius",), "b1": ("Tactical Genius",)}
    fight = lance(dice=[1, 1, 3, 3, 3, 3, 5, 5, 6, 6], phase="initiative", own=both, enemy=other)
    decide(fight, "roll again")
    assert fight.decision is not None
    assert fight.decision.side == "blue"
    decide(fight, "roll again")
    assert fight.decision is None
    assert fight.state.first == "red"


@pytest.mark.rule("AS-SPA-064")
def test_only_the_commander_of_a_side_is_listened_to() -> None:
    for officers, asked in ((("r1", "r2"), True), (("r2", "r1"), False), ((), True)):
        plain = lost().setup
        red = replace(plain.sides[0], officers=officers)
        fight = Battle(replace(plain, sides=(red, plain.sides[1])), TapeDice([1, 1, 6, 6]))
        assert (fight.decision is not None) is asked


@pytest.mark.rule("AS-FOR-073")
def test_a_lieutenant_takes_over_when_the_commander_is_lost() -> None:
    plain = lance(phase="initiative", own={"r1": ("Tactical Genius",)}, first={}).setup
    gone = [replace(one, state={"exited": True}) if one.id == "r2" else one for one in plain.units]
    red = replace(plain.sides[0], officers=("r2", "r1"))
    setup = replace(plain, units=tuple(gone), sides=(red, plain.sides[1]))
    fight = Battle(setup, TapeDice([1, 1, 6, 6]))
    assert fight.decision is not None
    assert fight.decision.unit == "r1"
    agreed = Battle(replace(setup, options=frozenset({"commander_alone"})), TapeDice([1, 1, 6, 6]))
    assert agreed.decision is None


@pytest.mark.rule("AS-FOR-073")
def test_a_genius_at_the_head_of_a_command_lance_adds_1() -> None:
    given = {"gives": (("Tactical Genius", ("r1",)),)}
    fight = lance(dice=[3, 3, 3, 3], phase="initiative", own={"r1": ("Tactical Genius",)}, formation=given)
    assert fight.state.first == "blue"
    close = lance(dice=[3, 3, 3, 4, 1, 1, 6, 6], phase="initiative", own={"r1": ("Tactical Genius",)}, formation=given)
    assert close.decision is not None  # no more than 1: a tie, thrown again, and lost
    alone = lance(dice=[3, 3, 3, 3, 1, 1, 6, 6], phase="initiative", formation=given)
    assert alone.decision is not None  # tied, thrown again, and lost


# -- odds of an answer ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asking",
    [lambda: turn(), lambda: next_turn(), lambda: lost(), lambda: hunt(phase="initiative"), lambda: herds_asked()],
    ids=["names", "names again", "initiative", "prey", "herd"],
)
def test_what_an_answer_leads_to_ends_before_the_turn_goes_on(asking: Callable[[], Battle]) -> None:
    fight = asking()
    question = fight.decision
    assert question is not None
    before = fight.hash()
    for choice in question.choices:
        assert outcomes_of_answer(fight, commands.Decide(question.side, choice)) == ()
    assert fight.hash() == before


def next_turn() -> Battle:
    fight = turn()
    decide(fight, NOBODY)
    end(fight, 4)
    return fight


@pytest.mark.rule("AS-SPA-041")
def test_the_odds_of_rolling_again() -> None:
    fight = lance(dice=[1, 2], own={"r1": ("Lucky (1)",)})
    hit = preview_attack(lance(), commands.Attack("r1", "b1")).hit_probability
    shoot(fight)
    again = outcomes_of_answer(fight, commands.Decide("red", OWN))
    assert [(odds.unit, odds.struck) for odds in again] == [("b1", pytest.approx(hit))]
    assert outcomes_of_answer(fight, commands.Decide("red", ENOUGH)) == ()


# -- in files -------------------------------------------------------------------------------------------------


def test_abilities_are_written_and_read_back() -> None:
    given = {"lucky": 6, "gives": (("Speed Demon", ("r1", "r2")),), "names": "Sniper"}
    fight = lance(own={"r1": ("Lucky (2)", "Sniper")}, formation=given)
    data = setup_to_data(fight.setup)
    assert data["formations"] == [
        {"name": "Alpha", "members": [*LANCE], "lucky": 6, "gives": {"Speed Demon": ["r1", "r2"]}, "names": "Sniper"}
    ]
    assert setup_from_data(data) == fight.setup


def test_a_battle_with_abilities_is_saved_between_two_questions() -> None:
    fight = turn()
    decide(fight, "r3")
    twin = load(save(fight))
    assert twin.hash() == fight.hash()
    for one in (fight, twin):
        decide(one, "r1")
    assert twin.hash() == fight.hash()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"lucky": -1}, "lucky"),
        ({"names": "Singing"}, "'Singing' is not known here"),
        ({"gives": {"Singing": ["r1"]}}, "Singing"),
        ({"gives": {"Sniper": ["b1"]}}, "'b1' is no member"),
        ({"gives": {"Sniper": "r1"}}, "gives.Sniper"),
    ],
)
def test_wrong_bonuses_are_told(change: dict[str, Any], complaint: str) -> None:
    data = {**setup_to_data(lance().setup), "formations": [{"name": "A", "members": [*LANCE], **change}]}
    with pytest.raises(InputError, match=complaint):
        setup_from_data(data)


@pytest.mark.parametrize(
    ("ability", "complaint"),
    [
        ("Sniping", "no pilot ability 'Sniping' is played; did you mean Sniper"),
        ("Sniper (2)", "only Lucky and Float Like a Butterfly come in levels"),
        ("Lucky (9)", "come in levels, 1 to 4"),
    ],
)
def test_wrong_abilities_are_told(ability: str, complaint: str) -> None:
    data: Any = setup_to_data(lance().setup)
    data["sides"][0]["units"][0]["abilities"] = [ability]
    with pytest.raises(InputError, match=complaint):
        setup_from_data(data)
