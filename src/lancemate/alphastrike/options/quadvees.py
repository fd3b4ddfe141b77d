"""QuadVees (p. 178): 'Mechs on four legs that fold them and roll on tracks or wheels, and are 'Mechs all the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.bases import base_of
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.combat.arcs import WIDTHS, Arc
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.options.forms import form, form_of, shapes
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.play.state import ABOARD, State, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.kernel.errors import Refusal, refuse
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card, Legs
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.ruleset import Switched

CODE: Final = "QV"
QUADVEES: Final = rules.option("quadvees", "AS-OPT-640", "QuadVees walk as 'Mechs and roll as vehicles", "QuadVees")
brings.add(QUADVEES, (CODE,))

MECH, VEHICLE = "mech", "vehicle"
FORMS: Final = rules.table("AS-OPT-640", [MECH, VEHICLE])
rules.also("AS-SPC-128", FORMS)
LETTERS: Final = rules.table("AS-OPT-640", {"qt": "t", "qw": "w"})  # what it rolls on
FLAT: Final = 1.0  # hex levels of a vehicle
CALLED: Final = {MECH: "a 'Mech", VEHICLE: "a vehicle"}
WAY: Final = Choice("path", "Way", "path", "AS-OPT-640")
TURN: Final = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)

shapes.add(CODE, lambda by: tuple(FORMS.of(by)))


def is_vehicle(battle: Battle, unit: Unit) -> bool:
    return unit.has(CODE) and form_of(battle, unit) == VEHICLE


# -- the two forms --------------------------------------------------------------------------------------------


def card_in(by: Switched, card: Card, wanted: str) -> Card:
    """The card with the Move of a form; in all else it stays the card of a 'Mech."""
    printed = card.form_of or card
    if wanted == MECH:
        return printed
    letter = LETTERS.of(by).get(printed.move.primary, printed.move.primary)
    move = Move(((letter, printed.move.ground),))
    return replace(printed, type=hurt_as(by, printed), move=move, legs=folded(by, printed), form_of=printed)


@rules.rule("AS-OPT-643", otherwise="CV")
def hurt_as(by: Switched, card: Card) -> str:
    """A 'Mech in both forms: damage, critical hits, and no tracks that could be hit."""
    return card.type


@rules.rule("AS-OPT-644", otherwise=lambda by, card: card.legs)
def folded(by: Switched, card: Card) -> Legs:
    """On wheels it has no four legs to stand on."""
    return "biped"


@rules.rule("AS-OPT-641", otherwise=lambda battle, unit, wanted: unit.height)
def height_in(battle: Battle, unit: Unit, wanted: str) -> float:
    """As tall as a 'Mech, or half of that."""
    if on_hexes(battle):
        return 2.0 * FLAT if wanted == MECH else FLAT
    return base_of(battle, "mech" if wanted == MECH else "vehicle").height


@hooks.remarks.rule("AS-OPT-640", when=QUADVEES, ability=CODE)
def its_form(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    return f"it is {CALLED[form_of(battle, unit) or MECH]} now, and may turn with its move" if unit.has(CODE) else None


@event
class QuadVeeTurned:
    """A QuadVee has folded its legs, or stands on them again."""

    type: ClassVar[str] = "quadvee_turned"
    unit: UnitId
    form: Word
    height: float
    rule: RuleId = "AS-OPT-640"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.card, unit.height = card_in(rules, unit.card, self.form), self.height
        unit.notes = {**unit.notes, **form.entry(self.form)}


@hooks.unit_recruited.rule("AS-OPT-640", when=QUADVEES, ability=CODE)
def begins_in_its_form(battle: Battle, unit: Unit) -> None:
    if is_vehicle(battle, unit):
        unit.card, unit.height = card_in(battle, unit.card, VEHICLE), height_in(battle, unit, VEHICLE)


# -- changing -------------------------------------------------------------------------------------------------


@hooks.converts.rule("AS-OPT-640", part=-1, when=QUADVEES, ability=CODE)
def folds_or_unfolds(battle: Battle, command: orders.Move) -> orders.Move | None:
    """It costs nothing and comes before the move."""
    unit, wanted = battle.unit(command.unit), command.convert
    if wanted is None or not unit.has(CODE):
        return None
    if wanted not in FORMS.of(battle):
        text = f"{unit.id} has no form {wanted!r}; it may be {' or '.join(FORMS.of(battle))}"
        raise refuse("no_such_form", text, "AS-OPT-620")
    if unit.place == ABOARD:
        text = f"{unit.id} is aboard {unit.aboard}, in a bay for {CALLED[form_of(battle, unit) or MECH]}"
        raise refuse("aboard", f"{text}: it leaves that as it is", "AS-OPT-645")
    if wanted != form_of(battle, unit):
        battle.emit(QuadVeeTurned(unit.id, wanted, height_in(battle, unit, wanted)))
    return replace(command, convert=None)


@hooks.offers.rule("AS-OPT-640", when=QUADVEES, ability=CODE)
def may_change(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """A move in its other form."""
    if not unit.has(CODE) or orders.Move not in battle.now.verbs or not unit.on_table:
        return None
    other = MECH if is_vehicle(battle, unit) else VEHICLE
    command = orders.Move(unit.id, convert=other)
    if not may_move_now(battle, unit) or not check_move(battle, command).legal:
        return None
    return (offer(command, f"Turn into {CALLED[other]}", "AS-OPT-640", WAY, TURN),)


@hooks.may_move.rule("AS-OPT-640", part=-2, kinds="jump", when=QUADVEES, ability=CODE)
def vehicles_do_not_jump(m: Movement) -> Refusal | None:
    if not is_vehicle(m.battle, m.unit):
        return None
    return Refusal("no_jump", f"{m.unit.id} jumps in its 'Mech form only: convert it first", "AS-OPT-640")


# -- in combat and aboard -------------------------------------------------------------------------------------


@hooks.firing_arc.rule("AS-OPT-642", part=-1, when=QUADVEES, ability=CODE)
def turns_its_torso(battle: Battle, unit: Unit) -> Arc | None:
    """Its torso is a turret, whatever it stands on; it has a rear all the same."""
    return Arc("all round", 0.0, WIDTHS.of(battle)["all round"], "AS-OPT-642") if unit.has(CODE) else None


@hooks.bay_type.rule("AS-OPT-645", when=QUADVEES, ability=CODE)
def fits_by_its_form(battle: Battle, unit: Unit) -> tuple[str, str] | None:
    """On legs in the bays of 'Mechs, rolling in those of vehicles, if it is not too large."""
    if not unit.has(CODE):
        return None
    return "CV" if is_vehicle(battle, unit) else unit.card.type, "AS-OPT-645"
