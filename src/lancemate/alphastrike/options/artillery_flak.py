"""Artillery flak (p. 154): cluster shells that burst in the way of what flies over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import MINIMAL, Strength
from lancemate.alphastrike.combat.artillery import artillery_slot, inner_strength, on_top, only_piece
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind, of_any_attack
from lancemate.alphastrike.combat.tohit import fire_control_hits, heat, movement_modifier, skill
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.orders import Attack as AttackOrder
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

FLAK: Final = rules.option(
    "artillery_flak", "AS-OPT-200", "artillery with cluster munitions fires at aerospace units over the table"
)

KIND: Final = "flak"
CLUSTER: Final = "cluster"
NUMBER: Final = rules.table("AS-OPT-201", {"flak": 3})


def flies_over(unit: Unit | None) -> bool:
    """An aerospace unit in flight over the table."""
    return unit is not None and unit.on_table and unit.airborne and (unit.card.is_aerospace or is_overhead(unit))


@hooks.kind_meant.rule("AS-OPT-200", when=FLAK)
def fired_at_the_sky(battle: Battle, unit: Unit, command: AttackOrder) -> str | None:
    """Cluster shells at what flies over the table."""
    if command.kind != "artillery" or not isinstance(command.target, str):
        return None
    return KIND if flies_over(battle.units.get(command.target)) else None


@hooks.may_attack.rule("AS-OPT-200", part=hooks.ABLE, kinds=KIND, when=FLAK)
def from_the_ground(attack: Attack) -> Refusal | None:
    """By artillery on the ground, with cluster munitions; cannons have none."""
    if attack.attacker.airborne:
        return Refusal("airborne", f"{attack.attacker.id} is in the air: flak is fired from the ground", "AS-OPT-200")
    if attack.command.ammo != CLUSTER:
        text = f"artillery is fired at what flies with cluster munitions: say ammo {CLUSTER}, or aim at the ground"
        return Refusal("no_flak", text, "AS-OPT-200")
    return None


@rules.rule("AS-OPT-201", otherwise=lambda attack: (skill(attack),))
def flak_number(attack: Attack) -> tuple[Modifier, ...]:
    """Skill, three, the gun's own movement, what is wrong with it, and what counts on every attack: neither range nor
    altitude."""
    flak = Modifier("Artillery flak", NUMBER.of(attack)["flak"], "AS-OPT-201")
    gun = (skill(attack), movement_modifier(attack, attack.platform), fire_control_hits(attack), heat(attack))
    parts = (*gun, flak, *of_any_attack(attack))
    return tuple(part for part in parts if part is not None)


@rules.rule("AS-OPT-202", otherwise=inner_strength)
def flak_strength(attack: Attack) -> Strength:
    """A point less than the shell does on the ground; of a single point minimal damage is left."""
    full = inner_strength(attack)
    return MINIMAL if full.points == 1 else full.reduced(1)


def shots(battle: Battle, unit: Unit) -> Iterator[AttackOrder]:
    """Flak that is worth asking about, as orders."""
    if FLAK in battle.options and any(code.startswith("ART-") for code in unit.card.all_codes):
        for enemy in battle.on_table(battle.opponent(unit.side)):
            if flies_over(enemy):
                yield AttackOrder(unit.id, enemy.id, "artillery", only_piece(unit, None), ammo=CLUSTER)


attack_kind(
    Kind(
        KIND,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.SINGLE, trait.EXPLOSIVE, trait.ARTILLERY),
        when=FLAK,
        slot=artillery_slot,
        strength=flak_strength,
        fires=only_piece,
        extra=on_top,
        number=flak_number,
        words="artillery flak",
        ready=shots,
    )
)
