"""The record of `make prove` still describes the code: run `make prove` when one of these fails."""

from collections.abc import Mapping

from lancemate.rulebook import headings
from lancemate.rulebook.coverage import load_homes, read_proofs

PROOFS = read_proofs()


def test_only_rules_of_the_ledger_are_recorded() -> None:
    assert set(PROOFS) <= {one.id for one in headings()}


def test_what_is_proven_still_has_its_home() -> None:
    at_home = load_homes()
    assert [rule_id for rule_id, proof in PROOFS.items() if proof.status == "proven" and rule_id not in at_home] == []


def test_what_is_proven_or_tested_still_has_its_test(
    cited: Mapping[str, set[str]], collected_files: set[str], pytestconfig
) -> None:
    lost = []
    for rule_id, proof in PROOFS.items():
        if proof.status not in ("proven", "tested"):
            continue
        needed = {proof.by} if proof.by else set(proof.tests)
        files = {test.partition("::")[0] for test in needed}
        on_disk = {file for file in files if (pytestconfig.rootpath / file).exists()}
        # When only a part of the suite is run, the rest can only be looked for on the disk.
        if not on_disk or (on_disk <= collected_files and needed.isdisjoint(cited.get(rule_id, ()))):
            lost.append(f"{rule_id}: {', '.join(sorted(needed))}")
    assert lost == []
