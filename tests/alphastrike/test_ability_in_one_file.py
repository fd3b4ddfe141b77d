"""An ability with a choice is one file: everybody who plays, asks or shows finds it without knowing its name."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.pilot_names import PLAYED
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from lancemate.bots.alphastrike.environment.candidates import candidates
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.dice import Generator
from lancemate.server.alphastrike.questions import answer
from lancemate.server.messages import OffersQuestion, Targets
from rules.table import attack, battle, refusal, unit

NAME = "Steady Hand"
CALLED = orders.Attack("r1", "b1", abilities=(NAME,))


@pytest.fixture(scope="module", autouse=True)
def steady_hand() -> Iterator[None]:
    """The ability is played in this module, and nowhere else."""
    rules.load()
    with rules.for_now():
        importlib.import_module("alphastrike.steady_hand")
        yield
    del PLAYED[NAME]


def fight(**more: Any) -> Battle:
    red = replace(unit("r1", (10, 10), ov=0), abilities=(NAME,))
    return battle(red, unit("r2", (14, 10), ov=0), unit("b1", (10, 22), 180), **more)


def test_it_is_offered_to_who_has_it() -> None:
    (shot,) = [one for one in offers(fight(), "red", "r1") if one.kind == "attack"]
    (choice,) = shot.choose
    assert (choice.name, choice.kind, choice.word, choice.rule) == ("abilities", "flag", NAME, "AS-SPA-001")
    assert shot.covers(CALLED)
    (other,) = [one for one in offers(fight(), "red", "r2") if one.kind == "attack"]
    assert other.choose == ()


def test_the_sum_shows_it_with_its_rule_and_it_is_used_once() -> None:
    real = fight(dice=[1, 1])
    plain, called = preview_attack(real, orders.Attack("r1", "b1")), preview_attack(real, CALLED)
    assert plain.target_number is not None
    assert called.target_number == plain.target_number - 1
    assert [(one.label, one.value, one.rule) for one in called.modifiers if one.label == NAME] == [
        (NAME, -1, "AS-SPA-001")
    ]
    assert attack(real, "r1", "b1", abilities=(NAME,)).target_number == called.target_number
    spent = fight()
    spent.units["r1"].notes = {"steady_hand_used": True}
    assert refusal(spent, CALLED).rule == "AS-SPA-001"
    assert all(not one.choose for one in offers(spent, "red", "r1") if one.kind == "attack")
    assert refusal(fight(), replace(CALLED, unit="r2")).code == "no_such_ability"


def test_random_play_and_environments_use_it() -> None:
    real, luck = fight(), Generator(1)
    thought_of = [command for _ in range(100) for command in proposals(real, luck)]
    assert any(isinstance(one, orders.Attack) and one.abilities == (NAME,) for one in thought_of)
    assert CALLED in candidates(View(real, "red"))


def test_a_page_is_told_all_it_takes_to_draw_it_and_to_send_it() -> None:
    real = fight()
    told: Any = answer(real, "red", OffersQuestion(id="1", type="offers", unit="r1"))
    (shot,) = [one for one in told if one["kind"] == "attack"]
    assert shot["choose"] == [
        {
            "name": "abilities",
            "label": "Steady hand, once a game",
            "kind": "flag",
            "rule": "AS-SPA-001",
            "among": [NAME],
            "least": 0.0,
            "most": 0.0,
            "needed": False,
            "modes": [],
            "within": None,
            "beside": None,
            "general": False,
            "note": "",
        }
    ]
    targets: Any = answer(real, "red", Targets(id="2", type="targets", unit="r1"))
    assert targets["attacks"][0]["choose"] == shot["choose"]
