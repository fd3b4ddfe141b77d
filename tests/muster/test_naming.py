"""Forces and units as players name them."""

from pathlib import Path

import pytest

from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.force_files import parse_force
from lancemate.muster.naming import force_named


def test_forces_by_file_by_name_by_formation_and_by_units(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("name: Own\nformations: [{name: Only, units: [{unit: LCT-1V Locust, skill: 3}]}]\n")
    assert [member.skill for member in force_named(str(file)).members] == [3]
    assert len(force_named("gdl").members) == 12
    assert [len(one.members) for one in force_named("gdl/Command Lance").formations] == [4]
    units = force_named("MAD-3R Marauder x2 @3, LCT-1V Locust").members
    assert [(member.card.chassis, member.skill) for member in units] == [
        ("Marauder", 3),
        ("Marauder", 3),
        ("Locust", 4),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gdl/Fire Brigade", "has no formation 'Fire Brigade'; it has Command Lance"),
        ("LCT-1V Locust, , LCT-1V Locust", "names no unit between two commas"),
        ("LCT-1V Locust x0", "0 of one unit cannot be had: write 1 to 99"),
        ("LCT-1V Locust x999", "999 of one unit cannot be had: write 1 to 99"),
        ("LCT-1V Locust @9", "'9' is no Skill: it runs from 0"),
        ("LCT-1V Locust @12", "'12' is no Skill"),
        ("LCT-1V Locust @", "'' is no Skill"),
        ("@3", "names no unit"),
        ("", "name a force"),
        ("Spawned infantry", "comes into being in a battle and cannot be mustered"),
        ("nobody.yaml", "nobody.yaml"),
        ("Lokust", "LCT-1V Locust"),
    ],
)
def test_forces_that_are_not_there(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        force_named(text)


def test_a_list_of_units_may_be_longer_than_the_name_of_a_file() -> None:
    assert len(force_named(", ".join(["LCT-1V Locust"] * 500)).members) == 500


def test_what_comes_into_being_in_a_battle_is_in_no_list() -> None:
    crew = catalogue.find("Ejected crew")
    assert crew not in catalogue.all()
    assert crew not in catalogue.search(type="CI")
    with pytest.raises(InputError, match="unit: Ejected crew comes into being in a battle"):
        parse_force("{name: Own, formations: [{name: Only, units: [{unit: ejected_crew}]}]}")
