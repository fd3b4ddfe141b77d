"""Everything that gives a man movement points or takes them: he is r1, and may have lost some already."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from crossings.skirmish import DEEP, Data, Dice, Skirmish, dot, man

HERE: Final = 6.0
POINTS: Final = {8: "............", 7: "XXXX", 6: "XXXXXX", 5: "XXXXXXXX", 4: "XXXXXXXXX"}  # by how much is marked


@dataclass(frozen=True)
class Want:
    """What a probe wants of the man, besides what is in question."""

    points: int = 8  # that his wounds leave him
    record: Data = field(default_factory=dict)
    state: Data = field(default_factory=dict)
    red: tuple[Data, ...] = ()
    blue: tuple[Data, ...] = ()
    dice: Dice | None = None


@dataclass(frozen=True)
class Part:
    """A part of what he has: how many points more or less, and where they come from."""

    points: int
    record: Data = field(default_factory=dict)
    experience: str = ""

    def play(self, want: Want) -> Skirmish:
        return staged(self, want)


NOTHING: Final = Part(0)


@dataclass(frozen=True)
class Wounded(Part):
    """He has lost so many points more."""

    def play(self, want: Want) -> Skirmish:
        return staged(NOTHING, Want(**{**vars(want), "points": want.points + self.points}))


def staged(part: Part, want: Want) -> Skirmish:
    group = {"group": "his"} if part.experience else {}
    record = {"primary": "Rifle", **part.record, **want.record, **group}
    both = {"character": {"skills": {**_skills(part.record), **_skills(want.record)}}}
    if _skills(part.record) or _skills(want.record):
        record |= both
    state = {"track": POINTS[want.points], **want.state}
    return Skirmish(
        [man("r1", dot(HERE), state=state, **record), *want.red],
        [man("b9", dot(30, 6)), *want.blue],
        squads={"his": {"experience": part.experience}} if part.experience else None,
        dice=want.dice,
        size=(34, DEEP),
    )


def _skills(record: Data) -> dict[str, Any]:
    return dict(record.get("character", {}).get("skills", {}))


def worn(kind: str) -> Data:
    return {"armor": {"kind": kind, "from": 10}}


SCENES: Final[dict[str, Part]] = {
    "wounds": Wounded(-1),
    "vest": Part(-1, worn("Flak Vest")),
    "body_suit": Part(-2, worn("Flak Body Suit")),
    "combat_armor": Part(-3, worn("Combat Armor")),
    "pack": Part(-2, {"jump_pack": True}),
    "green": Part(-1, experience="Green"),
    "veteran": Part(1, experience="Veteran"),
    "elite": Part(2, experience="Elite"),
    "running": Part(2, {"character": {"skills": {"Running": 2}}}),
}
Scene = Callable[[Want], Skirmish]
