"""Unit cards: reading, refusing, writing back, and what a card knows about itself."""

import copy
import pickle
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.card import MULTI_ARC, Card, card_from_data, card_to_data, distinguished
from lancemate.alphastrike.cards.card_data import CARD_KEYS
from lancemate.alphastrike.cards.damage_value import MINIMAL, Damage
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from rules.table import battle, unit

MARAUDER: Mapping[str, object] = {
    "name": "Test",
    "type": "BM",
    "size": 3,
    "tmm": 1,
    "move": '8"',
    "damage": "2/3/3",
    "ov": 1,
    "armor": 6,
    "structure": 6,
    "specials": ["IF1", "CASE"],
}


def card(**changes: object) -> Card:
    return card_from_data({**MARAUDER, **changes})


# -- reading ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-026")
def test_a_card_holds_what_the_record_sheet_shows_but_no_skill() -> None:
    mech = card(pv=35, role="Sniper", id="m1")
    assert (mech.name, mech.type, mech.size, mech.tmm, mech.ov) == ("Test", "BM", 3, 1, 1)
    assert (mech.armor, mech.structure, mech.pv, mech.role, mech.id) == (6, 6, 35, "Sniper", "m1")
    assert mech.damage == Damage.parse("2/3/3")
    assert mech.critical_tracks == {"engine": 1, "fire_control": 4, "mp": 4, "weapon": 4}
    with pytest.raises(InputError, match='"skill" is not a key'):
        card(skill=4)


def test_damage_may_be_given_by_bracket() -> None:
    assert card(damage={"S": 2, "M": "0*"}).damage == Damage.parse("2/0*/0")


def test_specials_may_be_one_text() -> None:
    assert card(specials="IF1, TUR(1/1/1, AMS)") == card(specials=["IF1", "TUR(1/1/1, AMS)"])


@pytest.mark.rule("AS-INT-027")
def test_a_missing_tmm_is_filled_in_and_a_printed_one_counts() -> None:
    without = {key: value for key, value in MARAUDER.items() if key != "tmm"}
    assert card_from_data({**without, "move": '16"/12"j'}).tmm == 3
    assert card(move='16"', tmm=2).tmm == 2
    assert card_from_data({**without, "type": "AF", "move": "9a"}).tmm == 0


@pytest.mark.rule("AS-INT-024")
def test_size_has_a_name() -> None:
    assert [card(size=size).size_name for size in (1, 2, 3, 4)] == ["Light", "Medium", "Heavy", "Assault"]


@pytest.mark.rule("AS-INT-032")
def test_type_has_a_name() -> None:
    assert card(type="IM").type_name == "IndustrialMech"


def test_an_armor_threshold_is_read_from_its_field_or_from_the_abilities() -> None:
    assert card(type="AF", move="9a", threshold=2).threshold == 2
    assert card(type="AF", move="9a", specials=["TH3"]).threshold == 3
    assert card().threshold is None


