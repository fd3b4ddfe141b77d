"""Crews that take up arms against boarders (p. 68): raising them, and sending them back to their posts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.boarding.crossing import grappled_or_boarded
from lancemate.alphastrike.cards.bases import base_of
from lancemate.alphastrike.cards.crew import CREW as CREW_CARD
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import crew_out, crewless, defenders, stands
from lancemate.alphastrike.play.events import CrewMarked, CrewRaised, CrewStoodDown
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.stats import CREW
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def crew_of(ship: Unit) -> int:
    """How many units of infantry its crew makes."""
    return int(ship.card.specials.value("CRW"))


def why_not_raise(battle: Battle, ship: Unit) -> Refusal | None:
    if orders.Attack not in battle.now.verbs:
        text = f"a crew takes up arms in {battle.course.where(orders.Attack)}"
        return Refusal("wrong_phase", text, "AS-BAT-150")
    if not stands(ship) or not crew_of(ship):
        return Refusal("no_crew", f"{ship.id} has no crew (CRW) that could take up arms", "AS-BAT-150")
    if crew_out.of(ship):
        return Refusal("crew_is_out", f"the crew of {ship.id} is under arms already; it may stand down", "AS-BAT-150")
    return None


@hooks.deeds.entry("raise_crew")
@rules.rule("AS-BAT-150", "AS-SPC-085")
def raise_crew(battle: Battle, ship: Unit, what: str | None) -> None:
    """At the price of a crew hit, or of a stunned crew, so many units of foot infantry defend the ship."""
    refusal = why_not_raise(battle, ship)
    if refusal is not None:
        raise Refused(refusal)
    hurt = CREW in (*ship.wounds, *ship.fresh) or ship.stunned
    crew_out.note(battle, ship, True)
    battle.emit(CrewMarked(ship.id, True))
    row, base = CREW_CARD.of(battle), base_of(battle, "infantry")
    names = tuple(f"{ship.id}{SLASH}crew{n}" for n in range(1, crew_of(ship) + 1))
    strong = int(row["armor"]), int(row["structure"])
    battle.emit(CrewRaised(ship.id, names, row["move"], row["damage"], *strong, base.radius, base.height))
    if hurt:
        crewless.note(battle, ship, True)


def why_not_stand_down(battle: Battle, ship: Unit) -> Refusal | None:
    if orders.Attack not in battle.now.verbs:
        text = f"a crew stands down in {battle.course.where(orders.Attack)}"
        return Refusal("wrong_phase", text, "AS-BAT-150")
    if not crew_out.of(ship):
        return Refusal("crew_is_in", f"the crew of {ship.id} is at its posts", "AS-BAT-150")
    there = len(_who_can_go(battle, ship))
    if there < crew_of(ship):
        text = f"{ship.id} needs {crew_of(ship)} units of infantry for its posts, and has {there}"
        return Refusal("too_few", text, "AS-BAT-150")
    return None


def _who_can_go(battle: Battle, ship: Unit) -> list[Unit]:
    """Those who could man the ship: its own crew first, then the weakest of its infantry."""
    own = [unit for unit in defenders(battle, ship) if unit.doomed is None]
    return sorted(own, key=lambda unit: (not unit.id.startswith(f"{ship.id}{SLASH}"), unit.armor + unit.structure))


@hooks.deeds.entry("stand_down")
@rules.rule("AS-BAT-150")
def stand_down(battle: Battle, ship: Unit, what: str | None) -> None:
    """As many defenders as the crew is strong go back to the posts, and the mark is gone."""
    refusal = why_not_stand_down(battle, ship)
    if refusal is not None:
        raise Refused(refusal)
    going = _who_can_go(battle, ship)[: crew_of(ship)]
    battle.emit(CrewStoodDown(ship.id, tuple(unit.id for unit in going)))
    battle.emit(CrewMarked(ship.id, False))
    crew_out.note(battle, ship, False)
    if crewless.of(ship):
        crewless.note(battle, ship, False)


@hooks.offers.rule("AS-BAT-150", ability="CRW")
def crew_may(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Take up arms while somebody comes aboard; stand down when nobody is left to fight."""
    return crew_offers(battle, unit) if unit.on_table else None


def crew_offers(battle: Battle, ship: Unit) -> tuple[Offer, ...] | None:
    """What the crew of a ship, or of what is boarded like one, may do now."""
    if "CRW" not in ship.card.specials or battle.state.to_act != ship.side:
        return None
    pressed = grappled_or_boarded(battle, ship)
    if pressed and why_not_raise(battle, ship) is None:
        return (offer(orders.Act(ship.id, "raise_crew"), "Arm the crew", "AS-BAT-150"),)
    if not pressed and why_not_stand_down(battle, ship) is None:
        return (offer(orders.Act(ship.id, "stand_down"), "Send the crew back", "AS-BAT-150"),)
    return None
