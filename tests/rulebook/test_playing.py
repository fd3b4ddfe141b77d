"""Which tables are played, and what is said to be missing."""

import pytest

from lancemate.kernel.ruleset import Home, Ruleset, Table
from lancemate.rulebook.coverage import Proof, load_homes, rulesets, standing
from lancemate.rulebook.playing import MISSING, told_missing, unread


def every_home() -> list[Home]:
    load_homes()
    return [home for ruleset in rulesets() for home in ruleset.homes]


@pytest.mark.as_written
def test_no_table_is_read_by_nobody() -> None:
    assert unread(every_home()) == frozenset()


@pytest.mark.as_written
def test_a_table_that_only_a_test_reads_is_noticed() -> None:
    aside = Ruleset("aside", "aside")
    lonely = aside.table("AS-FOR-110", {"underwater": 1})
    assert lonely.of(aside) == {"underwater": 1}
    assert unread((*every_home(), *aside.homes)) == {home.key for home in aside.homes}


@pytest.mark.as_written
def test_a_table_in_the_place_of_another_is_read_by_its_readers() -> None:
    homes = every_home()
    instead = {home.key for home in homes if isinstance(home.function, Table) and home.replaces}
    assert any(key.startswith("AS-OPT-392@") for key in instead)
    assert unread(homes).isdisjoint(instead)


def test_what_games_say_is_missing_is_gathered_by_rule() -> None:
    aside = Ruleset("aside", "aside")
    aside.entries(MISSING).add("one", lambda: {"AS-FOR-087": ("Dust-Off",)})
    aside.entries(MISSING).add("two", lambda: {"AS-FOR-087": ("Wind Walker",)})
    assert told_missing([aside]) == {"AS-FOR-087": ("Dust-Off", "Wind Walker")}


def test_every_ability_a_formation_gives_is_played() -> None:
    load_homes()
    assert told_missing(rulesets()) == {}


@pytest.mark.parametrize("status", ["data only", "partly played"])
def test_neither_counts_as_proven(status) -> None:
    homes = load_homes()["AS-FOR-116"]
    proof = Proof(status, ("test",), {home.key: "test" for home in homes})
    assert standing("AS-FOR-116", proof, homes) == status
