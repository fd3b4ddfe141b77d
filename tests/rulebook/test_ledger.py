"""The ledger is complete, sound and quick to ask."""

import pytest

from lancemate.kernel.errors import LancemateError
from lancemate.rulebook import all_rules, chapter, chapters, heading, headings, ledger, page, rule, search, title

TOTALS = {
    "AS-INT": 69,
    "AS-MOV": 78,
    "AS-COM": 112,
    "AS-DMG": 57,
    "AS-HEA": 21,
    "AS-BAT": 151,
    "AS-HEX": 30,
    "AS-URB": 39,
    "AS-SPC": 168,
    "AS-SPA": 79,
    "AS-SCA": 69,
    "AS-FOR": 129,
    "AS-SCN": 72,
    "AS-OPT": 380,
    "AS-AER": 84,
    "QS": 27,
    "AS1": 13,
    "BT-CMP": 34,
    "BT-SEQ": 8,
    "BT-MOV": 19,
    "BT-COM": 39,
    "BT-DMG": 21,
    "BT-WPN": 8,
    "BT-OPT": 49,
    "BT-MEC": 104,
    "BT-ORG": 6,
    "BT-SCN": 9,
}


def test_the_ledger_has_nothing_to_complain_about() -> None:
    assert ledger.check() == []


def test_no_rule_was_lost() -> None:
    assert {name: len(chapter(name).ids) for name in chapters()} == TOTALS
    assert sum(TOTALS.values()) == 1875


def test_the_quick_heading_says_what_the_full_entry_says() -> None:
    for full, quick in zip(all_rules(), headings(), strict=True):
        assert (full.id, full.title, full.page, full.kind, full.layer, full.option) == quick
        assert full.chapter == quick.chapter


def test_every_chapter_has_a_title() -> None:
    assert chapter("AS-HEA").title == "Heat"
    assert all(chapter(name).title for name in chapters())


def test_a_rule_in_full() -> None:
    woods = rule("AS-COM-052")
    assert (woods.title, woods.page, woods.kind, woods.layer) == ("Woods modifier", 43, "modifier", "core")
    assert woods.rule.startswith("+1 once")
    assert woods.examples[0].expect == 1
    assert woods.examples[0].source == "book"
    assert page("AS-COM-052") == 43
    assert title("AS-COM-052") == "Woods modifier"


def test_a_few_entries_have_no_page_of_their_own() -> None:
    assert page("AS-SCA-010") is None


def test_a_quoted_title_is_read_as_yaml_reads_it() -> None:
    assert heading("AS-FOR-004").title == "Step 1: agreed PV total is a ceiling"


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(ledger.UnknownRule, match=r"no rule AS-COM-52\..*AS-COM-052"):
        rule("AS-COM-52")
    with pytest.raises(LancemateError, match=r"^There is no rule nonsense\.$"):
        page("nonsense")
    with pytest.raises(LancemateError, match="There is no chapter AS-XXX"):
        chapter("AS-XXX")


def test_search_finds_all_words_and_prefers_titles() -> None:
    found = search("WOODS modifier")
    assert found[0].title == "Woods modifier"
    assert len(found) > 3
    assert search("woods zeppelin-free") == []
    assert search("") == []


def test_check_notices_what_can_go_wrong(tmp_path, monkeypatch) -> None:
    good = "- {id: QS-001, title: a, page: 1, kind: data, layer: core, rule: b}\n"
    for name in chapters():
        (tmp_path / f"{name}.yaml").write_text(
            "# nothing\n- {id: " + name + "-999, title: t, page: null, kind: data, layer: core, rule: r}\n"
        )
    (tmp_path / "QS.yaml").write_text(
        good
        + good
        + "- {id: AS-COM-001, title: a, page: x, kind: joke, layer: deep, rule: b, interacts: [QS-777], colour: red}\n"
        + "- {id: QS-002, title: a, page: 1, kind: data, layer: core, examples: [{given: a}]}\n"
    )
    (tmp_path / "AS-XXX.yaml").write_text("[]")
    (tmp_path / "AS1.yaml").unlink()
    monkeypatch.setattr(ledger, "FOLDER", tmp_path)
    ledger._text.cache_clear()
    try:
        complaints = ledger.check()
    finally:
        ledger._text.cache_clear()
    assert set(complaints) == {
        "AS-XXX: no such chapter",
        "AS1: no such file",
        "QS-001: twice",
        "AS-COM-001: not an id of QS",
        "AS-COM-001: unknown field colour",
        "AS-COM-001: unknown kind joke",
        "AS-COM-001: unknown layer deep",
        "AS-COM-001: page is not a number",
        "AS-COM-001: names the unknown QS-777",
        "QS-002: no rule",
        "QS-002: an example needs given, expect and source (book or derived)",
    }
