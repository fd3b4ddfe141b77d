"""Forces: what they cost, the four of the book, and the way into a battle."""

import time
from dataclasses import replace

import pytest

from lancemate import rulebook
from lancemate.alphastrike.cards.points import point_value
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force, is_legal
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE, STEPS
from lancemate.muster.force import GAME_SIZES, Force, Formation, game_size, musters
from lancemate.muster.force_files import sample_force, sample_forces
from lancemate.muster.formations import BY_NAME, core_of, qualifies
from muster.recruits import force, known, rules_of, unit, units

FORCES = ("gdl", "rh", "elh", "csj")


@pytest.mark.rule("AS-FOR-001")
def test_units_make_formations_and_formations_make_the_force() -> None:
    two = force(Formation("One", units((4, {}))), Formation("Two", units((2, {}))))
    assert [len(formation.members) for formation in two.formations] == [4, 2]
    assert len(two.members) == 6
    assert two.pv == sum(formation.pv for formation in two.formations) == 150


@pytest.mark.rule("AS-FOR-002")
def test_a_check_goes_through_the_seven_steps_in_order() -> None:
    assert list(STEPS.of(rules).values()) == [
        "Point total",
        "Era and faction",
        "Formations",
        "Skills and their points",
        "More formations",
        "Pilot abilities",
        "Command abilities",
    ]
    wrong = force(
        Formation("Lance", (unit(factions=["Draconis Combine"], skill=7, bought=("Dodge",)),), type="Battle Lance"),
        limit=10,
        faction="Federated Suns",
        skills=(3, 5),
        command_abilities=("Camouflage",),
    )
    steps = [finding.step for finding in check_force(wrong)]
    assert steps == sorted(steps)
    assert set(steps) == {1, 2, 3, 4, 6, 7}


@pytest.mark.rule("AS-FOR-004", "AS-INT-037")
def test_the_agreed_total_is_a_ceiling() -> None:
    legion = sample_force("gdl")
    limited = Force(legion.name, legion.formations, limit=400)
    assert "AS-FOR-004" not in rules_of(check_force(limited))
    guards = Force("Guards", sample_force("csj").formations, limit=350)
    found = next(finding for finding in check_force(guards) if finding.rule == "AS-FOR-004")
    assert str(found) == "The force costs 363 points, 13 more than the agreed 350 (p. 110)."
    assert found.severity == BROKEN


@pytest.mark.rule("AS-FOR-004")
def test_abilities_cost_no_points_and_no_limit_is_no_limit() -> None:
    plain, trained = unit(), unit(bought=("Dodge",), granted=("Speed Demon",))
    assert plain.pv == trained.pv == 25
    assert "AS-FOR-004" not in rules_of(check_force(force(Formation("All", units((100, {}))))))


@pytest.mark.rule("AS-FOR-005")
def test_the_size_of_a_game_by_its_points() -> None:
    assert GAME_SIZES.of(rules)["company"] == {"units": 12, "least": 250, "most": 500}
    assert "about a company" in game_size(400)
    assert "about a battalion" in game_size(1000)
    assert "less than a company" in game_size(249)
    assert "more than a company" in game_size(501)
    least, most = GAME_SIZES.of(rules)["sample force"]["least"], GAME_SIZES.of(rules)["sample force"]["most"]
    assert all(least <= one.pv <= most for one in sample_forces())


@pytest.mark.rule("AS-FOR-008")
def test_skills_are_paid_for_and_within_what_was_agreed() -> None:
    marauder = unit("MAD-3D Marauder", pv=35, skill=1)
    assert marauder.pv == 56
    lance = Formation("Lance", (marauder, unit(stated=26), unit(skill=6, stated=19)), stated=90)
    found = [finding.text for finding in check_force(force(lance, skills=(2, 5), stated=99)) if finding.step == 4]
    assert found == [
        "MAD-3D Marauder has Skill 1; agreed are 2 to 5",
        "Ordinary costs 25 points at Skill 4, not 26",
        "Ordinary has Skill 6; agreed are 2 to 5",
        "it costs 100 points, not 90",
        "the force costs 100 points, not 99",
    ]


@pytest.mark.rule("AS-FOR-010")
@pytest.mark.parametrize(
    ("base", "skill", "points"),
    [(35, 6, 27), (29, 5, 26), (14, 5, 13), (14, 7, 11), (105, 5, 94), (24, 5, 22), (104, 5, 94), (115, 5, 103)],
)
def test_points_at_worse_skill(base: int, skill: int, points: int) -> None:
    assert point_value(base, skill) == points


