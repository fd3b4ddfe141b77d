"""Kill scoring (p. 127): points for destroyed units, by their type or by their Point Value.

Knows who destroyed what; the options ``basic_kills`` and ``pv_kills`` say what that is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.damage.credit import killed_by
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import KILLS
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.alphastrike.scenarios.scoring import award
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

BASIC: Final = rules.option(
    "basic_kills", "AS-SCN-015", "Victory Points for destroyed units by their type", title="Kills count by type"
)
BY_POINTS: Final = rules.option(
    "pv_kills",
    "AS-SCN-019",
    "Victory Points for destroyed units by their Point Value",
    title="Kills count by Point Value",
)

# It counts as a kill, though it was not destroyed.
counted = unit_memory("counted", bool, default=False, rule="AS-SCN-017")
# Its crew has left it.
abandoned = unit_memory("abandoned", bool, default=False, rule="AS-SCN-017", told="is abandoned")

# Points by type; mobile structures, which the book leaves out, count as DropShips do.
WORTH: Final = rules.table(
    "AS-SCN-016",
    {
        "BM": 5,
        "IM": 3,
        "PM": 3,
        "CV": 3,
        "SV": 2,
        "BA": 2,
        "CI": 1,
        "AF": 5,
        "SC": 5,
        "CF": 3,
        "DS": 10,
        "DA": 10,
        "JS": 25,
        "SS": 25,
        "WS": 500,
        "MS": 10,
    },
)


@hooks.battle_opens.rule("AS-SCN-014", when=KILLS)
def one_system_for_all(battle: Battle) -> None:
    """Kills are counted one way or the other, the same for all sides."""
    if {BASIC, BY_POINTS} <= battle.options:
        raise InputError(f"choose one way to count kills: {BASIC} or {BY_POINTS}", key="options")


# -- who did it -----------------------------------------------------------------------------------------------


def killer_of(unit: Unit) -> str:
    """The side that destroyed it; its own when nobody else did."""
    return killed_by.of(unit) or unit.side


# -- what it is worth -----------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a kill is worth, and by which rule."""

    points: int
    rule: str


def kill_value(battle: Battle, unit: Unit) -> Worth:
    answers = (hook(battle, unit) for hook in battle.hooks[hooks.kill_worth])
    return next((worth for worth in answers if worth is not None), Worth(0, "AS-SCN-014"))


@hooks.kill_worth.rule("AS-SCN-015", when=BASIC)
def basic_kill(battle: Battle, unit: Unit) -> Worth | None:
    """A fixed number by type, whatever its Size, Point Value or Skill."""
    return Worth(WORTH.of(battle).get(unit.card.type, 0), "AS-SCN-015")


@hooks.kill_worth.rule("AS-SCN-019", when=BY_POINTS)
def point_value_kill(battle: Battle, unit: Unit) -> Worth | None:
    """The Point Value on the card, whatever its Skill."""
    return Worth(unit.card.pv, "AS-SCN-019")


@rules.rule("AS-SCN-018", otherwise=lambda battle, value: value)
def by_its_own_hand(battle: Battle, value: int) -> int:
    """Whoever destroys itself gives half of its value, rounded normally."""
    return round_normally(battle, value / 2)


@hooks.unit_destroyed.rule("AS-SCN-014", when=KILLS)
def count_the_kill(battle: Battle, unit: Unit) -> None:
    """Points go to the side that made the kill; the loss itself costs nothing."""
    if counted.of(unit):
        return
    enemy, (value, by) = battle.opponent(unit.side), kill_value(battle, unit)
    if killer_of(unit) == unit.side:
        award(battle, enemy, by_its_own_hand(battle, value), f"{unit.id} has destroyed itself", "AS-SCN-018", unit.id)
    else:
        award(battle, enemy, value, f"{unit.id} is destroyed", by, unit.id)


# -- units that are not destroyed -----------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SCN-017", part=hooks.LEFT_BEHIND, when=KILLS)
def crippled_and_abandoned(battle: Battle) -> bool | None:
    """A crippled unit that its crew has left on the field counts as a kill."""
    done = None
    for unit in battle.on_table():
        if abandoned.of(unit) and not counted.of(unit) and crippled(battle, unit) is not None:
            counted.remember(battle, unit, True)
            what = f"{unit.id} was crippled and abandoned"
            award(battle, battle.opponent(unit.side), kill_value(battle, unit).points, what, "AS-SCN-017", unit.id)
            done = True
    return done


@hooks.may_exit.rule("AS-SCN-017", when=SWITCH)
def retreat(battle: Battle, unit: Unit, edge: str) -> str | None:
    """In a scenario a unit may leave over its own home edge at any time; that gives the enemy nothing."""
    return "AS-SCN-017" if edge == home_edge(battle, unit.side) else None
