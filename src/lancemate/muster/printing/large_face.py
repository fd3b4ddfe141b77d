"""The card of a unit with several firing arcs or sections: two cards high or more, to be folded.

Knows what stands where on it; must not know pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lancemate.alphastrike.cards.card import ArcCard, Card, SectionCard
from lancemate.alphastrike.cards.damage_value import Damage
from lancemate.alphastrike.cards.specials import Special, Specials
from lancemate.muster.printing.card_face import (
    HEIGHT,
    INNER,
    LEFT,
    RIGHT,
    SPARE,
    WIDTH,
    Face,
    crew_lines,
    frame,
    heading,
    notes,
)
from lancemate.muster.printing.drawing import GREY, LIGHT, Box, Mark, Stroke, moved
from lancemate.muster.printing.forms import apart, bracket_label, brackets_of, form_of, tracks_of
from lancemate.muster.printing.letters import Words, broken, line, set_line
from lancemate.muster.printing.parts import (
    BOX_PITCH,
    GAP,
    LABEL,
    Cell,
    abilities,
    boxes_to_mark,
    bubbles,
    cells,
    criticals,
    identity,
    rule,
)
from lancemate.muster.printing.units import PrintedUnit

MOST_CARDS: Final = 4  # high
ROW: Final = 12.0
NAME: Final = 46.0  # wide
VALUE: Final = 26.0  # wide
ARC_HITS: Final = 2  # boxes for weapon hits
SECTION_HITS: Final = 4
SMALL: Final = 6.0
TRACK_PITCH: Final = 9.4


def draw_large_face(unit: PrintedUnit) -> Face:
    """As many cards high as it takes; should even the most not do, everything is made smaller."""
    column = _Column(unit)
    specials, crew = _distinct(unit.card), crew_lines(unit)
    full = abilities(LEFT, column.y, INNER, float("inf"), specials, crew, listed=True).height
    # Half a card of explanations is worth another card; what is left goes to the reference page.
    wanted = column.y + min(full, HEIGHT / 2) + SPARE
    high = min(MOST_CARDS, max(2, -(-int(wanted) // int(HEIGHT))))
    height = high * HEIGHT
    told = abilities(LEFT, column.y, INNER, height - SPARE - column.y, specials, crew, listed=True)
    marks = column.marks + told.marks + notes(column.y + told.height, height)
    needed = column.y + told.height + SPARE
    if needed > height:
        scale = height / needed
        marks = moved(marks, WIDTH * (1 - scale) / 2, 0.0, scale)
    folds: list[Mark] = [
        Stroke(x, fold * HEIGHT, x + 5, fold * HEIGHT, 0.4, GREY) for fold in range(1, high) for x in (0.0, WIDTH - 5)
    ]
    return Face([frame(height), *folds, *marks], height, told.left)


def _distinct(card: Card) -> list[Special]:
    """Every ability once, wherever it stands."""
    parts: list[Specials] = [card.specials, *(arc.specials for arc in card.arcs.values())]
    for section in card.sections:
        parts += [section.specials, *(arc.specials for arc in section.arcs.values())]
    return list({special.text: special for part in parts for special in part}.values())


@dataclass(slots=True)
class _Column:
    """What must be on the card, from the top down; ``y`` is where the next thing begins."""

    unit: PrintedUnit
    marks: list[Mark] = field(default_factory=list)
    y: float = 0.0
    letters: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        card = self.unit.card
        self.letters = brackets_of(form_of(card), *_damages(card))
        self.marks, self.y = heading(self.unit)
        self.marks += cells(LEFT, self.y, INNER, 21.0, identity(card, self.unit.skill))
        self.y += 21.0 + GAP
        if card.sections:
            self._totals(card)
        else:
            self._points(LEFT, INNER, card.armor, card.structure)
        self._tracks(card)
        self._weapons(card)
        self.y += 1.0
        self.marks.append(rule(LEFT, self.y, INNER, 0.5))
        self.y += 2.5

    def _totals(self, card: Card) -> None:
        row = [Cell("ARMOR OF ALL SECTIONS", str(card.armor)), Cell("STRUCTURE OF ALL SECTIONS", str(card.structure))]
        self.marks += cells(LEFT, self.y, INNER, 19.0, row, 9.0)
        self.y += 19.0 + GAP

    def _points(self, x: float, width: float, armor: int, structure: int) -> None:
        for label, count, grey in (("ARMOR", armor, False), ("STRUCTURE", structure, True)):
            marks, height = bubbles(x, self.y, width, label, count, grey=grey)
            self.marks += marks
            self.y += height + 1.2
        self.y += 1.0

    def _tracks(self, card: Card) -> None:
        """In two columns."""
        tracks = list(tracks_of(card).items())
        if not tracks:
            return
        half = (len(tracks) + 1) // 2
        width = (INNER - 8) / 2
        left, height = criticals(LEFT, self.y, width, card, dict(tracks[:half]), TRACK_PITCH)
        right, _ = criticals(LEFT + width + 8, self.y, width, card, dict(tracks[half:]), TRACK_PITCH, titled=False)
        self.marks += left + right
        self.y += height + 2.0

    def _weapons(self, card: Card) -> None:
        self._head(card)
        if card.damage.harms or not card.is_multi_arc:
            self._row("All", card.damage)
        for name, arc in card.arcs.items():
            self._arc(name, arc, ARC_HITS if apart(card) else 0)
        for section in card.sections:
            self._section(section)
        if card.specials:
            self._specials("Whole unit", card.specials)

    def _head(self, card: Card) -> None:
        self.marks.append(Box(LEFT, self.y, INNER, LABEL + 3.4, line=0, fill=LIGHT))
        base = self.y + LABEL + 1.0
        self.marks.append(line(LEFT + 2, base, "SECTION" if card.sections else "ARC", LABEL))
        for place, letter in enumerate(self.letters):
            x = LEFT + NAME + (place + 0.5) * VALUE
            self.marks.append(line(x, base, bracket_label(letter, short=True), LABEL, anchor="middle"))
        if apart(card):
            text = "weapon hits: -1 damage" if card.sections else "weapon hits: half damage"
            self.marks.append(line(RIGHT - 2, base, text, LABEL, anchor="end"))
        self.y += LABEL + 4.4

    def _arc(self, name: str, arc: ArcCard, hits: int, indent: float = 0.0) -> None:
        self._row(name, arc.damage, hits, indent)
        for label, damage in (("SCAP", arc.scap), ("MSL", arc.msl)):
            if damage.harms:
                self._row(label, damage, indent=indent + 6.0, minor=True)
        if arc.specials:
            self._specials("", arc.specials)

    def _section(self, section: SectionCard) -> None:
        self._row(section.name, section.damage, SECTION_HITS)
        if section.specials:
            self._specials("", section.specials)
        for name, arc in section.arcs.items():
            self._arc(name, arc, 0, indent=6.0)
        self.y += 1.2
        self._points(LEFT + 6, INNER - 6, section.armor, section.structure)
        self.marks.append(Stroke(LEFT, self.y, RIGHT, self.y, 0.3, GREY))
        self.y += 2.0

    def _row(self, name: str, damage: Damage, hits: int = 0, indent: float = 0.0, minor: bool = False) -> None:
        size = 6.4 if minor else 7.6
        base = self.y + ROW / 2 + 2.6
        shown = name if minor else name[:1].upper() + name[1:]
        self.marks.append(
            line(LEFT + 2 + indent, base, shown, size, bold=not minor, within=NAME - indent - 3, least=5.5)
        )
        for place, letter in enumerate(self.letters):
            x = LEFT + NAME + place * VALUE
            self.marks.append(Box(x, self.y, VALUE, ROW))
            self.marks.append(line(x + VALUE / 2, base + 0.3, str(damage.at(letter)), 8.6, bold=True, anchor="middle"))
        if hits:
            self.marks += boxes_to_mark(RIGHT - hits * BOX_PITCH - 2, self.y + ROW / 2, hits)
        self.y += ROW

    def _specials(self, label: str, specials: Specials) -> None:
        words = [Words(str(specials), bold=True)]
        self.y += 1.2
        if label:
            self.marks.append(line(LEFT + 2, self.y + SMALL * 0.95, label, SMALL, bold=True, within=NAME - 3))
        for each in broken(words, SMALL, INNER - NAME - 2):
            self.marks += set_line(LEFT + NAME + 1, self.y + SMALL * 0.95, each, SMALL)
            self.y += SMALL * 1.18
        self.y += 1.0


def _damages(card: Card) -> Sequence[Damage]:
    arcs: list[Mapping[str, ArcCard]] = [card.arcs, *(section.arcs for section in card.sections)]
    inner = [damage for part in arcs for arc in part.values() for damage in (arc.damage, arc.scap, arc.msl)]
    return [card.damage, *(section.damage for section in card.sections), *inner]
