"""Units from elsewhere: what is taken, what is refused and why, and where it is found afterwards."""

import json
from pathlib import Path

import pytest

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.eras import ERAS
from lancemate.cli import main as entry
from lancemate.kernel import folders
from lancemate.kernel.errors import InputError
from lancemate.lab.bench import many_units
from lancemate.muster import catalogue
from lancemate.muster.imports import mul, shelf, tables
from lancemate.muster.imports.gathering import Manner
from lancemate.muster.imports.reading import Kind, read_bytes, read_file
from lancemate.muster.imports.report import SHOWN, Report

ATLAS: dict[str, object] = {
    **{"Id": 142, "Name": "Atlas AS7-D-DC", "Class": "Atlas", "Variant": "AS7-D-DC", "GroupName": ""},
    **{"Tonnage": 100, "BattleValue": 1858, "Cost": 10406000, "Rules": "Advanced", "TRO": "MWC"},
    **{"Technology": {"Id": 1, "Name": "Inner Sphere", "Image": None, "SortOrder": 0}},
    **{"DateIntroduced": "2776", "EraId": 10, "EraStart": 2571, "ImageUrl": "https://example.org/atlas.png"},
    **{"Type": {"Id": 18, "Name": "BattleMech"}, "Role": {"Id": 108, "Name": "Juggernaut"}},
    **{"BFType": "BM", "BFSize": 4, "BFMove": '6"', "BFTMM": 0, "BFArmor": 10, "BFStructure": 8, "BFThreshold": 0},
    **{"BFDamageShort": 5, "BFDamageShortMin": False, "BFDamageMedium": 5, "BFDamageMediumMin": False},
    **{"BFDamageLong": 1, "BFDamageLongMin": False, "BFDamageExtreme": 0, "BFDamageExtemeMin": False},
    **{"BFOverheat": 0, "BFPointValue": 52, "BFAbilities": "AC2/2/-,IF1,LRM1/1/1,MHQ1,REAR1/1/-", "Skill": 0},
}

