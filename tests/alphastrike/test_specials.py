"""Special abilities in every notation of the cards, and what each means in a sentence."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.damage_value import MINIMAL, NO_DAMAGE, NONE, Damage, Strength
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.special_codes import ABILITIES, ARTILLERY, Shape, explain, in_force
from lancemate.alphastrike.cards.specials import NO_SPECIALS, Specials, parse_special
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

# -- notation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-002")
def test_slashes_are_values_by_range_and_missing_ones_deliver_nothing() -> None:
    assert Specials.parse("AC2/2").damage("AC") == Damage(Strength(2), Strength(2))
    assert Specials.parse("AC3/2/2").damage("AC") == Damage(Strength(3), Strength(2), Strength(2))
    assert Specials.parse("FLK1/1/1/2").damage("FLK").at("E") == Strength(2)
    assert Specials.parse("HT1/-/-").damage("HT") == Damage(Strength(1))
    assert Specials.parse("REAR-/1/0").damage("REAR") == Damage(NONE, Strength(1))


@pytest.mark.rule("AS-SPC-002")
def test_a_trailing_number_scales_the_ability() -> None:
    specials = Specials.parse("IT12, CAR5, BOMB4, CK2.5, FUEL28, TH3")
    assert [specials.value(code) for code in ("IT", "CAR", "BOMB", "CK", "FUEL", "TH")] == [12, 5, 4, 2.5, 28, 3]
    assert specials.value("CT") == 0


@pytest.mark.rule("AS-SPC-002")
def test_indirect_fire_has_one_value_for_all_ranges() -> None:
    assert Specials.parse("IF0*").strength("IF") == MINIMAL
    assert Specials.parse("IF2").damage("IF") == Damage(Strength(2), Strength(2), Strength(2))
    assert Specials.parse("ECM").strength("IF") == NONE


@pytest.mark.rule("AS-SPC-002")
def test_a_turret_holds_damage_and_abilities_and_there_may_be_several() -> None:
    specials = Specials.parse("TUR(2/3/2, IF1, LRM1/1/1, AMS), TUR(1/1/-), SRCH")
    first, second = specials.turrets
    assert first.strength == Damage.parse("2/3/2")
    assert first.nested == Specials.parse("IF1, LRM1/1/1, AMS")
    assert second.nested == NO_SPECIALS
    assert len(specials) == 3
    assert Specials.parse("TUR(TAG)").turrets[0].strength == NO_DAMAGE


def test_an_ability_is_found_wherever_it_stands_its_own_entry_first() -> None:
    specials = Specials.parse("LRM2/2/2, TUR(2/3/2, LRM1/1/1, AMS)")
    assert "AMS" in specials
    assert specials.damage("LRM") == Damage.parse("2/2/2")
    assert [special.code for special in specials] == ["LRM", "TUR"]


@pytest.mark.rule("AS-SPC-002")
def test_bays_name_their_doors() -> None:
    specials = Specials.parse(["AT6D2", "MT4 D2", "VTM6-D1", "CK1.5D2", "MT2"])
    bay = specials.get("AT")
    assert bay is not None
    assert (bay.number, bay.doors) == (6, 2)
    assert specials.value("MT") == 6
    assert [bay.doors for bay in specials.all("MT")] == [2, None]
    assert str(specials) == "AT6D2, MT4D2, VTM6D1, CK1.5D2, MT2"
    assert Specials.parse("AT6, D2") == Specials.parse("AT6D2")


@pytest.mark.rule("AS-SPC-002")
def test_other_modes_stand_in_parentheses() -> None:
    lam, bimodal = Specials.parse('LAM(36"g/4a), BIM(10a)')
    assert lam.modes == Move.parse("36g/4a")
    assert bimodal.modes == Move.parse("10a")
    assert [lam.text, bimodal.text] == ["LAM(36g/4a)", "BIM(10a)"]


@pytest.mark.rule("AS-SPC-002")
def test_master_computers_carry_a_number_only_above_one() -> None:
    specials = Specials.parse("C3M2, C3BSM1, C3EM, C3S")
    assert [specials.value(code) for code in ("C3M", "C3BSM", "C3EM", "C3S")] == [2, 1, 1, 1]
    assert str(specials) == "C3M2, C3BSM, C3EM, C3S"
    with pytest.raises(InputError, match="C3S stands alone"):
        parse_special("C3S2")


@pytest.mark.rule("AS-SPC-003")
@pytest.mark.parametrize(
    ("variant", "canonical"),
    [
        ("MHJ", "BHJ"),
        ("JMP1", "JMPS1"),
        ("SUBV1", "SUBW1"),
        ("ATAAC3", "ATAC3"),
        ("CRV2", "CRW2"),
        ("C3BS", "C3BSS"),
        ("HP", "HELI"),
        ("LRPB", "LPRB"),
        ("Magma", "MAG"),
        ("Reconnaissance", "RCN"),
    ],
)
def test_other_spellings_are_folded_into_one(variant: str, canonical: str) -> None:
    assert str(parse_special(variant)) == canonical


@pytest.mark.parametrize(
    ("variant", "canonical"),
    [
        ("C3i", "C3I"),
        ("iNARC1", "INARC1"),
        ("ITSM", "I-TSM"),
        ("i-tsm", "I-TSM"),
        ("TSEMPO2", "TSEMP-O2"),
        ("sds-cm2/2/2/1", "SDS-CM2/2/2/1"),
        ("SDSC1/1/1", "SDS-C1/1/1"),
        ("SRM2/2/0", "SRM2/2"),
        ("trailer hitch quirk", "Trailer Hitch Quirk"),
    ],
)
def test_letter_case_and_hyphens_do_not_matter(variant: str, canonical: str) -> None:
    assert str(parse_special(variant)) == canonical


@pytest.mark.parametrize(
    ("text", "code", "pieces"),
    [
        ("ART-LT2", "ART-LT", 2),
        ("ARTLT-2", "ART-LT", 2),
        ("ART-S2", "ART-S", 2),
        ("ART-LTC1", "ART-LTC", 1),
        ("ART-AC1", "ART-AC", 1),
        ("ARTAIS-2", "ART-AIS", 2),
        ("ART-CM12", "ART-CM12", 1),
        ("ARTCM12-2", "ART-CM12", 2),
        ("ART-CM5-2", "ART-CM5", 2),
        ("ART-T", "ART-T", 1),
    ],
)
def test_artillery_is_read_in_both_notations(text: str, code: str, pieces: int) -> None:
    special = parse_special(text)
    assert (special.code, special.number) == (code, pieces)
    assert parse_special(special.text) == special


def test_two_kinds_of_artillery_are_two_abilities() -> None:
    specials = Specials.parse("ART-LT2, AC1/1/1, ART-AC1")
    assert [special.code for special in specials.artillery] == ["ART-LT", "ART-AC"]
    assert specials.damage("AC") == Damage.parse("1/1/1")


@pytest.mark.rule("AS-SPC-070")
def test_every_kind_of_artillery_has_its_name() -> None:
    assert explain(parse_special("ART-LT2")) == "Fires artillery, Long Tom: 2 separate attacks each turn."
    assert ARTILLERY.of(rules) == {
        "AIS": "Arrow IV (Inner Sphere)",
        "AC": "Arrow IV (Clan)",
        "T": "Thumper",
        "S": "Sniper",
        "LT": "Long Tom",
        "CM5": "Cruise Missile/50",
        "CM7": "Cruise Missile/70",
        "CM9": "Cruise Missile/90",
        "CM12": "Cruise Missile/120",
        "TC": "Thumper Cannon",
        "SC": "Sniper Cannon",
        "LTC": "Long Tom Cannon",
        "BA": "Battle Armor Tube Artillery",
    }


@pytest.mark.rule("AS-SPC-007")
def test_codes_without_a_description_are_kept_and_shown() -> None:
    specials = Specials.parse("ATMO, SPC, FUEL28, TH2, MECH, Trailer Hitch Quirk")
    assert str(specials) == "ATMO, SPC, FUEL28, TH2, MECH, Trailer Hitch Quirk"
    assert [explain(special) for special in specials][2:4] == [
        "Carries 28 fuel points.",
        "Armor threshold 2: a stronger single hit may cause a critical hit.",
    ]


# -- errors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("EMC", '"EMC" .* did you mean ECM'),
        ("CASSE", "did you mean CASE"),
        ("XYZZY9", '"XYZZY9" is not a special ability'),
        ("IT", "IT needs a number, and may name its doors, as in IT4D2"),
        ("IT1.5", "IT needs a number"),
        ("IT0", "IT needs a number"),
        ("AT1.5", "whole units"),
        ("ECM3", "ECM stands alone"),
        ("ECM-", '"ECM-" is not'),
        ("LRM", "LRM needs values by range, as in LRM1/1/2"),
        ("SRM", "as in SRM1/1;"),
        ("HT1/1/1/1/1", "damage by range"),
        ("HT1/x", '"X" is not a damage value'),
        ("IF", "IF needs a damage value"),
        ("IF1/1", "IF needs a damage value"),
        ("TUR", "parentheses"),
        ("TUR(2/3/2", "parentheses .* do not match"),
        ("TUR(1/1/1, TUR(1/1/1))", "another turret"),
        ("TUR(1/1/1, EMC)", "did you mean ECM"),
        ("LAM(4a)", "LAM needs its other modes"),
        ("BIM(4g)", "BIM needs its other modes"),
        ("ART2", "kind of artillery"),
        ("ART-Q1", "kind of artillery"),
        ("D2", "does not follow a transport bay"),
        ("ECM, ecm", "ECM stands twice"),
        (")", "do not match"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Specials.parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("TUR(" * 100_000 + "1/1/1" + ")" * 100_000, "^A turret cannot hold another turret.$"),
        ("TUR(1/1/1, AMS, " * 100_000 + ")" * 100_000, "^A turret cannot hold another turret.$"),
        ("ECM" + "3" * 1_000_000, "^ECM stands alone"),
        ("IT" + "-" * 1_000_000, "is not a special ability that we know"),
        ("TUR(" * 100_000, "^The parentheses"),
    ],
    ids=["turrets in turrets", "and more in each", "a number", "hyphens", "never closed"],
)
def test_a_text_is_read_once_however_long_or_deep(text: str, complaint: str) -> None:
    """Reading it anew for every letter, or for every turret in it, would take hours, or more stack than there is."""
    with pytest.raises(InputError, match=complaint):
        Specials.parse(text)


@given(st.text(max_size=30))
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    try:
        specials = Specials.parse(text)
    except InputError:
        return
    assert Specials.parse(str(specials)) == specials


# -- the table -------------------------------------------------------------------------------------------------

EVERY = [ability.example if ability.code != "LAM" else "LAM(36g/4a)" for ability in ABILITIES.values()]


@pytest.mark.parametrize("text", [text for text in EVERY if text != "D2"])
def test_every_ability_reads_back_and_explains_itself(text: str) -> None:
    special = parse_special(text)
    assert parse_special(special.text) == special
    sentence = explain(special)
    assert sentence.endswith(".")
    assert "{" not in sentence
    if special.ability.shape is Shape.NUMBER:
        assert str(special.number) in sentence


def test_explanations_carry_the_numbers_of_the_card() -> None:
    assert explain(parse_special("IT12")) == "Carries infantry that needs up to 12 points of space in all."
    assert "1 at Short, 2 at Medium" in explain(parse_special("LRM1/2/-"))
    assert "3,570 tons" in explain(parse_special("CK3.57"))
    assert "through 2 doors" in explain(parse_special("AT6D2"))
    assert "also holds 2 points" in explain(parse_special("MASH3"))
    assert "2 at Short, AMS" in explain(parse_special("TUR(2/-/-, AMS)"))


def test_the_table_names_a_ledger_entry_for_every_code() -> None:
    assert ABILITIES["ECM"].rule == "AS-SPC-023"
    assert ABILITIES["VR"].rule == "AS-SPC-168"
    assert ABILITIES["ART-LT"].rule == "AS-SPC-069"
    assert ABILITIES["ECM"].core
    assert not ABILITIES["LRM"].core
    assert ABILITIES["AM"].carried_by("BA")
    assert not ABILITIES["AM"].carried_by("BM")
    assert ABILITIES["ECM"].carried_by("DS")


@pytest.mark.rule("AS-SPC-004")
def test_optional_abilities_count_only_when_agreed() -> None:
    specials = Specials.parse("ECM, LRM1/1/1, TAG, ART-T1, CR, ATMO, TUR(1/1/1, CR, AMS)")
    assert str(specials.in_force(optional_abilities=False)) == "ECM, LRM1/1/1, TAG, ART-T, ATMO, TUR(1/1/1, AMS)"
    assert specials.in_force(optional_abilities=True) == specials
    assert in_force("CT", optional_abilities=False)
    assert not in_force("RFA", optional_abilities=False)


# -- the list --------------------------------------------------------------------------------------------------


def test_lookups_and_order() -> None:
    specials = Specials.parse(["IF1", "CASE, ECM"])
    assert "ECM" in specials
    assert "AMS" not in specials
    assert specials.get("AMS") is None
    assert specials.codes == {"IF", "CASE", "ECM"}
    assert specials.texts == ["IF1", "CASE", "ECM"]
    assert not NO_SPECIALS


@pytest.mark.parametrize("name", ["IF", "if1", "IF1"])
def test_a_player_may_name_an_ability_in_any_spelling(name: str) -> None:
    assert Specials.parse("IF1").find(name) == parse_special("IF1")
    assert Specials.parse("IF1").find("LRM") is None
    assert Specials.parse("IF1").find("nonsense") is None


def test_abilities_travel_between_processes() -> None:
    specials = Specials.parse("TUR(2/3/2, IF1), C3M2, ART-LT2")
    assert pickle.loads(pickle.dumps(specials)) == specials
    assert copy.deepcopy(specials) == specials
    assert hash(Specials.parse("ECM")) == hash(Specials.parse("ecm"))
