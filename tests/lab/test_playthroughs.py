"""The golden playthroughs: each is what happens today, event by event, and the census counts what positions offer.

Where a difference is meant, ``make playthroughs`` writes them anew, and whoever reviews the change reads it.
"""

import json
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from lancemate.lab import playthroughs
from lancemate.rulebook import chapters

FOLDER = Path(__file__).parents[1] / "playthroughs"
RECORDED = playthroughs.battles(FOLDER)
UNPLAYED = {"BT-ORG"}  # platoons: for those who build a force


def test_every_chapter_that_is_played_has_one() -> None:
    assert set(chapters()) - set(RECORDED) == UNPLAYED


@pytest.mark.parametrize("name", RECORDED)
def test_what_happens_is_what_was_read(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = playthroughs.text_of(name, RECORDED[name]).splitlines()
    different = list(islice(unified_diff(golden, now, "as it was read", "as it is", lineterm="", n=1), 40))
    assert not different, "\n".join([f"{name} plays otherwise (meant? make playthroughs, and read it):", *different])


def test_the_census_of_offers() -> None:
    census = json.loads((FOLDER / playthroughs.CENSUS).read_text(encoding="utf-8"))
    assert len(census) == playthroughs.POSITIONS == 20
    assert sum(one["attacks"] for one in census.values()) > 20
    assert playthroughs.counted(RECORDED) == census


def test_other_dice_are_another_text() -> None:
    script = dict(RECORDED["AS-COM"])
    script["seed"] = 99_999
    assert playthroughs.text_of("AS-COM", script) != (FOLDER / "AS-COM.txt").read_text(encoding="utf-8")
