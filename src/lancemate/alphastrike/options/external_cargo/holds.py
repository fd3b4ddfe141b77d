"""Room inside comes first (p. 163): external cargo is for those without a hold, and for those whose hold is full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.movement.cargo import freight, heaviest, hold_of, weight
from lancemate.alphastrike.options.external_cargo.loads import thing
from lancemate.alphastrike.options.external_cargo.sizes import CARGO
from lancemate.alphastrike.play.words import unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader


def goods(reader: Reader, key: str, card: Card) -> JSON:
    """Tons of goods in a hold, no more than the card has room for."""
    room = card.specials.value("CT") + 1000.0 * card.specials.value("CK")
    return reader.number(key, least=0.0, most=float(room))


unit_word(freight, CARGO, goods)


@rules.rule("AS-OPT-400", otherwise=None)
def room_inside(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """A hold is full when something is stowed in it and the load does not fit beside that."""
    space, taken = hold_of(battle, unit)
    free = space - taken
    if space <= 0.0 or (taken > 0.0 and tons_inside(battle, name) > free + 1e-9):
        return None
    text = f"{unit.id} has a hold of {space:g} tons with {free:g} free: it carries {name} outside once that is full"
    return Refusal("cannot_carry", text, "AS-OPT-400")


def tons_inside(battle: Battle, name: str) -> float:
    """Tons that something would take in a hold."""
    one = thing(battle, name)
    if one is None:
        return weight(battle, battle.units[name])
    tons, size = one.get("tons"), one.get("size")
    if isinstance(size, int):
        return heaviest(size)
    assert isinstance(tons, (int, float))
    return float(tons)
