"""What one unit does to another at any range, asked of the rules once and kept while both are as they are.

The numbers come from the engine's own sums for a pair on open ground, both having moved; what a place adds (woods,
cover, the rear) and what another way of moving adds comes on top. Must not know places.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.outcomes import every_way
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.artillery import pieces_of
from lancemate.alphastrike.combat.attack import NEVER, Attack, modifiers
from lancemate.alphastrike.combat.multi_arc import mounts_of
from lancemate.alphastrike.combat.physical import undeclared_blows
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.combat.weapons import lobbed_by, weapon_strength
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.urban.buildings import structure_at
from lancemate.bots.alphastrike.tactics.played import played
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.worth import Chances

BRACKETS: Final = ("S", "M", "L", "E")
TYPICAL: Final = {"S": 3.0, "M": 15.0, "L": 33.0, "E": 48.0}  # inches, somewhere in the bracket
OPEN: Final = Ruling("clear")
NOTHING: Final[Chances] = ()
BEHIND: Final = 1  # points that a hit from behind does more
TOUCH: Final = 0.05  # inches that are as good as contact
MODES: Final = ("ground", "standstill", "jump", "sprint", "minimum", "dismounted", "dropped")


class Fire(NamedTuple):
    """What an attacker does to a target: by bracket S, M, L, E the target number and the points of a hit."""

    numbers: tuple[int, int, int, int]
    hits: tuple[Chances, Chances, Chances, Chances]
    from_behind: tuple[Chances, Chances, Chances, Chances]
    indirect: tuple[int, int, int, int]  # target numbers of indirect fire, or artillery, with an eye on the target
    indirect_hits: tuple[Chances, Chances, Chances, Chances]
    blow: int  # target number of the best physical attack
    blow_hits: Chances
    blow_reach: float
    all_round: bool  # its weapons bear everywhere


class ModeModifiers(NamedTuple):
    """What its way of moving does to a unit's own shots and to shots at it, beside moving on the ground."""

    own: dict[str, int]
    at: dict[str, int]


class FireTable:
    """Remembers what has been asked: a player's guesses, no rulings. Whatever it does is judged anew by the rules.

    In a new turn, or when the battle notes something new (as light and weather are), it asks about one pair again; if
    that has changed, nothing it remembers is worth anything.
    """

    def __init__(self, *, shells: bool = True) -> None:
        self._shells = shells  # counts what is fired at what others see
        self._when: object = None
        self._in_doubt = False
        self._cards: dict[int, Card] = {}  # kept, so that no other card is ever taken for one of them
        self._fires: dict[object, Fire] = {}
        self._mode_modifiers: dict[object, ModeModifiers] = {}

    def between(self, battle: Battle, attacker: Unit, target: Unit) -> Fire:
        return self.known(battle, attacker, target, (self.state(battle, attacker), self.state(battle, target)))

    def known(self, battle: Battle, attacker: Unit, target: Unit, key: tuple[object, object]) -> Fire:
        """The same for whoever has asked for the states of both already."""
        when = battle.state.turn, battle.state.notes
        if when != self._when:
            self._when, self._in_doubt = when, True
        found = self._fires.get(key)
        if found is not None and self._in_doubt:
            self._in_doubt = False
            if _changed(battle, attacker, target, found):
                self._fires.clear()
                self._mode_modifiers.clear()
                found = None
        if found is None:
            if len(self._fires) > 20_000:
                self._fires.clear()
            found = self._fires[key] = _ask(battle, attacker, target, self._shells)
        return found

    def mode_modifiers(self, battle: Battle, unit: Unit, enemy: Unit) -> ModeModifiers:
        key = self.state(battle, unit)
        found = self._mode_modifiers.get(key)
        if found is None:
            if len(self._mode_modifiers) > 5_000:
                self._mode_modifiers.clear()
            found = self._mode_modifiers[key] = ModeModifiers(
                _own_shots(battle, unit, enemy), _shots_at(battle, unit, enemy)
            )
        return found

    def state(self, battle: Battle, unit: Unit) -> tuple[object, ...]:
        """All about a unit that what it does and suffers depends on, its place and its last move aside."""
        return (
            self._likeness(battle, unit),
            unit.wounds,
            unit.heat,
            unit.shutdown,
            unit.stunned,
            unit.hull_down,
            unit.airborne,
            unit.switched_off,
            unit.spent,
            noted(unit) if unit.notes else "",
        )

    def _likeness(self, battle: Battle, unit: Unit) -> object:
        """What units of one design and Skill on one side have in common, where nobody has a name of its own."""
        if not _nameless(battle):
            return unit.id
        card = unit.card
        self._cards.setdefault(id(card), card)
        house = structure_at(battle, unit.at) if BUILT_UP in played(battle) else None
        return unit.side, id(card), unit.skill, house.id if house is not None else None


