"""The exchange of fire to come, with everyone where they stand: what each side may expect to take from the other.

The rules are asked about every shot, so nothing here knows range, sight or arcs.
Chances are exact for every shot; who shoots at whom is worked out one shooter after the other, each choosing what
takes most after the shots before it. Damage to a unit is kept as a distribution, so that overkill counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.play.footprint import SLASH
from lancemate.bots.alphastrike.tactics.worth import Chances, Prize, prize, section_prize

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.shots import Gunner, Valued

NOTHING: Final[Chances] = ((0, 1.0),)


class Volley(NamedTuple):
    """One way for a unit to attack another: the chance of a hit and its points."""

    target: str
    chance: float
    points: Chances
    cost: float = 0.0  # what it costs the shooter, in worth


class Tally:
    """What has been marked off the units of one side so far: for each a distribution of points."""

    __slots__ = ("_gains", "marked", "prizes", "taken")

    def __init__(self, prizes: dict[str, Prize]) -> None:
        self.prizes = prizes
        self.marked: dict[str, Chances] = {}
        self.taken: dict[str, float] = {}
        # What is known of a target holds, for every copy, until something more is marked off it there.
        self._gains: dict[str, dict[Volley, float]] = {name: {} for name in prizes}

    def clone(self) -> Tally:
        twin = Tally(self.prizes)
        twin.marked, twin.taken, twin._gains = dict(self.marked), dict(self.taken), dict(self._gains)
        return twin

    @property
    def total(self) -> float:
        return sum(self.taken.values())

    def gain(self, volley: Volley) -> float:
        """What one more volley takes, on average, after all those before it."""
        gains = self._gains[volley.target]
        found = gains.get(volley)
        if found is None:
            found = gains[volley] = self._with(volley)[1] - self.taken.get(volley.target, 0.0) - volley.cost
        return found

    def add(self, volley: Volley) -> None:
        self.marked[volley.target], self.taken[volley.target] = self._with(volley)
        self._gains[volley.target] = {}

    def _with(self, volley: Volley) -> tuple[Chances, float]:
        loot = self.prizes[volley.target]
        marked: dict[int, float] = {}
        miss = 1.0 - volley.chance
        for before, likely in self.marked.get(volley.target, NOTHING):
            marked[before] = marked.get(before, 0.0) + likely * miss
            for points, share in volley.points:
                after = min(loot.left, before + points)
                marked[after] = marked.get(after, 0.0) + likely * volley.chance * share
        chances = tuple(marked.items())
        return chances, loot.mean_loss(chances)


def fire_plan(tally: Tally, shooters: Sequence[Sequence[Volley]]) -> float:
    """Let every shooter choose, whoever can do most first; what they take together, less what it costs them."""
    left = [volleys for volleys in shooters if volleys]
    gained = 0.0
    while left:
        best, number, choice = 0.0, -1, None
        for place, volleys in enumerate(left):
            for volley in volleys:
                gain = tally.gain(volley)
                if gain > best + 1e-9:
                    best, number, choice = gain, place, volley
        if choice is None:
            break
        tally.add(choice)
        gained += best
        left.pop(number)
    return gained


def exchange(battle: Battle, side: str, gunner: Gunner) -> tuple[float, float]:
    """What a side may expect to take from the other in the Combat Phase that has just begun, and to lose."""
    enemy = battle.opponent(side)
    return _salvo(battle, side, enemy, gunner), _salvo(battle, enemy, side, gunner)


def _salvo(battle: Battle, side: str, other: str, gunner: Gunner) -> float:
    tally = Tally(prizes(battle, battle.on_table(other)))
    if not tally.prizes:
        return 0.0
    shooters = [gunner.valued(battle, unit) for unit in battle.on_table(side) if unit.doomed is None]
    return fire_plan(tally, [[volley(tally, one) for one in valued if one.gain > 0.0] for valued in shooters])


def prizes(battle: Battle, units: Iterable[Unit]) -> dict[str, Prize]:
    found: dict[str, Prize] = {}
    for unit in units:
        found[unit.id] = prize(battle, unit)
        for section in unit.sections:
            found[f"{unit.id}{SLASH}{section.name}"] = section_prize(battle, unit, section.name)
    return found


def volley(tally: Tally, valued: Valued) -> Volley:
    """An attack the gunner has thought of. What a shell does to everyone in reach of it is a gain without a target."""
    shot = valued.shot
    target = shot.command.target
    name = target if isinstance(target, str) and target in tally.prizes else next(iter(tally.prizes))
    plain = shot.chance * tally.prizes[name].mean_loss(shot.points)
    return Volley(name, shot.chance if shot.points else 0.0, shot.points, plain - valued.gain)
