"""The forms of a Land-Air 'Mech (p. 177): which there are, the card that counts in each, and taking one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.move_value import Move, tmm_for
from lancemate.alphastrike.options.forms import form, shapes
from lancemate.alphastrike.play.events.placing import placing_event
from lancemate.alphastrike.play.flight import FORMS_THAT_FLY, OPTION, altitude, ceiling, climbing, flight, hovering
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.options import brings, families
from lancemate.alphastrike.play.state import State, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Point
from lancemate.kernel.errors import refuse
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle

NAME: Final = "land_air_mechs"
LAMS: Final = rules.option(NAME, "AS-OPT-620", "Land-Air 'Mechs change their form: 'Mech, AirMech, fighter")
families.add(NAME, (OPTION,))  # who turns into a fighter needs the sky
brings.add(NAME, FORMS_THAT_FLY)

MECH: Final = "battlemech"
AIRMECH: Final = "airmech"
FIGHTER: Final = "fighter"

# The forms that an ability gives.
FORMS: Final = rules.table("AS-OPT-620", {"LAM": [MECH, AIRMECH, FIGHTER], "BIM": [MECH, FIGHTER]})
rules.also("AS-SPC-103", FORMS)
rules.also("AS-SPC-076", FORMS)
LETTERS: Final = {AIRMECH: "g", FIGHTER: "a"}
CALLED: Final = {MECH: "a BattleMech", AIRMECH: "an AirMech", FIGHTER: "a fighter"}
IN_THE_AIR: Final = (altitude.name, flight.name, hovering.name, ceiling.name, climbing.name)


def code_of(card: Card) -> str | None:
    """The ability by which a unit changes its form."""
    return next((code for code in FORMS_THAT_FLY if code in card.specials), None)


def forms_of(by: Switched, card: Card) -> tuple[str, ...]:
    code = code_of(card)
    return () if code is None else tuple(FORMS.of(by)[code])


for _code in FORMS_THAT_FLY:
    shapes.add(_code, partial(lambda code, by: tuple(FORMS.of(by)[code]), _code))


@rules.rule("AS-OPT-621", otherwise=lambda by, card, wanted: card)
def card_in(by: Switched, card: Card, wanted: str) -> Card:
    """The card with the Move of a form: its own on legs, that of a WiGE or the Thrust of its ability in the others."""
    printed = card.form_of or card
    if wanted == MECH:
        return printed
    code = code_of(printed)
    modes = printed.specials.all(code)[0].modes if code is not None else None
    assert modes is not None
    move = Move(((LETTERS[wanted], modes[LETTERS[wanted]]),))
    return replace(printed, move=move, tmm=tmm_for(move), form_of=printed)


@placing_event
class Converted:
    """A unit has taken another form, perhaps on the way down or up."""

    type: ClassVar[str] = "converted"
    unit: UnitId
    form: Word
    at: Point
    facing: float
    elevation: float
    airborne: bool
    lost: bool = False  # it falls out of the sky
    rule: RuleId = "AS-OPT-621"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.card = card_in(rules, unit.card, self.form)
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.airborne = self.facing, self.elevation, self.airborne
        kept = {name: value for name, value in unit.notes.items() if name not in IN_THE_AIR}
        unit.notes = {**kept, **form.entry(self.form)}


@hooks.unit_recruited.rule("AS-OPT-621", when=LAMS)
def begins_in_its_form(battle: Battle, unit: Unit) -> None:
    """A unit has the form that is said of it from the first moment."""
    if code_of(unit.card) is not None:
        unit.card = card_in(battle, unit.card, form.of(unit))


@rules.rule("AS-OPT-620", otherwise=None)
def check_form(battle: Battle, unit: Unit, wanted: str) -> None:
    """A unit takes the forms of its ability; who is bimodal has no hybrid one."""
    known = forms_of(battle, unit.card)
    if not known:
        text = f"{unit.id} has neither LAM nor BIM, and no form but its own: leave out convert"
        raise refuse("no_such_form", text, "AS-OPT-620")
    if wanted not in known:
        text = f"{unit.id} has no form {wanted!r}; it may be {' or '.join(known)}"
        raise refuse("no_such_form", text, "AS-OPT-620")
