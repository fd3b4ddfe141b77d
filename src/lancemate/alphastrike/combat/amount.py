"""How much a hit does (p. 48): a sum of named parts, in one fixed order.

The order is that of AS-SPC-006. Every part is a rule on the hook ``damage`` that sees the sum so far and answers with
what it adds or takes away. Must not know who is damaged by it or what that does.

Hooks: ``damage`` (work) -> Modifier | None, ``heat_resisted`` (battle, unit, heat, attacker) -> int | None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.attack import Settled
from lancemate.alphastrike.combat.multi_arc import mount_damage
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, bracket_at
from lancemate.alphastrike.damage.damage import heat_after_resistance, minimal_damage
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.kernel.engine import Tally
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.field.terrain import Feature

# Parts of the hook "damage", in order. The base value comes before all of them.
LESS_REAR, OVERHEAT, ROLLED, MUNITION, WATER, ADDED, VARIABLE, POINT_DEFENCE = range(8)
ARMOR, HEAT_AS_DAMAGE, FLOOR, WALLED, ABSORBED = range(8, 13)


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
        "changed",
        "die",
        "direction",
        "heat",
        "parts",
        "points",
        "roll",
        "throw",
        "value",
    )

    def __init__(self, attack: Attack, direction: str, value: Strength, throw: Throw) -> None:
        self.attack = attack
        self.battle = attack.battle
        self.changed = attack.changed
        self.direction = direction
        self.value = value  # before any part: minimal damage can be told from none
        self.parts: list[Modifier] = []
        self.points = 0
        self.die = 0  # the point that minimal damage did
        self.roll: tuple[int, ...] = ()
        self.heat = 0  # of the attack, at this range
        self.burn = 0  # of it, what became damage
        self.absorbed: list[tuple[Feature, int]] = []  # what structures have taken off it
        self.throw = throw

    def add(self, part: Modifier) -> None:
        self.parts.append(part)
        self.points += part.value


def settle(attack: Attack, direction: str, throw: Throw | None = None, value: Strength | None = None) -> Settled:
    """Work out the points of a hit. ``throw`` stands in for the battle's dice where nothing is to be rolled.

    ``value`` is the damage value that reaches this target, where it is not that of the kind of attack: in an area.
    """
    value = attack.kind_rules.strength(attack) if value is None else value
    work = Reckoning(attack, direction, value, throw or attack.battle.roll)
    work.heat = heat_of_attack(attack)
    for part in base_parts(work):
        work.add(part)
    for step in in_order(attack):
        change = step(work)
        if change is not None:
            work.add(change)
    heat = work.heat if work.heat and takes_heat(attack) else 0
    points = max(0, work.points)
    burn = min(work.burn, points)
    parts, absorbed = tuple(work.parts), tuple(work.absorbed)
    return Settled(points, parts, work.roll, heat, burn, work.value.minimal, work.die, absorbed)


Step = Callable[[Reckoning], Modifier | None]


def _backwards(attack: Attack) -> tuple[Step, ...]:
    return attack.battle.hooks[hooks.damage][::-1]


@rules.rule("AS-SPC-006", otherwise=_backwards)
def in_order(attack: Attack) -> tuple[Step, ...]:
    """What changes the damage works on what came before: the attacker's doing first, then the target's."""
    return attack.battle.hooks[hooks.damage]


def base_parts(work: Reckoning) -> tuple[Modifier, ...]:
    attack, value = work.attack, work.value
    if attack.code == "HT":
        return ()
    if value.minimal:
        work.roll = work.throw(1)
        work.die = minimal_damage(attack, work.roll[0])
        return (Modifier("Minimal damage", work.die, "AS-DMG-009"),)
    if attack.kind_rules.explain is not None:
        return attack.kind_rules.explain(attack)
    label = f"{attack.code or 'Damage'} at {RANGE_NAMES[attack.bracket]}"
    return (Modifier(label, value.points, "AS-DMG-013" if attack.using else "AS-DMG-008"),)


# -- the value fired ------------------------------------------------------------------------------------------


def weapon_value(attack: Attack) -> Strength:
    """The damage value of a weapon attack before anything is added: the card's, or that of the ability it uses."""
    own = ability_value(attack) if attack.using is not None else None
    return card_value(attack) if own is None else own


@rules.rule("AS-DMG-008", "AS-AER-074", otherwise=NONE)
def card_value(attack: Attack) -> Strength:
    """What is left of the card's (or the arc's) value for the target's bracket; nothing means no attack is possible."""
    return mount_damage(attack.battle, attack.attacker, attack.mount).at(attack.bracket)


