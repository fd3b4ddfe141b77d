"""Companies, Binaries and beyond."""

from typing import Any

import pytest

from lancemate.muster.checking import check_force
from lancemate.muster.findings import BROKEN
from lancemate.muster.force import Force, Formation, Group
from lancemate.muster.force_files import sample_force
from lancemate.muster.larger_groups import faults, groups_of, mission_of, value_of
from muster.recruits import rules_of, units

TANK = {"type": "CV", "move": '8"t'}
FOOT = {"type": "CI", "move": '2"f', "size": 1}
SUIT = {"type": "BA", "move": '6"j', "size": 1}
PLANE = {"type": "AF", "move": "8a"}


def lance(name: str, kind: str | None = None, count: int = 4, **fields: Any) -> Formation:
    overlays = fields.pop("overlays", ())
    return Formation(name, units((count, fields)), f"{kind} Lance" if kind else None, overlays)


def wrong(kind: str, *core: Formation, attached: tuple[Formation, ...] = ()) -> list[str]:
    names, others = (tuple(one.name for one in formations) for formations in (core, attached))
    group = Group(kind, "Test", names, (), others)
    found = faults(group, Force("Force", (*core, *attached), groups=(group,)))
    return [fault.text for fault in found]


def lances(count: int, kind: str = "Battle") -> tuple[Formation, ...]:
    return tuple(lance(f"{kind} {number}", kind) for number in range(count))


@pytest.mark.rule("AS-FOR-089", "AS-FOR-121")
def test_a_company_has_two_to_four_lances() -> None:
    assert wrong("Company", *lances(2)) == wrong("Company", *lances(4)) == []
    assert wrong("Company", *lances(1)) == ["a Company has 2 to 4 lances, not 1"]
    assert wrong("Company", *lances(5))[0] == "a Company has 2 to 4 lances, not 5"
    horse = sample_force("elh")
    assert faults(horse.groups[0], horse) == ()
    assert wrong("Company", lance("Plain"), lance("Other")) == []


@pytest.mark.rule("AS-FOR-089")
def test_few_lances_of_a_company_command_or_support() -> None:
    assert wrong("Company", *lances(1), *lances(2, "Support")) == [
        "it has 2 Support Lances and 1 to support; each needs its own"
    ]
    assert wrong("Company", *lances(1), *lances(1, "Command"), *lances(2, "Support")) == []
    assert wrong("Company", *lances(1), *lances(2, "Command")) == ["a Company has at most 1 lance for command, not 2"]
    assert wrong("Company", *lances(1, "Command"), *lances(1, "Support")) == [
        "a Company has 1 to 4 lances of the types Battle, Assault, Striker, Fire, Recon, Pursuit, not 0"
    ]


@pytest.mark.rule("AS-FOR-089")
def test_what_is_attached_to_a_company() -> None:
    core = lances(2)
    foot, suits = lance("Foot", count=6, **FOOT), lance("Suits", **SUIT)
    tanks = tuple(lance(f"Tanks {number}", **TANK) for number in range(3))
    planes = lance("Planes", count=6, **PLANE)
    assert wrong("Company", *core, attached=(foot, suits, *tanks, planes)) == []
    more = (lance("Foot", count=7, **FOOT), lance("Suits", count=5, **SUIT))
    assert wrong("Company", *core, attached=more) == [
        "at most 6 units or formations of conventional infantry may be attached to a Company, not 7",
        "at most 4 units or formations of battle armor may be attached to a Company, not 5",
    ]
    assert wrong("Company", *core, attached=(*tanks, lance("Fourth", **TANK))) != []
    assert wrong("Company", *core, attached=(planes, lance("More", count=6, **PLANE))) != []
    assert wrong("Company", *core, attached=(lance("Mechs"),)) == [
        "no units or formations of 'Mechs may be attached to a Company, not 1"
    ]
    armor = (lance("A", **TANK), lance("B", **TANK))
    assert wrong("Company", *armor, attached=(lance("Mechs"),)) == []
    assert wrong("Company", *armor, attached=(lance("C", **TANK),)) != []
    assert wrong("Company", *core, planes)[-1] == "Planes is no part of the ground force; it can be attached"


def nested(kind: str, parts: tuple[Group, ...], every: tuple[Formation, ...], **fields: Any) -> list[str]:
    group = Group(kind, "Top", groups=tuple(part.name for part in parts), **fields)
    found = faults(group, Force("Force", every, groups=(*parts, group)))
    return [fault.text for fault in found]


