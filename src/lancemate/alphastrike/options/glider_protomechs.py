"""Glider ProtoMechs (p. 177): they walk like others, or glide as WiGEs do, which counts as jumping."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.air import crash, may_land, set_down, settle
from lancemate.alphastrike.movement.modes import Mode
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.play.words import unit_word, whole
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

CODE, GLIDE = "GLD", "glide"
GLIDERS: Final = rules.option("glider_protomechs", "AS-OPT-610", "ProtoMechs with wings may glide", "Glider ProtoMechs")
brings.add(GLIDERS, (CODE,))

GLIDING: Final = rules.table("AS-OPT-610", {"attacker": 2, "target": 1})
CLIPPED: Final = rules.table("AS-OPT-611", {"short by": 1, "on": 5, "inches": 1})

lost = unit_memory("glide_lost", int, default=0, rule="AS-OPT-611", told="has lost {} inches of its glide")
unit_word(lost, GLIDERS, whole(99))


def with_wings(battle: Battle, muster: Muster, card: Card) -> Card:
    """The card with the second of its Moves in use."""
    return replace(card, move=replace(card.move, wings=has_wings(battle, card))) if CODE in card.specials else card


@rules.rule("AS-SPC-097", otherwise=False)
def has_wings(battle: Battle, card: Card) -> bool:
    return "g" in card.move and card.move.primary != "g"


hooks.card_changes.add("glider", (GLIDERS, with_wings))
hooks.movement_modes.add(
    GLIDE,
    Mode(
        GLIDE,
        "Glide",
        "glided",
        option=GLIDERS,
        open_to=lambda battle, unit: unit.has(CODE) and current_move(battle, unit, GLIDE) > 0,
        way="skim",
    ),
)


@hooks.may_move.rule("AS-OPT-610", kinds=GLIDE, when=GLIDERS)
def glides_on_wings(m: Movement) -> Refusal | None:
    """At the beginning of its move it chooses; one without wings, or with broken ones, has no choice."""
    if m.unit.has(CODE) and current_move(m.battle, m.unit, GLIDE) > 0:
        return None
    return Refusal("no_wings", f"{m.unit.id} cannot glide: it walks, or stays where it is", "AS-OPT-610")


@hooks.comes_down_first.rule("AS-OPT-610", ability=CODE, when=GLIDERS)
def has_to_come_down(battle: Battle, command: orders.Move) -> bool:
    """Whoever wants to walk comes down where it is."""
    return is_aloft(battle.unit(command.unit)) and command.mode != GLIDE


@hooks.converts.rule("AS-OPT-610", ability=CODE, when=GLIDERS)
def comes_down_first(battle: Battle, command: orders.Move) -> orders.Move | None:
    if not has_to_come_down(battle, command):
        return None
    set_down(battle, battle.unit(command.unit), "AS-OPT-610")
    return command


def is_aloft(unit: Unit) -> bool:
    return unit.airborne and unit.on_table and unit.has(CODE) and unit.card.is_protomech


@hooks.passed_move.rule("AS-OPT-610", ability=CODE, when=GLIDERS)
def cannot_hang_in_the_air(battle: Battle, unit: Unit) -> bool | None:
    """A glider that stays where it is comes down, one way or the other."""
    if not is_aloft(unit):
        return None
    if may_land(battle, unit, unit.at):
        settle(battle, unit)
    else:
        crash(battle, unit, "AS-OPT-610")
    return True


@hooks.move_choices.rule("AS-OPT-610", ability=CODE, when=GLIDERS)
def up_or_down(battle: Battle, unit: Unit) -> Choice | None:
    if not unit.has(CODE):
        return None
    return Choice("elevation", "Height at the end", "number", "AS-OPT-610", most=1.0, modes=(GLIDE,))


# -- in combat ------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-610", part=hooks.ATTACKER, when=GLIDERS)
def fires_on_the_wing(attack: Attack) -> Modifier | None:
    """As hard as after a jump."""
    if attack.platform.moved != GLIDE:
        return None
    return Modifier("Attacker glided", GLIDING.of(attack)["attacker"], "AS-OPT-610")


@hooks.target_moved.rule("AS-OPT-610", kinds=GLIDE, when=GLIDERS)
def target_glided(attack: Attack) -> Modifier | None:
    target = attack.target
    if target is None:
        return None
    return Modifier("Target glided", current_tmm(attack.battle, target) + GLIDING.of(attack)["target"], "AS-OPT-610")


@hooks.attack_made.rule("AS-OPT-611", ability=CODE, when=GLIDERS)
def wing_is_clipped(attack: Attack, made: Made) -> bool | None:
    """Each roll that misses by one may still graze a wing."""
    target, row = attack.target, CLIPPED.of(attack)
    if target is None or not target.has(CODE):
        return None
    battle = attack.battle
    for _ in range(made.short_by(row["short by"], row["short by"])):
        die = battle.roll(1, lambda dice: dice[0] >= row["on"])
        grazed = die[0] >= row["on"] and current_move(battle, target, GLIDE) > 0
        battle.emit(DieRolled(target.id, "wing", die, "it is clipped" if grazed else "nothing happens", "AS-OPT-611"))
        if grazed:
            lost.note(battle, target, lost.of(target) + row["inches"])
    return None


@hooks.move_now.rule("AS-OPT-611", part=Move.CHANGED, ability=CODE, when=GLIDERS)
def clipped_wings_carry_less(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    if mode != GLIDE or not lost.of(unit):
        return None
    return Cost("Clipped wing", -float(lost.of(unit)), "AS-OPT-611")