@rules.rule("AS-DMG-013", otherwise=None)
def ability_value(attack: Attack) -> Strength | None:
    """An attack with an ability that has damage values uses those instead of the card's."""
    if attack.using is None or attack.using.strength is None:
        return None
    return special_damage(attack.battle, attack.attacker, attack.using, attack.arc).at(attack.bracket)


# -- parts ----------------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-HEA-010", "AS-AER-015", "AS-AER-076", part=OVERHEAT)
def overheat_bonus(work: Reckoning) -> Modifier | None:
    """Points of overheat add as many to the damage; at Long range and beyond only with OVL."""
    attack = work.attack
    if not attack.overheat or not attack.is_weapon:
        return None
    if attack.bracket not in ("S", "M") and not overheat_long(attack):
        return None
    return Modifier("Overheat", attack.overheat, "AS-HEA-010")


@rules.rule("AS-HEA-011", "AS-SPC-044", otherwise=False)
def overheat_long(attack: Attack) -> bool:
    return attack.attacker.active("OVL")


@hooks.damage.rule("AS-DMG-017", part=WATER)
def underwater(work: Reckoning) -> Modifier | None:
    """Weapons do half their damage to a unit under water, rounded down, at least 1; energy weapons do all of it.

    The least does not save minimal damage (AS-DMG-011).
    """
    attack = work.attack
    if not attack.is_weapon or attack.target is None or attack.code == "TOR" or fires_energy(attack):
        return None
    if work.points <= 0 or not is_underwater(work.battle, attack.target):
        return None
    half = halved(work)
    return Modifier("Under water", half - work.points, "AS-DMG-017") if half != work.points else None


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


@rules.rule("AS-SPC-027", otherwise=False)
def fires_energy(attack: Attack) -> bool:
    """All its weapons are lasers, particle cannons and the like."""
    return attack.attacker.has("ENE")


@hooks.damage.rule("AS-DMG-018", "AS-SPC-050", part=WATER, ability="TOR")
def torpedoes(work: Reckoning) -> Modifier | None:
    """A unit firing under water adds its torpedoes, at full value, by the full ranges."""
    attack = work.attack
    attacker = attack.attacker
    if attack.kind != "weapon" or attack.using is not None or not attacker.active("TOR"):
        return None
    if not is_underwater(work.battle, attacker):
        return None
    special = attacker.card.specials.get("TOR")
    assert special is not None
    points = special_damage(work.battle, attacker, special).at(bracket_at(work, attack.distance)).points
    return Modifier("Torpedoes", points, "AS-DMG-018") if points else None


@hooks.damage.rule("AS-DMG-005", "AS-AER-073", part=ADDED)
def rear_hit(work: Reckoning) -> Modifier | None:
    """Whatever strikes the rear does a point more."""
    return Modifier("Rear", 1, "AS-DMG-005") if work.direction == "rear" else None


@hooks.damage.rule("AS-DMG-015", part=HEAT_AS_DAMAGE, ability=("HT", "IATM"))
def heat_as_damage(work: Reckoning) -> Modifier | None:
    """What has no heat scale takes the heat of an attack as damage."""
    if not work.heat or takes_heat(work.attack):
        return None
    work.burn = work.heat
    return Modifier("Heat", work.heat, "AS-DMG-015")


# -- heat -----------------------------------------------------------------------------------------------------


def heat_of_attack(attack: Attack) -> int:
    """The heat an attack brings to its target, after what the target resists."""
    heat, target = heat_value(attack), attack.target
    for hook in attack.battle.hooks[hooks.brings_heat]:
        heat += hook(attack) or 0
    for rule in attack.battle.hooks[hooks.heat_brought]:
        brought = rule(attack, heat)
        heat = heat if brought is None else brought
    if not heat or target is None:
        return heat
    return heat_after_resistance(attack.battle, target, heat, attack.attacker.id)


@rules.rule("AS-DMG-014", "AS-SPC-031", otherwise=0)
def heat_value(attack: Attack) -> int:
    """HT rides on standard attacks, on turrets that list it and on anti-'Mech attacks: so much at this bracket."""
    special = _heat_special(attack)
    if special is None:
        return 0
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket).points


def _heat_special(attack: Attack) -> Special | None:
    card = attack.attacker.card
    if "HT" not in card.all_codes or not (attack.is_weapon or attack.kind == "antimech"):
        return None
    if attack.using is not None:
        if attack.code == "TUR" and attack.using.nested is not None:
            return attack.using.nested.get("HT")
        return attack.using if attack.code == "HT" else None
    if attack.arc is not None and attack.arc in card.arcs:
        return card.arcs[attack.arc].specials.get("HT")
    return card.specials.get("HT")


def takes_heat(attack: Attack) -> bool:
    return attack.target is not None and tracks_heat(attack.battle, attack.target)
