"""The exhaustive runner: battles that end well, numbers that mean one battle anywhere, troubles that can be shown."""

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lancemate.alphastrike.abilities.bombs import SENSOR
from lancemate.alphastrike.cards.pilot_names import DISRUPTION, PLAYED, bare_name
from lancemate.alphastrike.combat import ranges
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import DecisionAsked
from lancemate.alphastrike.play.options import options
from lancemate.alphastrike.play.setup import TRANSPORTS
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.running import load_script, run_script
from lancemate.cli.lab import app
from lancemate.field.hexes import HexMap
from lancemate.field.table import Table
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab import exhaust
from lancemate.lab.forces import EXCLUSIVE, IN_THE_AIR, KNOWN, MEETINGS, random_options, random_setup
from lancemate.lab.invariants import save_faults
from lancemate.lab.missions import random_mission
from lancemate.lab.munitions import kinds_for
from lancemate.lab.runner import Gone
from lancemate.lab.watching import Report, check_faults, play_each
from lancemate.rulebook import title
from lancemate.rulebook.coverage import load_homes
from rules.table import battle, unit


def test_intelligence_knows_enough_for_the_points_that_are_plotted() -> None:
    """Somebody who is given eyes for the sake of capital weapons counts for the other side's plots."""
    assert exhaust.play_in_the_air(124263).trouble is None


@pytest.mark.parametrize("number", [62941, 66498])
def test_battles_of_the_quick_start_rules_begin_without_wings_and_networks(number: int) -> None:
    assert exhaust.play(number).trouble is None


def test_random_battles_end_without_an_exception_or_a_broken_invariant() -> None:
    fired: set[str] = set()
    for number in range(30):
        report = exhaust.play(number)
        assert report.trouble is None, report.trouble.text
        assert report.decisions > 0
        fired.update(report.fired)
    left = exhaust.missing(fired)
    assert len(left) < len(exhaust.wanted()) / 2, left


@pytest.mark.slow
def test_a_thousand_random_battles() -> None:
    fired: set[str] = set()
    for number in range(1000, 2000):
        report = exhaust.play(number)
        assert report.trouble is None, report.trouble.text
        fired.update(report.fired)
    assert len(exhaust.missing(fired)) <= 10


def test_lucky_pilots_are_asked_about_control_and_nothing_breaks() -> None:
    """Mud, mines and roads under all of them: they are asked on the way of their moves, saved, copied and replayed."""
    land = [
        {"kind": "mud", "rect": [0, 12, 48, 10]},
        {"kind": "swamp", "rect": [0, 26, 48, 6]},
        {"kind": "road", "line": [[24, 0], [24, 48]], "width": 8},
        {"kind": "minefield", "density": 3, "type": "conventional", "circle": [12, 14, 1]},
    ]
    crews = [
        replace(unit(f"{side}{number}", (8.0 * number, y), facing, skill=7, move='14"/10"j'), abilities=("Lucky (4)",))
        for side, y, facing in (("r", 8.0, 0.0), ("b", 40.0, 180.0))
        for number in range(1, 5)
    ]
    options = ("minefields", "skidding")
    drawn = battle(*crews, terrain=land, phase="movement", options=options, width=48.0, depth=48.0).setup
    asked: Counter[str] = Counter()
    for number in range(6):
        watched = exhaust.RandomBattle(number, lambda luck: drawn)
        report = watched.play()
        assert report.trouble is None, report.trouble.text
        assert watched.battle is not None
        check_faults(save_faults(watched.battle))
        told = [event for event in watched.battle.journal.events if isinstance(event, DecisionAsked)]
        asked.update(str(one.decision.facts["for"]) for one in told if one.decision.kind == "reroll_control")
    assert {"not to skid", "not to get stuck", "to get free"} <= set(asked), asked


def test_the_same_number_is_the_same_battle() -> None:
    one, other = exhaust.RandomBattle(17), exhaust.RandomBattle(17)
    reports = one.play(), other.play()
    assert one.battle is not None
    assert other.battle is not None
    assert one.battle.hash() == other.battle.hash()
    assert reports[0].commands == reports[1].commands
    assert exhaust.play(18).commands != reports[0].commands


# -- what is wanted -------------------------------------------------------------------------------------------


def test_every_exempt_rule_has_a_home_and_a_reason() -> None:
    for rule_id, reason in exhaust.EXEMPT.items():
        assert rule_id in load_homes()
        assert title(rule_id)
        assert reason
        assert rule_id not in exhaust.wanted()


