"""Pilot and command abilities as force building deals with them."""

import pytest

from lancemate.alphastrike.cards.command_names import COMMANDS
from lancemate.alphastrike.cards.pilot_suits import BY_EQUIPMENT, BY_MOTIVE, BY_TYPE
from lancemate.alphastrike.cards.points import skill_name
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force
from lancemate.muster.command_abilities import (
    average_skill,
    command_ability,
    focused,
    picks,
    wrong_choice,
)
from lancemate.muster.findings import ADVICE, BROKEN
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import sample_force, sample_forces
from lancemate.muster.formations.bonuses import EACH_TURN, Bonus, not_fixed
from lancemate.muster.pilot_abilities import (
    COSTS,
    PilotAbility,
    allowance,
    no_use,
    over_allowance,
    pilot_ability,
    trained_at_most,
    without_duplicates,
)
from lancemate.rulebook import headings, rule
from muster.recruits import force, known, rules_of, unit, units

CONDITIONS = {*BY_TYPE, *BY_EQUIPMENT, *BY_MOTIVE}


def skills(name: str) -> list[int]:
    return [member.skill for member in sample_force(name).members]


# -- pilot abilities ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-109")
def test_the_price_list_is_the_appendix_line_by_line() -> None:
    data = rule("AS-FOR-109").data
    assert isinstance(data, dict)
    printed = {
        name: tuple(int(part) for part in str(cost).split("-")) if "-" in str(cost) else (cost, cost)
        for name, cost in data["rows"]
    }
    assert printed == COSTS.of(rules)
    assert len(COSTS.of(rules)) == 59


@pytest.mark.rule("AS-FOR-109")
def test_what_an_ability_costs() -> None:
    assert pilot_ability("sharpshooter").cost == 4
    assert pilot_ability("Lucky (3)") == PilotAbility("Lucky", 3)
    assert [pilot_ability(f"Lucky {level}").cost for level in range(1, 5)] == [1, 2, 3, 4]
    assert str(pilot_ability("float LIKE a butterfly (2)")) == "Float Like a Butterfly (2)"
    assert str(pilot_ability("range master (long)")) == "Range Master (Long)"
    assert pilot_ability("Sluggo").name == "Slugger"
    assert pilot_ability("Terrain Master (Frogman)").cost == 3
    for wrong in ("Lucky (5)", "Lucky (x)", "Dodge (2)", "Range Master (Short)", "Nonsense", ""):
        with pytest.raises(InputError):
            pilot_ability(wrong)


@pytest.mark.rule("AS-FOR-014")
def test_one_unit_in_a_company_is_trained() -> None:
    assert [trained_at_most(count) for count in (1, 11, 12, 23, 24, 36)] == [1, 1, 1, 1, 2, 3]
    warhammer = unit("WHM-6D", skill=3, bought=("Fist Fire", "Float Like a Butterfly (2)"))
    company = Formation("Company", (warhammer, *units((11, {}))), "Battle Lance")
    assert "AS-FOR-014" not in rules_of(check_force(force(company)))
    two = Formation("Company", (warhammer, warhammer, *units((10, {}))), "Battle Lance")
    assert "AS-FOR-014" in rules_of(check_force(force(two)), BROKEN)
    free = Formation("Company", units((12, {"role": "Scout", "granted": ("Eagle's Eyes",)})), "Recon Lance")
    assert "AS-FOR-014" not in rules_of(check_force(force(free)))


@pytest.mark.rule("AS-FOR-015")
def test_the_allowance_by_skill() -> None:
    assert [allowance(skill) for skill in range(9)] == [
        *[(3, 6)] * 2,
        *[(2, 4)] * 2,
        (1, 2),
        *[(0, 0)] * 4,
    ]


