"""Whom an attack could be aimed at with what: candidates that are not hopeless, before the rules are asked of each.

Every kind of attack names its own (``Kind.aims``). Knows ranges, arcs and sight; must not decide what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.arcs import bears_on
from lancemate.alphastrike.combat.multi_arc import mounts_of, place_of
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import names_to_aim_at

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ARMS_LENGTH: Final = 2.5  # inches, more than any blow reaches


class Aim(NamedTuple):
    """One attack a unit could make. What may be said with it besides is asked of the hook ``attack_choices``."""

    target: str
    kind: str = "weapon"
    using: str | None = None
    spotter: str | None = None
    arc: str | None = None

    @property
    def is_standard(self) -> bool:
        """With all the weapons that bear, and none of them alone."""
        return is_standard(self.kind, self.using)

    def command(self, unit: str, *, overheat: int = 0) -> orders.Attack:
        return orders.Attack(unit, self.target, self.kind, self.using, overheat, self.spotter, arc=self.arc)


def is_standard(kind: str, using: str | None) -> bool:
    """A standard weapon attack: what is said in one may be said in others."""
    return kind == "weapon" and using is None


class Around(NamedTuple):
    """Who looks for a target, and what there is."""

    battle: Battle
    unit: Unit
    platform: Unit  # where it fires from: itself, or what carries it
    enemies: Sequence[Unit]
    terrain: tuple[str, ...]
    spotters: bool  # whether attacks that somebody else sees the target for are wanted


Aims = Callable[[Around], list[Aim]]


def blows(kind: str) -> Aims:
    """Physical attacks of a kind: at whoever is close, or the one that was declared."""

    def find(around: Around) -> list[Aim]:
        unit = around.unit
        if unit.declared is not None:
            declared, target = unit.declared
            return [Aim(target, kind)] if declared == kind else []
        table = around.battle.table
        close = [enemy for enemy in around.enemies if gap(around.battle, unit, enemy) <= ARMS_LENGTH]
        near = [name for enemy in close for name in names_to_aim_at(enemy)]
        near += [name for name in around.terrain if table.distance_to(name, unit.x, unit.y, unit.radius) <= ARMS_LENGTH]
        return [Aim(name, kind) for name in near]

    return find


def gap(battle: Battle, a: Unit, b: Unit) -> float:
    """Inches between two bases; less than nothing where they overlap."""
    return battle.table.apart(a.at, a.radius, b.at, b.radius)


def mounts_fired(battle: Battle, unit: Unit) -> list[Mount]:
    """The mounts that an attack names: a turret turns by itself where it must, unless it fires for itself."""
    return [mount for mount in mounts_of(battle, unit) if mount.turret is None or mount.separate]


def ahead(around: Around, mount: Mount) -> list[Unit]:
    """The enemies who stand where a mount fires."""
    if mount.arc is None:
        return []
    platform = around.platform
    x, y, _ = place_of(around.battle, platform, mount)
    return [
        enemy
        for enemy in around.enemies
        if is_overhead(enemy) or bears_on(around.battle, mount.arc, (x, y), platform.facing, enemy.at, enemy.radius)
    ]


def in_sight(around: Around, enemies: Sequence[Unit]) -> list[str]:
    """Those it sees, and infantry that may be shot at through the building it is in."""
    battle = around.battle
    through = battle.hooks[hooks.aims_through]
    seen = [enemy for enemy in enemies if (through and enemy.card.is_infantry) or sees(battle, around.platform, enemy)]
    unseen = battle.hooks[hooks.aims_unseen]
    if unseen:
        seen += [one for one in enemies if one not in seen and any(hook(battle, around.unit, one) for hook in unseen)]
    return [name for enemy in seen for name in names_to_aim_at(enemy)]
