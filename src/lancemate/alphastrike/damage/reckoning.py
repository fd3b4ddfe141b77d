"""How much harm comes to its target (p. 48): a sum of named parts, in one fixed order, whoever or whatever does it.

The order is that of AS-SPC-006. Every part is a rule on the hook ``damage`` that sees the sum so far and answers with
what it adds or takes away. Rules that go by an attack are asked of those alone (``kinds=hooks.MADE``); all others ask
where the harm comes from. Must not know which attack does how much, nor what harm does to its target.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.field.terrain import Feature
from lancemate.kernel.engine import Tally
from lancemate.kernel.ruleset import Switched
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Parts of the hook "damage", in order. The base value comes before all of them.
# What the attacker adds of its own is halved with the rest; what the target suffers more comes after that.
LESS_REAR, OVERHEAT, ROLLED, MUNITION, WATER, ADDED, HALVED, SUFFERED, VARIABLE, POINT_DEFENCE = range(10)
ARMOR, HEAT_AS_DAMAGE, FLOOR, WALLED, ABSORBED = range(10, 15)


class Settled(NamedTuple):
    """What a hit will do: points, how they came about, the dice that settled them, heat on top."""

    damage: int
    parts: tuple[Modifier, ...]
    roll: tuple[int, ...] = ()
    heat: int = 0
    burn: int = 0  # points of the damage that are heat taken as damage
    minimal: bool = False  # it came from a value of 0*
    die: int = 0  # the point of it that a die gave for that
    absorbed: tuple[tuple[Feature, int], ...] = ()  # points that structures have taken off it

    @property
    def is_stopped(self) -> bool:
        """Nothing of it reaches the target."""
        return bool(self.absorbed) and not self.damage and not self.heat


@frozen
class Blow:
    """Harm on its way to a unit that nobody's attack deals, before anything has been made of it."""

    unit: str
    source: Source
    parts: tuple[Modifier, ...]  # its points, as a sum
    heat: int = 0
    direction: str = "front"
    section: str | None = None  # of a mobile structure
    natural_12: bool = False
    causes: tuple[str, ...] = ()  # critical checks it brings of its own


class Throw(Protocol):
    """Throws so many dice; the second word says what alone will be seen in them."""

    def __call__(self, count: int, meaning: Tally | None = None, /) -> tuple[int, ...]: ...


class Reckoning:
    """The damage of one hit while it is worked out."""

    __slots__ = (
        "absorbed",
        "attack",
        "battle",
        "burn",
        "by_attack",
        "changed",
        "die",
        "direction",
        "heat",
        "made",
        "parts",
        "points",
        "roll",
        "throw",
        "unit",
        "value",
    )

    attack: Attack  # that does it; where nobody attacks only rules are asked that do not look at this

    def __init__(
        self, battle: Battle, unit: Unit | None, made: Attack | Blow, direction: str, value: Strength, throw: Throw
    ) -> None:
        self.made = made
        self.by_attack = False
        self.battle = battle
        self.changed = battle.changed
        self.unit = unit  # that is hit, where it is one
        self.direction = direction
        self.value = value  # before any part: minimal damage can be told from none
        self.parts: list[Modifier] = []
        self.points = 0
        self.die = 0  # the point that minimal damage did
        self.roll: tuple[int, ...] = ()
        self.heat = 0  # at this range
        self.burn = 0  # of it, what became damage
        self.absorbed: list[tuple[Feature, int]] = []  # what structures have taken off it
        self.throw = throw

    @property
    def source(self) -> Source:
        """Where it comes from, and what it is."""
        return self.made.source

    def add(self, part: Modifier) -> None:
        self.parts.append(part)
        self.points += part.value

    def work_out(self, kind: str) -> Settled:
        """Ask every rule that has something to say, in order."""
        for step in in_order(self, kind):
            change = step(self)
            if change is not None:
                self.add(change)
        heat = self.heat if self.heat and is_warmed(self) else 0
        points = max(0, self.points)
        burn = min(self.burn, points)
        parts, absorbed = tuple(self.parts), tuple(self.absorbed)
        return Settled(points, parts, self.roll, heat, burn, self.value.minimal, self.die, absorbed)


Step = Callable[[Reckoning], Modifier | None]


def _backwards(work: Reckoning, kind: str) -> tuple[Step, ...]:
    return work.battle.hooks[hooks.damage, kind][::-1]


@rules.rule("AS-SPC-006", otherwise=_backwards)
def in_order(work: Reckoning, kind: str) -> tuple[Step, ...]:
    """What changes the damage works on what came before: the attacker's doing first, then the target's."""
    return work.battle.hooks[hooks.damage, kind]


def reckon(battle: Battle, blow: Blow, throw: Throw | None = None) -> Settled:
    """Work out the points of harm that nobody's attack does. ``throw`` stands in for the battle's dice."""
    unit = battle.units[blow.unit]
    points = sum(part.value for part in blow.parts)
    work = Reckoning(battle, unit, blow, blow.direction, Strength(points), throw or battle.roll)
    if blow.heat:
        work.heat = heat_after_resistance(battle, unit, blow.heat, blow.source)
    work.parts += blow.parts
    work.points = points
    return work.work_out(hooks.DEALT)


# -- heat -----------------------------------------------------------------------------------------------------


def is_warmed(work: Reckoning) -> bool:
    return work.unit is not None and tracks_heat(work.battle, work.unit)


def heat_after_resistance(battle: Battle, unit: Unit, heat: int, source: Source) -> int:
    """What is left of heat after what its target resists."""
    for hook in battle.hooks[hooks.heat_resisted]:
        heat -= hook(battle, unit, heat, source) or 0
    return max(0, heat)


# -- halves ---------------------------------------------------------------------------------------------------


def halved(work: Reckoning, more: int = 0, least: int = 1) -> int:
    """Half of the damage so far and of what comes on top, rounded down, at least 1; minimal damage is lost in it."""
    shots = work.points - work.die + more
    work.die = minimal_rounded(work, work.die)
    return half_of(work, shots, least) + work.die


def half_of(by: Switched, points: int, least: int = 1) -> int:
    """Half of some points of damage; something is left of something."""
    return max(least, round_down(by, points / 2)) if points > 0 else 0


@rules.rule("AS-DMG-011", otherwise=lambda by, die: die)
def minimal_rounded(by: Switched, die: int) -> int:
    """Where a rule changes damage and rounds it, minimal damage becomes nothing, whatever that rule leaves at least."""
    return 0
