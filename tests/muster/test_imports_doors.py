"""The doors for thousands of units: MekBay's catalogue, MegaMek's table, the old list and the new one."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from lancemate.alphastrike.cards.card import Card, card_to_data
from lancemate.alphastrike.cards.years import Span
from lancemate.cli import main as entry
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.imports import gathering, long_json, mekbay_catalogue, shelf
from lancemate.muster.imports.comparing import compared
from lancemate.muster.imports.gathering import Manner
from lancemate.muster.imports.reading import read_bytes, read_file, read_files
from lancemate.muster.imports.report import Report
from lancemate.muster.imports.seeming import seeming

HEADING = (
    "MUL ID\tChassis\tModel\tRole\tType\tSize\tMovement\tTMM\tArmor\tStructure\tThreshold\tS\tS*\tM\tM*\tL\tL*\tE\tE*\t"
    "Overheat\tPoint Value\tAbilities\tFront Arc\tLeft Arc\tRight Arc\tRear Arc"
)


def row(**cells: object) -> str:
    """A line of MegaMek's table: a Würger 'Mech unless told otherwise."""
    usual: dict[str, object] = {
        "MUL ID": 4001, "Chassis": "Würger", "Model": "WGR-1", "Role": "Striker", "Type": "BM", "Size": 2,
        "Movement": '10"/6"j', "TMM": 2, "Armor": 4, "Structure": 3, "Threshold": -1, "S": 2, "S*": "FALSE", "M": 2,
        "M*": "FALSE", "L": 0, "L*": "TRUE", "E": 0, "E*": "FALSE", "Overheat": 1, "Point Value": 24,
        "Abilities": "CASE, SRCH",
    }  # fmt: skip
    named = {name.replace("_", " "): value for name, value in cells.items()}
    assert named.keys() <= {*HEADING.split("\t")}
    return "\t".join(str((usual | named).get(column, "")) for column in HEADING.split("\t"))


def table(*rows: str) -> bytes:
    title = "Megamek Unit AlphaStrike Converter\nThis file can be regenerated with java -jar MegaMek.jar -asc filename"
    return "\n".join((title, HEADING, *rows)).encode()


def from_megamek(*rows: str, manner: Manner | None = None) -> Report:
    return read_bytes(table(*rows), source="table", manner=manner)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    return tmp_path


def one(report: Report) -> Card:
    assert [refused.reason for refused in report.rejected] == []
    (card,) = report.cards
    return card


# -- MegaMek's table --------------------------------------------------------------------------------------------------


def test_a_line_of_megameks_table_becomes_a_card() -> None:
    report = from_megamek(row())
    assert card_to_data(one(report)) == {
        **{"id": "mul_4001", "name": "Würger WGR-1", "chassis": "Würger", "model": "WGR-1", "type": "BM", "size": 2},
        **{"tmm": 2, "move": '10"/6"j', "role": "Striker", "damage": "2/2/0*", "ov": 1, "armor": 4, "structure": 3},
        **{"specials": ["CASE", "SRCH"], "pv": 24, "source": "MegaMek"},
    }
    assert report.taken[0].remarks == ()


ARC = "({}, CAP-/-/-/-, SCAP-/-/-/-, MSL{}{})"


def test_arcs_of_megameks_table() -> None:
    arcs = {
        "Front_Arc": "FRONT" + ARC.format("3/4/4/2", "2/2/2/-", ", FLK1/1/-/-, PNT1"),
        "Left_Arc": "LEFT" + ARC.format("1/1/-/-", "-/-/-/-", ""),
        "Right_Arc": "RIGHT" + ARC.format("1/1/-/-", "-/-/-/-", ", TELE"),
        "Rear_Arc": "REAR" + ARC.format("-/-/-/-", "-/-/-/-", ", ENE"),
    }
    ship = {"Type": "DA", "Movement": "4a", "TMM": 0, "Threshold": 3, "Overheat": 0, "S": 0, "M": 0, "L*": "FALSE"}
    report = from_megamek(row(**ship, **arcs, Abilities="AT4-D2, SPC"))
    card = one(report)
    assert {name: (str(arc.damage), str(arc.msl), str(arc.specials)) for name, arc in card.arcs.items()} == {
        "nose": ("3/4/4/2", "2/2/2", "FLK1/1/-, PNT1"),
        "left": ("1/1/0", "0/0/0", ""),
        "right": ("1/1/0", "0/0/0", ""),
        "aft": ("0/0/0", "0/0/0", "ENE"),
    }
    assert (card.threshold, str(card.specials)) == (3, "AT4D2, SPC")
    assert report.taken[0].remarks == (
        "TELE was left out: missiles that are guided in battles between ships in space.",
    )


def test_empty_arcs_are_none() -> None:
    empty = {f"{side}_Arc": f"{side.upper()}{ARC.format('-/-/-/-', '-/-/-/-', '')}" for side in ("Front", "Left")}
    card = one(from_megamek(row(Type="SV", Movement='6"t', Overheat=0, Abilities="LG, TUR(2/2/-)", **empty)))
    assert (dict(card.arcs), str(card.specials)) == ({}, "LG, TUR(2/2/-)")
    assert from_megamek(row(Front_Arc="FRONT 3/4")).rejected[0].reason.endswith("is not how MegaMek writes an arc.")


@pytest.mark.parametrize(
    ("abilities", "kept", "remark"),
    [
        ("MFB2", "MFB", "MFB2 was read as MFB."),
        ("MHQ0, CASE", "CASE", "MHQ0 was left out: less than one is none."),
        ("IT0.5", "", "IT0.5 was left out: less than one is none."),
        ("IT3.5", "IT3", "IT3.5 was read as IT3."),
        ("CT3.5", "CT3.5", None),
        ("CT31.939999999999998", "CT31.94", "CT31.939999999999998 was read as CT31.94."),
        ("SCR2", "", "SCR2 was left out: screens for battles between ships in space."),
        ("REAR(1/1/-)", "REAR1/1/-", "REAR(1/1/-) was read as REAR1/1/-."),
        ("Fire-Support", "", "Fire Support stood among the abilities and is its role."),
        ("IF 1, FLK 1/1/-, C3M 2", "IF1, FLK1/1/-, C3M2", None),
        ("BHJ2", "BHJ2", None),
    ],
)
def test_abilities_are_mended_with_a_remark(abilities: str, kept: str, remark: str | None) -> None:
    report = from_megamek(row(Abilities=abilities))
    assert str(one(report).specials) == kept
    assert report.taken[0].remarks[:1] == (() if remark is None else (remark,))


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"Type": "CV", "Movement": '0"', "Structure": 0}, "structure: A gun turret without structure is no unit"),
        ({"Type": "WS", "Movement": "3"}, "type: WarShips are not played here."),
        ({"Type": "UNKNOWN", "Structure": -1}, "type: Weapons without a unit are not played here."),
        ({"Abilities": "ENE, ERROR - wrong ability"}, 'specials: "ERROR - wrong ability" stands where its list could'),
        ({"Type": "SV", "Movement": '0"ERROR'}, 'move: "0"ERROR" is not a Move'),
    ],
)  # fmt: skip
def test_what_is_no_unit_is_refused_and_the_rest_taken(cells: dict[str, object], reason: str) -> None:
    report = from_megamek(row(**cells), row(MUL_ID=-1, Model="WGR-2"))
    assert [refused.reason[: len(reason)] for refused in report.rejected] == [reason]
    assert [card.id for card in report.cards] == ["wurger_wgr_2"]


@pytest.mark.parametrize(
    ("written", "read"),
    [("Missile_Boat", "Missile Boat"), ("Undetermined", None), ("None", None), ("Fast-Dogfighter", "Fast Dogfighter")],
)
def test_roles_are_spelt_as_the_book_does(written: str, read: str | None) -> None:
    assert one(from_megamek(row(Role=written))).role == read


def test_units_that_share_a_number_keep_apart() -> None:
    report = from_megamek(row(), row(Model="WGR-1 (Laser)"), row(Model="WGR-1 (Gauß)", MUL_ID=4001))
    assert [card.id for card in report.cards] == [
        "mul_4001",
        "mul_4001_wurger_wgr_1_laser",
        "mul_4001_wurger_wgr_1_gau",
    ]
    assert report.taken[1].remarks == (
        'It shares the number 4001 with Würger WGR-1; ask for it as "mul_4001_wurger_wgr_1_laser".',
    )
    shelf.put(report.cards[1:2])
    assert [card.id for card in from_megamek(row(Model="WGR-1 (Laser)")).cards] == ["mul_4001_wurger_wgr_1_laser"]


def test_none_of_those_that_share_a_number_is_swallowed_by_a_unit_of_another_name() -> None:
    shelf.put(from_list(Name="Würger").cards)
    report = from_megamek(row(), row(Model="WGR-2"))
    assert [card.id for card in report.cards] == ["mul_4001_wurger_wgr_1", "mul_4001_wurger_wgr_2"]
    assert report.taken[0].remarks[0].startswith("It shares the number 4001 with Würger; ask")
    assert [card.id for card in from_megamek(row(Chassis="Wurger")).cards] == ["mul_4001"]


# -- MekBay's catalogue -----------------------------------------------------------------------------------------------


def values(**given: object) -> dict[str, object]:
    return {
        **{"TP": "BM", "PV": 24, "SZ": 2, "TMM": 2, "usesOV": True, "OV": 1, "MV": '10"/6"j', "MVm": {"": 10, "j": 6}},
        **{"usesTh": False, "Th": 0, "Arm": 4, "Str": 3, "specials": ["CASE", "TUR(2/2/1, ECM)"], "usesE": False},
        **{"dmg": {"dmgS": "2", "dmgM": "2", "dmgL": "0*", "dmgE": "0"}, "usesArcs": False},
    } | given


def unit(number: int | None = 4001, model: str = "WGR-1", **given: object) -> dict[str, object]:
    return {
        **{"uuid": "0-1", "name": f"BMWurger_{model}", "id": number, "chassis": "Würger", "model": model, "year": 3025},
        **{"tons": 45, "type": "Mek", "subtype": "BattleMek", "techBase": "Inner Sphere", "level": "Standard"},
        **{"role": "Striker", "source": ["Book of Birds"], "published": ["Sheets: Birds", "Book of Birds"]},
        "canon": True,
        **{"as": values(), "comp": [{"n": "Laser"}] * 40, "fluff": {"img": "bird.png"}, "icon": "bird.png", "bv": 900},
    } | given  # fmt: skip


ERAS = [
    {"id": 256, "name": "Late Succession War - Renaissance", "years": {"from": 3020, "to": 3049}, "units": [4001]},
    {"id": 13, "name": "Clan Invasion", "years": {"from": 3050, "to": 3061}, "units": [4001, 4002], "factions": [34]},
    {"id": 900, "name": "Some Later Day", "years": {"from": 3250, "to": None}, "units": [4002]},
]
FACTIONS = [
    {"id": 34, "name": "Mercenary", "group": "Mercenary", "eras": {"256": [4001], "13": [4001, 4002]}},
    {"id": 7, "name": "house kurita", "group": "Inner Sphere", "eras": {"13": [4001], "900": [4002]}},
    {"id": 99, "name": "Nomads of the North", "group": "Other", "eras": {"256": [4001]}},
    {"id": 3, "name": "Extinct", "group": "Other", "eras": {"13": [4001]}},
]


def catalogue_of(*units: object) -> bytes:
    return json.dumps({"version": "1", "etag": "abc", "units": units}).encode()


@pytest.fixture
def files(home: Path) -> list[Path]:
    """The three files of a small catalogue."""
    contents = {
        "units.json": catalogue_of(unit(), unit(4002, "WGR-2", year=3055), unit(None, "WGR-X", canon=False)),
        "factions.json": json.dumps({"version": "1", "etag": "f", "factions": FACTIONS}).encode(),
        "eras.json": json.dumps({"etag": "e", "eras": ERAS, "version": "1"}, indent=1).encode(),
    }
    for name, content in contents.items():
        (home / name).write_bytes(content)
    return [home / name for name in contents]


def test_mekbays_catalogue_with_who_fields_what_when(files: list[Path]) -> None:
    (report,) = read_files(files)
    first, second, third = report.cards
    assert [refused.reason for refused in report.rejected] == []
    assert card_to_data(first) == {
        **{"id": "mul_4001", "name": "Würger WGR-1", "chassis": "Würger", "model": "WGR-1", "type": "BM", "size": 2},
        **{"tmm": 2, "move": '10"/6"j', "role": "Striker", "damage": "2/2/0*", "ov": 1, "armor": 4, "structure": 3},
        **{"specials": ["CASE", "TUR(2/2/1, ECM)"], "pv": 24, "era": "Late Succession War - Renaissance"},
        **{"source": "MekBay", "year": 3025, "years": "3020-3061", "tech": "Inner Sphere", "level": "Standard"},
        "fielded": {
            "Mercenary": "3020-3061",
            "Draconis Combine": "3050-3061",
            "Nomads of the North": "3020-3049",
            "Extinct": "3050-3061",
        },
        **{"tons": 45, "books": ["Book of Birds", "Sheets: Birds"]},
    }
    assert (second.years, second.fielded["Draconis Combine"]) == ((Span(3050, 3061), Span(3250)), (Span(3250),))
    assert (third.id, third.fielded, third.note) == ("wurger_wgr_x", {}, "Not canon.")
    assert report.notes[0] == "MekBay's catalogue: 3 units, 3 eras, 4 factions."


def test_units_without_eras_and_factions_say_what_is_missing() -> None:
    report = read_bytes(catalogue_of(unit()), source="units.json")
    assert one(report).fielded == {}
    assert "read eras.json and factions.json together" in report.notes[0]


def test_eras_and_factions_alone_tell_of_what_lies_on_the_shelf(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.put(from_megamek(row(), row(Model="WGR-1 (Laser)")).cards)
    with pytest.raises(SystemExit, match="0"):
        entry.main(["units", "import", *map(str, files[1:])])
    assert "Who fields them when is known now of 2 units." in capsys.readouterr().out
    assert catalogue.find("Würger WGR-1").fielded["Mercenary"] == (Span(3020, 3061),)
    assert catalogue.find("Würger WGR-1 (Laser)").years == (Span(3020, 3061),)


def test_arcs_of_mekbay_and_what_cannot_be_played() -> None:
    arc = {"STD": {"dmgS": "3", "dmgM": "2", "dmgL": "0", "dmgE": "0"}, "CAP": {"dmgS": "0"}, "specials": ["PNT1"]}
    large = {"STD": {"dmgS": "1"}, "MSL": {"dmgS": "2", "dmgM": "2", "dmgL": "2", "dmgE": "0"}, "specials": ""}
    ship = values(TP="DS", MV="4p", usesTh=True, Th=3, OV=0, usesArcs=True, frontArc=arc, leftArc=large, dmg={})
    ship["specials"] = ["SPC"]
    report = read_bytes(
        catalogue_of(
            unit(as_=None, **{"as": ship}),
            unit(1, "A", **{"as": None}),
            unit(2, "B", **{"as": values(TP="JS")}),
            unit(3, "C", **{"as": values(Arm=None)}),
            7,
        ),
        source="units.json",
    )
    (card,) = report.cards
    assert (card.threshold, str(card.arcs["nose"].damage), str(card.arcs["nose"].specials)) == (3, "3/2/0", "PNT1")
    assert (str(card.arcs["left"].damage), str(card.arcs["left"].msl)) == ("1/0/0", "2/2/2")
    assert [refused.reason for refused in report.rejected] == [
        "as: MekBay has no Alpha Strike values for it.",
        "type: JumpShips are not played here.",
        "Arm: MekBay has no Arm for it.",
        "A unit is an object, not 7.",
    ]


def test_a_long_file_is_read_in_pieces_wherever_they_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '\ufeff{ "etag": "ä\\u00e9", "none": [], "units" : [ {"a": [1, {"b": "]}"}]}, 123456789, -1.5e3 ,"é"]'
    text += ', "n": 77 }'
    told = [("etag", "äé"), ("units", {"a": [1, {"b": "]}"}]}), ("units", 123456789), ("units", -1500.0)]
    told += [("units", "é"), ("n", 77)]
    for size in (1, 2, 3, 7, 1000):
        monkeypatch.setattr(long_json, "CHUNK", size)
        assert [*long_json.members(io.BytesIO(text.encode()))] == told
        for end in range(len(text.encode()) - 1):
            with pytest.raises(InputError, match="breaks off"):
                [*long_json.members(io.BytesIO(text.encode()[:end]))]


def test_lists_that_are_opened_in_the_wrong_place_are_known(files: list[Path]) -> None:
    for content in (*(file.read_bytes() for file in files), table(row())):
        found = seeming(content)
        assert found is not None
        assert (found.kind, "import it in the muster" in found.words) == ("units", True)


def test_a_broken_catalogue_is_told_with_its_name(files: list[Path]) -> None:
    files[0].write_bytes(files[0].read_bytes()[:-40])
    with pytest.raises(InputError, match=r"units\.json: this is not JSON, or it breaks off"):
        read_files(files)


def test_a_catalogue_has_limits(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mekbay_catalogue, "MOST_ENTRIES", 3)
    with pytest.raises(InputError, match=r"units\.json: a catalogue has at most 3 entries"):
        read_files(files)
    monkeypatch.setattr(mekbay_catalogue, "LARGEST", 100)
    with pytest.raises(InputError, match=r"units\.json: the file is larger than 0 MB"):
        read_files(files)


# -- the new list ------------------------------------------------------------------------------------------------------


def test_forms_of_the_new_list() -> None:
    text = (
        "Id,Name,Type,Size,Move,Armor,Structure,S,M,L,PV,Image,Abilities\n"
        'x,,,,,,,,,,,,\nabcDEfg123,Finch FN-1,BM,1,"12""",2,2,1,1,0,15,finch.png,"IF 1, FLK 1/1/-, Scout"\n'
    )
    report = read_bytes(text.replace("Id,", "MUL ID,").replace("x,,,,,,,,,,,,\n", "").encode(), source="new.csv")
    card = one(report)
    assert (card.id, str(card.specials), card.role) == ("mul_abcdefg123", "IF1, FLK1/1/-", "Scout")
    assert report.notes == ()
    record = {"Id": "k3XbQ9wLp2", "Name": "Finch", "BFType": "BM", "BFSize": 1, "BFMove": "8", "BFArmor": 1}
    report = read_bytes(json.dumps([record | {"BFStructure": 1, "BFAbilities": "IF 1,Sniper"}]).encode(), source="new")
    assert (one(report).id, one(report).role) == ("mul_k3xbq9wlp2", "Sniper")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_saved_answers_of_the_old_list_in_tables(kind: str) -> None:
    heading = (
        "Id,Name,Class,Variant,Tonnage,Technology.Name,Rules,TRO,DateIntroduced,EraId,Type,Role.Name,Skill,ImageUrl,"
        "BFType,BFSize,BFMove,BFTMM,BFArmor,BFStructure,BFThreshold,BFDamageShort,BFDamageShortMin,BFDamageMedium,"
        "BFDamageLong,BFDamageLongMin,BFOverheat,BFPointValue,BFAbilities"
    )
    line = (
        '4001,Würger WGR-1,Würger,WGR-1,45,Clan,Standard,"A Book; Another",3025,256,BattleMech,Striker,0,x.png,'
        'BM,2,"10""",0,4,3,0,2,False,2,0,True,1,24,"CASE, SRCH"'
    )
    rows = [*csv.reader([heading, line])]
    raw = f"{heading}\n{line}\n".encode() if kind == "csv" else workbook(rows)
    report = read_bytes(raw, source="list")
    assert report.notes == ()
    assert card_to_data(one(report)) == {
        **{"id": "mul_4001", "name": "Würger WGR-1", "chassis": "Würger", "model": "WGR-1", "type": "BM", "size": 2},
        **{"tmm": 2, "move": '10"', "role": "Striker", "damage": "2/2/0*", "ov": 1, "armor": 4, "structure": 3},
        **{"specials": ["CASE", "SRCH"], "pv": 24, "source": "Master Unit List", "year": 3025, "tech": "Clan"},
        **{"era": "Late Succession War - Renaissance", "level": "Standard", "tons": 45, "books": ["A Book", "Another"]},
    }


