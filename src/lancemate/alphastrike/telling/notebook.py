"""What notebooks show of a unit and of an attack: a small picture with the numbers in it. Must not know rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.kernel.markup import escape
from lancemate.rulebook.wording import number, short_page

if TYPE_CHECKING:
    from lancemate.alphastrike.asking.preview import AttackPreview
    from lancemate.alphastrike.play.state import Unit

FULL: Final = "#0b4f8a"
LOST: Final = "#d8d4cb"
STEP: Final = 14  # pixels from one pip to the next
ROW: Final = 22
BAR: Final = 240
WORDS: Final = 'font-family="sans-serif" font-size="13" fill="#2c2a24"'


@hooks.questions.entry("picture of a unit")
def unit(one: Unit) -> str:
    """Its name, and a pip for every point of armor and structure: filled while it is there."""
    card = one.card
    rows = (("Armor", one.armor, card.armor), ("Structure", one.structure, card.structure))
    lines = [_text(0, 0, f"{card.name} ({one.id}), {one.side}, skill {one.skill}, heat {one.heat}")]
    for row, (what, left, whole) in enumerate(rows, start=1):
        lines.append(_text(0, row, what))
        lines += [_pip(place, row, place < left) for place in range(whole)]
    return _drawing(max(BAR * 2, 90 + STEP * max(card.armor, card.structure)), ROW * 3, lines)


@hooks.questions.entry("picture of an attack")
def attack(preview: AttackPreview) -> str:
    """The sum with its pages, and a bar as long as the attack is likely to hit."""
    if not preview.legal:
        why = preview.reason
        told = "" if why is None else f": {why.message}{short_page(why.rule)}"
        return _drawing(BAR * 3, ROW, [_text(0, 0, f"Not allowed{told}")])
    lines = [
        f'<rect x="0" y="2" width="{BAR}" height="{ROW - 8}" fill="{LOST}"/>',
        f'<rect x="0" y="2" width="{number(BAR * preview.hit_probability)}" height="{ROW - 8}" fill="{FULL}"/>',
        _text(BAR + 8, 0, f"hits {preview.hit_probability:.0%}, {preview.expected_damage:.2f} damage expected"),
    ]
    if preview.target_number is not None:
        lines.append(_text(0, 1, f"{preview.target_number} to hit, {preview.damage} damage"))
        lines += [
            _text(16, row, f"{part.value:+g} {part.label}{short_page(part.rule)}")
            for row, part in enumerate(preview.modifiers, start=2)
        ]
    return _drawing(BAR * 2 + 40, ROW * (2 + len(preview.modifiers)), lines)


def _drawing(width: float, height: float, lines: list[str]) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(lines)}</svg>'


def _text(x: float, row: int, text: str) -> str:
    return f'<text x="{x:g}" y="{row * ROW + 14}" {WORDS}>{escape(text)}</text>'


def _pip(place: int, row: int, there: bool) -> str:
    colour = FULL if there else LOST
    return f'<circle cx="{90 + place * STEP}" cy="{row * ROW + 10}" r="5" fill="{colour}"/>'
