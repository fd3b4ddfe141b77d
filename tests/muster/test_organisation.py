"""Roles, factions and eras, and how armies are organised."""

from itertools import pairwise

import pytest

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.alphastrike.cards.eras import ERAS, book_eras, era_named
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.checking import check_force
from lancemate.muster.factions import FACTIONS, find_faction, scheme_of, unavailable
from lancemate.muster.findings import ADVICE, BROKEN, NOTE
from lancemate.muster.force import Formation
from lancemate.muster.force_files import sample_force
from lancemate.muster.organisation import (
    CLAN,
    COMSTAR,
    FIGHTER_SIZES,
    INFANTRY_SIZES,
    INNER_SPHERE,
    ORGANISATION,
    SUITS,
    Echelon,
    echelons,
    formation_word,
    full_strength,
)
from lancemate.muster.roles import AEROSPACE_ROLES, GROUND_ROLES, odd_role, role_named, role_of
from lancemate.rulebook import rule
from muster.recruits import ORDINARY, fits, force, known, rules_of, unit, units

FIGHTER = {"type": "AF", "move": "8a", "role": "Dogfighter"}


# -- roles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-019")
def test_a_role_belongs_to_the_model() -> None:
    assert (known("SHD-2H Shadow Hawk").card.role, known("SHD-2K Shadow Hawk").card.role) == ("Skirmisher", "Sniper")
    assert (known("CRD-3R Crusader").card.role, known("CRD-5M Crusader").card.role) == ("Missile Boat", "Skirmisher")
    assert known("CRD-5M Crusader", skill=0).card.role == "Skirmisher"
    listed = rule("AS-FOR-019").data
    assert isinstance(listed, dict)
    assert [*GROUND_ROLES.of(rules)] == listed["ground"]
    assert [*AEROSPACE_ROLES.of(rules)] == listed["aerospace"]


@pytest.mark.rule("AS-FOR-019")
def test_roles_are_of_the_units_own_branch() -> None:
    assert odd_role(unit(role=None).card) is None
    assert odd_role(unit("X", role="Cook").card) == "X has the role Cook, which the book does not know"
    assert odd_role(unit("X", role="Interceptor").card) == "X is a ground unit with the role Interceptor"
    assert odd_role(unit("X", type="AF", move="8a", role="Scout").card) == "X is an aerospace unit with the role Scout"
    assert [card.name for card in catalogue.all() if odd_role(card)] == []
    assert rules_of(check_force(force(Formation("L", (unit(role="Cook"),)))), ADVICE)[0] == "AS-FOR-019"


@pytest.mark.rule("AS-FOR-020")
def test_profiles_of_ground_roles() -> None:
    assert GROUND_ROLES.of(rules)["Scout"]["speed"] == "fast"
    assert GROUND_ROLES.of(rules)["Juggernaut"]["armor"] == "very heavy"
    assert GROUND_ROLES.of(rules)["Missile Boat"]["range"] == "long, mostly indirect"
    assert [role for role, profile in GROUND_ROLES.of(rules).items() if profile["speed"] == "slow"] == [
        "Ambusher",
        "Juggernaut",
    ]


@pytest.mark.rule("AS-FOR-021")
def test_profiles_of_aerospace_roles() -> None:
    assert len(AEROSPACE_ROLES.of(rules)) == 6
    assert AEROSPACE_ROLES.of(rules)["Interceptor"] == {
        "craft": "light, fast fighter",
        "does": "meets the enemy as far out as possible",
    }


def test_roles_are_found_in_any_spelling() -> None:
    assert role_named("missile boat") == role_named("MISSILE_BOAT") == "Missile Boat"
    with pytest.raises(InputError, match="did you mean Striker"):
        role_named("strikr")
    with pytest.raises(InputError, match="known are Ambusher"):
        role_named("cook")


# -- eras and factions ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-006")
def test_units_available_to_a_faction_in_an_era() -> None:
    suns = {"faction": "Federated Suns", "era": "Late Succession War - LosTech"}
    own = unit("Own", factions=["Federated Suns"]).card
    other = unit("Other", factions=["Draconis Combine"]).card
    general = unit("General", factions=["Inner Sphere General"]).card
    later = unit("Later", era="Clan Invasion").card
    earlier = unit("Earlier", era="Star League").card
    assert [unavailable(card, **suns) for card in (own, general, earlier, unit().card)] == [None] * 4
    assert unavailable(other, **suns) == "Other belongs to Draconis Combine, not to Federated Suns"
    assert unavailable(later, **suns) == "Later comes with the era Clan Invasion, after Late Succession War - LosTech"
    assert unavailable(other, None, None) is None
    for wrong in ("Own Era", "1999"):
        with pytest.raises(InputError, match="era: there is no era"):
            unit(era=wrong)
    assert [unit(era=written).card.era for written in ("clan  invasion", "3052", 3052)] == ["Clan Invasion"] * 3


