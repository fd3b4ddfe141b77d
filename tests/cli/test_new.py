"""`lancemate scenarios` and `lancemate new`: what there is to play, battles ready to play, and what will not do."""

import json
from pathlib import Path

import pytest

from lancemate.alphastrike.scenarios.files import KNOWN
from lancemate.alphastrike.scripts.running import load_script, run_script
from lancemate.cli.main import main
from lancemate.muster import catalogue
from lancemate.muster.battlefields import HAND_MADE, THEMES
from lancemate.muster.force_files import sample_force
from lancemate.server.making import make_from_file
from lancemate.server.settings import Limits

LANCE = "MAD-3R Marauder, SHD-2H Shadow Hawk, WVR-6R Wolverine, RFL-3N Rifleman"


def run(*words: str | Path) -> int:
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    assert isinstance(left.value.code, int)
    return left.value.code


def new(out: Path, *words: str | Path, red: str = LANCE, blue: str = LANCE) -> int:
    return run("new", "--red", red, "--blue", blue, "-o", out, *words)


def wrong(out: Path, capsys: pytest.CaptureFixture[str], *words: str | Path, red: str = LANCE) -> str:
    """What is said of a battle that cannot be made: one line, no file, status 2."""
    assert new(out, *words, red=red) == 2
    assert not out.exists()
    assert not list(out.parent.glob(".new-*"))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("lancemate: ")
    assert said.err.count("\n") == 1
    return said.err


# -- looking --------------------------------------------------------------------------------------------------


