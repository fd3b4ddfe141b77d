"""What counts as implemented, proven, tested and open."""

from pathlib import Path

from lancemate.rulebook import headings
from lancemate.rulebook.coverage import Count, Proof, count, coverage, load_homes, read_proofs, standing, write_proofs

MODIFIER = "AS-COM-052"
DEFINITION = "AS-INT-001"
CITED = ("tests/test_a.py::test_a",)


def test_a_rule_is_proven_as_long_as_it_has_its_home() -> None:
    proven = Proof("proven", CITED, CITED[0])
    assert standing(MODIFIER, proven, at_home=True) == "proven"
    assert standing(MODIFIER, proven, at_home=False) == "open"


def test_a_citing_test_is_enough_only_where_nothing_can_be_switched_off() -> None:
    tested = Proof("tested", CITED)
    assert standing(DEFINITION, tested, at_home=False) == "tested"
    assert standing(DEFINITION, tested, at_home=True) == "open"
    assert standing(MODIFIER, tested, at_home=False) == "open"


def test_a_home_whose_absence_nobody_notices_is_open() -> None:
    assert standing(MODIFIER, Proof("unnoticed", CITED), at_home=True) == "open"
    assert standing(MODIFIER, Proof("unregistered", CITED), at_home=False) == "open"
    assert standing(MODIFIER, None, at_home=True) == "open"


def test_a_count_adds_up() -> None:
    proofs = {MODIFIER: Proof("proven", CITED, CITED[0]), DEFINITION: Proof("tested", CITED)}
    counted = count([MODIFIER, DEFINITION, "AS-COM-001", "AS-COM-002"], proofs, {MODIFIER: (), "AS-COM-001": ()})
    assert counted == Count(total=4, implemented=2, proven=1, tested=1, open=2)
    assert counted + counted == Count(total=8, implemented=4, proven=2, tested=2, open=4)


def test_the_record_reads_back_and_has_a_line_for_each_rule(tmp_path: Path) -> None:
    proofs = {
        "AS-COM-052": Proof(
            "proven", ("tests/test_a.py::test_a", "tests/test_a.py::test_b"), "tests/test_a.py::test_b"
        ),
        "AS-COM-001": Proof("tested", ("tests/test_a.py::test_c",)),
    }
    record = tmp_path / "proofs.json"
    write_proofs(proofs, record)
    assert read_proofs(record) == proofs
    lines = record.read_text().splitlines()
    assert [line[1:11] for line in lines[1:-1]] == ["AS-COM-001", "AS-COM-052"]
    assert read_proofs(tmp_path / "none.json") == {}


def test_every_registered_id_is_in_the_ledger() -> None:
    known = {one.id for one in headings()}
    assert {rule_id: homes[0].module for rule_id, homes in load_homes().items() if rule_id not in known} == {}


def test_coverage_counts_every_rule_once() -> None:
    counts = coverage()
    assert sum(each.total for each in counts.values()) == 1855
    for each in counts.values():
        assert each.open == each.total - each.proven - each.tested
        assert each.proven <= each.implemented <= each.total
