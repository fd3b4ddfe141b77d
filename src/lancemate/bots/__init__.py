"""Players that are programs.

``make`` gives you one by its name, ``play`` lets two of them fight a battle to its end. A bot of your own is any object
with a method ``choose(view, decision)`` that answers with a command; ``View`` is what it gets to see.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.bots.alphastrike.view import View
    from lancemate.bots.player import Fault, Played, Player, play
    from lancemate.bots.roster import make, names

__all__ = ["Fault", "Played", "Player", "View", "make", "names", "play"]

__getattr__, __dir__ = shortcuts(__name__, __file__)