@pytest.mark.rule("AS-FOR-006")
def test_a_force_has_only_what_its_faction_has() -> None:
    lance = Formation("Lance", (known("PNT-9R Panther"), known("MAD-3R Marauder")))
    found = check_force(force(lance, faction="Mercenary"))
    assert [str(finding) for finding in found if finding.rule == "AS-FOR-006"] == [
        "Lance: PNT-9R Panther belongs to Draconis Combine, not to Mercenary (p. 110)."
    ]
    assert "AS-FOR-006" not in rules_of(check_force(force(lance)))


@pytest.mark.rule("AS-FOR-006")
def test_a_force_has_only_what_its_era_has() -> None:
    lance = Formation("Lance", (known("ARC-2R Archer"), known("MAD-3R Marauder"), known("CLN-7V Chameleon")))
    found = [(one.severity, str(one)) for one in check_force(force(lance, era="Star League")) if one.step == 2]
    assert found == [
        (BROKEN, "Lance: MAD-3R Marauder comes with the era Early Succession War, after Star League (p. 110)."),
        (
            NOTE,
            "Nobody knows whether Star League has CLN-7V Chameleon: that is for the players to say (p. 110).",
        ),
    ]
    assert not [one for one in check_force(force(lance)) if one.step == 2]


@pytest.mark.rule("AS-FOR-006")
def test_the_units_of_the_book_have_eras_that_their_forces_can_have() -> None:
    undated = {card.name for card in catalogue.all() if card.era is None and not card.training}
    assert undated == {"CLN-7V Chameleon", "Warrior Attack Helicopter (H-7C)", "SPR-6D Sparrowhawk"}
    for name in ("gdl", "elh", "csj"):
        assert sample_force(name).era is not None
        assert not [one for one in check_force(sample_force(name)) if one.step == 2 and one.severity != NOTE]


@pytest.mark.rule("AS-FOR-006", "AS-FOR-003")
def test_the_catalogue_is_searched_by_role_faction_and_era() -> None:
    found = catalogue.search(role="Scout", faction="Mercenary", era="Late Succession War - LosTech", training=False)
    assert [card.name for card in found] == ["STG-3R Stinger"]
    assert {card.role for card in catalogue.search(role="Scout", faction="Clan Smoke Jaguar")} == {"Scout"}
    strikers = catalogue.search(role="Striker", faction="Mercenary", era="Late Succession War - LosTech")
    assert strikers
    assert all(card.role == "Striker" and not unavailable(card, "Mercenary", None) for card in strikers)
    assert "CLNT-2-3U Clint" not in {card.name for card in strikers}  # a unit of the Star League's mercenaries


@pytest.mark.rule("AS-FOR-003")
def test_the_catalogue_is_searched_by_what_is_on_a_card() -> None:
    assert catalogue.search(type="BM", size=4, role="juggernaut", ability="AMS", pv=(50, 60), text="gorse")
    assert all("j" in card.move for card in catalogue.search(move="j"))


@pytest.mark.rule("AS-FOR-006")
@pytest.mark.parametrize(
    ("faction", "scheme"),
    [
        ("Federated Suns", INNER_SPHERE),
        ("word of blake", COMSTAR),
        ("ComStar", COMSTAR),
        ("Clan Smoke Jaguar", CLAN),
        ("Clan of our Own", CLAN),
        ("Our Mercenaries", INNER_SPHERE),
        (None, INNER_SPHERE),
    ],
)
def test_the_faction_fixes_the_organisation(faction: str | None, scheme: str) -> None:
    assert scheme_of(faction) == scheme


def test_eras_follow_each_other_without_a_gap() -> None:
    for before, after in pairwise(ERAS):
        assert before.ends == after.begins - 1
    assert era_named("3025").name == "Late Succession War - Renaissance"
    assert era_named("jihad").begins == 3068
    for wrong in ("1999", "²", "9" * 5000, ""):
        with pytest.raises(InputError, match="there is no era"):
            era_named(wrong)
    assert len({faction.name.casefold() for faction in FACTIONS}) == len(FACTIONS)


# -- organisation ---------------------------------------------------------------------------------------------


def row(scheme: str, group: str, branch: str) -> Echelon:
    return next(one for one in echelons(scheme) if (one.group, one.branch) == (group, branch))


