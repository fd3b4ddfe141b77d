"""The stages of the sums of Alpha Strike, in the order in which their parts are taken: what every part of one says.

Where the book gives an order it stands here ("halved, rounded down, to a minimum of", "in place of"); where it gives
none, the ledger rules on it. What is added at one stage commutes. Knows no rule; kernel/sums.py adds up.
"""

from __future__ import annotations

from enum import IntEnum


class ToHit(IntEnum):
    """A target number reads Skill, Attacker movement, Target movement, Other, Range (AS-COM-038); what changes a line
    stands below it."""

    SKILL = 0
    ATTACKER = 10
    STEADIED = 15  # what one's own movement does is ignored, or counts otherwise
    TARGET = 20
    OTHER = 30
    ANY_ATTACK = (
        31  # what counts on all attacks of a unit or on it, also of a kind with a number of its own (pp. 99, 103)
    )
    RELIEVED = 33  # terrain and conditions taken back, each line to +0 at the least (pp. 95, 100-101, 104, 145, 160)
    IN_THE_OPEN = 36  # where nothing of terrain, environment or cover is left in it (p. 104)
    RANGE = 40
    OTHER_RANGE = 43  # in the place of the usual range: of a network, a Sniper, another set (pp. 80, 99, 103, 107)
    MASTERED = 46  # one bracket mastered, to +0 at the least, and Short neglected (p. 98)


class Move(IntEnum):
    """A Move, beginning with the card as wounds have left it (AS-DMG-055)."""

    GRAVITY = 0  # the normal Move is divided (p. 62)
    CHANGED = 10  # inches and points more and less: air, weather, heat, gear, riders, bombs
    RELIEVED = 20  # what a condition takes off it, less by some (p. 95)
    BLOWN = 25  # what wind leaves of it, where that is nothing, and in a storm (pp. 63-64)
    FASTER = 30  # a pilot's Thrust, of what has any (p. 99)
    HALVED = 40  # by fear (p. 92)
    LOADED = 50  # a share of it is left under a load (pp. 129, 163)
    PULLING = 60  # and of that behind a trailer (p. 165)


class Allowance(IntEnum):
    """What a unit may spend on a move of one mode, beginning with its Move: what the path itself adds comes on top."""

    SPENT = 0  # before the move, or on the same order (p. 39)
    SPRINT_CONFUSED = 10  # a sprint goes by the Move that confused orders leave (pp. 38, 103)
    SPRINT = 20  # half as far again, rounded up (p. 38)
    FASTER = 30  # pilots who get more out of their unit than its Move, sprinting or not (pp. 99, 101)
    CONFUSED = 40  # of all that is available so many inches less, to 1 at the least (p. 103)


class Tmm(IntEnum):
    """A TMM, beginning with the card as wounds have left it; never below 0."""

    INSTEAD = 0  # by the Move there is, in the introductory game
    CHANGED = 10  # heat, rage
    HALVED = 40  # by fear (p. 92)
    LOADED = 50  # it follows what a load leaves of the Move (pp. 129, 163)
    PULLING = 60  # or the Move of whoever is in front (p. 165)


class ControlRoll(IntEnum):
    """The number of a Control Roll in the air or on landing, beginning with Skill and what it is rolled in."""

    HURT = 0  # thrusters, crew, and who is on the other side (pp. 108, 187)
    RELIEVED = 10  # of what the air and the landing area add something is taken back, to +0 at the least (pp. 95-101)


class Initiative(IntEnum):
    """What is added to a side's roll for Initiative."""

    ADDED = 0
    TAKEN_BACK = 10  # what its enemy does not let it gain (p. 108)
