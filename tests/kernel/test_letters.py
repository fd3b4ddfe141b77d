"""Signs that nobody sees, and signs that turn the writing round, come into no file, no message and no import."""

import re

import pytest

from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.kernel.errors import InputError
from lancemate.kernel.letters import PRINTABLE, SAYABLE, unfit
from lancemate.kernel.reading import read_text
from lancemate.muster.imports.texts import clean

UNFIT = "\x1b\x9b\u00ad\u061c\u200b\u200c\u200d\u200e\u2028\u202e\u2060\u2066\u2069\u3164\ufe0f\ufeff\U000e0041"
CARD = {"name": "Test", "type": "BM", "size": 2, "tmm": 1, "move": '8"', "damage": "3/3/3", "armor": 6, "structure": 5}


@pytest.mark.parametrize("letter", UNFIT)
def test_one_list_holds_everywhere(letter: str) -> None:
    text = f"r{letter}1"
    assert unfit(text) == letter
    assert re.search(PRINTABLE, text) is None
    assert letter not in clean(text)
    with pytest.raises(InputError, match=rf"a: a text may not hold the character U\+{ord(letter):04X}"):
        read_text(text, "a")


@pytest.mark.parametrize("key", ["id", "name"])
def test_neither_units_nor_sides_are_told_apart_by_what_nobody_sees(key: str) -> None:
    names = {"id": "r1", "name": "red"} | {key: "r\u2060ed"}
    sides = [
        {"name": names["name"], "units": [{"id": names["id"], "card": CARD}]},
        {"name": "blue", "units": [{"id": "b1", "card": CARD}]},
    ]
    with pytest.raises(InputError, match=r"may not hold the character U\+2060"):
        script_from_data({"sides": sides})


@pytest.mark.parametrize("text", ["Ælfþryð 🦊 王", "Zoë", "שלום", "R2-D2 (veteran)"])
def test_letters_of_all_people_are_letters(text: str) -> None:
    assert unfit(text) is None
    assert re.search(PRINTABLE, text)
    assert clean(text) == text


def test_in_talk_pictures_may_be_joined() -> None:
    assert re.search(SAYABLE, "well played ❤️ 👨\u200d👩\u200d👧")
    assert re.search(SAYABLE, "\u202eolleh") is None
