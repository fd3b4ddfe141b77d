"""Who fields a unit when, as its card keeps it."""

import pytest

from lancemate.alphastrike.cards.card import card_from_data, card_to_data
from lancemate.alphastrike.cards.years import Span, joined, meet, parse_years, years_text
from lancemate.kernel.errors import InputError

GREENFINCH = {"name": "Greenfinch GF-1", "type": "BM", "size": 2, "move": '10"', "armor": 4, "structure": 3}


def test_spans_of_years_are_read_ordered_and_joined():
    assert parse_years("3068-, 2571–2780 3025") == (Span(2571, 2780), Span(3025, 3025), Span(3068))
    assert parse_years("3050-3061 3062-3067") == (Span(3050, 3067),)
    assert joined([Span(3050), Span(3062, 3067)]) == (Span(3050),)
    assert years_text(parse_years("3025-3025  3020-3022 3068-")) == "3020-3022 3025 3068-"
    assert parse_years("") == ()


@pytest.mark.parametrize(
    ("text", "words"), [("3067-3050", "ends before it begins"), ("soon", "no span of years"), ("-3050", "no span of")]
)
def test_what_is_no_span_of_years_is_told(text: str, words: str):
    with pytest.raises(InputError, match=words):
        parse_years(text)


def test_years_meet_others():
    years = parse_years("2571-2780 3068-")
    assert all(meet(years, *between) for between in [(2780,), (3150, 3150), (2700, 2900)])
    assert not meet(years, 2781, 3067)
    assert meet(parse_years("3025"), 2900)
    assert not meet(parse_years("3025"), 3026)


def test_a_card_keeps_who_fields_it_when_and_is_written_as_it_was_read():
    card = card_from_data(
        {
            **GREENFINCH,
            "year": 3025,
            "years": 3025,
            "fielded": {"Mercenary": "3020-3067", "Pirate": "3050-3061 3081-"},
            "tech": "Inner Sphere",
            "level": "Standard",
            "tons": 45,
            "books": ["A Book of Birds"],
        }
    )
    assert (card.year, card.era) == (3025, "Late Succession War - Renaissance")
    assert card.years == (Span(3025, 3025),)
    assert card.fielded == {"Mercenary": (Span(3020, 3067),), "Pirate": (Span(3050, 3061), Span(3081))}
    written = card_to_data(card)
    assert written["fielded"] == {"Mercenary": "3020-3067", "Pirate": "3050-3061 3081-"}
    assert (written["years"], written["tons"], written["books"]) == ("3025", 45, ["A Book of Birds"])
    assert card_from_data(written) == card


def test_an_era_that_is_a_year_says_when_the_unit_came():
    assert card_from_data({**GREENFINCH, "era": 2819}).year == 2819
    assert card_from_data({**GREENFINCH, "era": "2819", "year": 2825}).year == 2825
    assert card_from_data({**GREENFINCH, "era": "Jihad"}).year is None
    assert card_from_data({**GREENFINCH, "year": 1950}).era is None  # before the first era


def test_years_that_are_none_are_told_with_their_place():
    with pytest.raises(InputError, match=r"fielded\.Pirate.*no span of years"):
        card_from_data({**GREENFINCH, "fielded": {"Pirate": "always"}})