@pytest.mark.rule("AS-FOR-022", "AS-FOR-121")
def test_inner_sphere() -> None:
    assert row(INNER_SPHERE, "Lance", "ground")[3:6] == (4, 4, "Lieutenant")
    assert row(INNER_SPHERE, "Company", "ground")[2:5] == ("lances", 3, 4)
    assert row(INNER_SPHERE, "Brigade", "ground")[3:6] == (3, 6, "General")
    assert row(INNER_SPHERE, "Flight", "fighters").least == 2
    assert [one.group for one in echelons(INNER_SPHERE) if one.mech_above] == ["Squad", "Company"]


@pytest.mark.rule("AS-FOR-023", "AS-FOR-121")
def test_comstar_counts_by_six() -> None:
    rows = echelons(COMSTAR)
    assert [one.least for one in rows if one.branch == "other"] == [1, 6, 6, 6, 6]
    assert row(COMSTAR, "Level II", "other").rank == "Adept"
    assert row(COMSTAR, "Level I", "conventional infantry")[3:5] == (30, 36)


@pytest.mark.rule("AS-FOR-024", "AS-FOR-121")
def test_clans_count_by_five() -> None:
    assert row(CLAN, "Star", "'Mechs").least == 5
    assert row(CLAN, "Star", "vehicles and fighters")[2:4] == ("Points", 5)
    assert row(CLAN, "Supernova Trinary", "'Mechs")[2:4] == ("Novas", 3)
    assert row(CLAN, "Cluster", "'Mechs")[3:6] == (3, 5, "Star Colonel")


@pytest.mark.rule("AS-FOR-025")
def test_the_smallest_formation_of_the_ground() -> None:
    sizes = [full_strength(scheme, kind) for scheme in ORGANISATION for kind in ("'Mechs", "vehicles")]
    assert sizes == [4, 4, 5, 10, 6, 6]
    five = Formation("Five", units((5, {})))
    found = [str(finding) for finding in check_force(force(five)) if finding.rule == "AS-FOR-025"]
    assert found == ["Five: a Lance of 'Mechs has 4 units, not 5 (p. 115)."]
    assert "AS-FOR-025" in rules_of(check_force(force(five), strict=True), BROKEN)
    assert "AS-FOR-025" not in rules_of(check_force(force(five, faction="Clan Wolf")))
    assert "AS-FOR-025" not in rules_of(check_force(force(Formation("Two", units((2, {}))))))


@pytest.mark.rule("AS-FOR-026")
def test_the_smallest_formation_of_the_air() -> None:
    assert {scheme: full_strength(scheme, "fighters") for scheme in ORGANISATION} == {
        INNER_SPHERE: 6,
        CLAN: 10,
        COMSTAR: 6,
    }
    assert FIGHTER_SIZES.of(rules)["flight"] == 2
    seven = Formation("Seven", units((7, FIGHTER)))
    assert "AS-FOR-026" in rules_of(check_force(force(seven)))
    assert formation_word(INNER_SPHERE, aerospace=True) == "Squadron"
    assert formation_word(CLAN, aerospace=True) == "Star"


@pytest.mark.rule("AS-FOR-027")
def test_infantry_is_grouped_as_mechs_are() -> None:
    platoons = {"type": "CI", "size": 1, "move": '2"f'}
    assert [full_strength(scheme, "conventional infantry") for scheme in ORGANISATION] == [4, 5, 6]
    assert [INFANTRY_SIZES.of(rules)[scheme]["most troopers"] for scheme in ORGANISATION] == [28, 25, 36]
    assert "AS-FOR-027" in rules_of(check_force(force(Formation("Foot", units((5, platoons))))))
    assert "AS-FOR-027" not in rules_of(check_force(force(Formation("Foot", units((4, platoons))))))


@pytest.mark.rule("AS-FOR-028")
def test_suits_of_a_unit_of_battle_armor() -> None:
    assert SUITS.of(rules) == {INNER_SPHERE: 4, CLAN: 5, COMSTAR: 6}
    five = Formation("Point", units((4, {"type": "BA", "size": 1, "move": '6"j', "elements": 5})))
    assert "AS-FOR-028" in rules_of(check_force(force(five)), ADVICE)
    assert "AS-FOR-028" not in rules_of(check_force(force(five, faction="Clan Wolf")))
    unknown = Formation("Squad", units((4, {"type": "BA", "size": 1, "move": '6"j'})))
    assert "AS-FOR-028" not in rules_of(check_force(force(unknown)))


TANK, HOVER = {"type": "CV", "move": '8"t'}, {"type": "CV", "move": '10"h'}


