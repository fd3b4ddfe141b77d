"""The Move (or Thrust) entry of a unit card: which modes, how far each.

Knows notation only; must not know terrain, costs or what a mode allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.changes import Switched
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen

# Letters after the Move value. No letter is walking: 'Mechs, ProtoMechs, most battle armor.
MOVE_CODES: Final = rules.table(
    "AS-MOV-034",
    {
        "h": "hover",
        "n": "naval",
        "s": "submersible",
        "t": "tracked",
        "v": "VTOL",
        "w": "wheeled",
        "w(b)": "wheeled (bicycle)",
        "w(m)": "wheeled (monocycle)",
        "g": "WiGE",
        "f": "foot",
        "j": "jump",
        "m": "motorized",
        "a": "aerodyne",
        "p": "spheroid",
        "r": "rail",
    },
)
rules.also("AS-FOR-100", MOVE_CODES)

# Letters of single chapters: airships beside the other Thrust codes, and the vehicle modes of QuadVees.
OTHER_CODES: Final = {"i": "airship", "qt": "QuadVee, tracked", "qw": "QuadVee, wheeled"}

THRUST_CODES: Final = frozenset("aip")

# What units that walk do in the air, by the letter of that Move.
WINGS: Final = {"g": "glide", "v": "wings"}

# Printed TMM by standard Move: up to so many inches, so much.
TMM_BY_MOVE: Final = rules.table("AS-INT-027", {4: 0, 8: 1, 12: 2, 18: 3, 34: 4})
TOP_TMM: Final = 5

_PART: Final = re.compile(r"(?P<inches>[0-9]{1,3})\s*(?:\"|''|″|”|in)?\s*(?P<code>[a-z]{0,2}(?:\([a-z]\))?)")


@frozen
class Move:
    """Modes in card order, with the values everybody asks for worked out once."""

    modes: tuple[tuple[str, int], ...] = (("", 0),)
    wings: bool = False  # whether other ways through the air than its standard movement count
    primary: str = field(init=False)  # the code of the unit's standard movement
    standard: int = field(init=False)  # how far the standard movement goes
    ground: int = field(init=False)  # on the ground, on the water or in a vehicle's own way; 0 for aerospace units
    jump: int = field(init=False)
    submarine: int = field(init=False)
    thrust: int = field(init=False)

    def __post_init__(self) -> None:
        by_code = dict(self.modes)
        primary, standard = self.modes[0]
        thrust = next((value for code, value in self.modes if code in THRUST_CODES), 0)
        derived = {
            "primary": primary,
            "standard": standard,
            "ground": next((value for code, value in self.modes if code != "j" and code not in THRUST_CODES), 0),
            "jump": by_code.get("j", 0),
            "submarine": by_code.get("s", 0),
            "thrust": thrust,
        }
        for name, given in derived.items():
            object.__setattr__(self, name, given)

    @classmethod
    def parse(cls, text: str, *, infantry: bool = False) -> Move:
        """Read ``8"``, ``10"/6"j``, ``12"j``, ``10"w(b)``, ``9a`` and so on, with or without inch marks.

        Infantry with a lone jumping Move has jumping as its standard movement; a 'Mech has walking.
        """
        return cls(_both_ways(tuple(_parts(text)), infantry))

    @property
    def has_thrust(self) -> bool:
        """Thrust instead of Move is what makes a unit aerospace."""
        return self.primary in THRUST_CODES

    @property
    def by_mode(self) -> Mapping[str, int]:
        """Inches (or Thrust) by the ways of moving that this unit has at all."""
        if self.has_thrust:
            return {"thrust": self.thrust}
        ways = {"ground": self.ground, "jump": self.jump, "submarine": self.submarine}
        if self.wings:
            ways |= {way: self.get(code) for code, way in WINGS.items() if code != self.primary}
        return {way: inches for way, inches in ways.items() if inches or way == "ground"}

    def __getitem__(self, code: str) -> int:
        return dict(self.modes)[code]

    def get(self, code: str, default: int = 0) -> int:
        return dict(self.modes).get(code, default)

    def __contains__(self, code: object) -> bool:
        return any(code == known for known, _ in self.modes)

    def __iter__(self) -> Iterator[str]:
        return (code for code, _ in self.modes)

    def __str__(self) -> str:
        modes = self.modes
        if len(modes) == 2 and {*self} == {"", "j"} and self.ground == self.jump:
            modes = (("j", self.jump),)
        return "/".join(f"{value}{code}" if code in THRUST_CODES else f'{value}"{code}' for code, value in modes)


def _parts(text: str) -> Iterable[tuple[str, int]]:
    seen: set[str] = set()
    for part in text.strip().lower().split("/"):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise InputError(f'"{text}" is not a Move: write inches and the letter of the mode, as in 10"/6"j.')
        code = match["code"]
        if code and code not in MOVE_CODES.of(rules) and code not in OTHER_CODES:
            known = ", ".join([*MOVE_CODES.of(rules), *OTHER_CODES])
            raise InputError(f'"{code}" in Move "{text}" is no movement mode; known are {known}.')
        if code in seen:
            raise InputError(f'Move "{text}" names the same mode twice.')
        seen.add(code)
        yield code, int(match["inches"])


@rules.formula("AS-INT-028", otherwise=lambda modes, infantry: modes)
def _both_ways(modes: tuple[tuple[str, int], ...], infantry: bool) -> tuple[tuple[str, int], ...]:
    """A lone jumping Move is good for the ground as well."""
    if len(modes) == 1 and modes[0][0] == "j":
        walking = (("", modes[0][1]),)
        return modes + walking if infantry else walking + modes
    return modes


def tmm_for(move: Move) -> int:
    """The TMM that a card with this Move usually prints; fills the gap when a card leaves it out."""
    return 0 if move.has_thrust else usual_tmm(rules, move.standard)


def usual_tmm(by: Switched, inches: float) -> int:
    """The TMM that goes with so many inches of Move."""
    return next((tmm for limit, tmm in TMM_BY_MOVE.of(by).items() if inches <= limit), TOP_TMM)
