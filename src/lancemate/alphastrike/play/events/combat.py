"""Attacks and whom they hit, and what becomes of terrain that is shot at."""

from __future__ import annotations

from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Point
from lancemate.field.terrain import Feature
from lancemate.kernel.events import event


@event
class AttackMade:
    """An attack was rolled. ``target`` is a unit or a terrain feature; a point has only ``point``.

    A hit on one target carries its direction and damage; an area attack tells them per victim (``hit``).
    """

    type: ClassVar[str] = "attack"
    attacker: str
    target: str | None
    point: Point | None
    kind: str
    using: str | None
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    margin: int | None  # of success, or below zero of failure
    direction: str | None = None
    damage: int | None = None
    damage_parts: tuple[Modifier, ...] = ()
    damage_roll: tuple[int, ...] = ()
    range: str | None = None
    distance: float | None = None
    overheat: int = 0
    spotter: str | None = None
    spotter_attacks: bool = False
    arc: str | None = None
    slot: str = "weapon"  # what it uses up of the unit's turn
    rule: str = "AS-COM-035"

    def apply(self, state: State) -> None:
        unit = state.units[self.attacker]
        unit.attacks = (*unit.attacks, self.slot)
        if self.target is not None:
            unit.targets = (*unit.targets, (self.slot, self.target))
        unit.overheat += self.overheat
        if self.spotter is not None and self.spotter in state.units:
            spotter = state.units[self.spotter]
            spotter.spotted = self.target if self.target is not None else str(self.point)
            spotter.spotter_promise = spotter.spotter_promise or not self.spotter_attacks


@event
class AttackFailed:
    """An attack that came to nothing before any die was thrown; it is spent all the same."""

    type: ClassVar[str] = "attack_failed"
    attacker: str
    target: str
    kind: str
    reason: str
    slot: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.attacker]
        unit.attacks = (*unit.attacks, self.slot)


@event
class HitLanded:
    """One victim of an area attack, a crash or another hit that no attack event tells of."""

    type: ClassVar[str] = "hit"
    attacker: str | None
    target: str
    kind: str
    direction: str
    damage: int
    damage_parts: tuple[Modifier, ...] = ()
    damage_roll: tuple[int, ...] = ()
    rule: str = "AS-COM-082"

    def apply(self, state: State) -> None:
        return None


@event
class RiderRolled:
    """Who is hit, the carrier or the battle armor riding on it."""

    type: ClassVar[str] = "rider_roll"
    carrier: str
    rider: str
    roll: tuple[int, ...]
    struck: str
    rule: str = "AS-DMG-006"

    def apply(self, state: State) -> None:
        return None


@event
class Scattered:
    type: ClassVar[str] = "scattered"
    attacker: str
    aimed_at: Point
    lands_at: Point
    roll: tuple[int, ...]
    off_table: bool
    rule: str = "AS-COM-111"

    def apply(self, state: State) -> None:
        return None


@event
class TerrainDamaged:
    type: ClassVar[str] = "terrain_damage"
    feature: str
    damage: int
    total: int
    rule: str

    def apply(self, state: State) -> None:
        state.terrain_damage = {**state.terrain_damage, self.feature: self.total}


@event
class TerrainChanged:
    """A feature has become another kind of terrain where it stood, or (without one) is gone."""

    type: ClassVar[str] = "terrain_changed"
    feature: str
    becomes: str | None
    height: float
    rule: str

    def apply(self, state: State) -> None:
        table = state.table
        if self.becomes is None:
            state.table = table.without_feature(self.feature)
        else:
            shape = table.by_id[self.feature].shape
            state.table = table.with_feature(Feature(self.feature, self.becomes, shape, self.height))