@pytest.mark.rule("AS-FOR-011")
@pytest.mark.parametrize(
    ("base", "skill", "points"),
    [
        (39, 2, 55),
        (35, 1, 56),
        (30, 1, 48),
        (26, 2, 36),
        (50, 3, 60),
        (23, 2, 33),
        (53, 3, 64),
        (52, 3, 62),
        (7, 0, 11),
    ],
)
def test_points_at_better_skill(base: int, skill: int, points: int) -> None:
    assert point_value(base, skill) == points


@pytest.mark.rule("AS-FOR-010", "AS-FOR-012")
def test_no_unit_costs_less_than_one_point() -> None:
    assert point_value(3, 7) == 1
    assert unit(pv=0).pv == 1


@pytest.mark.rule("AS-FOR-013")
def test_formations_are_added_as_long_as_points_are_left() -> None:
    lances = [Formation(f"Lance {number}", units((4, {}))) for number in range(1, 5)]
    assert [is_legal(force(*lances[:count], limit=300)) for count in range(1, 5)] == [True, True, True, False]


# -- the forces of the book -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-049")
@pytest.mark.parametrize("name", FORCES)
def test_units_of_a_force_can_be_told_apart(name: str) -> None:
    one = sample_force(name)
    assert len(set(one.unit_names)) == len(one.members)


@pytest.mark.rule("AS-FOR-094", "AS-INT-039", "AS-INT-041", "AS-INT-042", "AS-INT-043", "AS-INT-044")
@pytest.mark.parametrize("name", FORCES)
def test_every_printed_cost_and_total_is_right(name: str) -> None:
    one = sample_force(name)
    assert [(member.name, member.pv) for member in one.members] == [
        (member.name, member.stated) for member in one.members
    ]
    assert [formation.pv for formation in one.formations] == [formation.stated for formation in one.formations]
    assert one.pv == one.stated


@pytest.mark.rule("AS-FOR-094")
def test_the_sample_forces() -> None:
    assert [(one.id, one.pv, [lance.pv for lance in one.formations]) for one in sample_forces()] == [
        ("gdl", 390, [176, 133, 81]),
        ("rh", 389, [170, 140, 79]),
        ("elh", 366, [109, 141, 116]),
        ("csj", 363, [223, 140]),
    ]
    leader = sample_force("gray death legion").members[0]
    assert (leader.rank, leader.skill, leader.card.name) == ("Colonel", 1, "MAD-3R Marauder")
    assert leader.abilities == ("Lucky (1)", "Tactical Genius")
    with pytest.raises(InputError, match="known are gdl"):
        sample_force("wolves")


@pytest.mark.rule("AS-FOR-095")
def test_all_eleven_printed_formations_earn_their_type() -> None:
    lances = [lance for one in sample_forces() for lance in one.formations]
    assert len(lances) == 11
    for lance in lances:
        assert lance.type is not None
        assert qualifies(BY_NAME[lance.type], core_of(lance)), lance.name


@pytest.mark.rule("AS-FOR-095")
@pytest.mark.parametrize(
    ("name", "departures", "notes"),
    [
        ("gdl", ["AS-FOR-014", "AS-FOR-015", "AS-FOR-017"], ["AS-FOR-044"]),
        ("rh", ["AS-FOR-014", "AS-FOR-017"], ["AS-FOR-068"]),
        ("elh", ["AS-FOR-014", "AS-FOR-017"], ["AS-FOR-006"]),
        ("csj", ["AS-FOR-091", "AS-FOR-014", "AS-FOR-054"], ["AS-SCA-005"]),
    ],
)
def test_the_departures_of_the_printed_forces(name: str, departures: list[str], notes: list[str]) -> None:
    found = check_force(sample_force(name))
    assert rules_of(found, DEPARTURE) == departures
    assert rules_of(found, NOTE) == notes
    assert rules_of(found, BROKEN, ADVICE) == []
    assert is_legal(sample_force(name))


@pytest.mark.rule("AS-FOR-095")
def test_the_departures_are_those_that_the_ledger_counts() -> None:
    counted = rulebook.rule("AS-FOR-095").data
    assert isinstance(counted, dict)
    for name, short in (
        ("gdl", "Gray Death Legion"),
        ("rh", "Red Hunter"),
        ("elh", "Eridani"),
        ("csj", "Jaguar Guards"),
    ):
        one = sample_force(name)
        found = check_force(one)
        listed, allowed = counted["scas_listed_vs_rule"][short]
        assert len(one.command_abilities) == listed
        assert ("AS-FOR-017" in rules_of(found, DEPARTURE)) == (listed > allowed)
        trained, most = counted["spa_pilots_vs_limit"][short]
        text = next(finding.text for finding in found if finding.rule == "AS-FOR-014")
        assert text.startswith(f"{trained} units of {len(one.members)} ")
        assert text.endswith(f"; {most} may")
    assert any("Harisha Wimmer" in note for note in sample_force("csj").notes)


