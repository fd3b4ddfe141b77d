"""Appendix tables of the chapters that are played (pp. 199-201, 205): the chapters' own tables, under a second id."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.move_value import MOVE_CODES
from lancemate.alphastrike.combat.artillery import PIECES
from lancemate.alphastrike.combat.charge import COLLISIONS
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.tohit import ATTACKER_MOVEMENT, ROWS, STEALTH, TARGET_MOVEMENT
from lancemate.alphastrike.damage.criticals import CRITICAL_HITS
from lancemate.alphastrike.damage.motive import MOTIVE_DAMAGE, MOTIVE_MODIFIERS
from lancemate.alphastrike.movement.columns import KEY
from lancemate.alphastrike.movement.terrain import COST_TABLE, LEVEL_CHANGES
from lancemate.kernel.rules import table

table("AS-FOR-097", COST_TABLE)
table("AS-FOR-097", LEVEL_CHANGES)
table("AS-FOR-097", KEY)

table("AS-FOR-098", ATTACKER_MOVEMENT)
table("AS-FOR-098", TARGET_MOVEMENT)
table("AS-FOR-098", ROWS)
table("AS-FOR-098", STEALTH)
table("AS-FOR-098", RANGES)

table("AS-FOR-099", PIECES)

table("AS-FOR-100", MOVE_CODES)

table("AS-FOR-101", CRITICAL_HITS)

table("AS-FOR-102", MOTIVE_MODIFIERS)
table("AS-FOR-102", MOTIVE_DAMAGE)

table("AS-FOR-108", COLLISIONS)
# Skidding into something: terrain is struck in any case, units at so much more than a charge.
SKID_ATTACKS: Final = table("AS-FOR-108", {"unit": 2, "infantry": 4})