def workbook(rows: list[list[str]]) -> bytes:
    """A spreadsheet of texts, as small as one can be."""
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{cells}</sheetData></worksheet>")
    return raw.getvalue()


# -- two lists, one unit -----------------------------------------------------------------------------------------------

RECORD: dict[str, object] = {
    **{"Id": 4001, "Name": "Würger WGR-1", "Class": "Würger", "Variant": "WGR-1", "BFType": "BM", "BFSize": 2},
    **{"BFMove": '10"/6"j', "BFTMM": 2, "BFArmor": 4, "BFStructure": 3, "BFDamageShort": 2, "BFDamageMedium": 2},
    **{"BFDamageLong": 0, "BFDamageLongMin": True, "BFOverheat": 1, "BFPointValue": 24, "BFAbilities": "CASE,SRCH"},
    **{"Tonnage": 45, "DateIntroduced": "3025", "Rules": "Standard"},
}


def from_list(manner: Manner | None = None, **changes: object) -> Report:
    return read_bytes(json.dumps({"Units": [RECORD | changes]}).encode(), source="list", manner=manner)


def test_the_published_card_counts_and_takes_over_what_it_does_not_know() -> None:
    shelf.put(from_megamek(row(Point_Value=26, Abilities="CASE, ECM")).cards)
    report = from_list()
    card = one(report)
    assert (card.pv, card.source, card.role, card.tons) == (24, "Master Unit List", "Striker", 45)
    assert report.taken[0].remarks == (
        "The card of the Master Unit List counts, whose values are the published ones; "
        "MegaMek has PV 26 for 24, abilities ECM for SRCH.",
    )
    shelf.put(report.cards)
    again = from_megamek(row(Point_Value=26))
    assert (one(again).pv, one(again).source, len(shelf.shelf())) == (24, "Master Unit List", 1)
    assert again.taken[0].remarks[0].endswith("MegaMek has PV 26 for 24.")
    assert one(from_megamek(row(Point_Value=26), manner=Manner(here=shelf.shelf(), replacing=True))).pv == 26


