"""In and out of a grappled ship (p. 67), and what becomes of it: crossing, going back, letting go, capture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.boarding.grapple import come_aboard, holds_still, nobody_to_fight
from lancemate.alphastrike.movement.passengers import Boarding
from lancemate.alphastrike.movement.transport import find_room
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import (
    boarders,
    boarding,
    crew_out,
    crewless,
    defenders,
    grappling,
    inside,
    releasing,
    ship_of,
    stands,
)
from lancemate.alphastrike.play.events import Captured, CrewMarked, Mounted, Passed
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

HARDER: Final = rules.table("AS-BAT-148", {"skill": 2})  # on a ship that one does not know
WORST: Final = 8  # the highest Skill there is


def in_combat(battle: Battle, what: str) -> None:
    if orders.Attack not in battle.now.verbs:
        text = f"{what} in {battle.course.where(orders.Attack)}, not in the {battle.now.title.lower()}"
        raise refuse("wrong_phase", text, "AS-BAT-143")


# -- crossing -------------------------------------------------------------------------------------------------


@hooks.deeds.entry("board")
@rules.rule("AS-BAT-143")
def board(battle: Battle, unit: Unit, what: str | None) -> None:
    """Infantry goes over from the transport that holds a ship into it."""
    in_combat(battle, "infantry boards")
    if any(hook(battle, unit, what or "") for hook in battle.hooks[hooks.boards]):
        return
    transport = battle.units.get(unit.aboard or "")
    ship = battle.units.get(what or "")
    if transport is None or not unit.card.is_infantry or ship is None or grappling.of(transport) != ship.id:
        text = f"{unit.id} boards out of a transport that has a grapple on a ship: name that ship"
        raise refuse("no_grapple", text, "AS-BAT-143")
    if transport.side != unit.side:
        raise refuse("no_grapple", f"{unit.id} is no passenger of {transport.id}", "AS-BAT-143")
    refusal = nobody_to_fight(battle, unit, ship)
    if refusal is not None:
        raise Refused(refusal)
    come_aboard(battle, unit, ship, "AS-BAT-143")


@hooks.offers.rule("AS-BAT-143", types=("CI", "BA"))
def may_board(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Over to the ship that its transport holds; friends go only where there are enemies."""
    if unit.place != ABOARD or orders.Attack not in battle.now.verbs or battle.state.to_act != unit.side:
        return None
    transport = battle.units.get(unit.aboard or "")
    ship = battle.units.get(grappling.of(transport) or "") if transport is not None and transport.notes else None
    if ship is None or not unit.card.is_infantry or (ship.side == unit.side and not boarders(battle, ship)):
        return None
    return (offer(orders.Act(unit.id, "board", ship.id), f"Board {ship.id}", "AS-BAT-143"),)


@hooks.deeds.entry("return")
@rules.rule("AS-BAT-145")
def go_back(battle: Battle, unit: Unit, what: str | None) -> None:
    """Whoever is in a ship leaves it only to a transport of its own that holds it, as its move."""
    if any(hook(battle, unit, what or "") for hook in battle.hooks[hooks.comes_back]):
        return
    if orders.Move not in battle.now.verbs:
        raise refuse("wrong_phase", f"{unit.id} goes back as its move, in the Movement Phase", "AS-BAT-145")
    ship, transport = ship_of(battle, unit), battle.units.get(what or "")
    if ship is None or transport is None or transport.side != unit.side or grappling.of(transport) != ship.id:
        text = f"{unit.id} can leave only to a transport of its side that has a grapple on the ship it is in"
        raise refuse("no_grapple", text, "AS-BAT-145")
    if unit.moved != "none":
        raise refuse("already_moved", f"{unit.id} has made its move this turn", "AS-MOV-009")
    room = find_room(battle, unit, transport)
    if not isinstance(room, Boarding):
        raise Refused(room)
    battle.emit(Mounted(unit.id, transport.id, room.riding, "AS-BAT-145"))
    if boarding.of(unit) is not None:
        boarding.remember(battle, unit, None)
    battle.emit(Passed(unit.id, battle.state.phase, "ground", "AS-BAT-145"))


@hooks.offers.rule("AS-BAT-145", types=("CI", "BA"))
def may_go_back(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """To the transports of its side that hold the ship it has boarded."""
    ship = ship_of(battle, unit)
    if ship is None or boarding.of(unit) != ship.id or unit.moved != "none":
        return None
    if orders.Move not in battle.now.verbs or battle.state.to_act != unit.side:
        return None
    near = [one for one in battle.on_table(unit.side) if one.notes and grappling.of(one) == ship.id]
    free = [one for one in near if isinstance(find_room(battle, unit, one), Boarding)]
    return tuple(offer(orders.Act(unit.id, "return", one.id), f"Back into {one.id}", "AS-BAT-145") for one in free)


@hooks.deeds.entry("release")
@rules.rule("AS-BAT-144")
def let_go(battle: Battle, unit: Unit, what: str | None) -> None:
    """A grapple may be ended in any End Phase."""
    in_combat(battle, "a grapple is let go")
    if grappling.of(unit) is None:
        raise refuse("no_grapple", f"{unit.id} has no grapple to let go", "AS-BAT-144")
    releasing.note(battle, unit, True)


@hooks.offers.rule("AS-BAT-144", types=("CV", "SV"))
def may_let_go(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """As long as it holds on to something."""
    if not unit.notes or grappling.of(unit) is None or releasing.of(unit):
        return None
    if orders.Attack not in battle.now.verbs or battle.state.to_act != unit.side:
        return None
    return (offer(orders.Act(unit.id, "release"), "Let the grapple go", "AS-BAT-144"),)


# -- capture --------------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-BAT-148", part=hooks.SWITCHES, types=("CI", "BA"))
def ships_fall(battle: Battle) -> bool | None:
    """A ship with boarders and without a living defender is theirs from the next turn on."""
    fallen = None
    for ship in list(battle.units.values()):
        if ship.card.is_large and stands(ship) and ship.doomed is None:
            party = boarders(battle, ship)
            if party and not defenders(battle, ship):
                capture(battle, ship, party)
                fallen = True
    return fallen


def capture(battle: Battle, ship: Unit, party: list[Unit]) -> None:
    skill = min(WORST, min(unit.skill for unit in party) + HARDER.of(battle)["skill"])
    battle.emit(Captured(ship.id, party[0].side, skill))
    for unit in party:
        boarding.remember(battle, unit, None, "AS-BAT-148")
    for note in (crewless, crew_out):
        if note.of(ship):
            note.note(battle, ship, False, "AS-BAT-148")
            if note is crew_out:
                battle.emit(CrewMarked(ship.id, False))


def grappled_or_boarded(battle: Battle, ship: Unit) -> bool:
    """Whether somebody is about to come aboard, or has."""
    if any(unit.side != ship.side for unit in inside(battle, ship)):
        return True
    return any(unit.side != ship.side and unit.notes and grappling.of(unit) == ship.id for unit in battle.on_table())


__all__ = ["board", "capture", "go_back", "grappled_or_boarded", "holds_still", "let_go"]
