"""What a card says of how its unit looks: what it is, how large, on what it goes, what it carries."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card

_KINDS: Final = {
    **{"BM": "mech", "IM": "mech", "PM": "proto", "CV": "vehicle", "SV": "vehicle", "CI": "infantry", "BA": "armor"},
    **{"AF": "fighter", "CF": "fighter", "SC": "aerodyne", "DA": "aerodyne", "DS": "spheroid", "MS": "structure"},
    "BD": "fort",
}
_FLYING: Final = ("fighter", "aerodyne", "spheroid")
_GOING: Final = (
    *((re.compile('"q?t'), "tracks"), (re.compile('"q?w'), "wheels"), (re.compile('"h'), "hover")),
    *((re.compile('"v'), "vtol"), (re.compile('"g'), "wige"), (re.compile('"n'), "boat")),
    *((re.compile('"s'), "submarine"), (re.compile('"r'), "rail")),
)
_MISSILES: Final = re.compile(r"(LRM|SRM|IF|TUR\(.*(LRM|SRM|IF))")
_CANNON: Final = re.compile(r"(AC|FLK|TUR\(.*(AC|FLK))")
_MELEE: Final = re.compile("(MEL|TSM)")
_SENSORS: Final = re.compile("(L?ECM|AECM|WECM|PRB|LPRB|BH|RCN|C3M|MHQ)")
_TURRET: Final = re.compile("TUR")
_UNARMED: Final = re.compile("0/0/0$|^-|^$")
_MASK: Final = 0xFFFFFFFF


class Traits(NamedTuple):
    kind: str
    going: str
    size: int  # 1 to 4
    quad: bool
    industrial: bool
    jumps: bool
    missiles: bool
    cannon: bool
    melee: bool
    sensors: bool
    turret: bool
    artillery: bool
    armed: bool
    men: int  # of a stand of infantry
    luck: int  # what makes one design unlike another


def luck_of(name: str) -> int:
    """A number for a name, the same every time."""
    total = 2166136261
    letters = name.encode("utf-16-le")
    for low, high in zip(letters[::2], letters[1::2], strict=True):
        total = ((total ^ (low | high << 8)) * 16777619) & _MASK
    return total


def chance(x: int, y: int) -> float:
    """A number between 0 and 1 for a place of a lattice."""
    h = ((x * 374761393) ^ (y * 668265263)) & _MASK
    h = ((h ^ (h >> 13)) * 1274126177) & _MASK
    return (h ^ (h >> 16)) / 4294967296


def traits_of(card: Card) -> Traits:
    kind = _KINDS.get(card.type, "vehicle")
    codes = [special.text for special in card.specials]
    move = str(card.move)
    going = "air" if kind in _FLYING else "legs"
    if kind == "vehicle":
        going = next((way for pattern, way in _GOING if pattern.search(move)), "tracks")
        if re.fullmatch('0"?', move):
            going = "none"

    def has(pattern: re.Pattern[str]) -> bool:
        return any(pattern.match(code) for code in codes)

    return Traits(
        kind="fort" if going == "none" else kind,
        going=going,
        size=max(1, min(4, card.size)),
        quad=card.legs == "quad",
        industrial=card.type == "IM",
        jumps="j" in move,
        missiles=has(_MISSILES),
        cannon=has(_CANNON),
        melee=has(_MELEE),
        sensors=has(_SENSORS),
        turret=has(_TURRET),
        artillery=any("ART" in code for code in codes),
        armed=not _UNARMED.match(str(card.damage)),
        men=4 if kind == "armor" else 9,
        luck=luck_of(card.chassis or card.name),
    )
