"""A force asked for in one sentence, and built of what is there: of a faction, a year, a size, a collection."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lancemate.alphastrike.cards.card import Card, card_from_data
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster import catalogue
from lancemate.muster.asking import Asked, read_asked
from lancemate.muster.building import Wishes, build_force
from lancemate.muster.checking import check_force
from lancemate.muster.collection import COLUMNS, collection_text, parse_collection, read_collection
from lancemate.muster.drawing_lots import drawn_by_lot
from lancemate.muster.factions import fields, unavailable
from lancemate.muster.findings import NOTE
from lancemate.muster.force import Force, Formation, Member


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "a Davion reinforced company of 3052",
            Asked("Federated Suns", "3052", None, 4, None, "reinforced company", 16 * 32),
        ),
        ("Kurita mech lance, 120 points", Asked("Draconis Combine", None, "mechs", 1, 120, "lance", 4 * 32)),
        (
            "a trinary of Clan Wolf in the Clan Invasion",
            Asked("Clan Wolf", "Clan Invasion", None, 3, None, "trinary", 15 * 32),
        ),
        ("jade falcon star", Asked("Clan Jade Falcon", None, None, 1, None, "star", 5 * 32)),
        ("comstar level iii", Asked("ComStar", None, None, 6, None, "level iii", 36 * 32)),
        ("a battalion of tanks", Asked(None, None, "vehicles", 9, None, "battalion", 36 * 32)),
        ("House Steiner company 400 pv", Asked("Lyran Commonwealth", None, None, 3, 400, "company", 12 * 32)),
        ("", Asked()),
    ],
)
def test_a_force_is_asked_for_in_words(text: str, asked: Asked) -> None:
    assert read_asked(text) == asked


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a company of dragons", "'dragons' is no faction, no size of a force and no time"),
        ("a clan star", "said of several factions: Clan Blood Spirit"),
        ("a brigade of mercenary mechs", "brigade is 81 formations, more than the 12"),
    ],
)
def test_what_makes_no_sense_is_said(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_asked(text)


def greens(count: int, **more: object) -> tuple[Card, ...]:
    """So many designs of our own, dear and cheap, of every role a lance may want."""
    roles = ("Brawler", "Sniper", "Striker", "Skirmisher", "Scout", "Missile Boat")
    return tuple(
        card_from_data(
            {
                **{"id": f"green_{at}", "name": f"Green {at}", "type": "BM", "size": 1 + at % 4, "move": '10"'},
                **{"damage": "3/3/2", "armor": 5, "structure": 4, "pv": 22 + 2 * at, "role": roles[at % 6]},
                **more,
            }
        )
        for at in range(count)
    )


@pytest.mark.rule("AS-FOR-006")
def test_a_company_of_its_faction_and_year_is_built_as_asked() -> None:
    suns = greens(12, fielded={"Federated Suns": "3020-3067"})
    wolves = tuple(
        replace(card, id=f"wolf_{at}", name=f"Wolf {at}")
        for at, card in enumerate(greens(4, fielded={"Clan Wolf": "3050-"}))
    )
    asked = read_asked("a Davion reinforced company of 3052")
    wishes = Wishes(
        asked.usual or 0,
        faction=asked.faction,
        era=asked.time,
        count=asked.formations,
        others=suns + wolves,
        only_others=True,
    )
    force = build_force(wishes)
    assert [len(formation.members) for formation in force.formations] == [4, 4, 4, 4]
    assert {member.card.name.split()[0] for member in force.members} == {"Green"}
    assert (force.faction, force.era) == ("Federated Suns", "3052")
    assert not [one for one in check_force(force) if one.step == 2]
    later = Force("x", force.formations, faction="Federated Suns", era="3100")
    late = [one.text for one in check_force(later) if one.step == 2]
    assert late[0].endswith("is not in service in the year 3100")


@pytest.mark.rule("AS-FOR-006")
def test_who_is_unknown_is_no_yes() -> None:
    nobodys = greens(8)
    assert {fields(card, "Federated Suns", None).value for card in nobodys} == {"unknown"}
    assert [unavailable(card, "Federated Suns", "3052") for card in nobodys] == [None] * 8
    with pytest.raises(InputError, match="of 8 more nobody knows who fields them"):
        build_force(Wishes(120, faction="Federated Suns", others=nobodys, only_others=True))
    force = build_force(Wishes(120, faction="Federated Suns", others=nobodys, only_others=True, unsure=True))
    notes = [one for one in check_force(force) if one.rule == "AS-FOR-006"]
    assert [one.severity for one in notes] == [NOTE]
    assert notes[0].text.startswith("nobody knows whether Federated Suns has Green")


def test_no_more_is_built_than_there_are_miniatures() -> None:
    cards = greens(6)
    counts = {card.id: 1 for card in cards[:5]}
    force = build_force(Wishes(120, others=cards, only_others=True, counts=counts))
    assert len({member.card for member in force.members}) == 4
    assert cards[5] not in {member.card for member in force.members}
    drawn = drawn_by_lot(cards, 400, 3, counts=counts)
    assert len(drawn.members) == len({member.card for member in drawn.members}) <= 5
    with pytest.raises(LancemateError, match="more of the miniatures would be needed"):
        build_force(Wishes(120, others=cards, only_others=True, counts={cards[0].id: 2, cards[1].id: 1}))


# -- collections ----------------------------------------------------------------------------------------------

TABLE = """box;boxes;id;name;count
;;;MAD-3R Marauder;2
Old shelf;2;;STG-3R Stinger;3
Old shelf;2;mad_3r_marauder;;1
Empty crate;1;;;
;;;No such thing;1
;;;LCT-1V Locust;many
"""


def test_a_collection_is_read_and_written_as_a_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("\ufeff" + TABLE, encoding="utf-8")
    mine = read_collection(file, catalogue.find)
    marauder, stinger = catalogue.find("MAD-3R Marauder"), catalogue.find("STG-3R Stinger")
    assert mine.counts == {marauder.id: 4, stinger.id: 6}
    assert [reason.split(":")[0] for reason in mine.refused] == ["line 6", "line 7"]
    text = collection_text(mine, lambda unit: catalogue.find(unit).name)
    assert text.splitlines()[0] == ",".join(COLUMNS)
    again = parse_collection(text, catalogue.find)
    assert (again.counts, again.boxes, again.refused) == (mine.counts, mine.boxes, [])
    formation = Formation("Lance", (Member(marauder),) * 5 + (Member(stinger),))
    assert mine.missing(Force("x", (formation,))) == {marauder: 1}
    for wrong in ("nothing,here\n1,2\n", ""):
        with pytest.raises(InputError, match="first line names the columns"):
            parse_collection(wrong, catalogue.find)
