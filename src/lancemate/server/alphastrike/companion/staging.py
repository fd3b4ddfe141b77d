"""An abstract table: two units as far apart as the player says, with what lies between them, so that the engine can be
asked. Knows how a situation is staged; must not know a single number of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lancemate.alphastrike.asking.preview import AttackPreview, preview_attack
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.opening import body_of
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice, TapeThenMore

SIDES: Final = (Side("red", "south"), Side("blue", "north"))
WIDTH, DEPTH = 60.0, 72.0
MIDDLE: Final = WIDTH / 2
SHOOTER, TARGET = "attacker", "target"
# How far away a target is put, from base to base, for each range that the book has.
APART: Final = {"S": 4.0, "M": 16.0, "L": 32.0}
RANGES: Final = tuple(APART)
WEAPON, PHYSICAL, MELEE = "weapon", "physical", "melee"
BLOWS: Final = (PHYSICAL, MELEE)
CONTACT: Final = 0.0
BEHIND: Final = 6.0  # inches from the south edge to the attacker
WOODS, COVER = "woods", "cover"
LEAST_HEIGHT: Final = 0.5  # inches of a rise that half hides whoever stands behind it


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it stands: its card, its pilot's Skill, and what has befallen it."""

    card: Card
    skill: int = 4
    abilities: tuple[str, ...] = ()
    state: Mapping[str, JSON] = field(default_factory=dict)

    def with_state(self, **changes: JSON) -> Fighter:
        return replace(self, state={**self.state, **changes})

    def with_damage(self, points: int) -> Fighter:
        """The same with weapons that do so many points at any range."""
        strength = Strength(points)
        return replace(self, card=replace(self.card, damage=Damage(strength, strength, strength, strength)))

    def roomy(self, structure: int) -> Fighter:
        """The same with more than anybody can shoot away at once."""
        return replace(self, card=replace(self.card, structure=structure, armor=max(2, self.card.armor)))

    def muster(self, name: str, side: str, at: tuple[float, float], facing: float) -> Muster:
        return Muster(name, side, self.card, self.skill, at, facing, state=self.state, abilities=self.abilities)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the players see on their table."""

    kind: str = WEAPON
    range: str = RANGES[0]
    rear: bool = False
    ground: frozenset[str] = frozenset()  # woods, cover
    overheat: int = 0


def radius(card: Card) -> float:
    return body_of(rules, card).radius


def staged(one: Fighter, other: Fighter, said: Situation, dice: Sequence[int] = ()) -> Battle:
    """The battle in which the first attacks the second, with these dice."""
    apart = CONTACT if said.kind in BLOWS else APART[said.range]
    reach = radius(one.card) + radius(other.card) + apart
    at = MIDDLE, BEHIND + radius(one.card)
    there = MIDDLE, at[1] + reach
    units = (
        one.muster(SHOOTER, "red", at, 0.0),
        other.muster(TARGET, "blue", there, 0.0 if said.rear else 180.0),
    )
    table = Table(WIDTH, DEPTH, tuple(_ground(said, there, other.card)))
    setup = Setup(table, SIDES, units, phase="combat", first="red")
    return Battle(setup, TapeThenMore(tuple(dice), SeededDice(1)))


def _ground(said: Situation, there: tuple[float, float], card: Card) -> list[Feature]:
    x, y = there
    wide = radius(card) + 2.0
    found = []
    if WOODS in said.ground:
        found.append(_piece("woods", (x - wide, y - wide, 2 * wide, 2 * wide)))
    if COVER in said.ground:
        height = max(LEAST_HEIGHT, body_of(rules, card).height / 2)
        edge = y - radius(card)
        found.append(_piece("hill", (x - wide, edge - 1.0, 2 * wide, 0.9), height=height))
    return found


def _piece(kind: str, rect: tuple[float, float, float, float], **more: float) -> Feature:
    return feature_from_data({"id": kind, "kind": kind, "rect": list(rect), **more})


def attack_of(said: Situation) -> orders.Attack:
    return orders.Attack(SHOOTER, TARGET, kind=said.kind, overheat=said.overheat)


def asked(one: Fighter, other: Fighter, said: Situation) -> AttackPreview:
    """What the engine says to it."""
    return preview_attack(staged(one, other, said), attack_of(said), outcomes=False)
