"""The rooms of Alpha Strike in the order of the book: importing this module registers every rule.

The order decides the order of rules inside a hook, so it is part of the game's behaviour: add, do not shuffle.
"""

from lancemate.alphastrike import attack, damage, decisions, end_phase, movement, sequence, sight, tohit, weapons
from lancemate.alphastrike.opening import open_battle

ROOMS = (sequence, movement, sight, attack, weapons, tohit, damage, end_phase, decisions)

__all__ = ["ROOMS", "open_battle"]
