"""The exhaustive runner of BattleTroops: battles that end well, and numbers that mean one battle anywhere."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.battletroops.field import battle, man
from typer.testing import CliRunner

from lancemate.battletroops.machines.hatch import pintle_arc
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.scripts.running import run_script, script_from_data
from lancemate.bots.battletroops.random_play import proposals
from lancemate.cli.lab import app
from lancemate.kernel.dice import Generator
from lancemate.lab.battletroops import exhaust, invariants
from lancemate.lab.battletroops.setups import OPTIONS, random_setup
from lancemate.rulebook import title


def test_random_battles_end_without_an_exception_or_a_broken_invariant() -> None:
    fired: set[str] = set()
    for number in range(25):
        report = exhaust.play(number)
        assert report.trouble is None, report.trouble.text
        assert report.decisions > 0
        fired.update(report.fired)
    assert len(exhaust.missing(fired)) < len(exhaust.wanted()) / 2


@pytest.mark.slow
def test_a_thousand_random_battles_fire_every_rule() -> None:
    fired: set[str] = set()
    for number in range(1000, 2000):
        report = exhaust.play(number)
        assert report.trouble is None, report.trouble.text
        fired.update(report.fired)
    assert exhaust.missing(fired) == []


def test_no_preview_is_held_against_an_order_while_men_hide() -> None:
    """It answers as if it were the unit's turn, and while sides hide it is nobody's."""
    report = exhaust.play(607896)
    assert report.trouble is None, report.trouble.text


def test_the_same_number_is_the_same_battle() -> None:
    one, other = exhaust.RandomBattle(17), exhaust.RandomBattle(17)
    reports = one.play(), other.play()
    assert one.battle is not None
    assert other.battle is not None
    assert one.battle.hash() == other.battle.hash()
    assert reports[0].commands == reports[1].commands
    assert exhaust.play(18).commands != reports[0].commands


def test_every_option_is_played_and_every_setup_is_written_and_read() -> None:
    seen: set[str] = set()
    for number in range(30):
        setup = random_setup(Generator(number))
        seen |= setup.options
        assert setup_from_data(setup_to_data(setup)) == setup
    assert seen >= set(OPTIONS)


def test_what_is_exempt_exists() -> None:
    for rule_id in exhaust.EXEMPT:
        assert title(rule_id)
        assert rule_id not in exhaust.wanted()


def test_a_trouble_is_a_script_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(fought: Battle) -> Iterator[str]:
        if fought.state.turn > 1:
            yield "it is too late"

    monkeypatch.setattr(exhaust, "map_faults", wrong)
    report = exhaust.play(3)
    assert report.trouble is not None
    assert "broken invariant: it is too late" in report.trouble.text
    assert run_script(script_from_data(report.trouble.script)).battle.state.turn > 1


def test_faults_are_found() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 8))])
    assert list(invariants.map_faults(fought)) == []
    for changes, words in (
        ({"track": "Q" * 12}, "has the track"),
        ({"grenades": 7}, "7 grenades"),
        ({"ammo": {"SRM": -1}}, "fewer than no shots"),
        ({"track": "X" * 12, "stunned": True}, "is out and still"),
        ({"x": 0.25}, "stands on no dot"),
        ({"elevation": 4}, "at level 4"),
        ({"exited": True}, "though exited"),
        ({"x": 4.0, "y": 8.0, "side": "blue"}, "stand on the same dot"),
    ):
        wrong = fought.clone()
        wrong.state.units["r1"] = replace(wrong.units["r1"], **changes)  # type: ignore[arg-type]
        assert any(words in fault for fault in invariants.map_faults(wrong)), words
    wrong.state.units["r1"] = replace(fought.units["r1"], grenades=7, skills={})
    assert list(invariants.map_faults(wrong)) == []  # a character carries as many as he likes


def test_secrets_that_leak_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    house = {"kind": "building", "rect": [3.75, 5.5, 4, 4]}
    fought = battle([man("r1", (4, 2))], [man("b1", (5, 7), hidden=6)], terrain=[house], options=["hidden_units"])
    assert list(invariants.secret_faults(fought, fought.journal.events)) == []
    monkeypatch.setattr(Battle, "view", lambda self, side: {"units": {"b1": {}}})
    assert list(invariants.secret_faults(fought, []))


def test_the_command_line_asks_for_the_game(tmp_path: Path) -> None:
    words = ["exhaust", "--battles", "2", "--jobs", "1", "--game", "battletroops", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "No exception, no broken invariant." in result.output
    assert "BT-" in result.output
    wrong = CliRunner().invoke(app, ["exhaust", "--game", "chess"])
    assert "there is no game 'chess'" in str(wrong.exception)


def test_random_players_think_of_something_allowed_at_any_time() -> None:
    fought, luck = Battle(random_setup(Generator(5)), 5), Generator(5)
    for _ in range(30):
        assert any(fought.refusal_of(command) is None for command in proposals(fought, luck))
        command = next(one for one in proposals(fought, luck) if fought.refusal_of(one) is None)
        fought.do(command)
        if fought.outcome is not None:
            break


def test_a_commander_who_is_out_watches_nobody() -> None:
    carrier = {"id": "v1", "vehicle": {"name": "Carrier"}, "at": [10, 10], "facing": 30}
    carrier["state"] = {"hatch": "open", "crew": {"commander": {"track": "...........X"}}}
    fought = battle([man("r1", (4, 2))], [carrier], options=["vehicles", "open_hatch"])
    pintle_arc(fought, fought.units["v1"], orders.Watch(4, (4.0, 2.0)))
    assert fought.units["v1.commander"].arc is None
