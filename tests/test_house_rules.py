"""House rules from outside the package: the examples work as written, and everything that should know them does."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lancemate.kernel import house
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.rulebook import ledger

EXAMPLES = Path(__file__).parents[1] / "examples" / "house"
WITH_RULES = ("ability", "option", "edition", "game")
ALL = [path.name for path in sorted(EXAMPLES.iterdir()) if path.is_dir()]

SAVED = """
import json
import sys
from lancemate import open_battle, save
battle = open_battle({"map": {"kind": "table", "width": 36, "depth": 36}, "options": sys.argv[1:],
    "sides": [{"name": side, "units": [{"id": side, "unit": "MAD-3R Marauder", "at": [18, y]}]}
              for side, y in (("red", 8), ("blue", 28))]})
print(json.dumps(save(battle)))
"""


def python(code: str, *words: str, rules: tuple[str, ...] = (), **more: str) -> subprocess.CompletedProcess[str]:
    """A fresh process with house rules in its environment, as an operator starts it."""
    env = {**os.environ, house.PLACES: os.pathsep.join(str(EXAMPLES / name) for name in rules), **more}
    return subprocess.run([sys.executable, "-c", code, *words], env=env, capture_output=True, text=True, timeout=120)


def lancemate(*words: str) -> subprocess.CompletedProcess[str]:
    return python("from lancemate.cli.main import main; import sys; main(sys.argv[1:])", *words)


# -- the examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_RULES)
def test_every_example_is_proven_by_its_own_tests(name: str, tmp_path: Path) -> None:
    """`make prove` of a pack: each of its rules is missed by one of its tests, and only its own ids are recorded."""
    folder = tmp_path / name
    subprocess.run(["cp", "-r", str(EXAMPLES / name), str(folder)], check=True)
    (folder / "proofs.json").unlink(missing_ok=True)
    words = [sys.executable, "-m", "lancemate.rulebook.prove", "--house-rules", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    proofs = json.loads((folder / "proofs.json").read_text())
    ids = [rule_id for file in folder.glob("*.yaml") for rule_id in _ids(file)]
    assert sorted(proofs) == sorted(ids)
    assert {proof["status"] for proof in proofs.values()} == {"proven"}
    assert proofs == json.loads((EXAMPLES / name / "proofs.json").read_text()), "make prove the example anew"


def _ids(file: Path) -> list[str]:
    return [line.removeprefix("- id: ") for line in file.read_text().splitlines() if line.startswith("- id: ")]


def test_a_pack_is_known_to_the_ledger_the_options_and_the_page() -> None:
    told = python(
        "from lancemate.rulebook import rule, search, chapters; from lancemate.rulebook.coverage import *;"
        "from lancemate.alphastrike.options.groups import groups; import json;"
        "from lancemate.server.alphastrike.quickstart import show_quickstart;"
        "from lancemate.muster import catalogue;"
        "proofs, homes = read_proofs(), load_homes();"
        "print(json.dumps({'chapters': chapters()[-4:], 'title': rule('HOUSE-001').title,"
        "'found': [one.id for one in search('steady beams')], 'groups': groups()['House rules'],"
        "'standing': [standing(i, proofs.get(i), homes.get(i, ())) for i in ('HOUSE-001', 'COOL-001', 'DARTS-001')],"
        "'card': catalogue.find('bln-1 beamline').name, 'page': show_quickstart()}))",
        rules=tuple(ALL),
    )
    assert told.returncode == 0, told.stderr
    data = json.loads(told.stdout)
    assert data["chapters"] == ["HOUSE", "PUB", "DARTS", "COOL"]
    assert data["title"] == "Steady beams"
    assert data["found"][0] == "HOUSE-001"
    assert data["groups"] == ["cool_legs"]
    assert data["standing"] == ["proven"] * 3
    assert data["card"] == "BLN-1 Beamline"
    assert "last-bus" in [one["id"] for one in data["page"]["scenarios"]]
    assert "dunes" in [one["id"] for one in data["page"]["themes"]]


def test_the_command_line_takes_them_before_and_after_the_command(tmp_path: Path) -> None:
    shown = lancemate("rules", "show", "HOUSE-001", "--house-rules", str(EXAMPLES / "ability"))
    assert "Our table's rules, p. 1" in shown.stdout
    assert "proven" in shown.stdout
    words = ("new", "--scenario", "last-bus", "--theme", "dunes", "--edition", "pub", "--red", "gdl/Command Lance")
    packs = [word for name in ALL for word in ("--house-rules", str(EXAMPLES / name))]
    battle = tmp_path / "battle.yaml"
    made = lancemate(*packs, *words, "--blue", "BLN-1 Beamline x2", "-o", str(battle))
    assert made.returncode == 0, made.stderr
    played = lancemate(*packs, "run", str(battle))
    assert played.returncode == 0, played.stderr
    without = lancemate("run", str(battle))
    assert without.returncode == 2
    assert "Traceback" not in without.stderr


def test_bots_play_with_them() -> None:
    """A bot's view and its workers have the rules of the battle."""
    words = ("--red", "BLN-1 Beamline", "--blue", "LCT-1V Locust", "--options", "cool_legs", "--battles", "2")
    packs = [word for name in ("ability", "option") for word in ("--house-rules", str(EXAMPLES / name))]
    quick = ("--turns", "2", "--table", "24x24", "--terrain", "2", "--jobs", "2", "--no-files")
    done = lancemate("lab", "duel", *packs, *words, *quick)
    assert done.returncode == 0, done.stderr
    assert "Battles: 2," in done.stdout
    assert "options: cool_legs" in done.stdout
    assert f"Once more: lancemate lab duel --house-rules {EXAMPLES / 'ability'} --house-rules" in done.stdout


