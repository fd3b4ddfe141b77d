"""The clock is data: a step of its own for some units, between Movement and Combat, is one entry and nothing else."""

import json
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.phases import CLOCK, MOVEMENT
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.bots.alphastrike.playout import playout
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, Refused
from lancemate.server.alphastrike.guide import guide, ready_units
from lancemate.server.alphastrike.showing import show_view
from rules.duel import VTOL
from rules.table import battle, end, refusal, unit

AIR = "flyers"


def flies(fight: Battle, one: Unit) -> bool:
    return one.card.move.primary == "v"


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that lets flyers move after everybody else."""
    plain()  # the rooms have entered their phases
    monkeypatch.setattr(CLOCK, "entries", dict(CLOCK.entries))
    CLOCK.add(
        replace(
            CLOCK.entries[MOVEMENT],
            name=AIR,
            title="Air Movement Phase",
            after=MOVEMENT,
            part_of=MOVEMENT,
            when=lambda fight: any(flies(fight, one) for one in fight.units.values()),
            claims=flies,
        )
    )


def plain(**more: Any) -> Battle:
    return battle(unit("r1", (20, 10)), unit("b1", (20, 34), 180), **{"phase": "movement", **more})


def mixed(**more: Any) -> Battle:
    """One on the ground and one in the air on either side."""
    flyer = {**VTOL, "state": {"elevation": 4, "airborne": True}}
    return battle(
        unit("r1", (20, 10)),
        unit("r2", (30, 10), **flyer),
        unit("b1", (20, 34), 180),
        unit("b2", (30, 34), 180, **flyer),
        **{"phase": "movement", **more},
    )


def phases(fight: Battle) -> list[str]:
    return [event.phase for event in fight.journal.events if event.type == "phase"]  # type: ignore[attr-defined]


def test_every_command_belongs_to_phases_and_every_phase_says_how_it_ends() -> None:
    """Where somebody may pass or end a phase it says what that means; what can be carried out is allowed somewhere."""
    entries = plain().course.entries.values()
    for entry in entries:
        assert (orders.Pass in entry.verbs) == (entry.passes is not None), entry.name
        assert (orders.EndPhase in entry.verbs) == (entry.ends is not None), entry.name
        assert entry.verbs <= set(Battle.ruleset.verbs), entry.name
        assert set(entry.goes_on) <= set(Battle.ruleset.tasks), entry.name
    anytime = {orders.Buy, orders.Decide, orders.Resign, orders.Standing, orders.Toggle}
    assert frozenset().union(*(entry.verbs for entry in entries)) | anytime == set(Battle.ruleset.verbs)


@pytest.mark.usefixtures("air")
@pytest.mark.rule("AS-INT-057")
def test_a_turn_with_a_step_for_flyers() -> None:
    fight = mixed(phase="initiative", seed=3)
    while fight.state.turn == 1:
        fight.do(View(fight, fight.state.to_act or "").rest())
    assert phases(fight)[:6] == ["initiative", "movement", AIR, "combat", "end", "initiative"]
    told = [line.text for line in story(fight, fight.journal.events)]
    assert any(text.startswith("Air Movement Phase") for text in told)


@pytest.mark.usefixtures("air")
def test_commands_belong_to_their_step() -> None:
    fight = mixed()
    early = refusal(fight, orders.Move("r2", ((30, 14),)))
    assert (early.code, early.rule) == ("wrong_phase", "AS-INT-057")
    assert early.message == "r2 moves in the Air Movement Phase; this is the movement phase"
    assert refusal(fight, orders.Pass("r2")).code == "wrong_phase"
    fight.do(orders.Move("r1", ((20, 12),)))
    fight.do(orders.Pass("b1"))
    assert (fight.state.phase, fight.state.to_act) == (AIR, "red")
    assert refusal(fight, orders.Move("r1", ((20, 14),))).code == "already_moved"
    shot = refusal(fight, orders.Attack("r2", "b2"))
    assert shot.message == "attacks are made in the Combat Phase; this is the air movement phase"
    fight.do(orders.Move("r2", ((30, 14),)))
    end(fight)
    assert fight.state.phase == "combat"
    assert fight.units["b2"].moved in ("standstill", "immobile")
    late = refusal(fight, orders.Move("r2", ((30, 14),)))
    assert "in the Movement Phase or the Air Movement Phase; this is the combat phase" in late.message


@pytest.mark.usefixtures("air")
def test_numbers_are_compared_in_every_step_by_itself() -> None:
    """Two flyers against one: only they count in their step."""
    flyer = {**VTOL, "state": {"elevation": 4, "airborne": True}}
    fight = battle(
        unit("r1", (10, 10), **flyer),
        unit("r2", (30, 10), **flyer),
        unit("b1", (20, 34), **flyer),
        unit("b2", (30, 34)),
        phase="movement",
    )
    assert fight.state.quota == (("blue", 1),)
    fight.do(orders.Pass("b2"))
    assert (fight.state.phase, fight.state.quota) == (AIR, (("red", 2), ("blue", 1)))


@pytest.mark.usefixtures("air")
def test_a_save_in_the_step_goes_on_there() -> None:
    fight = mixed()
    end(fight, 2)
    assert fight.state.phase == AIR
    loaded = load(json.loads(json.dumps(save(fight))))
    assert loaded.hash() == fight.hash()
    for one in (fight, loaded):
        one.do(orders.Move("r2", ((30, 14),)))
    assert loaded.hash() == fight.hash()
    started = mixed(phase=AIR)
    assert (started.state.phase, started.state.to_act) == (AIR, "red")
    assert load(save(started)).hash() == started.hash()


@pytest.mark.usefixtures("air")
def test_bots_and_the_guide_play_it_without_knowing_it() -> None:
    fight = mixed()
    assert [one.id for one in View(fight, "red").to_move()] == ["r1"]
    end(fight, 2)
    assert [one.id for one in View(fight, "red").to_move()] == ["r2"]
    assert [one.id for one in ready_units(fight)] == ["r2"]
    assert guide(fight, "red")["do"] == "move"
    assert guide(fight, None)["text"] == "Red is to move."
    page = show_view(fight, "red", 0)
    assert (page["phase"], page["for"]) == (AIR, "move")
    assert {"name": AIR, "title": "Air Movement Phase"} in page["phases"]  # type: ignore[operator]
    luck = Generator(5)
    for _ in range(40):
        for command in proposals(fight, luck):
            try:
                fight.do(command)
            except Refused:
                continue
            break
    assert phases(fight).count(AIR) > 1
    other = mixed()
    playout(other, Generator(2), turns=3)
    assert phases(other).count(AIR) >= 2


def test_a_battle_without_flyers_knows_nothing_of_it(request: pytest.FixtureRequest) -> None:
    def played() -> tuple[Battle, str]:
        fight = plain(seed=4)
        playout(fight, Generator(4), turns=3)
        return fight, fight.hash()

    before, hash_before = played()
    request.getfixturevalue("air")
    after, hash_after = played()
    assert hash_after == hash_before
    assert phases(after) == phases(before)
    assert after.course.turn == ("initiative", "movement", "combat", "end")
    assert AIR not in after.course.entries
    with pytest.raises(InputError, match=f"nobody here needs the phase {AIR}"):
        plain(phase=AIR)
