"""Random battles and measured Point Values by units that the game does not ship."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lancemate.alphastrike.cards.card import Card, card_from_data
from lancemate.cli import main as entry
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab import exhaust
from lancemate.lab.contests import Contest
from lancemate.lab.contests import entry as contestant
from lancemate.lab.forces import KNOWN
from lancemate.lab.pool import cards_of, drawing_from, of_type, those
from lancemate.lab.strength import Yardstick, measurable, sample
from lancemate.muster import catalogue
from lancemate.muster.imports import shelf

MECHS = tuple(
    card_from_data(
        {"id": f"mul_{number}", "name": f"Finch FN-{number}", "type": "BM", "size": 2, "move": '10"', "damage": "2/2/1"}
        | {"armor": 3 + number, "structure": 3, "ov": 1, "pv": 20 + number, "specials": ["AC1/1/-", "OMNI"]}
    )
    for number in range(1, 7)
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))
    shelf.put(MECHS)
    cards_of.cache_clear()
    yield shelf.place()
    cards_of.cache_clear()


def test_what_a_shelf_has_is_drawn_from_it_and_the_rest_from_the_catalogue() -> None:
    with drawing_from(MECHS):
        assert those(of_type("BM")) == MECHS
        assert those(of_type("PM")) == tuple(card for card in catalogue.all() if card.type == "PM")
        lances = [one.card for number in range(20) for one in KNOWN["lance"](Generator(number))]
    assert {*lances} == {*MECHS}
    assert not {one.card for number in range(20) for one in KNOWN["lance"](Generator(number))} & {*MECHS}


@pytest.mark.parametrize("name", [*KNOWN])
def test_every_squad_can_be_drawn_from_any_shelf(name: str) -> None:
    with drawing_from(MECHS):
        for number in range(8):
            assert KNOWN[name](Generator(number))


def test_battles_of_a_shelf_are_played_and_follow_from_their_number(file: Path) -> None:
    once = [exhaust.play_with(str(file), exhaust.play, number) for number in (3, 4)]
    assert [report.trouble for report in once] == [None, None]
    again = [exhaust.play_with("shelf", exhaust.play, number) for number in (3, 4)]
    assert [report.decisions for report in again] == [report.decisions for report in once]


def test_exhaust_says_how_to_have_a_battle_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        entry.main(["lab", "exhaust", "--battles", "2", "--seed", "5", "--jobs", "1", "--cards", "shelf"])
    assert capsys.readouterr().out.startswith("2 battles, ")
    for arguments, words in (
        (["--cards", str(file.parent / "nothing.json")], "cannot be read"),
        (["--cards", "shelf", "--game", "battletroops"], "battletroops has no cards to draw from"),
    ):
        with pytest.raises(SystemExit, match="2"):
            entry.main(["lab", "exhaust", *arguments])
        assert words in capsys.readouterr().err


def test_a_shelf_without_units_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path))
    cards_of.cache_clear()
    with pytest.raises(InputError, match="there are no units in shelf"):
        cards_of("shelf")


# -- Point Values -----------------------------------------------------------------------------------------------------


def yardstick(cards: tuple[Card, ...]) -> Yardstick:
    anyone = contestant("gdl/Command Lance", "random", None, ())
    return Yardstick(cards, Contest(anyone, anyone, seed=5), 4)


def test_a_sample_is_drawn_by_lot_and_keeps_its_order() -> None:
    drawn = sample(MECHS, 3, 1)
    assert [card for card in MECHS if card in drawn] == [*drawn]
    assert {sample(MECHS, 3, seed) for seed in range(10)} != {drawn}
    assert sample(MECHS, 99, 1) == MECHS


def test_units_that_are_measured_bring_their_cards_along() -> None:
    cards = measurable((*MECHS, *MECHS[:1]))
    assert cards == MECHS
    stick = yardstick(cards)
    assert stick.units == tuple(card.id for card in MECHS)
    force = stick.fight(0).red.force
    assert force is not None
    (first, *_) = force["formations"][0]["units"]  # type: ignore[index, call-overload]
    assert first["card"]["name"].startswith("Finch")  # type: ignore[index, call-overload]
    others = yardstick(
        (
            *MECHS[:-1],
            card_from_data(
                {
                    "id": "mul_6",
                    "name": "Rook",
                    "type": "BM",
                    "size": 1,
                    "move": 8,
                    "armor": 1,
                    "structure": 1,
                    "damage": "1/1/1",
                    "pv": 9,
                }
            ),
        )
    )
    assert others.plan()["units"] == stick.plan()["units"]
    assert others.plan()["cards"] != stick.plan()["cards"]


def test_point_values_of_a_shelf_are_measured_and_taken_up_again(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "lab",
        "pv",
        "--cards",
        "shelf",
        "--sample",
        "3",
        "--bot",
        "random",
        "--jobs",
        "1",
        "--no-plots",
        "--json",
    ]
    arguments += ["--no-plots", "--json", "--turns", "2", "-o", str(tmp_path / "out")]
    with pytest.raises(SystemExit, match="0"):
        entry.main([*arguments, "--battles", "2"])
    first = json.loads(capsys.readouterr().out)
    assert (first["battles"], len(first["units"])) == (3, 3)
    assert all(one["name"].startswith("Finch") for one in first["units"])
    with pytest.raises(SystemExit, match="0"):
        entry.main([*arguments, "--battles", "4", "--resume"])
    assert json.loads(capsys.readouterr().out)["battles"] == 6
    with pytest.raises(SystemExit, match="2"):
        entry.main(["lab", "pv", "--cards", "shelf", "--units", "MAD-3R Marauder"])
    assert "not both" in capsys.readouterr().err
