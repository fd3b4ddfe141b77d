"""Sheets of cards, force sheets and templates; PDF and SVG."""

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.card import card_from_data, card_to_data
from lancemate.cli import main as entry
from lancemate.muster import catalogue
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.force_files import force_text, sample_force, sample_forces
from lancemate.muster.printing.card_face import HEIGHT, WIDTH
from lancemate.muster.printing.drawing import Box, Disc, Page, Text
from lancemate.muster.printing.force_sheet import force_pages
from lancemate.muster.printing.helvetica import CODES
from lancemate.muster.printing.paper import COLUMNS, ROWS, Paper, Place, laid_out
from lancemate.muster.printing.pdf import to_pdf
from lancemate.muster.printing.sheets import card_page, card_sheets, force_print
from lancemate.muster.printing.svg import to_svg
from lancemate.muster.printing.templates import template_page
from lancemate.muster.printing.units import of_cards, of_force
from muster.pages import outside, overlaps, words

SVG = "{http://www.w3.org/2000/svg}"
MARAUDER = catalogue.find("MAD-3R Marauder")


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def tidy(page: Page) -> None:
    assert outside(page.marks, page.width, page.height) == []
    assert overlaps(page.marks) == []


def test_every_card_of_a_force_says_where_it_belongs() -> None:
    for force in sample_forces():
        told = " ".join(words(page.marks) for page in card_sheets(of_force(force)))
        for formation in force.formations:
            assert told.count(f" - {formation.name} ") >= len(formation.members), (force.name, formation.name)


# -- sheets of cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", Paper)
def test_eight_cards_to_a_page(paper: Paper) -> None:
    for number, sheets in ((1, 1), (8, 1), (9, 2), (16, 2)):
        pages = card_sheets(of_cards([MARAUDER] * number), paper)
        assert len(pages) == sheets
        frames = [mark for page in pages for mark in page.marks if isinstance(mark, Box) and mark.width > 240]
        assert len(frames) == number
        for page in pages:
            tidy(page)


def test_all_cards_of_the_catalogue_on_sheets() -> None:
    pages = card_sheets(of_cards(catalogue.all()), Paper.letter)
    for page in pages:
        tidy(page)
    text = " ".join(words(page.marks) for page in pages)
    assert all(card.name in text for card in catalogue.all())


@given(st.lists(st.integers(1, ROWS), max_size=40))
def test_cards_never_lie_on_each_other(heights: list[int]) -> None:
    taken: list[Place] = []
    for height, place in zip(heights, laid_out(heights), strict=True):
        assert 0 <= place.column < COLUMNS
        assert place.row + height <= ROWS
        taken += [Place(place.sheet, place.column, place.row + more) for more in range(height)]
    assert len({*taken}) == len(taken)
    if heights and {*heights} == {1}:
        assert taken == sorted(taken, key=lambda place: (place.sheet, place.row, place.column))


def test_abilities_without_room_come_on_a_page_of_their_own() -> None:
    units = of_cards([catalogue.find("training_super_large_carrier_headland"), MARAUDER])
    assert len(card_sheets(units)) == 1
    crowded = "AC2/2/2,ECM,PRB,RCN,TAG,C3M2,IF3,LRM3/3/3,SRM4/4,CASE,AMS,ARM,STL,OVL,REAR2/2/2,MHQ3,HT2/2/2,OMNI"
    card = card_from_data(card_to_data(MARAUDER) | {"specials": crowded})
    pages = card_sheets(of_cards([card, card]))
    assert len(pages) == 2
    tidy(pages[1])
    assert words(pages[1].marks).count("(Stealth)") == 1


# -- force sheets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("force", sample_forces(), ids=lambda force: force.id)
def test_the_forces_of_the_book(force: Force, paper: Paper) -> None:
    (page,) = force_pages(force, paper)
    tidy(page)
    text = words(page.marks)
    for name, member in zip(force.unit_names, force.members, strict=True):
        assert name in text
        assert all(ability in text for ability in member.abilities)
    for formation in force.formations:
        assert f"{len(formation.members)} units, {formation.pv} PV" in text
    assert f"{len(force.members)} units, {force.pv} PV" in text
    assert all(ability in text for ability in force.command_abilities)
    assert "Bonus:" in text


