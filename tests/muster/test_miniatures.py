"""The miniature on a printed card: the same as the page's, and in its place on the card."""

from __future__ import annotations

from typing import Any

import pytest

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.muster import catalogue
from lancemate.muster.miniatures.making import miniature_of
from lancemate.muster.miniatures.traits import traits_of
from lancemate.muster.printing.card_face import WIDTH
from lancemate.muster.printing.drawing import Polygon
from lancemate.muster.printing.faces import face_marks
from lancemate.muster.printing.pdf import to_pdf
from lancemate.muster.printing.sheets import card_page
from lancemate.muster.printing.svg import to_svg
from muster.page_code import run_page_code


def looks(card: Card) -> dict[str, object]:
    """A card as the page knows it."""
    return {
        **{"name": card.name, "chassis": card.chassis, "type": card.type, "size": card.size, "move": str(card.move)},
        **{"damage": str(card.damage), "legs": card.legs, "specials": [{"text": one.text} for one in card.specials]},
    }


def designs() -> list[Card]:
    """Every card of the game, and 'Mechs of our own of many names: names decide how they are built."""
    mech = card_to_data(catalogue.find("MAD-3R Marauder")) | {"specials": []}
    names = [f"Örtler {number}" for number in range(40)]
    more = (["MEL"], ["LRM1/1/1"], ["AC1/1/-", "ECM"], ["IF1"])
    return [
        *catalogue.all(),
        *(
            card_from_data(
                mech | {"id": "x", "name": name, "chassis": name, "size": 1 + at % 4, "specials": more[at % len(more)]}
            )
            for at, name in enumerate(names)
        ),
    ]


def test_paper_and_page_make_the_same_miniature() -> None:
    cards = designs()
    told: list[dict[str, Any]] = run_page_code("page_miniatures.mjs", [looks(card) for card in cards])
    for card, page in zip(cards, told, strict=True):
        traits = traits_of(card)
        assert traits._asdict() == page["traits"], card.name
        made = miniature_of(traits)
        assert [piece.tone for piece in made] == [piece["tone"] for piece in page["solids"]], card.name
        for ours, theirs in zip(made, page["solids"], strict=True):
            assert [list(face) for face in ours.faces] == theirs["faces"], card.name
            for one, other in zip(ours.points, theirs["points"], strict=True):
                assert one == pytest.approx(other, abs=1e-9), card.name


def test_a_face_stands_in_its_square() -> None:
    marauder, stinger = catalogue.find("MAD-3R Marauder"), catalogue.find("STG-3R Stinger")
    for card in (marauder, stinger, *catalogue.search(training=True)):
        points = [point for mark in face_marks(card, 10, 20, 30) if isinstance(mark, Polygon) for point in mark.points]
        assert all(9.99 <= x <= 40.01 and 19.99 <= y <= 50.01 for x, y in points), card.name
        assert max(y for _, y in points) == pytest.approx(50)
    assert face_marks(marauder, 0, 0, 30) != face_marks(stinger, 0, 0, 30)


def test_every_printed_card_has_a_face() -> None:
    for found in (catalogue.find("MAD-3R Marauder"), catalogue.search(type="DS")[0], catalogue.search(type="CI")[0]):
        page = card_page(found)
        faces = [mark for mark in page.marks if isinstance(mark, Polygon)]
        assert len(faces) > 20
        assert all(0 <= x <= WIDTH and 0 <= y <= page.height for mark in faces for x, y in mark.points)
        assert to_svg(page).count("<polygon") == len(faces)
        assert to_pdf([page], title="x").startswith(b"%PDF")
