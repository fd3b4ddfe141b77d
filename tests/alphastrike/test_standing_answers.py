"""Answers that stand: said once, given again by themselves, taken back, secret, and saved with the battle."""

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.standing import standing_answers
from lancemate.alphastrike.scripts.saves import load, save
from rules.crews import lance, made, shoot
from rules.table import refusal

BUTTERFLY = {"b1": ("Float Like a Butterfly (4)",)}


def test_an_answer_that_stands_is_given_without_a_question() -> None:
    fight = lance(own=BUTTERFLY, dice=[6, 5, 6, 5, 6, 5, 1, 1])
    shoot(fight)
    fight.do(commands.Decide("blue", "let it stand", always=True))
    assert made(shoot(fight, "r2")).hit
    assert fight.decision is None
    fight.do(commands.Standing("blue", "float", "roll again"))
    assert not made(shoot(fight, "r3")).hit


def test_it_is_asked_again_when_taken_back() -> None:
    fight = lance(own=BUTTERFLY, dice=[6, 5, 6, 5])
    fight.do(commands.Standing("blue", "float", "let it stand"))
    assert made(shoot(fight)).hit
    fight.do(commands.Standing("blue", "float", "ask"))
    shoot(fight, "r2")
    assert fight.decision is not None
    assert refusal(fight, commands.Decide("red", "let it stand", always=True)).code == "not_your_decision"


def test_an_answer_that_is_none_of_the_choices_asks_and_units_never_stand() -> None:
    fight = lance(own=BUTTERFLY, dice=[6, 5])
    fight.do(commands.Standing("blue", "float", "run away"))
    shoot(fight)
    assert fight.decision is not None
    assert refusal(lance(), commands.Standing("green", "float", "ask")).code == "unknown_side"


def test_a_kind_of_question_that_there_is_not_is_refused_with_the_nearest() -> None:
    refused = refusal(lance(), commands.Standing("blue", "reroll_contol", "let it stand"))
    assert (refused.code, refused.rule) == ("unknown_question", "AS-INT-005")
    assert refused.message == "there is no kind of question 'reroll_contol'; did you mean reroll_control?"
    assert "known are act_first, air_cover" in refusal(lance(), commands.Standing("blue", "x", "ask")).message


def test_nobody_else_knows_and_a_save_keeps_it() -> None:
    fight = lance(own=BUTTERFLY)
    fight.do(commands.Standing("blue", "float", "let it stand"))
    assert standing_answers.of(known_to(fight, "blue").state)["blue"] == {"float": "let it stand"}
    assert not standing_answers.of(known_to(fight, "red").state).get("blue")
    again = load(save(fight))
    assert again.hash() == fight.hash()
