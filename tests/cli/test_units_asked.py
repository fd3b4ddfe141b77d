"""`lancemate units list` as players type, and `lancemate force` in words and of a collection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.cli.main import main
from lancemate.muster.force_files import parse_force
from lancemate.muster.imports import shelf


@pytest.fixture(autouse=True)
def greens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shelf of its own with designs of ours: of the Suns, of the Wolves, and of nobody knows whom."""
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    roles = ("Brawler", "Sniper", "Striker", "Skirmisher")
    usual = {"type": "BM", "size": 3, "move": '10"', "damage": "3/3/2", "armor": 5, "structure": 4}
    shelf.put(
        card_from_data(
            usual
            | {"id": f"{name.lower()}_{at}", "name": f"{name} {at}", "role": roles[at % 4], "pv": 26 + at}
            | ({"fielded": {faction: "3020-3067"}} if faction else {})
        )
        for name, faction in (("Sunny", "Federated Suns"), ("Wolfish", "Clan Wolf"), ("Stray", ""))
        for at in range(8)
    )


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """How the command leaves, and what it says on both ways."""

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(words)
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return run


def test_units_are_listed_as_players_type(said: Said) -> None:
    code, out, err = said("units", "list", "sunny 3", "pv<=30", "--imported")
    assert (code, out.split("  ")[0]) == (0, "Sunny 3")
    code, out, err = said("units", "list", "faction:davion", "in:3052", "--imported")
    assert (code, out.count("Sunny"), out.count("Stray")) == (0, 8, 0)
    assert "8 more would fit, of which nobody knows who fields them" in err
    code, out, err = said("units", "list", "faction:davion", "in:3052", "--imported", "--unsure")
    assert (out.count("Sunny"), out.count("Stray"), out.count("Wolfish")) == (8, 8, 0)
    code, out, err = said("units", "list", "faction:nobodys")
    assert code == 2
    assert "there is no faction “nobodys”" in err


def test_a_force_is_built_in_words(said: Said) -> None:
    code, out, err = said("force", "build", "a", "Davion", "lance", "of", "3052")
    force = parse_force(out)
    assert (code, force.faction, force.era, force.limit) == (0, "Federated Suns", "3052", 4 * 32)
    assert {member.card.name.split()[0] for member in force.members} == {"Sunny"}
    assert len(force.members) == 4
    code, out, err = said("force", "build", "a company of dragons")
    assert code == 2
    assert "'dragons' is no faction" in err
    code, out, err = said("force", "build", "Davion")
    assert "say how many points it may cost" in err


def test_a_force_is_built_of_a_collection_and_what_it_lacks_is_told(said: Said, tmp_path: Path) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text("name,count\n" + "".join(f"Sunny {at},1\n" for at in range(4)) + "Nobody,1\n")
    code, out, err = said("force", "build", "lance", "--points", "130", "--mine", str(mine))
    assert code == 0, err
    assert "line 6: No unit" in err
    force = parse_force(out)
    assert sorted(member.card.name for member in force.members) == [f"Sunny {at}" for at in range(4)]
    file = tmp_path / "force.yaml"
    file.write_text(out)
    assert said("force", "missing", str(file), "--mine", str(mine))[0] == 0
    mine.write_text("name,count\nSunny 1,1\nSunny 2,1\nSunny 3,1\n")
    code, out, err = said("force", "missing", str(file), "--mine", str(mine))
    assert (code, out) == (1, "1 x Sunny 0\n")
