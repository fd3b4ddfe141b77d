"""Makes ready: has sight between dots compiled before anybody's time is taken."""

from __future__ import annotations

from functools import cache

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.kernel.codec import JSON


@cache
def warm_up() -> None:
    """Once in a process: a turn of two men, with a house between them."""
    from lancemate.bots.player import play
    from lancemate.bots.roster import make

    house: dict[str, JSON] = {"id": "house", "kind": "building", "rect": [3.75, 3.5, 3, 3]}
    sides: list[JSON] = [
        {"name": side, "units": [{"id": f"{side}1", "soldier": {"primary": "Rifle"}, "at": [4, row]}]}
        for side, row in (("red", 0), ("blue", 8))
    ]
    setup = setup_from_data({"map": {"width": 10, "depth": 10}, "terrain": [house], "sides": sides})
    players = {side: make("tactical", seed=1, game="battletroops") for side in ("red", "blue")}
    play(Battle(setup, 1), players, turns=1)