def test_the_same_list_again_updates() -> None:
    shelf.put(from_list(BFPointValue=20).cards)
    report = from_list()
    assert (one(report).pv, report.taken[0].remarks) == (24, ("It takes the place of the one imported before.",))


def test_a_card_with_arcs_counts_before_one_without() -> None:
    ship = {
        "BFType": "DS",
        "BFMove": "4p",
        "BFThreshold": 3,
        "BFAbilities": "SPC",
        "Role": "Transport",
        "BFOverheat": 0,
    }
    shelf.put(from_list(**ship).cards)
    arcs = {f"{side}_Arc": f"{side.upper()}({damage})" for side, damage in (("Front", "3/2/-/-"), ("Rear", "1/-/-/-"))}
    report = from_megamek(
        row(Type="DS", Movement="4p", Threshold=3, TMM=0, Overheat=0, Abilities="SPC", Role="None", **arcs)
    )
    card = one(report)
    assert (card.source, card.role, str(card.arcs["nose"].damage)) == ("MegaMek", "Transport", "3/2/0")
    assert "The card of MegaMek counts, which knows its arcs" in report.taken[0].remarks[-1]


def test_units_without_a_number_are_known_by_name_and_what_one_writes_oneself_counts() -> None:
    shelf.put(read_bytes(catalogue_of(unit(None)), source="units.json").cards)
    card = one(from_megamek(row(MUL_ID=4001, Point_Value=30)))
    assert (card.id, card.pv, card.source, card.year) == ("wurger_wgr_1", 24, "MekBay", 3025)
    own = "name,type,size,move,armor,structure,pv,mul\nWürger WGR-1,BM,2,8,4,3,19,4001\n"
    shelf.put(from_list().cards)
    report = read_bytes(own.encode(), source="own.csv")
    assert (one(report).pv, one(report).tons, one(report).source) == (19, 45, None)
    assert report.taken[0].remarks[0] == "It takes the place of the one imported before."


