"""One attack under way: who, at what, with what; what it needs, whether it may be made, what comes of it (pp. 12-15).

Every attack is one of these, whoever makes it at whatever. Its kind has traits (play/traits.py); the rules of its
number (hook ``to_hit``) and those against it (``may_shoot``) say of which traits they count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.play.state import Unit
from lancemate.battletroops.play.traits import ARMOUR, DIRECT, INSIDE, MAN, THROWN
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Look, Place, look, look_at, stand
from lancemate.battletroops.sight.ranges import reach
from lancemate.field import lattice
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.arms.weapons import Weapon
    from lancemate.battletroops.combat.kinds import AimKind
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.machine import Mount
    from lancemate.battletroops.play.orders import Attack
    from lancemate.field.lattice import Dot
    from lancemate.kernel.changes import Changes


class Aim:
    """Answers are worked out when they are first asked for."""

    __slots__ = (
        "_end",
        "_look",
        "_parts",
        "arm",
        "at",
        "battle",
        "bruise",
        "changed",
        "command",
        "cost",
        "damage",
        "distance",
        "kind",
        "lethal",
        "mount",
        "number",
        "refused",
        "shooter",
        "table",
        "target",
        "traits",
        "using",
    )

    def __init__(
        self,
        battle: Battle,
        kind: AimKind,
        shooter: Unit,
        using: str,
        arm: Weapon | None,
        at: Unit | Place,
        *,
        command: Attack | None = None,
        cost: int = 0,
    ) -> None:
        self.battle = battle
        self.changed: Changes | None = battle.changed
        self.kind = kind
        self.traits = kind.traits
        self.shooter = shooter
        self.using = using
        self.arm = arm
        self.command = command
        self.cost = cost
        self.target: Unit | None
        self._end: Place | None
        if isinstance(at, Unit):
            self.target, self._end = at, None
        else:
            self.target, self._end = None, at
        self.at: Dot = at.at
        self.distance = reach(battle, shooter.at, at.at)
        self.mount: Mount | None = None
        self.number = -1  # of a machine: which of its weapons
        self.table: str | None = None  # of locations, where it is placed
        # What it does: points of a hit, or by dots from the impact; of machines the points on their record.
        self.lethal: int | tuple[int, ...] | None = None
        self.bruise: int | None = None
        self.damage: int | None = None
        self.refused: Refusal | None = None  # by its own kind, before rules are asked
        self._look: Look | None = None
        self._parts: tuple[Modifier, ...] | None = None

    @property
    def whom(self) -> Unit:
        """Its target, where that is somebody."""
        assert self.target is not None
        return self.target

    @property
    def end(self) -> Place:
        """Where it goes."""
        if self._end is None:
            self._end = stand(self.battle, self.whom)
        return self._end

    @property
    def look(self) -> Look:
        """What the shooter sees of it."""
        if self._look is None:
            self._look = sight(self)
        return self._look

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The named parts of its number: hook ``to_hit``."""
        if self._parts is None:
            found = []
            for hook in self.battle.hooks[hooks.to_hit, self.kind.name]:
                part = hook(self)
                if part is not None:
                    found.append(part)
            if self.kind.more is not None:
                found += self.kind.more(self)
            self._parts = tuple(found)
        return self._parts

    @property
    def needs(self) -> int:
        """What two dice must reach."""
        return total(self.modifiers)

    @property
    def target_number(self) -> int | None:
        """The same for whoever only looks: nothing, where it needs no dice or is no attack at all."""
        return self.needs if self.modifiers else None

    @property
    def refusal(self) -> Refusal | None:
        """The first reason against it: hook ``may_shoot``."""
        if self.refused is not None:
            return self.refused
        for hook in self.battle.hooks[hooks.may_shoot, self.kind.name]:
            refusal = hook(self)
            if refusal is not None:
                return refusal
        return unarmed(self.shooter) if self.arm is None and {DIRECT, MAN} <= self.traits else None

    @property
    def order(self) -> str | None:
        """How a plan names it among the shots of one shooter."""
        if self.mount is not None:
            return f"{self.mount.weapon}@{self.number}"
        return None if self.table is None else f"@{self.table}"


def unarmed(shooter: Unit) -> Refusal:
    """Nothing is fired with bare hands, whatever rules count."""
    return Refusal("no_weapon", f"{shooter.id} has no firearm ready", "BT-COM-022")


# -- the line of sight ------------------------------------------------------------------------------------------------


def sight(aim: Aim) -> Look:
    """What whoever aims sees of where it goes, as both of them stand, lie, sit or fly."""
    battle, traits = aim.battle, aim.traits
    if THROWN in traits:
        stairs = up_or_down_stairs(battle, aim.shooter, aim.end)
        return stairs if stairs is not None else look(battle, _upright(aim.shooter), aim.end)
    if ARMOUR in traits or INSIDE in traits:
        return look_at(battle, aim.shooter, aim.whom)
    return look(battle, stand(battle, aim.shooter), aim.end)


def _upright(unit: Unit) -> Place:
    """Cover never hides a dot from a thrower."""
    return Place(unit.at, unit.elevation, unit=unit.id)


@rules.rule("BT-COM-038", otherwise=None)
def up_or_down_stairs(battle: Battle, unit: Unit, end: Place) -> Look | None:
    """One level up from the stairway or next to it, one level down to a stairway that he sees."""
    if not is_stair_throw(battle, unit, end):
        return None
    if end.elevation > unit.elevation and lattice.distance(unit.at, end.at) > 1:
        return Look("the floor: to throw up he must be on the stairway or next to it", "BT-COM-038")
    return look(battle, _upright(unit), Place(end.at, unit.elevation))


def is_stair_throw(battle: Battle, unit: Unit, end: Place) -> bool:
    """A throw up or down one level, at a stairway of the building he is in."""
    house = battle.map.building(unit.at)
    level = abs(end.elevation - unit.elevation) == 1
    return house is not None and level and end.at in house.stairways


# -- making it --------------------------------------------------------------------------------------------------------


@rules.rule("BT-COM-039", otherwise=True)
def is_hit(battle: Battle, roll: tuple[int, ...], number: int) -> bool:
    """Two dice, at least the number."""
    return sum(roll) >= number


def shoot(aim: Aim, left: Left | None = None) -> bool:
    """Roll it, and carry out what comes of it at once. ``left``: the last free dot the target came from."""
    kind, number = aim.kind, aim.needs
    roll = aim.battle.roll(2)
    hit = is_hit(aim.battle, roll, number)
    if kind.tell is not None:
        kind.tell(aim, roll, hit)
    if hit and kind.land is not None:
        kind.land(aim, left)
    elif not hit and kind.miss is not None:
        kind.miss(aim)
    return hit
