"""The tactical player of BattleTroops: weighs every spot a man can reach, with the arc he could set there.

A spot is worth what he may hit from it, less what may hit him on the way and there, and a little for being nearer to
what he wants. Throws, area fire and blows are weighed in the same points: lethal ones to be expected. It reads the copy
of the battle that its side may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE, is_support
from lancemate.battletroops.asking.offers import offers_of
from lancemate.battletroops.asking.preview import chance
from lancemate.battletroops.asking.ways import Spot, Steps, Way, ways
from lancemate.battletroops.combat.reaction import FIRE, HOLD, KIND
from lancemate.battletroops.combat.throwing import FARTHEST
from lancemate.battletroops.damage.blast import points_of
from lancemate.battletroops.movement.costs import TERRAIN
from lancemate.battletroops.movement.plan import OFF, left_to, why_not_watch
from lancemate.battletroops.movement.preparing import why_not_prepare
from lancemate.battletroops.options.running import must_run, run_of
from lancemate.battletroops.options.support_weapons import ARC, BREAK_DOWN, SET_UP, WORK, enough_men
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.load import pointed
from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.play.state import SOLDIER
from lancemate.battletroops.sight.ranges import SIZES, arc_width, watches
from lancemate.bots.battletroops.tactics.against_machines import Eyes, gain_of, placements, reaction, shot_worth, storms
from lancemate.bots.battletroops.tactics.arcs import BestArc, best_arcs
from lancemate.bots.battletroops.tactics.errands import (
    IN_AMBUSH,
    Errand,
    Walks,
    acts_first,
    errand_of,
    kits,
    sends,
    stands_up,
    waits,
)
from lancemate.bots.battletroops.tactics.hideouts import hides
from lancemate.bots.battletroops.tactics.machines import drive
from lancemate.bots.battletroops.tactics.odds import between, firearm, sights, spot_of, worth
from lancemate.field.lattice import Dot, bearing, distance, turn_between
from lancemate.kernel.dice import Generator
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.bots.battletroops.view import View
    from lancemate.kernel.agenda import Decision

THREAT: Final = 0.5  # of what an enemy who sees a spot may do there in his turn
NEARER: Final = 0.06  # points for every dot that one comes nearer, before any time has passed
URGE: Final = 0.03  # and so much more with every turn
AWAY: Final = 6.0  # for leaving the map when the scenario is won by it
AMBUSH: Final = 2.0  # points that an attack must promise before a hidden man shows himself
FRIEND: Final = 1.5  # what a comrade's wounds count
STUN: Final = 1.3  # what the blow of a blast counts besides its points
SCATTER: Final = 0.3  # of a blast that missed
GOOD: Final = 8  # a number that is worth the one shot of a turn
PASSING: Final = 0.5  # of what guns may do to one who stays in their sight: most fire once in a turn
NEARBY: Final = 12  # dots around a hidden man in which he counts heads
FAIR: Final = 10  # the same when nobody will come closer


class Idea(NamedTuple):
    """Something to do, and what it is worth."""

    value: float
    command: orders.Command


@frozen
class Nerve:
    """How often a player slips: one time in a hundred for each of these he does the first thing he thinks of."""

    slips: int = 0


class TacticalPlayer:
    def __init__(self, seed: int, nerve: Nerve = Nerve()) -> None:  # noqa: B008
        self.luck = Generator(seed)
        self.nerve = nerve
        self.walks = Walks()
        self.steps = Steps()
        self.eyes = Eyes()

    def choose(self, view: View, decision: Decision | None) -> orders.Command:
        if decision is not None:
            return self._answer(view, decision)
        if view.battle.state.phase == HIDING:
            return orders.EndPhase(arm=kits(view.battle, view.side), hide=hides(view.battle, view.side))
        for unit in sorted(view.to_act(), key=lambda one: not acts_first(view.battle, one)):
            command = self._act(view, unit)
            if command is not None:
                return command
        return orders.EndPhase()

    # -- fire -------------------------------------------------------------------------------------------------

    def _answer(self, view: View, decision: Decision) -> orders.Command:
        if decision.kind != KIND:
            return orders.Decide(view.side, decision.choices[0])
        battle, target = view.battle, view.battle.units[str(decision.unit)]
        names, numbers = decision.facts["shots"], decision.facts["numbers"]
        assert isinstance(names, list)
        assert isinstance(numbers, dict)
        if target.machine is not None:
            return orders.Decide(view.side, tuple(reaction(battle, battle.units[str(name)], target) for name in names))
        still = battle.state.acting != target.id
        firing: list[tuple[bool, int, str]] = []
        for name in map(str, names):
            shooter = battle.units[name]
            arm = firearm(battle, shooter)
            needed = int(str(numbers.get(name, FAIR)))
            bursts = arm is not None and arm.automatic
            if bursts or needed <= (FAIR if still else GOOD) or self._goes_away(shooter, target):
                firing.append((not bursts, needed, name))
        shots = tuple(name for _, _, name in sorted(firing))
        if len(shots) == len(names) and shots == tuple(map(str, names)):
            return orders.Decide(view.side, FIRE)
        return orders.Decide(view.side, shots or HOLD)

    def _goes_away(self, shooter: Unit, target: Unit) -> bool:
        """Whether a better chance is hardly to come: the target is in his last steps, or already beside him."""
        return distance(shooter.at, target.at) <= 2

    # -- acting -----------------------------------------------------------------------------------------------

    def _act(self, view: View, unit: Unit) -> orders.Command | None:
        if unit.kind != SOLDIER:
            return drive(view, unit)
        if self.nerve.slips and self.luck.below(100) < self.nerve.slips:
            return self._anything(view, unit)
        flight = run_of(view.battle, unit) if must_run(view.battle, unit) else None
        if flight is not None:
            return flight
        message = sends(view.battle, unit) or stands_up(view.battle, unit)
        if message is not None and view.allows(message):
            return message
        errand = errand_of(view.battle, unit, self.walks)
        if unit.hidden and (self._lies_in_wait(view, unit) if errand is not None else waits(view.battle)):
            return self._ambush(view, unit)
        ideas = [*self._attacks(view, unit), *self._readiness(view, unit), *self._moves(view, unit, errand)]
        for idea in sorted(ideas, key=lambda idea: -idea.value):
            if unit.hidden and isinstance(idea.command, orders.Pass):
                return None  # whoever goes on hiding does nothing
            if view.allows(idea.command):
                return idea.command
        return None if unit.hidden else orders.Pass(unit.id)

    def _lies_in_wait(self, view: View, unit: Unit) -> bool:
        """Whether a hidden man with somewhere to go stays: while they outnumber his own around him, and for a time."""
        ours, theirs = (
            sum(one.on_map and distance(unit.at, one.at) <= NEARBY for one in men) for men in (view.units, view.enemies)
        )
        return theirs > ours and view.battle.state.turn <= IN_AMBUSH

    def _ambush(self, view: View, unit: Unit) -> orders.Command | None:
        """A hidden man waits for what is worth being found for; to fire at whoever comes he need not act."""
        ideas = [*self._attacks(view, unit), *self._storms(view, unit)]
        best = max(ideas, key=lambda idea: idea.value, default=None)
        return best.command if best is not None and best.value >= AMBUSH and view.allows(best.command) else None

    def _anything(self, view: View, unit: Unit) -> orders.Command | None:
        found = list(offers_of(view.battle, unit))
        return self.luck.choice(found).command if found else None

    def _attacks(self, view: View, unit: Unit) -> Iterator[Idea]:
        """Throws, area fire, blows: whatever may be done at once."""
        battle = view.battle
        stay = self._exposure(view, spot_of(unit))
        for kind in hooks.attack_kinds.values():
            for command in placements(battle, kind.aims(battle, unit)) if kind.aims is not None else ():
                aim = kind.weigh(battle, command)
                if aim.refusal is None:
                    yield Idea(self._gain(view, unit, command, aim) - stay, command)

    def _gain(self, view: View, unit: Unit, command: orders.Attack, aim: Aim) -> float:
        target, lethal = command.target, aim.lethal
        on_machine = gain_of(command, aim)
        if on_machine is not None:
            return on_machine
        odds = chance(aim.target_number)
        if isinstance(target, str):
            return odds * (float(lethal if isinstance(lethal, int) else 0) + 0.3 * (aim.bruise or 0))
        points = lethal if isinstance(lethal, tuple) else ()
        level = unit.elevation if target.elevation is None else target.elevation
        return self._blast(view, unit, target.point, level, points, odds)

    def _blast(self, view: View, unit: Unit, at: Dot, level: int, points: Sequence[int], odds: float) -> float:
        """What an explosion there does to them, less what it does to us."""
        total = 0.0
        for other in view.battle.units.values():
            far = distance(at, other.at)
            if other.able and other.is_soldier and far < len(points) and other.elevation == level:
                total += points[far] * (1.0 if other.side != unit.side else -FRIEND)
        return total * STUN * (odds + (1.0 - odds) * SCATTER)

    def _readiness(self, view: View, unit: Unit) -> Iterator[Idea]:
        """Making something ready: a grenade to throw at once, the primary weapon, one for an empty one, a heavy one."""
        battle, mp = view.battle, left_to(view.battle, unit)
        price = TERRAIN.of(battle)["prepare"]
        stay = self._exposure(view, spot_of(unit))
        if unit.grenades and unit.prepared != GRENADE and why_not_prepare(battle, unit, GRENADE) is None:
            yield from self._grenades(view, unit, mp - price, stay)
        arm = firearm(battle, unit, primary=True)
        if unit.prepared != unit.primary and arm is not None and mp >= price:
            yield Idea(2.0 * arm.lethal / 4 - stay, orders.Act(unit.id, "prepare", unit.primary))
        empty = unit.primary is None or (unit.prepared == unit.primary and unit.ammo.get(unit.primary) == 0)
        if empty and unit.secondary is not None and why_not_prepare(battle, unit, unit.secondary) is None:
            yield Idea(1.0 - stay, orders.Act(unit.id, "prepare", unit.secondary))
        if unit.primary is not None and is_support(unit.primary):
            useless = self._is_out_of_it(view, unit)
            if not unit.set_up and not useless:
                yield from self._work(view, unit, SET_UP, 1.0 - stay)
            elif unit.set_up and useless and enough_men(battle, unit) is not None:  # he alone cannot take it along
                yield Idea(WORK * self._urge(view) - stay, orders.Act(unit.id, "drop", unit.primary))
            elif unit.set_up and useless:
                yield from self._work(view, unit, BREAK_DOWN, WORK * self._urge(view) - stay)

    def _work(self, view: View, unit: Unit, what: str, value: float) -> Iterator[Idea]:
        for offer in offers_of(view.battle, unit):
            if isinstance(offer.command, orders.Act) and offer.command.do == what and offer.command.what == unit.id:
                yield Idea(value, offer.command)

    def _is_out_of_it(self, view: View, unit: Unit) -> bool:
        """Whether nobody he knows of is where a weapon that stands can point."""
        battle, way = view.battle, pointed.of(unit)
        aimed = [
            one
            for one in view.enemies
            if one.on_map and (way is None or turn_between(way, bearing(unit.at, one.at)) <= arc_width(battle, ARC) / 2)
        ]
        return bool(view.enemies) and bool(sights(battle, [(spot_of(unit), spot_of(one)) for one in aimed])[:, 0].all())

    def _grenades(self, view: View, unit: Unit, mp: int, stay: float) -> Iterator[Idea]:
        battle = view.battle
        points = points_of(battle, GRENADE)
        near = [one for one in view.enemies if one.is_soldier and distance(unit.at, one.at) <= FARTHEST]
        seen = sights(battle, [(spot_of(unit), (one.at, one.elevation, False)) for one in near])
        for one, (hidden, cover) in zip(near, seen.tolist(), strict=True):
            far = max(1, distance(unit.at, one.at))
            if not hidden and far * (2 if unit.prone else 1) <= mp:
                gain = self._blast(view, unit, one.at, one.elevation, points, chance(far + int(cover)))
                yield Idea(gain - stay - 0.1, orders.Act(unit.id, "prepare", GRENADE))

    # -- places -----------------------------------------------------------------------------------------------

    def _exposure(self, view: View, spot: Spot) -> float:
        """What enemies may do to one who is at a spot in their coming turn."""
        battle = view.battle
        shooters = [one for one in view.enemies if firearm(battle, one) is not None]
        seen = sights(battle, [(spot_of(one), spot) for one in shooters]).tolist()
        total = sum(self._hit(battle, one, spot, row) for one, row in zip(shooters, seen, strict=True))
        return THREAT * (total + self._guns(battle, view.enemies, spot))

    def _guns(self, battle: Battle, enemies: Sequence[Unit], spot: Spot) -> float:
        """What 'Mechs and vehicles may do to one who is at a spot."""
        machines = [one for one in enemies if one.machine is not None]
        return sum(self.eyes.threat(battle, one, spot) for one in machines)

    def _hit(self, battle: Battle, shooter: Unit, spot: Spot, row: Sequence[int]) -> float:
        arm = firearm(battle, shooter)
        return 0.0 if arm is None else worth(battle, shooter, arm, spot_of(shooter), spot, row)

    def _danger(self, view: View) -> Callable[[Spot], float]:
        """What those who watch a spot now may do to one who comes to it."""
        battle, now = view.battle, dict[Spot, float]()
        enemies = [one for one in view.enemies if one.on_map]
        watchers = [one for one in enemies if one.arc is not None and firearm(battle, one) is not None]

        def danger(spot: Spot) -> float:
            if spot not in now:
                now[spot] = self._drawn(battle, watchers, spot) + PASSING * self._guns(battle, enemies, spot)
            return now[spot]

        return danger

    def _storms(self, view: View, unit: Unit, found: Sequence[Way] | None = None) -> Iterator[Idea]:
        """To the feet of a 'Mech with a charge: the shots of the way against the chance of planting it."""
        battle, mp = view.battle, left_to(view.battle, unit)
        for spot, price, worth_it in storms(battle, unit, mp):
            for way in ways(battle, unit, mp, self._danger(view), self.steps.of(battle)) if found is None else found:
                if way.spot == spot and way.path and way.cost + price <= mp:
                    tries = (mp - way.cost) // price
                    yield Idea(tries * worth_it - way.danger, orders.Move(unit.id, way.path))

    def _moves(self, view: View, unit: Unit, errand: Errand | None) -> Iterator[Idea]:
        battle, mp = view.battle, left_to(view.battle, unit)
        enemies = [one for one in view.enemies if one.on_map]
        danger = self._danger(view)
        rest = self.walks.to(battle, errand) if errand is not None else None
        weight = errand.weight if errand is not None else 0.0

        def near(spot: Spot) -> float:
            return self._nearness(view, spot, enemies) if rest is None else -weight * rest(spot)

        found = ways(battle, unit, mp, danger, self.steps.of(battle))
        yield from self._storms(view, unit, found)
        spots, foes = [way.spot for way in found], [spot_of(one) for one in enemies]
        back = between(battle, foes, spots)
        arcs = self._arcs(battle, unit, spots, enemies)
        for place, way in enumerate(found):
            yield self._idea(battle, unit, way, mp, enemies, back[:, place].tolist(), arcs[place], danger, near)
            if errand is not None and errand.leaves and way.spot[:2] in errand.to and way.cost < mp:
                yield Idea(AWAY - way.danger, orders.Move(unit.id, (*way.path, OFF)))

    def _arcs(self, battle: Battle, unit: Unit, spots: list[Spot], enemies: Sequence[Unit]) -> list[list[BestArc]]:
        """The best arcs a man could set at each spot; none where he has nothing to fire."""
        arm = firearm(battle, unit)
        sizes = [size for size in SIZES.of(battle) if why_not_watch(battle, unit, size) is None]
        if arm is None or not sizes or not enemies:
            return [[] for _ in spots]
        foes = [spot_of(one) for one in enemies]
        seen = between(battle, spots, foes).tolist()
        values = [
            [
                worth(battle, unit, arm, spot, foe, row)
                if one.machine is None
                else shot_worth(battle, arm, spot, foe, row[0], row[1])
                for one, foe, row in zip(enemies, foes, rows, strict=True)
            ]
            for spot, rows in zip(spots, seen, strict=True)
        ]
        widths = {size: arc_width(battle, size) for size in sizes}
        return best_arcs(spots, [one.at for one in enemies], np.array(values), widths, bursts=arm.automatic)

    def _drawn(self, battle: Battle, watchers: Sequence[Unit], spot: Spot) -> float:
        """What those who watch a spot now may do to one who comes to it."""
        able = [one for one in watchers if one.arc is not None and watches(battle, one.at, one.arc, spot[0])]
        if not able:
            return 0.0
        seen = sights(battle, [(spot_of(one), spot) for one in able]).tolist()
        return sum(self._hit(battle, one, spot, row) for one, row in zip(able, seen, strict=True))

    def _idea(
        self,
        battle: Battle,
        unit: Unit,
        way: Way,
        mp: int,
        enemies: Sequence[Unit],
        back: Sequence[Sequence[int]],
        arcs: Sequence[BestArc],
        danger: Callable[[Spot], float],
        near: Callable[[Spot], float],
    ) -> Idea:
        """The best that can be made of a spot: with the arc that is worth most, or without."""
        value = near(way.spot)
        value -= way.danger if way.leaves else danger(way.spot)
        value -= THREAT * sum(self._hit(battle, one, way.spot, row) for one, row in zip(enemies, back, strict=True))
        value -= THREAT * self._guns(battle, enemies, way.spot)
        value -= 0.01 * way.cost
        able = [arc for arc in arcs if way.cost + arc.size <= mp and arc.gain > 0.0]
        best = max(able, key=lambda arc: arc.gain, default=None)
        if best is None:
            return Idea(value, orders.Move(unit.id, way.path) if way.path else orders.Pass(unit.id))
        return Idea(value + best.gain, orders.Move(unit.id, way.path, orders.Watch(best.size, enemies[best.aim].at)))

    def _nearness(self, view: View, spot: Spot, enemies: Sequence[Unit]) -> float:
        """A little for being near the enemy, more as time goes by."""
        if not enemies:
            return 0.0
        near = min(distance(spot[0], one.at) + 3 * abs(spot[1] - one.elevation) for one in enemies)
        machines = all(one.machine is not None for one in enemies)  # nobody runs at guns because time goes by
        return -(NEARER if machines else self._urge(view)) * near

    def _urge(self, view: View) -> float:
        """What a dot nearer to the enemy is worth."""
        return NEARER + URGE * view.battle.state.turn