@pytest.mark.rule("AS-FOR-015")
@pytest.mark.parametrize(
    ("skill", "bought", "legal"),
    [
        (1, ("Jumping Jack", "Sharpshooter"), True),
        (4, ("Demoralizer", "Lucky (1)"), False),
        (3, ("Fist Fire", "Float Like a Butterfly (2)"), True),
        (4, ("Lucky (3)",), False),
        (4, ("Lucky (2)",), True),
        (3, ("Lucky (1)", "Iron Will", "Hopper"), False),
        (5, ("Hopper",), False),
        (2, ("Ride the Wash", "Hopper"), False),
    ],
)
def test_what_a_pilot_may_buy(skill: int, bought: tuple[str, ...], legal: bool) -> None:
    assert (over_allowance(skill, map(pilot_ability, bought)) is None) is legal
    pilot = Formation("Lance", (unit(skill=skill, bought=bought),))
    assert ("AS-FOR-015" not in rules_of(check_force(force(pilot)))) is legal


@pytest.mark.rule("AS-FOR-016")
def test_what_changes_every_turn_is_not_written_down() -> None:
    boats = Formation("Fire", units((4, {"role": "Missile Boat", "granted": ("Sniper",)})), "Fire Lance")
    assert "Sniper is named at the start of each turn, not written down with a unit" in [
        finding.text for finding in check_force(force(boats)) if finding.rule == "AS-FOR-016"
    ]
    assert not_fixed(Bonus("x", ("Speed Demon",), 3), "Speed Demon") is None
    assert not_fixed(Bonus("x", ("Sniper",), 2, EACH_TURN), "Sniper") is not None


@pytest.mark.rule("AS-FOR-039")
def test_free_abilities_keep_their_conditions() -> None:
    assert no_use(known("WHM-6R Warhammer").card, "Oblique Attacker") == (
        "Oblique Attacker does nothing for WHM-6R Warhammer: it serves IF"
    )
    assert no_use(known("ARC-2R Archer").card, "Oblique Attacker") is None
    assert no_use(known("WHM-6R Warhammer").card, "Jumping Jack") is not None
    assert no_use(known("training_fighter_kite").card, "Ride the Wash") is None
    lance = Formation("L", units((4, {"role": "Striker", "granted": ("Speed Demon",), "bought": ("Jumping Jack",)})))
    assert "AS-FOR-039" in rules_of(check_force(force(lance)), ADVICE)


@pytest.mark.rule("AS-FOR-039")
def test_free_abilities_count_neither_against_points_nor_the_allowance() -> None:
    green = Formation("R", units((4, {"role": "Scout", "skill": 7, "granted": ("Eagle's Eyes",)})), "Recon Lance")
    assert not any(finding.wrong for finding in check_force(force(green)))
    jet = Formation("R", units((4, {"role": "Striker", "granted": ("Speed Demon",)})), "Striker/Cavalry Lance")
    assert jet.pv == Formation("R", units((4, {"role": "Striker"}))).pv


def test_conditions_are_those_of_abilities_that_exist() -> None:
    assert set(COSTS.of(rules)) >= CONDITIONS
    for heading in headings("AS-SPA"):
        one = rule(heading.id)
        if one.applies_to and isinstance(one.applies_to, dict) and one.applies_to["unit_types"] != ["ANY"]:
            assert one.title.partition(" (condition")[0] in CONDITIONS, one.title


@pytest.mark.rule("AS-FOR-040")
def test_the_same_ability_twice_counts_once() -> None:
    assert without_duplicates(("Speed Demon", "Dodge", "Speed Demon")) == ("Speed Demon", "Dodge")
    assert without_duplicates(("Range Master (Long)", "Range Master (Medium)")) == (
        "Range Master (Long)",
        "Range Master (Medium)",
    )
    assert without_duplicates(("Float Like a Butterfly (2)", "Float Like a Butterfly (1)")) == (
        "Float Like a Butterfly (2)",
    )
    assert unit(bought=("Speed Demon",), granted=("Speed Demon",)).abilities == ("Speed Demon",)
    assert without_duplicates(("Lucky (1)", "Lucky (2)")) == ("Lucky (1)", "Lucky (2)")
    assert unit(bought=("Tactical Genius",)).abilities == ("Tactical Genius",)


