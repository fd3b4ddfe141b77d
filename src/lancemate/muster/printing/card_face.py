"""The card of a unit with one firing arc, on the size of a playing card lying on its side.

Knows what stands where on it; must not know pages.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.specials import Special
from lancemate.muster.printing.drawing import BLACK, GREY, WHITE, Box, Mark
from lancemate.muster.printing.faces import face_marks
from lancemate.muster.printing.forms import tracks_of
from lancemate.muster.printing.letters import line, width_of
from lancemate.muster.printing.parts import (
    GAP,
    LABEL,
    Cell,
    abilities,
    bubbles,
    cells,
    criticals,
    damage_cells,
    heat_scale,
    identity,
    rule,
)
from lancemate.muster.printing.units import PrintedUnit

# 3.5 by 2.5 inches, as playing cards and their sleeves are.
WIDTH: Final = 252.0
HEIGHT: Final = 180.0
EDGE: Final = 2.5  # from the cut to the frame
LEFT: Final = 8.0
RIGHT: Final = WIDTH - LEFT
TOP: Final = 6.5
SPARE: Final = 7.0  # from the last thing to the cut
BOTTOM: Final = HEIGHT - SPARE
INNER: Final = RIGHT - LEFT
NOTES: Final = 24.0  # room from which on a card says that it can be written on
PORTRAIT: Final = 24.0  # each side of the face
CRITICALS: Final = 90.0  # wide
ABOUT, SMALL_ABOUT = 6.6, 5.4  # sizes of the line below the name


class Face(NamedTuple):
    """A drawn card, and the abilities that found no room to be explained on it."""

    marks: list[Mark]
    height: float
    left: tuple[Special, ...]


def draw_face(unit: PrintedUnit) -> Face:
    card = unit.card
    marks, y = heading(unit)
    marks += cells(LEFT, y, INNER, 21.0, identity(card, unit.skill))
    y += 21.0 + GAP
    tracks = tracks_of(card)
    pitch = 8.6 if len(tracks) > 4 else 11.0
    side, side_height = criticals(RIGHT - CRITICALS, y, CRITICALS, card, tracks, pitch)
    marks += side
    column = INNER - CRITICALS - 2 * GAP if side else INNER
    main, main_height = _main_column(card, LEFT, y, column)
    marks += main
    y += max(side_height, main_height) + 1.0
    marks.append(rule(LEFT, y, INNER, 0.5))
    y += 2.5
    told = abilities(LEFT, y, INNER, BOTTOM - y, list(card.specials), crew_lines(unit))
    return Face([frame(HEIGHT), *marks, *told.marks, *notes(y + told.height, HEIGHT)], HEIGHT, told.left)


def notes(y: float, height: float) -> list[Mark]:
    """What is left of a card can be written on."""
    free = height - SPARE - y > NOTES
    return [line(LEFT, y + LABEL + 3, "NOTES", LABEL, shade=GREY)] if free else []


def frame(height: float) -> Box:
    return Box(EDGE, EDGE, WIDTH - 2 * EDGE, height - 2 * EDGE, line=0.9, radius=5)


def heading(unit: PrintedUnit) -> tuple[list[Mark], float]:
    """Name, face and Point Value, and a line about the unit; and where the next thing begins."""
    price = f"PV {unit.pv}" if unit.pv else "PV -"
    box = 44.0
    room = INNER - box - GAP - PORTRAIT - GAP
    marks: list[Mark] = [
        line(LEFT, TOP + 10.5, unit.title, 12.0, bold=True, within=room, least=7.0),
        *face_marks(unit.card, LEFT + room + GAP / 2, TOP - 1.5, PORTRAIT),
        Box(RIGHT - box, TOP, box, 14.5, line=0, fill=BLACK, radius=2),
        line(
            RIGHT - box / 2, TOP + 10.8, price, 10.5, bold=True, anchor="middle", shade=WHITE, within=box - 4, least=6
        ),
    ]
    marks.append(line(LEFT, TOP + 20.5, _about(unit, room), ABOUT, within=room, least=4.6))
    marks.append(line(RIGHT, TOP + 20.5, _base_price(unit), 5.2, anchor="end", shade=GREY, within=box))
    return marks, TOP + 23.5


def _about(unit: PrintedUnit, width: float) -> str:
    """What it is, who drives it and where it belongs; where that is too much, the row below says what it is."""
    parts = [kind_of(unit.card), unit.crew, unit.formation]
    whole = " - ".join(filter(None, parts))
    return whole if width_of(whole, SMALL_ABOUT) <= width else " - ".join(filter(None, parts[1:]))


def kind_of(card: Card) -> str:
    """Heavy BattleMech, medium combat vehicle, conventional infantry."""
    sized = card.is_mech or card.is_vehicle or card.is_fighter
    words = f"{card.size_name} {card.type_name}" if sized and not card.is_large else card.type_name
    return words[:1].upper() + words[1:]


def _base_price(unit: PrintedUnit) -> str:
    return f"{unit.card.pv} at Skill 4" if unit.pv != unit.card.pv else ""


def crew_lines(unit: PrintedUnit) -> list[str]:
    return [f"Crew: {', '.join(unit.crew_abilities)}"] if unit.crew_abilities else []


def _main_column(card: Card, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Damage, heat, armor and structure."""
    start = y
    row = damage_cells(card)
    if card.tracks_heat:
        row.append(Cell("OVERHEAT", str(card.ov), short="OV"))
    marks = cells(x, y, width, 22.0, row, 13.0)
    y += 22.0 + 2.5
    if card.tracks_heat:
        marks += heat_scale(x, y, width, 10.0)
        y += 10.0 + 3.0
    for label, count, grey in (("ARMOR", card.armor, False), ("STRUCTURE", card.structure, True)):
        row_marks, height = bubbles(x, y, width, label, count, grey=grey)
        marks += row_marks
        y += height + 1.2
    return marks, y - start
