"""Copperheads and homing Arrows (pp. 144, 147): rounds fired at a point that strike a painted unit near it.

Where advanced artillery is in play its own rules about homing rounds hold, shells in flight and all; without it they
come down at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import carried
from lancemate.alphastrike.abilities.painting import is_painted
from lancemate.alphastrike.air.bombing import let_go
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.artillery import artillery_slot, each_piece_once, only_piece
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.resolution import go_on, make_attack
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.alternate_munitions.firing import HOMING, SHELLS
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, carriers, title_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.play.traits import Traits

COPPERHEAD: Final = "copperhead"
ARROW: Final = "arrow_iv_homing"  # under the wings
ADVANCED: Final = "advanced_artillery"
ROUNDS: Final = rules.table("AS-OPT-109", {"ART-LT": 3, "ART-S": 2, "ART-T": 1})
MISSILE: Final = rules.table("AS-OPT-125", {"homing": 2})
NEEDS: Final = 4  # whatever else (AS-OPT-179)


def is_hung(command: orders.Attack) -> bool:
    """It is one that hangs under the wings."""
    return ARROW in command.bombs


@hooks.announced_as.rule("AS-OPT-109", "AS-OPT-125", when=OPTION)
def meant_to_home_in(battle: Battle, command: orders.Attack) -> str | None:
    """A Copperhead, or a homing Arrow, comes down on a unit and not on a point."""
    if command.kind != SHELLS:
        return None
    loaded = command.ammo == COPPERHEAD and ADVANCED not in battle.options
    return HOMING if loaded or is_hung(command) else None


def painted_near(attack: Attack) -> list[Unit]:
    """Enemies that have been painted within 42 inches of the point."""
    battle, point = attack.battle, attack.point
    if point is None:
        return []
    reach = RANGES.of(attack)["L"]["up_to"]
    foes = battle.on_table(battle.opponent(attack.attacker.side))
    return [one for one in foes if is_painted(battle, one) and within(battle, one, point, reach)]


@hooks.may_attack.rule("AS-OPT-109", "AS-OPT-125", part=hooks.ABLE, kinds=HOMING, when=OPTION)
def finds_somebody(attack: Attack) -> Refusal | None:
    """A point with somebody painted near it, and a round to fire."""
    unit, by = attack.attacker, "AS-OPT-125" if is_hung(attack.command) else "AS-OPT-109"
    if attack.point is None:
        return Refusal("not_a_target", "homing rounds are fired at a point: name one", by)
    if not painted_near(attack):
        text = "nobody within 42 inches of the point is painted: let a friend paint a target first (TAG or LTAG)"
        return Refusal("nothing_painted", text, "AS-OPT-176")
    if is_hung(attack.command):
        return None if ARROW in carried(unit) else Refusal("no_bombs", f"{unit.id} has no homing Arrow IV left", by)
    if attack.code not in carriers(unit, COPPERHEAD):
        return Refusal("no_such_ammo", f"{unit.id} carries no {title_of(COPPERHEAD)} rounds for this piece", by)
    return each_piece_once(attack)


# -- coming down ----------------------------------------------------------------------------------------------


@hooks.made_of.rule("AS-OPT-125", when=OPTION)
def a_missile_under_the_wings(attack: Attack) -> Traits | None:
    """An Arrow IV is one, and a Copperhead is none."""
    return trait.traits(trait.MISSILE) if attack.kind == HOMING and is_hung(attack.command) else None


def begin(attack: Attack) -> None:
    """With several painted its owner says whom it strikes."""
    if attack.target is not None:
        make_attack(attack)
        return
    near = tuple(unit.id for unit in painted_near(attack))
    if len(near) == 1:
        strikes(attack.battle, attack.command, near[0])
        return
    question = f"whom does the homing round of {attack.attacker.id} strike?"
    asked = Decision(attack.attacker.side, "homing", question, near, "AS-OPT-178", of_units=True)
    attack.battle.ask(asked, "homing_strikes", command=attack.command)


@rules.task("homing_strikes")
def strikes(battle: Battle, command: orders.Attack, choice: str) -> None:
    go_on(Attack(battle, replace(command, target=choice)))


def strength(attack: Attack) -> Strength:
    """No area: one unit is struck, by the kind of round."""
    if is_hung(attack.command):
        return Strength(MISSILE.of(attack)["homing"])
    return Strength(ROUNDS.of(attack)[attack.code]) if attack.code in ROUNDS.of(attack) else NONE


def parts_of(attack: Attack) -> tuple[Modifier, ...]:
    by = "AS-OPT-125" if is_hung(attack.command) else "AS-OPT-109"
    return (Modifier("Homing round", strength(attack).points, by),)


def number_of(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier("Homing round", NEEDS, "AS-OPT-179"),)


@hooks.hit_direction.rule("AS-OPT-109", "AS-OPT-125", part=-2, when=OPTION)
def from_above(attack: Attack) -> str | None:
    """What comes from above strikes the front."""
    return "front" if attack.kind == HOMING else None


@hooks.blind_sight.rule("AS-OPT-109", part=-2, when=OPTION)
def sees_by_itself(attack: Attack) -> Ruling | None:
    """Nobody has to see what has been painted."""
    return Ruling("clear") if attack.kind == HOMING else None


def slot_of(attack: Attack) -> str:
    return "arrow" if is_hung(attack.command) else artillery_slot(attack)


def spend(attack: Attack, hit: bool) -> None:
    if is_hung(attack.command) and ARROW in carried(attack.attacker):
        let_go(attack.battle, attack.attacker, ARROW)


def on_top(attack: Attack) -> bool:
    return not is_hung(attack.command)


def pieces(unit: Unit) -> tuple[str | None, ...]:
    """The pieces that have Copperheads."""
    return carriers(unit, COPPERHEAD)


def arrows_ready(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Those that hang under the wings, at whoever is painted."""
    if ARROW in carried(unit):
        for enemy in battle.on_table(battle.opponent(unit.side)):
            if is_painted(battle, enemy):
                yield orders.Attack(unit.id, orders.PointTarget(battle.table.snap(enemy.at)), HOMING, bombs=(ARROW,))


def word_of(unit: Unit, piece: str | None) -> tuple[str, ...]:
    return (COPPERHEAD,)


attack_kind(
    Kind(
        HOMING,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.SINGLE, trait.EXPLOSIVE, trait.ARTILLERY),
        when=OPTION,
        words="a homing round",
        slot=slot_of,
        strength=strength,
        explain=parts_of,
        fires=only_piece,
        begin=begin,
        number=number_of,
        extra=on_top,
        after=spend,
        at_points=pieces,
        ammo_at_points=word_of,
        ready=arrows_ready,
    )
)