def test_all_are_listed_with_their_variations(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("scenarios", "list") == 0
    told = capsys.readouterr().out
    assert all(name in told for name in (*KNOWN, "many-flags", "hold-them-off", "chase", "easter-egg-hunt"))
    assert run("scenarios", "list", "--json") == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == list(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_each_can_be_looked_at(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("scenarios", "show", name) == 0
    told = capsys.readouterr().out
    assert "Table" in told
    assert "Variations" in told
    assert run("scenarios", "show", name, "--json") == 0
    assert json.loads(capsys.readouterr().out)["variations"]


def test_a_file_of_ones_own_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "brawl.yaml"
    file.write_text("name: Brawl\nturns: 3\ndeployment: {each: {zones: [{edge: home}]}}\nstanding: {}\n")
    assert run("scenarios", "show", file) == 0
    assert "after 3 turns" in capsys.readouterr().out


def test_a_wrong_key_of_a_variation_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("name: Own\nvariations:\n  odd:\n    name: Odd\n    change:\n      turnz: 3\n")
    assert run("scenarios", "show", file) == 2
    assert "own.yaml:6: variations.odd.change.turnz: unknown key 'turnz'" in capsys.readouterr().err


def test_an_unknown_one_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("scenarios", "show", "king-of-the-hil") == 2
    assert "king-of-the-hill" in capsys.readouterr().err


# -- battles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_a_battle_of_every_scenario_can_be_run_and_opened(name: str, tmp_path: Path) -> None:
    out = tmp_path / "battle.yaml"
    roles = () if name in (*KNOWN[:3], "skirmish") else ("--attacker", "blue")
    assert new(out, "--scenario", name, "--theme", "river", "--seed", "5", *roles) == 0
    report = run_script(load_script(out, find_card=catalogue.find))
    assert report.battle.state.phase in ("deployment", "initiative")
    assert report.battle.setup.scenario is not None
    assert report.battle.setup.scenario.id == name
    if roles:
        assert report.battle.setup.scenario.sides["attacker"] == "blue"
    assert make_from_file(out.read_text(), 1, True, Limits()).sides == ("red", "blue")


def test_the_same_words_write_the_same_file(tmp_path: Path) -> None:
    one, two, other = (tmp_path / f"{number}.yaml" for number in range(3))
    assert new(one, "--theme", "woods", "--seed", "9") == 0
    assert new(two, "--theme", "woods", "--seed", "9") == 0
    assert new(other, "--theme", "woods", "--seed", "10") == 0
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()


def test_the_help_names_every_theme(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run("new", "--help") == 0
    said = capsys.readouterr().out
    assert [theme.id for theme in THEMES if theme.id not in said] == []


@pytest.mark.parametrize("theme", [theme.id for theme in THEMES])
def test_every_theme(theme: str, tmp_path: Path) -> None:
    assert new(tmp_path / "battle.yaml", "--theme", theme, "--symmetric", "--size", "48x40") == 0
    setup = load_script(tmp_path / "battle.yaml", find_card=catalogue.find).setup
    assert (setup.table.width, setup.table.depth) == (48.0, 40.0)
    assert setup.sides[0].home == "west"  # the short edges are the home edges


@pytest.mark.parametrize("table", HAND_MADE)
def test_tables_drawn_by_hand(table: str, tmp_path: Path) -> None:
    assert new(tmp_path / "battle.yaml", "--table", table) == 0
    own = tmp_path / "own.yaml"
    own.write_text("map: {width: 36, depth: 48}\nterrain:\n  - {id: copse, kind: woods, circle: [18, 24, 3]}\n")
    assert new(tmp_path / "mine.yaml", "--table", own, "--option", "forced_withdrawal") == 0
    setup = load_script(tmp_path / "mine.yaml", find_card=catalogue.find).setup
    assert [feature.id for feature in setup.table.features] == ["copse"]
    assert setup.options == {"forced_withdrawal"}


def test_forces_by_name_and_by_file_bring_what_they_have(tmp_path: Path) -> None:
    out = tmp_path / "battle.yaml"
    force = tmp_path / "mine.yaml"
    card = "{name: Own, type: BM, size: 2, tmm: 2, move: '10\"', damage: 2/2/1, armor: 4, structure: 3, pv: 25}"
    force.write_text(
        "lancemate: force\nversion: 1\nname: Mine\ncommand_abilities: [Esprit de Corps]\n"
        f"formations: [{{name: Lance, units: [{{card: {card}, skill: 3}}]}}]\n"
    )
    assert new(out, red=str(force), blue="gdl/Command Lance") == 0
    setup = load_script(out, find_card=catalogue.find).setup
    assert [one.title for one in setup.sides[0].command_abilities] == ["Esprit de Corps"]
    assert [(unit.card.name, unit.skill) for unit in setup.units if unit.side == "red"] == [("Own", 3)]
    assert len(setup.units) == 5


def test_uneven_forces_are_told_of_and_may_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new(tmp_path / "battle.yaml", blue="MAD-3R Marauder") == 0
    assert "as many on each side" in capsys.readouterr().out


def test_flanks_that_should_be_walled_are_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--scenario", "hold-the-line", "--attacker", "red")
    assert new(tmp_path / "open.yaml", *words, "--table", "crossroads") == 0
    assert "should stand along the west edge (AS-SCN-048)" in capsys.readouterr().out
    assert new(tmp_path / "walled.yaml", *words) == 0
    assert "AS-SCN-048" not in capsys.readouterr().out


def test_a_scenario_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "brawl.yaml"
    file.write_text("name: Brawl\nturns: 3\ndeployment: {each: {zones: [{edge: home}]}}\nstanding: {}\n")
    assert new(tmp_path / "battle.yaml", "--scenario", file) == 0
    script = load_script(tmp_path / "battle.yaml", find_card=catalogue.find)
    assert script.setup.scenario is not None
    assert script.setup.scenario.turns == 3


# -- what will not do -----------------------------------------------------------------------------------------


def test_a_force_over_its_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = wrong(tmp_path / "battle.yaml", capsys, "--points", "100")
    assert "--red" in said
    assert "more than the agreed 100" in said
    assert "AS-INT-037" in said


def test_a_scenario_that_needs_an_attacker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = wrong(tmp_path / "battle.yaml", capsys, "--scenario", "hold-the-line")
    assert "--attacker" in said
    assert "needs an attacker" in said
    assert "AS-SCN-001" in said


def test_a_scenario_without_an_attacker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "both sides want the same" in wrong(tmp_path / "battle.yaml", capsys, "--attacker", "red")


def test_a_table_too_small_for_its_zones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = wrong(tmp_path / "battle.yaml", capsys, "--size", "24x24")
    assert "too small" in said
    assert "28 inches between the home edges, here are 24" in said
    assert "AS-SCN-005" in said


def test_too_few_buildings_to_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--scenario", "reconnaissance", "--attacker", "red", "--table", "twin-ridges")
    said = wrong(tmp_path / "battle.yaml", capsys, *words)
    assert "2 buildings are needed" in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--theme", "rivr"), "did you mean river?"),
        (("--scenario", "hold-the-lin"), "did you mean hold-the-line?"),
        (("--scenario", "king-of-the-hill", "--variation", "dominaton"), "did you mean domination?"),
        (("--table", "crosroads"), "did you mean crossroads?"),
        (("--scenario", "hold-the-line", "--attacker", "rad"), "did you mean red?"),
        (("--option", "forced_withdrawl"), "did you mean forced_withdrawal?"),
    ],
)
def test_unknown_words_name_the_nearest(
    words: tuple[str, ...], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in wrong(tmp_path / "battle.yaml", capsys, *words)


@pytest.mark.parametrize("size", ["big", "36", "36x48x2", "nanx48", "5x5", "36x9999"])
def test_sizes_that_are_none(size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--size" in wrong(tmp_path / "battle.yaml", capsys, "--size", size)


def test_unknown_units_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--red" in wrong(tmp_path / "battle.yaml", capsys, red="Maraudr")
    assert "nowhere.yaml" in wrong(tmp_path / "battle.yaml", capsys, red="nowhere.yaml")
    assert "nowhere.yaml" in wrong(tmp_path / "battle.yaml", capsys, "--table", "nowhere.yaml")


def test_variations_that_exclude_one_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--scenario", "capture-the-flag", "--variation", "many-flags", "--variation", "only-one-flag")
    assert "exclude one another" in wrong(tmp_path / "battle.yaml", capsys, *words)


def test_a_file_that_is_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "battle.yaml"
    out.write_text("mine")
    assert new(out) == 2
    assert out.read_text() == "mine"
    assert "--overwrite writes over it" in capsys.readouterr().err
    assert new(out, "--overwrite") == 0
    assert out.read_text() != "mine"


def test_a_table_drawn_by_hand_takes_no_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = wrong(tmp_path / "battle.yaml", capsys, "--table", "crossroads", "--theme", "river")
    assert "--table: a table drawn by hand has its own country" in said


def test_a_battle_that_could_not_be_opened_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("name: Own\ncommanders: {kill: 2, last: 1}\ncommanders_named: {red: nobody, blue: nobody}\n")
    out = tmp_path / "battle.yaml"
    assert "has no unit 'nobody' to command it" in wrong(out, capsys, "--scenario", own)
    assert not out.exists()


# -- what is chosen of bonuses --------------------------------------------------------------------------------

ASSAULT = """
name: Hammers
formations:
  - name: Anvil
    type: Assault Lance
    units:
      - {unit: training_battlemech_juniper, command: commander}
      - {unit: training_battlemech_juniper}
      - {unit: training_battlemech_juniper}
      - {unit: training_battlemech_juniper}
"""


def test_nothing_is_chosen_for_a_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    force, out = tmp_path / "hammers.yaml", tmp_path / "battle.yaml"
    force.write_text(ASSAULT)
    assert new(out, red=str(force)) == 0
    told = capsys.readouterr().out
    assert "Mind: red, Anvil: nobody has Demoralizer or Multi-Tasker: one is chosen for the scenario" in told
    assert [one.names for one in load_script(out, find_card=catalogue.find).setup.formations][:1] == [None]
    assert new(out, "--overwrite", "--choose", "red: Anvil: Multi-Tasker", red=str(force)) == 0
    assert "Anvil" not in capsys.readouterr().out
    assert [one.names for one in load_script(out, find_card=catalogue.find).setup.formations][:1] == ["Multi-Tasker"]


def test_formations_bring_their_type_along(tmp_path: Path) -> None:
    """Force files and forces of the book alike."""
    force, out = tmp_path / "hammers.yaml", tmp_path / "battle.yaml"
    force.write_text(ASSAULT)
    assert new(out, red=str(force), blue="gdl") == 0
    formations = load_script(out, find_card=catalogue.find).setup.formations
    own = [one.type for one in sample_force("gdl").formations]
    assert [one.type for one in formations] == ["Assault Lance", *own]
    assert any(own)


def test_a_choice_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "battle.yaml"
    assert "--choose: 'Anvil: Sniper' begins with no side" in wrong(out, capsys, "--choose", "Anvil: Sniper")
    said = wrong(out, capsys, "--choose", "blue: Anvil: Sniper")
    assert "--choose: " in said
    assert "has no formation 'Anvil'" in said


PLANNERS = """
name: Planners
command_abilities: [Strategic Command, Tactical Experts (Engineers)]
formations:
  - name: Lance
    units: [{unit: stg_3r_stinger}, {unit: stg_3r_stinger}, {unit: stg_3r_stinger}, {unit: stg_3r_stinger}]
"""


def test_commanders_prepare_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "planners.yaml", tmp_path / "battle.yaml"
    file.write_text(PLANNERS)
    words = (
        "--prepare",
        "red: home east",
        "--prepare",
        "red: mines 3 at 40, 20; 2 at 40, 26",
        "--option",
        "minefields",
        "--size",
        "48x48",
    )
    assert new(out, *words, red=str(file)) == 0
    setup = load_script(out, find_card=catalogue.find).setup
    assert [side.home for side in setup.sides] == ["east", "west"]
    assert [one.properties["density"] for one in setup.hidden_terrain] == [3, 2]
    capsys.readouterr()
    out.unlink()
    assert "--prepare: red has no Strategic Command" in wrong(out, capsys, "--prepare", "red: home east")
    told = wrong(out, capsys, "--prepare", "red: build at 2, 40", red=str(file))
    assert "--prepare: " in told