def noted(unit: Unit) -> str:
    """What rules remember of a unit, but for what has ended."""
    lasting = {}
    for name, value in unit.notes.items():
        key = memory.of_units.get(name)
        if key is None or value != key.default:
            lasting[name] = value
    return repr(lasting) if lasting else ""


@contextmanager
def as_if(unit: Unit, moved: str) -> Iterator[None]:
    """A unit as if it had moved that way this turn and done nothing else."""
    before = unit.moved, unit.attacks, unit.spotted, unit.declared, unit.targets
    unit.moved, unit.attacks, unit.spotted, unit.declared, unit.targets = moved, (), None, None, ()
    try:
        yield
    finally:
        unit.moved, unit.attacks, unit.spotted, unit.declared, unit.targets = before


def _nameless(battle: Battle) -> bool:
    """Whether rules look at no more of a unit than its card and its Skill: no pilot, officer or network is there."""
    found: bool = battle.remember("nameless units", lambda: _without_names(battle))
    return found


def _without_names(battle: Battle) -> bool:
    setup = battle.setup
    if setup.networks or setup.scenario is not None or not all(one.is_bare for one in setup.formations):
        return False
    if any(side.officers or side.command_abilities for side in setup.sides):
        return False
    return not any(unit.abilities or unit.words or unit.state for unit in setup.units)


def in_the_open(battle: Battle, command: orders.Attack, bracket: str) -> Attack | None:
    """An attack made in the open, from somewhere in a bracket."""
    try:
        attack = Attack(battle, command)
    except Refused:
        return None
    attack._distance, attack._bracket, attack._sight = TYPICAL[bracket], bracket, OPEN
    return attack


def _changed(battle: Battle, attacker: Unit, target: Unit, found: Fire) -> bool:
    """Whether a shot from medium range, or where weapons bear, is not what it was."""
    if _bears_everywhere(battle, attacker) != found.all_round:
        return True
    with as_if(attacker, "ground"), as_if(target, "ground"):
        return _shot(battle, attacker, orders.Attack(attacker.id, target.id), "M") != (found.numbers[1], found.hits[1])


def _shot(battle: Battle, attacker: Unit, command: orders.Attack, bracket: str) -> tuple[int, Chances]:
    """The target number of a shot in the open, and the points of a hit."""
    shot = in_the_open(battle, command, bracket)
    if shot is None or attacker.shutdown or not weapon_strength(shot).harms:
        return NEVER, NOTHING
    return total(modifiers(shot)), points_of(shot)


