"""Makes ready: has rules, geometry and look-ahead loaded before anybody's time is taken."""

from __future__ import annotations

from functools import cache

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.bots.roster import make
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.muster import catalogue


@cache
def warm_up() -> None:
    """Once in a process: a turn of a small battle, with a bit of everything on the table."""
    from lancemate.bots.player import play

    pieces = (
        {"id": "woods", "kind": "woods", "rect": [8, 14, 8, 6]},
        {"id": "hill", "kind": "hill", "height": 4, "rect": [20, 14, 8, 6]},
        {"id": "pond", "kind": "water", "depth": 1, "rect": [2, 22, 5, 5]},
    )
    card = catalogue.find("PXH-1K Phoenix Hawk")
    units = [
        Muster(f"{side}{number}", side, card, 4, (10.0 + 6 * number, y), facing)
        for side, y, facing in (("red", 4.0, 0.0), ("blue", 32.0, 180.0))
        for number in (0, 1)
    ]
    table = Table(36.0, 36.0, [feature_from_data(piece) for piece in pieces])
    battle = Battle(Setup(table, (Side("red", "south"), Side("blue", "north")), tuple(units)), 1)
    play(battle, {"red": make("search", seed=1, budget=8_000), "blue": make("tactical", seed=1)}, turns=2)
