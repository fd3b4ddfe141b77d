"""Players that are programs.

``make`` gives you one by its name, ``play`` lets two of them fight a battle to its end. A bot of your own is any object
with a method ``choose(view, decision)`` that answers with a command; ``View`` is what it gets to see.
"""

from lancemate.bots.alphastrike.view import View
from lancemate.bots.player import Fault, Played, Player, play
from lancemate.bots.roster import make, names

__all__ = ["Fault", "Played", "Player", "View", "make", "names", "play"]
