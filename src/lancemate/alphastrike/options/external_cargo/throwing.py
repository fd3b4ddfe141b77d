"""Throwing cargo (pp. 164-165): an attack with what a 'Mech holds in its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim, Around
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.movement.entering import THROWN
from lancemate.alphastrike.options.external_cargo.loads import hauled, load_of, put_down
from lancemate.alphastrike.options.external_cargo.setting_down import batter
from lancemate.alphastrike.options.external_cargo.sizes import CARGO, LARGEST, more_lifted
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Scattered
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

THROW: Final = "throw"
THROWS: Final = rules.table("AS-OPT-420", {"Sizes smaller": 2, "inches a Size": 2.0})
NUMBERS: Final = rules.table("AS-OPT-421", {"inches": 2.0, "active unit": 2})
SCATTERS: Final = rules.table("AS-OPT-422", {"inches": 1.0, "damage a Size": 2})


def strength_of(unit: Unit) -> int:
    """The Size of a thrower; a superheavy 'Mech is as large as there are."""
    return LARGEST if unit.card.superheavy or unit.has("LG") else unit.card.size


def size_thrown(attack: Attack) -> int:
    name = hauled.of(attack.attacker)
    return 0 if name is None else load_of(attack.battle, name, attack.attacker).size or 0


@rules.rule("AS-OPT-420", otherwise=60.0)
def reach_of(battle: Battle, unit: Unit, size: int) -> float:
    """Two inches for each Size that it is smaller."""
    return THROWS.of(battle)["inches a Size"] * (strength_of(unit) - size)


@hooks.may_attack.rule("AS-OPT-420", part=hooks.ABLE, kinds=THROW)
def may_throw(attack: Attack) -> Refusal | None:
    """'Mechs alone, what is two Sizes smaller, as far as they can."""
    unit, name, size = attack.attacker, hauled.of(attack.attacker), size_thrown(attack)
    if name is None or not unit.card.is_mech:
        text = f"{unit.id} has nothing to throw: 'Mechs throw what they carry"
        return Refusal("nothing_to_throw", text, "AS-OPT-420")
    if strength_of(unit) + more_lifted(attack.battle, unit) - size < THROWS.of(attack)["Sizes smaller"]:
        text = f"{name} is of Size {size}: {unit.id} throws what is at least 2 Sizes smaller than itself"
        return Refusal("too_heavy", text, "AS-OPT-420")
    far = reach_of(attack.battle, unit, size)
    if attack.distance > far + TINY:
        return Refusal("too_far", f"{unit.id} throws {name} up to {far:g} inches", "AS-OPT-420")
    return None


@hooks.to_hit.rule("AS-OPT-421", part=hooks.RANGE, kinds=THROW, when=CARGO)
def thrown_so_far(attack: Attack) -> Modifier | None:
    """One for each full two inches, in the place of the range."""
    steps = int(attack.distance / NUMBERS.of(attack)["inches"] + TINY)
    return Modifier("Distance", steps, "AS-OPT-421") if steps else None


@hooks.to_hit.rule("AS-OPT-421", part=hooks.OTHER, kinds=THROW, when=CARGO)
def so_large(attack: Attack) -> Modifier | None:
    return Modifier("Size of the cargo", size_thrown(attack), "AS-OPT-421")


@hooks.to_hit.rule("AS-OPT-421", part=hooks.OTHER, kinds=THROW, when=CARGO)
def it_struggles(attack: Attack) -> Modifier | None:
    name = hauled.of(attack.attacker)
    other = attack.battle.units.get(name or "")
    if other is None or other.doomed is not None or is_helpless(attack.battle, other):
        return None
    return Modifier("Thrown unit struggles", int(NUMBERS.of(attack)["active unit"]), "AS-OPT-421")


@rules.rule("AS-OPT-422", otherwise=NONE)
def weight(attack: Attack) -> Strength:
    """As many points as it has Sizes."""
    return Strength(size_thrown(attack))


def lands(attack: Attack, hit: bool) -> None:
    """It comes down on its target or beside it, and is the worse for it."""
    battle, unit, name = attack.battle, attack.attacker, hauled.of(attack.attacker)
    assert name is not None
    at, _ = attack.aim
    size = size_thrown(attack)
    if not hit:
        die = battle.roll(1)
        far = SCATTERS.of(battle)["inches"]
        where = battle.table.snap(scatter(battle, battle.table, at, die[0], far))
        battle.emit(Scattered(unit.id, at, where, die, not battle.table.inside(*where), "AS-OPT-422"))
        at = where
    put_down(battle, unit, at, "thrown", "AS-OPT-422", THROWN)
    batter(battle, name, int(SCATTERS.of(battle)["damage a Size"]) * size, "AS-OPT-422")


def aims(around: Around) -> list[Aim]:
    """At every enemy, for those who have something in their hands."""
    if not around.unit.notes or hauled.of(around.unit) is None:
        return []
    return [Aim(enemy.id, THROW) for enemy in around.enemies]


attack_kind(
    Kind(
        THROW,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.SINGLE),
        when=CARGO,
        words="throw its cargo",
        slot=lambda attack: "weapon",
        strength=weight,
        flat_range=lambda attack: True,
        after=lands,
        aims=aims,
    )
)
