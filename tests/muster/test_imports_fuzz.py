"""Nothing in a file crashes an import, gets past the gate unchecked, or is written anywhere but on the shelf."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.card import card_from_data, card_to_data
from lancemate.kernel.errors import InputError
from lancemate.muster.imports import shelf
from lancemate.muster.imports.reading import Kind, read_bytes
from lancemate.muster.imports.report import Report
from lancemate.muster.imports.tables import COLUMNS
from lancemate.muster.imports.texts import clean, id_for, is_id

NASTY = st.sampled_from(
    [
        *(
            "../../../etc/passwd",
            "..\\..\\x",
            "/etc/passwd",
            "C:\\x",
            "\x00",
            "\x1b[2J",
            "a\u202eb",
            "\ud800",
            "",
            " ",
            "~",
        ),
        *(
            "NaN",
            "1e999",
            "-1",
            "99999999999999999999",
            "0x10",
            "=cmd()",
            "<svg onload=x>",
            "'; DROP",
            "{{7*7}}",
            "😀" * 50,
        ),
        *(
            "(" * 50,
            "TUR(TUR(1/1/1))",
            "TUR(",
            "ART",
            "D1",
            "BM",
            "CV",
            '8"',
            '10"/6"j',
            "9a",
            "IF0*",
            "2/2/2",
            "%s%n",
            "١٢",
        ),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | NASTY,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | NASTY, inner, max_size=4),
    max_leaves=8,
)
GOOD: dict[str, object] = {
    **{"Id": 5, "Name": "Finch", "Class": "Finch", "Variant": "F-1", "BFType": "BM", "BFSize": 2, "BFMove": '8"'},
    **{"BFArmor": 3, "BFStructure": 3, "BFDamageShort": 2, "BFPointValue": 20, "BFAbilities": "ECM", "EraId": 10},
    **{"Role": {"Name": "Scout"}, "Technology": {"Name": "Clan"}, "BFTMM": 1, "BFOverheat": 0, "BFThreshold": 0},
}
CARD: dict[str, object] = {
    **{"id": "finch", "name": "Finch", "type": "BM", "size": 2, "move": '8"', "armor": 3, "structure": 3, "pv": 20},
    **{"damage": "2/2/0", "specials": ["ECM"], "role": "Scout", "era": "Jihad", "factions": ["A"], "source": "me"},
    **{"arcs": {"front": {"damage": "1/1/1", "specials": ["IF1"]}}, "sections": [], "height": 2, "legs": "biped"},
}


def sound(report: Report) -> None:
    """Every card taken is one the game itself would accept, and can be written and read back."""
    for taken in report.taken:
        assert card_from_data(card_to_data(taken.card)) == taken.card
        assert is_id(taken.card.id)
        assert taken.card.name == clean(taken.card.name)
    "\n".join(report.lines()).encode()
    json.dumps(report.to_data(), allow_nan=False)


def attempt(content: bytes, kind: Kind | None) -> Report | None:
    try:
        report = read_bytes(content, source="fuzz", kind=kind)
    except InputError:
        return None
    sound(report)
    return report


@given(st.binary(max_size=300), st.sampled_from([None, *Kind]))
def test_any_bytes_at_all(content: bytes, kind: Kind | None) -> None:
    attempt(content, kind)


@given(st.dictionaries(st.sampled_from([*GOOD]) | st.text(max_size=8), VALUES, max_size=4))
def test_a_record_with_anything_in_its_fields(change: dict[str, object]) -> None:
    attempt(json.dumps({"Units": [GOOD | change]}).encode(), Kind.mul)


@given(st.dictionaries(st.sampled_from([*CARD]) | st.text(max_size=8), VALUES, max_size=3))
def test_a_card_of_ours_with_anything_in_its_keys(change: dict[str, object]) -> None:
    attempt(json.dumps([CARD | change]).encode(), Kind.yaml)


@given(
    st.lists(st.sampled_from(COLUMNS), unique=True, max_size=8),
    st.lists(st.lists(st.text(max_size=12) | NASTY, max_size=14), max_size=4),
)
def test_a_table_with_anything_in_its_cells(extra: list[str], rows: list[list[str]]) -> None:
    heading = [*dict.fromkeys(["name", "type", "size", "move", "armor", "structure", *extra])]
    text = "\n".join(",".join(row) for row in [heading, *rows])
    attempt(text.encode("utf-8", "surrogatepass"), Kind.csv)


@given(st.text(max_size=200) | NASTY)
def test_a_name_makes_a_plain_id(name: str) -> None:
    assert is_id(id_for(name))
    assert clean(clean(name)) == clean(name)


@pytest.mark.parametrize("name", ["../../evil", "/tmp/evil", "evil\x00", "..", "CON", "\x1b[31m\u202e evil"])
def test_no_name_leaves_the_shelf(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    report = read_bytes(json.dumps([CARD | {"name": name, "id": name}]).encode(), source=name, kind=Kind.yaml)
    shelf.put(report.cards)
    assert len(shelf.shelf()) == 1
    files = [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()]
    assert files == ["home/units/imported.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"Units": ' + b"9" * 10_000 + b"}",
        b"&a [" + b"*a," * 9 + b"]",
        b"a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]",
        b'"' * 100_000,
        b"name,type,size,move,armor,structure\n" + b"," * 100_000,
    ],
    ids=["brackets", "braces", "digits", "loop", "bomb", "quotes", "commas"],
)
def test_bombs_are_defused(content: bytes) -> None:
    for kind in (None, *Kind):
        attempt(content, kind)


def test_too_much_is_too_much() -> None:
    with pytest.raises(InputError, match="larger than 32 MB"):
        read_bytes(b" " * 32_000_001, source="huge")
    with pytest.raises(InputError, match="50,001 units are more"):
        read_bytes(b"[" + b"0," * 50_000 + b"0]", source="many", kind=Kind.mul)
    many = {"specials": ["ECM"] * 61}, {"specials": "A" * 950 + "," * 20}, {"note": "x" * 2000}, {"source": "x" * 700}
    for change in many:
        report = read_bytes(json.dumps([CARD | change]).encode(), source="card", kind=Kind.yaml)
        assert len(report.rejected) == 1
