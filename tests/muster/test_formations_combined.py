"""Formations around a commander, in support of others, and with infantry aboard."""

import pytest

from lancemate.muster.checking import check_force
from lancemate.muster.findings import UNMET
from lancemate.muster.force import Formation, Member
from lancemate.muster.force_files import sample_force
from lancemate.muster.formations import Bonus
from lancemate.muster.formations.bonuses import START
from lancemate.muster.formations.book import bonuses
from lancemate.muster.formations.command import initiative_bonus
from muster.recruits import HEAVY, fits, force, given, only, rules_of, unit, units, vehicles

SCOUT, STRIKER, BRAWLER, BOAT = ({"role": role} for role in ("Scout", "Striker", "Brawler", "Missile Boat"))


# -- Command and Support Lances -------------------------------------------------------------------------------


def staff(count: int = 4, **leader: object) -> tuple[Member, ...]:
    first = unit("Leader", **{"role": "Juggernaut", "command": "commander", **leader})
    return (first, *units((count - 2, BOAT), (1, SCOUT)))


@pytest.mark.rule("AS-FOR-071")
def test_command_lance() -> None:
    assert fits("Command Lance", sample_force("elh").formations[0].members)
    assert fits("Command Lance", staff())
    assert fits("Command Lance", staff(command="lieutenant"))
    assert not fits("Command Lance", staff(command=None))
    assert not fits("Command Lance", (*staff()[:1], *units((3, SCOUT))))
    assert not fits("Command Lance", (*staff()[:1], *units((3, BOAT))))
    assert fits("Command Lance", (unit("Leader", role="Scout", command="commander"), *units((3, BOAT))))


@pytest.mark.rule("AS-FOR-072")
def test_one_commander_and_few_lieutenants() -> None:
    def advice(*members: Member) -> list[str]:
        found = check_force(force(Formation("Lance", members)))
        return [finding.text for finding in found if finding.rule == "AS-FOR-072"]

    leader, second = unit(pilot="Ann", command="commander"), unit(pilot="Bob", command="lieutenant")
    others = units((5, {}))
    assert advice(leader, *others) == []
    assert advice(*others) == ["no unit is designated as the commander of the force"]
    assert advice(leader, second, *others) == []
    assert advice(leader, second, second, *others) == [
        "8 units that are not infantry have 1 lieutenants at most, not 2"
    ]
    assert advice(leader, leader) == ["a force has one commander, not 2 (Ann, Ann)"]
    foot = units((6, {"type": "CI", "move": '2"f', "size": 1}))
    assert advice(leader, second, *foot) == ["2 units that are not infantry have no lieutenants at most, not 1"]


@pytest.mark.rule("AS-FOR-073")
@pytest.mark.parametrize(("count", "users"), [(4, 2), (5, 2), (6, 3)])
def test_command_bonus(count: int, users: int) -> None:
    others, genius = given("Command Lance", staff(count))
    assert others.users == users
    assert others.abilities == (
        "Antagonizer",
        "Blood Stalker",
        "Combat Intuition",
        "Eagle's Eyes",
        "Marksman",
        "Multi-Tasker",
    )
    assert not others.may_have(0)
    assert (genius.abilities, genius.users, genius.eligible) == (("Tactical Genius",), 1, (0,))


@pytest.mark.rule("AS-FOR-073")
def test_the_printed_command_lance_and_two_wrong_ones() -> None:
    horse = sample_force("elh")
    lance = horse.formations[0]
    assert [member.granted for member in lance.members] == [
        ("Tactical Genius",),
        ("Combat Intuition",),
        ("Marksman",),
        (),
    ]
    assert "AS-FOR-073" not in rules_of(check_force(horse))
    wrong = (unit("L", role="Juggernaut", command="commander", granted=("Marksman",)), *staff()[1:])
    texts = [one.text for one in check_force(force(Formation("C", wrong, "Command Lance"))) if one.step == 6]
    assert "L cannot be the one with Marksman" in texts
    many = (staff()[0], *units((2, {**BOAT, "granted": ("Marksman",)}), (1, {**SCOUT, "granted": ("Marksman",)})))
    texts = [one.text for one in check_force(force(Formation("C", many, "Command Lance"))) if one.step == 6]
    assert any(text.endswith("is given to 3 units and not to 2") for text in texts)


