"""The catalogue: every card is sound, every kind of unit and every ability is there, the sample forces add up."""

import re
import time

import pytest

from lancemate import Battle, EndPhase, load, save
from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.damage_value import BRACKETS, Damage
from lancemate.alphastrike.cards.move_value import tmm_for
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.cards.unit_types import UNIT_TYPES
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue

CARDS = catalogue.all()


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_writes_and_reads_back(card: Card) -> None:
    assert card_from_data(card_to_data(card)) == card
    assert card.training is card.id.startswith("training_")


def test_cards_are_found_by_name_or_id_in_any_case() -> None:
    marauder = catalogue.find("MAD-3R Marauder")
    assert (marauder.pv, str(marauder.damage), marauder.armor, marauder.structure) == (35, "2/3/3", 6, 6)
    assert catalogue.find(" mad-3r  marauder ") is catalogue.find("mad_3r_marauder") is marauder


def test_an_unknown_name_brings_the_nearest() -> None:
    with pytest.raises(InputError, match=r'No unit "MAD-3X Marauder" .* did you mean "MAD-3R Marauder"'):
        catalogue.find("MAD-3X Marauder")


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("SHD-2H Shadow Hawk", "ov", 0),
        ("SHD-2H Shadow Hawk", "armor", 5),
        ("WVR-6R Wolverine", "move", '10"j'),
        ("WSP-1K Wasp", "pv", 14),
        ("Arctic Cheetah D", "specials", ["CASE", "IF1", "LRM1/1/1", "OMNI", "JMPW1"]),
        ("SPR-6D Sparrowhawk", "move", "10a"),
    ],
)
def test_where_the_book_contradicts_itself_the_ruling_counts(name: str, key: str, value: object) -> None:
    card = catalogue.find(name)
    assert card_to_data(card)[key] == value
    assert card.note


@pytest.mark.rule("AS-INT-027")
def test_the_printed_tmm_agrees_with_the_move_of_every_card() -> None:
    assert {card.name: card.tmm for card in CARDS} == {card.name: tmm_for(card.move) for card in CARDS}


def test_there_is_a_unit_of_every_type_base_and_way_to_move() -> None:
    assert {card.type for card in CARDS} == {*UNIT_TYPES.of(rules)}
    assert {card.legs for card in CARDS} == {"biped", "quad", "tripod"}
    assert {code for card in CARDS for code in card.move} == {
        *("", "j", "f", "m", "t", "w", "w(b)", "w(m)", "h", "v", "g", "n", "s", "r", "a", "i", "p", "qt", "qw")
    }
    assert {card.base_kind for card in CARDS} == {
        *("mech", "superheavy", "protomech", "vehicle", "large_vehicle", "very_large", "super_large", "infantry"),
        *("battle_armor", "fighter", "small_craft", "aerodyne_dropship", "spheroid_dropship", "mobile_structure"),
    }
    assert {move for card in catalogue.search(type="BA") for move in card.move} >= {"", "j", "v", "s"}
    assert {move for card in catalogue.search(type="CI") for move in card.move} >= {*"fjmtwhsv"}


def test_every_card_goes_into_battle() -> None:
    table = Table(72, 48, [])
    for card in CARDS:
        units = (
            Muster("r1", "red", card, at=(36.0, 14.0)),
            Muster("b1", "blue", catalogue.find("mad_3r_marauder"), at=(36.0, 40.0)),
        )
        battle = Battle(Setup(table, (Side("red"), Side("blue")), units, phase="movement", first="red"), 1)
        assert battle.units["r1"].on_table
        battle.do(EndPhase())
        assert load(save(battle)).hash() == battle.hash()


def test_every_special_ability_has_a_carrier() -> None:
    carried = frozenset[str]().union(*(card.all_codes for card in CARDS))
    assert {*ABILITIES} - carried == {"D"}  # doors are part of a bay
    assert any(special.doors for card in CARDS for special in card.specials)


def test_support_vehicles_and_industrial_mechs_come_with_every_fire_control() -> None:
    for unit_type in ("SV", "IM"):
        found = {card.all_codes & {"AFC", "BFC"} for card in catalogue.search(type=unit_type)}
        assert found == {frozenset({"AFC"}), frozenset({"BFC"}), frozenset()}


def test_training_units_carry_only_what_their_type_may() -> None:
    wrong = [
        (card.name, special.text)
        for card in catalogue.search(training=True)
        for special in card.specials
        if not special.ability.carried_by(card.type)
    ]
    assert wrong == []


def test_a_turret_never_does_more_than_the_card() -> None:
    for card in CARDS:
        if not card.is_multi_arc:
            for turret in card.specials.turrets:
                assert isinstance(turret.strength, Damage)
                assert all(turret.strength.at(bracket) <= card.damage.at(bracket) for bracket in BRACKETS)


def test_sections_add_up() -> None:
    for card in CARDS:
        if card.sections:
            assert card.armor == sum(section.armor for section in card.sections)
            assert card.structure == sum(section.structure for section in card.sections)


def test_searching_narrows_down() -> None:
    assert [card.name for card in catalogue.search(type="cv", move="h", ability="ECM")] == [
        "Training Command Hovercraft Tiller"
    ]
    assert {card.name for card in catalogue.search(role="missile boat", size=3, pv=(30, 32), training=False)} == {
        "CRD-3R Crusader",
        "CPLT-C4 Catapult",
    }
    assert [card.name for card in catalogue.search(text="hunchback")] == ["HBK-5M Hunchback"]
    fast = catalogue.search(type="BM", move="14+", training=False)
    assert {card.name for card in fast} >= {"LCT-1V Locust", "Shadow Cat Prime", "Fire Moth C"}
    assert all(card.move.standard >= 14 for card in fast)
    assert {card.name for card in catalogue.search(move='12"+j', training=False, role="Striker")} == {
        *("CLNT-2-3U Clint", "Shadow Cat Prime", "Mist Lynx D", "Arctic Cheetah D", "Arctic Cheetah B")
    }
    assert {card.name for card in catalogue.search(move="26v", training=False)} == {
        "Sprint Scout Helicopter (Standard)"
    }
    for wrong in ("fast", "1x", "10++", "-3", "9999"):
        with pytest.raises(InputError, match="is no Move to look for"):
            catalogue.search(move=wrong)
    assert all("C3M" in card.specials for card in catalogue.search(ability="c3m2"))
    assert "Training Mobile Structure Walking Mill" in {card.name for card in catalogue.search(ability="ART-LT")}
    assert catalogue.search(ability="nonsense") == ()


def test_nothing_in_the_data_names_a_file_or_an_odd_letter() -> None:
    for card in CARDS:
        assert re.fullmatch(r"[a-z0-9_]+", card.id)
        assert ".txt" not in (card.source or "")


def test_the_catalogue_loads_fast() -> None:
    catalogue._cards.cache_clear()
    start = time.perf_counter()
    catalogue.all()
    assert time.perf_counter() - start < 1.0