def test_two_lists_are_compared(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = home / "a.txt", home / "b.json"
    first.write_bytes(table(row(), row(MUL_ID=5, Model="WGR-5"), row(MUL_ID=6, Model="WGR-6", Armor=9)))
    units = [
        RECORD,
        RECORD | {"Id": 6, "Name": "Würger WGR-6", "BFPointValue": 30},
        RECORD | {"Id": 8, "Name": "Heron"},
    ]
    second.write_text(json.dumps(units), encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        entry.main(["units", "diff", str(first), str(second)])
    assert capsys.readouterr().out.splitlines() == [
        "Würger WGR-1: role Striker / nothing",
        "Würger WGR-6: armor 9 / 4, PV 24 / 30, role Striker / nothing",
        "     2 differ in role",
        "     1 differ in armor",
        "     1 differ in PV",
        "2 units are in both, 0 of them alike in all fields.",
        f"1 only in {first}, 1 only in {second}.",
    ]
    cards = read_file(first).cards
    assert compared(cards, cards).unlike == ()


# -- thousands ---------------------------------------------------------------------------------------------------------


def test_thousands_of_units_are_told_in_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []
    rows = [row(MUL_ID=number, Model=str(number), Abilities="MFB1") for number in range(1, 401)]
    report = from_megamek(*rows, manner=Manner(watch=lambda done, total: steps.append((done, total))))
    assert steps == [(0, 400), (100, 400), (200, 400), (300, 400), (400, 400)]
    lines = [*report.lines()]
    assert "400 units: MFB1 was read as MFB." in lines
    assert len(lines) < 50
    assert gathering.EVERY == 100


# What its parent took before is not its own, so the system is asked for the memory of this program alone.
MEMORY = """
import sys
from lancemate.muster.imports.reading import read_files
from pathlib import Path
(report,) = read_files([Path(name) for name in sys.argv[1:]])
most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(len(report.cards), int(most.split()[1]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a program took")
def test_a_catalogue_of_ten_thousand_units_needs_little_memory(home: Path) -> None:
    padding = {"comp": [{"n": f"Part {number}", "l": "CT"} for number in range(60)]}
    with (home / "units.json").open("w", encoding="utf-8") as file:
        file.write('{"version": "1", "etag": "x", "units": [')
        for number in range(10_000):
            text = json.dumps(unit(number + 1, f"W-{number}", **padding))
            file.write(("," if number else "") + text)
        file.write("]}")
    assert (home / "units.json").stat().st_size > 20_000_000
    numbers = [*range(1, 10_001)]
    eras = [{"id": era, "name": name, "years": {}, "units": numbers} for era, name in enumerate("ABCDEFGH", start=1)]
    factions = [
        {
            "id": 100 + number,
            "name": f"Faction {number}",
            "eras": {"13": numbers[number:], "14": numbers[: 100 * number]},
        }
        for number in range(60)
    ]
    (home / "eras.json").write_text(json.dumps({"eras": eras}), encoding="utf-8")
    (home / "factions.json").write_text(json.dumps({"factions": factions}), encoding="utf-8")
    paths = [str(home / name) for name in ("units.json", "eras.json", "factions.json")]
    done = subprocess.run([sys.executable, "-c", MEMORY, *paths], capture_output=True, text=True, check=True)
    taken, megabytes = map(int, done.stdout.split())
    assert taken == 10_000
    assert megabytes < 300