# -- saves ----------------------------------------------------------------------------------------------------


def test_a_save_says_what_it_needs_and_is_refused_without() -> None:
    made = python(SAVED, "cool_legs", rules=("option", "ability"))
    assert made.returncode == 0, made.stderr
    data = json.loads(made.stdout)
    assert data["save"]["house"] == ["option"]  # nobody has the ability
    load = "import json, sys; from lancemate import load; print(load(json.loads(sys.argv[1])).hash())"
    again = python(load, made.stdout, rules=("option",))
    assert again.returncode == 0, again.stderr
    refused = python(load, made.stdout)
    said = "this battle was played with the house rules option, which are not here: start Lancemate with --house-rules"
    assert said in refused.stderr
    assert "house" not in json.loads(python(SAVED, rules=("option", "ability")).stdout)["save"]


def test_what_a_player_sends_loads_no_rules() -> None:
    """Neither a script nor a save can name a place from which code is taken."""
    script = {"map": {"kind": "table", "width": 36, "depth": 36}, "sides": [], "house": str(EXAMPLES / "option")}
    code = "import json, sys; from lancemate import open_battle; open_battle(json.loads(sys.argv[1]))"
    refused = python(code, json.dumps(script))
    assert "unknown key" in refused.stderr or "house" in refused.stderr
    assert refused.returncode != 0
    loaded = python(
        "import json, sys; from lancemate import load\n"
        "try: load(json.loads(sys.argv[1]))\nexcept Exception: pass\n"
        "print([name for name in sys.modules if name.startswith('lancemate_house')])",
        json.dumps({**script, "save": {"format": 1, "hash": "0", "house": [str(EXAMPLES / "option")]}}),
    )
    assert loaded.stdout.strip() == "[]", loaded.stderr


# -- what is installed ----------------------------------------------------------------------------------------


def test_an_installed_package_brings_its_rules(tmp_path: Path) -> None:
    """The entry point `lancemate.rules`, as pip leaves it: here in a wheel that is on the path."""
    wheel = tmp_path / "cool_legs-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("cool_house/__init__.py", "")
        for name in ("cool_legs.py", "COOL.yaml"):
            packed.write(EXAMPLES / "option" / name, f"cool_house/{name}")
        packed.writestr("cool_legs-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: cool-legs\nVersion: 1.0\n")
        packed.writestr("cool_legs-1.0.dist-info/entry_points.txt", "[lancemate.rules]\ncool = cool_house\n")
        packed.extractall(tmp_path / "site")
    told = python(
        "from lancemate.alphastrike.play.options import options; from lancemate.rulebook import title;"
        "print('cool_legs' in options(), title('COOL-001'))",
        PYTHONPATH=str(tmp_path / "site"),
    )
    assert told.stdout.strip() == "True Heat costs less Move", told.stderr


# -- what is wrong with them ----------------------------------------------------------------------------------


def test_what_is_wrong_is_a_sentence(tmp_path: Path) -> None:
    for words, said in (
        (("nowhere",), "nowhere does not exist; house rules are a folder or a .py file"),
        (
            ("broken",),
            "the house rules broken cannot be used: beams.py, line 2: NameError: name 'hooks'",
        ),
        (("ledger",), "HOUSE.yaml of the house rules ledger is no ledger: HOUSE-001: no rule"),
        (("book",), "the chapter AS-COM of the house rules book is the book's: rename the file"),
    ):
        folder = tmp_path / words[0]
        if words[0] != "nowhere":
            folder.mkdir()
        if words[0] == "broken":
            (folder / "beams.py").write_text("x = 1\nhooks.to_hit\n")
        if words[0] == "ledger":
            (folder / "HOUSE.yaml").write_text(
                "# HOUSE Ours\n\n- id: HOUSE-001\n  title: One\n  page: 1\n  kind: data\n  layer: core\n"
            )
        if words[0] == "book":
            (folder / "AS-COM.yaml").write_text("# AS-COM Mine\n\n[]\n")
        done = lancemate("rules", "list", "--house-rules", str(folder))
        assert done.returncode == 2, done.stdout
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_one_file_is_a_pack_of_its_own(tmp_path: Path) -> None:
    with house.for_now(EXAMPLES / "option" / "cool_legs.py") as (pack,):
        assert [name.rpartition(".")[2] for name in pack.modules] == ["cool_legs"]
        assert pack.files("*.yaml") == []
    with pytest.raises(InputError, match="is no Python file"):
        house.of_path(EXAMPLES / "option" / "COOL.yaml")


def test_packs_are_gone_afterwards() -> None:
    with house.for_now(EXAMPLES / "scenario", EXAMPLES / "game"):
        assert "DARTS" in ledger.chapters()
        assert ledger.rule("DARTS-001").title == "Sixes count twice"
    assert "DARTS" not in ledger.chapters()
    with pytest.raises(LancemateError, match="There is no rule DARTS-001"):
        ledger.rule("DARTS-001")
