"""`lancemate new --support`: what is agreed on, what is bought, what is asked for later."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.test_new import new, wrong


def written(out: Path) -> Any:
    return yaml.safe_load(out.read_text())


def test_lists_are_drawn_up_or_given_or_left_for_later(tmp_path: Path) -> None:
    drawn, given = tmp_path / "drawn.yaml", tmp_path / "given.yaml"
    assert new(drawn, "--support", "objective_raid") == 0
    assert written(drawn)["settings"] == {"battlefield_support": {"level": "objective_raid"}}
    assert all(side["support"] for side in written(drawn)["sides"])
    bought = ("--buy", "red: light_strike, heavy_minefield at 24 24", "--buy", "blue: later")
    assert new(given, "--support", "12", *bought) == 0
    assert written(given)["settings"]["battlefield_support"] == {"points": 12, "buying": True}
    red, blue = written(given)["sides"]
    assert red["support"] == ["light_strike", {"type": "heavy_minefield", "at": [24, 24]}]
    assert "support" not in blue


def test_a_force_brings_what_it_was_mustered_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    force = tmp_path / "guard.yaml"
    text = "name: Guard\nformations: [{name: One, units: [{unit: MAD-3R Marauder}]}]\nsupport: [sniper, light_strike]\n"
    force.write_text(text)
    out = tmp_path / "battle.yaml"
    assert new(out, "--support", "12", red=str(force)) == 0
    red, blue = written(out)["sides"]
    assert red["support"] == ["sniper", "light_strike"]
    assert blue["support"]
    capsys.readouterr()
    told = wrong(tmp_path / "more.yaml", capsys, "--support", "1", red=str(force))
    assert "--support" in told
    assert "Guard: this support costs" in told
    assert new(tmp_path / "without.yaml", red=str(force)) == 0  # where nobody has agreed on any there is none
    assert "support" not in written(tmp_path / "without.yaml")["sides"][0]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["--support", "raid"], "--support"),
        (["--buy", "red: sniper"], "--buy"),
        (["--support", "5", "--buy", "red: long_tom, sniper"], "--buy"),
        (["--support", "5", "--buy", "green: sniper"], "--buy"),
        (["--support", "5", "--buy", "red: snipe"], "--buy"),
    ],
)
def test_what_does_not_fit_names_its_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], key: str
) -> None:
    assert key in wrong(tmp_path / "battle.yaml", capsys, *words)
