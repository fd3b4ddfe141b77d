"""What an attack may be, in words that rules ask for: who makes it, at what, with what, and how its number is found.

A kind of aim (combat/aim.py) has traits. A rule says of which it counts and never names another room's kind, so that a
new way to attack is a value, and no rule has to hear of it. Beside each word stands a rule that made it needed.

Knows nothing else of the game.
"""

from __future__ import annotations

from typing import Final

Traits = frozenset[str]

# -- who --------------------------------------------------------------------------------------------------------------

MAN: Final = "man"  # on foot, riding, in a hatch or serving a weapon: his wounds (BT-COM-026, p. 14)
MACHINE: Final = "machine"  # a 'Mech or vehicle: arcs of its own, what it cannot do when it has fallen (BT-MEC-017)

# -- at what ----------------------------------------------------------------------------------------------------------

PERSON: Final = "person"  # a man, wherever he is: how he stands, lies or flies (BT-COM-027, p. 14)
ARMOUR: Final = "armour"  # a 'Mech or vehicle: infantry hurts it at short range alone (BT-MEC-039, p. 30)
INSIDE: Final = "inside"  # into a carrier by its open ramp (BT-MEC-072, p. 32)
PLACE: Final = "place"  # a dot (BT-OPT-012, p. 20)
WALL: Final = "wall"  # a dot behind a wall: it always hits (BT-MEC-060, p. 31)

# -- with what --------------------------------------------------------------------------------------------------------

DIRECT: Final = "direct"  # a firearm, support weapon or beam, in reaction (BT-COM-001, p. 12)
SHELL: Final = "shell"  # an area weapon, in one's own turn (BT-OPT-010, p. 20)
THROWN: Final = "thrown"  # by hand: over sills and furniture, up and down stairs (BT-COM-031, p. 17)
DROPPED: Final = "dropped"  # let fall or put down: nothing is in between (BT-OPT-033, p. 22)
BLOW: Final = "blow"  # at arm's length: neither arcs nor sight nor cover (BT-COM-030, p. 14)

# -- how its number is found ------------------------------------------------------------------------------------------

BY_RANGE: Final = "by_range"  # six or eight, and all modifiers (BT-COM-022, p. 14)
GUNNERY: Final = "gunnery"  # a machine's six, and what BattleTech adds for the one who fires (BT-MEC-030, p. 29)
PIERCING: Final = "piercing"  # four, cover and wounds (BT-MEC-041, p. 30)
DUEL: Final = "duel"  # as BattleTech has it (BT-MEC-084, p. 33)
PLACED: Final = "placed"  # its shooter may choose the table of locations (BT-MEC-042, p. 30)
FIXED: Final = "fixed"  # nothing whatever changes it (BT-MEC-040, p. 30)
