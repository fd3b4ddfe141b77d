"""Powered wings (p. 141): infantry that flies four inches a turn as a VTOL does. Part of augmented warriors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.air import HIGHEST, set_down
from lancemate.alphastrike.movement.modes import Mode
from lancemate.alphastrike.options.augmented_warriors import AUGMENTED, POWERED_WINGS, has_implant, implants
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

WINGS: Final = "wings"
POWERED: Final = rules.table("AS-OPT-064", {"inches": 4, "airborne target": 1})


def with_wings(battle: Battle, muster: Muster, card: Card) -> Card:
    """The card with a second Move, in the air."""
    if POWERED_WINGS not in implants.read(muster.words) or not card.is_conventional_infantry or "v" in card.move:
        return card
    inches = wing_span(battle)
    return replace(card, move=replace(card.move, modes=(*card.move.modes, ("v", inches)), wings=True))


hooks.card_changes.add("wings", (AUGMENTED, with_wings))


@rules.rule("AS-OPT-064", otherwise=0)
def wing_span(battle: Battle) -> int:
    return POWERED.of(battle)["inches"]


def is_winged(battle: Battle, unit: Unit) -> bool:
    return has_implant(battle, unit, POWERED_WINGS) and unit.card.is_conventional_infantry


hooks.movement_modes.add(
    WINGS,
    Mode(
        WINGS,
        "Fly on its wings",
        "flew on its wings",
        option=AUGMENTED,
        open_to=lambda battle, unit: is_winged(battle, unit) and current_move(battle, unit, WINGS) > 0,
        way="fly",
    ),
)


@hooks.may_move.rule("AS-OPT-064", kinds=WINGS, when=AUGMENTED)
def flies_with_wings(m: Movement) -> Refusal | None:
    if is_winged(m.battle, m.unit):
        return None
    return Refusal("no_wings", f"{m.unit.id} is no infantry with powered wings: it moves as it can", "AS-OPT-064")


@hooks.comes_down_first.rule("AS-OPT-064", when=AUGMENTED)
def has_to_come_down(battle: Battle, command: orders.Move) -> bool:
    """Whoever wants to walk comes down where it is."""
    unit = battle.unit(command.unit)
    return unit.airborne and command.mode != WINGS and is_winged(battle, unit)


@hooks.converts.rule("AS-OPT-064", when=AUGMENTED)
def comes_down_first(battle: Battle, command: orders.Move) -> orders.Move | None:
    if not has_to_come_down(battle, command):
        return None
    set_down(battle, battle.unit(command.unit), "AS-OPT-064")
    return command


@hooks.target_moved.rule("AS-OPT-064", kinds=WINGS, when=AUGMENTED)
def flew_by(attack: Attack) -> Modifier | None:
    """As a VTOL: its TMM."""
    target = attack.target
    return None if target is None else Modifier("Target movement", current_tmm(attack.battle, target), "AS-OPT-064")


@hooks.to_hit.rule("AS-OPT-064", part=hooks.OTHER, when=AUGMENTED)
def in_the_air(attack: Attack) -> Modifier | None:
    """And harder to hit in the air, as VTOLs are."""
    target = attack.target
    if target is None or not target.airborne or not is_winged(attack.battle, target):
        return None
    return Modifier("Airborne target", POWERED.of(attack)["airborne target"], "AS-OPT-064")


@hooks.move_choices.rule("AS-OPT-064", when=AUGMENTED)
def how_high(battle: Battle, unit: Unit) -> Choice | None:
    if not is_winged(battle, unit):
        return None
    return Choice("elevation", "Height at the end", "number", "AS-OPT-064", most=HIGHEST, modes=(WINGS,))