@pytest.mark.rule("AS-FOR-073")
def test_a_commander_of_genius_helps_the_initiative_instead() -> None:
    genius = staff(bought=("Tactical Genius",))
    assert initiative_bonus(genius) == 1
    assert initiative_bonus(staff()) == 0
    bonus = given("Command Lance", genius)[1]
    assert (bonus.users, bonus.text) == (
        0,
        "Tactical Genius: the commander has it already, so the force adds 1 to its Initiative rolls",
    )


@pytest.mark.rule("AS-FOR-074")
def test_vehicle_command_lance() -> None:
    leader = unit("Leader", type="CV", move='8"t', role="Brawler", command="commander")
    pair = vehicles(("A", 2, "Sniper"), ("A", 2, "Sniper"), ("B", 2, "Brawler"))
    assert fits("Vehicle Command Lance", (leader, *pair))
    assert not fits("Vehicle Command Lance", vehicles(*[("A", 2, "Sniper")] * 4))
    assert fits("Vehicle Command Lance", (leader, *vehicles(("A", 2, "Sniper"), ("B", 2, "Juggernaut"))))
    assert not fits("Vehicle Command Lance", (leader, *vehicles(("A", 2, "Sniper"), ("B", 2, "Brawler"))))
    mechs = (unit("M", role="Sniper"), unit("M", role="Sniper"), *pair[2:])
    assert not fits("Vehicle Command Lance", (leader, *mechs))
    assert len(given("Vehicle Command Lance", (leader, *pair))) == 2


def supporting(supporter: Formation, *others: Formation) -> tuple[Bonus, ...]:
    return bonuses(supporter, force(supporter, *others))


@pytest.mark.rule("AS-FOR-075")
def test_support_lance() -> None:
    strike = Formation("Strike", units((4, {**STRIKER, "granted": ("Speed Demon",)})), "Striker/Cavalry Lance")
    support = Formation("Support", units((4, {})), "Support Lance", supports="Strike")
    bonus = only(supporting(support, strike))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Speed Demon",), 2, START)
    six = Formation("Support", units((6, {})), "Support Lance", supports="Strike")
    assert only(supporting(six, strike)).users == 3
    small = Formation("Small", units((3, STRIKER)), "Striker/Cavalry Lance")
    ten = Formation("Support", units((10, {})), "Support Lance", supports="Small")
    assert only(supporting(ten, small)).users == 2
    alone = force(Formation("Support", units((4, {})), "Support Lance"))
    assert rules_of(check_force(alone), UNMET) == ["AS-FOR-075"]


@pytest.mark.rule("AS-FOR-075")
def test_supporting_a_command_lance() -> None:
    command = sample_force("elh").formations[0]
    support = Formation("Support", units((4, {})), "Support Lance", supports=command.name)
    bonus = only(supporting(support, command))
    assert bonus.abilities == ("Combat Intuition", "Marksman")
    assert (bonus.users, bonus.most_of("Combat Intuition"), bonus.most_of("Marksman")) == (2, 1, 1)
    each = tuple(unit(granted=granted) for granted in (("Combat Intuition",), ("Marksman",), (), ()))
    right = force(Formation("Support", each, "Support Lance", supports=command.name), command)
    assert "AS-FOR-075" not in rules_of(check_force(right))
    twice = tuple(unit(granted=granted) for granted in (("Marksman",), ("Marksman",), (), ()))
    wrong = force(Formation("Support", twice, "Support Lance", supports=command.name), command)
    assert "AS-FOR-075" in rules_of(check_force(wrong))
    genius = tuple(unit(granted=granted) for granted in (("Tactical Genius",), (), (), ()))
    wrong = force(Formation("Support", genius, "Support Lance", supports=command.name), command)
    assert any("Tactical Genius" in finding.text for finding in check_force(wrong) if finding.wrong)


