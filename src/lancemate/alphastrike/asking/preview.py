"""What an attack or a move would need, before anyone commits to it (p. 24).

A preview answers for either side in any phase, as if it were that unit's turn; it throws no dice and changes nothing.
``expected`` is the short answer for programs that ask thousands of times; the chances of everything else are worked
out in outcomes.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.dogfight import control_numbers
from lancemate.alphastrike.asking.measure import sight_state
from lancemate.alphastrike.asking.odds import TWO_DICE
from lancemate.alphastrike.asking.outcomes import Outcomes, every_way, outcomes_of, shell_hits
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import (
    Attack,
    automatic_hit,
    automatic_miss,
    enough,
    modifiers,
    open_attack,
    why_not,
)
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.striking import hit_direction
from lancemate.alphastrike.damage.reckoning import Settled
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.terrain.hexes import measured
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import public
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


@frozen
class AttackPreview:
    """What can be known of an attack beforehand. One that is not allowed says why, and the rest as far as it goes."""

    legal: bool
    reason: Refusal | None
    target_number: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    range: str | None = None
    distance: float | None = None
    line_of_sight: str | None = None
    sight_state: str | None = None  # clear, obstructed or blocked, as the book says
    direction: str | None = None
    damage: int | None = None  # points of a hit; of an area, in its middle
    absorbed: int = 0  # points that a building or a wall takes off it
    damage_parts: tuple[Modifier, ...] = ()
    hit_probability: float = 0.0
    expected_damage: float = 0.0
    outcomes: Outcomes | None = None
    targets: Mapping[str, AttackPreview] | None = None  # of an attack on several units: the attack on each
    control: Mapping[str, int] | None = None  # the Control Rolls that come before it, by unit
    more: Mapping[str, Any] = field(default_factory=dict)  # what modules tell of it

    def __repr__(self) -> str:
        """What it needs and why, what a hit does, and how likely it is."""
        if not self.legal:
            return f"<AttackPreview: not allowed: {Refused(self.reason) if self.reason is not None else 'no reason'}>"
        chance = f"hits {self.hit_probability:.0%} for {self.damage}, {self.expected_damage:.2f} expected"
        if self.target_number is None:
            return f"<AttackPreview: {chance}>"
        parts = " ".join(f"{part.value:+g} {part.label}" for part in self.modifiers)
        return f"<AttackPreview: needs {self.target_number} = {parts}; {chance}>"

    def _repr_html_(self) -> str:
        drawn: str = hooks.questions["picture of an attack"](self)
        return drawn


class Expectation(NamedTuple):
    """The short answer: whether it is allowed, how likely it hits, the points to be expected."""

    legal: bool
    target_number: int
    hit_probability: float
    expected_damage: float


WAYS: Final = tuple((sum(faces), int(chance * 36)) for faces, chance in TWO_DICE)  # sums of two dice
NOTHING: Final = Expectation(False, 0, 0.0, 0.0)


def preview_attack(battle: Battle, command: orders.Attack, *, outcomes: bool = True) -> AttackPreview:
    """Everything about an attack: allowed or not, the number and its parts, what it does, how likely."""
    try:
        return _foreseen(battle, battle.sound(command), outcomes)
    except Refused as refused:
        return AttackPreview(False, refused.refusal)


def _foreseen(battle: Battle, command: orders.Attack, outcomes: bool) -> AttackPreview:
    attack = open_attack(battle, command)
    reason = why_not_in_play(attack) or why_not(attack)
    return _preview(attack, reason, outcomes=outcomes) if on_the_table(attack) else AttackPreview(False, reason)


def _preview(attack: Attack, reason: Refusal | None, *, outcomes: bool) -> AttackPreview:
    battle, parts = attack.battle, modifiers(attack)
    number = total(parts)
    settled = most_likely(settlements(attack))
    return AttackPreview(
        legal=reason is None,
        reason=reason,
        target_number=number,
        modifiers=parts,
        range=RANGE_NAMES[attack.bracket],
        distance=round(measured(battle, attack.distance), 4),
        line_of_sight=attack.sight.status,
        sight_state=sight_state(battle, attack.sight),
        direction=side_struck(attack),
        damage=settled.damage,
        absorbed=sum(points for _, points in settled.absorbed),
        damage_parts=settled.parts,
        hit_probability=hit_ways(attack, number) / 36,
        expected_damage=expected_points(attack, number) if reason is None else 0.0,
        outcomes=outcomes_of(attack, number) if reason is None and outcomes and plain(attack) else None,
        targets=_each(attack, reason),
        control=control_numbers(attack),
        more=_told(attack),
    )


def _told(attack: Attack) -> Mapping[str, Any]:
    """What modules tell of an attack: hook ``attack_told`` (attack)."""
    told: dict[str, Any] = {}
    for hook in attack.battle.hooks[hooks.attack_told]:
        told |= hook(attack) or {}
    return told


def preview_data(battle: Battle, command: orders.Attack) -> dict[str, JSON]:
    """The preview as plain data, what modules tell beside the rest."""
    return _spread(public(preview_attack(battle, command)))


def _spread(data: JSON) -> dict[str, JSON]:
    assert isinstance(data, dict)
    more, targets = data.pop("more"), data["targets"]
    assert isinstance(more, dict)
    if isinstance(targets, dict):
        data["targets"] = {name: _spread(one) for name, one in targets.items()}
    return data | more


def _flight(attack: Attack) -> int | None:
    """Turns until a shell comes down: hook ``flight_turns`` (attack)."""
    answers = (hook(attack) for hook in attack.battle.hooks[hooks.flight_turns])
    return next((turns for turns in answers if turns is not None), None)


def plain(attack: Attack) -> bool:
    """One roll at one target, or one shell that comes down at once."""
    if trait.AFAR in attack.traits and (attack.target is not None or _flight(attack)):
        return False
    return trait.AERIAL not in attack.traits or attack.target is not None


def _each(attack: Attack, reason: Refusal | None) -> Mapping[str, AttackPreview] | None:
    """The attack on each of several, which may be made when the whole may."""
    several = attack.kind_rules.several
    if several is None or attack.target is not None:
        return None
    return {name: _preview(one, reason, outcomes=False) for name, one in several(attack).items()}


def expected(battle: Battle, command: orders.Attack) -> Expectation:
    """The short answer, without the chances of critical hits and destruction."""
    try:
        attack = open_attack(battle, command)
    except Refused:
        return NOTHING
    if why_not_in_play(attack) is not None or why_not(attack) is not None:
        return NOTHING
    number = total(modifiers(attack))
    return Expectation(True, number, hit_ways(attack, number) / 36, expected_points(attack, number))


def why_not_in_play(attack: Attack) -> Refusal | None:
    """Whoever has left the battle neither attacks nor is attacked."""
    for unit in (attack.attacker, attack.target):
        if unit is not None and not unit.in_play:
            return Refusal("not_in_play", f"{unit.id} is no longer in play", "AS-INT-031")
    return None


def on_the_table(attack: Attack) -> bool:
    """There is something to measure between."""
    if trait.INDOORS in attack.traits or trait.AFAR in attack.traits:
        return True
    return attack.platform.on_table and (attack.target is None or attack.target.in_the_open)


def hit_ways(attack: Attack, number: int) -> int:
    """How many of the 36 throws of two dice hit, automatic hits and misses included."""
    connects = attack.kind_rules.connects
    if connects is not None and not connects(attack):
        return 0
    if automatic_miss(attack, number):
        return 0
    if automatic_hit(attack, number):
        return 36
    return sum([ways for roll, ways in WAYS if enough(attack, number, roll)])


def side_struck(attack: Attack) -> str | None:
    """Front or rear; between two sides the target's player will choose the front. An area strikes no side."""
    if attack.target is None or attack.kind_rules.resolve is not None:
        return None
    side = hit_direction(attack)
    return "front" if side == "corner" else side


