"""Cards to print: everything is on them, nothing overlaps, nothing leaves the card."""

import re
import string
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import matplotlib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.card import Card, card_from_data
from lancemate.alphastrike.cards.special_codes import explain
from lancemate.muster import catalogue
from lancemate.muster.printing.card_face import HEIGHT, WIDTH, Face
from lancemate.muster.printing.drawing import Box, Disc, Mark, Text
from lancemate.muster.printing.helvetica import LETTERS, MARK_WIDTH, MARKS, STROKE, WIDTHS, place_of
from lancemate.muster.printing.letters import DOTS, Words, broken, fitted, line, stretches, width_of
from lancemate.muster.printing.sheets import card_face, card_page
from lancemate.muster.printing.units import PrintedUnit, of_cards
from muster.pages import outside, overlaps, words

CARDS = catalogue.all()
CROWDED = "AC2/2/2,ECM,PRB,RCN,TAG,C3M2,IF3,LRM3/3/3,SRM4/4,CASE,AMS,ARM,STL,OVL,REAR2/2/2,MHQ3,HT2/2/2,OMNI"


def tidy(face: Face) -> None:
    assert outside(face.marks, WIDTH, face.height) == []
    assert overlaps(face.marks) == []
    frame = next(mark for mark in face.marks if isinstance(mark, Box))
    assert (
        outside(
            [mark.moved(-frame.x, -frame.y, 1.0) for mark in face.marks if isinstance(mark, Text | Disc)],
            frame.width,
            frame.height,
        )
        == []
    )


def labels(card: Card) -> set[str]:
    return {mark.text for mark in card_page(card).marks if isinstance(mark, Text)}


def discs(marks: Iterable[Mark], *, grey: bool) -> int:
    """Bubbles of structure (grey) or armor: larger than the boxes of critical hits."""
    return sum(isinstance(mark, Disc) and mark.radius != 2.8 and (mark.fill != 1.0) == grey for mark in marks)


def made(**keys: object) -> Card:
    usual: dict[str, object] = {
        "name": "Finch",
        "type": "BM",
        "size": 2,
        "move": '8"',
        "armor": 3,
        "structure": 3,
        "pv": 20,
    }
    return card_from_data(usual | keys)


def face_of(card: Card, **more: object) -> Face:
    return card_face(PrintedUnit(card, card.name, **more))  # type: ignore[arg-type]


# -- the whole catalogue --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_of_the_catalogue_is_tidy_and_complete(card: Card) -> None:
    face = face_of(card)
    tidy(face)
    text = words(face.marks)
    for part in (card.name, f"PV {card.pv or '-'}", card.type, str(card.move), card.role or ""):
        assert part in text
    listed = text.replace(" ", "")
    for special in card.specials:
        assert special.text.replace(" ", "") in listed
        assert special in face.left or explain(special).replace(" ", "") in listed
    for arc in card.arcs.values():
        assert all(str(strength) in text for strength in arc.damage[:3])
    assert face.height == HEIGHT or card.is_multi_arc


@pytest.mark.parametrize("card", [card for card in CARDS if not card.sections], ids=lambda card: card.id)
def test_there_is_a_bubble_for_every_point(card: Card) -> None:
    marks = face_of(card).marks
    assert (discs(marks, grey=False), discs(marks, grey=True)) == (card.armor, card.structure)


# -- what each kind of card has (pp. 213-215) ------------------------------------------------------------------------

GROUND = {"TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL", "SHORT +0", "MEDIUM +2", "LONG +4", "ARMOR", "STRUCTURE"}
HEAT = {"HEAT", "OVERHEAT", "S"}


@pytest.mark.rule("AS-FOR-122")
def test_the_card_of_a_mech() -> None:
    found = labels(catalogue.find("MAD-3R Marauder"))
    assert found >= GROUND | HEAT | {'8"', "Sniper", "PV 35"}
    assert found >= {
        "Engine",
        "+1 heat firing",
        "Fire control",
        "+2 to hit",
        "Movement",
        "half Move",
        "Weapons",
        "-1 damage",
    }


