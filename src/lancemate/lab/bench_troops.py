"""How fast BattleTroops is: random battles beside Catanatron, sight through houses beside shapely, a bot's turn.

The rows are measured as all others are (lab/bench.py). Must not know how results are shown.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any, Final

import numpy as np

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.setup import Setup
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.battletroops.sight.look import HEIGHTS, terms
from lancemate.bots.battletroops.playout import playout
from lancemate.bots.battletroops.tactics.player import TacticalPlayer
from lancemate.bots.battletroops.view import View
from lancemate.field.lattice import ROW
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.lab.battletroops.grounds import house
from lancemate.lab.bench import Round, Trial, per_second

MEN: Final = 10
WIDTH, DEPTH = 24, 32
ARMS: Final = ("Rifle", "SMG", "Laser Rifle", "Rifle", "Blazer")


def skirmish(men: int = MEN) -> Setup:
    """So many against so many, with four houses, a hedge and a wall between them."""
    terrain: list[JSON] = [
        house("one", 2, 8, 6, 6, 2),
        house("two", 13, 8, 7, 5, 3),
        house("three", 3, 18, 7, 6, 1),
        house("four", 14, 18, 6, 6, 2),
        {"id": "hedge", "kind": "undergrowth", "rect": [9.25, 14.5, 4, 2]},
        {"id": "wall", "kind": "wall", "line": [10.25, 20.5, 12.75, 20.5]},
    ]
    sides: list[JSON] = []
    for name, home, row in (("red", "south", 0), ("blue", "north", DEPTH - 1)):
        units: list[JSON] = [
            {
                "id": f"{name[0]}{place + 1}",
                "soldier": {"primary": ARMS[place % len(ARMS)]},
                "at": [1.0 + 2 * place + 0.5 * (row % 2), row],
            }
            for place in range(men)
        ]
        sides.append({"name": name, "home": home, "units": units})
    return setup_from_data({"map": {"width": WIDTH, "depth": DEPTH}, "terrain": terrain, "sides": sides})


def _playouts(scale: float) -> tuple[Round, Round]:
    from lancemate.lab.peers.catan import random_game

    setup = skirmish()
    battles, games = max(1, round(5 * scale)), max(1, round(20 * scale))

    def ours(number: int) -> int:
        seeds = range(number * battles, (number + 1) * battles)
        return sum(playout(Battle(setup, seed), Generator(seed)) for seed in seeds)

    def theirs(number: int) -> int:
        return sum(random_game(seed) for seed in range(number * games, (number + 1) * games))

    return lambda number: per_second(partial(ours, number)), lambda number: per_second(partial(theirs, number))


def _sight(scale: float) -> tuple[Round, Round]:
    """Pairs of dots in and around houses; the peer asks shapely which walls a line meets between its openings."""
    setup = skirmish()
    battle, field = Battle(setup, 1), setup.map
    luck = Generator(5)
    many, few = max(2, round(50_000 * scale)), max(2, round(2_000 * scale))
    places = [(luck.choice(field.dots), luck.choice(field.dots)) for _ in range(many)]
    pairs = np.array([field.pair(a, field.ground(a), b, field.ground(b)) for a, b in places])
    bits, tree = terms(battle), HEIGHTS.of(battle)["tree"]
    meets = _shapely_walls(field)

    def ours() -> int:
        return len(field.sights(pairs, bits, tree))

    def theirs(number: int) -> int:
        begin = number * few % (many - few + 1)
        for a, b in places[begin : begin + few]:
            meets(a, b)
        return few

    return lambda number: per_second(ours), lambda number: per_second(partial(theirs, number))


def _shapely_walls(field: Lattice) -> partial[bool]:
    """Whether a line meets a solid wall, as shapely's tree answers it."""
    from shapely import STRtree
    from shapely.geometry import LineString
    from shapely.ops import unary_union

    walls = []
    for one in field.buildings:
        solid = unary_union([_line(span) for span in (*one.edges, *one.walls)])
        openings = [_line(span).buffer(1e-6) for span in (*one.windows, *one.doors)]
        walls.append(solid.difference(unary_union(openings)))
    tree = STRtree(walls)

    def meets(a: tuple[float, float], b: tuple[float, float]) -> bool:
        return bool(len(tree.query(LineString([(a[0], a[1] * ROW), (b[0], b[1] * ROW)]), predicate="intersects")))

    return partial(meets)


def _line(span: tuple[tuple[float, float], tuple[float, float]]) -> Any:
    from shapely.geometry import LineString

    return LineString([(x, y * ROW) for x, y in span])


def _activation(scale: float) -> tuple[Round, Round]:
    """What the tactical bot takes for one man, beside what it takes with half as many about."""

    def think(men: int, number: int) -> float:
        battle = Battle(skirmish(men), number)
        playout(battle, Generator(number), turns=3)
        while battle.decision is not None and battle.outcome is None:
            playout(battle, Generator(number), turns=1)
        side = battle.state.to_act
        if side is None or battle.outcome is not None:
            return 0.001
        player = TacticalPlayer(number)
        begin = process_time()
        player.choose(View(battle, side), None)
        return process_time() - begin

    return lambda number: think(MEN, number), lambda number: think(MEN // 2, number)


TRIALS: Final = (
    Trial("troops", "BattleTroops at random, 10 against 10", "decisions/s", "Catanatron", 1.0, True, _playouts),
    Trial("dots", "Sight between dots through houses", "pairs/s", "shapely", 5.0, True, _sight),
    Trial("soldier", "A tactical activation, 10 a side", "s", "5 a side", None, False, _activation),
)