def test_wanted_is_every_implemented_rule_that_a_battle_may_ask_for() -> None:
    wanted = exhaust.wanted()
    assert {"AS-COM-052", "AS-HEA-005", "AS-SPC-065", "AS-SPA-041", "AS-FOR-046", "AS-URB-010"} <= {*wanted}
    assert exhaust.missing(wanted) == []
    assert exhaust.missing(wanted[1:]) == [wanted[0]]
    for rule_id in load_homes().keys() - {*wanted} - {*exhaust.EXEMPT}:
        others = ("lancemate.muster.", "lancemate.battletroops.")
        assert all(home.module.startswith(others) for home in load_homes()[rule_id]), rule_id


def test_tables_count_when_they_are_looked_at_and_only_while_somebody_counts() -> None:
    fired: set[str] = set()
    rules.note_fired(fired)
    try:
        assert ranges.RANGES.of(rules) == ranges.RANGES.book
        assert "AS-COM-060" in fired
    finally:
        rules.note_fired(None)
    fired.clear()
    assert ranges.RANGES.of(rules) is ranges.RANGES.book
    assert not fired


# -- what is drawn --------------------------------------------------------------------------------------------


def test_options_that_exclude_one_another_are_never_drawn_together() -> None:
    luck = Generator(1)
    drawn = [random_options(luck) for _ in range(200)]
    assert frozenset().union(*drawn) == frozenset(options())
    for group in EXCLUSIVE:
        assert all(len(options.intersection(group)) <= 1 for options in drawn)


def test_crews_have_every_ability_that_is_played_and_formations_every_bonus() -> None:
    luck = Generator(3)
    drawn = [random_setup(luck) for _ in range(400)]
    own = {bare_name(ability) for setup in drawn for unit in setup.units for ability in unit.abilities}
    assert own == {*PLAYED} - {DISRUPTION}, "that is a squadron's"
    formations = [formation for setup in drawn for formation in setup.formations]
    assert {formation.transport for formation in formations} == {None, *TRANSPORTS}
    assert any(formation.lucky for formation in formations)
    assert any(formation.gives for formation in formations)
    assert any(formation.names for formation in formations)


def test_every_squad_can_be_drawn() -> None:
    luck = Generator(2)
    for name, squad in KNOWN.items():
        for _ in range(3):
            assert squad(luck), name
    assert {name for meeting in MEETINGS for name in (meeting.red, meeting.blue)} <= {*KNOWN}


def test_setups_are_legal_and_of_many_kinds() -> None:
    setups = [random_setup(Generator(number)) for number in range(60)]
    setups += [random_mission(Generator(number)) for number in range(10)]
    for setup in setups:
        battle = Battle(setup, 1)
        assert {unit.side for unit in battle.units.values()} == {"red", "blue"}
    types = {unit.card.type for setup in setups for unit in setup.units}
    assert {"BM", "IM", "PM", "CV", "SV", "CI", "BA"} <= types
    assert {setup.phase for setup in setups} >= {"deployment", "initiative", "movement", "combat"}
    assert any(setup.networks for setup in setups)
    assert any("aboard" in unit.state for setup in setups for unit in setup.units)


# -- trouble --------------------------------------------------------------------------------------------------


def _fault_after(times: int) -> object:
    calls = iter(range(times))

    def faults(battle: Battle) -> Iterator[str]:
        if next(calls, None) is None:
            yield "something is wrong on purpose"

    return faults


def test_remote_sensors_hang_under_wings_only_where_players_use_them() -> None:
    setup = random_setup(Generator(1))
    without = replace(setup, options=frozenset({"alternate_munitions"}))
    assert SENSOR not in kinds_for(without)
    assert SENSOR in kinds_for(replace(without, options=frozenset({"alternate_munitions", "optional_abilities"})))


def test_a_broken_invariant_comes_with_a_script_that_shows_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(exhaust, "table_faults", _fault_after(9))
    game = exhaust.RandomBattle(4)
    report = game.play()
    assert report.trouble is not None
    assert report.trouble.text == "broken invariant: something is wrong on purpose"
    file = tmp_path / "trouble.json"
    file.write_text(json.dumps(report.trouble.script), encoding="utf-8")
    again = run_script(load_script(file))
    assert game.battle is not None
    assert again.battle.hash() == game.battle.hash()


def test_an_exception_is_told_with_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(battle: Battle) -> Iterator[str]:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(exhaust, "table_faults", fails)
    report = exhaust.play(4)
    assert report.trouble is not None
    assert "ZeroDivisionError: on purpose" in report.trouble.text
    assert "in fails" in report.trouble.text
    assert rules.changes() is None