def companies(count: int, kind: str = "Company") -> tuple[tuple[Group, ...], tuple[Formation, ...]]:
    formations = tuple(lance(f"{number}-{place}", "Battle") for number in range(count) for place in range(3))
    groups = tuple(
        Group(kind, f"{kind} {number}", tuple(f"{number}-{place}" for place in range(3))) for number in range(count)
    )
    return groups, formations


@pytest.mark.rule("AS-FOR-090", "AS-FOR-121")
def test_a_battalion_has_three_or_four_companies() -> None:
    assert nested("Battalion", *companies(3)) == nested("Battalion", *companies(4)) == []
    assert nested("Battalion", *companies(2)) == ["a Battalion has 3 to 4 companies, not 2"]
    groups, formations = companies(3)
    head, line = lance("Head", "Command"), lance("Line", "Battle")
    assert nested("Battalion", groups, (*formations, head), formations=("Head",)) == []
    assert nested("Battalion", groups, (*formations, head, line), formations=("Head", "Line")) == [
        "beside its companies a Battalion has a Command Lance only"
    ]
    planes = tuple(lance(f"Planes {number}", count=6, **PLANE) for number in range(4))
    names = tuple(one.name for one in planes)
    assert nested("Battalion", groups, (*formations, *planes), detachments=names[:3]) == []
    assert nested("Battalion", groups, (*formations, *planes), detachments=names) != []


@pytest.mark.rule("AS-FOR-091", "AS-FOR-121")
def test_binaries_and_trinaries() -> None:
    assert wrong("Binary", *lances(2)) == wrong("Trinary", *lances(3)) == []
    assert wrong("Trinary", *lances(2)) == ["a Trinary has 3 Stars, not 2"]
    assert wrong("Binary", *lances(3)) == ["a Binary has 2 Stars, not 3"]
    assert wrong("Binary", *lances(1, "Command"), *lances(1, "Support")) == [
        "a Binary has 1 to 3 Stars of the types Battle, Assault, Striker, Fire, Recon, Pursuit, not 0"
    ]
    assert wrong("Trinary", *lances(1), *lances(2, "Support")) == ["a Trinary has at most 1 Star for support, not 2"]
    assert wrong("Binary", *lances(2), attached=(lance("Points", count=5, **SUIT),)) == []
    assert wrong("Binary", *lances(2), attached=(lance("Points", count=6, **SUIT),)) != []
    assert "AS-FOR-091" in rules_of(check_force(sample_force("csj")))


@pytest.mark.rule("AS-FOR-091")
def test_novas_make_a_supernova() -> None:
    novas = tuple(lance(f"Nova {number}", "Battle", overlays=("Nova",)) for number in range(2))
    assert wrong("Supernova Binary", *novas) == []
    assert wrong("Supernova Trinary", *novas, lance("Star", "Battle")) == [
        "a Supernova Trinary is made of Novas; Star is none"
    ]


@pytest.mark.rule("AS-FOR-092", "AS-FOR-121")
def test_clusters() -> None:
    assert nested("Cluster", *companies(3, "Trinary")) == nested("Cluster", *companies(5, "Trinary")) == []
    assert nested("Cluster", *companies(2, "Trinary")) == ["a Cluster has 3 to 5 Binaries or Trinaries, not 2"]
    assert nested("Cluster", *companies(3)) == [
        f"a Cluster is made of Binaries or Trinaries; Company {number} is a Company" for number in range(3)
    ]
    groups, formations = companies(3, "Trinary")
    suits = tuple(lance(f"Suits {number}", count=5, **SUIT) for number in range(3))
    names = tuple(one.name for one in suits)
    assert nested("Cluster", groups, (*formations, *suits), detachments=names[:2]) == []
    assert nested("Cluster", groups, (*formations, *suits), detachments=names) != []


@pytest.mark.rule("AS-FOR-093", "AS-FOR-121")
def test_level_iii() -> None:
    assert wrong("Level III", *lances(6)) == []
    assert wrong("Level III", *lances(4), *lances(1, "Command"), *lances(1, "Support")) == []
    assert wrong("Level III", *lances(5)) == ["a Level III has 6 Level IIs, not 5"]
    assert wrong("Level III", *lances(3), *lances(2, "Command"), *lances(1, "Support")) == [
        "a Level III has at most 1 Level II for command, not 2",
        "a Level III has 4 to 6 Level IIs of the types Battle, Assault, Striker, Fire, Recon, Pursuit, not 3",
    ]
    assert wrong("Level III", *lances(6), attached=(lance("Tanks", **TANK),)) != []


