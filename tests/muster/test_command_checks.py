"""Command abilities in forces: who may have what, how it is written down, and how it comes into battle."""

from typing import Any

import pytest

from lancemate.alphastrike.play.setup import CommandAbility, Side
from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force
from lancemate.muster.choosing import choose
from lancemate.muster.command_abilities import command_ability, picks
from lancemate.muster.command_checks import may_infiltrate, most_officers
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import force_text, parse_force, sample_force
from lancemate.muster.into_battle import side_of
from muster.recruits import unit, units


def company(skill: int = 4, count: int = 12, **fields: Any) -> Force:
    members = list(units((count, {"skill": skill})))
    members[0] = unit("Leader", command="commander", skill=skill)
    lances = tuple(Formation(f"Lance {n // 4 + 1}", tuple(members[n : n + 4])) for n in range(0, count, 4))
    return Force("Test", lances, **fields)


def found(rule: str, *abilities: Any, skill: int = 4, severity: str = BROKEN, **more: Any) -> bool:
    titles = tuple(one if isinstance(one, str) else one.title for one in abilities)
    chosen = tuple(one for one in abilities if not isinstance(one, str))
    force = company(skill, command_abilities=titles, commands=chosen, published=False, **more)
    return any(one.rule == rule and one.severity == severity for one in check_force(force))


def some(name: str, *places: int, **more: Any) -> CommandAbility:
    from dataclasses import replace

    return replace(CommandAbility.of(name), units=tuple(map(str, places)), **more)


@pytest.mark.rule("AS-SCA-003")
def test_picks_by_average_skill() -> None:
    assert [picks(average) for average in range(8)] == [3, 3, 2, 2, 1, 0, 0, 0]


@pytest.mark.rule("AS-SCA-002")
def test_names_of_other_books_mean_those_of_this_one() -> None:
    assert command_ability("off-map MOVEMENT") == ("Off-Map Movement", None)
    assert command_ability("Focus (Blood Stalker)") == ("Focus", "Blood Stalker")
    with pytest.raises(InputError):
        command_ability("Overrun Everything")


@pytest.mark.rule("AS-SCA-008")
def test_a_published_command_keeps_what_is_printed() -> None:
    legion = sample_force("gdl")
    assert legion is not None
    assert legion.command_abilities == ("Esprit de Corps", "Communications Disruption", "Hit and Run")
    severities = {one.severity for one in check_force(legion) if one.step == 7}
    assert BROKEN not in severities
    assert DEPARTURE in severities


@pytest.mark.rule("AS-SCA-005")
def test_officers() -> None:
    members = [unit(f"M{n}", command="lieutenant" if n else "commander") for n in range(4)]
    force = Force("Test", (Formation("Lance", tuple(members)),), command_abilities=("Camouflage",))
    assert any(one.rule == "AS-SCA-005" and one.severity == ADVICE for one in check_force(force))
    few = Force("Test", (Formation("Lance", tuple(members[:1])),), command_abilities=("Camouflage",))
    assert not any(one.rule == "AS-SCA-005" for one in check_force(few))
    nobody = Force("Test", (Formation("Lance", units((4, {}))),), command_abilities=("Camouflage",))
    assert any(one.rule == "AS-SCA-005" and one.severity == NOTE for one in check_force(nobody))


@pytest.mark.rule("AS-SCA-009")
def test_a_third_of_the_force_is_advised() -> None:
    assert found("AS-SCA-009", "Brawlers", severity=ADVICE)
    assert found("AS-SCA-009", some("Sharp Shooters", 1, 2, 3, 4, 5), severity=ADVICE)
    assert not found("AS-SCA-009", some("Sharp Shooters", 1, 2, 3, 4), severity=ADVICE)


@pytest.mark.rule("AS-SCA-041")
def test_who_may_infiltrate() -> None:
    assert found("AS-SCA-041", some("Infiltrators", 1))
    assert not found("AS-SCA-041", some("Infiltrators", 2), "Infiltrators", "Infiltrators", skill=1)