@pytest.mark.parametrize(
    ("changes", "key", "complaint"),
    [
        ({"sise": 2}, "sise", '"sise" is not a key of a unit card; did you mean size?'),
        ({"qqq": 2}, "qqq", "known keys are"),
        ({"size": "3"}, "size", "'3' is wrong here; it should be a valid integer"),
        ({"size": 0}, "size", "greater than or equal to 1"),
        ({"armor": -1}, "armor", "-1 is wrong here"),
        ({"armor": float("nan")}, "armor", "nan is wrong here"),
        ({"armor": 2.5}, "armor", "2.5 is wrong here"),
        ({"armor": True}, "armor", "True is wrong here"),
        ({"structure": 0}, "structure", "0 is wrong here"),
        ({"height": float("nan")}, "height", "finite"),
        ({"height": float("inf")}, "height", "inf is wrong here"),
        ({"name": ""}, "name", "at least 1 character"),
        ({"name": "Shadow \ud83d"}, "name", "half a letter"),
        ({"note": "\udcff"}, "note", "half a letter"),
        ({"type": "XX"}, "type", "one of BM, IM"),
        ({"legs": "six"}, "legs", "biped, quad or tripod"),
        ({"damage": 3}, "damage", "text such as 2/3/3"),
        ({"damage": "2/x/1"}, "damage", '"x" is not a damage value'),
        ({"damage": {"S": 1, "Q": 1}}, "damage.Q", "text such as 2/3/3"),
        ({"damage": {"S": "x"}}, "damage", "not a damage value"),
        ({"specials": ["EMC"]}, "specials", "did you mean ECM"),
        ({"specials": [7]}, "specials.0", "a list such as"),
        ({"move": '8"q'}, "move", "no movement mode"),
        ({"move": "9a"}, "move", "A BattleMech has Move in inches"),
        ({"move": '2"f'}, "move", "Only infantry"),
        ({"type": "CV"}, "move", "letter of its motive type"),
        ({"type": "AF"}, "move", "has Thrust"),
        ({"arcs": {"up": {}}}, "arcs.up", '"up" is not an arc'),
        ({"arcs": {"front": {"damge": "1/1/1"}}}, "arcs.front.damge", "did you mean damage"),
        ({"arcs": {"front": {"damage": "1/1/1", "STD": "1/1/1"}}}, "arcs.front", "not both"),
        ({"sections": [{"name": "bow", "at": [0, 0], "armor": 1}]}, "sections.0.structure", 'lacks "structure"'),
        ({"training": "yes"}, "training", "valid boolean"),
    ],
)
def test_whatever_is_wrong_is_one_sentence_that_names_the_key(
    changes: dict[str, object], key: str, complaint: str
) -> None:
    with pytest.raises(InputError) as caught:
        card_from_data({**MARAUDER, **changes}, where="units.0.card")
    assert caught.value.key == f"units.0.card.{key}"
    assert complaint in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("key", ["name", "type", "size", "move", "armor", "structure"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(InputError, match=f'{key}: The card lacks "{key}"'):
        card_from_data({name: value for name, value in MARAUDER.items() if name != key})


def test_a_card_is_a_mapping() -> None:
    with pytest.raises(InputError, match="keys"):
        card_from_data(["BM"])  # type: ignore[arg-type]


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(CARD_KEYS) | st.text(max_size=5), _values, max_size=4))
def test_no_data_at_all_breaks_the_reader(changes: dict[str, object]) -> None:
    try:
        made = card_from_data({**MARAUDER, **changes})
    except InputError:
        return
    assert card_from_data(card_to_data(made)) == made


# -- arcs and sections -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-047")
def test_a_multi_arc_card_lists_damage_and_abilities_by_arc() -> None:
    arcs = {
        "Nose": {"STD": "4/4/3/2", "SCAP": "2/2/2/1", "MSL": "1/1/1/1", "specials": ["PNT2"]},
        "Left Side": {"damage": "2/2/1/0"},
        "Right Side": {"damage": "2/2/1/0"},
        "Aft": {"damage": "1/1/0/0"},
    }
    ship = card(type="DS", move="4p", damage=None, ov=None, arcs=arcs)
    assert [*ship.arcs] == [*MULTI_ARC.of(rules)["DropShip"]]
    assert ship.arcs["nose"].damage == Damage.parse("4/4/3/2")
    assert (ship.arcs["nose"].scap, ship.arcs["nose"].msl) == (Damage.parse("2/2/2/1"), Damage.parse("1/1/1/1"))
    assert "PNT" in ship.all_codes
    assert ship.is_multi_arc
    assert not card().is_multi_arc
    assert card_from_data(card_to_data(ship)) == ship


@pytest.mark.rule("AS-INT-047")
def test_large_units_fire_by_front_sides_and_aft() -> None:
    arcs = {name: {"damage": "2/2/2"} for name in ("fore", "left", "right", "rear", "front 2")}
    crawler = card(type="SV", move='2"t', specials=["VLG"], arcs=arcs)
    assert [*crawler.arcs] == [*MULTI_ARC.of(rules)["large unit"], "front 2"]


def test_a_mobile_structure_is_made_of_sections() -> None:
    sections = [
        {"name": "bow", "at": [0, 1], "armor": 5, "structure": 6, "damage": "3/3/3", "specials": ["ECM"]},
        {"name": "stern", "at": [0, -1.5], "armor": 5, "structure": 6, "arcs": {"aft": {"damage": "1/0*/0"}}},
    ]
    mill = card(type="MS", move='2"', damage=None, specials=["SLG"], sections=sections)
    assert [section.name for section in mill.sections] == ["bow", "stern"]
    assert mill.sections[1].at == (0.0, -1.5)
    assert mill.sections[1].arcs["aft"].damage.M == MINIMAL
    assert mill.all_codes == {"SLG", "ECM"}
    assert card_from_data(card_to_data(mill)) == mill


# -- what a card knows -----------------------------------------------------------------------------------------


GROUP_WORDS = [name for name in Card.__slots__ if name.startswith(("is_", "tracks_"))]


