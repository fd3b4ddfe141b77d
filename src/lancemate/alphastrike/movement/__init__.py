"""Movement (pp. 32-39). ``mover`` carries out the command; the other rooms hold its rules.

``check_move`` prices and judges a move without making it; ``reach`` proposes where a unit can get to.
"""

from lancemate.alphastrike.movement.planner import MovePreview, check_move
from lancemate.alphastrike.movement.reach import Reachable, reach

__all__ = ["MovePreview", "Reachable", "check_move", "reach"]