@pytest.mark.rule("AS-FOR-075")
def test_supporting_a_pool_and_what_changes_each_turn() -> None:
    battle = Formation("Battle", units((4, BRAWLER)), "Battle Lance")
    support = Formation("Support", units((5, {})), "Support Lance", supports="Battle")
    bonus = only(supporting(support, battle))
    assert (bonus.pool, bonus.users) == (6, 2)
    assault = Formation("Assault", units((4, HEAVY)), "Assault Lance", choice="Demoralizer")
    support = Formation("Support", units((4, {})), "Support Lance", supports="Assault")
    bonus = only(supporting(support, assault))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Demoralizer",), 2, START)
    written = units((2, {"granted": ("Demoralizer",)}), (2, {}))
    both = force(assault, Formation("Support", written, "Support Lance", supports="Assault"))
    assert rules_of(check_force(both), UNMET, "broken") == []


@pytest.mark.rule("AS-FOR-075", "AS-FOR-062")
def test_a_support_lance_copies_no_command_ability() -> None:
    guns = Formation("Guns", units((4, {"role": "Missile Boat", "specials": ["FLK1/1/1"]})), "Anti-Air Lance")
    assert bonuses(guns, force(guns))
    assert supporting(Formation("Support", units((4, {})), "Support Lance", supports="Guns"), guns) == ()


# -- infantry that rides --------------------------------------------------------------------------------------

OMNI = {"specials": ["OMNI"], "move": '10"', **STRIKER}
SUITS = {"type": "BA", "size": 1, "move": '6"j', "specials": ["MEC", "CAR5"]}


def nova(*members: Member, overlay: str = "Nova") -> list[str]:
    formation = Formation("Nova", members, "Striker/Cavalry Lance", (overlay,))
    return [finding.text for finding in check_force(force(formation, faction="Clan Wolf")) if finding.severity == UNMET]


@pytest.mark.rule("AS-FOR-076")
def test_a_nova_carries_all_of_its_infantry() -> None:
    assert nova(*units((5, OMNI), (5, SUITS))) == []
    assert nova(*units((5, OMNI), (6, SUITS))) == ["its 5 carriers have no room for all 6 infantry units at once"]
    assert nova(*units((4, OMNI), (1, {**OMNI, "specials": []}), (5, SUITS))) != []
    clinging = {**SUITS, "specials": ["XMEC", "CAR5"]}
    assert nova(*units((4, OMNI), (1, {**OMNI, "specials": []}), (1, clinging), (4, SUITS))) == []
    assert nova(*units((5, OMNI))) == ["a Mechanized or Nova formation has infantry; this one has none"]


@pytest.mark.rule("AS-FOR-076")
def test_infantry_inside_is_packed() -> None:
    def carrier(room: int) -> dict[str, object]:
        return {"type": "CV", "move": '10"h', "specials": [f"IT{room}"], **STRIKER}

    def platoon(room: int) -> dict[str, object]:
        return {"type": "CI", "size": 1, "move": '2"f', "specials": [f"CAR{room}"]}

    packed = units(
        (1, carrier(10)), (1, carrier(6)), (1, carrier(4)), (2, platoon(5)), (2, platoon(3)), (1, platoon(4))
    )
    assert nova(*packed, overlay="Mechanized") == []
    tight = units((2, carrier(7)), (1, carrier(1)), (3, platoon(5)))
    assert nova(*tight, overlay="Mechanized") != []
    many = units((30, carrier(10)), (60, platoon(5)))
    assert nova(*many, overlay="Mechanized") == []


@pytest.mark.rule("AS-FOR-076")
def test_only_the_carriers_count_for_the_type_and_have_its_bonus() -> None:
    members = units((5, OMNI), (5, SUITS))
    formation = Formation("Nova", members, "Striker/Cavalry Lance", ("Nova",))
    assert only(bonuses(formation)).users == 4
    plain = Formation("Star", members, "Striker/Cavalry Lance")
    assert bonuses(plain) == ()
    granted = (*units((5, OMNI)), unit(**SUITS, granted=("Speed Demon",)))
    wrong = force(Formation("Nova", granted, "Striker/Cavalry Lance", ("Nova",)))
    texts = [finding.text for finding in check_force(wrong) if finding.rule == "AS-FOR-076"]
    assert texts == ["Ordinary does not share the bonus of the formation and is not granted Speed Demon"]
    both = Formation("Nova", members, "Striker/Cavalry Lance", ("Nova", "Mechanized"))
    assert "it is either Mechanized or a Nova, not both" in [one.text for one in check_force(force(both))]
