"""Movement (pp. 32-39). ``mover`` carries out the command; the other rooms hold its rules.

``check_move`` prices and judges a move without making it; ``reach`` proposes where a unit can get to.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.planner import MovePreview, check_move
    from lancemate.alphastrike.movement.reach import Reachable

__all__ = ["MovePreview", "Reachable", "check_move"]

__getattr__, __dir__ = shortcuts(__name__, __file__)