@pytest.mark.rule("AS-FOR-123")
def test_the_card_of_a_vehicle_has_motive_boxes_and_no_heat() -> None:
    found = labels(made(type="CV", move='8"t'))
    assert found >= GROUND | {"half Move, dmg", "+2 to hit", "-1 damage", "Motive", '-2" Move', "half Move", "no Move"}
    assert not found & HEAT


@pytest.mark.rule("AS-FOR-124")
def test_the_card_of_infantry_has_no_criticals() -> None:
    found = labels(made(type="CI", move='2"f'))
    assert found >= GROUND
    assert not found & (HEAT | {"CRITICAL HITS"})


@pytest.mark.rule("AS-FOR-125")
def test_the_card_of_a_fighter_has_thrust_a_threshold_and_extreme_range() -> None:
    found = labels(made(type="AF", move="6a", armor=7))
    assert found >= {"THRUST", "6a", "THRESHOLD", "E +6", "OV", "HEAT", "half Thrust", "+2 to hit", "-1 damage"}
    assert not found & {"TMM", "MOVE"}
    page = card_page(made(type="AF", move="6a", armor=7, damage="5/5/5"))
    (label,) = [mark for mark in page.marks if isinstance(mark, Text) and mark.text == "THRESHOLD"]
    (value,) = [
        mark
        for mark in page.marks
        if isinstance(mark, Text) and abs(mark.x + mark.width / 2 - label.x - label.width / 2) < 0.1 and mark.bold
    ]
    assert value.text == "3"  # a third of the armor, where none is printed


@pytest.mark.rule("AS-FOR-126")
def test_the_card_of_a_protomech() -> None:
    found = labels(made(type="PM", move='8"'))
    assert found >= GROUND | {"Fire control", "+2 to hit", "Movement", "half Move", "Weapons", "-1 damage"}
    assert not found & (HEAT | {"Engine"})


@pytest.mark.rule("AS-FOR-127")
def test_the_card_of_a_large_unit_has_its_arcs() -> None:
    card = catalogue.find("training_very_large_crawler_escarpment")
    found = labels(card)
    assert found >= {"TMM", "MOVE", "Front", "Left", "Right", "Aft", "S +0", "M +2", "L +4", "Whole unit"}
    assert found >= {"half Move, dmg", "+2 to hit", '-2" Move', "half Move", "no Move", "weapon hits: half damage"}
    assert "-1 damage" not in found  # weapon hits are marked by arc
    assert card_page(card).height == 2 * HEIGHT


def test_small_craft_do_not_dock() -> None:
    craft = [card for card in catalogue.all() if card.type == "SC"]
    assert craft
    for card in craft:
        found = words(face_of(card).marks)
        assert "Thruster" in found
        assert "KF boom" not in found
        assert "Dock collar" not in found


@pytest.mark.rule("AS-FOR-128")
def test_the_card_of_a_dropship_has_classes_of_weapons_by_arc() -> None:
    card = catalogue.find("training_spheroid_dropship_melon")
    found = labels(card)
    assert found >= {"THRUST", "THRESHOLD", "12", "Nose", "Left", "Right", "Aft", "MSL", "SCAP", "E +6"}
    assert found >= {
        "Crew",
        "+2 to hit",
        "Engine",
        "Thrust -25/50/100%",
        "KF boom",
        "Dock collar",
        "Thruster",
        "-1 Thrust",
    }
    assert "-25% damage" in found


def test_the_card_of_a_mobile_structure_has_its_sections() -> None:
    card = catalogue.find("training_mobile_structure_walking_mill")
    page = card_page(card)
    assert labels(card) >= {"Bow", "Port", "Core", "Starboard", "Stern", "52", "75", "weapon hits: -1 damage"}
    assert (discs(page.marks, grey=False), discs(page.marks, grey=True)) == (52, 75)


@pytest.mark.rule("AS-INT-029")
def test_a_skill_may_be_left_to_be_filled_in() -> None:
    card = made(pv=35, damage="9/9/9", armor=8, structure=7)
    assert "PV 56" in words(card_page(card, 1).marks)
    assert "35 at Skill 4" in words(card_page(card, 1).marks)
    assert "PV 35" in words(card_page(card, None).marks)


