"""What an attack fires: which abilities it makes use of, and what each of them is worth at its range.

The one answer for armor, point defense, jammers, pilots and munitions. Must not know what any of them makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.stats import special_damage

if TYPE_CHECKING:
    from collections.abc import Container

    from lancemate.alphastrike.cards.damage_value import Strength
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.attack import Attack

WHOLE: Final = (None, "TUR")  # what is fired when a unit fires everything, or all of a turret


def fired(attack: Attack) -> Iterator[Special]:
    """The abilities an attack makes use of: the one it names, or all there are among the weapons that fire."""
    if attack.code not in WHOLE:
        if attack.using is not None:
            yield attack.using
        return
    if trait.ALL_WEAPONS not in attack.traits:
        return
    for special in attack.mount.specials:
        yield special
        yield from special.nested or ()


def value_at_range(attack: Attack, special: Special) -> Strength:
    """What an ability that fires is worth at the bracket of an attack."""
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket)


def makes_use_of(attack: Attack, codes: Container[str]) -> bool:
    """It fires one of these abilities, and at a range at which that has a value."""
    return any(special.code in codes and value_at_range(attack, special).harms for special in fired(attack))
