"""Bay doors of DropShips and other large transports (pp. 66-67): who may use which, and how many a turn.

Knows doors; must not know what getting on and off costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# The bays whose doors units of a type use; cargo bays let any unit through.
DOORS: Final = rules.table(
    "AS-BAT-139",
    {
        "MT": ["BM", "IM"],
        "VTM": ["CV", "SV"],
        "VTH": ["CV", "SV"],
        "VTS": ["CV", "SV"],
        "PT": ["PM"],
        "IT": ["CI", "BA"],
        "AT": ["AF", "CF"],
        "ST": ["SC"],
    },
)
CARGO: Final = ("CT", "CK")
UNITS_PER_DOOR: Final = rules.table("AS-BAT-140", {"units per turn": 2})
rules.also("AS-SPC-088", UNITS_PER_DOOR)

# How many units have gone through the doors of each bay this turn.
passed = unit_memory("doors", dict[str, int], default={}, rule="AS-BAT-140", expires="turn")

# Bays whose doors no longer open.
jammed = unit_memory("jammed", list[str], default=[], rule="AS-AER-049", told="can no longer open the doors of its bay")


@rules.rule("AS-AER-049", otherwise=False)
def is_jammed(battle: Battle, carrier: Unit, bay: str) -> bool:
    """Nothing enters or leaves a bay whose doors were hit."""
    return bay in jammed.of(carrier)


@rules.rule("AS-BAT-138", otherwise=None)
def doors_of(battle: Battle, carrier: Unit, bay: str) -> int | None:
    """How many doors a bay has; None where none are counted, as in vehicles that carry infantry."""
    listed = [special.doors for special in carrier.card.specials.all(bay)]
    return sum(doors or 0 for doors in listed) if listed and None not in listed else None


def kind_in_bays(battle: Battle, unit: Unit) -> tuple[str, str | None]:
    """The type as which a unit fits bays, and the rule that says so, where it is not simply its own."""
    for hook in battle.hooks[hooks.bay_type]:
        other = hook(battle, unit)
        if other is not None:
            return other
    return unit.card.type, None


def bays_for(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> Iterator[str]:
    """The bays of a carrier through whose doors a unit may pass: of its own type, or with doors for cargo."""
    kind = kind_in_bays(battle, unit)[0]
    own = [] if cargo else [bay for bay, types in DOORS.of(battle).items() if kind in types]
    for bay in (*own, *CARGO):
        if bay in carrier.card.specials and (bay in own or cargo or doors_of(battle, carrier, bay) is not None):
            yield bay


def free_bay(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> str | None:
    """A bay with a door that is still free this turn."""
    for bay in bays_for(battle, unit, carrier, cargo=cargo):
        doors = doors_of(battle, carrier, bay)
        if is_jammed(battle, carrier, bay):
            continue
        if doors is None or passed.of(carrier).get(bay, 0) < doors * UNITS_PER_DOOR.of(battle)["units per turn"]:
            return bay
    return None


def deck_for(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> str | Refusal | None:
    """The deck that a unit has to use, or why it cannot; nothing for those who use doors, and for freight."""
    asked = () if cargo else battle.hooks[hooks.uses_a_deck]
    return next((found for hook in asked if (found := hook(battle, unit, carrier)) is not None), None)


def no_way_through(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> Refusal | None:
    """Why a unit gets neither in nor out."""
    deck = deck_for(battle, unit, carrier, cargo=cargo)
    if deck is None:
        return no_door(battle, unit, carrier, cargo=cargo)
    return deck if isinstance(deck, Refusal) else None


@rules.rule("AS-BAT-140", otherwise=None)
def no_door(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> Refusal | None:
    """Two units a turn pass each door, in or out."""
    bays = [*bays_for(battle, unit, carrier, cargo=cargo)]
    if not bays or free_bay(battle, unit, carrier, cargo=cargo) is not None:
        return None
    if all(is_jammed(battle, carrier, bay) for bay in bays):
        text = f"the doors of {carrier.id} that {unit.id} could use ({', '.join(bays)}) are jammed"
        return Refusal("no_door", text, "AS-AER-049")
    text = f"every door of {carrier.id} that {unit.id} could use ({', '.join(bays)}) has let two units pass"
    return Refusal("no_door", text, "AS-BAT-140")


def use_door(battle: Battle, unit: Unit, carrier: Unit, *, cargo: bool) -> None:
    """Remember that a unit has gone through a door, where doors are counted, or over a deck."""
    deck = deck_for(battle, unit, carrier, cargo=cargo)
    bay = deck if isinstance(deck, str) else free_bay(battle, unit, carrier, cargo=cargo)
    if bay is not None and (bay == deck or doors_of(battle, carrier, bay) is not None):
        note_passing(battle, carrier, bay)


def note_passing(battle: Battle, carrier: Unit, bay: str) -> None:
    used = passed.of(carrier)
    passed.remember(battle, carrier, {**used, bay: used.get(bay, 0) + 1})