# -- odd cards --------------------------------------------------------------------------------------------------------


def test_many_points_become_a_number_to_write_beside() -> None:
    face = face_of(made(armor=150, structure=99))
    tidy(face)
    assert "150" in words(face.marks)
    assert (discs(face.marks, grey=False), discs(face.marks, grey=True)) == (0, 0)


def test_what_cannot_be_explained_on_a_card_is_left_for_the_reference_page() -> None:
    card = made(
        specials="AC2/2/2,ECM,PRB,RCN,TAG,C3M2,IF3,LRM3/3/3,SRM4/4,CASE,AMS,ARM,STL,OVL,REAR2/2/2,MHQ3,HT2/2/2,OMNI"
    )
    face = face_of(card)
    tidy(face)
    assert 0 < len(face.left) < len(card.specials)
    text = words(face.marks).replace(" ", "")
    assert str(card.specials).replace(" ", "") in text
    assert all((special in face.left) != (explain(special).replace(" ", "") in text) for special in card.specials)


def test_crews_and_their_abilities() -> None:
    face = face_of(made(), crew='Oberst Jäger "Falke"', crew_abilities=("Lucky (2)", "Sniper"), formation="Recon Lance")
    tidy(face)
    assert 'Medium BattleMech - Oberst Jäger "Falke" - Recon Lance' in words(face.marks)
    assert "Crew: Lucky (2), Sniper" in words(face.marks)


def test_units_of_one_design_are_told_apart() -> None:
    titles = [unit.title for unit in of_cards([made(), made(), made(name="Lark")])]
    assert titles == ["Finch 1", "Finch 2", "Lark"]


def test_a_giant_is_made_to_fit() -> None:
    sections = [
        {
            "name": f"part {number}",
            "at": [number, 0],
            "armor": 30,
            "structure": 30,
            "damage": "2/2/2",
            "specials": ["ECM"],
        }
        for number in range(24)
    ]
    face = face_of(made(type="MS", size=5, armor=720, structure=720, sections=sections))
    assert face.height == 4 * HEIGHT
    assert outside(face.marks, WIDTH, face.height) == []


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=120).filter(str.strip)
ABILITIES = st.lists(st.sampled_from(CROWDED.split(",")), unique=True)


@given(
    TEXTS,
    st.sampled_from(["BM", "CV", "CI", "AF", "PM", "SV"]),
    st.integers(0, 999),
    st.integers(1, 99),
    ABILITIES,
    TEXTS,
    st.integers(0, 8) | st.none(),
)
def test_any_card_is_tidy(
    name: str, unit_type: str, armor: int, structure: int, specials: list[str], crew: str, skill: int | None
) -> None:
    move = {"CV": '8"t', "SV": '8"w', "CI": '2"f', "AF": "6a"}.get(unit_type, '10"/6"j')
    card = made(name=name, type=unit_type, move=move, armor=armor, structure=structure, specials=specials, role=crew)
    tidy(face_of(card, crew=crew, skill=skill))


# -- letters ----------------------------------------------------------------------------------------------------------


def shown(text: str, bold: bool = False) -> list[str]:
    return [part.letters for part in stretches(text, 10.0, bold)]


def test_umlauts_and_other_letters_find_a_font() -> None:
    assert shown("Jäger") == ["Jäger"]
    assert shown("Łódź 盾") == ["Ł", "ódz ?", "\N{COMBINING ACUTE ACCENT}"]
    assert shown("č≤đ熊") == ["c<=d?", "\N{COMBINING CARON}", STROKE]
    assert shown("ệ") == ["e"]  # one mark at a time
    assert shown("a\N{COMBINING DIAERESIS}c\N{COMBINING CARON}") == ["äc", "\N{COMBINING CARON}"]
    assert [part.other for part in stretches("Łodzį", 10.0, False)] == [True, False, True]
    assert width_of("熊", 10.0) > 0


