"""`lancemate prepare`: the roll before a battle, and the decisions that follow from it."""

import pytest

from lancemate.alphastrike.turn.preparation import uneven
from lancemate.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["prepare", *words])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


@pytest.mark.rule("AS-INT-035", "AS-INT-036", "AS-INT-050", "AS-INT-051", "AS-INT-053", "AS-INT-056")
def test_it_says_who_decides_what(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--sides", "Alice,Bob", "--seed", "3", "--objectives", "2", "--deployed")
    lines = out.splitlines()
    assert status == 0
    winner, loser = ("Alice", "Bob") if "Alice wins" in lines[0] else ("Bob", "Alice")
    assert lines[0].endswith(f"{winner} wins [AS-INT-035, p. 28]")
    assert [line[5:].split()[0] for line in lines[1:]] == [winner, loser, winner, loser, winner, winner]
    assert "AS-INT-036" in lines[1]
    assert "lays out the terrain [AS-INT-050" in lines[2]


@pytest.mark.rule("AS-SCN-004")
def test_in_a_scenario_terrain_is_laid_down_in_turns(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--terrain", "3")
    assert out.count("lays down a piece of terrain [AS-SCN-004") == 6


@pytest.mark.rule("AS-INT-052")
def test_too_few_objectives_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "--objectives", "1")
    assert status == 2
    assert "at least 4 objectives are needed, not 2 (AS-INT-052)" in err


@pytest.mark.parametrize("sides", ["red", "red,red", "a,b,c", ","])
def test_there_are_two_sides(sides: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "--sides", sides)
    assert (status, "does not name two sides" in err) == (2, True)


@pytest.mark.rule("QS-004", "QS-006")
def test_an_introductory_game_is_prepared_in_its_own_way(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--sides", "Alice,Bob", "--seed", "3", "--edition", "quick-start")
    lines = out.splitlines()
    winner, loser = ("Alice", "Bob") if "Alice wins" in lines[0] else ("Bob", "Alice")
    assert status == 0
    assert [line[5:].split(" [")[0] for line in lines[1:]] == [
        f"{winner} chooses its army list first",
        f"{loser} chooses its army list after that",
        f"{winner} and {loser} agree on the terrain, or lay it down in turns",
        f"{winner} takes one of the four edges; the other side has the opposite one",
    ]
    assert run(capsys, "--edition", "second")[0] == 2


@pytest.mark.rule("QS-005")
def test_an_even_battle_has_equal_numbers_and_points() -> None:
    assert uneven([30, 40], [35, 35]) is None
    assert uneven([30, 40], [70]) == "2 units against 1 are not even"
    assert uneven([30, 40], [35, 36]) == "70 points against 71 are not even"
