"""A battle as a picture: the table with every unit on it, which way it faces, what is left of it and how it fares.

Knows how units are shown; the table itself is drawn by field.picture. Must not know rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.play.footprint import footprint
from lancemate.alphastrike.play.state import GONE, Section, Unit
from lancemate.alphastrike.scenarios.drawing import drawn
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.terrain.hexes import drawn_radius
from lancemate.alphastrike.turn.unit_state import status_of
from lancemate.alphastrike.urban.buildings import construction_factor, shelter_of
from lancemate.field.picture import Token, picture
from lancemate.kernel.markup import escape

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

# Told apart by every kind of eye, in print too: one is much darker than the other.
WARM: Final = "#c4500a"
COOL: Final = "#0b4f8a"
INK: Final = "#2c2a24"
LOST: Final = "#6f6a60"  # a section that is gone
PAPER: Final = "#fbfaf4"
SILENT: Final = ("active", "doomed")  # words of a status that a picture shows otherwise, or need not show
SMALL: Final = 0.75  # inches: the height of the writing


@hooks.questions.entry("picture")
def draw(battle: Battle, *, side: str | None = None) -> str:
    """The position as one SVG document; with a side, only what that side may see."""
    battle = known_to(battle, side) if side is not None else battle
    units = list(battle.units.values())
    colours = side_colours(battle)
    standing = [unit for unit in units if unit.on_table]
    layers = [
        *_worn(battle),
        *_scenario(battle, colours),
        *(_wreck(unit) for unit in units if unit.place == GONE and unit.destroyed),
        *(_ring(unit) for unit in standing if unit.shutdown or unit.stunned or unit.doomed is not None),
        *(line for unit in standing for line in _writing(battle, unit)),
        *_legend(battle, colours),
    ]
    tokens = [token for unit in standing for token in _tokens(battle, unit, colours[unit.side])]
    return picture(battle.table, tokens, layers, title=_headline(battle))


def _worn(battle: Battle) -> Iterator[str]:
    """What is left of damaged buildings and sections of walls, written on them."""
    for name, points in battle.state.terrain_damage.items():
        feature = piece(battle.table, name)
        factor = construction_factor(battle, feature) if feature is not None else None
        if feature is not None and factor is not None:
            x, y = feature.shape.centroid()
            yield _text(x, y - SMALL, f"CF {max(0, factor - points)}/{factor}")


def _tokens(battle: Battle, unit: Unit, colour: str) -> list[Token]:
    """Its base, or the circle of each of its sections; the middle one, or the first, says which way it faces."""
    facing = None if unit.card.is_infantry else unit.facing
    bodies = footprint(battle, unit)
    if len(bodies) == 1:
        return [Token(unit.x, unit.y, drawn_radius(unit), facing=facing, label=unit.id, colour=colour)]
    ahead = max(range(len(bodies)), key=lambda number: unit.card.sections[number].at[1])
    return [
        Token(body.x, body.y, body.radius, facing if number == ahead else None, section.name, _shade(section, colour))
        for number, (body, section) in enumerate(zip(bodies, unit.sections, strict=True))
    ]


def _shade(section: Section, colour: str) -> str:
    return LOST if section.destroyed else colour


def _scenario(battle: Battle, colours: dict[str, str]) -> Iterator[str]:
    if battle.setup.scenario is not None:
        yield from drawn(battle, colours)


def side_colours(battle: Battle) -> dict[str, str]:
    """Red is warm and blue is cool where the sides are called so; otherwise the first is warm."""
    first, second = battle.sides
    if first.lower() == "blue" or second.lower() == "red":
        return {first: COOL, second: WARM}
    return {first: WARM, second: COOL}


def _headline(battle: Battle) -> str:
    state = battle.state
    if state.outcome is not None:
        return f"The battle is over: {state.outcome.reason}"
    acting = f", {state.to_act} to act" if state.to_act is not None else ""
    return f"Turn {state.turn}, {battle.now.title.lower()}{acting}"


def _legend(battle: Battle, colours: dict[str, str]) -> Iterator[str]:
    """Above the table: whose colour is whose, and the moment."""
    y = battle.table.depth + 0.6
    x = 0.0
    for side, colour in colours.items():
        yield f'<circle cx="{x + 0.4:g}" cy="{y + 0.25:g}" r="0.4" fill="{colour}"/>'
        yield _text(x + 1.1, y, side, anchor="start")
        x += 2.2 + 0.45 * len(side)
    yield _text(battle.table.width, y, _headline(battle), anchor="end")


def _writing(battle: Battle, unit: Unit) -> Iterator[str]:
    """Under the base: armor and structure left; under that what else there is to say."""
    y = unit.y - 1.75 * drawn_radius(unit) - 0.6  # clear of the arrow of one that faces south
    bodies = footprint(battle, unit)
    if len(bodies) > 1:
        y = unit.y - unit.radius - 0.8
        for body, section in zip(bodies, unit.sections, strict=True):
            yield _text(body.x, body.y - 0.75, f"{section.armor}/{section.structure}")
        yield _text(unit.x, y, unit.id)
    else:
        yield _text(unit.x, y, f"{unit.armor}/{unit.structure}")
    words = [word.replace("_", " ") for word in status_of(battle, unit) if word not in SILENT]
    if unit.heat:
        words.insert(0, f"heat {unit.heat}")
    house = shelter_of(battle, unit) if unit.on_table else None
    if house is not None:
        words.append(f"in {house.id}")
    if unit.airborne:
        words.append(f"at {unit.elevation:g}″")
    if words:
        yield _text(unit.x, y - SMALL, ", ".join(words))


def _ring(unit: Unit) -> str:
    """A broken ring: it cannot act, or will be gone in the End Phase."""
    dash = "0.2 0.15" if unit.doomed is None else "0.5 0.2"
    return (
        f'<circle cx="{unit.x:g}" cy="{unit.y:g}" r="{drawn_radius(unit) + 0.25:g}" fill="none" stroke="{INK}" '
        f'stroke-width="0.15" stroke-dasharray="{dash}"/>'
    )


def _wreck(unit: Unit) -> str:
    x, y, r = unit.x, unit.y, drawn_radius(unit) * 0.7
    cross = f"M{x - r:g} {y - r:g} L{x + r:g} {y + r:g} M{x - r:g} {y + r:g} L{x + r:g} {y - r:g}"
    return (
        f'<g opacity="0.6"><title>{escape(unit.id)}, destroyed</title>'
        f'<path d="{cross}" stroke="{INK}" stroke-width="0.25" fill="none"/></g>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "middle") -> str:
    """Writing in inches; layers have y to the north, so it is turned over to stand upright."""
    return (
        f'<text transform="translate({x:g} {y:g}) scale(1 -1)" text-anchor="{anchor}" font-size="{SMALL:g}" '
        f'fill="{INK}" stroke="{PAPER}" stroke-width="0.2" paint-order="stroke">{escape(text)}</text>'
    )
