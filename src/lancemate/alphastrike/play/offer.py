"""What a player of Alpha Strike may do now (kernel/offers.py), and the switches of units. Knows orders, and no rule."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lancemate.alphastrike.play import orders
from lancemate.kernel.offers import ANYWHERE, Choice, ChoiceKind, Value, choices, offer
from lancemate.kernel.offers import Offer as AnyOffer
from lancemate.kernel.values import frozen

__all__ = [
    "ANYWHERE",
    "Choice",
    "ChoiceKind",
    "DeedTerms",
    "Offer",
    "Switch",
    "SwitchWords",
    "Value",
    "choices",
    "offer",
]

Offer: TypeAlias = AnyOffer[orders.Command]


@frozen
class Switch:
    """Something its player may turn on or off in the coming End Phase."""

    ability: str  # the word of the order
    label: str
    on: bool  # how it stands now
    rule: str
    note: str = ""  # what it brings, in a few words


class SwitchWords(NamedTuple):
    """What is said of a unit when a switch is set, and when it is turned in the End Phase."""

    label: str
    on: str = ""  # "will run hot"; that it will switch it on, when nothing is said
    off: str = ""

    def planned(self, on: bool) -> str:
        return (self.on if on else self.off) or f"will switch its {self.label} {'on' if on else 'off'} in the End Phase"


class DeedTerms(NamedTuple):
    """How a deed of a module is done."""

    option: str
    names: bool = False  # it names what it is done to
    out_of_turn: bool = False  # while the other side acts as well
    off_table: bool = False  # by units that are not on the table, too