@pytest.mark.rule("AS-FOR-095")
def test_the_departures_in_words() -> None:
    texts = [str(finding) for name in FORCES for finding in check_force(sample_force(name))]
    assert [text for text in texts if "p. 112" in text or "p. 92" in text] == [
        "4 units of 12 have abilities of their own (Grayson Death Carlyle, Lori Kalmar, Delmar Clay, Charles Bear); "
        "1 may (p. 112).",
        "Fire Lance: Charles Bear: Skill 4 allows 1 ability of 2 points, not 2 of 4 (Demoralizer, Lucky (1)) (p. 92).",
        "A force that is Regular on average has 1 command ability, not 3 (p. 112).",
        "4 units of 12 have abilities of their own (Hassid Ricol, Sigtrygg Poulsen, Johanna Sjögren, Jacme Delatraz); "
        "1 may (p. 112).",
        "A force that is Veteran on average has 2 command abilities, not 3 (p. 112).",
        "2 units of 14 have abilities of their own (Ceolmund Turney, Marcelyn Netta); 1 may (p. 112).",
        "A force that is Regular on average has 1 command ability, not 3 (p. 112).",
        "2 units of 10 have abilities of their own (Isidor Furey, Harisha Wimmer); 1 may (p. 112).",
    ]


def test_the_same_force_of_somebody_else_breaks_the_rules_it_departs_from() -> None:
    legion = sample_force("gdl")
    copy = Force(legion.name, legion.formations, command_abilities=legion.command_abilities)
    assert rules_of(check_force(copy), BROKEN) == ["AS-FOR-014", "AS-FOR-015", "AS-FOR-017"]
    assert not is_legal(copy)


# -- into battle ----------------------------------------------------------------------------------------------


def test_two_forces_make_a_battle() -> None:
    red, blue = (musters(sample_force(name), side) for name, side in (("gdl", "red"), ("csj", "blue")))
    assert [one.id for one in red] == [f"r{number}" for number in range(1, 13)]
    assert (red[0].card.name, red[0].skill, red[0].group) == ("MAD-3R Marauder", 1, "Command Lance")
    assert musters(sample_force("csj"), "red", prefix="x")[0].id == "x1"
    sides = (Side("red", "south"), Side("blue", "north"))
    battle = Battle(Setup(Table(72, 48, []), sides, red + blue, phase="deployment", first="red"), 7)
    for unit_id, x in (("r1", 10.0), ("b1", 20.0)):
        battle.do(commands.Deploy(unit_id, (x, 4.0 if unit_id == "r1" else 44.0)))
    assert battle.units["r1"].on_table
    assert battle.units["r1"].skill == 1


def test_lances_move_together_and_those_attached_to_them_by_themselves() -> None:
    horse = musters(sample_force("elh"), "blue")
    assert [one.group for one in horse[8:]] == ["Recon Lance"] * 4 + ["Recon Lance flight"] * 2
    sides = (Side("red", "south"), Side("blue", "north"))
    red = musters(sample_force("gdl"), "red")
    setup = Setup(
        Table(72, 48, []), sides, red + horse, options=frozenset({"lance_movement"}), phase="deployment", first="red"
    )
    assert Battle(setup, 1).units["b14"].group == "Recon Lance flight"
    star = Formation("Star", (known("Timber Wolf C"), known("Training Battle Armor Copper")), overlays=("Nova",))
    assert [one.group for one in musters(force(star), "red")] == ["Star", "Star infantry"]


def test_a_hundred_units_are_checked_in_no_time() -> None:
    book = [formation for one in sample_forces() for formation in one.formations]
    lances = [
        Formation(f"{lance.name} {number}", lance.members, lance.type, lance.overlays)
        for number in range(3)
        for lance in book
    ]
    large = Force("Large", tuple(lances), faction="Mercenary", limit=3000, command_abilities=("Camouflage",))
    assert len(large.members) > 100
    times = []
    for _ in range(5):
        begin = time.process_time()
        check_force(large)
        times.append(time.process_time() - begin)
    assert min(times) < 0.05


@pytest.mark.rule("AS-SPC-089", "AS-SPC-090")
def test_a_drone_costs_what_its_operator_makes_of_it() -> None:
    """P. 84: a drone of a Skill 4 operator is valued at Skill 5."""
    desk = unit("Desk", specials=["DCC1"], skill=4)
    drones = tuple(unit(f"Drone {number}", specials=["DRO"], skill=skill) for number, skill in ((1, 4), (2, 4)))
    found = [one.text for one in check_force(force(Formation("L", (desk, *drones)))) if one.rule == "AS-SPC-089"]
    assert found == ["Drone 1 is steered by Desk (Skill 4): it has Skill 5 and costs 22"], "nobody steers 2"
    fixed = replace(drones[0], skill=5)
    assert not [one for one in check_force(force(Formation("L", (desk, fixed)))) if one.rule == "AS-SPC-089"]
