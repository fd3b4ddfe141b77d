"""Arrow IV missiles against aircraft (p. 143): from the ground, and from one aircraft at another.

Those that hang under the wings as bombs are fired in the same way (bombs.py says how many a craft carries).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import carried
from lancemate.alphastrike.air.attacks import in_the_air
from lancemate.alphastrike.air.bombing import let_go
from lancemate.alphastrike.air.dogfight import (
    cannot_turn_round,
    did_not_return,
    lost_its_fight,
    lost_sight,
    out_of_reach,
)
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.aims import Aim, in_sight
from lancemate.alphastrike.combat.artillery import artillery_slot, each_piece_once, only_piece
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.options.alternate_munitions.firing import AIR_ARROW, AIR_DEFENSE
from lancemate.alphastrike.options.alternate_munitions.loads import ARROWS, OPTION, carriers, title_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

UPWARDS: Final = "air_defense_arrow_iv"
IN_THE_AIR: Final = "air_to_air_arrow_iv"
LIGHT: Final = "light_air_to_air_arrow"
OLD_NAME: Final = "arrow_iv_air_to_air"
HUNG: Final = (IN_THE_AIR, OLD_NAME, LIGHT)  # as bombs
DEFENSE: Final = rules.table("AS-OPT-106", {"damage": 2, "target number": -2, "short": 24.0})
DUEL: Final = rules.table("AS-OPT-107", {"damage": 2, "farthest": "M"})
BOMB: Final = rules.table("AS-OPT-124", {"damage": 2})
LIGHT_BOMB: Final = rules.table("AS-OPT-128", {"damage": 1})

fired_upwards = unit_memory("air_defense", bool, default=False, rule="AS-OPT-106", expires="turn")


# -- from the ground ------------------------------------------------------------------------------------------


@hooks.announced_as.rule("AS-OPT-106", when=OPTION)
def meant_for_the_sky(battle: Battle, command: orders.Attack) -> str | None:
    """Such a missile is no artillery."""
    return AIR_DEFENSE if command.kind == "artillery" and command.ammo == UPWARDS else None


@hooks.may_attack.rule("AS-OPT-106", part=hooks.AIM, kinds=AIR_DEFENSE, when=OPTION)
def at_what_flies(attack: Attack) -> Refusal | None:
    """From the ground at something in the air, in the place of a weapon or physical attack."""
    unit, target = attack.attacker, attack.target
    if attack.code not in carriers(unit, UPWARDS):
        return Refusal("no_such_ammo", f"{unit.id} carries no {title_of(UPWARDS)}", "AS-OPT-106")
    if target is None or not target.airborne or flies(unit):
        text = f"{title_of(UPWARDS)} is fired from the ground at what is in the air"
        return Refusal("not_a_target", text, "AS-OPT-106")
    if any(not slot.startswith("artillery") for slot in unit.attacks):
        text = f"{unit.id} has attacked this turn: {title_of(UPWARDS)} takes the place of its other attacks"
        return Refusal("already_attacked", text, "AS-OPT-106")
    return each_piece_once(attack)


@hooks.may_attack.rule("AS-OPT-106", part=hooks.STRUCK, when=OPTION)
def has_fired_at_the_sky(attack: Attack) -> Refusal | None:
    """Whoever has fired one makes no weapon or physical attack in the same turn."""
    unit = attack.attacker
    if not fired_upwards.of(unit) or attack.kind == AIR_DEFENSE or trait.ARTILLERY in attack.traits:
        return None
    text = f"{unit.id} has fired {title_of(UPWARDS)} this turn, in the place of this attack"
    return Refusal("already_attacked", text, "AS-OPT-106")


@hooks.counts_as.rule("AS-OPT-106", when=OPTION)
def short_or_medium(attack: Attack) -> str | None:
    """Short up to 24 inches, Medium beyond."""
    if attack.kind != AIR_DEFENSE:
        return None
    return "S" if attack.distance <= DEFENSE.of(attack)["short"] + TINY else "M"


@hooks.to_hit.rule("AS-OPT-106", part=hooks.OTHER, kinds=AIR_DEFENSE, when=OPTION)
def homes_in(attack: Attack) -> Modifier | None:
    return Modifier(title_of(UPWARDS), int(DEFENSE.of(attack)["target number"]), "AS-OPT-106")


def defense_strength(attack: Attack) -> Strength:
    return Strength(int(DEFENSE.of(attack)["damage"]))


def defense_parts(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier(title_of(UPWARDS), defense_strength(attack).points, "AS-OPT-106"),)


def note_firing(attack: Attack, hit: bool) -> None:
    fired_upwards.remember(attack.battle, attack.attacker, True)


def at_the_sky(around: Around) -> list[Aim]:
    """Everything in the air, for who has such missiles."""
    have = carriers(around.unit, UPWARDS)
    up = [enemy for enemy in around.enemies if enemy.airborne] if have else []
    return [Aim(name, AIR_DEFENSE, code) for code in have for name in in_sight(around, up)]


def on_top(attack: Attack) -> bool:
    return True


attack_kind(
    Kind(
        AIR_DEFENSE,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.SINGLE, trait.EXPLOSIVE, trait.MISSILE),
        when=OPTION,
        words="Air-Defense Arrow IV",
        slot=artillery_slot,
        strength=defense_strength,
        explain=defense_parts,
        fires=only_piece,
        extra=on_top,
        aims=at_the_sky,
        after=note_firing,
        codes=ARROWS,
    )
)


# -- in the air -----------------------------------------------------------------------------------------------


def hung(command: orders.Attack) -> str | None:
    """The Arrow under the wings that an order names."""
    return next((str(bomb) for bomb in command.bombs if bomb in HUNG), None)


@hooks.announced_as.rule("AS-OPT-107", "AS-OPT-124", "AS-OPT-128", when=OPTION)
def meant_for_a_duel(battle: Battle, command: orders.Attack) -> str | None:
    """Such a missile is neither artillery nor a bomb."""
    if command.kind == "artillery" and command.ammo == IN_THE_AIR:
        return AIR_ARROW
    return AIR_ARROW if command.kind == "weapon" and hung(command) is not None else None


@hooks.may_attack.rule("AS-OPT-107", "AS-OPT-124", "AS-OPT-128", part=hooks.AIM, kinds=AIR_ARROW, when=OPTION)
def from_craft_to_craft(attack: Attack) -> Refusal | None:
    """From one unit in flight at another, at Medium range at most, besides its other attack."""
    unit, by = attack.attacker, rule_of(attack)
    if not in_the_air(attack):
        return Refusal("not_a_target", f"{title_of(IN_THE_AIR)} is fired in flight at what is in flight", by)
    missing = no_missile_left(attack)
    if missing is not None:
        return missing
    if attack.bracket not in ("S", DUEL.of(attack)["farthest"]):
        return Refusal("out_of_range", f"{unit.id} reaches Medium range with it: come nearer", by)
    return (
        did_not_return(attack)
        or lost_sight(attack)
        or cannot_turn_round(attack)
        or lost_its_fight(attack)
        or out_of_reach(attack)
    )


def no_missile_left(attack: Attack) -> Refusal | None:
    unit, bomb = attack.attacker, hung(attack.command)
    if bomb is not None:
        if bomb in carried(unit):
            return None
        return Refusal("no_bombs", f"{unit.id} has no {called(bomb)} under its wings", rule_of(attack))
    if attack.code in carriers(unit, IN_THE_AIR):
        return each_piece_once(attack)
    return Refusal("no_such_ammo", f"{unit.id} carries no {title_of(IN_THE_AIR)}", "AS-OPT-107")


def rule_of(attack: Attack) -> str:
    bomb = hung(attack.command)
    return "AS-OPT-107" if bomb is None else "AS-OPT-128" if bomb == LIGHT else "AS-OPT-124"


def duel_strength(attack: Attack) -> Strength:
    bomb = hung(attack.command)
    row = DUEL if bomb is None else LIGHT_BOMB if bomb == LIGHT else BOMB
    found = row.of(attack)["damage"]
    assert isinstance(found, int)
    return Strength(found)


def duel_parts(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier(title_of(IN_THE_AIR), duel_strength(attack).points, rule_of(attack)),)


def duel_slot(attack: Attack) -> str:
    return artillery_slot(attack) if hung(attack.command) is None else AIR_ARROW


def spend(attack: Attack, hit: bool) -> None:
    """One from under the wings is gone."""
    bomb = hung(attack.command)
    if bomb is not None and bomb in carried(attack.attacker):
        let_go(attack.battle, attack.attacker, bomb)


def at_craft(around: Around) -> list[Aim]:
    """Everybody in flight, with missiles of its artillery."""
    have = carriers(around.unit, IN_THE_AIR) if flies(around.unit) else ()
    return [Aim(enemy.id, AIR_ARROW, code) for code in have for enemy in around.enemies if flies(enemy)]


def from_under_the_wings(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """The same with those it carries as bombs."""
    have = dict.fromkeys(bomb for bomb in carried(unit) if bomb in HUNG) if flies(unit) else {}
    for enemy in battle.on_table(battle.opponent(unit.side)) if have else ():
        if flies(enemy):
            yield from (orders.Attack(unit.id, enemy.id, AIR_ARROW, bombs=(bomb,)) for bomb in have)


attack_kind(
    Kind(
        AIR_ARROW,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.SINGLE, trait.EXPLOSIVE, trait.IN_THE_AIR, trait.MISSILE),
        when=OPTION,
        words="Air-to-Air Arrow IV",
        slot=duel_slot,
        strength=duel_strength,
        explain=duel_parts,
        fires=only_piece,
        extra=on_top,
        aims=at_craft,
        ready=from_under_the_wings,
        after=spend,
        codes=(*ARROWS, "BOMB"),
    )
)