def test_a_large_force_takes_several_pages() -> None:
    cards = catalogue.all()
    lances = tuple(
        Formation(
            f"Lance {number}", tuple(Member(card, skill=number % 8) for card in cards[number * 4 : number * 4 + 4])
        )
        for number in range(25)
    )
    force = Force("Hundert Einheiten für Łódź", lances, limit=100)
    pages = force_print(force)
    for page in pages:
        tidy(page)
    sheets = force_pages(force)
    assert len(sheets) > 2
    assert "over the limit" in words(sheets[-1].marks)
    text = " ".join(words(page.marks) for page in sheets)
    assert all(f"Lance {number}" in text for number in range(25))


# -- templates --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-129")
@pytest.mark.parametrize("paper", Paper)
def test_templates_have_their_true_size(paper: Paper) -> None:
    page = template_page(paper)
    assert outside(page.marks, page.width, page.height) == []
    assert sorted(mark.radius / 72 for mark in page.marks if isinstance(mark, Disc)) == [1.0, 1.0, 3.0]
    assert [mark.height / 72 for mark in page.marks if isinstance(mark, Box)] == [2.0]
    rim = [mark for mark in page.marks if isinstance(mark, Text) and mark.text in "123456"]
    assert [mark.text for mark in rim] == [*"123456"] * 2
    one, two, _, four = rim[:4]
    assert one.y < two.y < four.y
    assert two.x > one.x


# -- PDF and SVG ------------------------------------------------------------------------------------------------------


def drawn(pdf: bytes) -> bytes:
    """What is drawn on all pages."""
    return b"".join(zlib.decompress(each) for each in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL))


def test_a_pdf_is_the_same_every_time_and_asks_for_letters_by_their_fonts() -> None:
    pages = card_sheets(of_cards([MARAUDER] * 9))
    pdf = to_pdf(pages, title="Ä")
    assert pdf.startswith(b"%PDF-")
    assert pdf == to_pdf(card_sheets(of_cards([MARAUDER] * 9)), title="Ä")
    assert pages_of(pdf) == 2
    assert b"(NOTES) Tj" in drawn(pdf)
    assert b"Other" not in drawn(pdf)
    assert len(re.findall(rb"/(?:Plain|Bold)(?:Other)? \d+ 0 R", pdf)) == 4  # fonts that a reader finds by number
    force = Force("Łódź", (Formation("Lance", (Member(MARAUDER, name="Щит 熊"),)),))
    pdf = to_pdf(force_print(force), title="Łódź")
    assert re.search(rb"/BoldOther [\d.]+ Tf\n[\d.]+ [\d.]+ Td\n\(%c\) Tj" % CODES["Ł"], drawn(pdf))
    assert b"(\xf3dz) Tj" in drawn(pdf)
    assert b"/Lslash" in pdf
    assert "Łódź".encode("utf-16-be").hex().encode() in pdf  # what a reader calls the window


def test_an_svg_is_in_its_true_size_and_well_formed() -> None:
    tree = ElementTree.fromstring(to_svg(card_page(MARAUDER)))
    assert (tree.get("width"), tree.get("height")) == (f"{WIDTH / 72:.4f}in", f"{HEIGHT / 72:.4f}in")
    texts = [text.text for text in tree.iter(f"{SVG}text")]
    assert {"MAD-3R Marauder", "PV 35", '8"'} <= {*texts}
    (sheet,) = card_sheets(of_cards([MARAUDER]), Paper.a4)
    tree = ElementTree.fromstring(to_svg(sheet))
    assert (tree.get("width"), tree.get("height")) == ("8.2677in", "11.6929in")


