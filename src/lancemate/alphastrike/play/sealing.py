"""Which hulls keep out air and water (p. 85). Knows cards; must not know what is outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.kernel.ruleset import Switched


@rules.rule("AS-SPC-094", "AS-BAT-077", otherwise=False)
def is_sealed(by: Switched, card: Card) -> bool:
    """With SEAL, and without it aerospace units, ProtoMechs, combat vehicles, and support vehicles that dive."""
    if "SEAL" in card.specials.codes or card.is_aerospace or card.is_protomech or card.type == "CV":
        return True
    return card.type == "SV" and card.move.submarine > 0