@pytest.mark.rule("AS-INT-033", "AS-INT-034")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, {"is_mech", "is_ground_unit", "tracks_heat"}),
        ({"type": "PM"}, {"is_protomech", "is_ground_unit"}),
        ({"type": "CV", "move": '8"t'}, {"is_vehicle", "is_ground_vehicle", "is_ground_unit"}),
        ({"type": "CV", "move": '20"g'}, {"is_vehicle", "is_ground_vehicle", "is_air_vehicle", "is_ground_unit"}),
        ({"type": "CV", "move": '8"n'}, {"is_vehicle", "is_naval"}),
        ({"type": "CI", "move": '2"f'}, {"is_infantry", "is_conventional_infantry", "is_ground_unit"}),
        ({"type": "BA", "move": '6"j'}, {"is_infantry", "is_battle_armor", "is_ground_unit"}),
        ({"type": "AF", "move": "9a"}, {"is_fighter", "is_aerospace", "tracks_heat"}),
        ({"type": "CF", "move": "9a"}, {"is_fighter", "is_aerospace"}),
        ({"type": "DS", "move": "4p"}, {"is_dropship", "is_aerospace", "is_large"}),
        ({"type": "SV", "move": "3i", "specials": ["LG"]}, {"is_aerospace", "is_large"}),
        ({"type": "MS"}, {"is_mobile_structure", "is_large"}),
    ],
)
def test_group_words_are_worked_out_when_the_card_is_made(changes: dict[str, object], words: set[str]) -> None:
    made = card(**changes)
    assert {word for word in GROUP_WORDS if getattr(made, word)} == words


@pytest.mark.rule("AS-INT-025")
def test_a_vehicle_has_move_not_thrust() -> None:
    assert card(type="SV", move='8"t').is_vehicle
    assert not card(type="SV", move="4a").is_vehicle


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "mech"),
        ({"type": "IM"}, "mech"),
        ({"superheavy": True}, "superheavy"),
        ({"specials": ["LG"]}, "superheavy"),
        ({"specials": ["LG"], "superheavy": False}, "mech"),
        ({"type": "PM"}, "protomech"),
        ({"type": "CV", "move": '8"t'}, "vehicle"),
        ({"type": "SV", "move": '8"t', "specials": ["LG"]}, "large_vehicle"),
        ({"type": "SV", "move": '8"t', "specials": ["VLG"]}, "very_large"),
        ({"type": "SV", "move": '8"n', "specials": ["SLG"]}, "super_large"),
        ({"type": "SV", "move": "4a"}, "fighter"),
        ({"type": "CI", "move": '2"f'}, "infantry"),
        ({"type": "BA"}, "battle_armor"),
        ({"type": "AF", "move": "9a"}, "fighter"),
        ({"type": "CF", "move": "9a"}, "fighter"),
        ({"type": "SC", "move": "5a"}, "small_craft"),
        ({"type": "DA", "move": "5a"}, "aerodyne_dropship"),
        ({"type": "DS", "move": "5p"}, "spheroid_dropship"),
        ({"type": "MS", "move": '2"'}, "mobile_structure"),
    ],
)
def test_every_card_knows_the_kind_of_its_base(changes: dict[str, object], kind: str) -> None:
    made = card(**changes)
    assert made.base_kind == kind
    assert card_from_data(card_to_data(made)) == made


def test_cards_are_values() -> None:
    mech = card(specials=["TUR(2/2/2, AMS)", "ECM"], legs="quad", height=1.5, factions=["Ours"])
    assert card_from_data(card_to_data(mech)) == mech
    assert pickle.loads(pickle.dumps(mech)) == mech
    assert pickle.loads(pickle.dumps(mech)).is_mech
    assert copy.deepcopy(mech) is mech
    assert hash(card()) == hash(card())
    with pytest.raises(AttributeError):
        mech.armor = 3  # type: ignore[misc]


@pytest.mark.rule("AS-INT-048")
def test_a_unit_enters_play_with_exactly_the_armor_and_structure_of_its_card() -> None:
    fresh = battle(unit("r1", at=(10, 10), armor=4, structure=5), unit("b1", at=(20, 20))).units["r1"]
    assert (fresh.armor, fresh.structure) == (4, 5)


@pytest.mark.rule("AS-INT-049")
def test_units_of_the_same_design_get_names_of_their_own() -> None:
    assert distinguished(["Wasp", "Archer", "Wasp"]) == ("Wasp 1", "Archer", "Wasp 2")
