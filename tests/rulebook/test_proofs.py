"""The record of `make prove` still describes the code: run `make prove` when one of these fails."""

from collections.abc import Mapping

import pytest

from lancemate.rulebook import headings
from lancemate.rulebook.coverage import load_homes, read_proofs
from lancemate.rulebook.prove import judge

PROOFS = read_proofs()


def test_only_rules_of_the_ledger_are_recorded() -> None:
    assert set(PROOFS) <= {one.id for one in headings()}


def test_the_homes_are_those_recorded() -> None:
    now = {rule_id: {home.key for home in homes} for rule_id, homes in load_homes().items()}
    then = {rule_id: set(proof.homes) for rule_id, proof in PROOFS.items() if proof.homes}
    assert now == then


def test_every_home_is_noticed_by_a_test_of_each_of_its_rules() -> None:
    unnoticed = [f"{rule_id} {key}" for rule_id, proof in PROOFS.items() for key, by in proof.homes.items() if not by]
    assert unnoticed == []


@pytest.mark.as_written
def test_what_is_recorded_as_less_than_played_is_so() -> None:
    load_homes()
    judged = {rule_id: judge(rule_id, proof.tests, proof.homes) for rule_id, proof in PROOFS.items()}
    assert {rule_id: proof for rule_id, proof in PROOFS.items() if proof != judged[rule_id]} == {}


def test_what_is_proven_or_tested_still_has_its_test(
    cited: Mapping[str, set[str]], collected_files: set[str], pytestconfig
) -> None:
    lost = []
    for rule_id, proof in PROOFS.items():
        if proof.status in ("unnoticed", "unregistered"):
            continue
        needed = proof.by or set(proof.tests)
        files = {test.partition("::")[0] for test in needed}
        on_disk = {file for file in files if (pytestconfig.rootpath / file).exists()}
        # When only a part of the suite is run, the rest can only be looked for on the disk.
        if on_disk != files or (on_disk <= collected_files and not needed <= cited.get(rule_id, set())):
            lost.append(f"{rule_id}: {', '.join(sorted(needed))}")
    assert lost == []