def test_a_preview_that_says_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    always = exhaust.RandomBattle.often._replace(previewed=1)
    monkeypatch.setattr(exhaust.RandomBattle, "often", always)
    monkeypatch.setattr(exhaust, "_foreseen", lambda battle, command: False)
    report = exhaust.play(4)
    assert report.trouble is not None
    assert report.trouble.text == "broken invariant: the preview refused what was allowed"


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="the system has no such alarm")
def test_a_battle_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(battle: Battle) -> Iterator[str]:
        while True:
            pass
        yield ""

    monkeypatch.setattr(exhaust.RandomBattle, "seconds", 1)
    monkeypatch.setattr(exhaust, "table_faults", hangs)
    report = exhaust.play(4)
    assert report.trouble is not None
    assert "the battle took longer than 1 seconds" in report.trouble.text


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_reports_as_json(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["exhaust", "--battles", "3", "--jobs", "1", "--json", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["battles"] == 3
    assert data["troubles"] == []
    assert data["rules"]["wanted"] == data["rules"]["fired"] + len(data["rules"]["never_fired"])
    assert data["rules"]["exempt"] == exhaust.EXEMPT
    assert not list(tmp_path.iterdir())


def test_the_command_names_rules_that_never_fired_and_leaves_with_1_where_that_matters(tmp_path: Path) -> None:
    words = ["exhaust", "--battles", "1", "--jobs", "1", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "never fired: AS-" in result.output
    assert f"{exhaust.asked_elsewhere()} more are asked outside of battles." in result.output
    assert "No exception, no broken invariant." in result.output
    assert CliRunner().invoke(app, [*words, "--until-fired"]).exit_code == 1


def test_the_command_keeps_the_script_of_a_battle_that_went_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(exhaust, "table_faults", _fault_after(1))
    result = CliRunner().invoke(app, ["exhaust", "--battles", "1", "--seed", "7", "--jobs", "1", "-o", str(tmp_path)])
    assert result.exit_code == 1
    assert "Battle 7 went wrong: broken invariant: something is wrong on purpose" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["exhaust-7.json"]


def test_a_battle_that_takes_its_worker_with_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There is nobody left to write a script."""
    monkeypatch.setattr(
        "lancemate.lab.watching.run", lambda play, seeds, jobs: iter([(3, Gone("it took 3 workers with it"))])
    )
    result = CliRunner().invoke(app, ["exhaust", "--battles", "1", "--jobs", "2", "-o", str(tmp_path)])
    assert result.exit_code == 1
    assert "Battle 3 went wrong: it took 3 workers with it" in result.output
    assert "as a script" not in result.output
    assert not list(tmp_path.iterdir())


def test_two_workers_play_the_same_battles() -> None:
    """Which rules fire in which of them may differ: what is asked of a card is asked once in every process."""
    alone = {report.seed: report.commands for report in play_each(exhaust.play, range(2))}
    assert {report.seed: report.commands for report in play_each(exhaust.play, range(2), 2)} == alone


def test_ctrl_c_shows_what_is_done_and_leaves_with_130(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def one_and_no_more(play: Callable[[int], Report], numbers: range, jobs: int) -> Iterator[Report]:
        yield play(numbers[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("lancemate.cli.lab.play_each", one_and_no_more)
    result = CliRunner().invoke(app, ["exhaust", "--battles", "9", "--jobs", "1", "-o", str(tmp_path)])
    assert result.exit_code == 130
    assert "1 battles (interrupted)" in result.output


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5"])
def test_a_number_of_jobs_that_is_none_is_refused(jobs: str) -> None:
    result = CliRunner().invoke(app, ["exhaust", "--jobs", jobs])
    assert result.exit_code != 0
    assert "is no number of jobs" in str(result.exception)


def test_in_battles_in_the_air_somebody_flies_over_tables_and_hexes() -> None:
    drawn = [random_setup(Generator(number), IN_THE_AIR) for number in range(40)]
    for setup in drawn:
        assert "aerospace" in setup.options
        assert any(unit.card.is_aerospace or {"LAM", "BIM"} & unit.card.all_codes for unit in setup.units)
    assert {type(setup.table) for setup in drawn} == {Table, HexMap}


def test_the_command_plays_battles_in_the_air(tmp_path: Path) -> None:
    words = ["exhaust", "--air", "--battles", "3", "--jobs", "1", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["commands"]["move: fly"] > 0
    for wrong in (["--pairs"], ["--game", "battletroops"]):
        assert isinstance(CliRunner().invoke(app, [*words, *wrong]).exception, InputError)
