"""What happens in a battle. Each event is data with a public name and knows how to write itself into the state.

Events never roll dice and never decide; rules do that and then emit them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.explain import Cost, Modifier
from lancemate.alphastrike.state import ABOARD, GONE, TABLE, Decision, Outcome, State, Unit
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event

Point = tuple[float, float]


@event
class TurnBegan:
    type: ClassVar[str] = "turn"
    turn: int

    def apply(self, state: State) -> None:
        state.turn = self.turn


@event
class PhaseBegan:
    type: ClassVar[str] = "phase"
    phase: str
    to_act: str | None

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.to_act = self.to_act
        state.done = frozenset()
        state.quota = ()


@event
class InitiativeRolled:
    type: ClassVar[str] = "initiative"
    rolls: Mapping[str, tuple[int, ...]]
    winner: str
    loser: str
    rerolled: int  # how many ties were thrown again before
    rule: str = "AS-INT-058"

    def apply(self, state: State) -> None:
        state.first = self.loser


@event
class TurnPassed:
    """Another side is to act, with so many items to move before the next comparison."""

    type: ClassVar[str] = "to_act"
    to_act: str | None
    quota: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> None:
        state.to_act = self.to_act
        state.quota = self.quota


@event
class SideDone:
    type: ClassVar[str] = "side_done"
    side: str
    phase: str

    def apply(self, state: State) -> None:
        state.done = state.done | {self.side}


@event
class GroupMoves:
    """A lance, Star or Point has begun its joint activation (None: it has ended)."""

    type: ClassVar[str] = "group"
    group: str | None

    def apply(self, state: State) -> None:
        state.moving_group = self.group


@event
class Deployed:
    type: ClassVar[str] = "deployed"
    unit: str
    at: Point
    facing: float
    elevation: float

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = TABLE
        unit.x, unit.y = self.at
        unit.facing, unit.elevation = self.facing, self.elevation


@event
class Moved:
    """A unit has made its move (standing still is one). ``parts`` explain the cost, ``allowed`` the allowance."""

    type: ClassVar[str] = "moved"
    unit: str
    mode: str
    path: tuple[Point, ...]
    at: Point
    facing: float
    elevation: float
    cost: float
    allowance: float
    inches: float
    airborne: bool = False
    parts: tuple[Cost, ...] = ()
    allowed: tuple[Cost, ...] = ()
    rule: str = "AS-MOV-001"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = TABLE
        unit.x, unit.y = self.at
        unit.facing, unit.elevation = self.facing, self.elevation
        unit.moved, unit.inches = self.mode, self.inches
        unit.airborne = self.airborne


@event
class Passed:
    type: ClassVar[str] = "passed"
    unit: str
    phase: str
    moved: str | None = None  # the movement state it is left in, when it passed its move
    rule: str | None = None

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.moved is not None:
            unit.moved = self.moved
        else:
            unit.attacks = (*unit.attacks, "pass")


@event
class HullDownTried:
    type: ClassVar[str] = "hull_down"
    unit: str
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    hull_down: bool
    rule: str

    def apply(self, state: State) -> None:
        state.units[self.unit].hull_down = self.hull_down


@event
class LeftHullDown:
    type: ClassVar[str] = "left_hull_down"
    unit: str
    cost: float
    rule: str

    def apply(self, state: State) -> None:
        state.units[self.unit].hull_down = False


@event
class Declared:
    """A charge or Death From Above announced in the Movement Phase."""

    type: ClassVar[str] = "declared"
    unit: str
    kind: str
    target: str
    rule: str

    def apply(self, state: State) -> None:
        state.units[self.unit].declared = (self.kind, self.target)


@event
class Mounted:
    type: ClassVar[str] = "mounted"
    unit: str
    carrier: str
    riding: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        carrier = state.units[self.carrier]
        unit.place, unit.aboard, unit.riding = ABOARD, self.carrier, self.riding
        unit.x, unit.y, unit.elevation = carrier.x, carrier.y, carrier.elevation


@event
class Dismounted:
    type: ClassVar[str] = "dismounted"
    unit: str
    carrier: str
    at: Point
    facing: float
    elevation: float
    moved: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.aboard, unit.riding = TABLE, None, False
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.moved = self.facing, self.elevation, self.moved


@event
class Displaced:
    """Moved by something other than its own will."""

    type: ClassVar[str] = "displaced"
    unit: str
    at: Point
    elevation: float
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.elevation = self.elevation


@event
class Crashed:
    """An air vehicle has come down: it lies on the ground and never moves again."""

    type: ClassVar[str] = "crashed"
    unit: str
    elevation: float
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation, unit.airborne = self.elevation, False


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
    margin: int  # of success, or below zero of failure
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
class DamageMarked:
    """Points marked off armor and structure; what is left follows."""

    type: ClassVar[str] = "damage"
    unit: str
    armor: int
    structure: int
    armor_left: int
    structure_left: int
    cause: str
    rule: str = "AS-DMG-026"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.armor, unit.structure = self.armor_left, self.structure_left


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
class CriticalRolled:
    type: ClassVar[str] = "critical"
    unit: str
    cause: str
    roll: tuple[int, ...]
    result: str
    modifiers: tuple[Modifier, ...] = ()
    rule: str = "AS-DMG-033"

    def apply(self, state: State) -> None:
        return None


@event
class CriticalCancelled:
    type: ClassVar[str] = "critical_cancelled"
    unit: str
    cause: str
    rule: str

    def apply(self, state: State) -> None:
        return None


@event
class MotiveRolled:
    type: ClassVar[str] = "motive"
    unit: str
    roll: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    rule: str = "AS-DMG-053"

    def apply(self, state: State) -> None:
        return None


@event
class Wounded:
    """A lasting effect has been suffered; it is felt from the End Phase on, or at once."""

    type: ClassVar[str] = "wounded"
    unit: str
    effect: str
    at_once: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.at_once:
            unit.wounds = (*unit.wounds, self.effect)
        else:
            unit.fresh = (*unit.fresh, self.effect)


@event
class EffectsFelt:
    """End Phase: what was suffered this turn begins to count."""

    type: ClassVar[str] = "effects"
    unit: str
    effects: tuple[str, ...]
    rule: str = "AS-INT-061"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.wounds = (*unit.wounds, *self.effects)
        unit.fresh, unit.felt = (), self.effects


@event
class Stunned:
    type: ClassVar[str] = "stunned"
    unit: str
    stunned: bool
    rule: str = "AS-DMG-044"

    def apply(self, state: State) -> None:
        state.units[self.unit].stunned = self.stunned


@event
class Doomed:
    """Marked as destroyed; it leaves the table in the End Phase."""

    type: ClassVar[str] = "doomed"
    unit: str
    reason: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if unit.doomed is None:
            unit.doomed = self.reason


@event
class Destroyed:
    type: ClassVar[str] = "destroyed"
    unit: str
    reason: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.destroyed, unit.place, unit.aboard, unit.riding = True, GONE, None, False


@event
class Exited:
    type: ClassVar[str] = "exited"
    unit: str
    edge: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.exited, unit.place = True, GONE


@event
class HeatReceived:
    """Heat from outside, counted now and felt in the End Phase."""

    type: ClassVar[str] = "heat_received"
    unit: str
    amount: int
    special: bool  # from a HT attack: these are capped
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.heat_taken += self.amount
        if self.special:
            unit.heat_special_taken += self.amount


@event
class HeatChanged:
    type: ClassVar[str] = "heat"
    unit: str
    before: int
    after: int
    parts: tuple[Modifier, ...]
    rule: str = "AS-HEA-017"

    def apply(self, state: State) -> None:
        state.units[self.unit].heat = self.after


@event
class ShutDown:
    type: ClassVar[str] = "shutdown"
    unit: str
    shutdown: bool
    rule: str

    def apply(self, state: State) -> None:
        state.units[self.unit].shutdown = self.shutdown


@event
class Wished:
    """A switch announced for the coming End Phase."""

    type: ClassVar[str] = "toggle_planned"
    unit: str
    ability: str
    on: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        others = tuple(wish for wish in unit.wishes if wish[0] != self.ability)
        unit.wishes = (*others, (self.ability, self.on))


@event
class Toggled:
    type: ClassVar[str] = "toggled"
    unit: str
    ability: str
    on: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        code = frozenset({self.ability})
        unit.switched_off = unit.switched_off - code if self.on else unit.switched_off | code


@event
class AbilitySpent:
    type: ClassVar[str] = "ability_spent"
    unit: str
    ability: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.spent = unit.spent | {self.ability}


@event
class Noted:
    """Something an ability, option or scenario remembers about a unit (or, without one, about the battle)."""

    type: ClassVar[str] = "noted"
    unit: str | None
    key: str
    value: JSON
    rule: str

    def apply(self, state: State) -> None:
        holder: Unit | State = state if self.unit is None else state.units[self.unit]
        holder.notes = {**holder.notes, self.key: self.value}


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
class DieRolled:
    """A roll that no other event tells of."""

    type: ClassVar[str] = "roll"
    unit: str | None
    purpose: str
    roll: tuple[int, ...]
    result: str
    rule: str

    def apply(self, state: State) -> None:
        return None


@event
class DecisionAsked:
    type: ClassVar[str] = "decision"
    decision: Decision

    def apply(self, state: State) -> None:
        state.decision = self.decision


@event
class Decided:
    type: ClassVar[str] = "decided"
    side: str
    kind: str
    choice: str
    rule: str

    def apply(self, state: State) -> None:
        state.decision = None


@event
class FreshTurn:
    """End of turn: movement markers and attack notes are taken off every unit."""

    type: ClassVar[str] = "turn_ended"
    turn: int
    rule: str = "AS-INT-063"

    def apply(self, state: State) -> None:
        for unit in state.units.values():
            unit.moved, unit.inches, unit.declared, unit.attacks, unit.targets = "none", 0.0, None, (), ()
            unit.overheat = unit.heat_taken = unit.heat_special_taken = 0
            unit.spotted, unit.spotter_promise = None, False
            unit.wishes = unit.felt = ()


@event
class BattleOver:
    type: ClassVar[str] = "battle_over"
    winner: str | None
    reason: str
    rule: str

    def apply(self, state: State) -> None:
        state.outcome = Outcome(self.winner, self.reason, self.rule)
        state.phase, state.to_act = "over", None
