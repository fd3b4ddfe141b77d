"""Record sheets and aids of BattleTroops: what is on the record is on paper, and secrets stay with their side."""

from pathlib import Path
from typing import Any

import pytest
from tests.battletroops.field import man
from tests.battletroops.machine_field import mech, vehicle

from lancemate.battletroops.machines.record import printed_records, ready
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.cli.main import main
from lancemate.muster.printing.drawing import Disc, Page, Text
from lancemate.muster.printing.paper import Paper
from lancemate.muster.printing.svg import to_svg
from lancemate.muster.printing.troop_aids import reference_pages, setup_pages
from lancemate.muster.printing.troop_sheets import blank_sheets, machine_pages, sheets_of

HOUSE = {"id": "house", "kind": "building", "height": 2, "rect": [3.75, 5.5, 4, 4], "stairways": [[5, 8]]}


def words(pages: list[Page]) -> list[str]:
    return [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]


def setup(**more: Any) -> Any:
    first: Any = man("r1", (4, 2), track="..X/")
    first["soldier"] |= {"launcher": True, "armor": {"kind": "Flak Vest", "from": 8}}
    sides = [
        {"name": "red", "units": [{**first, "group": "First"}, mech("m1", (12, 2)), vehicle("v1", (18, 2))]},
        {"name": "blue", "units": [man("b1", (9, 12)), man("b2", (5, 7), hidden=6)]},
    ]
    sides[0]["squads"] = {"First": {"experience": "Veteran", "leader": "r1", "leadership": 3}}
    sides[1]["mines"] = [{"kind": "anti-personnel", "at": [6, 6], "elevation": 1}]
    options = ["hidden_units", "mines", "mechs", "vehicles", "area_effect"]
    return setup_from_data({"game": "battletroops", "options": options, "terrain": [HOUSE], "sides": sides, **more})


@pytest.mark.rule("BT-CMP-028", "BT-CMP-029")
@pytest.mark.parametrize("paper", Paper)
def test_a_squad_sheet_says_what_is_on_the_record(paper: Paper) -> None:
    told = words(sheets_of(setup(), "red", paper))
    assert {"r1", "Rifle with Grenade Launcher", "Flak Vest, -1 MP", "Veteran", "3", "DEAD"} <= set(told)
    assert {"X", "/", "+3", "out"} <= set(told)
    assert {"Test Wasp", "Carrier", "Medium Laser", "Commander", "Driver", "Heat", "Pilot hits"} <= set(told)
    launcher = "Grenade Launcher: 3 MP, 4/2/1L, short 1-10, long 11-24"
    assert f"Rifle: 4L, short 1-27, long 28-75 · {launcher}" in told
    assert {"30 MP", "45 MP", "25 MP", "20L, heat 3", "8L, heat 0"} <= set(told)
    assert "b1" not in told


def test_what_is_covered_is_circled() -> None:
    page = sheets_of(setup(), "red")[0]
    assert sum(isinstance(mark, Disc) and mark.radius > 5 for mark in page.marks) == 2  # blocks 8 and 7
    assert sum(isinstance(mark, Disc) and mark.radius < 5 for mark in page.marks) == 4 + 4  # grenades and rounds


def test_a_blank_sheet_has_seven_tracks() -> None:
    for paper in Paper:
        pages = blank_sheets(paper)
        assert len(pages) == 1
        told = words(pages)
        assert told.count("DEAD") == told.count("Ammunition") == told.count("SECONDARY: MP") == 7


@pytest.mark.parametrize("name", list(printed_records()))
def test_every_point_of_a_machine_is_a_bubble(name: str) -> None:
    record = ready(name, "")
    discs = sum(isinstance(mark, Disc) for page in machine_pages(record, "", "", Paper.a4) for mark in page.marks)
    structure = sum(record.structure.get(place, 0) for place in record.armor)
    assert discs == sum(record.armor.values()) + structure + sum(mount.ammo or 0 for mount in record.mounts)


def test_a_secret_set_up_is_one_sides_own() -> None:
    blue, red = (words(setup_pages(setup(), side)) for side in ("blue", "red"))
    assert {"b2", "anti-personnel mine", "mine", "Level 1", "6"} <= set(blue)
    assert not {"b2", "mine", "anti-personnel mine"} & set(red)


def test_every_table_is_on_the_reference_sheet() -> None:
    told = " ".join(words(reference_pages()))
    for home in rules.homes:
        if home.kind == "table":
            assert f"({home.function.homes[0].ids[0]})" in told
    assert "Gyrojet Rifle" in told
    assert "mp 8 8 8 8 7 7 6 6 5 4 0 to hit 0 0 0 1 1 2 2 2 3 3 -" in told


def test_nothing_leaves_the_paper() -> None:
    for page in (*sheets_of(setup(), "red"), *setup_pages(setup(), "blue"), *reference_pages(Paper.letter)):
        for mark in page.marks:
            if isinstance(mark, Text):
                assert 0 <= mark.x <= mark.x + mark.width <= page.width
                assert 0 <= mark.y <= page.height
        assert to_svg(page).startswith("<svg")


def test_sheets_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def status(*given: str) -> int:
        with pytest.raises(SystemExit) as left:
            main(["sheets", *given])
        return int(left.value.code or 0)

    out = tmp_path / "aids.pdf"
    assert status("--blank", "--machine", "Wasp", "-o", str(out)) == 0
    assert out.read_bytes().startswith(b"%PDF")
    script = tmp_path / "show.yaml"
    script.write_text("game: battletroops\nscenario: dragon-hunting\n")
    assert status(str(script), "--side", "kurita", "--set-up", "--svg", "-o", str(tmp_path / "k.svg")) == 0
    assert (tmp_path / "k-1.svg").exists()
    capsys.readouterr()
    for given, text in (
        ([], "nothing to print"),
        (["--machine", "Wsap"], "--machine: there is no machine 'Wsap'; did you mean Wasp"),
        ([str(script), "--set-up"], "--set-up: a secret set-up is one side's"),
        ([str(script), "--side", "red"], "--side: there is no side 'red'"),
        (["--side", "red"], "--side: sides are those of a battle script"),
    ):
        assert status(*given) == 2
        assert text.lower() in capsys.readouterr().err.lower()
