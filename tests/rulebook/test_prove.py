"""The proof runner, on a small suite of its own with every way a proof can go."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from lancemate.rulebook import coverage

coverage.ROOMS = ()  # only the rules of this suite
coverage.GAMES = ("small",)
"""

RULESET = """
from lancemate.kernel.ruleset import Ruleset

rules = Ruleset("a small game", "small")
"""

SUITE = """
import os, signal, subprocess, sys
from types import SimpleNamespace

import pytest

from small.ruleset import rules

to_hit = rules.hook("to_hit", "attack")

@rules.formula("AS-COM-001", otherwise=0)
def two(): return 2

@to_hit.rule("AS-COM-002")
def woods(attack): return 1

@rules.rule("AS-COM-003", otherwise=True)
def may_fire(attack): return False

RANGES = rules.table("AS-COM-004", {"short": 6})

@rules.formula("AS-COM-005")
def unnoticed(): return 1

@rules.formula("AS-COM-006", otherwise=lambda: os.kill(os.getpid(), signal.SIGKILL))
def deadly(): return 1

@rules.formula("AS-COM-007", otherwise=True)
def for_ever(): return False

@rules.formula("AS-COM-008", otherwise=0)
def in_set_up(): return 1

@rules.formula("AS-COM-009", otherwise=0)
def first(): return 1

@rules.formula("AS-COM-010", otherwise=0)
def second(): return 1

@rules.formula("AS-COM-011")
def broken(): return 1

@rules.formula("AS-COM-012")
def nobody_cites_this(): return 1


@pytest.mark.rule("AS-COM-001")
def test_formula(): assert two() == 2

@pytest.mark.rule("AS-COM-002")
def test_hook():
    assert [hook(None) for hook in rules.in_force(rules.changes())[to_hit]] == [1]

@pytest.mark.rule("AS-COM-003")
def test_guarded(): assert may_fire(SimpleNamespace(changed=rules.changes())) is False

@pytest.mark.rule("AS-COM-004")
def test_table(): assert RANGES.of(rules)["short"] == 6

@pytest.mark.rule("AS-COM-005")
def test_trivial(): assert True

@pytest.mark.rule("AS-COM-006")
def test_deadly(): assert deadly() == 1

@pytest.mark.rule("AS-COM-007")
def test_hangs():
    while for_ever(): pass

@pytest.fixture
def one():
    assert in_set_up() == 1

@pytest.mark.rule("AS-COM-008")
def test_only_its_set_up_fails(one): pass

@pytest.mark.parametrize("number", [
    pytest.param(first, marks=pytest.mark.rule("AS-COM-009")),
    pytest.param(second, marks=pytest.mark.rule("AS-COM-010")),
])
def test_parameters(number): assert number() == 1

@pytest.mark.rule("AS-COM-011")
def test_broken(): assert broken() == 2

@pytest.mark.rule("AS-INT-001")
def test_definition(): pass

@pytest.mark.rule("AS-COM-052")
def test_nothing_registered(): pass

@pytest.mark.rule("AS-INT-002")
def test_skipped(): pytest.skip("not today")

@pytest.mark.rule("AS-COM-001")
def test_other_processes_are_switched_too(tmp_path):
    code = "from lancemate.kernel.ruleset import left_out; print(*left_out())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert said.strip() == ""
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  rule\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "__init__.py").touch()
    (tmp_path / "small" / "ruleset.py").write_text(RULESET)
    (tmp_path / "test_suite.py").write_text(SUITE)
    return tmp_path


def prove(suite: Path, *only: str, seconds: float = 20) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lancemate.rulebook.prove", *only]
    options = ["--root", str(suite), "--record", str(suite / "proofs.json"), "--seconds", str(seconds)]
    return subprocess.run([*command, *options], capture_output=True, text=True, timeout=120, check=False)


def test_every_way_a_proof_can_go(suite: Path) -> None:
    result = prove(suite, seconds=4)
    recorded = json.loads((suite / "proofs.json").read_text())
    assert {rule_id: entry["status"] for rule_id, entry in recorded.items()} == {
        "AS-COM-001": "proven",
        "AS-COM-002": "proven",
        "AS-COM-003": "proven",
        "AS-COM-004": "proven",
        "AS-COM-005": "unnoticed",
        "AS-COM-006": "unnoticed",
        "AS-COM-007": "unnoticed",
        "AS-COM-008": "unnoticed",
        "AS-COM-009": "proven",
        "AS-COM-010": "proven",
        "AS-COM-052": "unregistered",
        "AS-INT-001": "tested",
    }
    assert recorded["AS-COM-009"]["by"] == "test_suite.py::test_parameters"
    assert recorded["AS-COM-001"]["tests"] == [
        "test_suite.py::test_formula",
        "test_suite.py::test_other_processes_are_switched_too",
    ]
    assert result.returncode == 1, "a citing test that fails with every rule on is an error"
    for line in (
        "AS-COM-005  no test notices when it is off",
        "AS-COM-006  the child died (signal 9)",
        "AS-COM-007  took more than 4 s",
        "AS-COM-008  no test notices when it is off",
        "AS-COM-011  no passing test cites it",
        "AS-COM-012  no passing test cites it",
        "AS-COM-052  tested, but nothing is registered under it",
        "fails with every rule on: test_suite.py::test_broken",
        "6 proven, 1 tested, 6 implemented but not proven, 1 tested but not registered",
    ):
        assert line in result.stdout
    assert result.stderr == ""


def test_proving_a_part_keeps_the_rest(suite: Path) -> None:
    record = suite / "proofs.json"
    kept = '"AS-DMG-001": {"status": "proven", "tests": ["a.py::b"], "by": "a.py::b"}'
    stale = '"AS-COM-002": {"status": "unnoticed", "tests": ["a.py::b"]}'
    gone = '"AS-DMG-999": {"status": "proven", "tests": ["a.py::b"], "by": "a.py::b"}'
    record.write_text("{\n" + ",\n".join([stale, kept, gone]) + "\n}\n")
    result = prove(suite, "AS-COM-002")
    assert result.returncode == 0, result.stdout
    lines = record.read_text().splitlines()
    assert lines[1].startswith('"AS-COM-002": {"status": "proven"')
    assert lines[2] == kept
    assert len(lines) == 4


def test_other_processes_are_switched_too(suite: Path) -> None:
    (suite / "test_suite.py").write_text(SUITE.replace("assert two() == 2", "pass"))
    prove(suite, "AS-COM-001")
    recorded = json.loads((suite / "proofs.json").read_text())
    assert recorded["AS-COM-001"]["by"] == "test_suite.py::test_other_processes_are_switched_too"


@pytest.mark.parametrize(
    ("test", "complaint"),
    [
        ("@pytest.mark.rule('AS-COM-999')\ndef test_it(): pass", "cites AS-COM-999, which is not in the ledger"),
        ("@pytest.mark.rule()\ndef test_it(): pass", "write the marker as"),
    ],
)
def test_a_wrong_citation_stops_the_run(suite: Path, test: str, complaint: str) -> None:
    (suite / "test_suite.py").write_text(f"import pytest\n{test}\n")
    result = prove(suite)
    assert result.returncode != 0
    assert complaint in result.stdout + result.stderr
    assert not (suite / "proofs.json").exists()


def test_a_suite_that_cannot_be_collected_stops_the_run(suite: Path) -> None:
    (suite / "test_suite.py").write_text("import no_such_module\n")
    result = prove(suite)
    assert result.returncode != 0
    assert "no_such_module" in result.stdout
    assert not (suite / "proofs.json").exists()
