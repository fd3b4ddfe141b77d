"""Headhunter (p. 96): it knows who leads the enemy, and its side gains by each of them that falls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import HEADHUNTER, bare_name, piloted
from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.commands.formations import is_active
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import is_unmanned
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.alphastrike.turn.crippled import crippled

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Setup
    from lancemate.alphastrike.play.state import Unit

HEADS: Final = rules.table("AS-SPA-034", {"each": 1, "at most": 3})


def hunter_of(battle: Battle, side: str) -> Unit | None:
    """The headhunter of a side, if it has one in play."""
    own = (unit for unit in battle.units_of(side) if is_active(battle, unit))
    return next((unit for unit in own if has(battle, unit, HEADHUNTER)), None)


def knows_commanders(setup: Setup, side: str | None) -> bool:
    """Whether a side has somebody who finds out at once who commands the enemy."""
    own = setup.units_of(side)
    if any(bare_name(text) == HEADHUNTER for unit in own for text in unit.abilities):
        return True
    names = {unit.id for unit in own}
    return any(
        bare_name(text) == HEADHUNTER and not names.isdisjoint(members)
        for formation in setup.formations
        for text, members in formation.gives
    )


def commanders_of(battle: Battle, side: str) -> tuple[str, ...]:
    """Those who lead a side: its officers, or the most valuable unit of each formation, or of the whole force."""
    setup = battle.setup
    officers = next((one.officers for one in setup.sides if one.name == side), ())
    if officers:
        return tuple(name for name in officers if name in battle.units)
    own = {unit.id: unit for unit in setup.units_of(side)}
    groups = [[own[name] for name in one.members if name in own] for one in setup.formations]
    led = [group for group in groups if group] or [[*own.values()]]
    # Between equals their own player would choose: the first of the force stands for that.
    return tuple(max(group, key=lambda unit: counted_value(unit.card.pv, unit.skill)).id for group in led if group)


def is_out(battle: Battle, unit: Unit) -> bool:
    """Destroyed, its crew dead or gone, stopped for good, or crippled; who withdrew in one piece is not."""
    return unit.destroyed or is_unmanned(battle, unit) or crippled(battle, unit) is not None


@hooks.initiative.rule("AS-SPA-034", part=Initiative.ADDED, when=piloted(HEADHUNTER))
def headhunter(battle: Battle, side: str) -> Modifier | None:
    """One for each command unit of the enemy that is out of the fight, three at most, while the hunter is in it."""
    if hunter_of(battle, side) is None:
        return None
    heads = sum(is_out(battle, battle.units[name]) for name in commanders_of(battle, battle.opponent(side)))
    row = HEADS.of(battle)
    return Modifier(HEADHUNTER, min(row["at most"], heads * row["each"]), "AS-SPA-034") if heads else None


@hooks.remarks.rule("AS-SPA-034", when=piloted(HEADHUNTER))
def whom_it_knows(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    if not has(battle, unit, HEADHUNTER):
        return None
    names = [
        name for name in commanders_of(battle, battle.opponent(unit.side)) if not is_out(battle, battle.units[name])
    ]
    return f"the enemy is commanded from {', '.join(names)}" if names else None
