"""Parts that every card is put together from: cells, bubbles, tracks of critical hits, the heat scale, abilities.

Each part draws at a place it is given and says how much room it took. Knows cards; must not know pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.special_codes import explain
from lancemate.alphastrike.cards.specials import Special
from lancemate.alphastrike.cards.unit_types import HEAT_SCALE
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.printing.drawing import BLACK, GREY, LIGHT, WHITE, Box, Disc, Mark, Stroke
from lancemate.muster.printing.forms import TRACKS, bracket_label, brackets_of, form_of, value
from lancemate.muster.printing.letters import Words, broken, line, set_line, width_of

LABEL: Final = 4.8  # size of the small words over a value
GAP: Final = 3.0


class Cell(NamedTuple):
    label: str
    value: str
    share: float = 1.0  # of the width, beside the others
    short: str = ""  # the label where there is little room


def cells(x: float, y: float, width: float, height: float, row: Sequence[Cell], size: float = 10.0) -> list[Mark]:
    """A row of values, each in its frame with a small word over it."""
    marks: list[Mark] = []
    whole = sum(cell.share for cell in row)
    tight = any(width_of(cell.label, LABEL) > width * cell.share / whole - 3 for cell in row)
    for cell in row:
        wide = width * cell.share / whole
        label = cell.short if cell.short and tight else cell.label
        marks.append(Box(x, y, wide, height))
        marks.append(line(x + wide / 2, y + LABEL + 1.2, label, LABEL, anchor="middle", shade=GREY, within=wide - 2))
        base = y + LABEL + 1.2 + (height - LABEL - 1.2 + size * 0.7) / 2
        value = line(x + wide / 2, base, cell.value, size, bold=True, anchor="middle", within=wide - 4, least=5.0)
        marks.append(value)
        x += wide
    return marks


SHARES: Final = {"MOVE": 2.4, "THRUST": 1.8, "ROLE": 2.7, "THRESHOLD": 1.5, "SKILL": 1.1}


def identity(card: Card, skill: int | None) -> list[Cell]:
    """Type, size, movement, role and Skill."""
    return [Cell(label, value(card, label, skill), SHARES.get(label, 1.0)) for label in form_of(card)["header"]]


def damage_cells(card: Card) -> list[Cell]:
    """What it does at each range."""
    letters = brackets_of(form_of(card), card.damage)
    return [
        Cell(bracket_label(letter), str(card.damage.at(letter)), short=bracket_label(letter, short=True))
        for letter in letters
    ]


def heat_scale(x: float, y: float, width: float, height: float) -> list[Mark]:
    """A box for every heat; S is shutdown."""
    label = line(x, y + height / 2 + LABEL * 0.36, "HEAT", LABEL, shade=GREY)
    marks: list[Mark] = [label]
    start = x + label.width + GAP
    steps = HEAT_SCALE.of(rules)[1:]
    wide = (width - label.width - GAP) / len(steps)
    for number, step in enumerate(steps):
        left = start + number * wide
        marks.append(Box(left, y, wide - 1.5, height, radius=1.5))
        marks.append(line(left + (wide - 1.5) / 2, y + height / 2 + 2.3, step, 6.5, bold=True, anchor="middle"))
    return marks


# -- bubbles --------------------------------------------------------------------------------------------------

# Radius and pitch, the largest first.
BUBBLES: Final = ((4.3, 9.8), (3.7, 8.4), (3.1, 7.1), (2.6, 5.9))
LABEL_WIDTH: Final = 44.0
FIVE: Final = 2.2  # wider gap after every fifth bubble, so that they are counted at a glance


def bubbles(
    x: float, y: float, width: float, label: str, count: int, *, grey: bool, rows: int = 2
) -> tuple[list[Mark], float]:
    """A bubble for every point, to be crossed out; where there are too many, the number and boxes to write in."""
    fill = LIGHT if grey else WHITE
    fit = _fit(count, width - LABEL_WIDTH, rows)
    if fit is None:
        return _numbered(x, y, width, label, count, fill)
    radius, pitch, in_row = fit
    marks: list[Mark] = [
        line(x, y + radius + 1.8, label, LABEL, shade=GREY),
        line(x + LABEL_WIDTH - 3.0, y + radius + 2.6, str(count), 7.5, bold=True, anchor="end"),
    ]
    for number in range(count):
        row, place = divmod(number, in_row)
        left = x + LABEL_WIDTH + place * pitch + place // 5 * FIVE
        marks.append(Disc(left + radius, y + radius + row * pitch, radius, fill=fill))
    return marks, max(1, -(-count // in_row)) * pitch


def _fit(count: int, room: float, rows: int) -> tuple[float, float, int] | None:
    """The largest bubbles that fit: radius, pitch, and how many to a row. Fewer rows go before larger bubbles."""
    for row in range(1, rows + 1):
        for radius, pitch in BUBBLES[: -1 if row < rows else None]:
            in_row = -(-count // row)
            in_row += -in_row % 5 if row > 1 else 0
            if in_row * pitch + (in_row - 1) // 5 * FIVE <= room + pitch - 2 * radius:
                return radius, pitch, max(1, in_row)
    return None


def _numbered(x: float, y: float, width: float, label: str, count: int, fill: float) -> tuple[list[Mark], float]:
    height = 12.0
    box = 26.0
    left = x + LABEL_WIDTH - 10
    marks: list[Mark] = [
        line(x, y + height / 2 + 1.8, label, LABEL, shade=GREY),
        Box(left, y, box, height, line=1.0, fill=fill, radius=2),
        line(left + box / 2, y + 9.2, str(count), 9.5, bold=True, anchor="middle"),
    ]
    left += box + 2
    places = int((x + width - left) // 17)
    wide = (x + width - left) / max(1, places)
    marks += [Box(left + place * wide, y, wide, height, shade=GREY) for place in range(places)]
    return marks, height + 1.5


# -- critical hits --------------------------------------------------------------------------------------------

BOX: Final = 2.8  # radius of a box of a track
BOX_PITCH: Final = 6.6
TRACK_SIZE: Final = 5.8


def criticals(
    x: float,
    y: float,
    width: float,
    card: Card,
    tracks: Mapping[str, int],
    pitch: float,
    *,
    titled: bool = True,
) -> tuple[list[Mark], float]:
    """Tracks of critical hits: name, boxes, what a mark does."""
    if not tracks:
        return [], 0.0
    effects = form_of(card)["effects"]
    marks: list[Mark] = [line(x, y + LABEL, "CRITICAL HITS", LABEL, shade=GREY)] if titled else []
    top = y + LABEL + 1.5
    names = max(width_of(TRACKS[track], TRACK_SIZE) for track in tracks) + 2.5
    for number, (track, boxes) in enumerate(tracks.items()):
        middle = top + (number + 0.5) * pitch
        marks.append(line(x, middle + 2.0, TRACKS[track], TRACK_SIZE))
        marks += boxes_to_mark(x + names, middle, boxes)
        most = width - names - boxes * BOX_PITCH - 1.5
        if effects[track]:
            marks.append(
                line(x + width, middle + 1.8, effects[track], 5.2, anchor="end", shade=GREY, within=most, least=4.2)
            )
    return marks, LABEL + 1.5 + len(tracks) * pitch


def boxes_to_mark(x: float, middle: float, boxes: int) -> list[Mark]:
    return [Disc(x + BOX + box * BOX_PITCH, middle, BOX, fill=WHITE) for box in range(boxes)]


# -- abilities ------------------------------------------------------------------------------------------------


SIZES: Final = (7.0, 6.6, 6.2, 5.9, 5.6)


class Told(NamedTuple):
    """What became of a list of abilities: the marks, the room they took, and those that are not explained there."""

    marks: list[Mark]
    height: float
    left: tuple[Special, ...]


def abilities(
    x: float,
    y: float,
    width: float,
    height: float,
    specials: Sequence[Special],
    before: Iterable[str] = (),
    *,
    listed: bool = False,
) -> Told:
    """All abilities, with a sentence for each if there is room, else with as many sentences as there is room for.

    ``before`` are lines that come first in any case; ``listed`` says that all of them stand elsewhere on the card.
    """
    heads = [[Words(text, bold=True)] for text in before]
    told = [[Words(special.text, bold=True), Words(explain(special))] for special in specials]
    for size in SIZES:
        lines = _lines(heads + told, size, width)
        if len(lines) * _leading(size) <= height:
            return Told(_set(x, y, lines, size), len(lines) * _leading(size), ())
    codes = [] if listed else [[Words(", ".join(special.text for special in specials), bold=True)]]
    lines = _lines(heads + codes, size, width)
    left: list[Special] = []
    for special, paragraph in zip(specials, told, strict=True):
        more = _lines([paragraph], size, width)
        if (len(lines) + len(more)) * _leading(size) <= height:
            lines += more
        else:
            left.append(special)
    return Told(_set(x, y, lines, size), len(lines) * _leading(size), tuple(left))


def _leading(size: float) -> float:
    return size * 1.18


def _lines(paragraphs: Iterable[Iterable[Words]], size: float, width: float) -> list[list[Words]]:
    return [line for paragraph in paragraphs for line in broken(paragraph, size, width)]


def _set(x: float, y: float, lines: Sequence[Sequence[Words]], size: float) -> list[Mark]:
    marks: list[Mark] = []
    for number, words in enumerate(lines):
        marks += set_line(x, y + size * 0.95 + number * _leading(size), words, size)
    return marks


def rule(x: float, y: float, width: float, thick: float = 0.8) -> Stroke:
    return Stroke(x, y, x + width, y, thick, BLACK)
