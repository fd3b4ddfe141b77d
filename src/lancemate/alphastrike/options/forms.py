"""Units that change their form (pp. 177-178): the word for it, and which forms an ability gives.

What a form is worth stands with its kind of unit: land_air_mechs/ and quadvees.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.words import order_word, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Entries, Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

MODULES: Final = ("land_air_mechs", "quadvees")

# By the code of an ability, the forms it gives; the first is the one a unit has unless another is said.
shapes: Entries[Callable[[Switched], tuple[str, ...]]] = rules.entries("forms of units")

form = unit_memory("form", str, default="battlemech", rule="AS-OPT-621")


def forms_given(by: Switched, card: Card) -> tuple[str, ...]:
    """Every form of a unit; none where it has but its own."""
    return next((shapes[code](by) for code in shapes if code in card.specials), ())


def form_of(battle: Battle, unit: Unit) -> str | None:
    """The form that a unit has now."""
    known = forms_given(battle, unit.card)
    if not known:
        return None
    return form.of(unit) if form.of(unit) in known else known[0]


def read_form(reader: Reader, name: str, card: Card) -> JSON:
    known = forms_given(rules, card)
    if not known:
        raise reader.wrong(name, f"{card.name} has none of {', '.join(shapes)}, and no form but its own")
    return reader.one_of(name, known)


unit_word(form, MODULES, read_form, shows=form_of)
order_word("move", "convert", MODULES)
