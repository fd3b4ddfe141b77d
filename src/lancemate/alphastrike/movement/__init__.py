"""Movement (pp. 32-39). ``mover`` carries out the command; the other rooms hold its rules.

``check_move`` prices and judges a move without making it.
"""

from lancemate.alphastrike.movement.planner import MovePreview, check_move

__all__ = ["MovePreview", "check_move"]
