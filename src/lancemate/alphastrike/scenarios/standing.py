"""Stand-Up Fight (p. 128): the last force on the field, or the last commander on his feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.setup import KILLS
from lancemate.alphastrike.scenarios.beginning import commander_of
from lancemate.alphastrike.scenarios.kills import killer_of
from lancemate.alphastrike.scenarios.notes import scenario_of
from lancemate.alphastrike.scenarios.scoring import OUTRIGHT, award
from lancemate.alphastrike.turn.victory import Verdict, undefeated

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


# -- the last force -------------------------------------------------------------------------------------------


def last_force(battle: Battle) -> str | None:
    """The only side that still has active units."""
    standing = [side for side in battle.sides if undefeated(battle, side)]
    return standing[0] if len(standing) == 1 else None


@hooks.end_phase.rule("AS-SCN-024", part=hooks.POINTS, when="scenario:standing")
def reward_the_last_force(battle: Battle) -> bool | None:
    """Where kills are counted, the force that is left gets points of its own."""
    winner, block = last_force(battle), scenario_of(battle).standing
    if winner is None or block is None or KILLS not in battle.setup.switches:
        return None
    award(battle, winner, block.points, "it is the last force on the field", "AS-SCN-024")
    return True


@hooks.victory.rule("AS-SCN-024", part=OUTRIGHT, when="scenario:standing")
def last_force_wins(battle: Battle) -> Verdict | None:
    winner = last_force(battle)
    if winner is None:
        return None
    return Verdict(winner, f"{winner} is the last force with active units on the field", "AS-SCN-024")


# -- the last commander ---------------------------------------------------------------------------------------


def commander_stands(battle: Battle, side: str) -> bool:
    """Its commander is alive and has not left the field."""
    name = commander_of(battle, side)
    return name is None or (battle.units[name].in_play and battle.units[name].side == side)


@hooks.unit_destroyed.rule("AS-SCN-025", when="scenario:commanders")
def reward_the_headhunter(battle: Battle, unit: Unit) -> None:
    """Destroying the enemy's commander is worth points besides those for the kill."""
    block = scenario_of(battle).commanders
    killer = killer_of(unit)
    if block is not None and commander_of(battle, unit.side) == unit.id and killer != unit.side:
        award(battle, killer, block.kill, f"{unit.id} commanded {unit.side}", "AS-SCN-025", unit.id)


@hooks.end_phase.rule("AS-SCN-025", part=hooks.POINTS, when="scenario:commanders")
def reward_the_last_commander(battle: Battle) -> bool | None:
    block, winner = scenario_of(battle).commanders, last_commander(battle)
    if winner is None or block is None:
        return None
    award(battle, winner, block.last, "its commander is the last one standing", "AS-SCN-025")
    return True


def last_commander(battle: Battle) -> str | None:
    standing = [side for side in battle.sides if commander_stands(battle, side)]
    return standing[0] if len(standing) == 1 else None


@hooks.victory.rule("AS-SCN-025", part=OUTRIGHT, when="scenario:commanders")
def last_commander_wins(battle: Battle) -> Verdict | None:
    """It is over when only one commander is left, or none."""
    winner = last_commander(battle)
    if winner is not None:
        return Verdict(winner, f"the commander of {battle.opponent(winner)} is out of the fight", "AS-SCN-025")
    if any(commander_stands(battle, side) for side in battle.sides):
        return None
    return Verdict(None, "both commanders went down together", "AS-SCN-025")
