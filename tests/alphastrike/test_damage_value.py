"""Damage values: three cases kept apart, and the arithmetic of losing some."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.damage_value import MINIMAL, NONE, Damage, Strength
from lancemate.kernel.errors import InputError

strengths = st.one_of(st.just(MINIMAL), st.integers(0, 20).map(Strength))


@pytest.mark.rule("AS-INT-013")
@pytest.mark.parametrize(
    ("text", "strength", "possible"),
    [("3", Strength(3), True), ("0", NONE, False), ("-", NONE, False), ("0*", MINIMAL, True)],
)
def test_the_three_cases_are_stored_apart(text: str, strength: Strength, possible: bool) -> None:
    assert Strength.parse(text) == strength
    assert strength.harms is possible


@pytest.mark.rule("AS-INT-013")
def test_one_value_for_each_bracket() -> None:
    damage = Damage.parse("2/3/0*")
    assert [damage.at(bracket) for bracket in "SMLE"] == [Strength(2), Strength(3), MINIMAL, NONE]
    assert damage.at("long") == MINIMAL
    assert Damage.parse("2/2/0/1").at("extreme") == Strength(1)
    assert Damage.parse("2/3/-") == Damage.parse("2/3/0") == Damage.parse("2/3")


def test_half_is_rounded_down_and_minimal_damage_is_lost() -> None:
    assert Damage.parse("3/2/0*").halved() == Damage.parse("1/1/0")


def test_reduced_never_falls_below_nothing() -> None:
    assert Damage.parse("3/1/0*").reduced(1) == Damage.parse("2/0/0")
    assert Strength(1).reduced(5) == NONE
    assert MINIMAL.reduced(0) == MINIMAL
    assert not Damage.parse("1/1/0*").reduced(1).harms


@given(st.builds(Damage, strengths, strengths, strengths, strengths))
def test_what_is_written_reads_back(damage: Damage) -> None:
    assert Damage.parse(str(damage)) == damage


@pytest.mark.parametrize("text", ["", "x", "2//3", "1/2/3/4/5", "-1", "2.5", "0**", "1*", "٣", "1 2"])
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="damage"):
        Damage.parse(text)
