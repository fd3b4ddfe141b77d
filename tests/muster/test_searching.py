"""Searching as players type: what comes first, values, abilities, factions, times; and the page's code beside ours."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lancemate.alphastrike.cards.card import card_from_data, card_to_data
from lancemate.alphastrike.cards.eras import ERAS, book_eras
from lancemate.muster import catalogue
from lancemate.muster.catalogue import Found, look
from lancemate.muster.factions import faction_words
from lancemate.muster.imports.shelf import Shelf
from muster.page_code import run_page_code


def made(chassis: str, model: str = "", **more: object) -> dict[str, object]:
    """A unit as imports write it."""
    name = " ".join(filter(None, (chassis, model)))
    usual = {"type": "BM", "size": 2, "move": '8"', "damage": "2/2/1", "armor": 4, "structure": 3, "pv": 24}
    data = {"name": name, "chassis": chassis, "model": model, **usual, **more}
    data["id"] = "own_" + "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name.lower())
    return card_to_data(card_from_data({key: value for key, value in data.items() if value != ""}))


FIELDED = {"Federated Suns": "3020-3067", "Mercenary": "3050-"}
UNITS = [
    made("Titan II", "TI7-D-H", size=4, pv=60, fielded={"Clan Wolf": "3050-3061"}),
    made("Titan", "TI7-D-DC", size=4, pv=53, damage="5/5/1", ov=1),
    made("Titan", "TI7-D (Dana)", size=4, pv=54),
    made("Titan", "TI7-D", size=4, pv=52, damage="5/5/2", specials=["AC2/2/-", "IF1", "REAR1/1/-"], fielded=FIELDED),
    made("Titan", "TI10-D", size=4, pv=55, move='6"/8"j', specials=["IF2", "LRM1/2/2"], factions=["House Davion"]),
    made("Water Sprite Mining Suit", type="BA", size=1, move='4"', pv=9, specials=["MEC"]),
    made("Sprite Battle Armor", "[Laser]", type="BA", size=1, move='6"j', pv=14, specials=["MEC", "CAR4"]),
    made("Grock", "GR-1", pv=30, role="Striker", era="Clan Invasion"),
    made("Rock", "2", type="PM", size=1, damage="1/1/0*", pv=11, year=3060),
    made("Rock", type="PM", size=1, damage="0*/0*/0", pv=12, role="Scout", years="3052-3061 3081-"),
    made("Ghülam", "GH-3", role="Missile Boat", tons=55, level="Advanced", tech="Clan", books=["Our Book: 3055"]),
    made("Bulwark", type="CV", size=3, move='6"t', pv=33, specials=["TUR(2/3/-, IF1, SNARC1)", "AMS"]),
    made("Gunship", type="SC", size=1, move="6a", pv=40, damage="0/0/0", threshold=2,
         arcs={"nose": {"damage": "4/4/2"}, "left": {"damage": "2/2/-", "specials": ["PNT1"]}}),
]  # fmt: skip
SHELF = Shelf({str(one["id"]): one for one in UNITS}, Path())
NAMES = {str(one["id"]): str(one["name"]) for one in UNITS}


def found(text: str) -> Found:
    return look(text=text, imported=True, on=SHELF)


def names(text: str) -> list[str]:
    return [card.name for card in found(text).cards]


def test_the_very_model_comes_first() -> None:
    assert names("titan ti7-d")[:3] == ["Titan TI7-D", "Titan TI7-D (Dana)", "Titan TI7-D-DC"]
    assert names("TI7-D Titan")[0] == names("ti7d")[0] == names('"titan ti7-d"')[0] == "Titan TI7-D"
    assert names("titan")[:2] == ["Titan TI7-D", "Titan TI7-D (Dana)"]  # the chassis itself, then by name
    assert names("titan")[-1] == "Titan II TI7-D-H"
    assert names("sprite")[0] == "Sprite Battle Armor [Laser]"
    assert names("rock") == ["Rock", "Rock 2", "Grock GR-1"]
    assert names("ghulam") == names("GHÜLAM") == ["Ghülam GH-3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("titan pv<=53", {"Titan TI7-D", "Titan TI7-D-DC"}),
        ("titan pv <= 53 ov=0", {"Titan TI7-D"}),
        ("titan pv:53-55", {"Titan TI7-D-DC", "Titan TI7-D (Dana)", "Titan TI10-D"}),
        ("pv 52-54", {"Titan TI7-D", "Titan TI7-D-DC", "Titan TI7-D (Dana)"}),
        ("size>=3 l>=2", {"Titan TI7-D"}),
        ("rock l>0", {"Rock 2", "Grock GR-1"}),
        ("rock s<1", {"Rock"}),
        ("damage>=4 type:SC", {"Gunship"}),
        ("pnt>=1", {"Gunship"}),
        ("if>=2", {"Titan TI10-D"}),
        ("ability:IF", {"Titan TI7-D", "Titan TI10-D", "Bulwark"}),
        ("lrm.m>=2", {"Titan TI10-D"}),
        ("lrm.s>=2", set()),
        ("tur.m=3", {"Bulwark"}),
        ("car4", {"Sprite Battle Armor [Laser]"}),
        ("car>=5", set()),
        ("jump>=8", {"Titan TI10-D"}),
        ("move:j size=1", {"Sprite Battle Armor [Laser]"}),
        ("move:t", {"Bulwark"}),
        ("tons>=50", {"Ghülam GH-3"}),
        ("year=3060", {"Rock 2"}),
        ('role:"missile boat"', {"Ghülam GH-3"}),
        ("role:missile,striker", {"Ghülam GH-3", "Grock GR-1"}),
        ("tech:clan level:adv book:3055", {"Ghülam GH-3"}),
        ("type:infantry -mining", {"Sprite Battle Armor [Laser]"}),
        ("titan -pv>52", {"Titan TI7-D"}),
        ("nothing at all", set()),
    ],
)
def test_words_values_and_tags(text: str, expected: set[str]) -> None:
    assert {*names(text)} == expected


@pytest.mark.rule("AS-FOR-006")
def test_who_fields_it_and_when_has_three_answers() -> None:
    davion = found("faction:davion")
    assert {card.name for card in davion.cards} == {"Titan TI7-D", "Titan TI10-D"}
    assert davion.unsettled == len(UNITS) - 3  # the other Titan belongs to Clan Wolf
    assert {*names("faction:davion?")} == {*NAMES.values()} - {"Titan II TI7-D-H"}
    assert names("faction:davion in:3068") == []
    assert found("faction:davion in:3068").unsettled == len(UNITS) - 3  # tagged without years, or not at all
    assert names("faction:mercenary in:3068") == ["Titan TI7-D"]
    assert "Rock" in names("in:3055")
    assert "Rock" not in names("in:3070?")
    assert names("titan faction:wolf") == ["Titan II TI7-D-H"]
    assert "Grock GR-1" not in names('era:"star league"?')
    assert names("faction:nobodys") == []
    assert found("faction:nobodys").troubles == ("there is no faction “nobodys”",)
    assert found("era:tomorrow pv>=x").troubles == (
        "there is no era “tomorrow”",
        "“x” is no number to compare pv with",
    )


# -- the page beside it ---------------------------------------------------------------------------------------

LINES = (
    *("titan ti7-d", "rock", "sprite", "titan", "ghulam", "faction:davion", "faction:davion?", "faction:clan in:3055"),
    *("era:tomorrow pv>=x", "faction:nobodys titan", 'era:"succession wars"', "in:3052", "-faction:davion", "if>=1"),
    *("titan -", '"', '"titan ii" pv', "pv:", "pv 52-54", "pv:20..30", "s>=0*", "l=0*", "tur.s>=2", "type:mech,tank"),
    *("AMS,", "TRO: 3050", "move:j?", "rear.m>=1", "foo>=3", "size:4+", "size:-2", "tmm>=0 ov<1", "é", "b o o k"),
)


def of_the_page(units: list[dict[str, object]], lines: list[str]) -> list[dict[str, object]]:
    factions = [
        {"name": one.name, "aliases": one.aliases, "lists": one.lists}
        for one in faction_words(
            name for unit in units for name in (*unit.get("factions", ()), *unit.get("fielded", ()))
        )  # type: ignore[misc]
    ]
    eras = [{"name": one.name, "begins": one.begins, "ends": one.ends} for one in (*ERAS, *book_eras())]
    given = {"units": units, "factions": factions, "eras": eras, "lines": lines}
    answers: list[dict[str, object]] = run_page_code("page_search.mjs", given)
    return answers


def made_up(luck: Random) -> str:
    """A line that somebody might type, or nearly."""
    parts = (
        *("titan", "ti7", "rock", "suit", "-titan", '"titan ii"', "scout", "laser]", "pv>=30", "pv <= 54", "size=4"),
        *("damage>2", "l>=1", "m:1-2", "if>=1", "lrm.l>1", "ams", "-ams", "jump>0", "move>=7", "tons<60", "year>3000"),
        *(
            "type:ba",
            "type:mech",
            "role:s",
            "faction:davion",
            "faction:merc?",
            "in:3052",
            'era:"clan invasion"',
            "armor 4",
        ),
    )
    return " ".join(luck.choice(parts) for _ in range(luck.randint(1, 4)))


@pytest.mark.parametrize("whole", [False, True])
def test_the_page_and_the_command_line_find_the_same(whole: bool) -> None:
    """Our own few, and every card that comes with the game."""
    units = UNITS + ([card_to_data(card) for card in catalogue.all()] if whole else [])
    shelf = Shelf({str(one["id"]): one for one in units}, Path())
    luck = Random(40)
    lines = [*LINES, *(made_up(luck) for _ in range(200))]
    for line, told in zip(lines, of_the_page(units, lines), strict=True):
        ours = look(text=line, imported=True, on=shelf)
        same = {"ids": [card.id for card in ours.cards], "unsettled": ours.unsettled, "troubles": list(ours.troubles)}
        assert told == same, line