def test_greek_and_cyrillic_names_stay_readable_and_what_nobody_sees_takes_no_room() -> None:
    assert shown("Щит Ёжик, Αχιλλέας ΰ") == ["Shchit Yozhik, Achilleas y"]
    assert shown("Fox\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}\N{RIGHT-TO-LEFT OVERRIDE}1") == ["Fox1"]
    assert width_of("\N{ZERO WIDTH SPACE}", 10.0) == 0


@pytest.mark.parametrize("bold", [False, True])
def test_a_stroke_goes_through_the_stem_of_its_letter(bold: bool) -> None:
    assert place_of(STROKE, "d", bold) == (WIDTHS[bold]["d"] - MARK_WIDTH, 0)
    assert place_of(STROKE, "h", bold) == (0, 0)


@pytest.mark.parametrize("bold", [False, True])
def test_a_mark_stands_in_the_middle_of_its_letter_and_higher_on_tall_ones(bold: bool) -> None:
    _, small = stretches("ř", 10.0, bold)
    letters, tall = stretches("aŘ", 10.0, bold)
    assert (letters.right, letters.up, small.up) == (0.0, 0.0, 0.0)
    assert tall.up == pytest.approx(1.9)
    assert small.right + 1.665 == pytest.approx(width_of("r", 10.0, bold) / 2, abs=0.01)
    assert tall.right + 1.665 == pytest.approx(width_of("a", 10.0, bold) + width_of("R", 10.0, bold) / 2, abs=0.01)
    assert shown("ĭ", bold)[0] == "ı"
    _, below = stretches("ę", 10.0, bold)
    assert (below.right + 3.33, below.up) == (pytest.approx(width_of("e", 10.0, bold)), 0.0)


@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_as_wide_as_in_the_font(bold: bool) -> None:
    """Beside the measures of the font itself, which matplotlib brings along."""
    font = Path(matplotlib.get_data_path()) / "fonts" / "pdfcorefonts" / f"Helvetica{'-Bold' if bold else ''}.afm"
    rows = re.findall(r"^C (-?\d+) ; WX (\d+) ; N (\w+) ;", font.read_text("latin-1"), re.MULTILINE)
    by_code = {int(code): int(width) for code, width, _ in rows}
    by_name = {name: int(width) for _, width, name in rows}
    assert {letter: by_name[name] for letter, name in LETTERS.items()} == {one: WIDTHS[bold][one] for one in LETTERS}
    assert {by_name[name] for name in MARKS.values()} == {MARK_WIDTH}
    for letter in string.ascii_letters + string.digits + "!%&*+,./:;=?@":
        assert width_of(letter, 10.0, bold) == pytest.approx(by_code[ord(letter)] / 100)
    for letter in "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëñòóôõöùúûüýÿšžŠŽŸ":
        assert width_of(letter, 10.0, bold) == width_of(unicodedata.normalize("NFD", letter)[0], 10.0, bold)


def test_every_letter_of_western_europe_has_its_width() -> None:
    western = [bytes([code]).decode("cp1252", "ignore") for code in range(256)]
    printable = {letter for letter in western if letter and letter.isprintable()}
    for bold in (False, True):
        assert WIDTHS[bold].keys() == printable | LETTERS.keys()


@given(TEXTS, st.floats(4.0, 14.0), st.floats(20.0, 300.0))
def test_texts_fit_where_they_are_put(text: str, size: float, room: float) -> None:
    short, small = fitted(text, size, room, least=4.0)
    assert width_of(short, small) <= room or short == DOTS
    for each in broken([Words(text), Words(text, bold=True)], size, room):
        assert sum(width_of(part.text, size, part.bold) for part in each) <= room + 1e-6 or len(each[0].text) == 1


def test_lines_are_anchored() -> None:
    for anchor, left in (
        ("start", 50.0),
        ("middle", 50.0 - width_of("Text", 8.0) / 2),
        ("end", 50.0 - width_of("Text", 8.0)),
    ):
        assert line(50.0, 10.0, "Text", 8.0, anchor=anchor).x == pytest.approx(left)  # type: ignore[arg-type]
