"""The random player of BattleTroops: any kind of command that is allowed, one as likely as another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.bots.battletroops.random_play import proposals
from lancemate.kernel.dice import Generator

if TYPE_CHECKING:
    from lancemate.battletroops.play import orders
    from lancemate.bots.battletroops.view import View
    from lancemate.kernel.agenda import Decision


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.luck = Generator(seed)

    def choose(self, view: View, decision: Decision | None) -> orders.Command:
        for command in proposals(view.battle, self.luck):
            if view.allows(command):
                return command
        return view.rest()
