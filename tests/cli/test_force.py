"""`lancemate force`: what is printed, and how it leaves."""

import json
from pathlib import Path

import pytest

from lancemate.cli.main import main

LANCE = """
name: Mixed
limit: 100
formations:
  - name: Lance
    type: Battle Lance
    units:
      - {unit: stg_3r_stinger}
      - {unit: wsp_1k_wasp}
      - {unit: mad_3r_marauder, command: commander}
      - {unit: arc_2r_archer}
"""


def leave(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["force", *words])
    told = capsys.readouterr()
    return int(left.value.code or 0), told.out, told.err


def test_the_forces_of_the_book_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = leave(capsys, "list")
    assert status == 0
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["gdl", "390"],
        ["rh", "389"],
        ["elh", "366"],
        ["csj", "363"],
    ]
    assert [one["pv"] for one in json.loads(leave(capsys, "list", "--json")[1])] == [390, 389, 366, 363]


def test_a_force_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = leave(capsys, "show", "csj")
    assert status == 0
    assert "363 points: about a company a side, a fast game, 10 units, Veteran on average" in out
    assert "Beta Star (Striker/Cavalry Star)  223 points" in out
    assert "Speed Demon for 4 units" in out
    assert "Trinary Striker (Trinary): Beta Star, Charlie Star" in out
    shown = json.loads(leave(capsys, "show", "gdl", "--json")[1])
    assert (shown["pv"], len(shown["formations"])) == (390, 3)


def test_a_published_force_keeps_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = leave(capsys, "check", "Gray Death Legion")
    assert status == 0
    assert "390 points. It is published as it is, and departs from the rules as said below." in out
    assert "Step 6: Pilot abilities" in out
    assert "Charles Bear: Skill 4 allows 1 ability of 2 points, not 2 of 4 (Demoralizer, Lucky (1)) (p. 92)." in out


def test_every_failed_requirement_is_a_sentence_with_its_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LANCE, encoding="utf-8")
    status, out, _ = leave(capsys, "check", str(file))
    assert status == 1
    assert "Mixed: 102 of 100 points. It does not keep the rules." in out
    assert "The force costs 102 points, 2 more than the agreed 100 (p. 110)." in out
    assert (
        "Lance: it is no Battle Lance: it needs 3 units with the role Brawler, Sniper or Skirmisher and has 1 (p. 117)."
    ) in out
    checked = json.loads(leave(capsys, "check", str(file), "--json")[1])
    assert checked["legal"] is False
    assert {finding["rule"]: finding["page"] for finding in checked["findings"]} == {
        "AS-FOR-004": 110,
        "AS-FOR-045": 117,
    }


def test_a_legal_force_leaves_with_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        LANCE.replace("limit: 100", "limit: 102").replace("Battle Lance", "Command Lance"), encoding="utf-8"
    )
    status, out, _ = leave(capsys, "check", str(file))
    assert status == 0
    assert "Mixed: 102 of 102 points. It keeps the rules." in out


def test_a_wrong_file_leaves_with_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LANCE.replace("mad_3r", "mad_9"), encoding="utf-8")
    status, _, err = leave(capsys, "check", str(file))
    assert status == 2
    assert f'{file}:10: formations.0.units.2.unit: No unit "mad_9_marauder" in the catalogue; did you mean' in err
    assert leave(capsys, "show", "nobody")[0] == 2


def test_suggestions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LANCE, encoding="utf-8")
    status, out, _ = leave(capsys, "suggest", str(file))
    assert status == 0
    assert "Lance (Battle Lance)" in out
    assert "  Command Lance (p. 120)\n" in out
    assert "Battle Lance (p. 117): replace" not in out
    assert "(+" not in leave(capsys, "suggest", str(file), "--more")[1]  # it is over its limit as it is
    file.write_text(LANCE.replace("limit: 100", "limit: 200"), encoding="utf-8")
    assert "Battle Lance (p. 117): replace" in leave(capsys, "suggest", str(file), "--more")[1]
    found = json.loads(leave(capsys, "suggest", str(file), "--json")[1])
    assert ["Command Lance", 120, []] in [
        [one["type"], one["page"], one["changes"]] for one in found["formations"]["Lance"]
    ]


def test_a_force_is_built_and_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = leave(capsys, "build", "--points", "240", "--role-mix", "sniper:1,skirmisher:1", "--seed", "2")
    assert status == 0
    assert out.startswith("lancemate: force\nversion: 1\n")
    file = tmp_path / "built.yaml"
    status, shown, _ = leave(
        capsys, "build", "--points", "240", "--role-mix", "sniper:1,skirmisher:1", "--seed", "2", "-o", str(file)
    )
    assert status == 0
    assert file.read_text(encoding="utf-8") == out
    assert "240 points" in shown
    assert leave(capsys, "check", str(file))[0] == 0
    status, _, err = leave(capsys, "build", "--points", "240", "-o", str(file))
    assert (status, file.read_text(encoding="utf-8")) == (2, out)
    assert "built.yaml is there already; --overwrite writes over it" in err
    assert leave(capsys, "build", "--points", "240", "-o", str(file), "--overwrite")[0] == 0
    assert file.read_text(encoding="utf-8") != out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--role-mix", "cook"), "there is no role 'cook'"),
        (("--kind", "boats"), "'boats' is nothing to make a force of"),
        (("--skills", "9"), "write the best and the worst Skill as in 3-5"),
        (("--skills", "5-3"), "write the best and the worst Skill as in 3-5"),
        (("--skills", "9" * 5000 + "-"), "write the best and the worst Skill as in 3-5"),
        (("--formation", "Nova"), "'Nova' cannot be built from nothing"),
        (("--formation", "Batle"), "there is no formation type 'Batle'"),
        (("--era", "Stone Age"), "there is no era 'Stone Age'"),
        (("--faction", "Nobody", "--kind", "vehicles"), "there is no faction 'Nobody'"),
        (("--faction", "Free Worlds League", "--kind", "vehicles"), "no vehicles for Free Worlds League"),
        (("--name", ""), "--name: here belongs a text; this one is empty"),
        (("--name", "\x1b[31mRed"), "--name: a text may not hold the character U+001B"),
        (("--name", "\udcff"), "--name: a text may not hold the character U+DCFF"),
        (("--overwrite",), "--overwrite: there is nothing to write without --out"),
    ],
)
def test_wishes_that_make_no_sense(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str) -> None:
    status, _, err = leave(capsys, "build", "--points", "300", *words)
    assert status == 2
    assert complaint in err


def test_roles_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = leave(capsys, "roles")
    assert status == 0
    assert len(out.splitlines()) == 14


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


def test_a_bonus_is_chosen_and_what_is_open_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, mine = tmp_path / "hammers.yaml", tmp_path / "mine.yaml"
    file.write_text(ASSAULT)
    status, out, err = leave(capsys, "choose", str(file), "Anvil: Multi-Tasker", "-o", str(mine))
    assert (status, out, err) == (0, "", "")
    assert "choice: Multi-Tasker" in mine.read_text()
    status, _, err = leave(capsys, "choose", str(file), "Anvil: Sniper")
    assert status == 2
    assert err.startswith("lancemate: Anvil is not given 'Sniper'")
