"""Rules are found by every term of the book's index, in singular and plural, and by what players call them."""

import pytest

from lancemate.rulebook import headings, index, search
from lancemate.rulebook.finding import stem


def test_every_term_of_the_index_finds_a_rule_of_its_page() -> None:
    with_rules = {one.page for one in headings() if one.id.startswith("AS-")}
    lost = []
    for entry in index():
        found = search(entry.term)
        there = any(one.page in entry.pages for one in found if one.id.startswith("AS-"))
        if not found or (not there and not with_rules.isdisjoint(entry.pages)):
            lost.append((entry.term, sorted(entry.pages)))
    assert lost == []


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("Overrun combats", "AS-SCA-047"),
        ("overrun combat", "AS-SCA-047"),
        ("Three-legged 'Mechs", "AS-COM-032"),
        ("wing-in-ground effect", "AS-MOV-043"),
        ("cellular ammunition storage equipment", "AS-SPC-016"),
        ("zweihaender", "AS-SPA-074"),
        ("command abilities", "AS-SCA-001"),
        ("anti mech", "AS-SCA-015"),
    ],
)
def test_plurals_hyphens_and_other_names(words: str, rule: str) -> None:
    assert rule in [one.id for one in search(words)]


def test_words_without_their_plural() -> None:
    assert stem("abilities") == stem("ability") == "abilit"
    assert stem("mines") == stem("mine")
    assert stem("boss") == "boss"
    assert search("") == []
