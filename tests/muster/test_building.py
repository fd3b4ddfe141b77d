"""Forces built from the catalogue: legal, within the points, with the roles asked for, the same for the same seed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster import catalogue
from lancemate.muster.building import KINDS, Wishes, build_force, role_mix
from lancemate.muster.checking import check_force, is_legal
from lancemate.muster.choosing import open_choices
from lancemate.muster.findings import NOTE
from lancemate.muster.force import Force
from lancemate.muster.force_files import force_text, parse_force
from lancemate.muster.formations import BY_NAME, find_type
from lancemate.muster.organisation import full_strength, kind_of


def of_roles(force: Force) -> Counter[str | None]:
    return Counter(member.card.role for member in force.members)


@pytest.mark.parametrize("seed", range(4))
def test_a_force_of_350_points(seed: int) -> None:
    force = build_force(Wishes(350, seed=seed))
    for_play = set(open_choices(force))  # what the book lets players choose at the start of play
    assert set(check_force(force)) == for_play
    assert {finding.severity for finding in for_play} <= {NOTE}
    assert 345 <= force.pv <= 350
    assert len(force.members) == 12
    assert parse_force(force_text(force)) == force
    assert len({formation.type for formation in force.formations}) == 3


def test_the_same_seed_is_the_same_force() -> None:
    wishes = Wishes(300, {"Striker": 1}, seed=5)
    assert force_text(build_force(wishes)) == force_text(build_force(wishes))
    others = {force_text(build_force(Wishes(300, seed=seed))) for seed in range(3)}
    assert len(others) == 3


def test_roles_come_in_the_parts_asked_for() -> None:
    force = build_force(Wishes(400, role_mix("brawler:2, sniper:1")))
    assert of_roles(force) == {"Brawler": 8, "Sniper": 4}
    striking = build_force(Wishes(350, role_mix("Striker,Scout")))
    assert of_roles(striking) == {"Striker": 6, "Scout": 6}
    assert is_legal(striking)


@pytest.mark.parametrize("seed", range(3))
def test_roles_are_found_where_no_single_change_leads_to_them(seed: int) -> None:
    force = build_force(Wishes(350, role_mix("brawler:2, sniper:1"), seed=seed))
    assert of_roles(force) == {"Brawler": 8, "Sniper": 4}
    assert 345 <= force.pv <= 350


def test_cheap_units_use_up_the_points_by_their_number() -> None:
    force = build_force(Wishes(100, kind="infantry", training=True))
    assert 95 <= force.pv <= 100


def test_parts_of_a_mix() -> None:
    assert role_mix("brawler:2,missile boat") == {"Brawler": 2, "Missile Boat": 1}
    assert role_mix("") == {}
    for wrong in ("brawler:x", "brawler:0", "cook", "brawler:9999", "brawler:²", "brawler:" + "9" * 5000):
        with pytest.raises(InputError):
            role_mix(wrong)


def wish(name: str, seed: int = 0) -> Wishes:
    """For a type of formation, with points and units that are enough for it."""
    kind = BY_NAME[name]
    asked = (kind, BY_NAME["Battle Lance"]) if name == "Support Lance" else (kind,)
    made_of = "fighters" if kind.aerospace else "vehicles" if name.startswith("Vehicle") else "mechs"
    limit = 600 if name == "Transport Squadron" else 250 if kind.aerospace else 180 * len(asked)
    return Wishes(limit, formations=asked, kind=made_of, training=True, seed=seed)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(BY_NAME)), st.integers(0, 2**64 - 1))
def test_every_type_is_built_whatever_the_seed(name: str, seed: int) -> None:
    wishes = wish(name, seed)
    force = build_force(wishes)
    assert [formation.type for formation in force.formations] == [kind.name for kind in wishes.formations]
    assert is_legal(force)
    assert force.pv <= wishes.points


@pytest.mark.rule("AS-FOR-071")
def test_command_lances_are_led_wherever_they_stand() -> None:
    names = ("Battle Lance", "Command Lance", "Command Lance")
    force = build_force(Wishes(540, formations=tuple(BY_NAME[name] for name in names), training=True))
    assert is_legal(force)
    posts = [[member.command for member in formation.members if member.command] for formation in force.formations]
    assert posts == [[], ["commander"], ["lieutenant"]]


@pytest.mark.rule("AS-FOR-084")
def test_a_strike_squadron_has_its_bombers() -> None:
    granted = [member.granted for member in build_force(wish("Strike Squadron")).members]
    assert sorted(granted) == [("Golden Goose",)] * 3 + [("Speed Demon",)] * 3


@pytest.mark.rule("AS-FOR-075")
def test_a_support_lance_stands_by_another_formation() -> None:
    force = build_force(wish("Support Lance"))
    assert force.formations[0].supports == force.formations[1].name


@pytest.mark.parametrize(
    ("name", "kind", "complaint"),
    [
        ("Support Lance", "mechs", "stands by another formation: ask for one besides"),
        ("Interceptor Squadron", "mechs", "an Interceptor Squadron is not made of mechs"),
        ("Battle Lance", "fighters", "a Battle Lance is not made of fighters"),
        ("Vehicle Command Lance", "mechs", "is made of vehicles, not of mechs"),
    ],
)
def test_types_that_some_units_never_make(name: str, kind: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        build_force(Wishes(200, formations=(BY_NAME[name],), kind=kind, training=True))


@pytest.mark.parametrize(
    "name", [name for name, kind in BY_NAME.items() if not kind.aerospace and name != "Support Lance"]
)
def test_every_type_of_the_ground_can_be_built(name: str) -> None:
    kind = "vehicles" if name.startswith("Vehicle") else "mechs"
    force = build_force(Wishes(180, formations=(BY_NAME[name],), kind=kind, training=True))
    assert [formation.type for formation in force.formations] == [name]
    assert is_legal(force)
    assert force.pv <= 180


@pytest.mark.parametrize("faction", ["Clan Smoke Jaguar", "Draconis Combine", "ComStar", None])
def test_factions_bring_their_units_and_their_organisation(faction: str | None) -> None:
    force = build_force(Wishes(360, faction=faction, training=faction == "ComStar"))
    assert is_legal(force)
    full = full_strength(force.scheme, "'Mechs")
    assert {len(formation.members) for formation in force.formations} == {full}
    allowed = catalogue.search(faction=faction)
    assert all(member.card in allowed for member in force.members)
    kinds = {"Clan Smoke Jaguar": ["Binary"], "ComStar": []}
    assert [group.kind for group in force.groups] == kinds.get(faction or "", ["Company"])


@pytest.mark.parametrize("kind", KINDS)
def test_forces_of_every_kind_of_unit(kind: str) -> None:
    force = build_force(Wishes(120 if kind != "fighters" else 200, kind=kind, training=True))
    assert is_legal(force, strict=True)
    assert len({kind_of(member.card) for member in force.members}) == 1


def test_points_left_over_buy_better_crews() -> None:
    force = build_force(Wishes(350, skills=(2, 4)))
    assert 345 <= force.pv <= 350
    assert any(member.skill < 4 for member in force.members)
    assert all(2 <= member.skill <= 4 for member in force.members)
    green = build_force(Wishes(250, skills=(5, 6)))
    assert {member.skill for member in green.members} <= {5, 6}
    assert is_legal(green)


def test_abilities_come_with_the_formations() -> None:
    kind = find_type("Striker Lance")
    assert kind is not None
    force = build_force(Wishes(130, formations=(kind,)))
    assert sum("Speed Demon" in member.granted for member in force.members) == 3
    command = find_type("Command Lance")
    assert command is not None
    force = build_force(Wishes(130, formations=(command,)))
    assert force.members[0].granted == ("Tactical Genius",)
    assert check_force(force) == ()


def test_what_cannot_be_built_is_told() -> None:
    with pytest.raises(LancemateError, match=r"no force of 20 points was found\. The force costs \d+ points"):
        build_force(Wishes(20))
    with pytest.raises(InputError, match="no fighters for Draconis Combine; training units are left out"):
        build_force(Wishes(200, kind="fighters", faction="Draconis Combine"))