def odd(*members: object, **fields: str) -> list[str]:
    formation = Formation("Lance", units(*members), fields.pop("kind", None))
    found = check_force(force(formation, **fields))
    return [f"{one.rule} {one.text}" for one in found if one.rule in ("AS-FOR-030", "AS-FOR-031")]


@pytest.mark.rule("AS-FOR-030")
def test_inner_sphere_lances_are_of_one_kind() -> None:
    assert "AS-FOR-030" not in rules_of(check_force(sample_force("elh")))
    assert odd((4, {})) == odd((4, TANK)) == []
    assert odd((2, {}), (2, TANK)) == ["AS-FOR-030 'Mechs and vehicles are not of one kind"]
    assert odd((2, TANK), (2, HOVER)) == ["AS-FOR-030 its vehicles move in different ways (h, t)"]
    assert odd((3, FIGHTER), (3, {**FIGHTER, "type": "CF"})) == [
        "AS-FOR-030 aerospace and conventional fighters do not fly in one squadron"
    ]
    mixed = Formation("Lance", units((2, {}), (2, TANK)))
    assert "AS-FOR-030" in rules_of(check_force(force(mixed)), ADVICE)
    assert "AS-FOR-030" in rules_of(check_force(force(mixed), strict=True), BROKEN)


@pytest.mark.rule("AS-FOR-031")
def test_clan_stars_are_of_one_kind() -> None:
    clan = {"faction": "Clan Wolf"}
    assert odd((5, {}), **clan) == odd((10, TANK), **clan) == []
    assert odd((4, {}), (1, TANK), **clan) == ["AS-FOR-031 'Mechs and vehicles are not of one kind"]


@pytest.mark.rule("AS-FOR-032")
def test_comstar_mixes_as_it_likes() -> None:
    assert odd((3, {}), (2, TANK), (1, FIGHTER), faction="ComStar") == []


@pytest.mark.rule("AS-FOR-033")
def test_some_formations_may_mix() -> None:
    assert odd((2, {}), (2, TANK), kind="Support Lance") == []
    suits = {"type": "BA", "size": 1, "move": '6"j', "specials": ["MEC", "CAR4"]}
    nova = Formation("Nova", units((4, {"specials": ["OMNI"]}), (4, suits)), overlays=("Nova",))
    assert "AS-FOR-030" not in rules_of(check_force(force(nova)))


@pytest.mark.rule("AS-INT-068")
def test_the_six_eras_of_the_book() -> None:
    rows = rule("AS-INT-068").data["rows"]
    assert [[*era] for era in book_eras()] == rows
    assert era_named("succession wars") == ("Succession Wars", 2781, 3049)
    late = card_from_data({**ORDINARY, "era": "Late Succession War - LosTech"})
    assert unavailable(late, None, "Succession Wars") is None
    assert unavailable(late, None, "Star League") is not None
    assert (
        unavailable(card_from_data({**ORDINARY, "name": "One", "era": "Clan Invasion"}), None, "Succession Wars")
        is not None
    )


@pytest.mark.rule("AS-INT-069", "AS-FOR-006")
def test_a_house_fields_what_its_realm_has() -> None:
    """The book's own example is of a force of House Davion, built from the list of the Federated Suns (p. 111)."""
    suns = card_from_data({**ORDINARY, "factions": ["Federated Suns"]})
    davion = card_from_data({**ORDINARY, "factions": ["house davion"]})
    for faction in ("House Davion", "Federated Suns"):
        assert unavailable(suns, faction, None) is None
        assert unavailable(davion, faction, None) is None
    assert unavailable(suns, "House Liao", None) is not None


@pytest.mark.rule("AS-FOR-021", "AS-FOR-083", "AS-FOR-084")
def test_roles_of_the_air_by_the_words_of_older_lists() -> None:
    flyer = {"type": "AF", "move": "6a", "size": 2}
    attack = units((6, {**flyer, "role": "Attack"}))
    assert role_of(attack[0].card) == "Attack Fighter"
    assert odd_role(attack[0].card) is None
    assert fits("Strike Squadron", attack)
    assert fits("Fire Support Squadron", units((6, {**flyer, "role": "Fire-Support"})))
    assert not fits("Strike Squadron", units((6, {**flyer, "role": "Bombardier"})))


@pytest.mark.rule("AS-INT-069")
def test_the_powers_of_the_book() -> None:
    data = rule("AS-INT-069").data
    assert find_faction("House Davion").name == "Federated Suns"
    assert find_faction("house  steiner").name == data["great_houses"]["Steiner"]
    for name in (*data["great_houses"].values(), *data["others"], *data["invading_clans"]):
        assert find_faction(name).name == name
    assert find_faction("House Cameron") is None