TABLE = """\
name;type;size;move;tmm;short;medium;long;ov;armor;structure;pv;role;abilities;factions
Grünfink GF-1;bm;2;10"/6"j;2;2;2;0*;1;4;3;24;Striker;ECM, TUR(1/1/-, SNARC);Nomads, Traders
Dray;CV;2;8;;1;1;0;;3;3;10;;;
Skiff;CV;1;"12""h";;1;0;0;;2;2;9;Scout;;
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def from_mul(*units: object, leave_out_unknown: bool = False) -> Report:
    content = json.dumps({"Units": units, "Search": None}).encode()
    return read_bytes(content, source="list", manner=Manner(leave_out_unknown, shelf.shelf()))


def from_text(text: str, kind: Kind | None = None) -> Report:
    return read_bytes(text.encode(), source="text", kind=kind)


def one(report: Report) -> Card:
    assert [refused.reason for refused in report.rejected] == []
    (card,) = report.cards
    return card


def refusal(report: Report) -> str:
    assert report.cards == ()
    (refused,) = report.rejected
    return refused.reason


# -- the Master Unit List -------------------------------------------------------------------------------------------


def test_a_record_of_the_master_unit_list_becomes_a_card() -> None:
    assert card_to_data(one(from_mul(ATLAS))) == {
        "id": "mul_142",
        "name": "Atlas AS7-D-DC",
        "chassis": "Atlas",
        "model": "AS7-D-DC",
        "type": "BM",
        "size": 4,
        "tmm": 1,
        "move": '6"',
        "role": "Juggernaut",
        "damage": "5/5/1",
        "ov": 0,
        "armor": 10,
        "structure": 8,
        "specials": ["AC2/2/-", "IF1", "LRM1/1/1", "MHQ1", "REAR1/1/-"],
        "pv": 52,
        "era": "Star League",
        "source": "Master Unit List",
        "year": 2776,
        "tech": "Inner Sphere",
        "level": "Advanced",
        "tons": 100,
        "books": ["MWC"],
    }


@pytest.mark.parametrize("flag", ["BFDamageExtremeMin", "BFDamageExtemeMin"])
def test_flags_of_minimal_damage_in_both_spellings(flag: str) -> None:
    minimal = {"BFDamageLong": 0, "BFDamageLongMin": True, flag: True}
    assert str(one(from_mul(ATLAS | minimal)).damage) == "5/5/0*/0*"


def test_the_list_is_read_in_all_its_shapes() -> None:
    plain = ATLAS | {
        "Role": "Juggernaut",
        "Technology": "Inner Sphere",
        "BFDamageShort": "5",
        "BFSize": "4",
        "BFTMM": 1,
    }
    for content in ({"Units": [ATLAS]}, [ATLAS], ATLAS, [plain]):
        card = one(read_bytes(json.dumps(content).encode(), source="list"))
        assert card == one(from_mul(ATLAS))


def test_fields_that_do_not_belong_to_the_type_are_left_out() -> None:
    fighter = one(from_mul(ATLAS | {"BFType": "AF", "BFMove": "6a", "BFThreshold": 3, "BFAbilities": "BOMB4,FUEL20"}))
    assert (fighter.threshold, str(fighter.move), fighter.tmm) == (3, "6a", 0)
    report = from_mul(ATLAS | {"BFType": "CV", "BFMove": '8"t', "BFOverheat": 2, "BFThreshold": 3, "BFAbilities": None})
    assert (one(report).ov, one(report).threshold) == (0, None)
    assert report.taken[0].remarks == ("A combat vehicle has no Overheat Value; it was left out.",)
    assert one(from_mul(ATLAS | {"Role": {"Name": "None"}, "EraId": 999})).role is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"BFType": None}, "BFType: The list has no Alpha Strike values for it."),
        ({"BFType": "WS"}, "type: WarShips are not played here."),
        ({"BFType": "XY"}, "type: 'XY' is wrong here; it should be one of BM, IM,"),
        ({"BFMove": "0.2k"}, 'move: "0.2k" is not a Move'),
        ({"BFMove": ""}, 'move: "" is not a Move'),
        ({"BFType": "CV"}, "move: A vehicle's Move needs the letter"),
        ({"BFSize": 9}, "size: 9 is wrong here"),
        ({"BFArmor": "many"}, "BFArmor: here belongs a whole number, not 'many'"),
        ({"BFStructure": 0}, "structure: 0 is wrong here"),
        ({"BFDamageShort": -3}, 'damage: "-3" is not a damage value'),
        ({"BFAbilities": "ECM,WARP9"}, 'specials: "WARP9" is not a special ability that we know'),
        ({"BFAbilities": "TUR(1/1/1"}, "The parentheses"),
        ({"Name": None, "Class": None, "Variant": None}, "name:"),
        ({"Name": {"a": 1}}, "Name: here belongs a text, not a mapping"),
        ({"BFPointValue": 1e300}, "pv:"),
    ],
)
def test_what_cannot_be_right_is_refused_with_the_reason(change: dict[str, object], reason: str) -> None:
    assert refusal(from_mul(ATLAS | change)).startswith(reason)


def test_one_bad_entry_does_not_spoil_the_rest() -> None:
    report = from_mul(7, ATLAS, None, ATLAS | {"Id": 143, "Name": "Atlas AS7-K", "BFSize": None})
    assert [card.name for card in report.cards] == ["Atlas AS7-D-DC"]
    assert [(bad.name, bad.where) for bad in report.rejected] == [
        ("", "Units.0"),
        ("", "Units.2"),
        ("Atlas AS7-K", "Units.3"),
    ]
    assert report.summary == "list: 1 unit taken, 3 refused."


def test_the_report_names_what_was_taken() -> None:
    one = from_mul(ATLAS)
    assert next(one.lines()).startswith(f"{one.cards[0].name} (Units.0) taken as {one.cards[0].id}.")
    lines = list(from_mul(*(ATLAS | {"Id": number, "Name": f"Atlas {number}"} for number in range(1, 101))).lines())
    assert len(lines) == SHOWN + 2
    assert lines[-2:] == ["60 more taken without a remark; --json names them all.", "list: 100 units taken."]


def test_unknown_abilities_are_left_out_only_when_asked() -> None:
    unit = ATLAS | {"BFAbilities": "ECM, WARP9, TUR(2/2/-, GLOW)"}
    assert '"GLOW" is not' in refusal(from_mul(unit))
    report = from_mul(unit, leave_out_unknown=True)
    assert str(one(report).specials) == "ECM, TUR(2/2/-)"
    assert [remark[:16] for remark in report.taken[0].remarks] == ['Left out: "WARP9', 'Left out: "GLOW"']


def test_turrets_in_turrets_are_one_thing_to_complain_about() -> None:
    unit = ATLAS | {"BFAbilities": "ECM, TUR(2/2/-, " + "TUR(1/1/-, " * 40 + ")" * 41}
    assert refusal(from_mul(unit)).endswith("A turret cannot hold another turret.")
    report = from_mul(unit, leave_out_unknown=True)
    assert str(one(report).specials) == "ECM, TUR(2/2/-)"
    assert report.taken[0].remarks == ("Left out: A turret cannot hold another turret.",)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("SNARC", "SNARC1"),
        ("MDS", "MDS1"),
        ("IT7.5", "IT7"),
        ("ARTLTC-1; ARTAIS-2", "ART-LTC, ART-AIS2"),
        ('LAM(20"g/4a)', "LAM(20g/4a)"),
        ("TUR(2/2/2,IF1,CNARC)", "TUR(2/2/2, IF1, CNARC1)"),
        ("i-tsm,, CaseII ,", "I-TSM, CASEII"),
    ],
)
def test_abilities_as_lists_write_them(written: str, read: str) -> None:
    assert str(one(from_mul(ATLAS | {"BFAbilities": written})).specials) == read


def test_two_entries_of_one_id_and_two_of_one_name() -> None:
    report = from_mul(ATLAS, ATLAS, ATLAS | {"Id": 9, "BFPointValue": 40})
    assert [card.id for card in report.cards] == ["mul_142", "mul_9"]
    assert report.rejected[0].reason == "It has the id mul_142, as has Units.0 of the same file."
    assert report.taken[1].remarks == ('Another unit has the same name; ask for this one as "mul_9".',)
    shelf.put(report.cards)
    assert (catalogue.find("atlas as7-d-dc").pv, catalogue.find("MUL_9").pv) == (52, 40)


def test_eras_of_the_list_are_eras_of_ours() -> None:
    assert [*mul.ERAS.values()] == [era.name for era in ERAS]


# -- tables ---------------------------------------------------------------------------------------------------------


def test_a_table_of_a_spreadsheet() -> None:
    report = from_text(TABLE)
    finch, skiff = report.cards
    assert card_to_data(finch) == {
        "id": "grunfink_gf_1",
        "name": "Grünfink GF-1",
        "type": "BM",
        "size": 2,
        "tmm": 2,
        "move": '10"/6"j',
        "role": "Striker",
        "damage": "2/2/0*",
        "ov": 1,
        "armor": 4,
        "structure": 3,
        "specials": ["ECM", "TUR(1/1/-, SNARC1)"],
        "pv": 24,
        "factions": ["Nomads", "Traders"],
    }
    assert (str(skiff.move), skiff.tmm, str(skiff.damage)) == ('12"h', 2, "1/0/0")
    assert [(bad.name, bad.where) for bad in report.rejected] == [("Dray", "line 3")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_separators_and_encodings(delimiter: str) -> None:
    rows = [
        ["Name", "TP", "Size", "MV", "Armour", "Structure", "Damage"],
        ["Käfer", "BA", "1", '6"', "2", "2", "1/0*/-"],
    ]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    for encoding, notes in (("utf-8-sig", 0), ("utf-16", 0), ("cp1252", 1)):
        report = read_bytes(text.encode(encoding), source="table")
        assert (one(report).name, str(one(report).damage), len(report.notes)) == ("Käfer", "1/0*/0", notes)


def test_arcs_in_a_table() -> None:
    text = "name,type,size,move,armor,structure,nose,left,right,aft\nGull,SC,2,5a,8,6,3/3/2/0,1/1/0,1/1/0,1/0/0\n"
    assert {name: str(arc.damage) for name, arc in one(from_text(text)).arcs.items()} == {
        "nose": "3/3/2",
        "left": "1/1/0",
        "right": "1/1/0",
        "aft": "1/0/0",
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name,type,size,move,armor", "the columns structure are missing"),
        (
            "name,type,size,move,armor,structure,specails",
            '"specails" is no column of a unit table; did you mean specials',
        ),
        ("name,unit,type,size,move,armor,structure", "the column name stands twice"),
        ("", "this is an empty file"),
        ("name,type,size,move,armor,structure\n" + "x" * 9000, "this is not a table: field larger"),
    ],
)
def test_a_table_that_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        from_text(text, Kind.csv)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('A,BM,two,8",3,3', 'size: "two" is not a whole number.'),
        ('A,BM,2,8",3,3,7', "The row cannot be read: it has more cells than the heading."),
        ("A,BM,2", 'move: The card lacks "move".'),
    ],
)
def test_a_bad_row(row: str, reason: str) -> None:
    assert refusal(from_text(f"name,type,size,move,armor,structure\n{row}\n")) == reason


# -- our own files --------------------------------------------------------------------------------------------------


def test_our_own_yaml_reads_what_it_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("MAD-3R Marauder", "training_spheroid_dropship_melon", "training_mobile_structure_walking_mill"):
        with pytest.raises(SystemExit):
            entry.main(["units", "show", name, "--yaml"])
        file = tmp_path / "unit.yaml"
        file.write_text(capsys.readouterr().out, encoding="utf-8")
        card, built_in = one(read_file(file)), catalogue.find(name)
        assert card.id == f"own_{built_in.id}"
        assert card_to_data(card) | {"id": built_in.id} == card_to_data(built_in)


def test_a_file_of_units_has_a_version() -> None:
    unit = "{name: Finch, type: BM, size: 2, move: 8, armor: 3, structure: 3, damage: 2/2/0}"
    assert one(from_text(f"format: lancemate units\nversion: 1\nunits: [{unit}]")) == one(from_text(f"- {unit}"))
    for head, reason in (("version: 2", "version: 2 is out of bounds"), ("format: bread", "should be lancemate units")):
        with pytest.raises(InputError, match=reason):
            from_text(f"{head}\nunits: [{unit}]")
    with pytest.raises(InputError, match="this is nothing that units or forces are kept in"):
        from_text("bread", Kind.yaml)


def test_a_mistake_in_yaml_is_found_by_its_line() -> None:
    report = from_text("- {name: A, type: BM}\n\n- 7\n- {name: B, tipe: BM, size: 1, move: 8, armor: 1, structure: 1}")
    assert [(bad.name, bad.where, bad.reason[:30]) for bad in report.rejected] == [
        ("A", "line 1", 'size: The card lacks "size".'),
        ("", "line 3", "A unit is a mapping of keys, n"),
        ("B", "line 4", 'type: The card lacks "type".'),
    ]


@pytest.mark.parametrize("kind", ["csv", "yaml"])
def test_the_examples_of_the_documentation_are_taken(kind: str) -> None:
    pages = (Path(__file__).parents[2] / "docs" / "imports.md").read_text(encoding="utf-8")
    report = from_text(pages.partition(f"```{kind}\n")[2].partition("```")[0])
    assert [refused.reason for refused in report.rejected] == []
    finch, other = report.cards
    assert (str(finch.move), str(finch.damage), str(finch.specials)) == ('10"/6"j', "2/2/0*", "ECM, CASE")
    assert (other.type, [taken.remarks for taken in report.taken]) == ({"csv": "CV", "yaml": "SC"}[kind], [(), ()])


def test_every_column_is_documented() -> None:
    pages = (Path(__file__).parents[2] / "docs" / "imports.md").read_text(encoding="utf-8")
    assert [column for column in tables.COLUMNS if f"`{column}`" not in pages] == []


# -- the shelf and the catalogue ------------------------------------------------------------------------------------


def test_imported_units_are_found_beside_the_built_in_ones(home: Path) -> None:
    before = catalogue.search(type="BM")
    shelf.put(from_mul(ATLAS).cards)
    atlas = catalogue.find("AS7-D-DC Atlas")
    assert atlas is catalogue.find("mul_142") is catalogue.find(" ATLAS as7-d-dc ")
    assert catalogue.search(type="BM") == (*before, atlas)
    assert catalogue.search(type="BM", imported=True) == catalogue.imported() == (atlas,)
    assert catalogue.search(type="BM", imported=False) == before
    assert atlas not in catalogue.all()
    with pytest.raises(InputError, match='did you mean "Atlas AS7-D-DC"'):
        catalogue.find("Atlas AS7-D-DX")
    assert [file.relative_to(home).as_posix() for file in home.rglob("*") if file.is_file()] == ["units/imported.json"]
    shelf.remove(["mul_142"])
    assert catalogue.imported() == ()


def test_a_built_in_unit_keeps_its_name_and_id() -> None:
    unit = "{id: mad_3r_marauder, name: MAD-3R Marauder, type: BM, size: 3, move: 8, armor: 1, structure: 1}"
    report = from_text(f"- {unit}")
    assert report.taken[0].remarks[-1] == 'Another unit has the same name; ask for this one as "own_mad_3r_marauder".'
    shelf.put(report.cards)
    assert catalogue.find("MAD-3R Marauder").armor == 6
    assert catalogue.find("own_mad_3r_marauder").armor == 1


def test_importing_again_replaces(home: Path) -> None:
    shelf.put(from_mul(ATLAS).cards)
    report = from_mul(ATLAS | {"BFPointValue": 60})
    assert report.taken[0].remarks == ("It takes the place of the one imported before.",)
    shelf.put(report.cards)
    assert [card.pv for card in catalogue.imported()] == [60]


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": "lancemate units", "version": 9}', '{"units": []}', "[" * 9999]
)
def test_a_damaged_shelf_says_so_and_is_not_overwritten(content: str, home: Path) -> None:
    shelf.place().parent.mkdir(parents=True)
    shelf.place().write_text(content)
    assert catalogue.find("MAD-3R Marauder").armor == 6
    for ask in (lambda: catalogue.search(), lambda: catalogue.find("Atlas"), lambda: shelf.put(())):
        with pytest.raises(InputError, match="this file of imported units is damaged"):
            ask()
    assert shelf.place().read_text() == content


def test_one_damaged_card_does_not_hide_the_others() -> None:
    shelf.put(from_mul(ATLAS, ATLAS | {"Id": 5, "Name": "Atlas II"}).cards)
    shelf.place().write_text(shelf.place().read_text().replace('"AC2/2/-"', '"WARP"', 1))
    assert [card.id for card in catalogue.imported()] == ["mul_5"]
    with pytest.raises(InputError, match='imported unit "mul_142" cannot be used any more'):
        catalogue.find("mul_142")


def test_thousands_of_units_are_quick() -> None:
    units = [ATLAS | {"Id": number, "Name": f"Atlas {number}"} for number in range(1, 601)]
    shelf.put(from_mul(*units).cards)
    assert catalogue.find("Atlas 123").id == "mul_123"
    assert len(catalogue.search(text='"atlas 19"', imported=True)) == 11
    assert catalogue.search(text="19 atlas", imported=True)[0].name == "Atlas 19"


# -- where things are kept ------------------------------------------------------------------------------------------


def test_the_folders_of_each_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert folders.data_folder() == tmp_path / "home"
    monkeypatch.delenv("LANCEMATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    for platform, variable, data, cache in (
        ("linux", "XDG_DATA_HOME", ".local/share/lancemate", ".cache/lancemate"),
        ("darwin", "", "Library/Application Support/lancemate", "Library/Caches/lancemate"),
        ("win32", "LOCALAPPDATA", "AppData/Local/lancemate", "AppData/Local/lancemate/cache"),
    ):
        monkeypatch.setattr("sys.platform", platform)
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        if variable:
            monkeypatch.setenv(variable, "not/absolute")
        assert folders.data_folder() == tmp_path / data
        assert folders.cache_folder() == tmp_path / cache
        if variable:
            monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
            assert folders.data_folder() == tmp_path / "elsewhere" / "lancemate"


# -- the command ----------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        entry.main(["units", *words])
    out, err = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


def test_the_command_imports_shows_and_removes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text(json.dumps({"Units": [ATLAS, ATLAS | {"Id": 3, "BFType": "JS"}]}))
    status, out, _ = run(capsys, "import", str(file), "--dry-run")
    assert (status, catalogue.imported()) == (1, ())
    assert "Atlas AS7-D-DC (Units.1) refused: type: JumpShips are not played here." in out
    status, out, _ = run(capsys, "import", str(file), "--json")
    (report,) = json.loads(out)
    assert [unit["id"] for unit in report["taken"]] == ["mul_142"]
    assert [unit["where"] for unit in report["refused"]] == ["Units.1"]
    status, out, _ = run(capsys, "show", "atlas as7-d-dc")
    assert (status, 'Move 6"   TMM 1   OV 0' in out, "IF1  May fire at a target it cannot see" in out) == (
        0,
        True,
        True,
    )
    status, out, _ = run(capsys, "list", "--imported", "--json")
    assert [card_from_data(data).id for data in json.loads(out)] == ["mul_142"]
    status, out, _ = run(capsys, "search", "atlas", "juggernaut", "--pv", "50-")
    assert (status, out.split()[:4]) == (0, ["Atlas", "AS7-D-DC", "52", "PV"])
    assert run(capsys, "search", "atlas", "sniper")[0] == 1
    assert run(capsys, "remove", "Atlas AS7-D-DC")[1] == "1 removed, 0 left.\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["import"], "There is nothing to import"),
        (["import", "no-such-file.csv"], "no-such-file.csv: cannot be read: No such file"),
        (["import", "."], "this is a folder"),
        (["remove", "MAD-3R Marauder"], "No imported unit is called"),
        (["list", "--pv", "cheap"], "is no range of points"),
        (["show", "Nothing Of That Name"], 'No unit "Nothing Of That Name"'),
        (["import", "--mul", "ab"], "at least 3 letters"),
        (["import", "--url", "file:///etc/passwd"], "is no web address"),
    ],
)
def test_what_the_command_cannot_do_is_one_sentence(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert problem in err
    assert err.count("\n") == 1


def test_thousands_of_units_are_searched_without_making_them_all() -> None:
    shelf.put(many_units(500).cards())
    here = shelf.shelf()
    assert here._cards == {}
    found = catalogue.search(text="mx-7", pv=(20, 60), imported=True)
    assert {*found} == {card for card in here.cards() if "MX-7" in card.name and 20 <= card.pv <= 60}
    assert found
    plain = tuple(card for card in here.cards() if card.type == "BM" and card.size == 3)
    assert catalogue.search(type="bm", size=3, imported=True) == plain
