"""Infantry Dragoons (p. 106): infantry that gets off its transport and goes on, all in one move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.command_names import DRAGOONS, commanded
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.movement.arrival import walk_cost
from lancemate.alphastrike.movement.context import TOLERANCE
from lancemate.alphastrike.movement.passengers import Unloading
from lancemate.alphastrike.movement.reach import inches_for
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.orders import Unload

AFTERWARDS: Final = rules.table("AS-SCA-040", {"share of Move": 0.5, "least": 2.0})
MODES: Final = ("ground", "jump")


@hooks.steps_on.rule("AS-SCA-040", when=commanded(DRAGOONS), types=("CI", "BA"))
def goes_on(m: Movement, asked: Unload, off: Unloading) -> Unloading | None:
    """With half of its Move, two inches at least; it then counts as moved, and has its TMM."""
    battle, unit = m.battle, off.unit
    if not unit.card.is_infantry or not serves(battle, unit, DRAGOONS):
        return None
    if asked.mode not in MODES:
        raise refuse("unknown_mode", f"{unit.id} goes on in one of {', '.join(MODES)}, not {asked.mode}", "AS-SCA-040")
    row = AFTERWARDS.of(battle)
    move = inches_for(battle, unit, asked.mode)
    most = max(row["least"], float(round_down(battle, move * row["share of Move"]))) if move > 0 else 0.0
    points = (off.at, *map(battle.table.snap, asked.path))
    if asked.mode == "jump":
        cost = battle.table.length(points)
    else:
        cost = sum(walk_cost(battle, unit, points[at], points[at + 1]) for at in range(len(points) - 1))
    if cost > most + TOLERANCE:
        text = f"{unit.id} has half of its Move after getting off: {most:g} inches, and this way costs {cost:g}"
        raise refuse("too_far", text, "AS-SCA-040")
    end = points[-1]
    return off._replace(at=end, elevation=resting_level(battle, unit, *end), moved=asked.mode, rule="AS-SCA-040")
