"""The exchange of fire to come, with everyone where they stand: what each side may expect to take from the other.

Chances are exact for every shot; who shoots at whom is worked out one shooter after the other, each choosing what
takes most after the shots before it. Damage to a unit is kept as a distribution, so that overkill counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.arcs import bears_on, firing_arc
from lancemate.bots.tactics.judging import CHANCE
from lancemate.bots.tactics.lines import lines, stand_of
from lancemate.bots.tactics.worth import Chances, Prize, prize
from lancemate.field.bodies import CONTACT
from lancemate.field.compass import hex_side_hit

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.bots.tactics.fire import FireTable

NOTHING: Final[Chances] = ((0, 1.0),)


class Volley(NamedTuple):
    """One way for a unit to attack another: the chance of a hit and its points."""

    target: str
    chance: float
    points: Chances
    cost: float = 0.0  # what it costs the shooter, in worth


class Tally:
    """What has been marked off the units of one side so far: for each a distribution of points."""

    __slots__ = ("marked", "prizes", "taken")

    def __init__(self, prizes: dict[str, Prize]) -> None:
        self.prizes = prizes
        self.marked: dict[str, Chances] = {}
        self.taken: dict[str, float] = {}

    def clone(self) -> Tally:
        twin = Tally(self.prizes)
        twin.marked, twin.taken = dict(self.marked), dict(self.taken)
        return twin

    @property
    def total(self) -> float:
        return sum(self.taken.values())

    def gain(self, volley: Volley) -> float:
        """What one more volley takes, on average, after all those before it."""
        return self._with(volley)[1] - self.taken.get(volley.target, 0.0) - volley.cost

    def add(self, volley: Volley) -> None:
        self.marked[volley.target], self.taken[volley.target] = self._with(volley)

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


def exchange(battle: Battle, side: str, fires: FireTable) -> tuple[float, float]:
    """What a side may expect to take from the other in the coming exchange, and to lose."""
    ours = [unit for unit in battle.on_table(side) if unit.doomed is None]
    theirs = [unit for unit in battle.on_table(battle.opponent(side)) if unit.doomed is None]
    if not ours or not theirs:
        return 0.0, 0.0
    sight = lines(
        battle,
        stand_of(battle, ours),
        [unit.card.is_mech for unit in ours],
        stand_of(battle, theirs),
        [unit.card.is_mech for unit in theirs],
    )
    distance, bracket = sight.distance.tolist(), sight.bracket.tolist()
    clear, woods = sight.open.tolist(), sight.woods.tolist()
    covered, cover = sight.cover_there.tolist(), sight.cover_here.tolist()
    out: list[list[Volley]] = [[] for _ in ours]
    back: list[list[Volley]] = [[] for _ in theirs]
    seen = [any(clear[row][column] for row in range(len(ours))) for column in range(len(theirs))]
    exposed = [any(line) for line in clear]
    for row, mine in enumerate(ours):
        for column, enemy in enumerate(theirs):
            far, band, terrain = distance[row][column], bracket[row][column], woods[row][column]
            sees = clear[row][column]
            out[row] += volleys(
                battle, mine, enemy, fires, far, band, terrain + covered[row][column], sees, seen[column]
            )
            back[column] += volleys(
                battle, enemy, mine, fires, far, band, terrain + cover[row][column], sees, exposed[row]
            )
    dealt = fire_plan(Tally(prizes(battle, theirs)), out)
    taken = fire_plan(Tally(prizes(battle, ours)), back)
    return dealt, taken


def prizes(battle: Battle, units: Iterable[Unit]) -> dict[str, Prize]:
    return {unit.id: prize(battle, unit) for unit in units}


def volleys(
    battle: Battle,
    shooter: Unit,
    target: Unit,
    fires: FireTable,
    distance: float,
    bracket: int,
    terrain: int,
    sees: bool,
    spotted: bool,
) -> list[Volley]:
    """How one unit might attack another from where both stand."""
    if shooter.moved == "sprint":
        return []
    fire = fires.between(battle, shooter, target)
    extra = fires.steps(battle, shooter, target).own.get(shooter.moved, 0)
    extra += fires.steps(battle, target, shooter).at.get(target.moved, 0)
    found: list[Volley] = []
    bears = fire.all_round or bears_on(
        battle, firing_arc(battle, shooter), shooter.at, shooter.facing, target.at, target.radius
    )
    if bears and sees and distance > CONTACT and fire.hits[bracket]:
        rear = hex_side_hit(target.at, target.facing, shooter.at) == "rear"
        points = fire.from_behind[bracket] if rear else fire.hits[bracket]
        found += _volley(target, fire.numbers[bracket] + extra + terrain, points)
    elif bears and spotted and fire.indirect_hits[bracket]:
        found += _volley(target, fire.indirect[bracket] + extra, fire.indirect_hits[bracket])
    if bears and fire.blow_hits and distance <= fire.blow_reach and _level(shooter, target):
        found += _volley(target, fire.blow + extra + terrain, fire.blow_hits)
    return found


def _volley(target: Unit, number: int, points: Chances) -> list[Volley]:
    chance = float(CHANCE[min(13, max(0, number))])
    return [Volley(target.id, chance, points)] if chance > 0.0 else []


def _level(a: Unit, b: Unit) -> bool:
    """Their heights overlap."""
    return a.elevation < b.elevation + b.height and b.elevation < a.elevation + a.height