def settlements(attack: Attack) -> list[tuple[Settled, Fraction]]:
    """What a hit may be worth: one answer, or one for each way the dice that settle it can fall."""
    side = side_struck(attack) or "front"
    return every_way(lambda throw: settle(attack, side, throw))


def most_likely(answers: list[tuple[Settled, Fraction]]) -> Settled:
    """The answer whose points come up most often, of two that do so equally the higher."""
    chances: dict[int, Fraction] = {}
    for settled, chance in answers:
        chances[settled.damage] = chances.get(settled.damage, Fraction(0)) + chance
    points = max(chances, key=lambda damage: (chances[damage], damage))
    return next(settled for settled, _ in answers if settled.damage == points)


def expected_points(attack: Attack, number: int) -> float:
    """Points to be expected on the target; of a shell aimed at a point, on all enemies together."""
    if (
        trait.ARTILLERY in attack.traits
        and trait.AREA in attack.traits
        and (attack.target is None or attack.target.on_table)
    ):
        units, side, target = attack.battle.units, attack.attacker.side, attack.target
        hits = shell_hits(attack, number)
        if target is not None:
            return float(sum(chance * hit.points for chance, hit in hits if hit.unit == target.id))
        return float(sum(chance * hit.points for chance, hit in hits if units[hit.unit].side != side))
    ways = hit_ways(attack, number)
    if not ways:
        return 0.0
    return float(sum(chance * settled.damage for settled, chance in settlements(attack)) * ways / 36)
