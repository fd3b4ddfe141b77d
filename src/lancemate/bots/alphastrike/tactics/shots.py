"""Which attack comes next: the one that takes most from the enemy, for the heat it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import is_allowed
from lancemate.alphastrike.asking.outcomes import is_shell, shell_hits
from lancemate.alphastrike.asking.preview import hit_ways, settlements
from lancemate.alphastrike.asking.targets import is_legal, possible_targets, through_the_eyes_of
from lancemate.alphastrike.combat.area import distance_from
from lancemate.alphastrike.combat.attack import Attack, modifiers, open_attack, why_not
from lancemate.alphastrike.combat.indirect import cannot_spot_from_the_air, has_no_time_to_spot
from lancemate.alphastrike.combat.sight import look_around, sees, sight_range
from lancemate.alphastrike.combat.weapons import has_indirect_fire
from lancemate.alphastrike.heat.track import SHUTDOWN_LEVEL, heat_endured, overheat_left
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.options.alternate_munitions.firing import HOMING
from lancemate.alphastrike.options.alternate_munitions.homing import painted_near
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.flight import OPTION
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.urban.buildings import factor_left
from lancemate.bots.alphastrike.tactics.flights import blasts_of, keeps_control, ready_attacks
from lancemate.bots.alphastrike.tactics.indoors import buried
from lancemate.bots.alphastrike.tactics.munitions import (
    homing_rounds,
    shells_with_munitions,
    side_effects,
    with_munitions,
)
from lancemate.bots.alphastrike.tactics.objectives import stakes
from lancemate.bots.alphastrike.tactics.played import played
from lancemate.bots.alphastrike.tactics.shells import keeps_its_attack, shells
from lancemate.bots.alphastrike.tactics.talents import called_upon, halves, has_a_half
from lancemate.bots.alphastrike.tactics.worth import Chances, prize, prize_named
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Aim
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

# Parts of what a unit does in a turn.
HOT: Final = 0.9  # what the first level of heat costs: sooner or later a turn without fire
HOTTER: Final = 0.2  # and every further one
COLD: Final = (0.5, 1.2, 2.0)  # what holding fire is worth at heat 1, 2 and 3: the heat is gone, and shots hit again
WEAR: Final = 1.1  # of a unit's worth, for all its points: so dear that heat is for kills
HOMES: Final = 33 / 36  # how often a homing round hits
MOST_TARGETS: Final = 16  # enemies that a unit thinks of attacking; those farther off are left out
STUNT: Final = 0.5  # of a unit's worth: what shutting down is likely to cost


class Shot(NamedTuple):
    """An attack, the chance that it hits, and the points of a hit."""

    command: orders.Attack
    chance: float
    points: Chances
    blasts: tuple[tuple[str, int, float], ...] = ()  # of a shell: whom it may strike, for how much, how likely


STAYS: Final = 0.4  # how likely somebody is still there a turn later
# Modules whose attacks are worked out by their kind.
READY: Final = (OPTION, "advanced_artillery", "artillery_flak", "capital_weapons", "vtol_special_attacks")


class Valued(NamedTuple):
    shot: Shot
    gain: float


class Best(NamedTuple):
    """The best attack of a unit, if any is good, and on whom that depends: whom it could attack, and who sees them
    for it. None stands for everybody."""

    shot: Valued | None
    concerns: frozenset[str] | None

    def is_touched_by(self, unit: str, changed: Set[str]) -> bool:
        """Whether something that has changed may have changed it."""
        return unit in changed or self.concerns is None or not self.concerns.isdisjoint(changed)


class Gunner:
    """Thinks about attacks, and remembers within a Combat Phase what does not change there: guesses, no rulings."""

    def __init__(
        self,
        *,
        overheats: bool = True,
        purposeful: bool = False,
        wear: float = WEAR,
        munitions: bool = True,
        shells: bool = True,
    ) -> None:
        self.overheats = overheats
        self.purposeful = purposeful  # minds who must be stopped for the scenario's sake
        self.munitions = munitions  # fires what its units carry besides the usual
        self.lobs = shells  # fires over hills and at points: artillery, and at what others see
        self.wear = wear  # the dearer a turn of fire, the dearer heat
        self._when: object = None
        self._harm: dict[str, object] = {}  # heat and wounds of everybody
        self._gone: set[str] = set()
        self._shots: dict[tuple[object, ...], tuple[Shot, ...]] = {}
        # Indirect ones, by attacker, target, what it has attacked with, and the kind of spotter.
        self._relayed: dict[tuple[str, str, object, object], tuple[Shot, ...]] = {}
        self._beyond: set[tuple[str, str]] = set()  # who cannot reach whom, whoever spots
        self._seen: dict[tuple[str, str], list[str]] = {}  # who of a side sees an enemy
        self._buried: dict[tuple[str, str], list[tuple[Unit, int]]] = {}  # whom the fall of a building hurts
        self._sums: object = None
        self._stances: dict[str, object] = {}
        self._best: dict[str, Best] = {}
        self._aside: set[orders.Attack] = set()

    def put_aside(self, command: orders.Attack) -> None:
        """An attack that is not allowed after all: think of it no more while nobody moves."""
        self._aside.add(command)
        self._best.pop(command.unit, None)

    def best_of(self, battle: Battle, units: Iterable[Unit]) -> Valued | None:
        """The attack that gains most among all of some units. After an attack only those are asked again whom it
        concerns: who made it, and who could attack its target or needs one of the two to see for it."""
        self._notice(battle)
        best = None
        for unit in units:
            known = self._best.get(unit.id)
            if known is None:
                known = self._best[unit.id] = self._weighed(battle, unit)
            shot = known.shot
            if shot is not None and (best is None or shot.gain > best.gain + 1e-9):
                best = shot
        return best

    def _notice(self, battle: Battle) -> None:
        """Forget the best attacks of those whom something has concerned since the last look."""
        self._forget(battle)
        state = battle.state
        sums = state.turn, state.phase, state.notes, state.terrain_damage, state.to_act, self._stakes(battle)
        stances: dict[str, object] = {one.id: _stance(one) for one in battle.units.values()}
        if sums != self._sums or len(stances) != len(self._stances):
            self._best.clear()
        else:
            changed = {name for name, stance in stances.items() if stance != self._stances.get(name)}
            for name in [name for name, known in self._best.items() if known.is_touched_by(name, changed)]:
                del self._best[name]
        self._sums, self._stances = sums, stances

    def _stakes(self, battle: Battle) -> Mapping[str, float]:
        return stakes(battle, battle.state.to_act) if self.purposeful and battle.state.to_act is not None else {}

    def _weighed(self, battle: Battle, unit: Unit) -> Best:
        found = self._valued(battle, unit)
        if any(_eyes(battle, unit)):
            return Best(_greatest(found), None)
        named = {str(shot.command.target) for shot, _ in found}
        named.update(shot.command.spotter for shot, _ in found if shot.command.spotter is not None)
        named.update(name for shot, _ in found for name, _, _ in shot.blasts)
        return Best(_greatest(found), frozenset(named))

    def best(self, battle: Battle, unit: Unit) -> Valued | None:
        """The attack of a unit that gains most; None when it had better hold its fire."""
        return _greatest(self.valued(battle, unit))

    def valued(self, battle: Battle, unit: Unit) -> list[Valued]:
        """All attacks of a unit with what they gain, heat and all."""
        self._forget(battle)
        return self._valued(battle, unit)

    def _valued(self, battle: Battle, unit: Unit) -> list[Valued]:
        shots = self._at_hand(battle, unit)
        if self._aside:
            shots = tuple(shot for shot in shots if shot.command not in self._aside)
        counts = stakes(battle, unit.side) if self.purposeful else {}
        plain = [
            Valued(
                shot,
                gain(battle, shot) * counts.get(str(shot.command.target), 1.0) * halves(battle, unit, shot.command),
            )
            for shot in shots
        ]
        usual = self._usual(battle, shots)
        return [Valued(shot, worth - self._heat_cost(battle, unit, shot, usual)) for shot, worth in plain]

    def shots(self, battle: Battle, unit: Unit) -> tuple[Shot, ...]:
        """The attacks a unit may make now; indirect ones only at enemies it cannot fire at itself."""
        self._forget(battle)
        return self._at_hand(battle, unit)

    def _forget(self, battle: Battle) -> None:
        """Forget everything when somebody has moved, and of those who were hurt what they can do and suffer."""
        state, units = battle.state, battle.units.values()
        when = state.turn, state.phase, state.notes, state.terrain_damage, [(one.x, one.y) for one in units]
        harm: dict[str, object] = {one.id: (one.heat, one.shutdown, one.wounds) for one in units}
        self._gone = {one.id for one in units if not one.on_table and one.place != OFFBOARD}
        if when != self._when or len(harm) != len(self._harm):
            for memory in (self._shots, self._relayed, self._beyond, self._seen, self._buried, self._aside):
                memory.clear()
        elif harm != self._harm:
            self._let_go({name for name, now in harm.items() if now != self._harm.get(name)})
        self._when, self._harm = when, harm

    def _let_go(self, hurt: Set[str]) -> None:
        self._seen.clear()
        self._buried.clear()
        self._beyond = {(one, other) for one, other in self._beyond if one not in hurt and other not in hurt}
        for key in [key for key in self._relayed if key[0] in hurt or key[1] in hurt]:
            del self._relayed[key]
        for known in [key for key, shots in self._shots.items() if key[0] in hurt or _aim_at(shots, hurt)]:
            del self._shots[known]

    def _at_hand(self, battle: Battle, unit: Unit) -> tuple[Shot, ...]:
        key = unit.id, unit.attacks, unit.spotted, unit.spotter_promise, tuple(_eyes(battle, unit))
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = tuple(self._own(battle, unit))
        gone = self._gone
        own = tuple(shot for shot in found if shot.command.target not in gone) if gone else found
        return (*own, *self._indirect(battle, unit, {shot.command.target for shot in own}))

    def _own(self, battle: Battle, unit: Unit) -> Iterator[Shot]:
        """What it sees by itself, and shells that fall on points."""
        for choice in _near_enough(battle, unit, possible_targets(battle, unit, spotters=False)):
            yield from self._at(battle, unit, choice)
        for command in self._shells(battle, unit) if self.lobs else ():
            shot = aimed(battle, command)
            if shot is not None:
                yield shot
        if not battle.options.isdisjoint(READY):
            for command in ready_attacks(battle, unit):
                shot = aimed(battle, command) if is_allowed(battle, command) else None
                if shot is not None:
                    yield shot
        if BUILT_UP in played(battle):
            yield from self._at_houses(battle, unit)

    def _shells(self, battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
        """On points, with everything that hurts there."""
        for command in shells(battle, unit):
            yield command
            if self.munitions:
                yield from shells_with_munitions(battle, command)
        if self.munitions:
            yield from homing_rounds(battle, unit)

    def _at_houses(self, battle: Battle, unit: Unit) -> Iterator[Shot]:
        """Buildings that one hit would bring down on enemies inside: what counts is the fall."""
        for house in battle.table.features:
            struck = self._would_bury(battle, unit.side, house) if house.kind == "building" else []
            command = orders.Attack(unit.id, house.id)
            shot = aimed(battle, command) if struck and is_allowed(battle, command) else None
            if shot is not None:
                left = factor_left(battle, house)
                falls = shot.chance * sum(chance for points, chance in shot.points if points >= left > 0)
                if falls:
                    yield shot._replace(blasts=tuple((one.id, points, falls) for one, points in struck))

    def _would_bury(self, battle: Battle, side: str, house: Feature) -> list[tuple[Unit, int]]:
        key = side, house.id
        if key not in self._buried:
            self._buried[key] = buried(battle, side, house)
        return self._buried[key]

    def _at(self, battle: Battle, unit: Unit, choice: Aim) -> tuple[Shot, ...]:
        """One choice of target and weapon, with every overheat; nothing where the rules forbid it."""
        if is_legal(battle, unit, choice):
            variants = list(self._variants(unit, choice))
            variants += [one for command in tuple(variants) for one in called_upon(battle, command)]
        elif choice.is_standard and has_a_half(battle, unit):
            variants = [replace(choice.command(unit.id), split=True)]
        else:
            return ()
        if self.munitions:
            variants += [one for command in tuple(variants) for one in with_munitions(battle, command)]
        found = (aimed(battle, command) for command in variants)
        return tuple(shot for shot in found if shot is not None)

    def _indirect(self, battle: Battle, unit: Unit, own: Set[object]) -> Iterator[Shot]:
        """Through the eyes of others: of friends who serve as well as one another, the first."""
        done = bool(unit.attacks) and not unit.card.is_multi_arc
        if not self.lobs or done or unit.spotter_promise or not has_indirect_fire(unit):
            return
        for enemy in battle.on_table(battle.opponent(unit.side)):
            if enemy.id in own or (unit.id, enemy.id) in self._beyond:
                continue
            alike: set[object] = set()
            for friend in self._who_sees(battle, unit.side, enemy):
                kind = keeps_its_attack(friend), friend.moved, friend.card.is_infantry
                if friend.id == unit.id or friend.spotted not in (None, enemy.id) or kind in alike:
                    continue
                if cannot_spot_from_the_air(battle, friend) or has_no_time_to_spot(battle, friend):
                    continue
                alike.add(kind)
                key = unit.id, enemy.id, unit.attacks, kind
                if key not in self._relayed:
                    self._relayed[key] = tuple(self._through(battle, unit, friend, enemy))
                if not self._relayed[key]:
                    self._beyond.add((unit.id, enemy.id))
                    break
                for shot in self._relayed[key]:
                    same = shot.command.spotter == friend.id
                    yield shot if same else shot._replace(command=replace(shot.command, spotter=friend.id))

    def _who_sees(self, battle: Battle, side: str, enemy: Unit) -> list[Unit]:
        key = side, enemy.id
        if key not in self._seen:
            friends = list(battle.on_table(side))
            look_around(battle, friends, (enemy,))
            reach = sight_range(battle)
            near = [one for one in friends if apart(battle, one, enemy) <= reach]
            self._seen[key] = [one.id for one in near if sees(battle, one, enemy)]
        return [battle.units[name] for name in self._seen[key] if battle.units[name].on_table]

    def _through(self, battle: Battle, unit: Unit, friend: Unit, enemy: Unit) -> Iterator[Shot]:
        keeps = keeps_its_attack(friend)
        for choice in through_the_eyes_of(battle, unit, friend, enemy):
            command = orders.Attack(unit.id, enemy.id, choice.kind, choice.using, 0, friend.id, keeps, choice.arc)
            shot = aimed(battle, command)
            if shot is not None:
                yield shot

    def _variants(self, unit: Unit, choice: Aim) -> Iterator[orders.Attack]:
        """Plain, and with as many points of overheat as it may take."""
        yield choice.command(unit.id)
        if self.overheats and choice.is_standard:
            for points in range(1, overheat_left(unit) + 1):
                yield choice.command(unit.id, overheat=points)

    def _heat_cost(self, battle: Battle, unit: Unit, shot: Shot, usual: float) -> float:
        """What an attack costs its unit later on: shots that miss, or a turn without any to cool down again."""
        if not unit.card.tracks_heat or trait.WEAPON not in KINDS[shot.command.kind].traits:
            return 0.0
        more = shot.command.overheat
        cost = 0.0
        if more:
            cost = usual * ((HOTTER if unit.heat or unit.overheat else HOT) + HOTTER * (more - 1))
            if unit.heat + unit.overheat + more >= SHUTDOWN_LEVEL + heat_endured(battle, unit):
                cost += STUNT * prize(battle, unit).worth
        if unit.heat and not unit.attacks:
            cost += usual * COLD[min(unit.heat, len(COLD)) - 1]
        return cost

    def _usual(self, battle: Battle, shots: Iterable[Shot]) -> float:
        """What the unit does in an ordinary turn: the best it can do to each target, on average. A point counts the
        same however near its end a target is, so that heat is no dearer when there is a kill to be had for it."""
        best: dict[object, float] = {}
        for shot in shots:
            target = battle.units.get(shot.command.target) if isinstance(shot.command.target, str) else None
            if target is not None and not shot.command.overheat:
                loot = prize(battle, target)
                points = sum(many * chance for many, chance in shot.points)
                worn = self.wear * shot.chance * loot.worth * points / loot.whole
                best[target.id] = max(worn, best.get(target.id, 0.0))
        return sum(best.values()) / len(best) if best else 0.0


def _greatest(found: Sequence[Valued]) -> Valued | None:
    best = max(found, key=lambda one: round(one.gain, 9), default=None)
    return best if best is not None and best.gain > 1e-9 else None


def _near_enough(battle: Battle, unit: Unit, aims: Sequence[Aim]) -> Sequence[Aim]:
    """Attacks on the nearest enemies, where there are very many."""
    away = {aim.target: apart(battle, unit, battle.units[aim.target]) for aim in aims if aim.target in battle.units}
    if len(away) <= MOST_TARGETS:
        return aims
    far = sorted(away.values())[MOST_TARGETS - 1]
    return [aim for aim in aims if away.get(aim.target, 0.0) <= far]


def _aim_at(shots: Iterable[Shot], names: Set[str]) -> bool:
    return any(shot.command.target in names or any(name in names for name, _, _ in shot.blasts) for shot in shots)


def _stance(unit: Unit) -> tuple[object, ...]:
    """All about a unit that may change in a Combat Phase and that the worth of an attack depends on."""
    return (
        unit.place,
        unit.armor,
        unit.structure,
        unit.wounds,
        unit.fresh,
        unit.doomed,
        unit.destroyed,
        unit.withdrawing,
        unit.heat,
        unit.overheat,
        unit.shutdown,
        unit.attacks,
        unit.targets,
        unit.spotted,
        unit.spotter_promise,
        unit.spent,
        unit.switched_off,
        unit.notes,
        unit.sections,
    )


def _eyes(battle: Battle, unit: Unit) -> Iterator[tuple[str, bool, str | None]]:
    """What fire at points depends on: whom its spotters have spotted, and whether they have attacked."""
    if any(meant(unit) for meant in _at_points()):
        for one in battle.on_table(unit.side):
            yield one.id, bool(one.attacks), one.spotted


@cache
def _at_points() -> tuple[Callable[[Unit], object], ...]:
    """Of all kinds of attacks on points, who can make them."""
    return tuple(kind.at_points for kind in KINDS.values() if kind.at_points is not None)


def aimed(battle: Battle, command: orders.Attack) -> Shot | None:
    """An attack with its chances, or None when it is not allowed."""
    try:
        attack: Attack = open_attack(battle, command)
    except Refused:
        return None
    asked = command.overheat or command.abilities or command.split or command.spotter is not None
    if asked and why_not(attack) is not None:
        return None
    if trait.AFAR in attack.traits:
        return from_afar(attack)
    if attack.kind_rules.ready is not None and attack.target is None:
        return Shot(command, 1.0, (), blasts_of(attack))
    number = total(modifiers(attack))
    if attack.kind == HOMING:
        return Shot(command, 1.0, (), _homes_in(attack))
    if is_shell(attack):
        blasts: dict[tuple[str, int], float] = {}
        for likely, hit in shell_hits(attack, number):
            key = hit.unit, hit.points
            blasts[key] = blasts.get(key, 0.0) + float(likely)
        return Shot(command, 1.0, (), tuple((unit, points, chance) for (unit, points), chance in blasts.items()))
    chance = hit_ways(attack, number) / 36 * keeps_control(attack)
    if chance <= 0.0:
        return None
    points: dict[int, float] = {}
    if attack.kind_rules.worth is not None:
        if command.ammo is not None:
            return Shot(command, chance, tuple(_with_more({0: 1.0}, side_effects(attack)).items()))
        worth = attack.kind_rules.worth(attack)
        return Shot(command, chance, ((round(worth), 1.0),)) if worth > 0 else None
    for settled, share in settlements(attack):
        points[settled.damage] = points.get(settled.damage, 0.0) + float(share)
    more = side_effects(attack)
    if more:
        points = _with_more(points, more)
    return Shot(command, chance, tuple(points.items()))


def from_afar(attack: Attack) -> Shot | None:
    """A shell that may be on its way for a while: whoever it is meant for may have gone by then."""
    number, turns = total(modifiers(attack)), _flight(attack) or 0
    chance = hit_ways(attack, number) / 36
    if attack.target is not None:
        return Shot(attack.command, chance, ((attack.kind_rules.strength(attack).points, 1.0),)) if chance else None
    stays = STAYS**turns
    if is_shell(attack):
        hits = [(hit.unit, hit.points, float(likely) * stays) for likely, hit in shell_hits(attack, number)]
        return Shot(attack.command, 1.0, (), tuple(hits))
    return Shot(attack.command, 1.0, (), tuple((*blow, chance * stays) for blow in struck_around(attack)))


def _flight(attack: Attack) -> int | None:
    answers = (hook(attack) for hook in attack.battle.hooks[hooks.flight_turns])
    return next((turns for turns in answers if turns is not None), None)


def struck_around(attack: Attack) -> list[tuple[str, int]]:
    """Everybody in the areas of an attack on a point, and what reaches them."""
    rings, point = attack.kind_rules.rings, attack.point
    if rings is None or point is None:
        return []
    areas, found = rings(attack), []
    for unit in attack.battle.on_table():
        far = distance_from(attack.battle, unit, point)
        points = next((ring.damage.points for ring in areas if far <= ring.radius), 0)
        if points and not (unit.airborne and unit.card.is_aerospace):
            found.append((unit.id, points))
    return found


def _homes_in(attack: Attack) -> tuple[tuple[str, int, float], ...]:
    """Whom a homing round strikes, and how likely."""
    points = attack.kind_rules.strength(attack).points
    return tuple((one.id, points, HOMES) for one in painted_near(attack)[:1])


def _with_more(points: dict[int, float], extra: float) -> dict[int, float]:
    """Points with something on top that need not be whole."""
    whole, part = int(extra), extra - int(extra)
    found: dict[int, float] = {}
    for many, chance in points.items():
        for more, share in ((whole, 1.0 - part), (whole + 1, part)):
            if share > 0.0:
                found[many + more] = found.get(many + more, 0.0) + chance * share
    return found


def gain(battle: Battle, shot: Shot) -> float:
    """What an attack takes from the enemy on average, as things stand now."""
    command = shot.command
    if shot.blasts:
        side = battle.units[command.unit].side
        return sum(
            (-1.0 if battle.units[name].side == side else 1.0) * chance * prize(battle, battle.units[name]).loss(points)
            for name, points, chance in shot.blasts
        )
    loot = prize_named(battle, command.target)
    return 0.0 if loot is None else shot.chance * loot.mean_loss(shot.points)
