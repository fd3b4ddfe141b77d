"""Documents written by hand: every complaint has a line and a key, nothing blows up."""

import json
from pathlib import Path

import pytest

from lancemate.kernel.documents import MAX_VALUES, parse_document, read_document
from lancemate.kernel.errors import InputError


def complaint(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_document(text)
    return caught.value


def test_plain_words_follow_yaml_1_2() -> None:
    document = parse_document("{on: false, yes: no, a: 1e3, b: .5, c: 0x10, d: 007, e: ~, f: 12:30, g: '1', h: 1.}")
    assert document.data == {
        "on": False,
        "yes": "no",
        "a": 1000.0,
        "b": 0.5,
        "c": 16,
        "d": 7,
        "e": None,
        "f": "12:30",
        "g": "1",
        "h": 1.0,
    }


def test_every_value_knows_its_line() -> None:
    document = parse_document("a:\n  - {b: 1}\n  -\n    c:\n      - 2\n      - 3\n")
    assert document.line("a.0.b") == 2
    assert document.line("a.1.c") == 4
    assert document.line("a.1.c.1") == 6
    assert document.line("a.1.c.9.zzz") == 4  # the nearest thing around it that is there
    assert document.line("") == 1


def test_aliases_work_and_are_found() -> None:
    document = parse_document("a: &x [1, 2]\nb: *x\n")
    assert document.data == {"a": [1, 2], "b": [1, 2]}
    assert document.line("b") == 2


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        ("a: 1\nb: {c: [0, .nan]}", 2, "b.c.1", "not a finite number"),
        ("a: -.inf", 1, "a", "not a finite number"),
        ("a: 1e999", 1, "a", "not a finite number"),
        ('{"a": [NaN]}', 1, "a.0", "not a finite number"),
        ("a: 1\nb: 2\na: 3", 3, None, "the key a stands here twice"),
        ("a:\n  b: *nobody", 2, "a.b", "names nothing"),
        ("a: &me [*me]", 1, "a.0", "inside itself"),
        ("a: !!python/object:os.system x", 1, "a", "tag !!python/object:os.system is not allowed"),
        ("? [1]\n: 2", 1, None, "a key is a word"),
        ("a: [1,\nb: 2\n", 3, None, "not YAML"),
        ("a: b: c", 1, None, "not YAML"),
        ("a: \x07", 1, None, "U+0007"),
        ("--- 1\n--- 2\n", 2, None, "more than one document"),
        ("a: " + "9" * 5000, 1, "a", "too long"),
    ],
)
def test_complaints_say_where(text: str, line: int, key: str | None, words: str) -> None:
    error = complaint(text)
    assert (error.line, error.key or None) == (line, key)
    assert words in error.message


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert "nested more than" in complaint(opening * 100_000).message


def test_a_bomb_of_aliases_is_refused() -> None:
    rows = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    rows += [f"{new}: &{new} [{', '.join(['*' + old] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    error = complaint("\n".join(rows))
    assert f"more than {MAX_VALUES:,} values" in error.message
    assert error.line is not None


def test_json_may_be_indented_with_tabs_and_hold_any_character() -> None:
    data = {"name": "Tüftler 😀 \\ud83d", "list": [1, 2.5, None, True]}
    for ascii_only in (True, False):
        text = json.dumps(data, indent="\t", ensure_ascii=ascii_only)
        assert parse_document(text).data == data
    assert parse_document('{\n\t"a": {\n\t\t"b": 1}}').line("a.b") == 3


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_document(path).data == {"a": 1}
    for raw, words in ((b"a: 1\nb: \xff\n", "UTF-8"), (b"#" * 5_000_001, "larger than 5 MB")):
        path.write_bytes(raw)
        with pytest.raises(InputError, match=words) as caught:
            read_document(path)
        assert caught.value.file == str(path)
    for missing in (tmp_path, tmp_path / "nothing.yaml"):
        with pytest.raises(InputError):
            read_document(missing)


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)  # a hole: costs no disk, but nobody could read it into memory
    with pytest.raises(InputError, match="larger than"):
        read_document(path)


def test_an_empty_document_is_nothing() -> None:
    assert parse_document("").data is None
    assert parse_document("# only a remark\n").data is None
