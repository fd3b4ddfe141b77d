"""What counts as implemented, proven, tested and open."""

from pathlib import Path

from lancemate.kernel.ruleset import Home
from lancemate.rulebook import headings
from lancemate.rulebook.coverage import Count, Proof, count, coverage, load_homes, read_proofs, standing, write_proofs

MODIFIER = "AS-COM-052"
DEFINITION = "AS-INT-001"
CITED = ("tests/test_a.py::test_a",)


def home(rule_id: str, name: str) -> Home:
    return Home(ids=(rule_id,), kind="formula", called=name, module="game", line=1, function=len)


WOODS, GROVE = home(MODIFIER, "woods"), home(MODIFIER, "grove")
NOTICED = {WOODS.key: CITED[0]}


def test_a_rule_is_proven_as_long_as_its_homes_are_the_recorded_ones() -> None:
    proven = Proof("proven", CITED, NOTICED)
    assert standing(MODIFIER, proven, (WOODS,)) == "proven"
    assert standing(MODIFIER, proven, ()) == "open"
    assert standing(MODIFIER, proven, (WOODS, GROVE)) == "open"
    assert standing(MODIFIER, proven, (GROVE,)) == "open"


def test_what_is_not_or_not_wholly_played_is_not_proven() -> None:
    assert standing(MODIFIER, Proof("data only", CITED, NOTICED), (WOODS,)) == "data only"
    assert standing(MODIFIER, Proof("partly played", CITED, NOTICED, ("jungle",)), (WOODS,)) == "partly played"


def test_a_citing_test_is_enough_only_where_nothing_can_be_switched_off() -> None:
    tested = Proof("tested", CITED)
    assert standing(DEFINITION, tested, ()) == "tested"
    assert standing(DEFINITION, tested, (WOODS,)) == "open"
    assert standing(MODIFIER, tested, ()) == "open"


def test_a_home_whose_absence_nobody_notices_is_open() -> None:
    unnoticed = Proof("unnoticed", CITED, {WOODS.key: CITED[0], GROVE.key: None})
    assert standing(MODIFIER, unnoticed, (WOODS, GROVE)) == "open"
    assert unnoticed.by == {CITED[0]}
    assert standing(MODIFIER, Proof("unregistered", CITED), ()) == "open"
    assert standing(MODIFIER, None, (WOODS,)) == "open"


def test_a_count_adds_up() -> None:
    proofs = {
        MODIFIER: Proof("proven", CITED, NOTICED),
        DEFINITION: Proof("tested", CITED),
        "AS-COM-003": Proof("partly played", CITED, NOTICED, ("jungle",)),
        "AS-COM-004": Proof("data only", CITED, NOTICED),
    }
    at_home = dict.fromkeys((MODIFIER, "AS-COM-001", "AS-COM-003", "AS-COM-004"), (WOODS,))
    counted = count([*proofs, "AS-COM-001", "AS-COM-002"], proofs, at_home)
    assert counted == Count(total=6, implemented=4, proven=1, partly_played=1, data_only=1, tested=1, open=2)
    assert counted + counted == Count(total=12, implemented=8, proven=2, partly_played=2, data_only=2, tested=2, open=4)


def test_the_record_reads_back_and_has_a_line_for_each_rule(tmp_path: Path) -> None:
    proofs = {
        "AS-COM-052": Proof("unnoticed", ("tests/test_a.py::test_a",), {"a": "tests/test_a.py::test_a", "b": None}),
        "AS-COM-003": Proof("partly played", ("tests/test_a.py::test_a",), {"a": "tests/test_a.py::test_a"}, ("fog",)),
        "AS-COM-001": Proof("tested", ("tests/test_a.py::test_c",)),
    }
    record = tmp_path / "proofs.json"
    write_proofs(proofs, record)
    assert read_proofs(record) == proofs
    lines = record.read_text().splitlines()
    assert [line[1:11] for line in lines[1:-1]] == ["AS-COM-001", "AS-COM-003", "AS-COM-052"]
    assert read_proofs(tmp_path / "none.json") == {}


def test_every_registered_id_is_in_the_ledger() -> None:
    known = {one.id for one in headings()}
    assert {rule_id: homes[0].module for rule_id, homes in load_homes().items() if rule_id not in known} == {}


def test_coverage_counts_every_rule_once() -> None:
    counts = coverage()
    assert sum(each.total for each in counts.values()) == len([*headings()])
    for each in counts.values():
        assert each.open == each.total - each.proven - each.partly_played - each.data_only - each.tested
        assert each.proven <= each.implemented <= each.total