@given(st.text(min_size=1, max_size=60).filter(str.strip))
def test_no_name_breaks_a_print(name: str) -> None:
    force = Force(name, (Formation(name, (Member(MARAUDER, name=name, callsign=name),)),))
    pages = force_print(force)
    for page in pages:
        ElementTree.fromstring(to_svg(page))
    assert pages_of(to_pdf(pages, title=name)) == len(pages)


def test_the_example_of_the_documentation_runs() -> None:
    pages = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(pages.partition("```python\n")[2].partition("```")[0], names)
    assert "MAD-3R Marauder" in str(names["svg"])
    assert isinstance(names["pdf"], bytes)
    assert pages_of(names["pdf"]) == 2


# -- the command ------------------------------------------------------------------------------------------------------


def run(*words_: str) -> int:
    with pytest.raises(SystemExit) as left:
        entry.main(["cards", *words_])
    assert isinstance(left.value.code, int)
    return left.value.code


def test_the_command_prints_units_and_forces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cards.pdf"
    assert run("mad-3r marauder@2", "Arctic Cheetah D", "--templates", "-o", str(out)) == 0
    assert pages_of(out.read_bytes()) == 2
    assert capsys.readouterr().out == f"{out}\n"
    file = tmp_path / "force.yaml"
    file.write_text(force_text(sample_force("gdl")), encoding="utf-8")
    assert run(str(file), "-o", str(out)) == 2
    assert "cards.pdf is there already; --overwrite writes over it" in capsys.readouterr().err
    assert pages_of(out.read_bytes()) == 2
    assert run(str(file), "-o", str(out), "--paper", "letter", "--overwrite") == 0
    assert pages_of(out.read_bytes()) == 3
    assert run("gdl", "-o", str(out), "--no-sheet", "--overwrite") == 0
    assert pages_of(out.read_bytes()) == 2
    assert run("gdl/Command Lance", "LCT-1V Locust x9 @3", "Ejected crew", "-o", str(tmp_path / "new" / "more")) == 0
    assert pages_of((tmp_path / "new" / "more.pdf").read_bytes()) == 4


def test_the_command_writes_a_file_for_each_page_of_svg(tmp_path: Path) -> None:
    assert run("Eridani Light Horse, 3rd Recon Company", "--svg", "-o", str(tmp_path / "elh")) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["elh-1.svg", "elh-2.svg", "elh-3.svg"]
    assert run("MAD-3R Marauder", "--blank", "-o", str(tmp_path / "one.svg")) == 0
    assert "MAD-3R Marauder" in (tmp_path / "one.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words_", "problem"),
    [
        ([], "There is nothing to print"),
        (["No Such Unit At All"], 'No unit "No Such Unit At All"'),
        (["MAD-3R Marauder@9"], "'9' is no Skill: it runs from 0 (best) to 8"),
        (["MAD-3R Marauder@good"], "'good' is no Skill"),
        ([""], "name a force"),
        (["MAD-3R Marauder", "--blank", "--skill", "3"], "--blank: a Skill is either written on the cards or left"),
        (["gdl", "--blank"], "--blank: this is for units named one by one"),
        (["gdl", "--skill", "3"], "--skill: this is for units named one by one"),
        (["MAD-3R Marauder", "--no-sheet"], "--no-sheet: only a force has a sheet"),
        (["MAD-3R Marauder", "--svg", "-o", "one.pdf"], "--out: 'one.pdf' is the name of a PDF file"),
        (["MAD-3R Marauder", "-o", "one.png"], "--out: 'one.png' is no name of a PDF or SVG file"),
        (["no-such-force.yaml"], "no-such-force.yaml: cannot be read"),
        (["MAD-3R Marauder", "--svg", "-o", "."], "'.' is a folder"),
        (["MAD-3R Marauder", "-o", "mine.yaml"], "'mine.yaml' is no name of a PDF or SVG file"),
        (["MAD-3R Marauder", "-o", "/dev/null/cards.pdf"], "--out: /dev/null/cards.pdf cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(
    words_: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words_) == 2
    err = capsys.readouterr().err
    assert problem in err
    assert err.count("\n") == 1
