"""Forces from elsewhere: MekBay, MegaMek, Jeff's Tools, tables and lists; what is taken, mended and refused."""

import csv
import io
import json
import zipfile
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from lancemate.cli import main as entry
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.force import Force, musters
from lancemate.muster.force_files import force_from_data, force_text, force_to_data, parse_force
from lancemate.muster.imports import shelf
from lancemate.muster.imports.jeffs import ABILITIES
from lancemate.muster.imports.pilots import ability_called, skill_of
from lancemate.muster.imports.reading import Allowed, read_bytes
from lancemate.muster.imports.report import Report
from lancemate.muster.pilot_abilities import pilot_ability


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def read(content: str | bytes | object, source: str = "it") -> Report:
    raw = content if isinstance(content, bytes) else content.encode() if isinstance(content, str) else None
    return read_bytes(raw if raw is not None else json.dumps(content).encode(), source=source)


def force(report: Report) -> Force:
    assert report.force is not None
    assert parse_force(force_text(report.force)) == report.force  # what is taken can be kept
    return report.force


def roll(report: Report) -> list[tuple[str, str | None, list[tuple[str, int]]]]:
    """The formations of a force with their types, and who is in them at what Skill."""
    return [
        (one.name, one.type, [(member.card.id, member.skill) for member in one.members])
        for one in force(report).formations
    ]


# -- MekBay: links ------------------------------------------------------------------------------------------------

UNITS = "Carter's Own;command-lance~BMMarauder_MAD3R:3,BMArcher_ARC2R|The Wind~BMStinger_STG3R:5"
LINK = f"gs=as&name={quote_plus('Carter')}&factionId=34&eraId=13&units={quote_plus(UNITS)}"


@pytest.mark.parametrize("before", ["", "?", "https://mekbay.com/?", "  http://localhost:4200/app?"])
def test_a_share_link_becomes_a_force(before: str) -> None:
    report = read(before + LINK)
    assert roll(report) == [
        ("Carter's Own", "Command Lance", [("mad_3r_marauder", 3), ("arc_2r_archer", 4)]),
        ("The Wind", None, [("stg_3r_stinger", 5)]),
    ]
    assert (force(report).name, force(report).faction, force(report).era) == ("Carter", "Mercenary", "Clan Invasion")
    assert report.seems == "a share link of MekBay"
    assert report.summary == "it: a share link of MekBay, 3 units taken."


def test_a_link_of_classic_battletech_has_two_skills_a_crew() -> None:
    report = read("units=BMMarauder_MAD3R%3A2%3A5%2CBMArcher_ARC2R")
    assert [member.skill for member in force(report).members] == [3, 4]
    assert any("Classic BattleTech" in note for note in report.notes)
    assert (skill_of(2, 5), skill_of(None, None), skill_of(0, 1)) == (3, 4, 0)


def test_a_link_with_units_nobody_has_says_which() -> None:
    report = read("gs=as&units=BMNosuch_XYZ1,BMArcher_ARC2R&factionId=999&eraId=12345")
    assert [member.card.id for member in force(report).members] == ["arc_2r_archer"]
    (refused,) = report.rejected
    assert (refused.name, refused.where) == ("BMNosuch XYZ1", "group 1, unit 1")
    assert "take in its card first" in refused.reason
    assert [named.key for named in report.missing] == ["BMNosuch_XYZ1"]
    assert "Its faction is number 999 of the Master Unit List: choose it by name." in report.notes
    assert "Its era is number 12345 of the Master Unit List: choose it by name." in report.notes


def test_units_by_their_number_and_formations_of_other_books() -> None:
    atlas = {"Id": 142, "Name": "Atlas AS7-D-DC", "Class": "Atlas", "Variant": "AS7-D-DC", "BFType": "BM", "BFSize": 4}
    atlas |= {"BFMove": '6"', "BFArmor": 10, "BFStructure": 8, "BFPointValue": 52, "BFDamageShort": 5}
    shelf.put(read({"Units": [atlas]}).cards)
    report = read("gs=as&mul_ids=Hammer%3Bhammer-lance%7E142%3A2%2C142")
    assert roll(report) == [("Hammer", None, [("mul_142", 2), ("mul_142", 4)])]
    assert "Hammer is a plain group here: hammer lance is no formation of this book." in report.notes


