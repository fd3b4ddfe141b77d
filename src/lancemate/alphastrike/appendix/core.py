"""Appendix tables of the chapters that are played (pp. 199-201, 205): the chapters' own tables, under a second id."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.move_value import MOVE_CODES
from lancemate.alphastrike.combat.artillery import PIECES
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.tohit import AIMED_AT, ATTACK, ATTACKER_MOVEMENT, STEALTH, TARGET_MOVEMENT, TERRAIN
from lancemate.alphastrike.damage.criticals import CRITICAL_HITS
from lancemate.alphastrike.damage.motive import MOTIVE_DAMAGE, MOTIVE_MODIFIERS
from lancemate.alphastrike.movement.columns import KEY
from lancemate.alphastrike.movement.terrain import COST_TABLE, LEVEL_CHANGES
from lancemate.alphastrike.options.collision_table import COLLISIONS
from lancemate.alphastrike.ruleset import rules

rules.also("AS-FOR-097", COST_TABLE)
rules.also("AS-FOR-097", LEVEL_CHANGES)
rules.also("AS-FOR-097", KEY)

rules.also("AS-FOR-098", ATTACKER_MOVEMENT)
rules.also("AS-FOR-098", TARGET_MOVEMENT)
rules.also("AS-FOR-098", TERRAIN)
rules.also("AS-FOR-098", ATTACK)
rules.also("AS-FOR-098", AIMED_AT)
rules.also("AS-FOR-098", STEALTH)
rules.also("AS-FOR-098", RANGES)

rules.also("AS-FOR-099", PIECES)

rules.also("AS-FOR-100", MOVE_CODES)

rules.also("AS-FOR-101", CRITICAL_HITS)

rules.also("AS-FOR-102", MOTIVE_MODIFIERS)
rules.also("AS-FOR-102", MOTIVE_DAMAGE)

rules.also("AS-FOR-108", COLLISIONS)
# Skidding into something: terrain is struck in any case, units at so much more than a charge.
SKID_ATTACKS: Final = rules.table("AS-FOR-108", {"unit": 2, "infantry": 4})
