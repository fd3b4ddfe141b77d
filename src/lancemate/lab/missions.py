"""Random battles over a scenario of the book: any of them, with any variation, by forces drawn by chance.

Everything follows from the generator. Must not know how a scenario is played or scored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.files import KNOWN, find
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.battlefields import random_town
from lancemate.lab.crews import crewed
from lancemate.lab.forces import SUPPORTED, on_some_world, random_options
from lancemate.lab.squads import SQUADS
from lancemate.lab.support import supported

SIDES: Final = (Side("red", "south"), Side("blue", "north"))
SQUADS_SENT: Final = ("lance", "armor", "platoon", "carried", "industry")
KILLS: Final = frozenset(("basic_kills", "pv_kills"))  # the scenario says how kills count
WIDTH: Final = 36.0  # inches
DEPTHS: Final = (32.0, 40.0, 48.0)


def random_mission(luck: Generator) -> Setup:
    """A scenario about to be deployed for."""
    while True:
        plan = _plan(luck)
        table = random_town(luck, WIDTH, luck.choice(DEPTHS), luck.below(6))
        units = tuple(unit for side in SIDES for unit in _sent(luck, side))
        try:
            scenario = arrange(plan, table, SIDES, units)
        except InputError:  # the table will not do for it
            continue
        options = check_options(scenario.options) | (random_options(luck) - KILLS)
        setup = Setup(table, SIDES, units, options=options, phase="deployment", scenario=scenario)
        return supported(crewed(on_some_world(setup, luck), luck), Generator(luck.state ^ SUPPORTED))


def _plan(luck: Generator) -> Scenario:
    """A scenario, one time in two with a variation, and who plays which part in it."""
    file = find(luck.choice(KNOWN))
    variations = [*file.variations]
    chosen = [luck.choice(variations)] if variations and luck.below(2) else []
    plan = file.build(chosen)
    names = [side.name for side in SIDES]
    ordered = names if luck.below(2) else names[::-1]
    return replace(plan, sides=dict(zip(plan.roles, ordered, strict=False)))


def _sent(luck: Generator, side: Side) -> list[Muster]:
    squad = [one for one in SQUADS[luck.choice(SQUADS_SENT)](luck) if one.carrier is None]
    facing = 0.0 if side.home == "south" else 180.0
    return [
        Muster(f"{side.name[0]}{number}", side.name, one.card, 2 + luck.below(4), facing=facing)
        for number, one in enumerate(squad, start=1)
    ]