@pytest.mark.rule("AS-SCA-041")
@pytest.mark.parametrize(
    ("kind", "size", "taken"), [("CI", 1, 1), ("CV", 1, 1), ("CV", 2, 2), ("BM", 1, 2), ("CV", 3, 3), ("BM", 2, 3)]
)
def test_larger_ones_sneak_in_when_it_is_taken_more_often(kind: str, size: int, taken: int) -> None:
    sneaker = unit("Sneaker", type=kind, size=size, move='8"t' if kind == "CV" else '8"')
    assert [may_infiltrate(sneaker, times) for times in (1, 2, 3)] == [times >= taken for times in (1, 2, 3)]


@pytest.mark.rule("AS-SCA-034")
def test_focus_is_for_one_in_four_and_one_ability_each() -> None:
    assert not found("AS-SCA-034", some("Focus (Sniper)", 1, 2, 3))
    assert found("AS-SCA-034", some("Focus (Sniper)", 1, 2, 3, 4))
    twice = (some("Focus (Sniper)", 1, 2, 3, 4, 5, 6), "Focus (Sniper)")
    assert not found("AS-SCA-034", *twice, skill=2)
    assert found("AS-SCA-034", some("Focus (Sniper)", 1), some("Focus (Dodge)", 1), skill=2)


def test_what_else_is_wrong() -> None:
    assert found("AS-SCA-055", "Strategic Planning")
    assert not found("AS-SCA-055", "Strategic Planning", skill=3)
    assert found("AS-SCA-031", some("False Flag", 1))
    assert not found("AS-SCA-031", some("False Flag", 1), "Off-Map Movement", skill=3)
    assert found("AS-SCA-031", some("False Flag", 1, 2, 3, 4, 5), "Off-Map Movement", skill=3)
    assert found("AS-SCA-043", some("Intelligence Specialists", 1, 2))
    assert found("AS-SCA-068", some("Warrior Code", 1, 2))
    assert found("AS-SCA-036", some("Ground Attack Specialists", 1), severity=ADVICE)
    assert found("AS-SCA-066", "Tactical Specialization (Combined Arms)", severity=ADVICE)
    enemy = CommandAbility("Enemy Specialization", "Davion", doubled=True)
    assert found("AS-SCA-024", enemy)
    assert not found("AS-SCA-024", enemy, skill=3)
    assert found("AS-SCA-024", CommandAbility("Enemy Specialization", "Davion", negates=("Camouflage",)), skill=3)
    clear = CommandAbility("Environmental Specialization", "Clear", benefits=(("initiative", None),))
    assert found("AS-SCA-028", clear)
    twice = CommandAbility("Tactical Specialization", benefits=(("attack", None), ("attack", None)))
    assert found("AS-SCA-063", twice)
    assert not found("AS-SCA-063", twice, skill=1)


def test_files_keep_what_was_chosen() -> None:
    text = force_text(company(command_abilities=("Camouflage",)))
    mine = text.replace(
        "[Camouflage]",
        "\n  - {ability: Brawlers, units: [1, 5]}\n"
        "  - {ability: Enemy Specialization (Davion), doubled: true}\n"
        "  - {ability: Tactical Specialization, benefits: [attack, {scenario: hold-the-line}]}\n"
        "  - Camouflage",
    )
    assert mine != text
    force = parse_force(mine)
    assert force.command_abilities[0] == "Brawlers"
    assert parse_force(force_text(force)) == force
    with pytest.raises(InputError, match="this side has no unit '13'"):
        parse_force(mine.replace("[1, 5]", "[1, 13]"))


def test_into_battle_with_officers_and_abilities() -> None:
    force = company(command_abilities=("Brawlers", "Warrior Code"), faction="Davion")
    chosen = choose(force, "Command: Brawlers for 1, 5")
    side = side_of(chosen, Side("red", "south"))
    assert side.officers == ("r1",)
    assert (side.faction, side.command) == ("Davion", "Test")
    assert [(one.title, one.units) for one in side.command_abilities] == [
        ("Brawlers", ("r1", "r5")),
        ("Warrior Code", ()),
    ]
    for wrong in ("Command: Camouflage for 1", "Command: Brawlers for 99", "Command: Brawlers for x"):
        with pytest.raises(InputError):
            choose(force, wrong)


@pytest.mark.rule("AS-SCA-005")
def test_an_officer_for_every_six_units() -> None:
    assert [most_officers(units) for units in (1, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]