def test_a_link_to_a_saved_force_is_told_apart() -> None:
    with pytest.raises(InputError, match="only names a force saved on MekBay's own server"):
        read("https://mekbay.com/?instance=abc,enemy:def")


# -- MekBay: what it stores ----------------------------------------------------------------------------------------

STORED = {
    **{"version": 1, "type": "as", "name": "Carter's", "pv": 42, "factionId": 34, "c3Networks": [{"id": "n"}]},
    "groups": [
        {
            "id": "g1",
            "name": "Own",
            "formationId": "light-striker-lance",
            "units": [
                {
                    **{"id": "u1", "unit": "BMMarauder_MAD3R", "alias": "Ada", "skill": 3, "commander": True},
                    "abilities": ["iron_will", "lucky2", {"name": "Own trick", "cost": 3, "summary": "x"}, "warp"],
                    "formationAbilities": ["speed_demon"],
                    "state": {
                        **{"heat": [1, 0], "armor": [2, 1], "internal": [1, 0], "pCrits": [{"key": "mp"}]},
                        "crits": [{"key": "mp", "timestamp": 7}, {"key": "weapons"}, {"key": "mp"}, {"key": "soul"}],
                    },
                },
                {"id": "u2", "unit": "BMArcher_ARC2R", "commander": True, "state": {"destroyed": True}},
                {"id": "u3"},
            ],
        }
    ],
}


def test_a_stored_force_keeps_pilots_abilities_and_damage() -> None:
    report = read(STORED)
    ada, archer = force(report).members
    assert (ada.name, ada.skill, ada.command) == ("Ada", 3, "commander")
    assert (ada.bought, ada.granted) == (("Iron Will", "Lucky (2)"), ("Speed Demon",))
    left = {
        "armor": ada.card.armor - 2,
        "structure": ada.card.structure - 1,
        "heat": 1,
        "crits": {"mp": 2, "weapon": 1},
    }
    assert ada.state == left
    assert [unit.state for unit in musters(force(report), "red")] == [left, {}]
    assert force(report).formations[0].type == "Light Striker/Cavalry Lance"
    assert (archer.command, archer.state) == (None, {})
    told = {one.name: one.remarks for one in report.enlisted}
    assert "Left out Own trick: it is the player's own." in told[ada.card.name]
    assert "Left out warp: no pilot ability of this book is called that." in told[ada.card.name]
    assert "Left out a critical hit 'soul'." in told[ada.card.name]
    assert "Critical hits still pending there are left out." in told[ada.card.name]
    assert told[archer.card.name] == (
        "It leads its formation; a force has one commander, who was named before it.",
        "It was destroyed there; here it is whole again.",
    )
    assert [refused.reason for refused in report.rejected] == ["It names no unit."]
    assert any("C3 networks" in note for note in report.notes)


def test_every_ability_has_a_name_there() -> None:
    assert ability_called("eagles_eyes") == "Eagle's Eyes"
    assert ability_called("terrain_master_frogman") == "Terrain Master (Frogman)"
    assert (ability_called("lucky"), ability_called("lucky4"), ability_called("lucky5")) == (
        "Lucky (1)",
        "Lucky (4)",
        None,
    )
    assert ability_called("range_master_long") == "Range Master (Long)"


# -- tables of forces ----------------------------------------------------------------------------------------------

HEAD = (
    "group,chassis,model,pilot,skill,adjustedPV,armorDamage,structureDamage,destroyed,mul_id,year,PV,cost,level,techBase,"
    "techRating,source,publishedRS,tags,role,SZ,usesOV,OV,MV,TMM,usesTh,Th,Str,TP,Arm,usesE,dmgS,dmgM,dmgL,dmgE,specials,"
    "usesArcs,"
    + ",".join(
        f"{arc}Arc {kind}"
        for arc in ("front", "rear", "left", "right")
        for kind in ("STD", "CAP", "MSL", "SCAP", "specials")
    )
)
FINCH = (
    '"The Wind - Recon Lance (Invalid Formation)",Greenfinch,GF-1,Ada,3,29,1,0,FALSE,99001,3052,24,1000,2,IS,D,Own,x,,'
    'Striker,2,TRUE,1,"10""/6""j",2,FALSE,0,3,BM,4,FALSE,2,2,0*,0,"ECM, TUR(1/1/-, SNARC1)",FALSE' + "," * 20
)
HAYLOFT = (
    'Train,Hayloft,,,,,0,0,FALSE,,2800,44,,,,,,,,Transport,2,FALSE,0,4p,0,TRUE,3,7,SC,9,TRUE,0,0,0,0,"SPC, IT20",TRUE,'
    + "2/2/1/0,0/0/0/0,,,PNT1,"
    + "1/1/0/0,,,,,"
    + "1/1/1/0,,,,,"
    + "1/1/1/0,,,,"
)
MEKBAY_CSV = "\n".join((HEAD, FINCH, FINCH, HAYLOFT))


