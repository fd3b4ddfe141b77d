"""Every attack a unit could make now: what a bot chooses from and a player's screen lights up.

Knows no rule: it names candidates that are not hopeless and asks the rules about each. Whoever needs only one legal
attack draws from ``possible_targets`` and asks ``is_legal``, which is faster than weeding out all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.arcs import bears_on
from lancemate.alphastrike.combat.artillery import pieces_of
from lancemate.alphastrike.combat.attack import Attack, why_not
from lancemate.alphastrike.combat.indirect import spotters_for
from lancemate.alphastrike.combat.multi_arc import mounts_of, place_of
from lancemate.alphastrike.combat.sight import look, look_around, sight_range
from lancemate.alphastrike.combat.weapons import SPECIAL_ATTACKS
from lancemate.alphastrike.play import orders

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ARMS_LENGTH: Final = 2.5  # inches, more than any blow reaches
NOT_NAMED: Final = ("TUR", "IF")  # a turret turns by itself where it must; IF is listed with its spotters


class Choice(NamedTuple):
    """One attack a unit may make. A player still chooses overheat, a spotter's own attack and REAR weapons with it."""

    target: str
    kind: str = "weapon"
    using: str | None = None
    spotter: str | None = None
    arc: str | None = None

    def command(self, unit: str, *, overheat: int = 0) -> orders.Attack:
        return orders.Attack(unit, self.target, self.kind, self.using, overheat, self.spotter, arc=self.arc)


def legal_targets(battle: Battle, unit: Unit, *, terrain: bool = False) -> list[Choice]:
    """Every legal attack of a unit on units, and on terrain when asked for; points for artillery are not listed."""
    return [choice for choice in possible_targets(battle, unit, terrain=terrain) if is_legal(battle, unit, choice)]


def is_legal(battle: Battle, unit: Unit, choice: Choice) -> bool:
    return why_not(Attack(battle, choice.command(unit.id))) is None


def possible_targets(battle: Battle, unit: Unit, *, terrain: bool = False, spotters: bool = True) -> list[Choice]:
    """Attacks worth asking about: every enemy in sight's range with every weapon that bears on it.

    Without ``spotters`` those that somebody else sees the target for are left out (``through_the_eyes_of``).
    """
    if not unit.on_table:
        return []
    reach = sight_range(battle)
    enemies = [
        enemy
        for enemy in battle.on_table()
        if enemy.side != unit.side and (enemy.airborne or _gap(unit, enemy) <= reach + 0.1)
    ]
    if len(enemies) > 1:
        look_around(battle, (unit,), enemies)
    found: list[Choice] = []
    for mount in mounts_of(battle, unit):
        if mount.turret is None or mount.separate:
            found += _shots(battle, unit, mount, enemies, tuple(battle.table.by_id) if terrain else (), spotters)
    found += _blows(unit, enemies)
    found += [Choice(enemy.id, "artillery", piece.code) for piece in pieces_of(unit) for enemy in enemies]
    return found


def through_the_eyes_of(battle: Battle, unit: Unit, spotter: Unit, enemy: Unit) -> list[Choice]:
    """Indirect fire worth asking about, at one enemy that one other unit sees."""
    mounts = [mount for mount in mounts_of(battle, unit) if mount.turret is None or mount.separate]
    return [
        Choice(enemy.id, "weapon", "IF", spotter.id, mount.name if mount.separate else None)
        for mount in mounts
        if "IF" in mount.specials.codes
    ]


def _shots(
    battle: Battle, unit: Unit, mount: Mount, enemies: Sequence[Unit], terrain: tuple[str, ...], spotters: bool
) -> list[Choice]:
    arc = mount.name if mount.separate else None
    codes = mount.specials.codes
    ahead = [enemy for enemy in enemies if _bears(battle, unit, mount, enemy)]
    bearing = enemies if "TUR" in codes else ahead
    names = [*(enemy.id for enemy in bearing if look(battle, unit, enemy).status != "blocked"), *terrain]
    usings = [
        None,
        *(code for code in SPECIAL_ATTACKS.of(battle) if code in codes and code not in NOT_NAMED and code != "REAR"),
    ]
    found = [Choice(name, "weapon", using, None, arc) for using in usings for name in names]
    if "IF" in codes:
        for enemy in bearing if spotters else ():
            friends = spotters_for(battle, unit, enemy)
            found += [Choice(enemy.id, "weapon", "IF", friend.id, arc) for friend in friends]
        if any(hook(battle, unit) for hook in battle.hooks[hooks.needs_no_spotter]):
            found += [Choice(enemy.id, "weapon", "IF", None, arc) for enemy in bearing]
    if "REAR" in codes:
        in_front = {enemy.id for enemy in ahead}
        found += [Choice(enemy.id, "weapon", "REAR", None, arc) for enemy in enemies if enemy.id not in in_front]
    return found


def _blows(unit: Unit, enemies: Sequence[Unit]) -> list[Choice]:
    if unit.declared is not None:
        kind, target = unit.declared
        return [Choice(target, kind)]
    close = [enemy.id for enemy in enemies if _gap(unit, enemy) <= ARMS_LENGTH]
    if not close:
        return []
    return [Choice(name, kind.name) for kind in hooks.attack_kinds.values() if kind.physical for name in close]


def _bears(battle: Battle, unit: Unit, mount: Mount, enemy: Unit) -> bool:
    if mount.arc is None:
        return False
    x, y, _ = place_of(unit, mount)
    return bears_on(battle, mount.arc, (x, y), unit.facing, enemy.at, enemy.radius)


def _gap(a: Unit, b: Unit) -> float:
    dx, dy = a.x - b.x, a.y - b.y
    return sqrt(dx * dx + dy * dy) - a.radius - b.radius
