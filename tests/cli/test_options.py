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
