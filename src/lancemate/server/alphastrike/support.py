"""Battlefield support as a page shows it: what there is, what it costs, what it needs and does. Knows no battle."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.measure.strips import between_ends, told_length
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import BATTLEFIELD_SUPPORT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.air_cover import RULES
from lancemate.alphastrike.support.buying import HIDDEN_UNITS, points_agreed, radius_of
from lancemate.alphastrike.support.catalogue import (
    ARTILLERY,
    BOMBING,
    COVER,
    COVER_NUMBERS,
    FAMILIES,
    LEVELS,
    MINEFIELD,
    STRAFING,
    STRIKE,
    TYPES,
    title_of,
    words_of,
)
from lancemate.alphastrike.support.targets import BOMB_REACH, STRIP
from lancemate.field.space import Space
from lancemate.kernel.codec import JSON
from lancemate.kernel.ruleset import Switched
from lancemate.server.rule_names import page

FAMILY_WORDS: Final = {
    STRIKE: "strike",
    BOMBING: "bombing",
    STRAFING: "strafing",
    COVER: "air_cover",
    ARTILLERY: "artillery",
    MINEFIELD: "minefield",
}
FAMILY_RULES: Final = {
    STRIKE: "AS-BAT-009",
    BOMBING: "AS-BAT-010",
    STRAFING: "AS-BAT-012",
    ARTILLERY: "AS-BAT-016",
    MINEFIELD: "AS-BAT-019",
}


def show_support_table(battle: Battle) -> dict[str, JSON]:
    """The table of support, and what this battle has agreed on."""
    strip = STRIP.of(battle)
    return {
        "points": points_agreed(battle.setup.settings),
        "hidden": HIDDEN_UNITS in battle.options,
        "radius": radius_of(battle, battle.table, hidden=False),
        "hidden_radius": radius_of(battle, battle.table, hidden=True),
        "strip": [between_ends(battle.table, strip["length"]), strip["width"]],
        "types": show_types(battle, battle.table),
    }


def show_types(by: Switched, table: Space) -> list[JSON]:
    """Every type with its cost and what it does on such a map."""
    return [_type(by, table, kind) for kind in TYPES.of(by)]


def _type(by: Switched, table: Space, kind: str) -> dict[str, JSON]:
    row, family = TYPES.of(by)[kind], FAMILIES[kind]
    rule = RULES.get(kind) or FAMILY_RULES[family]
    return {
        "type": kind,
        "name": title_of(kind),
        "family": FAMILY_WORDS[family],
        "cost": row.cost,
        "text": _text(by, table, kind),
        "rule": rule,
        "page": page(rule),
    }


def _text(by: Switched, table: Space, kind: str) -> str:
    """What it does, in a line."""
    row = TYPES.of(by)[kind]
    harm = f"{row.damage} damage"
    hexes = table.kind == "hex"
    match FAMILIES[kind]:
        case family if family == STRIKE:
            return f"{harm} to one unit on {row.number}+"
        case family if family == BOMBING:
            near = "in a hex or next to it" if hexes else f"within {BOMB_REACH:g} inches of a point"
            return f"{harm} to everybody {near} on {row.number}+, else elsewhere"
        case family if family == STRAFING:
            strip = STRIP.of(by)
            size = f"a strip of {strip['length']:g} by {strip['width']:g} inches"
            return f"{harm} on {row.number}+ to each in {told_length(table, strip['length']) if hexes else size}"
        case family if family == COVER:
            numbers = COVER_NUMBERS.of(by)[kind]
            return "turns away " + ", ".join(f"{words_of(what)} on {number}+" for what, number in numbers.items())
        case family if family == ARTILLERY:
            outer = f", {row.outer} around it" if row.outer else ""
            return f"{harm} where it lands{outer}, at a point on {row.number}+, else elsewhere"
        case _:
            across = 2 * radius_of(by, table, hidden=False) / table.scale
            return f"{harm} on {row.number}+ to the first who is caught; {across:g} {table.measure} across"


def show_levels() -> list[JSON]:
    """The levels players may agree on."""
    levels: list[JSON] = []
    for level, points in LEVELS.of(rules).items():
        levels.append({"id": level, "name": level.replace("_", " ").capitalize(), "points": points})
    return levels


def support_settings(level: str) -> dict[str, JSON]:
    """What a quick start writes: the sides buy before the first turn."""
    return {BATTLEFIELD_SUPPORT: {"level": level, "buying": True}}
