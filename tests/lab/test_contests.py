"""What is fought, and what is written of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.events import Scored
from lancemate.bots import play as play_out
from lancemate.kernel.errors import InputError
from lancemate.lab import report
from lancemate.lab.contests import Contest, decided, entry, left_behind, setup_of
from lancemate.lab.duel import duel
from lancemate.lab.ledger import Collected, Terms
from lancemate.lab.results import BattleResult, read, text_of
from lancemate.lab.statistics import Match
from lancemate.lab.tournament import Tournament, matches, standings

ODD = Path(__file__).parent / "odd_bots.py"
LIGHT = "STG-3R Stinger, LCT-1V Locust"


def small(red: str = "random", blue: str = "random", **more: object) -> Contest:
    """Two light 'Mechs a side, on a small table, for a few turns."""
    base = Contest(entry(LIGHT, red), entry(LIGHT, blue), turns=3, width=24.0, depth=24.0, pieces=3)
    return replace(base, **more)  # type: ignore[arg-type]


# -- who fights -----------------------------------------------------------------------------------------------


def test_who_cannot_fight_on_land_stays_away_and_is_named() -> None:
    mixed = entry("LCT-1V Locust, SPR-6D Sparrowhawk")
    assert left_behind(mixed) == ["SPR-6D Sparrowhawk"]
    setup = setup_of(replace(small(), red=mixed), 0)
    assert [muster.card.chassis for muster in setup.units if muster.side == "red"] == ["Locust"]
    with pytest.raises(InputError, match="no unit that fights on the ground"):
        entry("SPR-6D Sparrowhawk")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("taktical", "did you mean tactical"),
        (f"{ODD}:Nobody", "cannot be loaded"),
        (f"{ODD}:Unmakeable", "ValueError: out of order"),
        ("no.such.module:Bot", "cannot be loaded"),
    ],
)
def test_bots_that_are_not_there(bot: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        entry("LCT-1V Locust", bot)


# -- the table ------------------------------------------------------------------------------------------------


def test_neighbours_share_a_table_and_exchange_edges() -> None:
    first, second, third = (setup_of(small(), number) for number in range(3))
    assert first.table.features == second.table.features != third.table.features
    assert [side.home for side in first.sides] == [side.home for side in second.sides][::-1]
    assert all(muster.at is not None for muster in first.units)


def test_a_table_too_small_for_a_force() -> None:
    crowded = replace(small(), red=entry("LCT-1V Locust x60"), width=18.0, depth=18.0)
    with pytest.raises(InputError, match="finds no place on a table of 18 x 18 inches"):
        setup_of(crowded, 0)


def test_themes_and_scenarios() -> None:
    themed = setup_of(small(theme="woods", width=36.0, depth=48.0), 0)
    assert any(feature.kind == "woods" for feature in themed.table.features)
    drawn = setup_of(small(theme="crossroads"), 0)
    assert drawn.table == setup_of(small(theme="crossroads"), 5).table
    hill = setup_of(small(scenario="king-of-the-hill", width=36.0, depth=48.0), 1)
    assert hill.scenario is not None
    assert hill.scenario.id == "king-of-the-hill"
    assert hill.phase == "deployment"


def test_pilots_and_formations_have_theirs_where_that_is_asked_for() -> None:
    sides = entry("gdl"), entry("csj")
    plain, whole = (setup_of(Contest(*sides, abilities=asked), 0) for asked in (False, True))
    assert not plain.formations
    assert not any(unit.abilities for unit in plain.units)
    assert {formation.name for formation in whole.formations} >= {"Fire Lance", "Beta Star"}
    assert any(unit.abilities for unit in whole.units)
    assert [replace(unit, abilities=()) for unit in whole.units] == list(plain.units)
    assert "abilities" not in Contest(*sides).plan()
    there = {unit.id for unit in whole.units}
    assert all({*formation.members} <= there for formation in whole.formations)
    assert report.terms_of(Contest(*sides, abilities=True)).endswith("with the abilities of pilots and formations.")


# -- the battle -----------------------------------------------------------------------------------------------


def test_a_line_is_the_same_every_time_and_survives_writing() -> None:
    contest = small()
    line = contest.play(7)
    assert line == contest.play(7)
    assert read(text_of(line)) == line
    assert line.hash != contest.play(8).hash


def test_points_decide_when_time_is_up() -> None:
    """One side does nothing but stand there; whoever shoots at it is ahead."""
    lines = [small("tactical", f"{ODD}:Raises", turns=6).play(number) for number in range(2)]
    assert all(line.winner == "red" for line in lines)
    for line in lines:
        assert (line.how == "points") == (line.reason == "6 turns are over")
        assert line.lost["red"] == 0 < line.lost["blue"]


def test_victory_points_of_a_scenario_come_before_points_lost() -> None:
    """The hill is held for some turns of the twelve; who has lost less says nothing about it."""
    hill = small("tactical", f"{ODD}:Raises", scenario="king-of-the-hill", turns=5, width=36.0, depth=48.0)
    line = hill.play(0)
    assert (line.winner, line.how) == ("red", "points")
    assert line.reason.startswith("5 turns are over: red has ")
    fight = Battle(setup_of(hill, 0), 1)
    assert decided(fight, {"red": 0, "blue": 30}, 5) == ("red", "5 turns are over")
    fight.emit(Scored("blue", 100, 100, "held", "AS-SCN-042"))
    assert decided(fight, {"red": 0, "blue": 30}, 5) == ("blue", "5 turns are over: red has 0 points, blue 100")
    fight.emit(Scored("red", 100, 100, "held", "AS-SCN-042"))
    assert decided(fight, {"red": 0, "blue": 30}, 5)[0] is None


def test_what_units_did_adds_up() -> None:
    """Every point off an enemy that an attack marked is credited to somebody, and every kill once."""
    line = small("tactical", "tactical", turns=8).play(0)
    for side, other in (("red", "blue"), ("blue", "red")):
        fallen = [deed for deed in line.units if deed.side == other and not deed.alive]
        killers = [deed for deed in line.units if deed.side == side]
        assert sum(deed.kills for deed in killers) <= len(fallen)
        assert (line.lost[other] > 0) == bool(fallen)  # type: ignore[index]
    assert sum(deed.marked for deed in line.units) > 0


# -- bots that misbehave --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "kind", "said"),
    [
        ("Raises", "raised", "raised an error"),
        ("Babbles", "nonsense", "answered with something that is no command"),
        ("Dreams", "slow", "took too long"),
    ],
)
def test_a_bot_that_misbehaves_passes_and_is_told_of(bot: str, kind: str, said: str) -> None:
    contest = small(f"{ODD}:{bot}", "random", patience=0.05 if kind == "slow" else 30.0)
    line = contest.play(0)
    assert {fault.kind for fault in line.faults} == {kind}
    assert {fault.side for fault in line.faults} == {"red"}
    assert line.turns == 3
    (told,) = report.troubles(Collected([line], []), lambda line, side: contest.entry(side).crew)
    assert told.startswith(f"{ODD}:{bot} {said}")
    assert "and passed; first in battle 0, turn 1" in told


