"""`lancemate options`."""

import json

import pytest

from lancemate.alphastrike.options.groups import groups, presets
from lancemate.alphastrike.play.options import check_options, options
from lancemate.alphastrike.play.setup import EDITIONS
from lancemate.cli.main import main


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["options", *words])
    printed = capsys.readouterr()
    return printed.out if left.value.code == 0 else printed.err


def test_every_option_is_in_one_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(name for names in groups().values() for name in names) == list(options())
    text = told(capsys, "list")
    assert "Shooting and hitting" in text
    assert "expanded_ranges" in text
    data = json.loads(told(capsys, "list", "--json"))
    assert {one["name"] for one in data["options"]} == set(options())


def test_presets_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    for one in presets().values():
        check_options(one.options)
        assert one.edition in EDITIONS
    assert "quick start: edition: quick-start" in told(capsys, "list")
    data = json.loads(told(capsys, "list", "--json"))
    assert data["presets"]["advanced"] == {"options": ["optional_abilities"], "edition": "commander"}


def test_one_option_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "show", "multiple_damage_rolls")
    assert "AS-OPT-570" in text
    assert "Not together with multiple_attack_rolls" in text
    assert "expanded_ranges" in told(capsys, "show", "expanded_rangs")


def listed(text: str) -> dict[str, list[str]]:
    """The headings of a text with the lines below each."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("  "):
            found[heading].append(line.strip())
        else:
            heading = line
            found[heading] = []
    return found


def test_what_an_option_makes_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    arms = listed(told(capsys, "show", "alternate_munitions"))
    assert any(line.endswith("[to_hit]") for line in arms["Adds"])
    assert "a question: munitions loaded" in arms["Asks and offers"]
    assert "a block alternate_munitions in a script" in arms["Asks and offers"]
    assert any(line.endswith("[attack_choices]") for line in arms["Asks and offers"])
    networks = listed(told(capsys, "show", "large_c3_networks"))
    assert len(networks["Leaves out"]) == 1
    assert "conditions: smoke and steam" in listed(told(capsys, "show", "fire_and_smoke"))["Switches on besides"]
    ranges = listed(told(capsys, "show", "expanded_ranges"))
    assert any(", instead of AS-COM-" in line for line in ranges["Replaces"])


def test_an_option_of_the_other_game(capsys: pytest.CaptureFixture[str]) -> None:
    troops = listed(told(capsys, "show", "open_hatch"))
    assert "BattleTroops" in next(iter(troops))
    assert len(troops) > 2


def test_every_option_shows_something(capsys: pytest.CaptureFixture[str]) -> None:
    for name in options():
        found = listed(told(capsys, "show", name))
        assert sum(map(len, found.values())), name