# -- command abilities ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-009")
def test_the_words_for_a_force_are_those_for_a_pilot() -> None:
    assert [skill_name(average_skill([skill])) for skill in range(9)] == [
        "Legendary",
        "Heroic",
        "Elite",
        "Veteran",
        "Regular",
        "Green",
        "Really Green",
        "Wet Behind the Ears",
        "Wet Behind the Ears",
    ]


@pytest.mark.rule("AS-FOR-018")
def test_the_average_skill_rounds_normally() -> None:
    assert average_skill([4] * 4 + [3] * 3 + [2] * 2 + [5] * 3) == 4
    assert average_skill(skills("rh")) == 3
    assert sum(skills("rh")) == 37
    assert average_skill(skills("csj")) == 3
    assert average_skill([3, 4]) == 4
    assert average_skill([3, 3, 4]) == 3


@pytest.mark.rule("AS-FOR-017", "AS-FOR-018")
def test_command_abilities_by_average_skill() -> None:
    assert [picks(average) for average in range(9)] == [3, 3, 2, 2, 1, 0, 0, 0, 0]
    veteran = Formation("Lance", units((2, {"skill": 3}), (1, {"skill": 4})))
    assert "AS-FOR-017" not in rules_of(check_force(force(veteran, command_abilities=("Camouflage", "Flankers"))))
    three = force(veteran, command_abilities=("Camouflage", "Flankers", "Hit and Run"))
    assert "AS-FOR-017" in rules_of(check_force(three), BROKEN)
    printed = {one.id: (len(one.command_abilities), picks(one.average_skill)) for one in sample_forces()}
    assert printed == {"gdl": (3, 1), "rh": (3, 2), "elh": (3, 1), "csj": (2, 2)}


@pytest.mark.rule("AS-FOR-017")
def test_a_published_command_keeps_its_own() -> None:
    cutthroats = ("Hit and Run", "Tactical Experts (Hidden Units)", "Off-Map Movement")
    lance = (Formation("Lance", units((4, {}))),)
    assert not any(one.wrong for one in check_force(Force("C", lance, published=True, command_abilities=cutthroats)))
    assert any(one.wrong for one in check_force(Force("C", lance, command_abilities=cutthroats)))


@pytest.mark.rule("AS-FOR-017")
def test_green_forces_specialise_at_most_and_none_is_taken_twice() -> None:
    assert wrong_choice(5, ["Environmental Specialization (Desert)"]) is None
    assert wrong_choice(5, ["Camouflage"]) == (
        "a force that is Green on average has no command abilities, "
        "or one environmental, tactical or enemy specialization, not 1"
    )
    assert wrong_choice(5, ["Enemy Specialization (Clans)", "Tactical Specialization (Attack)"]) is not None
    assert wrong_choice(3, ["Camouflage", "camouflage"]) == "Camouflage is taken 2 times; 1 is the most"
    assert wrong_choice(3, ["Focus (Sniper)", "Focus (Sniper)"]) is None


def test_command_abilities_are_known_by_name() -> None:
    assert command_ability("focus (Blood Stalker)") == ("Focus", "Blood Stalker")
    assert focused(["Focus (Blood Stalker)"], 11) == {"Blood Stalker": 2}
    assert focused(["Focus (Sniper)", "Focus (Sniper)"], 12) == {"Sniper": 6}
    for wrong in ("Magic", "Camouflage (Red)", "Focus ()"):
        with pytest.raises(InputError):
            command_ability(wrong)
    titles = {heading.title.replace(" (SPA name)", "") for heading in headings("AS-SCA") if heading.kind == "ability"}
    assert titles == set(COMMANDS)
