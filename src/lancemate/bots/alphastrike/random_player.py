"""The random player: any kind of command that is allowed, one as likely as another. It never resigns of its own accord.

What it thinks of comes from random_play; here it only picks the first thing that the rules allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.kernel.dice import Generator

if TYPE_CHECKING:
    from lancemate.bots.alphastrike.view import View
    from lancemate.kernel.agenda import Decision


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.luck = Generator(seed)

    def choose(self, view: View, decision: Decision | None) -> orders.Command:
        for command in proposals(view.battle, self.luck):
            if not isinstance(command, orders.Resign) and view.allows(command):
                return command
        return view.rest()
