"""What attacks and harm may be, in words that rules ask for: one vocabulary for both.

A kind of attack has traits (combat/attack.py), and so has a cause of harm (damage/causes.py); harm that comes of an
attack has those of both. A rule asks for a trait and never for the name of a kind or a cause, so that a new way to
do something is a value, and no rule has to hear of it. Beside each word stands the rule that made it needed.

Knows nothing else of the game.
"""

from __future__ import annotations

from typing import Final

Traits = frozenset[str]

# -- how it comes ---------------------------------------------------------------------------------------------

ATTACK: Final = "attack"  # it counts as an attack: riders, motive hits, hull breaches, loads (AS-DMG-052, p. 50)
WEAPON: Final = "weapon"  # made with weapons: water, shields, dice for every point (AS-DMG-017, AS-SPC-018, p. 48)
PHYSICAL: Final = "physical"  # a blow of any kind: armor against those, mended fists (AS-SPC-100, p. 86)
AREA: Final = "area"  # it strikes everything in a place: riders and carrier, explosive to armor (AS-DMG-007, p. 48)
STRAFING: Final = "strafing"  # along a strip from above, half its damage: reflective armor (AS-SPC-134, p. 88)
FROM_ABOVE: Final = "from_above"  # down from a flight path: the front, whatever stands around (AS-AER-031, p. 182)
AERIAL: Final = "aerial"  # at the ground by a craft in flight: its altitude, path and arcs (AS-AER-014, p. 182)
INDIRECT: Final = "indirect"  # lobbed, aimed by other eyes: shields, cover of walls (AS-SPC-018, p. 77)
ALL_WEAPONS: Final = "all_weapons"  # all that a unit has fires together: overheat, armor (AS-SPC-131, p. 88)
IN_THE_AIR: Final = "in_the_air"  # between aircraft: always from the side that is worked out there (AS-AER-073, p. 186)
SUPPORT: Final = "support"  # a side's, from off the table: water shelters, walls do not (AS-BAT-008, p. 54)
AT_ONCE: Final = "at_once"  # felt at once, in the Combat Phase too (AS-DMG-001, p. 48)
OWN: Final = "own"  # its unit does it to itself: riders and loads are spared (AS-COM-096, p. 46)

SHOT: Final = "shot"  # the weapons on a card at one target, base to base: contact, C3, rolls for each point (p. 44)
BLOW: Final = "blow"  # punch, kick or hand weapon, from where one stands: the firing arc (AS-COM-085, p. 46)
HAND_WEAPON: Final = "hand_weapon"  # with an axe, sword or the like (AS-COM-091, p. 46)
ANTI_MECH: Final = "anti_mech"  # men climb up their target: heat of theirs, training (AS-COM-101, p. 47)
DECLARED: Final = "declared"  # announced with the move that leads to it, at a unit as a whole (AS-COM-093, p. 46)
LEAP: Final = "leap"  # down on its target from a jump: terrain is not in its way (AS-COM-055, p. 43)
DEVICE: Final = "device"  # a beam, pod or taser, which hurts nobody by itself: no dice for points (AS-SPC-155, p. 90)
TORPEDO: Final = "torpedo"  # the surface of water does not stop it (AS-COM-020, p. 41)
SINGLE: Final = "single"  # one shell, missile or body: one roll, whatever it does (AS-OPT-580, p. 175)
AFAR: Final = "afar"  # from beyond the edge of the table, or at whoever is there (AS-OPT-160, p. 152)
FROM_HIDING: Final = "from_hiding"  # on the spot, at who comes near, out of hiding (AS-OPT-477, p. 168)
INDOORS: Final = "indoors"  # inside a unit: nothing is measured and nothing in the way (AS-BAT-143, p. 65)
DEED: Final = "deed"  # it serves the scenario and hurts nobody: it sets nothing alight (AS-SCN-065, p. 133)

# -- what is fired --------------------------------------------------------------------------------------------

MISSILE: Final = "missile"  # missiles: point defense, reactive armor (AS-SPC-131, p. 88)
EXPLOSIVE: Final = "explosive"  # artillery, bombs, capital missiles, flak, areas: both armors (AS-SPC-131, p. 88)
ARTILLERY: Final = "artillery"  # shells: what hears of guns and listens for them (AS-COM-104, p. 47)
BOMB: Final = "bomb"  # dropped: what armor and shields make of it (AS-SPC-131, AS-SPC-018, pp. 77, 88)
MINE: Final = "mine"  # it goes off underfoot (AS-OPT-480, p. 168)
CAPITAL: Final = "capital"  # weapons of ships (AS-OPT-220, p. 156)
CRUISE_MISSILE: Final = "cruise_missile"  # it shakes whoever it hits (AS-OPT-502, p. 170)

# -- what it is made of ---------------------------------------------------------------------------------------

HEAT: Final = "heat"  # it brings heat, or damage for those who have no scale: shields (AS-SPC-018, p. 77)
INFERNO: Final = "inferno"  # burning stuff: nerves, ice, fires (AS-OPT-502, p. 170)
FIRE: Final = "fire"  # a fire that burns, or a weapon that lights one (AS-OPT-441, p. 166)

# -- what is nobody's attack ----------------------------------------------------------------------------------

COLLISION: Final = "collision"  # two have run into each other (AS-URB-034, p. 75)
FALL: Final = "fall"  # it came down hard: crashes, collapses, drops, ice that gives way (AS-DMG-056, p. 51)
JOLT: Final = "jolt"  # no attack, but as hard on the drive of a vehicle (AS-OPT-431, p. 165)
AFTERMATH: Final = "aftermath"  # it follows from harm done before, whose side has the kill (AS-SCN-015, p. 127)
NATURE: Final = "nature"  # weather, ground, poison: nobody gets credit for it (AS-SCN-015, p. 127)

WORDS: Final[Traits] = frozenset(word for name, word in globals().items() if name.isupper() and isinstance(word, str))


def traits(*words: str) -> Traits:
    """Some of the words, each known: a misspelled trait would be one that nothing has."""
    found = frozenset(words)
    strange = sorted(found - WORDS)
    if strange:
        raise ValueError(f"there are no traits {', '.join(strange)}; there are {', '.join(sorted(WORDS))}")
    return found
