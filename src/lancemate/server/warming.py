"""Makes ready: loads rules, cards and geometry once, so that no player waits for them in the first battle.

Knows what a first battle needs; must not know processes.
"""

from __future__ import annotations

from functools import cache

from lancemate.alphastrike.movement.modes import current_modes
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.battletroops.warming import warm_up as soldiers_ready
from lancemate.bots.games import least
from lancemate.muster.battlefields import THEMES
from lancemate.server.alphastrike.questions import answer
from lancemate.server.alphastrike.quickstart import Quick, even_pairs
from lancemate.server.battletroops.quickstart import TroopQuick
from lancemate.server.beginnings import Beginning
from lancemate.server.making import make_quick
from lancemate.server.messages import ReachQuestion, Targets
from lancemate.server.opponents import LEVELS, Opponent


@cache
def ready_to_make() -> str:
    """Once in a process: make a game of each kind. Returns how the one of Alpha Strike begins."""
    make_quick(TroopQuick("town", ("rifles", "rifles"), 1), 1, people=False)
    return make_quick(Quick(THEMES[0].id, even_pairs()[0], 1), 1, people=False).beginning


@cache
def warm_up() -> None:
    """Once in a process: ask what players ask, and let every kind of bot move and attack."""
    soldiers_ready()
    battle = Beginning.from_text(ready_to_make()).open()
    unit = next(battle.on_table())
    for mode in current_modes(battle, unit):
        answer(battle, unit.side, ReachQuestion(id="warm", type="reach", unit=unit.id, mode=mode))
    answer(battle, unit.side, Targets(id="warm", type="targets", unit=unit.id))
    _let_bots_choose(battle)
    while orders.Move in battle.now.verbs and battle.state.to_act is not None:
        battle.do(least(battle, battle.state.to_act))
    _let_bots_choose(battle)


def _let_bots_choose(battle: Battle) -> None:
    side = battle.state.to_act
    if side is not None:
        for level in LEVELS:
            Opponent(level.level, side, seed=1).choose(battle)