def _ask(battle: Battle, attacker: Unit, target: Unit, shells: bool) -> Fire:
    numbers, hits, behind = [], [], []
    far, far_hits = [NEVER] * len(BRACKETS), [NOTHING] * len(BRACKETS)
    with as_if(attacker, "ground"), as_if(target, "ground"):
        for column, bracket in enumerate(BRACKETS):
            number, points = _shot(battle, attacker, orders.Attack(attacker.id, target.id), bracket)
            numbers.append(number)
            hits.append(points)
            behind.append(tuple((each + BEHIND, chance) for each, chance in points))
            for code in lobbed_by(attacker) if shells else ():
                lob = orders.Attack(attacker.id, target.id, using=code)
                far[column], far_hits[column] = _shot(battle, attacker, lob, bracket)
            shell = _shell(battle, attacker, target, bracket) if shells else None
            if shell is not None:
                far[column], far_hits[column] = shell
        blow, blow_hits, reach = _blow(battle, attacker, target)
    return Fire(
        (numbers[0], numbers[1], numbers[2], numbers[3]),
        (hits[0], hits[1], hits[2], hits[3]),
        (behind[0], behind[1], behind[2], behind[3]),
        (far[0], far[1], far[2], far[3]),
        (far_hits[0], far_hits[1], far_hits[2], far_hits[3]),
        blow,
        blow_hits,
        reach,
        _bears_everywhere(battle, attacker),
    )


def _shell(battle: Battle, attacker: Unit, target: Unit, bracket: str) -> tuple[int, Chances] | None:
    """What its artillery does to whoever stands at the point it fires at: all its pieces of the best sort together."""
    pieces = [piece.code for piece in pieces_of(attacker)] if not attacker.shutdown else []
    best: tuple[int, int] | None = None
    for code in dict.fromkeys(pieces):
        shot = in_the_open(
            battle, orders.Attack(attacker.id, orders.PointTarget(target.at), "artillery", code), bracket
        )
        points = shot.kind_rules.strength(shot).points * pieces.count(code) if shot is not None else 0
        if shot is not None and points and (best is None or points > best[1]):
            best = total(modifiers(shot)), points
    return None if best is None else (best[0], ((best[1], 1.0),))


def _bears_everywhere(battle: Battle, unit: Unit) -> bool:
    return all(mount.arc is None or mount.arc.width >= 360.0 for mount in mounts_of(battle, unit)) or (
        unit.card.is_multi_arc
    )


def _blow(battle: Battle, attacker: Unit, target: Unit) -> tuple[int, Chances, float]:
    """The physical attack that needs no declaration."""
    kinds = undeclared_blows(battle, attacker)
    if not kinds or attacker.shutdown:
        return NEVER, NOTHING, 0.0
    kind = hooks.attack_kinds[kinds[0]]
    if kind.meant_for is not None and not kind.meant_for(target):
        return NEVER, NOTHING, 0.0
    attack = in_the_open(battle, orders.Attack(attacker.id, target.id, kind.name), "S")
    if attack is None or not kind.strength(attack).harms:
        return NEVER, NOTHING, 0.0
    return total(modifiers(attack)), points_of(attack), kind.reach or TOUCH


def points_of(attack: Attack) -> Chances:
    """The points a hit may do, each with its chance."""
    chances: dict[int, float] = {}
    for settled, chance in every_way(partial(settle, attack, "front")):
        chances[settled.damage] = chances.get(settled.damage, 0.0) + float(chance)
    return tuple(chances.items())


def _own_shots(battle: Battle, unit: Unit, enemy: Unit) -> dict[str, int]:
    found = {}
    with as_if(enemy, "ground"):
        for mode in MODES:
            with as_if(unit, mode):
                attack = in_the_open(battle, orders.Attack(unit.id, enemy.id), "M")
                found[mode] = total(modifiers(attack)) if attack is not None else 0
    return {mode: number - found["ground"] for mode, number in found.items()}


def _shots_at(battle: Battle, unit: Unit, enemy: Unit) -> dict[str, int]:
    found = {}
    with as_if(enemy, "ground"):
        for mode in MODES:
            with as_if(unit, mode):
                attack = in_the_open(battle, orders.Attack(enemy.id, unit.id), "M")
                found[mode] = total(modifiers(attack)) if attack is not None else 0
    return {mode: number - found["ground"] for mode, number in found.items()}