def test_a_battle_that_breaks_down_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = play_out

    def sometimes(battle: Battle, *args: object, **more: object) -> object:
        if battle.setup.sides[0].home == "north":
            raise ZeroDivisionError("the table is on fire")
        return broken(battle, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("lancemate.bots.play", sometimes)
    found = duel(small(), 4, Terms(jobs=0))
    assert [line.battle for line in found.lines] == [0, 2]
    assert [one.battle for one in found.given_up] == [1, 3]
    assert found.given_up[0].gone == "ZeroDivisionError: the table is on fire"
    assert any(
        "could not be played: 2, first 1: ZeroDivisionError" in text for text in report.troubles(found, BattleResult.of)
    )


# -- tournaments ----------------------------------------------------------------------------------------------


def test_in_a_scenario_contestants_take_turns_at_attacking() -> None:
    line = small("tactical", "random", scenario="king-of-the-hill", turns=1, width=36.0, depth=48.0)
    event = Tournament((line.red, line.blue), line, 4)
    pairs = [event.play(number).pair for number in range(4)]
    assert pairs == [("tactical", "random")] * 2 + [("random", "tactical")] * 2
    plain = Tournament((line.red, line.blue), replace(line, scenario=None), 4)
    assert {plain.play(number).pair for number in range(4)} == {("tactical", "random")}


def test_who_beat_whom_is_counted_whichever_colour_they_had() -> None:
    line = small(turns=1).play(0)
    lines = [
        replace(line, pair=("one", "other"), winner="red"),
        replace(line, pair=("other", "one"), winner="blue"),
        replace(line, pair=("other", "one"), winner="red"),
    ]
    assert matches(lines) == {("one", "other"): Match("one", "other", 2.0, 3)}
    assert [(one.name, one.won, one.lost) for one in standings(lines)] == [("one", 2, 1), ("other", 1, 2)]
