"""The rooms of Alpha Strike in the order of the book: importing this module registers every rule.

Inside a hook rules are ordered by part, module and line, never by when they were imported.
"""

from lancemate.alphastrike import attack, damage, decisions, end_phase, movement, sequence, sight, tohit, weapons
from lancemate.alphastrike.opening import open_battle

ROOMS = (sequence, movement, sight, attack, weapons, tohit, damage, end_phase, decisions)

__all__ = ["ROOMS", "open_battle"]
