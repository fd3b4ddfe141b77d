"""`lancemate rules` in words and as JSON."""

import json
from dataclasses import replace

import pytest

from lancemate.cli.main import main
from lancemate.kernel.ruleset import Home
from lancemate.rulebook import headings
from lancemate.rulebook.coverage import Proof

HOME = Home(ids=("AS-COM-052",), kind="hook", called="woods", module=__name__, line=7, function=len, hook="to_hit")
TOTAL = len(list(headings()))
TESTS = ("tests/test_tohit.py::test_edge_of_woods", "tests/test_tohit.py::test_woods")


@pytest.fixture(autouse=True)
def a_small_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the code and the proofs say, made up so that the tests do not depend on how far the rules have come."""
    homes = dict.fromkeys(("AS-COM-052", "AS-COM-001", "AS-COM-003", "AS-COM-004", "AS-COM-005"), (HOME,))
    noticed = {HOME.key: TESTS[1]}
    proofs = {
        "AS-COM-052": Proof("proven", TESTS, noticed),
        "AS-INT-001": Proof("tested", TESTS[:1]),
        "AS-COM-003": Proof("partly played", TESTS, noticed, ("jungle", "fog")),
        "AS-COM-004": Proof("data only", TESTS, noticed),
        "AS-COM-005": Proof("unnoticed", TESTS, {HOME.key: None}),
    }
    for module in ("lancemate.cli.rules", "lancemate.rulebook.coverage"):
        monkeypatch.setattr(f"{module}.load_homes", lambda: homes)
        monkeypatch.setattr(f"{module}.read_proofs", lambda: proofs)


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str]):
    def run(*words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as left:
            main(["rules", *words])
        assert left.value.code == status
        told = capsys.readouterr()
        return told.err if status else told.out

    return run


def test_show_tells_words_page_code_and_tests(rules) -> None:
    said = rules("show", "as-com-052")
    assert said.startswith(
        "AS-COM-052  Woods modifier\nCombat: sight, arcs, attacks, artillery, p. 43, modifier, core\n"
    )
    assert "+1 once if the target occupies woods" in said
    assert "- attacker in woods, 2 inches of other woods between -> 1 (book)" in said
    assert "Status  proven\n" in said
    assert f"{__name__}" in said or "test_rules.py:7" in said
    assert "woods, hook to_hit\n" in said


def test_what_counts_only_sometimes_says_when_and_instead_of_what(rules, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(HOME, when="fog", replaces=("AS-COM-053", len))
    monkeypatch.setattr("lancemate.cli.rules.load_homes", lambda: {"AS-COM-052": (HOME, other)})
    assert "woods, hook to_hit, when fog, replaces AS-COM-053 and len\n" in rules("show", "AS-COM-052")


def test_show_tells_the_ruling_and_why_a_rule_is_open(rules) -> None:
    assert "Ruling\n" in rules("show", "AS-DMG-001")
    assert "Status  open  (implemented, no test cites it)" in rules("show", "AS-COM-001")
    assert rules("show", "AS-COM-002").endswith("Status  open\n")
    assert "Status  partly played  (nobody plays jungle, fog)" in rules("show", "AS-COM-003")
    assert "Status  data only  (nobody plays it yet)" in rules("show", "AS-COM-004")
    unnoticed = "Status  open  (implemented, but no test notices when it is off: woods)"
    assert unnoticed in " ".join(rules("show", "AS-COM-005").split("\n"))


def test_show_can_print_every_rule(rules) -> None:
    for one in list(headings())[::40]:
        assert one.title in rules("show", one.id)


def test_an_unknown_id_is_answered_with_the_nearest(rules) -> None:
    said = rules("show", "AS-CMO-052", status=2)
    assert said.startswith("lancemate: There is no rule AS-CMO-052. The nearest are ")
    assert "AS-COM-052" in said


def test_list_all_or_by_chapter_layer_and_status(rules) -> None:
    assert len(rules("list").splitlines()) == TOTAL
    heat = rules("list", "--chapter", "as-hea").splitlines()
    assert heat[0] == "AS-HEA-001 p. 52  open          core     Heat scale"
    assert len(heat) == 21
    advanced = rules("list", "--chapter", "AS-HEA", "--layer", "advanced").splitlines()
    assert [line[:10] for line in advanced] == ["AS-HEA-009"]
    assert rules("list", "--status", "proven") == "AS-COM-052 p. 43  proven        core     Woods modifier\n"
    assert [line[:10] for line in rules("list", "--status", "tested").splitlines()] == ["AS-INT-001"]
    assert [line[:10] for line in rules("list", "--status", "partly-played").splitlines()] == ["AS-COM-003"]
    assert [line[:10] for line in rules("list", "--status", "data-only").splitlines()] == ["AS-COM-004"]
    assert len(rules("list", "--status", "implemented").splitlines()) == 5
    assert len(rules("list", "--status", "open").splitlines()) == TOTAL - 4
    assert "There is no chapter AS-XXX" in rules("list", "--chapter", "AS-XXX", status=2)


def test_search(rules) -> None:
    assert rules("search", "woods", "modifier").splitlines()[0].startswith("AS-COM-052")
    assert rules("search", "zeppelin-free", status=1) == "No rule holds zeppelin-free.\n"


def test_coverage_as_json(rules) -> None:
    said = json.loads(rules("coverage", "--json"))
    found = {"proven": 1, "partly_played": 1, "data_only": 1}
    assert said["overall"] == {"total": TOTAL, "implemented": 5, **found, "tested": 1, "open": TOTAL - 4}
    assert said["chapters"]["AS-COM"] == {"total": 112, "implemented": 5, **found, "tested": 0, "open": 109}
    assert list(said["chapters"])[:3] == ["AS-INT", "AS-MOV", "AS-COM"]


def test_coverage_in_words(rules) -> None:
    lines = rules("coverage").splitlines()
    names = ("total", "implemented", "proven", "partly played", "data only", "tested", "open")
    assert [name.strip() for name in lines[0].split("  ")] == ["Chapter", *names]
    assert lines[-1].split() == ["overall", str(TOTAL), "5", "1", "1", "1", "1", str(TOTAL - 4)]


def test_a_word_instead_of_an_id_leads_to_the_search(rules) -> None:
    said = rules("show", "woods", status=2)
    assert said.startswith("lancemate: There is no rule WOODS. ")
    assert "rules speak of woods" in said
    assert said.endswith("lancemate rules search woods\n")
    assert rules("show", "gibberishword", status=2) == "lancemate: There is no rule GIBBERISHWORD.\n"
