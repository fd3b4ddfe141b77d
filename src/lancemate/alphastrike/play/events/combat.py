"""Attacks and whom they hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, Sentence, TerrainId, UnitId, Word
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Point
from lancemate.kernel.events import event


@event
class AttackMade:
    """An attack was rolled. ``target`` is a unit or a terrain feature; a point has only ``point``. One that belongs to
    a side has no attacker.

    A hit on one target carries its direction and damage; an area attack tells them per victim (``hit``).
    """

    type: ClassVar[str] = "attack"
    attacker: UnitId | None
    target: UnitId | TerrainId | None
    point: Point | None
    kind: Word
    using: Word | None
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    margin: int | None  # of success, or below zero of failure
    direction: Word | None = None
    damage: int | None = None
    damage_parts: tuple[Modifier, ...] = ()
    damage_roll: tuple[int, ...] = ()
    range: Word | None = None
    distance: float | None = None
    overheat: int = 0
    spotter: UnitId | None = None
    spotter_attacks: bool = False
    arc: Word | None = None
    slot: Word = "weapon"  # what it uses up of the unit's turn
    rule: RuleId = "AS-COM-035"
    at_terrain: bool = field(default=False, metadata={"hidden": True})
    section: Word | None = field(default=None, metadata={"sparse": True})  # of a mobile structure
    ammo: Word | None = field(default=None, metadata={"sparse": True})  # fired instead of the usual

    def apply(self, state: State) -> None:
        if self.attacker is None:
            return
        unit = state.units[self.attacker]
        again = self.kind == "strafe" and self.slot in unit.attacks  # one attack at several: its overheat counts once
        unit.attacks = (*unit.attacks, self.slot)
        if self.target is not None:
            unit.targets = (*unit.targets, (self.slot, self.target))
        unit.overheat += self.overheat if not again else 0
        if self.spotter is not None and self.spotter in state.units:
            spotter = state.units[self.spotter]
            spotter.spotted = self.target if self.target is not None else str(self.point)
            spotter.spotter_promise = spotter.spotter_promise or not self.spotter_attacks

    def names(self, what: str) -> Iterator[str]:
        yield from _struck(self.target, self.at_terrain, what)

    def as_known(self, known: Knowing) -> AttackMade | HitLanded | None:
        """Who is hit by somebody nobody sees knows of the hit; whoever spots unseen is not told of."""
        target = self.target if not self.at_terrain else None
        if target is not None and known(target) < Degree.TYPE:
            return None
        if self.attacker is None:
            return self
        if known(self.attacker) < Degree.TYPE:
            if target is None or not self.hit or self.damage is None:
                return None
            return HitLanded(None, target, self.kind, self.direction or "front", self.damage)
        told = self
        if self.spotter is not None and known(self.spotter) < Degree.TYPE:
            told = replace(told, spotter=None, spotter_attacks=False)
        return told if known(self.attacker) is Degree.EVERYTHING else replace(told, modifiers=(), damage_parts=())


@event
class AttackFailed:
    """An attack that came to nothing before any die was thrown; it is spent all the same."""

    type: ClassVar[str] = "attack_failed"
    attacker: UnitId
    target: UnitId
    kind: Word
    reason: Sentence
    slot: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.attacker]
        unit.attacks = (*unit.attacks, self.slot)


@event
class HitLanded:
    """One victim of an area attack, a crash or another hit that no attack event tells of."""

    type: ClassVar[str] = "hit"
    attacker: UnitId | None
    target: UnitId | TerrainId
    kind: Word
    direction: Word
    damage: int
    damage_parts: tuple[Modifier, ...] = ()
    damage_roll: tuple[int, ...] = ()
    rule: RuleId = "AS-COM-082"
    at_terrain: bool = field(default=False, metadata={"hidden": True})
    section: Word | None = field(default=None, metadata={"sparse": True})  # of a mobile structure
    apart: bool = field(default=False, metadata={"hidden": True})  # its dice are its own, and not those of a whole area

    def apply(self, state: State) -> None:
        return None

    def names(self, what: str) -> Iterator[str]:
        yield from _struck(self.target, self.at_terrain, what)

    def as_known(self, known: Knowing) -> HitLanded | None:
        """A hit is felt, whoever dealt it."""
        if not self.at_terrain and known(self.target) < Degree.TYPE:
            return None
        if self.attacker is None or known(self.attacker) is Degree.EVERYTHING:
            return self
        attacker = self.attacker if known(self.attacker) is Degree.TYPE else None
        return replace(self, attacker=attacker, damage_parts=())


def _struck(target: str | None, at_terrain: bool, what: str) -> Iterator[str]:
    """What is attacked is either a unit or terrain."""
    if target is not None and what == ("terrain" if at_terrain else "unit"):
        yield target


@event
class RiderRolled:
    """Who is hit, the carrier or the battle armor riding on it."""

    type: ClassVar[str] = "rider_roll"
    carrier: UnitId
    rider: UnitId
    roll: tuple[int, ...]
    struck: UnitId
    rule: RuleId = "AS-DMG-006"

    def apply(self, state: State) -> None:
        return None


@event
class Scattered:
    type: ClassVar[str] = "scattered"
    attacker: UnitId | None
    aimed_at: Point
    lands_at: Point
    roll: tuple[int, ...]
    off_table: bool
    rule: RuleId = "AS-COM-111"

    def apply(self, state: State) -> None:
        return None
