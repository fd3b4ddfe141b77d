"""Which tables are played, and what is said to be missing."""

from lancemate.kernel.ruleset import Table
from lancemate.rulebook.coverage import load_homes, read_proofs, rulesets
from lancemate.rulebook.playing import told_missing, unread

DATA_ONLY = {f"AS-FOR-{number}" for number in range(110, 121) if number != 119}


def test_only_tables_of_the_appendix_are_read_by_nobody() -> None:
    load_homes()
    idle = unread(home for ruleset in rulesets() for home in ruleset.homes)
    assert {key.partition("@")[0] for key in idle} == DATA_ONLY
    assert {key.partition("@")[2].partition(".")[0] for key in idle} == {"appendix"}


def test_forms_are_used_by_being_printed_and_tables_by_whoever_holds_them() -> None:
    load_homes()
    idle = {key.partition("@")[0] for key in unread(home for ruleset in rulesets() for home in ruleset.homes)}
    assert idle.isdisjoint({"AS-FOR-122", "AS-FOR-129", "AS-FOR-022", "AS-INT-030", "AS-FOR-002", "AS-COM-064"})


def test_a_table_in_the_place_of_another_is_read_by_its_readers() -> None:
    load_homes()
    homes = [home for ruleset in rulesets() for home in ruleset.homes]
    instead = {home.key for home in homes if isinstance(home.function, Table) and home.replaces}
    assert any(key.startswith("AS-OPT-392@") for key in instead)
    assert unread(homes).isdisjoint(instead)


def test_formations_say_which_abilities_nobody_plays() -> None:
    load_homes()
    missing = told_missing(rulesets())
    assert missing["AS-FOR-087"] == ("Dust-Off",)
    assert {"AS-FOR-046", "AS-FOR-051", "AS-FOR-052", "AS-FOR-064", "AS-FOR-073", "AS-FOR-079"}.isdisjoint(missing)
    assert {f"AS-FOR-0{number}" for number in (82, 83, 84)}.isdisjoint(missing)


def test_neither_counts_as_proven() -> None:
    proofs = read_proofs()
    assert {rule_id for rule_id, proof in proofs.items() if proof.status == "data only"} >= DATA_ONLY
    partly = {rule_id for rule_id, proof in proofs.items() if proof.status == "partly played"}
    assert partly >= {*told_missing(rulesets())}