def sheet(table: list[list[str]]) -> bytes:
    """A spreadsheet with one sheet, half of its texts shared and half in their cells."""
    shared: list[str] = []
    rows = []
    for number, cells in enumerate(table, start=1):
        written = []
        for at, cell in enumerate(cells):
            place = (chr(64 + at // 26) if at >= 26 else "") + chr(65 + at % 26) + str(number)
            if cell.isdecimal():
                written.append(f'<c r="{place}"><v>{cell}.0</v></c>')
            elif cell in ("TRUE", "FALSE"):
                written.append(f'<c r="{place}" t="b"><v>{int(cell == "TRUE")}</v></c>')
            elif cell and at % 2:
                shared.append(cell.replace("&", "&amp;").replace("<", "&lt;"))
                written.append(f'<c r="{place}" t="s"><v>{len(shared) - 1}</v></c>')
            elif cell:
                written.append(f'<c r="{place}" t="inlineStr"><is><t>{cell.replace("&", "&amp;")}</t></is></c>')
        rows.append(f'<row r="{number}">{"".join(written)}</row>')
    out = io.BytesIO()
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr(
            "xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{''.join(rows)}</sheetData></worksheet>"
        )
        texts = "".join(f"<si><t>{text}</t></si>" for text in shared)
        archive.writestr("xl/sharedStrings.xml", f"<sst {space}>{texts}</sst>")
    return out.getvalue()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_table_of_mekbay_is_a_force_with_cards(kind: str) -> None:
    raw = MEKBAY_CSV.encode() if kind == "csv" else sheet(list(csv.reader(MEKBAY_CSV.splitlines())))
    report = read_bytes(raw, source=f"force.{kind}")
    assert [refused.reason for refused in report.rejected] == []
    assert report.notes == ()
    wind, train = force(report).formations
    assert (wind.name, wind.type, train.name, train.type) == ("The Wind", "Recon Lance", "Train", None)
    finch = wind.members[0]
    assert (finch.name, finch.skill, dict(finch.state)) == ("Ada", 3, {"armor": 3})
    card = finch.card
    assert (card.id, card.name, card.era, str(card.move), str(card.damage)) == (
        "mul_99001",
        "Greenfinch GF-1",
        "Clan Invasion",
        '10"/6"j',
        "2/2/0*",
    )
    assert str(card.specials) == "ECM, TUR(1/1/-, SNARC1)"
    assert (card.pv, card.ov, card.armor, card.structure, card.threshold) == (24, 1, 4, 3, None)
    hayloft = train.members[0].card
    assert (hayloft.threshold, sorted(hayloft.arcs)) == (3, ["aft", "left", "nose", "right"])
    assert (str(hayloft.arcs["nose"].damage), str(hayloft.arcs["nose"].specials)) == ("2/2/1", "PNT1")
    assert [taken.card.id for taken in report.taken] == ["mul_99001", "hayloft"]


def test_a_search_of_mekbay_is_a_list_of_units() -> None:
    head = HEAD.split(",")
    drop = {0, *range(3, 9)}
    rows = [[cell for at, cell in enumerate(row) if at not in drop] for row in csv.reader([FINCH])]
    text = ",".join(name for at, name in enumerate(head) if at not in drop) + "\n"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    report = read(text + out.getvalue())
    assert (report.force, [card.name for card in report.cards]) == (None, ["Greenfinch GF-1"])


def test_a_unit_that_is_at_hand_is_not_taken_twice() -> None:
    archer = catalogue.find("ARC-2R Archer")
    head = "chassis,model,type,size,move,damage,ov,armor,structure,pv,specials,skill\n"
    values = (*(archer.chassis, archer.model, archer.type, archer.size), f'"{str(archer.move).replace(chr(34), "")}"')
    row = [*values, archer.damage, archer.ov, archer.armor, archer.structure, archer.pv, f'"{archer.specials}"', 2]
    good = read(head + ",".join(map(str, row)))
    assert [member.card is archer for member in force(good).members] == [True]
    assert good.taken == ()
    row[9] = 5
    other = read(head + ",".join(map(str, row)))
    assert (force(other).members[0].card.pv, len(other.taken)) == (5, 1)
    assert any("those of the file were taken" in remark for one in other.enlisted for remark in one.remarks)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"PK\x03\x04 and xl/ but nothing more", "this spreadsheet is damaged"),
        (b"PK\x03\x04 and nothing more", "a ZIP archive, a spreadsheet or a word processor's file"),
    ],
)
def test_a_spreadsheet_that_is_none(raw: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read(raw)


def test_a_spreadsheet_that_blows_up_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<a>" + b" " * 50_000_000 + b"</a>")
    assert len(out.getvalue()) < 100_000
    with pytest.raises(InputError, match="unpacked, this spreadsheet is larger than 40 MB"):
        read(out.getvalue())
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(InputError, match="this archive holds no sheet"):
        read(empty.getvalue())


# -- MegaMek ------------------------------------------------------------------------------------------------------

MUL = """<?xml version="1.0" encoding="UTF-8"?>
<unit version="0.49">
 <entity chassis="Archer" model="ARC-2R" commander="true" externalId="1">
  <pilot name="Ada" nick="Owl" gunnery="3" piloting="4"/>
  <location index="1"><armor points="2"/></location></entity>
 <entity chassis="MARAUDER" model="mad-3r"><crew><crewMember slot="1" name="B" gunnery="1" piloting="1"/>
  <crewMember slot="0" name="Bo" gunnery="5" piloting="6"/></crew></entity>
 <entity chassis="Pilot" model=""><pilot name="Ejected" gunnery="4" piloting="5"/></entity>
 <entity chassis="Nosuch" model="X"/>
</unit>"""


def test_a_unit_list_of_megamek_is_a_force() -> None:
    report = read(MUL)
    assert roll(report) == [("Units", None, [("arc_2r_archer", 3), ("mad_3r_marauder", 5)])]
    ada, bo = force(report).members
    assert (ada.name, ada.callsign, ada.command, bo.name) == ("Ada", "Owl", "commander", "Bo")
    assert [(refused.name, refused.where) for refused in report.rejected] == [("Nosuch X", "entity 4")]
    record = '<record><survivors><entity chassis="Archer" model="ARC-2R"/></survivors><salvage/><allies/></record>'
    assert [member.skill for member in force(read(record)).members] == [4]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('<!DOCTYPE u [<!ENTITY a "aaaa">]><unit>&a;</unit>', "declares a document type or entities"),
        (
            '<?xml version="1.0"?><!DOCTYPE u SYSTEM "file:///etc/passwd"><unit/>',
            "declares a document type or entities",
        ),
        ("<unit><entity chassis='a'>", "broken off or damaged"),
        ("<unit>" + "<a>" * 100 + "</a>" * 100 + "</unit>", "more, or deeper, elements"),
        ("<?xml version='1.0'?><mech/>", "begins with <mech>"),
        ("<unit/>", "holds no units"),
    ],
)
def test_markup_that_is_no_unit_list(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read("<?xml version='1.0'?>" + text if text.startswith("<!") else text)


PAGE = """\
Greenfinch GF-1
---------------
Point Value (PV): 24
TP: BM,  SZ: 2,  TMM: 2,  MV: 10"/6"j
Damage: (S) 2 / (M) 2 / (L) 0*,  OV: 1
Armor (A): 4, Structure (S): 3
Specials: ECM, CASE

Sparrow SP-1
------------
Point Value (PV): 20
TP: AF,  SZ: 1,  THR: 9a
Damage: (S) 1 / (M) 1 / (L) 0 / (E) 0,  OV: 0
Armor (A): 3, Threshold (TH): 1, Structure (S): 2
Specials: BOMB1, FUEL20
"""


def test_a_page_of_alpha_strike_values() -> None:
    report = read(PAGE)
    assert [refused.reason for refused in report.rejected] == []
    finch, sparrow = report.cards
    assert (finch.name, str(finch.damage), finch.ov, str(finch.specials)) == (
        "Greenfinch GF-1",
        "2/2/0*",
        1,
        "ECM, CASE",
    )
    assert (sparrow.type, str(sparrow.move), sparrow.threshold, sparrow.pv) == ("AF", "9a", 1, 20)
    assert [taken.where for taken in report.taken] == ["line 1", "line 9"]


def test_both_tables_of_megamek() -> None:
    converted = (
        "Megamek Unit AlphaStrike Converter\nThis file can be regenerated\n"
        "MUL ID\tChassis\tModel\tRole\tType\tSize\tMovement\tTMM\tArmor\tStructure\tThreshold\t"
        "S\tS*\tM\tM*\tL\tL*\tE\tE*\tOverheat\tPoint Value\tAbilities\tFront Arc\tLeft Arc\tRight Arc\tRear Arc\n"
        '-1\tGreenfinch\tGF-1\tStriker\tBM\t2\t10"/6"j\t2\t4\t3\t0\t2\tFALSE\t2\tFALSE\t0\tTRUE\t0\tFALSE\t1\t24\t'
        "ECM, CASE\t\t\t\t\n"
    )
    copied = (
        "Chassis\tModel\tMUL ID\tRole\tType\tSZ\tMV\tArm\tStr\tThr\tDmg S/M/L\tOV\tPV\tSpecials\t\n"
        'Greenfinch\tGF-1\t77\tStriker\tBM\t2\t10"/6"j\t4\t3\t \t2/2/0*\t1\t24\tECM,CASE\t\n'
    )
    for text, unit_id in ((converted, "greenfinch_gf_1"), (copied, "mul_77")):
        report = read(text)
        assert [refused.reason for refused in report.rejected] == []
        (finch,) = report.cards
        assert (finch.id, finch.name, str(finch.damage), finch.pv) == (unit_id, "Greenfinch GF-1", "2/2/0*", 24)


# -- Jeff's BattleTech Tools --------------------------------------------------------------------------------------

JEFF_UNIT = {
    **{"mulID": 4711, "class": "Greenfinch", "variant": "GF-1", "name": "Greenfinch GF-1", "type": "BM", "size": 2},
    **{"move": [{"move": 10, "type": ""}, {"move": 6, "type": "j"}], "tmm": 2, "armor": 4, "structure": 3},
    "damage": {"short": 2, "medium": 2, "long": 0, "extreme": 0, "longMinimal": True},
    **{"abilities": ["ECM", "CASE"], "overheat": 1, "basePoints": 24, "role": "Striker", "dateIntroduced": "3052"},
    **{"currentArmor": [True, False, False, False], "currentStructure": [False] * 3, "mpControlHits": 1},
    **{"currentSkill": 3, "currentHeat": 2, "customName": "Old Green"},
    "pilot": {"name": "Ada", "gunnery": 2, "piloting": 5, "alphaStrikeAbilities": [25, 28, 999]},
}
JEFF = {
    "uuid": "x",
    "groups": [{"name": "", "groupLabel": "Star", "formationBonus": "Pursuit Lance", "units": [JEFF_UNIT, JEFF_UNIT]}],
}


def test_an_export_of_jeffs_tools_is_a_force_with_cards() -> None:
    report = read(JEFF)
    (group,) = force(report).formations
    assert (group.name, group.type, len(report.taken)) == ("Star 1", "Pursuit Lance", 1)
    ada = group.members[0]
    assert (ada.name, ada.callsign, ada.skill, ada.bought) == ("Ada", "Old Green", 2, ("Iron Will", "Lucky (2)"))
    assert (ada.card.id, str(ada.card.damage), str(ada.card.move)) == ("mul_4711", "2/2/0*", '10"/6"j')
    assert dict(ada.state) == {"armor": 3, "heat": 2, "crits": {"mp": 1}}
    assert report.enlisted[0].remarks == ("Left out pilot abilities that are not in the book.",)
    for part in (JEFF["groups"][0], JEFF_UNIT, [JEFF_UNIT]):  # type: ignore[index]
        assert force(read(part)).members[0].card == ada.card
    assert {str(pilot_ability(name)) for name in ABILITIES} >= {"Urban Guerrilla", "Zweihander", "Hot Dog"}


def test_an_old_export_holds_records_of_the_master_unit_list() -> None:
    record = {"Id": 142, "Name": "Atlas AS7-D-DC", "Class": "Atlas", "Variant": "AS7-D-DC", "BFType": "BM", "BFSize": 4}
    record |= {
        "BFMove": '6"',
        "BFArmor": 10,
        "BFStructure": 8,
        "BFPointValue": 52,
        "BFDamageShort": 5,
        "currentSkill": 3,
    }
    report = read({"groups": [{"name": "Own", "groupLabel": "Lance", "formationBonus": "None", "units": [record]}]})
    assert roll(report) == [("Own", None, [("mul_142", 3)])]


# -- lists, our own files, and what is neither ------------------------------------------------------------------------


def test_a_pasted_list_of_names_is_a_force() -> None:
    report = read("- 2x MAD-3R Marauder @3\n\nArcher ARC-2R\nSTG-3R Stinger x 2\nno such machine\n# 1 lance!{}")
    assert [(member.card.id, member.skill) for member in force(report).members] == [
        *[("mad_3r_marauder", 3)] * 2,
        ("arc_2r_archer", 4),
        *[("stg_3r_stinger", 4)] * 2,
    ]
    assert [(refused.name, refused.where) for refused in report.rejected] == [("no such machine", "line 5")]
    assert report.notes == ("These lines name no unit and were not read: 6.",)


def test_our_own_force_file() -> None:
    text = "name: Riders\nformations: [{name: Horse, units: [{unit: Arctic Cheetah B, state: {armor: 1}}]}]"
    report = read(text)
    assert (force(report).name, report.seems, dict(force(report).members[0].state)) == (
        "Riders",
        "a force file",
        {"armor": 1},
    )
    assert force_from_data(force_to_data(force(report))) == force(report)
    for state, reason in (("{armor: 99}", "armor"), ("{moved: jump}", "moved"), ("[]", "state")):
        with pytest.raises(InputError, match=reason):
            read(text.replace("{armor: 1}", state))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"%PDF-1.7 ...", "this is a PDF"),
        ("sides: [{name: red}]\nmap: {kind: table}", "this is a battle, neither units nor a force"),
        ('{"save": 1, "commands": []}', "this is a battle, neither units nor a force"),
        ("Dear diary, nothing happened today.", "this is nothing that units or forces are kept in"),
        ("<html><body>Master Unit List</body></html>", "a web page: save the data it offers"),
        ("name: [", "this is not YAML"),
    ],
)
def test_a_wrong_file_says_what_it_seems_to_be(content: str | bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read(content)


def test_budgets_are_kept() -> None:
    with pytest.raises(InputError, match=r"larger than 0\.001 MB"):
        read_bytes(b"x" * 2000, source="it", allowed=Allowed(bytes=1000))
    with pytest.raises(InputError, match="3 units are more than the 2"):
        read_bytes(json.dumps({"Units": [{}, {}, {}]}).encode(), source="it", allowed=Allowed(units=2))
    with pytest.raises(InputError, match="a YAML file may have 10 bytes"):
        read_bytes(b"name: something long", source="it", allowed=Allowed(yaml_bytes=10))
    with pytest.raises(InputError, match="a force may bring 500 units"):
        read("gs=as&units=" + ",".join(["BMArcher_ARC2R"] * 501))


# -- the command line ---------------------------------------------------------------------------------------------


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        entry.main(list(words))
    return int(left.value.code or 0)


def test_a_force_is_imported_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "carter.json", tmp_path / "mine.yaml"
    file.write_text(json.dumps(STORED))
    assert run("force", "import", str(file), "-o", str(out)) == 1  # one of its units names nothing
    told = capsys.readouterr().out
    assert "joins Own." in told
    assert "refused: It names no unit." in told
    assert parse_force(out.read_text()).members[0].name == "Ada"
    table = tmp_path / "force.csv"
    table.write_text(MEKBAY_CSV)
    assert run("units", "import", str(table)) == 0
    assert "It holds a force: `lancemate force import" in capsys.readouterr().out
    assert sorted(shelf.shelf().ids) == ["hayloft", "mul_99001"]
    assert run("force", "import", str(table), "--json") == 0
    assert json.loads(capsys.readouterr().out)["force"]["formations"][0]["units"][0]["state"] == {"armor": 3}
    units = tmp_path / "page.txt"
    units.write_text(PAGE)
    assert run("force", "import", str(units)) == 2
    assert "there is no force in it: units only" in capsys.readouterr().err