@pytest.mark.rule("AS-FOR-022", "AS-FOR-023", "AS-FOR-024")
def test_still_larger_groups_go_by_the_organisation_table() -> None:
    for kind, below, least, rule in (
        ("Regiment", "Battalion", 3, "AS-FOR-022"),
        ("Brigade", "Regiment", 3, "AS-FOR-022"),
        ("Galaxy", "Cluster", 3, "AS-FOR-024"),
        ("Level IV", "Level III", 6, "AS-FOR-023"),
        ("Level V", "Level IV", 6, "AS-FOR-023"),
    ):
        parts = tuple(Group(below, f"P{number}") for number in range(least))
        others = (Group("Company", "Able"), Group("Binary", "Baker"))
        loose = lance("Loose", "Battle")
        force = Force("F", (loose,), groups=(*parts, *others))
        names = tuple(one.name for one in parts)
        assert faults(Group(kind, "G", groups=names), force) == ()
        for odd in (
            Group(kind, "G", groups=names[1:]),
            Group(kind, "G", groups=(*names[1:], "Able")),
            Group(kind, "G", groups=(*names[1:], "Baker")),
            Group(kind, "G", groups=names, formations=("Loose",)),
        ):
            assert [fault.rule for fault in faults(odd, force)] == [rule], odd
    groups, formations = companies(3)
    short = Force("F", formations, groups=(*groups, Group("Regiment", "R", groups=("Company 0",))))
    assert "AS-FOR-022" in rules_of(check_force(short), BROKEN)


@pytest.mark.rule("AS-FOR-022")
def test_a_wing_is_made_of_squadrons() -> None:
    planes = tuple(lance(f"Planes {number}", count=6, **PLANE) for number in range(4))
    assert wrong("Wing", *planes[:3]) == wrong("Wing", *planes) == []
    assert wrong("Wing", *planes[:2]) == ["a Wing has 3 to 4 squadrons, not 2"]
    assert wrong("Wing", *planes[:2], lance("Mechs")) == ["a Wing is made of squadrons; Mechs is none"]
    groups, formations = companies(3)
    assert nested("Wing", groups, (*formations, *planes[:3]), formations=tuple(one.name for one in planes[:3])) == [
        "a Wing is made of squadrons, not of groups"
    ]


@pytest.mark.rule("AS-FOR-090")
def test_vehicles_are_attached_to_a_battalion_by_companies() -> None:
    groups, formations = companies(3)
    for lances_of_tanks, right in ((4, True), (12, True), (13, False)):
        tanks = tuple(lance(f"Tanks {number}", **TANK) for number in range(lances_of_tanks))
        names = tuple(one.name for one in tanks)
        assert (nested("Battalion", groups, (*formations, *tanks), detachments=names) == []) is right


@pytest.mark.rule("AS-FOR-088")
def test_a_group_is_called_by_what_most_of_it_does() -> None:
    def called(*core: Formation, kind: str = "Company") -> str | None:
        group = Group(kind, "Test", tuple(one.name for one in core))
        return mission_of(group, Force("Force", core, groups=(group,)))

    fire, flak, recon = lance("A", "Fire"), lance("B", "Anti-Air"), lance("C", "Recon")
    assert called(fire, flak, recon) == "Fire Support Company"
    assert called(fire, recon) is None
    assert called(lance("X", "Battle"), lance("Y", "Light Battle"), kind="Binary") == "Battle Binary"
    assert called(lance("X")) is None


def test_a_group_costs_all_that_is_in_it_and_attached_at_any_depth() -> None:
    one, two, three, tanks = lance("One"), lance("Two"), lance("Three"), lance("Tanks", **TANK)
    company = Group("Company", "Able", ("One", "Two"), (), ("Tanks",))
    battalion = Group("Battalion", "First", ("Three",), ("Able",))
    force = Force("Force", (one, two, three, tanks), groups=(company, battalion))
    assert value_of(company, force) == one.pv + two.pv + tanks.pv
    assert value_of(battalion, force) == force.pv


def test_every_organisation_has_its_own_larger_groups() -> None:
    assert groups_of("Inner Sphere") == ("Company", "Battalion", "Regiment", "Brigade", "Wing")
    assert groups_of("ComStar") == ("Level III", "Level IV", "Level V")
    assert groups_of("Clan")[:2] == ("Binary", "Trinary")
