"""Pilot abilities as forces have them (pp. 92-95, 112, 116), beside the ledger."""

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.pilot_names import DETAILS, INDEX, PLAYED
from lancemate.alphastrike.cards.pilot_words import WORDS, words_of
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.checking import check_force
from lancemate.muster.findings import ADVICE, BROKEN
from lancemate.muster.force import Formation
from lancemate.muster.pilot_abilities import (
    ALLOWANCE,
    COSTS,
    gifted_at_most,
    in_levels,
    over_allowance,
    pilot_ability,
    trained_at_most,
    without_duplicates,
)
from lancemate.rulebook import rule
from muster.recruits import force, rules_of, unit
from rules.crews import lance
from rules.table import number


@pytest.mark.rule("AS-SPA-011")
def test_every_ability_costs_what_the_table_says() -> None:
    listed = rule("AS-SPA-011").data["costs"]
    ours = {name: (f"{least}-{most}" if least != most else least) for name, (least, most) in COSTS.of(rules).items()}
    assert ours == listed


@pytest.mark.rule("AS-SPA-003")
def test_skill_limits_number_and_points() -> None:
    for row in rule("AS-SPA-003").data["rows"]:
        for skill in row["skill"]:
            worst = next(limit for limit in ALLOWANCE.of(rules) if skill <= limit)
            assert ALLOWANCE.of(rules)[worst] == (row["max_spas"], row["max_points"])
    legal = [pilot_ability("Fist Fire"), pilot_ability("Float Like a Butterfly (2)")]
    assert over_allowance(3, legal) is None
    assert over_allowance(4, [pilot_ability("Lucky (3)")]) is not None
    assert over_allowance(1, [pilot_ability("Jumping Jack"), pilot_ability("Sharpshooter")]) is None
    assert over_allowance(3, [pilot_ability(name) for name in ("Lucky (1)", "Iron Will", "Hopper")]) is not None
    assert over_allowance(8, [pilot_ability("Hopper")]) is not None


@pytest.mark.rule("AS-SPA-004")
@pytest.mark.parametrize(("units", "most"), [(11, 2), (4, 1), (3, 1), (12, 3)])
def test_one_unit_in_four_where_no_force_was_built(units: int, most: int) -> None:
    assert gifted_at_most(units) == most


@pytest.mark.rule("AS-SPA-005")
@pytest.mark.parametrize(("units", "most"), [(12, 1), (24, 2), (8, 1), (23, 1)])
def test_one_unit_in_a_company_of_a_built_force(units: int, most: int) -> None:
    assert trained_at_most(units) == most


@pytest.mark.rule("AS-SPA-005")
@pytest.mark.parametrize(("kind", "broken"), [("Battle Lance", True), (None, False)])
def test_one_in_a_company_binds_those_who_build_by_types(kind: str | None, broken: bool) -> None:
    """P. 92: without force building one unit in four may have abilities, which three of twelve are."""
    members = tuple(unit(bought=("Hopper",) if number < 3 else ()) for number in range(12))
    found = check_force(force(Formation("Loose", members, kind)))
    assert ("AS-FOR-014" in rules_of(found, BROKEN)) is broken
    assert "AS-SPA-004" not in rules_of(found)


@pytest.mark.rule("AS-SPA-009")
def test_a_second_copy_does_nothing_unless_its_rule_says_so() -> None:
    assert without_duplicates(["Sniper", "Sniper"]) == ("Sniper",)
    assert len(without_duplicates(["Lucky (1)", "Lucky"])) == 2


@pytest.mark.rule("AS-SPA-002")
@pytest.mark.parametrize(
    ("written", "name"), [("zweihaender", "Zweihander"), ("SNIPER", "Sniper"), ("Sluggo", "Slugger")]
)
def test_a_name_from_elsewhere_means_the_ability_of_this_chapter(written: str, name: str) -> None:
    assert pilot_ability(written).name == name


@pytest.mark.rule("AS-SPA-001")
def test_an_ability_is_one_pilots_and_nobody_elses() -> None:
    fight = lance(own={"r1": ("Sniper",)})
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SPA-057") is not None
    assert number(preview_attack(fight, commands.Attack("r2", "b1")), "AS-SPA-057") is None


@pytest.mark.rule("AS-SPA-062")
def test_every_name_leads_to_its_rule_and_to_a_line_of_words() -> None:
    index = rule("AS-SPA-062").data["ids"]
    for name, id in index.items():
        whole = name if name in COSTS.of(rules) else f"Terrain Master ({name})"
        assert INDEX.of(rules)[whole] == id
        assert in_levels(whole) or whole in DETAILS or pilot_ability(whole).rule == id
        assert PLAYED.get(whole, id) == id
        assert words_of(whole)
    assert set(WORDS) >= set(COSTS.of(rules))


@pytest.mark.rule("AS-SPA-004")
@pytest.mark.parametrize(("gifted", "advised"), [(1, False), (2, True)])
def test_a_force_without_formation_types_hears_it_as_advice(gifted: int, advised: bool) -> None:
    members = tuple(unit(bought=("Hopper",) if number < gifted else ()) for number in range(4))
    found = check_force(force(Formation("Loose", members)))
    assert ("AS-SPA-004" in rules_of(found, ADVICE)) == advised
